"""The kinds of figures: from the aggregates of a report to panels. What a figure is drawn of is
also its data, rows of --data: ["M", name, text] about all, ["S", series, label] and ["P", series, number..]."""
import math
from collections import Counter
from dataclasses import replace
from typing import Callable, Iterator

from .panels import Axis, Figure, Line, Panel, Point, depth_axis, log_axis, nodes_axis, ratio_axis
from .report import (CONFIG, Refusal, Series, amount, command, compared, deepest, finished,
                     grouped, interval, is_reference, labelled, marks, notes, noun, over, pairs, sample,
                     says, searches_of, spec_name, varying, window_order,
                     window_text, words)
from .schema import AUTO, BY, key
from .text import between, brackets, fixed, short, si

MOST_POINTS, PLACES = 10000, 30  # points of a cloud, and places of a factor of ten if there are more
ALL = 10**9  # lines of a figure
UNSOUND = "† unsound: it may return wrong values or moves."


def figure(report: dict, mine: list[dict], title: str, panels: list[Panel], *more: str,
           says: str = "", **members) -> Figure:
    """With what every figure says of itself; the data are those of the first panel."""
    about = {"title": title, "n": sample(report, mine),
             "signature": f"signature {report['signature']}", "command": command(report)}
    remarks, lines = [*notes(report, mine), *more], panels[0].lines
    return Figure(
        title, panels, [f"{about['n']}; {about['signature']}", f"$ {about['command']}", *remarks],
        says=says,
        data=[*(["M", *fact] for fact in about.items()),
              *(["M", "note", remark] for remark in remarks),
              *(["S", i, line.series.label] for i, line in enumerate(lines, 1)),
              *(["P", i, *p.data] for i, line in enumerate(lines, 1) for p in line.points)],
        **members)


def point(x: float, y: float, ends: list | None, where: str, n: int, *data) -> Point:
    within = between(ends, joint=" to ") if ends else "no interval"
    return Point(x, y, ends, f"{where}: {fixed(y)}, {within}, n = {n}", (x, y, *(ends or ["", ""]), *data))


def ratio_point(a: dict, x: float, where: str, *data) -> Point:
    return point(x, a["ratio"], interval(a), where, a["ratio_n"], *data)


def ratio_line(one: Series, points: list[Point]) -> Line:
    return Line(one, points, " " + short(points[-1].y))


def ratios_of(lines: list[Line]) -> Axis:
    return ratio_axis([(p.y, p.interval) for line in lines for p in line.points])


def only(most: int, every: list) -> list[str]:
    return [f"Only the {most} best of {len(every)} are drawn."] * (len(every) > most)


def several_depths(mine: list[dict]) -> list[int]:
    depths = sorted({a["depth"] for a in mine})
    if len(depths) < 2:
        raise Refusal(f"has a single depth, {depths[0]}; make one with several, such as "
                      "--depth=3..8")
    return depths


def others(mine: list[dict]) -> list[Series]:
    """Without the reference, which is the line at 1."""
    all_series = labelled(mine)
    others = [one for one in compared(all_series) if not all(map(is_reference, one.rows))]
    if not others:
        raise Refusal(f"has only the reference, {all_series[0].name}")
    return others


# ---- nodes and ratio by depth --------------------------------------------------------------------

def nodes_panel(all_series: list[Series], depths: list[int]) -> Panel:
    lines = []
    for one in all_series:
        points = [Point(x, y, tip=f"depth {x}, {one.label}: {amount(y)} {noun(a)}, n = {a['n']}",
                        data=(x, y, a["n"]))
                  for a in one.by_depth() if a["n"] > 0
                  for x, y in [(a["depth"], a["measure_geomean"])]]
        lines.append(Line(one, points, " " + si(points[-1].y)))
    axis = nodes_axis([p.y for line in lines for p in line.points])
    return Panel(f"{noun(all_series[0].rows[0])}, geometric mean (log axis)", depth_axis(depths),
                 axis, lines)


def ratio_panel(all_series: list[Series], depths: list[int]) -> Panel:
    lines = [ratio_line(one, [
        ratio_point(a, depth, f"depth {depth}, {one.label}", a["ratio_n"])
        for a in one.by_depth() if a["ratio"] is not None for depth in [a["depth"]]])
        for one in all_series]
    several = any(p.interval for line in lines for p in line.points)
    bars = "95 % intervals" if several else "one position, so no intervals"
    by = all_series[0].rows[0]
    return Panel(f"{over(by)} (log axis; {bars})", depth_axis(depths), ratios_of(lines), lines,
                 one="across", reference=by["reference"], aside=0.18)


