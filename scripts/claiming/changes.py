"""Why a verdict is another than on the page before this one, which counted nodes of searches without
quiescence, two to three plies less deep, at one depth, and let synthetic trees vote."""

CAUSES = {
    "b3": "Trees do not vote, and the window is chosen on other positions, at the depth programs search.",
    "b4": "Around PVS and with quiescence, half a pawn seldom fails and changes next to nothing: it is as "
          "good as any other, but not surely better than none.",
    "c1": "Around PVS and with quiescence it pays in xiangqi at every depth; where an iteration's value "
          "says little of the next (connect four, Othello) it still costs.",
    "d1": "Trees do not vote, and 200 positions tell differences of 2 to 5 % that 30 did not.",
    "f2": "MTD(f) starts from the value two iterations ago (d3), and trees do not vote.",
    "f4": "Held against PVS, which gains as much from a grain of a pawn (n14), in Othello more.",
    "g1": "At two depths: which values are wrong turns with parity, so that one depth alone may show none.",
    "k2": "Trees do not vote; deeper, games speak with one voice.",
    "k4": "Trees do not vote, and in games one depth does not confirm the other.",
}
