#include "datasets/reward/candidate_priv.h"

#include <stdio.h>

#include "base/json.h"
#include "base/path.h"
#include "base/source_name.h"
#include "sanitize/run/build.h"
#include "tracegen/program.h"

static const char *const type_words[] = {[FL_JNULL] = "null",
	[FL_JBOOL] = "a truth value",
	[FL_JINT] = "an integer",
	[FL_JREAL] = "a number",
	[FL_JTEXT] = "text",
	[FL_JARRAY] = "a list",
	[FL_JOBJECT] = "an object"};

static int expect(struct ds_reader *r, const struct fl_json *v, enum fl_json_type type)
{
	if (v->type == type)
		return 0;
	return BAD(r, "\"%.*s\" is %s, and has to be %s", FL_ARG(v->key), type_words[v->type],
		type_words[type]);
}

static int read_text(struct ds_reader *r, const struct fl_json *v, struct fl_slice *ret_text)
{
	int rc = expect(r, v, FL_JTEXT);
	if (rc == 0)
		*ret_text = v->text;
	return rc;
}

static int read_number(struct ds_reader *r, const struct fl_json *v, int64_t least, int64_t most,
	int64_t *ret_number)
{
	int rc = expect(r, v, FL_JINT);
	if (rc)
		return rc;
	if (v->num < least || v->num > most)
		return BAD(r, "\"%.*s\" is %lld, and has to be %lld to %lld", FL_ARG(v->key),
			(long long)v->num, (long long)least, (long long)most);
	*ret_number = v->num;
	return 0;
}

/* A number of either kind. */
static int read_real(struct ds_reader *r, const struct fl_json *v, double *ret_number)
{
	double value = v->type == FL_JINT ? (double)v->num : v->real;
	if (v->type != FL_JINT && v->type != FL_JREAL)
		return expect(r, v, FL_JREAL);
	if (!(value >= 0) || value > 1e9)
		return BAD(r, "\"%.*s\" has to be 0 or more", FL_ARG(v->key));
	*ret_number = value;
	return 0;
}

static size_t count_of(const struct fl_json *v)
{
	size_t n = 0;
	for (const struct fl_json *at = v->child; at; at = at->next)
		n++;
	return n;
}

static int read_texts(struct ds_reader *r, const struct fl_json *v, struct fl_list *ret_texts)
{
	int rc = expect(r, v, FL_JARRAY);
	struct fl_slice *texts = rc ? NULL : fl_arena_array(r->a, count_of(v) + 1, sizeof(*texts));
	size_t n = 0;
	if (rc == 0 && !texts)
		return fl_arena_error(r->a, "a candidate", r->err);
	for (const struct fl_json *at = rc ? NULL : v->child; at && rc == 0; at = at->next) {
		if (at->type != FL_JTEXT)
			rc = BAD(r, "\"%.*s\" has to be a list of texts", FL_ARG(v->key));
		else
			texts[n++] = at->text;
	}
	if (rc == 0)
		*ret_texts = (struct fl_list){.items = texts, .len = n};
	return rc;
}

/* A name that stays below the program's directory, and is no argument of a compiler's. */
static bool is_safe_path(struct fl_slice path)
{
	return path.len < 256 && fl_path_is_straight(path) && !strchr("-@.", path.ptr[0]) &&
	       fl_slice_chr(path, '\0') < 0;
}

/* {"path": "text"} or [{"path": …, "content": …}]. */
static int read_files(struct ds_reader *r, const struct fl_json *v, struct fl_list *ret_files)
{
	struct tg_file *files = fl_arena_array(r->a, count_of(v) + 1, sizeof(*files));
	size_t n = 0;
	if (!files)
		return fl_arena_error(r->a, "the files of a candidate", r->err);
	if (v->type != FL_JARRAY && v->type != FL_JOBJECT)
		return expect(r, v, FL_JOBJECT);
	for (const struct fl_json *at = v->child; at; at = at->next) {
		struct tg_file *f = &files[n++];
		const struct fl_json *text = at, *name = NULL;
		if (v->type == FL_JARRAY) {
			name = fl_json_get(at, "path");
			text = fl_json_get(at, "content");
		}
		f->path = v->type == FL_JARRAY ? fl_json_str(name) : at->key;
		if (!text || text->type != FL_JTEXT)
			return BAD(r, "the file \"%.*s\" has no text", FL_ARG(f->path));
		f->content = text->text;
		if (!is_safe_path(f->path))
			return BAD(r, "\"%.*s\" is no name of a file below the program's directory",
				FL_ARG(f->path));
	}
	*ret_files = (struct fl_list){.items = files, .len = n};
	return 0;
}

