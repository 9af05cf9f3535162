/*
 * xiangqi_odd.h -- positions that no game reaches, but that the rules can be played from. Included
 * by unit_xiangqi.c alone, after its helpers.
 */
#ifndef XIANGQI_ODD_H
#define XIANGQI_ODD_H

/* Counted by Fairy-Stockfish 11.1 as well; the first is of a test set. */
static const struct {
    const char *what, *text;
    int depth;
    uint64_t nodes;
} odd[] = {
    {"soldiers where none began", "4k4/9/9/9/3pNp3/4P4/9/9/9/3K5 w", 4, 546},
    {"soldiers on their own first ranks", "3k1p3/9/9/9/9/9/9/9/9/PPPPK4 w", 4, 227},
    {"two soldiers on a file before the river", "4k4/9/9/6p2/6p2/P8/P8/9/9/3K5 w", 4, 95},
    {"six soldiers", "4k4/9/PPPPPP3/9/9/9/9/9/9/3K5 w", 4, 179},
    {"a soldier pinned beside its general", "3k5/9/9/9/9/9/9/9/9/r1P1K4 w", 4, 1286},
    {"a soldier that would become a screen", "3k5/9/9/9/9/9/9/9/2c1K4/3P5 w", 4, 2557},
    {"three chariots", "rrr1k4/9/9/9/9/9/9/9/9/3K5 w", 4, 2052},
    {"three advisors", "3k5/9/9/9/9/9/9/9/4A4/3AKA3 w", 4, 22},
    {"six advisors on any point of the palace", "3k5/9/9/9/9/9/9/3A1A3/3AAA3/4K4 w", 4, 172},
    {"an advisor beside the diagonals", "4k4/9/9/9/9/9/9/9/3A5/3K5 w", 4, 38},
    {"elephants on odd points", "4k4/9/9/9/9/1B7/3B5/9/9/1B1K4B w", 4, 299},
    {"black ones", "3k4b/2b6/5b3/7b1/b8/9/9/9/9/4K4 b", 4, 439},
    {"cannons alone", "ccck5/9/9/9/9/9/9/9/9/4KCCCC w", 3, 48040},
    {"horses alone", "nnnnk4/nnnn5/9/9/9/9/9/9/NNNNN4/NNNN1K3 w", 3, 2510},
    {"sixteen chariots", "3k5/3n5/9/9/9/9/9/RRR1RRRRR/9/RRRRKRRRR w", 3, 75},
    {"in check from three pieces", "3k5/9/9/9/9/4r4/9/2nn5/9/r2K4r w", 4, 620},
    {"no empty point in one half",
     "4k4/9/9/9/9/PPPPPPPPP/PPPPPPPPP/PPPPPPPPP/PPPPPPPPP/PPPPKPPPP w", 4, 847},
};

/* All that is asked of any position; the slow generator counts as far as `depth`. */
static void check_odd(const xiangqi_position *p, int depth)
{
    char text[ABS_TEXT_MAX];
    const naive n = printed(p, text);
    const unsigned count = D->count_moves(&heuristic, p);
    check_moves(p, count);
    check_position(p, count, text);
    compare_with_naive(p, &n, text);
    for (int d = 1; d <= depth; d++)
        assert_int_equal(D->perft(&heuristic, p, d), naive_perft(&n, d));
}

static void test_odd_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS(odd); i++) {
        const xiangqi_position p = parsed(odd[i].text);
        check_odd(&p, 3);
        const uint64_t nodes = D->perft(&heuristic, &p, odd[i].depth);
        if (nodes != odd[i].nodes)
            fail_msg("%s: %llu", odd[i].what, (unsigned long long)nodes);
    }
}

/* A board of any pieces where they may stand, few or many; false if it is refused. */
static bool random_board(uint64_t *random, xiangqi_position *p)
{
    static const char pieces[] = "rRcCnNpPbBaA";
    const unsigned kinds = 2 + game_draw(random, 11), emptiness = 1 + game_draw(random, 12);
    naive n;
    char text[ABS_TEXT_MAX];
    abs_error error;
    memset(&n, ' ', sizeof n);
    for (int rank = 0; rank < NAIVE_RANKS; rank++) {
        for (int file = 0; file < NAIVE_FILES; file++) {
            const char piece = pieces[game_draw(random, kinds)];
            const bool black = islower((unsigned char)piece) != 0;
            const bool stands = strchr("bB", piece)   ? (rank > 4) == black
                                : strchr("aA", piece) ? naive_palace(file, rank, black)
                                                      : true;
            if (stands && game_draw(random, emptiness) == 0)
                n.cell[rank][file] = piece;
        }
    }
    n.cell[game_draw(random, 3)][3 + game_draw(random, 3)] = 'K';
    n.cell[7 + game_draw(random, 3)][3 + game_draw(random, 3)] = 'k';
    n.black = game_draw(random, 2);
    naive_text(&n, text);
    return D->parse(&heuristic, text, p, &error);
}

static void test_random_boards(void **state)
{
    (void)state;
    uint64_t random = 3;
    unsigned boards = 0, crowded = 0, checks = 0, over = 0, most = 0;
    while (boards < 4000) {
        xiangqi_position p;
        if (!random_board(&random, &p))
            continue;
        const unsigned count = D->count_moves(&heuristic, &p);
        check_odd(&p, count < 40 ? 2 : 1);
        boards++;
        crowded += xiangqi_size(xiangqi_occupied(&p)) > 40;
        checks += p.checked;
        over += count == 0;
        most = count > most ? count : most;
    }
    assert_true(crowded > 50 && checks > 500 && over > 100 && most > 90);
}

/* ---- what the declared number of moves rests on ---------------------------------------------- */

/* The moves along a line of `length` points: . empty, E enemy, R slides, C is a cannon. */
static unsigned moves_along(const char *line, int length)
{
    unsigned moves = 0;
    for (int from = 0; from < length; from++) {
        for (int step = -1; step <= 1 && strchr("RC", line[from]); step += 2) {
            int to = from + step;
            for (; to >= 0 && to < length && line[to] == '.'; to += step)
                moves++;
            if (line[from] == 'C')
                for (to += step; to >= 0 && to < length && line[to] == '.'; to += step)
                    continue;
            moves += to >= 0 && to < length && line[to] == 'E';
        }
    }
    return moves;
}

static unsigned most_along(int length)
{
    unsigned most = 0, lines = 1;
    for (int i = 0; i < length; i++)
        lines *= 4;
    for (unsigned number = 0; number < lines; number++) {
        char line[NAIVE_RANKS];
        for (int i = 0; i < length; i++)
            line[i] = ".ERC"[number >> 2 * i & 3];
        const unsigned moves = moves_along(line, length);
        most = moves > most ? moves : most;
    }
    return most;
}

/* How many pairs of points a kind's moves join on an empty board, from both or from one. */
static unsigned joined(char kind)
{
    unsigned moves = 0;
    for (int rank = 0; rank < NAIVE_RANKS; rank++)
        for (int file = 0; file < NAIVE_FILES; file++) {
            naive n;
            memset(&n, ' ', sizeof n);
            n.cell[rank][file] = kind;
            if (strchr("NB", kind) ? kind == 'N' || rank < 5 : naive_palace(file, rank, false))
                moves += (unsigned)naive_pseudo(&n, false).count;
        }
    return moves / 2;
}

static void test_declared_moves(void **state)
{
    (void)state;
    assert_int_equal(D->max_moves, NAIVE_RANKS * most_along(NAIVE_FILES) +
                                       NAIVE_FILES * most_along(NAIVE_RANKS) + joined('N') +
                                       joined('B') + joined('A'));
}

#endif
