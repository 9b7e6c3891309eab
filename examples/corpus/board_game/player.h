/* A player that looks a few moves ahead. */
#ifndef PLAYER_H
#define PLAYER_H

#include "board.h"

#define SCORE_WIN 1000
#define SCORE_NONE (-9999)

struct player {
	const char *name;
	int depth;
	int first; /* the column that is looked at first */
};

extern long player_nodes;

int player_score(struct board *b, int depth, int side);
int player_move(struct board *b, const struct player *p);
int player_value(const struct board *b, int side);

#endif
