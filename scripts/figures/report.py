"""The meaning of a report's fields, the selection of aggregates, and the names of series."""
import json
import math
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from .looks import Look, looks_of
from .reading import unfinished
from .schema import AUTO, LEVELS, frozen, key
from .text import bytes_text, fixed, plural, span, whole

SETTING = [name for name, level in LEVELS.items() if level in ("setting", "frame") and name != "depth"]
# Fields in which searches to one depth may differ. An algorithm's name includes driver and core.
CONFIG = ["algo"] + [name for name, level in LEVELS.items() if level != "algorithm" and name != "depth"]
# Not named if only some have them: the policy's name implies the factor, the table's size the rest.
IMPLIED = ("widen_factor", "etc", *(name for name in LEVELS if name.startswith("tt_") and name != "tt_bytes"))


class Refusal(Exception):
    """Why a figure cannot be drawn, as what the report lacks: "has no .."."""


# ---- values as text ------------------------------------------------------------------------------

def value_text(value: Any) -> str:
    if isinstance(value, list):  # a window
        return ":".join(dict.fromkeys(map(str, value)))
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def field_text(name: str, value: Any) -> str:
    text = value_text(value)
    shorter = {"window": f"w={text}", "widen": text, "widen_factor": f"×{text}", "tt_mode": text,
               "tt_replace": f"replace={text}", "node_limit": f"limit={text}",
               "tt_bytes": f"table {bytes_text(value)}" if name == "tt_bytes" and value else "no table"}
    named = name.replace("_", "-")
    return shorter.get(name) or ("no " * (not value) + named if isinstance(value, bool) else f"{named}={text}")


# ---- aggregates ----------------------------------------------------------------------------------

def grouped(items: Iterable[Any], by: Callable[[Any], Any]) -> list[list]:
    """Groups, in order of appearance."""
    groups: dict[Any, list] = {}
    for item in items:
        groups.setdefault(by(item), []).append(item)
    return list(groups.values())


LONG = 24  # characters of a spec


def short_specs(specs: Iterable[str]) -> dict[str, str]:
    """The name of each spec of a report. A long one is named by its model, its width b (its file)
    and the options in which other specs of that model differ; "…" stands for the rest."""
    all_words = {spec: spec.partition(":")[2].split(",") for spec in specs}
    names = dict(zip(all_words, all_words))
    for spec, words in all_words.items():
        model = spec.partition(":")[0]
        kin = [own for other, own in all_words.items() if other.partition(":")[0] == model]
        kept = [re.sub("^file=.*/", "file=", word) for word in words
                if word.startswith(("b=", "file=")) or not all(word in own for own in kin)]
        if len(spec) > LONG and words != [""]:
            names[spec] = f"{model}:{','.join(kept)}" + " …" * (len(kept) < len(words))
    unlike = Counter(names.values())
    return {spec: name if unlike[name] == 1 else spec for spec, name in names.items()}


def spec_name(report: dict, by: dict) -> str:
    return short_specs(a["spec"] for a in report["aggregates"])[by["spec"]]


def varying(bys: list[dict], fields: Iterable[str]) -> list[str]:
    """The fields in which these differ, among those that all of them have."""
    return [field for field in fields if len({frozen(by.get(field)) for by in bys} - {None}) > 1]


def interval(aggregate: dict) -> list[float] | None:
    """An unknown upper end counts as infinite."""
    low, high = aggregate["ratio_low"], aggregate["ratio_high"]
    return None if low is None else [low, math.inf if high is None else high]


def is_reference(aggregate: dict) -> bool:
    return aggregate["config"] == aggregate["reference_config"]


@dataclass
class Series:
    """The aggregates of one configuration."""
    label: str
    name: str
    rows: list[dict] = field(default_factory=list)
    look: Look | None = None  # none: its name's


def window_order(a: dict) -> tuple[float, int]:
    """Sorts the automatic window last."""
    return (math.inf, 0) if a["window"] == AUTO else (sum(a["window"]), a["window"][0]) if a["window"] else (0, 0)


def labelled(mine: list[dict], fields: list[str] = CONFIG, first: str = "algo") -> list[Series]:
    """Series of aggregates that agree in `fields`, named by `first` and by the fields in which
    series of that name differ. Each is in the order of its axis."""
    configs = grouped(mine, lambda a: key(a, fields))
    all_series = []
    for rows in configs:
        by = rows[0]
        kin = [other[0] for other in configs if other[0][first] == by[first]]
        differ = [field for field in fields if field != first and by[field] is not None
                  and (varying(kin, [field]) if field in IMPLIED else len({frozen(other[field]) for other in kin}) > 1)]
        label = " ".join([by[first]] + [field_text(field, by[field]) for field in differ])
        rows.sort(key=lambda a: (a["depth"] or 0, window_order(a)))
        all_series.append(Series(label, by[first], rows))
    for one, look in zip(all_series, looks_of([one.name for one in all_series])):
        one.look = look
    return all_series


def finished(all_series: list[Series]) -> list[Series]:
    empty = [one.label for one in all_series if all(row["n"] == 0 for row in one.rows)]
    if empty:
        raise Refusal(f"has no finished searches by {', '.join(empty)}")
    return all_series


def compared(all_series: list[Series]) -> list[Series]:
    """The aggregates with ratios; refuses a report without any."""
    bare = [one for one in finished(all_series) if all(row["ratio"] is None for row in one.rows)]
    if bare:
        whose = f"ratio of {', '.join(one.label for one in bare)}" if len(bare) < len(all_series) else "ratios"
        raise Refusal(f"has no {whose}: {bare[0].rows[0]['ratio_missing'] or 'no reference'}")
    return all_series


