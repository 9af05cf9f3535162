/*
 * chess_perfts.h -- positions whose perft counts are published, one trap of the rules each.
 *
 * The first six are the ones every chess program is tested on (Edwards, McKenzie, and others). The
 * rest are from three sets that circulate among programmers: one of traps (Sedlak), one that was
 * collected as programs failed on it (Jones), and one of small boards by kind of piece (Roce).
 */
#ifndef CHESS_PERFTS_H
#define CHESS_PERFTS_H

#include <stdint.h>

typedef struct {
    const char *fen;
    int depth;
    uint64_t count;
} chess_perft_row;

/* Every depth down to here. */
static const struct {
    const char *fen;
    uint64_t counts[6];
} chess_perft_tables[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     {20, 400, 8902, 197281, 4865609, 119060324}},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     {48, 2039, 97862, 4085603, 193690690}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238, 674624, 11030083}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     {6, 264, 9467, 422333, 15833292}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
     {44, 1486, 62379, 2103487, 89941194}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     {46, 2079, 89890, 3894594, 164075551}},
    /* castling with everything in the way, and promotions all over the board */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {26, 568, 13744, 314346, 7594526}},
    {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", {24, 496, 9483, 182838, 3605103, 71179139}},
    {"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", {18, 92, 1670, 10138, 185429, 1134888}},
    {"8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", {13, 102, 1266, 10276, 135655, 1015133}},
    {"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", {15, 126, 1928, 13931, 206379, 1440467}},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", {15, 66, 1198, 6399, 120330, 661072}},
    {"q7/2pp3b/8/3n1k1r/R1K1N3/8/B4PP1/7Q b - - 0 1", {37, 1109, 35507, 1064191, 33673031}},
};

