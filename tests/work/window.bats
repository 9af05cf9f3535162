#!/usr/bin/env bats
# window.bats -- --window=auto: the rule, and that reports hold and give back what was searched by it.

load ../common

run_json() {
    "$BIN" --no-time --no-check-moves --format=json --quiet "$@"
}

# follows HALF: each search of the report on stdin has the windows that docs/which-search.md says, where HALF
# is half a pawn; and how often a change was what counted. A window's middle is the guess.
follows() {
    jq -e --argjson half "$1" '
        def abs: if . < 0 then -. else . end;
        [.results[] | reduce (.iterations[] | select(.guess | not) | select(.passes[0].alpha != null)
            | {middle: ((.passes[0].alpha + .passes[0].beta) / 2), side: ((.passes[0].beta - .passes[0].alpha) / 2), value})
            as $i ({changes: [], wrong: 0, moved: 0};
                (if .changes == [] then $half
                 else ([($half / 2 | floor), 1] + .changes[-2:] | max) end) as $want
                | .wrong += (if $i.side != $want then 1 else 0 end)
                | .moved += (if .changes != [] and $want > $half / 2 then 1 else 0 end)
                | .changes += [$i.value - $i.middle | abs])]
        | {rows: length, wrong: map(.wrong) | add, moved: map(.moved) | add}
        | if .wrong == 0 and .rows > 0 then .moved else error("\(.)") end'
}

# Of every kind of widening and guess, in trees: reference.bats.
@test "a window reaches as far as the larger of the last two changes, a quarter of a pawn and a point at least" {
    moved=$(run_json --game=othello --max-positions=6 --depth=6 --algo=aspiration+pvs --window=auto | follows 150)
    [ "$moved" -gt 5 ]
    run_json --game=othello --eval=result --max-positions=4 --depth=4 --algo=aspiration --window=auto | follows 1
    run_json --tree=uniform:b=4,range=1000 --seed=1..20 --depth=6 --algo=aspiration --window=auto | follows 50
}

@test "a guess that is the mean of the last two values is rounded down" {
    run_json --tree=uniform:b=4,range=1000 --seed=1..20 --depth=6 --algo=aspiration --guess=mean --window=9 |
        jq -e '[.results[].iterations as $i | range(2; $i | length)
            | ($i[.].passes[0] | .alpha + .beta) == 2 * ($i[. - 1].value + $i[. - 2].value | . / 2 | floor)]
            | length == 80 and all'
}

@test "without deepening the window is half a pawn; --step stays half a pawn" {
    run_json --game=othello --max-positions=1 --depth=4 --algo=aspiration,step --deepening=off --window=auto >report.json
    jq -e '[.results[] | select(.algo == "aspiration") | .iterations[] | select(.guess | not) | .passes[0] | .beta - .alpha] == [300]' report.json
    jq -e '[.results[] | select(.algo == "step") | .step, has("window_low")] == [150, false]' report.json
}

@test "rows with --window=auto have window null, and auto in id, label and settings" {
    run_json --game=othello --max-positions=3 --depth=3 --algo=pvs,aspiration+pvs --window=auto,25 >report.json
    jq -e '[.results[] | select(.driver == "aspiration") | [.window_low, .window_high, .window_auto]] | unique == [[null, null, true], [25, 25, null]]' report.json
    jq -e '[.results[] | select(.id | contains("/aspiration+pvs/wauto/full/"))] | length == 3 and all(.window_auto and .window_low == null and .widen == "full")' report.json
    jq -e '[.aggregates[] | select(.driver == "aspiration") | [.window_low, .window_high, .window_auto]] | unique == [[null, null, true], [25, 25, false]]' report.json
    "$BIN" --quiet --game=othello --max-positions=3 --depth=3 --algo=pvs,aspiration+pvs --window=auto,25 --format=table | grep -q 'aspiration+pvs w=auto'
}

@test "merge, compare and --resume keep an automatic window" {
    run_json --game=othello --max-positions=3 --depth=4 --algo=aspiration+pvs --window=auto,25 >a.json
    "$BIN" --no-time --no-check-moves --quiet --game=othello --max-positions=3 --depth=4 --algo=aspiration+pvs --window=auto,25 --output=b.jsonl
    "$BIN" merge --no-time --format=json a.json | jq -e --slurpfile a a.json '.results == $a[0].results and .aggregates == $a[0].aggregates'
    "$BIN" merge --no-time --format=json b.jsonl | jq -e --slurpfile a a.json '.aggregates == $a[0].aggregates'
    "$BIN" compare a.json b.jsonl --format=table | grep -q ' rows in both, all the same; 0 only in A, 0 only in B'
}

@test "a search with --window=auto may be the reference" {
    run_json --game=othello --max-positions=5 --depth=4 --algo=pvs --reference='aspiration+pvs:window=auto' |
        jq -e '(.reference_results | length == 5 and all(.window_low == null)) and .aggregates[0].reference_config != null'
    run_json --game=othello --max-positions=5 --depth=4 --algo=aspiration+pvs --window=25,auto --reference='aspiration+pvs:window=auto' |
        jq -e '(.reference_results // []) == [] and ([.aggregates[].ratio] | .[1] == 1)'
}

@test "uneven windows that share a side are different searches" {
    "$BIN" --tree=uniform:b=3,range=50 --depth=3 --algo=aspiration --window=3:9,3:5,3 --format=json --quiet --reference=none |
        jq -e '[.results[] | .id | split("/")[3]] == ["w3:9", "w3:5", "w3"]'
}
