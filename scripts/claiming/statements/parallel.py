"""Parallel search, simulated (docs/parallel.md): statements about ticks."""
from figures.claims import Picture, panel

from .. import numbers, searches
from ..numbers import NO, NONE, OPEN, YES, above, below
from ..statement import FALSE, HOLDS, Chosen, Ratio, by_line, claim, depth_of, kept, together

MANY = 16  # processors, where one number has to do
METHODS = ["root", "pvsplit", "ybw", "abdada"]
SPEED = "Speedup: ticks of the serial search by its own, position by position; a node and a leaf cost 1."
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


@by_line("p1", "PV-splitting needs strong ordering: on weaker trees it gains less than on 70/90 ones",
         "the title of Marsland and Campbell's paper of 1982, *Parallel search of strongly ordered game trees*.",
         f"its speedup with {MANY} processors on `ordered` trees of eight moves, six plies, without a table, against that with "
         f"first={searches.STRONG}: for or against, where the two intervals do not overlap. " + SPEED,
         ["PV-splitting", "Young Brothers Wait", "at the root", "n"],
         (HOLDS, "Where moves are not ordered, do not split along the principal variation alone."), rows=SPLIT, voters=SPLIT)
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


claim("p2", "Splitting at the root gains less than 2 at even depths",
      "ours: of perfectly ordered trees it is true by their leaves, Opt(d) = b^ceil(d/2) + b^floor(d/2) - 1.",
      "the speedup of `root`, 64 processors, without deepening, at the even one of both depths, below 2. " + SPEED,
      undeepened("root"), below(2), (HOLDS, "Do not split at the root alone."),
      columns={"even depth": even, "root": 0, "all moves at once": undeepened("root-all"),
               "odd depth": lambda data, domain: 2 * data.depth("parallel", domain) - 1 - even(data, domain),
               "root there": undeepened("root", 1), "all at once": undeepened("root-all", 1)}, depths=(0,), **WHERE)


def brothers(procs: int) -> Ratio:
    return Ratio(by("ybw", procs), by("pvsplit", procs), ticks)


claim("p3", "From four processors on Young Brothers Wait takes fewer ticks than PV-splitting",
      "ours. Feldmann, Mysliwietz and Monien report a speedup of 126 with 256 processors, in chess.",
      "ticks / ticks, below 1 with 4, 16 and 64 processors, at both depths. " + SPEED, brothers(MANY), below(1),
      (HOLDS, "Split at every node once its first move is done."),
      columns={"depth d": depth_of("parallel"), **{f"{procs} at d": brothers(procs) for procs in searches.PROCS},
               "16 at d - 1": 1, f"speedup of {MANY}": speedup("ybw")},
      also=lambda *at: [brothers(procs)(*at, back) for procs in (4, 64) for back in (0, 1)],
      picture=lambda data: Picture(
          "speedup", "Speedup of parallel searches, simulated. Left: Young Brothers Wait by processors, shared table, every "
          "default. Right: 16 processors on ordered trees, by how often the best move is first, without a table.",
          [panel("Young Brothers Wait", "processors", "speedup",
                 {d: [(n, speedup("ybw", n)(data, d)) for n in searches.PROCS] for d in searches.SIMULATED},
                 {n: str(n) for n in searches.PROCS}, ratios=False),
           panel("ordered trees", "best move first, % of nodes", "speedup",
                 {method: [(first, on_trees(method, first, data)) for first in searches.SPLIT]
                  for method in ("root", "pvsplit", "ybw")}, ends=(0, 100), ratios=False)]), **WHERE)


def gain(method: str):
    """The speedup of MTD(f) by that of PVS."""
    def ratio(data, domain: str, back: int = 0):
        found = together(data, domain, back, *(by(how, algo=algo) for algo in ("mtdf", "pvs") for how in (None, method)))
        return numbers.geometric([ticks(m1) / ticks(m) * ticks(p) / ticks(p1) for m1, m, p1, p in found])
    return ratio


claim("p4", "MTD(f) gains as much from processors as PVS does: as all its windows are null, nothing waits for a value",
      "said of MTD(f) where it is recommended.",
      f"speedup of MTD(f) / speedup of PVS, {MANY} processors, Young Brothers Wait: for, if above 1 at both depths; against, "
      "if below. " + SPEED, gain("ybw"), above(1),
      (FALSE, "PVS gains more: MTD(f)'s passes are many and short, and end one after the other."),
      columns={"depth d": depth_of("parallel"), **{f"{method} at d": gain(method) for method in METHODS}, "ybw at d - 1": 1},
      **WHERE)
claim("p5", "A shared table saves ticks against one of each processor's own",
      "ours. Lazy searches by a shared table alone are judged by strength, not by time to depth: left out.",
      f"ticks / ticks, {MANY} processors, Young Brothers Wait, below 1 at both depths.",
      Ratio(by("ybw"), by("ybw", tables="private"), ticks), below(1), (HOLDS, "Share the table."),
      columns={"depth d": depth_of("parallel"), "at d - 1": 1, "at d": 0,
               "abdada at d": Ratio(by("abdada"), by("abdada", tables="private"), ticks)}, **WHERE)
