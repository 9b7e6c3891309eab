/* Numbers on crates: thirteen digits, the last of which checks the others. */
#ifndef LABEL_H
#define LABEL_H

#include <stdint.h>

#define LABEL_FARM 471
#define LABEL_WEIGHT 3 /* of every other digit */

uint64_t label_lot(int row, int week, int serial);
uint64_t label_close(uint64_t digits);
int label_check(uint64_t digits, int weight);
int label_row(uint64_t label);
int label_week(uint64_t label);
uint64_t label_seal(uint64_t seal, uint64_t label);

#endif