def says_depth(all_series: list[Series], depths: list[int], spec: str) -> str:
    return says(all_series, "measure_geomean", f"per position {searches_of(all_series, spec)} at depths {depths[0]} to "
                f"{depths[-1]}")


def depth(report: dict, mine: list[dict]) -> Figure:
    depths, all_series = several_depths(mine), finished(labelled(mine))
    return figure(report, mine, f"{spec_name(report, mine[0])}: {noun(mine[0])} by depth",
                  [nodes_panel(all_series, depths)], says=says_depth(all_series, depths, mine[0]["spec"]))


def ratio_by_depth(report: dict, mine: list[dict]) -> Figure:
    all_series, depths = others(mine), several_depths(mine)
    panel, by = ratio_panel(all_series, depths), mine[0]
    return figure(report, mine, f"{spec_name(report, by)}: {noun(mine[0])} relative to "
                  f"{panel.reference}, by depth", [panel],
                  says=says(all_series, "ratio", f"{searches_of(all_series, by['spec'])} relative to {panel.reference} "
                            f"by depth, {depths[0]} to {depths[-1]}"))


def both_by_depth(report: dict, mine: list[dict], most: int, of: str) -> Figure:
    """The page's: work, and beside it, if there is a reference, ratios. Of each algorithm the configuration that is
    best where it is deepest."""
    def rank(one: Series) -> tuple:
        a = one.by_depth()[-1]
        return -a["depth"], a["ratio"] or a["measure_geomean"]

    mine = [a for a in mine if a["n"]]
    depths, every = several_depths(mine), labelled(mine)
    best = sorted((min(kin, key=rank) for kin in grouped(every, lambda one: one.name)), key=rank)
    all_series = [replace(one, variant=0) for one in best[:most]]
    panels = [nodes_panel(all_series, depths)]
    with_ratio = [one for one in all_series if any(a["ratio"] is not None for a in one.rows)]
    if with_ratio:
        panels[0].names = len(with_ratio) < len(all_series)
        second = ratio_panel(with_ratio, depths)
        panels.append(replace(second, reference="",
                              title=second.title.replace("; 95 % intervals", "")))
    return figure(report, [a for one in all_series for a in one.rows], f"{of}: {noun(mine[0])} by depth", panels,
                  *only(most, best), *["Of each algorithm the best configuration."] * (len(best) < len(every)),
                  says=says_depth(all_series, depths, of), across=True)


# ---- one depth -----------------------------------------------------------------------------------

def forest(report: dict, mine: list[dict], most: int = ALL, of: str = "") -> Figure:
    """A row for each, the one with the least ratio on top, with the ratio in figures beside it."""
    mine = deepest(mine)
    every = sorted(compared(labelled(mine)), key=lambda one: one.rows[0]["ratio"])
    all_series = every[:most]
    by, count = mine[0], len(all_series)
    name = by["reference"]
    several = len({a["ratio_n"] for a in mine}) > 1
    lines, rows, beside = [], [], [(count + 1, "ratio [95 % interval]" + "   n" * several)]
    for place, one in enumerate(all_series):
        a, y = one.rows[0], count - place
        point = ratio_point(a, a["ratio"], f"{one.label}: ratio")
        data = (*point.data[1:], *key(a, ["ratio_n", "ratio_wins", "ratio_ties", "ratio_losses"]))
        lines.append(Line(one, [replace(point, y=y, interval=None, x_interval=point.interval,
                                        tip=point.tip.replace(": ratio:", ": ratio"), data=data)], " " + fixed(a["ratio"])))
        rows.append((y, one.label + " †" * bool(a["wrong_values"])))
        beside.append((y, ("1 (reference)" if is_reference(a) else ratio_text(a))
                       + f"   {a['ratio_n']}" * several))
    axis = replace(ratio_axis([(p.x, p.x_interval) for line in lines for p in line.points]))
    panel = Panel(f"{over(by)} (log axis)", axis, Axis(0, count + 1, ticks=rows), lines,
                  "points", one="up", names=False, beside=beside, height=23, each=True)
    return figure(report, mine, f"{spec_name(report, by)}, depth {by['depth']}: {noun(mine[0])} "
                  f"relative to {name}",
                  [panel], *only(most, every), *[UNSOUND] * any(a["wrong_values"] for a in mine),
                  says=says(all_series, "ratio", f"{searches_of(all_series, of or by['spec'])} relative to {name} with the 95 % "
                            "interval of each alone"))


