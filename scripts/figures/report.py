"""Reading a report: what its fields are and mean, what is chosen of it, and how it is called."""
import json

from collections import Counter
from typing import Any, Callable, Iterable, Iterator

from .cli import TOP, Die
from .text import bytes_text, shell_word, span

SCHEMA = json.loads((TOP / "docs/report.schema.json").read_text())
ROW = SCHEMA["$defs"]["row"]["properties"]
# At which level the rows of a report are compared by a field of the configuration.
LEVELS = {name: field["x-level"] for name, field in ROW.items() if "x-level" in field}
FRAME = [name for name, level in LEVELS.items() if level in ("setting", "frame")]
POLICY = [name for name, level in LEVELS.items() if level == "policy"]
# What tells the searches of one depth apart; the algorithm's name holds driver and core.
CONFIG = ["algo"] + [name for name, level in LEVELS.items()
                     if level != "algorithm" and name != "depth"]


class Refusal(Exception):
    """What a figure cannot be drawn for, said of the report: "has no .."."""


# ---- the schema ----------------------------------------------------------------------------------

def resolved(schema: dict) -> dict:
    while "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
    return schema


_TYPES = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}


def fits(value: Any, schema: dict) -> bool:
    """Whether the value has the schema's shape: its types, and its objects' names. Text is text,
    whatever it says."""
    schema = resolved(schema)
    if "oneOf" in schema:
        return any(fits(value, one) for one in schema["oneOf"])
    types = schema.get("type") or [
        "null" if one is None else "boolean" if isinstance(one, bool) else "string"
        for one in schema.get("enum", [schema.get("const")])]
    for name in [types] if isinstance(types, str) else types:
        if name in ("integer", "number"):
            if type(value) is int or (isinstance(value, float) and name == "number"):
                return True
        elif isinstance(value, _TYPES[name]):
            break
    else:
        return False
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        return all(fits(one, first[i] if i < len(first) else schema.get("items") or {"type": []})
                   for i, one in enumerate(value))
    if isinstance(value, dict) and "properties" in schema:
        fields = schema["properties"]
        return (all(name in value for name in schema.get("required", []))
                and all(name in fields and fits(one, fields[name]) for name, one in value.items()))
    return True


class Real(float):
    """A number that knows how it was written."""
    __slots__ = ("text",)

    def __new__(cls, text: str):
        self = super().__new__(cls, text)
        self.text = text
        return self


def read(name: str, data: bytes) -> dict:
    try:
        report = json.loads(data, parse_float=Real)
        whole = report["schema"] == SCHEMA["properties"]["schema"]["const"]
    except (ValueError, TypeError, KeyError, RecursionError):
        whole = False
    if not whole or "aggregates" not in report:
        raise Die(2, f"{name} is not a whole absbench.report/1; make it with --format=json")
    results = report.get("results")
    outline = {**report, "results": results[:1] if isinstance(results, list) else None}
    if not fits(outline, SCHEMA):
        raise Die(2, f"{name} lacks fields of absbench.report/1; was it made by another version?")
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


def interval(aggregate: dict) -> list | None:
    found = aggregate["ratio"]["confidence_interval"]
    return found and [found["lower_bound"], found["upper_bound"]]


def missing(aggregate: dict) -> str:
    """Why there is no ratio, or no mean."""
    return aggregate["ratio"]["missing"] or aggregate["missing"] or ""


def is_reference(aggregate: dict) -> bool:
    found = aggregate["ratio"]
    return aggregate["by"]["algo"] == found["reference"] and found["standard_error"] == 0


def reference(aggregates: list[dict]) -> str:
    return aggregates[0]["ratio"]["reference"]


class Series:
    """The aggregates of one configuration, by depth."""

    def __init__(self, label: str, name: str, variant: int, rows: list[dict]):
        self.label, self.name, self.variant, self.rows = label, name, variant, rows


def labelled(mine: list[dict], fields: list[str] = CONFIG, first: str = "algo") -> list[Series]:
    """Series of what is alike in `fields`, named by `first` and where those of its kind differ."""
    configs = grouped(mine, lambda a: key(a["by"], fields))
    all_series, kin_of = [], Counter()
    for rows in configs:
        by = rows[0]["by"]
        kin = [other[0]["by"] for other in configs if other[0]["by"][first] == by[first]]
        differ = [field for field in fields if field != first and by[field] is not None
                  and len({frozen(other[field]) for other in kin}) > 1]
        # A factor that only some have goes without saying: the policy's name implies it.
        differ = [field for field in differ if field != "widen_factor" or varying(kin, [field])]
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


def deepest(mine: list[dict]) -> list[dict]:
    depth = max(a["by"]["depth"] for a in mine)
    return [a for a in mine if a["by"]["depth"] == depth]


