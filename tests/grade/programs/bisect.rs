include!("tree.rs");

fn largest(node: &Node) -> i32 {
    match node {
        Node::Leaf(value) => value.abs(),
        Node::Inner(children) => children.iter().map(largest).max().unwrap(),
    }
}

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

fn bisect(root: &Node, seen: &mut Vec<i32>) -> i32 {
    let (mut lo, mut hi) = (-largest(root), largest(root));
    while lo < hi {
        let t = (lo + hi).div_euclid(2);
        let s = alpha_beta(root, t, t + 1, true, seen);
        if s > t {
            lo = s;
        } else {
            hi = s;
        }
    }
    lo
}

fn main() {
    answers(bisect);
}
