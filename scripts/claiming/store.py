"""Rows of searches: stores what statements read from the rows of `absbench sweep`, and reads it
back.

The first line of DIR/EXPERIMENT.csv.xz is `# {..}` with the command, its signature, and the domains
and configurations that rows name by number. Each further line is a column: its name, then a value
for each search, in the order of the sweep. Columns compress better than rows. `steps` are the last
iterations, each as value:work:leaves:passes. Work and leaves are those of the search up to there,
so the iteration before the last is the search one ply less deep. Only the last few have them.
"""
import csv
import hashlib
import io
import json
import lzma
import math
from collections import namedtuple
from dataclasses import dataclass, replace
from functools import cache
from operator import itemgetter
from pathlib import Path

from figures.cli import Die

from . import searches

CONFIG = ["algo", "window", "widen", "widen_factor", "widen_limit", "guess", "depth", "eval", "grain", "tt_bytes", "tt_mode",
          "tt_replace", "tt_pv", "tt_keep", "tt_null", "tt_quiescence", "order", "etc", "deepening", "quiescence", "shuffle", "select", "fail_high_less", "node_limit"]
UNNAMED = {"select": "none", "fail_high_less": False, "tt_replace": "depth", "tt_pv": True, "tt_keep": True, "tt_null": True,
           "tt_quiescence": False}  # the defaults, which are not stored
COUNTED_LEAVES = 2  # iterations

# ---- from journals -------------------------------------------------------------------------------

def steps_of(row: dict, experiment: searches.Experiment) -> str:
    """Its last iterations: value, work and leaves of the search so far, passes of the iteration."""
    steps, work, leaves = [], 0, 0
    for one in row["iterations"]:
        work, leaves = work + one["work"], leaves + one["leaves"]
        if not one.get("guess"):
            steps.append([one["value"], work, leaves, len(one["passes"])])
    for step in steps[:-experiment.counted]:
        if row["algo"] not in experiment.curves:
            step[1] = None
    for step in steps[:-COUNTED_LEAVES] if row["algo"] in experiment.leaves else steps:
        step[2] = None
    return ";".join(":".join(map(plain, step)) for step in steps[-experiment.steps:])


def of_ordering(name: str):
    """What statements about the ordering of moves read, of these searches."""
    return lambda row: row[name] if row["algo"] in ("alphabeta", "pvs") else None


# What is worked out of a row; any other member is kept as it is.
MADE = {
    "cutoffs": of_ordering("cutoffs"),
    "first_move_cutoffs": of_ordering("first_move_cutoffs"),
    "first": lambda row: row["iterations"][-1]["passes"][0]["work"],
    "line": lambda row: hashlib.sha256(" ".join(row["pv"] or []).encode()).hexdigest()[:6],
    "moves": lambda row: len(row["pv"] or []),
    "cpu_s": lambda row: row["time"]["cpu_s"],
    "stores": lambda row: row["tt"]["stores"] if "tt" in row else 0,
}


def plain(value) -> str:
    return "" if value is None else str(int(value)) if isinstance(value, bool) else str(value)


def config_of(row: dict) -> dict:
    window = {} if row.get("window_low") is None else {"window": [row["window_low"], row["window_high"]]}
    return {name: value for name in CONFIG if (value := (row | window).get(name)) is not None and value != UNNAMED.get(name)}


# A domain of the page, by the spec of its trees or its game; other specs are experiments' own.
DOMAIN_OF = {spec: domain.name for domain in searches.DOMAINS for spec in domain.option.values()}


