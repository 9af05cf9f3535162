#!/usr/bin/env bats
# grade.bats -- scripts/grade: course work in six languages, the page's programs, what absbench trace says, and programs that
# do not answer. ABS_TESTS=long (make check-long): course work in all languages by the command, more trees and random answers.

load ../common
load ../scripts/python
load grade

setup_file() {
    quick_python
    export LONG=${ABS_TESTS:-}
}
grade() { "$ROOT/scripts/grade" "$@"; }

# verdict: of a report on standard input: `is NAMES`, `mistake NAMES`, `table NAME`, or -.
verdict() {
    jq -r 'if .mistake != [] then "mistake " + (.mistake | join(",")) elif .is != [] then "is " + (.is | join(","))
        elif .table then "table " + .table else "-" end'
}

# The list's programs; without ABS_TESTS=long those that start at once and end.
programs() {
    grep -vE '^(#|$)' "$ROOT/tests/grade/programs.tsv" |
        if [ "$LONG" = long ]; then cat; else grep -E $'^[^\t]*[.](py|c)\t' | grep -v '^endless'; fi
}

# each COMMAND..: calls it for each of them whose compiler is here, with its file, verdict and options.
each() {
    local file wanted options missing=
    while IFS=$'\t' read -r file wanted options; do
        built "$ROOT/tests/grade/programs/$file" || { missing+=" $file"; continue; }
        "$@" "$file" "$wanted" $options || return 1
    done < <(programs)
    [ -z "$missing" ] || echo "# without their compilers, not run:$missing" >&3
}

as_listed() {
    local file=$1 wanted=$2 code=0
    shift 2
    grade --format=json "$@" -- "${command[@]}" >out 2>err || code=$?
    [ "$(verdict <out)" = "$wanted" ] || { echo "$file: $wanted is wanted, not: $(jq .sentence out)$(cat err)"; return 1; }
    case $wanted in
    is*) [ "$code" -eq 0 ] && jq -e '.status == "ok" and .first == null and .answered == 400 and .values_right == 400 and
        .fits == .is[0]' out ;;
    table*) [ "$code" -eq 0 ] && jq -e '.status == "ok" and .first == null and .leaves < .known[.table]' out ;;
    "mistake mtdf-endless") [ "$code" -eq 2 ] && jq -e '.status == "timeout" and .answered < .trees' out ;;
    *) [ "$code" -eq 1 ] && jq -e '.status == "wrong" and .first.tree' out ;;
    esac >/dev/null || { echo "$file: exit $code; $(cat out)"; return 1; }
}

# listed FILE WANTED [--algo=NAME]: its line for coursework.py.
listed() { printf '%s\t%s\t%s\t%s\n' "$1" "$2" "${3#--algo=}" "${command[*]@Q}"; }

coursework() { (cd "$ROOT" && PYTHONPATH=scripts python3 tests/grade/coursework.py "$1"); }

@test "correct course works pass; every mistake is named or shown" {
    grep -c $'\tis \|\ttable ' "$ROOT/tests/grade/programs.tsv" | grep -qx 18
    [ "$(grep -c $'\tmistake ' "$ROOT/tests/grade/programs.tsv")" -ge 22 ]
    if [ "$LONG" = long ]; then
        each as_listed
    else
        each listed >list
        [ "$(coursework 200 <list | wc -l)" -eq "$(programs | wc -l)" ]
    fi
}

# the page's Nth program in that language, as FILE
from_page() {
    awk -v fence="\`\`\`" -v language="$1" -v nth="$3" '
        $0 == fence {on = 0} on {print} $0 == fence language {on = ++n == nth}' "$ROOT/docs/grade.md" >"$2"
}

@test "the page's programs run as they stand" {
    local language file nth missing=
    while IFS=: read -r language file nth; do
        from_page "$language" "$file" "$nth"
        [ -s "$file" ]
        built "$PWD/$file" || { missing+=" $file"; continue; }
        listed "$file" "is alphabeta"
    done >list <<'END'
python:mine.py:1
python:board.py:2
javascript:mine.js:1
c:mine_c.c:1
cpp:mine_cpp.cpp:1
java:Mine.java:1
rust:mine_rs.rs:1
END
    coursework 100 <list >named
    cmp named <(cut -f 1 list)
    [ -z "$missing" ] || echo "# without their compilers, not run:$missing" >&3
}

@test "each search has the values and leaves of absbench trace" {
    cd "$ROOT"
    local trees=100
    [ "$LONG" != long ] || trees=2000
    [ "$(ABSBENCH=$BIN python3 tests/grade/traced.py $trees)" -eq $((trees * 12)) ]
}

