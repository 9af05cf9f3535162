#!/usr/bin/env bats
# formats.bats -- positions as chess players and other programs exchange them, and files with bad lines.

load ../common

setup() {
    here || return 1
    START='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
    SICILIAN='rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1'
}

# texts OPTION..: the report is in `out`, stderr in `err`; prints ids and positions.
texts() {
    "$BIN" "$@" --depth=1 --plain --no-time --quiet --format=json >out 2>err || { cat err; return 1; }
    jq -c '.results[] | [.position_id, .position]' out
}

# read_ids OPTION..: the ids in order, on a line.
read_ids() { texts --game=chess "$@" | jq -sc 'map(.[0])'; }

@test "EPD test sets are read with every operation, and ids with blanks and semicolons" {
    cat >set.epd <<'END'
2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; am Rb4 Rb5; id "WAC.002";

# a remark, and blank lines
5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - bm Rg3; ce +12; acd 9; acn 123456; acs 4; id "WAC.003";
1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - id "BK; 01" ; bm Qd1+; c0 "a remark; with a semicolon"; pv Qd1+ Kxd1 Bg4+;
3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - bm d5; hmvc 0; fmvn 31; id BK.02; noop; rc 1; eco B12; sv0 1.5
END
    [ "$(read_ids --positions=set.epd)" = '["WAC.001","WAC.002","WAC.003","BK; 01","BK.02"]' ]
    [ "$(jq -r '.results[3].position' out)" = '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -' ]
    cp out unix
    sed 's/$/\r/; 1s/^/\xEF\xBB\xBF/' set.epd >dos.epd
    read_ids --positions=dos.epd
    diff <(jq .results unix) <(jq .results out)
}

@test "FEN with clocks, perft sets and the other games' forms are read, with and without operations" {
    cat >fens.epd <<'END'
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 7 42 bm Rb1; id "six";
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -;id "no blank";
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 7 id "five";
	8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8   w	-  -	id	"tabs"	;
start ; id opening ; phase opening
END
    [ "$(read_ids --positions=fens.epd)" = '["fens.epd:1","fens.epd:2","six","no blank","five","tabs","opening"]' ]
    [ "$(jq -r '.results[2].position' out)" = '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 7 42' ]
    [ "$(jq -c '[.results[1].leaves, .results[4].leaves]' out)" = '[48,14]' ]
}

@test "a suite's file is read as any file of positions" {
    [ "$(read_ids --positions="$ROOT/games/positions/chess.epd" | jq length)" -eq 75 ]
    cp out file
    read_ids
    diff <(jq .results file) <(jq .results out)
}

@test "--position passes over what follows the fields; a bad one is wrong usage" {
    local text
    [ "$(read_ids --position="$START bm e4; id \"WAC.001\";")" = '["position-1"]' ]
    for text in '' 'x' "${START% w*}" "$START 0 1 9" "$(printf 'k%.0s' $(seq 3000))"; do
        refused 64 "" "$BIN" --game=chess --position="$text" --depth=1
    done
}

@test "UCI's position commands are read, on the command line and in files" {
    local text
    for text in "position  startpos " "position fen $START 0 1" "$START 5 9" start; do
        texts --game=chess --position="$text" >ids
        jq -c '.results[0] | [.value, .nodes, .pv]' out
    done >found
    [ "$(wc -l <found)" -eq 4 ] && [ "$(sort -u found | wc -l)" -eq 1 ]
    for text in "startpos moves e4 c5" "fen $START 0 1 moves e2-e4 c5" "fen $SICILIAN" "position fen $START moves  e4  c7c5 "; do
        [ "$(texts --game=chess --position="$text" | jq -c '.[1]')" = "\"$SICILIAN\"" ]
    done
    cat >uci.epd <<END
startpos
position startpos moves e2e4 c7c5 ; id sicilian; bm Nf3
position fen $START moves e2e4 ; id open
$START ; id four
$START 0 1
END
    [ "$(read_ids --positions=uci.epd)" = '["uci.epd:1","sicilian","open","four","uci.epd:5"]' ]
    [ "$(jq -c '[.results[].position]' out)" = \
        "[\"start\",\"$SICILIAN\",\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\",\"$START\",\"$START 0 1\"]" ]
    [ "$(jq -c '.results[1].solved' out)" != null ]
}

