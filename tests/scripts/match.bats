#!/usr/bin/env bats
# match.bats -- scripts/match: the interval, without a referee; games, with stockfish or fairy-stockfish where it is installed.

load ../common

setup() {
    here
    PATH=$PATH:${GAMES:-/usr/games}
    export ABSBENCH=$BIN
    printf '%s; kind quiet;\n' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 id "a"' '4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - -' \
        '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -' '8/5ppp/3k4/8/8/3K4/5PPP/8 w - - 0 1' >openings # the second is lost
    echo '8/8/8/4k3/8/4K3/4P3/8 w - - 0 1; kind sharp;' >>openings
}
match() { "$ROOT/scripts/match" "$@"; }
needs() { command -v "$1" >/dev/null || skip "$1 is not installed"; }

@test "Elo and interval are those that engines publish of the same pairs; the interval holds what is true 19 times of 20" {
    cd "$ROOT/scripts" && /usr/bin/python3 - <<'END'
import random
from figures.elo import estimate, of_score

# Tests that engines published with their pairs: Reckless 98 and 600, Sirius 119 and 223, Stoat 113.
for pairs, value, half in [([56, 193, 470, 280, 88], 24.17, 10.13), ([183, 10974, 23686, 10952, 195], 0.01, 1.13),
                           ([149, 853, 1691, 961, 178], 7.53, 4.96), ([179, 1719, 3418, 1783, 210], 2.99, 3.31),
                           ([1304, 308, 2928, 318, 1440], 7.78, 5.83)]:
    found, low, high = estimate(pairs)
    assert abs(found - value) < 0.01 and abs((high - low) / 2 / half - 1) < 0.005, (pairs, found, low, high)
assert estimate([0, 0, 9, 0, 0]) is None and estimate([0] * 5) is None and estimate([0, 1, 0, 0, 0]) is None
drawn = random.Random(1)
for shares in [[3, 20, 102, 74, 101], [54, 114, 274, 48, 10], [10, 19, 77, 20, 24]]: # as matches here came out
    true = of_score(sum(k * share for k, share in enumerate(shares)) / 4 / sum(shares))
    for n in 50, 150, 400:
        held = 0
        for _ in range(2000):
            some = drawn.choices(range(5), shares, k=n)
            _, low, high = estimate([some.count(k) for k in range(5)])
            held += low <= true <= high
        assert 0.93 <= held / 2000 <= 0.965, (shares, n, held)
END
}

@test "the same command plays the same games, with any number of jobs, and after a kill; a torn line is played again" {
    needs stockfish
    match Algorithm=pvs 'Algorithm=mtdf;Select=null,lmr' --nodes=600 --games=6 --openings=openings --output=a.jsonl >a
    match Algorithm=pvs 'Algorithm=mtdf;Select=null,lmr' --nodes=600 --games=6 --openings=openings --output=b.jsonl -j 3 >b
    diff a b
    diff <(sort a.jsonl) <(sort b.jsonl)
    [ "$(wc -l <a.jsonl)" -eq 4 ]
    head -n 2 a.jsonl >c.jsonl
    sed -n 3p a.jsonl | head -c 100 >>c.jsonl
    match Algorithm=pvs 'Algorithm=mtdf;Select=null,lmr' --nodes=600 --games=6 --openings=openings --output=c.jsonl | diff a -
    diff a.jsonl c.jsonl
    "$ROOT/scripts/match" Algorithm=pvs 'Algorithm=mtdf;Select=null,lmr' --nodes=30000 --games=6 --openings=openings \
        --output=d.jsonl >d 3>&- & # no function: a shell would die
    local pid=$!
    for _ in {1..600}; do [ -f d.jsonl ] && [ "$(wc -l <d.jsonl)" -ge 2 ] && break; sleep 0.1; done
    kill -KILL "$pid"
    wait "$pid" || true
    cp d.jsonl before
    match Algorithm=pvs 'Algorithm=mtdf;Select=null,lmr' --nodes=30000 --games=6 --openings=openings --output=d.jsonl >d
    head -n "$(wc -l <before)" d.jsonl | diff before -
    match Algorithm=pvs 'Algorithm=mtdf;Select=null,lmr' --nodes=30000 --games=6 --openings=openings --output=e.jsonl -j 2 | diff d -
    head -n 1 a.jsonl | jq -e '.program_a == .program_b and ([.program_a, .referee] | all(test(", sha256 [0-9a-f]{16}$")))'
    refused 2 "was made otherwise" match Algorithm=pvs Algorithm=mtdf --nodes=600 --games=6 --openings=openings --output=a.jsonl
}

