/* What the office prints. */
#ifndef PLAN_H
#define PLAN_H

#include "booking.h"

#define PLAN_NAME 10

void plan_rows(const struct office *office, int first, int last);
void plan_ticket(const struct office *office, int index, int width);
int plan_takings(const struct office *office, int first, int last);
void plan_shares(const struct office *office, int index, int heads);

#endif
