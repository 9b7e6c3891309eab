/* What the control room writes down. */
#ifndef LOG_H
#define LOG_H

#include <stdint.h>

#include "tram.h"

#define LOG_EVENTS 16
#define LOG_MINUTE 60 /* seconds; as many minutes are an hour */

extern int log_count;
extern int log_lost;

uint64_t log_stamp(uint64_t number, uint64_t stop, uint64_t clock);
void log_event(int number, int stop, int clock);
int log_find_stop(int number, int stop);
int log_gap(int stop, int before, int number);
void log_clock(int clock, int width);
void log_tram(const struct tram *v, const struct track *t, int wide);
void log_stop(const struct crowd *c, const struct track *t, int stop, int wide);

#endif
