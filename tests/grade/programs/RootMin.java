import java.util.*;

/** The root minimises. */
class RootMin {
    static int alphaBeta(Object node, int alpha, int beta, boolean max) {
        if (node instanceof Integer) return Trees.leaf(node);
        int best = max ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (Object child : Trees.asList(node)) {
            int value = alphaBeta(child, alpha, beta, !max);
            if (max) {
                best = Math.max(best, value);
                if (best >= beta) return best;
                alpha = Math.max(alpha, best);
            } else {
                best = Math.min(best, value);
                if (best <= alpha) return best;
                beta = Math.min(beta, best);
            }
        }
        return best;
    }

    public static void main(String[] args) {
        for (List<Object> root; (root = Trees.next()) != null;)
            Trees.answer(alphaBeta(root, Integer.MIN_VALUE, Integer.MAX_VALUE, false));
    }
}
