#!/usr/bin/env bats
# trace.bats -- `absbench trace`: what a search did, in every format; its totals are the row's.

load ../common

setup() {
    here || return 1
    AIMA=$ROOT/trees/examples/aima.json
}

# That totals are what steps come to, in every search and setting, is tested by unit_trace.
@test "trace has as many lines as its totals, for all algorithms" {
    local each=(--format=jsonl --algo=all,mtd,minimax,failsoft-low,failsoft-high,pvs-printed)
    "$BIN" trace --tree=uniform:b=2..4,range=20 --tree=pgame:b=3,win=500 --seed=1,2 --depth=4 "${each[@]}" >lines
    "$BIN" trace --game=xiangqi --game=checkers --position=start --depth=2 --quiescence=on "${each[@]}" >>lines
    jq -c 'if .event == "totals" then [.nodes, .qnodes, .cutoffs, .passes, .interior_researches] else .event end' \
        lines | awk '
            /^\[/ {
                if ($0 != sprintf("[%d,%d,%d,%d,%d]", n["enter"], n["q_enter"], n["cutoff"], n["pass"], n["research"]))
                    exit 1
                delete n; searches++ }
            { gsub(/"/, ""); n[$0]++ }
            END { exit searches != 6 * 18 }'
}

@test "trace has a line for each node, with its ply and window" {
    "$BIN" trace --tree=explicit:file="$AIMA" --plain --algo=alphabeta --depth=2 --format=jsonl >lines
    # The second minimum is cut off at its first leaf, 2, the third at its last.
    jq -se '[.[] | select(.event == "enter") | [.ply, .alpha, .beta]][:3] ==
            [[0, null, null], [1, null, null], [2, null, null]]
        and [.[] | select(.event == "enter" and .ply == 0).parent] == [null]
        and [.[] | select(.event == "cutoff") | [.searched, (.pruned | length)]] == [[1, 2], [3, 0]]' lines
    "$BIN" trace --tree=uniform:b=3,range=9 --plain --algo=minimax --depth=2 --format=jsonl |
        jq -se 'map(select(.event == "enter")) | length == 13 and all(.[]; .alpha == null and .beta == null)'
}

@test "trace has guess passes, and each pass's end" {
    "$BIN" trace --tree=uniform:b=3,range=50 --plain --algo=mtdf --depth=3 --guess=shallow --format=jsonl | jq -se '
        map(select(.event == "totals"))[0] as $all |
        [.[] | select(.event == "iteration") | [.depth, .for_guess]] == [[2, true], [3, false]]
        and ([.[] | select(.event == "pass").again] | length == $all.passes
            and (map(select(.)) | length) == $all.root_researches)
        and ([.[] | select(.event == "pass_end" and .failed == "low")] | length == $all.fail_low and length > 0)'
    "$BIN" trace --game=checkers --position=start --depth=4 --algo=pvs --quiescence=on --format=jsonl | jq -se '
        ([.[] | select(.event == "q_move").move] | unique | length > 1 and all(test("^[0-9]+x[0-9x]+$")))
        and ([.[] | select(.event == "pass_end")] | length > 2 and .[-1].value != null)'
}

@test "trace as text indents a node by its ply, with cutoffs and unseen moves" {
    "$BIN" trace --tree=uniform:b=2,range=20 --depth=3 --plain --algo=negascout --format=table >text
    [ "$(head -n 3 text)" = 'negascout on uniform:b=2,range=20#1 to depth 3
depth 3
pass (-inf, +inf)' ]
    grep -Fxq '        0 (-inf, +inf) = 0, leaf' text
    grep -Fxq '        0 cuts off: 19 >= 0; never seen: 1' text
    grep -Fxq '    1 is searched again: its null window returned 14' text
    "$BIN" trace --tree=uniform:b=2,range=20 --depth=2 --plain --algo=sss --format=table | grep -Fxq '    0 (-inf, 1 - inf)'
    tail -n 1 text | grep -q '^nodes 18, interior 9, leaves 9, '
}

@test "trace names the counters that differ the second time" {
    "$BIN" new-game mine >/dev/null
    sed -i 's/^#include "absbench.h"/&\n#include <stdlib.h>/; s/int value = 0;/int value = rand() % 7;/' mine.c
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "$ROOT" plugin GAME="$PWD/mine.c" OPT=-O0
    refused 1 "" "$BIN" trace --game=./mine.so --position=start --algo=alphabeta --depth=4 --plain
    [[ $stderr =~ ^absbench:\ alphabeta\ of\ start\ to\ depth\ 4:\ the\ traced\ search\ counts\ differently\ .*\ nodes\ ([0-9]+),\ not\ ([0-9]+)\;\ .*\;\ work ]]
    [ "${BASH_REMATCH[1]}" -ne "${BASH_REMATCH[2]}" ]
}

@test "a larger trace keeps the row's id" {
    local at=(--tree=uniform:b=3 --depth=3 --algo=pvs --format=jsonl)
    [ "$("$BIN" trace "${at[@]}" --max-nodes=500 | jq -r 'select(.event == "search").id')" = \
        "$("$BIN" "${at[@]}" --reference=none --quiet | jq -r '.id // empty')" ]
}

@test "trace as a page is one file that loads nothing, for one search or two" {
    "$BIN" trace --tree=uniform:b=3,range=20 --depth=4 --plain --algo=alphabeta,negascout --output=p.html
    sed -n 's/.*id="data">\(.*\)<\/script>/\1/p' p.html >data.json
    jq -e '(.searches | length) == 2 and .searches[1].algo == "negascout"
           and all(.searches[]; [.totals.nodes, .totals.research_nodes] == [(.steps | map(select(.event == "enter")) |
               length, (map(select(.again)) | length))])' data.json
    ! grep -Eiq 'https?://[^w]|src=|@import' p.html
}

@test "trace's page escapes names with HTML in them" {
    cp "$AIMA" 'a<b&amp;"c\n.json'
    "$BIN" trace --tree='explicit:file=a<b&amp;"c\n.json' --depth=2 --plain --output=t.html
    grep -Fq 'explicit:file=a\u003cb&amp;\"c\\n.json' t.html
    ! grep -Fq 'a<b' t.html
}

@test "the page opens finished, steps, keeps two searches at the same node, and folds" {
    command -v chromium >/dev/null || skip "chromium is not installed"
    "$BIN" trace --game=tictactoe --depth=2 --algo=pvs,mtdf --output=p.html
    sed 's/<meta http-equiv="Content-Security-Policy"[^>]*>//' p.html >q.html
    cat >>q.html <<'END_OF_SCRIPT'
<script>
const key = k => dispatchEvent(new KeyboardEvent("keydown", {key: k, cancelable: true}));
const page = () => document.getElementById("main").innerHTML, all = what => document.querySelectorAll(what);
const step = () => document.body.dataset.step, faults = [], been = [];
const expect = (what, is, wanted) => is === wanted || faults.push(`${what}: ${is}, not ${wanted}`);
expect("opens on the finished tree", step(), slider.max);
expect("totals", all(".counts")[0].textContent.startsWith("In all: "), true);
expect("searches", all("h2").length, 2);
expect("hatched", all("section .cut").length > 0, true);
key("Home");
for (let i = 0; i < 60; i++) { been.push(page()); key("ArrowRight"); }
expect("right", step(), "60");
for (let i = 59; i >= 0; i--) { key("ArrowLeft"); expect(`back at ${i}`, page() === been[i], true); }
document.getElementById("next").click();
expect("button", step(), "1");
slider.value = 40;
slider.oninput();
expect("slider", page() === been[40], true);
key("End");
expect("end", step(), slider.max);
key("Home");
expect("home", page() === been[0], true);
// In a step that two searches share, both stand at the same node; alone, the other says why it waits.
let shared = 0, alone = 0;
frames.forEach((frame, i) => {
    go(i + 1);
    const [one, two] = searches.map(s => s.paths[s.vertex]);
    if (frame[2] === null) {
        shared++;
        expect(`shared at ${i}`, one.startsWith(two) || two.startsWith(one), true);
    } else if (i + 1 < frames.length) {
        alone++;
        expect(`waits at ${i}`, all(".waits").length, 1);
    }
});
expect("shared and alone", shared > 20 && alone > 20, true);
const {steps, code} = searches[0].from;
const runs = event => code[steps.find(step => step.event === event).line].text.trim();
expect("lines of the code", searches.every(s => s.from.steps.every(step => step.line >= 0)), true);
expect("the table's line", runs("probe").startsWith("if the table"), true);
expect("the first move's line", runs("move").startsWith("if m is the first"), true);
go(3);
expect("boards", all(".board svg").length, 2);
go(30);
const open = () => all(".tree")[0].querySelectorAll("[data-n]").length, before = open();
for (const wanted of [1, before]) { // a click folds, and unfolds
    all(".tree .fold")[0].dispatchEvent(new MouseEvent("click", {bubbles: true}));
    expect("folds", open(), wanted);
}
expect("width", document.documentElement.scrollWidth <= innerWidth, true);
document.body.dataset.faults = faults.join("; ") || "none";
</script>
END_OF_SCRIPT
    timeout 600 chromium --headless --no-sandbox --disable-gpu --window-size=500,900 --user-data-dir="$PWD/browser" --dump-dom \
        "file://$PWD/q.html" 2>/dev/null | grep -o 'data-faults="[^"]*"' >said
    [ "$(cat said)" = 'data-faults="none"' ] || { cat said; return 1; }
}

# quiz FILE RIGHT: whoever is asked and always answers so; the score at the end, and what went wrong.
quiz() {
    sed 's/<meta http-equiv="Content-Security-Policy"[^>]*>//' "$1" >q.html
    cat >>q.html <<END_OF_SCRIPT
<script>
const faults = [], press = key => dispatchEvent(new KeyboardEvent("keydown", {key, cancelable: true}));
const expect = (what, is, wanted) => is === wanted || faults.push(what + ": " + is + ", not " + wanted);
const shown = n => Math.abs(n) === 2 ** 30 - 1 ? n > 0 ? "inf - 1" : "1 \u2212 \u221e" : Number.isFinite(n) ? String(n) : n < 0 ? "\u2212inf" : "\u221e";
const never = () => document.querySelectorAll('section g:not(.cut) > path[d^="M0 -13L15"]').length; // what will not be searched
let last, count = 0, told = 0;
const question = Search.prototype.question;
Search.prototype.question = function (i) {
    const found = question.call(this, i), {steps} = this.from;
    if (found) {
        last = {...found, step: steps[i], before: steps[i - 1], window: this.state.line.at(-1)?.[1]};
        told += never();
    }
    return found;
};
press("q");
expect("begins", at < 10, true);
for (let n = 0; at < most && n < 9999; n++) {
    const buttons = [...answers.querySelectorAll("button")], fields = [...answers.querySelectorAll("input")];
    if (ask.hidden) {
        press("ArrowRight");
    } else if (buttons.length === 1) { // it has been answered
        expect("verdict", verdict.textContent.startsWith($2 ? "Right: " : "Wrong; the answer: "), true);
        expect("focus", document.activeElement, buttons[0]);
        buttons[0].click();
    } else {
        const here = at, {kind, right, step, before} = last;
        expect("focus of " + kind, document.activeElement, fields[0] || buttons[0]);
        expect("labels", fields.every(f => f.labels[0].textContent.trim()), true);
        press("ArrowRight"); // it waits
        expect("waits", at, here);
        count++;
        if (kind === "window") {
            expect("a window", String([step.alpha ?? -Infinity, step.beta ?? Infinity]), String(right));
            for (const value of ["", "x"]) { // no answer yet
                [fields[0].value, fields[1].value] = [shown(right[0]), value];
                ask.requestSubmit();
                expect("asks again", verdict.textContent.startsWith("Write a number") && document.activeElement === fields[1], true);
            }
            [fields[0].value, fields[1].value] = [shown(right[0]), $2 ? shown(right[1]) : "1234567"];
            ask.requestSubmit();
        } else {
            if (kind === "cut" && ["cutoff", "research", "move"].includes(step.event)) // decided by the next step
                expect("a " + step.event, {cutoff: "cut", research: "again", move: "no"}[step.event], right);
            if (kind === "cut" && right === "no") // at the root of bns, also a score that reaches beta
                expect("why", (-before.value >= number(boundsOf(last.window)[1])), /not the root/.test(last.why));
            buttons[last.choices.findIndex(([key]) => (key === right) === $2)].click();
        }
    }
}
const all = verdict.textContent.match(/\d+ of \d+/g).map(part => part.split(" of ").map(Number));
expect("score", all.every(([is, of]) => of > 0 && is === ($2 ? of : 0)), true);
expect("asked", all.reduce((sum, [, of]) => sum + of, 0), count);
expect("kinds", all.length, $3);
expect("enters", all[0][1], searches.reduce((sum, s) => sum + s.from.steps.filter(step => step.event === "enter" && step.parent).length, 0));
expect("gives nothing away", told, 0);
press("q");
press("Home");
expect("else it is drawn", never() > 0, true);
expect("off", ask.hidden && byId("asks").getAttribute("aria-pressed") === "false", true);
document.body.dataset.faults = faults.slice(0, 3).join("; ") || "none";
</script>
END_OF_SCRIPT
    timeout 600 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" --dump-dom "file://$PWD/q.html" 2>/dev/null |
        grep -o 'data-faults="[^"]*"' >said
    [ "$(cat said)" = 'data-faults="none"' ] || { cat said; return 1; }
}

@test "in quiz mode the page waits for an answer about windows, moves, cutoffs and scores" {
    command -v chromium >/dev/null || skip "chromium is not installed"
    "$BIN" trace --tree=explicit:file="$AIMA" --plain --algo=alphabeta --output=one.html
    "$BIN" trace --game=tictactoe --depth=2 --algo=pvs,mtdf --output=two.html
    quiz one.html true 2
    quiz two.html true 3
    quiz two.html false 3
    "$BIN" trace --tree=uniform:b=3,range=20 --depth=2 --plain --algo=bns --output=bns.html
    quiz bns.html true 2
    "$BIN" trace --tree=uniform:b=2,range=20 --depth=3 --plain --algo=sss --output=sss.html
    quiz sss.html true 2
}

@test "--shuffle is the order in which children are entered, minimax's too" {
    local algo seed of="--tree=uniform:b=5,range=100 --depth=1 --plain --format=jsonl"
    for seed in 0 1 2; do
        for algo in minimax failsoft; do # at depth 1, with an open window, nothing cuts off
            "$BIN" trace $of --shuffle=$seed --algo=$algo >$algo.jsonl
            jq -r 'select(.event == "enter").move' $algo.jsonl >$algo.$seed
        done
        [ "$(wc -l <minimax.$seed)" -eq 6 ]
        cmp minimax.$seed failsoft.$seed
    done
    run ! cmp -s minimax.0 minimax.1
    run ! cmp -s minimax.1 minimax.2
}

@test "trace refuses limits and searches with too many nodes, unless more are asked for" {
    run -64 "$BIN" trace --tree=uniform:b=2,range=9 --depth=2 --algo=minimal
    run -2 "$BIN" trace --tree=uniform:b=4,range=9 --depth=9 --algo=minimax --plain --format=jsonl
    [ "$("$BIN" trace --tree=uniform:b=4,range=9 --depth=5 --algo=minimax --plain --max-nodes=2000 --format=jsonl |
        grep -c '"event":"enter"')" = 1365 ]
}
