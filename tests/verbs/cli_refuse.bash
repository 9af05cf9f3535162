# cli_refuse.bash -- what cli.bats and cli_files.bats hold every refusal to.

setup() {
    BIN=${ABSBENCH:-./absbench}
    case $BIN in /*) ;; *) BIN=$PWD/$BIN ;; esac
    ROOT=$PWD
    WORK=$BATS_TEST_TMPDIR/work
    mkdir "$WORK"
    cd "$WORK" || return 1
    BAD=0 CASES=0 FORMS="pipe file"
    C4=(--game=connectfour --depth=2 --plain)
    T=--tree=uniform:b=2,range=9
}

# refuse CODE REGEX ARGUMENT...: on stdout and into a file alike. The file's option stands first, so
# that a missing value cannot swallow it.
refuse() {
    local code=$1 regex=$2 form got wrong extra
    shift 2
    for form in $FORMS; do
        extra=() wrong=
        [ "$form" = pipe ] || extra=(--output=refused.json)
        ls -A . >"$BATS_TEST_TMPDIR/before"
        got=0
        "$BIN" "${extra[@]}" "$@" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" </dev/null || got=$?
        ls -A . >"$BATS_TEST_TMPDIR/after"
        [ "$got" -eq "$code" ] || wrong+=" exit $got instead of $code;"
        [ ! -s "$BATS_TEST_TMPDIR/out" ] || wrong+=" stdout is not empty;"
        cmp -s "$BATS_TEST_TMPDIR/before" "$BATS_TEST_TMPDIR/after" || wrong+=" left a file behind;"
        [ "$(wc -l <"$BATS_TEST_TMPDIR/err")" -eq 1 ] || wrong+=" stderr is not one line;"
        LC_ALL=C grep -qaE "^absbench: .*($regex)" "$BATS_TEST_TMPDIR/err" ||
            wrong+=" the message does not say '$regex';"
        CASES=$((CASES + 1))
        [ -n "$wrong" ] || continue
        BAD=$((BAD + 1))
        printf 'absbench'
        printf ' %q' "${extra[@]}" "$@"
        printf '\n   %s\n   %s\n' "$wrong" "$(head -c 400 "$BATS_TEST_TMPDIR/err")"
    done
}

# As refuse, for commands that take no --output.
refuse_verb() {
    FORMS=pipe refuse "$@"
}

# verdict N: at least N cases were tried, and all went well.
verdict() {
    [ "$CASES" -ge "$1" ]
    [ "$BAD" -eq 0 ]
}
