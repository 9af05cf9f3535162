"""What the scripts have in common: options, ends, signals, and files that are written whole."""
import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

from .text import NBSP, clean

HERE = Path(__file__).resolve().parents[1]  # the scripts' folder
INSTALLED = HERE.name != "scripts"  # as libexec/absbench, by make install
TOP = Path() if INSTALLED else HERE.parent  # whose results/ is used


class Die(Exception):
    """Ends the script with that code and one line."""

    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code


class Options(argparse.ArgumentParser):
    """Options whose --help is the script's own text, and whose errors are one line and 64."""

    def __init__(self, usage: str):
        super().__init__(allow_abbrev=False)
        self.register("type", None, filled)
        self.print_help = lambda: print(usage.lstrip(), end="")  # its own hides errors of writing

    def error(self, message: str):
        raise Die(64, f"{message}; see --help")


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
    """One line on stderr, whatever names it holds."""
    print(" ".join(clean(f"{Path(sys.argv[0]).name}: {message}").replace(NBSP, " ").splitlines()), file=sys.stderr)


def run(main) -> None:
    """Ends the process by what main returns, or with one line on stderr."""
    sys.stdout.reconfigure(errors="surrogateescape")  # names of files may be any bytes
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda got, _: sys.exit(128 + got))
    try:
        try:
            code = main(sys.argv[1:])
        except Die as end:
            warn(str(end))
            code = end.code
        except SystemExit as end:  # of --help, or a signal
            code = end.code
        sys.stdout.flush()
    except OSError as error:
        code = 128 + signal.SIGPIPE if isinstance(error, BrokenPipeError) else 2
        if code == 2:
            warn(f"{error.filename or 'standard output'}: {error.strerror}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except Exception:  # a fault of ours, or of a report that was edited; 1 would say that values disagree
        traceback.print_exc()
        code = 2
    sys.exit(code)


def missing(name: str, what: str) -> Die:
    return Die(2, f"{name} is missing; " + ("install it" if INSTALLED else f"run scripts/bootstrap {what}"))


def unusable(error: Exception, name: str, what: str) -> Die:
    """Why a library cannot be imported: it is missing, or there and broken, of which it says what it likes."""
    if isinstance(error, ModuleNotFoundError):
        return missing(error.name.split(".")[0], what)
    said = next(filter(None, map(str.strip, str(error).splitlines())), type(error).__name__)
    return Die(2, f"{name} cannot be used: {said}; install it anew")


def drawing():
    """The module that draws, which needs more than Python."""
    try:
        from . import draw
    except Exception as error:  # a broken library may raise anything
        raise unusable(error, "matplotlib", "plots") from None
    return draw


def computing():
    """The module that computes what moves lose."""
    try:
        from . import regret
    except Exception as error:
        raise unusable(error, "numpy or scipy", "claims") from None
    return regret


def absbench() -> str:
    return os.environ.get("ABSBENCH") or str(
        HERE.parents[1] / "bin/absbench" if INSTALLED else TOP / "absbench")


def need_absbench(program: str = "") -> None:
    program = program or absbench()
    if not os.access(program, os.X_OK):
        raise Die(2, f"{program} is not built; run make{' install' * INSTALLED}")


def told(*words: str, stdin: str = "stdin", **given) -> list[str]:
    """What absbench says, without comments; `stdin` is the name of what it reads there."""
    need_absbench()
    did = subprocess.run([absbench(), *words], capture_output=True, text=True, **given)
    if did.returncode:
        why = did.stderr.strip().removeprefix("absbench: ").replace("stdin:", f"{stdin}:", 1)
        raise Die(2, why.removesuffix("; or leave such lines out: --skip-bad") or f"absbench: {did.returncode}")
    return [line for line in did.stdout.splitlines() if not line.startswith("#")]


def perft(text: str, name: str, *words: str) -> list[dict]:
    """Rows of the positions that a file has."""
    options = ["--positions=-", "--no-time", "--format=jsonl", *words]
    return [*map(json.loads, told("perft", *options, stdin=name, input=text))]


def search(command: list[str], **more) -> int:
    """Runs absbench to its end and returns its code. At a signal absbench is asked to stop, and
    waited for: it writes what is finished at the first signal and dies at a second one of the same
    kind. A terminal's Ctrl-C has reached it already, so it is sent another kind."""
    with subprocess.Popen(command, **more) as child:
        try:
            return child.wait()
        except SystemExit as end:
            child.send_signal(signal.SIGINT if end.code == 128 + signal.SIGTERM else signal.SIGTERM)
            raise


def stem(report: str) -> str:
    """Its name without the ending, for what is made of it."""
    return report.removesuffix(".json").removesuffix(".jsonl")


def is_device(name: str) -> bool:
    """What has no other name to take, such as a pipe."""
    path = Path(name)
    return name.startswith("/dev/") or not (path.is_file() or path.is_dir() or not path.exists())


def writable(name: str) -> None:
    """Ends the script if a file cannot be put there, before any work is done for it."""
    path = Path(name).resolve()
    if not is_device(name) and (path.is_dir() or not os.access(path.parent, os.W_OK)):
        raise Die(2, f"{name} cannot be written")


def write(name: str, content: bytes, given: bool = True, mode: int | None = None) -> None:
    """Whole or not at all. What the user named may be a device, which is written straight away, or
    a link, which stays. A name that a script made up may have been taken by anyone: nothing is
    written through it, it is replaced. `mode`: its permissions, for others than a plain file's."""
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
    except OSError:
        raise Die(2, f"{name} cannot be written") from None


def go_on(name: str, head: str) -> list[str]:
    """The lines behind the head of a file that the same command goes on with, without one that was
    torn. The file is begun if it is not there."""
    try:
        if is_device(name):
            raise OSError("it is no file")
        with open(name, "a+b") as file:
            file.seek(0)
            text = file.read()
            if text and not text.startswith(head.encode()):
                raise Die(2, f"{name} was made otherwise: its head is not that of this command")
            whole = text[:text.rfind(b"\n") + 1]
            file.truncate(len(whole))
            if not text:
                file.write(head.encode())
            return whole.decode().removeprefix(head).split("\n")[:-1]
    except (OSError, UnicodeDecodeError) as error:
        raise Die(2, f"{name} cannot be written: {error}") from None
