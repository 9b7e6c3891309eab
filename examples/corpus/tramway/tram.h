/* A tram on its way along the line. */
#ifndef TRAM_H
#define TRAM_H

#include "crowd.h"
#include "track.h"

#define TRAM_DOORS 4
#define TRAM_DWELL 14 /* seconds at a stop, at least */
#define TRAM_WEIGHT 75 /* kilos, of a passenger */

struct tram {
    int number, seats, stands;
    int tons; /* when it is empty */
    int stop, clock; /* seconds */
    int aboard[TRACK_STOPS]; /* by where they get off */
    double used; /* joules */
};

extern int tram_clock; /* of the whole line: the last that happened */
extern int tram_late; /* seconds, of all */
extern int tram_stood; /* who found no seat */

void tram_make(struct tram *v, int number, int seats, int stands, int tons);
void tram_start(struct tram *v, int stop, int clock);
int tram_aboard_count(const struct tram *v, int first, int last);
int tram_room(const struct tram *v, int kept);
int tram_dwell(int off, int on, int doors);
int tram_halt(struct tram *v, struct crowd *c, const struct track *t, int kept);
int tram_run(struct tram *v, const struct track *t, int slower);
int tram_delay(const struct tram *v, int start, int planned);

#endif
