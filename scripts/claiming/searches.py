"""The searches of the claims: domains, and experiments on them, each a grid of `absbench sweep`.

A domain has three depths: `deep`; `middle`, for expensive or many searches;
`textbook`, for searches without table and ordering. A verdict needs that depth and the one below
it, because odd and even depths differ. With deepening, the iterations before the last are
also the search one ply less deep.
"""
import math
from dataclasses import dataclass, field

DEEP, MIDDLE, TEXTBOOK = "deep", "middle", "textbook"


@dataclass(frozen=True)
class Domain:
    name: str
    option: dict
    half_pawn: int
    deep: int
    middle: int
    textbook: int
    most: int  # most positions, where the best is chosen
    some: int  # most positions of other experiments

    @property
    def is_game(self) -> bool:
        return "game" in self.option

    @property
    def votes(self) -> bool:
        """Whether it votes on statements about programs: games that are not solved at once."""
        return self.is_game and self.name != "tic-tac-toe"

    def depth(self, of: str, full: bool) -> int:
        """The quick form is two plies shallower where searches are deepest."""
        return getattr(self, of) - (0 if full else 2 if of == DEEP else 1)

    def points(self, half_pawns: float) -> int:
        return max(1, math.floor(half_pawns * self.half_pawn + 0.5))  # as --window=0.25p is rounded


DOMAINS = [
    Domain("connect four", {"game": "connectfour"}, 41, 12, 10, 9, 400, 400),
    Domain("checkers", {"game": "checkers"}, 50, 13, 11, 9, 400, 400),
    Domain("Othello", {"game": "othello"}, 150, 10, 8, 7, 400, 400),
    Domain("chess", {"game": "chess"}, 50, 7, 6, 5, 400, 100),
    Domain("xiangqi", {"game": "xiangqi"}, 50, 6, 5, 4, 400, 400),
    Domain("tic-tac-toe", {"game": "tictactoe"}, 1, 8, 7, 7, 50, 50),
    Domain("uniform trees", {"tree": "uniform:b=6,range=1000"}, 50, 7, 6, 6, 100, 100),
    Domain("incremental trees", {"tree": "incremental:b=6,step=20"}, 20, 8, 7, 6, 100, 100),
    Domain("ordered trees",
           {"tree": "ordered:b=8,range=1000,gap=100,first=70,quarter=90,noise=50"}, 100, 7, 6, 6, 100, 100),
]
BY_NAME = {domain.name: domain for domain in DOMAINS}
VOTERS = [domain.name for domain in DOMAINS if domain.votes]
GAMES = [domain.name for domain in DOMAINS if domain.is_game]
ALL = [domain.name for domain in DOMAINS]
PAWNS = ["checkers", "chess", "xiangqi"]  # a man or pawn is worth 100, and there is quiescence

QUICK = 24  # positions of a domain in the quick form
WINDOWS = [0.1, 0.25, 0.5, 1, 2, 4, 8]  # half pawns
ERRORS = [0.5, 2, 4]
GRAINS = [0.1, 0.32, 1, 2]
TABLES = ["4K", "16K", "64K", "256K", "1M", "4M"]
FIRST = [13, 20, 30, 40, 50, 60, 70, 80, 90, 95, 100]


@dataclass(frozen=True)
class Experiment:
    """`variants` are options of a grid. Values may be functions of the domain; if one returns None,
    the variant is left out. One in `share` of a domain's positions is searched; smaller sets are
    parts of larger ones. `keep`: fields of rows that statements read besides the value. `steps`:
    how many last iterations are kept (0: all); `counted`: how many of these with work."""
    name: str
    about: str
    variants: list
    depth: str = DEEP
    both: bool = False  # searches depth d - 1 too, as searches do not deepen
    share: int = 1  # one in so many positions
    every: bool = False  # on all positions where the best is chosen
    on: list = field(default_factory=lambda: ALL)
    keep: tuple = ()
    steps: int = 2
    counted: int = 3
    curves: tuple = ()  # algorithms with work in all iterations
    leaves: tuple = ()  # algorithms whose leaves are kept, for two iterations
    words: tuple = ("--no-check-moves", "--no-time")  # options of the command
    deeper: int = 0  # extra plies, if selection makes them cheap
    most: int = 0  # positions at most
    folder: str = ""  # of files of positions, instead of the suite
    by_work: bool = False  # searches end at an amount of work, not at a depth


