/* A picture of a few shapes. */
#include <stdio.h>

#include "shapes.h"

static const struct shape house[] = {
	{SHAPE_BOX, 2, 4, 12, 6, '#'},
	{SHAPE_LINE, 1, 4, 6, -3, '/'},
	{SHAPE_LINE, 14, 4, -6, -3, '\\'},
	{SHAPE_BOX, 9, 6, 3, 4, '|'},
	{SHAPE_DISC, 26, 2, 2, 0, 'o'},
	{SHAPE_LINE, 0, 10, CANVAS_WIDTH + 3, 0, '='},
};

static void tell(const struct canvas *c, const char *inks)
{
	for (; *inks; inks++)
		printf("%c: %d\n", *inks, canvas_count(c, *inks));
}

int main(void)
{
	struct canvas c;
	int drawn = 0;
	canvas_clear(&c, CANVAS_BLANK);
	for (size_t i = 0; i < sizeof(house) / sizeof(house[0]); i++)
		drawn += draw_shape(&c, &house[i]);
	canvas_print(&c, 0, CANVAS_HEIGHT);
	printf("%d drawn, %d clipped\n", drawn, canvas_clipped);
	printf("%d filled\n", flood(&c, 4, 6, '.'));
	canvas_move(&c, 18, 6);
	draw_box(&c, 0, 0, 8, 3, '+');
	draw_line(&c, -2, 1, 3, 2, '*');
	canvas_move(&c, 0, 0);
	canvas_print(&c, 4, 11);
	tell(&c, "#.+*o");
	printf("lines %d, boxes %d, discs %d, clipped %d\n", shapes_drawn[SHAPE_LINE],
		shapes_drawn[SHAPE_BOX], shapes_drawn[SHAPE_DISC], canvas_clipped);
	return 0;
}
