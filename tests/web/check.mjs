// check.mjs -- the program in a page (build/web/absbench.html) in Chromium, held to ./absbench. `make check-web` runs it.
// MINUTES=10: of use, for memory. QUICK=1: only what takes a few seconds. Prints a line for each check; exit 1 if one fails.
import {execFileSync, spawnSync} from "node:child_process";
import {existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync} from "node:fs";
import {createServer} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {browse, open} from "./browser.mjs";

const here = process.cwd(), url = `file://${here}/build/web/absbench.html`, program = process.env.ABSBENCH || `${here}/absbench`, quick = Boolean(process.env.QUICK);
const room = mkdtempSync(join(tmpdir(), "absbench-web-")), commands = readFileSync("tests/web/commands.txt", "utf8").trim().split("\n");
const pause = ms => new Promise(done => setTimeout(done, ms)), wordsOf = text => text.split(" ");
let failed = 0;
function say(what, wrong) {
    failed += wrong.length > 0;
    console.log(wrong.length ? `not ok ${what}: ${wrong.slice(0, 3).join("; ")}` : `ok ${what}`);
}
const native = (args, columns = 80) => spawnSync(program, args, {encoding: "utf8", maxBuffer: 1 << 28, env: {...process.env, COLUMNS: columns, ABSBENCH_FORMAT: "table", NO_COLOR: "1"}});

// What comes to it is counted, not answered: all that the browser asks of a network goes there, also what it asks its maker by itself.
const its = /^\S+ (https?:\/\/)?[^\/: ]*\.(google|googleapis|gvt1)\.com[\/: ]/;
const asked = [], count = line => its.test(line) || asked.push(line), server = createServer(socket => socket.once("data", bytes => (count(String(bytes).split("\r")[0]), socket.destroy())).on("error", () => {}));
await new Promise(done => server.listen(0, "127.0.0.1", done));
const port = server.address().port, browser = await browse([`--proxy-server=127.0.0.1:${port}`, "--proxy-bypass-list=<-loopback>"]);

async function fresh(look) {
    const page = await open(browser, url, look);
    await page.until(`document.body.dataset.done === "0"`, 60);
    return page;
}

// ---- rows, texts, words --------------------------------------------------------------------------------------------

// Numbers of what is derived from rows come of the C library's exp() and log().
function differs(a, b, path) {
    if (typeof a === "number" && typeof b === "number")
        return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a)) ? "" : `${path}: ${a}, not ${b}`;
    if (a === null || b === null || typeof a !== "object" || typeof b !== "object")
        return a === b ? "" : `${path}: ${a}, not ${b}`;
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].reduce((found, k) => found || differs(a[k], b[k], `${path}.${k}`), "");
}
const rowsOf = text => text.split("\n").filter(line => line.startsWith('{"id"')).map(line => line.replace(/,$/, ""));

async function rows(page, list) {
    const wrong = [];
    let count = 0, numbers = 0;
    for (const command of list) {
        const args = [...wordsOf(command), "--no-time", "--format=json", "--quiet"], ours = native(args).stdout;
        const text = await page.run(`new Promise(done => { let text = ""; call(${JSON.stringify(args)}, [], (kind, more) => text += kind === "out" ? more : "").then(() => done(text)) })`);
        const [one, other] = [rowsOf(text), rowsOf(ours)];
        count += other.length;
        if (!other.length || one.join("\n") !== other.join("\n"))
            wrong.push(`${command}: ${one.length} rows, not ${other.length}, or others`);
        const [a, b] = [text, ours].map(t => t && JSON.parse(t).aggregates);
        numbers += (JSON.stringify(b).match(/\d\.\d/g) || []).length;
        const found = differs(a, b, "aggregates");
        found && wrong.push(`${command}: ${found}`);
    }
    say(`${list.length} commands: ${count} rows equal to native bytes, ${numbers} derived numbers within 1e-9`, wrong);
}

