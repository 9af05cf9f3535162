#!/usr/bin/env bats
# cli_use.bats -- good use of the command line: verbs, formats, lists, and what stands in a row.

load ../common

setup() {
    here || return 1
    WORK=$PWD
    T=--tree=uniform:b=3,range=50
}

# good ARGUMENT...: exit 0, a quiet stderr, the result in the file out.
good() {
    ends 0 "$BIN" "$@"
    grep -qv ' has no effect: ' err || return 0 # of lists that multiply, all need not matter
    { echo "stderr of: $*"; cat err; return 1; }
}

# has FILTER WANTED: of `out`, compact.
has() {
    local got
    got=$(jq -c "$1" out)
    [ "$got" = "$2" ] || { echo "$1 is $got, not $2"; return 1; }
}

@test "--algo=pvs --depth=6 works as it stands, in a few seconds: five million nodes at most" {
    good --algo=pvs --depth=6 --quiet
    jq -e '([.results[].work] | add < 5e6) and ([.results[].kind] | unique | length == 2) and ([.results[].domain] | unique | length >= 4)
        and ([.results[].id] | length == (unique | length))
        and ([.results[] | select(.algo != "pvs" or .depth != 6 or .status != "ok")] | length <= 1)' out
}

@test "the examples that list gives run as they stand; every form of a position has one" {
    cd "$ROOT"
    local line game tree n=0
    "$BIN" list | grep -E '^ +--(game|tree)=' >"$WORK/examples"
    while read -r line; do
        eval "\"\$BIN\" $line --depth=2 --plain --no-check-moves" >"$WORK/out" 2>"$WORK/err" </dev/null
        grep -q '^{"id"' "$WORK/out"
        n=$((n + 1))
    done <"$WORK/examples"
    [ "$n" -eq "$(wc -l <"$WORK/examples")" ]
    for game in $(sed -n 's/^ABS_GAME(\(.*\))/\1/p' games/games.def); do
        [ "$(grep -c -- "--game=$game --position=start" "$WORK/examples")" -eq 1 ]
        [ "$(grep -c -- "--game=$game --position=" "$WORK/examples")" -ge 2 ]
    done
    for tree in $(sed -n 's/^ABS_TREE(\(.*\))/\1/p' trees/trees.def); do
        [ "$(grep -c -- "--tree=$tree:" "$WORK/examples")" -ge 1 ]
    done
}

@test "an output's ending chooses its format" {
    local ending
    for ending in json jsonl csv md txt; do
        good $T --depth=3 --algo=pvs,mtdf --no-time --output="x.$ending"
        [ ! -s out ]
    done
    jq -e '.schema == "absbench.report/4" and (.results | length) == 2' x.json
    jq -s -e 'length == 5 and .[0].schema == "absbench.report/4" and .[4].end.rows == 2
        and (.[4].end.signature | startswith("0x"))' x.jsonl # one is of the reference
    [ "$(wc -l <x.csv)" -eq 3 ] && [ "$(head -1 x.csv | cut -d, -f1)" = id ]
    grep -qE '^\|( *:?-+:? *\|)+' x.md
    grep -q mtdf x.txt && ! grep -q '^[{|]' x.txt
    good $T --depth=3 --format=csv --output=x.json
    [ "$(head -1 x.json | cut -d, -f1)" = id ]
    [ -z "$(ls -A | grep -E 'tmp|absbench')" ]
}

@test "a CSV has as many cells in every line as in its header" {
    printf '44 ; id "a,b ""c"\n45;id plain\n' >p.txt
    good --game=connectfour --positions=p.txt --tree=uniform:b=2..3,range=9 --depth=3 --algo=all,mtd,minimax \
        --tt=0,1M --format=csv
    /usr/bin/python3 - out <<'END'
import csv, sys
lines = list(csv.reader(open(sys.argv[1], newline="")))
assert len(lines) == 1 + 3 * (2 * 14 + 1), len(lines)
assert {len(line) for line in lines} == {len(lines[0])}
assert len(set(lines[0])) == len(lines[0])
END
}

