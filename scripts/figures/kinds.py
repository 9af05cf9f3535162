"""The kinds of figures: make panels from the aggregates of a report. The drawn numbers are also the
rows of --data: ["M", name, text] about all, ["S", series, label] and ["P", series, number..]."""
import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

from .libraries import computing
from .panels import Axis, Figure, Line, Panel, Point, depth_axis, log_axis, nodes_axis, ratio_axis
from .report import (CONFIG, Refusal, Series, amount, command, compared, deepest, finished, grouped, interval,
                     is_reference, labelled, marks, notes, noun, over, pairs, sample, says, spec_name,
                     value_text, window_order)
from .schema import AUTO, key
from .text import between, brackets, fixed, short, si

MOST_POINTS, PLACES = 10000, 30  # most points of a cloud; else places per factor of ten
ALL = 10**9  # lines, so no limit
MOST_NAMED, FEW = 8, 5  # if there are more lines than that, a few are named
UNSOUND = "† unsound: it may return wrong values or moves."


def figure(report: dict, mine: list[dict], title: str, panels: list[Panel], *more: str, says: str, **members) -> Figure:
    """A figure with the texts that all figures have. Its data are those of the first panel."""
    about = {"title": f"{spec_name(report, mine[0])}{title}", "n": sample(report, mine),
             "signature": f"signature {report['signature']}", "command": command(report)}
    remarks, lines = [*notes(report, mine), *more], panels[0].lines
    return Figure(
        about["title"], panels, [f"{about['n']}; {about['signature']}", f"$ {about['command']}", *remarks], says=says,
        data=[*(["M", *fact] for fact in about.items()),
              *(["M", "note", remark] for remark in remarks),
              *(["S", i, line.series.label] for i, line in enumerate(lines, 1)),
              *(["P", i, *p.data] for i, line in enumerate(lines, 1) for p in line.points)],
        **members)


def reading(y: float, ends: list | None, n: int) -> str:
    return f"{fixed(y)}, {between(ends, joint=' to ') if ends else 'no interval'}, n = {n}"


def point(x: float, y: float, ends: list | None, where: str, n: int, *data) -> Point:
    return Point(x, y, ends, f"{where}: {reading(y, ends, n)}", (x, y, *(ends or ["", ""]), *data, n))


def line(one: Series, points: Iterable[Point]) -> Line:
    points = list(points)
    return Line(one, points, " " + short(points[-1].y))


def ratios_of(lines: list[Line]) -> Axis:
    return ratio_axis([(p.y, p.interval) for line in lines for p in line.points])


def only(most: int, every: list) -> list[str]:
    return [f"Only the {most} best of {len(every)} are drawn."] * (len(every) > most)


def several_depths(mine: list[dict]) -> list[int]:
    depths = sorted({a["depth"] for a in mine})
    if len(depths) < 2:
        raise Refusal(f"has a single depth, {depths[0]}; make one with several, such as --depth=3..8" if depths else
                      "holds no finished searches")
    return depths


def others(mine: list[dict]) -> list[Series]:
    """Leaves out the reference, which is the line at 1."""
    all_series = labelled(mine)
    others = [one for one in compared(all_series) if not all(map(is_reference, one.rows))]
    if not others:
        raise Refusal(f"has only the reference, {all_series[0].name}")
    return others


def alone(several: list, wanted: str):
    """The only one of them."""
    if len(several) > 1:
        raise Refusal(f"has several {wanted}: {', '.join(getattr(one, 'label', one) for one in several)}")
    return several[0]


def few(panels: list[Panel]) -> list[str]:
    """Of many lines, only those that end lowest in the first panel are coloured and named; the
    others are grey in all panels. Returns what the caption says of it."""
    lines = panels[0].lines
    if len(lines) <= MOST_NAMED:
        return []
    ends = {line.series.label: max((p.data[0], -p.y) for p in line.points) for line in lines}
    named = sorted(ends, key=lambda label: ends[label], reverse=True)[:FEW]
    for line in (line for panel in panels for line in panel.lines):
        line.quiet = line.series.label not in named
    return [f"The {FEW} searches that end lowest are named; the {len(lines) - FEW} others are grey."]


# ---- nodes and ratio by depth --------------------------------------------------------------------

