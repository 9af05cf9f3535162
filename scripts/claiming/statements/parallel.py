"""Parallel search, simulated (docs/parallel.md): statements about ticks."""
from figures.claims import Picture, panel

from .. import searches
from ..numbers import NO, NONE, OPEN, YES, above, below
from ..statement import Chosen, Ratio, by_line, claim, depth_of, each, kept

MANY = 16  # processors, where one number has to do
METHODS = ["root", "pvsplit", "ybw", "abdada"]
WHERE = {"rows": searches.SIMULATED, "voters": searches.SIMULATED}
ticks = kept("ticks")


def by(method: str | None, procs: int | None = MANY, algo: str = "pvs", experiment: str = "parallel", **more) -> Chosen:
    """The search by that method; None: by one processor."""
    several = {"parallel": method, "procs": procs, "tables": "shared"} if method else dict.fromkeys(("parallel", "procs"))
    return Chosen(experiment, {"algo": algo, "deepening": True} | several | more)


def speedup(method: str, procs: int = MANY, **more) -> Ratio:
    return Ratio(by(None, **more), by(method, procs, **more), ticks)


def on_trees(method: str, first: int, data):
    own = Chosen("split", {"algo": "pvs", "parallel": method, "procs": MANY, "deepening": False})
    return Ratio(by(None, experiment="split", deepening=False), own, ticks)(data, searches.split_tree(first))


SPLIT = {f"first={first}": first for first in searches.SPLIT}


@by_line("p1", ["PV-splitting", "Young Brothers Wait", "at the root", "n"], rows=SPLIT, voters=SPLIT)
def p1(data, name: str):
    first = SPLIT[name]
    strong, e = (on_trees("pvsplit", one, data) for one in (searches.STRONG, first))
    says = NONE if first >= searches.STRONG else YES if e.high < strong.low else NO if e.low > strong.high else OPEN
    return says, [e, on_trees("ybw", first, data), on_trees("root", first, data), e.n]


def undeepened(method: str, odd: int = 0):
    """With 64 processors, at the even one of both depths, or at the odd one."""
    def ratio(data, domain: str, back: int = 0):
        return speedup(method, 64, deepening=False)(data, domain, (data.depth("parallel", domain) + odd) % 2)
    return ratio


def even(data, domain: str) -> int:
    return data.depth("parallel", domain) // 2 * 2


claim("p2", undeepened("root"), below(2),
      columns={"even depth": even, "root": 0, "all moves at once": undeepened("root-all"),
               "odd depth": lambda data, domain: 2 * data.depth("parallel", domain) - 1 - even(data, domain),
               "root there": undeepened("root", 1), "all at once": undeepened("root-all", 1)}, depths=(0,), **WHERE)


def brothers(procs: int) -> Ratio:
    return Ratio(by("ybw", procs), by("pvsplit", procs), ticks)


claim("p3", brothers(MANY), below(1),
      columns={"depth d": depth_of("parallel"), **{f"{procs} at d": brothers(procs) for procs in searches.PROCS},
               "16 at d - 1": 1, f"speedup of {MANY}": speedup("ybw")},
      also=lambda *at: [brothers(procs)(*at, back) for procs in (4, 64) for back in (0, 1)],
      picture=lambda data: Picture("speedup", [
          panel("Young Brothers Wait", "processors", "speedup",
                {d: [(n, speedup("ybw", n)(data, d)) for n in searches.PROCS] for d in searches.SIMULATED},
                {n: str(n) for n in searches.PROCS}, ratios=False),
          panel("ordered trees", "best move first, % of nodes", "speedup",
                {method: [(first, on_trees(method, first, data)) for first in searches.SPLIT]
                 for method in ("root", "pvsplit", "ybw")}, ends=(0, 100), ratios=False)]), **WHERE)


def gain(method: str):
    """The speedup of MTD(f) by that of PVS."""
    return each(lambda m1, m, p1, p: ticks(m1) / ticks(m) * ticks(p) / ticks(p1),
                *(by(how, algo=algo) for algo in ("mtdf", "pvs") for how in (None, method)))


claim("p4", gain("ybw"), above(1),
      columns={"depth d": depth_of("parallel"), **{f"{method} at d": gain(method) for method in METHODS}, "ybw at d - 1": 1},
      **WHERE)
claim("p5", Ratio(by("ybw"), by("ybw", tables="private"), ticks), below(1),
      columns={"depth d": depth_of("parallel"), "at d - 1": 1, "at d": 0,
               "abdada at d": Ratio(by("abdada"), by("abdada", tables="private"), ticks)}, **WHERE)
