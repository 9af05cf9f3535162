#!/usr/bin/env bats
# perft.bats -- counts that stand with the positions of a file, and what was counted.

load ../common

setup() {
    here || return 1
    # The six positions whose counts are published everywhere.
    cat >six.epd <<'END'
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D4 197281 ;D5 4865609 ;D6 119060324
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039 ;D3 97862 ;D4 4085603 ;D5 193690690 ;D6 8031647685
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191 ;D3 2812 ;D4 43238 ;D5 674624 ;D6 11030083 ;D7 178633661
r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 ;D1 6 ;D2 264 ;D3 9467 ;D4 422333 ;D5 15833292
rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 ;D1 44 ;D2 1486 ;D3 62379 ;D4 2103487 ;D5 89941194
r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10 ;D1 46 ;D2 2079 ;D3 89890 ;D4 3894594 ;D5 164075551
END
}

# count CODE OPTION..: perft's lines are in `out`, what it says in `err`.
count() { ends "$1" "$BIN" perft --game=chess --no-time "${@:2}"; }

@test "the six published positions: every count up to --depth is equal" {
    count 0 --positions=six.epd --depth=4 --format=json
    [ ! -s err ]
    jq -se 'length == 24 and all(.[]; .equal and .nodes == .expected and .depth <= 4)' out
    count 0 --positions=six.epd --depth=2 --format=table
    [ "$(sed -n 4p out | xargs)" = 'chess six.epd:2 1 48 48 yes' ]
    [ "$(tail -n 1 out)" = '12 of 12 counts equal those in the file' ]
}

@test "perft without --depth takes all given depths, and says how many exceed its limit" {
    sed -n '3p;4p' six.epd >two.epd
    count 0 --positions=two.epd --max-nodes=1000000 --format=json
    [ "$(jq -sc 'map(.depth)' out)" = '[1,2,3,4,5,1,2,3,4]' ]
    [ "$(cat err)" = 'absbench: 3 counts were larger than the limit and skipped; --max-nodes=N raises it' ]
    count 0 --positions=two.epd --max-nodes=100 --depth=4 --format=json # 4 was asked for, and is too large
    [ "$(jq -sc 'map(.depth)' out)" = '[1,1]' ]
    printf '4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D40 1000000001\n' >deep.epd
    count 0 --positions=deep.epd --format=json
    [ "$(jq -sc 'map(.depth)' out)" = '[1]' ]
    grep -Fq '1 count was larger' err
}

@test "a perft count that differs is exit 1, and named" {
    sed -i '3s/D2 191/D2 192/; 6s/D1 46/D1 45/' six.epd
    count 1 --positions=six.epd --depth=3 --format=table
    grep -Eq '^chess six.epd:3 +2 +191 +192 +no$' out
    [ "$(tail -n 1 out)" = '16 of 18 counts equal those in the file' ]
    [ "$(cat err)" = 'absbench: 2 of 18 counts differ from that of the file; the first is D2 of six.epd:3' ]
    count 1 --positions=six.epd --depth=3 --format=json
    [ "$(jq -sc 'map(select(.equal | not) | [.position_id, .depth, .nodes, .expected])' out)" = \
        '[["six.epd:3",2,191,192],["six.epd:6",1,46,45]]' ]
}

@test "perft needs --depth for positions without counts, and compares those that are given" {
    printf 'start ; id plain\n8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - ;D3 2812 ; id three; D1 14\n' >some.epd
    count 64 --positions=some.epd
    grep -Fq 'absbench: perft needs --depth=N: plain has no counts of its own' err
    [ ! -s out ]
    count 0 --positions=some.epd --depth=2 --format=json
    [ "$(jq -sc 'map([.position_id, .depth, .nodes, .equal])' out)" = \
        '[["plain",2,400,null],["three",1,14,true],["three",2,191,null]]' ]
    count 0 --positions=some.epd --depth=0,4 --format=json
    [ "$(jq -sc 'map([.depth, .equal])' out)" = '[[0,null],[4,null],[0,null],[1,true],[3,true],[4,null]]' ]
    sed -i 1d some.epd
    count 0 --positions=some.epd --divide --format=json
    jq -se 'map(select(.move == null)) | length == 2' out
    jq -se '[.[] | select(.depth == 3)] | (map(select(.move)) | map(.nodes) | add) == .[-1].nodes and .[-1].move == null' out
}

@test "perft reads id, epd and perft lines as one line of EPD" {
    sed 's/^/id six\n# counts\nepd /; s/ ;D\([0-9]*\)/\r\nperft \1/g' six.epd >six.perft
    [ "$(wc -l <six.perft)" -eq 52 ]
    for file in six.epd six.perft; do
        count 0 --positions=$file --depth=3 --format=json
        jq -c 'del(.position_id)' out >$file.rows
    done
    diff six.epd.rows six.perft.rows
    [ "$(jq -sc 'map(.position_id) | unique | .[:2]' out)" = '["six.perft:12","six.perft:21"]' ]
    printf 'epd 4k3/8/8/8/8/8/8/4K2R w K -\nperft 1 15\nperft 2 67\nid b\nepd 4k3/8/8/8/8/8/8/4K2R w H -\nperft 1 15' >some.perft
    count 1 --positions=some.perft --skip-bad --format=json
    [ "$(jq -sc 'map(.equal)' out)" = '[true,false]' ]
    grep -Fq "some.perft:5: castling rights are 'H', which is Chess960" err
}

@test "perft checks every game's counts; a run passes them over" {
    printf 'start ; D1 7 ; D2 49 ; D7 823536\n1212121 ; D1 0\n' >four.txt
    "$BIN" perft --game=connectfour --positions=four.txt --no-time --format=json |
        jq -se 'length == 4 and all(.[]; .equal)'
    "$BIN" --game=chess --positions=six.epd --depth=1 --no-time --format=json | jq -e '.results | length == 6'
}

@test "perft prints the same rows in every format, with --divide's moves before the sum" {
    count 0 --position=start --depth=2 --divide --format=json
    jq -se 'length == 21 and (.[:20] | map(.nodes) | add) == .[20].nodes
        and (.[:20] | map(.move) | unique | length) == 20' out
    jq -r '[.game, .tree, .position, .position_id, .depth, .move, .nodes, .expected, .equal, .real_s] | @csv' out |
        tr -d '"' >rows
    count 0 --position=start --depth=2 --divide --output=out.csv
    { echo game,tree,position,position_id,depth,move,nodes,expected,equal,real_s; cat rows; } | diff - out.csv
    count 0 --position=start --depth=2 --divide --output=out.md
    [ "$(grep -c '^| chess start | 2 | [a-h]' out.md)" -eq 20 ]
}

@test "a game's options act in perft: a pass that costs no depth is no ply" {
    local spec depth wanted
    while read -r spec depth wanted; do
        ends 0 "$BIN" perft --game=$spec --position=start --depth=$depth --divide --no-time --format=json
        jq -se --argjson wanted "$wanted" 'map(select(.game == "'$spec'")) |
            (map(select(.move == null))[0].nodes == $wanted) and (map(select(.move != null).nodes) | add == $wanted)' out
    done <<'END'
othello 9 3005288
othello:pass=free 9 3005320
othello:pass=free 8 390216
othello:empties=winner 9 3005288
END
}
