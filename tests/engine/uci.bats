#!/usr/bin/env bats
# uci.bats -- `absbench uci`: what is said to it and what it says; it counts what the program does.

load ../common

# heard LINE..: what it says to these lines, without times, in `out`.
heard() {
    printf '%s\n' "$@" | "$BIN" uci >said
    sed -E 's/ time [0-9]+ nps [0-9]+//' said >out
}

# What each search in `out` came to: its work, and its move.
results() {
    awk '/^info depth/ { for (i = 1; i < NF; i++) if ($i == "nodes") nodes = $(i + 1) }
         /^bestmove/ { print nodes, $2 }' out
}

@test "uci names itself and gives every option its type and default" {
    heard uci isready quit 'go depth 1'
    [ "$(head -n 1 out)" = 'id name absbench' ]
    [ "$(tail -n 2 out)" = "$(printf 'uciok\nreadyok')" ]
    grep -Fxq 'option name Hash type spin default 64 min 0 max 1048576' out
    grep -Fxq 'option name Algorithm type string default pvs' out
    grep -Fxq 'option name Widen type combo default full var full var bound var gradual var both var recentre' out
    ! grep -Ev '^(id (name|author) |option name [A-Za-z_]+ type (spin|string|combo) default |uciok|readyok)' out
}

@test "xiangqi's moves are those of Fairy-Stockfish, with ranks from 1" {
    heard 'setoption name UCI_Variant value xiangqi' 'position startpos moves h3h10 i10h10' 'go depth 1'
    grep -Eq '^bestmove [a-i][0-9]+[a-i][0-9]+$' out
    heard 'setoption name UCI_Variant value xiangqi' 'position startpos moves h3h10' 'go depth 1'
    [ "$(tail -n 1 out)" = 'bestmove i10h10' ]
}

@test "every pass has an info line with its bound; the last has the value" {
    heard 'position startpos moves e2e4' 'setoption name Algorithm value mtdf' 'go depth 2'
    "$BIN" --game=chess --position='rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' --algo=mtdf --depth=2 \
        --reference=none --format=json >row.json
    jq -r '.results[].iterations[] | . as $i | (reduce .passes[] as $p ({n: 0, said: []};
            .said += ["\($i.depth) \($p.value) \(if $p.value < $p.beta then "upperbound" else "lowerbound" end)"]) |
        .said[]), "\(.depth) \(.value) nodes"' row.json >expected
    grep -o 'depth .*' out | awk '{ print $2, $5, $6 }' | diff expected -
}

@test "options act as on the command line; a refused one is reported and changes nothing" {
    heard 'setoption name Algorithm value aspiration+pvs' 'setoption name window value 10,20' \
        'setoption name Widen value none' 'setoption name Ponder value true' 'go depth 3'
    grep -Fq 'info string give one value, not a list that makes 2 searches' out
    grep -Fq "info string --widen: there is no 'none'; it takes full,bound" out
    grep -Fq 'info string there is no option Ponder' out
    grep -Fq 'info string no search: Ponder=true was refused' out
    [ "$(tail -n 1 out)" = 'bestmove (none)' ]
    heard 'setoption name Algorithm value aspiration+pvs' 'setoption name Widen value none' 'go depth 1' 'go depth 3'
    [ "$(grep -c '^bestmove (none)' out)" -eq 1 ] # the next one, no other
    sed '1,/^bestmove/d' out >one
    heard 'setoption name Algorithm value aspiration+pvs' 'setoption name Widen value none' 'setoption name widen value full' 'go depth 3'
    grep -v '^info string' out | diff one -
    heard 'setoption name algorithm value aspiration+pvs' 'go depth 3'
    diff one out
}