static const chess_perft_row chess_perft_rows[] = {
    /* traps */
    {"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888}, /* en passant pinned along the rank */
    {"8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", 6, 1134888},
    {"8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1015133}, /* .. and on a diagonal */
    {"8/b2p2k1/8/2P5/8/4K3/8/8 b - - 0 1", 6, 1015133},
    {"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467}, /* en passant gives check */
    {"8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", 6, 1440467},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072}, /* castling gives check */
    {"4k2r/8/8/8/8/8/8/5K2 b k - 0 1", 6, 661072},
    {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803711},
    {"r3k3/8/8/8/8/8/8/3K4 b q - 0 1", 6, 803711},
    {"r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206}, /* rights lost with the rook */
    {"r3k2r/7b/8/8/8/8/1B4BQ/R3K2R b KQkq - 0 1", 4, 1274206},
    {"r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476}, /* castling through attacks */
    {"r3k2r/8/5Q2/8/8/3q4/8/R3K2R w KQkq - 0 1", 4, 1720476},
    {"2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3821001}, /* promotion out of check */
    {"3K4/8/8/8/8/8/4p3/2k2R2 b - - 0 1", 6, 3821001},
    {"8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658}, /* discovered check */
    {"5K2/8/1Q6/2N5/8/1p2k3/8/8 w - - 0 1", 5, 1004658},
    {"4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342}, /* promotion gives check */
    {"8/k7/8/8/8/8/1p6/4K3 b - - 0 1", 6, 217342},
    {"8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683}, /* promotion to less, to avoid stalemate */
    {"8/8/8/8/8/k7/p1K5/8 b - - 0 1", 6, 92683},
    {"K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217}, /* stalemate of oneself */
    {"8/8/8/8/8/p7/8/k1K5 b - - 0 1", 6, 2217},
    {"8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584}, /* stalemate or mate */
    {"8/8/8/8/1k6/8/K1p5/8 b - - 0 1", 7, 567584},
    {"8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527}, /* double check */
    {"8/5k2/8/5N2/5Q2/2K5/8/8 w - - 0 1", 4, 23527},
    {"1k6/1b6/8/8/7R/8/8/4K2R b K - 0 1", 5, 1063513},
    /* that programs failed on */
    {"r6r/1b2k1bq/8/8/7B/8/8/R3K2R b KQ - 3 2", 1, 8},
    {"8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3", 1, 8},
    {"r1bqkbnr/pppppppp/n7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 2 2", 1, 19},
    {"r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2", 1, 5},
    {"2kr3r/p1ppqpb1/bn2Qnp1/3PN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQ - 3 2", 1, 44},
    {"rnb2k1r/pp1Pbppp/2p5/q7/2B5/8/PPPQNnPP/RNB1K2R w KQ - 3 9", 1, 39},
    {"2r5/3pk3/8/2P5/8/2K5/8/8 w - - 5 4", 1, 9},
    {"3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 2", 1, 6},
    {"rn1qkbnr/ppp1pppp/8/8/4p1b1/5Q2/PPPP1PPP/RNBK1BNR w kq - 2 4", 1, 24},
    {"rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 5, 11139762},
    /* by kind of piece */
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", 5, 133987},
    {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 5, 145232},
    {"4k2r/8/8/8/8/8/8/4K3 w k - 0 1", 5, 47635},
    {"r3k3/8/8/8/8/8/8/4K3 w q - 0 1", 5, 52710},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 5, 532933},
    {"r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", 5, 118882},
    {"8/8/8/8/8/8/6k1/4K2R w K - 0 1", 5, 37735},
    {"8/8/8/8/8/8/1k6/R3K3 w Q - 0 1", 5, 80619},
    {"4k2r/6K1/8/8/8/8/8/8 w k - 0 1", 5, 10485},
    {"r3k3/1K6/8/8/8/8/8/8 w q - 0 1", 5, 20780},
    {"r3k2r/8/8/8/8/8/8/1R2K2R w Kkq - 0 1", 5, 8153719},
    {"r3k2r/8/8/8/8/8/8/2R1K2R w Kkq - 0 1", 5, 7736373},
    {"r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1", 5, 7878456},
    {"1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", 5, 8198901},
    {"2r1k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", 5, 7710115},
    {"r3k1r1/8/8/8/8/8/8/R3K2R w KQq - 0 1", 5, 7848606},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 5, 7594526},
    {"8/1n4N1/2k5/8/8/5K2/1N4n1/8 w - - 0 1", 5, 570726},
    {"8/1k6/8/5N2/8/4n3/8/2K5 w - - 0 1", 5, 223507},
    {"8/8/4k3/3Nn3/3nN3/4K3/8/8 w - - 0 1", 5, 1198299},
    {"K7/8/2n5/1n6/8/8/8/k6N w - - 0 1", 5, 38348},
    {"k7/8/2N5/1N6/8/8/8/K6n w - - 0 1", 5, 92250},
    {"B6b/8/8/8/2K5/4k3/8/b6B w - - 0 1", 5, 1320507},
    {"8/8/1B6/7b/7k/8/2B1b3/7K w - - 0 1", 5, 1713368},
    {"k7/B7/1B6/1B6/8/8/8/K6b w - - 0 1", 5, 787524},
    {"K7/b7/1b6/1b6/8/8/8/k6B w - - 0 1", 5, 310862},
    {"7k/RR6/8/8/8/8/rr6/7K w - - 0 1", 5, 2161211},
    {"R6r/8/8/2K5/5k2/8/8/r6R w - - 0 1", 5, 20506480},
    {"6kq/8/8/8/8/8/8/7K w - - 0 1", 5, 14893},
    {"K7/8/8/3Q4/4q3/8/8/7k w - - 0 1", 5, 166741},
    {"6qk/8/8/8/8/8/8/7K b - - 0 1", 5, 105749},
    {"8/8/8/8/8/K7/P7/k7 w - - 0 1", 5, 1347},
    {"K7/p7/k7/8/8/8/8/8 w - - 0 1", 5, 342},
    {"8/2k1p3/3pP3/3P2K1/8/8/8/8 w - - 0 1", 5, 7028},
    {"8/2k1p3/3pP3/3P2K1/8/8/8/8 b - - 0 1", 5, 5408},
    {"8/8/8/8/8/4k3/4P3/4K3 w - - 0 1", 5, 1814},
    {"8/8/7k/7p/7P/7K/8/8 w - - 0 1", 5, 1969},
    {"8/8/3k4/3p4/8/3P4/3K4/8 w - - 0 1", 5, 21637},
    {"7k/3p4/8/8/3P4/8/8/K7 w - - 0 1", 5, 4661},
    {"k7/8/8/7p/6P1/8/8/K7 w - - 0 1", 5, 6112},
    {"k7/8/8/3p4/4p3/8/8/7K w - - 0 1", 5, 3013},
    {"k7/7p/8/8/8/8/6P1/K7 w - - 0 1", 5, 7574},
    {"8/Pk6/8/8/8/8/6Kp/8 w - - 0 1", 5, 90606},
    {"3k4/3pp3/8/8/8/8/3PP3/3K4 w - - 0 1", 5, 24122},
    {"8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1", 5, 1533145},
    {"n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - - 0 1", 5, 2193768},
    {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1", 5, 3605103},
    /* the most moves that are known in a position that a game can reach */
    {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 1, 218},
};

#endif
