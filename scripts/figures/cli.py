"""What the scripts share: options, exit codes, signals, and files written whole or not at all."""
import argparse
import difflib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

from .text import NBSP, clean

HERE = Path(__file__).resolve().parents[1]  # the scripts' folder
INSTALLED = HERE.name != "scripts"  # as libexec/absbench, by make install
TOP = Path() if INSTALLED else HERE.parent  # results/ is below this folder


def shared(path: str) -> Path:
    """A file or folder of the source that `make install` puts into share/absbench."""
    return HERE.parents[1] / "share/absbench" / Path(path).name if INSTALLED else TOP / path


WORDS = (("concurrency threads cores workers parallel n", "jobs"), ("rounds matches", "games"), ("tt ttsize hashsize", "hash"),
         ("book epd positions", "openings"), ("openings book epd", "positions"), ("variant", "game"),
         ("movetime tc st time", "nodes"), ("out save outfile pgnout", "output"),
         ("algorithm search", "algo"), ("plies", "depth"))  # of other programs, and options here
SETTINGS = ("algo", "algorithm", "window", "widen", "guess", "order", "eval", "select")  # of a search in A or B


class Die(Exception):
    """Ends the script with that exit code and a message of one line."""

    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code


class Options(argparse.ArgumentParser):
    """Prints the script's own text for --help. Errors are one line, with exit code 64."""

    def __init__(self, usage: str):
        super().__init__(allow_abbrev=False)
        self.register("type", None, filled)
        self.print_help = lambda: print(usage.lstrip(), end="")  # argparse's hides errors of writing

    def error(self, message: str):
        raise Die(64, f"{message}; see --help{self.hint(message)}")

    def hint(self, message: str) -> str:
        """What other programs' words of options are here, where the script has that option; or the nearest name."""
        unknown = re.match("unrecognized arguments: --?([a-z0-9-]+)", message.lower())
        if not unknown:
            return ""
        word = unknown[1].replace("-", "")
        if any(action.dest == "sides" for action in self._actions):
            if word.startswith("engine"):
                return f"; write {Path(sys.argv[0]).name} A B"
            if word in SETTINGS:
                return "; a setting is part of A or B: 'Algorithm=aspiration+pvs;Window=0.25p'"
        own = [name.removeprefix("--") for name in self._option_string_actions]
        meant = [name for words, name in WORDS if word in words.split() and name in own] or (
            [] if word.startswith("max") else difflib.get_close_matches(word, own, 1, .7))
        return f"; did you mean '--{meant[0]}'?" if meant else ""


def filled(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("give a value")
    return text


def up_to(most: int):
    """The type of an option that is a number."""
    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text) <= most):
            raise argparse.ArgumentTypeError(f"a number up to {most} is wanted, not '{text}'")
        return int(text)
    return number


def warn(message: str) -> None:
    """Prints one line on stderr, even if a file name contains line breaks."""
    line = " ".join(clean(f"{Path(sys.argv[0]).name}: {message}").replace(NBSP, " ").splitlines())
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        discard(2)


