#!/usr/bin/env bats
# windows.bats -- docs/which-search.md: the options there are taken, and its edges are what the page says.

load ../common

@test "the options in the words of docs/which-search.md are taken" { # its commands are run by tests/docs
    local command n=0
    while read -r command; do
        "$BIN" --game=chess --algo=aspiration+pvs $command --depth=3 --max-positions=2 --format=json |
            jq -e '.results | length == 2'
        n=$((n + 1))
    done < <(grep -o '`--window=[^`]* --widen[^`]*`' "$ROOT/docs/which-search.md" | tr -d '`')
    [ "$n" -ge 6 ]
}

# high OPTIONS: the high edges of a search from the guess 0 whose value is above all of them.
high() {
    echo '[500000, 1]' >tree.json
    "$BIN" --tree=explicit:file=tree.json --algo=aspiration --plain --guess=0 --format=json "$@" |
        jq -c '[.results[0].iterations[0].passes[].beta]'
}

@test "policies of published programs have their edges: 30, 200, open; 25, 100, open; Crafty's seven steps" {
    [ "$(high --window=30 --widen=gradual --widen-factor=6.666666667 --widen-limit=2)" = '[30,200,null]' ]
    [ "$(high --window=25 --widen=gradual --widen-factor=4 --widen-limit=2)" = '[25,100,null]' ]
    [ "$(high --window=16 --widen=gradual --widen-limit=7)" = '[16,32,64,128,256,512,1024,null]' ]
}

@test "figures of windows refuse an automatic one, and name what they take" {
    export ABSBENCH=$BIN
    "$BIN" --quiet --tree=uniform:b=4,range=1000 --seed=1..8 --depth=5 --algo=pvs,aspiration+pvs --reference=pvs \
        --window=auto,100,800 --widen=full,gradual --output=auto.json --no-time
    local kind
    for kind in window "heatmap --only=widen=full" "forest --only=window=auto"; do
        "$ROOT/scripts/plot" $kind auto.json --data="${kind%% *}"
    done
    "$ROOT/scripts/report" auto.json
    grep -qP '\t800\t' window
    run ! grep -qP '\tauto(\t|$)' window
    grep -qP '^P\t1\t5\tauto\t' heatmap
    grep -q full forest
    [ "$(grep -oE 'Window auto \((full|gradual)\) takes [0-9.]+ \[[0-9., ]+\] times the work of pvs' auto.html |
        sort -u | wc -l)" -eq 2 ]
}
