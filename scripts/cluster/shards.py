"""What cluster-parallel and cluster-slurm have in common: a folder with a program, a journal for
each shard, and two commands of a few lines, `run I` and `merge`."""
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from figures import cli
from figures.cli import INSTALLED, TOP, Die

# What the scripts set themselves, and what `merge` must know too.
OURS = ("--output", "--shard", "--resume", "--jobs", "--quiet", "--show", "--until-ci")
SHARED = ("--reference", "--metric", "--no-time")


class Job:
    """One sweep in shards, as the command line asks for it."""

    def __init__(self, parser: cli.Options, arguments: list[str]):
        place = arguments.index("--") if "--" in arguments else len(arguments)
        parser.add_argument("--shards", type=cli.up_to(1000000), required=True)
        parser.add_argument("--output", required=True)
        parser.add_argument("--dir")
        parser.add_argument("--jobs", type=cli.up_to(256), default=1)
        self.options = parser.parse_args(arguments[:place])
        self.sweep = arguments[place + 1:]
        self.plugins = plugins(self.sweep)
        self.shards = self.options.shards
        self.all = f"1-{self.shards}" if self.shards > 1 else "1"
        self.output = Path(self.options.output).absolute()
        self.dir = Path(self.options.dir or self.output.with_suffix(".shards")).absolute()
        if not self.sweep:
            raise Die(64, "write what is searched after --, such as `-- sweep --grid=FILE.json`")
        if not self.shards or not self.options.jobs:
            raise Die(64, "--shards and --jobs: a number from 1 on")
        for word in self.sweep:
            name = word.split("=")[0]
            if name[:2] in ("-o", "-j") or named(name, OURS):
                raise Die(64, f"{word} cannot stand after --: this script sets it; see --help")
        cli.writable(str(self.output))

    def journal(self, shard: int) -> Path:
        return self.dir / f"shard-{shard}.jsonl"

    def journals(self) -> list[Path]:
        return [file for file in map(self.journal, range(1, self.shards + 1)) if file.exists()]

    def prepare(self, portable: bool) -> None:
        """Makes the folder, or finds it made by the same command. Every file is whole or absent, whenever this was
        interrupted."""
        program = self.dir / "absbench"
        texts = {"run": self.run_text(), "merge": self.merge_text()}
        try:
            self.dir.mkdir(parents=True, exist_ok=True)
            for name, text in texts.items():
                file = self.dir / name
                if file.exists() and file.read_bytes() != text:
                    raise Die(2, f"{file} is of another command; give that one again, or another "
                                 "--dir, or remove the folder")
            if not program.exists():
                copy_program(program, portable)
            for name, text in texts.items():
                self.put(name, text, 0o755)
        except OSError as error:
            raise Die(2, f"{error.filename}: {error.strerror}") from None
        if portable and is_native(program):
            raise Die(2, f"{program} is a build for one processor only; remove it")

    def put(self, name: str, content: bytes, mode: int = 0o644) -> None:
        """A file of the folder, replaced as a whole."""
        cli.write(str(self.dir / name), content, given=False, mode=mode)

    def run_text(self) -> bytes:
        words = " ".join(map(shlex.quote, self.sweep))
        return os.fsencode(
            "#!/bin/sh\n"
            f"# run I [--jobs=N]: shard I of {self.shards}, from where it was left\n"
            'here=$(cd "$(dirname "$0")" && pwd) || exit\n'
            f"cd {shlex.quote(str(Path.cwd()))} || exit\n"
            f'exec "$here/absbench" {words} --quiet --resume --shard="$1/{self.shards}" '
            '--output="$here/shard-$1.jsonl" "${2:---jobs=1}"\n')

    def merge_text(self) -> bytes:
        shared = " ".join(map(shlex.quote, [*sum((said for said, _ in said_by(SHARED, self.sweep)), []), *self.plugins]))
        plugins = "".join(" " + shlex.quote(word) for word in self.plugins)
        return os.fsencode(
            "#!/bin/sh\n"
            "# merge: the report of all shards, if none is missing\n"
            'here=$(cd "$(dirname "$0")" && pwd) || exit\n'
            f"cd {shlex.quote(str(Path.cwd()))} || exit\n"
            f'missing=$("$here/absbench" merge --missing-shards{plugins} "$here"/shard-*.jsonl) || {{\n'
            '    echo "merge: not finished: shards $missing" >&2\n'
            "    exit 2\n"
            "}\n"
            f"exec \"$here/absbench\" merge {shared} --output={shlex.quote(str(self.output))} "
            '"$here"/shard-*.jsonl\n')

    def unfinished(self) -> str:
        """The shards that are not whole, as 2,5-7."""
        found = [file for file in self.journals() if file.stat().st_size > 0]
        if not found:
            return self.all
        ended = self.ask_merge("--missing-shards", *found)
        if ended.returncode in (0, 1):
            return ended.stdout.strip()
        if all(map(self.is_damaged, found)):
            return self.all
        raise Die(2, (ended.stderr.strip().splitlines() or ["absbench merge failed"])[-1])

    def put_damaged_aside(self, shards: str) -> None:
        """Of those shards, so that they are done anew."""
        for i in numbers(shards):
            file = self.journal(i)
            if file.exists() and file.stat().st_size > 0 and self.is_damaged(file):
                aside = file.with_suffix(".damaged")
                print(f"{file} is damaged; kept as {aside.name}, and to be done again",
                      file=sys.stderr)
                file.replace(aside)

    def is_damaged(self, file: Path) -> bool:
        """A journal that is only unfinished is none: code 1, as shards are missing."""
        return self.ask_merge("--format=jsonl", file, keep=False).returncode == 2

    def ask_merge(self, *words, keep: bool = True) -> subprocess.CompletedProcess:
        return subprocess.run([self.dir / "absbench", "merge", *self.plugins, *words], stderr=subprocess.PIPE,
                              stdout=subprocess.PIPE if keep else subprocess.DEVNULL, text=True,
                              errors="replace")

    def merge(self) -> int:
        code = cli.search([str(self.dir / "merge")])
        if code in (0, 1):
            print(f"{self.options.output}: {self.shards} shards merged")
        return code