def discard(stream: int) -> None:
    """What is written there from now on, and what Python still holds, is lost."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def open_streams() -> None:
    """A file that is opened takes the lowest free number. So that none becomes a standard stream
    that is closed, all three are open: what is printed is an error, what is said is lost."""
    for stream, way in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(stream)
        except OSError:
            os.open(os.devnull, way)
            os.set_inheritable(stream, True)
    sys.stdin, sys.stdout, sys.stderr = (old or os.fdopen(number, mode, closefd=False) for number, (old, mode) in enumerate(
        ((sys.stdin, "r"), (sys.stdout, "w"), (sys.stderr, "w"))))


def run(main) -> None:
    """Runs main and ends the process with its result, or with an error of one line on stderr."""
    open_streams()
    # Where no locale is set, Python gives its children C.UTF-8: absbench would print what it does not print alone.
    if b"\0LC_CTYPE=" not in b"\0" + Path("/proc/self/environ").read_bytes():
        os.environ.pop("LC_CTYPE", None)
    sys.stdout.reconfigure(errors="surrogateescape")  # file names may contain any bytes
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda got, _: sys.exit(128 + got))
    try:
        try:
            code = main(sys.argv[1:])
        except Die as end:
            warn(str(end))
            code = end.code
        except SystemExit as end:  # from --help or a signal
            code = end.code
        sys.stdout.flush()
    except OSError as error:
        code = 128 + signal.SIGPIPE if isinstance(error, BrokenPipeError) else 2
        if code == 2:
            warn(f"{error.filename or 'standard output'}: {error.strerror}")
        discard(1)
    except Exception:  # our bug, or an edited report; exit code 1 would mean that values disagree
        code = 2
        try:
            traceback.print_exc()
        except OSError:
            discard(2)
    sys.exit(code)


def missing(name: str, what: str) -> Die:
    return Die(2, f"{name} is missing; " + ("install it" if INSTALLED else f"run scripts/bootstrap {what}"))


def unusable(error: Exception, name: str, what: str) -> Die:
    """Says why a library cannot be imported: it is missing, or broken for a reason it gives."""
    if isinstance(error, ModuleNotFoundError):
        return missing(error.name.split(".")[0], what)
    said = next(filter(None, map(str.strip, str(error).splitlines())), type(error).__name__)
    return Die(2, f"{name} cannot be used: {said}; install it anew")


def absbench() -> str:
    return os.environ.get("ABSBENCH") or str(
        HERE.parents[1] / "bin/absbench" if INSTALLED else TOP / "absbench")


def need_absbench(program: str = "") -> None:
    program = program or absbench()
    if not os.access(program, os.X_OK):
        raise Die(2, f"{program} is not built; run make{' install' * INSTALLED}")


def told(*words: str, stdin: str = "stdin", **given) -> list[str]:
    """The lines that absbench prints, without comments. Errors name its input `stdin`."""
    need_absbench()
    did = subprocess.run([absbench(), *words], capture_output=True, text=True, **given)
    if did.returncode:
        why = did.stderr.strip().removeprefix("absbench: ").replace("stdin:", f"{stdin}:", 1)
        raise Die(2, why.removesuffix("; or leave such lines out: --skip-bad") or f"absbench: {did.returncode}")
    return [line for line in did.stdout.splitlines() if not line.startswith("#")]


def perft(text: str, name: str, *words: str) -> list[dict]:
    """The rows of perft for the positions of a file."""
    options = ["--positions=-", "--no-time", "--format=jsonl", *words]
    return [*map(json.loads, told("perft", *options, stdin=name, input=text))]


def search(command: list[str], **more) -> int:
    """Runs absbench to its end and returns its exit code. At a signal, asks absbench to stop and
    waits for it: the first signal makes it write what is finished, a second one of the same kind
    kills it. Ctrl-C in a terminal has reached it already, so it is sent a signal of another
    kind."""
    with subprocess.Popen(command, **more) as child:
        try:
            return child.wait()
        except SystemExit as end:
            child.send_signal(signal.SIGINT if end.code == 128 + signal.SIGTERM else signal.SIGTERM)
            raise


def stem(report: str) -> str:
    """The report's name without its ending, for the names of files made from it."""
    return report.removesuffix(".json").removesuffix(".jsonl")


def is_device(name: str) -> bool:
    """Whether it cannot be replaced by renaming a file, such as a pipe."""
    path = Path(name)
    return name.startswith("/dev/") or not (path.is_file() or path.is_dir() or not path.exists())


def writable(name: str) -> None:
    """Ends the script if the file cannot be written, before any work is done."""
    path = Path(name).resolve()
    if not is_device(name) and (path.is_dir() or not os.access(path.parent, os.W_OK)):
        raise Die(2, f"{name} cannot be written")


def write(name: str, content: bytes, given: bool = True, mode: int | None = None) -> None:
    """Writes a file whole or not at all. A name that the user gave may be a device, which is
    written directly, or a link, which is kept. A name that a script made up may belong to a link of
    anyone: it is replaced, not followed. `mode`: permissions, if not those of a plain file."""
    try:
        if given and is_device(name):
            Path(name).write_bytes(content)
            return
        path = Path(name).resolve() if given else Path(name).parent.resolve() / Path(name).name
        with tempfile.TemporaryDirectory(prefix=".absbench.", dir=path.parent) as folder:
            unfinished = Path(folder, path.name)
            unfinished.write_bytes(content)
            if mode is not None:
                unfinished.chmod(mode)
            unfinished.replace(path)
    except OSError as error:
        raise Die(2, f"{name} cannot be written: {error.strerror}") from None
