"""Why a verdict is another than on the page before this one, which counted nodes of searches without
quiescence, two to three plies less deep, at one depth, and let synthetic trees vote."""

CAUSES = {
    "b3": "Trees do not vote, and the window is chosen on other positions, at the depth programs search.",
    "c1": "Around PVS and with quiescence it pays in xiangqi at every depth; where an iteration's value "
          "says little of the next (connect four, Othello) it still costs.",
    "d1": "Trees do not vote; the window is a quarter of a pawn, around PVS.",
    "f2": "Trees do not vote; deeper, with full ordering and quiescence, MTD(f) beats alpha-beta in four "
          "games of five, from two iterations ago (d3) or one.",
    "f4": "Held against PVS, which gains as much from a grain of a pawn (n5), in Othello more.",
    "g1": "At two depths: which values are wrong turns with parity, so that one depth alone may show none.",
    "k2": "Trees do not vote; deeper and with quiescence, xiangqi no longer favours DUAL*.",
    "k4": "Trees do not vote, and in games one depth does not confirm the other.",
}
