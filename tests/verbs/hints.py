"""Types every word of src/search/hints.def, and then what its hint says: hints.py PROGRAM ROOT."""
import math
import re
import subprocess
import sys
from pathlib import Path

PROGRAM, ROOT = sys.argv[1:]
QUICK = ["--game=chess", "--position=start", "--depth=1"]
VALUES = {"algo": "pvs", "depth": "1", "max-nodes": "100", "repeat": "1", "positions": "set.epd", "position": "start",
          "engine": "stockfish", "jobs": "1", "tt": "1M", "order": "none", "timeout": "9", "reference": "pvs", "game": "chess",
          "seed": "1", "window": "9", "quiescence": "on",
          "format": "json", "guess": "0", "widen": "full", "eval": "material", "tt-replace": "depth", "output": "x.json"}


def typed(*words: str) -> tuple[int, str]:
    try:
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=9, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return 0, ""
    return done.returncode, done.stderr


def prompt(where: str, word: str) -> list[str]:
    if where == "core":
        return [f"--algo=pvs+{word}"]
    if where in VERBS:
        return [where, f"-{word}" if len(word) == 1 else f"--{word}={VALUES.get(word, '1')}" if word in known else f"--{word}"]
    if where in ("command", "section"):
        return ["list", word] if where == "section" else [word]
    if where in ("game", "tree"):
        return [f"--{where}={word}"]
    return [f"-{word}" if len(word) == 1 else f"--{word}"] if where == "option" else [
        *(part for part in ("--algo=aspiration", *QUICK) if not part.startswith(f"--{where}=")), f"--{where}={word}"]


def forms(text: str) -> list[str]:
    """What may stand in the message: the hint, or for an option's part or its value what has it."""
    bare = text.removeprefix("!").replace("#", "")
    return [bare, "--order'"] if bare.startswith("order=") else [bare, f"--{bare.partition('=')[0]}'"] if "=" in bare and text[0] != "!" else [bare]


def follow(where: str, text: str) -> list[str]:
    """The command line that does as the hint says."""
    if where in VERBS:
        return [where, *(["--game=tictactoe"] if where != "compare" else []), f"--{text}"]
    name = text.partition("=")[0]
    if where == "option":
        value = f"={VALUES[name]}" if name == text and name in VALUES else ""
        rest = [word for word in QUICK if not word.startswith((f"--{name}=", "--position=" if name in ("positions", "game") else "--x"))]
        if name == "tree":
            rest = ["--depth=1"]
        return [*(rest if name not in ("position", "positions") else ["--game=chess"]), f"--{text}{value}", "--depth=1"] \
            if name not in ("help", "version") else [f"--{text}"]
    if where == "command":
        return [*text.split(), "--help"]
    if where in ("game", "tree"):
        return [f"--{where}={text}", "--depth=2" if where == "tree" else "--max-positions=1"]
    return prompt(where, text)


Path("set.epd").write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")
Path("TREE.json").write_text("[[3,12],[2,5]]")
known = set(re.findall(r"--([a-z-]+)", subprocess.run([PROGRAM, "--help=all"], capture_output=True, text=True).stdout)) | {"help"}
VERBS = {"run", "compare", "tune", "positions", "list", "check"}
bad = 0
commands = subprocess.run([PROGRAM, "help"], capture_output=True, text=True).stdout
for where, words, text in re.findall(r'^HINT\("([^"]+)", "([^"]+)", "([^"]+)"\)', Path(ROOT, "src/search/hints.def").read_text(), re.M):
    for word in words.split():
        code, said = typed(*prompt(where, word))
        if code != 64 or not any(form in said for form in forms(text)):
            bad += 1
            print(f"{where} {word}: exit {code}, not the hint {text}: {said}")
    if text[0] == "!":
        wrong = [name for name in re.findall(r"--([a-z-]+)", text) if name not in known]
        wrong += [verb for verb in re.findall(r"`absbench ([a-z][a-z-]*)", text) if not re.search(rf"\b{verb}\b", commands)]
        wrong = [f"no {name}" for name in wrong if name]
    else:
        wrong = [said for one in text.replace("#", "").split("' or '") for code, said in [typed(*follow(where, one))] if code == 64]
    if wrong:
        bad += 1
        print(f"{where} {words}: {text}: {wrong}")

