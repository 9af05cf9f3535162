#!/usr/bin/env bats
# engines.bats -- searches by engines: `absbench uci`, whose counts are known, and a liar; its faults: faults.bats.

load ../common

setup() {
    LIAR=$(linked tests/engine/liar)
    here
}

run_code() { ends "$1" "$BIN" "${@:2}"; } # CODE OPTION..

# What a row has, for a search in the process and by an engine.
# A value from 30000 on is a mate, which an engine says as one: see tests/engine/uci.bats.
ROW='def found($depth): if .mate then "mate \(.mate)" elif .value == null or (.value | fabs) < 30000 then .value
        else "mate \(if .value > 0 then ($depth - .value + 30001) / 2 else ($depth + .value + 30000) / -2 end | trunc)" end;
    def plain: if . == null or fabs >= 30000 then "mate" else . end;
    .results[] | [.position_id, .depth, (.algo | sub(".*Algorithm=(?<a>[^;]*).*"; "\(.a)")), .work, found(.depth), .value_bound // "exact", .best_move,
    .status, ([.iterations[] | select(.guess | not) | .value | plain] | map(tostring) | join(" "))] | @tsv'

# round_trip GAME ALGOS POSITIONS: absbench uci counts and finds what the program does.
round_trip() {
    local game=$1 algos positions=$3
    run_code 0 --game="$game" --algo="$2" --reference=none --no-check-moves --depth=2,3 --tt=1M --format=json \
        --max-positions="$positions"
    jq -r "$ROW" out | sort >expected
    algos=$(jq -r '[.results[].algo] | unique | join(",")' out)
    run_code 0 --game="$game" --engine="$BIN uci" --set=Hash=1 --set="Algorithm=$algos" --depth=2,3 --jobs=2 \
        --format=json --max-positions="$positions"
    jq -r "$ROW" out | sort | diff expected -
    [ "$(wc -l <expected)" -ge 32 ]
}

@test "absbench as an engine has the counts, values, bounds and moves of its own search, in chess and xiangqi" {
    round_trip chess all 2
    round_trip xiangqi pvs,mtdf,bns,aspiration 4
}

@test "absbench as an engine comes as deep within a limit as its own search" {
    local deepest='.results[] | [.position_id, .status, .completed.depth, (.completed.value // 30000 | if fabs >= 30000 then "mate" else . end),
        .completed.best_move] | @tsv'
    run_code 0 --game=chess --algo=pvs --depth=100 --max-nodes=20000 --max-positions=4 --reference=none --format=json
    jq -r "$deepest" out >expected
    run_code 0 --game=chess --engine="$BIN uci" --max-nodes=20000 --max-positions=4 --format=json
    jq -r "$deepest" out | diff expected -
    local timeout # a busy machine needs more
    for timeout in 0.05 2 30; do
        run_code 0 --game=chess --engine="$BIN uci" --timeout=$timeout --max-positions=3 --format=json
        jq -e '[.results[].status == "timeout"] | all' out
        ! jq -e '[.results[].completed.depth > 1] | all' out || break
    done
    jq -e '[.results[].completed.depth > 1] | all' out
    run_code 0 --game=chess --engine="$BIN uci" --depth=0 --max-positions=2 --timeout=5 --format=json
    jq -e '[.results[] | [.status, .work]] == [["ok", 1], ["ok", 1]]' out
}

@test "rows of engines are valid, read back from every format, and compared" {
    local output
    for output in a.json a.jsonl; do
        run_code 0 --game=chess --engine="$BIN uci" --set=Algorithm=alphabeta,pvs --set=Window=20 --depth=3 \
            --max-positions=12 --keep --output=$output
    done
    run_code 0 show a.jsonl --format=json
    jq -c '[.results[] | del(.time)]' out >shown
    jq -c '[.results[] | del(.time)]' a.json | cmp - shown
    run_code 0 compare a.json a.jsonl --format=json
    run_code 0 show a.json --format=table
    grep -Fq "uci:Algorithm=" out
    tr -s ' \n' ' ' <out | grep -E "enters [0-9.]+ \[[0-9., ]+\] of the nodes of .* to depth 3; that says nothing about strength\."
    ! grep -q ': use ' out
    ! grep -Eq 'unsound|No values were compared' out
    run_code 0 show a.json --reference="$BIN uci:Algorithm=pvs;Window=20" --format=json
    jq -e '[.aggregates[] | select(.ratio == 1) | .algo | endswith("pvs;Window=20")] | all' out
    run_code 0 --game=chess --engine="$BIN uci" --engine="$BIN uci" --algo=pvs --depth=2 --max-positions=5 --format=json
    jq -e '[.aggregates[] | select(.algo | contains("uci")) | .reference_config | contains("uci")] | all' out
    if /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
        /usr/bin/python3 - "$ROOT/docs/report.schema.json" a.json <<'END'
import json, sys, jsonschema
jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))
END
    fi
}

