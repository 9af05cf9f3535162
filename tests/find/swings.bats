#!/usr/bin/env bats
# swings.bats -- how values move from one iteration to the next: the report's figures, by other means; when a page speaks of them.

load ../common

@test "medians and quartiles of swings are those of the rows' iterations" {
    "$BIN" --game=connectfour --suite=large --max-positions=20 --game=othello --tree=incremental:b=4,step=9 --seed=1..20 --depth=5..6 \
        --algo=mtdf,pvs --guess=shallow,parity --eval=heuristic,material+noise:9 --no-time --quiet --format=json >report.json
    python3 - <<'END'
import json, statistics
report = json.load(open("report.json"))
HALF = {"connectfour": 41, "othello": 150, "incremental": 9}
checked = 0
for line in report["swings"]:
    changes, two = [], []
    for row in report["results"]:
        if row["spec"] != line["spec"] or not row["id"].endswith(line["config"]):
            continue
        values = [(i["depth"], i["value"]) for i in row["iterations"] if not i.get("guess")]
        for k, (depth, value) in enumerate(values):
            asked = depth == line["iteration"] or line["iteration"] is None and depth >= 4
            if k == 0 or not asked or max(abs(value), abs(values[k - 1][1])) > 60 * HALF[row["domain"]]:
                continue
            changes.append((value - values[k - 1][1]) * (1 if depth % 2 == 0 else -1))
            if k > 1:
                two.append(abs(value - values[k - 2][1]))
    low, _, high = statistics.quantiles(changes, n=4, method="inclusive") if len(changes) > 1 else 3 * [None]
    wanted = {"n": len(changes), "even_minus_odd": statistics.median(changes), "low_quartile": low, "high_quartile": high,
              "from_last": statistics.median(map(abs, changes)), "from_two_ago": statistics.median(two) if two else None}
    for name, number in wanted.items():
        assert number is None or abs(number - line[name]) < 1e-6, (name, number, line)
    assert two or line["from_two_ago"] is None, line
    checked += 1
assert checked > 40, checked
END
}

@test "a game that swings is shown with what mends it, and is silent when it is mended" {
    local turn
    swing() { "$BIN" --game=connectfour --suite=large --max-positions=60 --depth=7 --algo=pvs --no-time --quiet --eval="heuristic+turn:$1" "${@:2}"; }
    swing 64 --format=markdown >page
    grep -q 'how values move' page
    turn=$(swing 64 --format=json | jq '[.swings[] | select(.iteration == null and .n > 9).turn][0]')
    grep -q "from 4 on.* $turn *|" page
    turn=$((turn + 64))
    [ "$turn" -ge -8 ] && [ "$turn" -le 8 ]
    swing "$turn" --format=markdown >page
    if grep -q 'how values move' page; then return 1; fi
    swing "$turn" --format=markdown --passes | grep -q 'how values move'
}

@test "no swing of what has one iteration, of results, or of random trees on a page" {
    local option
    for option in --deepening=off --eval=result; do
        [ "$("$BIN" --game=othello --depth=5 --algo=pvs $option --no-time --quiet --format=json | jq -c .swings)" = "[]" ]
    done
    "$BIN" --tree=uniform:b=4,range=1000 --seed=1..60 --algo=pvs --depth=5 --no-time --quiet --format=markdown >page
    if grep -q 'how values move' page; then return 1; fi
    # surely below 0, but by less than a tenth of half a pawn
    "$BIN" --game=checkers --suite=large --algo=pvs --depth=8 --no-time --quiet --no-check-moves --format=markdown >page
    if grep -q 'how values move' page; then return 1; fi
}

@test "check tells it" {
    run -0 "$BIN" check --game=ttt
    [[ ${lines[1]} =~ ": values at even depths are "[0-9]+" "(above|below)" those at odd ones in the median of "[0-9]+" (half a pawn: " ]]
}
