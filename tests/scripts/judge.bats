#!/usr/bin/env bats
# judge.bats -- scripts/judge: with a stand-in that says what the test wants said; with absbench's own judge; with
# stockfish and fairy-stockfish where they are installed.

load ../common

setup() {
    here
    PATH=$PATH:${GAMES:-/usr/games}:$PWD
    export ABSBENCH=$BIN
    printf '%s\r\n' $'\xef\xbb\xbf# where they are from' 'k7/8/8/8/8/8/8/K6R w - - 0 1 id "one"; ply 3; bm Kb2;' '4k3/8/8/8/8/8/8/4K2R w K -' \
        '7k/5KQ1/8/8/8/8/8/8 b - - 0 1' '8/8/8/8/8/1rk5/8/K7 w - - 0 1' '7k/8/8/8/8/8/8/K5R1 w - - id "last"' >p.epd
    stand_in <<'END'
names = ["uci", "MultiPV"]
def answer(moves, depth):
    for at in range(1, depth + 1):
        for k, move in enumerate(moves, 1):
            say(at, k, f"cp {10 * at - k}", move)
END
}
judge() { "$ROOT/scripts/judge" --game=chess "$@"; }
needs() { command -v "$1" >/dev/null || skip "$1 is not installed"; }
unhashed() { sed 's/; sha256 [0-9a-f]*[.]/; sha256 HASH./' "$1"; }
values() { sed -n 's/.*judged [a-z]* //p' "$1" | tr -d ';' | tr ' ' '\n'; }

# stand_in: ./engine, of which answer(moves, depth) is on standard input. It asks absbench which moves there are.
stand_in() {
    cat - <(
        cat <<'END'
import json, os, subprocess, sys, time
def say(depth, k, score, move, more=""):
    print(f"info depth {depth} seldepth 9 multipv {k} score {score}{more} nodes 7 time 1 pv {move} a1a1", flush=True)
for line in sys.stdin:
    words = line.split()
    open("heard", "a").write(line)
    if words == ["uci"]:
        print("id name Stand-in 7", *(f"option name {one} type spin" for one in names), "uciok", sep="\n", flush=True)
    elif words == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        text = subprocess.run([os.environ["ABSBENCH"], "perft", "--game=" + os.environ.get("GAME", "chess"), "--divide", "--depth=1",
                               "--position=" + line.split("fen ")[1].strip(), "--format=jsonl"], capture_output=True, text=True).stdout
        moves = [one["move"] for one in map(json.loads, text.splitlines()) if one.get("move")]
    elif words[:1] == ["go"]:
        asked = os.getppid()
        while open("heard").read().count("\ngo ") >= int(os.environ.get("STOP", "1000")): # the rest is never answered
            time.sleep(0.02)
            if os.getppid() != asked:
                sys.exit()
        answer(moves, int(words[2]))
        print("bestmove", moves[0], flush=True)
END
    ) >engine.py
    printf '#!/usr/bin/env -S /usr/bin/python3 %s/engine.py' "$PWD" >engine
    chmod +x engine
}

