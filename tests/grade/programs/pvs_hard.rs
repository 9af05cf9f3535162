include!("tree.rs");

fn pvs(node: &Node, mut alpha: i32, beta: i32, sign: i32, seen: &mut Vec<i32>) -> i32 {
    let children = match node {
        Node::Leaf(value) => {
            seen.push(*value);
            return sign * value;
        }
        Node::Inner(children) => children,
    };
    for (i, child) in children.iter().enumerate() {
        let mut score;
        if i == 0 {
            score = -pvs(child, -beta, -alpha, -sign, seen);
        } else {
            score = -pvs(child, -alpha - 1, -alpha, -sign, seen);
            if score > alpha && score < beta {
                score = -pvs(child, -beta, -alpha, -sign, seen);
            }
        }
        if score >= beta {
            return beta;
        }
        alpha = alpha.max(score);
    }
    alpha
}

fn main() {
    answers(|root, seen| pvs(root, -1_000_000, 1_000_000, 1, seen));
}
