#!/usr/bin/env bats
# pages.bats -- the help page and the manual page of each command, made from the tables.

load ../common

setup() {
    here || return 1
    VERBS=$(sed -n 's/^VERB([A-Z]*, "\([a-z-]*\)".*/\1/p' "$ROOT/src/suite/verbs.def")
}

# The options of a page, sorted.
options() { grep -oE '^  --[a-z-]+' | tr -d ' ' | sort; }

@test "help of a verb: what it does, what follows it, and the options that it takes" {
    local verb option n=0
    "$BIN" --help=all | options >all
    for verb in $VERBS; do
        "$BIN" help "$verb" >page
        [ "$(head -1 page)" = "absbench $verb -- $("$BIN" --help=all | sed -n "s/^  $verb  *//p" | head -1)" ]
        [[ "$(sed -n 3p page)" == "  absbench $verb"* ]]
        "$BIN" "$verb" --help | cmp - page
        options <page >mine
        comm -23 mine all >other
        [ ! -s other ]
        case $verb in help | version) continue ;; esac # these look at no other word
        for option in $(comm -23 all mine); do
            run -64 "$BIN" "$verb" "$option=1"
            [[ $output == *"$option"* ]]
            n=$((n + 1))
        done
    done
    [ "$n" -gt 200 ]
}

@test "help of a verb leaves out the sections in which it has no option" {
    local verb
    for verb in bench sweep perft; do
        "$BIN" help $verb >$verb
    done
    [ "$(grep -cE '^(What is searched|How|What comes out|Lists: .*)$' bench)" -eq 1 ]
    [ "$(grep -cE '^(What is searched|How|What comes out|Lists: .*)$' sweep)" -eq 4 ]
    [ "$(grep -cE '^(What is searched|What comes out|Lists: .*)$' perft)" -eq 3 ]
    cat -s bench | cmp - bench
}

@test "the first page is one screen, and names every command; --help=all has every option" {
    local name
    "$BIN" help >first
    [ "$(wc -l <first)" -le 24 ]
    [ "$(wc -L <first)" -le 80 ]
    for name in $VERBS $(sed -n 's/^SCRIPT("\([a-z-]*\)".*/\1/p' "$ROOT/src/suite/verbs.def"); do
        grep -qE "^( +|[A-Z][a-z]+: +)?.*\b$name\b" first
    done
    grep -q -- '--help=all' first
    "$BIN" --help=all >all
    [ "$(options <all)" = "$(sed -n 's/^\(OPTION\|NUMBERS\|WINDOWS\|WHOLE\|DECIMAL\)("\([a-z-]*\)".*/  --\2/p' \
        "$ROOT/src/suite/options.def" | tr -d ' ' | sort)" ]
    "$BIN" sweep --help=all | cmp - <("$BIN" help sweep)
    run -64 --separate-stderr "$BIN" --help=alle
    [[ $stderr == *"there is no command 'alle'"* ]]
}

@test "help of the whole, wherever it is asked for" {
    "$BIN" help >whole
    "$BIN" --help | cmp - whole
    "$BIN" --depth=3 --help | cmp - whole
    "$BIN" -h | cmp - whole
    "$BIN" help sweep >sweep
    "$BIN" sweep --depth=3 --help | cmp - sweep
    "$BIN" sweep -h --depth=3 | cmp - sweep
    "$BIN" --depth=3 sweep --help | cmp - sweep
    "$BIN" --help sweep | cmp - sweep
    run ! cmp -s whole sweep
    [ "$("$BIN" merge --version)" = "$("$BIN" version)" ]
    run -64 --separate-stderr "$BIN" help sweep merge
    [ "$stderr" = "absbench: 'merge' is one word too many; options begin with --" ]
}

@test "manual pages: one of the whole, and one of each verb with its options" {
    local verb roff
    "$BIN" man >whole
    for verb in $VERBS; do
        roff=${verb//-/\\\\-}
        grep -qx "\.BR absbench.-$roff (1),*" whole
        "$BIN" man "$verb" >page
        [ "$(head -1 page)" = ".TH absbench\\-${verb//-/\\-} 1" ]
        grep -q "^absbench.-$roff .- " page
        grep -qx "\.B absbench $roff" page
        run ! grep -nE '^( |$|.fI.fR)' page # these would end a line
        "$BIN" help "$verb" | options | sed 's/^/  /' | options >wanted
        sed -n 's/^.fB.-.-\([a-z\\-]*\).fR.*/--\1/p' page | tr -d '\\' | sort | cmp - wanted
        if grep -v '^\.' page | grep -nE '(^|[^\])-'; then return 1; fi
    done
    run -64 --separate-stderr "$BIN" man nonsense
    [[ $stderr == *"no command 'nonsense'"* ]]
}

# checked FILE: what a formatter has to complain of.
checked() {
    groff -man -ww -z -Tutf8 "$1" 2>&1
}

@test "a formatter finds no fault in them, and would" {
    local verb script
    "$BIN" man >page
    [ -z "$(checked page)" ]
    for verb in $VERBS; do
        "$BIN" man "$verb" >page
        [ -z "$(checked page)" ]
    done
    for script in $(sed -n 's/^SCRIPT("\([a-z-]*\)".*/\1/p' "$ROOT/src/suite/verbs.def"); do
        "$ROOT/scripts/$script" --help | "$ROOT/scripts/man-page" >page
        [ -z "$(checked page)" ]
        grep -q '^\.SH NAME$' page && grep -q '^\.SH DESCRIPTION$' page
    done
    printf '.TH A 1\n.SH NAME\na \\- b\n.TP\n.NONSENSE\n' >spoilt
    [ -n "$(checked spoilt)" ]
}

@test "the manual page of a script says what its help says" {
    local script
    for script in $(sed -n 's/^SCRIPT("\([a-z-]*\)".*/\1/p' "$ROOT/src/suite/verbs.def"); do
        "$ROOT/scripts/$script" --help >help
        "$ROOT/scripts/man-page" <help | sed '/^\.\(TH\|nh\|SH\|nf\|in\|fi\)/d; s/^\.BR absbench.*//' |
            sed 's/\\f[BP]//g; s/\\-/-/g; s/\\e/\\/g; s/\\&//g' | tr -s ' \n' '\n' | grep . >said
        sed "1s/^$script -- /absbench-$script - /" help | tr -s ' \n' '\n' | grep . | diff - said
    done
}

@test "what a formatter would obey is text in a manual page" {
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

@test "no line of help is wider than 80 columns" {
    local page
    for page in --help --help=all $VERBS $(sed -n 's/^SCRIPT("\([a-z-]*\)".*/\1/p' "$ROOT/src/suite/verbs.def"); do
        case $page in --*) "$BIN" "$page" ;; *) "$BIN" help "$page" ;; esac >out
        LC_ALL=C.UTF-8 awk -v of="$page" 'length > 80 { print of ": " $0; bad = 1 } END { exit bad }' out
    done
}
