#!/usr/bin/env bats
# hints.bats -- what is said to people who type the words of other programs.

load ../common

# hint TEXT ARGUMENT..: it is wrong usage, and the message has the text.
hint() { refused 64 "$1" "$BIN" "${@:2}"; }

@test "every word of the table gets its hint, and every hint can be typed" {
    /usr/bin/python3 "$ROOT/tests/verbs/hints.py" "$BIN" "$ROOT"
}

@test "capitals, hyphens and underscores make no other name; a name that is near in no way is not suggested" {
    hint "did you mean 'alphabeta'?" --algo=Alpha-Beta
    hint "did you mean 'alphabeta'?" --algo=alpha_beta
    hint "did you mean '--max-nodes'?" --Max_Nodes=5
    hint "did you mean '--tt" --Hash=64
    hint "did you mean 'connectfour'?" --game=Connect_Four
    for word in --epd=x --solver=x --ply=3 --pos=start --base=pvs --limit=5; do
        run -64 "$BIN" $word
        [[ $output != *"'--seed'"* && $output != *"'--order'"* && $output != *"'--jobs'"* && $output != *"'--game'"* ]]
    done
}

@test "a bare word is refused with the option to type" {
    hint "did you mean '--game=chess'?" chess
    hint "did you mean '--algo=pvs'?" pvs
    hint "did you mean '--game=chess --positions=set.epd'?" set.epd
    hint "did you mean '--game=othello --positions=ffo.obf'?" ffo.obf
    hint "did you mean '--game=checkers --positions=set.pdn'?" set.pdn
    hint "did you mean '--game=NAME --positions=othello.txt'?" othello.txt
    hint "did you mean '--tree=uniform:b=4,range=9'?" uniform:b=4,range=9
    hint 'for a report write `absbench show a.json`' a.json
    hint 'pgn-extract -Wepd' games.pgn
    hint "did you mean '--game=./mygame.so'?" check mygame.so
    hint '`make plugin GAME=mygame.c` makes a game of it' check mygame.c
    hint "did you mean '--grid=grid.json'?" sweep grid.json
    hint "did you mean '--game=chess'?" tune chess
    hint "did you mean '--engine=stockfish'?" tune stockfish
    hint "did you mean '--game=chess'?" perft chess 3
    hint "did you mean '--depth=3'?" perft --game=chess 3
    hint "did you mean '--tree=explicit:file=tree.json'?" trace tree.json
    hint 'write `absbench bench`' bench 16 1 8
    hint "did you mean '--algo=pvs'?" help pvs
    hint "did you mean 'policies'?" list windows
    hint "write --depth=N apart from it" --tree=uniform:b=4,d=6
    hint "write file=FILE" --tree=explicit:tree.json
    hint 'it is for `absbench perft`' --divide
    hint "write 64M" --tt=64MB
    hint "write 1..6" --depth=1-6
    hint "did you mean '--algo=alphabeta,pvs'?" --algo alphabeta pvs
    hint "did you mean '--depth=3,4'?" --depth=3 4
    hint "did you mean '--game=othello'?" game=othello
    hint "did you mean '--game=othello'?" —game=othello
    hint "did you mean '--game=othello'?" --game:othello
    hint "--position='FEN'" '8/8/8/8/8/k7/p7/K7 b - - 0 1'
    echo '[[3,12],[2,5]]' >mine.json
    hint "did you mean '--tree=explicit:file=mine.json'?" mine.json
    hint "write --output=a.json --resume" --resume a.json
    hint "did you mean '--output=out.csv'?" show a.json out.csv
    hint '`absbench --algo=pvs,mtdf`' compare pvs mtdf
    hint "did you mean '--output=out.json'?" --json=out.json
    hint "write --position=start" --game=chess --positions=startpos
    hint "write --max-positions=10" --game=chess --positions=10
    hint "write --algo=pvs" --game=chess --engine=pvs
}

@test "a game's or tree's other name is refused with the name to type" {
    hint "it is a game: write --game=chess" --tree=chess
    hint "it is a tree: write --tree=uniform" --game=uniform:b=3,range=10
    hint "as in ./mygame.so" --game=mygame.so
    hint "compile it: make plugin GAME=mygame.c; then --game=./mygame.so" --game=mygame.c
    hint "compile it: make plugin GAME=./mygame.c; then --game=./mygame.so" --game=./mygame.c
    hint "write --tree=explicit:file=tree.json" --tree=tree.json
    hint "write --tree=explicit:file=tree.json" --tree=file=tree.json
    hint "it is no plug-in; for a tree in a file write --tree=explicit:file=./tree.json" --tree=./tree.json
    hint "write an option for each: --game=chess --game=.." --game=chess,othello
    hint "write it into a file: --tree=explicit:file=FILE" --tree='[[3,12],[2,5]]'
    run -64 "$BIN" --tree=b=4,d=5
    [[ $output != *"an option for each"* ]]
    hint "did you mean 'uniform:b=4,range=100'?" --tree=random
    hint "did you mean '--quiescence" --qsearch=off
    refused 64 'the program stands behind --, as in absbench grade -- python3 mine.py' "$BIN" grade mine.py
}

