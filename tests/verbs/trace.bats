#!/usr/bin/env bats
# trace.bats -- `absbench trace`: what a search did, in every format; its totals are the row's. Its page in a browser: trace_page.bats.

load ../common

setup() {
    here || return 1
    AIMA=$ROOT/trees/examples/aima.json
}

# That totals are what steps come to, in every search and setting, is tested by unit_trace.
@test "trace has as many lines as its totals, for all algorithms" {
    local each=(--format=jsonl --algo=all,mtd,minimax,failsoft-low,failsoft-high,pvs-printed)
    "$BIN" trace --tree=uniform:b=2..4,range=20 --tree=pgame:b=3,win=500 --seed=1,2 --depth=4 "${each[@]}" >lines
    "$BIN" trace --game=xiangqi --game=checkers --position=start --depth=2 --quiescence=on "${each[@]}" >>lines
    jq -c 'if .event == "totals" then [.nodes, .qnodes, .cutoffs, .passes, .interior_researches] else .event end' \
        lines | awk '
            /^\[/ {
                if ($0 != sprintf("[%d,%d,%d,%d,%d]", n["enter"], n["q_enter"], n["cutoff"], n["pass"], n["research"]))
                    exit 1
                delete n; searches++ }
            { gsub(/"/, ""); n[$0]++ }
            END { exit searches != 6 * 18 }'
}

@test "trace has a line for each node, with its ply and window" {
    "$BIN" trace --tree=explicit:file="$AIMA" --plain --algo=alphabeta --depth=2 --format=jsonl >lines
    # The second minimum is cut off at its first leaf, 2, the third at its last.
    jq -se '[.[] | select(.event == "enter") | [.ply, .alpha, .beta]][:3] ==
            [[0, null, null], [1, null, null], [2, null, null]]
        and [.[] | select(.event == "enter" and .ply == 0).parent] == [null]
        and [.[] | select(.event == "cutoff") | [.searched, (.pruned | length)]] == [[1, 2], [3, 0]]' lines
    "$BIN" trace --tree=uniform:b=3,range=9 --plain --algo=minimax --depth=2 --format=jsonl |
        jq -se 'map(select(.event == "enter")) | length == 13 and all(.[]; .alpha == null and .beta == null)'
}

@test "trace has guess passes, and each pass's end" {
    "$BIN" trace --tree=uniform:b=3,range=50 --plain --algo=mtdf --depth=3 --guess=shallow --format=jsonl | jq -se '
        map(select(.event == "totals"))[0] as $all |
        [.[] | select(.event == "iteration") | [.depth, .for_guess]] == [[2, true], [3, false]]
        and ([.[] | select(.event == "pass").again] | length == $all.passes
            and (map(select(.)) | length) == $all.root_researches)
        and ([.[] | select(.event == "pass_end" and .failed == "low")] | length == $all.fail_low and length > 0)'
    "$BIN" trace --game=checkers --position=start --depth=4 --algo=pvs --quiescence=on --format=jsonl | jq -se '
        ([.[] | select(.event == "q_move").move] | unique | length > 1 and all(test("^[0-9]+x[0-9x]+$")))
        and ([.[] | select(.event == "pass_end")] | length > 2 and .[-1].value != null)'
}

@test "trace as text indents a node by its ply, with cutoffs and unseen moves" {
    "$BIN" trace --tree=uniform:b=2,range=20 --depth=3 --plain --algo=negascout --format=table >text
    [ "$(head -n 3 text)" = 'negascout on uniform:b=2,range=20#1 to depth 3
depth 3
pass (-inf, +inf)' ]
    grep -Fxq '        0 (-inf, +inf) = 0, leaf' text
    grep -Fxq '        0 cuts off: 19 >= 0; never seen: 1' text
    grep -Fxq '    1 is searched again: its null window returned 14' text
    "$BIN" trace --tree=uniform:b=2,range=20 --depth=2 --plain --algo=sss --format=table | grep -Fxq '    0 (-inf, 1 - inf)'
    tail -n 1 text | grep -q '^nodes 18, interior 9, leaves 9, '
}

@test "trace names the counters that differ the second time" {
    "$BIN" new-game mine >/dev/null
    sed -i 's/^#include "absbench.h"/&\n#include <stdlib.h>/; s/int value = 0;/int value = rand() % 7;/' mine.c
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "$ROOT" plugin GAME="$PWD/mine.c" OPT=-O0
    refused 1 "" "$BIN" trace --game=./mine.so --position=start --algo=alphabeta --depth=4 --plain
    [[ $stderr =~ ^absbench:\ alphabeta\ of\ start\ to\ depth\ 4:\ the\ traced\ search\ counts\ differently\ .*\ nodes\ ([0-9]+),\ not\ ([0-9]+)\;\ .*\;\ work ]]
    [ "${BASH_REMATCH[1]}" -ne "${BASH_REMATCH[2]}" ]
}

@test "a larger trace keeps the row's id" {
    local at=(--tree=uniform:b=3 --depth=3 --algo=pvs --format=jsonl)
    [ "$("$BIN" trace "${at[@]}" --max-nodes=500 | jq -r 'select(.event == "search").id')" = \
        "$("$BIN" "${at[@]}" --reference=none --quiet | jq -r '.id // empty')" ]
}

@test "trace as a page is one file that loads nothing, for one search or two" {
    "$BIN" trace --tree=uniform:b=3,range=20 --depth=4 --plain --algo=alphabeta,negascout --output=p.html
    sed -n 's/.*id="data">\(.*\)<\/script>/\1/p' p.html >data.json
    jq -e '(.searches | length) == 2 and .searches[1].algo == "negascout"
           and all(.searches[]; [.totals.nodes, .totals.research_nodes] == [(.steps | map(select(.event == "enter")) |
               length, (map(select(.again)) | length))])' data.json
    ! grep -Eiq 'https?://[^w]|src=|@import' p.html
}

@test "trace's page escapes names with HTML in them" {
    cp "$AIMA" 'a<b&amp;"c\n.json'
    "$BIN" trace --tree='explicit:file=a<b&amp;"c\n.json' --depth=2 --plain --output=t.html
    grep -Fq 'explicit:file=a\u003cb&amp;\"c\\n.json' t.html
    ! grep -Fq 'a<b' t.html
}

@test "--shuffle is the order in which children are entered, minimax's too" {
    local algo seed of="--tree=uniform:b=5,range=100 --depth=1 --plain --format=jsonl"
    for seed in 0 1 2; do
        for algo in minimax failsoft; do # at depth 1, with an open window, nothing cuts off
            "$BIN" trace $of --shuffle=$seed --algo=$algo >$algo.jsonl
            jq -r 'select(.event == "enter").move' $algo.jsonl >$algo.$seed
        done
        [ "$(wc -l <minimax.$seed)" -eq 6 ]
        cmp minimax.$seed failsoft.$seed
    done
    run ! cmp -s minimax.0 minimax.1
    run ! cmp -s minimax.1 minimax.2
}

@test "trace refuses limits and searches with too many nodes, unless more are asked for" {
    run -64 "$BIN" trace --tree=uniform:b=2,range=9 --depth=2 --algo=minimal
    run -2 "$BIN" trace --tree=uniform:b=4,range=9 --depth=9 --algo=minimax --plain --format=jsonl
    [ "$("$BIN" trace --tree=uniform:b=4,range=9 --depth=5 --algo=minimax --plain --max-nodes=2000 --format=jsonl |
        grep -c '"event":"enter"')" = 1365 ]
}