@test "every setting of config.def is an option with the command line's counts, also after moves" {
    "$BIN" uci <<<uci | sed -n 's/^option name \([^ ]*\) .*/\L\1/p' | sed 's/^algorithm$/algo/; s/^hash$/ttbytes/' | sort >options
    sed -n 's/^CONFIG([a-z0-9_]*, \([a-z_]*\),.*/\1/p' "$ROOT/src/search/config.def" | grep -vx -e depth -e node_limit -e shuffle | tr -d _ |
        cat - <(printf 'uci_variant\nrepetition\npartialmove\n') | sort | diff - options
    local name option value algo seen='algorithm repetition partialmove uci_variant' names=
    rm -f out
    while read -r name option value algo; do
        seen+=" ${name,,}"
        local set=("setoption name Algorithm value $algo" "setoption name Widen value both" "setoption name $name value $value")
        [[ $algo == aspiration* ]] || set=("${set[0]}" "${set[2]}")
        [[ $algo == aspiration* ]] && local widen=--widen=both || local widen=--algo=$algo
        "$BIN" --game=chess --position="$KIWI" --algo=$algo $widen "--$option=$value" --depth=3 --reference=none --format=json >>rows
        names+=" $name"
        # the second search has no repetition to see, so that it is the first one
        printf '%s\n' "${set[@]}" "position fen $KIWI" 'go depth 3' ucinewgame 'setoption name Repetition value off' \
            "position fen $KIWI moves $BACK" 'go depth 3' ucinewgame 'setoption name Repetition value on' \
            "position fen $KIWI moves $BACK" 'go depth 3' | "$BIN" uci >>out
    done <<'END'
Window window 3:70 aspiration+pvs
Widen widen gradual aspiration+pvs
WidenFactor widen-factor 3 aspiration+pvs
WidenLimit widen-limit 1 aspiration+pvs
Guess guess mean aspiration+pvs
Step step 7 step
Hash tt 0 aspiration+pvs
TTMode tt-mode deeper aspiration+pvs
TTReplace tt-replace always aspiration+pvs
TTPV tt-pv off aspiration+pvs
TTKeep tt-keep off aspiration+pvs
TTQuiescence tt-quiescence on aspiration+pvs
TTNull tt-null off pvs
Order order none aspiration+pvs
ETC etc on aspiration+pvs
Deepening deepening off aspiration+pvs
Quiescence quiescence off aspiration+pvs
Eval eval material+noise:20 aspiration+pvs
Grain grain 25 aspiration+pvs
Select select null,lmr,iir:2 pvs
FailHighLess fail-high-less on aspiration+pvs
END
    [ "$(tr ' ' '\n' <<<"$seen" | sort)" = "$(sed s/ttbytes/hash/\;s/^algo$/algorithm/ options | sort)" ]
    jq -r '.results[0] | "\(.work) \(.best_move)"' rows >expected
    paste -d '|' <(printf '%s\n' $names) expected <(results | paste -d '|' - - -) >found
    awk -F '|' '$2 != $3 || $2 != $4 { wrong = 1; print } $2 != $5 { differ++ } END { exit wrong || differ <= 12 }' found
}
BACK='e5d3 b6c8 d3e5 c8b6' # to the same position

@test "Repetition: a lost side repeats a position of the game; the root and a new game have none to repeat" {
    local queen='position fen 4k3/8/8/8/8/8/4P3/Q3K3 w - - 0 1 moves' depth
    for depth in 1 4; do
        heard "$queen e1f1 e8d8 f1e1" "go depth $depth"
        grep -q "^info depth $depth score cp 0 .* pv d8e8" out
        heard 'setoption name Repetition value off' "$queen e1f1 e8d8 f1e1" "go depth $depth" 'setoption name repetition value on' "go depth $depth"
        grep "^info depth $depth " out | sed 's/ nodes.*//' >scores
        [[ $(sed -n 1p scores) == *'score cp -'* && $(sed -n 2p scores) == *'score cp 0' ]]
    done
    # The root has stood before: it is searched. A new position, or no position, forgets what was passed.
    heard "$queen e1f1 e8d8 f1e1 d8e8" 'go depth 2' "$queen" 'go depth 2' 'position fen 3k4/8/8/8/8/8/4P3/Q3K3 b - - 0 1' 'go depth 2'
    [ "$(grep -c '^info depth 2 score cp 0 ' out)" -eq 0 ]
    heard 'setoption name Repetition value some' 'go depth 1'
    grep -Fq 'info string no search: Repetition=some was refused' out
    # Black has lost a chariot, and the general goes back, out of check too.
    local xiangqi=('setoption name UCI_Variant value xiangqi' 'position fen 4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1 moves')
    for depth in 1 4; do
        heard "${xiangqi[0]}" "${xiangqi[1]} a1a2 e10e9 a2a1" "go depth $depth" 'setoption name Repetition value off' "go depth $depth"
        grep "^info depth $depth " out | sed 's/ nodes.*//' >scores
        [[ $(sed -n 1p scores) == *'score cp 0' && $(sed -n 2p scores) == *' -'* ]]
        heard "${xiangqi[0]}" 'position fen 4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1 moves a1a10 e10e9 a10a9 e9e10 a9a10 e10e9 a10a9' "go depth $depth"
        grep -q "^info depth $depth score cp 0 .* pv e9e10" out
    done
}

