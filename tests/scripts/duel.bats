#!/usr/bin/env bats
# duel.bats -- scripts/duel with a planted judge, which knows the rules and makes up values; with stockfish where it is installed.

load ../common

setup_file() {
    local program; program=$(realpath "${ABSBENCH:-./absbench}")
    "$program" positions --game=chess --count=30 --seed=9 --quiet | grep -v '^#' |
        awk '{ printf "%s%s\n", $0, NR <= 26 ? " game " int((NR + 2) / 3) ";" : "" }' >"$BATS_FILE_TMPDIR/positions.epd"
}

setup() {
    here
    export ABSBENCH=$BIN
    mkdir bin
    cp "$ROOT/tests/scripts/planted-judge" bin/stockfish
    PATH=$PWD/bin:$PATH
    head -n 8 "$BATS_FILE_TMPDIR/positions.epd" >positions.epd
}
duel() { "$ROOT/scripts/duel" "$@" --positions=positions.epd; }

@test "mean, interval, verdict, Elo and the worst positions are those of SPEC's formulas, computed apart" {
    cp "$BATS_FILE_TMPDIR/positions.epd" .
    duel Select=null,lmr 'Algorithm=alphabeta;Order=none' --nodes=700,300 --output=kept --format=json >found.json
    /usr/bin/python3 - "$ROOT" <<'END'
import json, sys, zlib
import numpy as np
from scipy import stats
found, (head, *rows) = json.load(open("found.json")), [*map(json.loads, open("kept"))]
order = {line.split(" id ")[0]: at for at, line in enumerate(open("positions.epd"))}
rows.sort(key=lambda row: order[row["position"]])
assert len(rows) == found["positions"] == 30 and found["nodes"] == [700, 300] and found["status"] == "ok"

def worth(row, side):
    value = zlib.crc32(f"{row['position']} {row[side]}".encode()) % 5000 - 2500
    return 30000 - 2 * ((value - 2400) // 10 + 1) if value > 2400 else value
d = []
for row in rows:
    a, b = worth(row, "a"), worth(row, "b")
    d.append(0 if row["a"] == row["b"] else min(max(a, b) - b, 1000) - min(max(a, b) - a, 1000))
    assert d[-1] == row["difference"], row
assert found["differ"] == sum(row["a"] != row["b"] for row in rows) > 5
game = np.array([*(i // 3 for i in range(26)), 90, 91, 92, 93])
assert found["games"] == len({*game}) == 13
d = np.array(d)
sums = np.array([(d[game == g] - d.mean()).sum() for g in {*game}])
s = np.sqrt(13 / 12 * (sums ** 2).sum()) / 30
half = stats.t.ppf(0.975, 12) * s
assert np.allclose([found["mean"], found["mean_low"], found["mean_high"]], [d.mean(), d.mean() - half, d.mean() + half])
assert found["verdict"] == ("unknown" if abs(d.mean()) <= half else "better" if d.mean() > 0 else "worse")
needed = int(np.ceil(30 * (half / d.mean()) ** 2))
assert found["positions_needed"] == (needed if needed <= 20000 else None)
assert [one["difference"] for one in found["worst"]] == sorted(d[d != 0], key=lambda x: -abs(x))[:10]
assert found["elo"] is None and "Select" in found["elo_missing"]
END
}

@test "where fewer than ten positions have a difference, the report says that they are few" {
    PYTHONPATH=$ROOT/tests/scripts /usr/bin/python3 - <<'END'
from opened import opened
duel = opened("duel")
plan = {"a": "", "b": "Order=tt", "nodes_a": 9, "nodes_b": 9, "game": "chess", "depth": 10}
for differ in 0, 1, 9, 10, 11:
    found = [{"position": str(i), "a": "x", "b": "y", "difference": 30 * (i < differ)} for i in range(100)]
    told = duel.said(plan, duel.report(plan, found, [*range(100)]))
    assert (f"only {differ} positions have a difference" in told) == (0 < differ < 10), (differ, told)
END
}

@test "Elo is the mean by the line through the pairs of the nearest budget; null, with a reason, elsewhere" {
    PYTHONPATH=$ROOT/tests/scripts /usr/bin/python3 - <<'END'
import random
import numpy as np
from opened import opened
duel = opened("duel")
import csv
from pathlib import Path
from tempfile import NamedTemporaryFile
drawn = random.Random(4)
for _ in range(20):
    rows = []
    for game, nodes, k in (("chess", 5000, 7), ("chess", 20000, 5), ("xiangqi", 5000, 4)):
        for i in range(k):
            m, sm, se = drawn.uniform(-5, 5), drawn.uniform(0.3, 2), drawn.uniform(8, 25)
            e = 23 * m + drawn.gauss(0, 2 * se)
            rows.append({"game": game, "nodes_b": nodes, "mean": m, "mean_low": m - 1.96 * sm, "mean_high": m + 1.96 * sm,
                         "elo": e, "elo_low": e - 1.96 * se, "elo_high": e + 1.96 * se})
    with NamedTemporaryFile("w", suffix=".csv") as file:
        writer = csv.DictWriter(file, [*rows[0]])
        writer.writeheader()
        writer.writerows(rows)
        file.flush()
        duel.YARDSTICK = Path(file.name)
        plan = {"a": "", "b": "Order=none", "nodes_a": 9000, "nodes_b": 9000, "game": "chess"}
        (elo, low, high), why = duel.elo_of(plan, 2.0, 1.5)
        assert why is None
        pairs = [row for row in rows if row["game"] == "chess" and row["nodes_b"] == 5000]  # 9000 / 5000 < 20000 / 9000
        grid = np.linspace(-20, 120, 1400001)
        S = sum((p["elo"] - grid * p["mean"]) ** 2 / (((p["elo_high"] - p["elo_low"]) / 3.92) ** 2 +
                (grid * (p["mean_high"] - p["mean_low"]) / 3.92) ** 2) for p in pairs)
        at = S.argmin()
        within = np.flatnonzero(S < S[at] + 1)
        assert np.all(np.diff(within) == 1)
        b, sb = grid[at], (grid[within[-1]] - grid[within[0]]) / 2 * max(1, S[at] / (len(pairs) - 1)) ** 0.5
        off = 1.96 * (b * b * (1.5 / 1.96) ** 2 + 4 * sb * sb) ** 0.5
        assert np.allclose([elo, low, high], [2 * b, 2 * b - off, 2 * b + off], atol=0.02, rtol=1e-4), (elo, low, high, b, off)
        for change, word in ({"game": "xiangqi", "nodes_b": 5000}, "only 4 pairs"), ({"nodes_b": 2400}, "near 2400"), \
                ({"nodes_b": 41000}, "near 41000"), ({"a": "Select=lmr"}, "Select"):
            none, why = duel.elo_of(plan | change, 2.0, 1.5)
            assert none == [None] * 3 and word in why, why
        assert duel.elo_of(plan | {"a": "Select=lmr", "b": "toga2"}, 2.0, 1.5)[1] is None
        assert duel.elo_of(plan, 2.0, None)[1]
END
}

@test "the same command gives the same bytes, with any number of jobs and after a kill; one file has one writer" {
    set -- Order=none Algorithm=mtdf --nodes=500 --format=json
    duel "$@" --output=a >a.json
    duel "$@" -j 3 | diff a.json -
    head -n 5 a >b
    sed -n 6p a | head -c 40 >>b
    duel "$@" --output=b | diff a.json -
    diff a b
    refused 2 "was made otherwise" duel Order=none Algorithm=mtdf --nodes=501 --output=a
    exec 8<>a
    flock 8
    refused 2 "another command" duel Order=none Algorithm=mtdf --nodes=500 --output=a 8>&-
    "$ROOT/scripts/duel" "$@" --positions=positions.epd --output=c >c.json 3>&- &
    PID=$!
    for _ in {1..1200}; do [ -f c ] && [ "$(wc -l <c)" -ge 3 ] && break; sleep 0.05; done
    kill -KILL "$PID"
    wait "$PID" || true
    cp c before
    duel "$@" --output=c | diff a.json -
    head -n "$(wc -l <before)" c | diff before -
}

@test "equal searches differ nowhere; wrong usage is one line" {
    duel '' Algorithm=alphabeta --nodes=500 >same
    grep -q 'the moves differ in 0' same && grep -q 'are they the same search?' same
    JUDGE=dies refused 2 "stockfish has ended" duel Order=none Algorithm=mtdf --nodes=500
    JUDGE=bounds refused 2 "exact value" duel Order=none Algorithm=mtdf --nodes=500
    refused 64 "has no option" duel Ordre=none '' --nodes=500
    refused 64 "; write 'Algorithm=aspiration+pvs;Window=0.25p'" duel 'aspiration+pvs --window=0.25p' '' --nodes=500
    refused 64 "; write 'Algorithm=pvs;Select=null,lmr;Ttmode=exact'" duel 'pvs --select=null,lmr --tt-mode=exact' '' --nodes=500
    refused 64 "'Algorithm=aspiration+pvs;Window=0.25p'" duel --algo=pvs '' --nodes=500
    refused 64 "there is no 'pv'" duel Algorithm=pv '' --nodes=500
    PATH=$PWD/bin:/usr/bin:/bin refused 64 "; write 'Algorithm=pvs'" duel pvs mtdf --nodes=500 # LVM has a program pvs
    ends 2 duel pv mtdf --nodes=500
    [[ $(<err) == *"cannot be run"* && $(<err) != *write* ]]
    refused 64 "give two searches" duel Order=none
    refused 64 "give two searches" duel Order=none '' --nodes=0
    refused 64 "give two searches" duel Order=none '' --nodes=5s
    refused 2 "cannot be run" duel ./none '' --nodes=500
    duel '' Order=none --nodes=9ms,500 >timed
    grep -q '^A: absbench uci, 9ms a move' timed
    grep -q '^B: Order=none, 500 nodes a move' timed
    printf '#!/bin/sh\nexec "$1" uci | sed -u "s/^bestmove.*/bestmove a1a1/"\n' >liar
    chmod +x liar
    refused 2 "plays a1a1 in " duel '' "./liar $(linked "$BIN")" --nodes=500
    echo 'nonsense' >>positions.epd
    refused 2 "positions.epd:9: " duel Order=none '' --nodes=500
    rm positions.epd
    refused 2 "positions.epd cannot be read" duel Order=none '' --nodes=500
}

@test "a judge or a player that hangs is given up; values of a last iteration that ended with a bound are those before" {
    duel Order=none Algorithm=mtdf --nodes=500 --format=json >usual
    JUDGE=shallow duel Order=none Algorithm=mtdf --nodes=500 --format=json >shallow
    jq -e '.judge == "stockfish, depth 10 (less at \(.differ) positions)"' shallow
    diff <(jq 'del(.judge)' usual) <(jq 'del(.judge)' shallow)
    printf '#!/bin/sh\nwhile read -r line; do case $line in uci) echo uciok ;; isready) echo readyok ;; esac; done\n' >mute
    chmod +x mute
    cat >impatient.py <<'END'
import sys
from opened import opened
words = sys.argv[1:]
duel = opened("duel")
from figures import cli, uci
sys.argv = ["duel", *words]
ask = uci.Engine.ask


def soon(engine, said, until, longest=0):
    """Only where the one that hangs is asked: a busy machine may let the others wait."""
    uci.PATIENCE_S = 2 if until == "bestmove" and engine.command in ("./mute", "stockfish") else 600
    return ask(engine, said, until, longest)


uci.Engine.ask = soon
cli.run(duel.main)
END
    export PYTHONPATH=$ROOT/tests/scripts
    refused 2 "says nothing for 2 s where bestmove was due" /usr/bin/python3 impatient.py ./mute '' --positions=positions.epd
    JUDGE=hangs refused 2 "says nothing for 2 s where bestmove was due" /usr/bin/python3 impatient.py Order=none Algorithm=mtdf \
        --nodes=500 --positions=positions.epd
    ! pgrep -f "$PWD/bin/stockfish" # nothing is left behind
}

@test "calibrate --check: Elo of each pair by the line through the others, beside its games" {
    head -n 1 "$ROOT/results/reference/duel.csv" >pairs.csv
    local m
    for m in -4 -2 1 2 5; do
        echo "a$m,b,5000,5000,chess,4,10,9,99,9,$m,$((m - 1)),$((m + 1)),,,,$((20 * m)),$((20 * m - 30)),$((20 * m + 30)),$(printf ,%.0s {1..9})"
    done | sed 's/,,$/,/' >>pairs.csv
    "$ROOT/scripts/calibrate" --check --file=pairs.csv >on
    grep -q '^chess, 5000 nodes, 5 pairs: 20.0 +- ' on
    [ "$(grep -Ec '^  [+]2.0 \[[+]1.0, [+]3.0\] +[+]40 \[.*\] +[+]40 \[[+]10, [+]70\] +a2 : b$' on)" -eq 1 ]
    ! grep -q '!' on
    sed -i '/^a5,/s/100,70,130/-60,-90,-30/' pairs.csv
    "$ROOT/scripts/calibrate" --check --file=pairs.csv >off
    grep -Eq '^  [+]5.0 \[.*\] +[+]100 \[.*\] +-60 \[-90, -30\] +! a5 : b$' off
    sed -i 's/,-4,-5,-3,/,-4,-50,50,/; s/,5,4,6,/,5,-50,50,/; s/,\(-*[12]\),[-0-9]*,[-0-9]*,,,,/,\1,-50,50,,,,/' pairs.csv
    "$ROOT/scripts/calibrate" --check --file=pairs.csv >open # means that may be 0 give no line
    grep -q '^chess, 5000 nodes, 5 pairs: nan +- inf' open
}

@test "calibrate: of results drawn where the Elo is known 93 to 99 of 100 are within the interval, without the line's error fewer" {
    PYTHONPATH=$ROOT/tests/scripts /usr/bin/python3 - <<'END'
import random
from opened import opened
calibrate = opened("calibrate")
rng, pairs = random.Random(3), []
for mean in -6, -3, 2, 4, 8:
    games = {str(game): [rng.gauss(mean, 40) + bias for _ in range(6)] for game in range(100) for bias in [rng.gauss(0, 8)]}
    pairs.append(({"mean": mean, "elo_low": 20 * mean - 30, "elo_high": 20 * mean + 30}, games))
within = calibrate.covered(pairs, 20)
assert 0.93 <= sum(within) / len(within) <= 0.99, (sum(within), len(within))
by_line = calibrate.elo.by_line


def sure(line, mean, half):
    found = by_line(line, mean, half)
    return found and [found[0]] * 3


calibrate.elo.by_line = sure
within = calibrate.covered(pairs, 20)
assert sum(within) / len(within) < 0.85, sum(within) / len(within)
END
}

@test "calibrate: a pair is foretold by the pairs of its game and budget that the file has so far, before its games" {
    cp "$BATS_FILE_TMPDIR/positions.epd" .
    cat >planted <<'END'
#!/usr/bin/python3
"""Answers as duel and as match do, in csv."""
import os, sys
with open("asked", "a", encoding="ascii") as asked:
    print(os.path.basename(sys.argv[0]), file=asked)
if sys.argv[0].endswith("duel"):
    print("games,n,differ,mean,mean_low,mean_high\n9,99,50,3,1,5")
else:
    print("won,drawn,lost,pairs 0,pairs 1/2,pairs 1,pairs 3/2,pairs 2,same\n5,2,1,0,1,1,1,1,0")
END
    chmod +x planted
    mkdir -p top/scripts room
    cp -r "$ROOT"/scripts/{calibrate,figures} top/scripts
    cp planted top/scripts/duel
    cp planted top/scripts/match
    touch room/chess.openings
    head -n 1 "$ROOT/results/reference/duel.csv" >pairs.csv
    echo "a,b,5000,5000,chess,4,10,9,99,9,2,1,3,,,,40,10,70,5,2,1,0,1,1,1,1,0
c,d,20000,20000,chess,4,10,9,99,9,2,1,3,,,,400,370,430,5,2,1,0,1,1,1,1,0
e,f,5000,5000,chess,4,10$(printf ,%.0s {1..21})
g,h,5000,5000,chess,4,10$(printf ,%.0s {1..21})" >>pairs.csv
    cp pairs.csv foretold.csv
    top/scripts/calibrate --games=0 --file=foretold.csv --room=room
    [ "$(tr '\n' ' ' <asked)" = "duel duel " ]
    [ "$(grep -c ',99,50,3,1,5,' foretold.csv)" -eq 2 ]
    rm asked
    top/scripts/calibrate --file=foretold.csv --room=room # what was found is kept
    [ "$(tr '\n' ' ' <asked)" = "match match " ]
    rm asked
    top/scripts/calibrate --file=pairs.csv --room=room
    [ "$(tr '\n' ' ' <asked)" = "duel match duel match " ]
    /usr/bin/python3 - <<'END'
import csv
*_, first, second = csv.DictReader(open("pairs.csv"))
assert first["predicted"] == "" and first["elo"] and first["won"] == "5"  # one pair makes no line
elo, low, high = (float(second[name]) for name in ("predicted", "predicted_low", "predicted_high"))
assert low < 3 * 20 < high and low < elo < high < 400, (low, elo, high)
END
}

@test "stockfish's values of the moves that differ are those that it prints when asked alone" {
    rm bin/stockfish
    PATH=$PATH:/usr/games
    command -v stockfish >/dev/null || skip "stockfish is not installed"
    duel Order=none Algorithm=mtdf --nodes=400 --depth=6 --output=kept >said
    grep -q 'centipawns a position less' said
    /usr/bin/python3 - <<'END'
import json, re, subprocess
for row in [*map(json.loads, open("kept"))][1:]:
    if row["a"] == row["b"]:
        assert row["difference"] == 0
        continue
    with subprocess.Popen(["stockfish"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as judge:
        judge.stdin.write(f"setoption name MultiPV value 2\nucinewgame\nposition fen {row['position']}\n"
                          f"go depth 6 searchmoves {row['a']} {row['b']}\n")
        judge.stdin.flush()
        said = []
        while not said or not said[-1].startswith("bestmove"):
            said.append(judge.stdout.readline())
        judge.stdin.close()
    value = {}
    for line in said:
        got = re.search(r"^info depth 6 .*score (cp|mate) (-?\d+) (?!.*bound).* pv (\S+)", line)
        if got:
            n = int(got[2])
            value[got[3]] = n if got[1] == "cp" else (1 if n > 0 else -1) * (30000 - 2 * abs(n))
    best = max(value.values())
    assert row["difference"] == min(best - value[row["b"]], 1000) - min(best - value[row["a"]], 1000), (row, value)
END
}
