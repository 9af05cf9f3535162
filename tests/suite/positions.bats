#!/usr/bin/env bats
# positions.bats -- `absbench positions`, and the suites it has made.
bats_require_minimum_version 1.5.0

setup() {
    BIN=$(realpath "${ABSBENCH:-./absbench}")
    OUT=$BATS_TEST_TMPDIR
}

# of FILE..: their positions.
of() { grep -hv '^#' "$@"; }

@test "each large suite begins with what the verb prints" {
    local file game n
    for file in games/positions/large/*; do
        game=$(basename "${file%.*}")
        n=6
        "$BIN" positions --game="$game" --count=$n --seed=1 --quiet >"$OUT/new" 2>"$OUT/err"
        [ "$(of "$OUT/new" | wc -l)" -eq $n ]
        of "$file" | head -$n | diff - <(of "$OUT/new")
        [ ! -s "$OUT/err" ]
    done
    [ "$(ls games/positions/large | wc -l)" -eq "$(grep -c ^ABS_GAME games/games.def)" ]
}

@test "every suite has positions of both kinds, from all of the game" {
    local file game
    for file in games/positions/large/*; do
        game=$(basename "${file%.*}")
        [ "$game" != tictactoe ] || continue
        [ "$(of "$file" | grep -c 'kind quiet')" -ge 150 ]
        [ "$(of "$file" | grep -c 'kind sharp')" -ge 150 ]
        [ "$(of "$file" | grep -o 'ply [0-9]*' | sort -u | wc -l)" -ge 30 ]
        [ "$(of "$file" | grep -o 'value -' | wc -l)" -ge 60 ]
    done
}

@test "tic-tac-toe has fewer than were asked for, and it is said; they are all there are" {
    "$BIN" positions --game=ttt --count=400 --quiet >"$OUT/ttt" 2>"$OUT/err"
    [ "$(of "$OUT/ttt" | wc -l)" -eq "$(/usr/bin/python3 tests/suite/count_tictactoe.py)" ]
    grep -Eq "^absbench: only [0-9]+ positions of 400 were found, in [0-9]+ games" "$OUT/err"
}

@test "--seed: other games; the same seed, the same file, whatever the number" {
    local seed
    for seed in 1 2 3; do
        "$BIN" positions --game=othello:pass=free --count=30 --seed=$seed --output="$OUT/$seed" --quiet
    done
    "$BIN" positions --game=othello:pass=free --count=20 --seed=2 --output="$OUT/again" --quiet
    diff <(of "$OUT/again") <(of "$OUT/2" | head -20)
    [ "$(of "$OUT/1" "$OUT/2" "$OUT/3" | sed 's/ ; .*//' | sort -u | wc -l)" -ge 85 ]
}

@test "what it prints is a file of positions" {
    local game
    for game in ttt connectfour othello checkers chess xiangqi; do
        "$BIN" positions --game=$game --count=3 --seed=7 --quiet >"$OUT/file"
        "$BIN" --game=$game --positions="$OUT/file" --depth=1 --no-time |
            jq -e '.results | length == 3' >"$OUT/length"
    done
}

@test "--suite=large: 400 positions; small by default" {
    "$BIN" --game=connectfour --suite=large --depth=1 --no-time >"$OUT/large"
    [ "$(jq '.results | length' "$OUT/large")" -eq 400 ]
    jq -e '.results[0].position_id == "connectfour-001" and .context.options.suite == "large"' "$OUT/large"
    "$BIN" --game=connectfour --suite=small --depth=1 --no-time | jq .results >"$OUT/small"
    "$BIN" --game=connectfour --depth=1 --no-time | jq .results | cmp - "$OUT/small"
    "$BIN" --game=othello --suite=large --depth=2 --no-time | jq -e '[.results[].position_id] | index("othello-004")'
}
