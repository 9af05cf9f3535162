"""Negamax with a colour, failing hard."""
import json
import sys


def negamax(node, alpha, beta, color):
    if type(node) is not list:
        seen.append(node)
        return color * node
    for child in node:
        score = -negamax(child, -beta, -alpha, -color)
        if score >= beta:
            return beta
        if score > alpha:
            alpha = score
    return alpha


for line in sys.stdin:
    seen = []
    value = negamax(json.loads(line), -10 ** 9, 10 ** 9, 1)
    print(value, *seen)
