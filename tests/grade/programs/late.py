# the test comes before alpha is raised
import json
import sys


def negamax(node, alpha, beta, color):
    if isinstance(node, int):
        seen.append(node)
        return color * node
    best = -10 ** 9
    for child in node:
        best = max(best, -negamax(child, -beta, -alpha, -color))
        if alpha >= beta:
            break
        alpha = max(alpha, best)
    return best


for line in sys.stdin:
    seen = []
    print(negamax(json.loads(line), -10 ** 9, 10 ** 9, 1), *seen)
