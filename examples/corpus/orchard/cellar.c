#include "cellar.h"

#include "label.h"

int cellar_serial = 0;
int cellar_pressed = 0;
int cellar_crowded = 0;

/* Its place; -1: there is none, or nothing to put. */
int cellar_put(struct cellar *c, int row, int week, int grade, int kilos)
{
	int pos = c->count;

	if (kilos <= 0)
		return -1;
	if (pos == CELLAR_LOTS) {
		cellar_crowded++;
		return -1;
	}
	cellar_serial += cellar_crate_count(kilos, CELLAR_CRATE);
	c->lots[pos] = (struct lot){row, week, grade, kilos, label_lot(row, week, cellar_serial)};
	c->count++;
	return pos;
}

/* Crates that are begun. */
int cellar_crate_count(int kilos, int filled)
{
	int count = (kilos + filled - 1) / filled;

	return count;
}

int cellar_total(const struct cellar *c, int grade, int since)
{
	int total = 0;

	for (int i = 0; i < c->count; i++)
		if (c->lots[i].grade == grade && c->lots[i].week >= since)
			total += c->lots[i].kilos;
	return total;
}

/* Where to take from first; the number of lots: from none. */
int cellar_oldest_pos(const struct cellar *c, int grade, int since)
{
	int pos = c->count;

	for (int i = c->count - 1; i >= 0; i--) {
		const struct lot *l = &c->lots[i];
		if (l->kilos > 0 && l->grade == grade && l->week >= since &&
			(pos == c->count || l->week <= c->lots[pos].week))
			pos = i;
	}
	return pos;
}

/* Kilos that were there, the oldest first. */
int cellar_take(struct cellar *c, int grade, int kilos, int since)
{
	int taken = 0, pos = cellar_oldest_pos(c, grade, since);

	while (taken < kilos && pos < c->count) {
		int part = c->lots[pos].kilos;
		if (part > kilos - taken)
			part = kilos - taken;
		c->lots[pos].kilos -= part;
		taken += part;
		pos = cellar_oldest_pos(c, grade, since);
	}
	return taken;
}

/* All dries a little, and what is too old changes its grade; returns what the air has taken. */
int cellar_age(struct cellar *c, int week, int permille)
{
	int dried = 0;

	for (int i = 0; i < c->count; i++) {
		struct lot *l = &c->lots[i];
		int lost = l->kilos * permille / 1000;
		l->kilos -= lost;
		dried += lost;
		if (l->grade != PRESS && week - l->week > CELLAR_KEEP) {
			l->grade = PRESS;
			cellar_pressed += l->kilos;
		}
	}
	return dried;
}

/* The seal of all lots of a row. */
uint64_t cellar_seal(const struct cellar *c, int row, uint64_t seal)
{
	for (int i = 0; i < c->count; i++)
		if (c->lots[i].row == row)
			seal = label_seal(seal, c->lots[i].label);
	return seal;
}