@test "PartialMove plays the last root move above alpha of a stopped iteration, and changes nothing else" {
    /usr/bin/python3 - "$BIN" <<'END'
import json, re, subprocess, sys
program, changed, kept = sys.argv[1], set(), 0
positions = ["r1bqkbnr/ppp4p/2n1p3/3p1p1p/3P4/4PN2/PPP2PP1/RNBQKB1R w KQkq - 0 4", "8/8/1Pkn4/P7/1K5p/7P/8/8 b - - 1 46",
             "2r1k3/1p2ppr1/pq2b2p/4n1p1/1P4P1/P1N2P1P/2Q3B1/K1RR4 w - - 3 19"]

def told(*words, **given):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True, **given).stdout.splitlines()

for algo, more in ("pvs", []), ("mtdf", []), ("aspiration+pvs", ["--window=0.25p", "--widen=gradual"]), ("dual", []):
    for position in positions:
        steps = map(json.loads, told("trace", "--game=chess", f"--position={position}", f"--algo={algo}", *more, "--tt=4M", "--depth=4",
                                     "--max-nodes=200000", "--format=jsonl"))
        work, later = 0, [(0, None)]  # the move to play from so much work on; None: that of the iteration before
        for step in steps:
            event = step["event"]
            work += event in ("enter", "q_enter")
            if event == "iteration":
                later.append((work, None))
            elif event == "pass":
                alpha, moves = step["alpha"], 0
            elif step.get("ply") == 0 and event == "move":
                moves += 1
            elif step.get("ply") == 0 and event in ("best", "cutoff") and moves > 1 and (alpha is None or step["value"] > alpha):
                later.append((work, step["move"]))
        limits = [at + (to - at) // 3 for (at, _), (to, _) in zip(later, later[1:] + [(work, None)]) if to - at > 30]
        common = [f"setoption name {name} value {value}" for name, value in
                  [("Hash", 4), ("Algorithm", algo), *[("Window", "0.25p"), ("Widen", "gradual")] * bool(more)]]
        said = [told("uci", input="\n".join([*common, *first, *(line for n in limits for line in
                     ("ucinewgame", f"position fen {position}", f"go nodes {n}")), ""]))
                for first in ([], ["setoption name PartialMove value off"], ["setoption name PartialMove value on"])]
        plain, off, on = ([re.sub(" time .* nps [0-9]+", "", line) for line in lines] for lines in said)
        assert plain == off and len(off) == len(on)
        stops = [int(re.search("nodes ([0-9]+)", last)[1]) for last, line in zip(off, off[1:]) if line.startswith("bestmove")]
        assert len(stops) == len(limits)
        for one, other in zip(off, on):
            if one.startswith("bestmove"):
                stop = stops.pop(0)
                move = [move for at, move in later if at < stop][-1]
                assert other == (f"bestmove {move}" if move else one), (algo, position, stop, one, other, move)
                changed |= {algo} if other != one else set()
                kept += move is None
            else:
                assert one == other
assert len(changed) == 4 and kept > 20, (changed, kept)
END
}

