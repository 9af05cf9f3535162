# alpha and beta keep their places
import json
import sys


def negamax(node, alpha, beta, color):
    if isinstance(node, int):
        seen.append(node)
        return color * node
    best = -10 ** 9
    for child in node:
        best = max(best, -negamax(child, -alpha, -beta, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


for line in sys.stdin:
    seen = []
    print(negamax(json.loads(line), -10 ** 9, 10 ** 9, 1), *seen)
