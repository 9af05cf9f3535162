#!/usr/bin/env bats
# faults.bats -- engines that crash, hang, or say what nobody can read, and words for them that are refused; how engines do
# searches: engines.bats.

load ../common
load ../work/waits

setup() {
    LIAR=$(linked tests/engine/liar)
    here
}

run_code() { ends "$1" "$BIN" "${@:2}"; } # CODE OPTION..

# slept: a child that a liar left to sleep is there, from this folder: other tests may run beside.
slept() {
    local process
    for process in $(pgrep -f 'sleep 60[01]'); do
        [ "$(readlink "/proc/$process/cwd")" != "$PWD" ] || return 0
    done
    return 1
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
WORDS='ok 1000 10 - e2e4: slash string odd turned empty_info lines lowerfirst pvalone pvearly pvother shut gone bom chatter daemon
ok 1000 0 - e2e4: minuszero
ok 1000 - 10 e2e4: matelower
ok 1000 - 0 e2e4: matezero
ok 1000 - 3 e2e4: both
ok 1000 - - e2e4: mateupper pvupper
protocol 0 - - -: nodes64 nodescomma nodeshex nodesreal nodesnone cpreal cpword cpinf mateword depthword shouting stale
protocol 1000 - - -: otherline bestnul upper'

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

@test "an unreadable number from an engine is a fault; a mate keeps its bound" {
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

@test "each fault of an engine has a row and a message; other searches go on; no process is left" {
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
    ! slept
}

@test "--timeout sends stop; \`completed\` is the deepest iteration shown, mates included" {
    export LIAR_LOG=$PWD/heard
    cat >expected <<'END'
wait timeout 4000 null null null 4 40 null e2e4
waitmate timeout 200 null null null 2 null 1 e2e4
waitlower timeout 200 null null null 1 10 null e2e4
waitplain timeout 200 null null null 2 null null e2e4
waitturned timeout 200 null null null 3 30 null e2e4
waitlate timeout 1000 null null null 1 10 null e2e4
END
    run_code 0 --game=chess --position=start --engine="$LIAR" --set=Fault="$(cut -d ' ' -f 1 expected | paste -sd ,)" --timeout=1 --jobs=6 \
        --output=stopped.json
    jq -r '.results[] | [(.algo | sub(".*="; "")), .status, .nodes, .value, .mate, .best_move] + (.completed |
        [.depth, .value, .mate, .best_move]) | map(tostring) | join(" ")' stopped.json | diff expected -
    [ "$(grep -c '^stop$' heard)" -eq 6 ]
    run_code 0 show stopped.json --format=json
    diff <(jq -c '.results[]' stopped.json) <(jq -c '.results[]' out)
    rm -f heard
    run_code 2 --game=chess --position=start --engine="$LIAR" --set=Fault=waithang,hang,waitdie --timeout=0.5 --output=hangs.jsonl
    [ "$(grep -c '^stop$' heard)" -eq 2 ] # the third reads nothing
    [ "$(statuses hangs.jsonl)" = 'protocol - protocol - crashed -' ]
    run_code 2 --game=chess --position=start --engine="$LIAR" --set=Fault=waithang,hang,waitdie --timeout=0.5 --output=hangs.jsonl --resume
    grep -q '3 whose engine failed are searched again' err
    ! pgrep -f "$LIAR"
}

@test "an engine that cannot start is one message, and exit 2 or 64" {
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

@test "an engine's lines may end in CR, LF or both; several blanks count as one" {
    local dialect
    for dialect in lf cr returns blanks bytes; do
        [ "$(talks 0 "$dialect" --set=Fault=none,multipv,ponder --set=Noise=0 --set=Seed=1 | uniq -c)" = '      3 ok 1000 10 e2e4 Liar' ]
        run_code 64 --game=chess --engine="$LIAR $dialect" --set=Noise=1001 --depth=1
    done
}

# What it does at which moment (uci, isready, position, go, setoption: what it is told), with which
# options, and the row and the message that come of it. The moment is that of its second process, which searches first.
MOMENTS='uci:freeze|--engine-start=12 --timeout=5|ok 1000 10 e2e4 Liar|
isready:freeze|--engine-start=12 --timeout=5|ok 1000 10 e2e4 Liar|
position:freeze|--engine-start=12 --timeout=5|ok 1000 10 e2e4 Liar|
go:freeze|--engine-start=12 --timeout=5|ok 1000 10 e2e4 Liar|
uci:both|--engine-start=12 --timeout=5|protocol 0 null null Liar|it does not say uciok within 12 s
isready:both|--engine-start=60 --timeout=5|ok 1000 10 e2e4 Liar|
position:both|--engine-start=12 --timeout=5|ok 1000 10 e2e4 Liar|
go:both|--engine-start=12 --timeout=5|ok 1000 10 e2e4 Liar|
go:freeze|--set=Fault=waitlate --timeout=5|ok 1000 10 e2e4 Liar|
uci:stop|--engine-start=60|ok 1000 10 e2e4 Liar|
isready:stop||ok 1000 10 e2e4 Liar|
position:stop||ok 1000 10 e2e4 Liar|
go:stop||ok 1000 10 e2e4 Liar|
go:deaf||ok 1000 10 e2e4 Liar|
isready:die||crashed 0 null null Liar|it ended, by signal 11
position:die||crashed 0 null null Liar|it ended, by signal 11
go:die||crashed 0 null null Liar|it ended, by signal 11
isready:hang|--engine-start=12|protocol 0 null null Liar|waiting for readyok, at most 12 s (--engine-start)
setoption:close|--set=Noise=0|protocol 0 null null Liar|it has closed its input
position:close||protocol 0 null null Liar|it has closed its input
go:close||protocol 0 null null Liar|it has closed its input'

@test "stopped at any moment, with it or alone, an engine that answers in time has its result; late, dead or deaf it has none" {
    local moment options row message code
    while IFS='|' read -r moment options row message; do
        code=$([[ $row == ok* ]] && echo 0 || echo 2)
        (mkdir "$moment$options" && cd "$moment$options" && LIAR_TURNS=$PWD/turns LIAR_BAD=2 talks "$code" "$moment" $options >got) &
    done <<<"$MOMENTS"
    wait
    while IFS='|' read -r moment options row message; do
        [ "$(cat "$moment$options/got")" = "$row" ] && [[ $(cat "$moment$options/err") == *"$message"* ]] ||
            { tail "$moment$options"/*; return 1; }
    done <<<"$MOMENTS"
    ! pgrep -f "$LIAR"
}

# statuses FILE: those of its rows, and of what was made again.
statuses() { "$BIN" show "$1" --format=json | jq -r '[.results[] | .status, .status_again // "-"] | join(" ")'; }

@test "a passing fault is no result: --resume searches again, and the later row counts in resume, show and merge" {
    export LIAR_TURNS=$PWD/turns LIAR_BAD
    local act status first output search turn=0
    for act in isready:die go:die position:die isready:nul; do
        status=$([[ $act == *die ]] && echo crashed || echo protocol)
        for LIAR_BAD in 2 3 4; do # the first search, its repetition, and the second search; 1 was only met
            [ "${ABS_TESTS:-}" = long ] || [ "$LIAR_BAD" -eq $((2 + turn++ / 3 % 3)) ] || continue
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
                ends 1 "$BIN" merge a.js* --format=json # with its report
                jq -e '.results | length == 2' out
                grep -q '^absbench: 1 search has no result: the engine failed' err
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

@test "a search that the system refuses is not_started, and made again" {
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

@test "moves before the asked depth are \`short\`, finished games are not sent; both are left out of ratios" {
    # what it says at depth 9: status, nodes, and what it has completed
    cat >expected <<'END'
four short 4000 null null null 4 40 e2e4
none short 1000 null null null 1 10 e2e4
mate short 1000 null null null 1 null e2e4
found short 200 null null null 2 null e2e4
bound short 200 null null null 1 10 e2e4
begun short 100 null null null 1 10 e2e4
scoreless short 1000 null null null 1 null e2e4
deep ok 90 null 3 e2e4 null null null
END
    run_code 0 --game=chess --position=start --engine="$LIAR" --set=Fault="$(cut -d ' ' -f 1 expected | paste -sd ,)" --depth=9 --output=short.json
    jq -r '.results[] | [(.algo | sub(".*="; "")), .status, .nodes, .value, .mate, .best_move, .completed.depth, .completed.value,
        .completed.best_move] | map(tostring) | join(" ")' short.json | diff expected -
    run_code 0 show short.json --format=json
    diff <(jq -c '.results[]' short.json) <(jq -c '.results[]' out)
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

# finished N FILE..: so many rows have a result.
finished() { [ "$(cat "${@:2}" 2>/dev/null | grep -c '"status":"ok"')" -ge "$1" ]; }
none_left() { ! pgrep -f "$LIAR" && ! slept; }

@test "an interrupted sweep leaves its rows to the journal, and FILE as it was" {
    echo older >swept.json
    start sweep --game=chess --position=start --engine="$LIAR" --set=Fault=none,hang --depth=1 --output=swept.json --jobs=2
    soon finished 1 swept.json.journal
    ended INT 130
    [ "$(ls -d swept*)" = "$(printf 'swept.json\nswept.json.journal')" ]
    [ "$(cat swept.json)" = older ]
    grep -Fq 'swept.json is as it was; swept.json.journal holds them' err
}

@test "after Ctrl-C and SIGKILL no process of an engine is left, and no finished row is lost" {
    local signal code
    while read -r signal code; do
        start --game=chess --position=start --engine="$LIAR" --set='Fault=none,stays,after,hang' --depth=1 --jobs=4 --output=log.jsonl
        soon finished 3 log.jsonl # all but the one that hangs
        ended "$signal" "$code"
        soon none_left
        finished 3 log.jsonl
        rm log.jsonl
    done <<<$'INT 130\nKILL 137'
}

@test "a value that an engine's option does not take is wrong usage; others are sent as the engine spells them" {
    local engine="$LIAR types" set sent sets=()
    while IFS='|' read -r set sent; do
        run_code 64 --game=chess --position=start --engine="$engine" --set="$set" --depth=1 --format=json
        grep -Fq -- "$sent" err || { cat err; return 1; }
    done <<'END'
Use It=flase|--set=Use It: it takes 'true', 'false', not 'flase'; did you mean 'false'?
Use It=1|--set=Use It: it takes
Use It=|--set=Use It: it takes
Use It|it is no button: write NAME=VALUE, with one of 'true', 'false'
Some Style=Purple|it takes 'Off', 'White Side', 'Both', not 'Purple'
Some Style=White|it takes
A Number=11|--set=A Number: it takes -5 to 10, not 11
A Number=ten|it takes -5 to 10, not ten
A Number=0.5|it takes -5 to 10, not 0.5
A Number=1e1|it takes
A Number=|it takes
Clear It=|it is a button, and takes no value: --set='Clear It'
Clear It=1|it is a button
A Path=x"|a quote is not closed
A Pth=1|did you mean 'A Path'?
Zzzzzzzzzz=1|has no such option; it has Fault, Noise
=1|write NAME=VALUE
A Path,x=1|write NAME=VALUE
END
    # what is sent of a command line's options, each of its own name
    while IFS='|' read -r -a sets; do
        rm -f heard
        LIAR_LOG=$PWD/heard run_code 0 --game=chess --position=start --engine="$engine" "${sets[@]/#/--set=}" --depth=1 --keep --format=json
        read -r sent
        [ "$(sed -n 's/^setoption name //p' heard | paste -sd '|')" = "$sent" ] || { cat heard; return 1; }
    done <<'END'
Use It=TRUE|Some Style=white side|A Number=10|Clear It|A Path=|Untyped=x y
Use It value true|Some Style value White Side|A Number value 10|Clear It|A Path value <empty>|Untyped value x y
use it=False|Some Style=OFF|A Number=-5|A Path=/a;/b
Use It value false|Some Style value Off|A Number value -5|A Path value /a;/b
A Path="/a,/b"
A Path value /a,/b
A Path="a""b"
A Path value a"b
A Path=..
A Path value ..
END
    # lists, and the ids of their values, which --reference takes
    run_code 0 --keep --game=chess --position=start --engine="$engine" --set='A Path=/a;/b,"c,d",,"e""f",0.5..1:0.25,-2..-1' --depth=1 \
        --reference="$engine:A Path=\"c,d\"" --output=list.json
    jq -r '.results[].engine.set' list.json >sets
    printf 'A Path=%s\n' '"/a;/b"' '"c,d"' '' '"e""f"' 0.5 0.75 1 -2 -1 | diff - sets
    jq -e '[.aggregates[] | .reference_config | contains("c,d")] | all' list.json
    while read -r set; do # each is an option that gives itself
        run_code 0 --keep --game=chess --position=start --engine="$engine" --set="$set" --depth=1 --format=json
        [ "$(jq -r '.results[].engine.set' out)" = "$set" ]
    done <sets
    run_code 0 --keep --game=chess --position=start --engine="$engine" --set='A Number=1..4*2' --set='Use It=true,false' --depth=1 --format=json
    jq -e '.results | length == 6' out
    run_code 2 --game=chess --position=start --engine="$BIN uci" --set=Window=banana --depth=1
    grep -Fq 'it says: no search: Window=banana was refused' err
}

@test "xiangqi: ranks count from 1 with UCI_Variant, else from 0, and no move is tried both ways" {
    local variant said
    for variant in lf variant; do
        run_code 2 --game=xiangqi --position=start --engine="$LIAR $variant" --set=Fault=h2e2,h3e3,h10g8,h0g2,h1g3,pv10 --depth=1 --jobs=6 --format=json
        jq -r --arg v $variant '.results[] | "\($v) \(.algo | sub(".*="; "")) \(.status) \(.best_move)"' out
        cat err >>said
    done >rows
    diff - rows <<'END'
lf h2e2 ok h2e2
lf h3e3 protocol null
lf h10g8 protocol null
lf h0g2 ok h0g2
lf h1g3 protocol null
lf pv10 protocol null
variant h2e2 protocol null
variant h3e3 ok h2e2
variant h10g8 protocol null
variant h0g2 protocol null
variant h1g3 ok h0g2
variant pv10 protocol null
END
    grep -Fq 'its ranks count from 0 (UCI_Variant: no), but it says h10g8' said
    grep -Fq 'its ranks count from 1 (UCI_Variant: yes), but it says h0g2' said
}

@test "--engine takes assignments and paths with blanks, and refuses folders and programs that are not UCI" {
    mkdir -p 'my folder'
    cp "$LIAR" 'my folder/eng'
    local code text command
    while IFS='|' read -r code text command; do
        run_code "$code" --game=chess --position=start --engine="$command" --depth=1 --engine-start="$([ "$command" = cat ] && echo 1 || echo 600)"
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
