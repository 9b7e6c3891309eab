/* What a port asks for. */
#ifndef FEE_H
#define FEE_H

#define FEE_LIFT 35
#define FEE_NIGHT 120
#define FEE_FREE_HOURS 6

struct fee {
    int lifts, hours, waste;
    int tonnes, rate; /* cents for a tonne */
};

int fee_hours(int arrives, int leaves);
int fee_nights(int arrives, int leaves, int dusk);
int fee_total(const struct fee *f, int nights, int discount);
void fee_print(const char *port, const char *ship, int total, int left);

#endif