@test "judge takes each move's last exact value of the deepest complete depth; mates count plies from 30000" {
    stand_in <<'END'
names = ["MultiPV"]
def answer(moves, depth):
    print("info depth 1 currmove a1a2 currmovenumber 1\ninfo string score cp 5 pv a1a2 depth 3")
    print("info depth x score cp\ninfo depth 4 score cp 5 pv\ninfo depth 4 score cp 1.5 pv a1a2")
    scores = ["mate 3", "mate -2", "mate 1", "cp -35", "mate 0", *["cp 7"] * 200]
    for k, move in enumerate(moves):
        say(4, k, "cp 999", move)              # an iteration that is whole
        say(5, k, "cp 998", move)              # and is done again
    for k, move in enumerate(moves):
        say(5, k, "cp 5000", move, " upperbound")
        say(5, k, scores[k], move)
        say(5, k, "cp -5000", move, " lowerbound")
    for k, move in enumerate(moves[1:]):
        say(6, k, "cp 1", move)                # which is not
    say(6, 0, "cp 2", moves[0], " lowerbound")
END
    run -0 --separate-stderr judge p.epd --by=engine --depth=6 --output=j.epd
    [ "$stderr" = "judge: 3 positions were judged less deep than 6" ] || { echo "$stderr"; false; }
    cat >expected <<END
# chess: what every move is worth, by
#     absbench judge --game=chess --by=engine --depth=6 --hash=16 p.epd
# Judge: Stand-in 7, depth:6; sha256 HASH.
# Without positions that cannot be judged, and those where no move loses anything: docs/regret.md.
# where they are from
END
    grep -Eq '^# Judge: .*; sha256 [0-9a-f]{16}[.]$' j.epd
    diff expected <(unhashed j.epd | grep '^#')
    diff <(printf '%s\n' 29994 -29996 29998 -35 -30000 7) <(grep '"one"' j.epd >one; values one | head -n 6 | cut -d= -f2)
    [ "$(grep -o 'id "[^"]*"' j.epd | xargs)" = 'id one id position-3 id last' ] # the others have no move, or one
    grep -q '^k7/8/8/8/8/8/8/K6R w - - 0 1 id "one"; bm Kb2; judged points ' j.epd
    # What the engine is told of a position without clocks.
    grep -qx 'position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1' heard
    # absbench reads it, and finds there what was said.
    "$BIN" --game=chess --judge=j.epd --algo=pvs --depth=1 --reference=none --no-time --quiet --format=json >r.json
    jq -r '.results[] | "\(.position_id) \(.best_move) \(.regret)"' r.json | while read -r id move regret; do
        grep "\"$id\"" j.epd >one
        values one | awk -F= -v move="$move" -v regret="$regret" 'NR == 1 || $2 > most { most = $2 } $1 == move { mine = $2 }
            END { exit most - mine != regret }'
    done
    # Judged again, by the same file: the old head and the old values go.
    judge j.epd --by=engine --depth=6 --output=k.epd 2>/dev/null
    diff <(sed 's/j.epd/p.epd/' k.epd) j.epd
}

@test "after kill -9 and a torn line the same command writes what an undisturbed one does" {
    "$BIN" positions --game=chess --count=30 --seed=1 --quiet >q.epd
    judge q.epd --by=engine --depth=3 --output=a.epd
    [ "$(grep -c '; judged' a.epd)" -eq 30 ]
    judge q.epd --by=engine --depth=3 -j 3 >b.epd
    diff a.epd b.epd
    : >heard
    STOP=15 "$ROOT/scripts/judge" --game=chess q.epd --by=engine --depth=3 -j 2 --output=c.epd & # no function: a shell would die
    local pid=$!
    for _ in {1..9000}; do [ "$(cat c.epd 2>/dev/null | grep -c '; judged')" -ge 5 ] && break; sleep 0.02; done
    kill -KILL "$pid"
    wait "$pid" || true
    local before; before=$(grep -c '; judged' c.epd)
    [ "$before" -ge 5 ] && [ "$before" -lt 30 ]
    truncate -s -9 c.epd
    : >heard
    judge q.epd --by=engine --depth=3 -j 2 --output=c.epd
    diff a.epd c.epd
    [ "$(grep -c '^go' heard)" -eq $((30 - before + 1)) ]
    # Nothing is left to do; another depth is another file; positions of another file are not gone on with.
    : >heard
    judge q.epd --by=engine --depth=3 --output=c.epd
    [ "$(grep -c '^go' heard)" -eq 0 ]
    refused 2 "was made otherwise" judge q.epd --by=engine --depth=4 --output=c.epd
    refused 2 "was made otherwise" judge q.epd --by=engine --depth=3 --output=engine # is left alone
    diff a.epd c.epd
    sed -i 's/chess-030/x/' q.epd
    refused 2 "has a position that q.epd has not" judge q.epd --by=engine --depth=3 --output=c.epd
    # Of some of them.
    sed -i 's/"x"/"chess-030"/' q.epd
    judge - --by=engine --depth=3 --most=7 -j 2 <q.epd >m.epd
    diff <(grep '; judged' a.epd | head -n 7) <(grep '; judged' m.epd)
}

@test "an engine that dies, or does not say every value, is said in one line, and what was judged stays" {
    stand_in <<'END'
names = ["MultiPV"]
def answer(moves, depth):
    if open("heard").read().count("\ngo ") == 2:
        sys.exit(1)
    for k, move in enumerate(moves):
        say(1, k, f"cp {k}", move)
END
    refused 2 "engine has ended where bestmove was due" judge p.epd --by=engine --depth=1 --output=d.epd
    [ "$(grep -c '; judged' d.epd)" -eq 1 ]
    judge p.epd --by=engine --depth=1 --output=d.epd
    [ "$(grep -c '; judged' d.epd)" -eq 3 ]
    sed -i 's/enumerate(moves)/enumerate(moves[1:])/' engine.py
    refused 2 "engine says no exact value of each of the" judge p.epd --by=engine --depth=1 --output=e.epd
    sed -i 's/moves\[1:\]/moves/; s/type spin/& max 15/' engine.py
    refused 2 "engine: the maximum of its option MultiPV is 15, but 16 moves are to be judged in k7/8" judge p.epd --by=engine --depth=1 --output=f.epd
    sed -i 's/max 15/max 16/' engine.py
    judge p.epd --by=engine --depth=1 --output=g.epd
    for moves in 15 16; do grep -qx "setoption name MultiPV value $moves" heard; done
    sed -i 's/"MultiPV"/"Hash"/' engine.py
    refused 64 "engine has no option MultiPV" judge p.epd --by=engine
}

@test "an engine that never answers is given up, whether it is silent, talks, or never ends its line" {
    cd "$ROOT/scripts" && /usr/bin/python3 - <<'END'
from figures import uci
for seconds, lines, loop, why in ((0.5, 10 ** 6, "while sleep 0.1; do echo info; done", "other lines for 0.5 s"),
                                  (100, 1000, "yes info", "1000 other lines"),
                                  (100, 1000, "cat /dev/zero", f"a line of more than {1 << 20} bytes")):
    uci.LONGEST_S, uci.MOST_LINES = seconds, lines
    engine = uci.Engine(f"sh -c 'read said; echo uciok; read said; {loop}'", [])
    try:
        engine.ask("go depth 1", "bestmove")
    except uci.Die as end:
        assert end.code == 2 and str(end).endswith(f"says {why} where bestmove was due"), end
    else:
        raise AssertionError(loop)
    engine.end()
END
}

@test "an engine that closes its input is reported in one line" {
    printf '#!/bin/sh\nread said\nexec <&-\necho option name MultiPV type spin\necho uciok\nexec sleep 9\n' >engine
    refused 2 "engine has ended, or has closed its input" judge p.epd --by=engine
}

@test "one command at a time writes a file; a torn head begins again; an engine that has changed is another judge" {
    judge p.epd --by=engine --depth=1 --output=a.epd
    exec 8<>a.epd
    flock 8
    refused 2 "a.epd is being written by another command" judge p.epd --by=engine --depth=1 --output=a.epd 8>&-
    exec 8>&-
    [ "$(grep -c '; judged' a.epd)" -eq 3 ]
    head -c 99 a.epd >b.epd
    judge p.epd --by=engine --depth=1 --output=b.epd
    diff a.epd b.epd
    sed -i 's/10 \* at/20 * at/' engine.py
    refused 2 "a.epd was made otherwise: line 3 has " judge p.epd --by=engine --depth=1 --output=a.epd
}

@test "a full disk is reported with the file" {
    "$BIN" positions --game=chess --count=30 --seed=1 --quiet >q.epd
    full() (ulimit -f 2; judge q.epd --by=engine --depth=1 --output=f.epd) # KiB
    refused 2 "f.epd cannot be written: File too large" full
    judge q.epd --by=engine --depth=1 --output=f.epd
    [ "$(grep -c '; judged' f.epd)" -eq 30 ]
}

@test "ranks of xiangqi count from 1 where the engine has variants, and else from 0" {
    export GAME=xiangqi
    head -n 5 "$ROOT/games/positions/large/xiangqi.txt" | tail -n 1 >x.txt
    stand_in <<'END'
names = ["MultiPV", "UCI_Variant"]
def answer(moves, depth):
    for k, move in enumerate(moves):
        say(1, k, f"cp {k}", re.sub(r"\d+", lambda rank: str(int(rank[0]) + len(names) - 1), move))
END
    sed -i '1i import re' engine.py
    "$ROOT/scripts/judge" --game=xiangqi x.txt --by=engine --depth=1 --output=from1.txt
    grep -q '^setoption name UCI_Variant value xiangqi' heard
    sed -i 's/, "UCI_Variant"//' engine.py
    "$ROOT/scripts/judge" --game=xiangqi x.txt --by=engine --depth=1 --output=from0.txt
    diff <(unhashed from1.txt) <(unhashed from0.txt)
    [ "$(values from0.txt | wc -l)" -gt 20 ]
    "$BIN" --game=xiangqi --judge=from0.txt --algo=pvs --depth=1 --quiet --format=json | jq -e '.results[0].regret != null'
    ! "$ROOT/scripts/judge" --game=xiangqi x.txt --by="engine:UCI_Variant=xiangqi" --depth=1 --output=none.txt
}

@test "absbench's own values are those of its judge; positions where no move loses anything are left out" {
    printf '%s\n' '4455 ; id a ; phase late' 1 121212 >c4.txt
    "$ROOT/scripts/judge" --game=connectfour c4.txt --depth=5 -j 2 >own.txt
    "$BIN" positions --game=connectfour --positions=c4.txt --judge=depth:5 --quiet >theirs.txt
    diff <(grep -v '^#' own.txt | sed 's/;.*judged/judged/') <(grep -v '^#' theirs.txt | sed 's/;.*judged/judged/')
    [ "$(grep -vc '^#' own.txt)" -ge 2 ]
    grep -q '^# Judge: absbench [0-9.]*, depth:5; sha256 [0-9a-f]*[.]$' own.txt
    head -n 60 "$ROOT/games/positions/judged/othello.txt" | tail -n 9 >o.txt
    "$ROOT/scripts/judge" --game=othello o.txt --by=solved | grep -v '^#' | diff o.txt -
}

@test "the engines of chess and xiangqi give the kept values again" {
    [ "${ABS_TESTS:-}" = long ] || skip "make check-long: it takes real engines long"
    needs stockfish
    needs fairy-stockfish
    local game file
    for game in chess xiangqi; do
        file=$ROOT/games/positions/judged/$game.$([ $game = chess ] && echo epd || echo txt)
        grep -m 2 -v '^#' "$file" >kept
        grep -q "^# Judge: $("$ROOT/scripts/judge" --game=$game kept --depth=1 --most=1 | sed -n 's/# Judge: \(.*\), .*/\1/p')," "$file" ||
            skip "$game was judged by another version"
        "$ROOT/scripts/judge" --game=$game kept --depth="$(sed -n 's/^# Judge.*depth:\([0-9]*\).*/\1/p' "$file")" | grep -v '^#' | diff kept -
    done
}

@test "wrong usage is 64, what cannot be judged 2, each with one line" {
    refused 64 "see --help" judge
    for words in --depth=0 --depth=x --depth=101 --jobs=0 --most=0 --hash=0 --nonsense=1; do refused 64 "" judge p.epd "$words"; done
    refused 64 "--game=NAME is wanted" "$ROOT/scripts/judge" p.epd
    refused 64 "engines judge chess and xiangqi" "$ROOT/scripts/judge" --game=othello p.epd --by=engine
    refused 64 "has no option Nonsense" judge p.epd --by=engine:Nonsense=1
    refused 2 "no-such-program, the judge, is missing" judge p.epd --by=no-such-program
    refused 2 "cannot be read" judge none.epd --by=no-such-program # files come before programs
    refused 2 "has no positions" judge /dev/null
    for at in x/j /dev/full; do refused 2 "be written" judge p.epd --by=engine --output=$at; done
    sed '5s/K7/K6X/' p.epd >bad.epd
    refused 2 "bad.epd:5: character" judge bad.epd --by=engine --output=x.epd
    [ ! -e x.epd ] # all are read before one is judged
}