@test "every game's moves, end and points are by the rules, and the summary adds them up" {
    needs stockfish
    match Select=null,lmr 'Order=none' --nodes=400,200 --games=6 --openings=openings --output=g.jsonl --format=csv >g.csv
    /usr/bin/python3 - g.jsonl g.csv <<'END'
import csv, json, subprocess, sys
from collections import Counter
head, *pairs = map(json.loads, open(sys.argv[1]))
rules, points = Counter(), Counter()
for pair in pairs:
    assert [game["first"] for game in pair["games"]] == ["a", "b"]
    for game in pair["games"]:
        rules[game["rule"]] += 1
        points[game["points"]] += 1
        moves = game["moves"].split()
        def ask(lines):
            return subprocess.run(["stockfish"], input="\n".join(lines + ["quit"]), capture_output=True, text=True).stdout
        told = [line for k in range(len(moves) + 1) for line in (f"position fen {pair['opening']} moves {' '.join(moves[:k])}", "d")]
        fens = [line[5:] for line in ask(told).splitlines() if line.startswith("Fen: ")]
        last = ask([told[-2], "d", "go perft 1"])
        seen = Counter(" ".join(fen.split()[:4]) for fen in fens)
        stuck, checked = "Nodes searched: 0" in last, "Checkers: \n" not in last
        found = ("checkmate" if checked else "stalemate") if stuck else "threefold" if max(seen.values()) == 3 else \
            "fifty moves" if int(fens[-1].split()[4]) >= 100 else "bare kings"
        assert found == game["rule"], (found, game)
        assert len(set(fens[-1].split()[0]) - set("kK12345678/")) == 0 or found != "bare kings"
        assert max(Counter(" ".join(fen.split()[:4]) for fen in fens[:-1]).values()) < 3  # it did not go on after an end
        mover = "ab"[(len(moves) + (game["first"] == "b")) % 2]
        assert game["points"] == (1 if found != "checkmate" else 0 if mover == "a" else 2)
        for k in range(0, len(moves), 9):  # each side moves as absbench does with its settings, nodes and game so far
            who = "ab"[(k + (game["first"] == "b")) % 2]
            setting = {"a": "name Select value null,lmr", "b": "name Order value none"}[who]
            said = subprocess.run([__import__("os").environ["ABSBENCH"], "uci"], capture_output=True, text=True, input="\n".join(
                ["setoption name Hash value 4", f"setoption {setting}", told[2 * k], f"go nodes {head['nodes_' + who]}", ""])).stdout
            assert said.split()[-1] == moves[k], (k, who, said, moves)
assert "3QK3" not in str(pairs)  # an opening beyond four pawns
row, = csv.DictReader(open(sys.argv[2]))
assert int(row["same"]) == sum(len({game["moves"] for game in pair["games"]}) == 1 for pair in pairs)
assert [int(row[name]) for name in ("won", "drawn", "lost")] == [points[2], points[1], points[0]]
assert all(int(row[rule]) == rules[rule] for rule in ("checkmate", "threefold", "fifty moves", "bare kings"))
assert sum(int(row["pairs " + name]) for name in ("0", "1/2", "1", "3/2", "2")) == 3
END
    match --from=g.csv >from
    grep -q 'Elo of A' from
    grep -q 'Order=none, 200 nodes a move' from
    grep -q '2 points: .*; both games are the same in [0-3]$' from
    sed 's|,[^,]*$||' g.csv >older.csv # which does not know in how many
    match --from=older.csv | diff <(sed 's/;[^;]*same in.*//' from) -
}

