/* The line: stops and the track between them, uphill and down. */
#ifndef TRACK_H
#define TRACK_H

#define TRACK_STOPS 7
#define TRACK_SPEED 11 /* metres a second, where nothing is in the way */
#define TRACK_SLOPE 60 /* permille: trams climb no more */

struct stop {
    const char *name;
    int metres; /* from the depot */
    int height; /* decimetres */
};

struct track {
    struct stop stops[TRACK_STOPS];
    int count;
};

extern int track_refused;

int track_add(struct track *t, const char *name, int metres, int height);
int track_length(const struct track *t, int from, int to);
int track_slope(const struct track *t, int from, int to);
int track_seconds(int metres, int slope);
int track_stop_at(const struct track *t, int metres, int reach);

#endif
