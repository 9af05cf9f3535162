#!/usr/bin/env bats
# cli.bats -- what the command line must refuse, and how: exit code, one line on stderr that names
# the culprit and says what to do, nothing on stdout, no file left behind.
#
#   bats tests/verbs/cli.bats             from the top of the tree; the program is ${ABSBENCH:-./absbench}
#
# Files and memory are in cli_files.bats, good use in cli_use.bats, interruption in cli_interrupt.bats, the schema in cli_schema.bats.

load cli_refuse

@test "unknown options, commands and sections" {
    refuse 64 "'--bogus'.*--help" --bogus
    refuse 64 "'--deph'.*did you mean '--depth'" --deph=3
    refuse 64 "'--algos'.*did you mean '--algo'" --algos=pvs
    refuse 64 "'-x'.*--help" -x
    refuse 64 "command 'rnu'.*did you mean 'run'" rnu
    refuse 64 "command 'zzzzzzzz'.*absbench help" zzzzzzzz
    refuse 64 "'run' is one word too many" run run
    refuse 64 "'3' is one word too many" --depth 3 run 3
    refuse 64 "command '--depth=3'" -- --depth=3
    refuse_verb 64 "section 'algoritms'.*did you mean 'algorithms'" list algoritms
    refuse_verb 64 "section 'zzz'.*it has algos, games, trees, policies, guesses, orderings, tables, formats" list zzz
    refuse_verb 64 "'x' is one word too many" list algorithms x
    refuse_verb 64 "--depth does not go with .absbench list" list --depth=3
    refuse_verb 64 "--output does not go with .absbench list" list --output=x
    refuse 64 "--algo does not go with .absbench perft" perft --game=ttt --depth=2 --algo=pvs
    refuse 64 "--depth does not go with .absbench bench" bench --depth=3
    refuse 64 "--expect does not go with .absbench run" --expect=0x0
    refuse 64 "perft needs --game" perft --depth=2
    refuse 64 "perft needs --depth" perft --game=ttt
    verdict 33
}

@test "values missing, superfluous or empty" {
    for option in game position positions tree seed depth eval grain algo window widen \
        widen-factor widen-limit guess step deepening tt tt-mode tt-replace order format output reference jobs; do
        FORMS=pipe refuse 64 "--$option needs a value: write --$option=" "--$option"
    done
    refuse 64 "-o needs a value" -o
    refuse 64 "-j needs a value" -j
    for option in plain show no-time verify no-check-moves quiet version; do
        refuse 64 "--$option takes no value; write --$option" "--$option=on"
    done
    refuse 64 "--help=on: there is --help=all" --help=on
    for name in x.xlsx x.tsv x.html x.png; do
        FORMS=pipe refuse 64 "--output=$name: no .${name#*.} is written; .*--format=NAME" $T --output=$name
    done
    FORMS=pipe refuse 64 "no .pdf is written; .*.html or .dot" trace $T --output=x.pdf
    for option in seed depth grain window step tt eval algo widen widen-factor widen-limit guess deepening \
        tt-mode tt-replace order format jobs reference; do
        refuse 64 "--$option" $T "--$option="
    done
    FORMS=pipe refuse 64 "--output is empty; write --output=FILE" $T --output=
    refuse 64 "game ''" --game=
    refuse 64 "tree ''" --tree=
    verdict 84
}