@test "with --algo, engines have tables, sentences and a reference of their own" {
    run_code 0 --game=chess --algo=alphabeta,pvs --engine="$BIN uci" --set=Algorithm=alphabeta,mtdf --depth=2 \
        --max-positions=12 --keep --output=both.json
    jq -e '[.aggregates[] | .reference] | map(sub(".* "; "")) ==
        ["alphabeta", "alphabeta", "uci:Algorithm=alphabeta", "uci:Algorithm=alphabeta"]' both.json
    run_code 0 --game=chess --engine="$BIN uci" --depth=2 --max-positions=12 --keep --output=engine.json
    run_code 0 --game=chess --algo=pvs --reference=none --depth=2 --max-positions=12 --output=ours.json
    "$BIN" compare engine.json ours.json --match=position |
        jq -e '[.settings_differ[].setting] == ["algo"]' # an engine has no order, not one that is none
    run_code 0 show both.json --format=markdown
    grep -Fq 'ratio to<br>the reference' out || grep -Fq 'ratio to the reference' out
    ! grep -F 'uci' out | grep -Fq "of alphabeta's"
    grep -q '^In all rows, those of engines as far as they have it: tt=64M, exact, .* deepening' out
    run_code 0 --game=chess --engine="$BIN uci" --set=Algorithm=alphabeta,pvs --depth=2 --max-positions=3 \
        --reference="$BIN uci:Algorithm=pvs" --format=json
    jq -e '[.aggregates[] | select(.ratio == 1) | .algo | endswith("=pvs")] == [true]' out
    run_code 0 sweep --game=chess --engine="$BIN uci" --set=Algorithm=alphabeta,pvs --depth=2 --max-positions=12 --keep --format=json
    jq -e '[.aggregates[].reference_config | contains("=alphabeta")] == [true, true]' out
    run_code 64 --game=chess --algo=pvs --engine="$BIN uci" --depth=2 --repeat=2
    grep -Fq 'search with one of them at a time' err
}

@test "positions of any game go to the engine as they are" {
    cat >lines.epd <<'END'
4b1b4/8p/w9/b9 w - - bm a1a2; id "amazon one"; acd 4;
startpos moves e2e4 e7e5; id moved
position fen 3k/pppp/PPPP/3K b - - 0 1
# a comment

lnsgkgsnl/1r5b1/9 w - 1
END
    export LIAR_LOG=$PWD/heard
    run_code 0 --positions=lines.epd --engine="$LIAR" --set=Fault=move --depth=1 --jobs=1 --output=any.json
    grep '^position' heard | uniq >positions
    diff - positions <<'END'
position fen 4b1b4/8p/w9/b9 w - -
position startpos moves e2e4 e7e5
position fen 3k/pppp/PPPP/3K b - - 0 1
position fen lnsgkgsnl/1r5b1/9 w - 1
END
    jq -r '.results[] | [.id, .best_move, (.pv | join(" ")), .domain, .solved] | map(tostring) | join(" ")' any.json >got
    sed "s|LIAR|$LIAR|" <<'END' | diff - got
positions/amazon one/d1/LIAR:Fault=move e2e4 e2e4 positions null
positions/moved/d1/LIAR:Fault=move e2e4 e2e4 positions null
positions/lines.epd:3/d1/LIAR:Fault=move e2e4 e2e4 positions null
positions/lines.epd:6/d1/LIAR:Fault=move e2e4 e2e4 positions null
END
    run_code 0 show any.json --format=json # its signature does not hang on the order of moves
    jq -c '.results[]' any.json >rows
    jq -c '.results[]' out | cmp rows -
    run_code 0 --positions=lines.epd --engine="$LIAR" --set=Fault=other --depth=1 --output=other.json
    run_code 0 show other.json --format=json # written with its line first, and read with its move first
    run_code 0 --positions=lines.epd --engine="$LIAR" --set=Fault=illegal --depth=1 # nobody here knows
    run_code 2 --engine="$LIAR" --depth=1 --max-positions=1 --set=Fault=crash # with neither it is chess
    grep -Fq '(chess-01; its other faults are in the rows)' err
    run_code 64 --game=positions --algo=pvs
    run_code 64 --positions=lines.epd --engine="$LIAR" --algo=pvs
    grep -Fq -- '--algo needs the positions' err
    printf 'startpos moves %02000d\n' 0 >long.epd
    run_code 2 --positions=long.epd --engine="$LIAR" --depth=1
    grep -q 'long.epd:1: a position is at most 1023 bytes long' err
}

