/* Appointments "9:30-11:00 name" a line: overlaps, free time between, the busiest stretch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct span {
	int from, to;
	char name[24];
};

struct plan {
	struct span *items;
	int count, room;
};

/* Minutes since midnight, or -1. */
static int minutes(int hour, int minute)
{
	if (hour < 0 || hour > 23 || minute < 0 || minute > 59)
		return -1;
	return hour * 60 + minute;
}

static int read_span(const char *line, struct span *s)
{
	int h1, m1, h2, m2;

	s->name[0] = '\0';
	if (sscanf(line, "%d:%d-%d:%d %23s", &h1, &m1, &h2, &m2, s->name) < 4)
		return 0;
	s->from = minutes(h1, m1);
	s->to = minutes(h2, m2);
	return s->from >= 0 && s->to > s->from;
}

static void add(struct plan *p, const struct span *s)
{
	if (p->count == p->room) {
		p->room = p->room ? 2 * p->room : 4;
		p->items = realloc(p->items, (size_t)p->room * sizeof *p->items);
	}
	int at = p->count++;

	while (at > 0 && p->items[at - 1].from > s->from) {
		p->items[at] = p->items[at - 1];
		at--;
	}
	p->items[at] = *s;
}

static void print_time(const char *before, int t)
{
	printf("%s%d:%02d", before, t / 60, t % 60);
}

static void overlaps(const struct plan *p)
{
	for (int i = 0; i < p->count; i++)
		for (int k = i + 1; k < p->count && p->items[k].from < p->items[i].to; k++)
			printf("%s and %s overlap\n", p->items[i].name, p->items[k].name);
}

/* Gaps between what is taken, from 8:00 to 18:00. */
static int free_time(const struct plan *p)
{
	int at = 8 * 60, end = 18 * 60, total = 0;

	for (int i = 0; i <= p->count; i++) {
		int next = i < p->count ? p->items[i].from : end;

		if (next > end)
			next = end;
		if (next > at) {
			print_time("free ", at);
			print_time("-", next);
			printf("\n");
			total += next - at;
		}
		if (i < p->count && p->items[i].to > at)
			at = p->items[i].to;
	}
	return total;
}

static int busiest(const struct plan *p)
{
	int most = 0;

	for (int i = 0; i < p->count; i++) {
		int at_once = 0;

		for (int k = 0; k < p->count; k++)
			at_once += p->items[k].from <= p->items[i].from && p->items[i].from < p->items[k].to;
		if (at_once > most)
			most = at_once;
	}
	return most;
}

int main(void)
{
	struct plan p = {NULL, 0, 0};
	struct span s;
	char line[128];
	int refused = 0;

	while (fgets(line, sizeof line, stdin)) {
		if (line[0] == '\n')
			continue;
		if (read_span(line, &s))
			add(&p, &s);
		else
			refused++;
	}
	overlaps(&p);
	printf("%d minutes free, at most %d at once, %d lines refused\n", free_time(&p), busiest(&p), refused);
	free(p.items);
	return 0;
}
