#!/usr/bin/env bats
# sanitized.bats -- every verb, format and driver once, compiled with AddressSanitizer and
# UndefinedBehaviorSanitizer: what is undefined and happens to work is found here, not by a fuzzer.

bats_require_minimum_version 1.5.0

setup_file() {
    [ "${ABSBENCH:-./absbench}" = ./absbench ] || return 0
    # Of the domains as they are watched, which hold the same searches again, one is sanitized; the others are those
    # of the program itself. What is left out is seen by `make asan`, with which check-long searches everything,
    # and takes half the time to compile. Not as the make above was told: neither its options nor its BUILD.
    local others
    others=$(ls games/*.c games/*/*.c trees/*.c |
        sed -E '/examples|tree\.c|uniform/d; s|.*|build/release/traced/&|; s|c$|o|')
    env -u MAKEFLAGS -u MAKELEVEL -u BUILD make -s -j2 TAG=-sanitized WARN=-w TRACED=trees/uniform.c \
        LIBS="$(xargs <<<"$others") -lcjson -lm -ldl -pthread" \
        OPT="-O0 -DABS_DEBUG -fsanitize=address,undefined,float-cast-overflow \
            -fno-sanitize=null,alignment,object-size,pointer-overflow,nonnull-attribute,returns-nonnull-attribute \
            -fno-sanitize-recover=all --param asan-instrumentation-with-call-threshold=0" \
        build/release-sanitized/absbench >"$BATS_FILE_TMPDIR/made" 2>&1 || { cat "$BATS_FILE_TMPDIR/made" >&2; return 1; }
    export BIN=$PWD/build/release-sanitized/absbench ROOT=$PWD
}

setup() {
    [ "${ABSBENCH:-./absbench}" = ./absbench ] || skip "this is of make's own build"
    cd "$BATS_TEST_TMPDIR" || return 1
}

# sound CODE ARGUMENT..: it ends with that code, and no sanitizer has anything to say.
sound() {
    local code=$1 got=0
    shift
    echo "$1" >>"$BATS_FILE_TMPDIR/verbs"
    ${UNDER:-} "$BIN" "$@" >out 2>err <"${FROM:-/dev/null}" || got=$?
    [ "$got" -eq "$code" ] && ! grep -qE 'runtime error|Sanitizer' err && return
    echo "$* ended with $got, not $code:"
    head -30 err
    return 1
}

# each: a line is a code and a command.
each() {
    local line
    while read -r line; do eval "sound $line" || return 1; done
}

@test "run is clean under sanitizers with every algorithm and format" {
    local format
    local few="--tt=64K --tree=uniform:b=3,range=9 --tree=pgame --game=connectfour --max-positions=2 --depth=3 --quiet"
    each <<END
0 run $few --algo=all,mtd,printed,limits --window=2,auto --widen=full,bound,gradual,both,recentre \
    --guess=previous,parity,shallow,static,exact+3 --depth=2 --verify --distinct --jobs=2 --format=table
0 run --game=chess --game=xiangqi --game=checkers --game=othello --game=tictactoe --max-positions=1 --depth=3 \
    --algo=pvs,aspiration+pvs --quiescence=on,off --etc=on --eval=heuristic,result --grain=10 --shuffle=1 --tt=0,64K \
    --tt-mode=exact,deeper --tt-replace=depth,always --order=tt,capture,killer,eval,history --quiet --passes \
    --max-nodes=500
0 run --game=chess --position=start --depth=4 --algo=pvs --passes --format=table --repeat=2
64 run --game=chess --depth=0..200
0 run --tree=uniform:b=3 --depth=2 --algo=mtdf --guess=-100..-2:9223372036854775807
64 run --tree=uniform:b=3 --depth=2 --seed=-9223372036854775807..5*1000
64 run --tree=uniform:b=3 --depth=2 --algo=mtdf --guess=-536870911..5*9223372036854775807
64 run --game=chess --position="no such"
END
    for format in table json jsonl csv markdown; do
        sound 0 run $few --algo=pvs,aspiration,mtdf --format=$format
        sound 0 run $few --algo=pvs,mtdf --plain --format=$format --output=report.$format
    done
}

@test "sweep, merge and compare are clean under sanitizers" {
    local format
    echo '[{"tree": "uniform:b=3", "seed": "1..3", "algo": ["pvs", "mtdf"], "depth": [2, 3]},
        {"game": "othello", "max-positions": 2, "depth": 2, "algo": "aspiration"}]' >grid.json
    printf '%s\n' '44 ; id a ; bm 4' '# two' 'bad' 'startpos moves 4 4 ; D1 7 ; D2 49' >positions.txt
    sound 0 sweep --grid=grid.json --output=whole.jsonl --quiet --no-time
    head -n 5 whole.jsonl >rows.jsonl
    each <<'END'
2 sweep --grid=grid.json --output=rows.jsonl --quiet --no-time
0 sweep --grid=grid.json --output=rows.jsonl --quiet --no-time --resume
0 sweep --grid=grid.json --quiet --format=table
0 sweep --grid=grid.json --quiet --no-time --shard=1/3 --output=1.jsonl
0 sweep --grid=grid.json --quiet --no-time --shard=2/3 --output=2.jsonl
0 sweep --grid=grid.json --quiet --no-time --shard=3/3 --output=3.jsonl
0 merge 1.jsonl 2.jsonl 3.jsonl --metric=nodes --reference=mtdf --output=all.json --no-time
1 merge 1.jsonl 3.jsonl --output=/dev/null
0 run --game=connectfour --positions=positions.txt --skip-bad --depth=2 --format=table
2 run --game=connectfour --positions=positions.txt --depth=2
END
    for format in table json jsonl csv markdown; do
        sound 0 merge 1.jsonl 2.jsonl 3.jsonl --format=$format --no-time
        sound 0 show rows.jsonl --format=$format
        sound 0 compare whole.jsonl all.json --format=$format
    done
    # A report that is written over between its scan and the reading of its rows.
    mkfifo late
    sound 2 merge 1.jsonl late --format=csv &
    local merge=$!
    exec 9>late # opened on both sides: the first is scanned
    printf '{"id":"%04000d' 0 | dd of=1.jsonl bs=1 seek="$(head -n 1 1.jsonl | wc -c)" conv=notrunc status=none
    cat 2.jsonl >&9
    exec 9>&-
    wait $merge
    head -c 700 all.json >torn.json
    sound 2 merge torn.json 1.jsonl
    sound 2 compare torn.json 1.jsonl
}

@test "a uci session is clean under sanitizers" {
    printf '%s\n' uci isready ucinewgame 'position startpos moves e2e4 e7e5' 'go depth 3' 'setoption name Hash value 1' \
        'setoption name Algorithm value aspiration+pvs' 'setoption name FailHighLess value on' 'setoption name Widen value both' \
        'setoption name Window value x' 'setoption name Ponder value true' 'go nodes 500' 'go nodes 500 searchmoves e2e4' \
        'position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1 moves a1a2 g8f8 a2a1 f8g8' 'go mate 2' 'position fen nonsense' 'go depth 1' \
        'position startpos moves e2e5' 'setoption name UCI_Variant value xiangqi' 'position startpos moves h1g3 h10g8 g3h1' \
        'setoption name Select value null,lmr' 'go movetime 20' 'go wtime 300 btime 300' ponderhit stop 'go infinite' quit >session
    FROM=session sound 0 uci
    [ "$(grep -c ^bestmove out)" -eq 8 ]
}

@test "every other verb is clean under sanitizers" {
    local format verb
    for format in table json markdown csv; do
        sound 0 tune --game=tictactoe --depth=2 --tt=64K --quiet --format=$format
    done
    for format in table jsonl html; do
        sound 0 trace --tree=uniform:b=2 --depth=3 --algo=pvs --format=$format
        sound 0 trace --game=tictactoe --position=1425 --depth=3 --algo=aspiration --window=1 --format=$format --max-nodes=5000
    done
    UNDER="timeout --preserve-status -s INT 0.5" sound 130 bench --quiet --format=table
    each <<'END'
0 check --tree=pgame:b=2
0 perft --game=chess --depth=1..3
0 perft --tree=incremental --depth=3 --format=json
0 positions --game=connectfour --count=3
0 list
0 list --format=json
0 schema
0 completion bash
0 completion zsh
0 version
0 man
0 new-game mine
64 no-such-verb
0 help
END
    for verb in $(sed -n '/^Commands/,/^$/s/^  \([a-z-]*\)  .*/\1/p' out); do
        grep -qx "$verb" "$BATS_FILE_TMPDIR/verbs" || { echo "$verb is missing here"; return 1; }
        sound 0 help "$verb"
        sound 0 man "$verb"
    done
}
