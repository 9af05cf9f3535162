#!/usr/bin/env bats
# solved.bats -- positions that say which moves solve them: bm and am of EPD, in every game.

load ../common

# Mates: id, plies, the moves that there are, as UCI writes them; position; how the file has them. The first test
# proves that these are all.
MATES='back rank|1|a1a8|6k1/5ppp/8/8/8/8/8/R5K1 w - -|Ra8#
smothered|1|g5f7|6rk/6pp/8/6N1/8/8/8/6K1 w - -|Nf7#
knight|1|f7f8n|6br/5Ppk/7p/8/8/8/8/K7 w - -|f8=N#
two ways|1|e2e1q e2e1r|7k/8/8/8/8/8/4p1PP/7K b - -|e1=Q e1=R
cut off|3|b1b6|8/1p6/p7/7k/8/2R3K1/8/1R6 w - -|Rb6
quiet|3|d1c2|7N/8/8/2Q5/8/4p3/k4p2/3K4 w - -|Kc2!
long|3|f6f7|7k/8/5K2/2p2N2/8/2R5/p7/8 w - -|Kf6-f7
uci|3|f5f4|8/8/4R3/3R1K1k/6p1/8/3p4/8 w - -|f5f4
rook|3|b2b7|1K1k4/2R5/8/7p/8/7p/1R6/8 w - -|Rbb7'

setup() {
    here || return 1
    awk -F '|' '{ printf "%s bm %s; id \"%s\";\n", $4, $5, $1 }' <<<"$MATES" >mates.epd
}

# found OPTION..: the report is in `out`; prints what it says of each position, a line each.
found() {
    "$BIN" --no-time --quiet --format=json "$@" >out 2>err || { cat err; return 1; }
    jq -c '.results[] | [.position_id, .depth, .best_move, .solved, .solved_depth]' out
}

# winning POSITION DEPTH: the moves that win by force within so many plies, by naive minimax.
winning() {
    local move moves=() texts=()
    for move in $("$BIN" perft --game=chess --position="$1" --depth=1 --divide --no-time --format=json |
        jq -r '.move // empty'); do
        moves+=("$move")
        texts+=(--position="fen $1 moves $move")
    done
    "$BIN" --game=chess "${texts[@]}" --eval=result --algo=minimax --plain --depth=$(($2 - 1)) --no-time --quiet \
        --format=json | jq -r '.results[].value' | paste -d ' ' <(printf '%s\n' "${moves[@]}") - |
        sed -n 's/ -1$//p' | sort | paste -sd ' '
}

@test "the moves of these mates are all that there are, by naive minimax" {
    local id depth wanted position n=0
    while IFS='|' read -r id depth wanted position _; do
        [ "$(winning "$position" "$depth")" = "$wanted" ] || { echo "$id: $(winning "$position" "$depth")"; return 1; }
        [ "$depth" -eq 1 ] || [ -z "$(winning "$position" 1)" ]
        n=$((n + 1))
    done <<<"$MATES"
    [ "$n" -eq 9 ]
}

@test "a mate is solved from the first depth that shows it" {
    found --game=chess --positions=mates.epd --eval=result --algo=pvs,mtdf --depth=1,4 >rows
    jq -se 'map(select(.[1] == 4)) | length == 18 and all(.[]; .[3])' rows
    [ "$(jq -sc 'map(select(.[1] == 4)[4]) | group_by(.) | map([.[0], length])' rows)" = '[[1,8],[3,10]]' ]
    jq -e '(.aggregates | length == 6) and all(.aggregates[];
            [.solved, .solved_judged] == if .depth == 1 then [4, 9] else [9, 9] end)
        and ([.solved[] | [.from_depth, .solved]] | sort) == [[1, 4], [1, 4], [1, 4], [1, 4], [3, 5], [3, 5]]' out
}

@test "solved follows bm, am, both, several moves, and none" {
    cat >moves.epd <<'END'
6k1/5ppp/8/8/8/8/8/R5K1 w - - id silent;
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Kf2; id other;
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Kf2 Ra8+ Ra1a5; id several;
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Kf2, Ra8; id commas;
6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8+; id avoid;
6k1/5ppp/8/8/8/8/8/R5K1 w - - am Kf2 Kf1; id avoided;
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; am Kf2; id both;
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Kf2; am Ra8; id neither;
END
    found --game=chess --positions=moves.epd --depth=2 >rows
    [ "$(jq -sc 'map([.[0], .[3], .[4]]) | flatten' rows)" = '["silent",null,null,"other",false,null,"several",true,1,"commas",true,1,"avoid",false,null,"avoided",true,1,"both",true,1,"neither",false,null]' ]
    [ "$(jq -c '.aggregates[0] | [.solved, .solved_judged]' out)" = '[4,7]' ]
    found --game=chess --positions=moves.epd --depth=0 >rows # no move at all
    [ "$(jq -sc 'map(.[3])' rows)" = '[null,false,false,false,false,false,false,false]' ]
    found --game=chess --depth=2 --max-positions=3 >rows
    [ "$(jq -c '.aggregates[0].solved' out)" = null ]
    found --tree=uniform:b=3 --depth=2 >rows
    [ "$(jq -c '.results[0].solved' out)" = null ]
}

