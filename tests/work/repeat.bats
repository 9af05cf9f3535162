#!/usr/bin/env bats
# repeat.bats -- searches that are timed several times.

load ../common

search() {
    "$BIN" --game=chess --max-positions=3 --depth=3 --algo=alphabeta,pvs --quiet "$@"
}

@test "--repeat writes one row, with the median and extremes of its times" {
    search --repeat=5 >five.json
    search >one.json
    jq -e '.results | length == 6 and all(.[].time; .repeats == 5 and .min_s <= .cpu_s and .cpu_s <= .max_s
        and .min_s < .max_s)' five.json
    jq -e 'all(.results[].time; .repeats == 1 and .min_s == .cpu_s and .cpu_s == .max_s)' one.json
    diff <(jq '[.results[] | del(.time)]' five.json) <(jq '[.results[] | del(.time)]' one.json)
    diff <(jq '[.aggregates[] | del(.real_s, .cpu_s, .nodes_per_s)]' five.json) \
        <(jq '[.aggregates[] | del(.real_s, .cpu_s, .nodes_per_s)]' one.json)
    [ "$(jq .signature five.json)" = "$(jq .signature one.json)" ]
    search --repeat=3 --jobs=2 --no-time >two.json
    diff <(jq .results two.json) <(jq '[.results[] | del(.time)]' one.json)
    "$BIN" merge five.json >again.json
    diff <(jq .results five.json) <(jq .results again.json)
}

@test "timings of too few repeats, or of searches side by side, are called noise" {
    run --separate-stderr search --metric=time
    [[ "$stderr" == *"2 of 2 configurations were timed fewer than 3 times, which is noise; use --repeat=5 or more"* ]]
    run --separate-stderr search --metric=time --repeat=3 --jobs=2
    [[ "$stderr" == *"2 searches at a time slow each other down; use --jobs=1"* ]]
    [[ "$stderr" != *"fewer than"* ]]
    run --separate-stderr search --repeat=2 --jobs=2
    [ -z "$stderr" ]
    # A ratio of 1.2, of times that are a factor of 1.25 apart, and of 1.15.
    search --repeat=3 >report.json
    for factor in 1.25 1.15; do
        jq --argjson factor $factor '.results[] |= ((if .algo == "pvs" then 1.2 else 1 end) as $t
            | .time |= (.cpu_s = $t | .min_s = $t | .max_s = $t * $factor))' report.json >made-up.json
        run --separate-stderr "$BIN" merge made-up.json --metric=time --output=out.json
        if [ $factor = 1.25 ]; then
            [[ "$stderr" == *"1 of 1 ratios are within the noise"*"by up to 25.0 %"* ]]
        else
            [ -z "$stderr" ]
        fi
    done
}
