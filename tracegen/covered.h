/*
 * Which lines of a program its inputs reach, by gcc's coverage: a fault where nothing comes by
 * shows nothing, so it need not be tried.
 */
#ifndef FL_TRACEGEN_COVERED_H
#define FL_TRACEGEN_COVERED_H

#include "tracegen/program.h"
#include "tracegen/site.h"
#include "base/sandbox/sandbox.h"

enum tg_line_state { TG_LINE_NO_CODE, TG_LINE_MISSED, TG_LINE_REACHED };

struct tg_line {
	unsigned char state; /* enum tg_line_state */
	unsigned char inputs; /* how many of them come by */
	bool branches, both; /* are there any; did one of them go both ways? */
	unsigned runs; /* how often all of them do, up to UINT_MAX */
	unsigned now; /* what the text says that is being read */
};

struct tg_covered_file {
	struct fl_slice path;
	struct tg_line *lines; /* by line - 1 */
	size_t count;
};

/*
 * How well the inputs come by a site: the best of its lines; of several edits the least of them
 * that have to be come by (enum tg_slip_runs).
 */
struct tg_reach {
	bool known;
	unsigned inputs, runs;
	unsigned of; /* inputs that the program has; 0: not said */
};

/*
 * Build the program, whose files stand in the box, for that and run it with all its inputs. What
 * was built there is gone afterwards. An empty list: it is not known (it does not build so, it
 * ended without writing what it had counted).
 */
int tg_covered(struct fl_box *box, const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err);

/*
 * Is the site's code reached, that of each edit that has to be? Of a guard that is taken away
 * (tracegen/guard.h): did it ever do anything? True also where that is not known. program: the one
 * that the site is of.
 */
bool tg_site_reached(
	const struct tg_program *program, const struct fl_list *files, const struct tg_site *site);

/* How well; what is not known is not reached either. */
struct tg_reach tg_site_reach(
	const struct tg_program *program, const struct fl_list *files, const struct tg_site *site);

/*
 * What "gcov --stdout -b -c" says of files after one more input, added to those that are known: its
 * counts are of all inputs so far. A line reached once is.
 */
int tg_covered_read(struct fl_slice text, struct fl_vec *files, struct fl_arena *a);

#endif
