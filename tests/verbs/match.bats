#!/usr/bin/env bats
# match.bats -- compare --match=position: A against B where table, ordering or anything else differs.

load compare

# sentences: of what differs, a line each.
sentences() {
    jq -r '.settings_differ[].sentence' out
}

@test "with and without table, ordering and deepening: each algorithm against itself" {
    report a.json --seed=1..10 --algo=all
    report b.json --seed=1..10 --algo=all --plain
    refused 2 "no row in common: compare reports of the same jobs, or with --match=position of the same" a.json b.json
    compared 0 a.json b.json --match=position
    is '["position",90,90,[],[]]' '[.match, .common, .values_compared, .only, .failures]'
    diff <(sentences) - <<'END'
A has tt=64M, B no table
A has order=tt,killer,history, B order=none
A has deepening, B no deepening
A has guess=previous, B guess=shallow (3 of 9 configurations)
END
    is '{"setting":"tt_bytes","a":"64M","b":"0","configurations":9}' '.settings_differ[0] | del(.sentence)'
    is '"Values must agree in every row"' .values_sentence
    is '[9,true]' '[(.groups | length), all(.groups[]; (.config, .config_b | split("/")[1]) == .algo
        and (.config | contains("/tt64M/")) and (.config_b | contains("/tt0/")))]'
    # the same ratios as those of the counts themselves
    is "$(jq -s '[.[0], .[1] | [.results[] | select(.algo == "mtdf").work] | add] | .[1] / .[0] * 1e6 | round' a.json b.json)" \
        '.groups[] | select(.algo == "mtdf").measure_ratio * 1e6 | round'
    is true '.changes[0] | (.id | contains("tt64M")) and (.id_b | contains("tt0/none/direct"))'
    compared 0 a.json b.json --match=position --format=table
    grep -q '^A has tt=64M, B no table$' out
    grep -q '^90 rows in both, 90 changed; 0 only in A, 0 only in B.$' out
    if grep -q 'changes: ' out; then return 1; fi # counts differ, of course
    compared 0 a.json b.json --match=position --format=markdown
    grep -q '^| A has order=tt,killer,history, B order=none |$' out
    compared 1 a.json b.json --match=position --fail-above=50
    grep -q '^absbench: [1-9] of 9 configurations take over 50 % more work$' err
}

@test "a report by position and by id" {
    report a.json --seed=1..5 --algo=pvs,mtdf --shuffle=0..2
    compared 0 a.json a.json --match=position
    is '[30,0,30,[],[10,10]]' '[.common, .changed, .values_compared, .settings_differ, [.groups[].measure_ratio * 10]]'
    is '[[5,0],[5,0]]' '[.groups[] | [.ratio_n, .ratio_wins]]'
    compared 0 a.json a.json --match=position --format=table
    grep -q '^Matched by position, depth and algorithm; no setting differs. Values must' out
    compared 0 a.json a.json --match=id
    is '["id",[],null,null]' '[.match, .settings_differ, .values_sentence, .groups[0].config_b]'
}

@test "what varies in one of them is paired with its like, the rest stands alone" {
    report a.json --seed=1..4 --algo=aspiration --window=5,25,100
    report b.json --seed=1..4 --algo=aspiration --window=25,100,400 --tt=0
    compared 0 a.json b.json --match=position
    is '[8,4,4]' '[.common, .only_a, .only_b]'
    is '[["w25","w25"],["w100","w100"]]' '[.groups[] | select(.common > 0) | [.config, .config_b | split("/")[2]]]'
    # only A has both: what has a table is held against what has one
    report a.json --seed=1..4 --algo=pvs --tt=0,64M --tt-replace=always
    report b.json --seed=1..4 --algo=pvs --order=none
    compared 0 a.json b.json --match=position
    is '[["tt64M","tt64M"]]' '[.groups[] | select(.common > 0) | [.config, .config_b | split("/")[2]]]'
    is '[4,0]' '[.only_a, .only_b]'
    diff <(sentences) - <<'END'
A has replace=always, B replace=depth
A has order=tt,killer,history, B order=none
END
    # deepening varies in both, and with it the guess
    report a.json --seed=1..4 --algo=mtdf --deepening=on,off
    report b.json --seed=1..4 --algo=mtdf --deepening=on,off --tt=0
    compared 0 a.json b.json --match=position
    is '[["previous","previous"],["shallow","shallow"]]' '[.groups[] | [.config, .config_b | split("/")[2]]]'
}

@test "one configuration each of a spec and depth, whatever they are" {
    report a.json --seed=1..4 --algo=pvs
    report b.json --seed=1..4 --algo=mtdf
    compared 0 a.json b.json --match=position
    is '["A has pvs, B mtdf"]' '[.settings_differ[].sentence]'
    is '[4,4,"pvs","mtdf"]' '[.common, .values_compared, (.groups[0] | .config, .config_b | split("/")[1])]'
    compared 0 a.json b.json --match=position --format=table
    grep -Eq '^ *pvs, in B mtdf ' out
    report b.json --seed=1..4 --algo=mtdf,failsoft
    refused 2 "no row in common: compare reports of the same positions and depths" a.json b.json --match=position
    report a.json --seed=1..4 --algo=pvs,mtdf
    compared 0 a.json b.json --match=position
    is '[4,4,4]' '[.common, .only_a, .only_b]'
}

