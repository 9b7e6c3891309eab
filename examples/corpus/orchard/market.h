/* Who buys, and for how much. */
#ifndef MARKET_H
#define MARKET_H

#include "cellar.h"

#define MARKET_BUYERS 6
#define MARKET_CREDIT 14 /* days */
#define MARKET_LEAST 40 /* kilos: less is not worth a drive */

struct buyer {
	const char *name;
	int grade, wants; /* kilos a week */
	int cents; /* for a kilo */
	int got, owes;
};

struct market {
	struct buyer buyers[MARKET_BUYERS];
	int count;
};

extern int market_income; /* cents */
extern int market_drives;
extern int market_missed; /* kilos that were wanted and not there */

int market_add(struct market *m, const char *name, int grade, int wants, int cents);
int market_price(int cents, int kilos, int crates);
int market_serve(struct market *m, struct cellar *c, int buyer, int since);
int market_open_count(const struct market *m, int owes);
double market_interest(double amount, double percent, int days);
double market_mean(double cents, double kilos);
void market_show(const struct market *m, int buyer, int wide);

#endif
