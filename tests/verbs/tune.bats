#!/usr/bin/env bats
# tune.bats -- `absbench tune`: a race, its answer, and what it refuses.

load ../common

setup_file() {
    export KEPT=$BATS_FILE_TMPDIR/kept # races, of which the last test says that they are valid
    mkdir "$KEPT"
}

tune() { "$BIN" tune --no-time "$@"; }

# A race with its looks and configurations.
# shellcheck disable=SC2016 # of jq
RACES='(. as $t | .races[] | .depth as $d | . + {looks: [$t.looks[] | select(.depth == $d)], configs: [$t.configs[] | select(.depth == $d)]})'

# is EXPRESSION: of the race in `race`, jq finds it true.
is() { jq -e "$1" race >jq.out || { jq "$1" race; return 1; }; }

@test "tune's JSON has two depths, shrinking looks, an answer and its cost" {
    tune --game=othello --depth=5 >race
    cp race "$KEPT/whole"
    is '[.races[].depth] == [5, 4] and .positions == 400 and .held_out == 100 and .delta == 0.03'
    is '.spec == "othello" and .metric == "work" and .reference == "alphabeta" and .seconds == null'
    is '[.races[].raced] == [99, 99] and (.configs | length) == 198'
    is "all($RACES; [.looks[].positions] == ([24, 36, 54, 81, 121, 181, 271, 300])[:.looks | length]
        and ([.looks[].left] as \$l | \$l == (\$l | sort | reverse) and \$l[-1] == .left)
        and .leader == (.configs[] | select(.place == 1).config) and .leader == .looks[-1].leader
        and ([.configs[].place | values] | sort == [range(1; (length + 1))])
        and .left == ([.configs[].place | values] | length))"
    is "all($RACES; .end == \"good\" and .behind_at_most <= 0.03 and .behind_at_most == .looks[-1].behind_at_most)
        and all($RACES; all(.looks[:-1][]; .behind_at_most > 0.03))"
    is 'all(.races[]; .ratio_n == 100 and .work < 0.6 * .all_work and .all_searches == 99 * 400)'
    is "all($RACES; .searches == .looks[-1].searches + 200)"
}

@test "tune's ratio and work are those of run with the options it names" {
    tune --game=othello --depth=3 --max-positions=16 >race
    is '.positions == 16 and [.looks[] | select(.depth == 3).positions] == [12] and .races[0].searches == 99 * 12 + 8'
    local algo work
    work=0
    for algo in alphabeta,failsoft,pvs,negascout,scout bisect,step,sss,dual \
        "mtdf,mtdf+pvs --guess=previous,parity,mean" "aspiration,aspiration+pvs --window=auto --widen=full,gradual --guess=previous,parity,mean" \
        "aspiration,aspiration+pvs --window=0.125p,0.25p,0.5p,1p,2p,4p --widen=full,gradual --guess=previous,parity,mean"; do
        # shellcheck disable=SC2086
        "$BIN" --game=othello --suite=large --max-positions=16 --depth=3 --algo=$algo --no-check-moves --reference=scout |
            jq '[.results[].work] | add' >sum
        work=$((work + $(cat sum)))
    done
    # of all 16 positions: the estimate is in proportion to the leader's
    is "(.races[0].all_work / $work - 1 | fabs) < 0.1"
    # shellcheck disable=SC2046
    "$BIN" $(jq -r '.races[0].options' race) --suite=large --max-positions=16 --jobs=1 | jq -r '.results[0].id' >id
    grep -qF "$(jq -r '.races[0].use | sub("^d3/"; "")' race)" id
}

@test "tune holds positions out from all of the file" {
    "$BIN" positions --game=othello --count=64 --quiet | grep -v '^#' >all
    tail -16 all >last
    tune --game=othello --positions=all --depth=3 --reference=scout >race
    tune --game=othello --positions=all --depth=3 --format=table | grep -q '^  --game=othello .* --positions=all$' # to copy
    is '.held_out == 16'
    # shellcheck disable=SC2046
    set -- $(jq -r '.races[0].options' race)
    "$BIN" "$@" --positions=last --reference=scout --no-check-moves >run
    jq -n -e --slurpfile race race --slurpfile run run '$run[0].aggregates[0].ratio as $last |
        $last > 0.5 and $last < 1 and $last != $race[0].races[0].ratio' >jq.out
    # and the least and the greatest ratio are of the positions named
    "$BIN" "$@" --positions=all --reference=scout --no-check-moves >run
    jq -n -e --slurpfile race race --slurpfile run run '$run[0] | (.results | INDEX(.position_id)) as $a
        | (.reference_results | INDEX(.position_id)) as $b | $race[0].races[0] | .ratio_min < .ratio and .ratio < .ratio_max
            and ([[.ratio_min, .ratio_min_position], [.ratio_max, .ratio_max_position]]
                | all(.[1] as $p | $a[$p].work / $b[$p].work / .[0] - 1 | fabs < 1e-9))' >jq.out
}

