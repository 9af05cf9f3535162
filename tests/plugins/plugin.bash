# plugin.bash -- games compiled outside the tree, from what make install brings.

load ../common

# As built for these tests, with all that a game is compiled with, in PREFIX; in bad.so the game that new-game writes,
# with all mistakes, of which PLANT names those that it makes.
plugin_install() {
    export BIN ROOT=$PWD PREFIX=$BATS_FILE_TMPDIR/prefix BAD=$BATS_FILE_TMPDIR/bad.so
    BIN=$(linked "${ABSBENCH:-./absbench}")
    cmp -s -n 4 "$BIN" <(printf '\177ELF') || skip "the program is started by a script"
    local file
    for file in $(scripts/core files); do
        install -Dm644 "src/$file" "$PREFIX/include/absbench/$file"
    done
    install -d "$PREFIX/share/pkgconfig"
    scripts/core pc 0 >"$PREFIX/share/pkgconfig/absbench.pc"
    # A program with a sanitizer, or of 32 bits, takes plug-ins of its own kind only.
    "$BIN" version >"$BATS_FILE_TMPDIR/version"
    export KIND=$(grep -oE -- '-m32|-fsanitize=[a-z,-]*' "$BATS_FILE_TMPDIR/version" | tr '\n' ' ')
    cd "$BATS_FILE_TMPDIR" || return 1
    "$BIN" new-game mine >said
    sed -E -f "$ROOT/tests/plugins/planted.sed" mine.c >bad.c
    cp "$ROOT/tests/plugins/planted.h" .
    compile bad.c -O0 -I.
}

# A test's own folder, with bad.so in it, and what is in $EXAMPLES.
setup() {
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here" || return 1
    ln -s "$BAD" ${EXAMPLES+"$EXAMPLES"/*} .
}

# Where faults are the sanitizer's, it tells them.
faults_are_ours() { [[ $KIND != *sanitize* ]] || skip "a sanitizer ends the program"; }

# flags: what the installed pkg-config file says, and no more.
flags() { PKG_CONFIG_PATH=$PREFIX/share/pkgconfig pkg-config --cflags absbench; }

# compile FILE.c [FLAG..]: to FILE.so in the folder at hand.
compile() {
    local file=$1
    shift
    # shellcheck disable=SC2046,SC2086
    ${CC:-gcc} $(flags) $KIND -Wall -Wextra -Wshadow -Wpedantic -Werror "$@" -o "$(basename "${file%.c}").so" "$file"
}

# planted MISTAKES STATUS ARGUMENT..: bad.so makes these mistakes, and the program ends so.
planted() {
    PLANT=$1 run -"$2" --separate-stderr timeout 120 "$BIN" "${@:3}"
}