def thinned(both: list[tuple[str, float, float]]) -> list[tuple[str, float, float]]:
    """Of more pairs than anyone can tell apart, one for each place of a fine grid."""
    def place(x: float) -> int:
        return round(PLACES * math.log10(max(x, 0.1)))

    found = {(place(own), place(other)): (where, own, other) for where, own, other in both}
    return both if len(both) <= MOST_POINTS else list(found.values())


def scatter(report: dict, mine: list[dict]) -> Figure:
    mine = deepest(mine)
    all_series, by = others(mine), mine[0]
    name = by["reference"]
    if len(all_series) > 1:
        raise Refusal(f"has several to compare with {name}; choose one with --algo=NAME or "
                      f"--only=KEY=VALUE: {', '.join(one.label for one in all_series)}")
    one, = all_series
    found, what, (less, much) = one.rows[0], noun(by), words(by)
    both = pairs(report, found)
    points = [Point(other, own, tip=f"{name}: {amount(other)} {what}, {one.label}: {amount(own)}, "
                    f"{where}", data=(other, own, where)) for where, own, other in thinned(both)]
    axis = nodes_axis([x for point in points for x in (point.x, point.y)])
    n, wins, ties, losses = key(found, ["ratio_n", "ratio_wins", "ratio_ties", "ratio_losses"])
    same = f", as {much}: {ties}" if ties else ""
    texts = [(0.02, 0.96, "left", f"more {what} than {name}: {losses} of {n}"),
             (0.98, 0.1, "right", f"{less} {what}: {wins} of {n}{same}"),
             (0.98, 0.04, "right", f"geometric mean of the ratio: {ratio_text(found)}")]
    panel = Panel(f"{what} of {one.label} (log axis)",
                  replace(axis, name=f"{what} of {name} (log axis)"), axis, [Line(one, points)],
                  "points", one="diagonal", names=False, height=500, words=texts)
    return figure(report, one.rows, f"{spec_name(report, by)}, depth {by['depth']}: {what} of "
                  f"{one.label} against {name}", [panel],
                  *[f"A point may stand for several positions: {len(points)} points for "
                    f"{len(both)}."] * (len(points) < len(both)),
                  width=608,
                  says=f"{what.capitalize()} of {one.label} against that of {name} at each of {n} "
                  f"positions of {by['spec']}, depth {by['depth']}: {less} at {wins} of them.")


# ---- windows -------------------------------------------------------------------------------------

def windowed(mine: list[dict], what: str) -> list[dict]:
    mine = [a for a in mine if a["window"]]
    if not mine:
        raise Refusal(what)
    if not varying(mine, ["window"]):
        raise Refusal(f"has a single window, {window_text(mine[0]['window'])}; make one with "
                      "several, such as --window=1..400*2")
    return sorted(mine, key=window_order)


def heatmap(report: dict, mine: list[dict]) -> Figure:
    mine = windowed(mine, "has no searches with a window, such as aspiration")
    several = labelled(mine, [name for name in CONFIG if name not in ("window", "widen_factor")])
    if len(several) > 1:
        raise Refusal("has several searches with windows; choose one with --only=KEY=VALUE: "
                      + ", ".join(one.label for one in several))
    mine = [a for a in compared(several)[0].rows if a["ratio"] is not None]
    by, name, depths = mine[0], mine[0]["reference"], sorted({a["depth"] for a in mine})
    windows = list(dict.fromkeys(window_text(a["window"]) for a in mine))
    most = max(math.log(1.1), *(abs(math.log(a["ratio"])) for a in mine))
    least = {x: min(a["ratio"] for a in mine if a["depth"] == x) for x in depths}
    points, best = [], []
    for a, sign in zip(mine, marks(report, mine)):
        x, window, found = a["depth"], window_text(a["window"]), a["ratio"]
        mark = "*" if found == least[x] else sign.strip("*-")
        best += [(x, f"depth {x}: window {window} {short(found)}")] * (mark == "*")
        i, j = depths.index(x) + 1, windows.index(window) + 1
        points.append(Point(i, j, tip=short(found) + mark, data=(x, window, found, mark),
                            heat=0.85 * math.log(found) / most))
    across = Axis(0.5, len(depths) + 0.5, False, "depth (plies)",
                  list(enumerate(map(str, depths), 1)))
    up = Axis(0, len(windows) + 1, ticks=list(enumerate(windows, 1)))
    panel = Panel(f"window ({by['unit']})", across, up, [Line(several[0], points)], "cells",
                  names=False, height=26, each=True)
    says = (f"{noun(by).capitalize()} of {by['algo']} on {by['spec']} relative to {name}, by depth "
            f"and window ({by['unit']}): least at {max(best)[1]}.")
    return figure(report, mine, f"{spec_name(report, by)}, {by['algo']} ({by['widen']}): "
                  f"{noun(by)} relative to {name}, by depth and window", [panel],
                  "*, framed: least of its depth; ~: not shown to be worse. Blue: below 1; "
                  "orange: above.", width=608, says=says)


