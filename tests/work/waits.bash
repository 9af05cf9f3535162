# waits.bash -- for runs that are ended from outside, and gone on with (`load waits`, after common.bash).

# soon COMMAND..: waits until it is true, for minutes: the machine may be busy.
soon() {
    for _ in {1..9000}; do
        ! "$@" || return 0
        sleep 0.03
    done
    return 1
}

# lines N FILE: it has so many.
lines() { [ "$(wc -l 2>/dev/null <"$2" || echo 0)" -ge "$1" ]; }

# ended SIGNAL CODE: the program ends of it, with that code, and does not go on to its own end.
ended() {
    local code=0
    kill -"$1" "$PID"
    timeout 120 tail -s 0.02 -f --pid="$PID" /dev/null || { echo "still running two minutes after SIG$1"; return 1; }
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

# at_rest PID N: at most N of its threads run, or wait for a processor, whenever one looks.
at_rest() {
    local _
    for _ in {1..5}; do
        [ "$(sed 's/.*) \(.\).*/\1/' /proc/"$1"/task/*/stat | grep -c R)" -le "$2" ] || return 1
        sleep 0.05
    done
}
