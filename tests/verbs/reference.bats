#!/usr/bin/env bats
# reference.bats -- --reference: any configuration, searched along where it is not among the rows.

load ../common

setup() {
    here || return 1
    T="--tree=uniform:b=4,range=100 --seed=1..12 --depth=5 --no-time --quiet"
}

# The ratio of `pvs` by hand, from two rows a position: nodes of FILE's rows where A, over those of B.
by_hand() { # FILE A B
    jq -r --arg a "$2" --arg b "$3" '[.results[], .reference_results[]] as $all
        | [$all[] | select(.id | endswith($a))] as $x | [$all[] | select(.id | endswith($b))] as $y
        | [range($x | length) as $i | ($x[$i].work / $y[$i].work | log)] | add / length | exp' "$1"
}

@test "a reference with settings is searched too, apart from the results" {
    "$BIN" $T --algo=pvs,negascout --tt=1M '--reference=pvs:tt=0;order=none' >a.json
    jq -e '[.results, .reference_results, .aggregates | length] == [24, 12, 3]
        and .aggregates[0].reference == "pvs:tt=0;order=none"
        and ([.aggregates[].reference_config] | unique) == ["d5/pvs/tt0/none/deepening"]
        and ([.reference_results[].tt_bytes] | unique) == [0]
        and [.aggregates[] | [.algo, .tt_bytes, .ratio == 1, .comparisons]]
            == [["pvs", 1048576, false, 2], ["negascout", 1048576, false, 2], ["pvs", 0, true, null]]' a.json
    wanted=$(by_hand a.json d5/pvs/tt1M/exact/depth/tt,killer,history/deepening d5/pvs/tt0/none/deepening)
    jq -e --argjson w "$wanted" '.aggregates[0].ratio / $w - 1 | fabs < 1e-6' a.json
    # the same rows and signature as without it
    "$BIN" $T --algo=pvs,negascout --tt=1M >b.json
    cmp <(jq -c '.results[], .signature' a.json) <(jq -c '.results[], .signature' b.json)
}

@test "settings that --reference does not name are those of the row compared" {
    local rest=previous/tt64M/exact/depth/tt,killer,history/deepening
    "$BIN" $T --algo=aspiration --window=3,9 '--reference=aspiration:widen=gradual' | jq -e --arg rest $rest '
        (.reference_results | length) == 24 and [.aggregates[] | [.window_low, .reference_config]] ==
        ([[3, 9][] | [., "d5/aspiration/w3/gradual*2/" + $rest]] | . + .)'
    # an algorithm alone too; of several windows the first, with which its others are compared
    "$BIN" $T --algo=aspiration+pvs --window=3,9 --reference=aspiration | jq -e '(.reference_results | length) == 24
        and ([.aggregates[].reference_config | split("/")[1:3]] | unique) == [["aspiration", "w3"]]'
    # what it names holds for a row that has no such setting, too
    "$BIN" $T --algo=pvs,minimal --tt=64K,0 --reference=pvs:tt=0 |
        jq -e 'all(.aggregates[]; .reference_config | contains("/pvs/tt0/"))'
    # another depth is another reference
    "$BIN" $T --depth=3,4 --algo=scout --reference=pvs:tt=0 |
        jq -e '[.aggregates[].reference_config | split("/")[0]] == ["d3", "d4", "d3", "d4"]'
}

@test "a reference has the copies of the rows that it is compared with" {
    "$BIN" $T --algo=pvs,scout --shuffle=0..2 '--reference=pvs:tt=0' >a.json
    jq -e '[.reference_results[].shuffle] | group_by(.) | map(length) == [12, 12, 12]' a.json
    "$BIN" $T --algo=pvs,scout --shuffle=0..2 --tt=0,64M '--reference=pvs:tt=0' >b.json
    cmp <(jq '.aggregates[] | select(.tt_bytes > 0) | .ratio' a.json) <(jq '.aggregates[] | select(.tt_bytes > 0) | .ratio' b.json)
    # the minimal tree is the same in any order
    "$BIN" $T --algo=pvs --shuffle=0..2 --reference=minimal | jq -e '.reference_results | length == 12'
}

@test "a reference that is not named in --algo is searched too, but not with --reference=none" {
    "$BIN" $T --algo=alphabeta,pvs --tt=0,1M --reference=pvs:tt=0 | jq -e '
        [.results, .reference_results | length] == [48, 0] and ([.aggregates[].ratio_n] | unique) == [12]'
    "$BIN" $T --algo=pvs >a.json
    jq -e '[.results, .reference_results | length] == [12, 12]' a.json
    cmp <(jq '.aggregates[0].ratio' a.json) <("$BIN" $T --algo=alphabeta,pvs | jq '.aggregates[1].ratio')
    "$BIN" $T --algo=pvs --reference=none >b.json
    jq -e '[.results, .reference_results | length] == [12, 0]' b.json
    cmp <(jq .results a.json) <(jq .results b.json)
    run ! grep ratio <("$BIN" $T --algo=pvs --reference=none --format=table)
    "$BIN" merge b.json --no-time | jq -e '.aggregates[0].reference == "none"'
    "$BIN" merge a.json --reference=none --no-time | jq -e '.aggregates[0].ratio == null'
}