@test "--show prints the table beside an output" {
    good $T --depth=3 --output=x.json --show
    grep -q alphabeta out
    if grep -q '"schema"' out; then return 1; fi
    jq -e '.results | length == 1' x.json
    "$BIN" $T --depth=3 --metric=time --quiet --output=y.json --show >out 2>err
    [ "$(grep -c 'timed fewer than' err)" -eq 1 ] # the report's complaint, not the table's too
    refused 64 "--show goes with --output=FILE" "$BIN" $T --depth=2 --show
}

@test "nothing is searched past its end: depth is capped by the empty squares, each search made once" {
    good --game=ttt --position=start --position=5193 --position=519376248 --depth=3..9 --algo=pvs,mtdf
    has '[.results[] | select(.algo == "pvs") | [.position, .depth]]' \
        '[["start",3],["start",4],["start",5],["start",6],["start",7],["start",8],["start",9],["5193",3],["5193",4],["5193",5],["519376248",0]]'
    has '[.results[].id] | length == (unique | length)' true
    good --game=connectfour --position=start --game=ttt --position=51 --position=start --depth=8
    has '[.results[] | [.domain, .depth]]' '[["connectfour",8],["tictactoe",8],["tictactoe",7]]'
    local board=$(printf 'X%.0s' {1..56})OXXXXXX- # X must pass
    good --game=othello --position="$board X" --position="$board O" --game=othello:pass=free --position="$board X" --depth=5
    has '[.results[].depth]' '[2,1,1]'
    good --game=ttt --depth=9 --no-time
    local positions=$(jq '.results | length' out)
    has '[.results[].depth] | unique | length' 8
    # the start has two depths more, the three first moves have one
    echo '[{"game": "ttt", "depth": 9}, {"game": "ttt", "depth": "7,8"}]' >grid.json
    good sweep --grid=grid.json
    has '[.results[].id] | [length, (unique | length)]' "[$((positions + 5)),$((positions + 5))]"
}

@test "othello:pass=free: a pass costs no depth, and its values are not held against the rule's" {
    local p="OX$(printf -- '-%.0s' $(seq 62)) X" # black must pass, white takes all
    good --game=othello --position="$p" --game=othello:pass=free --position="$p" --depth=1 --plain \
        --eval=result --algo=minimax,pvs
    has '[.results[].value]' '[0,0,-1,-1]'
    has '[.results[] | select(.algo == "minimax") | [.nodes, .best_move]]' '[[2,"--"],[3,"--"]]'
    has '[.results[].id] | unique | length' 4
    good --game=reversi:pass=free --position=start --depth=1
    has '.results[0] | [.spec, .domain]' '["othello:pass=free","othello"]'
}

@test "the context echoes the options and the command" {
    good $T --depth=2,3 --algo=pvs --window=5 --no-time
    has '.context.options | [.depth, .algo, .window, .seed, .no_time, .verify, .guess]' \
        '["2,3","pvs","5","1",true,false,"default"]'
    has '.context.command[1:]' '["--tree=uniform:b=3,range=50","--depth=2,3","--algo=pvs","--window=5","--no-time"]'
}

@test "neither --jobs nor another run changes a byte of the rows; --no-time leaves out what does" {
    local words="$T --game=ttt --depth=2..3 --algo=all,mtd,printed --tt=0,64K" jobs
    for jobs in 1 1 3; do
        good $words --no-time --jobs=$jobs
        run ! grep -qE '"(time|date|host_name)"|"(real_s|cpu_s|nodes_per_s)":[^n]' out
        sed 's/--jobs=.//; s/"jobs":".",//' out >jobs.$jobs
        [ ! -e first ] || cmp first jobs.$jobs
        cp jobs.$jobs first
    done
    [ "$(grep -c '^{"id"' first)" -gt 500 ]
    good $words
    has 'all(.results[]; .time.real_s >= 0)' true
}

