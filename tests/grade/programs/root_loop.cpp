// The root's moves are searched one by one, each with an open window.
#include "tree.h"

#include <algorithm>
#include <limits>

class Solver {
    static constexpr int inf = std::numeric_limits<int>::max();

    int minimizer(const node &n, int alpha, int beta) {
        if (n.children == 0) return leaf(&n);
        for (int i = 0; i < n.children; ++i) {
            beta = std::min(beta, maximizer(*n.child[i], alpha, beta));
            if (alpha >= beta) return alpha;
        }
        return beta;
    }

    int maximizer(const node &n, int alpha, int beta) {
        if (n.children == 0) return leaf(&n);
        for (int i = 0; i < n.children; ++i) {
            alpha = std::max(alpha, minimizer(*n.child[i], alpha, beta));
            if (alpha >= beta) return beta;
        }
        return alpha;
    }

public:
    int solve(const node &root) {
        int best = -inf;
        for (int i = 0; i < root.children; ++i) best = std::max(best, minimizer(*root.child[i], -inf, inf));
        return best;
    }
};

int main() {
    while (node *n = next_tree()) answer(Solver().solve(*n));
}
