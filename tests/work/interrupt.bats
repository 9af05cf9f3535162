#!/usr/bin/env bats
# interrupt.bats -- a run that is interrupted ends soon, says so, and keeps what was finished.

load ../common
load waits

# Before main() the program dies of signals, as any program does.
catches() {
    local caught
    [ -e "/proc/$PID/status" ] || return 0 # it has ended
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$PID/status")
    (((16#$caught & 0x4003) == 0x4003)) # SIGHUP 1, SIGINT 2, SIGTERM 15
}

# has N [FILE]: kept.json.journal, or FILE, has so many rows.
has() { [ "$(cat "${2:-kept.json.journal}" 2>/dev/null | grep -c '"id":')" -ge "$1" ]; }

# kept N: the report is valid JSON with N whole rows, and says that it was interrupted.
kept() {
    jq -e --argjson n "$1" '.interrupted and (.results | length) == $n and all(.results[]; .status == "ok")
        and .schema == "absbench.report/4" and (.signature | startswith("0x"))' kept.json
    [ "$(ls -A | grep -c '\.tmp')" -eq 0 ]
}

LONG="--game=connectfour --position=start --depth=1,30 --algo=all --plain --tt=1M"

@test "any signal, with one worker or two: exit 130, and one line says where the finished rows are" {
    local signal jobs=1
    for signal in INT TERM HUP QUIT ALRM PROF; do # check has a use for SIGPROF
        rm -f kept.json*
        start $LONG --output=kept.json --jobs=$jobs
        soon has 10
        ended "$signal" 130
        [ "$(head -n 1 err)" = "absbench: interrupted; 10 of 20 searches were finished; kept.json holds them" ]
        [ "$(tail -n +2 err)" = "absbench: to continue: $BIN $LONG --output=kept.json --jobs=$jobs --resume" ]
        kept 10
        jobs=$((3 - jobs))
    done
}

@test "SIGHUP is ignored where it was, as under nohup" {
    env --ignore-signal=HUP "$BIN" $LONG --max-nodes=30000000 --output=kept.json --quiet 2>err 3>&- &
    PID=$!
    soon has 10
    kill -HUP "$PID"
    sleep 0.3
    kill -0 "$PID"
    ended TERM 130
    kept 10
}

@test "SIGINT leaves whole JSON, and whole JSON Lines, on stdout" {
    start $LONG
    soon has 10 out
    ended INT 130
    mv out kept.json
    kept 10
    start $LONG --format=jsonl
    soon has 10 out
    ended INT 130
    [ "$(jq -s 'length' out)" -eq 11 ]
}

@test "SIGINT before any row leaves a valid, empty report, in a judge's or guess's search too" {
    local search
    for search in "--depth=30 --algo=minimax --plain" "--depth=1 --reference=none --judge=depth:30"; do
        # shellcheck disable=SC2086
        start --game=connectfour --position=start $search --output=kept.json
        soon test -e kept.json.journal # one without rows is in nobody's way
        sleep 0.2
        ended INT 130
        kept 0
        rm kept.json
    done
    start --game=connectfour --position=start --depth=1,30 --algo=aspiration --guess=exact --deepening=off --output=kept.json
    soon has 1
    sleep 0.2
    ended INT 130
    kept 1
}

# timeout(1) sends its signal to the command and to its group: that is one request, not two.
@test "a signal that comes twice at once is one" {
    start --tree=uniform:b=2 --seed=1..30000 --depth=2 --output=kept.json --no-time --jobs=1
    soon has 2000
    kill -TERM "$PID"
    ended TERM 130
    grep -q 'interrupted; .* kept.json holds them' err
    kept "$(sed -n 's/.*interrupted; \([0-9]*\) of.*/\1/p' err)"
}

@test "a second signal half a second later ends the program at once, whatever it waits for" {
    mkfifo pipe
    exec 4<>pipe # that nobody reads from
    start --tree=uniform:b=2 --seed=1..30000 --depth=2 --output=pipe
    soon catches
    sleep 0.5
    kill -TERM "$PID"
    sleep 0.7
    kill -0 "$PID"
    ended TERM 130
    exec 4>&-
}

@test "a command that waits for standard input is interrupted like any other" {
    mkfifo pipe
    echo '{"schema": "absbench.report/4", "context": {"options": {}}, "results": []}' >empty.json
    local arguments
    for arguments in "merge -" "compare empty.json -" "sweep --grid=-" "--game=chess --positions=-"; do
        # shellcheck disable=SC2086
        env --default-signal=INT,TERM,HUP "$BIN" $arguments >out 2>err <pipe 3>&- &
        PID=$!
        exec 4>pipe # a writer who writes nothing
        sleep 0.3
        ended INT 130
        exec 4>&-
        [ ! -s out ] && [ ! -s err ]
    done
}

@test "a device without an end is no report, and not read on" {
    refused 2 "/dev/zero: this is not a report" timeout 120 "$BIN" merge /dev/zero
}

# ---- a report that was there before -----------------------------------------------------------------

@test "a rerun that finishes nothing leaves FILE as it was" {
    echo "as it was" >report.json
    start --game=connectfour --position=start --depth=30 --algo=minimax --plain --reference=none --output=report.json
    soon test -e report.json.journal
    sleep 0.2
    ended INT 130
    [ "$(cat report.json)" = 'as it was' ]
    [ "$(head -n 1 err)" = "absbench: interrupted; 0 of 1 searches were finished; report.json is as it was" ]
    [ "$(ls report*)" = "$(printf 'report.json\nreport.json.journal')" ]
}

@test "the file that FILE links to is kept, and its journal continues in any format" {
    mkdir elsewhere
    echo "as it was" >elsewhere/report.json
    ln -s elsewhere/report.json link.json
    start $LONG --output=link.json --format=csv
    soon has 10 link.json.journal
    ended TERM 130
    [ -L link.json ]
    [ "$(cat elsewhere/report.json)" = "as it was" ]
    [ "$(wc -l <link.json.journal)" -eq 11 ]
    grep -q "; link.json is as it was; link.json.journal holds them" err
    [ "$(ls -A . elsewhere | grep -c '\.tmp')" -eq 0 ]
}

@test "a plain run that is killed keeps every row, and goes on to the report of a run that was not" {
    local run=(--tree=uniform:b=3,range=50 --seed=1..3000 --depth=3 --algo=alphabeta,pvs --no-time) file rows
    for file in kept.json kept.csv kept.md; do
        "$BIN" "${run[@]}" --output="$file" && mv "$file" whole
        start "${run[@]}" --output="$file" --jobs=2
        soon has 500 "$file.journal"
        kill -KILL "$PID"
        wait "$PID" || true
        rows=$(grep -c '^{"id"' "$file.journal")
        [ "$(ls kept*)" = "$file.journal" ]
        "$BIN" merge "$file.journal" --format=json 2>/dev/null | jq -e --argjson n "$rows" '.results | length | . >= $n - 1 and . <= $n'
        refused 2 "$file.journal: it already exists; add --resume to continue it, or name another file" "$BIN" "${run[@]}" --output="$file"
        "$BIN" "${run[@]}" --output="$file" --resume 2>err
        grep -Eq "$file.journal holds ($rows|$((rows - 1))) finished searches" err
        cmp whole "$file"
        [ "$(ls kept*)" = "$file" ]
        rm "$file"
    done
}

@test "a FILE that cannot be written is found before the search" {
    local long
    long=$(printf '%0250d' 0) # of 255 bytes that a name may have
    echo "as it was" >"$long"
    refused 2 ".journal: cannot be written: File name too long" "$BIN" --tree=uniform:b=3 --depth=3 \
        --output="$long"
}

# worked N: the program has had the processor for so many hundredths of a second.
worked() { [ "$(sed 's/.*) //' "/proc/$PID/stat" | cut -d ' ' -f 12)" -ge "$1" ]; }

@test "an interrupted perft keeps the old counts, or writes the finished ones to a new FILE; nothing else is left" {
    local divide file
    echo "as it was" >counts
    for divide in "" --divide; do
        for file in counts new; do
            start perft --game=connectfour --position=start --depth=1,2,3,25 --output=$file --no-time $divide
            soon worked 30 # three counts take less than one
            ended INT 130
            [ "$(cat err)" = "absbench: interrupted; 3 of 4 counts were finished; $([ $file = new ] && echo 'new holds them' || echo 'counts is as it was')" ]
        done
        [ "$(cat counts)" = "as it was" ]
        "$BIN" perft --game=connectfour --position=start --depth=1,2,3 --no-time $divide | cmp - new
        [ "$(ls -A | xargs)" = "counts err new out" ]
        rm new
    done
}

@test "an interrupted merge changes nothing" {
    "$BIN" --tree=uniform:b=3 --seed=1..4 --depth=3 --output=one.json
    echo "as it was" >all.json
    mkfifo pipe
    start merge one.json pipe --output=all.json
    exec 4>pipe
    soon catches
    ended TERM 130
    exec 4>&-
    [ "$(cat all.json)" = "as it was" ]
    [ "$(ls -A | xargs)" = "all.json err one.json out pipe" ]
}

# ---- finished rows that wait ------------------------------------------------------------------------

# The first search never ends.
@test "finished rows behind a slow search are kept, in job order" {
    cat >grid.json <<'END'
[{"game": "connectfour", "position": "start", "depth": 30, "algo": "alphabeta", "plain": true},
 {"tree": "uniform:b=3,range=50", "seed": "1..25", "depth": 4, "algo": "alphabeta,pvs"}]
END
    start sweep --grid=grid.json --jobs=2 --no-time --output=kept.json
    soon has 50 kept.json.journal
    ended TERM 130
    kept 50
    grep -qx "absbench: interrupted; 50 of 51 searches were finished; kept.json holds them" err
    [ -s kept.json.journal ]
    "$BIN" --tree=uniform:b=3,range=50 --seed=1..25 --depth=4 --algo=alphabeta,pvs --no-time >whole
    cmp <(jq '.results, .aggregates, .verification.checked' whole) \
        <(jq '.results, .aggregates, .verification.checked' kept.json)
}

# The second search is still under way when the row of the first finds nobody to read it.
@test "a closed pipe ends the searches of all workers" {
    cat >grid.json <<'END'
[{"tree": "uniform:b=3,range=50", "depth": 4, "algo": "alphabeta"},
 {"game": "connectfour", "position": "start", "depth": [10, 30], "algo": "alphabeta", "plain": true}]
END
    timeout 300 "$BIN" sweep --grid=grid.json --jobs=2 --format=jsonl 2>err |
        head -n 1 >out && status=${PIPESTATUS[0]}
    cat err
    [ "$status" -eq 0 ]
    [ ! -s err ]
}

@test "a signal ends a run that waits for positions, or reads a million" {
    local bytes more
    mkfifo pipe
    for more in 2 0; do
        bytes=$((more > 0 ? 1000 : 60000000))
        { yes "r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq -" | head -c $bytes; sleep $more; } >pipe 3>&- &
        start --game=chess --positions=pipe --depth=1
        soon catches
        sleep 0.4
        ended TERM 130
    done
}
