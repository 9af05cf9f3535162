"""Whose search it is: answers compared with those of the searches and of the usual mistakes."""
import shlex
from array import array
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from .asking import Answer, Heard
from .catalogue import MISTAKES, SEARCHES, TABLES, Known
from .searches import Differs, Form, TooLong, answer, within
from .trees import Tree

NO_END = "no end"
FEWEST = 10  # trees that must speak for a mistake with a table
IN_TRACE = {"pvs-once-raised": "pvs", "pvs-pv": "pvs"}  # what absbench traces for those that it has not
DRIVERS_OF_MISTAKES = {"32 bits": "open", "window-two": "mtdf", "endless": "mtdf", "printed": "mtdf"}
NEVER_CUTS = ("nothing was ever cut. If it is meant to cut: is the window passed on, is alpha raised, do alpha and beta "
              "change places and signs for a child?")


def same(form: Form, tree: Tree, theirs: Answer | str, first: int) -> bool:
    """Whether this form gives that answer; NO_END if the program has none to this tree."""
    try:
        made = answer(form, tree, first, None if theirs == NO_END else theirs.leaves)
    except (Differs, TooLong):
        return False
    if made is None or theirs == NO_END:
        return made is None and theirs == NO_END
    return made[0] == within(theirs.value, tree) and len(made[1]) == len(theirs.leaves)


def repeated(form: Form, tree: Tree, first: int) -> tuple[list[int], list[bool]]:
    """The leaves, and which of them lie in a node, or are one, of which an equal one was entered before by the same side."""
    entered, again = set(), []

    def watch(visit, leaves):
        def watched(node, alpha, beta, ply):
            key = (node if type(node) is int else (tree.kinds[id(node)],), ply % 2)
            before, start = key in entered, len(leaves)
            entered.add(key)
            s = visit(node, alpha, beta, ply)
            again.extend([False] * (len(leaves) - len(again)))
            if before:
                again[start:] = [True] * (len(leaves) - start)
            return s
        return watched
    _, leaves = answer(form, tree, first, watch=watch)
    return leaves, again


def is_without(theirs: array, leaves: list[int], again: list[bool]) -> bool:
    """Whether they are those leaves, in order, less some of those marked. Bit k of `reached`: the first k are accounted for."""
    if not len(leaves) - sum(again) <= len(theirs) <= len(leaves):
        return False
    places: dict[int, int] = {}
    for at, leaf in enumerate(theirs):
        places[leaf] = places.get(leaf, 0) | 1 << at
    reached = 1
    for leaf, may_lack in zip(leaves, again):
        reached = (reached & places.get(leaf, 0)) << 1 | (reached if may_lack else 0)
    return bool(reached >> len(theirs) & 1)


def slow(form: Form) -> bool:
    """MTD(f) that fails hard moves a point a pass."""
    return form.driver == "mtdf" and (form.hard_low or form.hard_high)


def kind(form: Form) -> tuple:
    """What is alike in a search and its mistakes: whether it cuts, has null windows, and how its root goes on."""
    return form.cuts == "none", bool(form.null), DRIVERS_OF_MISTAKES.get(form.driver, form.driver)


class Mistake(NamedTuple):
    name: str
    sentence: str
    form: Form


