/* An autumn in an orchard, from the frost in spring to the last bill. */
#include <inttypes.h>
#include <stdio.h>

#include "label.h"
#include "market.h"
#include "picking.h"

enum { FIRST_WEEK = 34, LAST_WEEK = 43 };

static void plant(struct grove *g)
{
	grove_expect(g, grove_plant(g, "Gravenstein", 14, 2009), 34, 42);
	grove_expect(g, grove_plant(g, "Boskoop", 43, 2012), 38, 55);
	grove_expect(g, grove_plant(g, "Cox", 26, 2016), 36, 31);
	grove_expect(g, grove_plant(g, "Ontario", 17, 1998), 40, 60);
	grove_expect(g, grove_plant(g, "Pinova", 37, 2019), 37, 38);
}

static void invite(struct market *m)
{
	market_add(m, "Weekly market", TABLE, 310, 240);
	market_add(m, "Baker", KITCHEN, 75, 135);
	market_add(m, "School", TABLE, 52, 190);
	market_add(m, "Cider mill", PRESS, 230, 38);
}

static void forecast(const struct grove *g, const struct crew *crew)
{
	int speed = picking_speed(crew->pickers, crew->helpers);

	for (int i = 0; i < g->count; i++) {
		const struct row *r = &g->rows[i];
		printf("%-11s %2d trees, %4d kg, %d days, in ten years %d kg a tree\n", r->kind,
			r->trees, r->hanging, picking_day_count(r->hanging, speed),
			grove_tree(r->crop, 2034 - r->planted));
	}
	printf("low %d kg, high %d kg, %d frozen; first row %d, in week 37 from row 1: %d\n",
		grove_hanging_total(g, 0, 1), grove_hanging_total(g, 2, 4), grove_frozen,
		grove_next_ripe(g, 0, FIRST_WEEK), grove_next_ripe(g, 1, 37));
}

static void pick(struct grove *g, struct cellar *c, const struct crew *crew, int week)
{
	int ripe = grove_ripe_count(g, week, 0), soon = grove_ripe_count(g, week, 2);
	int kilos = picking_week(g, c, crew, week, 2);
	int fallen = grove_drop(g, week, 15);

	printf("week %d: %d ripe, %d soon, %d kg picked, %d fell, %d dried", week, ripe, soon, kilos,
		fallen, cellar_age(c, week, week % 2 ? 25 : 12));
	printf(", hands for %d days left\n",
		picking_day_count(grove_hanging_total(g, 0, g->count - 1), 150));
}

static void sell(struct market *m, struct cellar *c, int week)
{
	int paid = 0;

	for (int i = 0; i < m->count; i++)
		paid += market_serve(m, c, i, m->buyers[i].grade == TABLE ? week - 3 : 0);
	printf("  %d cents, %d kg for the table, %d of them young, %d for the press\n", paid,
		cellar_total(c, TABLE, 0), cellar_total(c, TABLE, week - 1),
		cellar_total(c, PRESS, 0));
	printf("  next from lot %d, or %d, to the kitchen from %d\n", cellar_oldest_pos(c, TABLE, 0),
		cellar_oldest_pos(c, TABLE, week), cellar_oldest_pos(c, KITCHEN, 0));
}

static void show_labels(const struct cellar *c)
{
	uint64_t seal = 1;

	for (int i = 0; i < c->count; i += 3) {
		uint64_t label = c->lots[i].label;
		printf("%013" PRIu64 " row %d week %d, plain check %d\n", label, label_row(label),
			label_week(label), label_check(label / 10, 1));
	}
	for (int row = 0; row < 3; row++)
		seal = cellar_seal(c, row, seal);
	printf("seals %016" PRIx64 " and %016" PRIx64 "\n", seal, cellar_seal(c, 3, 77));
	printf("spare labels %" PRIu64 ", %" PRIu64 "\n",
		label_lot(7, FIRST_WEEK, cellar_serial + 1), label_close(880077123456));
}

static void show_bills(const struct market *m)
{
	for (int i = 0; i < m->count; i++)
		market_show(m, i, i == 0 ? 14 : 11);
	printf("%d owe something, %d much\n", market_open_count(m, 0), market_open_count(m, 50000));
	printf("a bill: %d, with many crates %d\n", market_price(210, 90, 5),
		market_price(210, 90, cellar_crate_count(90, 8)));
	printf("the bank takes %.5f, in a year %.5f\n", market_interest(183499.5, 7.25, 31),
		market_interest(183499.5, 7.25, 365 + MARKET_CREDIT));
}

int main(void)
{
	static struct grove g;
	static struct cellar c;
	static struct market m;
	const struct crew crew = {1, 2, 1};

	plant(&g);
	invite(&m);
	grove_bear(&g, 2024, 22);
	forecast(&g, &crew);
	for (int week = FIRST_WEEK; week <= LAST_WEEK; week++) {
		pick(&g, &c, &crew, week);
		sell(&m, &c, week);
	}
	show_labels(&c);
	show_bills(&m);
	printf("bruised by two %d of 500, in rain %d, by one %d, by many %d\n",
		picking_bruises(500, 2, 0), picking_bruises(500, 2, 7), picking_bruises(500, 1, 0),
		picking_bruises(500, 8, 0));
	printf("%d hours of picking, wages %d, for helpers alone %d\n", picking_hours,
		picking_wages(crew.pickers, crew.helpers, picking_hours),
		picking_wages(0, 5, picking_hours));
	printf("income %d, %d drives, %d kg missed, %d kg fallen, %d kg pressed, %d crates, %d lots "
	       "without room\n",
		market_income, market_drives, market_missed, grove_fallen, cellar_pressed,
		cellar_serial, cellar_crowded);
	return 0;
}