async function tutorial(page) {
    const file = readdirSync("docs", {recursive: true}).map(name => `docs/${name}`).find(name => /tutorial\.md$/.test(name));
    const text = readFileSync(file, "utf8"), wrong = [], columns = await page.run("columns()"), five = text.slice(0, text.indexOf("\n## 6."));
    const list = [...five.matchAll(/^ {4}\$ (\.\/absbench .*)$/gm)].map(m => m[1]);
    for (const line of list) {
        const {out, said, status} = await page.command(line), args = wordsOf(line.replace(/^\S+ /, "").replace(/ \|.*/, ""));
        const ours = native(args, columns).stdout;
        if (out !== ours || !status.startsWith("Done") || said.startsWith("A page has no pipes") !== line.includes("|"))
            wrong.push(`${line}: ${status} ${said}`);
        if (!await page.run(`!byId("page").hidden && byId("page").srcdoc.includes('"event":"enter"')`))
            wrong.push(`${line}: no trace beside it`);
    }
    say(`the tutorial's first five steps: ${list.length} commands as it has them say what the program says`, list.length < 8 ? ["too few"] : wrong);
}

async function words(page) {
    const wrong = [];
    for (const line of ["absbench ", "absbench --ga", "absbench --game=", "absbench --algo=aspiration+", "absbench trace --t", "absbench list "]) {
        const ours = native(["completion", line]).stdout.split("\n").filter(Boolean), theirs = await page.run(`ask(["completion", ${JSON.stringify(line)}])`);
        String(ours) === String(theirs) || wrong.push(`${line}: ${theirs}`);
    }
    await page.run(`line.value = ""; line.focus()`);
    await page.type("--gam");
    await page.until("list.children.length === 1");
    await page.key("Tab"); // the only word; then its values
    await page.until(`line.value === "--game=" && list.children.length > 3`);
    await page.key("ArrowDown");
    const chosen = await page.run(`document.getElementById(line.getAttribute("aria-activedescendant")).textContent`);
    await page.key("Enter");
    await page.run("line.value") === chosen && chosen.startsWith("--game=") || wrong.push(`Enter took ${await page.run("line.value")}, not ${chosen}`);
    await page.type(" --depth=2 --algo=pvs");
    const before = await page.run("document.body.dataset.done");
    await page.key("Escape");
    await page.key("Enter");
    await page.until(`document.body.dataset.done > ${before} && status.textContent.startsWith("Done")`);
    say("words as the program completes them; a command by the keyboard alone", wrong);
}

// ---- what a page cannot do, stopping, policy -----------------------------------------------------------------------

async function refusals(page) {
    const wrong = [];
    for (const [line, words] of [["--engine=stockfish --game=chess", "starts no threads, processes or plug-ins"], ["--game=./mine.so", "starts no threads, processes or plug-ins"],
        ["check --game=othello", "no process can be started: a page"], ["--game=tictactoe --jobs=4 --depth=2 --algo=pvs", "only 1 of 4 workers could be started: a page"],
        ["--game=othello --tt=8G", "no memory for 1 x 8192 MiB of tables"], ["--game=othello --positions=none.txt", "none.txt"], ["report x.json", "absbench-report"],
        ["--game=othelo", "othello"], ["--game=othello --depth=9999", "depth"], ["tune --game=othello --engine=x", "absbench:"]]) {
        const {said, status} = await page.command(line);
        if (!said.includes(words) || /memory or stack|undefined|RuntimeError/.test(said + status))
            wrong.push(`${line}: ${said} ${status}`);
    }
    (await page.command("--game=tictactoe --algo=pvs --depth=2")).status.startsWith("Done") || wrong.push("nothing goes on after them");
    say("what it cannot do is said in the program's words", wrong);
}

