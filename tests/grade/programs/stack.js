// Alpha-beta without recursion: a frame for each node of the current line.
function solve(root, seen) {
  const stack = [{ node: root, next: 0, alpha: -Infinity, beta: Infinity, max: true, value: -Infinity }];
  for (;;) {
    const top = stack[stack.length - 1];
    let value;
    if (top.alpha >= top.beta || top.next === top.node.length) {
      value = top.value;
      stack.pop();
      if (stack.length === 0) return value;
    } else {
      const child = top.node[top.next++];
      if (Array.isArray(child)) {
        stack.push({ node: child, next: 0, alpha: top.alpha, beta: top.beta, max: !top.max, value: top.max ? Infinity : -Infinity });
        continue;
      }
      seen.push(child);
      value = child;
    }
    const parent = stack[stack.length - 1];
    if (parent.max) {
      parent.value = Math.max(parent.value, value);
      parent.alpha = Math.max(parent.alpha, value);
    } else {
      parent.value = Math.min(parent.value, value);
      parent.beta = Math.min(parent.beta, value);
    }
  }
}
require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const seen = [];
  const value = solve(JSON.parse(line), seen);
  console.log(value + ' ' + seen.join(' '));
});