@test "a guess from the exact value is of this position, whatever was searched before" {
    local guess=('setoption name Algorithm value mtdf' 'setoption name Guess value exact+0' 'setoption name Deepening value off')
    heard "${guess[@]}" "position fen $KIWI" 'go depth 3' 'position startpos' 'go depth 3'
    results | tail -n 1 >second
    heard "${guess[@]}" 'position startpos' 'go depth 3'
    results | diff second -
    # and it knows the game's positions too: two passes are enough
    heard "${guess[@]}" 'position fen 4k3/8/8/8/8/8/4P3/Q3K3 w - - 0 1 moves e1f1 e8d8 f1e1' 'go depth 3'
    [ "$(grep -c '^info depth 3 .*bound' out)" -le 2 ]
    grep -q 'score cp 0' out
}
KIWI='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'

@test "go obeys movetime and clocks; a limit of 0 or less still gives a move" {
    local before=$EPOCHREALTIME
    heard 'go movetime 200' 'go wtime 20000 btime 1' 'position startpos moves d2d4' 'go wtime 1 btime 20000'
    local ms=$(((${EPOCHREALTIME/./} - ${before/./}) / 1000))
    [ "$ms" -ge 400 ]
    [ "$ms" -lt 20000 ] # the last one ends with the input
    [ "$(grep -c ^bestmove out)" -eq 3 ]
    mkfifo in
    "$BIN" uci <in >out 3>&- &
    local process=$!
    exec 9>in # the end of what is said would stop them
    printf '%s\n' 'go depth 0' 'go wtime -5' 'go movetime 0' 'go nodes 0' >&9
    for _ in {1..9000}; do [ "$(grep -c '^bestmove [a-h]' out)" -lt 4 ] || break; sleep 0.03; done
    [ "$(grep -c '^bestmove [a-h]' out)" -eq 4 ]
    exec 9>&-
    wait "$process"
}

@test "stop ends a search at once, isready is answered meanwhile, and infinite waits for it" {
    coproc "$BIN" uci
    local line process=$COPROC_PID # which is unset when it has ended
    echo 'go infinite' >&"${COPROC[1]}"
    sleep 0.3
    echo isready >&"${COPROC[1]}"
    until [ "${line:-}" = readyok ]; do read -r -t 300 line <&"${COPROC[0]}"; done
    echo stop >&"${COPROC[1]}"
    until [[ $line == bestmove* ]]; do read -r -t 300 line <&"${COPROC[0]}"; done
    # mate in 1: the search to depth 100 is over, the answer waits
    printf '%s\n' 'position fen 7k/8/6KP/8/8/8/8/8 b - - 0 1' 'setoption name Hash value 1' 'go depth 1' >&"${COPROC[1]}"
    until [[ $line == 'bestmove h8g8' ]]; do read -r -t 300 line <&"${COPROC[0]}"; done
    printf 'go infinite\nquit\n' >&"${COPROC[1]}"
    wait "$process"
}

@test "a finished game has no move; lines that make no sense change nothing" {
    heard 'position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' 'go depth 3'
    [ "$(tail -n 1 out)" = 'bestmove (none)' ]
    heard 'position fen nonsense' 'go depth 3' 'position startpos moves e2e5' 'go depth 1' 'position startpos' 'go depth 1'
    [ "$(grep -c '^bestmove (none)' out)" -eq 2 ]
    grep -q 'info string e2e5 is not a legal move' out
    [ "$(grep -c '^bestmove [a-h]' out)" -eq 1 ]
    printf '\n\r\n\tgo\x01\nxyzzy\nsetoption\nsetoption name\nposition\ngo depth x nodes\n' | "$BIN" uci >out
    for byte in '\0' x; do # a line without an end, and a byte that no text has
        head -c 300000 /dev/zero | tr '\0' "$byte" >bytes
        echo quit >>bytes
        run_code 2 bytes
        [ ! -s out ]
    done
    grep -Fq 'uci: the connection failed: it writes a line of more than 65536 bytes' err
}

# run_code CODE FILE: it reads the file, and ends with that code.
run_code() {
    local code=0
    timeout 60 "$BIN" uci <"$2" >out 2>err || code=$?
    [ "$code" -eq "$1" ]
}

