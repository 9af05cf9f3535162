#!/usr/bin/env bats
# match.bats -- compare --match=position: A against B where table, ordering or anything else differs.

load compare

# sentences: of what differs, a line each.
sentences() {
    jq -r '.settings_differ[].sentence' out
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
