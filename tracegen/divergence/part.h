/*
 * Where two runs part: pure functions on their states (tracegen/evidence/states.h).
 */
#ifndef FL_TRACEGEN_DIVERGENCE_PART_H
#define FL_TRACEGEN_DIVERGENCE_PART_H

#include "tracegen/divergence/lines.h"
#include "tracegen/evidence/states.h"

/* One run: its states at lines that both programs have, by the lines of the faulty one. */
struct tg_track {
	struct fl_list states; /* struct tg_state */
	enum tg_states_end end;
	int64_t end_line; /* with TG_STATES_STOPPED; 0: a line that the other has not */
	/* Locals whose declaration gives them no value (slices): what they hold until they are
	   given one is chance. */
	struct fl_list unset;
};

/* What of a recorded run is compared; right: it is the right program's, whose lines are mapped. */
int tg_track_make(const struct tg_states *states, const struct tg_line_map *map, bool right,
	struct fl_arena *a, struct tg_track *ret_track, struct fl_error *err);

/* Which of the declarations in the function give no value, by the text of its file. */
int tg_track_unset(struct tg_track *track, const struct tg_evidence_spec *run,
	const struct tg_decl *function, struct fl_arena *a, struct fl_error *err);

/* A variable of both sides, by its place in each state's list. */
struct tg_apart {
	size_t faulty, right;
};

enum tg_parting_how {
	TG_NEVER_PARTED, /* all states are alike */
	TG_PARTS_LATER, /* as far as the states go */
	TG_PARTED
};

enum { TG_APART = 6 };

struct tg_parting {
	enum tg_parting_how how;
	size_t alike; /* states in common: the next one is another */
	int64_t entered; /* calls of the function until then */
	/* The states that differ; NULL: the run comes to no further one. */
	const struct tg_state *faulty, *right;
	struct tg_apart apart[TG_APART]; /* variables that differ there */
	size_t apart_count, omitted;
	/* Both are at a new call with other arguments: what parted them is not of the function. */
	bool before;
};

/*
 * Compare in lock step. A run that ends while the other calls the function again has not parted in
 * it, one that ends, or is ended, where the other goes on in the same call has.
 */
void tg_part(const struct tg_track *faulty, const struct tg_track *right,
	struct tg_parting *ret_parting);

/*
 * Of a value that differs from another the part that does: a member ("list->len"), or what stands
 * around the first byte that is another. NULL names: out of memory.
 */
struct tg_value_apart {
	struct fl_slice name, value, other;
};
void tg_value_apart(struct fl_slice name, struct fl_slice value, struct fl_slice other,
	struct fl_arena *a, struct tg_value_apart *ret);

#endif
