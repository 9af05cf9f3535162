#!/usr/bin/env bats
# install.bats -- make install: what it brings works from any folder, and without the source.

bats_require_minimum_version 1.5.0

load python

setup_file() {
    quick_python
    export STAND_INS=$PWD/tests/scripts/cluster
    export BUILT=$(realpath "${ABSBENCH:-./absbench}")
    unset ABSBENCH MAKEFLAGS MAKELEVEL
    export SOURCE=$BATS_FILE_TMPDIR/source STAGE="$BATS_FILE_TMPDIR/its stage's" MOVED="$BATS_FILE_TMPDIR/its new place"
    mkdir "$SOURCE"
    cp -R Makefile README.md LICENSE src scripts docs games "$SOURCE"
    mkdir -p "$SOURCE/results/reference"
    cp -R results/claims "$SOURCE/results"
    cp results/reference/duel.csv "$SOURCE/results/reference"
    find "$SOURCE" -name __pycache__ -prune -exec rm -r {} +
    cp "$BUILT" "$SOURCE/absbench"
    listed "$SOURCE" >"$BATS_FILE_TMPDIR/before"
    made install
    listed "$SOURCE" >"$BATS_FILE_TMPDIR/after"
    find "$STAGE" -type f | sed "s,^$STAGE/opt/a b/,," | sort >"$BATS_FILE_TMPDIR/installed"
    cp -R "$STAGE" "$STAGE.kept"
    mv "$STAGE/opt/a b" "$MOVED"
    # Nothing can be found in the source any more.
    mv "$SOURCE" "$SOURCE.away"
    "$MOVED/bin/absbench" --tree=uniform:b=3,range=100 --seed=1..4 --depth=3,4 --algo=alphabeta,pvs --quiet \
        --output="$BATS_FILE_TMPDIR/run.json"
    listed "$MOVED" >"$BATS_FILE_TMPDIR/laid"
}

# made TARGET: with the program as it was built for these tests.
made() {
    (cd "$SOURCE" && make -s -o absbench "$1" BIN=absbench PORTABLE= DESTDIR="$STAGE" PREFIX="/opt/a b")
}

# Every file below a folder, with its contents and times.
listed() { (cd "$1" && find . -printf '%p %y %T@ %s\n' | sort); }

setup() {
    # Under valgrind the program is a script of another name, which nothing lies beside.
    cmp -s -n 4 "$BUILT" <(printf '\177ELF') || skip "the program is started by a script"
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here" || return 1
    cp "$BATS_FILE_TMPDIR/run.json" .
    absbench=$MOVED/bin/absbench
}