@test "any two searches or mistakes differ in ten of the default trees" {
    cd "$ROOT"
    [ "$(python3 tests/grade/apart.py ${LONG:+all})" -ge 50 ]
}

@test "random answers end in one line, without processes left, in bounded memory" {
    cd "$ROOT"
    local count=40
    [ "$LONG" != long ] || count=10000
    python3 tests/grade/random_answers.py 0 $count
}

# answers TEXT: a program that reads everything, and prints that.
answers() { printf 'cat >/dev/null; printf "%s"' "$1"; }

@test "answers may have brackets, commas and -0; words and too many answers are refused" {
    local first='[[1,2,3]]' trees
    cat >echo.py <<'END'
import json, sys
for line in sys.stdin:
    seen = []
    def value(node, top):
        if isinstance(node, int):
            seen.append(node)
            return node
        return (max if top else min)([value(child, not top) for child in node])
    v = value(json.loads(line), True)
    print("thinking ..")
    print(f"  [({v}), {seen}]".replace(" 0,", " -0,"), end="\r\n")
END
    grade --trees=60 --format=json -- /usr/bin/python3 echo.py >out 2>err
    [ "$(verdict <out)" = "is minimax" ]
    [ "$(sort -u err)" = "thinking .." ] && [ "$(wc -l <err)" -eq 60 ]
    ends 2 grade --trees=3 -- sh -c "$(answers '1 2 NaN\n')"
    [[ $(tail -n 1 err) == "grade: "*"no whole number" ]]
    ends 2 grade --trees=3 -- sh -c "$(answers '1\n2\n3\n4\n')"
    grep -q 'more answers than the 3 trees' err
    ends 2 grade --trees=3 -- sh -c "$(answers '[\n  1, 2,\n  3\n]\n[\n 4\n]\n 5\n')"
    grep -q "join(' ')" err
    ends 1 grade --trees=3 -- sh -c "$(answers '1\n2\n3')"
}

