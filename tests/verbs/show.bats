#!/usr/bin/env bats
# show.bats -- one report or log, whole or not, in any format.

load ../common

search() {
    "$BIN" --tree=uniform:b=3,range=50 --seed=1..4 --game=othello --max-positions=2 --depth=3 \
        --algo=pvs,mtdf --no-time --quiet "$@"
}

@test "a report is shown as it was written, in every format" {
    local format
    search --output=a.jsonl
    search --output=a.json
    for format in json jsonl csv table markdown; do
        search --format=$format >wanted
        "$BIN" show a.jsonl --no-time --format=$format >from_log
        "$BIN" show a.json --no-time --format=$format >from_json
        # in a log, rows of the reference stand where they were searched
        cmp <(grep -v '^"context"\|"schema"' from_log | sort) <(grep -v '^"context"\|"schema"' from_json | sort)
        if [ $format = json ]; then
            cmp <(jq 'del(.context)' wanted) <(jq 'del(.context)' from_log)
        elif [ $format = jsonl ]; then
            cmp <(tail -n +2 wanted) <(tail -n +2 from_log)
        else
            cmp wanted from_log
        fi
    done
}

@test "a log that breaks off is shown as far as it goes, and said to be unfinished" {
    search --output=a.jsonl
    head -n 4 a.jsonl >part.jsonl
    tail -n +5 a.jsonl | head -c 100 >>part.jsonl
    "$BIN" show part.jsonl --format=json >out 2>err
    grep -q 'part.jsonl: it is not finished: this is made from its 3 rows' err
    jq -e '.interrupted and (.results | length) + (.reference_results | length) == 3' out
}

@test "show takes --reference, --metric and --output" {
    search --output=a.jsonl
    "$BIN" show a.jsonl --reference=mtdf --metric=nodes --output=b.json
    jq -e '.metric == "nodes" and all(.aggregates[]; .reference == "mtdf")' b.json
    jq -e '[.aggregates[] | select(.algo == "mtdf") | .ratio] == [1, 1]' b.json
}

@test "a log is shown with all that its run's table said: passes, and what to type after the first run" {
    local words
    while read -r words; do
        rm -f a.jsonl
        "$BIN" $words --no-time --quiet --output=a.jsonl --show >wanted
        "$BIN" show a.jsonl --format=table | cmp wanted -
    done <<END
--game=othello --max-positions=3 --depth=3 --passes
--game=othello --max-positions=3 --depth=3 --algo=pvs --metric=nodes --reference=pvs-value
--max-positions=2 --seed=1,2 --depth=2
END
    grep -qxF "The report is a.jsonl. Next:" wanted
}
