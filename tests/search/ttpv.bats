#!/usr/bin/env bats
# ttpv.bats -- --tt-pv=off: the table answers null windows alone; --tt-quiescence: leaves that it answers.

load ../common

# How many nodes with a window wider than a null window the trace has that the table, or --etc, has answered.
wide_answers() {
    "$BIN" trace --format=jsonl "$@" | jq -s '. as $all | ($all | map(select(.event == "enter")) | map({key: "\(.node)", value: .}) | from_entries) as $in
        | [$all[] | select(.event == "leave" and (.by == "table" or .by == "etc")) | $in["\(.node)"]
            | select(.alpha == null or .beta == null or .beta > .alpha + 1)] | length'
}

@test "with --tt-pv=off no entry answers a wide window, and values stay" {
    T="--tree=uniform:b=4,range=40,commute=1 --depth=6 --tt=1M"
    for more in "" --etc=on; do
        [ "$(wide_answers $T $more --algo=alphabeta)" -gt 20 ]
        for algo in alphabeta failsoft pvs pvs-hard negascout aspiration+pvs mtdf; do
            [ "$(wide_answers $T $more --algo=$algo --tt-pv=off)" -eq 0 ]
        done
    done
    "$BIN" --tree=uniform:b=4,range=40,commute=1 --seed=1..8 --depth=6 --tt=1M --algo=all --tt-pv=on,off --etc=on,off --verify --quiet |
        jq -e '.verification.agree and ([.results[] | select(.tt_pv == false and .tt.answers > 0)] | length) > 20'
}

@test "with --tt-pv=off the entry's move is first, and null windows are answered" {
    "$BIN" --game=chess --max-positions=12 --depth=4 --algo=alphabeta,pvs --tt-pv=on,off --reference=none --quiet --no-check-moves |
        jq -e '[.results[] | select(.tt_pv | not)] | all(.tt.hits > 0) and (map(select(.algo == "pvs").tt.answers) | add) > 100'
    work() { "$BIN" --game=othello --max-positions=12 --depth=6 --algo=alphabeta --reference=none --quiet --no-check-moves "$@" | jq '[.results[].work] | add'; }
    [ "$(work --tt-pv=off)" -lt "$(work --tt-pv=off --order=killer,history,game)" ]
    [ "$(work --tt-pv=off)" -gt "$(work)" ]
}

@test "rows with a table say so, ids and pages only where it is off" {
    "$BIN" --tree=uniform:b=3 --depth=3 --algo=pvs --tt=0,1M --tt-pv=on,off --reference=none --quiet >o.json
    jq -e '[.results[] | [.tt_bytes, .tt_pv, (.id | contains("tt-pv"))]] == [[0, null, false], [1048576, true, false], [1048576, false, true]]
        and (.results[0] | has("tt_pv") | not)' o.json
    "$BIN" --tree=uniform:b=3 --depth=3 --algo=pvs --tt-pv=on,off --reference=none --quiet --format=table >page
    grep -q '^  pvs  ' page
    grep -q '^  pvs tt-pv=off  ' page
    "$BIN" show o.json --format=csv | head -1 | grep -q ',tt_replace,tt_pv,tt_keep,order,'
    "$BIN" --tree=uniform:b=3 --depth=3 --algo=pvs --reference='pvs:tt-pv=off' --quiet |
        jq -e '.reference_results[0].tt_pv == false and .results[0].tt_pv'
    ends 64 "$BIN" --tree=uniform:b=3 --algo=pvs --tt-pv=some
}

@test "--tt-pv that changes nothing is reported on stderr" {
    idle() { "$BIN" --tree=uniform:b=3 --depth=3 --reference=none --quiet "$@" 2>&1 >/dev/null; }
    says="absbench: --tt-pv has no effect: no search here uses it"
    [ "$(idle --algo=pvs --tt=0 --tt-pv=off)" = "$says" ]
    [ "$(idle --algo=mtdf,bisect+pvs,bns --tt-pv=off)" = "$says" ]
    [ "$(idle --algo=minimax --tt-pv=off)" = "$says" ]
    [ -z "$(idle --algo=mtdf --guess=shallow --tt-pv=off)" ]
    [ -z "$(idle --algo=mtdf,alphabeta --tt-pv=off)" ]
    [ -z "$(idle --algo=minimal --deepening=off)" ]
    # Where all windows are null windows, nothing changes.
    "$BIN" --tree=uniform:b=4,range=100 --seed=1..9 --depth=6 --algo=mtdf,bisect --tt-pv=on,off --reference=none --quiet |
        jq -e '[.results[] | {a: [.algo, .seed], work}] | group_by(.a) | all((map(.work) | unique | length) == 1)'
}

@test "the trace page's code names the windows that the table answers" {
    "$BIN" trace --tree=uniform:b=2 --depth=2 --algo=pvs --etc=on --tt-pv=off --format=html >page
    grep -q 'if beta = alpha + 1 and the table settles (p, alpha, beta, depth): return its value' page
    grep -q 'if beta = alpha + 1 and the table has a move with a score >= beta: return it' page
    "$BIN" trace --tree=uniform:b=2 --depth=2 --algo=pvs --etc=on --format=html >page
    ! grep -q 'if beta = alpha + 1' page
    grep -q '"    if the table settles (p, alpha, beta, depth): return its value' page
}

@test "with --tt-quiescence=on a leaf that the table answers makes no evaluation" {
    # kings alone: no captures, so that a leaf is one evaluation
    "$BIN" --game=chess --position='8/8/4k3/8/8/4K3/8/8 w - -' --depth=3 --algo=failsoft --quiescence=on --order=none \
        --deepening=off --tt-quiescence=on,off --quiet --format=json >out
    jq -e '[.results[] | .qnodes == 0 and .tt.answers == 0 and .leaves == .evaluations + .tt.hits, .tt.hits > 0]
        == [true, true, true, false]' out
}
