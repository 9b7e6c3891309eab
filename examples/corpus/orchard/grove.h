/* Rows of trees and what hangs on them. */
#ifndef GROVE_H
#define GROVE_H

#define GROVE_ROWS 6
#define GROVE_PRIME 11 /* years: a tree bears most then */
#define GROVE_HOLD 2 /* weeks that ripe fruit stays on the tree */

struct row {
	const char *kind;
	int trees, planted;
	int ripe; /* week */
	int crop; /* kilos of a tree in its prime */
	int hanging; /* kilos of the whole row */
};

struct grove {
	struct row rows[GROVE_ROWS];
	int count;
};

extern int grove_fallen; /* kilos in the grass */
extern int grove_frozen;

int grove_plant(struct grove *g, const char *kind, int trees, int planted);
void grove_expect(struct grove *g, int row, int ripe, int crop);
int grove_tree(int crop, int age);
void grove_bear(struct grove *g, int year, int frost);
int grove_next_ripe(const struct grove *g, int from, int week);
int grove_ripe_count(const struct grove *g, int week, int ahead);
int grove_hanging_total(const struct grove *g, int first, int last);
int grove_drop(struct grove *g, int week, int percent);

#endif
