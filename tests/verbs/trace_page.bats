#!/usr/bin/env bats
# trace_page.bats -- the page of `absbench trace` in a browser: its steps, its lines of code, its questions.

load ../common

setup() {
    command -v chromium >/dev/null || skip "chromium is not installed"
    here || return 1
    AIMA=$ROOT/trees/examples/aima.json
}

@test "the page opens finished, steps, keeps two searches at the same node, and folds" {
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