@test "exchanged letters, beginnings of names and words near the table's have hints; what is far has none" {
    hint "did you mean '--depth'?" --depht=3
    hint "did you mean '--algo'?" --alogrithm=pvs
    hint "did you mean '--jobs'?" --treads=2
    hint "did you mean '--max-positions'?" --max-posit=9
    hint "did you mean '--engine'?" --engine-path=x
    hint "did you mean 'aspiration'?" --algo=aspir
    hint "there is no option '-hash-table-size'; \`absbench --help=all\` shows them; did you mean '--tt'?" -hash-table-size 21
    hint "there is no option '-help'" -help
    for word in --endgame=20 --exact --graphic; do
        run -64 "$BIN" $word
        [[ $output != *"did you mean"* ]]
    done
}

@test "an option that the command does not take is not suggested for it" {
    hint "--tt is not for \`absbench perft\` either" perft --hash=64
    hint "--jobs is not for \`absbench perft\` either" perft --threads=2
    hint "did you mean '--budget'" tune --budjet=5m
    run -64 "$BIN" help --all
    [[ $output != *"did you mean"* ]]
}

@test "values as other programs write them are refused with the value to type" {
    hint "write 1048576" --tt=2^20
    hint "write 1048576" --tt='1<<20'
    hint "write 1000000" --max-nodes='10**6'
    hint "write 10" --depth=10ply
    hint "leave out the brackets" --depth='[4,6]'
    hint "commas part the items of a list" --algo='pvs mtdf'
    hint "commas part the items of a list" --depth='4;6'
    hint "there is no driver 'pvs'" --algo=pvs+tt
    hint "compares reports" --reference=old.json
    hint "write --tree=uniform:b=5" --tree=uniform,b=5
    hint "a nested list in JSON" --tree=game.efg
    refused 2 "write an option for each: --engine=A --engine=B" "$BIN" --game=chess --engine=a,b
    hint "a game of your own is --game=./mygame.so" check mygame
    hint "named by its file, as in ./mygame.so" check --game=mygame
    hint "a grid is a file in JSON" sweep grid.yaml
    hint "in chess, xiangqi and checkers" --game=othello --order=mvv-lva
    hint "did you mean 'algos'?" list pvs
    hint "did you mean '--games'?" match a b --rounds=4
    hint "did you mean '--jobs'?" match a b --concurrency=2
    hint "write match A B" match --engine1=a
}

