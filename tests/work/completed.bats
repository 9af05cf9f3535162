#!/usr/bin/env bats
# completed.bats -- how deep a search came within its limit.

load ../common

searches() {
    "$BIN" --game=chess --game=othello --max-positions=3 --algo=pvs,mtdf,aspiration --no-time --quiet \
        --no-check-moves "$@"
}

@test "a stopped search has its deepest finished iteration, which is that of a search to its depth" {
    searches --depth=20 --max-nodes=6000 >stopped.json
    searches --depth=0..13 --max-nodes=6000 >whole.json
    jq -se '.[0].results as $stopped
        | (.[1].results | INDEX("\(.position_id)/\(.algo)/\(.depth)")) as $whole
        | ($stopped | length) == 18 and all($stopped[]; . as $s | .completed as $c | .status == "node_limit" and .value == null
            and .best_move == null and .pv == [] and $c.depth == ([.iterations[] | select(.value != null).depth] | max)
            and $c.work <= 6000 and $c.work == ([.iterations[] | select(.depth <= $c.depth).work] | add)
            and ($whole["\(.position_id)/\(.algo)/\($c.depth)"] as $w
                | [$c.value, $c.best_move, $c.pv, $c.work] == [$w.value, $w.best_move, $w.pv, $w.work]))' \
        stopped.json whole.json
    jq -e '[.results[] | select(.status == "ok").completed] | length > 60 and all(.[]; . == null)' whole.json
}

@test "an iteration that ended beyond the limit does not count, nor does a search made for a guess" {
    local work
    row() { "$BIN" --game=chess --position=start "$@" --no-time --format=jsonl | grep '^{"id"' >row; }
    row --depth=4
    work=$(jq .work row)
    row --depth=5 --max-nodes="$work"
    jq -e '.completed.depth == 4' row
    row --depth=5 --max-nodes=$((work - 1))
    jq -e '.completed.depth == 3' row
    row --depth=5 --algo=mtdf --deepening=off --guess=shallow --max-nodes=14000
    jq -e '.status == "node_limit" and .completed == null and .iterations[0].value != null' row
    row --depth=9 --max-nodes=1
    jq -e '.completed == null' row
    local timeout # a busy machine needs more
    for timeout in 0.3 3 30; do
        row --depth=20 --timeout=$timeout
        jq -e '.status == "timeout"' row
        ! jq -e '.completed.depth >= 2 and .completed.value != null' row || break
    done
    jq -e '.completed.depth >= 2 and .completed.value != null' row
}

@test "\`completed\` is read back, and has cells in CSV" {
    searches --depth=20 --max-nodes=3000 >stopped.json
    "$BIN" merge stopped.json --no-time >again.json
    diff <(jq .results stopped.json) <(jq .results again.json)
    searches --depth=20 --max-nodes=3000 --format=csv >stopped.csv
    /usr/bin/python3 - <<'END'
import csv, json
rows = json.load(open("stopped.json"))["results"]
for row, cells in zip(rows, csv.DictReader(open("stopped.csv"))):
    done = row["completed"]
    assert cells["completed_depth"] == str(done["depth"]) and cells["completed_value"] == str(done["value"])
    assert cells["completed_pv"] == " ".join(done["pv"]) and cells["completed_work"] == str(done["work"])
    assert cells["completed_best_move"] == done["best_move"]
END
    searches --depth=20 --max-nodes=3000 --output=stopped.jsonl # a log's lines are proved whole
    for damage in '.completed.value += 1' '.completed.work += 1' 'del(.completed)'; do
        { sed -n 1p stopped.jsonl; sed -n 2p stopped.jsonl | jq -c "$damage"; sed 1,2d stopped.jsonl; } >bad.jsonl
        refused 2 'edited or damaged' "$BIN" merge bad.jsonl --output=all.json
    done
}

@test "a search that is given up after 100 000 passes disagrees with nobody" {
    "$BIN" --tree=uniform:b=3,range=10 --depth=2 --algo=alphabeta,dual+failsoft-low --allow-fail-hard \
        --no-time --quiet >a.json 2>err
    [ ! -s err ]
    jq -e '(.results[1] | .status == "inconsistent" and .value == null and .passes == 100000
            and .iterations[-1].passes[-1].beta < -1000000000)
        and .verification.mismatches == [] and (.errors | length) == 1 and (.errors[0].message |
        test("stopped after too many passes"))' a.json
    "$BIN" merge a.json --no-time | sed '/^"context"/d' | cmp - <(sed '/^"context"/d' a.json)
    "$BIN" merge a.json --format=table | tr -s ' \n' ' ' >out
    grep -Fq ' Given up after 100 000 passes: 1; a larger --window, --step or --widen-factor' out
}

@test "a limit is reached at the same place in every build: what debug ones check is not counted" {
    "$BIN" --game=chess --position="r3k1nr/2pq3p/2n1p3/1p1N4/pb1PP1R1/7p/PP2Q2P/R1BB2K1 w kq -" --depth=2 --algo=step \
        --tt=0 --deepening=off --reference=none --max-nodes=5000 --format=json >row
    [ "$(jq -c '.results[0] | [.nodes, .qnodes, [.iterations[].passes[].work]]' row)" = '[284,4716,[1448,1452,1465]]' ]
}
