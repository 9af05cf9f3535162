"""Reading a report: what its fields are and mean, what is chosen of it, and how it is called."""
import json
import math
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Callable, Iterable

from .cli import TOP, Die
from .text import bytes_text, shell_word, span

SCHEMA = json.loads((TOP / "docs/report.schema.json").read_text())
OLDER = "absbench.report/1"  # aggregates there are of nodes
ROW = SCHEMA["$defs"]["row"]["properties"]
BY = SCHEMA["$defs"]["by"]["properties"]
METRICS = SCHEMA["$defs"]["metric"]["enum"]
# At which level the rows of a report are compared by a field of the configuration.
LEVELS = {name: field["x-level"] for name, field in BY.items() if "x-level" in field}
FRAME = [name for name, level in LEVELS.items() if level in ("setting", "frame")]
POLICY = [name for name, level in LEVELS.items() if level == "policy"]
# What tells the searches of one depth apart; the algorithm's name holds driver and core.
CONFIG = ["algo"] + [name for name, level in LEVELS.items()
                     if level not in ("algorithm", "copy") and name != "depth"]


class Refusal(Exception):
    """What a figure cannot be drawn for, said of the report: "has no .."."""


# ---- the schema ----------------------------------------------------------------------------------

def resolved(schema: dict) -> dict:
    """The schema itself, where it refers to another; in one, where it is several at once."""
    while "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
    if "allOf" not in schema:
        return schema
    parts = [resolved(part) for part in schema["allOf"]] + [schema]
    whole = {key: value for part in parts for key, value in part.items() if key != "allOf"}
    whole["properties"] = {name: one for part in parts
                           for name, one in part.get("properties", {}).items()}
    whole["required"] = [name for part in parts for name in part.get("required", [])]
    return whole


_TYPES = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None),
          "integer": int, "number": (int, float)}


def fits(value: Any, schema: dict) -> bool:
    """Whether the value has the schema's shape: its types, and its objects' names. Text is text,
    whatever it says."""
    schema = resolved(schema)
    if "oneOf" in schema:
        return any(fits(value, one) for one in schema["oneOf"])
    allowed = schema.get("enum", [schema.get("const")])
    names = schema.get("type") or [name for name in ("null", "boolean", "string")
                                   if any(isinstance(one, _TYPES[name]) for one in allowed)]
    names = [names] if isinstance(names, str) else names
    if not any(isinstance(value, _TYPES[name]) for name in names) \
            or isinstance(value, bool) and "boolean" not in names:
        return False
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        rest = [schema.get("items") or {"type": []}] * (len(value) - len(first))
        return all(map(fits, value, first + rest))
    if isinstance(value, dict) and "properties" in schema:
        fields = schema["properties"]
        return set(schema.get("required", [])) <= set(value) <= set(fields) \
            and all(fits(one, fields[name]) for name, one in value.items())
    return True


class Real(float):
    """A number that knows how it was written."""
    __slots__ = ("text",)

    def __new__(cls, text: str):
        self = super().__new__(cls, text)
        self.text = text
        return self


def read(name: str, data: bytes) -> dict:
    wanted = SCHEMA["properties"]["schema"]["const"]
    try:
        report = json.loads(data, parse_float=Real)
        if report["schema"] == OLDER:
            raise Die(2, f"{name} is of {OLDER}; `absbench merge {name} --output=NEW.json` makes "
                         f"it {wanted}")
        whole = report["schema"] == wanted and "aggregates" in report
    except (ValueError, TypeError, KeyError, RecursionError):
        whole = False
    if not whole:
        raise Die(2, f"{name} is not a whole {wanted}; make it with --format=json")
    results = report.get("results")
    outline = {**report, "results": results[:1] if isinstance(results, list) else None}
    if not fits(outline, SCHEMA):
        raise Die(2, f"{name} lacks fields of {wanted}; was it made by another version?")
    for fields, known in [(row, ROW) for row in results] + [(a["by"], BY) for a in
                                                            report["aggregates"] + report["best"]]:
        # An older report has no such setting.
        for missing in known.keys() - fields.keys() - {"time"}:
            fields[missing] = None
    return report


