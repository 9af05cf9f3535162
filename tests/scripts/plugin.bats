#!/usr/bin/env bats
# plugin.bats -- scripts/report and scripts/plot take rows of a game that the program does not have.

load ../plugins/plugin

setup_file() {
    plugin_install
    compile mine.c -O0
}

@test "report and plot read JSON Lines of a plug-in" {
    /usr/bin/python3 -c 'import matplotlib' 2>/dev/null || skip "matplotlib is not installed"
    cp "$BATS_FILE_TMPDIR/mine.so" .
    "$BIN" --game=./mine.so --algo=all --depth=3,4 --no-time --quiet --output=a.jsonl
    export ABSBENCH=$BIN
    rm mine.so
    "$ROOT/scripts/report" a.jsonl -o a.x.html
    "$ROOT/scripts/plot" depth a.jsonl -o a.x.svg
    [ -s a.x.svg ] && [ -s a.x.html ]
}