# A word that says no does not get what the word itself gets, and what it gets can be typed.
def meant(*words: str) -> str:
    code, said = typed(*words)
    if code != 64:
        return f"exit {code}"
    return said.partition("shows them; ")[2].strip() or said.partition("; ")[2].strip()


for where, words, text in re.findall(r'^HINT\("(option)", "([^"]+)", "([^!"][^"]*)"\)', Path(ROOT, "src/search/hints.def").read_text(), re.M):
    for word in words.split():
        if len(word) == 1 or text.startswith("help"):
            continue
        yes, *no = (meant(form) for form in (f"--{word}=on", f"--{word}=off", f"--no-{word}", f"--{word}=false", f"--disable-{word}"))
        wrong = [form for form in no if form == yes or not form]
        for target in {form for form in no if form.startswith("did you mean")}:
            if typed(*follow("option", target.split("'")[1].removeprefix("--")))[0] == 64:
                wrong.append(f"refused: {target}")
        if wrong:
            bad += 1
            print(f"{word}: on: {yes}; off: {no}: {wrong}")

# Where a number with a unit is refused with what to write, that is the same number; no unit that the option has not
# gets one. Each option's units, in its own; a text is NUMBER UNIT.
SECONDS = {"": 1, "us": 1e-6, "ms": 1e-3, "s": 1, "sec": 1, "min": 60, "m": 60, "h": 3600, "d": 86400}
COUNT = {"": 1, "k": 1e3, "K": 1e3, "kn": 1e3, "M": 1e6, "Mn": 1e6, "million": 1e6, "G": 1e9, "b": 1e9, "B": 1e9, "n": 1, "nodes": 1, "x": 1, "times": 1, "runs": 1, "cores": 1}
BYTES = {"": 1, "b": 1, "B": 1, "bytes": 1, "K": 2**10, "KB": 2**10, "KiB": 2**10, "M": 2**20, "MB": 2**20, "mib": 2**20, "G": 2**30, "GB": 2**30, "T": 2**40}
POINTS = {"": 1, "pts": 1, "points": 1}
PAWN = 1e9  # of each game other points, so that none of these are right for a part of it
UNITS = {"timeout": SECONDS, "engine-start": SECONDS, "max-nodes": COUNT, "max-positions": COUNT, "repeat": COUNT, "jobs": COUNT, "tt": BYTES,
         "depth": {"": 1, "ply": 1, "plies": 1}, "step": POINTS, "grain": POINTS, "guess": POINTS, "window": POINTS | {"p": PAWN, "cp": PAWN / 100},
         "widen-factor": {"": 1, "x": 1, "times": 1, "%": 0.01}}
EVERY = sorted({unit for units in UNITS.values() for unit in units} | {"p", "pawns", "mm", "kg"})
checked = 0


def value(text: str, units: dict[str, float]) -> float | None:
    number, unit = re.fullmatch(r"([\d.]+)(.*)", text).groups()
    return float(number) * units[unit] if unit in units else None


for option, units in UNITS.items():
    for text in (f"{number}{unit}" for number in ("2", "200") for unit in EVERY):
        said = typed("--game=nothing", "--algo=aspiration", f"--{option}={text}")[1]
        write = re.search(r"; write (\S+)$", said.strip())
        checked += write is not None
        if write and (value(text, units) is None or not math.isclose(value(write[1], units), value(text, units))):
            bad += 1
            print(f"--{option}={text}: {said}")
if checked < 100:
    bad += 1
    print(f"only {checked} numbers were refused with what to write")
sys.exit(bad > 0)
