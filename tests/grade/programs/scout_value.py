"""A principal variation search whose second search begins at the score."""
import json
import sys


def search(node, alpha, beta, color):
    if isinstance(node, int):
        seen.append(node)
        return color * node
    for i, child in enumerate(node):
        if i == 0:
            score = -search(child, -beta, -alpha, -color)
        else:
            score = -search(child, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -search(child, -beta, -score, -color)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha


for line in sys.stdin:
    seen = []
    print(search(json.loads(line), -10 ** 7, 10 ** 7, 1), seen)