@test "tune prints the same bytes with any number of jobs" {
    for jobs in 1 3; do
        tune --game=connectfour --depth=3 --max-positions=40 --jobs=$jobs |
            sed 's/"command":[^]]*\]//; s/"jobs":"[0-9]*"//' >race-$jobs
    done
    cmp race-1 race-3
}

@test "tune prints sentence, options, other depth and cost in every format" {
    set -- --game=othello --depth=3 --max-positions=60
    tune "$@" >race
    tune "$@" --format=table | tr -s '\n ' '  ' >line
    grep -qF "othello, depth 3: $(jq -r '.races[0].sentence' race) $(jq -r '.races[0].options' race) Depth 2 has" line
    grep -q "othello, depth [23]: 99 configurations, 60 positions" line
    grep -q "It took [0-9]* searches, .* of work; all configurations on all positions would take 11880, about" line
    tune "$@" --output=race.md >out
    [ ! -s out ]
    [ "$(grep -c '^| look | n | left | leader | behind | work so far |$' race.md)" -eq 2 ]
    grep -qF "    $(jq -r '.races[0].options' race)" race.md
    tune "$@" --output=race.jsonl
    diff <(jq -c '.races[], .looks[], .configs[]' race) <(jq -c '.races // .looks // .configs // empty' race.jsonl)
    tune "$@" --output=race.csv
    [ "$(wc -l <race.csv)" -eq 3 ]
    grep -q '^depth,use,leader,sentence,options,end,' race.csv
}

@test "tune takes 400 seeds of a tree, or those named, and one depth at --depth=1" {
    tune --tree=uniform:b=3,range=100 --depth=2 >race
    is '.positions == 400 and .spec == "uniform:b=3,range=100"'
    tune --tree=uniform:b=3,range=100 --depth=2 --seed=1..130 >race
    is '.delta > 0.06 and .delta < 0.062'
    tune --tree=uniform:b=3,range=100 --depth=1 --seed=1..20 >race
    is '.positions == 20 and [.races[].depth] == [1] and .depths == null'
    cp race "$KEPT/tree"
}

