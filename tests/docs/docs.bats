#!/usr/bin/env bats
# docs.bats -- the commands of the pages, as scripts/docs runs them; and what it finds on pages of its own.
bats_require_minimum_version 1.5.0

load ../scripts/python

setup_file() { quick_python; }

setup() {
    [ "${ABSBENCH:-./absbench}" = ./absbench ] || skip "the pages are of make's own build"
    page=$BATS_TEST_TMPDIR/page.md
    lists=$BATS_TEST_TMPDIR
    echo "# What is slow" >"$lists/slow"
    echo "# What is not run" >"$lists/exceptions"
    cat >"$page" <<'END'
# A page

[Itself](#a-page), `./absbench list`, `absbench merge`, `scripts/plot KIND REPORT.json --data=FILE`,
`COLUMNS=60 absbench perft --game=chess --position=start
--depth=2`, `--only` and `make test`.

    $ printf '%s\n' a \
        "b of
    absbench" c    # a comment
    a
    b of
    absbench
    c

    $ absbench perft --game=chess --position=start --depth=1..3 --no-time --format=json |
        jq -c '[.position_id,
            .nodes]'
    ["start",20]
    ["start",400]
    ["start",8902]
    $ ./absbench perft --game=chess --depth=x >out 2>&1 # exit 64
    $ grep -c depth out
    1

- in a list

  ```sh
  ./absbench list trees
  $ ls games/games.def
  games/games.def
  ```
END
}

check() { run --separate-stderr scripts/docs --lists="$lists" "$@" "$page"; }

# faults: SED || MESSAGE, a line each: the page, so edited, has these faults and no others.
faults() {
    local line told=() n=0
    cp "$page" "$page.right"
    while IFS= read -r line; do
        cp "$page" "$page.before"
        sed -i "${line%% || *}" "$page"
        run ! cmp -s "$page" "$page.before"
        told+=("${line##* || }")
    done
    check
    mv "$page.right" "$page"
    [ "$status" -eq 1 ]
    for line in "${told[@]}"; do
        [[ $output == *"$line"* ]] || { echo "not found: $line, in $output"; return 1; }
        n=$((n + 1))
    done
    [[ $output == *", $n wrong" ]] || { echo "$output"; return 1; }
}

@test "the pages: links, options, and every command that is quick" {
    run scripts/docs --quick
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    [[ $output =~ ([0-9]+)\ commands\ of\ ([0-9]+)\ pages\ run ]]
    [ "${BASH_REMATCH[1]}" -gt 50 ]
    [ "${BASH_REMATCH[2]}" -eq $((1 + $(ls docs/*.md | wc -l))) ]
}

@test "a page that is right" {
    check
    [ "$output" = "7 commands of 1 pages run, 0 wrong" ]
    [ "$status" -eq 0 ]
    [ ! -e out ]
}

@test "what is wrong is found: an output, a command that fails, an exit code, a name, an option, a link" {
    faults <<'END'
s/400]/401]/ || ["start",401]
s/list trees/list threes/ || exit 64, not 0
s/absbench merge/absbench marge/ || no such command: marge
s/make test/make toast/ || no such target: toast
s,--only,--onlys, || no such option: --onlys
s/--data=FILE/--tt=FILE/ || plot has no option --tt
s/#a-page/#page/ || no such heading: #page
END
    faults <<'END'
/8902/d || another output
s/depth=x >/depth=1 >/ || exit 0, not 64
s,scripts/plot,scripts/blot, || no such script: scripts/blot
s/#a-page/pages.md/ || a link to nothing: pages.md
END
    faults <<<'s/1$/2/ || another output'
    faults <<<'s/--depth=2/--depth=x/ || exit 64, not 0'
    faults <<<'s/  \.\/absbench list/  A: .\/absbench list/ || a command has to begin its line'
}

@test "times, dates, commit and host may differ, and nothing else" {
    cat >"$page" <<'END'
    $ ./absbench --version | head -1; echo 'in 12.3 s, on 2026-11-22T10:00:00Z' '"host_name":"ada"'
    absbench 0.1.0 (0000000, VERSION
    in 3.45 s, on 2025-01-02T00:00:00Z "host_name":"bob"
END
    sed -i "s/VERSION/$(./absbench --version | sed -n 1p | cut -d ' ' -f 4-)/" "$page"
    check
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    faults <<<'s/3.45 s/3.45 x/ || another output'
}

@test "--update writes what differs, and leaves a page alone whose outputs are right" {
    touch -d 2020-01-01 "$page"
    cp -p "$page" "$page.right"
    check --update
    [ "$status" -eq 0 ]
    cmp "$page" "$page.right"
    [ ! "$page" -nt "$page.right" ]
    sed -i '/400]/d; s/8902/8903/; s/^    b of/    what/; s/^  games.def/  ?/' "$page"
    run ! cmp -s "$page" "$page.right"
    check --update
    [ "$status" -eq 0 ]
    diff "$page.right" "$page"
}

@test "exceptions and slow commands: those that are not on the page are found" {
    echo "$page: ./absbench list trees -- why not" >>"$lists/exceptions"
    echo "$page: ls games/games.def" >>"$lists/slow"
    check --quick
    [ "$output" = "5 commands of 1 pages run, 0 wrong" ]
    check
    [ "$output" = "6 commands of 1 pages run, 0 wrong" ]
    echo "$page: ./absbench list shrubs -- why not" >>"$lists/exceptions"
    check
    [ "$status" -eq 1 ]
    [[ $output == *"./absbench list shrubs: listed in tests/docs, and not on the page to be run"*", 1 wrong" ]]
    echo "$page: make test" >>"$lists/slow" # which is not run anyway
    check
    [[ $output == *"make test: listed in tests/docs, and not on the page to be run"*", 2 wrong" ]]
}