@test "files of positions may have ids, remarks, blanks and carriage returns, and be stdin" {
    printf '# remark\n\n  44  \r\n45 ; id five\n46 ; phase late; id "with blank"\n47 ;\n' >p.txt
    good --game=connectfour --positions=p.txt --depth=2 --no-time
    has '[.results[] | [.position, .position_id]]' \
        '[["44","p.txt:3"],["45","five"],["46","with blank"],["47","p.txt:6"]]'
    "$BIN" --game=connectfour --positions=- --depth=2 <p.txt >out
    has '[.results[].position]' '["44","45","46","47"]'
    printf '45 ; id five' | "$BIN" --game=connectfour --positions=- --position=1 --depth=2 >out
    has '[.results[] | [.position, .position_id]]' '[["45","five"],["1","position-2"]]'
}

@test "texts that are not ASCII or not UTF-8 leave a valid report" {
    printf '44 ; id Z\303\274rich\n45 ; id bad\377\376\n46 ; id a"b\\c\td\n' >p.txt
    good --game=connectfour --positions=p.txt --depth=1
    iconv -f UTF-8 out >/dev/null
    has '[.results[].position_id | select(startswith("bad") | not)]' '["Zürich","a\"b\\c\td"]'
    good $T --depth=1 --output=$'\377.json'
    iconv -f UTF-8 $'\377.json' | jq -e .results
}

@test "--verify adds minimax rows, and the verification is reported" {
    good $T --depth=3 --algo=pvs,mtdf --verify
    has '[[.results[].algo], (.verification | .checked, .agree, .mismatches)]' '[["pvs","mtdf","minimax"],4,true,[]]'
    good $T --depth=3 --algo=pvs,minimax --verify
    has '.results | length' 2
}

@test "--tt-mode=deeper may find another value without a mismatch" {
    good --tree=uniform:b=4,range=1000,commute=1 --seed=1..10 --depth=6 --algo=pvs --tt-mode=deeper,exact --tt=1M
    [ "$(jq .verification.values_may_differ out)" = true ]
    [ "$(jq '[.results[] | select(.tt_mode == "exact" and .tt.contradictions != 0)] | length' out)" -eq 0 ]
}

@test "a locale with a decimal comma and an empty environment change nothing" {
    local words="$T --depth=3 --algo=aspiration --widen=gradual --widen-factor=1.5 --no-time"
    good $words
    jq -c .results out >plain
    ends 0 env -i LC_ALL=de_DE.UTF-8 LANG=tr_TR.UTF-8 "$BIN" $words
    jq -c .results out | cmp - plain
    [ ! -s err ]
    "$BIN" $T --depth=3 --algo=pvs <&- >out 2>err
    [ ! -s err ]
}

@test "chess rows have pv_san; other games null" {
    good --game=chess --depth=3 --eval=result --position='4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k -'
    has '.results[0] | [.best_move, .best_move_san, .pv, .pv_san]' \
        '["b3b8","Qb8+",["b3b8","d7b8","d1d8"],["Qb8+","Nxb8","Rd8#"]]'
    good --game=xiangqi --depth=1 --no-time
    has 'all(.results[]; (has("best_move_san") or has("pv_san") | not) and .best_move != null)' true
}

@test "--max-nodes is a list that multiplies: 1e4 is 10,000; perft takes one" {
    set -- --tree=uniform:b=4,range=100 --depth=6 --no-time --quiet --format=json --algo=pvs,mtdf
    "$BIN" "$@" --max-nodes=100..1e4*10,5e3 >many
    jq -e '[.results[].node_limit] | length == 8 and unique == [100, 1000, 5000, 10000]' many
    cmp <(jq -cS '.results[] | select(.node_limit == 5000)' many) <("$BIN" "$@" --max-nodes=5000 | jq -cS '.results[]')
    # each row's reference has the row's limit
    jq -e '[.reference_results[].node_limit] | unique == [100, 1000, 5000, 10000]' many
    run -64 "$BIN" perft --game=tictactoe --max-nodes=5,6
    refused 64 "10000000000000000000 is out of range; give 1 to 9223372036854775807" "$BIN" "$@" --max-nodes=1e19
}