@test "every game reads startpos, fen and moves, and its report is read back" {
    local game moves position
    while IFS='|' read -r game moves position; do
        [ "$(texts --game=$game --position="startpos moves $moves" | jq -r '.[1]')" = "$position" ]
        [ "$(texts --game=$game --position="fen $position" | jq -r '.[1]')" = "$position" ]
        "$BIN" --game=$game --position="startpos moves $moves" --position=startpos --depth=2 --no-time --quiet --format=json >a
        "$BIN" merge a --no-time >b
        diff <(jq .results a) <(jq .results b)
    done <<'END'
tictactoe|5 1|O---X---- X
connectfour|4 4|-------------------------------O------X--- X
othello|f5 d6|---------------------------OX------OXX-----O-------------------- X
checkers|11-15 22-18|B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15
xiangqi|h2e2 h9g7|rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1
END
}

@test "--skip-bad searches the good lines, and names and counts the others in the report" {
    { printf '# some of these cannot be read\n%s ; id one; bm e4\n' "$START"; echo 'no position at all'
      printf '%s bm Ne9;\n%s ; id one\n%s ; id two; bm d4\n' "$START" "$SICILIAN" "$SICILIAN"
      printf '%s D1 x;\n' "$START"; printf 'x\0y\n'; head -c 70000 /dev/zero | tr '\0' k; echo; echo "$SICILIAN ; id last"; } >mixed.epd
    cat >wanted <<'END'
absbench: mixed.epd:3: 
absbench: mixed.epd:4: bm: 'Ne9' is not a move: write Nf3, exd5, e8=Q, O-O or e2e4
absbench: mixed.epd:5: the id 'one' appears twice; rename one
absbench: mixed.epd:7: D1 x: write D and a depth up to 100, and a count: of at most 32 depths, each once
absbench: mixed.epd:8: a NUL byte, or more than 65535 bytes in a line; is it a text file?
absbench: mixed.epd:9: a NUL byte, or more than 65535 bytes in a line; is it a text file?
absbench: mixed.epd: 6 lines were left out
END
    [ "$(read_ids --positions=mixed.epd --skip-bad)" = '["one","two","last"]' ]
    sed 's/^\(absbench: mixed.epd:3: \).*/\1/' err | diff wanted -
    jq -e '.context.skipped_lines == 6 and .context.options.skip_bad == true' out
    cp out out.json
    "$BIN" --game=chess --positions=mixed.epd --skip-bad --depth=1 --no-time --format=jsonl 2>err >out.jsonl
    "$BIN" merge out.json out.jsonl --no-time >merged # of two runs
    jq -e '.context.skipped_lines == 12' merged
    "$BIN" show merged --format=table | grep -Fxq 'Lines of position files that were left out (--skip-bad): 12.'
    "$BIN" perft --game=chess --positions=mixed.epd --skip-bad --depth=1 --no-time --format=json 2>err >counts
    [ "$(jq -sc 'map(.nodes)' counts)" = '[20,30,30]' ]
    tail -n 1 err | grep -Fq 'mixed.epd: 6 lines were left out'
}

@test "without --skip-bad the first bad line is an error that names the option" {
    printf '%s ; id one\nnonsense\nmore\n' "$START" >bad.epd
    refused 2 "; or leave such lines out: --skip-bad" "$BIN" --game=chess --positions=bad.epd --depth=1
    [[ $stderr == 'absbench: bad.epd:2: '* ]]
    local comment
    for comment in '; all from games' '% all from games' '// all from games'; do
        printf '%s ; id one\n%s\n' "$START" "$comment" >bad.epd
        refused 2 "; a comment begins with #" "$BIN" --game=chess --positions=bad.epd --depth=1
    done
}