@test "lines may end in CR, LF or both; several blanks count as one" {
    heard 'position startpos moves e2e4 e7e5' 'go depth 2' 'setoption name Window value 3' 'go depth 1'
    mv out expected
    local as
    for as in 's/ / \t\v /g; s/^/\t/; s/$/ \f/' 's/$/\r/'; do
        printf '%s\n' 'position startpos moves e2e4 e7e5' 'go depth 2' 'setoption name Window value 3' 'go depth 1' |
            sed "$as" >lines
        for ends in 's/x/x/' 's/\n/\r/g'; do
            sed -z "$ends" lines | "$BIN" uci | sed -E 's/ time [0-9]+ nps [0-9]+//' | diff expected -
        done
    done
    printf 'go depth 5\r\nposition startpos\r\ngo depth 2\r\nquit\r\n' | "$BIN" uci >out
    [ "$(grep -c ^bestmove out)" -eq 2 ]
}

@test "words that go does not obey are reported; a stop after ponderhit is obeyed" {
    local go words
    heard 'go depth 2'
    mv out expected
    while IFS='|' read -r go words; do
        heard "go $go"
        diff <(echo "info string go does not obey: $words"; cat expected) out
    done <<'END'
searchmoves e2e4 d2d4 depth 2|searchmoves e2e4 d2d4
ponder winc 5 depth 2|ponder
depth 2 nodes many|nodes many
depth 2 perft|perft
END
    heard 'go depth 2 wtime 60000 btime 60000 winc 1 binc 1 movestogo 40 infinite'
    diff expected out
    (printf 'go infinite\n' && sleep 0.3 && printf 'ponderhit\nstop\n' && sleep 2) | timeout 30 "$BIN" uci >out
    grep -q '^bestmove [a-h]' out
}

@test "bestmove is the move of the last line with an exact score, however the search ended" {
    local fen limit game algo
    while IFS='|' read -r game fen; do
        for algo in pvs mtdf aspiration+pvs bns; do
            printf 'setoption name %s\n' "UCI_Variant value $game" "Algorithm value $algo" 'Hash value 1'
            echo "position fen $fen"
            printf 'go nodes %d\n' 1 10 17 40 99 150 250 400 999 2500 6000
            printf 'go movetime %d\n' 1 1 2 2 3 3
        done
    done <<'END' | "$BIN" uci >out
chess|6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1
chess|r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
chess|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
xiangqi|rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
END
    awk '/^info .* score .* pv / && !/(upper|lower)bound/ { move = $0; sub(/.* pv /, "", move); sub(/ .*/, "", move) }
        /^bestmove/ { said += move != ""; if (move != "" && move != $2) { print move, $0; wrong = 1 }; move = ""; all++ }
        END { exit wrong || all != 4 * 4 * 17 || said < all / 2 }' out
    heard 'position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1' 'go nodes 10'
    grep -q '^info depth 1 score mate 1 .* pv d1d8' out
    [ "$(tail -n 1 out)" = 'bestmove d1d8' ]
}

@test "go mate N: it ends at a win in N moves, or after depth 2N - 1" {
    local mate deepest found fen
    while IFS='|' read -r mate deepest found fen; do
        heard "position fen $fen" "go mate $mate"
        [ "$(sed -n 's/^info depth \([0-9]*\) score .*/\1/p' out | tail -n 1)" = "$deepest" ] || { cat out; return 1; }
        [ "$(grep -c "score mate $found" out)" -eq 1 ] || [ "$found" = none ]
    done <<'END'
1|1|1|6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1
9|1|1|6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1
1|1|none|kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
2|3|2|kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
5|3|2|kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
2|3|none|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
END
    heard 'go mate 2 depth 1' 'go mate 99999999999 nodes 100' 'go mate -5'
    [ "$(grep -c '^bestmove [a-h]' out)" -eq 3 ]
}

@test "an option that the algorithm does not use waits for one that does; its values are checked" {
    heard 'setoption name Algorithm value aspiration+pvs' 'setoption name FailHighLess value on' 'setoption name Window value 3' 'go depth 5'
    mv out expected
    heard 'setoption name FailHighLess value on' 'go depth 5'
    mv out waiting
    heard 'go depth 5'
    diff waiting out
    heard 'setoption name FailHighLess value on' 'setoption name Algorithm value mtdf' 'go depth 1' 'setoption name Window value 3' \
        'setoption name Algorithm value aspiration+pvs' 'go depth 5'
    sed '1,/^bestmove/d' out | diff expected -
    heard 'setoption name Window value 3' 'setoption name Algorithm value aspiration+pvs' 'go depth 5'
    ! diff -q expected out
    heard 'setoption name Select value iir' 'setoption name Algorithm value minimax' 'setoption name Hash value 0' 'go depth 2'
    [ "$(tail -n 1 out)" = 'bestmove e2e3' ]
    heard 'setoption name FailHighLess value maybe' 'go depth 1'
    grep -Fq 'info string no search: FailHighLess=maybe was refused' out
}