static int read_compare(struct ds_reader *r, const struct fl_json *v, struct ds_compare *c)
{
	int rc = expect(r, v, FL_JTEXT);
	int how = rc ? -1 : fl_names_find(&ds_comparison_names, v->text);
	if (rc == 0 && how < 0)
		return BAD(r,
			"\"compare\" is \"%.*s\", and has to be tokens, exact, lines, tolerance or "
			"unordered",
			FL_ARG(v->text));
	if (rc == 0)
		c->how = (enum ds_comparison)how;
	return rc;
}

/* ---- tests ---- */

#define MEMBER(name) \
	static int name(struct ds_reader *r, const struct fl_json *v, struct ds_trial *t)
MEMBER(test_name)
{
	return read_text(r, v, &t->name);
}

MEMBER(test_input)
{
	return read_text(r, v, &t->input);
}

MEMBER(test_output)
{
	t->has_expected = true;
	return read_text(r, v, &t->expected);
}

/* Of a function: what it is called with. */
MEMBER(test_args)
{
	if (r->function.name.len)
		return ds_function_input(&r->function, v, r->a, &t->input, r->err);
	return read_texts(r, v, &t->args);
}

MEMBER(test_result)
{
	if (!r->function.name.len)
		return BAD(r, "\"result\" is of tests of a \"function\", and there is none");
	t->has_expected = true;
	if (r->function.returns.base == DS_DOUBLE)
		t->compare.how = DS_COMPARE_TOLERANCE;
	return ds_function_output(&r->function, v, r->a, &t->expected, r->err);
}

MEMBER(test_files)
{
	return read_files(r, v, &t->files);
}

MEMBER(test_compare)
{
	return read_compare(r, v, &t->compare);
}

MEMBER(test_weight)
{
	double weight = 1;
	int rc = read_real(r, v, &weight);
	t->weight = (int64_t)(weight * (double)DS_WEIGHT + 0.5);
	return rc;
}

MEMBER(test_shown)
{
	int rc = expect(r, v, FL_JBOOL);
	t->shown = rc == 0 && v->num;
	return rc;
}

MEMBER(test_exit_status)
{
	return read_number(r, v, 0, 255, &t->exit_status);
}
#undef MEMBER

static const struct {
	const char *key;
	int (*read)(struct ds_reader *r, const struct fl_json *v, struct ds_trial *t);
} test_members[] = {
	{"name", test_name},
	{"stdin", test_input},
	{"input", test_input},
	{"stdout", test_output},
	{"output", test_output},
	{"args", test_args},
	{"result", test_result},
	{"files", test_files},
	{"compare", test_compare},
	{"weight", test_weight},
	{"exit_status", test_exit_status},
	{"shown", test_shown},
};
enum { TEST_MEMBERS = sizeof(test_members) / sizeof(test_members[0]) };

static int test_member(struct ds_reader *r, const struct fl_json *v, struct ds_trial *t)
{
	for (size_t i = 0; i < TEST_MEMBERS; i++)
		if (fl_slice_eqs(v->key, test_members[i].key))
			return test_members[i].read(r, v, t);
	return BAD(r, "a test has no member \"%.*s\"", FL_ARG(v->key));
}

static bool weighs(const struct ds_trial *tests, size_t count)
{
	int64_t sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += tests[i].weight;
	return sum > 0;
}

static int read_tests(struct ds_reader *r, const struct fl_json *v)
{
	size_t count = count_of(v), n = 0;
	int rc = expect(r, v, FL_JARRAY);
	if (rc == 0 && count == 0)
		return BAD(
			r, "\"tests\" is empty, and all would pass: leave it out to compile alone");
	if (rc == 0 && count > DS_TRIALS_MAX)
		return BAD(
			r, "there are %zu tests, and at most %d are taken", count, DS_TRIALS_MAX);
	struct ds_trial *tests = rc ? NULL : fl_arena_array(r->a, count + 1, sizeof(*tests));
	if (rc == 0 && !tests)
		return fl_arena_error(r->a, "the tests of a candidate", r->err);
	for (const struct fl_json *at = rc ? NULL : v->child; at && rc == 0; at = at->next) {
		struct ds_trial *t = &tests[n++];
		*t = (struct ds_trial){.weight = DS_WEIGHT, .compare = r->compare};
		if (at->type != FL_JOBJECT)
			rc = BAD(r, "tests[%zu] is %s, and has to be an object", n - 1,
				type_words[at->type]);
		for (const struct fl_json *m = rc ? NULL : at->child; m && rc == 0; m = m->next) {
			rc = test_member(r, m, t);
			if (rc)
				fl_error_wrap(r->err, "tests[%zu]", n - 1);
		}
		if (!t->name.len)
			t->name = fl_arena_printf(r->a, "%zu", n);
	}
	if (rc == 0 && !weighs(tests, n))
		return BAD(r, "no test of \"tests\" has a weight, and all would pass");
	if (rc == 0)
		r->c->tests = (struct fl_list){.items = tests, .len = n};
	return rc;
}