def packed(experiment: searches.Experiment, journal: Path, command: list) -> bytes:
    """The rows of a journal that is whole, without its references: none of them was asked for."""
    domains, configs = {}, {}  # the number of each, in the order in which they are met
    found, table = [], [["domain", "position", "config", "status", "steps", *experiment.keep]]
    with journal.open("rb") as lines:  # one at a time: of a row little is kept
        head = json.loads(next(lines))
        for row in map(json.loads, lines):
            if "id" in row and not row.get("for_reference"):
                found.append((row.get("job", math.inf), DOMAIN_OF.get(row["spec"], row["spec"]), json.dumps(config_of(row)),
                              row["position_id"], "" if row["status"] == "ok" else row["status"], steps_of(row, experiment),
                              *[plain(MADE[name](row) if name in MADE else row.get(name)) for name in experiment.keep]))
    end = row
    for _, domain, config, position, *rest in sorted(found, key=itemgetter(0)):
        table.append([domains.setdefault(domain, len(domains)), position, configs.setdefault(config, len(configs)), *rest])
    about = {"command": command, "version": head["context"]["version"], "git": head["context"]["git"],
             "signature": end["end"]["signature"],
             "domains": list(domains), "configs": [json.loads(config) for config in configs]}
    text = io.StringIO()
    text.write(f"# {json.dumps(about, separators=(',', ':'))}\n")
    csv.writer(text, lineterminator="\n").writerows(zip(*table))
    return lzma.compress(text.getvalue().encode(), preset=9 | lzma.PRESET_EXTREME)


# ---- rows ----------------------------------------------------------------------------------------

Step = namedtuple("Step", "value work leaves passes")


@dataclass(frozen=True)
class Search:
    """A search to its depth, or its iterations up to a smaller one. Value, work, leaves and passes
    are those of the last step."""
    position: str
    config: dict
    status: str
    steps: list
    kept: dict

    def __getattr__(self, name: str):
        return getattr(self.steps[-1] if self.steps else Step(None, 0, 0, 0), name)


class Rows:
    """The stored rows of an experiment."""

    def __init__(self, folder: Path, experiment: searches.Experiment):
        self.experiment = experiment
        path = folder / f"{experiment.name}.csv.xz"
        try:
            about, rest = lzma.decompress(path.read_bytes()).decode().split("\n", 1)
            self.about = json.loads(about.removeprefix("# "), object_hook=lambda one: {
                name: tuple(value) if isinstance(value, list) else value for name, value in one.items()})
            self.by_domain = {name: [] for name in self.about["domains"]}
            header, *lines = zip(*csv.reader(io.StringIO(rest)))
            for domain, position, config, status, steps, *values in lines:
                self.by_domain[self.about["domains"][int(domain)]].append(Search(
                    position, self.about["configs"][int(config)], status or "ok",
                    [Step(*(int(part) if part else None for part in one.split(":"))) for one in steps.split(";") if one],
                    dict(zip(header[5:], values))))
            if not all(self.by_domain.get(name) for name in experiment.on):
                raise ValueError
        except OSError:
            raise Die(2, f"{path} cannot be read; absbench claims makes it") from None
        except (lzma.LZMAError, EOFError, ValueError, KeyError, IndexError, TypeError):
            raise Die(2, f"{path} is damaged, or was made by another version") from None

    @property
    def count(self) -> int:
        return sum(map(len, self.by_domain.values()))

    @cache
    def depth(self, domain: str) -> int:
        """The greatest depth searched."""
        return max(one.config["depth"] for one in self.by_domain[domain])

    @cache
    def find(self, domain: str, back: int = 0, ended: bool = True, **wanted) -> dict:
        """The searches of that configuration by position, to the greatest depth or `back` plies
        less; only finished ones if `ended`. Positions with fewer plies left are left out. A wanted
        value may be a function that says whether it accepts the value."""
        if domain not in self.by_domain:
            return {}
        separate = self.experiment.both or "depth" in wanted
        wanted = {"shuffle": 0, "depth": self.depth(domain) - (back if separate else 0), **wanted}
        right = {id(config) for config in self.about["configs"] if all(
            value(config.get(name)) if callable(value) else config.get(name) == value for name, value in wanted.items())}
        return {(one.position, one.config["shuffle"]): one if separate or back == 0 else
                replace(one, steps=one.steps[:-back])
                for one in self.by_domain[domain] if id(one.config) in right
                and (one.status == "ok" or not ended or self.experiment.by_work and one.status == "node_limit")}
