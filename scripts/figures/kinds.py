"""The kinds of figures: from the aggregates of a report to panels. What a figure is drawn of is
also its data, rows of --data: ["M", name, text] about all, ["S", series, label, look, variant] and
["P", series, number..]."""
import math
from dataclasses import replace
from typing import Callable

from .gnuplot import Axis, depth_axis, log_axis, nodes_axis, ratio_axis, share_axis
from .looks import look_of
from .panels import Cell, Cells, Figure, Forest, Line, Lines, Point, Row
from .report import (CONFIG, Refusal, Series, command, compared, deepest, fails,
                     finished, frozen, grouped, interval, is_reference, key, labelled, marks, notes,
                     pairs, ratio, reference, sample, tied_names, value_text, window_order,
                     window_text)
from .text import between, brackets, fixed, short, si, whole


UNSOUND = "† unsound: it may return wrong values or moves."


def about(report: dict, title: str, mine: list[dict], more: list[str] = ()) -> dict:
    """What every figure says of itself, as a Figure's members."""
    said = [*notes(report, mine), *more]
    facts = [["title", title], ["n", sample(report, mine)],
             ["signature", f"signature {report['signature']}"], ["command", command(report)]]
    return {"title": title, "data": [["M", *fact] for fact in facts]
            + [["M", "note", note] for note in said],
            "caption": [f"{facts[1][1]}; {facts[2][1]}", f"$ {facts[3][1]}", *said]}


def series_data(all_series: list[Series]) -> list[list]:
    return [["S", i, one.label, one.name, one.variant] for i, one in enumerate(all_series, 1)]


def line(one: Series, points: list[Point], end: str = "", anchor: Point | None = None) -> Line:
    return Line(one.label, look_of(one.name, one.variant), points, end, anchor)


def described(lines: list[Line]) -> str:
    return ", ".join(f"{one.label} {one.end}".strip() for one in lines[:20])


def ends(aggregate: dict) -> list:
    return interval(aggregate) or ["", ""]


def ratio_text(aggregate: dict) -> str:
    found = interval(aggregate)
    within = between(found, joint=" to ") if found else "no interval"
    return f"{fixed(ratio(aggregate))}, {within}, n = {aggregate['ratio']['n']}"


def several_depths(mine: list[dict]) -> list[int]:
    depths = sorted({a["by"]["depth"] for a in mine})
    if len(depths) < 2:
        raise Refusal(f"has a single depth, {depths[0]}; make one with several, such as "
                      "--depth=3..8")
    return depths


def by_depth(one: Series) -> list[dict]:
    return sorted(one.rows, key=lambda a: a["by"]["depth"])


def others(all_series: list[Series]) -> list[Series]:
    """Without the reference, which is the line at 1."""
    mine = [one for one in compared(all_series) if not all(is_reference(a) for a in one.rows)]
    if not mine:
        raise Refusal(f"has only the reference, {all_series[0].name}")
    return mine


# ---- nodes and ratio by depth --------------------------------------------------------------------