def nodes_panel(all_series: list[Series], depths: list[int]) -> Panel:
    lines = []
    for one in all_series:
        points = [Point(x, y, tip=f"depth {x}, {one.label}: {amount(y)} {noun(a)}, n = {a['n']}", data=(x, y, a["n"]))
                  for a in one.rows if a["n"] > 0 for x, y in [(a["depth"], a["measure_geomean"])]]
        lines.append(Line(one, points, " " + si(points[-1].y)))
    return Panel(f"{noun(all_series[0].rows[0])}, geometric mean (log axis)", depth_axis(depths),
                 nodes_axis([p.y for line in lines for p in line.points]), lines)


def ratio_panel(all_series: list[Series], depths: list[int], bars: str = "") -> Panel:
    """Series that share a depth are drawn side by side."""
    lines = [line(one, (point(a["depth"], a["ratio"], interval(a), f"depth {a['depth']}, {one.label}", a["ratio_n"])
                        for a in one.rows if a["ratio"] is not None)) for one in all_series]
    for i, one in enumerate(lines[1:] and lines):
        one.points = [replace(p, x=p.x + 0.18 * (i / (len(lines) - 1) - 0.5)) for p in one.points]
    if not any(p.interval for line in lines for p in line.points):
        bars = "; one position, so no intervals"
    by = all_series[0].rows[0]
    return Panel(f"{over(by)} (log axis{bars})", depth_axis(depths), ratios_of(lines), lines, one="across")


def depth(report: dict, mine: list[dict]) -> Figure:
    depths, all_series = several_depths(mine), finished(labelled(mine))
    panels = [nodes_panel(all_series, depths)]
    return figure(report, mine, f": {noun(mine[0])} by depth", panels, *few(panels),
                  says=says(all_series, "measure_geomean", mine[0]["spec"], f"at depths {depths[0]} to {depths[-1]}"))


def ratio_by_depth(report: dict, mine: list[dict]) -> Figure:
    all_series, depths, by = others(mine), several_depths(mine), mine[0]
    panel = replace(ratio_panel(all_series, depths, "; 95 % intervals"), reference=by["reference"])
    return figure(report, mine, f": {noun(by)} relative to {by['reference']}, by depth", [panel], *few([panel]),
                  says=says(all_series, "ratio", by["spec"],
                            f"relative to {by['reference']} by depth, {depths[0]} to {depths[-1]}"))


def both_by_depth(report: dict, mine: list[dict], most: int, of: str) -> Figure:
    """The figure of the page: work and, beside it, ratios if there is a reference. Of each
    algorithm it shows the configuration that is best at its greatest depth."""
    def rank(one: Series) -> tuple:
        a = one.rows[-1]
        return -a["depth"], a["ratio"] or a["measure_geomean"]

    mine = [a for a in mine if a["n"]]
    depths, every = several_depths(mine), labelled(mine)
    best = sorted((min(kin, key=rank) for kin in grouped(every, lambda one: one.name)), key=rank)
    all_series = [replace(one, look=None) for one in best[:most]]
    panels = [nodes_panel(all_series, depths)]
    with_ratio = [one for one in all_series if any(a["ratio"] is not None for a in one.rows)]
    if with_ratio:
        panels[0].names = len(with_ratio) < len(all_series)
        panels.append(ratio_panel(with_ratio, depths))
    return figure(report, [a for one in all_series for a in one.rows], f": {noun(mine[0])} by depth", panels,
                  *only(most, best), *few(panels), *["Of each algorithm the best configuration."] * (len(best) < len(every)),
                  says=says(all_series, "measure_geomean", of, f"at depths {depths[0]} to {depths[-1]}"), across=True)


# ---- one depth -----------------------------------------------------------------------------------

def ratio_text(a: dict) -> str:
    return short(a["ratio"]) + brackets(interval(a))


