#!/usr/bin/env bats
# positions.bats -- `absbench positions`, and the suites it has made.

load ../common

setup() {
    here || return 1
    LARGE=$ROOT/games/positions/large
}

# of FILE..: their positions.
of() { grep -hv '^#' "$@"; }

@test "each large suite begins with the lines that \`positions\` prints" {
    local file game
    for file in "$LARGE"/*; do
        game=$(basename "${file%.*}")
        "$BIN" positions --game="$game" --count=6 --seed=1 --quiet >new 2>err
        of "$file" | head -6 | diff - <(of new)
        [ ! -s err ]
        "$BIN" --game="$game" --positions=new --depth=1 --no-time | jq -e '.results | length == 6'
    done
    [ "$(ls "$LARGE" | wc -l)" -eq "$(grep -c ^ABS_GAME "$ROOT/games/games.def")" ]
}

@test "every large suite has quiet and sharp positions, from all of the game" {
    local file game
    for file in "$LARGE"/*; do
        game=$(basename "${file%.*}")
        [ "$game" != tictactoe ] || continue
        [ "$(of "$file" | grep -c 'kind quiet')" -ge 150 ]
        [ "$(of "$file" | grep -c 'kind sharp')" -ge 150 ]
        [ "$(of "$file" | grep -o 'ply [0-9]*' | sort -u | wc -l)" -ge 30 ]
        [ "$(of "$file" | grep -o 'value -' | wc -l)" -ge 60 ]
    done
}

@test "\`positions\` prints all of tic-tac-toe's, and says that there are no more" {
    "$BIN" positions --game=ttt --count=400 --quiet >ttt 2>err
    [ "$(of ttt | wc -l)" -eq "$(/usr/bin/python3 "$ROOT/tests/suite/count_tictactoe.py")" ]
    grep -Eq "^absbench: only [0-9]+ positions of 400 were found, in [0-9]+ games" err
}

@test "--seed chooses the games; one seed gives the same lines, whatever the number" {
    local seed
    for seed in 1 2 3; do
        "$BIN" positions --game=othello:pass=free --count=30 --seed=$seed --output="$seed" --quiet
    done
    "$BIN" positions --game=othello:pass=free --count=20 --seed=2 --output=again --quiet
    diff <(of again) <(of 2 | head -20)
    [ "$(of 1 2 3 | sed 's/ ; .*//' | sort -u | wc -l)" -ge 85 ]
}

@test "without --depth positions have the default depth, or what is left of the game" {
    local game depths options
    while read -r game depths options; do # shellcheck disable=SC2086 # words
        "$BIN" --game=$game --algo=failsoft --reference=none --max-positions=400 --no-time --quiet $options |
            jq -e --argjson depths "$depths" '[.results[].depth] | unique == $depths' || { echo "$game $options"; false; }
    done <<END
connectfour [8] --suite=small
connectfour [8] --suite=large
connectfour [6,7,8] --suite=small --depth=8
connectfour [5,6] --suite=small --depth=5,6
connectfour [2] --position=32132211554516355125143244737767442 --depth=2
connectfour [7] --position=32132211554516355125143244737767442
tictactoe [6,7,8,9] --suite=large
END
    "$BIN" --game=connectfour --judge=solved --algo=pvs --no-time --quiet | jq -e '[.results[].depth] | unique == [6,7,8]'
    "$BIN" --game=connectfour --max-nodes=50 --algo=pvs --no-time --quiet | jq -e '[.results[].depth] | min == 6'
}

@test "--suite=large has 400 positions; small is the default" {
    "$BIN" --game=connectfour --suite=large --depth=1 --no-time >large
    jq -e '(.results | length == 400) and .results[0].position_id == "connectfour-001" and .context.options.suite == "large"' large
    "$BIN" --game=connectfour --suite=small --depth=1 --no-time | jq .results >small
    "$BIN" --game=connectfour --depth=1 --no-time | jq .results | cmp - small
    "$BIN" --game=othello --suite=large --depth=2 --no-time | jq -e '[.results[].position_id] | index("othello-004")'
}
