/* Make's functions, one row each. Internal to the room. */
#ifndef FL_PLATFORM_MAKE_FUNCTIONS_H
#define FL_PLATFORM_MAKE_FUNCTIONS_H

#include "platform/make/state.h"

enum { MK_ARGS_MAX = 64 };

struct mk_call {
	struct mk_maker *m;
	const struct fl_slice *args;
	size_t count;
	struct fl_buf *out;
};

struct mk_function {
	const char *name;
	void (*run)(const struct mk_call *c);
	unsigned char least, most; /* arguments; the last one takes what is left */
	bool expanded; /* the arguments are, before it runs */
};

/* Ends with a NULL name. */
extern const struct mk_function plat_mk_more_functions[];

void plat_mk_each(const struct mk_call *c, struct fl_slice words,
	void (*one)(const struct mk_call *, struct mk_list *, const struct mk_word *));

#endif