# seen VERB SPEC: what the verb finds, without the spec's name and times.
seen() {
    local pass="OX$(printf -- '-%.0s' $(seq 62)) X" # black must pass, white takes all, and the game is over
    case $1 in
    run) "$BIN" --game="$2" --position="$pass" --depth=1,2 --plain --no-time --format=json | jq -c '[.results[] | [.depth, .value, .nodes]]' ;;
    perft) "$BIN" perft --game="$2" --position="$pass" --depth=1,2 --format=json | jq .nodes ;;
    trace) "$BIN" trace --game="$2" --position="$pass" --depth=2 --plain --format=jsonl | sed "s/\"id\":\"[^\"]*\"//; s/othello[a-z:=,]*//g" ;;
    positions) "$BIN" positions --game="$2" --max-positions=20 --judge=depth:3 --quiet | sed '/^#/d' ;;
    tune) "$BIN" tune --game="$2" --depth=3 --max-positions=20 --no-time --quiet --format=json | jq -c '[.races[].work]' ;;
    esac
}

@test "an option of a game acts in every verb that takes it, and its usual value nowhere" {
    local verb usual
    for verb in run perft trace positions tune; do
        usual=$(seen $verb othello)
        [ -n "$usual" ]
        [ "$(seen $verb othello:pass=ply,empties=none)" = "$usual" ]
        [ "$(seen $verb othello:pass=free)" != "$usual" ] || { echo "$verb: pass=free"; return 1; }
    done
    for verb in run trace; do # empty squares have a value, and no move of their own
        [ "$(seen $verb othello:empties=winner)" != "$(seen $verb othello)" ] || { echo "$verb: empties=winner"; return 1; }
    done
    wiped >wiped.txt
    for verb in positions tune; do
        [ "$(ended $verb othello:empties=winner)" != "$(ended $verb othello)" ] || { echo "$verb: empties=winner"; return 1; }
    done
    [ "$(seen perft othello:empties=winner)" = "$(seen perft othello)" ] # which counts moves, not values
}

# Sixteen positions where a move ends the game by taking all, and another does not.
wiped() {
    local row column square
    for row in 0 8 16 24; do
        for column in 0 1 2 3; do
            for square in $(seq 0 63); do
                case $((square - row - column)) in 1 | 27) printf O ;; 9 | 18) printf X ;; *) printf - ;; esac
            done
            echo ' O'
        done
    done
}

# ended VERB SPEC: what the verb finds in these positions.
ended() {
    case $1 in
    positions) "$BIN" positions --game="$2" --positions=wiped.txt --judge=depth:3 --quiet | sed '/^#/d' ;;
    tune) "$BIN" tune --game="$2" --positions=wiped.txt --depth=4 --no-time --quiet --format=json | jq -c '[.races[].work]' ;;
    esac
}

# grown VERB SPEC [SEED]: what the verb finds in trees, without the spec's name.
grown() {
    local seed=${3:-1} name=${2%%:*}
    case $1 in
    run) "$BIN" --tree="$2" --seed="$seed" --depth=3,4 --plain --no-time --format=json | jq -c '[.results[] | [.depth, .value, .nodes]]' ;;
    perft) "$BIN" perft --tree="$2" --seed="$seed" --depth=4 --format=json | jq .nodes ;;
    trace) "$BIN" trace --tree="$2" --seed="$seed" --depth=3 --plain --format=jsonl | sed "1d; s/$name[a-z0-9.:=,]*//g" ;;
    tune) "$BIN" tune --tree="$2" --seed="$seed..$((seed + 15))" --depth=4 --no-time --quiet --format=json | jq -c '[.races[].work]' ;;
    esac
}