def half(by: dict) -> float:
    return sum(by["window"]) / 2


def ratio_text(a: dict) -> str:
    return short(a["ratio"]) + brackets(interval(a))


def parts_of_axis(xs: list[float]) -> dict[float, tuple[float, float]]:
    """The part of a logarithmic axis that belongs to each: half way to the next, and the first and
    last have as much on their other side."""
    middles = [math.sqrt(a * b) for a, b in zip(xs, xs[1:])]
    lows = [xs[0] ** 2 / middles[0]] + middles
    highs = middles + [xs[-1] ** 2 / middles[-1]]
    return {x: (low, high) for x, low, high in zip(xs, lows, highs)}


def answer(report: dict, by: dict) -> str:
    """The report's own, of that spec and depth."""
    return " ".join(one["sentence"] for one in report["answers"]
                    if key(one, ["spec", "depth"]) == key(by, ["spec", "depth"]))


def automatic(mine: list[dict]) -> str:
    """What automatic windows take: they are of many widths, and have no place on the axis."""
    several = len({a["widen"] for a in mine}) > 1
    return "".join(f" Window auto{' (' + a['widen'] + ')' if several else ''} takes "
                   f"{ratio_text(a)} times the {noun(a)} of {a['reference']}."
                   for a in mine if a["window"] == AUTO and a["ratio"] is not None)


def window(report: dict, mine: list[dict], most: int = ALL, of: str = "") -> Figure:
    """The U-curve: ratio by window with bands, a line for what is alike in all but the window;
    below it how many searches failed, and the share of nodes in re-searches.
    Shaded: the best window and those not shown to be worse."""
    mine = [a for a in mine if a["driver"] == "aspiration"]
    mine = deepest(mine) if mine else mine
    algos = list(dict.fromkeys(a["algo"] for a in mine))
    if len(algos) > 1:
        raise Refusal("has several algorithms with windows; choose one with --algo=NAME: "
                      + ", ".join(algos))
    sized = [a for a in mine if a["window"] != AUTO]
    windowed(sized, "holds no aspiration rows with windows; sweep with scripts/sweep-window")
    fields = ["widen"] + [name for name in CONFIG if name not in ("widen", "window")]
    all_series = compared(labelled(mine, fields, "widen"))
    if len(all_series) > most:
        all_series.sort(key=lambda one: min(a["ratio"] or math.inf for a in one.rows))
    marked = sorted(zip(mine, marks(report, mine)), key=lambda pair: window_order(pair[0]))
    placed = [(a, sign) for a, sign in marked if a["window"] != AUTO]
    by, name, shared = mine[0], mine[0]["reference"], shared_of(mine[0])
    parts = parts_of_axis(sorted({half(a) for a in sized}))
    curves, bars, again = window_lines(all_series[:most], parts, placed)
    names = {half(a): window_text(a["window"]) for a in sized}
    axis = Axis(min(parts.values())[0], max(parts.values())[1], True, "", sorted(names.items()))
    shades = [(*parts[half(a)], colour) for wanted, colour in (("~", "near"), ("*", "best"))
              for a, sign in placed if sign == wanted]
    labels = ", ".join(line.series.label for line in curves)
    order = f"; bars from the left: {labels}" if len(curves) > 1 else ""
    panels = [
        Panel(f"{over(by)} (log axis; bands: 95 % intervals)", axis,
              ratios_of(curves), curves, band=True, one="across", reference=name, shades=shades,
              height=240),
        Panel(f"failed searches in 100 iterations (pale: failed low, strong: high{order})", axis, share_axis(bars, ""),
              bars, "boxes", names=False, shades=shades, height=120),
        Panel(f"{shared} in re-searches",
              replace(axis, name=f"window ({mine[0]['unit']}): half of its width, log axis"),
              share_axis(again), again, shades=shades, height=96)]
    said = answer(report, by) + automatic(mine)
    says = (f"{noun(mine[0]).capitalize()} of {by['algo']} on {of or by['spec']} at depth {by['depth']} by "
            f"window ({mine[0]['unit']}), relative to the open {name} search. {said}")
    return figure(report, mine, f"{spec_name(report, by)}, depth {by['depth']}, {by['algo']}: which "
                  "window?", panels, *only(most, all_series), lead=said, says=says)