@dataclass
class Grader:
    """The members of the JSON, each computed when it is asked for. `algo`: what the program is meant to be, or nothing."""
    trees: list[Tree]
    heard: Heard
    first_guess: int
    algo: str

    def __post_init__(self):
        self.answered = len(self.heard.answers)
        self.pairs = [*zip(self.trees, self.heard.answers)]
        self.values_right = sum(answer(SEARCHES[0].forms[0], tree)[0] == theirs.value for tree, theirs in self.pairs)
        self.all_right = self.values_right == self.answered > 0
        self.leaves = sum(len(theirs.leaves) for _, theirs in self.pairs)
        self.silent = self.answered > 0 and self.leaves == 0  # it prints values alone
        self.known = {known.name: sum(len(answer(known.forms[0], tree, self.first_guess)[1]) for tree, _ in self.pairs)
                      for known in SEARCHES}
        if self.heard.stuck:
            self.pairs.append((self.trees[self.answered], NO_END))
        self.by_most = sorted(self.pairs, key=lambda pair: pair[0].most)
        self.wanted = [known for known in SEARCHES if known.name == self.algo] or SEARCHES

    def same(self, form: Form, pair) -> bool:
        return same(form, *pair, self.first_guess)

    def right(self, _, pair) -> bool:
        return pair[1] != NO_END and answer(SEARCHES[0].forms[0], pair[0])[0] == pair[1].value

    def equal_below(self, form: Form) -> int:
        """How many trees are equal before one differs, those with the smallest values first."""
        return next((count for count, pair in enumerate(self.by_most) if not self.same(form, pair)), len(self.by_most))

    def named(self, table: list[Known]) -> list[tuple[Known, Form]]:
        """Those that have every answer, each with the first of its forms that has."""
        found = ((known, next((form for form in known.forms if self.equal_below(form) == len(self.pairs)), None))
                 for known in table)
        return [(known, form) for known, form in found if form and self.pairs]

    @cached_property
    def searches(self) -> list[tuple[Known, Form]]:
        return self.named(SEARCHES)

    @cached_property
    def is_(self) -> list[str]:
        return [known.name for known, _ in self.searches]

    @cached_property
    def as_meant(self) -> bool:
        return bool(self.algo in self.is_ if self.algo else self.is_)

    @cached_property
    def best(self) -> tuple[str, Form, int]:
        return next(((known.name, form, len(self.pairs)) for known, form in self.searches), None) or self.best_of(SEARCHES)

    def best_of(self, searches: list[Known]) -> tuple[str, Form, int]:
        """The search, and its form, that is equal in most trees, the first among equals; and in how many."""
        least, found = len(self.pairs) + 1, None
        for known in searches:
            for form in known.forms:
                wrong = 0 if not slow(form) else least
                for pair in self.pairs:
                    wrong += wrong < least and not self.same(form, pair)
                if wrong < least:
                    least, found = wrong, (known.name, form)
        return *found, len(self.pairs) - least

    @cached_property
    def table(self) -> str | None:
        """The search that it is with a table, if it is one, and no search without."""
        if not self.all_right or self.is_ or self.heard.stuck:
            return None
        for known in sorted(SEARCHES, key=lambda known: known.name != self.algo):
            for form in [*known.forms, *TABLES.get(known.name, [])]:
                if not slow(form) and all(is_without(theirs.leaves, *repeated(form, tree, self.first_guess))
                                          for tree, theirs in self.pairs):
                    return known.name
        return None

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """Those that explain every answer. Where there is none, any search may have no end."""
        if self.as_meant or not self.pairs or not self.answered and self.algo != "mtdf":
            return []
        if "minimax" in self.is_:
            return [Mistake("never-cuts", f"it has minimax's values and leaves: {NEVER_CUTS}", SEARCHES[0].forms[0])]
        if self.is_ or self.table:
            return []
        return ([Mistake(known.name, f"{known.sentence}: {known.remedy}", form) for known, form in self.named(MISTAKES)] or
                self.small_infinity() or self.bound_as_value())

    def small_infinity(self) -> list[Mistake]:
        count, known, form = max(((self.equal_below(form), known, form) for known in SEARCHES + MISTAKES for form in known.forms),
                                 key=lambda one: one[0])
        above = [pair for pair in self.by_most[count:] if pair[1] != NO_END]
        differ = sum(not self.same(form, pair) for pair in above)
        if 2 * count < len(self.pairs) or differ < 2 or 3 * differ < len(above):
            return []
        values = Counter(abs(theirs.value) for _, theirs in above)
        infinity, times = values.most_common(1)[0]
        below = self.by_most[count][0].most
        if times > 2 and self.by_most[count - 1][0].most <= infinity <= below:
            below = infinity
        return [Mistake("small-infinity",
                        f"on every tree whose leaves all lie below {below} it is {known.name}, and not above: its infinity, or "
                        "where the best value of a node begins, is too small; take one that no leaf can reach", known.forms[0])]

    def bound_as_value(self) -> list[Mistake]:
        name, form, _ = self.best_of(self.wanted)
        once = wrong = fewer = 0
        for tree, theirs in self.pairs:
            if theirs == NO_END:
                return []
            leaves, again = repeated(form, tree, self.first_guess)
            if not any(again):
                if not self.same(form, (tree, theirs)):
                    return []
                once += 1
            wrong += answer(SEARCHES[0].forms[0], tree)[0] != theirs.value
            fewer += len(theirs.leaves) < len(leaves)
        if once < FEWEST or not wrong or not fewer:
            return []
        return [Mistake("table-bound-as-value",
                        f"wherever {name} enters nothing twice its answers are {name}'s, and elsewhere values are wrong: its table "
                        "gives a bound for a value; keep with each value whether it is exact, a lower or an upper bound, and use a "
                        "bound only where it ends the node", form)]

    # ---- what is said ----

    @cached_property
    def equal(self) -> dict[str, int]:
        """In how many trees each search gives these leaves and values, in its first form."""
        return {known.name: sum(self.same(known.forms[0], pair) for pair in self.pairs) for known in SEARCHES}

    @cached_property
    def called(self) -> str:
        """What it is, in a few words."""
        if self.silent:
            return "unknown: it prints no leaves"
        if self.is_ and not self.mistakes:
            return " or ".join(self.is_)
        return (" or ".join(mistake.name for mistake in self.mistakes) if self.mistakes else
                f"{self.table} with a table" if self.table else "none" if not self.best[2] else
                f"none; {self.best[0]} in {self.best[2]} of {len(self.pairs)} trees")

    @cached_property
    def wrong_values(self) -> str:
        count = self.answered - self.values_right
        return f"{count} wrong value{'s' * (count != 1)}"

    @cached_property
    def sentence(self) -> str:
        if self.heard.status != "ok":
            whose = f"your {self.algo or 'search'} has no end there, or the program" if self.heard.stuck else "perhaps it"
            silent = not self.answered and not self.mistakes and self.heard.status != "protocol"
            unread = [f"{whose} does not read a tree a line, as docs/grade.md shows"] * silent
            return "; ".join([f"the program {self.heard.why.removeprefix('it ')}" if self.heard.why.startswith("it ") else
                              self.heard.why, *(f"{'' if self.answered else 'perhaps '}{mistake.sentence}" for mistake in self.mistakes),
                              *unread])
        if self.mistakes:
            name = self.compared[0]
            change = 100 * self.leaves / max(self.known[name], 1) - 100
            values = "right values" if self.all_right else self.wrong_values
            said = "; or ".join(mistake.sentence for mistake in self.mistakes)
            return (f"{said[0].upper()}{said[1:]} ({values}, {abs(change):.0f} % {'fewer' if change < 0 else 'more'} leaves "
                    f"than {name}).")
        if self.is_:
            said = f"It is {' or '.join(self.is_)}: the same values and the same leaves, in order, in all {self.answered} trees"
            about = next(known.sentence for known in SEARCHES if known.name == self.is_[0])
            if self.algo and self.algo not in self.is_:
                return f"{said} ({about}). So it is not {self.algo}, which it is meant to be."
            return f"{said} ({about})." + f" Since it is minimax, {NEVER_CUTS}" * (self.is_ == ["minimax"] and not self.algo)
        if self.table:
            return (f"It is {self.table} with a table: right values, and {self.table}'s leaves, in order, less some that it had "
                    f"entered before{', but it is meant to be ' + self.algo if self.algo not in ('', self.table) else ''}.")
        values = "All values are right" if self.all_right else self.wrong_values
        if self.silent:
            return (f"{values}. It prints no leaves, and they alone tell a search from another, and what it cuts: print the "
                    "leaves behind the value, in the order in which it evaluates them.")
        like = f"; it is like {self.best[0]} in {self.best[2]} of {self.answered} trees" * bool(self.best[2])
        return f"{values}. Its leaves are those of no search, and no usual mistake has them{like}."

    # ---- the first tree that differs ----

    @cached_property
    def compared(self) -> tuple[str, Form, int]:
        """The search that is meant: the one named, one of the mistake's kind, or the one that fits best."""
        if self.algo or not self.mistakes:
            return self.best_of(self.wanted) if self.algo else self.best
        return self.best_of([known for known in SEARCHES if kind(known.forms[0]) == kind(self.mistakes[0].form)])

    @cached_property
    def differs(self) -> tuple[Tree, Answer | str] | None:
        """The smallest tree that differs from the search that it is compared with."""
        if self.as_meant or self.table and (not self.algo or self.table == self.algo):
            return None
        differ = self.right if self.silent else self.same
        return next((pair for pair in self.pairs if not differ(self.compared[1], pair)), None)

    @cached_property
    def first(self) -> dict | None:
        if not self.differs:
            return None
        tree, theirs = self.differs
        events: list[tuple] = []
        value, leaves = answer(self.compared[1], tree, self.first_guess, see=lambda *event: events.append(event))
        if theirs == NO_END:
            return {"tree": tree.root, "value": value, "their_value": None, "leaves": leaves, "their_leaves": [], "at": 0,
                    "sentence": f"{self.compared[0]} answers {value}; yours has no end"}
        their_leaves = [*theirs.leaves]
        at = next((i for i, (ours, other) in enumerate(zip(leaves, their_leaves)) if ours != other),
                  min(len(leaves), len(their_leaves)))
        at = None if self.silent or leaves == their_leaves else at
        return {"tree": tree.root, "value": value, "their_value": theirs.value, "leaves": leaves,
                "their_leaves": their_leaves, "at": at,
                "sentence": self.say_first(tree, events, value, theirs, at)}

    def say_first(self, tree: Tree, events: list[tuple], value: int, theirs: Answer, at: int | None) -> str:
        name = self.compared[0]
        if self.silent:
            return f"the value is {value}, not {theirs.value}"
        if at is None:
            return f"the leaves are {name}'s, but the value is {value}, not {theirs.value}"
        before = [event[2] for event in events if event[0] == "leaf"][:at]
        after = f"after leaves {'.. ' * (len(before) > 8)}{' '.join(map(str, before[-8:]))} " if before else "at first "
        leaf = theirs.leaves[at] if at < len(theirs.leaves) else None
        again = " again" * (leaf in theirs.leaves[:at] and tree.leaves.count(leaf) == 1)
        yours = "yours ends" if leaf is None else f"yours evaluates {leaf}{again}"
        return f"{after}{name} {due(tree, [event for event in events if event[1] == at], theirs.leaves[at:at + 1], value)}; {yours}"

    def command(self, tree: Tree) -> str:
        """Shows the search that is due in a page."""
        name = self.compared[0]
        guess = f" --guess={self.first_guess}" if name == "mtdf" else ""
        return (f"echo {shlex.quote(tree.text)} | absbench trace --tree=explicit:file=/dev/stdin --plain "
                f"--algo={IN_TRACE.get(name, name)}{guess} --format=html >trace.html")


