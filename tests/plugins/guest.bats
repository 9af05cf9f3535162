#!/usr/bin/env bats
# guest.bats -- what a plug-in does to the program that calls it: it ends, changes state that belongs
# to all, or never returns. Rows that are finished stay, and rows and reports are what they would be.

bats_require_minimum_version 1.5.0

load plugin

setup_file() {
    plugin_install
    plugin_mine
}

setup() { plugin_here; }

teardown() {
    [ -z "${PID-}" ] || kill -KILL "$PID" 2>/dev/null || true
}

# guest STATEMENT [HEADERS]: evaluate() does so where X has the squares 1 and 4 alone.
guest() {
    planted "s/^    const bool lost = .*/&\n    if ((p->o_moves ? p->theirs : p->mine) == 9) {\n        $1\n    }/; 1s/^/${2-}/"
}

# Searches of a position that never meets it, then of one that does, then of the first one again.
RUNS=(--game=./bad.so "--position=XXO-------O- X" --position=start --algo=pvs,alphabeta,mtdf --depth=1..4)

# sound ARGUMENT..: what the program says of the same game where nothing is planted.
sound() {
    mkdir sound
    cp "$BATS_FILE_TMPDIR/mine.c" sound/bad.c
    (cd sound && compile bad.c -O0 && "$BUILT" "$@")
}

finished() { grep -c '"id":' "$1" || true; }

@test "exit() in a plug-in is an error that names the search, and finished rows are kept" {
    guest 'exit(0);' '#include <stdlib.h>\n'
    run -2 --separate-stderr "$BUILT" "${RUNS[@]}" --jobs=1 --quiet --output=rows.jsonl
    [[ $stderr == "absbench: exit() was called, in or through a function of a plug-in mine, in the search mine/start/d"*"/"*"; \`absbench check\` shows where" ]]
    [ "$(finished rows.jsonl)" -ge 12 ]
    run -2 --separate-stderr "$BUILT" "${RUNS[@]}" --jobs=2 --quiet --output=rows.json
    [[ $stderr == "absbench: exit() was called, "*"in the search mine/start/d"* ]]
    [ -z "$(ls -A | grep -vE '^(bad\.(c|so)|rows\.jsonl)$')" ] # no temporary file is left
    run -2 --separate-stderr "$BUILT" "${RUNS[@]}" --format=json --quiet
    local verb
    for verb in "perft --depth=2" "trace --depth=4 --position=start" "positions --count=50"; do
        guest 'exit(0);' '#include <stdlib.h>\n'
        [ "${verb%% *}" != perft ] || planted '/^static bool mine_parse/,/^}/s/^    \(void\)rules;/&\n    exit(0);/; 1s/^/#include <stdlib.h>\n/'
        # shellcheck disable=SC2086
        run -2 --separate-stderr "$BUILT" $verb --game=./bad.so
        [[ $stderr == *"absbench: exit() was called, in or through a function of a plug-in mine"* ]] || { echo "$verb: $stderr"; return 1; }
    done
}

@test "abort() in a plug-in loses its searches, and no others" {
    [[ $KIND != *sanitize* ]] || skip "a sanitizer ends the program"
    local jobs
    guest 'abort();' '#include <stdlib.h>\n'
    for jobs in 1 2; do
        run -2 --separate-stderr "$BUILT" "${RUNS[@]}" --jobs=$jobs --quiet --output=rows.jsonl
        [[ $stderr == *"a worker died in a search: signal 6 (Aborted): mine/start/d"*"the rest goes on"* ]]
        [[ $stderr == *" searches were lost with their workers"* ]]
        [ "$(finished rows.jsonl)" -ge 12 ]
        rm rows.jsonl
    done
    planted '/^static bool mine_parse/,/^}/s/^    \(void\)rules;/&\n    abort();/; 1s/^/#include <stdlib.h>\n/'
    run -2 --separate-stderr "$BUILT" --game=./bad.so --depth=2
    [[ $stderr == "absbench: a fault ends it, in or through a function of a plug-in; "* ]]
}

# harmless STATEMENT HEADERS WHAT: reports are those of the sound game, and check names what changes.
harmless() {
    local jobs
    guest "$1" "$2"
    for jobs in 1 2; do
        "$BUILT" "${RUNS[@]}" --jobs=$jobs --no-time --quiet --output=rows.json
        [ -d sound ] || sound "${RUNS[@]}" --no-time --quiet --output=rows.json
        diff <(jq -S 'del(.context)' rows.json) <(jq -S 'del(.context)' sound/rows.json)
    done
    run -1 "$BUILT" check --game=./bad.so
    [[ $output == *"./bad.so: state: $3 is changed, and not put back, in "*", at or after position '"* ]] || { echo "$1 gave: $output"; return 1; }
}