@test "what is held against what is not guessed" {
    report a.json --seed=1..2 --algo=aspiration --window=25,50
    report b.json --seed=1..2 --algo=aspiration --window=100
    local why="no row in common: compare reports of the same positions and depths, with a value in common"
    refused 2 "$why" a.json b.json --match=position
    report a.json --seed=1..2 --algo=aspiration --window=1..9
    refused 2 "$why" a.json b.json --match=position
    # one is left on each side
    jq 'del(.signature) | .results |= map(select(.window == [9, 9]))' a.json >one.json
    compared 0 one.json b.json --match=position
    is '["A has w=9, B w=100"]' '[.settings_differ[].sentence]'
}

@test "values must agree where both are exact and of one evaluation" {
    report a.json --seed=1..6 --algo=pvs
    report b.json --seed=1..6 --algo=pvs --tt=0
    edited '.results[2].value += 1' b.json >c.json
    compared 1 a.json c.json --match=position
    grep -q '^absbench: 1 of 6 rows differ in value$' err
    is '[1,6,["1 of 6 rows differ in value"]]' '[.values_differ, .values_compared, [.failures[].sentence]]'
    compared 1 a.json c.json --match=position --format=table
    grep -q '^6 rows in both, 6 changed, 1 IN VALUE; ' out
    grep -q '^The changes, A -> B$' out
    # another grain, a table that answers for deeper searches: only work
    report g.json --seed=1..6 --algo=pvs --grain=10
    compared 0 a.json g.json --match=position
    is '[0,0,true]' '[.values_differ, .values_compared, (.values_sentence | startswith("Only work is compared"))]'
    is '["A has grain 1, B grain 10"]' '[.settings_differ[].sentence]'
    is true '[.changes[].field | select(. == "value" or . == "best_move" or . == "pv")] == []'
    report d.json --seed=1..6 --algo=pvs --tt-mode=deeper
    compared 0 a.json d.json --match=position
    is 0 .values_compared
    # a search that was stopped is no disagreement
    report s.json --seed=1..6 --algo=pvs --max-nodes=150 --tt=0
    jq -e '[.results[].status] | unique == ["node_limit", "ok"]' s.json
    compared 0 a.json s.json --match=position
    is "$(jq '[.results[] | select(.status == "ok")] | length' s.json)" .values_compared
    is true '.values_sentence | startswith("Values must agree in ") and contains(" of 6 rows; of the others only work")'
}

@test "evaluation and quiescence of a game" {
    "$BIN" --game=chess --max-positions=2 --depth=2 --algo=pvs --no-time --quiet >a.json
    "$BIN" --game=chess --max-positions=2 --depth=2 --algo=pvs --no-time --quiet --eval=result >b.json
    compared 0 a.json b.json --match=position --no-time
    is '["A has heuristic evaluation, B result evaluation","A has quiescence, B no quiescence"]' \
        '[.settings_differ[].sentence]'
    is '[2,0]' '[.common, .values_compared]'
}

@test "another version of the program; rows that were searched to compare with; edited rows" {
    report a.json --seed=1..3 --algo=pvs
    jq '.context.version = "0.1" | .context.git = null' a.json >b.json
    jq '.context.version = "0.2" | .context.git = "abc"' a.json >c.json
    compared 0 b.json c.json --match=position
    is '["A has version 0.1, B version 0.2 (abc)"]' '[.settings_differ[].sentence]'
    report r.json --seed=1..3 --algo=pvs --reference='pvs:tt=0'
    jq -e '.reference_results | length == 3' r.json
    compared 0 r.json a.json --match=position
    is '[3,3,[]]' '[.rows_a, .common, .only]'
    compared 0 a.json r.json --match=position
    is '[3,3,[]]' '[.rows_b, .common, .only]'
    report m.json --seed=1..3 --algo=pvs --tt=1M # of two to hold it against, one is no result
    compared 0 m.json r.json --match=position
    is '["A has tt=1M, B tt=64M"]' '[.settings_differ[].sentence]'
    jq 'del(.signature) | .results[0].nodes += 1' a.json >e.json
    refused 2 "e.json: row 1: it was edited or damaged" a.json e.json --match=position
}

@test "comparisons by position are valid" {
    /usr/bin/python3 -c 'import jsonschema' 2>/dev/null || skip "python3-jsonschema is not installed"
    report a.json --seed=1..9 --algo=all,printed --max-nodes=200
    report b.json --seed=2..10 --algo=all --max-nodes=200 --tt=0
    compared 0 a.json b.json --match=position
    cp out one.json
    compared 0 a.json a.json --match=position
    cp out two.json
    /usr/bin/python3 "$ROOT/tests/log/validate_report.py" one.json two.json
    for filter in '.match = 1' '.settings_differ = {}' 'del(.settings_differ[0].sentence)' \
        'del(.values_sentence)' '.groups[0].config_b = {}' 'del(.changes[0].id_b)'; do
        jq -c "$filter" one.json >bad.json
        if /usr/bin/python3 "$ROOT/tests/log/validate_report.py" bad.json 2>/dev/null; then
            echo "not noticed: $filter"
            return 1
        fi
    done
}
