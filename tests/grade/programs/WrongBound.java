import java.util.*;

/** A cutoff returns alpha. */
class WrongBound {
    static int negamax(Object node, int alpha, int beta, int color) {
        if (node instanceof Integer) return color * Trees.leaf(node);
        for (Object child : Trees.asList(node)) {
            int score = -negamax(child, -beta, -alpha, -color);
            if (score >= beta) return alpha;
            if (score > alpha) alpha = score;
        }
        return alpha;
    }

    public static void main(String[] args) {
        for (List<Object> root; (root = Trees.next()) != null;) Trees.answer(negamax(root, -1000000, 1000000, 1));
    }
}