/* ---- limits, sanitizers, flags ---- */

static const struct {
	const char *key;
	int64_t least, most;
} limits[] = {
	{"cpu_ms", 10, 600000},
	{"wall_ms", 10, 3600000},
	{"memory_mb", 16, 65536},
	{"output_bytes", 1, 256 << 20},
};
enum { CPU_MS, WALL_MS, MEMORY_MB, OUTPUT_BYTES, LIMITS };

static int read_limits(struct ds_reader *r, const struct fl_json *v)
{
	struct ds_limits *l = &r->c->limits;
	int64_t n[LIMITS] = {[CPU_MS] = l->cpu_ms,
		[WALL_MS] = l->wall_ms,
		[MEMORY_MB] = l->memory_mb,
		[OUTPUT_BYTES] = (int64_t)l->output_max};
	int rc = expect(r, v, FL_JOBJECT);
	for (const struct fl_json *at = rc ? NULL : v->child; at && rc == 0; at = at->next) {
		size_t i = 0;
		while (i < LIMITS && !fl_slice_eqs(at->key, limits[i].key))
			i++;
		if (i == LIMITS)
			return BAD(r, "there is no limit \"%.*s\"", FL_ARG(at->key));
		rc = read_number(r, at, limits[i].least, limits[i].most, &n[i]);
	}
	*l = (struct ds_limits){.cpu_ms = (unsigned)n[CPU_MS],
		.wall_ms = (unsigned)n[WALL_MS],
		.memory_mb = (unsigned)n[MEMORY_MB],
		.output_max = (size_t)n[OUTPUT_BYTES]};
	return rc;
}

/* Which of the modes has all of the names, in any order. */
static int read_sanitizers(struct ds_reader *r, const struct fl_json *v)
{
	static const struct {
		const char *name;
		unsigned bit;
	} names[] = {{"address", 1}, {"undefined", 2}, {"leak", 4}, {"thread", 8}, {"memory", 16}};
	/* 1 + the mode of each set that works in one program. */
	static const unsigned char modes[17] = {[0] = 1 + SAN_MODE_NONE,
		[1] = 1 + SAN_MODE_ADDRESS,
		[2] = 1 + SAN_MODE_UNDEFINED,
		[3] = 1 + SAN_MODE_ADDRESS_UNDEFINED,
		[4] = 1 + SAN_MODE_LEAK,
		[5] = 1 + SAN_MODE_ADDRESS,
		[7] = 1 + SAN_MODE_ADDRESS_UNDEFINED,
		[8] = 1 + SAN_MODE_THREAD,
		[16] = 1 + SAN_MODE_MEMORY};
	unsigned wanted = 0;
	int rc = expect(r, v, FL_JARRAY);
	for (const struct fl_json *at = rc ? NULL : v->child; at && rc == 0; at = at->next) {
		size_t i = 0;
		while (i < 5 && !fl_slice_eqs(fl_json_str(at), names[i].name))
			i++;
		if (i == 5)
			return BAD(r, "there is no sanitizer \"%.*s\"", FL_ARG(fl_json_str(at)));
		wanted |= names[i].bit;
	}
	if (rc == 0 && (wanted > 16 || !modes[wanted]))
		return BAD(r, "these sanitizers do not work in one program");
	if (rc == 0)
		r->c->mode = (enum san_mode)(modes[wanted] - 1);
	return rc;
}

/* What changes how code is compiled, and neither what is run nor what is read or written. */
static bool is_flag(struct fl_slice f)
{
	static const char *const starts[] = {"-D", "-U", "-I", "-W", "-O", "-m", "-f", "-l"};
	static const char *const never[] = {"-fplugin", "-Wl,", "-Wa,", "-Wp,", "-fsanitize",
		"-fno-sanitize", "-fuse-ld", "-fdump", "-fprofile", "-ftest-coverage",
		"-fdiagnostics", "-fpass-plugin", "-fmodule", "-fstack-usage", "-save-temps",
		"-fcallgraph", "-fsave", "-ftime", "-fopt-info", "-MD", "-MF", "-mllvm"};
	if (fl_slice_eqs(f, "-pthread"))
		return true;
	for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++)
		if (fl_slice_starts(f, never[i]))
			return false;
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (fl_slice_starts(f, starts[i]) && f.len > 2)
			return fl_slice_chr(f, '\0') < 0;
	return fl_slice_eqs(f, "-O");
}

