"""Engines that speak UCI: players, judges, and threads that run several of them."""
import hashlib
import os
import re
import select
import shlex
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from . import cli
from .cli import Die

PATIENCE_S, LONGEST_S, MOST_LINES, LONGEST_LINE = 120, 3600, 10 ** 6, 1 << 20  # silence; length of an answer; bytes
PATH = os.environ.get("PATH", "") + ":" + os.environ.get("GAMES", "/usr/games")
USUAL = {"chess": "stockfish", "xiangqi": "fairy-stockfish"}  # engines that know the rules


def need(command: str, what: str) -> None:
    """Ends the script at its start if a program does not exist."""
    try:
        found = shutil.which(shlex.split(command)[0], path=PATH)
    except (ValueError, IndexError):
        found = None
    if not found:
        raise cli.missing(f"{command}, {what},", "judges") if command in USUAL.values() else \
            Die(2, f"{command}, {what}, is missing; install it")


def command_of(text: str) -> tuple[str, list[list[str]]]:
    """The command and the settings in COMMAND, COMMAND:NAME=VALUE;.. or NAME=VALUE;.."""
    text = text.strip()
    command = text if "=" not in text else (re.match("([^=]*):", text) or ["", ""])[1]
    settings = [s.split("=", 1) for s in text[len(command):].removeprefix(":").split(";") if s]
    if any(len(one) != 2 for one in settings):
        raise Die(64, f"'{text}' is not NAME=VALUE;.. or COMMAND:NAME=VALUE;..")
    return command, settings


def placed(position: str) -> str:
    clocks = " 0 1" * (len(position.split()) == 4)  # an EPD has none
    return "position startpos" if position == "start" else f"position fen {position}{clocks}"


def hash_of(*paths: Path) -> str:
    """Of those that are files."""
    found = hashlib.sha256()
    for path in paths:
        if path.is_file():
            found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


class Engine:
    """A process that speaks UCI. It ends when its input does, with this one at the latest."""

    def __init__(self, command: str, settings: list[list[str]], usual: dict | None = None):
        self.command, self.heard = command, b""
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                stderr=subprocess.DEVNULL, env=os.environ | {"PATH": PATH})
        except (OSError, ValueError, IndexError) as error:
            raise Die(2, f"'{command}' cannot be run: {getattr(error, 'strerror', None) or error}") from None
        said = self.ask("uci", "uciok")
        self.name = next((line[8:] for line in said if line.startswith("id name ")), command)
        offers = (line[12:].partition(" type ") for line in said if line.startswith("option name "))
        self.offers = {name.lower(): rest for name, _, rest in offers}
        for name, value in [pair for pair in (usual or {}).items() if pair[0].lower() in self.offers] + settings:
            if name.lower() not in self.offers:
                raise Die(64, f"{command} has no option {name}")
            self.say(f"setoption name {name} value {value}")

    def say(self, said: str) -> None:
        try:
            self.process.stdin.write(said.encode() + b"\n")
        except OSError:
            raise Die(2, f"{self.command} has ended, or has closed its input") from None

    def ask(self, said: str, until: str, longest: int = 0) -> list[str]:
        """Its lines up to the one that begins so, which comes within so many seconds (LONGEST_S)."""
        self.say(said)
        longest = longest or LONGEST_S
        lines, pipe, end = [""], self.process.stdout, time.monotonic() + longest
        while not lines[-1].startswith(until):
            while b"\n" not in self.heard:
                late = not select.select([pipe], [], [], PATIENCE_S)[0]
                more = b"" if late else pipe.read(65536)
                why = (f"nothing for {PATIENCE_S} s" if late else "has ended" if not more else
                       f"other lines for {longest} s" if time.monotonic() > end else
                       f"{MOST_LINES} other lines" if len(lines) > MOST_LINES else
                       f"a line of more than {LONGEST_LINE} bytes" if len(self.heard) > LONGEST_LINE else "")
                if why:
                    raise Die(2, f"{self.command} {'' if why == 'has ended' else 'says '}{why} where {until} was due")
                self.heard += more
            line, self.heard = self.heard.split(b"\n", 1)
            lines.append(line.decode(errors="replace").strip())
        return lines

    def hash(self) -> str:
        """Of its program and of the files that are words of its command."""
        about = Path(f"/proc/{self.process.pid}")
        try:
            words = (about / "cmdline").read_bytes().split(b"\0")[1:-1]
            return hash_of(about / "exe", *(about / "cwd" / os.fsdecode(word) for word in words))
        except OSError as error:
            raise Die(2, f"{self.command}: its program cannot be read: {error.strerror}") from None

    def end(self) -> None:
        with self.process:  # which closes the pipes: a child of the engine may still write
            self.process.kill()


