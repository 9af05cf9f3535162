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
    $ echo 'in 12.3 s, on 2026-11-22T10:00:00Z' 'absbench 0.1.0 (1234567,' '"host_name":"ada"'
    in 3.45 s, on 2025-01-02T00:00:00Z absbench 0.1.0 (0000000, "host_name":"bob"

- in a list

  ```sh
  ./absbench list trees
  $ ls games/games.def
  games/games.def
  ```
END
}

check() { run --separate-stderr scripts/docs --lists="$lists" "$@" "$page"; }

@test "every page has links and options that exist, and quick commands that print what it shows" {
    run scripts/docs --quick
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    [[ $output =~ ([0-9]+)\ commands\ of\ ([0-9]+)\ pages\ run ]]
    [ "${BASH_REMATCH[1]}" -gt 50 ]
    [ "${BASH_REMATCH[2]}" -eq $((2 + $(ls docs/*.md | wc -l))) ] # README.md and the statements
}

@test "README's loop of windows writes the row that README shows, and its lines of pandas draw it" {
    local row
    ln -s "$(realpath "${ABSBENCH:-./absbench}")" "$BATS_TEST_TMPDIR/absbench"
    row=$(grep -x ' *{"position_id":.*}' README.md)
    awk '/^    for W in/ {on = 1} on {print} /absbench merge/ {exit}' README.md >"$BATS_TEST_TMPDIR/loop"
    awk '$0 == "```" {on = 0} on {print} $0 == "```python" {on = 1}' README.md >"$BATS_TEST_TMPDIR/draw.py"
    cd "$BATS_TEST_TMPDIR"
    bash -e loop
    jq -e --argjson row "$row" '[.results[] | select(contains($row))] | length == 1' w.json
    /usr/bin/python3 -c 'import pandas, matplotlib' 2>/dev/null || skip "python3-pandas or python3-matplotlib is not installed"
    /usr/bin/python3 draw.py
    head -c 4 nodes.png | grep -q PNG
}

# Its commands run with those of the other pages.
@test "every file and function that the map names exists" {
    local name names
    names=$(grep -oE '`[a-z_]+[_/.][a-z_/.]*`' docs/map.md | tr -d '`' | sed 's,/$,,' | sort -u)
    [ "$(wc -l <<<"$names")" -ge 60 ]
    files=$'\n'$(find src games)$'\n'
    words=$'\n'$(grep -rhowFf - src <<<"$names" | sort -u)$'\n'
    for name in $names; do
        [[ -e $name || $files == *"/$name"$'\n'* || $words == *$'\n'"$name"$'\n'* ]] ||
            { echo "docs/map.md names $name"; return 1; }
    done
}

# Times, dates, commit and host may differ.
@test "--update rewrites outputs that differ, and leaves a correct page alone" {
    local other=$BATS_TEST_TMPDIR/other.md
    sed '/400]/d; s/8902/8903/; s/^    b of/    what/; s/^  games.def/  ?/' "$page" >"$other"
    touch -d 2020-01-01 "$page"
    check "$other"
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = "16 commands of 2 pages run, 2 wrong" ]
    run ! grep -qF "$page:" <<<"$output"
    [ ! -e out ]
    check --update "$other"
    [ "$status" -eq 0 ]
    cmp "$page" "$other"
    [ "$(stat -c %y "$page" | cut -c 1-4)" = 2020 ]
}

@test "a wrong output, exit code, name, option or link in a page is found" {
    local told=() line
    while IFS= read -r line; do # SED || MESSAGE
        cp "$page" "$page.before"
        sed -i "${line%% || *}" "$page"
        run ! cmp -s "$page" "$page.before"
        told+=("${line##* || }")
    done <<'END'
s/400]/401]/ || ["start",401]
s/list trees/list threes/ || exit 64, not 0
s/absbench merge/absbench marge/ || no such command: marge
s/make test/make toast/ || no such target: toast
s,--only,--onlys, || no such option: --onlys
s/--data=FILE/--tt=FILE/ || plot has no option --tt
s/#a-page/#page/ || no such heading: #page
s/depth=x >/depth=1 >/ || exit 0, not 64
s/--depth=2/--depth=x/ || --position=start --depth=x
s/3.45 s/3.45 x/ || +in 12.3 s
$s/$/\n\n    A: .\/absbench list/ || a command has to begin its line
$s/$/\n\n[Other](pages.md)/ || a link to nothing: pages.md
$s/$/ `scripts\/blot KIND`/ || no such script: scripts/blot
END
    check
    [ "$status" -eq 1 ]
    for line in "${told[@]}"; do
        [[ $output == *"$line"* ]] || { echo "not found: $line, in $output"; return 1; }
    done
    [[ $output == *", ${#told[@]} wrong" ]] || { echo "$output"; return 1; }
}

@test "exceptions and slow commands that stand on no page are found" {
    echo "$page: ./absbench list trees -- why not" >>"$lists/exceptions"
    echo "$page: ls games/games.def" >>"$lists/slow"
    check --quick
    [ "$output" = "6 commands of 1 pages run, 0 wrong" ]
    echo "$page: ./absbench list shrubs -- why not" >>"$lists/exceptions"
    echo "$page: make test" >>"$lists/slow" # which is not run anyway
    check
    [ "$status" -eq 1 ]
    for command in "./absbench list shrubs" "make test"; do
        [[ $output == *"$command: listed in tests/docs, and not on the page to be run"* ]]
    done
    [ "${lines[-1]}" = "7 commands of 1 pages run, 2 wrong" ]
}
