include!("tree.rs");

fn alpha_beta(node: &Node, mut alpha: i32, mut beta: i32, max: bool, seen: &mut Vec<i32>) -> i32 {
    match node {
        Node::Leaf(value) => {
            seen.push(*value);
            *value
        }
        Node::Inner(children) => {
            let mut best = if max { i32::MIN } else { i32::MAX };
            for child in children {
                let value = alpha_beta(child, alpha, beta, !max, seen);
                if max {
                    best = best.max(value);
                    alpha = alpha.max(best);
                } else {
                    best = best.min(value);
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    break;
                }
            }
            best
        }
    }
}

fn mtdf(root: &Node, seen: &mut Vec<i32>) -> i32 {
    let (mut g, mut lower, mut upper) = (0, -1_000_000, 1_000_000);
    while lower < upper {
        let beta = if g == lower { g + 1 } else { g };
        g = alpha_beta(root, beta - 2, beta, true, seen);
        if g < beta {
            upper = g;
        } else {
            lower = g;
        }
    }
    g
}

fn main() {
    answers(mtdf);
}
