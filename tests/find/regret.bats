#!/usr/bin/env bats
# regret.bats -- what chosen moves lose (--judge): against single searches and numbers worked out from the rows alone.
# What scripts/regret makes of it: scripts/regret.bats.

load regret

# judged FILE: every move of its positions: id, move, value and text, with tabs between.
judged() {
    awk -v OFS='\t' '!/^#/ {
        text = id = $0; sub(/ *(;|id ).*/, "", text)
        sub(/.*id "?/, "", id); sub(/[" ;].*/, "", id)
        n = split(substr($0, match($0, /judged [a-z]+ /) + RLENGTH), moves, /[ ;]/)
        for (i = 1; i <= n && split(moves[i], m, "=") == 2; i++) print id, m[1], m[2], text }' "$1"
}

values() { judged "$1" | cut -f 1-3 | tr '\t' ' '; }

# singly GAME FILE OPTION..: the same values, by a search of every child alone.
singly() {
    judged "$2" | awk -F '\t' '{ printf "fen %s moves %s ; id \"%s %s\"\n", $4, $2, $1, $2 }' >children
    "$BIN" --game="$1" --positions=children --algo=failsoft --no-time --quiet --no-check-moves --reference=none \
        --format=json "${@:3}" | jq -r '.results[] | "\(.position_id) \(0 - .value)"'
}

@test "a move is worth what a search of the position after it finds" {
    "$BIN" positions --game=chess --suite=large --max-positions=5 --judge=depth:3 --jobs=2 --quiet --output=chess.epd
    [ "$(grep -c judged chess.epd)" -ge 5 ]
    diff <(values chess.epd) <(singly chess chess.epd --depth=2 --plain --quiescence=auto)
    [ "$(values chess.epd | wc -l)" -gt 100 ]
    "$BIN" positions --game=checkers --max-positions=2 --judge=depth:5 --quiet --output=checkers.txt
    diff <(values checkers.txt) <(singly checkers checkers.txt --depth=4)
    # Results; the kept ones too.
    head -10 "$JUDGED/othello.txt" >othello.txt
    diff <(values othello.txt) <(singly othello othello.txt --depth=28 --eval=result)
    "$BIN" positions --game=othello --positions=othello.txt --judge=solved --quiet --output=again.txt
    diff <(values othello.txt | sort) <(values again.txt | sort)
    awk '!/^#/ && $1 !~ /----.*----/' "$JUDGED/connectfour.txt" | tail -2 >connectfour.txt
    diff <(values connectfour.txt) <(singly connectfour connectfour.txt --depth=26 --eval=result)
}