async function choices(page) {
    const wrong = [], expect = async (what, expression, wanted) => {
        const got = await page.run(expression);
        String(got) === wanted || wrong.push(`${what}: ${got}`);
    };
    for (const [text, id, value, wanted] of [["--game=othello --algo=pvs --depth=4 --window=50", "depth", "6", "--game=othello --algo=pvs --depth=6 --window=50"],
        ["--tree=uniform:b=3 --seed=1..9 --algo=pvs", "game", "othello", "--algo=pvs --game=othello"],
        ["trace --game chess --game=othello", "game", "checkers", "trace --game=checkers"], ["", "algo", "mtdf", "--algo=mtdf"]])
        await expect(text, `(line.value = ${JSON.stringify(text)}, byId("${id}").value = "${value}", byId("${id}").onchange(), line.value)`, wanted);
    await expect("follow", `(line.value = "--game=connectfour --algo=pvs,mtdf --depth=7", line.dispatchEvent(new Event("input")), ["game", "algo", "depth"].map(id => byId(id).value))`, "connectfour,,7");
    await page.run(`keep(["tmp", "dev", "home", "trees"].map(name => [name, new TextEncoder().encode("4455\\n")]))`);
    const read = await page.command("--game=connectfour --positions=tmp --algo=pvs --depth=2 --no-time");
    read.status.startsWith("Done") && read.said.includes("trees: the page has a folder of this name") || wrong.push(`files: ${read.status} ${read.said}`);
    await page.run(`files.clear()`);
    const script = await page.command("report x.json");
    script.said.includes("save report.jsonl, and type absbench report report.jsonl") || wrong.push(script.said);
    await page.command("--game=tictactoe --algo=pvs --depth=1");
    const empty = page.command("", 600);
    await page.until("running");
    await page.run("running.stopped = true, running.end()");
    (await empty).said.includes("resume") && wrong.push("an empty line goes on with another's report");
    say("choices change their option and follow the line; files of any name", wrong);
}

async function stops(page) {
    const wrong = [], line = "--game=othello --algo=alphabeta,pvs --depth=8 --no-time", columns = await page.run("columns()");
    const running = page.command(line);
    await page.until(`byId("progress").value >= 3`);
    await page.run(`byId("stop").click()`);
    const first = await running, kept = await page.run(`textOf("report.jsonl").split("\\n").filter(l => l.includes('"id"')).length`);
    /^Stopped after .* Run goes on from there/.test(first.status) && first.out.includes("Interrupted: this is what was finished") || wrong.push(`stopped: ${first.status} ${first.said}`);
    kept >= 3 && kept < 122 || wrong.push(`${kept} rows kept`);
    const again = page.command(line);
    await page.until("running");
    await page.run(`byId("stop").click()`);
    await again;
    const last = await page.command(line, 120), ours = native([...wordsOf(line), "--quiet", "--jobs=1", `--output=${room}/whole.jsonl`, "--show"], columns).stdout;
    last.out === ours || wrong.push("goes on to another table");
    const rows = rowsOf(await page.run(`textOf("report.jsonl")`)), whole = rowsOf(readFileSync(`${room}/whole.jsonl`, "utf8"));
    rows.join() === whole.join() || wrong.push("goes on to other rows");
    say(`stopped with ${kept} of 122 searches, stopped again, gone on: the rows of a run that was not stopped`, wrong);
}

async function policy(page) {
    const to = `http://127.0.0.1:${port}/`, before = asked.length, tries = `fetch("${to}").then(() => "went", () => "refused")`;
    const said = await page.run(`(async () => {
        const worker = new Worker(URL.createObjectURL(new Blob(['${tries}.then(postMessage)']))), image = new Image(), refused = [];
        addEventListener("securitypolicyviolation", e => refused.push(e.effectiveDirective));
        image.src = "${to}";
        const both = [await ${tries}, await new Promise(done => worker.onmessage = e => done(e.data))];
        await new Promise(done => setTimeout(done, 200));
        return [...both, ...refused.sort()];
    })()`);
    say("a request is refused by the page's policy, in its workers too", String(said).startsWith("refused,refused,connect-src,img-src") && asked.length === before ? [] : [String(said), ...asked]);
}

// ---- looks and memory ----------------------------------------------------------------------------------------------

