#!/usr/bin/env bats
# pages.bats -- the help page and the manual page of each command, made from the tables.

load ../common

# The page of each verb and script, and all options, in $HELP; the manual pages in $HELP/roff.
setup_file() {
    local bin=$(realpath "${ABSBENCH:-./absbench}") name
    export HELP=$BATS_FILE_TMPDIR
    VERBS=$(sed -n 's/^VERB([A-Z]*, "\([a-z-]*\)".*/\1/p' src/suite/verbs.def | xargs)
    SCRIPTS=$(sed -n 's/^SCRIPT("\([a-z-]*\)".*/\1/p' src/suite/verbs.def | xargs)
    export VERBS SCRIPTS
    mkdir "$HELP/roff"
    "$bin" help >"$HELP/first"
    "$bin" --help=all >"$HELP/all"
    "$bin" man >"$HELP/roff/absbench"
    for name in $VERBS; do
        "$bin" help "$name" >"$HELP/$name"
        "$bin" man "$name" >"$HELP/roff/$name"
    done
    for name in $SCRIPTS; do
        "scripts/$name" --help >"$HELP/$name"
        scripts/man-page <"$HELP/$name" >"$HELP/roff/$name"
    done
}

# The options of a page, sorted.
options() { grep -oE '^  --[a-z-]+' | tr -d ' ' | sort; }

@test "a verb's help has its use, arguments and options" {
    local verb option k=0 n=0
    options <"$HELP/all" >all
    for verb in $VERBS; do
        [ "$(head -1 "$HELP/$verb")" = "absbench $verb -- $(sed -n "s/^  $verb  *//p" "$HELP/all" | head -1)" ]
        [[ "$(sed -n 3p "$HELP/$verb")" == "  absbench $verb"* ]]
        "$BIN" "$verb" --help | cmp - "$HELP/$verb"
        options <"$HELP/$verb" >mine
        comm -23 mine all >other
        [ ! -s other ]
        case $verb in help | version) continue ;; esac # these look at no other word
        for option in $(comm -23 all mine); do
            (((k += 1) % 11 == 0)) || continue
            run -64 "$BIN" "$verb" "$option=1"
            [[ $output == *"$option"* ]]
            n=$((n + 1))
        done
    done
    [ "$n" -gt 30 ]
}

@test "the first page is one screen, and names every command; --help=all has every option; no line is wider than 80" {
    local name
    [ "$(wc -l <"$HELP/first")" -le 24 ]
    for name in $VERBS $SCRIPTS help=all; do grep -q "\b$name\b" "$HELP/first"; done
    options <"$HELP/all" | diff - <(sed -n 's/^[A-Z]*("\([a-z-]*\)".*/--\1/p' \
        "$ROOT/src/suite/options.def" | sort)
    "$BIN" sweep --help=all | cmp - "$HELP/sweep"
    LC_ALL=C.UTF-8 awk 'length > 80 { print FILENAME ": " $0; bad = 1 } END { exit bad }' \
        $(find "$HELP" -maxdepth 1 -type f)
}

@test "--help is obeyed anywhere on the command line" {
    local words
    for words in --help "--depth=3 --help" -h; do "$BIN" $words | cmp - "$HELP/first"; done
    for words in "sweep --depth=3 --help" "sweep -h --depth=3" "--depth=3 sweep --help" "--help sweep"; do
        "$BIN" $words | cmp - "$HELP/sweep"
    done
    run ! cmp -s "$HELP/first" "$HELP/sweep"
    [ "$("$BIN" merge --version)" = "$("$BIN" version)" ]
}

@test "there is a manual page for absbench and for each verb" {
    local verb roff page
    for verb in $VERBS; do
        roff=${verb//-/\\\\-}
        page=$HELP/roff/$verb
        grep -qx "\.BR absbench.-$roff (1),*" "$HELP/roff/absbench"
        [ "$(head -1 "$page")" = ".TH absbench\\-${verb//-/\\-} 1" ]
        grep -q "^absbench.-$roff .- " "$page"
        grep -qx "\.B absbench $roff" "$page"
        run ! grep -nE '^( |$|.fI.fR)' "$page" # these would end a line
        options <"$HELP/$verb" | cmp - <(sed -n 's/^.fB.-.-\([a-z\\-]*\).fR.*/--\1/p' "$page" | tr -d '\\' | sort)
        if grep -v '^\.' "$page" | grep -nE '(^|[^\])-'; then return 1; fi
    done
}

# checked FILE..: what a formatter has to complain of.
checked() {
    groff -man -ww -z -Tutf8 "$@" 2>&1
}

@test "manual pages pass a formatter; a script's has its help" {
    local script
    [ -z "$(checked "$HELP"/roff/*)" ]
    printf '.TH A 1\n.SH NAME\na \\- b\n.TP\n.NONSENSE\n' >spoilt
    [ -n "$(checked spoilt)" ]
    for script in $SCRIPTS; do
        grep -q '^\.SH NAME$' "$HELP/roff/$script" && grep -q '^\.SH DESCRIPTION$' "$HELP/roff/$script"
        sed '/^\.\(TH\|nh\|SH\|nf\|in\|fi\)/d; s/^\.BR absbench.*//' "$HELP/roff/$script" |
            sed 's/\\f[BP]//g; s/\\-/-/g; s/\\e/\\/g; s/\\&//g' | tr -s ' \n' '\n' | grep . >said
        sed "1s/^$script -- /absbench-$script - /" "$HELP/$script" | tr -s ' \n' '\n' | grep . | diff - said
    done
}

@test "manual pages escape characters that roff would obey" {
    printf 'odd -- an \\odd one-off\n\n  .TH x\n  x\n'"'"'quoted\n\n.so /etc/passwd\n  -x, --x=Y   .B does\n  -z\n      '"'"'z\\fI\nword      .TP\n' |
        "$ROOT/scripts/man-page" >page
    [ "$(grep -c '^\.\(so\|TH\)' page)" -eq 1 ]
    grep -Fqx '\&.so /etc/passwd' page
    grep -Fqx '  .TH x' page
    grep -Fqx '  \fB\-x, \-\-x=Y\fP   .B does' page
    grep -Fqx "\\&'quoted" page
    grep -Fqx "      'z\\efI" page
    grep -Fqx 'absbench\-odd \- an \eodd one\-off' page
    [ -z "$(checked page)" ]
}
