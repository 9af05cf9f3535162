"""MTD(f) over a fail-soft alpha-beta without a memory."""
import json
import sys

INF = 10 ** 6


class Search:
    def __init__(self, root):
        self.root, self.seen = root, []

    def alpha_beta(self, node, alpha, beta, maximizing):
        if isinstance(node, int):
            self.seen.append(node)
            return node
        if maximizing:
            g, a = -INF, alpha
            for child in node:
                if g >= beta:
                    break
                g = max(g, self.alpha_beta(child, a, beta, False))
                a = max(a, g)
        else:
            g, b = INF, beta
            for child in node:
                if g <= alpha:
                    break
                g = min(g, self.alpha_beta(child, alpha, b, True))
                b = min(b, g)
        return g

    def mtdf(self, f):
        g, upper, lower = f, INF, -INF
        while lower < upper:
            beta = g + 1 if g == lower else g
            g = self.alpha_beta(self.root, beta - 1, beta, True)
            if g < beta:
                upper = g
            else:
                lower = g
        return g


for line in sys.stdin:
    search = Search(json.loads(line))
    print(search.mtdf(0), *search.seen)
