import json, sys

def minimax(node, maximizing):
    if isinstance(node, int):
        leaves.append(node)
        return node
    return (max if maximizing else min)(minimax(child, not maximizing) for child in node)

for line in sys.stdin:
    leaves = []
    print(minimax(json.loads(line), True), *leaves)
