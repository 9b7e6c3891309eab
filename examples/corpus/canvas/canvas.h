/* A sheet of characters to draw on; x goes right, y goes down, both from 0. */
#ifndef CANVAS_H
#define CANVAS_H

#define CANVAS_WIDTH 32
#define CANVAS_HEIGHT 12
#define CANVAS_BLANK ' '

struct canvas {
	char cells[CANVAS_HEIGHT][CANVAS_WIDTH];
	int left, top; /* where the origin of what is drawn lies */
};

/* How many dots were asked for outside of the sheet. */
extern int canvas_clipped;

void canvas_clear(struct canvas *c, char fill);
void canvas_move(struct canvas *c, int left, int top);
void canvas_dot(struct canvas *c, int x, int y, char ink);
char canvas_at(const struct canvas *c, int x, int y);
int canvas_count(const struct canvas *c, char ink);
void canvas_print(const struct canvas *c, int first, int last);

#endif
