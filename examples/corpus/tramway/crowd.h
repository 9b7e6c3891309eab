/* People at the stops. */
#ifndef CROWD_H
#define CROWD_H

#include "track.h"

#define CROWD_PATIENCE 45 /* more than these at a stop: some walk */
#define CROWD_RUSH 3 /* as many come at a busy hour */

struct crowd {
    int waiting[TRACK_STOPS][TRACK_STOPS]; /* from where, to where */
    int carry[TRACK_STOPS]; /* parts of a person to come */
};

extern int crowd_walked;
extern int crowd_served;

int crowd_come(struct crowd *c, int stop, int stops, int seconds);
void crowd_group(struct crowd *c, int from, int to, int persons);
int crowd_total(const struct crowd *c, int from, int to);
int crowd_busiest_index(const struct crowd *c, int first, int last);
int crowd_board(struct crowd *c, int stop, int to, int room);
int crowd_leave(struct crowd *c, int stop, int percent);

#endif
