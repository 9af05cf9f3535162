"""Null windows once a move has raised alpha, and a second search whenever the score is above alpha."""
import json
import sys

INFINITY = 1000000


def pvs(node, alpha, beta, sign):
    if isinstance(node, int):
        seen.append(node)
        return sign * node
    search_pv = True
    for child in node:
        if search_pv:
            score = -pvs(child, -beta, -alpha, -sign)
        else:
            score = -pvs(child, -alpha - 1, -alpha, -sign)
            if score > alpha:
                score = -pvs(child, -beta, -alpha, -sign)
        if score >= beta:
            return beta
        if score > alpha:
            alpha = score
            search_pv = False
    return alpha


for line in sys.stdin:
    seen = []
    print(pvs(json.loads(line), -INFINITY, INFINITY, 1), *seen, sep=", ")
