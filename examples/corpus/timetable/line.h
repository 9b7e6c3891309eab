/* A railway line: its stops in order, with the minutes between them. */
#ifndef LINE_H
#define LINE_H

#define LINE_STOPS 12
#define LINE_NAME 16

enum day { WORKDAY, SATURDAY, SUNDAY, DAYS };

struct stop {
	char name[LINE_NAME];
	int ride; /* minutes from the stop before */
	int stay; /* minutes at the platform */
};

struct line {
	const char *name;
	struct stop stops[LINE_STOPS];
	int count;
	int first, last; /* departures at the first stop */
	int every[DAYS]; /* minutes between trains; 0: none */
};

/* Minutes that every train is late by, and how many stops did not fit. */
extern int line_delay;
extern int line_refused;

void line_init(struct line *l, const char *name, int first, int last);
int line_add(struct line *l, const char *name, int ride, int stay);
void line_every(struct line *l, int workday, int saturday, int sunday);
int line_find(const struct line *l, const char *name);
int line_ride(const struct line *l, int from, int to);
int line_next(const struct line *l, enum day day, int after);
int line_trains(const struct line *l, enum day day);

#endif
