// What the programs in Rust read a line with: docs/grade.md has it.
use std::io::BufRead;

pub enum Node {
    Leaf(i32),
    Inner(Vec<Node>),
}

fn read_tree(text: &[u8], at: &mut usize) -> Node {
    if text[*at] != b'[' {
        let from = *at;
        while text[*at] == b'-' || text[*at].is_ascii_digit() {
            *at += 1;
        }
        return Node::Leaf(std::str::from_utf8(&text[from..*at]).unwrap().parse().unwrap());
    }
    let mut children = Vec::new();
    loop {
        *at += 1;
        children.push(read_tree(text, at));
        if text[*at] != b',' {
            break;
        }
    }
    *at += 1;
    Node::Inner(children)
}

pub fn answers(search: fn(&Node, &mut Vec<i32>) -> i32) {
    for line in std::io::stdin().lock().lines() {
        let mut seen = Vec::new();
        let value = search(&read_tree(line.unwrap().as_bytes(), &mut 0), &mut seen);
        let words: Vec<String> = seen.iter().map(|x| x.to_string()).collect();
        println!("{} {}", value, words.join(" "));
    }
}
