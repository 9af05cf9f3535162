#!/usr/bin/env bats
# many.bats -- positions, batches and configurations in great number: time grows as their number
# does, and each takes little memory. Time is limited as processor time, whatever else runs,
# far above what it takes on a slow machine.

load ../common

setup() {
    here || return 1
    BOARD="r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq -"
}

# soon_done WORD..: runs it; it may not take long on the processor.
soon_done() {
    local seconds=30
    case ${ABSBENCH-} in *asan* | *ubsan* | *tsan* | *coverage*) seconds=300 ;; esac
    (ulimit -t $seconds && exec "$@")
}

# peak WORD..: the most memory that it took, in KiB.
peak() {
    /usr/bin/python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"
}

@test "a hundred thousand positions are read in time that grows as their number" {
    yes "$BOARD" | head -100000 >file.epd
    soon_done "$BIN" --game=chess --positions=file.epd --max-positions=2 --depth=1 --no-time >rows
    jq -e '[.results[] | .position_id] | unique | length == 2' rows
    echo "$BOARD id \"file.epd:7\";" >>file.epd
    run -2 "$BIN" --game=chess --positions=file.epd --depth=1
    [[ "$output" = *"file.epd:100001: the id 'file.epd:7' appears twice; rename one; or leave such lines out: --skip-bad" ]]
}

@test "a position takes 110 bytes besides its text, a tree's seed 50" {
    case ${ABSBENCH-} in *asan* | *tsan*) skip "a sanitizer's memory is another" ;; esac
    local few many
    yes "$BOARD" | head -100000 >many.epd
    head -1000 many.epd >few.epd
    few=$(peak "$BIN" --game=chess --positions=few.epd --max-positions=1 --depth=0 --tt=0)
    many=$(peak "$BIN" --game=chess --positions=many.epd --max-positions=1 --depth=0 --tt=0)
    echo "chess: $(((many - few) * 1024 / 199000)) bytes"
    [ $(((many - few) * 1024 / 199000)) -le $((${#BOARD} + 110)) ]
    few=$(peak "$BIN" --tree=uniform:b=2 --seed=1..1000 --max-positions=1 --depth=0 --tt=0)
    many=$(peak "$BIN" --tree=uniform:b=2 --seed=1..100000 --max-positions=1 --depth=0 --tt=0)
    echo "tree: $(((many - few) * 1024 / 199000)) bytes"
    [ $(((many - few) * 1024 / 199000)) -le 50 ]
}

@test "five thousand grids, or one of ten thousand trees, are read in time" {
    /usr/bin/python3 - <<'END'
import json
n = 5000
common = {"depth": 1, "plain": True, "algo": "pvs"}
def write(name, grid):
    json.dump([dict(grid(i), **common) for i in range(n)], open(name, "w"))
write("seeds", lambda i: {"tree": "uniform:b=2,range=50", "seed": [i + 1, 1]})
write("trees", lambda i: {"tree": f"uniform:b=2,range={i + 5}"})
write("texts", lambda i: {"game": "tictactoe", "position": [str(1 + i % 9), "start"]})
json.dump({"tree": [f"uniform:b=2,range={5 + i // 2}" for i in range(4 * n)], **common}, open("one", "w"))
END
    local name rows
    while read -r name rows; do
        soon_done "$BIN" sweep --grid=$name --format=jsonl >rows
        [ "$(grep -c '^{"id":' rows)" -eq $rows ]
        [ "$(grep -o '^{"id":"[^"]*"' rows | sort -u | wc -l)" -eq $rows ]
    done <<'END'
seeds 5000
trees 5000
texts 10
one 10000
END
}

@test "twenty thousand windows are compared in time that grows as their number" {
    local reference
    for reference in alphabeta aspiration none; do
        soon_done "$BIN" --tree=uniform:b=2 --depth=1 --algo=aspiration --window=1..20000 --reference=$reference \
            --format=csv >rows
        [ "$(wc -l <rows)" -eq 20001 ]
    done
}

@test "Ctrl-C ends a run that is still combining millions of configurations" {
    local code=0
    soon_done timeout --preserve-status -s INT 0.7 "$BIN" --tree=uniform:b=2 --algo=aspiration --window=1..3000000 || code=$?
    [ "$code" -eq 130 ]
}
