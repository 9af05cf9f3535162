"""What a person should take home, in sentences made from the report's numbers alone."""
from collections import Counter

from .report import grouped, interval, is_reference, missing, ratio
from .text import NBSP, between, esc, fixed, listed, percent, plural, whole

MOST_GROUPS = 24


def strong(text) -> str:
    return f"<strong>{esc(text)}</strong>"


def flag(kind: str, text: str) -> str:
    return f'<p class="flag {kind}">{text}</p>'


def items(lines: list[str]) -> str:
    return "<ul>" + "\n".join(f"<li>{line}</li>" for line in lines) + "</ul>"


def and_more(count: int, most: int, where: str) -> list[str]:
    return [f"<p>And {count - most} more, in {where}.</p>"] if count > most else []


# ---- the searches of a group ---------------------------------------------------------------------

def difference(x: float, name: str) -> str:
    if x < 0.9995:
        return f"{percent(1 - x)} fewer nodes than {name}"
    if x <= 1.0005:
        return f"as many nodes as {name}"
    return f"{percent(x - 1)} more nodes than {name}" if x < 2 else \
        f"{fixed(x, 1)} times the nodes of {name}"


def numbers(a: dict) -> str:
    found, level = a["ratio"], a["ratio"]["confidence_interval"]
    ends = "" if not level else (f", {round(100 * level['confidence_level'])}\u00a0% interval "
                                 f"{between(interval(a), joint=' to ')}")
    return f"(ratio {fixed(ratio(a))}{ends}, n = {found['n']})"


def significance(a: dict) -> str:
    found = interval(a)
    if not found:
        return f"Without an interval ({esc(missing(a))}), chance cannot be ruled out."
    if found[1] is not None and found[1] < 1:
        return "The whole interval lies below 1: fewer nodes, on positions like these."
    if found[0] > 1:
        return "The whole interval lies above 1: more nodes, on positions like these."
    return "The interval holds 1: the difference may be chance."


def sound(a: dict) -> bool:
    return a["wrong_values"] is None


def ranked(group: dict, depth: int) -> list[dict]:
    """The searches of one depth, fewest nodes first: sound ones, if there are any."""
    mine = [a for a in group["aggregates"] if a["by"]["depth"] == depth and ratio(a) is not None]
    return sorted([a for a in mine if sound(a)] or mine, key=ratio)


def tied(mine: list[dict]) -> list[dict]:
    least = ratio(mine[0])
    return [a for a in mine if abs(ratio(a) - least) <= 1e-9 * least]


def near(mine: list[dict]) -> list[dict]:
    """Those whose interval overlaps the one of the first."""
    first = interval(mine[0])
    if not first or first[1] is None:
        return []
    return [a for a in mine[len(tied(mine)):] if (interval(a) or [ratio(a)])[0] <= first[1]]


def best_at(group: dict, depth: int) -> str:
    everything, name = ranked(group, depth), group["name_of"]
    if not everything:
        reasons = sorted({missing(a) for a in group["aggregates"]
                          if a["by"]["depth"] == depth} - {""})
        return (f"At depth {depth} nothing can be compared: "
                f"{listed(map(esc, reasons), 3) or 'no search finished'}.")
    first, same = everything[0], tied(everything)
    other = esc(first["ratio"]["reference"])
    if len(everything) == 1:
        return (f"At depth {depth} only {strong(name(first))} was searched, so there is nothing to "
                f"compare it with (n = {first['ratio']['n']}).")
    if any(is_reference(a) for a in same):
        as_many = [esc(name(a)) for a in same if not is_reference(a)]
        said = f"At depth {depth} nothing needs fewer nodes than the reference, {strong(other)}"
        if as_many:
            said += f"; {listed(as_many, 4)} need{'' if len(as_many) > 1 else 's'} as many"
        if len(everything) == len(same):
            return said + f" (n = {first['ratio']['n']})."
        after = everything[len(same)]
        return said + (f". Next is {esc(name(after))}, with {difference(ratio(after), other)} "
                       f"{numbers(after)}. {significance(after)}")
    said = (f"At depth {depth} {listed([strong(name(a)) for a in same], 4)} "
            f"need{'' if len(same) > 1 else 's'} the fewest nodes: "
            f"{difference(ratio(first), other)} {numbers(first)}. {significance(first)}")
    close = [f"{esc(name(a))} {fixed(ratio(a))}" for a in near(everything)]
    if close:
        what = "intervals that overlap" if len(close) > 1 else "an interval that overlaps"
        said += f" Close to it, with {what}: {listed(close, 5)}."
    return said


