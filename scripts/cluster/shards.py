"""What cluster-parallel and cluster-slurm share: a folder with the program, a journal for each
shard, and two short scripts, `run I` and `merge`."""
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from figures import cli
from figures.cli import INSTALLED, TOP, Die

# Options that the scripts set themselves, and options that `merge` needs too.
OURS = ("--output", "--shard", "--resume", "--jobs", "--quiet", "--show")
SHARED = ("--reference", "--metric", "--no-time")
MISSING = " these are missing or not finished: " # so says merge
FAILED = " these have searches whose engine failed: "


class Job:
    """A sweep in shards, as the command line describes it."""

    def __init__(self, parser: cli.Options, arguments: list[str]):
        place = arguments.index("--") if "--" in arguments else len(arguments)
        parser.add_argument("--shards", type=cli.up_to(1000000), required=True)
        parser.add_argument("--output", required=True)
        parser.add_argument("--dir")
        parser.add_argument("--jobs", type=cli.up_to(256), default=1)
        self.options = parser.parse_args(arguments[:place])
        self.sweep = arguments[place + 1:]
        self.shards = self.options.shards
        self.output = Path(self.options.output).absolute()
        self.dir = Path(self.options.dir or self.output.with_suffix(".shards")).absolute()
        if not self.sweep:
            raise Die(64, "write what is searched after --, such as `-- sweep --grid=FILE.json`")
        if not self.shards or not self.options.jobs:
            raise Die(64, "--shards and --jobs: a number from 1 on")
        for word in self.sweep:
            if word[:2] in ("-o", "-j") or named(word.split("=")[0], OURS):
                raise Die(64, f"{word} cannot stand after --: this script sets it; see --help")
        for option in ("--positions", "--grid", "--judge"):
            if any(value == "-" for _, value in said_by((option,), self.sweep)):
                raise Die(64, f"{option}=-: each shard would read its own standard input; write it to a file, and name that")
        cli.writable(str(self.output))

    def prepare(self, portable: bool) -> None:
        """Makes the folder, or accepts one that the same command made. If it is interrupted, each
        file is whole or absent."""
        program = self.dir / "absbench"
        try:
            self.dir.mkdir(parents=True, exist_ok=True)
            for name, text in self.commands().items():
                file = self.dir / name
                if file.exists() and file.read_bytes() != text:
                    raise Die(2, f"{file} is of another command; give that one again, or another --dir, or remove the folder")
            if not program.exists():
                copy_program(program, portable)
            for name, text in self.commands().items():
                self.put(name, text, 0o755)
        except OSError as error:
            raise Die(2, f"{error.filename}: {error.strerror}") from None
        check_program(program, portable, "remove it")

    def put(self, name: str, content: bytes, mode: int = 0o644) -> None:
        """Replaces a file of the folder as a whole."""
        cli.write(str(self.dir / name), content, given=False, mode=mode)

    def commands(self) -> dict[str, bytes]:
        """The texts of `run` and `merge`. A shard whose engine failed is run once more."""
        shared = shlex.join(sum((said for said, _ in said_by(SHARED, self.sweep)), []))

        def script(about: str, body: str) -> bytes:
            return os.fsencode(f"""#!/bin/sh
# {about}
here=$(cd "$(dirname "$0")" && pwd) || exit
cd {shlex.quote(str(Path.cwd()))} || exit
{body}""")
        return {
            "run": script(f"run I [--jobs=N]: shard I of {self.shards}, from where it was left", f"""\
shard="$here/shard-$1.jsonl"
search() {{
    "$here/absbench" {shlex.join(self.sweep)} --quiet --resume --shard="$1/{self.shards}" \\
        --output="$shard" "${{2:---jobs=1}}"
}}
ended() {{ tail -n 1 "$shard" 2>/dev/null | grep -q '^{{"end":'; }}
if ended; then # an earlier call ran it, and its engine failed
    search "$@"
    exit
fi
search "$@"
code=$?
if [ $code = 2 ] && ended; then
    search "$@"
    code=$?
fi
exit $code
"""),
            "merge": script("merge: the report of all shards, if none is missing", f"""\
said=$("$here/absbench" merge --output=/dev/null "$here"/shard-*.jsonl 2>&1)
if echo "$said" | grep -F {shlex.quote(MISSING)} >&2; then
    exit 2
fi
"$here/absbench" merge {shared} --output={shlex.quote(str(self.output))} "$here"/shard-*.jsonl
code=$?
if echo "$said" | grep -qF {shlex.quote(FAILED)}; then
    exit 2
fi
exit $code
""")}

    def unfinished(self, marks: tuple[str, ...] = (MISSING, FAILED)) -> str:
        """The unfinished shards, and those whose engine failed, as 2,5-7. Renames damaged journals, whose shards run
        again."""
        files = [self.dir / f"shard-{i}.jsonl" for i in range(1, self.shards + 1)]
        found = [file for file in files if file.exists() and file.stat().st_size > 0]
        ended = self.ask_merge(found)
        if ended.returncode == 2: # 1 if shards are only unfinished, or an engine failed
            for file in list(found):
                if self.ask_merge([file]).returncode == 2:
                    aside = file.with_suffix(".damaged")
                    print(f"{file} is damaged; kept as {aside.name}, and to be done again", file=sys.stderr)
                    file.replace(aside)
                    found.remove(file)
            ended = self.ask_merge(found)
        if not found:
            return f"1-{self.shards}" if self.shards > 1 else "1"
        if ended.returncode not in (0, 1):
            raise Die(2, (ended.stderr.strip().splitlines() or ["absbench merge failed"])[-1])
        return ",".join(line.rpartition(": ")[2] for line in ended.stderr.splitlines() for mark in marks if mark in line)

    def ask_merge(self, files: list[Path]) -> subprocess.CompletedProcess:
        return subprocess.run([self.dir / "absbench", "merge", "--output=/dev/null", *files], capture_output=True,
                              text=True, errors="replace")

    def merge(self) -> int:
        code = cli.search([str(self.dir / "merge")])
        if code in (0, 1):
            print(f"{self.options.output}: {self.shards} shards merged")
        elif self.unfinished() and not self.unfinished((MISSING,)):
            print(f"{self.options.output}: {self.shards} shards merged, with the failed searches; the same command again "
                  "searches them again", file=sys.stderr)
        return code


