#!/usr/bin/env bats
# tune.bats -- `absbench tune`: a race, its answer, and what it refuses.

load ../common

setup() {
    here || return 1
    TOP=$ROOT
}

teardown() {
    [ -z "${PID:-}" ] || kill -KILL "$PID" 2>/dev/null || true
}

tune() { "$BIN" tune --no-time "$@"; }

# A race with its looks and configurations.
# shellcheck disable=SC2016 # of jq
RACES='(. as $t | .races[] | .depth as $d | . + {looks: [$t.looks[] | select(.depth == $d)], configs: [$t.configs[] | select(.depth == $d)]})'

# is EXPRESSION: of the race in `race`, jq finds it true.
is() { jq -e "$1" race >jq.out || { jq "$1" race; return 1; }; }

valid() {
    /usr/bin/python3 -c 'import jsonschema' 2>/dev/null || return 0
    /usr/bin/python3 -W ignore "$TOP/tests/log/validate_report.py" "$@"
}

@test "JSON: two depths, looks that never get more, an answer, and what it cost" {
    tune --game=othello --depth=4 >race
    valid race
    is '[.races[].depth] == [4, 3] and .positions == 400 and .held_out == 100 and .delta == 0.03'
    is '.spec == "othello" and .metric == "work" and .reference == "alphabeta" and .seconds == null'
    is '[.races[].raced] == [99, 99] and (.configs | length) == 198'
    is "all($RACES; [.looks[].positions] == ([24, 36, 54, 81, 121, 181, 271, 300])[:.looks | length])"
    is "all($RACES; [.looks[].left] as \$l | \$l == (\$l | sort | reverse) and \$l[-1] == .left)"
    is "all($RACES; .leader == (.configs[] | select(.place == 1).config) and .leader == .looks[-1].leader)"
    is "all($RACES; [.configs[].place | values] | sort == [range(1; (length + 1))])"
    is "all($RACES; .left == ([.configs[].place | values] | length))"
    is "all($RACES; .end == \"good\" and .behind_at_most <= 0.03 and .behind_at_most == .looks[-1].behind_at_most)"
    is "all($RACES; all(.looks[:-1][]; .behind_at_most > 0.03))"
    is 'all(.races[]; .ratio_n == 100 and .work < 0.6 * .all_work and .all_searches == 99 * 400)'
    is "all($RACES; .searches == .looks[-1].searches + 200)"
}