def best_elsewhere(group: dict, depths: list[int]) -> list[str]:
    found = []
    for depth in depths:
        for a in ranked(group, depth)[:1]:
            ends = interval(a) if not is_reference(a) else None
            found.append(f"{depth}: {esc(group['name_of'](a))} {fixed(ratio(a))}"
                         + (f" [{between(ends)}]" if ends else ""))
    return [f"Fewest nodes at other depths: {'; '.join(found) or 'nothing to compare'}."] \
        if depths else []


def researches(group: dict, depth: int) -> list[str]:
    everything = [a for a in group["aggregates"]
                  if a["by"]["depth"] == depth and a["research_share"] is not None]
    some = sorted((a for a in everything if a["research_share"] > 0),
                  key=lambda a: -a["research_share"])
    if not some:
        return [f"No search at depth {depth} searched anything again."] if everything else []
    shares = listed([f"{esc(group['name_of'](a))} {percent(a['research_share'])}" for a in some], 8)
    return [f"Share of nodes inside re-searches at depth {depth}: {shares}"
            + ("; the others none." if len(some) < len(everything) else ".")]


def of_group(group: dict) -> list[str]:
    *other_depths, deepest = group["depths"]
    more = best_elsewhere(group, other_depths[::-1]) + researches(group, deepest)
    return [f"<h3>{group['heading']}</h3>", f"<p>{best_at(group, deepest)}</p>",
            *([f'<p class="more">{" ".join(more)}</p>'] if more else [])]


# ---- over all groups -----------------------------------------------------------------------------

def agreement(found: dict) -> list[str]:
    count, checked = len(found["mismatches"]), plural(found["checked"], "value")
    said = []
    if count:
        said = [flag("bad", "<strong>Values disagree:</strong> "
                     f"{plural(count, 'mismatch', 'mismatches')} in {checked} compared. Do not "
                     "trust this report's counts before that is explained."),
                items([f"{esc(one['message'])}: " + listed(
                    [f"{esc(v['algo'])} {'none' if v['value'] is None else v['value']}"
                     for v in one["values"]], 6)
                    + f" ({esc(one['position_id'])}, depth {one['depth']})"
                    for one in found["mismatches"][:10]]), *and_more(count, 10, "the report")]
    elif found["agree"]:
        said = [flag("good", f"<strong>All values agree:</strong> {checked} compared, each "
                     "position with one value from every sound search.")]
    else:
        said = [flag("warn", "<strong>Nothing was checked:</strong> no two sound searches share a "
                     "position.")]
    return said + [flag("warn", "Some searches used a table in <code>deeper</code> mode, so their "
                        "values may differ by design.")] * found["values_may_differ"]


def unfinished(report: dict) -> list[str]:
    errors = report["errors"]
    said = [flag("warn", "<strong>The run was interrupted:</strong> this is what had been finished "
                 "by then.")] * report["interrupted"]
    if errors:
        by_status = Counter(error["status"] or "other" for error in errors)
        kinds = ", ".join(f"{whole(n)} {esc(name)}" for name, n in sorted(by_status.items()))
        said += [flag("warn", f"<strong>{plural(len(errors), 'search', 'searches')} without a "
                      f"value</strong> ({kinds}): not among the counts."),
                 f"<details><summary>{'The first ten of them' if len(errors) > 10 else 'Which'}"
                 "</summary>", items([f"<code>{esc(error['id'] or 'no row')}</code>: "
                                      f"{esc(error['message'])}" for error in errors[:10]]),
                 "</details>"]
    return said