@test "determinism is measured, and --repeat averages" {
    run_code 0 --game=chess --position=start --engine="$LIAR" --set=Noise=0,1000 --depth=1 --output=twice.json
    jq -e '[.results[] | .nodes == .nodes_again] == [true, false]' twice.json
    jq -e '[.aggregates[] | [.repeated, .noisy]] == [[1, 0], [1, 1]]' twice.json
    jq -e '[.results[] | [.value, .value_again, .mate_again, .best_move_again, .status_again]] == [[10, 10, null, "e2e4", null], [10, 10, null, "e2e4", null]]' twice.json
    run_code 0 show twice.json --format=markdown
    grep -q 'Repeated, 1 of 2 searches counted differently: --repeat=5' out
    run_code 0 --game=chess --position=start --engine="$LIAR" --set=Noise=0 --depth=1 --format=markdown
    grep -q 'Repeated, the one search counted the same' out
    printf 'position %s\n' a b c d >lines
    run_code 0 --positions=lines --engine="$LIAR" --set=Noise=0,1000 --depth=1 --repeat=5 --output=five.json
    jq -e '(.results | length) == 40 and ([.results[].nodes_again] | unique) == [null]' five.json
    jq -e '.results | group_by(.algo) | map(group_by(.position_id) | map(map(.nodes | log) | add / 5) | add / 4 | exp) as $m |
        $m[1] / $m[0]' five.json >mean
    jq -e --slurpfile m mean '.aggregates[1].ratio - $m[0] | fabs < 1e-6' five.json
    jq -e '[.aggregates[] | [.n, .repeated, .noisy]] == [[4, 4, 0], [4, 4, 4]]' five.json
    run_code 0 show five.json --format=markdown
    grep -q ': --repeat=5 averages, and intervals include the noise' out
}

@test "an engine's second search that differs in value, mate, move or end is reported, and read back" {
    run_code 0 --game=chess --position=start --engine="$LIAR" --set=Fault=deep,ends --depth=2 --keep --output=deep.json
    jq -e '[.results[] | .status, .status_again, .value_again] == ["ok", null, null, "ok", "short", null]' deep.json
    run_code 0 --game=chess --position=start --engine="$LIAR" --set=Fault=none,values,mates,moves --depth=1 --keep --output=other.json
    run_code 0 --game=chess --position=start --engine="$LIAR" --set=Fault=none,values,mates,moves --max-nodes=1000 --keep --output=limit.json
    local file
    for file in other limit; do
        jq -r '.results[] | [.value_again, .mate_again, .best_move_again] | map(tostring) | join(" ")' $file.json |
            diff <(printf '%s\n' '10 null e2e4' '12 null e2e4' 'null 12 e2e4' '10 null e2e4') -
        run_code 0 show $file.json --format=table
        tr -s ' \n' ' ' <out | grep -Fq 'Repeated, 3 of the searches came to another value (2), another move (1); their rows have both.'
        tr -s ' \n' ' ' <out | grep -Fq 'all of 4 searches counted the same' || [ $file = limit ]
        run_code 0 show $file.json --format=json
        diff <(jq -c '.results[]' $file.json) <(jq -c '.results[]' out)
    done
    run_code 0 show deep.json --format=table
    tr -s ' \n' ' ' <out | grep -Fq 'Repeated, 1 of the searches came to another status (1); their rows have both.'
    run_code 0 --game=chess --position=start --engine="$LIAR" --set=Fault=none --depth=1 --keep --format=table
    ! grep -q 'came to' out
    run_code 0 show other.json --format=csv
    [ "$(head -n 1 out | tr , '\n' | grep -c _again)" -eq 5 ]
}

@test "same_moves and same_values are shares with Wilson's interval" {
    printf 'position %s\n' {a..z} >lines
    run_code 0 --positions=lines --engine="$LIAR" --set=Fault=none,other,mate,scoreless --depth=1 --keep \
        --output=shares.json
    jq -e '[.aggregates[] | [.moves_compared, .same_moves, .values_compared, .same_values]] == [[null, null, null, null],
        [26, 0, 26, 26], [26, 26, 26, 0], [26, 26, null, null]]' shares.json
    # Wilson (1927): with z^2 = 3.8415 none of 26 is [0, z^2 / (26 + z^2)]
    jq -e '.aggregates[1] | .same_moves_low == 0 and (.same_moves_high - 3.841459 / 29.841459 | fabs < 1e-6) and
        .same_values_high == 1' shares.json
    run_code 0 show shares.json --format=markdown
    grep -Fq "has the reference's move at 0 of 26 positions (0 % [0, 13]), its value at 26 of 26 positions (100 % [87, 100])." out
    grep -Fq "has the reference's move at 26 of 26 positions (100 % [87, 100]), its value at no position." out
}

