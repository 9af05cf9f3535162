#!/usr/bin/env bats
# windows.bats -- docs/windows.md: the options there are taken, and its edges are what the page says.

bats_require_minimum_version 1.5.0

setup() {
    BIN=${ABSBENCH:-./absbench}
}

@test "the options in the words of docs/windows.md are taken" { # its commands are run by tests/docs
    local command n=0
    while read -r command; do
        "$BIN" --game=chess --algo=aspiration+pvs $command --depth=3 --max-positions=2 --format=json \
            >"$BATS_TEST_TMPDIR/out"
        [ "$(jq '.results | length' "$BATS_TEST_TMPDIR/out")" -eq 2 ]
        n=$((n + 1))
    done < <(grep -o '`--window=[^`]* --widen[^`]*`' docs/windows.md | tr -d '`')
    [ "$n" -ge 6 ]
}

# high OPTIONS: the high edges of a search from the guess 0 whose value is above all of them.
high() {
    echo '[500000, 1]' >"$BATS_TEST_TMPDIR/tree.json"
    "$BIN" --tree=explicit:file="$BATS_TEST_TMPDIR/tree.json" --algo=aspiration --plain --guess=0 --format=json "$@" |
        jq -c '[.results[0].iterations[0].passes[].beta]'
}

@test "their edges: 30, 200, open; 25, 100, open; Crafty's seven steps" {
    [ "$(high --window=30 --widen=gradual --widen-factor=6.666666667 --widen-limit=2)" = '[30,200,null]' ]
    [ "$(high --window=25 --widen=gradual --widen-factor=4 --widen-limit=2)" = '[25,100,null]' ]
    [ "$(high --window=16 --widen=gradual --widen-limit=7)" = '[16,32,64,128,256,512,1024,null]' ]
}

@test "figures have no place for an automatic window, and say what it takes" {
    local report=$BATS_TEST_TMPDIR/auto.json out=$BATS_TEST_TMPDIR/out.tsv
    "$BIN" --quiet --tree=uniform:b=4,range=1000 --seed=1..8 --depth=5 --algo=pvs,aspiration+pvs --reference=pvs \
        --window=auto,100,800 --widen=full,gradual --output="$report" --no-time
    ABSBENCH=$BIN scripts/plot window "$report" --data="$out" -o "$BATS_TEST_TMPDIR/auto.svg"
    grep -qP '\t800\t' "$out"
    run ! grep -qP '\tauto(\t|$)' "$out"
    ABSBENCH=$BIN scripts/plot heatmap "$report" --only=widen=full --data="$out" -o "$BATS_TEST_TMPDIR/heat.svg"
    grep -qP '^P\t1\t5\tauto\t' "$out"
    ABSBENCH=$BIN scripts/plot forest "$report" --only=window=auto --data="$out" -o "$BATS_TEST_TMPDIR/forest.svg"
    grep -q 'full' "$out"
    ABSBENCH=$BIN scripts/report "$report" -o "$BATS_TEST_TMPDIR/auto.html"
    [ "$(grep -oE 'Window auto \((full|gradual)\) takes [0-9.]+ \[[0-9., ]+\] times the work of pvs' \
        "$BATS_TEST_TMPDIR/auto.html" | sort -u | wc -l)" -eq 2 ]
}