def points(half_pawns: float):
    return lambda domain: domain.points(half_pawns)


def windows(domain: Domain) -> list:
    return sorted({domain.points(half) for half in WINDOWS})


def sided(domain: Domain) -> list:
    """The windows as wide as half a pawn to both sides, but moved: upwards, downwards."""
    one, rest = domain.points(0.5), 2 * domain.points(1) - domain.points(0.5)
    return [(one, rest), (rest, one)] if one != rest else []


def errors(domain: Domain) -> list:
    ends = sorted({domain.points(half) for half in ERRORS})
    return ["exact", "exact+1", *[f"exact{sign}{end}" for end in ends for sign in "+-" if (end, sign) != (1, "+")]]


def grains(domain: Domain) -> list:
    return sorted({domain.points(grain) for grain in GRAINS} - {1})


def others(domain: Domain) -> list:
    """Evaluations besides the game's own: the simplest, and its own blurred by half a pawn."""
    return [f"{kind}+noise:{domain.half_pawn}" for kind in ("material", "heuristic")]


def timed(times: int) -> tuple:
    return "--no-check-moves", f"--repeat={times}", "--metric=time"


PLAIN = {"plain": True}
BARE = {"tt": 0, "order": "none", "quiescence": "off"}
PROGRAMS = "alphabeta,failsoft,pvs,pvs-value,negascout,scout,aspiration+alphabeta,aspiration,aspiration+pvs,aspiration+negascout,mtdf"
CURVES = ("pvs", "aspiration+pvs")
TIMED = ("alphabeta", "pvs", "negascout", "aspiration+pvs", "mtdf")