@test "a window that wins at the edge makes the next one join" {
    tune --tree=uniform:b=4,range=1000,commute=1 --depth=6 --seed=1..50 >race
    is "[$RACES] | map(select(any(.looks[]; .joined != null)))[0] | .raced > 99 and
        (.configs[99].config | contains(\"/w800/\")) and .looks[-1].joined == .configs[99].config and
        .looks[-1].positions == .looks[-2].positions"
    cp race "$KEPT/joined"
    tune --tree=uniform:b=4,range=1000,commute=1 --depth=6 --seed=1..50 --format=table | grep -q "(w=800 joined)"
}

@test "tune takes positions that last, and a depth that leaves half of them" {
    tune --game=tictactoe >race
    is '.positions >= 23 and .too_short == 45 - .positions and .races[0].depth < 9'
    "$BIN" positions --game=tictactoe --quiet |
        tune --game=tictactoe --positions=- --depth="$(jq '.races[0].depth' race)" |
        jq .races | cmp - <(jq .races race)
    tune --game=tictactoe --depth=7 --format=table | xargs | grep -q "16 positions, 4 of them held out (29 more end too early)"
    refused 64 "here are 1: the games of 44 more end before --depth" "$BIN" tune --game=tictactoe --depth=9
    refused 64 "--depth=0: nothing is searched there" "$BIN" tune --game=tictactoe --depth=0
}

@test "--budget as work ends tune within it, with any number of jobs" {
    local jobs
    for jobs in 1 3; do tune --game=othello --depth=3 --budget=6e5 --jobs=$jobs >race-$jobs; done
    cmp <(jq .races race-1) <(jq .races race-3)
    cp race-1 race
    cp race "$KEPT/budget"
    is '.budget_spent and .races[0].end == "budget" and (.races | length) == 1 and .depths == null'
    is '.races[0] | .work <= 600000 and .behind_at_most > 0.03 and .ratio_n == 100'
    tune --game=othello --depth=3 --budget=6e5 --format=table | tr -s '\n ' '  ' | grep -q \
        "Before --budget was spent the leader was shown to be at most .* Depth 2 was not raced: --budget was spent"
    refused 2 "--budget was spent before the first look, after 1 of 2376 searches" "$BIN" tune --game=othello --depth=4 --budget=2
}

@test "--budget as time is not spent where less suffices" {
    local budget
    # to its end it takes hours
    timeout 300 "$BIN" tune --no-time --game=othello --depth=9 --budget=0.5s --jobs=1 >race 2>err || [ $? -eq 2 ]
    [ -s race ] || grep -q "budget was spent before the first look" err
    for budget in 2h 1e12; do
        tune --game=othello --depth=2 --max-positions=24 --budget=$budget >race
        is '.budget_spent == false'
    done
}

@test "--delta: a larger one ends earlier, 0 goes to the end" {
    tune --game=othello --depth=3 --delta=20 >race
    is '.delta == 0.2 and ([.looks[] | select(.depth == 3)] | .[-1].positions) < 54'
    tune --game=othello --depth=3 --delta=0 --max-positions=40 >race
    is "all($RACES; .looks[-1].positions == 30 and .end == \"undecided\" and 
        (.sentence | contains(\"With all positions\")))"
}

@test "--reference: of the ladder, with settings of its own, none, and the leader itself" {
    tune --game=othello --depth=3 --max-positions=60 --reference=scout >race
    is '.reference == "scout" and all(.races[]; .ratio < 1 and (.reference | startswith("d")))'
    tune --game=othello --depth=4 --max-positions=60 --reference="pvs:tt=0" >race
    is 'all(.races[]; .ratio_n == 15 and (.reference | contains("pvs/tt0"))) and (.races[0] | .reference != .use)'
    is '[.configs[].config | contains("/tt0")] | any | not'
    tune --game=othello --depth=3 --max-positions=60 --reference=none >race
    cp race "$KEPT/none"
    is '.reference == "none" and all(.races[]; .reference == null and .ratio == null and .ratio_n == 0)'
    is "all($RACES; .searches == .looks[-1].searches and (.sentence | contains(\"held out\") | not))"
    tune --tree=ordered:b=4,range=100,gap=10,first=100,quarter=100,noise=0 --depth=3 --seed=1..20 >race
    is '.races[0] | .leader == .reference and .ratio == null'
}

@test "tune takes settings and other metrics" {
    tune --game=othello --depth=3 --plain --metric=leaves --max-positions=24 >race
    is '.metric == "leaves" and all(.configs[].config; contains("/tt0")) and any(.configs[].config; contains("/static/"))'
    "$BIN" tune --game=chess --depth=2 --eval=result --tt=1M --metric=time --max-positions=24 >race
    is 'all(.configs[].config; contains("tt1M") and contains("result")) and .metric == "time" and .seconds >= 0'
}

# stopped SECONDS: an interrupt after them; true if there was a look before it.
stopped() {
    local code=0
    start tune --game=othello --depth=5 --delta=0 --jobs=1 --output=race
    sleep "$1"
    kill -INT "$PID"
    wait "$PID" || code=$?
    PID=
    [ "$code" -eq 130 ] || return 2
    grep -q '^absbench: interrupted; [0-9]* looks\? w[a-z]* finished; race ' err
}

# until_stopped: after a look, for which a busy machine takes minutes.
until_stopped() {
    until stopped "$seconds"; do
        seconds=$((2 * seconds))
        [ "$seconds" -lt 1000 ] || return 1
    done
}

@test "an interrupted tune is 130 with the looks so far; an older file stays" {
    echo old >race
    local seconds=1
    stopped 0.2 || grep -q "^absbench: interrupted before the first look, after [0-9]* of 2376 searches" err
    until_stopped
    [ "$(cat race)" = old ]
    grep -q 'finished; race is as it was$' err
    rm race
    until_stopped
    cp race "$KEPT/interrupted"
    is '.interrupted and .races[0].end == "interrupted" and (.looks | length) >= 1 and .races[0].ratio == null'
    grep -q 'finished; race holds them$' err
}

@test "tune's reports are valid by their schema" {
    /usr/bin/python3 -c 'import jsonschema' 2>/dev/null || skip "python3-jsonschema is not installed"
    [ "$(ls "$KEPT" | wc -l)" -gt 0 ]
    /usr/bin/python3 -W ignore "$ROOT/tests/log/validate_report.py" "$KEPT"/*
}
