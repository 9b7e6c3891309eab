#include "canvas.h"

#include <stdio.h>

int canvas_clipped = 0;

void canvas_clear(struct canvas *c, char fill)
{
	for (int y = 0; y < CANVAS_HEIGHT; y++)
		for (int x = 0; x < CANVAS_WIDTH; x++)
			c->cells[y][x] = fill;
	canvas_move(c, 0, 0);
}

void canvas_move(struct canvas *c, int left, int top)
{
	c->left = left;
	c->top = top;
}

void canvas_dot(struct canvas *c, int x, int y, char ink)
{
	x += c->left;
	y += c->top;
	if (x < 0 || x >= CANVAS_WIDTH || y < 0 || y >= CANVAS_HEIGHT) {
		canvas_clipped++;
		return;
	}
	c->cells[y][x] = ink;
}

char canvas_at(const struct canvas *c, int x, int y)
{
	if (x < 0 || x >= CANVAS_WIDTH || y < 0 || y >= CANVAS_HEIGHT)
		return CANVAS_BLANK;
	return c->cells[y][x];
}

int canvas_count(const struct canvas *c, char ink)
{
	int count = 0;
	for (int y = 0; y < CANVAS_HEIGHT; y++)
		for (int x = 0; x < CANVAS_WIDTH; x++)
			count += c->cells[y][x] == ink;
	return count;
}

void canvas_print(const struct canvas *c, int first, int last)
{
	for (int y = first; y < last && y < CANVAS_HEIGHT; y++) {
		int end = CANVAS_WIDTH;
		while (end > 0 && c->cells[y][end - 1] == CANVAS_BLANK)
			end--;
		printf("%2d|%.*s\n", y, end, c->cells[y]);
	}
}