static int take_std(struct ds_reader *r, struct fl_slice std)
{
	bool cxx;
	r->c->std = std;
	if (fl_source_standard(std, &cxx))
		return 0;
	return BAD(r, "\"%.*s\" is no language standard", FL_ARG(std));
}

static int read_flags(struct ds_reader *r, const struct fl_json *v)
{
	int rc = read_texts(r, v, &r->c->flags);
	struct fl_slice *flags = r->c->flags.items;
	size_t n = 0;
	for (size_t i = 0; rc == 0 && i < r->c->flags.len; i++) {
		if (fl_slice_starts(flags[i], "-std=")) {
			rc = take_std(r, fl_slice_skip(flags[i], 5));
			continue;
		}
		if (!is_flag(flags[i]))
			return BAD(r,
				"the flag \"%.*s\" is not taken: -std= -D -U -I -O -f -m -W -l "
				"-pthread are",
				FL_ARG(flags[i]));
		flags[n++] = flags[i];
	}
	if (rc == 0)
		r->c->flags.len = n;
	return rc;
}

static int read_record(struct ds_reader *r, const struct fl_json *v)
{
	struct ds_record *record;
	int rc = expect(r, v, FL_JOBJECT);
	rc = rc ? rc : ds_record_read_value(v, r->a, &record, r->err);
	if (rc == 0 && record->verification.level == DS_TRANSCRIBED)
		return BAD(r, "the record is transcribed: it was never run, and judges no code");
	if (rc == 0)
		r->record = record;
	return rc;
}

/* ---- the members ---- */

#define TEXT_READER(name, place)                                      \
	static int name(struct ds_reader *r, const struct fl_json *v) \
	{                                                             \
		return read_text(r, v, &(place));                     \
	}
TEXT_READER(read_id, r->c->id)
TEXT_READER(read_group, r->c->group)
TEXT_READER(read_harness, r->c->harness)
TEXT_READER(read_code, r->code)
TEXT_READER(read_completion, r->completion)
#undef TEXT_READER

static int read_std(struct ds_reader *r, const struct fl_json *v)
{
	int rc = expect(r, v, FL_JTEXT);
	return rc ? rc : take_std(r, v->text);
}

static int read_own_files(struct ds_reader *r, const struct fl_json *v)
{
	return read_files(r, v, &r->c->files);
}

/* A text is the source of a checker in C++. */
static int read_checker(struct ds_reader *r, const struct fl_json *v)
{
	bool cxx, any = false;
	if (v->type != FL_JTEXT) {
		int rc = read_files(r, v, &r->c->checker);
		const struct tg_file *f = r->c->checker.items;
		for (size_t i = 0; rc == 0 && i < r->c->checker.len; i++)
			any = any || fl_slice_eqs(f[i].path, "checker.py") ||
			      fl_source_is_unit(f[i].path, &cxx);
		if (rc == 0 && !any)
			return BAD(r, "\"checker\" has no source: checker.cpp or checker.py");
		return rc;
	}
	struct tg_file *f = fl_arena_alloc(r->a, sizeof(*f));
	if (!f)
		return fl_arena_error(r->a, "a checker", r->err);
	*f = (struct tg_file){.path = FL_S("checker.cpp"), .content = v->text};
	r->c->checker = (struct fl_list){.items = f, .len = 1};
	return 0;
}

static int read_function(struct ds_reader *r, const struct fl_json *v)
{
	int rc = ds_function_read(v, &r->function, r->err);
	if (rc == 0)
		r->c->harness = ds_function_harness(&r->function, r->a);
	return rc;
}

static int read_own_compare(struct ds_reader *r, const struct fl_json *v)
{
	return read_compare(r, v, &r->compare);
}

static int read_tolerance(struct ds_reader *r, const struct fl_json *v)
{
	double t = 0;
	int rc = read_real(r, v, &t);
	r->compare.absolute = r->compare.relative = t;
	return rc;
}

