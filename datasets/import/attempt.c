#include "datasets/import/attempt.h"

#include <errno.h>
#include <stdio.h>

#include "datasets/import/guess.h"
#include "datasets/import/hunks.h"

struct attempt {
	const struct ds_real_bench *bench;
	const struct ds_pair *pair;
	struct ds_real real;
	const char *standards[DS_STANDARDS_MAX];
	size_t standard_count;
	struct fl_arena *arena;
	struct ds_attempt result;
};

static void settle(struct attempt *t, enum ds_fate fate, struct fl_slice why)
{
	if (fate > t->result.fate) {
		t->result.fate = fate;
		t->result.why = why;
	}
}

/* What compilers say of an #include that finds nothing; it ends their work. */
static bool lacks_header(struct fl_slice diagnostics)
{
	struct fl_slice line;
	while (fl_slice_line(&diagnostics, &line))
		if (fl_slice_find(line, "fatal error: ") >= 0)
			return fl_slice_find(line, "No such file or directory") >= 0 ||
			       fl_slice_find(line, " file not found") >= 0;
	return false;
}

static int add_record(struct attempt *t, const struct tg_build *before, struct fl_error *err)
{
	struct fl_error why = {0};
	struct ds_record *r = &t->result.records[t->result.count];
	int rc = ds_real_compose(t->bench, &t->real, before->diagnostics, t->arena, r, &why);
	if (rc == 0) {
		t->result.count++;
		settle(t, DS_FATE_TAKEN, fl_slice(NULL, 0));
		return 0;
	}
	if (rc != FL_EREFUSED && rc != FL_ELIMIT)
		return fl_error_set(err, why.code, "%s", why.message);
	/* Without the record's id, so that refusals of one rule are told alike. */
	ptrdiff_t rule = fl_slice_find(fl_slice_str(why.message), "breaks rule");
	settle(t, why.sys == ENODATA ? DS_FATE_NO_DIAGNOSTIC : DS_FATE_BREAKS_RULE,
		fl_arena_printf(t->arena, "%s", why.message + (rule > 0 ? rule : 0)));
	return 0;
}

/* A compiler that waited for the host, and did not work, says nothing of the text. */
static bool is_starved(const struct attempt *t, const struct tg_build *b)
{
	return b->end == FL_END_WALL && b->cpu_ms < fl_box_compile_ms(t->bench->box) / 2;
}

/* One side in one standard; *ret_done: no other standard is worth a try. */
static int compile(struct attempt *t, struct fl_slice text, struct tg_build *ret_build,
	bool *ret_done, struct fl_error *err)
{
	int rc = ds_real_compile(t->bench, &t->real.program, text, t->arena, ret_build, err);
	if (rc == 0 && is_starved(t, ret_build)) /* once more, then it is the host's fault */
		rc = ds_real_compile(t->bench, &t->real.program, text, t->arena, ret_build, err);
	if (rc == 0 && is_starved(t, ret_build))
		return fl_error_set(err, FL_EHOST, "the host was too busy for a compiler");
	if (rc == 0 && ret_build->end != FL_END_EXIT) {
		settle(t, DS_FATE_COMPILER_LIMIT, fl_slice(NULL, 0));
		*ret_done = true;
	}
	return rc;
}

/*
 * In one standard. The side before comes first: where it compiles, nothing is to be known of the
 * other.
 */
static int try_standard(
	struct attempt *t, struct tg_build *after, bool *ret_done, struct fl_error *err)
{
	struct tg_build before;
	int rc = compile(t, t->pair->before, &before, ret_done, err);
	if (rc || *ret_done)
		return rc;
	if (before.ok) {
		settle(t, DS_FATE_BEFORE_COMPILES, fl_slice(NULL, 0));
		*ret_done = true;
		return 0;
	}
	rc = compile(t, t->pair->after, after, ret_done, err);
	if (rc || *ret_done)
		return rc;
	*ret_done = after->ok;
	return after->ok ? add_record(t, &before, err) : 0;
}

/* By one compiler. The standard that suits is the one that the next compiler is asked in. */
static int try_compiler(struct attempt *t, int compiler, struct fl_error *err)
{
	const struct ds_pair *p = t->pair;
	bool done = false;
	int rc = 0;
	for (size_t i = 0; rc == 0 && !done && i < t->standard_count; i++) {
		struct tg_build after = {0};
		rc = ds_real_program(p->name, p->after, p->language, compiler,
			fl_slice_str(t->standards[i]), t->arena, &t->real.program, err);
		rc = rc ? rc : try_standard(t, &after, &done, err);
		if (rc == 0 && done) {
			t->standards[0] = t->standards[i];
			t->standard_count = 1;
		} else if (rc == 0 && lacks_header(after.diagnostics)) {
			settle(t, DS_FATE_MISSING_HEADER, fl_slice(NULL, 0));
			done = true;
		} else if (rc == 0) {
			settle(t, DS_FATE_NEITHER_COMPILES, fl_slice(NULL, 0));
		}
	}
	return rc;
}

/* What one compiler found out that another need not be asked about. */
static bool is_settled(const struct attempt *t)
{
	return t->result.fate == DS_FATE_MISSING_HEADER ||
	       t->result.fate == DS_FATE_NEITHER_COMPILES ||
	       t->result.fate == DS_FATE_COMPILER_LIMIT;
}

int ds_attempt(const struct ds_real_bench *b, const struct ds_pair *pair, struct fl_slice source,
	const bool use[2], struct fl_arena *a, struct ds_attempt *ret_attempt, struct fl_error *err)
{
	struct fl_error why;
	struct attempt t = {.bench = b,
		.pair = pair,
		.arena = a,
		.real = {.before = pair->before,
			.source = source,
			.licence = pair->licence,
			.group = pair->repository,
			.message = pair->message}};
	int rc = ds_hunks(
		pair->name, pair->after, pair->before, DS_PAIR_LINES_MAX, a, &t.real.edits, &why);
	if (rc == FL_ELIMIT) {
		*ret_attempt = (struct ds_attempt){.fate = DS_FATE_CHANGES_MUCH,
			.why = fl_arena_slice(a, fl_slice_str(why.message))};
		return fl_arena_error(a, "a pair", err);
	}
	if (rc)
		return fl_error_set(err, why.code, "%s", why.message);
	t.standard_count = ds_guess_standards(pair->language, pair->after, t.standards);
	rc = fl_box_clear(b->box, err);
	for (int c = TG_GCC; rc == 0 && c <= TG_CLANG && !is_settled(&t); c++)
		if (use[c])
			rc = try_compiler(&t, c, err);
	if (rc == 0)
		*ret_attempt = t.result;
	return rc;
}