@test "make install puts everything in place, and changes nothing in the source" {
    cmp "$BATS_FILE_TMPDIR/before" "$BATS_FILE_TMPDIR/after"
    cd "$SOURCE.away"
    { echo bin/absbench
        sed -n 's,^SCRIPT("\([a-z-]*\)".*,libexec/absbench/absbench-\1,p' src/suite/verbs.def
        find scripts/*/ -type f ! -path 'scripts/web/*' | sed 's,^scripts,libexec/absbench,'
        printf 'share/absbench/%s.schema.json\n' report compare list tune
        printf 'share/absbench/%s.md\n' claims statements which-search # what scripts/claims fills in
        echo share/absbench/duel.csv # what scripts/duel reads
        (cd games/positions/games && printf 'share/absbench/games/%s\n' *)
        scripts/core files | sed 's,^,include/absbench/,'
        echo share/pkgconfig/absbench.pc
        find README.md LICENSE docs results/claims -type f | sed 's,^,share/doc/absbench/,'
        (cd games/examples && printf 'share/doc/absbench/examples/%s\n' *.c)
        echo share/bash-completion/completions/absbench
        echo share/zsh/site-functions/_absbench
        echo share/man/man1/absbench.1
        sed -n 's,^\(VERB([A-Z]*\, \|SCRIPT(\)"\([a-z-]*\)".*,share/man/man1/absbench-\2.1,p' src/suite/verbs.def
    } | sort | diff - "$BATS_FILE_TMPDIR/installed"
    cd "$MOVED"
    "$absbench" schema | cmp - share/absbench/report.schema.json
    "$absbench" man sweep | cmp - share/man/man1/absbench-sweep.1
    "$absbench" completion bash | cmp - share/bash-completion/completions/absbench
    "$absbench" completion zsh | cmp - share/zsh/site-functions/_absbench
    [ "$(stat -c %a bin/absbench libexec/absbench/absbench-plot libexec/absbench/figures/cli.py | xargs)" = "755 755 644" ]
    grep -q '^ *absbench plot depth' share/man/man1/absbench-plot.1
    run ! grep -rlE "$BATS_FILE_TMPDIR|scripts/(plot|report|claims|sweep-window|cluster-[a-z]*) " share/man
}

@test "make install is for any processor, unless PORTABLE says otherwise" {
    cd "$SOURCE.away"
    make -n install | grep -q 'PORTABLE=1 install'
    run -0 make -n -o absbench install PORTABLE= BIN=absbench
    [[ $output == *"lay-out install '/usr/local' ./absbench"* && $output != *PORTABLE=1* ]]
}

@test "installed: the links of all pages lead to what is there" {
    cd "$MOVED/share/doc/absbench"
    local page link n=0
    while read -r page; do
        while read -r link; do
            [ -e "$(dirname "$page")/$link" ] || { echo "$page: $link"; return 1; }
            n=$((n + 1))
        done < <(grep -zoP '\]\(\K[^)#]+(?=[)#])' "$page" | tr '\0' '\n' | grep -v '^https*:')
    done < <(find . -name '*.md')
    [ "$n" -ge 200 ]
}

@test "installed: the line that new-game prints compiles the game" {
    local folder="a prefix's \"\$é\""
    cp -R "$MOVED" "$folder"
    sh -c "$("$folder/bin/absbench" new-game mine | sed -n 's/^ *\(cc .*\)/\1/p')"
    "$absbench" check --game=./mine.so
}

@test "installed: plot, report, sweep-window and claims, from another folder" {
    run -0 "$absbench" plot ratio run.json -o ratio.svg
    [ -s ratio.svg ]
    run -64 --separate-stderr "$absbench" plot depth
    [ "$stderr" = "absbench-plot: which report? absbench plot depth REPORT.json; see --help" ]
    "$absbench" --tree=uniform:b=3 --depth=2 --algo=pvs --quiet --output=lines.jsonl
    run -0 "$MOVED/libexec/absbench/absbench-report" lines.jsonl # which asks the program to merge
    [ "$output" = lines.html ]
    grep -q 'absbench report lines.jsonl --output=lines.html' lines.html
    run ! grep -q "scripts/" lines.html
    run -0 "$absbench" sweep-window --tree=uniform:b=3,range=100 --seed=1..3 --depth=3 --windows=5,25 --no-plot
    [ "$(grep -c 'aspiration.* w=[0-9]*' <<<"$output")" -ge 2 ]
    mkdir rows
    run -2 --separate-stderr "$absbench" claims --from=rows
    [[ $stderr == "absbench-claims: rows/"*" cannot be read; absbench claims makes it" ]]
    [ "$(ls | xargs)" = "lines.html lines.jsonl ratio.svg rows run.json sweep-window.json" ]
    listed "$MOVED" | cmp "$BATS_FILE_TMPDIR/laid" - # nothing is written where it lies but by Python's own cache
}

@test "installed: cluster-parallel takes the program that called it" {
    PATH=$STAND_INS:$PATH run -0 "$absbench" cluster-parallel --shards=2 --output=all.json -- \
        run --tree=uniform:b=2 --seed=1..4 --depth=2 --no-time
    [ "$(jq '.results | length' all.json)" -eq 4 ]
    cmp all.shards/absbench "$absbench"
}

@test "installed: every script says how it is called, and needs no ABSBENCH" {
    local name n=0
    for name in "$MOVED"/libexec/absbench/absbench-*; do
        name=${name##*/absbench-}
        run -0 --separate-stderr "$absbench" help "$name"
        [[ ${lines[0]} == "$name -- "* && $output == *"absbench $name "* ]]
        [[ ! $output =~ scripts/$name[^.] && $output != *./absbench* ]]
        n=$((n + 1))
    done
    [ "$n" -ge 6 ]
}

@test "make uninstall removes what install wrote, and nothing else" {
    mv "$SOURCE.away" "$SOURCE"
    rm -rf "$STAGE"
    mv "$STAGE.kept" "$STAGE"
    local own
    for own in bin/other libexec/absbench/absbench-mine share/man/man1/absbench-mine.1 share/absbench/mine; do
        touch "$STAGE/opt/a b/$own"
    done
    made uninstall
    [ "$(cd "$STAGE/opt/a b" && find . -type f | sort | xargs)" = \
        "./bin/other ./libexec/absbench/absbench-mine ./share/absbench/mine ./share/man/man1/absbench-mine.1" ]
    for own in include share/doc; do [ ! -e "$STAGE/opt/a b/$own/absbench" ]; done
    made uninstall
}