@test "uci ends when its reader or its input has gone" {
    local before=$SECONDS go
    for go in 'go infinite' 'go movetime 6000000' 'go wtime 900000000'; do
        heard "$go"
        grep -q ^bestmove out
    done
    heard 'go depth 5'
    grep -q '^info depth 5' out
    mkfifo in
    exec 9<>in
    for go in 'go infinite' 'go depth 100' 'go nodes 1000000000'; do
        echo "$go" >&9 # the reader goes after one line; the writer stays
        timeout 600 "$BIN" uci <in 9>&- 2>err | head -n 1 >out
    done
    exec 9>&-
    [ $((SECONDS - before)) -lt 500 ]
}

@test "mates are written as mate N, for either side, and 0 for a mated side" {
    local depth mate fen algo game algos=alphabeta,pvs,mtdf,aspiration,bns said
    while IFS='|' read -r game depth mate fen; do
        said=("setoption name UCI_Variant value $game")
        for algo in ${algos//,/ }; do
            said+=("setoption name Algorithm value $algo" ucinewgame "position fen $fen" "go depth $depth")
        done
        heard "${said[@]}"
        awk -v depth="info depth $depth " -v mate=" score $mate " 'index($0, depth) == 1 && index($0, mate) { told = 1 }
            / score cp -?[23][0-9][0-9][0-9][0-9]/ { exit 1 }
            /^bestmove/ { n += told; told = 0 }
            END { exit n != 5 }' out || { echo "$fen"; cat out; return 1; }
        "$BIN" --game="$game" --position="$fen" --engine="$BIN uci" --set=Algorithm=$algos --keep --depth="$depth" --format=json |
            jq -r '.results[] | select(.algo | endswith("=bns") | not) |
                if .status == "over" then "mate 0" elif .mate != null then "mate \(.mate)" else "cp \(.value)" end' >rows
        [ "$(uniq -c <rows | xargs)" = "4 $mate" ] || { cat rows; return 1; }
    done <<'END'
chess|1|mate 1|7k/8/6KP/8/8/8/8/R7 w - - 0 1
chess|5|mate 1|7k/8/6KP/8/8/8/8/R7 w - - 0 1
chess|3|mate 2|kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
chess|6|mate 2|kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
chess|2|mate -1|r7/3R2kQ/5p2/4p3/8/7P/8/5K2 b - - 0 1
chess|5|mate -1|r7/3R2kQ/5p2/4p3/8/7P/8/5K2 b - - 0 1
chess|0|mate 0|7k/6Q1/6K1/8/8/8/8/8 b - - 0 1
chess|3|mate 0|7k/6Q1/6K1/8/8/8/8/8 b - - 0 1
xiangqi|1|mate 1|4k4/R8/8R/9/9/9/9/9/9/3K5 w - - 0 1
END
    # rounded values and results: nominal, or no mates
    heard 'setoption name Grain value 1000' 'position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1' 'go depth 4'
    grep -q ' score mate [1-9]' out
    heard 'setoption name Eval value result' 'position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1' 'go depth 4'
    ! grep -q mate out
}

@test "uci ends with 2 without a reader, with 130 at Ctrl-C" {
    local code=0
    echo uci | "$BIN" uci >/dev/full 2>err || code=$?
    [ "$code" -eq 2 ]
    grep -q 'standard output: cannot be written' err
    coproc "$BIN" uci
    local pid=$COPROC_PID # which is forgotten when it ends
    sleep 0.3
    kill -INT "$pid"
    code=0
    wait "$pid" || code=$?
    [ "$code" -eq 130 ]
}
