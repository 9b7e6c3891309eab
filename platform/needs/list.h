/* The list that the readers of needs fill. Internal. */
#ifndef FL_PLATFORM_NEEDS_LIST_H
#define FL_PLATFORM_NEEDS_LIST_H

#include "base/model.h"

#include "platform/needs/needs.h"

struct needs {
	struct fl_arena *a;
	bool told; /* a file that names what it is built with is there */
	struct fl_vec names; /* struct fl_slice: libraries by the names of platform/libs */
};

/* A package of Debian ("zlib1g-dev"); one that is not for building with is left out. */
void plat_needs_debian(struct needs *n, struct fl_slice package);

/* A module of pkg-config's ("gtk+-3.0"). */
void plat_needs_module(struct needs *n, struct fl_slice module);

void plat_needs_of_control(struct needs *n, struct fl_slice text);
void plat_needs_of_pc(struct needs *n, struct fl_slice text);

/* Any text that installs packages by their names. */
void plat_needs_of_script(struct needs *n, struct fl_slice text);

/* The next word of a text, by the bytes that part words; the empty slice at the end. */
struct fl_slice plat_needs_word(struct fl_slice *rest, const char *between);

#endif