@test "a crash is reported with the number of answers, the last words and the tree" {
    cat >crash.py <<'END'
import json, sys
for n, line in enumerate(sys.stdin):
    if len(line) > 30:
        sys.exit("out of range")
    print(0, *[0] * line.count(","))
END
    ends 2 grade --trees=60 -- /usr/bin/python3 crash.py
    [[ $(tail -n 1 err) =~ ^grade:\ after\ ([0-9]+)\ of\ 60\ answers\ it\ ended\ with\ exit\ code\ 1.*out\ of\ range.*alone\ on\ tree\ ([0-9]+),\ \[ ]]
    [ "${BASH_REMATCH[2]}" -eq $((BASH_REMATCH[1] + 1)) ]
    [ ! -s out ]
    ends 2 grade --trees=3 -- bash -c 'kill -40 $$'
    grep -q 'ended by signal 40' err
    ends 2 grade --trees=60 --format=json -- /usr/bin/python3 crash.py
    jq -e '.status == "crashed" and .answered > 0 and .answered < 60' out >/dev/null
}

@test "a slow program has the whole limit for each tree" {
    PYTHONPATH=$ROOT/scripts python3 - <<'END'
from grading import asking, trees

limits = []

def ask(command, asked, seconds):
    limits.append(seconds)
    return asking.Heard([], "timeout", "") if len(asked) > 1 else asking.Heard([asking.Answer(0, [])], "ok", "")

asking.ask = ask
asking.ask_all([], trees.make(20, 1), 7)
assert limits == [7] * 21, limits
END
}

@test "the limit is of processor time: a program that waits ends at once, one that other work delays is waited for" {
    PYTHONPATH=$ROOT/scripts python3 - <<'END'
import time
from grading import asking, trees

made = trees.make(1, 1)


def why(command, seconds):
    began = time.monotonic()
    heard = asking.ask(["sh", "-c", command], made, seconds)
    return heard.status, heard.why, time.monotonic() - began


status, said, _ = why("while :; do :; done", 0.3)
assert status == "timeout" and said == "it did not end within 0.3 s of processor time", said
status, said, _ = why("sleep 60", 0.3)
assert status == "timeout" and said.endswith(" s, and waits"), said
asking.worked = lambda session: (0.1, True)
assert why("sleep 2; cat >/dev/null; echo 1 1", 0.5)[0] == "ok"
status, said, passed = why("sleep 60", 0.2)
assert status == "timeout" and passed >= 2 and "waits" not in said, said
END
}

@test "a program that prints values alone, or nothing: no search is named that cannot be told" {
    from_page python mine.py 1
    sed -i 's/, [*]seen)/)/' mine.py
    ends 1 grade --trees=40 --format=json -- /usr/bin/python3 mine.py
    jq -e '.values_right == 40 and .leaves == 0 and .is == [] and .mistake == [] and .fits == null and .first == null
        and (.sentence | startswith("All values are right. It prints no leaves"))' out
    sed -i 's/^    return best$/    return best + (best == 7)/' mine.py
    ends 1 grade --trees=400 -- /usr/bin/python3 mine.py
    grep -qE '^[0-9]+ wrong values?[.] It prints no leaves' out && grep -qE '^  the value is -?[0-9]+, not -?[0-9]+$' out
    ! grep -q 'equal trees' out
    ends 2 grade -- sh -c 'echo "value 0"'
    grep -q '; perhaps it does not read a tree a line, as docs/grade.md shows$' err
    PYTHONPATH=$ROOT/scripts python3 - <<'END'
from grading import trees
from grading.asking import Heard
from grading.verdict import Grader
for algo, wanted in ("", "your search has no end there"), ("pvs", "your pvs has no end there"), ("mtdf", "perhaps MTD(f) sets beta to g"):
    sentence = Grader(trees.make(50, 1), Heard([], "timeout", "it did not end", stuck=True), 0, algo).sentence
    assert wanted in sentence and ("MTD" in sentence) == (algo == "mtdf"), sentence
END
}

@test "one wrong answer, or no end, where leaves are large is not called a small infinity" {
    PYTHONPATH=$ROOT/scripts python3 - <<'END'
from array import array
from grading import trees
from grading.asking import Answer, Heard
from grading.catalogue import SEARCHES
from grading.searches import answer
from grading.verdict import Grader

made = trees.make(60, 1)
right = [Answer(value, array("q", leaves)) for value, leaves in (answer(SEARCHES[1].forms[0], tree) for tree in made)]
at = sorted(range(60), key=lambda i: made[i].most)[50]
graded = Grader(made, Heard([*right[:at], Answer(right[at].value + 1, right[at].leaves), *right[at + 1:]], "ok", ""), 0, "")
assert graded.mistakes == [] and graded.best[0] == "alphabeta" and graded.sentence.startswith("1 wrong value. "), graded.sentence
at = max(range(60), key=lambda i: made[i].most)
graded = Grader(made, Heard(right[:at], "timeout", "it did not end", stuck=True), 0, "")
assert at > 10 and graded.mistakes == [] and graded.sentence == "the program did not end", graded.sentence
END
}

@test "--algo and --first say which search is meant; wrong usage is 64" {
    local programs=$ROOT/tests/grade/programs
    grade --trees=60 --algo=failsoft -- /usr/bin/python3 "$programs/max_min.py" >out
    ends 1 grade --trees=60 --algo=pvs -- /usr/bin/python3 "$programs/max_min.py"
    grep -q 'So it is not pvs' <(tr '\n' ' ' <out)
    ends 1 grade --trees=60 --algo=pvs --format=json -- /usr/bin/python3 "$programs/scout_value.py"
    [ "$(verdict <out)" = "is negascout" ] && jq -e '.table == null and .first.tree' out
    sed 's/search.mtdf(0)/search.mtdf(33)/' "$programs/mtdf.py" >guess.py
    grade --trees=60 --first=33 --algo=mtdf -- /usr/bin/python3 guess.py >out
    ends 1 grade --trees=60 -- /usr/bin/python3 guess.py
    refused 64 "which program?" grade
    refused 64 "which program?" grade --
    refused 64 "--algo=alpha" grade --algo=alpha -- true
    refused 64 "--trees" grade --trees=0 -- true
    refused 64 "--first" grade --first=x -- true
    refused 2 "cannot be started" grade -- ./nothing
    echo "print(1)" >mine.py
    refused 2 "name what runs it, as in python3 mine.py" grade -- mine.py
}

@test "a mistake is compared with the search that it is a mistake of" {
    ends 1 grade --trees=60 -- /usr/bin/python3 "$ROOT/tests/grade/programs/late.py"
    grep -q 'more leaves than alphabeta' <(tr '\n' ' ' <out)
    grep -qx 'The smallest tree that differs from alphabeta:' out
}

@test "the command under the first tree that differs shows the search" {
    ends 1 grade -- /usr/bin/python3 "$ROOT/tests/grade/programs/strict.py"
    grep -q 'ends a node only where the best score is above beta' <(tr '\n' ' ' <out)
    mkdir -p path && ln -s "$BIN" path/absbench
    PATH=$PWD/path:$PATH sh -c "$(sed -n 's/^  \(echo .* | absbench trace .*\)/\1/p' out)"
    grep -q '<html' trace.html
}
