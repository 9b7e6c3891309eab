/* The board of a game of four in a row: columns from the left, rows from below. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>

#define BOARD_COLUMNS 7
#define BOARD_ROWS 6
#define BOARD_NEEDED 4

enum { PLAYER_NONE = 0, PLAYER_WHITE = 1, PLAYER_BLACK = 2 };

struct board {
	int cells[BOARD_COLUMNS][BOARD_ROWS];
	int heights[BOARD_COLUMNS];
	int last_column, last_row;
	int moves;
};

/* How often a row was walked along, of all games. */
extern long board_walks;
/* Whose turn it is. */
extern int board_turn;

void board_start(struct board *b, int player);
bool board_drop(struct board *b, int column);
void board_lift(struct board *b, int column);
int board_at(const struct board *b, int column, int row);
int board_run(const struct board *b, int column, int row, int across, int up);
int board_winner(const struct board *b);
void board_print(const struct board *b);

static inline int other_player(int player)
{
	return player == PLAYER_WHITE ? PLAYER_BLACK : PLAYER_WHITE;
}

#endif