@test "a row's regret is the best value less that of its move, and a judge changes no count" {
    run_it --game=chess --suite=large --max-positions=12 --judge=depth:3 --max-nodes=1,2000 --algo=alphabeta,pvs \
        --shuffle=0,3 --output=judged.json
    "$BIN" positions --game=chess --suite=large --max-positions=12 --judge=depth:3 --quiet >chess.epd
    values chess.epd | jq -Rn '[inputs | split(" ")] | group_by(.[0])
        | map({key: .[0][0], value: map({key: .[1], value: (.[2] | tonumber)}) | from_entries}) | from_entries' >values.json
    jq -es '.[1] as $values | .[0].results as $rows | ($rows | length) == 96
        and all($rows[] | select(.node_limit == 2000); .completed != null and .depth == 100
            and .regret == ($values[.position_id] | . as $v | max_by(.)? // ([.[]] | max)) - $values[.position_id][.completed.best_move])
        and all($rows[] | select(.node_limit == 1); .completed == null and .best_move == null and .regret != null)' \
        judged.json values.json
    # Nothing finished: the first move in order, of the generator or shuffled.
    jq -e '[.results[] | select(.node_limit == 1 and .algo == "pvs")] | group_by(.position_id)
        | map(select(.[0].regret != .[1].regret)) | length > 3' judged.json
    run_it --game=chess --suite=large --max-positions=12 --max-nodes=1,2000 --depth=100 --algo=alphabeta,pvs --shuffle=0,3 \
        --output=alone.json
    cmp <(jq -c '.results[] | del(.regret, .regret_unit)' judged.json) \
        <(jq -c '.results[] | del(.regret, .regret_unit)' alone.json)
    jq -e '.results | all(.regret == null and .regret_unit == null)' alone.json
}

@test "an aggregate has the mean of its moves' losses, clipped, and the share of those that lose nothing" {
    run_it --game=checkers --judge="$JUDGED/checkers.txt" --max-positions=68 --max-nodes=1e2,1e3 --algo=alphabeta,mtdf --shuffle=0,1 --output=run.json
    jq -e '.results as $rows | all(.aggregates[]; . as $a
        | [$rows[] | select(.algo == $a.algo and .depth == $a.depth and .node_limit == $a.node_limit).regret]
        | . != [] and $a.regret_n == length and $a.regret_most == 1000
        and ((map([., 1000] | min) | add / length) - $a.regret_mean | fabs) < 1e-6
        and ((map(select(. == 0)) | length) / length - $a.regret_zero | fabs) < 1e-9)
        and any($rows[]; .regret > 1000)' run.json
    run_it --game=othello --judge="$JUDGED/othello.txt" --algo=pvs --depth=3 --max-positions=30 --output=run.json
    jq -e '.aggregates[0] | .regret_most == null and .regret_mean != null' run.json
}

@test "stderr, JSON and the page say where nothing can be judged" {
    "$BIN" --game=connectfour --position=44 --judge=solved --algo=pvs --depth=2 --quiet --output=none.json 2>err
    [ "$(cat err)" = "absbench: --judge: it can judge no move here" ]
    jq -e '[.errors[].message] == ["--judge: it can judge no move here"]' none.json
    "$BIN" show none.json --format=table | grep -q '^Error: --judge: it can judge no move here'
    ABSBENCH=$BIN refused 2 "none.json has no judged moves; make one with --judge" regret none.json
    # Lines have rows alone, in which it is found again.
    "$BIN" --game=connectfour --position=44 --judge=solved --algo=pvs --depth=2 --quiet --output=none.jsonl 2>err
    local file
    for file in none.json none.jsonl; do
        "$BIN" merge $file --format=json 2>merged.err | jq -e '[.errors[].message] == ["--judge: it can judge no move here"]'
        diff err merged.err
    done
    refused 64 "--format" regret none.json --format=csv
}

@test "shards and merges have the same rows and findings; another judge's rows are others" {
    head -n 101 "$JUDGED/othello.txt" >some.txt
    local options=(--game=othello --judge=solved --positions=some.txt --position=start --max-positions=60 --algo=alphabeta,pvs --max-nodes=100,1000 --no-time --quiet)
    "$BIN" "${options[@]}" --output=one.json
    jq -e '[.results[].regret] | any(. == null) and any(. == 0) and any(. == 1 or . == 2)' one.json
    "$BIN" "${options[@]}" --shard=1/2 --output=1.json
    "$BIN" "${options[@]}" --shard=2/2 --output=2.json
    "$BIN" merge 1.json 2.json --output=both.json
    diff <(jq .results one.json) <(jq .results both.json)
    "$BIN" "${options[@]}" --output=lines.jsonl
    regret one.json --format=json >one
    jq -e '.regret | length == 4 and all(.unit == "results")' one
    regret both.json --format=json | cmp one -
    ABSBENCH=$BIN regret - --format=json <lines.jsonl | cmp one -
    "$BIN" "${options[@]}" --output=log.jsonl
    head -c 20000 log.jsonl >part.jsonl
    ends 2 "$BIN" "${options[@]}" --judge=depth:4 --resume --output=part.jsonl
    "$BIN" "${options[@]}" --algo=mtdf --reference=none --judge=depth:4 --output=other.json
    refused 2 "judged by --judge=depth:4, those of others by solved" "$BIN" merge one.json other.json
    "$BIN" "${options[@]}" --judge=depth:4 --output=other.json
    "$BIN" compare one.json other.json --format=json | jq -e '.changes | length > 20 and all(.field == "regret") and any(.a != null and (.a | test(" results$")))'
}

@test "a judge's file is an input, and its positions are searched" {
    cp "$JUDGED/checkers.txt" mine.txt
    "$BIN" --game=checkers --judge=mine.txt --algo=pvs --max-nodes=500 --no-time --quiet --output=run.jsonl
    head -1 run.jsonl | jq -e '.context.inputs | has("mine.txt")'
    [ "$(grep -c '"regret":[0-9]' run.jsonl)" -eq $((2 * $(grep -vc '^#' mine.txt))) ]
    sed -i '$s/=\(-\{0,1\}[0-9]*\)$/=1/' mine.txt
    ends 2 "$BIN" --game=checkers --judge=mine.txt --algo=pvs --max-nodes=500 --no-time --quiet --output=run.jsonl --resume
    grep -q 'mine.txt.*changed' err
}

@test "a judge's file of one position judges the move found there" {
    echo '4455 ; judged results 1=0 2=-1 3=1 4=0 5=0 6=1 7=0' >good.txt
    "$BIN" --game=connectfour --judge=good.txt --algo=pvs --depth=3 --format=json --quiet |
        jq -e '.results[0] | .best_move == "3" and .regret == 0 and .regret_unit == "results"'
}

@test "engines are judged as searches are" {
    "$BIN" --game=chess --suite=large --max-positions=3 --judge=depth:3 --engine="$BIN uci" --depth=2 --no-time --quiet \
        --format=json >engine.json
    "$BIN" --game=chess --suite=large --max-positions=3 --judge=depth:3 --algo=alphabeta --depth=2 --no-time --quiet \
        --format=json | jq '[.results[].regret]' | diff <(jq '[.results[].regret]' engine.json) -
}