def minimal_nodes(b: int, depth: int) -> int:
    """Leaves of a minimal tree are b^ceil(d/2) + b^floor(d/2) - 1 (Knuth & Moore 1975), and its
    nodes at ply k are as many as the leaves at depth k."""
    return sum(b ** ((k + 1) // 2) + b ** (k // 2) - 1 for k in range(depth + 1))


def closed_form(mine: list[dict]) -> tuple[list[int], str] | None:
    """Nodes of the minimal tree by depth, where that is known and the report has not measured it;
    with deepening each iteration has one."""
    by = mine[0]["by"]
    model, _, options = by["spec"].partition(":")
    pairs_of = dict(option.partition("=")[::2] for option in options.split(","))
    ways = {key(a["by"], ["deepening", "quiescence"]) for a in mine}
    if model != "uniform" or not pairs_of.get("b", "").isdigit() or pairs_of.get("commute") == "1" \
            or any(a["by"]["algo"] == "minimal" for a in mine) or len(ways) > 1 or by["quiescence"]:
        return None
    b = int(pairs_of["b"])
    counts = [minimal_nodes(b, depth) for depth in several_depths(mine)]
    if by["deepening"]:
        counts = [sum(minimal_nodes(b, k) for k in range(1, depth + 1))
                  for depth in several_depths(mine)]
    return counts, ("Minimal tree: Knuth & Moore's b^ceil(d/2) + b^floor(d/2) - 1 summed over plies"
                    + (" and iterations." if by["deepening"] else "."))


def nodes_panel(all_series: list[Series], depths: list[int], closed: list[int] | None) -> Lines:
    lines = []
    for one in all_series:
        points = [Point(a["by"]["depth"], a["nodes"]["geomean"],
                        tip=f"depth {a['by']['depth']}, {one.label}: "
                            f"{whole(a['nodes']['geomean'])} nodes, n = {a['n']}")
                  for a in by_depth(one) if a["n"] > 0]
        lines.append(line(one, points, si(points[-1].y)))
    if closed:
        points = [Point(x, y, tip=f"depth {x}, minimal tree: {whole(y)} nodes")
                  for x, y in zip(depths, closed)]
        lines.append(line(Series("minimal tree (closed form)", "minimal", 0, []), points,
                          si(closed[-1])))
    axis = nodes_axis([p.y for one in lines for p in one.points])
    return Lines("nodes, geometric mean (log axis)", depth_axis(depths), axis, lines,
                 aside=(0, 0.7))


def depth(report: dict, mine: list[dict]) -> Figure:
    depths = several_depths(mine)
    all_series = finished(labelled(mine))
    for one in all_series:
        if one.name == "minimal":
            one.label = "minimal tree (measured)"
    closed = closed_form(mine)
    panel = nodes_panel(all_series, depths, closed and closed[0])
    figure = Figure(panels=[panel], description=described(panel.lines),
                    **about(report, f"{mine[0]['by']['spec']}: nodes by depth", mine,
                            [closed[1]] if closed else []))
    minimal = [Series(panel.lines[-1].label, "minimal", 0, [])] if closed else []
    figure.data += series_data(all_series + minimal)
    figure.data += [["P", i, a["by"]["depth"], a["nodes"]["geomean"], a["n"]]
                    for i, one in enumerate(all_series, 1) for a in by_depth(one) if a["n"] > 0]
    figure.data += [["P", len(all_series) + 1, x, y, ""]
                    for x, y in (zip(depths, closed[0]) if closed else ())]
    return figure


def ratio_panel(all_series: list[Series], depths: list[int]) -> Lines:
    lines = []
    for one in all_series:
        rows = [a for a in by_depth(one) if ratio(a) is not None]
        lines.append(line(one, [Point(a["by"]["depth"], ratio(a), interval(a),
                                      f"depth {a['by']['depth']}, {one.label}: {ratio_text(a)}")
                                for a in rows], short(ratio(rows[-1]))))
        lines[-1].more = brackets(interval(rows[-1]))
    points = [p for one in lines for p in one.points]
    bars = "95 % intervals" if any(p.interval for p in points) else \
        "one position, so no intervals"
    axis = ratio_axis([(p.y, p.interval) for p in points])
    name = reference([a for one in all_series for a in one.rows])
    return Lines(f"nodes / nodes of {name} (log axis; {bars})", depth_axis(depths), axis, lines,
                 one="across", reference=name, aside=(0.5, 0.7))


def ratio_by_depth(report: dict, mine: list[dict]) -> Figure:
    depths = several_depths(mine)
    all_series = others(labelled(mine))
    panel = ratio_panel(all_series, depths)
    title = f"{mine[0]['by']['spec']}: nodes per node of {panel.reference}, by depth"
    figure = Figure(panels=[panel], description=described(panel.lines),
                    **about(report, title, mine))
    figure.data += [["M", "reference", panel.reference], *series_data(all_series)]
    figure.data += [["P", i, a["by"]["depth"], ratio(a), *ends(a), a["ratio"]["n"]]
                    for i, one in enumerate(all_series, 1) for a in by_depth(one)
                    if ratio(a) is not None]
    return figure


def both_by_depth(mine: list[dict], title: str, name_of: Callable[[dict], str]) -> Figure:
    """The page's: nodes, and beside them, if there is a reference, ratios."""
    depths = several_depths(mine)
    all_series = labelled(mine)
    for one in all_series:
        one.label = name_of(one.rows[0])
    panels = [nodes_panel(all_series, depths, None)]
    with_ratio = [one for one in all_series if any(ratio(a) is not None for a in one.rows)]
    described_by = described(panels[0].lines)
    if with_ratio:
        panels[0].names = len(with_ratio) < len(all_series)
        panels.append(ratio_panel(with_ratio, depths))
        panels[1].reference = ""
        panels[1].title = panels[1].title.replace("; 95 % intervals", "")
    return Figure(title, panels, description=described_by, across=True)


# ---- one depth -----------------------------------------------------------------------------------

def forest(report: dict, mine: list[dict]) -> Figure:
    mine = deepest(mine)
    all_series = sorted(compared(labelled(mine)), key=lambda one: ratio(one.rows[0]))
    rows = [one.rows[0] for one in all_series]
    name, by = reference(rows), mine[0]["by"]
    items = [Row(one.label + (" †" if a["wrong_values"] else ""), look_of(one.name, one.variant),
                 ratio(a), interval(a), a["ratio"]["n"], f"{one.label}: ratio {ratio_text(a)}",
                 is_reference(a)) for one, a in zip(all_series, rows)]
    axis = ratio_axis([(row.ratio, row.interval) for row in items])
    figure = Figure(panels=[Forest(name, axis, items)], exact=True,
                    description=", ".join(f"{row.label} {fixed(row.ratio)}" for row in items[:20]),
                    **about(report, f"{by['spec']}, depth {by['depth']}: nodes per node of {name}",
                            mine, [UNSOUND] if any(a["wrong_values"] for a in mine) else []))
    figure.data += [["M", "reference", name], *series_data(all_series)]
    for i, a in enumerate(rows, 1):
        if is_reference(a):
            figure.data.append(["M", "reference_series", i])
        figure.data.append(["P", i, ratio(a), *ends(a), *key(a["ratio"],
                                                             ["n", "wins", "ties", "losses"])])
    return figure


def scatter(report: dict, mine: list[dict]) -> Figure:
    mine = deepest(mine)
    all_series = others(labelled(mine))
    name, by = reference(mine), mine[0]["by"]
    if len(all_series) > 1:
        raise Refusal(f"has several to compare with {name}; choose one with --algo=NAME or "
                      f"--only=KEY=VALUE: {', '.join(one.label for one in all_series)}")
    one, = all_series
    found, rows = one.rows[0]["ratio"], pairs(report, one.rows[0])
    points = [Point(other, own, tip=f"{name}: {whole(other)} nodes, {one.label}: {whole(own)}, "
                    f"{where}") for where, own, other in rows]
    axis = nodes_axis([x for point in points for x in (point.x, point.y)])
    across = Axis(axis.low, axis.high, True, f"nodes of {name} (log axis)", axis.ticks)
    n, same = found["n"], f", as many: {found['ties']}" if found["ties"] else ""
    panel = Lines(f"nodes of {one.label} (log axis)", across, axis, [line(one, points)], "points",
                  one="diagonal", names=False, height=29.4, words=[
                      ("top", f"more nodes than {name}: {found['losses']} of {n}"),
                      ("low", f"fewer nodes: {found['wins']} of {n}{same}"),
                      ("last", f"geometric mean of the ratio: {short(ratio(one.rows[0]))}"
                               f"{brackets(interval(one.rows[0]))}")])
    title = f"{by['spec']}, depth {by['depth']}: nodes of {one.label} against {name}"
    figure = Figure(panels=[panel], cols=76, description="; ".join(text for _, text in panel.words),
                    **about(report, title, one.rows))
    figure.data += [["M", "reference", name], ["M", "fewer", found["wins"]],
                    ["M", "same", found["ties"]], ["M", "more", found["losses"]],
                    ["M", "ratio", found["point_estimate"]], *series_data(all_series)]
    figure.data += [["P", 1, other, own, where] for where, own, other in rows]
    return figure


def ecdf(report: dict, mine: list[dict]) -> Figure:
    """A step line for each; its name stands at a height of its own, in the order of medians, with a
    thin line from where the curve has that height."""
    mine = deepest(mine)
    all_series = others(labelled(mine))
    name, by = reference(mine), mine[0]["by"]
    curves = []
    for one in all_series:
        ratios = sorted(own / other for _, own, other in pairs(report, one.rows[0]))
        curves.append([(x, (i + 1) / len(ratios)) for i, x in enumerate(ratios)
                       if ratios[i + 1:i + 2] != [x]])
    medians = [one.rows[0]["ratio"]["median"] for one in all_series]
    lines = [line(one, [Point(*corner) for corner in curve], f"median {short(median)}")
             for one, curve, median in zip(all_series, curves, medians)]
    for place, i in enumerate(sorted(range(len(lines)), key=medians.__getitem__)):
        at = 1 - (place + 0.5) / len(lines)
        x = next(x for x, share in curves[i] if share >= at - 1e-12)
        lines[i].label += ","
        lines[i].anchor = Point(x, at, tip=f"{all_series[i].label}: median {short(medians[i])}")
    panel = Lines("share of positions with that ratio or a smaller one",
                  log_axis([1.0] + [x for curve in curves for x, _ in curve],
                           f"nodes / nodes of {name} (log axis)"),
                  Axis(-0.02, 1.03, False, "", [(x / 5, f"{20 * x} %") for x in range(6)]),
                  lines, "steps", one="up", short_name="ratio (log)")
    title = f"{by['spec']}, depth {by['depth']}: how the ratio to {name} is distributed"
    figure = Figure(panels=[panel], description=described(lines),
                    **about(report, title, [one.rows[0] for one in all_series]))
    figure.data += [["M", "reference", name], *series_data(all_series)]
    for i, curve in enumerate(curves, 1):
        figure.data.append(["M", f"median {i}", medians[i - 1]])
        figure.data += [["P", i, x, share] for x, share in curve]
    return figure


# ---- windows -------------------------------------------------------------------------------------

def windowed(mine: list[dict], what: str) -> list[dict]:
    mine = [a for a in mine if a["by"]["window"]]
    if not mine:
        raise Refusal(what)
    if len({frozen(a["by"]["window"]) for a in mine}) < 2:
        raise Refusal(f"has a single window, {window_text(mine[0]['by']['window'])}; make one with "
                      "several, such as --window=1..400*2")
    return mine


def heatmap(report: dict, mine: list[dict]) -> Figure:
    mine = [a for a in mine if a["by"]["window"]]
    fields = [name for name in CONFIG if name != "window"]
    bys = [a["by"] for a in mine]
    if len({key(by, fields) for by in bys}) > 1:
        differ = [f"{name} is {' or '.join(dict.fromkeys(value_text(by[name]) for by in bys))}"
                  for name in fields if name != "widen_factor"
                  and len({frozen(by[name]) for by in bys}) > 1]
        raise Refusal("has several searches with windows; choose one with --only=KEY=VALUE: "
                      + "; ".join(differ))
    mine = windowed(mine, "has no searches with a window, such as aspiration")
    depths = sorted({by["depth"] for by in bys})
    windows = [window_text(group[0]["window"]) for group in
               sorted(grouped(bys, lambda by: frozen(by["window"])),
                      key=lambda group: window_order(group[0]))]
    at = {(a["by"]["depth"], window_text(a["by"]["window"])): a for a in mine}
    for x in depths:
        for window in windows:
            if ratio(at.get((x, window), {"ratio": {"point_estimate": None}})) is None:
                missing = (x, window) in at and at[x, window]["ratio"]["missing"]
                raise Refusal(f"has no ratio at window {window}, depth {x}: "
                              f"{missing or 'no such search'}")
    ordered = [at[x, window] for x in depths for window in windows]
    signs = marks(report, ordered)
    cells = []
    for a, sign in zip(ordered, signs):
        x = a["by"]["depth"]
        least = min(ratio(at[x, window]) for window in windows)
        cells.append(Cell(depths.index(x) + 1, windows.index(window_text(a["by"]["window"])) + 1,
                          ratio(a), "*" if ratio(a) == least else "~" if sign == "~" else ""))
    name, by = reference(mine), bys[0]
    title = (f"{by['spec']}, {by['algo']} ({by['widen']}): nodes per node of {name}, by depth and "
             "window")
    figure = Figure(panels=[Cells([str(x) for x in depths], windows, cells, "depth (plies)",
                                  "window")], exact=True, **about(report, title, mine),
                    description=", ".join(f"depth {depths[cell.column - 1]}: window "
                                          f"{windows[cell.row - 1]} {short(cell.ratio)}"
                                          for cell in cells if cell.mark == "*"))
    figure.data += [["M", "reference", name], ["S", 1, by["algo"], by["algo"], 0]]
    figure.data += [["M", f"depth {i}", x] for i, x in enumerate(depths, 1)]
    figure.data += [["M", f"window {i}", x] for i, x in enumerate(windows, 1)]
    figure.data += [["P", 1, cell.column, cell.row, cell.ratio, cell.mark] for cell in cells]
    return figure


def half(by: dict) -> float:
    return sum(by["window"]) / 2


def parts_of_axis(xs: list[float]) -> dict[float, tuple[float, float]]:
    """The part of a logarithmic axis that belongs to each: half way to the next, and the first and
    last have as much on their other side."""
    middles = [math.sqrt(a * b) for a, b in zip(xs, xs[1:])]
    lows = [xs[0] ** 2 / middles[0]] + middles
    highs = middles + [xs[-1] ** 2 / middles[-1]]
    return {x: (low, high) for x, low, high in zip(xs, lows, highs)}


def window_axis(parts: dict[float, tuple[float, float]], names: dict[float, str], cells: float,
                name: str = "") -> Axis:
    """A tick for every window, named where there is room in that many cells."""
    xs = list(parts)
    axis = Axis(parts[xs[0]][0], parts[xs[-1]][1], True, name)
    last = -99.0
    for x in xs:
        column = cells * axis.share(x)
        text = names[x] if column - len(names[x]) / 2 > last + 0.8 else ""
        last = column + len(text) / 2 if text else last
        axis.ticks.append((x, text))
    return axis


def window_sentence(report: dict, marked: list[tuple[dict, str]], labels: list[str]) -> str:
    best = next((a for a, sign in marked if sign == "*"), None)
    if not best:
        return "The report's best configuration is not among those shown."
    family = next(one for one in report["best"] if one["by"] == best["by"])
    tied = len(family["not_distinguished"])
    policy = f" {best['by']['widen']}" if len(labels) > 1 else ""
    return (f"Best of {family['among']}: window {window_text(best['by']['window'])}{policy}, ratio "
            f"{short(ratio(best))}{brackets(interval(best))}; {len(family['worse'])} are worse"
            + (f", {tied} cannot be told from it: {tied_names(marked, labels)}." if tied else "."))


def window_lines(all_series: list[Series], parts: dict[float, tuple[float, float]],
                 sides: dict[tuple, list[int]], marked: list[tuple[dict, str]]) -> tuple:
    """The lines of ratios, the bars of fails, the lines of re-searches, and their data."""
    sign_of = {key(a["by"], a["by"]): sign for a, sign in marked}
    lines, bars, again, data = [], [], [], []
    for i, one in enumerate(all_series):
        curve, boxes, share = [], [], []
        for a in sorted((a for a in one.rows if ratio(a) is not None),
                        key=lambda a: window_order(a["by"])):
            x, found, searched = half(a["by"]), key(a["by"], a["by"]), a["research_share"]
            low, high = (count / a["iterations"] for count in sides[found])
            low_x, high_x = parts[x]
            wide, some = high_x / low_x, 0.8 / len(all_series)
            boxes.append((low_x * wide ** (0.1 + some * i), low_x * wide ** (0.1 + some * (i + 1)),
                          low, high))
            at = f"window {window_text(a['by']['window'])}, {one.label}: "
            curve.append(Point(x, ratio(a), interval(a), at + ratio_text(a)))
            share.append(Point(x, searched, tip=at + (
                f"{100 * (low + high):.1f} % of {a['iterations']} iterations failed, "
                f"{100 * searched:.1f} % of nodes in re-searches")))
            data.append(["P", i + 1, x, ratio(a), *ends(a), low, high, searched,
                         window_text(a["by"]["window"]), sign_of[found], a["ratio"]["n"]])
        lines.append(line(one, curve, short(curve[-1].y)))
        bars.append(Line(one.label, lines[-1].look, [], boxes=boxes))
        again.append(line(one, share, f"{100 * share[-1].y:.1f} %"))
    return lines, bars, again, data


def window(report: dict, mine: list[dict], most: int = 10**9) -> Figure:
    """The U-curve: ratio by window with bands, a line for what is alike in all but the window;
    below it the share of iterations whose first search failed, and that of nodes in re-searches.
    Shaded: the best window and those that cannot be told from it."""
    mine = [a for a in mine if a["by"]["driver"] == "aspiration"]
    mine = deepest(mine) if mine else mine
    algos = list(dict.fromkeys(a["by"]["algo"] for a in mine))
    if len(algos) > 1:
        raise Refusal("has several algorithms with windows; choose one with --algo=NAME: "
                      + ", ".join(algos))
    mine = windowed(mine, "holds no aspiration rows; sweep with scripts/sweep-window")
    fields = ["widen"] + [name for name in CONFIG if name not in ("widen", "window")]
    all_series = compared(labelled(mine, fields, "widen"))
    if len(all_series) > most:
        best_first = sorted(all_series, key=lambda one: min(ratio(a) or math.inf for a in one.rows))
        all_series = best_first[:most]
    marked = list(zip(mine, marks(report, mine)))
    name, by, labels = reference(mine), mine[0]["by"], [one.label for one in all_series]
    names = {half(a["by"]): window_text(a["by"]["window"]) for a in mine}
    parts = parts_of_axis(sorted(names))
    lines, bars, again, data = window_lines(all_series, parts, fails(report, mine), marked)
    best = {half(a["by"]): "near" for a, sign in marked if sign == "~"}
    best |= {half(a["by"]): "best" for a, sign in marked if sign == "*"}
    shades = [(*parts[x], colour) for x, colour in best.items()]
    below = [(f"{label} {what} %", [(row[2], f"{100 * row[place]:.0f}") for row in data
                                    if row[1] == i]) for i, label in enumerate(labels, 1)
             for what, place in (("low", 6), ("high", 7), ("again", 8))]
    margin = max(max(map(len, labels)) + 15, 23)
    axis = window_axis(parts, names, 100 - margin)
    named = replace(axis, name="window: half of its width, in points (log axis)")
    order = f" (bars from the left: {', '.join(labels)})" if len(labels) > 1 else ""
    failing = max(low + high for one in bars for *_, low, high in one.boxes)
    curve = Lines(f"nodes / nodes of {name} (log axis; bands: 95 % intervals)", axis,
                  ratio_axis([(p.y, p.interval) for one in lines for p in one.points]), lines,
                  band=True, one="across", reference=name, shades=shades, below=below, height=14,
                  wide=margin, short_name="window (log)")
    failed = Lines("iterations whose first search failed" + order, axis, share_axis(failing), bars,
                   names=False, shades=shades, height=7, wide=margin, words=[
                       ("beside", "strong: failed high"), ("beside, below", "pale: failed low")])
    most_again = max(p.y for one in again for p in one.points)
    searched = Lines("nodes in re-searches", named, share_axis(most_again), again, shades=shades,
                     height=5.6, wide=margin)
    figure = Figure(panels=[curve, failed, searched], description=described(lines),
                    lead=window_sentence(report, marked, labels), **about(
                        report, f"{by['spec']}, depth {by['depth']}, {by['algo']}: which window?",
                        mine))
    figure.data += [["M", "reference", name], *series_data(all_series), *data]
    return figure


KINDS: dict[str, Callable[[dict, list[dict]], Figure]] = {
    "depth": depth, "ratio": ratio_by_depth, "forest": forest, "scatter": scatter, "ecdf": ecdf,
    "heatmap": heatmap, "window": window}
