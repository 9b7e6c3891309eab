#ifndef REPORT_H
#define REPORT_H

#include "fixture.h"

void report_table (const struct table *t, int from, int to, int width);
void report_round (const struct fixtures *f, const struct table *t, int round);
int report_race (const struct fixtures *f, const struct table *t, int leader);

#endif