@test "tune races the values of an option, on any positions" {
    printf 'position %s\n' $(seq 60) >lines
    run_code 0 tune --positions=lines --engine="$LIAR" --set=Noise=0,900..1000:50 --depth=1 --keep --format=json
    jq -e '.races[0] | .use == null and (.sentence | test("that says nothing about strength")) and (.leader | endswith("Noise=0")) and (.options | startswith("--engine="))' out
    run_code 0 sweep --positions=lines --engine="$LIAR" --set=Noise=0..1000:500 --depth=1 --keep --format=json
    jq -e '[.aggregates[].verdict] == [null, "worse", "worse"] and (.answers[0]
        | .use == null and .kind == "best" and (.reference | endswith("Noise=0")) and (.options | startswith("--engine=")))' out
}

@test "--keep starts one process for all searches" {
    export LIAR_LOG=$PWD/heard
    run_code 0 --game=chess --position=start --engine="$LIAR" --set=Fault=counts,none --depth=1 --output=fresh.json
    [ "$(grep -c '^uci$' heard)" -eq 5 ] # to meet it, and two searches of each
    rm heard
    run_code 0 --game=chess --position=start --engine="$LIAR" --set=Fault=counts,none --depth=1 --keep --output=kept.json
    [ "$(grep -c '^uci$' heard)" -eq 3 ]
    [ "$(grep -c '^ucinewgame$' heard)" -eq 4 ]
    jq -e '[.results[] | .nodes_again - .nodes] == [0, 0]' fresh.json
    jq -e '[.results[] | .nodes_again - .nodes] == [1, 0]' kept.json
    run_code 2 --game=chess --position=start --engine="$LIAR" --set=Fault=crash,after,twice --depth=1 --keep --format=json
    jq -e '[.results[].status] == ["crashed", "ok", "ok"]' out
    ! pgrep -f "$LIAR"
}

@test "--tt must be whole MiB within Hash; the default is fitted to it; rows have what was sent" {
    export LIAR_LOG=$PWD/heard
    local tt
    for tt in 1M 64M 100K 5000K 0; do
        run_code 64 --game=chess --position=start --engine="$LIAR hash" --tt=$tt --depth=1
        grep -Fq -- '--tt: the table of' err
        grep -Fq 'is a whole number of MiB, from 2M to 32M' err
    done
    refused 64 "--tt: $LIAR has no option Hash; leave out --tt" "$BIN" --game=chess --engine="$LIAR" --tt=1M --depth=1
    refused 64 "--tt: $LIAR hash has --set=Hash; leave" "$BIN" --game=chess --engine="$LIAR hash" --set=hash=3 --tt=3M --depth=1
    for tt in 2M 32M ''; do
        rm heard
        run_code 0 --game=chess --position=start --engine="$LIAR hash" ${tt:+--tt=$tt} --depth=1 --format=json
        [ "$(jq -r '.results[].tt_bytes / 1048576' out)M" = "${tt:-32M}" ]
        grep -Fxq "setoption name Hash value ${tt:-32M}" <(sed 's/\(Hash value [0-9]*\)$/\1M/' heard)
    done
    run_code 0 --game=chess --position=start --engine="$LIAR hash" --set=hash=3 --depth=1 --format=json
    jq -e '.results[] | .engine.set == "hash=3" and .tt_bytes == null' out
}