@test "an option of a tree acts in every verb that takes it, and those of values change no count of moves" {
    local first changed counts verb
    while IFS='|' read -r first changed counts; do
        for verb in run trace tune; do
            [ -n "$(grown $verb $first)" ]
            [ "$(grown $verb $first)" != "$(grown $verb $changed)" ] || { echo "$verb: $changed"; return 1; }
        done
        verb=other
        [ "$(grown perft $first)" != "$(grown perft $changed)" ] || verb=same
        [ $verb = $counts ] || { echo "perft: $changed"; return 1; }
    done <<'END'
uniform:b=3,range=9|uniform:b=4,range=9|other
uniform:b=3,range=9|uniform:b=2..5,range=9|other
uniform:b=3,range=9|uniform:b=3,range=60|same
uniform:b=3,range=9|uniform:b=3,range=9,commute=1|same
pgame:b=3,win=500|pgame:b=4,win=500|other
pgame:b=3,win=500|pgame:b=3,win=400|same
incremental:b=3,step=9|incremental:b=4,step=9|other
incremental:b=3,step=9|incremental:b=3,step=40|same
ordered:b=4,range=99,gap=20,first=60,quarter=80,noise=5|ordered:b=5,range=99,gap=20,first=60,quarter=80,noise=5|other
ordered:b=4,range=99,gap=20,first=60,quarter=80,noise=5|ordered:b=4,range=999,gap=20,first=60,quarter=80,noise=5|same
ordered:b=4,range=99,gap=20,first=60,quarter=80,noise=5|ordered:b=4,range=99,gap=60,first=60,quarter=80,noise=5|same
ordered:b=4,range=99,gap=20,first=60,quarter=80,noise=5|ordered:b=4,range=99,gap=20,first=20,quarter=80,noise=5|same
ordered:b=8,range=99,gap=20,first=20,quarter=80,noise=5|ordered:b=8,range=99,gap=20,first=20,quarter=30,noise=5|same
ordered:b=4,range=99,gap=20,first=60,quarter=80,noise=5|ordered:b=4,range=99,gap=20,first=60,quarter=80,noise=30|same
END
}

@test "a seed acts in every verb that takes it, and is refused by the others" {
    local verb
    for verb in run trace tune perft; do
        [ "$(grown $verb uniform:b=2..5,range=9 1)" != "$(grown $verb uniform:b=2..5,range=9 101)" ] || { echo $verb; return 1; }
    done
    [ "$("$BIN" positions --game=othello --count=4 --seed=1 --quiet | sed '/^#/d')" != \
        "$("$BIN" positions --game=othello --count=4 --seed=2 --quiet | sed '/^#/d')" ]
    run -64 "$BIN" check --tree=uniform:b=2..5,range=9 --seed=2
    run -64 "$BIN" positions --tree=uniform:b=2..5,range=9
}

@test "an option that has no effect is named, in every verb that takes it, and none that was not given" {
    local verb option why
    echo 'X---O---- X' >ttt.txt
    "$BIN" positions --game=tictactoe --count=20 --quiet >start.txt
    cp "$ROOT/trees/examples/aima.json" .
    while IFS='|' read -r verb option why; do
        run -0 --separate-stderr "$BIN" $verb
        [[ $stderr != *"no effect"* ]] || { echo "$verb: $stderr"; return 1; }
        run -0 --separate-stderr "$BIN" $verb $option
        [[ $stderr == *"${option%%=*} has no effect: $why"* ]] || { echo "$verb $option: $stderr"; return 1; }
    done <<'END'
run --game=tictactoe --depth=1|--seed=2|nothing here is made from a seed
trace --game=tictactoe --depth=1|--seed=2|nothing here is made from a seed
perft --game=tictactoe --depth=1|--seed=2|nothing here is made from a seed
tune --game=tictactoe --depth=2 --quiet|--seed=2|nothing here is made from a seed
run --tree=explicit:file=aima.json|--seed=2|nothing here is made from a seed
run --tree=uniform:b=2,range=9 --depth=1|--suite=large|no game is searched
run --game=tictactoe --position=start --depth=1|--suite=large|the positions are given
run --game=tictactoe --positions=ttt.txt --depth=1|--suite=large|the positions are given
tune --game=tictactoe --positions=start.txt --depth=2 --quiet|--suite=large|the positions are given
run --game=tictactoe --depth=1|--skip-bad|there is no --positions=FILE
perft --game=tictactoe --depth=1|--skip-bad|there is no --positions=FILE
trace --game=tictactoe --position=start --depth=1|--skip-bad|there is no --positions=FILE
run --game=tictactoe --depth=1|--keep|there is no --engine
run --game=tictactoe --depth=1|--engine-start=9|there is no --engine
run --game=tictactoe --depth=1|--allow-fail-hard|no search here needs it
END
    run -0 --separate-stderr "$BIN" --game=tictactoe --positions=ttt.txt --skip-bad --depth=1
    [[ $stderr != *"no effect"* ]]
}