@test "xiangqi games end where a side cannot move; other engines can play" {
    needs fairy-stockfish
    match Algorithm=pvs Algorithm=mtdf --game=xiangqi --nodes=300 --games=2 >x
    grep -q 'xiangqi, 2 games' x
    echo '3k5/9/4P4/3P5/9/9/9/9/9/4K4 w - - 0 1' >won
    refused 64 "1 openings within 4 pawns, and there are 0" match '' '' --game=xiangqi --games=2 --openings=won
    PYTHONPATH=$ROOT/tests/scripts /usr/bin/python3 - <<'END'
from collections import Counter
from opened import opened
match = opened("match")
assert match.over("xiangqi", "3k5/9/4P4/3P5/9/9/9/9/9/4K4 b - - 0 1", False, [], Counter()) == ("stalemate", True)
assert match.over("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False, [], Counter()) == ("stalemate", False)
END
    needs stockfish
    match '' "$BIN uci" --nodes=300 --games=2 --openings=openings >x
    grep -q '^A: absbench uci, 300 nodes a move' x
    match "$BIN uci:Algorithm=pvs" "env -C / $BIN uci" --nodes=300 --games=2 --openings=openings >x
    grep -q 'pairs in which A had 0, 1/2, 1, 3/2, 2 points: 0, 0, 1, 0, 0; both games are the same in 1$' x
    grep -q 'all pairs are alike' x
}

@test "openings are positions as absbench reads them; a bad line is named" {
    needs stockfish
    printf '%s\n' start '4k3/8/8/8/8/8/4P3/4K3 w - - ; kind sharp' 'position startpos moves e2e4 e7e5 ; id x' '8/8/8/8/8/8/8/8 w - -' >read
    refused 2 "read:4: " match Algorithm=pvs Algorithm=mtdf --games=4 --openings=read
    sed -i 4d read
    match Algorithm=pvs Algorithm=mtdf --nodes=100 --games=4 --openings=read --output=r.jsonl >x
    [ "$(jq -r '.opening // empty' r.jsonl | sort | cut -d' ' -f1)" = $'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR\nstart' ]
}

@test "wrong usage is 64, what cannot be played 2, each with one line" {
    needs stockfish
    refused 64 "give two players" match Grain=1
    (cd "$ROOT/scripts" && /usr/bin/python3 -c 'from figures import uci
uci.PATH = "/none"
try: uci.need("stockfish", "the referee")
except uci.Die as end: assert (end.code, str(end)) == (2, "stockfish, the referee, is missing; run scripts/bootstrap judges"), end')
    for words in --games=3 --games=0 --nodes=0 --nodes=1,2,3 --nodes=x --game=go; do refused 64 "" match Grain=1 Grain=1 "$words"; done
    refused 64 "4 games need 2 openings within 4 pawns, and there are 1" match Grain=1 Grain=1 --games=4 --openings=<(head -n 1 openings)
    refused 64 "no option Nonsense" match Nonsense=1 Grain=1 --games=2
    refused 64 "is not NAME=VALUE" match 'Grain=1;x' Grain=1 --games=2
    refused 64 "'Algorithm=x': --algo=x: there is no 'x'" match Algorithm=x Grain=1 --games=2
    refused 2 "cannot be run" match no-such-program Grain=1 --games=2
    refused 2 "has ended" match true Grain=1 --games=2
    refused 2 "no openings" match Grain=1 Grain=1 --openings=none
    refused 2 "no lines of --format=csv" match --from=openings
    refused 2 "was made otherwise" match Grain=1 Grain=1 --games=2 --output=openings
}

@test "games whose interval contains 0 are not decided, and how many would decide is said up to ten thousand" {
    {
        head -n 1 "$ROOT/results/reference/strength.csv"
        echo 'a,b,500,500,chess,4,mine,67,62,71,1,7,88,3,1,138,0,27,20,15
a,b,500,500,chess,4,mine,106,87,107,0,5,142,2,1,213,0,34,30,23
a,b,500,500,chess,4,mine,9,2,1,0,0,1,3,2,9,0,1,0,1
a,b,500,500,chess,4,mine,4,4,4,0,1,4,1,0,9,0,1,1,1'
    } >lines
    match --from=lines | grep Elo >found
    /usr/bin/python3 - <<'END'
import math, re
matches = [(1, 7, 88, 3, 1), (0, 5, 142, 2, 1), (0, 0, 1, 3, 2), (0, 1, 4, 1, 0)]
for line, pairs in zip(open("found"), matches, strict=True):
    n = sum(pairs)
    mean = sum(k * m for k, m in enumerate(pairs)) / 4 / n
    error = 1.96 * (sum(m * (k / 4 - mean) ** 2 for k, m in enumerate(pairs)) / n / (n - 1)) ** 0.5
    elo, low, high = (400 * math.log10(s / (1 - s)) for s in (mean, mean - error, mean + error))
    assert f"{elo:+.0f} [{low:+.0f}, {high:+.0f}]" in line.replace("-0 ", "+0 "), (line, elo, low, high)
    assert ("not decided" in line) == (low <= 0 <= high), line
    needed = 2 * n * ((high - low) / 2 / elo) ** 2 if elo else math.inf
    told = re.search(r"about (\d+) games", line)
    assert (told is None) == (not low <= 0 <= high or needed > 10000), (line, needed)
    assert told is None or 0 <= int(told[1]) - needed <= 100, (line, needed)
END
    [ "$(grep -c 'not decided' found)" -eq 3 ]
    [ "$(grep -c 'games would$' found)" -eq 1 ]
    PYTHONPATH=$ROOT/tests/scripts /usr/bin/python3 -c 'from math import inf
from opened import opened
still = opened("match").open_still
assert still((0.5, -inf, inf), 6) == still((1e-300, -1.0, 1.0), 6) == ", not decided"'
}
