"""The program that is graded: its trees and answers, its limits, and its end."""
import ctypes
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from array import array
from pathlib import Path
from typing import NamedTuple

from figures.cli import Die
from figures.text import clean

from .trees import Tree

SECONDS = 10             # of processor time, a hundred trees, or part of a hundred
LOADED = 10              # .. times as long by the clock: other work may keep the processors busy
GRACE = 2                # .. to end after the last answer
MOST_TEXT = 64 << 20     # bytes of everything that a program prints
MOST_LINE = 8 << 20      # .. and of a line
MOST_NUMBERS = 4_000_000 # .. of its answers together
BLANKS = b" \t\r\v\f\0[](){},"
TO_BLANKS = bytes.maketrans(b"[](){},", b"       ")
WHOLE = re.compile(rb"-?[0-9]+")


class Answer(NamedTuple):
    value: int
    leaves: array


class Heard(NamedTuple):
    """What a program answered. `status`: ok, crashed, timeout or protocol, and `why`. `stuck`: it has no end on the tree
    after the last answer."""
    answers: list[Answer]
    status: str
    why: str
    stuck: bool = False


class Wrong(Exception):
    """The program broke the protocol."""


def read_answer(line: bytes) -> Answer:
    """Numbers of more than 18 digits are as good as infinite."""
    numbers = array("q")
    for word in line.translate(TO_BLANKS).split():
        if not WHOLE.fullmatch(word):
            raise Wrong(f"its answer has '{clean(word[:40].decode(errors='replace'))}', which is no whole number")
        numbers.append(int(word) if len(word) < 19 else -10 ** 18 if word[:1] == b"-" else 10 ** 18)
    return Answer(numbers[0], numbers[1:])


class Listener:
    """Sorts what the program prints into answers and the rest, which goes to stderr as it is."""

    def __init__(self, trees: list[Tree]):
        self.trees, self.answers, self.rest, self.size, self.numbers = trees, [], b"", 0, 0
        self.spread, self.words = False, b""  # a list over several lines; the last words

    def print_on(self, text: bytes) -> None:
        sys.stderr.buffer.write(text)
        sys.stderr.buffer.flush()
        self.words = next(filter(None, map(bytes.strip, reversed(text.split(b"\n")))), self.words)

    def count(self, text: bytes) -> None:
        self.size += len(text)
        if self.size > MOST_TEXT:
            raise Wrong(f"it printed more than {MOST_TEXT >> 20} MB")

    def hear(self, text: bytes) -> None:
        self.count(text)
        *lines, self.rest = (self.rest + text).split(b"\n") if b"\n" in text else [self.rest + text]
        for line in lines:
            self.line(line + b"\n")
        if len(self.rest) > MOST_LINE:
            raise Wrong(f"it printed a line of more than {MOST_LINE >> 20} MB")

    def line(self, line: bytes) -> None:
        bare = line.lstrip(BLANKS)
        if not (bare[:1].isdigit() or bare[:1] == b"-"):
            self.spread |= line.count(b"[") > line.count(b"]")
            self.print_on(line)
            return
        self.spread |= line.count(b"[") != line.count(b"]") or line.rstrip().endswith(b",")
        if len(self.answers) == len(self.trees):
            raise Wrong(f"it gave more answers than the {len(self.trees)} tree{'s' * (len(self.trees) != 1)}")
        answer = read_answer(line)
        self.numbers += len(answer.leaves)
        if self.numbers > MOST_NUMBERS:
            raise Wrong(f"its answers have more than {MOST_NUMBERS} numbers; do its windows move a point a pass?")
        self.answers.append(answer)

    def end(self) -> None:
        if self.rest:
            self.line(self.rest)
            self.rest = b""


def adopt() -> None:
    """Makes this process the parent of what the program leaves behind, so that it can be ended."""
    try:
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    except (OSError, AttributeError):
        pass  # elsewhere than on Linux, what leaves its session lives on


def children() -> list[int]:
    try:
        return [int(one) for task in Path("/proc/self/task").iterdir() for one in (task / "children").read_text().split()]
    except OSError:
        return []


