/* Between the files that read a candidate: what its members say, and what is built of it. */
#ifndef FL_DATASETS_CANDIDATE_PRIV_H
#define FL_DATASETS_CANDIDATE_PRIV_H

#include "datasets/record/record.h"
#include "datasets/reward/candidate.h"
#include "datasets/reward/function.h"

/* One candidate being read. */
struct ds_reader {
	struct fl_arena *a;
	struct ds_candidate *c;
	struct ds_compare compare; /* of tests that do not say */
	struct fl_slice code, completion; /* ptr NULL: not given */
	const struct ds_record *record;
	struct ds_function function; /* its name is "" where there is none */
	bool language_given;
	bool made; /* the record's program is linked by its build file */
	bool task; /* its code is still to be written */
	const struct fl_list *written; /* of a task: what was, or NULL */
	struct fl_error *err;
};

#define BAD(r, ...) fl_error_set((r)->err, FL_EPARSE, __VA_ARGS__)

/* Members that are a word or a wish, and not tests. */
int ds_candidate_language(struct ds_reader *r, const struct fl_json *v);
int ds_candidate_fault_class(struct ds_reader *r, const struct fl_json *v);
int ds_candidate_stated(struct ds_reader *r, const struct fl_json *v);
int ds_candidate_tidy(struct ds_reader *r, const struct fl_json *v);
int ds_candidate_platform(struct ds_reader *r, const struct fl_json *v);
/* What a row of `datasets export --format=tasks` says besides: nothing follows from it. */
int ds_candidate_pass(struct ds_reader *r, const struct fl_json *v);

/* Behind those that it has. Where there is no memory for them the arena says so. */
void ds_candidate_add_flags(struct ds_reader *r, const struct fl_list *more);

/* Of members that are read: files, language and tests. */
int ds_candidate_take_code(struct ds_reader *r);

#endif
