// browser.mjs -- drives Chromium by its debugging protocol, through two pipes: no package is needed but node.
import {spawn} from "node:child_process";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

export async function browse(more = []) {
    const home = mkdtempSync(join(tmpdir(), "absbench-web-")), flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars", `--user-data-dir=${home}`];
    const child = spawn("chromium", [...flags, ...more, "--remote-debugging-pipe", "about:blank"], {stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"]});
    const [to, from] = [child.stdio[3], child.stdio[4]], waiting = new Map(), heard = [];
    let number = 0, text = "";
    from.setEncoding("utf8").on("data", more => {
        const parts = (text += more).split("\0");
        text = parts.pop();
        for (const part of parts) {
            const said = JSON.parse(part), asked = waiting.get(said.id);
            waiting.delete(said.id);
            asked ? said.error ? asked.fail(new Error(said.error.message)) : asked.done(said.result) : heard.push(said);
        }
    });
    const send = (method, params = {}, sessionId) => new Promise((done, fail) => {
        waiting.set(++number, {done, fail});
        to.write(JSON.stringify({id: number, method, params, sessionId}) + "\0");
    });
    const end = () => new Promise(done => child.on("exit", done) && child.kill())
        .then(() => rmSync(home, {recursive: true, force: true, maxRetries: 9, retryDelay: 200})).catch(() => {}); // its processes may still write
    return {send, heard, end, pid: child.pid};
}

// A page at the address, of that width: at a desk or, below 600, on a telephone.
export async function open(browser, url, {width = 1280, height = 900, dark = false} = {}) {
    const {targetId} = await browser.send("Target.createTarget", {url: "about:blank"});
    const {sessionId} = await browser.send("Target.attachToTarget", {targetId, flatten: true});
    const send = (method, params) => browser.send(method, params, sessionId);
    await send("Page.enable");
    await send("Runtime.enable");
    await send("Network.enable");
    await send("Target.setAutoAttach", {autoAttach: true, waitForDebuggerOnStart: false, flatten: true}); // or pictures lack frames
    await send("Emulation.setDeviceMetricsOverride", {width, height, deviceScaleFactor: 1, mobile: width < 600});
    await send("Emulation.setEmulatedMedia", {features: [{name: "prefers-color-scheme", value: dark ? "dark" : "light"}]});
    await send("Page.navigate", {url});
    const page = {send, sessionId,
        async run(expression) { // what it comes to, awaited
            const {result, exceptionDetails} = await send("Runtime.evaluate", {expression, awaitPromise: true, returnByValue: true});
            if (exceptionDetails)
                throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
            return result.value;
        },
        async until(expression, seconds = 60) {
            for (const late = Date.now() + 1000 * seconds; Date.now() < late; await new Promise(done => setTimeout(done, 50)))
                if (await page.run(expression).catch(() => false))
                    return;
            throw new Error(`not within ${seconds} s: ${expression}`);
        },
        async key(key, text = key.length === 1 ? key : undefined) {
            const code = {Tab: 9, Enter: 13, ArrowDown: 40, ArrowUp: 38, Escape: 27, ArrowRight: 39}[key] || key.charCodeAt(0);
            await send("Input.dispatchKeyEvent", {type: "keyDown", key, text: key === "Enter" ? "\r" : text, windowsVirtualKeyCode: code});
            await send("Input.dispatchKeyEvent", {type: "keyUp", key, windowsVirtualKeyCode: code});
        },
        async type(text) {
            for (const letter of text)
                await page.key(letter);
        },
        async shot(file) {
            writeFileSync(file, Buffer.from((await send("Page.captureScreenshot", {captureBeyondViewport: true})).data, "base64"));
        },
        async command(words, seconds) { // as a user: what the page then says
            const before = await page.run(`(byId("line").value = ${JSON.stringify(words)}, byId("run").click(), Number(document.body.dataset.done))`);
            await page.until(`Number(document.body.dataset.done) > ${before}`, seconds);
            return page.run(`({out: byId("out").textContent, said: byId("said").textContent, status: status.textContent})`);
        }};
    return page;
}
