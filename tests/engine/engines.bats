#!/usr/bin/env bats
# engines.bats -- searches by engines: `absbench uci`, whose counts are known, and a liar with many faults.

load ../common
load ../work/waits

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

# round_trip GAME OPTION..: absbench uci counts and finds what the program does.
round_trip() {
    local game=$1 algos
    shift
    run_code 0 --game="$game" --reference=none --no-check-moves --depth=2,3 --tt=1M --format=json "$@"
    jq -r "$ROW" out | sort >expected
    algos=$(jq -r '[.results[].algo] | unique | join(",")' out)
    run_code 0 --game="$game" --engine="$BIN uci" --set=Hash=1 --set="Algorithm=$algos" --depth=2,3 --jobs=2 \
        --max-positions=4 --format=json
    jq -r "$ROW" out | sort | diff expected -
    [ "$(wc -l <expected)" -ge 32 ]
}

@test "round trip: an engine's counts, values, bounds and moves are those of the process, in chess and xiangqi" {
    round_trip chess --algo=all --max-positions=4
    round_trip xiangqi --algo=pvs,mtdf,bns,aspiration --max-positions=4
}

@test "limits: how deep an engine comes is what the search in the process finds" {
    local deepest='.results[] | [.position_id, .status, .completed.depth, (.completed.value // 30000 | if fabs >= 30000 then "mate" else . end),
        .completed.best_move] | @tsv'
    run_code 0 --game=chess --algo=pvs --depth=100 --max-nodes=20000 --max-positions=4 --reference=none --format=json
    jq -r "$deepest" out >expected
    run_code 0 --game=chess --engine="$BIN uci" --max-nodes=20000 --max-positions=4 --format=json
    jq -r "$deepest" out | diff expected -
    run_code 0 --game=chess --engine="$BIN uci" --timeout=0.05 --max-positions=3 --format=json
    jq -e '[.results[] | .status == "timeout" and .completed.depth > 1] | all' out
    run_code 0 --game=chess --engine="$BIN uci" --depth=0 --max-positions=2 --timeout=5 --format=json
    jq -e '[.results[] | [.status, .work]] == [["ok", 1], ["ok", 1]]' out
}

