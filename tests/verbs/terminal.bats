#!/usr/bin/env bats
# terminal.bats -- what is only said on a terminal.

load ../common

# on_terminal ARGUMENT..: as if typed there; what appears is in `out`, by lines.
on_terminal() {
    script -qec "'$BIN' $*" /dev/null </dev/null >raw
    tr '\r' '\n' <raw >out
}

@test "a sweep says what there is to do, and how far it is; with --quiet nothing" {
    local long="sweep --tree=uniform:b=9 --depth=12 --algo=alphabeta --seed=1..2 --timeout=0.6 --jobs=1"
    on_terminal "$long" --tt=1M --output=out.json
    grep -qx 'absbench: 2 searches, 1 at a time, with tables of up to 1 MiB in all' out
    grep -q '0 of 2 searches (0 %), 0:00:00' out
    grep -Eq '1 of 2 searches \(50 %\), [0-9:]+, about [0-9:]+ left' out
    [ "$(jq '.results | length' out.json)" -eq 2 ]
    on_terminal "$long" --tt=0 --output=out.json --quiet
    [ ! -s out ]
    on_terminal sweep --tree=uniform:b=2 --depth=1 --tt=0 --seed=1..4 --shard=1/2 --jobs=1
    grep -qx 'absbench: 4 searches in 2 shards, 1 at a time' out
    on_terminal sweep --tree=uniform:b=2 --depth=1 --tt=0 --seed=1..4 --jobs=9
    grep -qx 'absbench: 4 searches, 4 at a time' out
}

@test "positions: how many are found" {
    on_terminal positions --game=tictactoe --count=2 --output=new
    grep -Eqx '1 of 2 positions, [0-9]+ games' out
    grep -Eqx '2 of 2 positions, [0-9]+ games' out
    on_terminal positions --game=tictactoe --count=2 --output=new --quiet
    [ ! -s out ]
}

@test "perft: a table, JSON elsewhere" {
    on_terminal perft --game=tictactoe --position=start --depth=1,2
    [ "$(grep -Ec '^tictactoe start +[12] +(9|72) ' out)" -eq 2 ]
    "$BIN" perft --game=tictactoe --position=start --depth=1,2 | jq -se 'length == 2'
}