def overall(groups: list[dict]) -> list[str]:
    best = [ranked(group, group["depths"][-1]) for group in groups]
    winners = Counter(a["by"]["algo"] for mine in best if len(mine) > 1 for a in tied(mine))
    if len(groups) < 2 or not winners:
        return []
    named = [f"{strong(name)} in {count} of {len(groups)}" for name, count in winners.most_common()]
    return [f"<p>Fewest nodes at the deepest depth, ties counted for each: {listed(named, 5)}.</p>"]


def families(report: dict) -> list[str]:
    if not report["best"]:
        return []
    said = []
    for best in report["best"][:MOST_GROUPS]:
        members = best["not_distinguished"] + best["worse"]
        parts = [one["config"].split("/") for one in [best, *members]]

        def name(config: str) -> str:
            """The parts of its name in which these differ."""
            mine = [part for part in config.split("/") if not all(part in other for other in parts)]
            return esc(" ".join(mine) or config)

        def member(one: dict) -> str:
            p = one["p_value"]
            told = ["unknown"] if p is None else ["&lt;", "0.001"] if p < 0.001 else ["=", fixed(p)]
            p_value = NBSP.join(["p", *told])
            return f"{name(one['config'])} {fixed(one['ratio_to_best'])} ({p_value})"

        def listing(names: str) -> str:
            return listed([member(one) for one in sorted(
                best[names], key=lambda one: one["ratio_to_best"] or 0)], 6)
        by = best["by"]
        said.append(f"Of {best['among']} configurations of {esc(by['algo'])} ({esc(by['spec'])}, "
                    f"depth {by['depth']}), <strong>{name(best['config'])}</strong> has the fewest "
                    f"nodes (n = {best['n']}). "
                    + (f"Cannot be told from it: {listing('not_distinguished')}. "
                       if best["not_distinguished"] else
                       "It stands alone: every other one is worse beyond chance. ")
                    + (f"Worse: {listing('worse')}." if best["worse"] else ""))
    return ["<h3>Which configuration</h3>", '<p class="more">Numbers are nodes per node of the '
            f"best one; p by a {esc(report['best'][0]['method'])}.</p>", items(said),
            *and_more(len(report["best"]), MOST_GROUPS, "the report")]


def wrong(mine: list[dict], field: str, what: str) -> str:
    judged = sum(a[field]["judged"] for a in mine if a[field])
    count = sum(a[field]["count"] for a in mine if a[field])
    if not judged:
        return f"{what} could not be judged"
    return f"{whole(count)} of {whole(judged)} {what} wrong" if count else \
        f"all {whole(judged)} {what} right"


def unsound(groups: list[dict]) -> list[str]:
    mine = [(group["name_of"](a), a) for group in groups for a in group["aggregates"]
            if not sound(a)]
    said = []
    for rows in grouped(sorted(mine, key=lambda pair: pair[0]), lambda pair: pair[0]):
        found = [a for _, a in rows]
        said.append(f"{strong(rows[0][0])}: {wrong(found, 'wrong_values', 'values')}, "
                    f"{wrong(found, 'wrong_best_moves', 'best moves')}.")
    return ["<h3>What unsound searches got wrong</h3>", items(said)] if said else []


def verdicts(report: dict, groups: list[dict]) -> list[str]:
    return [*agreement(report["verification"]), *unfinished(report),
            *[flag("warn", "No search was finished: there is nothing to compare.")] * (not groups),
            *overall(groups), *(line for group in groups[:MOST_GROUPS] for line in of_group(group)),
            *and_more(len(groups), MOST_GROUPS, "the table"), *families(report), *unsound(groups)]