@test "solved_depth is the depth from which on the move is kept" {
    local position='r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -' depth move
    set -- --game=chess --depth=1..5 --algo=pvs --no-time --format=json
    "$BIN" "$@" --position="$position" | jq -r '.results[].best_move' >moves
    [ "$(sort -u moves | wc -l)" -gt 1 ]
    for move in $(sort -u moves); do
        printf '%s bm %s;\n' "$position" "$move" >one.epd
        for depth in 1 2 3 4 5; do
            head -n $depth moves | awk -v move="$move" \
                '$0 == move { if (!since) since = NR } $0 != move { since = 0 } END { print since ? since : "null" }'
        done >since
        found "$@" --positions=one.epd | jq -c '.[4]' | cmp - since
    done
}

@test "a stopped search is judged by its deepest finished iteration" {
    local limit
    for limit in 30 300 3000; do
        found --game=chess --positions=mates.epd --eval=result --depth=20 --max-nodes=$limit --algo=pvs,mtdf >rows
        jq -e --arg mates "$MATES" '($mates / "\n" | map(. / "|" | {key: .[0], value: (.[2] / " ")}) | from_entries) as $moves
            | any(.results[]; .status == "node_limit")
            and all(.results[] | select(.status == "node_limit");
                .solved == (.completed.best_move as $m | $moves[.position_id] | index([$m]) != null))
            and all(.results[] | select(.solved and .completed); .solved_depth <= .completed.depth)' out
    done
    found --game=chess --positions=mates.epd --depth=9 --max-nodes=1 >rows
    jq -e 'all(.results[]; .completed == null and .solved == false and .solved_depth == null)' out
}

@test "limits, searches without deepening and unsound ones are judged by their best move, too" {
    found --game=chess --positions=mates.epd --eval=result --algo=minimal,minimal-graph,pvs-printed,minimax --depth=3 \
        --deepening=off >rows
    [ "$(jq '[.results[].algo] | unique | length' out)" = 4 ]
    [ "$(jq -sc 'map(select(.[3])[4]) | unique' rows)" = '[3]' ]
    jq -e '[.results[] | select(.best_move_optimal and .solved == false)]
        | all(.[]; .position_id | test("back rank|smothered|knight|two ways"))' out
    jq -e '[.results[] | select(.solved)] | length >= 20 and all(.[]; .best_move_optimal)' out
}

@test "other bm or am make another run" {
    local set=(--game=chess --positions=mates.epd --depth=3 --no-time --quiet)
    "$BIN" "${set[@]}" --output=a.jsonl
    head -n 4 a.jsonl | tee again.jsonl >part.jsonl
    "$BIN" "${set[@]}" --output=again.jsonl --resume
    diff <(grep '^{"id"' a.jsonl | sort) <(grep '^{"id"' again.jsonl | sort)
    sed -i 's/bm Rbb7/am Rbb7/' mates.epd
    ends 2 "$BIN" "${set[@]}" --output=part.jsonl --resume
}

@test "bm and am take every game's moves as it writes them" {
    local game line solved
    while IFS='|' read -r game line solved; do
        printf '%s\n' "$line" >one.txt
        found --game="$game" --positions=one.txt --depth=3 >row
        [ "$(jq -c '.[3]' row)" = "$solved" ] || { echo "$game $line"; cat row; return 1; }
    done <<'END'
tictactoe|1425 ; bm 3 ; id wins|true
connectfour|121212 ; bm 1 ; id four|true
othello|f5d6c3d3c4 ; bm F4 ; am f4|false
checkers|B:W18:B14 ; bm 14X23|true
xiangqi|4k4/4R4/9/9/9/9/9/9/9/3K5 b ; bm e9e8 ; id takes|true
END
}

@test "an illegal or ambiguous bm is exit 2, with file, line and remedy" {
    local game line says
    while IFS='|' read -r game line says; do
        printf '# one\n%s\n' "$line" >bad.epd
        refused 2 "absbench: bad.epd:2: $says" "$BIN" --game="$game" --positions=bad.epd --depth=1
    done <<'END'
chess|6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra9;|bm: 'Ra9' is not a move: write Nf3, exd5, e8=Q, O-O or e2e4
chess|6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rb2;|bm: 'Rb2' is not a legal move here; or leave such lines out: --skip-bad
chess|4k3/8/8/8/8/2N3N1/8/4K3 w - - bm Ne4;|bm: 'Ne4' may be Nce4 or Nge4: say which
chess|6k1/5ppp/8/8/8/8/8/R5K1 w - - bm;|bm: write bm MOVE, or several with blanks between
chess|6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; bm Ra7;|bm appears twice; remove one
connectfour|1111112 ; bm 1|bm: '1' is not a legal move here; 7 is
checkers|B:W18:B14 ; bm 14-17|bm: '14-17' is not a legal move here; 14x23 is
END
    { printf '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm'; printf ' Ra8%.0s' $(seq 65); echo ';'; } >bad.epd
    refused 2 ", at most 64;" "$BIN" --game=chess --positions=bad.epd --depth=1
}

@test "grids with different bm for one position are refused; the same bm may stand twice" {
    echo '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id one;' >first.epd
    sed 's/bm/am/' first.epd >second.epd
    sed 's/ bm.*;/ id one;/' first.epd >bare.epd
    for other in second bare; do
        echo '[{"game": "chess", "positions": "first.epd", "depth": 2},
               {"game": "chess", "positions": "'$other'.epd", "depth": 3}]' >grid.json
        refused 2 "grid 2: $other.epd:1: an earlier grid has 'one' with other operations" "$BIN" sweep --grid=grid.json
    done
    sed 's/ "bare/ "first/' grid.json >same.json
    "$BIN" sweep --grid=same.json --no-time --quiet --format=json >out
    [ "$(jq -c '[.results[] | .depth, .solved]' out)" = '[2,true,3,true]' ]
}
