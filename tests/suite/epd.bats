#!/usr/bin/env bats
# epd.bats -- position files as chess players exchange them: EPD and FEN, a position a line.

load ../common

setup() {
    here || return 1
    SUITES=$ROOT/games/positions
    BOARD='2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -'
}

# read_ids FILE: the ids of its positions, in order, on a line.
read_ids() {
    "$BIN" --game=chess --positions="$1" --depth=1 --plain --quiet --no-time >out 2>err || { cat err; return 1; }
    jq -c '[.results[].position_id]' out
}

@test "a test set as it circulates: every operation of EPD, ids with blanks and semicolons" {
    cat >set.epd <<'END'
2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; am Rb4 Rb5; id "WAC.002";

# a remark, and blank lines
5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - bm Rg3; ce +12; acd 9; acn 123456; acs 4; id "WAC.003";
1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - id "BK; 01" ; bm Qd1+; c0 "a remark; with a semicolon"; pv Qd1+ Kxd1 Bg4+;
3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - bm d5; hmvc 0; fmvn 31; id BK.02; noop; rc 1; eco B12; sv0 1.5
END
    [ "$(read_ids set.epd)" = '["WAC.001","WAC.002","WAC.003","BK; 01","BK.02"]' ]
    [ "$(jq -r '.results[3].position' out)" = '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -' ]
    sed 's/$/\r/; 1s/^/\xEF\xBB\xBF/' set.epd >dos.epd
    cp out unix
    [ "$(read_ids dos.epd)" = '["WAC.001","WAC.002","WAC.003","BK; 01","BK.02"]' ]
    [ "$(jq -c '[.results[] | .nodes, .position]' unix)" = "$(jq -c '[.results[] | .nodes, .position]' out)" ]
    tac set.epd >reversed.epd
    [ "$(read_ids reversed.epd)" = '["BK.02","BK; 01","WAC.003","WAC.002","WAC.001"]' ]
}

@test "FEN with its clocks, with and without operations; perft sets; the form of the other games" {
    cat >fens.epd <<'END'
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 7 42 bm Rb1; id "six";
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -;id "no blank";
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 7 id "five";
	8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8   w	-  -	id	"tabs"	;
start ; id opening ; phase opening
END
    [ "$(read_ids fens.epd)" = '["fens.epd:1","fens.epd:2","six","no blank","five","tabs","opening"]' ]
    [ "$(jq -r '.results[2].position' out)" = '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 7 42' ]
    [ "$(jq -c '[.results[1].leaves, .results[4].leaves]' out)" = '[48,14]' ]
}

@test "the suite itself is read as any file" {
    [ "$(read_ids "$SUITES/chess.epd" | jq length)" -eq 75 ]
    cp out file
    "$BIN" --game=chess --depth=1 --plain --quiet --no-time >out
    [ "$(jq -c .results file)" = "$(jq -c .results out)" ]
}

@test "on the command line: what follows the fields is passed over, and errors are wrong usage" {
    "$BIN" --game=chess --position="$BOARD bm Qg6; id \"WAC.001\";" --depth=1 >out
    [ "$(jq '.results[0].depth' out)" = 1 ]
    local text got
    for text in '' 'x' "${BOARD% w*}" "$BOARD 0 1 9" "$(printf 'k%.0s' $(seq 3000))"; do
        got=0
        "$BIN" --game=chess --position="$text" --depth=1 >out 2>err || got=$?
        [ "$got" -eq 64 ] && [ "$(wc -l <err)" -eq 1 ] && [ ! -s out ]
    done
}
