"""Alpha-beta with a transposition table that knows three kinds of values."""
import json
import sys

EXACT, LOWER, UPPER = range(3)


def search(node, alpha, beta, color):
    key = (str(node), color)
    if key in table:
        kind, value = table[key]
        if kind == EXACT or kind == LOWER and value >= beta or kind == UPPER and value <= alpha:
            return value
    if isinstance(node, int):
        seen.append(node)
        value = color * node
        table[key] = (EXACT, value)
        return value
    old, best = alpha, -10 ** 9
    for child in node:
        best = max(best, -search(child, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    table[key] = (UPPER if best <= old else LOWER if best >= beta else EXACT, best)
    return best


for line in sys.stdin:
    seen, table = [], {}
    print(search(json.loads(line), -10 ** 9, 10 ** 9, 1), *seen)