def forest(report: dict, mine: list[dict], most: int = ALL, of: str = "") -> Figure:
    """One row for each, with the ratio as a number beside it. The least ratio is on top."""
    mine = deepest(mine)
    every = sorted(compared(labelled(mine)), key=lambda one: one.rows[0]["ratio"])
    all_series, by = every[:most], mine[0]
    several = len({a["ratio_n"] for a in mine}) > 1
    lines, rows, beside = [], [], [(len(all_series) + 1, "ratio [95 % interval]" + "   n" * several)]
    for y, one in zip(range(len(all_series), 0, -1), all_series):
        a, ends = one.rows[0], interval(one.rows[0])
        data = (a["ratio"], *(ends or ["", ""]), *key(a, ["ratio_n", "ratio_wins", "ratio_ties", "ratio_losses"]))
        tip = f"{one.label}: ratio {reading(a['ratio'], ends, a['ratio_n'])}"
        lines.append(Line(one, [Point(a["ratio"], y, ends, tip, data)], " " + fixed(a["ratio"])))
        rows.append((y, one.label + " †" * bool(a["wrong_values"])))
        beside.append((y, ("1 (reference)" if is_reference(a) else ratio_text(a)) + f"   {a['ratio_n']}" * several))
    axis = ratio_axis([(p.x, p.interval) for line in lines for p in line.points])
    panel = Panel(f"{over(by)} (log axis)", axis, Axis(0, len(rows) + 1, ticks=rows), lines, "rows", one="up",
                  names=False, beside=beside, height=23 * (len(rows) + 1))
    return figure(report, mine, f", depth {by['depth']}: {noun(by)} relative to {by['reference']}", [panel],
                  *only(most, every), *[UNSOUND] * any(a["wrong_values"] for a in mine),
                  says=says(all_series, "ratio", of or by["spec"],
                            f"relative to {by['reference']} with 95 % intervals that hold jointly"))


def thinned(both: list[tuple[str, float, float]]) -> list[tuple[str, float, float]]:
    """Of too many pairs to tell apart, keeps one for each place of a fine grid."""
    def place(x: float) -> int:
        return round(PLACES * math.log10(max(x, 0.1)))

    found = {(place(own), place(other)): (where, own, other) for where, own, other in both}
    return both if len(both) <= MOST_POINTS else list(found.values())


def scatter(report: dict, mine: list[dict]) -> Figure:
    mine = deepest(mine)
    by, what, name, depth = mine[0], noun(mine[0]), mine[0]["reference"], mine[0]["depth"]
    one = alone(others(mine), f"to compare with {name}; choose one with --algo=NAME or --only=KEY=VALUE")
    found = one.rows[0]
    both = pairs(report, found)
    points = [Point(other, own, tip=f"{name}: {amount(other)} {what}, {one.label}: {amount(own)}, {where}",
                    data=(other, own, where)) for where, own, other in thinned(both)]
    axis = nodes_axis([x for point in points for x in (point.x, point.y)], f"{what} of {name} (log axis)")
    n, wins, ties, losses = key(found, ["ratio_n", "ratio_wins", "ratio_ties", "ratio_losses"])
    said = (f"{one.label} takes less than {name} at {wins} of {n} positions, as much at {ties}, more at {losses}. "
            f"Geometric mean of the ratio: {ratio_text(found)}.")
    panel = Panel(f"{what} of {one.label} (log axis)", axis, replace(axis, name=""), [Line(one, points)],
                  "points", one="diagonal", names=False, height=500)
    return figure(report, one.rows, f", depth {depth}: {what} of {one.label} against {name}", [panel],
                  *[f"A point may stand for several positions: {len(points)} points for {len(both)}."]
                  * (len(points) < len(both)), lead=said, width=608,
                  says=f"{what.capitalize()} at each position of {by['spec']}, depth {depth}: {said}")


# ---- windows -------------------------------------------------------------------------------------

def windowed(mine: list[dict], what: str) -> None:
    sizes = list(dict.fromkeys(value_text(a["window"]) for a in mine if a["window"]))
    if not sizes:
        raise Refusal(what)
    if len(sizes) == 1:
        raise Refusal(f"has a single window, {sizes[0]}; make one with several, such as --window=1..400*2")