def named(name: str, options: tuple[str, ...]) -> bool:
    """Whether it is one of the options, which may be cut short."""
    return len(name) > 2 and any(option.startswith(name) for option in options)


def said_by(options: tuple[str, ...], words: list[str]) -> list[tuple[list[str], str]]:
    """Their words, and their values."""
    found = []
    for i, word in enumerate(words):
        name, equals, value = word.partition("=")
        if named(name, options):
            more = [] if equals or named(name, ("--no-time",)) else words[i + 1:i + 2]
            found.append(([word, *more], value or "".join(more)))
    return found


def plugins(words: list[str]) -> list[str]:
    """The games that are files, as --game=./mine.so: `merge` loads none by itself."""
    games = [value for _, value in said_by(("--game",), words)]
    for _, file in said_by(("--grid",), words):
        try:
            grids = json.loads(Path(file).read_bytes()) if file != "-" else []
        except (OSError, ValueError):  # which the sweep says
            continue
        for grid in grids if isinstance(grids, list) else [grids]:
            values = grid.get("game", []) if isinstance(grid, dict) else []
            games += filter(lambda value: isinstance(value, str), values if isinstance(values, list) else [values])
    files = [value.split(":")[0] for value in games]
    return list(dict.fromkeys(f"--game={file}" for file in files if "/" in file))


def numbers(spec: str) -> list[int]:
    """2,5-7 as a list."""
    ends = [list(map(int, part.split("-"))) for part in spec.split(",") if part]
    return [i for part in ends for i in range(part[0], part[-1] + 1)]


def is_native(program: Path) -> bool:
    try:
        ended = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True)
    except OSError as error:
        raise Die(2, f"{program}: {error.strerror}") from None
    if ended.returncode or not ended.stdout.startswith("absbench "):
        raise Die(2, f"{program} does not run here")
    return re.search(r"-m(arch|cpu)=native", ended.stdout) is not None


def copy_program(target: Path, portable: bool) -> None:
    """$ABSBENCH, or else ./absbench; a checkout's own, for other machines, as a build for any processor."""
    source = Path(cli.absbench()).absolute()
    if portable and not INSTALLED and source.resolve() == TOP / "absbench":
        make = ["make", "-s", "-C", str(TOP), "PORTABLE=1"]
        if subprocess.run(make, stdout=sys.stderr).returncode:
            raise Die(2, "a build for any processor could not be made: make PORTABLE=1")
        place = subprocess.run([*make, "--no-print-directory", "where"], stdout=subprocess.PIPE,
                               text=True)
        source = TOP / place.stdout.strip()
    cli.need_absbench(str(source))
    if portable and is_native(source):
        raise Die(2, f"{source} is a build for one processor only, and dies on others; "
                     "make PORTABLE=1 builds one for all, and so does make install")
    cli.write(str(target), source.read_bytes(), given=False, mode=0o755)
