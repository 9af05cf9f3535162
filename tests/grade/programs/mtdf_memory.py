"""MTD(f) over alpha-beta with memory: two bounds for each node."""
import json
import sys

INF = 10 ** 6


def with_memory(node, alpha, beta, maximizing):
    if isinstance(node, int):
        seen.append(node)
        return node
    lower, upper = memory.get(id(node), (-INF, INF))
    if lower >= beta:
        return lower
    if upper <= alpha:
        return upper
    alpha, beta = max(alpha, lower), min(beta, upper)
    if maximizing:
        g, a = -INF, alpha
        for child in node:
            if g >= beta:
                break
            g = max(g, with_memory(child, a, beta, False))
            a = max(a, g)
    else:
        g, b = INF, beta
        for child in node:
            if g <= alpha:
                break
            g = min(g, with_memory(child, alpha, b, True))
            b = min(b, g)
    if g <= alpha:
        memory[id(node)] = (lower, g)
    elif g >= beta:
        memory[id(node)] = (g, upper)
    else:
        memory[id(node)] = (g, g)
    return g


def mtdf(root, g):
    lower, upper = -INF, INF
    while lower < upper:
        beta = max(g, lower + 1)
        g = with_memory(root, beta - 1, beta, True)
        if g < beta:
            upper = g
        else:
            lower = g
    return g


for line in sys.stdin:
    seen, memory = [], {}
    print(mtdf(json.loads(line), 0), *seen)