def heatmap(report: dict, mine: list[dict]) -> Figure:
    mine = [a for a in mine if a["window"]]
    windowed(mine, "has no searches with a window, such as aspiration")
    one = alone(labelled(mine, [name for name in CONFIG if name not in ("window", "widen_factor")]),
                "searches with windows; choose one with --only=KEY=VALUE")
    mine = [a for a in compared([one])[0].rows if a["ratio"] is not None]
    by, name, depths = mine[0], mine[0]["reference"], sorted({a["depth"] for a in mine})
    windows = list(dict.fromkeys(value_text(a["window"]) for a in sorted(mine, key=window_order)))
    most = max(math.log(1.1), *(abs(math.log(a["ratio"])) for a in mine))
    points, best = [], f"none is shown better at depth {depths[-1]}"
    for a, mark in zip(mine, marks(mine, True)):
        x, window, found = a["depth"], value_text(a["window"]), a["ratio"]
        if mark and x == depths[-1]:
            best = f"of those shown better, least at depth {x}: window {window} {short(found)}"
        points.append(Point(depths.index(x) + 1, windows.index(window) + 1, tip=short(found) + mark,
                            data=(x, window, found, mark), heat=0.85 * math.log(found) / most))
    across = Axis(0.5, len(depths) + 0.5, False, "depth (plies)", list(enumerate(map(str, depths), 1)))
    up = Axis(0, len(windows) + 1, ticks=list(enumerate(windows, 1)))
    panel = Panel(f"window ({by['unit']})", across, up, [Line(one, points)], "cells", names=False,
                  height=26 * (len(windows) + 1))
    return figure(report, mine, f", {by['algo']} ({by['widen']}): {noun(by)} relative to {name}, by depth and window",
                  [panel], f"*, framed: the least of its depth that is shown better than {name}. Blue: below 1; orange: above.",
                  width=608, says=f"{noun(by).capitalize()} of {by['algo']} on {by['spec']} relative to {name}, "
                  f"by depth and window ({by['unit']}): {best}.")


def half(by: dict) -> float:
    return sum(by["window"]) / 2


def answers(report: dict, mine: list[dict]) -> str:
    """The report's own answers for that spec and depth, and the work of automatic windows: they
    have many widths, and so no place on the axis."""
    several = len({a["widen"] for a in mine}) > 1
    by = mine[0]
    said = [one["sentence"] for one in report["answers"] if one["spec"] == by["spec"] and one["depth"] == by["depth"]]
    return " ".join(said + [f"Window auto{' (' + a['widen'] + ')' if several else ''} takes {ratio_text(a)} times the "
                            f"{noun(a)} of {a['reference']}." for a in mine if a["window"] == AUTO and a["ratio"]])


def window(report: dict, mine: list[dict], most: int = ALL, of: str = "") -> Figure:
    """The U-curve: the ratio by window with bands, one line for each set of settings. Below it: how
    many searches failed, and the share of nodes in re-searches.
    Shaded: the window with the least ratio of those that are shown better than the reference."""
    mine = deepest([a for a in mine if a["driver"] == "aspiration"])
    alone(list(dict.fromkeys(a["algo"] for a in mine)) or [""], "algorithms with windows; choose one with --algo=NAME")
    sized = [a for a in mine if a["window"] != AUTO]
    windowed(sized, "holds no aspiration rows with windows; sweep with absbench sweep-window")
    fields = ["widen"] + [name for name in CONFIG if name not in ("widen", "window")]
    all_series = compared(labelled(mine, fields, "widen"))
    if len(all_series) > most:
        all_series.sort(key=lambda one: min(a["ratio"] or math.inf for a in one.rows))
    by, name, unit = mine[0], mine[0]["reference"], mine[0]["unit"]
    shared = "nodes" if noun(by) == "nodes" else "work"
    signs = {id(a): sign for a, sign in zip(sized, marks(sized, True))}
    curves, bars, again = [], [], []
    for one in all_series[:most]:
        curve, boxes, shares = [], [], []
        for a in one.rows:
            if id(a) not in signs or a["ratio"] is None:
                continue
            x, share, text = half(a), a["research_share"], value_text(a["window"])
            where = f"window {text}, {one.label}"
            low, high = (a[name] / a["iterations"] for name in ("fail_low", "fail_high"))
            curve.append(point(x, a["ratio"], interval(a), where, a["ratio_n"], low, high, share, text, signs[id(a)]))
            boxes.append(Point(x, low + high, [low, low + high]))
            shares.append(Point(x, share, tip=f"{where}: {a['fail_low'] + a['fail_high']} failed searches in "
                                f"{a['iterations']} iterations, {100 * (share or 0):.1f} % of {shared} in re-searches"))
        curves.append(line(one, curve))
        bars.append(Line(one, boxes))
        again.append(Line(one, shares, f" {100 * shares[-1].y:.1f} %"))
    ticks = sorted({half(a): value_text(a["window"]) for a in sized}.items())
    step = min((math.sqrt(b / a) for (a, _), (b, _) in pairwise(ticks)), default=2)
    axis = Axis(ticks[0][0] / step, ticks[-1][0] * step, True, "", ticks)
    shades = [(half(a) / step, half(a) * step, "best") for a in sized if signs[id(a)] == "*"]
    order = "; bars from the left: " + ", ".join(line.series.label for line in curves) if curves[1:] else ""
    panels = [
        Panel(f"{over(by)} (log axis; bands: 95 % intervals)", axis, ratios_of(curves), curves, "band", one="across",
              reference=name, shades=shades, height=240),
        Panel(f"failed searches in 100 iterations (pale: failed low, strong: high{order})", axis, share_axis(bars, ""),
              bars, "boxes", names=False, shades=shades, height=120),
        Panel(f"{shared} in re-searches", replace(axis, name=f"window ({unit}): half of its width, log axis"),
              share_axis(again), again, shades=shades, height=96)]
    said = answers(report, mine)
    return figure(report, mine, f", depth {by['depth']}, {by['algo']}: which window?", panels, *only(most, all_series),
                  lead=said, says=f"{noun(by).capitalize()} of {by['algo']} on {of or by['spec']} at depth "
                  f"{by['depth']} by window ({unit}), relative to the open {name} search. {said}")


