#!/usr/bin/env bats
# cli_files.bats -- descriptors that are closed, memory that is not there, and outputs that are: what is
# written, and what stays. Refusals are in tests/golden/refused.txt.

load ../common

C4=(--game=connectfour --depth=2 --plain)

# A file that is opened takes the lowest free number: with 1 or 2 closed the report would be standard
# output or standard error, and hold all that is said there.
@test "with closed descriptors nothing but the report is in the report" {
    local with
    # The first says something on stderr, the second prints a table too.
    printf '[[3,12,8],[2,4,6],[14,5,2]]' >tree.json
    set -- sweep --tree=explicit:file=tree.json --algo=alphabeta,pvs --seed=3 --no-time --output=r.json
    "$BIN" "$@" 2>err
    [ -s err ]
    mv r.json whole.json
    "$BIN" "${C4[@]}" --no-time --output=shown.json --show >table
    for with in '>&-' '2>&-' '>&- 2>&-' '<&-' '<&- 2>&-' '<&- >&- 2>&-'; do
        echo "$with"
        eval '"$BIN" "$@" '"$with"
        cmp r.json whole.json
    done
    for with in '2>&-' '<&-' '<&- 2>&-'; do
        eval '"$BIN" "${C4[@]}" --no-time --output=r.json --show >out '"$with"
        cmp out table && cmp <(jq .results r.json) <(jq .results shown.json)
    done
}

@test "missing memory is exit 2 and one line; an older file stays" {
    # A machine that promises memory it does not have would grant a huge table.
    (ulimit -v 2000000 && "$BIN" version >/dev/null 2>&1) || skip "this build needs more address space"
    ulimit -v 2000000
    local words
    echo "as it was" >kept.json
    for words in "--jobs=1" "--jobs=1 --format=csv" "--jobs=1 --output=new.json" "--jobs=2 --output=kept.json"; do
        run --separate-stderr "$BIN" --tree=uniform:b=2,range=9 --seed=1..2 --depth=1 --tt=8G $words
        [ "$status" -eq 2 ] && [ -z "$output" ]
        [[ $stderr =~ ^"absbench: no memory for "[12]" x 8192 MiB of tables"[^$'\n']*"smaller --tt or --jobs"[^$'\n']*$ ]]
    done
    [ "$(cat kept.json)" = "as it was" ] && ! ls new.json ./*.tmp
}

@test "a table of one entry does no harm; none is smaller" {
    "$BIN" --tree=uniform:b=2,range=9 --depth=3 --tt=64,65,127 --algo=pvs |
        jq -e '[.results[].status] == ["ok", "ok", "ok"]'
    refused 64 "--tt=63: give 0 for no table, or at least 64 bytes" "$BIN" --tree=uniform:b=2 --depth=3 --tt=63
}

@test "a replaced output keeps its mode, owner and link" {
    local mode
    echo older >a.json && ln a.json b.json
    "$BIN" "${C4[@]}" --output=a.json
    [ "$(cat b.json)" = older ] && jq -e .results a.json
    ln -s a.json link.json
    for mode in 600 640 666 755; do
        chmod $mode a.json
        [ "$(id -u)" -ne 0 ] || chown 12345:54321 a.json
        "$BIN" "${C4[@]}" --output=link.json
        [ -L link.json ] && jq -e .results a.json
        [ "$(stat -c %a a.json)" = $mode ]
        [ "$(id -u)" -ne 0 ] || [ "$(stat -c %u:%g a.json)" = 12345:54321 ]
    done
    for mode in "" --output=- --output=/dev/stdout; do # not closed: it is not the report's
        ("$BIN" "${C4[@]}" $mode && echo '!') >found
        [ "$(tail -n 1 found)" = '!' ] && sed '$d' found | jq -e .results
    done
}