@test "--skip-bad names at most 20 lines, counts a file once, and needs a good line" {
    local shard
    { echo "$START ; id one"; printf 'bad %d\n' $(seq 25); echo "$SICILIAN ; id two"; } >many.epd
    [ "$(read_ids --positions=many.epd --skip-bad)" = '["one","two"]' ]
    [ "$(wc -l <err)" -eq 21 ]
    [ "$(tail -n 1 err)" = 'absbench: many.epd: 25 lines were left out; the first 20 are named above' ]
    for shard in 1 2; do
        "$BIN" --game=chess --positions=many.epd --skip-bad --depth=1,2 --no-time --shard=$shard/2 --quiet --output=$shard.jsonl 2>err
    done
    "$BIN" merge 1.jsonl 2.jsonl --no-time | jq -e '.context.skipped_lines == 25'
    cat >grid.json <<'END'
[{"game": "chess", "positions": "many.epd", "skip-bad": true, "depth": 1},
 {"game": "chess", "positions": "many.epd", "skip-bad": true, "depth": 2, "algo": "pvs"}]
END
    "$BIN" sweep --grid=grid.json --no-time --quiet --format=json >out 2>err
    [ "$(wc -l <err)" -eq 21 ]
    jq -e '.context.skipped_lines == 25 and (.results | length == 4)' out
    printf 'bad\nworse\n' >none.epd
    ends 2 "$BIN" --game=chess --positions=none.epd --skip-bad --depth=1
    grep -q 'none.epd: no position in it' err
    printf 'bad\n%s ; id one\n' "$START" | read_ids --positions=- --skip-bad
    grep -q '^absbench: stdin:1: ' err
}

# seen GAME OPTION..: what searches from these positions are.
seen() {
    "$BIN" --game="$1" "${@:2}" --depth=3 --algo=alphabeta --no-time --quiet --format=json >out 2>err || { cat err; return 1; }
    jq -c '.results[] | [.value, .nodes, .pv]' out
}

@test "every form of a position gives the plain form's search, and reports are read again" {
    local game form
    cat >forms <<'END2'
othello|---------------------------OX------XO---------------------------X|start
othello|...........................O*......*O........................... *|start
othello|F5D6C3|f5d6c3
othello|f5 d6 c3|f5d6c3
checkers|b:w21-32:b1-12|start
checkers|B : W 21 - 32 : B 1-12 .|start
checkers|W:W21, 22, k30:B1, 2:H0:F2|W:W21,22,K30:B1,2
checkers|W:W21,22,K30:B1,2:h12:f34.|W:W21,22,K30:B1,2
checkers|[FEN "W:W21,22,K30:B1,2"]|W:W21,22,K30:B1,2
chess|[FEN "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"]|4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1
chess|[FEN "4k3/8/8/3pP3/8/8/8/4K3 w - d6"]|4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1
connectfour|4455 18|4455
tictactoe|159 0|159
END2
    for game in othello checkers chess connectfour tictactoe; do
        mapfile -t form < <(sed -n "s/^$game|\(.*\)|.*/\1/p" forms)
        sed -n "s/^$game|.*|//p" forms >plain
        seen $game --positions=plain >wanted
        printf '%s\n' "${form[@]}" >lines
        seen $game --positions=lines | diff wanted -
        seen $game "${form[@]/#/--position=}" | diff wanted -
        jq -r '.results[].position' out >again
        seen $game --positions=again | diff wanted -
        cat wanted >>all
    done
    [ "$(wc -l <all)" -eq 13 ]
}

# knows GAME DEPTH LINE: the value that the line has a search of the result to that depth give, or null; exit 1 if it
# gives another.
knows() {
    printf '%s\n' "$3" >line
    "$BIN" --game="$1" --positions=line --depth="$2" --eval=result --algo=pvs --no-time --quiet --format=json 2>err >out
    local code=$?
    echo "$(jq -c '.results[0].known_value' out) $code"
}

