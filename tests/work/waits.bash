# waits.bash -- for runs that are ended from outside, and gone on with (`load waits`, after common.bash).

# soon COMMAND..: waits until it is true.
soon() {
    for _ in $(seq $((150 * ${PATIENCE:-2}))); do
        ! "$@" || return 0
        sleep 0.03
    done
    return 1
}

# lines N FILE: it has so many.
lines() { [ "$(wc -l 2>/dev/null <"$2" || echo 0)" -ge "$1" ]; }

# ended SIGNAL CODE: the program ends of it within two seconds, or $PATIENCE in a slow build, with that code.
ended() {
    local code=0
    kill -"$1" "$PID"
    timeout "${PATIENCE:-2}" tail -s 0.02 -f --pid="$PID" /dev/null ||
        { echo "still running ${PATIENCE:-2} seconds after SIG$1"; return 1; }
    wait "$PID" || code=$?
    PID=
    [ "$code" -eq "$2" ]
}

# stays FILE CODE TEXT ARGUMENT..: nothing is run, one line says why, FILE stays as it is.
stays() {
    cp "$1" before
    refused "$2" "$3" "$BIN" "${@:4}"
    cmp before "$1"
}