def read_file(name: str) -> dict:
    try:
        with open(name, "rb") as file:
            return read(name, file.read())
    except OSError:
        raise Die(2, f"{name} cannot be read") from None


# ---- values as text ------------------------------------------------------------------------------

def window_text(window: list[int]) -> str:
    low, high = window
    return str(low) if low == high else f"{low}:{high}"


def value_text(value: Any) -> str:
    if value is None:
        return "none"
    return window_text(value) if isinstance(value, list) else \
        str(value).lower() if isinstance(value, bool) else str(value)


# Fields with a shorter way to say it; others are "name=value", or "name" and "no name".
_WORDS: dict[str, Callable[[Any], str]] = {
    "window": lambda x: "w=" + window_text(x), "widen": str, "widen_factor": "×{}".format,
    "tt_bytes": lambda x: "table " + bytes_text(x) if x else "no table",
}


def field_text(name: str, value: Any) -> str:
    if name in _WORDS:
        return _WORDS[name](value)
    if isinstance(value, bool):
        return ("" if value else "no ") + name
    return f"{name}={value_text(value)}"


# ---- aggregates ----------------------------------------------------------------------------------

def frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def key(row: dict, fields: Iterable[str]) -> tuple:
    return tuple(frozen(row.get(field)) for field in fields)


def grouped(items: Iterable[Any], by: Callable[[Any], Any]) -> list[list]:
    """In the order in which each group is met."""
    groups: dict[Any, list] = {}
    for item in items:
        groups.setdefault(by(item), []).append(item)
    return list(groups.values())


def varying(bys: list[dict], fields: Iterable[str]) -> list[str]:
    """The fields in which these differ; what one of them does not have does not count."""
    return [field for field in fields
            if len({frozen(by.get(field)) for by in bys} - {None}) > 1]


def ratio(aggregate: dict) -> float | None:
    return aggregate["ratio"]["point_estimate"]


def interval(aggregate: dict) -> list[float] | None:
    """An upper end that is not known is infinite."""
    found = aggregate["ratio"]["confidence_interval"]
    high = found and found["upper_bound"]
    return found and [found["lower_bound"], math.inf if high is None else high]


def missing(aggregate: dict) -> str:
    """Why there is no ratio, or no mean."""
    return aggregate["ratio"]["missing"] or aggregate["missing"] or ""


def is_reference(aggregate: dict) -> bool:
    found = aggregate["ratio"]
    return aggregate["by"]["algo"] == found["reference"] and found["standard_error"] == 0


def reference(aggregates: list[dict]) -> str:
    return aggregates[0]["ratio"]["reference"]


@dataclass
class Series:
    """The aggregates of one configuration; its look is that of its name and variant."""
    label: str
    name: str
    variant: int = 0
    rows: list[dict] = field(default_factory=list)

    def by_depth(self) -> list[dict]:
        return sorted(self.rows, key=lambda a: a["by"]["depth"])


def labelled(mine: list[dict], fields: list[str] = CONFIG, first: str = "algo") -> list[Series]:
    """Series of what is alike in `fields`, named by `first` and where those of its kind differ."""
    configs = grouped(mine, lambda a: key(a["by"], fields))
    all_series, kin_of = [], Counter()
    for rows in configs:
        by = rows[0]["by"]
        kin = [other[0]["by"] for other in configs if other[0]["by"][first] == by[first]]
        # A factor that only some have goes without saying: the policy's name implies it.
        differ = [field for field in fields if field != first and by[field] is not None
                  and (varying(kin, [field]) if field == "widen_factor" else
                       len({frozen(other[field]) for other in kin}) > 1)]
        label = " ".join([by[first]] + [field_text(field, by[field]) for field in differ])
        all_series.append(Series(label, by[first], kin_of[by[first]], rows))
        kin_of[by[first]] += 1
    return all_series


def finished(all_series: list[Series]) -> list[Series]:
    empty = [one.label for one in all_series if all(row["n"] == 0 for row in one.rows)]
    if empty:
        raise Refusal(f"has no finished searches by {', '.join(empty)}")
    return all_series