EXPERIMENTS = [
    Experiment("cores", "every algorithm, with everything on", [
        {"algo": PROGRAMS},
        {"algo": "aspiration+pvs,aspiration+negascout,mtdf", "guess": "parity,mean"}],
        keep=("best_move", "cutoffs", "first_move_cutoffs"), steps=0, curves=CURVES,
        leaves=("alphabeta", "pvs", "negascout", "aspiration+negascout", "mtdf"), every=True),
    Experiment("etc", "enhanced transposition cutoffs", [{"algo": "pvs,mtdf", "etc": "on"}], share=2,
        leaves=("pvs",)),
    Experiment("windows", "windows, policies after a fail, windows off centre", [
        {"algo": "aspiration+pvs", "window": windows, "widen": "full,gradual"},
        {"algo": "aspiration+pvs", "window": "auto", "widen": "gradual", "guess": "previous,parity,mean"},
        {"algo": "aspiration+pvs", "window": points(0.5), "widen": "bound,recentre"},
        {"algo": "aspiration+pvs", "window": lambda d: [f"{low}:{high}" for low, high in sided(d)]},
        {"algo": "aspiration+pvs", "window": points(0.6), "widen": "gradual", "widen-factor": "6.67", "widen-limit": 2}],
        steps=0, leaves=("aspiration+pvs",), every=True),
    Experiment("sources", "where the first guess comes from", [
        {"algo": "aspiration+pvs,mtdf", "guess": "static"}], share=2),
    Experiment("stars", "SSS*, DUAL*, bisection, steps, and the minimal graph", [
        {"algo": "sss,dual,bisect,step,minimal-graph"}], share=2, leaves=("sss", "dual", "minimal-graph")),
    Experiment("grains", "coarser evaluations", [
        {"algo": "pvs,mtdf", "grain": grains}],
        share=2, keep=("best_move", "cutoffs", "first_move_cutoffs")),
    Experiment("deeper", "tables that answer at their depth or more", [
        {"algo": "alphabeta,mtdf", "tt-mode": "deeper"}], share=2, on=PAWNS, keep=("best_move",)),
    Experiment("direct", "no iterative deepening", [
        {"algo": "alphabeta,pvs", "deepening": "off"}], both=True, share=2, steps=1),
    Experiment("tables", "tables of different sizes", [
        {"algo": "pvs,mtdf", "tt": ",".join([*TABLES, "64M"])}],
        depth=MIDDLE, both=True, share=2, keep=("stores",), steps=1),
    Experiment("small", "SSS*, DUAL* and MTD(f) with a small table", [
        {"algo": "mtdf,sss,dual", "tt": "64K,64M"}],
        depth=MIDDLE, both=True, share=2, keep=("stores",), steps=1),
    Experiment("errors", "how far off the first guess is", [
        {"algo": "pvs", "deepening": "off"},
        {"algo": "aspiration+pvs,mtdf", "deepening": "off", "guess": errors}],
        depth=MIDDLE, both=True, share=2, keep=("first",), steps=1),
    Experiment("switches", "parts of the move ordering", [
        {"algo": "alphabeta"},
        *[{"algo": "alphabeta", "order": order} for order in ("none", "history", "tt", "tt,history")]],
        depth=MIDDLE, share=2),
    Experiment("lines", "lines of play", [{"algo": "alphabeta,failsoft,pvs"}],
               depth=MIDDLE, share=1, keep=("line",)),
    Experiment("hard", "fail-hard cores under MTD(f)", [
        {"algo": "mtdf"},
        {"algo": "mtdf+alphabeta,mtdf+failsoft-low,mtdf+failsoft-high", "allow-fail-hard": True}],
        depth=TEXTBOOK, share=4),
    Experiment("textbook", "the textbook form, moves shuffled and not", [
        {"algo": "alphabeta,failsoft,pvs,pvs-value,negascout,scout", **PLAIN},
        {"algo": "alphabeta,pvs,negascout,scout", "shuffle": [1, 2, 3], **PLAIN},
        {"algo": "alphabeta,failsoft,aspiration+alphabeta,aspiration,mtdf", **BARE}],
        depth=TEXTBOOK, both=True, share=2, keep=("cutoffs", "first_move_cutoffs"), steps=1,
        leaves=("alphabeta", "failsoft", "aspiration", "aspiration+alphabeta")),
    Experiment("shallow", "no table, from the value one ply less deep, and from the right one", [
        {"algo": "alphabeta,aspiration", "guess": "shallow,exact", **PLAIN,
                   "depth": "2..DEPTH"}], depth=TEXTBOOK, both=True, share=2, steps=1),
    Experiment("times", "the experiment shallow, timed", [
        {"algo": "alphabeta,aspiration", "guess": "shallow", **PLAIN}],
        depth=TEXTBOOK, both=True, share=4, keep=("cpu_s",), steps=1, words=timed(5)),
    Experiment("bare", "deepening without table and ordering", [
        {"algo": "alphabeta,pvs", "deepening": ["on", "off"], **BARE}],
        depth=TEXTBOOK, both=True, share=2, steps=4, counted=4),
    Experiment("printed", "the listings as printed, in the textbook form", [
        {"algo": "alphabeta,printed", **PLAIN}], depth=TEXTBOOK, both=True, share=2,
        keep=("best_move_optimal",), steps=1, words=("--no-time",)),
    Experiment("distinct", "distinct leaves, without deepening and ordering", [
        {"algo": "alphabeta,mtdf,sss,dual", "tt": "64M", "order": "none", "deepening": "off",
         "guess": "static", "quiescence": "off"}],
        depth=TEXTBOOK, both=True, share=4, keep=("distinct_leaves",), steps=1,
        words=("--no-check-moves", "--distinct", "--no-time")),
    Experiment("minimal", "the minimal tree", [
        {"algo": "minimal,alphabeta,pvs", "quiescence": "off"}, {"algo": "alphabeta", **PLAIN}],
        depth=TEXTBOOK, both=True, share=2, steps=2, leaves=("minimal", "alphabeta", "pvs")),
    Experiment("evaluations", "the main algorithms with other evaluations", [
        {"algo": "alphabeta,failsoft,pvs,negascout,aspiration+pvs,mtdf", "eval": others},
        {"algo": "aspiration+pvs,mtdf", "guess": "parity,mean", "eval": others}],
        depth=MIDDLE, share=2, on=VOTERS, steps=0, curves=CURVES, leaves=("alphabeta", "negascout", "mtdf")),
    Experiment("blurred", "windows, guesses, SSS* and DUAL* with other evaluations", [
        {"algo": "aspiration+pvs", "window": windows, "eval": others},
        {"algo": "aspiration+pvs", "window": points(0.5), "widen": "gradual,recentre", "eval": others},
        {"algo": "aspiration+pvs,mtdf", "guess": "static", "eval": others},
        {"algo": "aspiration+negascout,sss,dual,bisect", "eval": others}],
        depth=MIDDLE, share=2, on=VOTERS, steps=0, leaves=("aspiration+negascout", "sss", "dual")),
    Experiment("timed", "with everything on, timed", [
        {"algo": ",".join(TIMED)}, {"algo": "mtdf", "guess": "parity,mean"}],
        share=4, on=VOTERS, steps=1, keep=("cpu_s",), words=timed(3)),
    Experiment("ordering", "ordered trees, from no order to the perfect one", [
        {"tree": f"ordered:b=8,range=1000,gap=100,first={first},quarter={first + round((100 - first) / 7)},noise=0",
         "seed": "1..100", "depth": 6, "algo": "alphabeta,pvs,negascout,scout", **PLAIN}
        for first in FIRST], on=[], steps=1, keep=("cutoffs", "first_move_cutoffs")),
]