/* Tests come last: they take what the others say of all of them. */
static const struct {
	const char *key;
	int (*read)(struct ds_reader *r, const struct fl_json *v);
} members[] = {
	{"id", read_id},
	{"group", read_group},
	{"code", read_code},
	{"files", read_own_files},
	{"completion", read_completion},
	{"record", read_record},
	{"language", ds_candidate_language},
	{"std", read_std},
	{"flags", read_flags},
	{"platform", ds_candidate_platform},
	{"compare", read_own_compare},
	{"tolerance", read_tolerance},
	{"harness", read_harness},
	{"checker", read_checker},
	{"function", read_function},
	{"limits", read_limits},
	{"sanitizers", read_sanitizers},
	{"fault_class", ds_candidate_fault_class},
	{"stated", ds_candidate_stated},
	{"tidy", ds_candidate_tidy},
	{"prompt", ds_candidate_pass},
	{"kind", ds_candidate_pass},
	{"error_class", ds_candidate_pass},
	{"split", ds_candidate_pass},
	{"licence", ds_candidate_pass},
	{"tests", read_tests},
};
enum { MEMBERS = sizeof(members) / sizeof(members[0]) };

static int read_members(struct ds_reader *r, const struct fl_json *v)
{
	int rc = 0;
	for (const struct fl_json *at = v->child; at; at = at->next) {
		size_t i = 0;
		while (i < MEMBERS && !fl_slice_eqs(at->key, members[i].key))
			i++;
		if (i == MEMBERS)
			return BAD(r, "a candidate has no member \"%.*s\"", FL_ARG(at->key));
	}
	for (size_t i = 0; i < MEMBERS && rc == 0; i++) {
		const struct fl_json *at = fl_json_get(v, members[i].key);
		if (at)
			rc = members[i].read(r, at);
	}
	return rc;
}

/* What no test calls would pass unseen: a harness runs once, a function needs its arguments. */
static int need_tests(struct ds_reader *r)
{
	if (!r->c->harness.len || r->c->tests.len)
		return 0;
	if (r->function.name.len)
		return BAD(r, "a \"function\" needs \"tests\", which say what it is called with");
	struct ds_trial *t = fl_arena_alloc(r->a, sizeof(*t));
	if (!t)
		return fl_arena_error(r->a, "a test", r->err);
	*t = (struct ds_trial){.name = FL_S("1"), .weight = DS_WEIGHT, .compare = r->compare};
	r->c->tests = (struct fl_list){.items = t, .len = 1};
	return 0;
}

/* Without the mark that some programs write at the start of a file. */
static struct fl_slice without_bom(struct fl_slice json)
{
	return fl_slice_skip(json, fl_slice_starts(json, "\xef\xbb\xbf") ? 3 : 0);
}

static int read_candidate(struct fl_slice json, bool task, const struct fl_list *written,
	struct fl_arena *a, struct ds_candidate *ret_candidate, struct fl_error *err)
{
	struct fl_error own;
	struct ds_candidate c = {.language = SAN_CXX,
		.mode = SAN_MODE_ADDRESS_UNDEFINED,
		.fault_class = -1,
		.limits = {.cpu_ms = DS_CPU_MS,
			.memory_mb = DS_MEMORY_MB,
			.output_max = DS_OUTPUT_MAX}};
	struct ds_reader r = {
		.a = a, .c = &c, .task = task, .written = written, .err = err ? err : &own};
	const struct fl_json *v = NULL;
	if (json.len > DS_CANDIDATE_MAX)
		return fl_error_set(r.err, FL_ELIMIT,
			"a candidate has %zu bytes, and at most %d are taken", json.len,
			DS_CANDIDATE_MAX);
	int rc = fl_json_parse(without_bom(json), a, &v, r.err);
	if (rc == 0 && v->type != FL_JOBJECT)
		rc = BAD(&r, "a candidate is a JSON object, and not %s", type_words[v->type]);
	if (rc == 0)
		c.id = fl_json_str(fl_json_get(v, "id"));
	rc = rc ? rc : read_members(&r, v);
	rc = rc ? rc : need_tests(&r);
	rc = rc ? rc : ds_candidate_take_code(&r);
	rc = rc ? rc : fl_arena_error(a, "a candidate", r.err);
	if (rc == 0)
		*ret_candidate = c;
	else
		ret_candidate->id = c.id;
	return rc;
}

int ds_candidate_read(struct fl_slice json, struct fl_arena *a, struct ds_candidate *ret_candidate,
	struct fl_error *err)
{
	return read_candidate(json, false, NULL, a, ret_candidate, err);
}

int ds_candidate_read_task(struct fl_slice json, const struct fl_list *files, struct fl_arena *a,
	struct ds_candidate *ret_candidate, struct fl_error *err)
{
	return read_candidate(json, true, files, a, ret_candidate, err);
}

struct fl_slice ds_candidate_id(struct fl_slice json, struct fl_arena *a)
{
	const struct fl_json *v = NULL;
	return fl_json_parse(without_bom(json), a, &v, NULL) ? (struct fl_slice){0}
							     : fl_json_str(fl_json_get(v, "id"));
}
