/* Discrete-event simulation of a small shop with a time-ordered queue. */
#include <stdio.h>
#include <stdlib.h>

enum type { ARRIVE, START, LEAVE, CLOSE };

struct event {
	int time;
	enum type type;
	int customer;
	struct event *next;
};

struct customer {
	int id;
	int arrived;
	struct customer *next;
};

struct shop {
	struct event *events;
	struct customer *line;
	int clerks_free;
	int line_length;
	int longest_line;
	int served;
	int turned_away;
	long waited;
	int open;
};

struct shop *shop_open(int clerks);
void schedule(struct shop *s, int time, enum type type, int customer);
struct event *next_event(struct shop *s);
int cancel(struct shop *s, int customer);
int join_line(struct shop *s, int id, int now);
struct customer *leave_line(struct shop *s);
void handle(struct shop *s, const struct event *e);
int shop_close(struct shop *s);
const struct event *peek(const struct shop *s, enum type type);

static int service_time(int customer)
{
	return 3 + customer * 7 % 5;
}

struct shop *shop_open(int clerks)
{
	struct shop *s;

	if (clerks < 1)
		return NULL;
	s = calloc(1, sizeof *s);
	s->clerks_free = clerks;
	s->open = 1;
	return s;
}

void schedule(struct shop *s, int time, enum type type, int customer)
{
	struct event **at = &s->events;
	struct event *e = malloc(sizeof *e);

	e->time = time;
	e->type = type;
	e->customer = customer;
	while (*at != NULL && (*at)->time <= time)
		at = &(*at)->next;
	e->next = *at;
	*at = e;
}

struct event *next_event(struct shop *s)
{
	struct event *e = s->events;

	if (e == NULL)
		return NULL;
	s->events = e->next;
	e->next = NULL;
	return e;
}

const struct event *peek(const struct shop *s, enum type type)
{
	const struct event *e;

	if (s == NULL)
		return NULL;
	e = s->events;
	while (e != NULL && e->type != type)
		e = e->next;
	return e;
}

int cancel(struct shop *s, int customer)
{
	for (struct event **at = &s->events; *at; at = &(*at)->next) {
		struct event *e = *at;

		if (e->customer == customer && e->type == ARRIVE) {
			int time = e->time;

			*at = e->next;
			free(e);
			return time;
		}
	}
	return -1;
}

int join_line(struct shop *s, int id, int now)
{
	struct customer **end = &s->line;
	struct customer *c;

	if (s->line_length == 3)
		return 0;
	c = malloc(sizeof *c);
	c->id = id;
	c->arrived = now;
	c->next = NULL;
	while (*end != NULL)
		end = &(*end)->next;
	*end = c;
	s->line_length++;
	if (s->line_length > s->longest_line)
		s->longest_line = s->line_length;
	return 1;
}

struct customer *leave_line(struct shop *s)
{
	struct customer *c = s->line;

	if (c == NULL)
		return NULL;
	s->line = c->next;
	s->line_length--;
	return c;
}

void handle(struct shop *s, const struct event *e)
{
	struct customer *c;

	switch (e->type) {
	case ARRIVE:
		if (!s->open || !join_line(s, e->customer, e->time)) {
			printf("%3d: %d turned away\n", e->time, e->customer);
			s->turned_away++;
			break;
		}
		if (s->clerks_free > 0)
			schedule(s, e->time, START, 0);
		break;
	case START:
		if (s->clerks_free == 0)
			break;
		c = leave_line(s);
		if (c == NULL)
			break;
		s->clerks_free--;
		s->waited += e->time - c->arrived;
		printf("%3d: %d waited %d\n", e->time, c->id, e->time - c->arrived);
		schedule(s, e->time + service_time(c->id), LEAVE, c->id);
		free(c);
		break;
	case LEAVE:
		s->served++;
		s->clerks_free++;
		printf("%3d: %d done, line %d\n", e->time, e->customer, s->line_length);
		schedule(s, e->time, START, 0);
		break;
	case CLOSE:
		s->open = 0;
		printf("%3d: closing, line %d\n", e->time, s->line_length);
		break;
	}
}

int shop_close(struct shop *s)
{
	int left = 0;
	struct event *e;
	struct customer *c;

	if (s == NULL)
		return -1;
	while ((e = next_event(s)) != NULL) {
		printf("unhandled at %d\n", e->time);
		left++;
		free(e);
	}
	while ((c = leave_line(s)) != NULL) {
		printf("still waiting: %d\n", c->id);
		left += 10;
		free(c);
	}
	printf("served %d, away %d, longest %d, waited %ld\n", s->served,
	       s->turned_away, s->longest_line, s->waited);
	free(s);
	return left;
}

int main(void)
{
	static const int arrivals[] = {2, 3, 3, 4, 5, 6, 7, 7, 15, 18, 25, 31};
	struct shop *s = shop_open(2);
	const struct event *e;
	int steps = 0;

	for (int i = 0; i < 12; i++)
		schedule(s, arrivals[i], ARRIVE, i + 1);
	schedule(s, 30, CLOSE, 0);
	schedule(s, 90, ARRIVE, 13);
	printf("cancel %d", cancel(s, 11));
	printf(" %d\n", cancel(s, 40));

	e = peek(s, CLOSE);
	printf("closing %s", e == NULL ? "never" : "planned");
	e = peek(s, LEAVE);
	printf(", leaving %s", e == NULL ? "never" : "planned");
	printf(", %s\n", peek(NULL, CLOSE) == NULL ? "no shop" : "shop");

	while (steps < 40) {
		struct event *now = next_event(s);

		if (now == NULL)
			break;
		if (now->time > 60) {
			schedule(s, now->time + 1, now->type, now->customer);
			printf("too late: %d\n", now->customer);
			free(now);
			break;
		}
		handle(s, now);
		steps++;
		free(now);
	}
	join_line(s, 77, 60);
	printf("%d steps\n", steps);
	printf("left %d", shop_close(s));
	printf(" %d\n", shop_close(shop_open(0)));
	return 0;
}