@test "a value that says no gets what no means, twice no is yes, and a part is taken from the order" {
    for word in --null-move --lmr --iid --check-extensions --null-move-pruning; do
        hint "no selective search is made unless --select names it" $word=off
        hint "no selective search is made unless --select names it" --no-${word#--}
    done
    hint "did you mean '--deepening=off'?" --iterative-deepening=off
    hint "did you mean '--deepening=off'?" --id=false
    hint "did you mean '--deepening=off'?" --no-deepening
    hint "did you mean '--quiescence=off'?" --qsearch=no
    hint "did you mean '--quiescence=off'?" --without-quiescence
    hint "did you mean '--quiescence=on'?" --no-quiescence=off
    hint "did you mean '--tt=0'?" --hash=off
    hint "did you mean '--tt=0'?" --use-tt=false
    hint "did you mean '--tt=64M'?" --no-tt=off
    hint "did you mean '--etc=off'?" --no-etc
    hint "did you mean '--no-time'?" --time=off
    hint "leave --verify out" --no-verify
    hint "leave --no-check-moves out" --check-moves=on
    hint "takes no value; leave it out" --quiet=no
    hint "as in --order=tt,capture,history,game" --killers=off
    hint "as in --order=tt,capture,killer,game" --no-history
    hint "nothing is taken away" --order=tt,-killer
    hint "nothing is taken away" --algo=all,-minimax
    hint "did you mean '--reference=none'?" --no-reference
    for word in --timeout=off --max-nodes=all --window=none --tt-mode=no --depth=auto --suite=none; do
        hint "leave ${word%=*} out" $word
    done
    hint "did you mean 'on'?" --deepening=enabled
    for word in --etc=0 --deepening=none --quiescence=false --tt-pv=0; do
        hint "did you mean 'off'?" $word
    done
    for word in --algo=no-minimax --algo=all-minimax --select=null:off; do
        run -64 "$BIN" $word
        [[ $output != *"did you mean"* ]]
    done
    hint "did you mean 'none'?" --widen-limit=off
}

@test "the number of the user is kept, in the option's unit" {
    hint "did you mean '--max-positions=5'?" --num-positions=5
    hint "did you mean '--tree=uniform:b=6,range=100'?" --branching=6
    hint "did you mean '--select=lmr:3'?" --lmr=3
    hint "did you mean '--timeout=100ms'?" --movetime=100
    hint "did you mean '--tt=16M'?" --hash=16MB
    hint "did you mean '--tt=16M'?" --hash 16
    hint "did you mean '--budget=10s'?" tune --time=10
    hint "did you mean '--count=10'?" positions -n 10
    hint "did you mean '--game=othello'?" -gothello
    hint "write 100K" --max-nodes=100kn
    hint "write 1024G" --tt=1T
    hint "write 24h" --timeout=1d
    hint "write 2" --widen-factor=200%
    hint "write 0.5p" --window=50cp
    hint "write 50:50" --window=-50,50
    for text in 1,000,000 1.000.000 '1 000 000'; do
        hint "write 1000000" --max-nodes="$text"
    done
    hint "write 64M" --tt='64 MB'
    hint "--depth=4" --perft=4
    hint "write depth:8" --judge=8
    hint "write 25" --window=+-25
    for words in --depth=3k --depth=1-6ms --window=50ms --max-nodes=2^20k --timeout=5percent --select=null3; do
        run -64 "$BIN" $words
        [[ $output != *"; write"* && $output != *"did you mean"* ]]
    done
}

@test "units that have one meaning are read: two texts, one search" {
    same() { # OPTION TEXT TEXT
        for text in "${@:2}"; do
            run -0 --separate-stderr "$BIN" --game=chess --position=start --depth=3 --algo=aspiration --no-time --format=csv --quiet "$1=$text"
            echo "$output" >"text.$text"
        done
        cmp "text.$2" "text.$3"
    }
    same --max-nodes 0.3k 300
    same --max-nodes 1_000 1e3
    same --window 0.5pawn 0.5p
    same --select null=2 null:2
    same --eval noise:5 heuristic+noise:5
    same --timeout 5min 300
    run -0 --separate-stderr "$BIN" --game=chess --depth=30 --max-positions=1 --timeout=20ms --quiet --format=csv
    [[ $output == *limit* || $output == *timeout* ]]
}

@test "of an option given twice the last holds and is named; a value is no option" {
    run -0 --separate-stderr "$BIN" --game=tictactoe --depth=1 --depth=1 --max-positions=9 --max-positions=1 --quiet --format=csv
    [ "$stderr" = "absbench: --max-positions is given twice; 1 holds" ]
    [ "${#lines[@]}" = 2 ]
    run -0 --separate-stderr "$BIN" --game=tictactoe --depth=1 --algo=alphabeta --algo=pvs --max-positions=1 --quiet --format=csv
    [ "$stderr" = "absbench: --algo is given twice; pvs holds; for both write --algo=alphabeta,pvs" ]
    [[ $output == *pvs* ]]
    hint "--output needs a value" --output --depth=1
    hint "did you mean '--output'?" -output=x
    run -0 --separate-stderr "$BIN" --game=tictactoe --depth=1 --tt=64,1024 --max-positions=1 --quiet
    [ "$stderr" = "absbench: --tt=64,1024 is in bytes; for MiB write --tt=64M,1024M" ]
}

@test "packed files, game records and programs' output are refused by what they are" {
    local start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    echo "$start" >set.epd
    gzip -k set.epd
    refused 2 'this is a gzip file (unpack it with gunzip)' "$BIN" --game=chess --positions=set.epd.gz
    printf 'PK\x03\x04\x14' >set.zip
    refused 2 'this is a zip file' "$BIN" --game=chess --positions=set.zip
    echo '1. e4 e5 2. Nf3 Nc6' >moves.pgn
    refused 2 'PGN without headers; `pgn-extract -Wepd`' "$BIN" --game=chess --positions=moves.pgn
    echo '[Event "x"]' >games.pgn
    refused 2 '`pgn-extract -Wepd` writes the positions' "$BIN" --game=chess --positions=games.pgn
    echo 'info depth 1 score cp 30' >engine.txt
    refused 2 'the output of an engine' "$BIN" --game=chess --positions=engine.txt
    echo "${start/KQkq/HAha}" >960.epd
    refused 2 960 "$BIN" --game=chess --positions=960.epd
}