@test "limits and minimax are compared with the reference that has the settings asked for" {
    "$BIN" $T --algo=scout,pvs,minimal,minimal-graph,minimax --reference=pvs:tt=0 --no-time | jq -e '
        ([.aggregates[] | select(.algo != "scout" and .algo != "pvs")] | length) == 3
        and all(.aggregates[]; .reference_config | test("/pvs/tt0/"))'
}

@test "a search that one grid uses as reference and a later grid asks for is a result" {
    cat >grid.json <<'END'
[{"tree": "uniform:b=3", "seed": "1..6", "depth": 3, "algo": "pvs"},
 {"tree": "uniform:b=3", "seed": "1..8", "depth": 3, "algo": "mtdf,scout"},
 {"tree": "uniform:b=3", "seed": "3..4", "depth": 3, "algo": "alphabeta"}]
END
    # each seed's is searched once
    "$BIN" sweep --grid=grid.json --no-time | jq -e '
        ([.results[].id] | length == 6 + 2 * 8 + 2 and length == (unique | length))
        and [.results[] | select(.algo == "alphabeta") | .seed] == [3, 4]
        and ([.reference_results[].seed] | sort) == [1, 2, 5, 6, 7, 8]
        and (.aggregates | map(.ratio_n)) == [6, 8, 8, 8]'
}

@test "reference results are read back: merge is the run, from JSON and from JSON Lines" {
    set -- --algo=pvs '--reference=pvs:order=none'
    for form in json jsonl; do
        "$BIN" $T "$@" --format=$form >a.$form
        "$BIN" merge a.$form '--reference=pvs:order=none' --no-time | jq -S 'del(.context)' |
            cmp - <(jq -S 'del(.context)' a.json)
    done
    [ "$(grep -c '^{"reference_result":' a.jsonl)" = 12 ]
    [ "$(grep -c '"id"' a.jsonl)" = 24 ] && [ "$(grep -c '^{"id"' a.jsonl)" = 12 ]
    [ "$("$BIN" $T "$@" --format=csv | wc -l)" = 13 ]
    # a result of one report is a result, though another's reference
    "$BIN" $T --algo=pvs --order=none --reference=none >d.json
    for order in "a.json d.json" "d.json a.json"; do
        "$BIN" merge $order '--reference=pvs:order=none' --no-time |
            jq -e '[.results, .reference_results | length] == [24, 0]'
    done
}

@test "a reference's ordering is read as --order is" {
    local order of=(--game=othello --max-positions=3 --depth=3 --no-time --quiet)
    for order in tt,killer,history tt,eval eval tt,game,history; do
        "$BIN" "${of[@]}" --algo=pvs --reference="alphabeta:order=$order" >a.json
        "$BIN" "${of[@]}" --algo=alphabeta --order="$order" | jq -S .results | cmp - <(jq -S .reference_results a.json)
        jq -e '.aggregates[0] | .ratio_n == 3 and .ratio > 0' a.json
    done
    # it is among the rows, if it is; what one of the games has, the other need not
    "$BIN" --game=othello --game=chess --max-positions=2 --depth=2 --algo=alphabeta,pvs --no-time \
        --quiet --order=tt,history,capture --reference=alphabeta:order=tt,history,capture | jq -e '
        .reference_results == [] and ([.aggregates[] | select(.algo == "alphabeta") | .ratio] == [1, 1])'
    refused 64 "order=capture: uniform does not support it" "$BIN" $T --algo=pvs --reference=pvs:order=tt,capture
}

@test "rows of the reference that are too many for memory are kept in a file, and come back as they were" {
    many=(--tree=uniform:b=2 --seed=1..1500 --depth=1 --algo=pvs --reference=mtdf --quiet --no-time --tt=0)
    "$BIN" "${many[@]}" --format=jsonl | jq -c '.reference_result // empty' >lines
    "$BIN" "${many[@]}" --format=json >report.json
    [ "$(wc -c <lines)" -gt 1100000 ] # more than one part
    jq -c '.reference_results[]' report.json | cmp lines -
    TMPDIR=$PWD/nowhere run --separate-stderr -2 "$BIN" "${many[@]}"
    [[ $stderr == "absbench: $PWD/nowhere: the rows of the reference cannot be kept there: "* ]]
}

@test "each limit of work has a reference of its own, which --reference cannot name" {
    "$BIN" $T --algo=pvs --max-nodes=2000,9000 --reference=minimal | jq -e '[.aggregates[] | select(.algo == "pvs")
        | .reference_config | split("/")[-1]] == ["limit2000", "limit9000"]'
    refused 64 "'max-nodes' is no setting in which it may differ" "$BIN" $T --algo=pvs --reference='pvs:max-nodes=9'
}