def compared(all_series: list[Series]) -> list[Series]:
    """Those that have ratios; one without any is refused."""
    bare = [one for one in finished(all_series) if all(ratio(row) is None for row in one.rows)]
    if bare:
        whose = "ratios" if len(bare) == len(all_series) else \
            "ratio of " + ", ".join(one.label for one in bare)
        raise Refusal(f"has no {whose}: {bare[0].rows[0]['ratio']['missing'] or 'no reference'}")
    return all_series


def chosen(report: dict, domain: str, only: dict[str, list[str]]) -> list[dict]:
    """The aggregates of one domain or spec with the wanted values, each a list of texts."""
    everything = report["aggregates"]
    if not everything:
        raise Refusal("holds no finished searches")
    specs = grouped(sorted({key(a["by"], ["domain", "spec"]) for a in everything}), lambda s: s[0])
    choices = ", ".join(name for group in specs
                        for name in ([group[0][0]] if len(group) == 1 else [s[1] for s in group]))
    mine = [a for a in everything if domain in ("", a["by"]["domain"], a["by"]["spec"])]
    if not mine:
        raise Refusal(f"has no domain {domain}; it has {choices}")
    if len({a["by"]["spec"] for a in mine}) > 1:
        raise Refusal(f"has several domains; choose one with --domain=NAME: {choices}")
    for field, wanted in only.items():
        if field not in mine[0]["by"]:
            raise Refusal(f"has no field {field} to choose by; it has {', '.join(mine[0]['by'])}")
        there = list(dict.fromkeys(value_text(a["by"][field]) for a in mine))
        names = [name for text in wanted for name in ([text] if text in there else text.split(","))]
        strange = [name for name in names if name not in there]
        if strange:
            raise Refusal(f"has no {field} {', '.join(strange)}; it has {', '.join(there)}")
        mine = [a for a in mine if value_text(a["by"][field]) in names]
    return mine


def noun(a: dict) -> str:
    """What the report compares by, of any of its aggregates."""
    metric = a["ratio"]["metric"]
    return metric.replace("_", " ") if metric in METRICS else "measure"


def over(a: dict, name: str) -> str:
    return f"{noun(a)} / {noun(a)} of {name}"


def less(a: dict) -> str:
    return "less" if noun(a) in ("work", "time") else "fewer"


def least(a: dict) -> str:
    return "least" if less(a) == "less" else "fewest"


def much(a: dict) -> str:
    return "much" if less(a) == "less" else "many"


def measure(report: dict, row: dict) -> Any:
    metric = report["metric"]
    if metric not in METRICS:
        raise Refusal("compares by what this version does not know")
    return row.get("time", {}).get("cpu_s") if metric == "time" else row[metric]


def deepest(mine: list[dict]) -> list[dict]:
    depth = max(a["by"]["depth"] for a in mine)
    return [a for a in mine if a["by"]["depth"] == depth]


# ---- rows ----------------------------------------------------------------------------------------

def rows_of(report: dict, mine: list[dict]) -> dict[tuple, list[dict]]:
    """The rows that each of these aggregates stands for."""
    fields = list(mine[0]["by"])
    found: dict[tuple, list[dict]] = {key(a["by"], fields): [] for a in mine}
    near = {key(a["by"], ["spec", "algo", "depth"]) for a in mine}
    for row in report["results"]:
        if (row["spec"], row["algo"], row["depth"]) in near:
            found.get(key(row, fields), []).append(row)
    return found


def pairs(report: dict, aggregate: dict) -> list[tuple[str, int, int]]:
    """Positions that both a configuration and its reference finished: id, what the report compares
    by, and the reference's."""
    by, found = aggregate["by"], aggregate["ratio"]
    shared, end = ["spec"] + FRAME, f"/{found['reference_config']}"
    other = {row["position_id"]: measure(report, row) for row in report["results"]
             if row["status"] == "ok" and row["id"].endswith(end)
             and key(row, shared) == key(by, shared)}
    both = [(row["position_id"], measure(report, row), other[row["position_id"]])
            for rows in rows_of(report, [aggregate]).values() for row in rows
            if row["status"] == "ok" and row["position_id"] in other]
    if len(both) != found["n"]:
        raise Refusal(f"pairs {len(both)} positions of {by['algo']}, but its ratio has n = "
                      f"{found['n']}")
    return both