@test "the program of an engine is an input: --resume and merge refuse rows of another, compare says so" {
    local how
    for how in ./eng '/usr/bin/perl -w eng' './eng lf' "/usr/bin/env -C '.' A=1 ./eng"; do
        rm -f ./*.jsonl
        cp "$LIAR" eng
        run_code 0 --keep --game=chess --position=start --engine="$how" --depth=1 --output=a.jsonl
        run_code 0 --keep --game=chess --position=start --engine="$how" --depth=1 --output=a.jsonl --resume
        echo '# newer' >>eng
        refused 2 "the file $how was changed, from 0x" "$BIN" --keep --game=chess --position=start --engine="$how" --depth=1 --output=a.jsonl --resume
        run_code 0 --keep --game=chess --position=start --engine="$how" --depth=1 --output=b.jsonl
        refused 2 "the file $how was changed" "$BIN" merge a.jsonl b.jsonl
        "$BIN" compare a.jsonl b.jsonl 2>&1 >/dev/null | grep -Fq "the file $how was changed"
    done
    cp "$BIN" eng
    run_code 0 --game=chess --position=start --engine='./eng uci' --depth=1 --output=a.json
    printf x >>eng
    run_code 0 --game=chess --position=start --engine='./eng uci' --depth=1 --output=b.json
    jq -es '.[0].context.inputs["./eng uci"] != .[1].context.inputs["./eng uci"]' a.json b.json
}

@test "an engine whose program cannot be read has the hash null, said once; it continues only as null" {
    [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null || skip "only root can become another user"
    cp "$BIN" "$PWD/own" && chmod 755 own
    cp "$BIN" "$PWD/eng" && chmod 711 eng
    chmod 777 . && chmod a+x "$(dirname "$PWD")" "$BATS_RUN_TMPDIR" 2>/dev/null || true
    local run=(setpriv --reuid=65534 --clear-groups ./own --game=chess --position=start --engine='./eng uci' --depth=1 --output=a.jsonl)
    setpriv --reuid=65534 --clear-groups ./own version >/dev/null || skip "another user may not come here"
    ends 0 "${run[@]}"
    grep -Fq -- '--engine=./eng uci: its program cannot be read' err
    head -n 1 a.jsonl | jq -e '.context.inputs == {"./eng uci": null}'
    ends 0 "${run[@]}" --resume
    cp a.jsonl null.jsonl
    chmod 755 eng
    ends 2 "${run[@]}" --resume
    grep -Fq 'the file ./eng uci was changed, from null to 0x' err
    rm -f a.jsonl
    ends 0 "${run[@]}"
    ends 2 "$BIN" merge a.jsonl null.jsonl
    grep -Fq 'the file ./eng uci was changed, from 0x' err
    ends 0 "$BIN" merge null.jsonl null.jsonl --format=json
}

@test "a grid that names an engine is refused with the option to type; a typed one searches each grid's games" {
    export LIAR_LOG=$PWD/heard
    echo '[{"game": "chess", "position": "start", "depth": 1},
           {"game": "chess", "position": "start", "engine": ["'"$LIAR"'"], "depth": 2}]' >grid.json
    for more in '' --engine="$LIAR"; do
        run_code 64 sweep --grid=grid.json $more --output=no.json
        grep -Fqx "absbench: a grid runs no program; leave out this \"engine\", and if you trust it, type --engine=$LIAR" err
        [ ! -e heard ]
        [ ! -e no.json ]
    done
    sed -i 's/"engine".*\], //' grid.json
    run_code 0 sweep --grid=grid.json --engine="$LIAR" --set=Seed=1,2 --format=json
    jq -r '.results[] | "\(.algo) \(.depth)"' out >rows
    printf '%s\n' "$LIAR:Seed=1 1" "$LIAR:Seed=2 1" "$LIAR:Seed=1 2" "$LIAR:Seed=2 2" | diff - rows
    echo '{"depth": 1}' >grid.json
    run_code 2 sweep --grid=grid.json --engine="$LIAR"
    grep -Fq 'this grid names no game; write --game=NAME' err
}

@test "cluster scripts refuse standard input, which each shard would read" {
    run_code 64 cluster-parallel --shards=2 --output=c.json -- sweep --game=chess --positions=-
    grep -Fq -- '--positions=-: each shard would read its own standard input' err
}

@test "a run ends with the nodes of each configuration that finished a search" {
    run_code 0 --game=chess --max-positions=5 --engine="$BIN uci" --set=Algorithm=pvs,mtdf --algo=pvs --depth=2 --format=json
    jq -r '.aggregates[] | select(.config | contains("uci")) | "Bench: \(.nodes_sum) "' out >sums
    COLUMNS=200 run_code 0 --game=chess --max-positions=5 --engine="$BIN uci" --set=Algorithm=pvs,mtdf --algo=pvs --depth=2 --format=table
    tail -n 2 out | grep -o 'Bench: [0-9]* ' | diff sums -
    run_code 2 --game=chess --position=start --engine="$LIAR" --set=Fault=crash,none --depth=1 --format=markdown
    [ "$(grep -c '^Bench: ' out)" -eq 1 ]
    grep -q '^Bench: 1000 (chess, depth 1: .*Fault=none' out
}
