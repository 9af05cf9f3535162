"""What a person should take home, in sentences made from the report's numbers alone."""
from collections import Counter
from typing import Iterable

from .reading import unfinished
from .report import grouped, short_specs
from .text import esc, listed, plural, whole

MOST_GROUPS, MOST_ERRORS = 24, 10


def strong(text) -> str:
    return f"<strong>{esc(text)}</strong>"


def flag(kind: str, text: str) -> str:
    return f'<p class="flag {kind}">{text}</p>'


def items(lines: Iterable[str]) -> str:
    return "<ul>" + "\n".join(f"<li>{line}</li>" for line in lines) + "</ul>"


def and_more(count: int, most: int, where: str) -> list[str]:
    return [f"<p>And {count - most} more, in {where}.</p>"] if count > most else []


# ---- what to use -------------------------------------------------------------------------------

def answer(one: dict, short: dict[str, str]) -> list[str]:
    """A sentence, and the options that search what it names."""
    about, _, rest = one["sentence"].partition(": ")
    about = about.replace(one["spec"], short[one["spec"]], 1)
    said = [f'<p class="answer">{strong(about)}: {esc(rest)}</p>']
    command = "<pre><code>absbench {}</code></pre>".format(
        " ".join(f'<span class="word">{esc(word)}</span>' for word in one["options"].split(" ")))
    return said + [command] * (one["kind"] in ("better", "reference", "best"))


def answers(report: dict) -> list[str]:
    """The report's own, of each spec that of its deepest depth on top, of the others below."""
    told = [one for one in report["answers"] if one["kind"] != "too_few"] or report["answers"]
    short, depths = short_specs(one["spec"] for one in told), {}
    for one in told:
        depths[one["spec"]] = max(one["depth"], depths.get(one["spec"], 0))
    first = [one for one in told if one["depth"] == depths[one["spec"]]]
    others = [one for one in told if one["depth"] < depths[one["spec"]]]
    said = [line for one in first[:MOST_GROUPS] for line in answer(one, short)]
    said += and_more(len(first), MOST_GROUPS, "the report")
    if others:
        said += [f"<details><summary>At other depths ({len(others)})</summary>",
                 *(line for one in others[:MOST_GROUPS] for line in answer(one, short)),
                 *and_more(len(others), MOST_GROUPS, "the report"), "</details>"]
    return said


def sound(a: dict) -> bool:
    return a["wrong_values"] is None


# ---- what it rests on ----------------------------------------------------------------------------

def agreement(found: dict) -> list[str]:
    cases = grouped(found["mismatches"], lambda one: one["case"])
    count, checked = len(cases), plural(found["checked"], "value")
    said = []
    if count:
        said = [flag("bad", "<strong>Values disagree:</strong> "
                     f"{plural(count, 'mismatch', 'mismatches')} in {checked} compared. Do not "
                     "trust this report's counts before that is explained."),
                items([f"{esc(one[0]['message'])}: " + listed(
                    [f"{esc(v['algo'])} {'none' if v['value'] is None else v['value']}"
                     for v in one], 6)
                    + f" ({esc(one[0]['position_id'])}, depth {one[0]['depth']})"
                    for one in cases[:10]]), *and_more(count, 10, "the report")]
    elif found["agree"]:
        said = [flag("good", f"<strong>All values agree:</strong> {checked} compared, each "
                     "position with one value from every sound search.")]
    else:
        said = [flag("warn", "<strong>Nothing was checked:</strong> no two sound searches share a "
                     "position.")]
    return said + [flag("warn", "Some searches used a table in <code>deeper</code> mode, so their "
                        "values may differ by design.")] * found["values_may_differ"]


def missing_rows(report: dict) -> list[str]:
    failures, first = Counter(error["status"] or "other" for error in report["errors"]), report["errors"][:MOST_ERRORS]
    said = [flag("warn", f"<strong>{unfinished(report).capitalize()}:</strong> searches are missing.")
            ] * report["interrupted"]
    if failures:
        count = failures.total()
        kinds = ", ".join(f"{whole(n)} {esc(name)}" for name, n in sorted(failures.items()))
        said += [flag("warn", f"<strong>{plural(count, 'search', 'searches')} without a "
                      f"value</strong> ({kinds}): not among the counts."),
                 f"<details><summary>{'The first of them' if count > len(first) else 'Which'}"
                 "</summary>", items([f"<code>{esc(error['id'] or 'no row')}</code>: "
                                      f"{esc(error['message'])}" for error in first]),
                 "</details>"]
    return said


def wrong(mine: list[dict], field: str, of: str, what: str) -> str:
    judged, count = (sum(a[name] or 0 for a in mine) for name in (of, field))
    return f"{what} could not be judged" if not judged else \
        f"{whole(count)} of {whole(judged)} {what} wrong" if count else f"all {whole(judged)} {what} right"


def unsound(groups: list[dict]) -> list[str]:
    mine = sorted(((group["name_of"](a), a) for group in groups for a in group["aggregates"]
                   if not sound(a)), key=lambda pair: pair[0])
    said = []
    for rows in grouped(mine, lambda pair: pair[0]):
        found = [a for _, a in rows]
        said.append(f"{strong(rows[0][0])}: {wrong(found, 'wrong_values', 'values_judged', 'values')}, "
                    f"{wrong(found, 'wrong_best_moves', 'best_moves_judged', 'best moves')}.")
    return ["<h3>What unsound searches got wrong</h3>", items(said)] if said else []


def in_full(groups: list[dict]) -> list[str]:
    """What long specs stand for that titles cut."""
    long = dict.fromkeys(group["spec"] for group in groups if group["spec"] != group["short"])
    return [f'<p class="more">In full: <code>{esc(spec)}</code></p>'
            for spec in list(long)[:MOST_GROUPS]] + and_more(len(long), MOST_GROUPS, "the report")


def verdicts(report: dict, groups: list[dict]) -> list[str]:
    """What to use comes first, unless it is not to be trusted."""
    trust = [*agreement(report["verification"]), *missing_rows(report)]
    wrong_values = bool(report["verification"]["mismatches"])
    return [*(trust + answers(report) if wrong_values else answers(report) + trust),
            *[flag("warn", "No search was finished: there is nothing to compare.")] * (not groups),
            *in_full(groups), *unsound(groups)]
