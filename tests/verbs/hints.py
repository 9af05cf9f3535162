"""Types every word of src/search/hints.def, and then what its hint says: hints.py PROGRAM ROOT."""
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
sys.exit(bad > 0)
