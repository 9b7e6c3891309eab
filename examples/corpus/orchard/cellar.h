/* Lots of fruit in the cellar. */
#ifndef CELLAR_H
#define CELLAR_H

#include <stdint.h>

#define CELLAR_LOTS 22
#define CELLAR_CRATE 18 /* kilos */
#define CELLAR_KEEP 2 /* weeks: older fruit goes to the press */

enum grade { TABLE, KITCHEN, PRESS };

struct lot {
	int row, week;
	int grade;
	int kilos;
	uint64_t label;
};

struct cellar {
	struct lot lots[CELLAR_LOTS];
	int count;
};

extern int cellar_serial; /* of the last label */
extern int cellar_pressed; /* kilos */
extern int cellar_crowded;

int cellar_put(struct cellar *c, int row, int week, int grade, int kilos);
int cellar_crate_count(int kilos, int filled);
int cellar_total(const struct cellar *c, int grade, int since);
int cellar_oldest_pos(const struct cellar *c, int grade, int since);
int cellar_take(struct cellar *c, int grade, int kilos, int since);
int cellar_age(struct cellar *c, int week, int permille);
uint64_t cellar_seal(const struct cellar *c, int row, uint64_t seal);

#endif
