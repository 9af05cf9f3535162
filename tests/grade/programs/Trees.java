import java.util.*;

/** What the programs in Java read a line with: docs/grade.md has it. */
class Trees {
    static final Scanner in = new Scanner(System.in);
    static final List<Integer> seen = new ArrayList<>();
    static String line;
    static int at;

    static List<Object> next() {
        if (!in.hasNextLine()) return null;
        line = in.nextLine();
        at = 0;
        seen.clear();
        return asList(tree());
    }

    static Object tree() {
        if (line.charAt(at) != '[') {
            int from = at;
            while ("-0123456789".indexOf(line.charAt(at)) >= 0) at++;
            return Integer.parseInt(line.substring(from, at));
        }
        List<Object> children = new ArrayList<>();
        do {
            at++;
            children.add(tree());
        } while (line.charAt(at) == ',');
        at++;
        return children;
    }

    @SuppressWarnings("unchecked")
    static List<Object> asList(Object node) { return (List<Object>) node; }

    static int leaf(Object node) {
        seen.add((Integer) node);
        return (Integer) node;
    }

    static void answer(int value) {
        StringBuilder text = new StringBuilder().append(value);
        for (int one : seen) text.append(' ').append(one);
        System.out.println(text);
    }
}
