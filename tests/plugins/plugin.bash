# plugin.bash -- games compiled outside the tree, from what make install brings.

# As built for these tests, with all that a game is compiled with, in PREFIX.
plugin_install() {
    export BUILT PREFIX=$BATS_FILE_TMPDIR/prefix
    BUILT=$(realpath "${ABSBENCH:-./absbench}")
    cmp -s -n 4 "$BUILT" <(printf '\177ELF') || skip "the program is started by a script"
    local file
    for file in $(scripts/core files); do
        install -Dm644 "src/$file" "$PREFIX/include/absbench/$file"
    done
    install -d "$PREFIX/share/pkgconfig"
    scripts/core pc 0 >"$PREFIX/share/pkgconfig/absbench.pc"
    # A program with a sanitizer, or of 32 bits, takes plug-ins of its own kind only.
    "$BUILT" version >"$BATS_FILE_TMPDIR/version"
    export KIND=$(grep -oE -- '-m32|-fsanitize=[a-z,]*' "$BATS_FILE_TMPDIR/version" | tr '\n' ' ')
}

# The game that new-game writes, mine.c, in the file's folder.
plugin_mine() { (cd "$BATS_FILE_TMPDIR" && "$BUILT" new-game mine >/dev/null); }

# A test's own empty folder.
plugin_here() {
    mkdir "$BATS_TEST_TMPDIR/here"
    ROOT=$PWD
    cd "$BATS_TEST_TMPDIR/here" || return 1
}

# flags: what the installed pkg-config file says, and no more.
flags() { PKG_CONFIG_PATH=$PREFIX/share/pkgconfig pkg-config --cflags absbench; }

# compile FILE.c [FLAG..]: to FILE.so in the folder at hand.
compile() {
    local file=$1
    shift
    # shellcheck disable=SC2046,SC2086
    ${CC:-gcc} $(flags) $KIND -Wall -Wextra -Wshadow -Wpedantic -Werror "$@" -o "$(basename "${file%.c}").so" "$file"
}

# planted SED: mine.c with a mistake, which must be in it, compiled to bad.so: in a fifth of the time that -O2 takes.
planted() {
    sed -E "$1" "$BATS_FILE_TMPDIR/mine.c" >bad.c
    ! cmp -s bad.c "$BATS_FILE_TMPDIR/mine.c"
    compile bad.c -Wno-error -O0
}

# named SED RULE TEXT: `check` names what was planted, and where.
named() {
    planted "$1"
    run -1 "$BUILT" check --game=./bad.so
    grep -qE "^\./bad\.so: $2: .*$3" <<<"$output" || { echo "$1 gave: $output"; return 1; }
}
