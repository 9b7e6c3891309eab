#include "board.h"

#include <stdio.h>
#include <string.h>

long board_walks;
int board_turn = PLAYER_WHITE;

void board_start(struct board *b, int player)
{
	memset(b, 0, sizeof(*b));
	b->last_column = b->last_row = -1;
	board_turn = player;
}

bool board_drop(struct board *b, int column)
{
	if (column < 0 || column >= BOARD_COLUMNS || b->heights[column] == BOARD_ROWS)
		return false;
	b->last_column = column;
	b->last_row = b->heights[column]++;
	b->cells[column][b->last_row] = board_turn;
	b->moves++;
	board_turn = other_player(board_turn);
	return true;
}

/* Take the uppermost stone of the column back. */
void board_lift(struct board *b, int column)
{
	if (b->heights[column] == 0)
		return;
	b->cells[column][--b->heights[column]] = PLAYER_NONE;
	b->moves--;
	board_turn = other_player(board_turn);
}

int board_at(const struct board *b, int column, int row)
{
	if (column < 0 || column >= BOARD_COLUMNS || row < 0 || row >= BOARD_ROWS)
		return PLAYER_NONE;
	return b->cells[column][row];
}

/* How many stones of one colour lie in a line from there on, that one among them. */
int board_run(const struct board *b, int column, int row, int across, int up)
{
	int player = board_at(b, column, row), length = 0;
	board_walks++;
	while (player != PLAYER_NONE && board_at(b, column, row) == player) {
		column += across;
		row += up;
		length++;
	}
	return length;
}

int board_winner(const struct board *b)
{
	static const int ways[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
	int column = b->last_column, row = b->last_row;
	for (int i = 0; i < 4; i++) {
		int there = board_run(b, column, row, ways[i][0], ways[i][1]);
		int back = board_run(b, column, row, -ways[i][0], -ways[i][1]);
		if (there + back - 1 >= BOARD_NEEDED)
			return board_at(b, column, row);
	}
	return PLAYER_NONE;
}

void board_print(const struct board *b)
{
	for (int row = BOARD_ROWS - 1; row >= 0; row--) {
		for (int column = 0; column < BOARD_COLUMNS; column++)
			putchar(".ox"[b->cells[column][row]]);
		putchar('\n');
	}
}
