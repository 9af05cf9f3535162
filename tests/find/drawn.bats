#!/usr/bin/env bats
# drawn.bats -- what every report says of ratios, on random command lines: interval, p, verdict and answer are one, and
# labels tell rows apart.
load ../common

@test "drawn command lines: a search keeps its verdict, interval and answer whatever other searches are named, in any order" {
    "$ROOT/tests/find/drawn.py" "$BIN" 30 46 >told
    jq -e '(.kinds | .better > 2 and .best > 2 and .undecided > 2) and (.verdicts | .better > 2 and .worse > 2 and .unknown > 2)
        and .changed > 9' told
}

@test "in a block no two rows have one label, whatever their settings are" {
    [ "$("$ROOT/tests/find/labels.py" "$BIN" 60 1)" -gt 300 ]
    # one that --verify adds beside one that was asked for has the settings of no other
    echo '[{"tree": "uniform:b=3,range=20", "depth": 2, "algo": "minimax", "deepening": "off"},
        {"tree": "uniform:b=3,range=20", "depth": 2, "algo": "scout", "order": "none", "tt": "0", "deepening": "off"}]' >two.json
    "$BIN" sweep --grid=two.json --verify --no-time --quiet --format=markdown >page
    grep -q '^| minimax of --verify | 1 | ' page && grep -q '^| minimax | 1 | ' page
    # no limit of fails is named beside one
    "$BIN" --tree=uniform:b=3 --depth=2 --algo=aspiration --widen=gradual --widen-limit=none,2 --quiet --format=markdown >page
    grep -q '^| aspiration (= aspiration widen-limit=2) | ' page
}
