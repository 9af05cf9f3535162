"""Engines that speak UCI, and threads that run several of them."""
import os
import re
import select
import shlex
import shutil
import subprocess
import threading
import time
from collections.abc import Callable

from .cli import Die

PATIENCE_S, LONGEST_S, MOST_LINES = 120, 3600, 10 ** 6  # silence; length of an answer
PATH = os.environ.get("PATH", "") + ":/usr/games"
USUAL = {"chess": "stockfish", "xiangqi": "fairy-stockfish"}  # engines that know the rules


def need(command: str, what: str) -> None:
    """Ends the script at its start if a program does not exist."""
    try:
        found = shutil.which(shlex.split(command)[0], path=PATH)
    except (ValueError, IndexError):
        found = None
    if not found:
        raise Die(2, f"{command}, {what}, is missing; install it")


def command_of(text: str) -> tuple[str, list[list[str]]]:
    """The command and the settings in COMMAND, COMMAND:NAME=VALUE;.. or NAME=VALUE;.."""
    command = text if "=" not in text else (re.match("([^=]*):", text) or ["", ""])[1]
    settings = [s.split("=", 1) for s in text[len(command):].removeprefix(":").split(";") if s]
    if any(len(one) != 2 for one in settings):
        raise Die(64, f"'{text}' is not NAME=VALUE;.. or COMMAND:NAME=VALUE;..")
    return command, settings


def placed(position: str) -> str:
    clocks = " 0 1" * (len(position.split()) == 4)  # an EPD has none
    return "position startpos" if position == "start" else f"position fen {position}{clocks}"


class Engine:
    """A process that speaks UCI. It ends when its input does, with this one at the latest."""

    def __init__(self, command: str, settings: list[list[str]], usual: dict | None = None):
        self.command, self.heard = command, b""
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                stderr=subprocess.DEVNULL, env=os.environ | {"PATH": PATH})
        except (OSError, ValueError, IndexError) as error:
            raise Die(2, f"'{command}' cannot be run: {error}") from None
        said = self.ask("uci", "uciok")
        self.name = next((line[8:] for line in said if line.startswith("id name ")), command)
        offers = (line[12:].partition(" type ") for line in said if line.startswith("option name "))
        self.offers = {name.lower(): rest for name, _, rest in offers}
        for name, value in [pair for pair in (usual or {}).items() if pair[0].lower() in self.offers] + settings:
            if name.lower() not in self.offers:
                raise Die(64, f"{command} has no option {name}")
            self.process.stdin.write(f"setoption name {name} value {value}\n".encode())

    def ask(self, said: str, until: str) -> list[str]:
        """Its lines up to the one that begins so."""
        lines, pipe, end = [""], self.process.stdout, time.monotonic() + LONGEST_S
        try:
            self.process.stdin.write(said.encode() + b"\n")
            while not lines[-1].startswith(until):
                while b"\n" not in self.heard:
                    more = select.select([pipe], [], [], PATIENCE_S)[0] and pipe.read(65536)
                    if not more or time.monotonic() > end or len(lines) > MOST_LINES:
                        raise OSError
                    self.heard += more
                line, self.heard = self.heard.split(b"\n", 1)
                lines.append(line.decode(errors="replace").strip())
        except OSError:
            raise Die(2, f"{self.command} has ended, or said no {until}, but nothing for {PATIENCE_S} s, "
                         f"other lines for {LONGEST_S} s, or {MOST_LINES} of them") from None
        return lines

    def end(self) -> None:
        with self.process:  # which closes the pipes: a child of the engine may still write
            self.process.kill()


def share_out(left: list, jobs: int, begin: Callable, do: Callable, done: Callable) -> None:
    """Calls done(thing, do(engine, thing)) for each thing of the list, in so many threads, one
    done() at a time. Each thread has its own engine from begin(). The first failure ends all
    threads."""
    lock, failed = threading.Lock(), []

    def work() -> None:
        try:
            engine = begin()
            while left and not failed:
                with lock:
                    things = [left.pop(0)] if left else []
                for one in things:
                    found = do(engine, one)
                    with lock:
                        done(one, found)
            if engine:
                engine.end()
        except Exception as error:  # pylint: disable=broad-except
            failed.append(error)
    threads = [threading.Thread(target=work, daemon=True) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