def place(tree: Tree, node) -> str:
    path = tree.paths.get(id(node), ())
    if len(path) < 2:
        return f"the root's {('first', 'second', 'third', 'fourth', 'fifth')[path[0] - 1]} move" if path else "the root"
    return f"node {'.'.join(map(str, path))}"


def due(tree: Tree, events: list[tuple], theirs: array, value: int) -> str:
    """What the search does between the last leaf that agrees and the next."""
    cuts = [event for event in events if event[0] == "cut"]
    window = next((event[3:5] for event in events if event[0] == "pass" and event[1] > 0), None)
    if window and not (cuts and theirs):
        return f"begins another pass, with the window {window}"
    for kind, _, node, *numbers in [*cuts[:1], *events]:
        if kind == "cut":
            alpha, beta, ply, best = numbers
            sign, bound, name = ("<=", -beta, "alpha") if ply % 2 else (">=", beta, "beta")
            best = -best if ply % 2 else best
            return f"cuts: at {place(tree, node)} {name} is {bound}, and {best} {sign} {bound} ends it"
        if kind == "second":
            s, alpha, _ = numbers
            where = f"leaf {node}" if type(node) is int else place(tree, node)
            return f"searches {where} again: its null window gave {s}, above alpha, {alpha}, of the side to move"
    leaf = next((event for event in events if event[0] == "leaf"), None)
    return f"evaluates {leaf[2]}: nothing has ended its node" if leaf else f"ends: the value is {value}"