def shared_of(a: dict) -> str:
    """What the share of re-searches is of."""
    return "nodes" if noun(a) == "nodes" else "work"


def share_axis(lines: list[Line], unit: str = " %") -> Axis:
    high = max(0.05, 1.08 * max(p.y for line in lines for p in line.points))
    return Axis(0, high, form=lambda x: f"{100 * x:g}{unit}")


def window_lines(all_series: list[Series], parts: dict[float, tuple[float, float]],
                 marked: list[tuple[dict, str]]) -> tuple:
    """Lines of ratios, of fails and of re-searches."""
    curves, bars, again = [], [], []
    wide = 0.8 / len(all_series)
    for i, one in enumerate(all_series):
        curve, boxes, share = [], [], []
        for a, sign in ((a, sign) for a, sign in marked if a in one.rows and a["ratio"] is not None):
            x, found = half(a), a["research_share"]
            low, high = (a[name] / a["iterations"] for name in ("fail_low", "fail_high"))
            first, last = parts[x]
            sides_of = [first * (last / first) ** (0.1 + wide * place) for place in (i, i + 1)]
            text = window_text(a["window"])
            where = f"window {text}, {one.label}"
            curve.append(ratio_point(a, x, where, low, high, found, text, sign, a["ratio_n"]))
            boxes.append(Point(x, low + high, [low, low + high], x_interval=sides_of))
            share.append(Point(x, found, tip=f"{where}: {a['fail_low'] + a['fail_high']} failed searches in {a['iterations']} "
                               f"iterations, {100 * (found or 0):.1f} % of {shared_of(a)} in re-searches"))
        curves.append(ratio_line(one, curve))
        bars.append(Line(one, boxes))
        again.append(Line(one, share, f" {100 * share[-1].y:.1f} %"))
    return curves, bars, again


# ---- what moves lose -----------------------------------------------------------------------------

def regret_panel(all_series: list[Series], title: str, name: str, low: str, high: str) -> Panel:
    lines = []
    for one in all_series:
        lines.append(ratio_line(one, [
            point(a["budget"], a[name], None if a[low] is None else [a[low], a[high]],
                  f"{si(a['budget'])} of work, {one.label}", a["n"], a["n"])
            for a in sorted(one.rows, key=lambda a: a["budget"])]))
    every = [p for line in lines for p in line.points]
    ends = [x for p in every for x in (p.y, *(p.interval or []))]
    budgets = nodes_axis([p.x for p in every])
    budgets.name = "work allowed (log axis)"
    return Panel(f"{title} (bands: 95 % intervals)", budgets,
                 Axis(min(0, *ends), 1.05 * max(1e-9, *ends)), lines, band=True)


