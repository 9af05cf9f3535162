"""The best value of a max node begins at 0."""
import json
import sys


def max_value(node, alpha, beta):
    if isinstance(node, int):
        seen.append(node)
        return node
    v = 0
    for child in node:
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(node, alpha, beta):
    if isinstance(node, int):
        seen.append(node)
        return node
    v = float("inf")
    for child in node:
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


while True:
    try:
        line = input()
    except EOFError:
        break
    seen = []
    print(max_value(json.loads(line), -float("inf"), float("inf")), seen)