@test "its searches are those of run: the held-out ratio, and the work, with the options it names" {
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

@test "the positions held out are not those that the file ends with" {
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
}

@test "the same bytes with any number of jobs" {
    for format in table markdown json csv; do
        for jobs in 1 2 5; do
            tune --game=connectfour --depth=4 --max-positions=100 --format=$format --jobs=$jobs |
                sed 's/"command":[^]]*\]//; s/"jobs":"[0-9]*"//' >"$format-$jobs"
        done
        cmp "$format-1" "$format-2"
        cmp "$format-1" "$format-5"
    done
    grep -q "^use\|: use " table-1
}

@test "table and Markdown end with the sentence, the options, the other depth and the cost" {
    tune --game=othello --depth=4 --format=json >race
    tune --game=othello --depth=4 --format=table >table
    grep -q "^othello, depth 4: 99 configurations, 400 positions, 100 of them held out" table
    [ "$(grep -c "^othello, depth [34]: 99" table)" -eq 2 ]
    tr -s '\n ' '  ' <table >line
    grep -qF "othello, depth 4: $(jq -r '.races[0].sentence' race) $(jq -r '.races[0].options' race) Depth 3 gives" line
    [ "$(grep -o -e '--algo=[^ ]*' table | tail -1)" = "$(jq -r '.races[0].options' race | grep -o -e '--algo=[^ ]*')" ]
    grep -q "It took [0-9]* searches, .* of work; all configurations on all positions would take 79200, about" line
    awk 'length > 100' table >wide
    [ ! -s wide ]
    tune --game=othello --depth=4 --format=markdown >markdown
    [ "$(grep -c '^| look | n | left | leader | behind | work so far |$' markdown)" -eq 2 ]
    grep -qF "    $(jq -r '.races[0].options' race)" markdown
}

@test "a tree: 400 seeds unless others are named; one depth where there is none below" {
    tune --tree=uniform:b=3,range=100 --depth=3 >race
    is '.positions == 400 and .spec == "uniform:b=3,range=100"'
    valid race
    tune --tree=uniform:b=3,range=100 --depth=1 --seed=1..20 >race
    is '.positions == 20 and [.races[].depth] == [1] and .depths == null'
    tune --tree=uniform:b=3,range=100 --depth=3 --seed=5..64 >race
    is '.positions == 60 and .delta == 0.1 and .looks[0].positions == 20'
    tune --tree=uniform:b=3,range=100 --depth=3 --seed=1..130 >race
    is '.delta > 0.06 and .delta < 0.062'
}

@test "a window that wins at the edge makes the next one join" {
    tune --tree=uniform:b=4,range=1000,commute=1 --depth=6 --seed=1..60 >race
    is '[.looks[].joined | select(. != null)] | length >= 1'
    is "[$RACES] | map(select(any(.looks[]; .joined != null)))[0] | .raced > 99 and
        (.configs[99].config | contains(\"/w800/\")) and .looks[-1].joined == .configs[99].config and
        .looks[-1].positions == .looks[-2].positions"
    valid race
    tune --tree=uniform:b=4,range=1000,commute=1 --depth=6 --seed=1..60 --format=table | grep -q "(w=800 joined)"
}

@test "depths: the same answer, another that may be as good, another" {
    tune --game=checkers --depth=4 --format=table >table
    grep -Eq "^Depth 3 gives (the same answer|another answer: )" table
    tune --game=checkers --depth=4 >race
    is 'if .races[0].leader[2:] == .races[1].leader[2:] then .depths == "same" else .depths != "same" end'
}

@test "a game that ends: positions that go on long enough, at a depth that leaves half of them" {
    tune --game=tictactoe >race
    is '.positions >= 23 and .too_short == 45 - .positions and .races[0].depth < 9'
    tune --game=tictactoe --depth=7 >race
    is '.positions == 16 and .too_short == 29'
    tune --game=tictactoe --depth=7 --format=table | xargs | grep -q "16 positions, 4 of them held out (29 more end too early)"
    refused 64 "here are 1: the games of 44 more end before --depth" "$BIN" tune --game=tictactoe --depth=9
    refused 64 "--depth=0: nothing is searched there" "$BIN" tune --game=tictactoe --depth=0
    "$BIN" positions --game=tictactoe --quiet | tune --game=tictactoe --positions=- >race
    is '.positions + .too_short == 45'
    depth=$(jq '.races[0].depth' race)
    jq .races race >default
    tune --game=tictactoe --depth="$depth" | jq .races | cmp - default
}

@test "--budget as work: it ends within it, with what it knows then, for any number of jobs" {
    local jobs
    for jobs in 1 3; do
        tune --game=othello --depth=4 --budget=2e6 --jobs=$jobs >race-$jobs
    done
    cmp <(jq .races race-1) <(jq .races race-3)
    cp race-1 race
    valid race
    is '.budget_spent and .races[0].end == "budget" and (.races | length) == 1 and .depths == null'
    is '.races[0] | .work <= 2000000 and .behind_at_most > 0.03 and .ratio_n == 100'
    tune --game=othello --depth=4 --budget=2e6 --format=table >table
    tr -s '\n ' '  ' <table | grep -q "Before --budget was spent the leader was told to be at most .* Depth 3 was not raced: --budget was spent"
    tune --game=othello --depth=4 --budget=1e12 >race
    is '.budget_spent == false'
    refused 2 "--budget was spent before the first look, after 1 of 2376 searches" "$BIN" tune --game=othello --depth=4 --budget=2
}

@test "--budget as time" {
    local began=$SECONDS
    tune --game=othello --depth=9 --budget=1s --jobs=1 >race 2>err || [ $? -eq 2 ]
    [ $((SECONDS - began)) -le 20 ]
    [ -s race ] || grep -q "budget was spent before the first look" err
    tune --game=othello --depth=2 --budget=2h >race
    is '.budget_spent == false'
}

@test "--delta: a larger one ends earlier, 0 goes to the end" {
    tune --game=othello --depth=3 --delta=20 >race
    is '.delta == 0.2 and ([.looks[] | select(.depth == 3)] | .[-1].positions) < 54'
    tune --game=othello --depth=3 --delta=0 --max-positions=40 >race
    is "all($RACES; .looks[-1].positions == 30 and .end == \"untold\")"
    tune --game=othello --depth=3 --delta=0 --max-positions=40 --format=table | tr -s '\n ' '  ' |
        grep -q "With all positions the leader is told to be at most"
}

@test "--reference: of the ladder, with settings of its own, none, and the leader itself" {
    tune --game=othello --depth=3 --reference=scout >race
    is '.reference == "scout" and all(.races[]; .ratio < 1 and (.reference | startswith("d")))'
    tune --game=othello --depth=3 --reference="pvs:tt=0" >race
    is 'all(.races[]; .ratio_n == 100 and (.reference | contains("pvs/tt0")) and .reference != .use)'
    is '[.configs[].config | contains("/tt0")] | any | not'
    tune --game=othello --depth=3 --reference=none >race
    valid race
    is '.reference == "none" and all(.races[]; .reference == null and .ratio == null and .ratio_n == 0)'
    is "all($RACES; .searches == .looks[-1].searches and (.sentence | contains(\"held out\") | not))"
    tune --tree=ordered:b=4,range=100,gap=10,first=100,quarter=100,noise=0 --depth=3 --seed=1..20 >race
    is '.races[0] | .use == .reference and .ratio == null'
}

@test "settings and other metrics" {
    tune --game=othello --depth=3 --plain --metric=leaves --max-positions=24 >race
    is '.metric == "leaves" and all(.configs[].config; contains("/tt0")) and any(.configs[].config; contains("/static/"))'
    tune --game=othello --depth=3 --metric=distinct_leaves --distinct --max-positions=24 >race
    is '.metric == "distinct_leaves"'
    tune --game=chess --depth=2 --eval=result --tt=1M --max-positions=24 >race
    is 'all(.configs[].config; contains("tt1M") and contains("result"))'
    "$BIN" tune --game=othello --depth=3 --metric=time --max-positions=24 >race
    is '.seconds >= 0 and .metric == "time"'
}

@test "--output: a file; an interrupt keeps an older one" {
    tune --game=othello --depth=3 --output=race >out
    [ ! -s out ]
    valid race
    tune --game=othello --depth=3 --output=race.md
    grep -q "^| look " race.md
    tune --game=othello --depth=3 --output=race.jsonl
    diff <(jq -c '.races[], .looks[], .configs[]' race) <(jq -c '.races // .looks // .configs // empty' race.jsonl)
    tune --game=othello --depth=3 --output=race.csv
    [ "$(wc -l <race.csv)" -eq 3 ]
    grep -q '^depth,use,leader,sentence,options,end,' race.csv
}

# stopped SECONDS: an interrupt after them; true if there was a look before it.
stopped() {
    local code=0
    env --default-signal=INT "$BIN" tune --game=othello --depth=6 --delta=0 --jobs=1 --output=race >out 2>err </dev/null 3>&- &
    PID=$!
    sleep "$1"
    kill -INT "$PID"
    wait "$PID" || code=$?
    PID=
    [ "$code" -eq 130 ] || return 2
    [ -e race.partial ]
}

@test "an interrupt: 130; the looks so far are reported, and an older file stays" {
    echo old >race
    local seconds
    stopped 0.3 || grep -q "^absbench: interrupted before the first look, after [0-9]* of 2376 searches" err
    for seconds in 1 3 6 12 25; do
        ! stopped $seconds || break
    done
    [ "$(cat race)" = old ]
    mv race.partial race
    valid race
    is '.interrupted and .races[0].end == "interrupted" and (.looks | length) >= 1 and .races[0].ratio == null'
    grep -q "^absbench: interrupted; the looks so far are reported; race.partial holds them, and race is as it was" err
}