@test "bm #N is dm N, dm -N is lost in N, and only a depth that sees it solves it" {
    local line="2k5/2N5/1PKP4/2P5/8/8/8/8 w - -" lost='7k/5ppp/8/8/8/8/8/K6R b - -' found
    for found in 'bm #3; 00:00;' 'dm 3' 'bm Nd5 dm 3 ;' 'DM 3; Duals(2); --:-- @ C0/R0;' 'BM #3; ep; 00:43+; ID "x";'; do
        echo "$line $found"
    done >lines
    "$BIN" --game=chess --positions=lines --depth=1,3,4,5 --eval=result --algo=pvs --no-time --quiet --format=json >out
    [ "$(jq -c '.results | group_by(.position_id)[] | map(.known_value)' out | uniq -c | xargs)" = '5 [null,0,null,1]' ]
    [ "$(knows chess 5 "$line bm #4;")" = '0 1' ]
    line='3r4/3N2kr/1p6/pBpn1p2/Q2PR1p1/P7/1P4P1/2q3K1 w - -'
    [ "$(for depth in 7 8 9; do knows chess $depth "$line dm -5;"; done | paste -sd ' ')" = 'null 0 0 0 null 0' ]
    [ "$(knows chess 4 "$line bm #-3;")" = '0 0' ]
    line='k7/8/1K6/8/8/8/8/7R b - -' # Kb8, Rh8#
    [ "$(for depth in 1 2; do knows chess $depth "$line dm -1;"; done | paste -sd ' ')" = 'null 0 -1 0' ]
    [ "$(knows chess 2 "$line dm 1;")" = 'null 0' ]
    [ "$(knows chess 2 "$lost dm -1;")" = '-1 1' ]
    [ "$(knows chess 1 "k7/8/K7/8/8/8/8/8 w - - dm 60;")" = 'null 0' ]
}

@test "the sign of a solver's score is the known result, checked at the depth of the whole game" {
    local moves=2252576253462244111563365343671351441
    [ "$(knows connectfour 5 "$moves -1")" = '-1 0' ]
    [ "$(knows connectfour 5 "$moves -14")" = '-1 0' ]
    [ "$(knows connectfour 5 "$moves 1")" = '1 1' ]
    [ "$(knows connectfour 4 "$moves 1")" = 'null 0' ]
    [ "$(knows tictactoe 6 '159 0 ; id a')" = '0 0' ]
    [ "$(knows tictactoe 6 '159 +3')" = '1 1' ]
}

@test "SAN is read as people write it; Chess960's castling is refused by name" {
    local position
    while IFS='|' read -r position moves wanted; do
        printf '%s bm %s;\n' "$position" "$moves" >line
        "$BIN" --game=chess --positions=line --depth=1 --eval=material --no-time --quiet --format=json >out 2>err || cat err
        [ -z "$wanted" ] || grep -Fq -- "$wanted" err || { echo "$moves"; false; }
        [ -n "$wanted" ] || jq -e '.results[0].solved != null' out
    done <<'END2'
8/P7/8/8/8/8/8/K1k5 w - -|a8(Q) a8(n)+|
8/P7/8/8/8/8/8/K1k5 w - -|a8(|'a8(' is not a move
8/P7/8/8/8/8/8/K1k5 w - -|a8(K)|'a8(K)' is not a move
8/P7/8/8/8/8/8/K1k5 w - -|a8Q)|'a8Q)' is not a move
4k3/8/8/8/8/8/8/4K2R w K -|o-o|
4k3/8/8/8/8/8/8/R3K3 w Q -|o-o-o+|
4k3/8/8/8/8/8/8/4K2R w K -|e1h1|'e1h1' is castling as in Chess960
4k2r/8/8/8/8/8/8/4K3 b k -|e8h8|'e8h8' is castling as in Chess960
4k3/8/8/8/8/8/8/4K2R w K -|e1a8|'e1a8' is not a legal move here
4k3/8/8/3pP3/8/8/8/4K3 w - d6|exd6 e.p. Kd2|
4k3/8/8/3pP3/8/8/8/4K3 w - d6|exd6e.p.+|
4k3/8/8/3pP3/8/8/8/4K3 w - d6|e.p.|'e.p.' is not a move
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -|e4|'HAha', which is Chess960 (Shredder-FEN)
1rkr4/8/8/8/8/8/8/1RKR4 w KQkq -|Kb2|(Chess960 is not played)
END2
}

@test "an unknown form of position is refused by its name" {
    local game line wanted
    while IFS='~' read -r game line wanted; do
        printf '%s\n' "$line" >line
        refused 2 "$wanted" "$BIN" --game="$game" --positions=line --depth=1
    done <<END2
chess~$START 0 1;48;1893~'48;1893' follows the FEN, as in the data that evaluations are tuned on
chess~$START 0 1 [0.5] 12~'[0.5] 12' follows the FEN
chess~$START 0 1 | 34 | 1.0~'| 34 | 1.0' follows the FEN
chess~$START 0 1,0.5~'1,0.5' follows the FEN
chess~$START "1-0";~'"1-0";' follows the FEN
chess~$START 0 1 1/2-1/2~'1/2-1/2' follows the FEN
chess~$START 0 1|2|400~'1|2|400' follows the FEN
chess~; 4k3/8/8/8/8/8/8/4K3 w - -~the position is empty
chess~PuzzleId,FEN,Moves~a table (CSV) of puzzles
connectfour~b,b,b,b,x,o,win~a table (CSV), as UCI's connect-4.data
checkers~W:W33:B1~(10x10 draughts is not played)
chess~$START 0 1 9~'9' follows the six fields
othello~(;GM[Othello]PC[GGS/os]BO[8 ---------------------------O*------*O--------------------------- *];)~GGF (games as GGS writes them)
checkers~[Event "x"]~a file of games (PGN or PDN;
checkers~W:Wc3:Ba1~a colon and W or B
END2
    refused 64 'this is GGF' "$BIN" --game=othello --position='(;GM[Othello]'
}

@test "a tree in D3's form is the tree of the same arrays" {
    local tree
    echo '[[3,12],[8]]' >plain.json
    echo '{"name":"root","children":[{"name":"a","children":[{"name":"b","value":3},{"size":1.5,"value":12}]},
        {"children":[{"value":8,"data":{"value":[]}}]}]}' >d3.json
    for tree in plain d3; do
        "$BIN" --tree=explicit:file=$tree.json --algo=alphabeta --no-time --quiet --format=json |
            jq -c '.results[0] | .value, .nodes, .leaves, .pv' >$tree
    done
    diff plain d3
    [ "$(head -1 d3)" -eq 8 ]
}

@test "a FEN with moves is the position after them, in files and on the command line; the row keeps the text" {
    local text="$START 0 1 moves e2e4 c7c5"
    printf '%s\n%s; id "two"; bm Nf3;\n' "$text" "$text" >moves.epd
    [ "$(read_ids --positions=moves.epd)" = '["moves.epd:1","two"]' ] && [ ! -s err ]
    jq -e --arg text "$text" '[.results[].position] == [$text, $text] and .results[1].solved != null' out
    texts --game=chess --position="$text" --position="$SICILIAN" >ids
    jq -e --arg text "$text" '.results | .[0].position == $text and .[0].pv == .[1].pv and .[0].nodes == .[1].nodes' out
    texts --game=xiangqi --position='rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7' >ids
    texts --game=xiangqi --position='startpos moves h2e2 h9g7' >after
    [ "$(jq -c .results[0].nodes out)" -gt 30 ]
    refused 64 "move 2: 'e2e4' is not a" "$BIN" --game=chess --position="$START 0 1 moves e2e4 e2e4"
    refused 2 ":1: move 1: " "$BIN" --game=chess --positions=<(echo "$START 0 1 moves Qh5") --depth=1
}

@test "moves behind a FEN without that word are refused" {
    local text
    for text in "$START 0 1 e2e4 e7e5" "$START Nf3 Nc6"; do
        refused 64 'write `moves` before moves' "$BIN" --game=chess --position="$text"
        echo "$text" >bare.epd
        refused 2 'write `moves` before moves' "$BIN" --game=chess --positions=bare.epd
    done
    echo 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w h2e2' >bare.txt
    refused 2 'write `moves` before moves' "$BIN" --game=xiangqi --positions=bare.txt
}

@test "operations without effect are named once a file" {
    { echo "$START bm: e2e4; best d4; mate 3; ply 4; phase opening;"
      echo "$SICILIAN perft 1 20; D1=20; best Nf3; 00:41; acd 3; c0 \"a remark\";"; } >odd.epd
    [ "$(read_ids --positions=odd.epd)" = '["odd.epd:1","odd.epd:2"]' ]
    cut -d';' -f1 err >said
    cat >wanted <<'END'
absbench: odd.epd:1: the operation bm: e2e4 has no effect
absbench: odd.epd:1: the operation best d4 has no effect
absbench: odd.epd:1: the operation mate 3 has no effect
absbench: odd.epd:2: the operation perft 1 20 has no effect
absbench: odd.epd:2: the operation D1=20 has no effect
absbench: odd.epd:2: the operation (a time) 00:41 has no effect
absbench: odd.epd:2: the operation acd 3 has no effect
absbench: odd.epd:2: the operation c0 a remark has no effect
END
    diff said wanted
    grep -q 'mate 3 has no effect; write dm N' err
    texts --game=chess --positions="$ROOT/games/positions/chess.epd" --max-positions=1 >ids && [ ! -s err ]
    texts --game=chess --position="$START bm e4;" >ids
    grep -q 'what follows the position has no effect here (bm' err || { cat err; false; }
}

@test "STS's points and Edax's scores are judged values" {
    local sts='1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -'
    printf '%s bm f5; id "a"; c0 "f5=10, Be5+=2, Bf2=3, Bg4=2";\n%s bm f5; id "b"; c7 "f5 Be5+ Bf2 Bg4"; c8 "10 2 3 2"; c9 "f4f5 d4e5 d4f2 f3g4";\n' \
        "$sts" "$sts" >sts.epd
    "$BIN" --game=chess --judge=sts.epd --depth=1..4 --algo=alphabeta --no-time --format=json >out 2>err && [ ! -s err ]
    jq -e '.results | length == 8 and all(.[]; .regret_unit == "points" and
        .regret == ({f4f5: 0, d4e5: 8, d4f2: 7, f3g4: 8}[.best_move] // 10))' out
    texts --game=othello --position='startpos moves f5 f6' >ids
    jq -r '.results[0].position + "; e6:+2; c4:-4; d3:+8;"' out >edax.txt # f7 has no score
    "$BIN" --game=othello --judge=edax.txt --depth=1..6 --algo=alphabeta --eval=heuristic,material --no-time --format=json >out 2>err && [ ! -s err ]
    jq -e '.results | all(.[]; .regret == {e6: 6, c4: 12, d3: 0}[.best_move] and .regret_unit == (if .regret then "discs" else null end)) and
        ([.[].best_move] | index("e6") and index("f7"))' out
}

@test "explicit trees take whose move it is, and refuse children under another name" {
    local tree
    for tree in '{"type":"MAX","children":[{"type":"MIN","children":[3,12]},{"is_max":false,"children":[2,5]}]}' \
        '{"player":0,"children":[{"player":1,"children":[3,12]},{"player":1,"children":[2,5]}]}' \
        '{"value":null,"type":"root","children":[{"type":"node","children":[3,12]},[2,{"type":"leaf","value":5}]]}'; do
        echo "$tree" >tree.json
        "$BIN" --tree=explicit:file=tree.json --no-time --format=json | jq -e '.results[0].value == 3'
    done
    while read -r tree; do
        echo "$tree" >tree.json
        refused 2 'tree.json: $' "$BIN" --tree=explicit:file=tree.json
    done <<'END'
{"type":"MIN","children":[1,2]}
{"is_max":false,"children":[1,2]}
{"type":"MAX","children":[{"type":"MAX","children":[3,12]}]}
{"player":"A","children":[{"player":"A","children":[3,12]}]}
{"type":"chance","children":[1,2]}
{"left":1,"right":2}
{"nodes":[1,2]}
{"value":null}
END
}

@test "a list in a program's source is a file of positions; a tree in another form is told its own" {
    printf '"%s",\n' "$START 0 14" "$SICILIAN" >bench.csv
    printf '    "%s"\n' "$START" >>bench.csv
    [ "$(texts --game=chess --positions=bench.csv)" = '["bench.csv:1","'"$START 0 14"'"]
["bench.csv:2","'"$SICILIAN"'"]
["bench.csv:3","'"$START"'"]' ]
    echo '"8/8/8/8/8/8/8/8 w - -", "x"' >bad.csv
    run -2 "$BIN" --game=chess --positions=bad.csv
    echo 'EFG 2 R "x" { "1" "2" }' >game.efg
    refused 2 'game.efg, line 1, column 1: malformed JSON: a tree is a nested list, such as [[3,12],[2,5]]' "$BIN" --tree=explicit:file=game.efg
}