@test "rows keep to the schema, come back from every format, and are compared" {
    local output
    for output in a.json a.jsonl; do
        run_code 0 --game=chess --engine="$BIN uci" --set=Algorithm=alphabeta,pvs --set=Window=20 --depth=3 \
            --max-positions=12 --output=$output
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

# Status, work, value, mate and best move, and the faults that have them.
FAULTS='ok 1000 -536870911 - e2e4: most
ok 5000 10 - e2e4: deeper
ok 1000 40 - e2e4: four
ok 100 - 1 e2e4: found
ok 100 20 - e2e4: bound
ok 100 10 - e2e4: begun
ok 1000 10 - e2e4: none flood stderr crlf deaf multipv ponder after twice pv bounds stays eons
ok 10 - 3 e2e4: deep
ok 1000 - -2 e2e4: mate
ok 1000 - - e2e4: scoreless loud edge
crashed 0 - - -: crash exit silent orphan mute early
crashed 1000 - - -: half
protocol 0 - - -: zero long endless nul negative huge nodeless wordless words
protocol 32769 - - -: alternating
protocol 65536 - - -: bounding
protocol 1000 - - -: falling illegal nonsense empty null'


# The same, of words that it writes.
WORDS='ok 1000 10 - e2e4: slash string odd turned empty_info lines lowerfirst pvalone pvearly pvother shut gone
ok 1000 0 - e2e4: minuszero
ok 1000 - 10 e2e4: matelower
ok 1000 - 0 e2e4: matezero
ok 1000 - 3 e2e4: both
ok 1000 - - e2e4: mateupper pvupper
protocol 0 - - -: nodes64 nodescomma nodeshex nodesreal nodesnone cpreal cpword cpinf mateword depthword shouting
protocol 1000 - - -: otherline bestnul'

# rows_of TABLE OPTION..: the rows and messages that its faults have.
rows_of() {
    local row faults fault
    while IFS=: read -r row faults; do
        for fault in $faults; do echo "$fault $row"; done
    done <<<"$1" >expected
    run_code 2 --game=chess --position=start --engine="$LIAR" --set="Fault=$(cut -d ' ' -f 1 expected | paste -sd ,)" \
        --depth=1 --jobs=8 --format=json "${@:2}" || return 1
    jq -r '.results[] | [(.algo | sub(".*Fault="; "")), .status, .work, .value // "-", .mate // "-", .best_move // "-"] |
        map(tostring) | join(" ")' out | diff expected - || return 1
    [ "$(grep -c "^absbench: $LIAR:Fault=" err)" -eq "$(grep -vc ' ok ' expected)" ]
    ! pgrep -f "$LIAR"
}

@test "the liar's words: a number that cannot be read is a fault, and a mate has its bound" {
    rows_of "$WORDS" --engine-start=600
    grep -q 'Fault=nodescomma: it says nodes 1,234, which is no number' err
    jq -e '.results | map({(.algo | sub(".*="; "")): .}) | add | ([.matelower, .lowerfirst] | map(.value_bound)) == ["lower", "lower"] and
        ([.matezero, .both, .slash] | map(.value_bound)) == ["exact", "exact", "exact"] and .mateupper.value_bound == null and
        ([.pvalone, .pvearly, .pvupper, .pvother] | map(.pv)) == [["e2e4", "e7e5"], [], [], []]' out
    cp out words.json
    run_code 0 show words.json --format=json
    diff <(jq -c '.results[]' words.json) <(jq -c '.results[]' out)
}

one_is_left() { [ "$(grep -c '^go' heard)" -ge 4 ] && [ "$(pgrep -fc "^[^ ]*perl $LIAR")" -eq 1 ]; }

@test "workers without a job sleep while the last engine is waited for" {
    export LIAR_LOG=$PWD/heard
    start --game=chess --position=start --engine="$LIAR" --set=Fault=hang,none,other,mate --depth=1 --timeout=600 --jobs=4
    soon one_is_left
    soon at_rest "$PID" 0
    ended INT 130
}

@test "the liar: each fault has its row and its message, the others go on, and nothing is left" {
    rows_of 'protocol 0 - - -: hang' --timeout=2 --engine-start=600
    grep -q 'Fault=hang: it does not stop when its time is over' err
    rows_of 'protocol 0 - - -: unready' --timeout=600 --engine-start=6
    grep -q 'Fault=unready: it does not say readyok within 6 s' err
    rows_of "$FAULTS" --timeout=600 --engine-start=600
    grep -q 'Fault=zero: the nodes that it states are always 0' err
    grep -q 'Fault=bounding: it reports more than 65536 iterations and bounds' err
    grep -q 'Fault=crash: it ended, by signal 11' err
    grep -q 'Fault=exit: it ended, with exit code 3' err
    grep -q 'Fault=nul: it writes a NUL byte' err
    grep -q 'Fault=illegal: its best move is not legal' err
    tail -n 1 err | grep -Fq "absbench: $(grep -c 'crashed\|protocol' expected) of"
    grep -q 'searches have no result: their engine failed, as their rows say' err
    jq -e '[.results[] | select(.algo | endswith("bounds")) | .root_researches] == [2]' out
    jq -e '.aggregates | map({(.algo | sub(".*="; "")): .root_researches}) | add |
        .bounds == 2 and .none == null and .mute == 0' out
    jq -e '[.results[].time.engine_s | . < 1e6] | all' out
    cp out liar.json
    run_code 0 show liar.json --format=table # what it reads is what it wrote
    ! pgrep -f 'sleep 60[01]'
}

@test "with --algo, engines have tables, sentences and a reference of their own" {
    run_code 0 --game=chess --algo=alphabeta,pvs --engine="$BIN uci" --set=Algorithm=alphabeta,mtdf --depth=2 \
        --max-positions=12 --output=both.json
    jq -e '[.aggregates[] | .reference] | map(sub(".* "; "")) ==
        ["alphabeta", "alphabeta", "uci:Algorithm=alphabeta", "uci:Algorithm=alphabeta"]' both.json
    run_code 0 --game=chess --engine="$BIN uci" --depth=2 --max-positions=12 --output=engine.json
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
    run_code 0 sweep --game=chess --engine="$BIN uci" --set=Algorithm=alphabeta,pvs --depth=2 --max-positions=12 --format=json
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

@test "a second search that finds another value, mate, move or end is said, with a limit too, and comes back" {
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

@test "--timeout: stop is sent when the time is over; completed is the deepest iteration shown, and may have a mate" {
    export LIAR_LOG=$PWD/heard
    local fault row
    while read -r fault row; do
        rm -f heard
        run_code 0 --game=chess --position=start --engine="$LIAR" --set=Fault="$fault" --timeout=0.5 --output=stopped.json
        [ "$(jq -r '.results[] | [.status, .nodes, .value, .mate, .best_move] + (.completed | [.depth, .value, .mate, .best_move]) |
            map(tostring) | join(" ")' stopped.json)" = "$row" ] || { echo "$fault: $(jq -c .results[] stopped.json)"; return 1; }
        [ "$(grep -c '^stop$' heard)" -eq 1 ]
        run_code 0 show stopped.json --format=json
        diff <(jq -c '.results[]' stopped.json) <(jq -c '.results[]' out)
    done <<'END'
wait timeout 4000 null null null 4 40 null e2e4
waitmate timeout 200 null null null 2 null 1 e2e4
waitlower timeout 200 null null null 1 10 null e2e4
waitplain timeout 200 null null null 2 null null e2e4
waitturned timeout 200 null null null 3 30 null e2e4
waitlate timeout 1000 null null null 1 10 null e2e4
END
    rm -f heard
    run_code 2 --game=chess --position=start --engine="$LIAR" --set=Fault=waithang,hang,waitdie --timeout=0.5 --output=hangs.jsonl
    [ "$(grep -c '^stop$' heard)" -eq 2 ] # the third reads nothing
    [ "$(statuses hangs.jsonl)" = 'protocol - protocol - crashed -' ]
    run_code 2 --game=chess --position=start --engine="$LIAR" --set=Fault=waithang,hang,waitdie --timeout=0.5 --output=hangs.jsonl --resume
    grep -q '3 whose engine failed are searched again' err
    ! pgrep -f "$LIAR"
}

@test "how often moves and values are the same, with Wilson's interval" {
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

@test "--keep: one process for all searches, which may remember" {
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

@test "what cannot begin: one message, and exit 2 or 64" {
    local code text words
    while IFS='|' read -r code text words; do
        eval "refused $code '$text' '$BIN' $words"
    done <<END
2|--engine=./nothing: there is no such program|--game=chess --engine=./nothing --depth=1
2|gone: it ended|--game=chess --engine='$LIAR gone' --depth=1
2|silent: it ended|--game=chess --engine='$LIAR silent' --depth=1
2|its options take more than 1 MiB|--game=chess --engine='$LIAR offers' --depth=1
2|it does not say uciok within 0.5 s|--game=chess --engine='$LIAR hang' --depth=1 --engine-start=0.5
64|--engine-start|--game=chess --engine='$LIAR' --depth=1 --engine-start=0
2|it writes a NUL byte|--game=chess --engine='$LIAR nul' --depth=1
64|has no such option; did you mean|--game=chess --engine='$LIAR' --set=Falt=1 --depth=1
64|--set=Fault: it is no button: write NAME=VALUE|--game=chess --engine='$LIAR' --set=Fault --depth=1
64|--set follows no --engine|--game=chess --set=Fault=1 --engine='$LIAR' --depth=1
64|--engine|--game=chess --tree=uniform:b=2,range=9 --engine='$LIAR'
64|--reference|--game=chess --engine='$LIAR' --reference=other
64|at most 64 configurations|--game=chess --engine='$LIAR' --set=Noise=0..1000
64|--set=Noise: it takes 0 to 1000, not 1100|--game=chess --engine='$LIAR' --set=Noise=900..1100:100
END
    run_code 0 --game=chess --position=start --engine="$LIAR name" --depth=1 --format=json
    jq -e '.results[0].engine.name | startswith("Liar")' out
    ! pgrep -f "$LIAR"
}

# talks ARGUMENTS OPTION..: the row of a search by a liar with these arguments.
talks() {
    local code=$1 arguments=$2
    shift 2
    run_code "$code" --game=chess --position=start --engine="$LIAR $arguments" --depth=1 --format=json "$@"
    jq -r '.results[] | [.status, .nodes, .value, .best_move, .engine.name] | map(tostring) | join(" ")' out
}

@test "white space: lines end as on any system, and any blanks are one" {
    local dialect fault
    for dialect in lf cr returns blanks bytes; do
        for fault in none multipv ponder; do
            [ "$(talks 0 "$dialect" --set=Fault=$fault)" = 'ok 1000 10 e2e4 Liar' ]
        done
        [ "$(talks 0 "$dialect" --set=Noise=0..1000:1000 --set=Seed=1 | wc -l)" -eq 2 ]
        run_code 64 --game=chess --engine="$LIAR $dialect" --set=Noise=1001 --depth=1
    done
}

# What it does at which moment (uci, isready, position, go, setoption: what it is told), with which
# options, and the row and the message that come of it.
MOMENTS='uci:freeze|--engine-start=2.5 --timeout=1|ok 1000 10 e2e4 Liar|
isready:freeze|--engine-start=2.5 --timeout=1|ok 1000 10 e2e4 Liar|
position:freeze|--engine-start=2.5 --timeout=1|ok 1000 10 e2e4 Liar|
go:freeze|--engine-start=2.5 --timeout=1|ok 1000 10 e2e4 Liar|
uci:both|--engine-start=2.5 --timeout=1|ok 1000 10 e2e4 Liar|
isready:both|--engine-start=2.5 --timeout=1|ok 1000 10 e2e4 Liar|
position:both|--engine-start=2.5 --timeout=1|ok 1000 10 e2e4 Liar|
go:both|--engine-start=2.5 --timeout=1|ok 1000 10 e2e4 Liar|
uci:stop|--engine-start=20|ok 1000 10 e2e4 Liar|
isready:stop||ok 1000 10 e2e4 Liar|
position:stop||ok 1000 10 e2e4 Liar|
go:stop||ok 1000 10 e2e4 Liar|
go:deaf||ok 1000 10 e2e4 Liar|
isready:die||crashed 0 null null Liar|it ended, by signal 11
position:die||crashed 0 null null Liar|it ended, by signal 11
go:die||crashed 0 null null Liar|it ended, by signal 11
isready:hang|--engine-start=6|protocol 0 null null Liar|waiting for readyok, at most 6 s (--engine-start)
setoption:close|--set=Noise=0|protocol 0 null null Liar|it has closed its input
position:close||protocol 0 null null Liar|it has closed its input
go:close||protocol 0 null null Liar|it has closed its input'

@test "stopped at any moment, with it or alone, a healthy engine has its result; dead or deaf it has none" {
    local moment options row message code
    while IFS='|' read -r moment options row message; do
        code=$([[ $row == ok* ]] && echo 0 || echo 2)
        (mkdir "$moment" && cd "$moment" && talks "$code" "$moment" $options >got) &
    done <<<"$MOMENTS"
    wait
    while IFS='|' read -r moment options row message; do
        [ "$(cat "$moment/got")" = "$row" ] && [[ $(cat "$moment/err") == *"$message"* ]] ||
            { tail "$moment"/*; return 1; }
    done <<<"$MOMENTS"
    ! pgrep -f "$LIAR"
}

# statuses FILE: those of its rows, and of what was made again.
statuses() { "$BIN" show "$1" --format=json | jq -r '[.results[] | .status, .status_again // "-"] | join(" ")'; }

@test "a passing fault is no result: --resume searches again, and the later row counts in resume, show and merge" {
    export LIAR_TURNS=$PWD/turns LIAR_BAD
    local act status first output search
    for act in isready:die go:die position:die isready:nul; do
        status=$([[ $act == *die ]] && echo crashed || echo protocol)
        for LIAR_BAD in 2 3 4; do # the first search, its repetition, and the second search; 1 was only met
            for output in a.jsonl a.json; do
                search=$([ $output = a.jsonl ] && echo run || echo sweep)
                rm -f turns a.json*
                set -- $search --game=chess --position=start --engine="$LIAR $act" --depth=1 --set=Noise=0 --set=Seed=1,2 --jobs=1 \
                    --output=$output --no-time
                run_code 2 "$@"
                case $LIAR_BAD in
                    2) first="$status - ok -" ;;
                    3) first="ok $status ok -" ;;
                    *) first="ok - $status -" ;;
                esac
                [ "$(statuses $output)" = "$first" ]
                grep -q 'rows say; --resume searches them again' err
                "$BIN" show $output --format=json | jq -e '.errors | length == 1'
                cp $output failed-$output
                LIAR_BAD=0 run_code 0 "$@" --resume
                [ "$(statuses $output)" = 'ok - ok -' ]
                grep -q '1 whose engine failed are searched again' err
                [ ! -e a.json.journal ]
                jq -e '.aggregates | map(.n) == [1, 1]' <("$BIN" show $output --format=json)
            done
            mv a.json resumed.json
            rm turns
            LIAR_BAD=0 run_code 0 "$@" # as if nothing had failed
            cmp a.json resumed.json
            for order in 'failed-a.json a.json' 'a.json failed-a.json' 'failed-a.json failed-a.json a.json'; do
                ends 0 "$BIN" merge $order --format=json
                diff <(jq .results a.json) <(jq .results out)
            done
        done
    done
    # a job that is there twice, and had not failed, is damage
    rm -f a.jsonl turns
    LIAR_BAD=0 run_code 0 --game=chess --position=start --engine="$LIAR" --depth=1 --output=a.jsonl
    sed -n 2p a.jsonl >>a.jsonl
    sed -i '$!{/"end"/d}' a.jsonl
    ends 2 "$BIN" show a.jsonl
    grep -q 'job 0 is there twice' err
}

@test "what the system refuses is not the engine's fault: not_started, and made again" {
    printf '%s\n' '#define _GNU_SOURCE' '#include <dlfcn.h>' '#include <errno.h>' '#include <stdlib.h>' '#include <unistd.h>' \
        'static int calls;' 'static int fails(const char *name) { const char *at = getenv(name); return at && ++calls == atoi(at); }' \
        'pid_t fork(void) { if (fails("FORK")) { errno = EAGAIN; return -1; }' \
        '    return ((pid_t(*)(void))dlsym(RTLD_NEXT, "fork"))(); }' \
        'int pipe2(int p[2], int f) { if (fails("PIPE")) { errno = EMFILE; return -1; }' \
        '    return ((int (*)(int *, int))dlsym(RTLD_NEXT, "pipe2"))(p, f); }' >refuse.c
    gcc -shared -fPIC -o refuse.so refuse.c -ldl || skip "no gcc"
    local call at
    for call in FORK PIPE; do
        for at in 3 4 5 6; do # two calls for each of three processes
            rm -f a.jsonl
            set -- --game=chess --position=start --engine="$LIAR" --depth=1 --output=a.jsonl
            ends 2 env "$call=$at" LD_PRELOAD="$PWD/refuse.so" "$BIN" "$@"
            [ "$(statuses a.jsonl)" = "$([ $at -lt 5 ] && echo 'not_started -' || echo 'ok not_started')" ]
            grep -q 'it cannot be started: ' err
            run_code 0 "$@" --resume
            [ "$(statuses a.jsonl)" = 'ok -' ]
        done
        ends 2 env "$call=1" LD_PRELOAD="$PWD/refuse.so" "$BIN" --game=chess --position=start --engine="$LIAR" --depth=1
    done
    ! pgrep -f "$LIAR"
}

@test "a move before the depth asked for is short, a game that is over is not sent: out of ratios, counted, no error" {
    # what it says at depth 9: status, nodes, and what it has completed
    local fault row
    while read -r fault row; do
        run_code 0 --game=chess --position=start --engine="$LIAR" --set=Fault="$fault" --depth=9 --output=short.json
        [ "$(jq -r '.results[] | [.status, .nodes, .value, .mate, .best_move, .completed.depth, .completed.value,
            .completed.best_move] | map(tostring) | join(" ")' short.json)" = "$row" ] || { echo "$fault: $(cat out)"; return 1; }
        run_code 0 show short.json --format=json
        jq -c '.results[]' short.json >rows
        jq -c '.results[]' out | cmp rows -
    done <<'END'
four short 4000 null null null 4 40 e2e4
none short 1000 null null null 1 10 e2e4
mate short 1000 null null null 1 null e2e4
found short 200 null null null 2 null e2e4
bound short 200 null null null 1 10 e2e4
begun short 100 null null null 1 10 e2e4
scoreless short 1000 null null null 1 null e2e4
deep ok 90 null 3 e2e4 null null null
END
    printf '%s\n' '8/8/8/8/8/1k6/1p6/1K6 w - - 0 1' '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1' >over.fen
    export LIAR_LOG=$PWD/heard
    run_code 0 --game=chess --position=start --positions=over.fen --engine="$LIAR" --set=Fault=deep,four --depth=1,4,9 --output=over.json
    [ "$(grep -c '^position' heard)" -eq 11 ] # six searches of one position, each made twice, but for what was short
    jq -e '[.results[] | .status] | group_by(.) | map([.[0], length]) == [["ok", 5], ["over", 18], ["short", 1]]' over.json
    jq -e '[.aggregates[] | .n] == [1, 1, 1, 1, 1, 0]' over.json
    run_code 0 show over.json --format=table
    tr -s '\n ' '  ' <out | grep -q 'left out of every mean: 1 short, 18 over. Short: the engine gave its move before the depth asked for. Over: '
    LIAR_LOG= run_code 0 --positions=over.fen --engine="$LIAR" --depth=1 --format=json # here nobody knows the game
    jq -e '[.results[].status] == ["ok", "ok", "ok"]' out
}

@test "each type of option, with each kind of value: what it does not take is wrong usage, the rest is sent as it spells it" {
    local engine="$LIAR types" set code sent
    export LIAR_LOG=$PWD/heard
    while IFS='|' read -r set code sent; do
        rm -f heard
        run_code "$code" --game=chess --position=start --engine="$engine" --set="$set" --depth=1 --format=json
        if [ "$code" -eq 64 ]; then
            grep -Fq -- "$sent" err || { cat err; return 1; }
        else
            grep -Fxq "setoption name $sent" heard || { cat heard; return 1; }
        fi
    done <<'END'
Use It=TRUE|0|Use It value true
use it=False|0|Use It value false
Use It=flase|64|--set=Use It: it takes 'true', 'false', not 'flase'; did you mean 'false'?
Use It=1|64|--set=Use It: it takes
Use It=|64|--set=Use It: it takes
Use It|64|it is no button: write NAME=VALUE, with one of 'true', 'false'
Some Style=white side|0|Some Style value White Side
Some Style=OFF|0|Some Style value Off
Some Style=Purple|64|it takes 'Off', 'White Side', 'Both', not 'Purple'
Some Style=White|64|it takes
A Number=10|0|A Number value 10
A Number=-5|0|A Number value -5
A Number=11|64|--set=A Number: it takes -5 to 10, not 11
A Number=ten|64|it takes -5 to 10, not ten
A Number=0.5|64|it takes -5 to 10, not 0.5
A Number=1e1|64|it takes
A Number=|64|it takes
Clear It|0|Clear It
Clear It=|64|it is a button, and takes no value: --set='Clear It'
Clear It=1|64|it is a button
A Path=|0|A Path value <empty>
A Path=/a;/b|0|A Path value /a;/b
A Path="/a,/b"|0|A Path value /a,/b
A Path="a""b"|0|A Path value a"b
A Path=..|0|A Path value ..
A Path=x"|64|a quote is not closed
A Pth=1|64|did you mean 'A Path'?
Zzzzzzzzzz=1|64|has no such option; it has Fault, Noise
=1|64|write NAME=VALUE
A Path,x=1|64|write NAME=VALUE
Untyped=x y|0|Untyped value x y
END
    # lists, and the ids of their values, which --reference takes
    unset LIAR_LOG
    run_code 0 --game=chess --position=start --engine="$engine" --set='A Path=/a;/b,"c,d",,"e""f",0.5..1:0.25,-2..-1' --depth=1 \
        --reference="$engine:A Path=\"c,d\"" --output=list.json
    jq -r '.results[].engine.set' list.json >sets
    printf 'A Path=%s\n' '"/a;/b"' '"c,d"' '' '"e""f"' 0.5 0.75 1 -2 -1 | diff - sets
    jq -e '[.aggregates[] | .reference_config | contains("c,d")] | all' list.json
    while read -r set; do # each is an option that gives itself
        run_code 0 --game=chess --position=start --engine="$engine" --set="$set" --depth=1 --format=json
        [ "$(jq -r '.results[].engine.set' out)" = "$set" ]
    done <sets
    run_code 0 --game=chess --position=start --engine="$engine" --set='A Number=1..4*2' --set='Use It=true,false' --depth=1 --format=json
    jq -e '.results | length == 6' out
    run_code 2 --game=chess --position=start --engine="$BIN uci" --set=Window=banana --depth=1
    grep -Fq 'it says: no search: Window=banana was refused' err
}

@test "--tt is whole MiB within Hash; the default is fitted, and the row has what was sent" {
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
        run_code 0 --game=chess --position=start --engine="$how" --depth=1 --output=a.jsonl
        run_code 0 --game=chess --position=start --engine="$how" --depth=1 --output=a.jsonl --resume
        echo '# newer' >>eng
        refused 2 "the file $how was changed, from 0x" "$BIN" --game=chess --position=start --engine="$how" --depth=1 --output=a.jsonl --resume
        run_code 0 --game=chess --position=start --engine="$how" --depth=1 --output=b.jsonl
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

@test "xiangqi: ranks count from 1 with UCI_Variant, else from 0, and no move is tried both ways" {
    local variant move row
    while read -r variant move row; do
        run_code "$([[ $row == ok* ]] && echo 0 || echo 2)" --game=xiangqi --position=start --engine="$LIAR $variant" --set=Fault="$move" --depth=1 \
            --format=json
        [ "$(jq -r '.results[] | "\(.status) \(.best_move)"' out)" = "$row" ] || { echo "$variant $move"; cat out err; return 1; }
        [[ $row == ok* ]] || cat err
    done <<'END' >said
lf h2e2 ok h2e2
lf h3e3 protocol null
lf h10g8 protocol null
lf h0g2 ok h0g2
lf pv10 protocol null
variant h3e3 ok h2e2
variant h2e2 protocol null
variant h1g3 ok h0g2
variant h0g2 protocol null
variant pv10 protocol null
END
    grep -Fq 'its ranks count from 0 (UCI_Variant: no), but it says h10g8' said
    grep -Fq 'its ranks count from 1 (UCI_Variant: yes), but it says h0g2' said
}

@test "commands: assignments in front, blanks in a path, folders, and programs that are not UCI" {
    mkdir -p 'my folder'
    cp "$LIAR" 'my folder/eng'
    local code text command
    while IFS='|' read -r code text command; do
        run_code "$code" --game=chess --position=start --engine="$command" --depth=1 --engine-start=1
        [ "$code" -eq 0 ] || grep -Fq -- "$text" err || { cat err; return 1; }
    done <<END
0||'$PWD/my folder/eng'
0||"my folder"/eng crlf
0||A=1 B_2='x y' "my folder"/eng
0||env -C 'my folder' ./eng
2|a blank ends the program's name: quote it, "'my folder/eng' crlf"|my folder/eng crlf
2|it is more than one program; write env -C 'my folder' ./eng|cd 'my folder' && ./eng
2|it is more than one program; write env -C x ./eng|cd x; ./eng
2|there is no such program|./nothing
2|it ended: is it UCI? Some programs are only if asked, as \`gnuchess -u\`|true
2|it does not say uciok within 1 s: is it UCI?|cat
END
    if [ -x /usr/games/toga2 ]; then
        PATH=/usr/bin:/bin run_code 2 --game=chess --position=start --engine=toga2 --depth=1
        grep -Fq 'there is no such program in PATH, but there is /usr/games/toga2' err
    fi
}

@test "a grid runs an engine only if the command line names it, which adds nothing" {
    local grid
    sed "s|LIAR|$LIAR|" >grid.json <<'END'
[{"engine": ["LIAR"], "set": ["Seed=1,2"], "game": "chess", "position": "start", "depth": 1},
 {"game": "tictactoe", "position": "start", "depth": 2}, {"tree": "uniform:b=2", "depth": 2}]
END
    export LIAR_LOG=$PWD/heard
    for grid in '' --engine="$LIAR x" --engine=liar --set=Seed=1; do
        run_code 64 sweep --grid=grid.json $grid --output=no.json
        [ ! -e heard ]
        [ ! -e no.json ]
    done
    grep -Fq 'write it after one' err || grep -Fq "if you trust $LIAR, name it there too" err
    run_code 0 sweep --grid=grid.json --engine="$LIAR" --format=json
    jq -r '.results[].algo' out >algos
    printf '%s\n' "$LIAR:Seed=1" "$LIAR:Seed=2" alphabeta alphabeta | diff - algos
    echo '{"game": "./nothing.so"}' >grid.json
    run_code 64 sweep --grid=grid.json
    run_code 2 sweep --grid=grid.json --game=./nothing.so
    run_code 64 cluster-parallel --shards=2 --output=c.json -- sweep --game=chess --positions=-
    grep -Fq -- '--positions=-: each shard would read its own standard input' err
}

@test "an interrupted sweep leaves its rows to the journal, and no FILE.partial" {
    echo older >swept.json
    "$BIN" sweep --game=chess --position=start --engine="$LIAR" --set=Fault=none,hang --depth=1 --output=swept.json --jobs=2 2>err &
    for _ in $(seq 100); do
        [ "$(cat swept.json.journal 2>/dev/null | grep -c '"status":"ok"')" -ge 1 ] && break
        sleep 0.1
    done
    kill -INT $!
    wait $! || true
    [ "$(ls -d swept*)" = "$(printf 'swept.json\nswept.json.journal')" ]
    [ "$(cat swept.json)" = older ]
    grep -Fq 'swept.json is as it was; swept.json.journal holds them' err
}

@test "no escape of an id or an engine reaches a terminal, and CSV is UTF-8" {
    local name=$'evil \e[31m\x9b\xff\u202e' format
    cp "$LIAR" "$name"
    for format in table markdown; do
        run_code 0 --game=chess --position=start --engine="'./$name' name" --depth=1,2 --set=Noise=0,1 --passes --format=$format
        ! grep -aq $'\e\|\x9b\|\xff\|\u202e' out err || { cat -v out err; return 1; }
        grep -q 'evil' out
    done
    run_code 2 --game=chess --position=start --engine="'./$name' name" --depth=1 --set=Fault=crash
    grep -q '^absbench: .*it ended, by signal 11' err
    ! grep -aq $'\e\|\x9b\|\xff' err
    run_code 0 --game=chess --position=start --engine="'./$name' name" --depth=1 --format=csv
    iconv -f UTF-8 -t UTF-8 out >/dev/null
    grep -q evil out
}

@test "a run ends in the nodes of each configuration that finished a search" {
    run_code 0 --game=chess --max-positions=5 --engine="$BIN uci" --set=Algorithm=pvs,mtdf --algo=pvs --depth=2 --format=json
    jq -r '.aggregates[] | select(.config | contains("uci")) | "Bench: \(.nodes_sum) "' out >sums
    COLUMNS=200 run_code 0 --game=chess --max-positions=5 --engine="$BIN uci" --set=Algorithm=pvs,mtdf --algo=pvs --depth=2 --format=table
    tail -n 2 out | grep -o 'Bench: [0-9]* ' | diff sums -
    run_code 2 --game=chess --position=start --engine="$LIAR" --set=Fault=crash,none --depth=1 --format=markdown
    [ "$(grep -c '^Bench: ' out)" -eq 1 ]
    grep -q '^Bench: 1000 (chess, depth 1: .*Fault=none' out
}

@test "after Ctrl-C and SIGKILL no process of an engine is left, and no finished row is lost" {
    local signal rows
    for signal in INT KILL; do
        rm -f log.jsonl
        "$BIN" --game=chess --position=start --engine="$LIAR" --set='Fault=none,stays,after,hang' --depth=1 --jobs=4 \
            --output=log.jsonl 2>err &
        for _ in $(seq 100); do # until the one that hangs is all that is left
            [ "$(cat log.jsonl* 2>/dev/null | grep -c '"status":"ok"')" -ge 3 ] && break
            sleep 0.1
        done
        kill -"$signal" $!
        wait $! || true
        sleep 0.3
        ! pgrep -f "$LIAR" || return 1
        ! pgrep -f 'sleep 60[01]' || return 1
        rows=$(cat log.jsonl* | grep -c '"status":"ok"')
        [ "$rows" -ge 3 ]
        rm -f log.jsonl*
    done
}
