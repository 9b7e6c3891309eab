#include "market.h"

#include <stdio.h>

#include "grove.h"
#include "picking.h"

int market_income = 0;
int market_drives = 0;
int market_missed = 0;

int market_add(struct market *m, const char *name, int grade, int wants, int cents)
{
	int index = m->count;

	if (index == MARKET_BUYERS)
		return -1;
	m->buyers[index] = (struct buyer){name, grade, wants, cents, 0, 0};
	m->count++;
	return index;
}

/* Crates are lent for some cents; who takes many has each twelfth kilo for nothing. */
int market_price(int cents, int kilos, int crates)
{
	int paid = crates > 10 ? kilos - kilos / 12 : kilos;

	return cents * paid + 35 * crates;
}

/* Sells what a buyer wants, of fruit that is young enough; returns the cents. */
int market_serve(struct market *m, struct cellar *c, int buyer, int since)
{
	struct buyer *b = &m->buyers[buyer];
	int there = cellar_total(c, b->grade, since);
	int wanted = b->wants < there ? b->wants : there;

	market_missed += b->wants - wanted;
	if (wanted < MARKET_LEAST)
		return 0;
	int kilos = cellar_take(c, b->grade, wanted, since);
	int price = market_price(b->cents, kilos, cellar_crate_count(kilos, CELLAR_CRATE));
	b->got += kilos;
	b->owes += price;
	market_income += price;
	market_drives++;
	return price;
}

/* Buyers that owe more than that. */
int market_open_count(const struct market *m, int owes)
{
	int count = 0;

	for (int i = 0; i < m->count; i++)
		count += m->buyers[i].owes > owes;
	return count;
}

/* For the days behind those that are free; small sums bear none. */
double market_interest(double amount, double percent, int days)
{
	int late = days > MARKET_CREDIT ? days - MARKET_CREDIT : 0;

	return amount < 1000 ? 0 : amount * percent * late / 36500;
}

double market_mean(double cents, double kilos)
{
	return kilos > 0 ? cents / kilos : 0;
}

void market_show(const struct market *m, int buyer, int wide)
{
	const struct buyer *b = &m->buyers[buyer];

	printf("%-*s %4d kg in %d crates, owes %d, with interest %.4f, mean %.6f\n", wide, b->name,
		b->got, cellar_crate_count(b->got, CELLAR_CRATE), b->owes,
		b->owes + market_interest(b->owes, 4.75, 45), market_mean(b->owes, b->got));
	if (buyer == m->count - 1)
		printf("all that fell: %d kg, bruised: %d kg\n", grove_fallen, picking_bruised);
}
