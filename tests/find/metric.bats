#!/usr/bin/env bats
# metric.bats -- the measure of comparisons. Pages: golden.

load ../common

run_chess() {
    "$BIN" --game=chess --max-positions=8 --depth=2,3 --algo=alphabeta,pvs,aspiration --window=10,50 --quiescence=on \
        --quiet "$@"
}

# Whether the report's means and ratios are those of $1, a filter on a row, paired by position.
measured_by() {
    jq -e --arg metric "$2" "
        def of: $1;"'
        def near($b): . / $b - 1 | fabs < 1e-8;
        [.results[] | .of = of] as $rows
        | .metric == $metric and (.aggregates | length == 8) and all(.aggregates[]; . as $a
            | [$rows[] | select(.algo == $a.algo and .window_low == $a.window_low and .depth == $a.depth)] as $mine
            | ($rows | map(select(.algo == "alphabeta" and .depth == $a.depth)) | INDEX(.position_id)) as $other
            | ($a.measure_sum | near([$mine[].of] | add))
            and ($a.measure_geomean | near([$mine[].of | log] | add / length | exp))
            and $a.work_sum == ([$mine[].work] | add) and $a.nodes_sum == ([$mine[].nodes] | add)
            and $a.metric == $metric and $a.ratio_n == ($mine | length)
            and ($a.ratio
                | near([$mine[] | .of / $other[.position_id].of | log] | add / length | exp)))' report.json
}

@test "ratios are of work unless --metric says otherwise" {
    local metric field options
    while read -r metric field options; do
        # shellcheck disable=SC2086
        run_chess $options >report.json
        measured_by $field $metric
        [ $metric != work ] || jq -e 'any(.aggregates[]; .algo == "pvs" and .work_sum > 1.3 * .nodes_sum)' report.json
    done <<'END'
work .work
nodes .nodes --metric=nodes
evaluations .evaluations --metric=evaluations
distinct_leaves .distinct_leaves --metric=distinct_leaves --distinct
time .time.cpu_s --metric=time
END
}

@test "merge compares stored rows by any metric that they have" {
    run_chess --no-time >report.json
    "$BIN" merge report.json --metric=nodes >nodes.json
    run_chess --no-time --metric=nodes >again.json
    diff <(jq '[.metric, .aggregates, [.answers[] | del(.options)]]' nodes.json) <(jq '[.metric, .aggregates, [.answers[] | del(.options)]]' again.json)
    "$BIN" merge report.json --metric=time >time.json
    jq -e 'all(.aggregates[]; .n == 0 and .measure_sum == null and .ratio == null
        and (.missing | contains("no row has status ok and what the metric counts")))' time.json
}

@test "windows have the evaluation's unit in aggregates and answers" {
    local wanted options
    while IFS='|' read -r wanted options; do
        # shellcheck disable=SC2086
        "$BIN" $options --depth=2 --algo=aspiration,alphabeta --window=5,9 --max-positions=20 --no-time --quiet --format=json >out
        jq -e --arg unit "$wanted" 'all(.aggregates[]; .unit == $unit)
            and all(.answers[].sentence; contains("Windows are in \($unit).") == ($unit != "points"))' out || { echo "$options"; false; }
    done <<'END'
centipawns|--game=chess
centipawns|--game=xiangqi
hundredths of a disc|--game=othello
hundredths of a man|--game=checkers
hundredths of log-odds|--game=connectfour
open lines|--game=ttt
points|--tree=uniform:b=4,range=100 --seed=1..20
points|--game=chess --eval=result
END
    # one window for all is no choice
    "$BIN" --game=chess --depth=2 --algo=aspiration,alphabeta --max-positions=3 --no-time --quiet --format=json |
        jq -e '.answers[].sentence | contains("Windows") | not'
}