async function shots() {
    const wrong = [];
    mkdirSync("build/shots", {recursive: true});
    for (const [name, look] of [["light", {}], ["dark", {dark: true}], ["phone", {width: 375, height: 1750}], ["phone-dark", {width: 375, height: 1750, dark: true}]]) {
        const page = await fresh(look);
        await page.command("--game=othello --algo=alphabeta,pvs,mtdf --depth=4");
        await page.run(`line.focus(), line.value += " --o", complete()`);
        await page.until("!list.hidden");
        await pause(1000);
        await page.shot(`build/shots/web-${name}.png`);
        const [wide, screen] = await page.run("[document.documentElement.scrollWidth, innerWidth]");
        wide <= screen || wrong.push(`${name}: ${wide} px wide on ${screen}`);
        await page.send("Page.close");
    }
    say("at a desk and on a telephone, light and dark: build/shots/web-*.png", wrong);
}

// Memory in MiB: of the page's scripts, and of all of the browser's processes.
async function memory(page) {
    await page.send("HeapProfiler.collectGarbage");
    const {usedSize} = await page.send("Runtime.getHeapUsage");
    const lines = execFileSync("ps", ["-eo", "pid=,ppid=,rss="], {encoding: "utf8"}).trim().split("\n").map(l => l.trim().split(/ +/).map(Number));
    const ours = new Set([browser.pid]);
    for (let n = 0; n < ours.size; n = ours.size === n ? Infinity : ours.size, lines.forEach(([pid, parent]) => ours.has(parent) && ours.add(pid)));
    return [usedSize / 2 ** 20, lines.filter(([pid]) => ours.has(pid)).reduce((sum, [, , rss]) => sum + rss / 1024, 0)];
}
async function use(page, minutes) {
    const wrong = [], list = [commands[0], "trace --game=tictactoe --depth=2 --algo=pvs,mtdf", commands[7], "list", commands[29], "--game=othelo"], seen = [];
    const began = Date.now(), end = began + 60000 * minutes;
    let count = 0;
    for (; Date.now() < end; count++) {
        await page.command(list[count % list.length]);
        count % 30 || seen.push(await memory(page)); // at the same place of the round
    }
    seen.push(await memory(page));
    const part = seen.slice(Math.ceil(seen.length / 4)), half = Math.ceil(part.length / 2), mean = (of, i) => of.reduce((sum, m) => sum + m[i], 0) / of.length;
    const [early, late] = [part.slice(0, half), part.slice(half)].map(of => [mean(of, 0), mean(of, 1)]);
    late[0] < early[0] * 1.1 + 1 || wrong.push(`scripts hold ${late[0].toFixed(1)} MiB, before ${early[0].toFixed(1)}`);
    late[1] < early[1] * 1.1 + 20 || wrong.push(`processes hold ${late[1].toFixed(0)} MiB, before ${early[1].toFixed(0)}`);
    say(`${minutes} minutes, ${count} commands: scripts hold ${early[0].toFixed(1)}, then ${late[0].toFixed(1)} MiB; the browser ${early[1].toFixed(0)}, then ${late[1].toFixed(0)} MiB`,
        seen.length < 5 ? ["too few measurements"] : wrong);
}

try {
    if (!existsSync("build/web/absbench.html"))
        throw new Error("there is no build/web/absbench.html: run `make web`");
    const page = await fresh({width: 1400});
    await rows(page, quick ? commands.slice(34, 38) : commands);
    await words(page);
    await refusals(page);
    await choices(page);
    if (!quick) {
        await tutorial(page);
        await stops(page);
        await shots();
        await use(page, Number(process.env.MINUTES || 10));
    }
    const sent = browser.heard.filter(h => h.method === "Network.requestWillBeSent").map(h => h.params.request.url).filter(u => !/^(file|blob|data|about):/.test(u));
    say(`nothing has been asked of a network by then`, [...sent, ...asked]);
    await policy(page);
    const faults = browser.heard.filter(h => h.method === "Runtime.exceptionThrown").map(h => h.params.exceptionDetails.exception?.description || h.params.exceptionDetails.text);
    say("no script has failed", faults);
} catch (e) {
    say("the checks", [e.message]);
}
await browser.end();
server.close();
rmSync(room, {recursive: true, force: true});
process.exit(failed ? 1 : 0);