# ---- selection -----------------------------------------------------------------------------------

NULL = ["chess", "xiangqi"]  # games with null moves and checks


def selections(domain: Domain) -> str:
    return "lmr" if domain.name not in NULL else "null,lmr"


def with_checks(domain: Domain) -> str | None:
    return f"{selections(domain)},check" if domain.name in NULL else None


def with_iir(domain: Domain) -> str:
    return f"{selections(domain)},iir"


def selected(*variants: dict) -> list:
    """Each variant with each selection of a domain."""
    return [options | {"select": select} for options in variants for select in (selections, with_checks)]


GRADUAL = {"algo": "aspiration+pvs", "window": points(0.25), "widen": "gradual"}
HALF = {"algo": "aspiration+pvs", "window": points(0.5), "widen": "full,gradual"}
SELECTED = [{"algo": "alphabeta,pvs,negascout,mtdf"}, {"algo": "mtdf", "guess": "parity"}, HALF, GRADUAL,
            GRADUAL | {"fail-high-less": "on"}]
JUDGED = [*SELECTED, {"algo": "pvs", "etc": "on"}, {"algo": "pvs", "tt": "256K"},
          {"algo": "pvs", "grain": points(0.32)}]
ASKED = [{"algo": "pvs", "select": with_iir}, {"algo": "pvs", "tt-pv": "off", "select": selections},
         {"algo": "pvs-hard", "select": selections}]
CORNERS = ",".join(driver + core for driver in ("", "aspiration+")
                   for core in ("alphabeta", "failsoft", "pvs", "pvs-hard"))


def positions(folder: str, domain: Domain) -> str:
    """The file of that game's positions: `judged` has the value of every move, `second` those of a second seed."""
    game = domain.option["game"]
    return f"games/positions/{folder}/{game}.{'epd' if game == 'chess' else 'txt'}"


def judged(domain: str) -> str:
    """The experiment of that domain's judged positions."""
    return f"judged-{domain.replace(' ', '')}"


def budgets(full: bool) -> list:
    return [30000, 100000] if full else [1000, 3000]


EXPERIMENTS += [
    Experiment("selected", "with null moves, reductions and extensions", [
        *selected(*SELECTED, {"algo": "pvs", "etc": "on"}, {"algo": "pvs", "tt": "256K"},
                  {"algo": "pvs,mtdf", "grain": points(0.32)})],
        on=VOTERS, deeper=1, most=100, keep=("best_move", "null_searches", "crossed")),
    Experiment("soft", "fail-hard and fail-soft, alpha-beta and PVS, a ply deeper", [
        {"algo": CORNERS}, {"algo": "failsoft,pvs-hard,aspiration+pvs,aspiration+pvs-hard", "select": selections}],
        on=VOTERS, deeper=1, most=100, steps=3),
    Experiment("no-table", "the experiment soft without a table", [{"algo": CORNERS, "tt": 0}],
        depth=MIDDLE, on=VOTERS, most=100),
    Experiment("asked", "settings that engines have tested by Elo", [
        {"algo": "pvs", "select": "iir"}, {"algo": "pvs,aspiration+pvs", "tt-pv": "on,off"}, *ASKED[:2]],
        on=VOTERS, deeper=1, most=100, keep=("best_move", "moves")),
    *[Experiment(judged(domain.name), f"what moves lose at equal work, {domain.name}",
                 [{"algo": "pvs"}, {"algo": "pvs", "select": with_checks},
                  *(one | {"select": selections} for one in JUDGED), *ASKED],
                 on=[domain.name], steps=1, keep=("regret",), by_work=True,
                 words=("--no-check-moves", f"--judge={positions('judged', domain)}", "--no-time"))
      for domain in DOMAINS if domain.name in VOTERS]]

