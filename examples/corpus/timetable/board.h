/* What hangs in a station. */
#ifndef BOARD_H
#define BOARD_H

#include "line.h"

int board_stop(const struct line *l, int stop, enum day day, int from, int to);
void board_line(const struct line *l, int wide);
int board_change(const struct line *a, const struct line *b, const char *where, int start);

#endif
