import java.util.*;

/** SCOUT with a TEST that only says yes or no. */
class Scout {
    static boolean test(Object node, int value, boolean max, boolean orEqual) {
        if (node instanceof Integer) return orEqual ? Trees.leaf(node) >= value : Trees.leaf(node) > value;
        for (Object child : Trees.asList(node))
            if (test(child, value, !max, orEqual) == max) return max;
        return !max;
    }

    static int eval(Object node, boolean max) {
        if (node instanceof Integer) return Trees.leaf(node);
        Iterator<Object> moves = Trees.asList(node).iterator();
        int value = eval(moves.next(), !max);
        while (moves.hasNext()) {
            Object child = moves.next();
            if (max ? test(child, value, false, false) : !test(child, value, true, true)) value = eval(child, !max);
        }
        return value;
    }

    public static void main(String[] args) {
        for (List<Object> root; (root = Trees.next()) != null;) Trees.answer(eval(root, true));
    }
}
