/* The ports of a voyage, in order. */
#ifndef VOYAGE_H
#define VOYAGE_H

#include "hold.h"

#define PORTS_MAX 6
#define EMPTY_DRAUGHT 210

struct port {
    const char *name;
    int arrives, leaves; /* hours since the voyage began */
    int rate;
};

struct voyage {
    struct port ports[PORTS_MAX];
    int count;
    int money;
};

int voyage_add(struct voyage *v, const char *name, int arrives, int leaves, int rate);
int voyage_at(const struct voyage *v, int hour);
int voyage_sea(const struct voyage *v, int from, int to);
int voyage_call(struct voyage *v, struct ship *s, int port, int fuel);
void voyage_draughts(const struct ship *s, int fuel, int place);
int voyage_level(struct ship *s, const char *label, int from, int to);

#endif