def end_all(process: subprocess.Popen) -> None:
    """Kills the program and all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        pass
    process.wait()
    while left := children():
        for one in left:
            try:
                os.kill(one, signal.SIGKILL)
                os.waitpid(one, 0)
            except OSError:
                pass


def start(command: list[str]) -> subprocess.Popen:
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                start_new_session=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    except (OSError, ValueError) as error:
        hint = f"; name what runs it, as in python3 {command[0]}" if os.path.isfile(command[0]) else ""
        raise Die(2, f"{command[0]} cannot be started: {getattr(error, 'strerror', None) or error}{hint}") from None


def worked(session: int) -> tuple[float, bool]:
    """The processor time of the program and all that it started, in seconds, and whether any of it is at work."""
    ticks, at_work = 0, False
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, its, *fields = file.read_text(errors="replace").rpartition(")")[2].split()
        except (OSError, ValueError):
            continue  # it has ended
        if int(its) == session:
            ticks += sum(map(int, fields[7:11]))  # its own, and of those that it has waited for
            at_work |= state in "RD"
    return ticks / os.sysconf("SC_CLK_TCK"), at_work


def talk(process: subprocess.Popen, listener: Listener, seconds: float) -> str:
    """Writes trees and reads answers at the same time. Returns why it has no end, or nothing if it ended."""
    unsent = memoryview("".join(f"{tree.text}\n" for tree in listener.trees).encode())
    began, used = time.monotonic(), -1.0
    ends = began + seconds
    with selectors.DefaultSelector() as ready:
        for pipe, kind in ((process.stdin, selectors.EVENT_WRITE), (process.stdout, selectors.EVENT_READ),
                           (process.stderr, selectors.EVENT_READ)):
            os.set_blocking(pipe.fileno(), False)
            ready.register(pipe, kind)

        def close(pipe) -> None:
            ready.unregister(pipe)
            pipe.close()
        done = False
        while not process.stdout.closed:
            if not done and len(listener.answers) == len(listener.trees):
                done, ends = True, min(ends, time.monotonic() + GRACE)
            left = ends - time.monotonic()
            if left <= 0 and done:
                return ""
            if left <= 0:
                before, (used, at_work) = used, worked(process.pid)
                if used >= seconds:
                    return f"it did not end within {seconds:.3g} s of processor time"
                if not at_work and used <= before or time.monotonic() >= began + LOADED * seconds:
                    return f"it did not end within {time.monotonic() - began:.3g} s{'' if at_work else ', and waits'}"
                left, ends = 0, time.monotonic() + min(1.0, seconds - used)
            events = ready.select(min(left, 0.5))
            if not events and process.poll() is not None:
                break  # what it left behind holds its output open
            for key, _ in events:
                if key.fileobj is process.stdin:
                    try:
                        unsent = unsent[os.write(key.fd, unsent[:1 << 16]):]
                    except BlockingIOError:
                        pass
                    except BrokenPipeError:
                        unsent = unsent[:0]
                    if not unsent:
                        close(process.stdin)
                elif not (text := os.read(key.fd, 1 << 16)):
                    close(key.fileobj)
                elif key.fileobj is process.stderr:
                    listener.count(text)
                    listener.print_on(text)
                else:
                    listener.hear(text)
    listener.end()
    return ""


def how_ended(code: int | None) -> str:
    if code is None:
        return "it closed its output"
    named = {one.value: one.name for one in signal.Signals}  # real-time signals are numbers
    return f"it ended by signal {named.get(-code, -code)}" if code < 0 else f"it ended with exit code {code}"


def ask(command: list[str], trees: list[Tree], seconds: float) -> Heard:
    """Runs the program on these trees."""
    listener, process, status, why = Listener(trees), start(command), "ok", ""
    try:
        if why := talk(process, listener, seconds):
            status = "timeout"
        elif len(listener.answers) < len(trees):
            try:
                code = process.wait(GRACE)
            except subprocess.TimeoutExpired:
                code = None
            status, why = "crashed", how_ended(code)
    except Wrong as wrong:
        status, why = "protocol", str(wrong)
    finally:
        end_all(process)
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()
    if status == "protocol" and listener.spread:
        why += "; a list over several lines is no answer: write it in one line, with .join(' ')"
    elif status in ("crashed", "timeout") and listener.words:
        why += f"; its last words: {clean(listener.words[-200:].decode(errors='replace'))}"
    return Heard(listener.answers, status, why)


def ask_all(command: list[str], trees: list[Tree], seconds: float = SECONDS) -> Heard:
    """Runs the program on all trees. If it ends early or has no end, then on each tree alone from the first unanswered
    one on, to the first that fails, which is the one after the last answer."""
    adopt()
    limit = seconds * -(-len(trees) // 100)
    heard = ask(command, trees, limit)
    if heard.status not in ("crashed", "timeout"):
        return heard
    ends, came = time.monotonic() + limit, len(heard.answers)
    why = f"after {came} of {len(trees)} answers {heard.why}"
    for at in range(came, len(trees)):
        if time.monotonic() >= ends:
            return Heard(heard.answers, heard.status, f"{why}; alone, it answers trees {came + 1} to {at}")
        alone = ask(command, trees[at:at + 1], seconds)
        if alone.status != "ok":
            return Heard(heard.answers, heard.status, f"{why}; alone on tree {at + 1}, {trees[at].text}, {alone.why}",
                         alone.status == "timeout")
        heard.answers.extend(alone.answers)
    return Heard(heard.answers, heard.status, f"{why}; alone, it answers every tree")