@test "unknown names, with a suggestion when there is a near one" {
    refuse 64 "'alphabta'.*did you mean 'alphabeta'" $T --algo=alphabta
    refuse 64 "'aspiratoin'.*did you mean 'aspiration'" $T --algo=aspiratoin+pvs
    refuse 64 "'zzzzzzzzz'.*absbench list" $T --algo=zzzzzzzzz
    refuse 64 "game 'othelo'.*did you mean 'othello'" --game=othelo
    refuse 64 "game 'quidditch'.*absbench list" --game=quidditch
    refuse 64 "tree 'unifrom'.*did you mean 'uniform'" --tree=unifrom:b=3
    refuse 64 "game 'uniform'" --game=uniform
    refuse 64 "tree 'othello'" --tree=othello
    refuse 64 "--format: .*'jsno'.*'json'" $T --format=jsno
    refuse 64 "--widen: .*'ful'.*'full'" $T --widen=ful
    refuse 64 "--widen: .*'zzzzzz'.*it takes full,bound,gradual,both,recentre" $T --widen=zzzzzz
    refuse 64 "--guess: .*'prevous'.*'previous'" $T --guess=prevous
    refuse 64 "--guess=NUMBER: write the number" $T --guess=NUMBER
    refuse 64 "--guess=.*'.K' is not a whole number" $T --guess=exact+K
    refuse 64 "--guess=exact.99999999999: 99999999999 is out of range" $T --guess=exact+99999999999
    refuse 64 "--order: .*'kilers'.*'killer'" $T --order=kilers
    refuse 64 "--order=tt,none: none cannot be combined" $T --order=tt,none
    refuse 64 "--tt-mode: .*'depper'.*'deeper'" $T --tt-mode=depper
    refuse 64 "--tt-replace: .*'deph'.*'depth'" $T --tt-replace=deph
    refuse 64 "--eval: .*'heurstic'.*'heuristic'" $T --eval=heurstic
    refuse 64 "--deepening: .*'yes'.*it takes off,on" $T --deepening=yes
    refuse 64 "quiescence=on: uniform has no such thing" $T --quiescence=on
    refuse 64 "--reference.*'alphabta'.*did you mean 'alphabeta'" $T --reference=alphabta
    refuse 64 "--reference=all is a group; give one" $T --reference=all
    refuse 64 "--reference=: write none, an algorithm .*ALGO:NAME=VALUE" $T --reference=
    refuse 64 "--reference=:tt=0: write none, an algorithm" $T --reference=:tt=0
    refuse 64 "--reference=none:tt=0: write none, an algorithm" $T --reference=none:tt=0
    refuse 64 "--reference=: write none, an algorithm" $T --reference=pvs:
    refuse 64 "--reference=mtdf.alphabeta: a fail-hard core" $T --reference=mtdf+alphabeta
    refuse 64 "--reference=minimal-graph: it needs a table" $T --reference=minimal-graph:tt=0
    verdict 49
}