def marks(report: dict, mine: list[dict]) -> list[str]:
    """How each stands in the report's `best`: "*" best, "~" cannot be told from it, "-" worse, ""
    not spoken of."""
    family = ["spec", "depth", "algo"]
    best = grouped(report["best"], lambda one: key(one["by"], family))

    def mark(a: dict, rows: list[dict]) -> str:
        """What counts the same as another has the other's mark."""
        def is_it(config: str) -> bool:
            return config == a["same_as"] if a["same_as"] else \
                any(row["id"].endswith("/" + config) for row in rows[:1])

        for one in (one for group in best if key(group[0]["by"], family) == key(a["by"], family)
                    for one in group):
            if is_it(one["config"]):
                return "*"
            for sign, members in (("~", one["not_distinguished"]), ("-", one["worse"])):
                if any(is_it(member["config"]) for member in members):
                    return sign
        return ""

    found = rows_of(report, mine) if mine else {}
    return [mark(a, found[key(a["by"], a["by"])]) for a in mine]


def tied_names(marked: list[tuple[dict, str]], policies: list[str]) -> str:
    """The windows that cannot be told from the best: neighbours with the same policies as a range,
    which the best may be within, but neither begin nor end."""
    windows = sorted(grouped(marked, lambda pair: frozen(pair[0]["by"]["window"])),
                     key=lambda group: window_order(group[0][0]["by"]))

    def widens(group: list[tuple[dict, str]], signs: str) -> list[str]:
        return [a["by"]["widen"] for a, mark in group if mark and mark in signs]

    names = []
    for near, run in groupby(windows, lambda group: set(widens(group, "~*"))):
        tied = [group for group in run if widens(group, "~")]
        if not tied:
            continue
        first, last = (window_text(group[0][0]["by"]["window"]) for group in (tied[0], tied[-1]))
        name = first + (f" to {last}" if first != last else "")
        if len(policies) > 1:
            signed = dict.fromkeys(widen for group in tied for widen in widens(group, "~"))
            everything = first != last and len(near) == len(policies)
            name += f" ({'all' if everything else ', '.join(signed)})"
        names.append(name)
    return ", ".join(names)


def window_order(by: dict) -> tuple[int, int]:
    return sum(by["window"]), by["window"][0]


def fails(report: dict, mine: list[dict]) -> dict[tuple, list[int]]:
    """Of each configuration, how many iterations failed low, and high, at first. An iteration
    failed when it took more than one pass; the first pass says on which side."""
    sides = {}
    for found, rows in rows_of(report, mine).items():
        firsts = [iteration["passes"][0] for row in rows if row["status"] == "ok"
                  for iteration in row["iterations"]
                  if len(iteration["passes"]) > 1 and not iteration.get("guess")]
        low = sum(one["alpha"] is not None and one["value"] <= one["alpha"] for one in firsts)
        sides[found] = [low, len(firsts) - low]
    return sides


# ---- what every figure says of itself ------------------------------------------------------------

def sample(report: dict, mine: list[dict]) -> str:
    kind = "trees" if report["results"] and report["results"][0]["kind"] == "tree" else "positions"
    return f"n = {span([a['n'] for a in mine if a['n'] > 0] or [0])} {kind}"


def command(report: dict) -> str:
    first, *rest = report["context"]["command"]
    return " ".join(shell_word(word) for word in [first.rsplit("/", 1)[-1], *rest])


def notes(report: dict, mine: list[dict]) -> list[str]:
    said = []
    if report["interrupted"]:
        said.append("Beware: the report was interrupted; searches are missing.")
    if report["verification"]["agree"] is False:
        said.append("Beware: values of sound searches disagree.")
    for group in grouped([a for a in mine if a["left_out"]], lambda a: a["by"]["algo"]):
        depths = span([a["by"]["depth"] for a in group])
        said.append(f"{group[0]['by']['algo']}: {sum(a['left_out'] for a in group)} searches did "
                    f"not finish and are left out (depth {depths}).")
    return said
