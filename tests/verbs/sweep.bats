#!/usr/bin/env bats
# `absbench sweep`: grids from files.

load ../common

rows() { "$BIN" "$@" --reference=none --no-time --format=jsonl | sed '1d; $d'; }

@test "a grid is the command line it stands for" {
    cat >grid.json <<'END'
{"tree": ["uniform:b=3,range=50", "incremental:b=4,step=5"], "seed": "1..3", "depth": [3, 4],
 "algo": ["alphabeta", "aspiration", "mtdf"], "window": [1, 5, "10:20"], "widen-factor": [1.5, 2],
 "widen": "gradual", "tt": ["0", "1K"], "deepening": "on,off", "max-nodes": 100000, "plain": false}
END
    rows sweep --grid=grid.json >grid
    rows --tree=uniform:b=3,range=50 --tree=incremental:b=4,step=5 --seed=1..3 --depth=3,4 \
        --algo=alphabeta,aspiration,mtdf --window=1,5,10:20 --widen-factor=1.5,2 --widen=gradual \
        --tt=0,1K --deepening=on,off --max-nodes=100000 >options
    [ "$(wc -l <grid)" -eq 384 ]
    cmp grid options
    "$BIN" sweep --grid=- <grid.json --no-time --format=jsonl | sed '1d; $d' | cmp - options
    # what an algorithm needs to be let can stand beside it
    echo '{"tree": "uniform:b=3,range=50", "algo": "mtdf+alphabeta", "allow-fail-hard": true}' >hard.json
    [ "$("$BIN" sweep --grid=hard.json --no-time | jq -r '.results[].status')" = ok ]
    # the report holds the grid itself
    "$BIN" sweep --grid=- <grid.json --no-time | jq -S .context.options.grid >held
    jq -S . grid.json | cmp - held
}

@test "grids run in order with their positions and switches; the command line comes last" {
    cat >grid.json <<'END'
[{"game": "tictactoe", "position": ["X-------- O", "start"], "plain": true, "depth": "2"},
 {"tree": "uniform:b=2", "seed": [5, 9007199254740991], "depth": 2}]
END
    rows sweep --grid=grid.json >grid
    { rows --game=tictactoe --position="X-------- O" --position=start --plain --depth=2
      rows --tree=uniform:b=2 --seed=5,9007199254740991 --depth=2; } | cmp - grid
    echo '{"tree": "uniform:b=2", "depth": 2, "algo": "pvs"}' >grid.json
    rows sweep --grid=grid.json --depth=3 --seed=4 >grid
    rows --tree=uniform:b=2 --algo=pvs --depth=3 --seed=4 | cmp - grid
    rows --grid=grid.json --depth=3 sweep --seed=4 | cmp - grid
}

@test "a grid's true and false are switches and on|off, never left aside" {
    echo '{"tree": "uniform:b=2", "depth": 2, "deepening": false}' >off
    echo '{"tree": "uniform:b=2", "deepening": [true, false], "depth": 2}' >both
    echo '{"tree": "uniform:b=2", "depth": true, "seed": 2}' >depth
    echo '{"tree": false}' >tree
    printf '{"tree": "uniform:b=2\\u0000,range=5"}' >zero
    rows sweep --grid=off | jq -se 'map(.deepening) == [false]'
    rows sweep --grid=both | jq -se 'map(.deepening) == [true, false]'
    refused 2 'depth: grid 1: "depth": give' "$BIN" sweep --grid=depth
    refused 2 'tree: grid 1: "tree": give' "$BIN" sweep --grid=tree
    refused 2 'zero: line 1 is not JSON: a string holds a NUL' "$BIN" sweep --grid=zero
}

