#include "datasets/import/attempt.h"

#include <errno.h>
#include <stdio.h>

#include "base/utf8.h"
#include "datasets/import/executed.h"
#include "datasets/import/finding.h"
#include "datasets/import/guess.h"
#include "datasets/import/mend/hunks.h"
#include "datasets/import/mend/needed.h"
#include "datasets/import/mend/reduced.h"

/* Compilations of what may suffice. */
enum { TRIES_MAX = 48 };

/* What one compiler says of both sides. */
struct said {
	bool took; /* it refuses the side before and takes the one after */
	struct tg_program program; /* of the side after */
	unsigned lenient; /* that it is compiled with */
	struct fl_slice diagnostics; /* of the side before */
};

struct attempt {
	const struct ds_real_bench *bench;
	const struct ds_pair *pair;
	struct ds_unit unit; /* the pair's, with what is let pass */
	struct ds_real real;
	const char *standards[DS_STANDARDS_MAX];
	size_t standard_count;
	struct said said[2]; /* by enum tg_compiler */
	struct ds_both both; /* what no reduced side may lack */
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

enum { WHY_MAX = 240 };

/* The first error as the compiler says it, for whoever looks for what is lacking. */
static struct fl_slice first_error(struct fl_slice diagnostics)
{
	struct fl_slice line = {0};
	while (fl_slice_line(&diagnostics, &line) && fl_slice_find(line, "error: ") < 0)
		;
	return fl_slice_find(line, "error: ") < 0 ? fl_slice(NULL, 0)
						  : fl_utf8_head(fl_slice_trim(line), WHY_MAX);
}

/* A compiler that waited for the host, and did not work, says nothing of the text. */
static bool is_starved(const struct attempt *t, const struct tg_build *b)
{
	return b->end == FL_END_WALL && b->cpu_ms < fl_box_compile_ms(t->bench->box) / 2;
}

/* How a text is compiled: as the record's build does it, or to see whether it would be taken. */
enum way { FULLY, LOOKING };

static int compile_once(struct attempt *t, const struct tg_program *p, struct fl_slice text,
	enum way way, struct tg_build *ret_build, struct fl_error *err)
{
	struct fl_slice check = t->real.check;
	return way == LOOKING && !check.len
		       ? ds_real_look(t->bench, p, text, t->arena, ret_build, err)
		       : ds_real_compile(t->bench, p, check, text, t->arena, ret_build, err);
}

static int compile_text(struct attempt *t, const struct tg_program *p, struct fl_slice text,
	enum way way, struct tg_build *ret_build, struct fl_error *err)
{
	int rc = compile_once(t, p, text, way, ret_build, err);
	if (rc == 0 && is_starved(t, ret_build)) /* once more, then it is the host's fault */
		rc = compile_once(t, p, text, way, ret_build, err);
	if (rc == 0 && is_starved(t, ret_build))
		return fl_error_set(err, FL_EHOST, "the host was too busy for a compiler");
	return rc;
}

/* One side in one standard; *ret_done: no other standard is worth a try. */
static int compile(struct attempt *t, struct said *said, struct fl_slice text, enum way way,
	struct tg_build *ret_build, bool *ret_done, struct fl_error *err)
{
	int rc = compile_text(t, &said->program, text, way, ret_build, err);
	if (rc == 0 && ret_build->end != FL_END_EXIT) {
		settle(t, DS_FATE_COMPILER_LIMIT, fl_slice(NULL, 0));
		*ret_done = true;
	}
	return rc;
}

/* The side before, where it compiles, ends it: nothing is to be known of the other. */
static int try_before(
	struct attempt *t, struct said *said, enum way way, bool *ret_done, struct fl_error *err)
{
	struct tg_build build = {0};
	int rc = compile(t, said, t->pair->before, way, &build, ret_done, err);
	if (rc || *ret_done)
		return rc;
	if (build.ok) {
		settle(t, DS_FATE_BEFORE_COMPILES,
			fl_arena_printf(t->arena, "by %s, -std=%.*s",
				said == &t->said[TG_GCC] ? "gcc" : "clang",
				FL_ARG(said->program.std)));
		*ret_done = true;
	}
	said->diagnostics = build.diagnostics;
	return 0;
}

/*
 * Both sides in one standard: they are a record's when the one before is refused and the one after
 * is taken. Most sides before compile, and a look tells; so the first compiler looks at it first,
 * in the first standard. What it refuses the next one mostly refuses, too, and is asked in full.
 * Later the side after comes first: where that fails again, nothing is to be known of the other.
 * But where warnings are let pass that were errors, the side before mostly compiles as well.
 */
static int try_standard(struct attempt *t, struct said *said, bool before_first,
	struct tg_build *ret_after, bool *ret_done, struct fl_error *err)
{
	enum way way = said != t->said && t->said[0].took ? FULLY : LOOKING;
	int rc = before_first ? try_before(t, said, way, ret_done, err) : 0;
	if (rc || *ret_done)
		return rc;
	rc = compile(t, said, t->pair->after, FULLY, ret_after, ret_done, err);
	if (rc || *ret_done || !ret_after->ok)
		return rc;
	if (!before_first || way == LOOKING) /* the words of a record are the compiler's own */
		rc = try_before(t, said, FULLY, ret_done, err);
	if (rc == 0 && !*ret_done)
		*ret_done = said->took = true;
	return rc;
}

/* The name in "[-Werror=NAME]", "[-Werror,-WNAME]" or "[-WNAME]" at a line's end; "": none. */
static struct fl_slice flag_of(struct fl_slice line)
{
	ptrdiff_t open = fl_slice_rchr(line, '[');
	struct fl_slice flag = open < 0 ? fl_slice(NULL, 0) : fl_slice_skip(line, (size_t)open);
	ptrdiff_t name = fl_slice_find(flag, ",-W");
	if (fl_slice_starts(flag, "[-Werror="))
		return fl_slice_skip(flag, strlen("[-Werror="));
	if (fl_slice_starts(flag, "[-Werror") && name > 0)
		return fl_slice_skip(flag, (size_t)name + 3);
	return fl_slice_starts(flag, "[-W") ? fl_slice_skip(flag, 3) : fl_slice(NULL, 0);
}

/* What would have to pass for these errors to be none; 0 where that would not do. */
static unsigned leniency(struct fl_slice diagnostics)
{
	struct fl_slice line;
	unsigned all = 0;
	while (fl_slice_line(&diagnostics, &line)) {
		unsigned bit = 0;
		if (fl_slice_find(line, ": error: ") < 0 &&
			fl_slice_find(line, "fatal error: ") < 0)
			continue;
		for (size_t i = 0; ds_lenient[i].word; i++)
			if (fl_slice_starts(flag_of(line), ds_lenient[i].word))
				bit = 1U << i;
		if (!bit)
			return 0;
		all |= bit;
	}
	return all;
}

/*
 * In one standard, as strictly as the side after stands; *ret_done as above, *ret_header: something
 * is included that is not there.
 */
static int try_strictness(struct attempt *t, int compiler, size_t standard, bool *ret_done,
	bool *ret_header, struct fl_slice *ret_why, struct fl_error *err)
{
	struct fl_slice std = fl_slice_str(t->standards[standard]);
	const struct ds_pair *p = t->pair;
	unsigned more = 0;
	int rc = 0;
	do {
		struct tg_build after = {0};
		t->said[compiler].lenient = t->unit.lenient |= more;
		rc = ds_real_program(&t->unit, p->after, compiler, std, t->arena,
			&t->said[compiler].program, err);
		rc = rc ? rc
			: try_standard(t, &t->said[compiler], standard == 0 || more, &after,
				  ret_done, err);
		if (rc == 0 && !*ret_done) {
			*ret_why = ret_why->len ? *ret_why : first_error(after.diagnostics);
			*ret_header = lacks_header(after.diagnostics);
			more = leniency(after.diagnostics) & ~t->unit.lenient;
		}
	} while (rc == 0 && !*ret_done && more);
	return rc;
}

/*
 * By one compiler. The standard that suits is the one that the next compiler is asked in, and what
 * is let pass for one is for the other.
 */
static int try_compiler(struct attempt *t, int compiler, struct fl_error *err)
{
	struct fl_slice why = {0};
	bool done = false, header = false;
	int rc = 0;
	for (size_t i = 0; rc == 0 && !done && !header && i < t->standard_count; i++) {
		unsigned lenient = t->unit.lenient;
		rc = try_strictness(t, compiler, i, &done, &header, &why, err);
		if (rc == 0 && done) {
			t->standards[0] = t->standards[i];
			t->standard_count = 1;
		} else {
			t->unit.lenient = lenient;
		}
	}
	if (rc == 0 && !done)
		settle(t, header ? DS_FATE_MISSING_HEADER : DS_FATE_NEITHER_COMPILES, why);
	return rc;
}

/* What one compiler found out that another need not be asked about. */
static bool is_settled(const struct attempt *t)
{
	return t->result.fate == DS_FATE_BEFORE_COMPILES ||
	       t->result.fate == DS_FATE_MISSING_HEADER ||
	       t->result.fate == DS_FATE_NEITHER_COMPILES ||
	       t->result.fate == DS_FATE_COMPILER_LIMIT;
}

/* ---- what of a commit mends it ---- */

/* Do the compilers that take the side after (all, or the first) take it with these edits alone? */
static int suffices(struct attempt *t, const bool *keep, enum way way, bool all, bool *ret_does,
	struct fl_error *err)
{
	struct fl_slice text;
	bool does = true;
	int rc = ds_reduced(t->pair->after, &t->real.edits, keep, t->arena, &text, err);
	rc = rc ? rc : ds_both_in(&t->both, text, &does, err);
	for (int c = TG_GCC; rc == 0 && does && c <= TG_CLANG; c++) {
		struct tg_build build;
		if (!t->said[c].took)
			continue;
		rc = compile_text(t, &t->said[c].program, text, way, &build, err);
		does = rc == 0 && build.ok;
		if (!all)
			break;
	}
	*ret_does = does;
	return rc;
}

/* The line that a line of diagnostics begins with, of the file of that name; 0: none. */
static int64_t line_told(struct fl_slice line, struct fl_slice name)
{
	int64_t number = 0;
	if (!fl_slice_starts_with(line, name) || line.len <= name.len || line.ptr[name.len] != ':')
		return 0;
	line = fl_slice_skip(line, name.len + 1);
	for (size_t i = 0; i < line.len && i < 9 && line.ptr[i] >= '0' && line.ptr[i] <= '9'; i++)
		number = number * 10 + (line.ptr[i] - '0');
	return number;
}

/* Which edits are on lines of the side before that its errors, and what explains them, name. */
static void find_likely(const struct attempt *t, struct fl_slice diagnostics, bool *likely)
{
	const struct ds_edit *e = t->real.edits.items;
	struct fl_slice line;
	while (fl_slice_line(&diagnostics, &line)) {
		int64_t at = line_told(line, t->unit.name);
		for (size_t i = 0; at && i < t->real.edits.len; i++)
			likely[i] |=
				at >= e[i].buggy_line && at < e[i].buggy_line + e[i].buggy_lines;
	}
}

struct asking {
	struct attempt *attempt;
	bool all; /* every compiler that takes the side after is asked, else the first */
};

static int ask(void *ctx, const bool *keep, bool *ret_does, struct fl_error *err)
{
	const struct asking *q = ctx;
	return suffices(q->attempt, keep, LOOKING, q->all, ret_does, err);
}

/* Commits change more than what keeps a file from compiling; no error leads to that. */
static int reduce(struct attempt *t, bool all, bool *keep, struct fl_error *err)
{
	struct asking asking = {t, all};
	bool *likely = fl_arena_array(t->arena, t->real.edits.len, sizeof(*likely));
	bool *idle = fl_arena_array(t->arena, t->real.edits.len, sizeof(*idle));
	int c = t->said[TG_GCC].took ? TG_GCC : TG_CLANG;
	if (!likely || !idle)
		return fl_arena_error(t->arena, "a pair", err);
	int rc =
		ds_hunks_idle(&t->real.edits, t->pair->after, t->pair->before, t->arena, idle, err);
	if (rc)
		return rc;
	find_likely(t, t->said[c].diagnostics, likely);
	const struct ds_needed_ask q = {.count = t->real.edits.len,
		.tries = TRIES_MAX,
		.likely = likely,
		.idle = idle,
		.suffices = ask,
		.ctx = &asking};
	return ds_needed(&q, keep, err);
}

/* From here on the side after is the one before with what it needs. */
static int take_needed(struct attempt *t, struct fl_error *err)
{
	size_t count = t->real.edits.len;
	bool *keep = fl_arena_array(t->arena, count, sizeof(*keep)), done = false;
	struct fl_slice text;
	if (!keep)
		return fl_arena_error(t->arena, "a pair", err);
	int rc = ds_both_of(t->pair->before, t->pair->after, t->arena, &t->both, err);
	/* What one compiler does without, and without an object, the others mostly do without, too. */
	for (int all = 0; rc == 0 && !done && all < 2 && count > 1; all++) {
		rc = reduce(t, all, keep, err);
		/* What all take in full is not asked again. */
		done = memchr(keep, false, count * sizeof(*keep)) == NULL;
		if (rc == 0 && !done)
			rc = suffices(t, keep, FULLY, true, &done, err);
	}
	if (!done)
		memset(keep, true, count * sizeof(*keep));
	rc = rc ? rc : ds_reduced(t->pair->after, &t->real.edits, keep, t->arena, &text, err);
	for (int c = TG_GCC; rc == 0 && c <= TG_CLANG; c++) {
		struct tg_program *p = &t->said[c].program;
		t->unit.lenient = t->said[c].lenient;
		if (t->said[c].took)
			rc = ds_real_program(&t->unit, text, p->compiler, p->std, t->arena, p, err);
	}
	if (rc)
		return rc;
	return ds_hunks(t->unit.name, text, t->pair->before, DS_PAIR_LINES_MAX, t->arena,
		&t->real.edits, err);
}

static int add_record(struct attempt *t, const struct said *said, struct fl_error *err)
{
	struct fl_error why = {0};
	struct ds_record *r = &t->result.records[t->result.count];
	t->real.program = said->program;
	int rc = ds_real_compose(t->bench, &t->real, said->diagnostics, t->arena, r, &why);
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

/* ---- both sides run ---- */

/* By one compiler, in the standard that was found; what was let pass is. */
static int run_by(struct attempt *t, int compiler, struct fl_error *err)
{
	struct ds_executed executed;
	int rc = ds_real_program(&t->unit, t->pair->after, compiler, fl_slice_str(t->standards[0]),
		t->arena, &t->real.program, err);
	rc = rc ? rc
		: ds_executed(
			  t->bench->runner, &t->real, t->bench->inputs, t->arena, &executed, err);
	if (rc)
		return rc;
	if (executed.fate == DS_FATE_TAKEN)
		t->result.records[t->result.count++] = executed.record;
	settle(t, executed.fate, executed.why);
	return 0;
}

/* Was it run, so that what another compiler makes of it may show a fault? */
static bool may_show(const struct attempt *t)
{
	return t->result.fate == DS_FATE_BEFORE_COMPILES || t->result.fate == DS_FATE_RUNS_CLEAN ||
	       t->result.fate == DS_FATE_NO_REPORT;
}

/* All that tells the sides apart; DS_FATE_CHANGES_MUCH where that is more than so many lines. */
static int find_edits(struct attempt *t, size_t lines, struct fl_error *err)
{
	struct fl_error why;
	int rc = ds_hunks(t->unit.name, t->pair->after, t->pair->before, lines, t->arena,
		&t->real.edits, &why);
	if (rc == FL_ELIMIT) {
		t->result.fate = DS_FATE_CHANGES_MUCH;
		t->result.why = fl_arena_slice(t->arena, fl_slice_str(why.message));
		return fl_arena_error(t->arena, "a pair", err);
	}
	return rc ? fl_error_set(err, why.code, "%s", why.message) : 0;
}

/*
 * A pair whose both sides compile: one record, by the first compiler whose sanitizers report
 * something. All that the commit changed is kept: what of it a run does not need is not known.
 */
static int run_pair(struct attempt *t, const bool use[2], struct fl_error *err)
{
	int rc = find_edits(t, DS_PAIR_LINES_MAX, err);
	for (int c = TG_GCC; rc == 0 && c <= TG_CLANG && may_show(t); c++)
		if (use[c])
			rc = run_by(t, c, err);
	return rc;
}

/* What both compilers say of it as it is, then what of the mend they need. */
static int try_pair(struct attempt *t, const bool use[2], bool whole, struct fl_error *err)
{
	bool took = false;
	struct fl_error why;
	int rc = ds_real_setup(t->bench, &t->unit.headers, err);
	for (int c = TG_GCC; rc == 0 && c <= TG_CLANG && !is_settled(t); c++) {
		if (use[c])
			rc = try_compiler(t, c, err);
		took |= t->said[c].took;
	}
	if (rc == 0 && !took && t->bench->runner && t->result.fate == DS_FATE_BEFORE_COMPILES)
		return run_pair(t, use, err);
	if (rc || !took)
		return rc;
	if (!whole)
		rc = take_needed(t, &why);
	if (rc == FL_ELIMIT) {
		t->result.fate = DS_FATE_CHANGES_MUCH;
		t->result.why = fl_arena_slice(t->arena, fl_slice_str(why.message));
		return fl_arena_error(t->arena, "a pair", err);
	}
	if (rc)
		return fl_error_set(err, why.code, "%s", why.message);
	rc = ds_real_class(t->said[TG_GCC].took ? t->said[TG_GCC].diagnostics : fl_slice(NULL, 0),
		t->said[TG_CLANG].took ? t->said[TG_CLANG].diagnostics : fl_slice(NULL, 0),
		t->arena, &t->real.error_class, err);
	for (int c = TG_GCC; rc == 0 && c <= TG_CLANG; c++)
		if (t->said[c].took)
			rc = add_record(t, &t->said[c], err);
	return rc;
}

/* An attempt begun: what it is of, with room for so many records. */
static int begin(const struct ds_real_bench *b, const struct ds_pair *pair, struct fl_slice source,
	size_t records, struct fl_arena *a, struct attempt *t, struct fl_error *err)
{
	*t = (struct attempt){.bench = b,
		.pair = pair,
		.unit = pair->unit,
		.arena = a,
		.result = {.records = fl_arena_array(a, records, sizeof(struct ds_record))},
		.real = {.before = pair->before,
			.source = source,
			.licence = pair->licence,
			.group = pair->repository,
			.message = pair->message}};
	t->standard_count = ds_guess_standards(pair->unit.language, pair->after, t->standards);
	return fl_arena_error(a, "a pair", err);
}

int ds_attempt(const struct ds_real_bench *b, const struct ds_pair *pair, struct fl_slice source,
	const bool use[2], bool whole, struct fl_arena *a, struct ds_attempt *ret_attempt,
	struct fl_error *err)
{
	struct attempt t;
	int rc = begin(b, pair, source, 2, a, &t, err);
	rc = rc ? rc : find_edits(&t, whole ? DS_PAIR_LINES_MAX : DS_PAIR_COMMIT_MAX, err);
	if (rc == 0 && t.result.fate != DS_FATE_CHANGES_MUCH)
		rc = try_pair(&t, use, whole, err);
	if (rc == 0)
		*ret_attempt = t.result;
	return rc;
}

/* ---- findings ---- */

/* The file in the first standard in which clang takes it; *ret_ok: there is one. */
static int find_all(struct attempt *t, const char *checks, struct fl_list *ret_findings,
	bool *ret_ok, struct fl_error *err)
{
	const struct ds_pair *p = t->pair;
	struct said *said = &t->said[TG_CLANG];
	struct tg_build build = {0};
	int rc = 0;
	*ret_ok = false;
	for (size_t i = 0; rc == 0 && !*ret_ok && i < t->standard_count; i++) {
		rc = ds_real_program(&t->unit, p->after, TG_CLANG, fl_slice_str(t->standards[i]),
			t->arena, &said->program, err);
		rc = rc ? rc
			: fl_box_put(t->bench->box, tg_program_at(&said->program, 0)->path.ptr,
				  p->after, 0644, err);
		rc = rc ? rc
			: ds_findings(t->bench->box, &said->program, checks, t->arena, ret_findings,
				  &build, err);
		if (rc == 0 && is_starved(t, &build))
			rc = fl_error_set(err, FL_EHOST, "the host was too busy for clang-tidy");
		if (rc == 0 && build.end != FL_END_EXIT) {
			settle(t, DS_FATE_COMPILER_LIMIT, fl_slice(NULL, 0));
			return 0;
		}
		*ret_ok = build.ok;
	}
	if (rc == 0 && !*ret_ok)
		settle(t,
			fl_slice_find(build.diagnostics, " file not found") >= 0
				? DS_FATE_MISSING_HEADER
				: DS_FATE_NEITHER_COMPILES,
			first_error(build.diagnostics));
	return rc;
}

/* The check refuses the file as it is, and takes it with its fix-its. */
static int try_finding(struct attempt *t, const struct ds_finding *f, struct fl_error *err)
{
	const struct ds_pair *p = t->pair;
	struct said *said = &t->said[TG_CLANG];
	struct tg_build before, after;
	struct fl_error why;
	t->real.check = f->check;
	int rc = ds_hunks(p->unit.name, f->after, p->before, DS_PAIR_LINES_MAX, t->arena,
		&t->real.edits, &why);
	if (rc == FL_ELIMIT) {
		settle(t, DS_FATE_CHANGES_MUCH, f->check);
		return 0;
	}
	if (rc)
		return fl_error_set(err, why.code, "%s", why.message);
	struct fl_slice std = said->program.std;
	rc = ds_real_program(&t->unit, f->after, TG_CLANG, std, t->arena, &said->program, err);
	rc = rc ? rc : compile_text(t, &said->program, f->after, FULLY, &after, err);
	if (rc == 0 && !after.ok) {
		settle(t, DS_FATE_NOT_MENDED, f->check);
		return 0;
	}
	rc = rc ? rc : compile_text(t, &said->program, p->before, FULLY, &before, err);
	said->diagnostics = before.diagnostics;
	return rc ? rc : add_record(t, said, err);
}

int ds_attempt_findings(const struct ds_real_bench *b, const struct ds_pair *file,
	struct fl_slice source, const char *checks, struct fl_arena *a,
	struct ds_attempt *ret_attempt, struct fl_error *err)
{
	struct attempt t;
	struct fl_list findings;
	bool ok = false;
	int rc = begin(b, file, source, DS_FINDINGS_MAX, a, &t, err);
	rc = rc ? rc : ds_real_setup(b, &file->unit.headers, err);
	rc = rc ? rc : find_all(&t, checks, &findings, &ok, err);
	for (size_t i = 0; rc == 0 && ok && i < findings.len; i++)
		rc = try_finding(&t, (const struct ds_finding *)findings.items + i, err);
	if (rc == 0 && ok && findings.len == 0)
		settle(&t, DS_FATE_NO_FINDING, fl_slice(NULL, 0));
	if (rc == 0)
		*ret_attempt = t.result;
	return rc;
}
