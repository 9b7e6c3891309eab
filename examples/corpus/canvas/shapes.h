/* What is drawn on a canvas. */
#ifndef SHAPES_H
#define SHAPES_H

#include "canvas.h"

enum shape_kind { SHAPE_LINE, SHAPE_BOX, SHAPE_DISC, SHAPE_KINDS };

struct shape {
	enum shape_kind kind;
	int x, y;
	int width, height; /* of a line: how far it goes; of a disc: its radius, and 0 */
	char ink;
};

/* How many shapes of each kind were drawn. */
extern int shapes_drawn[SHAPE_KINDS];

void draw_line(struct canvas *c, int x, int y, int across, int down, char ink);
void draw_box(struct canvas *c, int x, int y, int width, int height, char ink);
void draw_disc(struct canvas *c, int x, int y, int radius, char ink);
int draw_shape(struct canvas *c, const struct shape *s);
int flood(struct canvas *c, int x, int y, char ink);

#endif