# ---- rows ----------------------------------------------------------------------------------------

def pairs(report: dict, aggregate: dict) -> list[tuple[str, int, int]]:
    """Positions that both a configuration and its reference finished: id, own nodes, other's."""
    by, found = aggregate["by"], aggregate["ratio"]
    shared = ["spec"] + FRAME
    common, mine = key(by, shared), key(by, by)
    near = [row for row in report["results"]
            if row["status"] == "ok" and key(row, shared) == common]
    end = f"/{found['reference_config']}"
    other = {row["position_id"]: row["nodes"] for row in near if row["id"].endswith(end)}
    both = [(row["position_id"], row["nodes"], other[row["position_id"]]) for row in near
            if row["position_id"] in other and key(row, by) == mine]
    if len(both) != found["n"]:
        raise Refusal(f"pairs {len(both)} positions of {by['algo']}, but its ratio has n = "
                      f"{found['n']}")
    return both


def rows_of(report: dict, mine: list[dict]) -> Iterator[tuple[tuple, dict]]:
    """The rows that these aggregates stand for, each with what it is a search of."""
    fields = list(mine[0]["by"])
    wanted = {key(a["by"], fields) for a in mine}
    near = {key(a["by"], ["spec", "algo", "depth"]) for a in mine}
    for row in report["results"]:
        if (row["spec"], row["algo"], row["depth"]) in near \
                and (found := key(row, fields)) in wanted:
            yield found, row


def marks(report: dict, mine: list[dict]) -> list[str]:
    """How each stands in the report's `best`: "*" best, "~" cannot be told from it, "-" worse, ""
    not spoken of."""
    ids = {found: row["id"] for found, row in rows_of(report, mine)}

    def mark(aggregate: dict) -> str:
        by, row_id = aggregate["by"], ids.get(key(aggregate["by"], aggregate["by"]), "")
        for best in report["best"]:
            if key(best["by"], ["spec", "depth", "algo"]) != key(by, ["spec", "depth", "algo"]):
                continue
            if best["by"] == by:
                return "*"
            for sign, members in (("~", best["not_distinguished"]), ("-", best["worse"])):
                if any(row_id.endswith("/" + member["config"]) for member in members):
                    return sign
        return ""

    return [mark(aggregate) for aggregate in mine]


def tied_names(marked: list[tuple[dict, str]], policies: list[str]) -> str:
    """The windows that cannot be told from the best: neighbours with the same policies as a range,
    which the best may be within, but neither begin nor end."""
    runs: list[dict] = []
    for group in sorted(grouped(marked, lambda m: frozen(m[0]["by"]["window"])),
                        key=lambda g: window_order(g[0][0]["by"])):
        def widens(signs: str) -> list[str]:
            return list(dict.fromkeys(a["by"]["widen"] for a, mark in group
                                      if mark and mark in signs))
        text = window_text(group[0][0]["by"]["window"])
        tied, near = widens("~"), widens("~*")
        if not runs or runs[-1]["near"] != near or not runs[-1]["tied"]:
            runs.append({"first": text, "last": text, "tied": tied, "near": near})
        elif tied:
            runs[-1]["last"] = text
            runs[-1]["tied"] += tied
    names = []
    for one in runs:
        if one["tied"]:
            several = one["first"] != one["last"]
            name = one["first"] + (f" to {one['last']}" if several else "")
            if len(policies) > 1:
                everything = several and len(one["near"]) == len(policies)
                name += f" ({'all' if everything else ', '.join(dict.fromkeys(one['tied']))})"
            names.append(name)
    return ", ".join(names)


def window_order(by: dict) -> tuple[int, int]:
    return sum(by["window"]), by["window"][0]


def fails(report: dict, mine: list[dict]) -> dict[tuple, list[int]]:
    """Of each configuration, how many iterations failed low, and high, at first. An iteration
    failed when it took more than one pass; the first pass says on which side."""
    sides = {key(a["by"], a["by"]): [0, 0] for a in mine}
    for found, row in rows_of(report, mine):
        for iteration in row["iterations"] if row["status"] == "ok" else ():
            if len(iteration["passes"]) > 1 and not iteration.get("guess"):
                first = iteration["passes"][0]
                low = first["alpha"] is not None and first["value"] <= first["alpha"]
                sides[found][0 if low else 1] += 1
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
        said.append("The report was interrupted; searches are missing.")
    if report["verification"]["agree"] is False:
        said.append("Beware: values of sound searches disagree.")
    for group in grouped([a for a in mine if a["left_out"]], lambda a: a["by"]["algo"]):
        depths = span([a["by"]["depth"] for a in group])
        said.append(f"{group[0]['by']['algo']}: {sum(a['left_out'] for a in group)} searches did "
                    f"not finish and are left out (depth {depths}).")
    return said

