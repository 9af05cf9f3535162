# the last child is forgotten
import json
import sys


def negamax(node, alpha, beta, color):
    if isinstance(node, int):
        seen.append(node)
        return color * node
    best = -10 ** 9
    for i in range(max(1, len(node) - 1)):
        best = max(best, -negamax(node[i], -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


for line in sys.stdin:
    seen = []
    print(negamax(json.loads(line), -10 ** 9, 10 ** 9, 1), *seen)