def spelled(text: str) -> str:
    """What is written as on absbench's command line, `pvs --tt-mode=exact`, written as settings."""
    first, *rest = re.findall("[^ ;]+", text) or [""]
    settings = [word.removeprefix("--").partition("=") for word in ["algo=" * ("=" not in first) + first, *rest]]
    return ";".join(f"{'Algorithm' if name == 'algo' else name.replace('-', '').capitalize()}={value}" for name, _, value in settings)


def player(text: str, game: str, hash_mib: int, again: bool = True) -> Engine:
    """One that plays: settings of `absbench uci`, or an engine. An error says how the settings are written, if that
    can be told."""
    command, settings = command_of(text)
    try:
        one = Engine(command or f"{shlex.quote(cli.absbench())} uci", settings, {"Hash": hash_mib, "Threads": 1, "UCI_Variant": game})
        refused = [] if command else [line for line in one.ask("isready", "readyok") if line.startswith("info string ")]
        if refused:
            one.end()
            raise Die(64, f"'{text}': {refused[0][12:]}")
        return one
    except Die as error:
        better = spelled(text)
        try:
            if again:
                player(better, game, hash_mib, again=False).end()
        except Die:
            again = False
        raise Die(64, f"{error}; write '{better}'") if again else error from None


def look(referee: Engine, fen: str, move: str = "") -> tuple[str, bool, list[str]]:
    """The position after a move, whether the side to move is in check, and its legal moves."""
    said = referee.ask(f"{placed(fen)}{move and ' moves '}{move}\nd\ngo perft 1", "Nodes searched")
    found = {name: value.strip() for name, _, value in (line.partition(":") for line in said)}
    return found["Fen"], found["Checkers"] != "", [name for name in found if re.fullmatch(r"([a-i]\d+){2}[a-z]?", name)]


def programs(begin: dict[str, Callable]) -> dict[str, str]:
    """What runs, for the head of a file that another run may continue."""
    found = {}
    for part, start in begin.items():
        one = start()
        found[part] = f"{one.name}, sha256 {one.hash()}"
        one.end()
    return found


# ---- what moves are worth ------------------------------------------------------------------------

EXACT = re.compile(r"info (?!string )(?!.*bound\b)(?=.*\bdepth (\d+))(?=.* score (cp|mate) (-?\d+)(?: |$)).* pv (\S+)")


def value_of(kind: str, number: int) -> int:
    """The value of `cp N` or `mate N`: the root mates in N moves, or is mated in -N."""
    return number if kind == "cp" else 30000 - 2 * number if number > 0 else -30000 - 2 * number


def heard(lines: list[str]) -> dict[int, dict[str, int]]:
    """The values of the moves by depth: the last exact value of each move."""
    found: dict[int, dict[str, int]] = {}
    for said in filter(None, map(EXACT.match, lines)):
        depth, kind, number, move = said.groups()
        found.setdefault(int(depth), {})[move] = value_of(kind, int(number))
    return found


def even(judge: Engine, position: str, most: int, depth: int = 10) -> bool:
    """Whether the judge's value at that depth lies within so many centipawns."""
    values = heard(judge.ask(f"ucinewgame\n{placed(position)}\ngo depth {depth}", "bestmove")).get(depth, {})
    return bool(values) and all(abs(value) <= most for value in values.values())


def worth(engine: Engine, position: str, moves: list[str], depth: int, some: bool = False) -> tuple[dict[str, int], int]:
    """The value of each move, as the engine writes them, by the last iteration that has an exact one
    for all of them; and the depth of that iteration. `some`: these are not all legal moves."""
    most = re.search(r" max (\d+)", engine.offers["multipv"])
    if most and int(most[1]) < len(moves):
        raise Die(2, f"{engine.command}: the maximum of its option MultiPV is {most[1]}, but {len(moves)} moves "
                     f"are to be judged in {position}")
    engine.ask(f"setoption name MultiPV value {len(moves)}\nucinewgame\nisready", "readyok")
    only = f" searchmoves {' '.join(moves)}" * some
    found = heard(engine.ask(f"{placed(position)}\ngo depth {depth}{only}", "bestmove"))
    last = max((at for at, values in found.items() if {*moves} == {*values}), default=0)
    if not last:
        raise Die(2, f"{engine.command} says no exact value of each of the {len(moves)} moves of {position}")
    return found[last], last


# ---- threads -------------------------------------------------------------------------------------

def share_out(left: list, jobs: int, begin: Callable, do: Callable, done: Callable) -> None:
    """Calls done(thing, do(engine, thing)) for each thing of the list, in so many threads, one
    done() at a time. Each thread has its own engine from begin(). The first failure ends all
    threads."""
    lock, failed = threading.Lock(), []

    def work() -> None:
        engine = None
        try:
            engine = begin()
            while left and not failed:
                with lock:
                    things = [left.pop(0)] if left else []
                for one in things:
                    found = do(engine, one)
                    with lock:
                        done(one, found)
        except Exception as error:  # pylint: disable=broad-except
            failed.append(error)
        finally:
            if engine:
                engine.end()
    threads = [threading.Thread(target=work, daemon=True) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