@test "a search that several grids ask for is made once" {
    cat >grid.json <<'END'
[{"tree": "uniform:b=3,range=99", "seed": "1..30", "depth": 3, "algo": ["alphabeta", "aspiration"], "window": [1, 5]},
 {"tree": "uniform:b=3,range=99", "seed": "21..50", "depth": 3, "algo": ["alphabeta", "aspiration"], "window": [5, 10]},
 {"tree": "uniform:b=3,range=99", "seed": "1..50", "depth": 3, "algo": "alphabeta"}]
END
    "$BIN" sweep --grid=grid.json --no-time >report.json
    jq -e '([.results[].id] | length == 30 * 3 + 20 * 3 + 10 and length == (unique | length)) and
        [.aggregates[] | [.window_low, .n, .ratio_n]] == [[null, 50, 50], [1, 30, 30], [5, 50, 50], [10, 30, 30]]
        ' report.json
    "$BIN" compare report.json report.json --format=json | jq -e '.common == 160'
    # the rows are those of the same searches without repeats
    of=(--tree=uniform:b=3,range=99 --depth=3)
    { rows "${of[@]}" --seed=1..30 --algo=alphabeta,aspiration --window=1,5
      rows "${of[@]}" --seed=31..50 --algo=alphabeta,aspiration --window=5
      rows "${of[@]}" --seed=21..50 --algo=aspiration --window=10
    } | jq -c . | sort | cmp - <(jq -c '.results[]' report.json | sort)
}

@test "one id is one position, also in several grids" {
    cat >grid.json <<'END'
[{"game": "tictactoe", "position": "XX-OO---- X", "depth": 3},
 {"game": "tictactoe", "position": ["X---O---- X", "start", "XX-OO---- X"], "depth": 3, "algo": "pvs"}]
END
    rows sweep --grid=grid.json >rows
    jq -se 'map([.position_id, .position[:3]]) ==
            [["position-1", "XX-"], ["position-2", "X--"], ["start", "sta"], ["position-1", "XX-"]]' rows
    mkdir d
    echo "X-------- O" >p
    echo "XX-OO---- X" >d/p
    echo '[{"game": "tictactoe", "positions": "p"}, {"game": "tictactoe", "positions": "d/p"}]' >two
    refused 2 "two: grid 2: d/p:1: the id 'p:1' is that of another position" "$BIN" sweep --grid=two
}

@test "--max-positions takes seeds from the first on, and a suite's positions spread over it" {
    "$BIN" --tree=uniform:b=2 --seed=5..20 --max-positions=3 --depth=2 >trees.json
    jq -e '[.results[].seed] == [5, 6, 7]' trees.json
    "$BIN" --game=chess --max-positions=10 --depth=1 >few.json
    jq -e '[.results[].position_id | .[-2:] | tonumber] | length == 10 and . == (unique)
           and min < 8 and max > 52 and ([.[1:], .[:-1]] | transpose | map(.[0] - .[1]) | max) <= 13' few.json
    "$BIN" --game=chess --max-positions=1000 --depth=1 | jq -e '.results | length > 55'
}

# Rows leave as they come: what is kept of one is a few dozen bytes.
@test "thirty thousand jobs take the memory of three thousand" {
    case ${ABSBENCH-} in *asan*) skip "the sanitizer keeps what was freed" ;; esac
    local most=() n
    for n in 30 300; do
        run --separate-stderr /usr/bin/python3 - "$BIN" "$n" <<'END'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "sweep", "--tree=uniform:b=2,range=50", "--depth=2..4", f"--seed=1..{sys.argv[2]}",
                "--plain", "--algo=all,mtd", "--window=1,5,20", "--step=1..18", "--jobs=1", "--output=/dev/null"], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
        most+=("$output")
    done
    echo "KiB: ${most[*]}"
    [ "${most[1]}" -lt $((most[0] + 4000)) ]
}

@test "the longest search is not begun last where there are two workers" {
    local tree="uniform:b=4,range=100" last
    for last in '"depth": 8, "algo": "pvs"' '"depth": 6, "algo": "minimax"'; do
        echo "[{\"tree\": \"$tree\", \"seed\": \"1..600\", \"depth\": 6, \"algo\": \"pvs\"},
            {\"tree\": \"$tree\", \"seed\": 1, $last}]" >grid.json
        "$BIN" sweep --grid=grid.json --jobs=2 --quiet --output=order.jsonl # in the order in which they ended
        [ "$(jq -r 'select(.id) | "\(.depth) \(.algo)"' order.jsonl | tail -100 | sort -u)" = "6 pvs" ]
        rm order.jsonl
    done
}
