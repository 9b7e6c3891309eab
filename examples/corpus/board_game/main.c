/* Two players of unlike depth play four in a row. */
#include <stdio.h>

#include "player.h"

static const struct player players[] = {{"Ada", 2, 3}, {"Ben", 1, 0}, {"Cal", 0, 5}};

static int play(const struct player *white, const struct player *black, bool shown)
{
	struct board b;
	board_start(&b, PLAYER_WHITE);
	while (b.moves < BOARD_COLUMNS * BOARD_ROWS && board_winner(&b) == PLAYER_NONE) {
		const struct player *p = board_turn == PLAYER_WHITE ? white : black;
		if (!board_drop(&b, player_move(&b, p)))
			break;
	}
	int winner = board_winner(&b);
	printf("%s against %s: %s after %d moves\n", white->name, black->name,
		winner == PLAYER_NONE    ? "nobody"
		: winner == PLAYER_WHITE ? white->name
					 : black->name,
		b.moves);
	if (shown)
		board_print(&b);
	return winner;
}

int main(void)
{
	int won[3] = {0};
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			int winner = i == k ? PLAYER_NONE : play(&players[i], &players[k], i < k);
			won[i] += winner == PLAYER_WHITE;
			won[k] += winner == PLAYER_BLACK;
		}
	for (int i = 0; i < 3; i++)
		printf("%s %d\n", players[i].name, won[i]);
	printf("%ld boards, %ld walks\n", player_nodes, board_walks);
	return 0;
}