def chosen(report: dict, domain: str, only: list[tuple[str, str]]) -> list[dict]:
    """The aggregates of one domain or spec with the wanted values of these fields."""
    everything = report["aggregates"]
    if not everything:
        raise Refusal("holds no finished searches")
    specs = Counter(name for name, _ in {key(a, ["domain", "spec"]) for a in everything})
    choices = ", ".join(sorted({a["domain"] if specs[a["domain"]] == 1 else a["spec"] for a in everything}))
    mine = [a for a in everything if domain in ("", a["domain"], a["spec"])]
    if not mine:
        raise Refusal(f"has no domain {domain}; it has {choices}")
    if len({a["spec"] for a in mine}) > 1:
        raise Refusal(f"has several domains; choose one with --domain=NAME: {choices}")
    for field in dict(only):
        if field not in mine[0]:
            raise Refusal(f"has no field {field} to choose by; it has {', '.join(mine[0])}")
        there = list(dict.fromkeys(value_text(a[field]) for a in mine))
        wanted = [text for name, text in only if name == field]
        names = [name for text in wanted for name in ([text] if text in there else text.split(","))]
        if strange := [name for name in names if name not in there]:
            raise Refusal(f"has no {field} {', '.join(strange)}; it has {', '.join(there)}")
        mine = [a for a in mine if value_text(a[field]) in names]
    return mine if "depth" in dict(only) else uncapped(mine)


def uncapped(mine: list[dict]) -> list[dict]:
    """Without depths that the end of the game left to a few positions of a deeper search, which `absbench show` has in
    a line below its table."""
    most = {}
    for a in mine:
        kin = key(a, ["spec", *CONFIG, *SETTING])
        most[kin] = max(most.get(kin, (0, 0)), (a["depth"] or 0, a["n"]))
    return [a for a in mine if a["n"] >= 10 or a["n"] >= most[key(a, ["spec", *CONFIG, *SETTING])][1]]


def noun(a: dict) -> str:
    """The measure that the report compares by, for any of its aggregates."""
    return a["metric"].replace("_", " ")


def over(a: dict) -> str:
    return f"{noun(a)} / {noun(a)} of {a['reference']}"


def deepest(mine: list[dict]) -> list[dict]:
    return [a for a in mine if a["depth"] == max(a["depth"] for a in mine)]


# ---- rows ----------------------------------------------------------------------------------------

def pairs(report: dict, a: dict) -> list[tuple[str, Any, Any]]:
    """The positions that an aggregate and its reference both finished: id, the measure that the
    report compares by, and the reference's measure. A row's id ends with its configuration."""
    configs = [a["config"], a["reference_config"]]
    ends = [f"/{json.dumps(config, ensure_ascii=False)[1:]}".encode() for config in configs]
    found: dict[str, dict[str, Any]] = {config: {} for config in configs}
    for row in report["results"].having(lambda line: any(end in line for end in ends)):
        for config in configs:
            if row["status"] == "ok" and row["spec"] == a["spec"] and row["id"].endswith(f"/{config}"):
                found[config][row["position_id"]] = row["time"]["cpu_s"] if report["metric"] == "time" else row[report["metric"]]
    own, other = map(found.get, configs)
    both = [(name, amount, other[name]) for name, amount in own.items() if name in other]
    if len(both) != a["ratio_n"]:
        raise Refusal(f"pairs {len(both)} positions of {a['algo']}, but its ratio has n = {a['ratio_n']}")
    return both


def marks(mine: list[dict], shown: bool = False) -> list[str]:
    """"*" if the ratio is the least of that algorithm, spec and depth, otherwise "". `shown`: the
    least of those that are shown better than the reference."""
    def family(a: dict) -> tuple:
        return a["spec"], a["depth"], a["node_limit"], a["algo"]
    least: dict[tuple, float] = {}
    could = [a for a in mine if a["ratio"] is not None and (a["verdict"] == "better" or not shown)]
    for a in could:
        least[family(a)] = min(a["ratio"], least.get(family(a), math.inf))
    return ["*" if a in could and a["ratio"] == least[family(a)] else "" for a in mine]


# ---- what every figure says of itself ------------------------------------------------------------

def amount(x: float) -> str:
    return whole(x) if x >= 10 else fixed(x)


def says(all_series: list[Series], field: str, spec: str, where: str) -> str:
    """Says which is lowest at the greatest depth finished, for readers who cannot see it."""
    one, a = min(((one, a) for one in all_series for a in one.rows if a[field] is not None),
                 key=lambda pair: (-pair[1]["depth"], pair[1][field]))
    return (f"{noun(a).capitalize()}{' per position' * (field != 'ratio')} of "
            f"{plural(len(all_series), 'search', 'searches')} of {spec} {where}: {one.label} has the least at depth "
            f"{a['depth']}, {amount(a[field])}.")


def sample(report: dict, mine: list[dict]) -> str:
    kind = "trees" if (report["results"].first or {}).get("kind") == "tree" else "positions"
    return f"n = {span([a['n'] for a in mine if a['n'] > 0] or [0])} {kind}"


def command(report: dict) -> str:
    first, *rest = report["context"]["command"]
    return shlex.join([first.rsplit("/", 1)[-1], *rest])


def notes(report: dict, mine: list[dict]) -> list[str]:
    said = [f"Beware: {unfinished(report)}; searches are missing."] * report["interrupted"]
    said += ["Beware: values of sound searches disagree."] * (report["verification"]["agree"] is False)
    for group in grouped([a for a in mine if a["left_out"]], lambda a: a["algo"]):
        said.append(f"{group[0]['algo']}: {sum(a['left_out'] for a in group)} searches did not finish and are left out "
                    f"(depth {span([a['depth'] for a in group])}).")
    return said
