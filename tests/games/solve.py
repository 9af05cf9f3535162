#!/usr/bin/env python3
"""Exact values of suite positions, for their `answer DEPTH VALUE`.

    tests/games/solve.py games/positions/othello.txt [ID..]

prints, for the rows named, or else for those that have an answer, the row with the answer found here.
Its own rules on arrays, and plain alpha-beta to the end with a dictionary: slow, and nothing of it
is from the C sources, which it is there to check.

VALUE is for the side to move, DEPTH enough plies to see it:
  tic-tac-toe    20 less the squares taken at the end to who wins; a draw 0. DEPTH: the empty squares
  connect four   10000 less the discs at the end to who wins; a draw 0. DEPTH: the plies to the end
                 when both play their best, told once more as `win N` or `loss N`; `draw`: all
  Othello        100 for each disc more, and 10000 to the winner; empty squares count for nobody.
                 DEPTH: twice the empty squares, as no pass follows a pass
"""
import os
import sys

EXACT, AT_LEAST, AT_MOST = range(3)


def alphabeta(game, board, alpha, beta, table):
    """The value of a position to the side to move, when it is between alpha and beta."""
    moves = game.moves(board)
    if not moves:
        return game.result(board)
    key = bytes(board)
    if key in table:
        kind, value = table[key]
        if kind == EXACT or (kind == AT_LEAST and value >= beta) or \
                (kind == AT_MOST and value <= alpha):
            return value
    best, floor = -99999, alpha
    for move in moves:
        value = -alphabeta(game, game.play(board, move), -beta, -floor, table)
        best = max(best, value)
        floor = max(floor, value)
        if floor >= beta:
            break
    table[key] = (AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT, best)
    return best


def solve(game, board):
    return alphabeta(game, board, -99999, 99999, {})


# A board is a bytearray of its squares, 0 empty, 1 the first player, 2 the second; then the side to
# move; where lines win, then 1 if the last move made one.


class InARow:
    """Tic-tac-toe and connect four: who has a line first wins."""

    def __init__(self, width, height, length, drops, win):
        self.width, self.size = width, width * height
        self.drops, self.win = drops, win
        self.lines = [[] for _ in range(self.size)]  # those through a square
        for row in range(height):
            for column in range(width):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    last_row = row + down * (length - 1)
                    last_column = column + right * (length - 1)
                    if last_row < height and 0 <= last_column < width:
                        line = [(row + i * down) * width + column + i * right
                                for i in range(length)]
                        for square in line:
                            self.lines[square].append(line)
        # Squares in the middle of the board are on more lines.
        self.order = sorted(range(width if drops else self.size),
                            key=lambda s: -len(self.lines[s]))

    def read(self, text):
        board = bytearray(self.size) + b'\1\0'
        for character in '' if text == 'start' else text:
            square = int(character) - 1
            if self.drops:
                square = max(s for s in range(square, self.size, self.width) if board[s] == 0)
            assert square in self.moves(board), text
            board = self.play(board, square)
        return board

    def winning(self, board, square, side):
        return any(all(board[s] == side or s == square for s in line)
                   for line in self.lines[square])

    def moves(self, board):
        """The squares, the likely best first; none when the game is over."""
        if board[-1]:
            return []
        squares = self.order
        if self.drops:
            squares = []
            for square in self.order:  # the top row
                if board[square] == 0:
                    while square + self.width < self.size and board[square + self.width] == 0:
                        square += self.width
                    squares.append(square)
        else:
            squares = [s for s in squares if board[s] == 0]
        return squares

    def play(self, board, square):
        after, side = bytearray(board), board[-2]
        after[square] = side
        after[-2] = 3 - side
        after[-1] = self.winning(board, square, side)
        return after

    def taken(self, board):
        return self.size - board[:self.size].count(0)

    def result(self, board):
        return self.taken(board) - self.win if board[-1] else 0

    def answer(self, board):
        value, left = solve(self, board), self.size - self.taken(board)
        plies = self.win - abs(value) - self.taken(board) if value else left
        if not self.drops:
            return f'answer {left} {value}'
        outcome = f'win {plies}' if value > 0 else f'loss {plies}' if value < 0 else 'draw'
        return f'answer {plies} {value} ; {outcome}'


class Othello:
    """X, who moves first, is black."""

    PASS = 64

    def __init__(self):
        self.rays = [[] for _ in range(64)]
        for square in range(64):
            for dx, dy in ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)):
                x, y, ray = square % 8 + dx, square // 8 + dy, []
                while 0 <= x < 8 and 0 <= y < 8:
                    ray.append(8 * y + x)
                    x, y = x + dx, y + dy
                if len(ray) > 1:
                    self.rays[square].append(ray)
        self.order = sorted(range(64), key=lambda s: len(self.rays[s]))  # corners, edges, the rest

    def read(self, text):
        if ' ' in text:
            squares, side = text.split()
            assert len(squares) == 64
            return bytearray('-XO'.index(c) for c in squares + side)
        board = bytearray(64) + b'\1'
        board[27] = board[36] = 2  # d4, e5
        board[28] = board[35] = 1  # e4, d5
        moves = '' if text == 'start' else text.replace('--', '')
        for at in range(0, len(moves), 2):
            move = 'abcdefgh'.index(moves[at]) + 8 * (int(moves[at + 1]) - 1)
            if self.moves(board) == [self.PASS]:
                board = self.play(board, self.PASS)
            assert move in self.moves(board), text
            board = self.play(board, move)
        return board

    def flipped(self, board, square, side):
        discs = []
        for ray in self.rays[square]:
            run = 0
            while run < len(ray) and board[ray[run]] == 3 - side:
                run += 1
            if 0 < run < len(ray) and board[ray[run]] == side:
                discs += ray[:run]
        return discs

    def squares(self, board, side):
        return [s for s in self.order if board[s] == 0 and self.flipped(board, s, side)]

    def moves(self, board):
        squares = self.squares(board, board[64])
        return squares or ([self.PASS] if self.squares(board, 3 - board[64]) else [])

    def play(self, board, move):
        after, side = bytearray(board), board[64]
        after[64] = 3 - side
        if move != self.PASS:
            for square in self.flipped(board, move, side):
                after[square] = side
            after[move] = side
        return after

    def result(self, board):
        side, discs = board[64], board[:64]
        margin = discs.count(side) - discs.count(3 - side)
        return 100 * margin + 10000 * ((margin > 0) - (margin < 0))

    def answer(self, board):
        return f'answer {2 * board[:64].count(0)} {solve(self, board)}'


GAMES = {
    'tictactoe': lambda: InARow(3, 3, 3, False, 20),
    'connectfour': lambda: InARow(7, 6, 4, True, 10000),
    'othello': Othello,
}


def main(path, *wanted):
    game = GAMES[os.path.splitext(os.path.basename(path))[0]]()
    with open(path, encoding='ascii') as file:
        rows = [line.strip() for line in file if line.strip() and line[0] != '#']
    for row in rows:
        head, _, answer = row.partition(' ; answer ')
        text, name = head.split(' ; ')[0], head.split(' ; id ')[1].split(' ; ')[0]
        if name in wanted if wanted else answer:
            print(f'{head} ; {game.answer(game.read(text))}', flush=True)


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
