/*
 * Runs one command of the program in a worker of its own; emscripten's script follows this one. The page sends the compiled
 * module, then {args, files, columns}. The worker sends {out} and {err}, texts as they are written, {row}, what a report in
 * JSON Lines has gained (because a stop ends the worker), and {code, files} at the end.
 */
"use strict";
const told = what => new Promise(done => addEventListener("message", ({data}) => data[what] && done(data)));
const given = told("module"), asked = told("args");
var Module = {noInitialRun: true};
Module.instantiateWasm = (imports, done) => {
    given.then(({module}) => WebAssembly.instantiate(module, imports).then(instance => done(instance, module)));
    return {};
};
Module.preRun = [() => {
    const texts = [new TextDecoder(), new TextDecoder()];
    TTY.stream_ops.write = ({tty}, bytes, offset, length) => {
        const to = Number(tty.ops === TTY.default_tty1_ops);
        postMessage({[to ? "err" : "out"]: texts[to].decode(bytes.slice(offset, offset + length), {stream: true})});
        return length;
    };
    addRunDependency("args");
    asked.then(({columns}) => {
        Object.assign(ENV, {COLUMNS: String(columns), NO_COLOR: "1"});
        removeRunDependency("args");
    });
}];
Module.onRuntimeInitialized = () => asked.then(({args, files}) => {
    const clock = _emscripten_get_now, before = new Map(files), report = "report.jsonl";
    const same = (a, b) => a && a.length === b.length && a.every((byte, i) => byte === b[i]);
    let polled = clock(), sent = 0;
    FS.chdir("/page"); /* the folder above has emscripten's own: dev, home, tmp */
    files.forEach(([name, bytes]) => {
        try {
            FS.writeFile(name, bytes);
        } catch {
            postMessage({err: `absbench: ${name}: the page has a folder of this name, so the file is left out\n`});
        }
    });
    _emscripten_get_now = () => { /* every search asks for the time now and then */
        const now = clock();
        if (now - polled > 200 && FS.analyzePath(report).exists) {
            const {contents, usedBytes} = FS.lookupPath(report).node;
            sent = usedBytes < sent ? 0 : sent;
            usedBytes > sent && postMessage({row: contents.slice(sent, usedBytes), from: sent});
            [polled, sent] = [now, usedBytes];
        }
        return now;
    };
    Module.onExit = code => postMessage({code, files: FS.readdir(".").filter(name => FS.isFile(FS.stat(name).mode))
        .map(name => [name, FS.readFile(name)]).filter(([name, bytes]) => !same(before.get(name), bytes))});
    callMain(args);
}).catch(fault => setTimeout(() => { throw fault; })); /* so that the page is told */
