"""What a person should take home, in sentences made from the report's numbers alone."""
from collections import Counter
from typing import Iterable

from .reading import unfinished
from .report import (grouped, interval, is_reference, least, less, missing, much, noun,
                     ratio, short_specs)
from .text import NBSP, between, esc, fixed, listed, percent, plural, whole

MOST_GROUPS = 24


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
    return said + [command] * (one["kind"] in ("one", "any"))


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


# ---- the searches of a group ---------------------------------------------------------------------

def difference(a: dict, name: str) -> str:
    x, what = ratio(a), noun(a)
    if x < 0.9995:
        return f"{percent(1 - x)} {less(a)} {what} than {name}"
    if x <= 1.0005:
        return f"as {much(a)} {what} as {name}"
    return f"{percent(x - 1)} more {what} than {name}" if x < 2 else \
        f"{fixed(x, 1)} times the {what} of {name}"


def numbers(a: dict) -> str:
    found, ends = interval(a), ""
    if not found:
        says = f"Without an interval ({esc(missing(a))}), chance cannot be ruled out."
    else:
        ends = (f", 95{NBSP}% interval "
                f"{between(found, joint=' to ')}")
        says = "The interval holds 1: the difference may be chance."
        if found[1] < 1:
            says = f"The whole interval lies below 1: {less(a)} {noun(a)}, on positions like these."
        elif found[0] > 1:
            says = f"The whole interval lies above 1: more {noun(a)}, on positions like these."
    return f"(ratio {fixed(ratio(a))}{ends}, n = {a['ratio_n']}). {says}"


def sound(a: dict) -> bool:
    return a["wrong_values"] is None


def ranked(group: dict, depth: int) -> list[dict]:
    """The searches of one depth, least first: sound ones, if there are any."""
    mine = [a for a in group["aggregates"] if a["depth"] == depth and ratio(a) is not None]
    return sorted([a for a in mine if sound(a)] or mine, key=ratio)


def tied(mine: list[dict]) -> list[dict]:
    least = ratio(mine[0])
    return [a for a in mine if abs(ratio(a) - least) <= 1e-9 * least]


def best_at(group: dict, depth: int) -> str:
    everything, name, at = ranked(group, depth), group["name_of"], f"At depth {depth} "
    if not everything:
        reasons = sorted({missing(a) for a in group["aggregates"]
                          if a["depth"] == depth} - {""})
        return (at + "nothing can be compared: "
                f"{listed(map(esc, reasons), 3) or 'no search finished'}.")
    first, same = everything[0], tied(everything)
    other, n, after = esc(first["reference"]), first["ratio_n"], everything[len(same):]
    if len(everything) == 1:
        return (at + f"only {strong(name(first))} was searched, so there is nothing to compare it "
                f"with (n = {n}).")
    if any(map(is_reference, same)):
        as_many = [esc(name(a)) for a in same if not is_reference(a)]
        return (at + f"nothing needs {less(first)} {noun(first)} than the reference, "
                f"{strong(other)}"
                + (f"; {listed(as_many, 4)} need{'s' * (len(as_many) == 1)} as {much(first)}"
                   if as_many else "")
                + (f". Next is {esc(name(after[0]))}, with {difference(after[0], other)} "
                   f"{numbers(after[0])}" if after else f" (n = {n})."))
    return (at + f"{listed([strong(name(a)) for a in same], 4)} need{'s' * (len(same) == 1)} the "
            f"{least(first)} {noun(first)}: {difference(first, other)} {numbers(first)}")


def best_of(group: dict) -> str:
    a = group["aggregates"][0]
    return f"{least(a).capitalize()} {noun(a)}"


def best_elsewhere(group: dict, depths: list[int]) -> list[str]:
    found = []
    for a in (a for depth in depths for a in ranked(group, depth)[:1]):
        ends = "" if is_reference(a) or not interval(a) else f" [{between(interval(a))}]"
        found.append(f"{a['depth']}: {esc(group['name_of'](a))} {fixed(ratio(a))}{ends}")
    return [f"{best_of(group)} at other depths: {'; '.join(found) or 'nothing to compare'}."] \
        if depths else []


def researches(group: dict, depth: int) -> list[str]:
    everything = [a for a in group["aggregates"]
                  if a["depth"] == depth and a["research_share"] is not None]
    some = sorted((a for a in everything if a["research_share"] > 0),
                  key=lambda a: -a["research_share"])
    if not some:
        return [f"No search at depth {depth} searched anything again."] if everything else []
    shares = listed([f"{esc(group['name_of'](a))} {percent(a['research_share'])}" for a in some], 8)
    what = "nodes" if noun(some[0]) == "nodes" else "work"
    return [f"Share of {what} inside re-searches at depth {depth}: {shares}"
            + ("; the others none." if len(some) < len(everything) else ".")]


