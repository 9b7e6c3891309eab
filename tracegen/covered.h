/*
 * Which lines of a program its inputs reach, by gcc's coverage: a fault where nothing comes by
 * shows nothing, so it need not be tried.
 */
#ifndef FL_TRACEGEN_COVERED_H
#define FL_TRACEGEN_COVERED_H

#include "tracegen/program.h"
#include "tracegen/site.h"
#include "base/sandbox/sandbox.h"

struct tg_covered_file {
	struct fl_slice path;
	struct fl_slice lines; /* by line - 1: a byte, enum tg_line */
};

enum tg_line { TG_LINE_NO_CODE, TG_LINE_MISSED, TG_LINE_REACHED };

/*
 * Build the program, whose files stand in the box, for that and run it with all its inputs. What
 * was built there is gone afterwards. An empty list: it is not known (it does not build so, it
 * ended without writing what it had counted).
 */
int tg_covered(struct fl_box *box, const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err);

/*
 * Is the site's code reached, in each of its files? True also where that is not known. program:
 * the one that the site is of.
 */
bool tg_site_reached(
	const struct tg_program *program, const struct fl_list *files, const struct tg_site *site);

/* What "gcov --stdout" says of files, added to those that are known; a line reached once is. */
int tg_covered_read(struct fl_slice text, struct fl_vec *files, struct fl_arena *a);

#endif
