/*
 * The line map of a site: which line of the faulty file a line of the right one became. Lines that
 * only one of them has stand for nothing in the other.
 */
#ifndef FL_TRACEGEN_DIVERGENCE_LINES_H
#define FL_TRACEGEN_DIVERGENCE_LINES_H

#include "tracegen/site.h"

struct tg_line_map {
	const int64_t *to; /* by line of the right file, from 1; 0: the faulty one has none */
	size_t len;
};

/*
 * Of a file of the program, whose right text is passed; one that the site does not edit keeps its
 * lines. A line is itself still where code of it stands before the edit or behind it, or where the
 * edit leaves as many lines as it found.
 */
int tg_line_map_make(const struct tg_site *site, struct fl_slice file, struct fl_slice text,
	struct fl_arena *a, struct tg_line_map *ret_map, struct fl_error *err);

/* The faulty file's line; 0: none. */
int64_t tg_line_map_at(const struct tg_line_map *map, int64_t line);

/* Has the right file a line that became this one? */
bool tg_line_map_has(const struct tg_line_map *map, int64_t faulty_line);

#endif
