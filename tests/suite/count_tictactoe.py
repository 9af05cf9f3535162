#!/usr/bin/python3
"""count_tictactoe.py -- tic-tac-toe positions of at least six empty squares, one of each that are the
same turned or reflected, in which neither side has forced a win within four plies."""

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def images(board):
    rows = [board[i : i + 3] for i in (0, 3, 6)]
    for _ in range(4):
        rows = ["".join(row) for row in zip(*rows[::-1])]
        yield "".join(rows)
        yield "".join(row[::-1] for row in rows)


def children(board):
    """What the side to move, X after as many of each, makes of it."""
    side = "XO"[board.count("X") > board.count("O")]
    return [board[:i] + side + board[i + 1 :] for i in range(9) if board[i] == "-"]


def result(board, depth):
    """-1: the side to move has lost, 1: it wins."""
    if any({board[int(i)] for i in line} in ({"X"}, {"O"}) for line in LINES):
        return -1
    return max((-result(child, depth - 1) for child in children(board)), default=0) if depth else 0


level, count = {"-" * 9}, 0
for _ in range(4):
    count += sum(result(board, 4) == 0 for board in level)
    level = {min(images(child)) for board in level for child in children(board)}
print(count)
