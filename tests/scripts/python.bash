# For bats files that start scripts by the dozen: load python, then quick_python in setup_file.

# Compiling modules, matplotlib's among them, takes longer than most scripts run: once for all files, in build/.
quick_python() {
    unset PYTHONDONTWRITEBYTECODE
    export PYTHONPYCACHEPREFIX=$PWD/build/compiled
}

# In setup_file, and cool in teardown_file: these scripts do not import matplotlib each time.
warm() {
    export WARM=$BATS_FILE_TMPDIR/warm
    tests/scripts/warm "$WARM" 3>&- &
    WARMER=$!
    until [ -S "$WARM" ]; do sleep 0.05; done
}

cool() {
    kill "$WARMER"
    wait "$WARMER" || true
}

# Usage: rows_in JOURNAL : waits until some rows are there.
rows_in() {
    local tries=0
    until [ -e "$1" ] && [ "$(wc -l <"$1")" -gt 4 ]; do
        sleep 0.01
        tries=$((tries + 1))
        [ $tries -lt 6000 ]
    done
}

if [ -n "${WARM-}" ]; then
    TOP=$PWD
    warmed() { "$TOP/tests/scripts/warm" "$WARM" "$@"; } # SCRIPT ARGUMENT..
    scripts/plot() { warmed scripts/plot "$@"; }
    scripts/report() { warmed scripts/report "$@"; }
    scripts/claims() { warmed scripts/claims "$@"; }
    scripts/sweep-window() { warmed scripts/sweep-window "$@"; }
fi
