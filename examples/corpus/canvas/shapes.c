#include "shapes.h"

#include <stdlib.h>

int shapes_drawn[SHAPE_KINDS];

/* As many steps as the longer way has. */
void draw_line(struct canvas *c, int x, int y, int across, int down, char ink)
{
	int steps = abs(across) > abs(down) ? abs(across) : abs(down);
	canvas_dot(c, x, y, ink);
	for (int i = 1; i <= steps; i++)
		canvas_dot(c, x + across * i / steps, y + down * i / steps, ink);
	shapes_drawn[SHAPE_LINE]++;
}

void draw_box(struct canvas *c, int x, int y, int width, int height, char ink)
{
	if (width < 1 || height < 1)
		return;
	for (int i = 0; i < width; i++) {
		canvas_dot(c, x + i, y, ink);
		canvas_dot(c, x + i, y + height - 1, ink);
	}
	for (int i = 1; i < height - 1; i++) {
		canvas_dot(c, x, y + i, ink);
		canvas_dot(c, x + width - 1, y + i, ink);
	}
	shapes_drawn[SHAPE_BOX]++;
}

/* Cells are twice as high as wide. */
void draw_disc(struct canvas *c, int x, int y, int radius, char ink)
{
	for (int dy = -radius; dy <= radius; dy++)
		for (int dx = -2 * radius; dx <= 2 * radius; dx++)
			if (dx * dx + 4 * dy * dy <= 4 * radius * radius)
				canvas_dot(c, x + dx, y + dy, ink);
	shapes_drawn[SHAPE_DISC]++;
}

int draw_shape(struct canvas *c, const struct shape *s)
{
	switch (s->kind) {
	case SHAPE_LINE: draw_line(c, s->x, s->y, s->width, s->height, s->ink); return 1;
	case SHAPE_BOX: draw_box(c, s->x, s->y, s->width, s->height, s->ink); return 1;
	case SHAPE_DISC: draw_disc(c, s->x, s->y, s->width, s->ink); return 1;
	default: return 0;
	}
}

/* Fill what hangs together with the cell and is blank; gives how many cells that are. */
int flood(struct canvas *c, int x, int y, char ink)
{
	if (x < 0 || x >= CANVAS_WIDTH || y < 0 || y >= CANVAS_HEIGHT ||
		canvas_at(c, x, y) != CANVAS_BLANK)
		return 0;
	c->cells[y][x] = ink;
	return 1 + flood(c, x + 1, y, ink) + flood(c, x - 1, y, ink) + flood(c, x, y + 1, ink) +
	       flood(c, x, y - 1, ink);
}
