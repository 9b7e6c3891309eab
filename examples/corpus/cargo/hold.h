/* The holds of a ship and what lies in them. */
#ifndef HOLD_H
#define HOLD_H

#define HOLDS_MAX 5
#define HOLD_ITEMS 6
#define LABEL_TEXT 12

struct item {
    char label[LABEL_TEXT];
    int tonnes, volume;
    int port; /* where it goes */
};

struct hold {
    int place; /* metres before the middle; behind it is negative */
    int tonnes_max, volume_max;
    struct item items[HOLD_ITEMS];
    int count;
};

struct ship {
    const char *name;
    struct hold holds[HOLDS_MAX];
    int count;
};

extern int hold_refused; /* items that did not fit */
extern int hold_lifts;   /* of the crane, so far */

int ship_add(struct ship *s, int place, int tonnes_max, int volume_max);
int ship_load(struct ship *s, int hold, const char *label, int tonnes, int volume, int port);
int ship_move(struct ship *s, const char *label, int from, int to);
int ship_land(struct ship *s, int port, int first);
int ship_tonnes(const struct ship *s, int first, int end);
int ship_moment(const struct ship *s, int first, int end);
int hold_find(const struct hold *h, const char *label);
int hold_room(const struct hold *h, int tonnes, int volume);

#endif
