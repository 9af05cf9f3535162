# What scripts/plot and scripts/sweep-window share. Sourced; $me is the script's name.
export LC_ALL=C

die() { # CODE MESSAGE
    echo "$me: $2" >&2
    exit "$1"
}

child=
# absbench writes what is finished at the first signal, says where, and dies at a second one of the same kind.
# A terminal's Ctrl-C has reached it already, so it is sent another kind.
interrupted() { # SIGNAL CODE
    trap '' INT TERM HUP
    [ -z "$child" ] || { kill -s "$1" "$child" && wait "$child"; } 2>/dev/null || true
    exit "$2"
}
trap 'interrupted TERM 130' INT
trap 'interrupted INT 143' TERM
trap 'interrupted TERM 129' HUP

# Usage: run COMMAND.. : in the background, so that a signal is noticed at once. The end is $status.
run() {
    "$@" &
    child=$!
    status=0
    wait "$child" || status=$?
    child=
}

# Usage: need TOOL.. : ends with 2 if one is missing.
need() {
    for tool in "$@"; do
        command -v "$tool" >/dev/null 2>&1 || die 2 "$tool is missing; run scripts/bootstrap plots"
    done
}

# Usage: check_report FILE : ends with 2 unless it is a whole report.
check_report() {
    { [ -r "$1" ] && [ ! -d "$1" ]; } || die 2 "$1 cannot be read"
    jq -es 'length == 1 and (.[0] | type == "object" and .schema == "absbench.report/1" and
            has("aggregates"))' "$1" >/dev/null 2>&1 ||
        die 2 "$1 is not a whole absbench.report/1; make it with --format=json"
}

# Usage: report_rows NAME FILE DOMAIN ONLY : the rows that NAME.jq makes of the report, with tabs
# between. What is wrong with it is a row E.
report_rows() {
    jq -r -L "$parts" --arg domain "$3" --argjson only "$4" "include \"$1\";
        try ([rows(\$domain; \$only)] | .[] | @tsv)
        catch if type == \"object\" then \"E\t\" + .says else error end" "$2" 2>/dev/null ||
        die 2 "$2 lacks fields of absbench.report/1; was it made by another version?"
}
