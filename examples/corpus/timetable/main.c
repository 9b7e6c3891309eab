/* Boards of two lines that meet, on time and late. */
#include <stdio.h>

#include "board.h"
#include "clock.h"

static void make_coast(struct line *l)
{
	line_init(l, "coast", clock_at(5, 40), clock_at(22, 10));
	line_every(l, 30, 45, 90);
	line_add(l, "Harbour", 0, 4);
	line_add(l, "Market", 6, 1);
	line_add(l, "Lighthouse", 11, 2);
	line_add(l, "Dunes", 9, 1);
	line_add(l, "Ferry", 17, 0);
}

static void make_hill(struct line *l)
{
	line_init(l, "hill", clock_at(6, 5), clock_at(20, 35));
	line_every(l, 50, 0, 70);
	line_add(l, "Mill", 0, 3);
	line_add(l, "Lighthouse", 8, 5);
	line_add(l, "Quarry", 13, 1);
	line_add(l, "Summit", 21, 0);
}

static void show_change(const struct line *a, const struct line *b, const char *where, int start)
{
	char from[CLOCK_TEXT], to[CLOCK_TEXT];
	int leaves = board_change(a, b, where, start);

	if (leaves < 0)
		printf("from %s at %s: no train\n", where, clock_text(start, 0, from));
	else
		printf("from %s at %s: on at %s, %d minutes in all\n", where,
			clock_text(start, 0, from), clock_text(leaves, 0, to),
			clock_after(start, leaves));
}

int main(void)
{
	struct line coast, hill;
	int shown = 0;

	make_coast(&coast);
	make_hill(&hill);
	board_line(&coast, 10);
	board_line(&hill, 12);
	shown += board_stop(&coast, line_find(&coast, "Dunes"), WORKDAY, clock_at(7, 0),
		clock_at(9, 15));
	shown += board_stop(&hill, line_find(&hill, "Quarry"), SUNDAY, clock_at(17, 20),
		clock_at(23, 50));
	shown += board_stop(&hill, line_find(&hill, "Mill"), SATURDAY, 0, clock_at(12, 0));
	show_change(&coast, &hill, "Lighthouse", clock_at(8, 10));
	show_change(&hill, &coast, "Lighthouse", clock_at(20, 35));
	show_change(&coast, &hill, "Ferry", clock_at(9, 10));
	line_delay = 7;
	shown += board_stop(&coast, 1, SATURDAY, clock_at(20, 0), clock_at(23, 0));
	show_change(&hill, &coast, "Lighthouse", clock_at(14, 25));
	for (int i = 0; line_refused == 0; i++)
		line_add(&hill, i % 2 ? "Depot" : "Siding", 2, i);
	printf("%d shown, %d stops, %d refused, last ride %d\n", shown, hill.count, line_refused,
		line_ride(&hill, 3, hill.count - 1));
	return 0;
}
