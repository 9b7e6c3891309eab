#include "grove.h"

int grove_fallen = 0;
int grove_frozen = 0;

/* Its number, or -1 when the ground is full. */
int grove_plant(struct grove *g, const char *kind, int trees, int planted)
{
	int index = g->count;

	if (index == GROVE_ROWS)
		return -1;
	g->rows[index].kind = kind;
	g->rows[index].trees = trees;
	g->rows[index].planted = planted;
	g->count++;
	return index;
}

void grove_expect(struct grove *g, int row, int ripe, int crop)
{
	g->rows[row].ripe = ripe;
	g->rows[row].crop = crop;
}

/* Kilos of one tree: more every year up to its prime, then slowly less. */
int grove_tree(int crop, int age)
{
	int share = age * 100 / GROVE_PRIME;

	if (age > GROVE_PRIME)
		share = 100 - 3 * (age - GROVE_PRIME);
	if (age < 3 || share < 0)
		return 0;
	return crop * share / 100;
}

/* Frost takes some percent of the lowest row, less of those up the hill. */
void grove_bear(struct grove *g, int year, int frost)
{
	for (int i = 0; i < g->count; i++) {
		struct row *r = &g->rows[i];
		int full = r->trees * grove_tree(r->crop, year - r->planted);
		int lost = full * frost / (100 * (i + 1));
		r->hanging = full - lost;
		grove_frozen += lost;
	}
}

/* The first row from that one on with ripe fruit; -1: none. */
int grove_next_ripe(const struct grove *g, int from, int week)
{
	int row = from;

	while (row < g->count && (g->rows[row].ripe > week || g->rows[row].hanging == 0))
		row++;
	if (row >= g->count)
		return -1;
	return row;
}

/* Rows that are to be picked now or within the weeks ahead. */
int grove_ripe_count(const struct grove *g, int week, int ahead)
{
	int count = 0;

	for (int i = 0; i < g->count; i++)
		if (g->rows[i].hanging > 0 && g->rows[i].ripe <= week + ahead)
			count++;
	return count;
}

int grove_hanging_total(const struct grove *g, int first, int last)
{
	int total = 0;

	for (int i = first; i <= last && i < g->count; i++)
		total += g->rows[i].hanging;
	return total;
}

/* What hung for too long falls. */
int grove_drop(struct grove *g, int week, int percent)
{
	int fallen = 0;

	for (int i = 0; i < g->count; i++) {
		int over = week - g->rows[i].ripe - GROVE_HOLD;
		int lost = over > 0 ? g->rows[i].hanging * percent / 100 : 0;
		g->rows[i].hanging -= lost;
		fallen += lost;
	}
	grove_fallen += fallen;
	return fallen;
}
