#!/usr/bin/env python3
"""Exact values of suite positions, for their `answer DEPTH VALUE`.

    tests/games/solve.py games/positions/othello.txt [ID..]

prints, for the rows named, or else for those that have an answer, the row with the answer found here.
The rules are those of tests/reference/reference.py, and plain alpha-beta to the end with a dictionary:
slow, and nothing of it is from the C sources, which it is there to check.

VALUE is for the side to move, DEPTH enough plies to see it:
  tic-tac-toe    20 less the squares taken at the end to who wins; a draw 0. DEPTH: the empty squares
  connect four   10000 less the discs at the end to who wins; a draw 0. DEPTH: the plies to the end
                 when both play their best, told once more as `win N` or `loss N`; `draw`: all
  Othello        100 for each disc more, and 10000 to the winner; empty squares count for nobody.
                 DEPTH: twice the empty squares, as no pass follows a pass
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'reference'))
import reference  # noqa: E402

EXACT, AT_LEAST, AT_MOST = range(3)
WIN = {'tictactoe': 20, 'connectfour': 10000}
CORNERS = (0, 7, 56, 63)


class Solver:
    def __init__(self, name):
        self.name, self.game, self.table = name, reference.read_game(name), {}

    def taken(self, node):
        return len(node[0]) - node[0].count('-')

    def result(self, node):
        """Of a game that is over, to the side to move."""
        if self.name != 'othello':
            return self.taken(node) - WIN[self.name] if self.game.lost(node) else 0
        board, side = node
        margin = board.count(side) - board.count(reference.other(side))
        return 100 * margin + 10000 * ((margin > 0) - (margin < 0))

    def likely(self, move):
        """The middle of a board of rows first, Othello's corners first."""
        if self.name == 'othello':
            return move not in CORNERS
        middle = self.game.columns // 2
        return abs(move % self.game.columns - middle)

    def value(self, node, alpha=-99999, beta=99999):
        """The value to the side to move, when it is between alpha and beta."""
        moves = sorted(self.game.moves(node), key=self.likely)
        if not moves:
            return self.result(node)
        if node in self.table:
            kind, value = self.table[node]
            if kind == EXACT or (kind == AT_LEAST and value >= beta) or \
                    (kind == AT_MOST and value <= alpha):
                return value
        best, floor = -99999, alpha
        for move in moves:
            best = max(best, -self.value(self.game.after(node, move), -beta, -floor))
            floor = max(floor, best)
            if floor >= beta:
                break
        self.table[node] = (AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT, best)
        return best

    def answer(self, text):
        node = self.game.root(text)
        value, left = self.value(node), node[0].count('-')
        if self.name == 'othello':
            return f'answer {2 * left} {value}'
        if self.name == 'tictactoe':
            return f'answer {left} {value}'
        plies = WIN[self.name] - abs(value) - self.taken(node) if value else left
        outcome = f'win {plies}' if value > 0 else f'loss {plies}' if value < 0 else 'draw'
        return f'answer {plies} {value} ; {outcome}'


def main(path, *wanted):
    solver = Solver(os.path.splitext(os.path.basename(path))[0])
    with open(path, encoding='ascii') as file:
        rows = [line.strip() for line in file if line.strip() and line[0] != '#']
    for row in rows:
        head, _, answer = row.partition(' ; answer ')
        text, name = head.split(' ; ')[0], head.split(' ; id ')[1].split(' ; ')[0]
        if name in wanted if wanted else answer:
            print(f'{head} ; {solver.answer(text)}', flush=True)


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