def share_axis(lines: list[Line], unit: str = " %") -> Axis:
    high = max(0.05, 1.08 * max(p.y for line in lines for p in line.points))
    return Axis(0, high, form=lambda x: f"{100 * x:g}{unit}")


# ---- what moves lose -----------------------------------------------------------------------------

def regret_panel(all_series: list[Series], title: str, name: str, low: str, high: str) -> Panel:
    lines = [line(one, points) for one in all_series if (points := [
        point(a["budget"], a[name], None if a[low] is None else [a[low], a[high]],
              f"{si(a['budget'])} of work, {one.label}", a["n"]) for a in one.rows if a[name] is not None])]
    every = [p for line in lines for p in line.points]
    ends = [x for p in every for x in (p.y, *(p.interval or []))]
    return Panel(f"{title} (bands: 95 % intervals)", nodes_axis([p.x for p in every], "work allowed (log axis)"),
                 Axis(min(0, *ends), 1.05 * max(1e-9, *ends)), lines, "band")


def regret(report: dict, mine: list[dict]) -> Figure:
    """What moves lose, by work, for each configuration; the paired difference from the reference; the
    share of moves that lose nothing."""
    configs = {(a["spec"], a["config"]) for a in mine}
    cells = [c for c in computing().cells_of(report) if c["budget"] and (c["spec"], c["config"]) in configs]
    if not cells:
        raise Refusal("does not say what moves lose with a limit of work; make one with --judge and "
                      "--max-nodes=1e4,3e4,1e5")
    unit, *units = dict.fromkeys(c["unit"] for c in cells)
    cells = [c for c in cells if c["unit"] == unit]
    all_series = labelled(cells, [name for name in CONFIG if name != "node_limit"])
    last = max(c["budget"] for c in cells)
    best = min((c["mean"], one.label) for one in all_series for c in one.rows if c["budget"] == last)
    panels = [(f"what the chosen move loses, mean, {unit}", "mean", "mean_low", "mean_high")]
    if any(c["more"] is not None for c in cells):
        panels.append((f"how much more than the reference loses at the same position, mean, {unit}", "more", "more_low", "more_high"))
    panels.append(("share of moves that lose nothing", "best_share", "best_low", "best_high"))
    return figure(report, cells, ": what moves lose, by work", [regret_panel(all_series, *about) for about in panels],
                  *(f"Positions judged in {other} are left out." for other in units),
                  says=f"What moves of {len(all_series)} searches of {mine[0]['spec']} lose by the work "
                       f"allowed: {best[1]} loses least with {si(last)}, {short(best[0])} {unit}.")


KINDS: dict[str, Callable[[dict, list[dict]], Figure]] = {
    "depth": depth, "ratio": ratio_by_depth, "forest": forest, "scatter": scatter,
    "heatmap": heatmap, "window": window, "regret": regret}
