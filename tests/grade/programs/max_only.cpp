// Min nodes are not given alpha.
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
            alpha = std::max(alpha, minimizer(*n.child[i], -inf, beta));
            if (alpha >= beta) return beta;
        }
        return alpha;
    }

public:
    int solve(const node &root) { return maximizer(root, -inf, inf); }
};

int main() {
    while (node *n = next_tree()) answer(Solver().solve(*n));
}