# ---- what advice hangs on ------------------------------------------------------------------------

ORDER = {"connect four": "tt,game", "checkers": "tt,killer,history", "Othello": "tt,game",
         "chess": "tt,capture,killer,history,game", "xiangqi": "tt,capture,killer,history,game"}


def with_or_without(part: str):
    """The domain's order without that part, or with it, if it has it not; checkers cannot have `game`."""
    def order(domain: Domain) -> str | None:
        own = ORDER[domain.name].split(",")
        with_it = [one for one in ORDER["chess"].split(",") if (one in own) != (one == part)]
        return None if domain.name == "checkers" and "game" in with_it else ",".join(with_it)
    return order


def only(value: str, domains: list):
    return lambda domain: value if domain.name in domains else None


def other_mode(select: bool) -> str:
    return "exact" if select else "deeper"


# Options by which programs differ; a function gets whether the searches select.
CHOICES = {
    "tt-mode": {"tt-mode": other_mode}, "tt-replace=always": {"tt-replace": "always"}, "tt-pv=off": {"tt-pv": "off"},
    "tt-keep=off": {"tt-keep": "off"}, "tt-null=off": {"tt-null": only("off", NULL)},
    "tt-quiescence=on": {"tt-quiescence": only("on", PAWNS)}, "tt=1M": {"tt": "1M"},
    "history": {"order": with_or_without("history")}, "killer": {"order": with_or_without("killer")},
    "game": {"order": with_or_without("game")}, "quiescence=off": {"quiescence": only("off", PAWNS)}}
MTDF_GUESS = {"connect four": "parity", "checkers": "parity", "Othello": "mean"}
README = [  # what its table names, and what that is compared with
    {"algo": "alphabeta,failsoft,pvs,pvs-hard,mtdf"},
    {"algo": "mtdf", "guess": lambda domain: MTDF_GUESS.get(domain.name)},
    {"algo": "aspiration+pvs", "window": lambda d: None if d.name in MTDF_GUESS else d.points(0.25), "widen": "gradual"}]
QUARTER = {"algo": "aspiration+pvs", "window": points(0.5), "widen": "gradual"}
README_SELECTED = [{"algo": "pvs,mtdf", "select": selections}, QUARTER | {"select": selections}]


def under(options: dict) -> list:
    """What README quotes, searched with these options."""
    return [variant | {name: value("select" in variant) if value is other_mode else value
                       for name, value in options.items()}
            for variant in README + README_SELECTED if "tt-null" not in options or "select" in variant]


CHOICE_EXPERIMENTS = [
    Experiment("choices", "what README quotes, under choices that programs make differently",
               [one for options in ({}, *CHOICES.values()) for one in under(options)],
               on=VOTERS, deeper=-1, most=100, steps=1),
    Experiment("second", "what README quotes, at positions of a second seed", under({}),
               on=VOTERS, deeper=-1, most=100, steps=1, folder="second")]


def grid(experiment: Experiment, full: bool) -> list:
    """The grid of an experiment: each of its variants on each domain, or on trees of its own."""
    return [made for variant in experiment.variants for made in (
        [variant if full else variant | {"seed": "1..60"}] if "tree" in variant else
        [of_domain(experiment, BY_NAME[name], variant, full) for name in experiment.on]) if made]


def of_domain(experiment: Experiment, domain: Domain, variant: dict, full: bool) -> dict | None:
    options = {name: value(domain) if callable(value) else value for name, value in variant.items()}
    if any(value in (None, []) for value in options.values()):
        return None
    if experiment.by_work:
        few = not options.keys() <= {"algo", "select"}  # less work: no statement reads it
        return {**domain.option, "max-nodes": budgets(full)[few:],
                **({} if full else {"max-positions": QUICK}), **options}
    depth = domain.depth(experiment.depth, full) + experiment.deeper
    count = (domain.most if experiment.every else domain.some) // experiment.share if full else QUICK
    count = min(count, experiment.most or count)
    made = {**domain.option, "depth": [depth - 1, depth] if experiment.both else depth, **options}
    if "DEPTH" in str(made["depth"]):
        made["depth"] = made["depth"].replace("DEPTH", str(depth))
    if not domain.is_game:
        return made | {"seed": f"1..{count}"}
    source = {"positions": positions(experiment.folder, domain)} if experiment.folder else {"suite": "large"}
    return made | source | {"max-positions": count}
