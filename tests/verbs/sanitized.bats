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
    others=$(ls games/*.c trees/*.c | grep -vxF -e trees/tree.c -e trees/uniform.c |
        sed 's|.*|build/release/traced/&|; s|c$|o|')
    env -u MAKEFLAGS -u MAKELEVEL -u BUILD make -s -j2 TAG=-sanitized WARN=-w TRACED=trees/uniform.c \
        LIBS="$(xargs <<<"$others") -lcjson \$(GSL) -lm -ldl -pthread" \
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
UNDER=()
sound() {
    local code=$1 got=0
    shift
    echo "$1" >>"$BATS_FILE_TMPDIR/verbs"
    "${UNDER[@]}" "$BIN" "$@" >out 2>err </dev/null || got=$?
    [ "$got" -eq "$code" ] && ! grep -qE 'runtime error|Sanitizer' err && return
    echo "$* ended with $got, not $code:"
    head -30 err
    return 1
}

# sound_end CODE PROCESS: the same of one in the background.
sound_end() {
    local got=0
    wait "$2" || got=$?
    [ "$got" -eq "$1" ] && ! grep -qE 'runtime error|Sanitizer' err && return
    echo "it ended with $got, not $1:"
    head -30 err
    return 1
}

ALL=(--tt=64K --tree=uniform:b=3,range=9 --tree=pgame --game=connectfour --max-positions=2 --depth=3 --quiet)

@test "run: every algorithm, and every format" {
    local format
    sound 0 run "${ALL[@]}" --algo=all,mtd,printed,limits --window=2,auto --widen=full,bound,gradual,both,recentre \
        --guess=previous,parity,shallow,static,exact+3 --depth=2 --verify --distinct --jobs=2 --format=table
    for format in table json jsonl csv markdown; do
        sound 0 run "${ALL[@]}" --algo=pvs,aspiration,mtdf --format=$format --theory
        sound 0 run "${ALL[@]}" --algo=pvs,mtdf --plain --format=$format --output=report.$format
    done
    sound 0 run --game=chess --game=xiangqi --game=checkers --game=othello --game=tictactoe --max-positions=1 --depth=3 \
        --algo=pvs,aspiration+pvs --quiescence=on,off --etc=on --eval=heuristic,result --grain=10 --shuffle=1 --tt=0,64K \
        --tt-mode=exact,deeper --tt-replace=depth,always --order=tt,capture,killer,eval,history --quiet --passes \
        --max-nodes=500
    sound 0 run --game=chess --position=start --depth=4 --algo=pvs --passes --format=table --repeat=2
    sound 64 run --game=chess --depth=0..200
    sound 0 run --tree=uniform:b=3 --depth=2 --algo=mtdf --guess=-100..-2:9223372036854775807
    sound 64 run --tree=uniform:b=3 --depth=2 --seed=-9223372036854775807..5*1000
    sound 64 run --tree=uniform:b=3 --depth=2 --algo=mtdf --guess=-536870911..5*9223372036854775807
    sound 64 run --game=chess --position="no such"
}

@test "sweep, merge and compare: journals, shards, grids, positions from files" {
    local format
    echo '[{"tree": "uniform:b=3", "seed": "1..3", "algo": ["pvs", "mtdf"], "depth": [2, 3]}, {"game": "othello", "max-positions": 2, "depth": 2, "algo": "aspiration"}]' >grid.json
    sound 0 sweep --grid=grid.json --output=whole.jsonl --quiet --no-time
    head -n 5 whole.jsonl >rows.jsonl
    sound 2 sweep --grid=grid.json --output=rows.jsonl --quiet --no-time
    sound 0 sweep --grid=grid.json --output=rows.jsonl --quiet --no-time --resume
    sound 0 sweep --grid=grid.json --until-ci=50 --quiet --format=table
    for shard in 1 2 3; do
        sound 0 sweep --grid=grid.json --quiet --no-time --shard=$shard/3 --output=$shard.jsonl
    done
    for format in table json jsonl csv markdown; do
        sound 0 merge 1.jsonl 2.jsonl 3.jsonl --format=$format --no-time
        sound 0 show 1.jsonl --format=$format
        sound 0 show rows.jsonl --format=$format --theory
    done
    sound 0 merge 1.jsonl 2.jsonl 3.jsonl --theory --metric=nodes --reference=mtdf --output=all.json --no-time
    for format in table json markdown; do
        sound 0 compare whole.jsonl all.json --format=$format
    done
    sound 1 merge 1.jsonl 3.jsonl --missing-shards
    sound 2 merge all.json --missing-shards
    sound 2 merge 1.jsonl all.json --missing-shards
    sound 0 run --game=connectfour --depth=4 --algo=pvs --max-positions=4 --output=a.json --quiet
    sound 0 run --game=connectfour --depth=4 --algo=mtdf --max-positions=4 --output=b.json --quiet
    sound 0 compare --match=position a.json b.json --format=table
    printf '%s\n' '44 ; id a ; bm 4' '# two' 'bad' 'startpos moves 4 4 ; D1 7 ; D2 49' >positions.txt
    sound 0 run --game=connectfour --positions=positions.txt --skip-bad --depth=2 --format=table
    sound 2 run --game=connectfour --positions=positions.txt --depth=2
    # A report that is written over between its scan and the reading of its rows.
    mkfifo late
    "$BIN" merge 1.jsonl late --format=csv >out 2>err &
    local merge=$!
    exec 9>late # opened on both sides: the first is scanned
    printf '{"id":"%04000d' 0 | dd of=1.jsonl bs=1 seek="$(head -n 1 1.jsonl | wc -c)" conv=notrunc status=none
    cat 2.jsonl >&9
    exec 9>&-
    sound_end 2 $merge
    head -c 700 all.json >torn.json
    sound 2 merge torn.json 1.jsonl
    sound 2 compare torn.json 1.jsonl
}

@test "tune, trace, check, perft, positions, bench: games and trees" {
    local format
    for format in table json markdown csv; do
        sound 0 tune --game=tictactoe --depth=2 --tt=64K --quiet --format=$format
    done
    for format in table jsonl dot html; do
        sound 0 trace --tree=uniform:b=2 --depth=3 --algo=pvs --format=$format
        sound 0 trace --game=tictactoe --position=1425 --depth=3 --algo=aspiration --window=1 --format=$format --max-nodes=5000
    done
    sound 0 check --tree=pgame:b=2
    sound 0 perft --game=chess --depth=1..3
    sound 0 perft --tree=incremental --depth=3 --format=json
    sound 0 positions --game=connectfour --count=3
    UNDER=(timeout --preserve-status -s INT 0.5)
    sound 130 bench --quiet --format=table
}

@test "what prints a page: every verb is in this file" {
    local section verb
    for section in "" algos games trees formats; do
        # shellcheck disable=SC2086
        sound 0 list $section
    done
    sound 0 list --format=json
    sound 0 schema
    sound 0 completion bash
    sound 0 completion zsh
    sound 0 version
    sound 0 man
    sound 0 new-game mine
    sound 64 no-such-verb
    sound 0 help
    for verb in $(sed -n '/^Commands/,/^$/s/^  \([a-z-]*\)  .*/\1/p' out); do
        grep -qx "$verb" "$BATS_FILE_TMPDIR/verbs" || { echo "$verb is missing here"; return 1; }
        sound 0 help "$verb"
        sound 0 man "$verb"
    done
}
