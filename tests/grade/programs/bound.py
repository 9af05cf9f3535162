"""The table gives a bound for a value."""
import json
import sys


def search(node, alpha, beta, color):
    key = (str(node), color)
    if key in table:
        return table[key]
    if isinstance(node, int):
        seen.append(node)
        value = color * node
        table[key] = value
        return value
    best = -10 ** 9
    for child in node:
        best = max(best, -search(child, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    table[key] = best
    return best


for line in sys.stdin:
    seen, table = [], {}
    print(search(json.loads(line), -10 ** 9, 10 ** 9, 1), *seen)
