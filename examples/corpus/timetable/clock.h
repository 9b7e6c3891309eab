/* Times of day as minutes since midnight. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stddef.h>

#define DAY_MINUTES 1440
#define CLOCK_TEXT 6 /* "23:59" and its end */

int clock_at(int hour, int minute);
int clock_after(int from, int to);
int clock_rounded(int minutes, int step);
const char *clock_text(int minutes, int blank, char *buf);

#endif