@test "the working directory" {
    harmless 'if (chdir(\"\/\") != 0) return 0;' '#define _POSIX_C_SOURCE 200809L\n#include <unistd.h>\n' "the working directory"
}

@test "the signal mask" {
    harmless 'sigset_t all; sigfillset(\&all); sigprocmask(SIG_SETMASK, \&all, NULL);' '#define _POSIX_C_SOURCE 200809L\n#include <signal.h>\n' "the signal mask"
}

@test "rounding, numbers near zero, and what MMX leaves behind" {
    [[ $(uname -m) == x86_64 ]] || skip "instructions of another processor"
    harmless '__builtin_ia32_ldmxcsr(0x7F80); __asm__ volatile(\"fldcw %0\" : : \"m\"((unsigned short){0x0F7F}));' '' "the rounding mode"
    harmless '__builtin_ia32_ldmxcsr(0x9FC0);' '' "the treatment of small numbers (FTZ, DAZ)"
    harmless '__asm__ volatile(\"pxor %%mm0, %%mm0\" : : : \"mm0\");' '' "the MMX state (emms is missing)"
}

@test "the locale" {
    mkdir "$PWD/locales"
    localedef -i de_DE -f UTF-8 "$PWD/locales/de_DE.UTF-8" || skip "no locale of decimal commas can be made"
    export LOCPATH=$PWD/locales
    harmless 'setlocale(LC_ALL, \"de_DE.UTF-8\");' '#include <locale.h>\n' "the locale"
}

@test "what is changed before there is a position is told too" {
    planted '/^static bool mine_parse/,/^}/s/^    \(void\)rules;/&\n    if (chdir("\/") != 0)\n        return false;/; 1s/^/#define _POSIX_C_SOURCE 200809L\n#include <unistd.h>\n/'
    run -1 "$BUILT" check --game=./bad.so
    [ "$output" = "start: state: the working directory is changed, and not put back, in loading the plug-in, parse_rules(), parse() or plies_left()" ]
}

# asked SECONDS ARGUMENT..: ends by a single SIGTERM after so many seconds, with 130.
asked() {
    sleep "$1"
    kill -TERM "$PID"
    local status=0 killer
    (sleep 20 && kill -KILL "$PID") 3>&- &
    killer=$!
    wait "$PID" || status=$?
    PID=
    kill "$killer" 2>/dev/null || true
    [ "$status" -eq 130 ] || { echo "exit $status"; return 1; }
}

@test "a search that never returns does not outlive a signal, and what is finished is kept" {
    [[ $KIND != *sanitize* ]] || skip "a sanitizer ends the program"
    local jobs
    guest 'for (;;) pause();' '#define _POSIX_C_SOURCE 200809L\n#include <unistd.h>\n'
    for jobs in 1 2; do
        "$BUILT" "${RUNS[@]}" --jobs=$jobs --quiet --output=rows.json 2>err 3>&- &
        PID=$!
        asked 1
        grep -q "absbench: a search did not stop within 3 s, and was left: mine/start/d" err
        jq -e '.results | length >= 12' rows.json
        rm rows.json
    done
    "$BUILT" trace --game=./bad.so --position=start --depth=4 --format=jsonl --output=steps.jsonl 2>err 3>&- &
    PID=$!
    asked 0.5
    grep -q "a function of the game or tree did not return within 3 s" err
    [ ! -e steps.jsonl ]
}

@test "check: a function that sleeps is told, as one that loops is, by its name" {
    [[ $KIND != *sanitize* ]] || skip "a sanitizer ends the program"
    guest 'for (;;) pause();' '#define _POSIX_C_SOURCE 200809L\n#include <unistd.h>\n'
    run -1 timeout 30 "$BUILT" check --game=./bad.so --timeout=0.1
    [[ $output == *"./bad.so: time: play took more than 1 s, in minimax to one ply: next(), apply() and evaluate(), at or after position '"* ]]
    # One that is met first where a position is read from its text.
    planted 's/^    const bool lost = .*/&\n    static int left = 60;\n    while (rules->base.eval != ABS_EVAL_RESULT \&\& left-- <= 0)\n        left = 0;/'
    run -1 timeout 30 "$BUILT" check --game=./bad.so --timeout=0.3
    [[ $output == *" in evaluate(), at or after position '"* || $output == *"evaluate() and bound(), at"* || $output == *"apply() and evaluate(), at"* ]]
    [[ $output != *"print()"* ]]
}