def regret(report: dict, mine: list[dict]) -> Figure:
    """By work, a curve for each configuration; and the share of moves that lose nothing."""
    configs = {(a["spec"], a["config"]): a for a in mine}
    cells = [{**configs[c["spec"], c["config"]], "left_out": 0, **c} for c in report.get("regret", [])
             if c["budget"] and (c["spec"], c["config"]) in configs]
    if not cells:
        raise Refusal("does not say what moves lose with a limit of work; make one with --judge and "
                      "--max-nodes=1e4,3e4,1e5")
    units = list(dict.fromkeys(c["unit"] for c in cells))
    cells = [c for c in cells if c["unit"] == units[0]]
    all_series = labelled(cells, [name for name in CONFIG if name != "node_limit"])
    lost = f"what the chosen move loses, mean, {units[0]}"
    last = max(c["budget"] for c in cells)
    best = min((c["mean"], one.label) for one in all_series for c in one.rows if c["budget"] == last)
    return figure(report, cells, f"{spec_name(report, mine[0])}: what moves lose, by work",
                  [regret_panel(all_series, lost, "mean", "mean_low", "mean_high"),
                   regret_panel(all_series, "share of moves that lose nothing", "best_share", "best_low",
                                "best_high")],
                  *(f"Positions judged in {unit} are left out." for unit in units[1:]),
                  says=f"What moves of {len(all_series)} searches of {mine[0]['spec']} lose by the work "
                       f"allowed: {best[1]} loses least with {si(last)}, {short(best[0])} {units[0]}.")


# ---- parallel searches ---------------------------------------------------------------------------

def spent(report: dict, mine: list[dict]) -> Iterator[tuple[dict, float, float]]:
    """Of each, the shares of its processors' ticks that are neither a serial search's, by the geometric
    mean of ratios, nor waiting; and that are."""
    idle, all_of = Counter(), Counter()
    for row in report["results"]:
        if row["status"] == "ok":
            idle[key(row, BY)] += row["idle_ticks"] or 0
            all_of[key(row, BY)] += row["ticks"] * (row["procs"] or 1)
    for a in mine:
        waiting = idle[key(a, BY)] / all_of[key(a, BY)]
        yield a, max(0, 1 - waiting - 1 / (a["ratio"] * a["procs"])), waiting


def speedup(report: dict, mine: list[dict]) -> Figure:
    """By processors, with the diagonal; and what becomes of the processors' time."""
    mine = [a for a in deepest(mine) if a["parallel"] not in (None, "none") and a["ratio"] is not None]
    if not mine or noun(mine[0]) != "ticks":
        raise Refusal("compares no ticks of parallel searches; make one with --parallel=pvsplit,ybw --procs=1,2,4,8,16")
    by, all_series = mine[0], labelled(mine, [name for name in CONFIG if name != "procs"])
    procs = sorted({a["procs"] for a in mine})
    axis = log_axis([*procs, *(1 / a["ratio"] for a in mine)], "processors (log axis)")
    axis.ticks = [(x, str(x)) for x in procs]
    lines = [ratio_line(one, [
        point(a["procs"], 1 / a["ratio"], found and [1 / found[1], 1 / found[0]],
              f"{a['procs']} processors, {one.label}", a["ratio_n"], a["ratio_n"])
        for a in sorted(one.rows, key=lambda a: a["procs"]) for found in [interval(a)]]) for one in all_series]
    shares, wide = {id(a): more for a, *more in spent(report, mine)}, 0.8 / len(all_series)
    bars = [Line(one, [Point(a["procs"], low + high, [low, low + high],
                             x_interval=[a["procs"] * 1.6 ** (wide * (i + end) - 0.4) for end in (0, 1)])
                       for a in one.rows for low, high in [shares[id(a)]]])
            for i, one in enumerate(all_series)]
    best = max((1 / a["ratio"], one.label) for one in all_series for a in one.rows if a["procs"] == procs[-1])
    return figure(
        report, mine, f"{spec_name(report, by)}, depth {by['depth']}: speedup by processors", [
            Panel(f"speedup: ticks of {by['reference']} by its own (log axis; bars: 95 % intervals)", axis,
                  replace(axis, name=""), lines, one="diagonal"),
            Panel("of the processors' ticks, pale: work that the serial search does not do; strong: waiting", axis,
                  Axis(0, 1, form=lambda x: f"{100 * x:g} %"), bars, "boxes", names=False, height=160)],
        "Bars, from the left: " + ", ".join(one.label for one in all_series) + ".",
        says=f"Speedup of parallel searches of {by['spec']} by processors: the greatest with {procs[-1]} is that of "
             f"{best[1]}, {best[0]:.3g}.")


KINDS: dict[str, Callable[[dict, list[dict]], Figure]] = {
    "depth": depth, "ratio": ratio_by_depth, "forest": forest, "scatter": scatter,
    "heatmap": heatmap, "window": window, "regret": regret,
    "speedup": speedup}