@test "a suggestion is never the very word that was refused" {
    for algo in pvs+pvs all+pvs pvs+ aspiration+mtdf; do
        CASES=$((CASES + 1))
        message=$("$BIN" $T --algo="$algo" 2>&1 >/dev/null || true)
        if [[ $message =~ there\ is\ no\ \'([^\']*)\'\;\ did\ you\ mean\ \'([^\']*)\' ]]; then
            [ "${BASH_REMATCH[1]}" != "${BASH_REMATCH[2]}" ] || { echo "$message"; BAD=1; }
        fi
        [[ $message == "absbench: --algo=$algo"* ]] || { echo "$message"; BAD=1; }
    done
    verdict 4
}

@test "drivers and cores that do not go together" {
    refuse 64 "aspiration.minimax: minimax runs without a driver.*--algo=minimax" $T --algo=aspiration+minimax
    refuse 64 "mtdf.scout: scout runs without a driver.*--algo=scout" $T --algo=mtdf+scout
    refuse 64 "sss.pvs-printed: pvs-printed runs without a driver" $T --algo=sss+pvs-printed
    for driver in mtdf bisect step sss dual; do
        refuse 64 "$driver.alphabeta: a fail-hard core.*use $driver.failsoft" $T --algo=$driver+alphabeta
    done
    refuse 64 "mtdf-printed is always failsoft; leave out .pvs" $T --algo=mtdf-printed+pvs
    refuse 64 "no 'aspiratio'.*did you mean 'aspiration'" $T --algo=pvs,aspiratio
    refuse 64 "an item of the list is empty" $T --algo=pvs,,mtdf
    verdict 22
}

@test "names and numbers that are far too long, and options without an effect" {
    local long
    long=$(printf 'a%.0s' {1..600})
    refuse 64 "--order: 'a{40}...' is too long to be a name" $T --order=$long
    refuse 64 "--algo: 'a{40}...' is too long to be a name" $T --algo=$long
    refuse 64 "--depth: 'a{40}...' is too long to be a name or a number" $T --depth=$long
    refuse 64 "--reference=a{40}: write none, an algorithm" $T --reference=$long
    refuse 64 "give one value of window, a window in points" $T --algo=aspiration --reference=aspiration:window=1p
    refuse 64 "b= appears twice; leave one out" --tree=uniform:b=2,b=3
    refuse 64 "write exact, exact\\+K or exact-K" $T --guess=exact3
    refuse 64 "no 'nosuch'" $T --algo=mtdf+nosuch
    refuse 64 "etc=on: uniform, without a table .--tt., has no such thing" $T --etc=on --tt=0
    refuse 64 "order=capture: uniform has no such thing; leave it out" $T --order=capture
    refuse 64 "known values are not rounded; leave out --grain" --game=ttt --check-answers --grain=2
    refuse 64 "known values are without quiescence" --game=ttt --check-answers --quiescence=on
    refuse 64 "no position here has a known answer; name a game$" $T --check-answers
    refuse 64 "name a game, and leave out --suite=large" --game=ttt --check-answers --suite=large
    refuse 64 "--max-nodes=0: 0 is out of range; give 1 to 9223372036854775807" $T --max-nodes=0
    refuse 64 "--timeout=0: 0 is out of range; give 1e-09 to" $T --timeout=0
    refuse 64 "--max-positions=0: 0 is out of range; give 1 to" $T --max-positions=0
    refuse 64 "--count=0: 0 is out of range; give 1 to" positions --game=ttt --count=0
    refuse 64 "positions needs one --game=NAME, and takes one --seed=N" positions --game=ttt --seed=1,2
    refuse 64 "positions needs one --game=NAME" positions
    verdict 20
}

@test "lists of numbers: ranges, steps, factors, bounds" {
    local item
    refuse 64 "--depth=3..1: the range is empty; write the smaller number first" $T --depth=3..1
    refuse 64 "--depth=1..3:0: a step is at least 1" $T --depth=1..3:0
    refuse 64 "--depth=1..3:-1: a step is at least 1" $T --depth=1..3:-1
    refuse 64 "a factor is at least 2" $T --depth='1..8*1'
    refuse 64 "a factor is at least 2" $T --depth='1..8*0'
    refuse 64 "its range starts at 1 or more" $T --depth='0..8*2'
    for item in 3.. ..3 1...3 1..2..3 1..3:1:1 1:2 3.5 0x10 1e nan inf ' 3' '3 ' five 1K --3; do
        refuse 64 "--depth=.*is not a whole number, such as 500 or 1e4; lists are a,b,c, LO..HI" $T --depth="$item"
    done
    for item in ,1 1, 1,,2 ,; do
        refuse 64 "--depth=$item: an item of the list is empty" $T --depth=$item
    done
    refuse 64 "--depth=-1: -1 is out of range; give 0 to" $T --depth=-1
    refuse 64 "--depth=-1..2: -1 is out of range" $T --depth=-1..2
    refuse 64 "--depth=9999: 9999 is out of range; give 0 to" $T --depth=9999
    refuse 64 "--depth=1..9223372036854775807: .*out of range" $T --depth=1..9223372036854775807
    refuse 64 "--depth=43: connectfour ends after 42 plies; give 0 to 42" --game=connectfour --depth=43
    refuse 64 "--depth=10: tictactoe ends after 9 plies" --game=ttt --depth=1..10
    refuse 64 "--window=0: 0 is out of range; give 1 to" $T --window=0
    refuse 64 "--window=-5: -5 is out of range" $T --window=-5
    refuse 64 "--window=5:0: 0 is out of range" $T --window=5:0
    refuse 64 "--window=0:5: 0 is out of range" $T --window=0:5
    refuse 64 "--window=5:: '' is not a whole number" $T --window=5:
    refuse 64 "--window=1:2:3" $T --window=1:2:3
    refuse 64 "--window=536870912: 536870912 is out of range" $T --window=536870912
    for item in p .p 0.5pp 0.5p3 0.5pp 5:0.25p 0.25p:5 0.25..1p 0.25p..1 0.25p..1p:1 0.5p..2p*2p 1.5e 0.5P; do
        refuse 64 "--window=.*(in pawns every number ends in p|is not a )" $T --window="$item"
    done
    refuse 64 "--window=-1p: -1 is out of range" $T --window=-1p
    refuse 64 "--window=0p: 0 is out of range; give 0.001 to 1000000" $T --window=0p
    refuse 64 "--window=1000001p: 1000001 is out of range" $T --window=1000001p
    refuse 64 "a factor is more than 1, and its range starts above 0" $T --window='0p..1p*2'
    refuse 64 "a factor is more than 1" $T --window='0.5p..1p*1'
    for item in 0 1001 -1 nine 2p; do
        refuse 64 "--widen-limit=$item: " $T --widen-limit=$item
    done
    refuse 64 "--window=1..536870911: more than [0-9]+ values; use a larger step" $T --window=1..536870911
    refuse 64 "--grain=0: 0 is out of range; give 1 to" $T --grain=0
    refuse 64 "--step=0: 0 is out of range; give 1 to" $T --algo=step --step=0
    refuse 64 "--seed=9007199254740992: .*give 0 to 9007199254740991" $T --seed=9007199254740992
    refuse 64 "--seed=-1: -1 is out of range" $T --seed=-1
    refuse 64 "--seed=1..9007199254740991: more than" $T --seed=1..9007199254740991
    refuse 64 "--tt=99999999999G" $T --tt=99999999999G
    refuse 64 "--tt=12X: '12X' is not a whole number, such as 64K, 64M or 1G" $T --tt=12X
    refuse 64 "--tt=2000G: .*out of range" $T --tt=2000G
    refuse 64 "--tt=-1" $T --tt=-1
    refuse 64 "--tt=1.00001K" $T --tt=1.00001K
    refuse 64 "--tt=K" $T --tt=K
    verdict 100
}

@test "factors, guesses and jobs" {
    local item
    for item in 1 1.0 0 -2 -0.5 .5 1000001 1..3 1.5..1000000.5; do
        refuse 64 "--widen-factor=$item: .*is out of range; give 1.000000001 to 1000000" $T --widen-factor=$item
    done
    for item in nan inf -inf 1e400 2x two 1.0000000001 1.5.2 1.5..two; do
        refuse 64 "--widen-factor=$item: '.*' is not a number of at most nine decimal places; lists are" \
            $T --widen-factor=$item
    done
    refuse 64 "--widen-factor=3..1.5: the range is empty" $T --widen-factor=3..1.5
    refuse 64 "--widen-factor=1.5..3:0: a step is more than 0" $T --widen-factor=1.5..3:0
    refuse 64 "a step is more than 0" $T --widen-factor=1.5..3:-0.5
    refuse 64 "a factor is more than 1, and its range" $T --widen-factor='1.5..3*1'
    refuse 64 "more than [0-9]+ values; use a larger step" $T --widen-factor=1.1..2:0.00000001
    refuse 64 "--widen-factor=.*empty" $T --widen-factor=2,,3
    for item in 1e3.5 1.5 - 9999999999 -9999999999; do
        refuse 64 "--guess=" $T --guess=$item
    done
    for item in 0 -1 257 1.5 two 1,2 1..2 99999999999999999999; do
        refuse 64 "--jobs=$item: .*(is not a whole number, .*, or by itself auto|is out of range; give 1 to 256)" $T --jobs=$item
    done
    FORMS=pipe refuse 64 "--jobs=0: 0 is out of range" $T -j0
    verdict 75
}

@test "positions without their game" {
    refuse 64 "--position needs its game: write --game=NAME" --position=44
    refuse 64 "--positions? needs its game" --positions=/dev/null
    refuse 64 "--position needs its game" $T --position=44
    refuse 64 "--position=3 follows a --tree; write it after its --game" \
        --game=connectfour --position=44 $T --position=3
    verdict 8
}

@test "malformed positions: tic-tac-toe" {
    local g=(--game=ttt --depth=2)
    refuse 64 "11 characters" "${g[@]}" --position=
    refuse 64 "ply 1 is not a square: give digits" "${g[@]}" --position=0
    refuse 64 "ply 3 is not a square" "${g[@]}" --position=15x
    refuse 64 "ply 2: square 5 is taken, play another" "${g[@]}" --position=55
    refuse 64 "over at ply 5: leave out" "${g[@]}" --position=142536
    refuse 64 "over at ply 7: leave out" "${g[@]}" --position=1234567891
    refuse 64 "X could win before the fifth square.*give O more" "${g[@]}" --position='XXX------ O'
    refuse 64 "X has three in a row and is to move" "${g[@]}" --position='XXXOO-O-- X'
    refuse 64 "square 1 of the board is not one of X O -" "${g[@]}" --position='xo------- X'
    refuse 64 "side to move, X or O" "${g[@]}" --position='--------- o'
    refuse 64 "side to move, X or O" "${g[@]}" --position='---------_X'
    refuse 64 "this has 12" "${g[@]}" --position='---------  X'
    refuse 64 "start" "${g[@]}" --position=Start
    refuse 64 "start" "${g[@]}" --position='%s%n%s%n'
    refuse 64 "start" "${g[@]}" --position=$'\xff\xfe'
    verdict 30
}

@test "malformed positions: connect four" {
    local dashes g=(--game=connectfour --depth=2)
    dashes=$(printf -- '-%.0s' $(seq 42))
    refuse 64 "44 characters" "${g[@]}" --position=
    refuse 64 "ply 1 is not a column: give digits from 1 to 7" "${g[@]}" --position=8
    refuse 64 "ply 3 is not a column" "${g[@]}" --position='44 '
    refuse 64 "ply 3 is not a column" "${g[@]}" --position=$'44\n55'
    refuse 64 "ply 7: column 4 is full, play another" "${g[@]}" --position=4444444
    refuse 64 "over at ply 7: leave out the moves after it" "${g[@]}" --position=12121213
    refuse 64 "column 1 has a disc above an empty square" "${g[@]}" --position="X${dashes#-} O"
    refuse 64 "O could win before the seventh disc.*give X more" "${g[@]}" --position="${dashes#---}XOO O"
    refuse 64 "X has four in a row and is to move" "${g[@]}" --position="${dashes#--------------}O------XXXXOOO X"
    refuse 64 "44 characters|42 of" "${g[@]}" --position="$dashes"
    refuse 64 "not one of X O -" "${g[@]}" --position="x${dashes#-} X"
    refuse 64 "side to move, X or O" "${g[@]}" --position="$dashes x"
    verdict 24
}

@test "malformed positions: othello" {
    local dashes g=(--game=othello --depth=2)
    dashes=$(printf -- '-%.0s' $(seq 64))
    refuse 64 "64" "${g[@]}" --position=
    refuse 64 "move 1 .a1.: it flips nothing; black may play d3 c4 f5 e6" "${g[@]}" --position=a1
    refuse 64 "move 2 .f5.: the square is taken" "${g[@]}" --position=f5f5
    refuse 64 "move 3 .'z9'. is not a square" "${g[@]}" --position=f5d6z9
    refuse 64 "move 2 .'d'. is not a square" "${g[@]}" --position=f5d
    refuse 64 "move 2 .--.: no pass while there is a move" "${g[@]}" --position=f5--
    refuse 64 "move 10 .*the game is over before it" "${g[@]}" --position=e6f4e3f6g5d6e7f5c5a1
    refuse 64 "side to move is missing" "${g[@]}" --position="$dashes"
    refuse 64 "64 squares, not 63" "${g[@]}" --position="${dashes#-} X"
    refuse 64 "side to move is 'Q'" "${g[@]}" --position="$dashes Q"
    refuse 64 "side to move is 'XX'" "${g[@]}" --position="$dashes XX"
    refuse 64 "character 1, the square a1, is '[?]'" "${g[@]}" --position="?${dashes#-} X"
    refuse 64 "pass=maybe: it takes ply, free" --game=othello:pass=maybe --depth=1
    refuse 64 "no option 'pss'.*did you mean 'pass'" --game=othello:pss=free --depth=1
    refuse 64 "NAME=VALUE" --game=othello:pass --depth=1
    refuse 64 "connectfour:x=1: there is no option 'x'" --game=connectfour:x=1 --depth=1
    verdict 32
}

@test "a malformed position is named with its option" {
    refuse 64 "--position=448.*ply 3" "${C4[@]}" --position=44 --position=448
    refuse 64 "--position=15x.*ply 3" --game=ttt --depth=2 --position=5 --position=15x
    refuse 64 "--position=f5a1.*move 2" --game=othello --depth=2 --position=start --position=f5a1
    verdict 6
}

@test "malformed specs are named with their option" { # more of them: tests/trees/unit_trees.c
    refuse 64 "--tree=uniform:b=0: .*b=0: give a whole number from 1" $T --tree=uniform:b=0
    refuse 64 "--tree=uniform:b=4\.\.:|--tree=uniform:b=4\.\. " $T --tree=uniform:b=4..
    refuse 64 "b=2x" --tree=uniform:b=2x
    refuse 64 "range=536870912" --tree=uniform:range=536870912
    refuse 64 "no option 'zzzzz'; it takes b, range, commute" --tree=uniform:zzzzz=5
    refuse 64 "'b=' is not of the form" --tree=uniform:b=
    refuse 64 "'=4' is not of the form" --tree=uniform:=4
    refuse 64 "'' is not of the form" --tree=uniform:b=4,,range=3
    refuse 64 "b=4:range=3" --tree=uniform:b=4:range=3
    refuse 64 "longer than 800 bytes" --tree="uniform:$(printf 'b=4,%.0s' $(seq 200))range=3"
    verdict 20
}

@test "control characters in a value do not break the message's line" {
    refuse 64 "uni" --tree=$'uni\nform'
    refuse 64 "b=2" --tree=$'uniform:b=2\nx'
    refuse 64 "no option" --bog$'\n'us
    refuse 64 "no command" bog$'\n'us
    refuse 64 "--algo" $T --algo=$'p\nvs'
    refuse 64 "--depth" $T --depth=$'1\n2'
    refuse 64 "--format" $T --format=$'js\non'
    verdict 14
    ! "$BIN" $T --format=$'a\033[31mb' 2>&1 >/dev/null | LC_ALL=C grep -q $'\033'
}

@test "what people of other tools write is answered with the form wanted" {
    refuse 64 "no option '-algo'.*did you mean '--algo'" -algo pvs
    refuse 64 "no option '-v'.*did you mean '--version'" -v
    refuse 64 "no option '-d'.*did you mean '--depth'" -d 8
    refuse 64 "'1-10' is not a whole number.*LO..HI as in 1..10" $T --seed=1-10
    refuse 64 "'64MB' is not a whole number, such as .* 64M" $T --tt=64MB
    refuse 64 "'64KiB' is not a whole number, such as 64K" $T --tt=64KiB
    refuse 64 "'PVS'.*did you mean 'pvs'" $T --algo=PVS
    refuse 64 "--positions needs its game" --positions=x.txt
    verdict 8
    run --separate-stderr "$BIN" $T --tt=64 --no-time --format=csv
    [ "$status" -eq 0 ] && [ "$stderr" = "absbench: --tt=64 is so many bytes; for MiB write --tt=64M" ]
}