def named(name: str, options: tuple[str, ...]) -> bool:
    """Whether the word is one of these options, perhaps abbreviated."""
    return len(name) > 2 and any(option.startswith(name) for option in options)


def said_by(options: tuple[str, ...], words: list[str]) -> list[tuple[list[str], str]]:
    """Their words and their values."""
    found = []
    for i, word in enumerate(words):
        name, equals, value = word.partition("=")
        if named(name, options):
            more = [] if equals or named(name, ("--no-time",)) else words[i + 1:i + 2]
            found.append(([word, *more], value or "".join(more)))
    return found


def numbers(spec: str) -> list[int]:
    """2,5-7 as a list."""
    ends = [list(map(int, part.split("-"))) for part in spec.split(",") if part]
    return [i for part in ends for i in range(part[0], part[-1] + 1)]


def check_program(program: Path, portable: bool, repair: str) -> None:
    """Checks that the program runs here and, if it must, on other processors."""
    cli.need_absbench(str(program))
    try:
        ended = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True)
    except OSError as error:
        raise Die(2, f"{program}: {error.strerror}") from None
    if ended.returncode or not ended.stdout.startswith("absbench "):
        raise Die(2, f"{program} does not run here")
    if portable and re.search(r"-m(arch|cpu)=native", ended.stdout):
        raise Die(2, f"{program} is a build for one processor only, and dies on others; {repair}")


def copy_program(target: Path, portable: bool) -> None:
    """$ABSBENCH or ./absbench. For other machines a checkout makes a build for any processor."""
    source = Path(cli.absbench()).absolute()
    if portable and not INSTALLED and source.resolve() == TOP / "absbench":
        make = ["make", "-s", "-C", str(TOP), "PORTABLE=1"]
        if subprocess.run(make, stdout=sys.stderr).returncode:
            raise Die(2, "a build for any processor could not be made: make PORTABLE=1")
        source = TOP / subprocess.check_output([*make, "--no-print-directory", "where"], text=True).strip()
    check_program(source, portable, "make PORTABLE=1 builds one for all, and so does make install")
    cli.write(str(target), source.read_bytes(), given=False, mode=0o755)
