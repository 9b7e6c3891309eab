#include "player.h"

long player_nodes;

/* Stones near the middle are worth more. */
int player_value(const struct board *b, int side)
{
	int value = 0;
	for (int column = 0; column < BOARD_COLUMNS; column++) {
		int weight = column < BOARD_COLUMNS / 2 ? column : BOARD_COLUMNS - 1 - column;
		for (int row = 0; row < b->heights[column]; row++)
			value += board_at(b, column, row) == side ? weight : -weight;
	}
	return value;
}

/* The worth of the board for the side that is to move. */
int player_score(struct board *b, int depth, int side)
{
	player_nodes++;
	if (board_winner(b) != PLAYER_NONE)
		return -SCORE_WIN - depth;
	if (depth == 0 || b->moves == BOARD_COLUMNS * BOARD_ROWS)
		return player_value(b, side);
	int best = SCORE_NONE;
	for (int column = 0; column < BOARD_COLUMNS; column++) {
		int last_column = b->last_column, last_row = b->last_row;
		if (!board_drop(b, column))
			continue;
		int score = -player_score(b, depth - 1, other_player(side));
		board_lift(b, column);
		b->last_column = last_column;
		b->last_row = last_row;
		if (score > best)
			best = score;
	}
	return best;
}

int player_move(struct board *b, const struct player *p)
{
	int best = SCORE_NONE, chosen = -1, side = board_turn;
	for (int i = 0; i < BOARD_COLUMNS; i++) {
		int column = (p->first + i) % BOARD_COLUMNS;
		int last_column = b->last_column, last_row = b->last_row;
		if (!board_drop(b, column))
			continue;
		int score = -player_score(b, p->depth, other_player(side));
		board_lift(b, column);
		b->last_column = last_column;
		b->last_row = last_row;
		if (score > best) {
			best = score;
			chosen = column;
		}
	}
	return chosen;
}