def of_group(group: dict) -> list[str]:
    *other_depths, deepest = group["depths"]
    more = best_elsewhere(group, other_depths[::-1]) + researches(group, deepest)
    full = group["spec"] != group["short"]
    return [f"<h3>{group['heading']}</h3>",
            *[f'<p class="more">In full: <code>{esc(group["spec"])}</code></p>'] * full,
            f"<p>{best_at(group, deepest)}</p>",
            *([f'<p class="more">{" ".join(more)}</p>'] if more else [])]


# ---- over all groups -----------------------------------------------------------------------------

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
    failures, first = report["failures"], report["errors"]
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


def overall(groups: list[dict]) -> list[str]:
    best = [ranked(group, group["depths"][-1]) for group in groups]
    winners = Counter(a["algo"] for mine in best if len(mine) > 1 for a in tied(mine))
    if len(groups) < 2 or not winners:
        return []
    named = [f"{strong(name)} in {count} of {len(groups)}" for name, count in winners.most_common()]
    return [f"<p>{best_of(groups[0])} at the deepest depth, ties counted for each: "
            f"{listed(named, 5)}.</p>"]


def family(report: dict, mine: list[dict]) -> str:
    best, parts = mine[0], [one["config"].split("/") for one in mine]

    def name(config: str) -> str:
        """The parts of its name in which these differ."""
        mine = [part for part in config.split("/") if not all(part in other for other in parts)]
        return esc(" ".join(mine) or config)

    def member(one: dict) -> str:
        p = one["p_value"]
        told = ["unknown"] if p is None else ["&lt;", "0.001"] if p < 0.001 else ["=", fixed(p)]
        return f"{name(one['config'])} {fixed(one['ratio'])} ({NBSP.join(['p', *told])})"

    same, worse = (listed([member(one) for one in mine if one["verdict"] == which], 6)
                   for which in ("not_distinguished", "worse"))
    by = next(a for a in report["aggregates"]
              if (a["spec"], a["config"]) == (best["spec"], best["config"]))
    return (f"Of {best['among']} configurations of {esc(by['algo'])} ({esc(by['spec'])}, depth "
            f"{by['depth']}), <strong>{name(best['config'])}</strong> is the best "
            f"(n = {best['n']}). "
            + (f"Cannot be told from it: {same}. " if same else
               "It stands alone: every other one is worse beyond chance. ")
            + (f"Worse: {worse}." if worse else ""))


def families(report: dict) -> list[str]:
    best = grouped(report["best"], lambda one: one["family"])
    return best and [
        "<h3>Which configuration</h3>", '<p class="more">Numbers are ratios to the best '
        "one; p by a paired t test on the logarithms with one position more, Holm's correction "
        "over all pairs, level 0.05.</p>",
        items([family(report, mine) for mine in best[:MOST_GROUPS]]),
        *and_more(len(best), MOST_GROUPS, "the report")]


JUDGED = {"wrong_values": "values_judged", "wrong_best_moves": "best_moves_judged"}


def wrong(mine: list[dict], field: str, what: str) -> str:
    judged = sum(a[JUDGED[field]] or 0 for a in mine)
    count = sum(a[field] or 0 for a in mine)
    if not judged:
        return f"{what} could not be judged"
    return f"{whole(count)} of {whole(judged)} {what} wrong" if count else \
        f"all {whole(judged)} {what} right"


def unsound(groups: list[dict]) -> list[str]:
    mine = sorted(((group["name_of"](a), a) for group in groups for a in group["aggregates"]
                   if not sound(a)), key=lambda pair: pair[0])
    said = []
    for rows in grouped(mine, lambda pair: pair[0]):
        found = [a for _, a in rows]
        said.append(f"{strong(rows[0][0])}: {wrong(found, 'wrong_values', 'values')}, "
                    f"{wrong(found, 'wrong_best_moves', 'best moves')}.")
    return ["<h3>What unsound searches got wrong</h3>", items(said)] if said else []


def verdicts(report: dict, groups: list[dict]) -> list[str]:
    """What to use comes first, unless it is not to be trusted."""
    trust = [*agreement(report["verification"]), *missing_rows(report)]
    wrong_values = bool(report["verification"]["mismatches"])
    return [*(trust + answers(report) if wrong_values else answers(report) + trust),
            *[flag("warn", "No search was finished: there is nothing to compare.")] * (not groups),
            *overall(groups), *(line for group in groups[:MOST_GROUPS] for line in of_group(group)),
            *and_more(len(groups), MOST_GROUPS, "the table"), *families(report), *unsound(groups)]
