/*
 * A poll loop: descriptors with callbacks, one turn at a time. Whoever waits for something (the
 * debugger's answer) turns the loop until it is there, and everybody else is served meanwhile; a
 * callback does not turn it.
 */
#ifndef FL_DEBUGSESSION_LOOP_H
#define FL_DEBUGSESSION_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { DBG_LOOP_MAX = 128 };

/* The descriptor is ready. revents: as poll() gives them. */
typedef void (*dbg_loop_fn)(void *ctx, int fd, short revents);

struct dbg_watch {
	int fd; /* -1: the slot is free */
	short events;
	dbg_loop_fn fn;
	void *ctx;
};

struct dbg_loop {
	struct dbg_watch watches[DBG_LOOP_MAX];
	size_t len;
};

void dbg_loop_init(struct dbg_loop *l);

/* Watch a descriptor: false when the loop is full. A descriptor is watched once. */
bool dbg_loop_add(struct dbg_loop *l, int fd, short events, dbg_loop_fn fn, void *ctx);
void dbg_loop_events(struct dbg_loop *l, int fd, short events);
void dbg_loop_remove(struct dbg_loop *l, int fd);

/* Wait until something is ready or fl_clock_ms() reaches deadline, and call back. */
void dbg_loop_turn(struct dbg_loop *l, int64_t deadline);

#endif
