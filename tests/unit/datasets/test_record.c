/* Records: sealing, round trips, and a check that sees every damage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/json.h"
#include "diag/model/diagnostic.h"
#include "datasets/record/instruct.h"
#include "datasets/record/reason.h"
#include "record_sample.h"

static struct fl_arena arena;

static int setup(void **state)
{
	(void)state;
	fl_arena_init(&arena, 64 << 20);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fl_arena_release(&arena);
	return 0;
}

static struct ds_record *sealed(enum ds_form form)
{
	struct ds_record *r = sample_record(&arena, 1);
	r->form = (int)form;
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	return r;
}

static void passes(const struct ds_record *r)
{
	struct fl_error err = {0};
	int rc = ds_record_check(r, &err);
	assert_string_equal(err.message, "");
	assert_int_equal(rc, 0);
}

static void sealed_record_passes(void **state)
{
	(void)state;
	static const char diff[] =
		"--- a/sum.c\n+++ b/sum.c\n@@ -2,7 +2,7 @@\n int main(void)\n {\n"
		" \tint a[3] = {1, 2, 3}, sum = 0;\n"
		"-\tfor (int i = 0; i <= 3; i++)\n"
		"+\tfor (int i = 0; i < 3; i++)\n"
		" \t\tsum += a[i];\n \tprintf(\"%d\\n\", sum);\n }\n";
	static const char blocks[] = "<CODE_START>\n// file: sum.c\n<<<<<<< SEARCH\n"
				     "\tint a[3] = {1, 2, 3}, sum = 0;\n\tfor (int i = 0; i <= 3; "
				     "i++)\n\t\tsum += a[i];\n"
				     "=======\n"
				     "\tint a[3] = {1, 2, 3}, sum = 0;\n\tfor (int i = 0; i < 3; "
				     "i++)\n\t\tsum += a[i];\n"
				     ">>>>>>> REPLACE\n<CODE_END>\n";
	struct ds_record *r = sealed(DS_FORM_DIFF);
	passes(r);
	assert_true(fl_slice_eqs(r->diff, diff));
	assert_true(fl_slice_eq(
		r->completion, fl_arena_printf(&arena, "<CODE_START>\n%s<CODE_END>\n", diff)));
	assert_int_equal(r->id.len, 32);
	assert_int_equal(r->fault.len, 32);
	r = sealed(DS_FORM_BLOCKS);
	passes(r);
	assert_true(fl_slice_eqs(r->completion, blocks));
	r = sealed(DS_FORM_FILE);
	passes(r);
	assert_true(fl_slice_eq(r->completion,
		fl_arena_printf(
			&arena, "<CODE_START>\n// file: sum.c\n%s<CODE_END>\n", sample_fixed)));
}

/* Views of one fault share its id, whatever built and ran them; another fault has another. */
static void one_fault_one_id(void **state)
{
	(void)state;
	struct ds_record *r = sealed(DS_FORM_DIFF);
	struct fl_slice fault = r->fault, id = r->id;
	sample_trace(r, &arena);
	r->provenance.compiler = FL_S("clang 19");
	r->provenance.seed = 7;
	r->form = DS_FORM_FILE;
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	assert_true(fl_slice_eq(r->fault, fault));
	assert_false(fl_slice_eq(r->id, id));
	/* The same change, said to reach further: the file is the same. */
	struct ds_edit *e = r->edits.items;
	e->original = FL_S("< 3");
	e->replacement = FL_S("<= 3");
	r->mutation.original = e->original;
	r->mutation.replacement = e->replacement;
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	passes(r);
	assert_true(fl_slice_eq(r->fault, fault));
	r->program = FL_S("another program");
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	assert_false(fl_slice_eq(r->fault, fault));
}

/* Hidden are those that are not shown and cannot be passed by printing what is; no prompt, all. */
static void hidden_are_counted(void **state)
{
	(void)state;
	struct ds_record *r = sealed(DS_FORM_DIFF);
	struct ds_test *t = r->tests.items;
	assert_int_equal(r->hidden, 1);
	assert_int_equal(r->hidden_fails, 1);
	t[2].faulty = FL_S("passes");
	ds_record_count_hidden(r);
	assert_int_equal(r->hidden, 1);
	assert_int_equal(r->hidden_fails, 0);
	t[0].shown = false;
	ds_record_count_hidden(r);
	assert_int_equal(r->hidden, 3);
	assert_int_equal(r->hidden_fails, 2);
}

/* The first records of version 2 had no tests: they are read and checked as they are. */
static void early_records(void **state)
{
	(void)state;
	struct ds_record *r = sample_record(&arena, 1), *read;
	struct fl_buf line, again;
	struct fl_error err = {0};
	char id[DS_ID_LEN + 1];
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	r->columns = 30;
	assert_true(ds_record_is_early(r));
	assert_int_equal(ds_record_id(r, id, NULL), 0);
	r->id = fl_arena_slice(&arena, fl_slice_str(id));
	fl_buf_init(&line, DS_RECORD_MAX);
	fl_buf_init(&again, DS_RECORD_MAX);
	ds_record_write(&line, r);
	assert_true(fl_slice_find(fl_buf_view(&line), "\"tests\"") < 0);
	assert_int_equal(ds_record_read(fl_buf_view(&line), &arena, &read, &err), 0);
	passes(read);
	ds_record_write(&again, read);
	assert_true(fl_slice_eq(fl_buf_view(&line), fl_buf_view(&again)));
	assert_int_equal(ds_record_upgrade(read, DS_FORM_DIFF, &arena, NULL), 0);
	passes(read);
	assert_int_equal(read->tests.len, 1);
	assert_int_equal(read->hidden, 0);
	assert_false(ds_record_is_early(read));
	fl_buf_release(&line);
	fl_buf_release(&again);
}

/* Two edits in one file and one in another, whose last line does not end. */
static struct ds_record *three_edits(enum ds_form form)
{
	struct ds_record *r = sample_record(&arena, 1);
	struct ds_edit *e = fl_arena_array(&arena, 3, sizeof(*e));
	struct tg_file *f = fl_arena_array(&arena, 2, sizeof(*f));
	static const char buggy[] = "#include <stdio.h>\nint main(void)\n{\n"
				    "\tint a[3] = {1, 2, 3}, sum = 0;\n"
				    "\tfor (int i = 0; i <= 3; i++)\n\t\tsum += a[i];\n}\n";
	static const char missing[] = "\tprintf(\"%d\\n\", sum);\n";
	e[0] = *ds_edits_at(r, 0);
	e[1] = (struct ds_edit){.operator= FL_S("missing-statement"),
		.file = e[0].file,
		.offset = strstr(sample_fixed, missing) - sample_fixed,
		.original = FL_S(missing),
		.function = FL_S("main")};
	e[2] = (struct ds_edit){.operator= FL_S("constant"),
		.file = FL_S("k.h"),
		.offset = 10,
		.original = FL_S("3"),
		.replacement = FL_S("4")};
	f[0] = (struct tg_file){.path = FL_S("sum.c"), .content = FL_S(buggy)};
	f[1] = (struct tg_file){.path = FL_S("k.h"), .content = FL_S("#define K 4\n// end")};
	ds_edits_place(e, 2, r->fixed);
	ds_edits_place(e + 2, 1, FL_S("#define K 3\n// end"));
	r->files = (struct fl_list){f, 2};
	r->edits = (struct fl_list){e, 3};
	r->buggy = f[0].content;
	r->reasoning = FL_S("<THOUGHT_START>\n/* ERROR_CLASS: logic\n"
			    " * ROOT_CAUSE: sum.c:5, k.h:1\n */\n<THOUGHT_END>\n");
	r->form = (int)form;
	assert_int_equal(ds_edits_sum(r, &arena, NULL), 0);
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	return r;
}

static void edits_over_files(void **state)
{
	(void)state;
	for (int form = 0; form < DS_FORM_COUNT; form++) {
		struct ds_record *r = three_edits((enum ds_form)form);
		passes(r);
		struct fl_slice fixed;
		assert_int_equal(ds_edits_fixed(r, FL_S("k.h"), &arena, &fixed, NULL), 0);
		assert_true(fl_slice_eqs(fixed, "#define K 3\n// end"));
		assert_true(fl_slice_find(r->diff, "+++ b/k.h\n") > 0);
		/* The line map: one line went, so what is behind it stands one line higher. */
		assert_int_equal(ds_edits_at(r, 1)->line, 7);
		assert_int_equal(ds_edits_at(r, 1)->lines, 2);
		assert_int_equal(ds_edits_at(r, 1)->buggy_line, 7);
		assert_int_equal(ds_edits_at(r, 1)->buggy_lines, 1);
	}
}

/* A path that the run is given is none of the machine. */
static void paths_given_pass(void **state)
{
	(void)state;
	struct ds_record *r = sample_record(&arena, 1);
	struct fl_slice given = FL_S("/home/ann/a.txt\n");
	struct fl_error err;
	r->run.input = given;
	((struct ds_test *)r->tests.items)[0].input = given;
	r->prompt = fl_arena_printf(&arena, "%.*s: %.*s%.*s", FL_ARG(r->instruction), FL_ARG(given),
		FL_ARG(r->context));
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	passes(r);
	r->prompt = fl_arena_printf(&arena, "/tmp/%.*s", FL_ARG(r->prompt));
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	assert_int_equal(ds_record_check(r, &err), FL_EREFUSED);
	assert_non_null(strstr(err.message, "paths"));
}

static struct fl_slice reasoning_of(struct ds_record *r)
{
	static const struct ds_confidence sure = {.ratio = 9335};
	struct fl_slice text = {0};
	assert_int_equal(ds_reason_make(r, &sure, &arena, &text, NULL), 0);
	return text;
}

/* Lines that changed places are told by what moved, and past what. */
static void reasoning_tells_moves(void **state)
{
	(void)state;
	struct ds_record *r = sample_record(&arena, 1);
	struct ds_edit *e = r->edits.items;
	sample_crash(r, &arena);
	e->original = FL_S("\tb();\n\n\tc(); /* last */\n\td();\n\ta();\n");
	e->replacement = FL_S("\ta();\n\tb();\n\n\tc();\n\td();\n");
	e->buggy_line = 5;
	e->buggy_lines = 6;
	struct fl_slice text = reasoning_of(r);
	assert_true(fl_slice_find(text, " in main `a();` stands before line 6 (`b();`)\n") > 0);
	assert_true(fl_slice_find(text, " move `a();` behind line 9 (`d();`)\n") > 0);
	/* What stays is not told; nor is it a move past two places. */
	e->original = FL_S("\ta();\n\tb();\n\tc();\n\td();\n\te();\n");
	e->replacement = FL_S("\ta();\n\tc();\n\td();\n\tb();\n\te();\n");
	text = reasoning_of(r);
	assert_true(fl_slice_find(text, " in main `b();` stands behind line 7 (`d();`)\n") > 0);
	assert_true(fl_slice_find(text, " move `b();` before line 6 (`c();`)\n") > 0);
	e->replacement = FL_S("\tc();\n\tb();\n\ta();\n\te();\n\td();\n");
	assert_true(fl_slice_find(reasoning_of(r), " stand in place of ") > 0);
}

/* What people moved over more than one edit is told at the place where it stands. */
static void reasoning_tells_far_moves(void **state)
{
	(void)state;
	struct ds_record *r = sample_record(&arena, 1);
	struct ds_edit *e = fl_arena_array(&arena, 3, sizeof(*e));
	sample_crash(r, &arena);
	e[0] = e[1] = *(const struct ds_edit *)r->edits.items;
	e[0].original = FL_S("\ta();\n");
	e[0].replacement = e[1].original = FL_S("");
	e[1].replacement = FL_S("a(); /* late */");
	e[0].buggy_line = e[0].buggy_lines = 1;
	e[1].buggy_line = 6;
	e[1].buggy_lines = 1;
	r->edits = (struct fl_list){e, 2};
	r->provenance.origin = DS_REAL;
	struct fl_slice text = reasoning_of(r);
	assert_true(fl_slice_find(text, "at sum.c:6 in main `a();` should not be there") > 0);
	assert_true(fl_slice_find(text, ", but is missing at sum.c:1 in main\n") > 0);
	assert_true(fl_slice_find(text, "at sum.c:6 remove `a();` and add it at sum.c:1\n") > 0);
	/* Of two ends that lack it one is the other end: nothing is told twice, and nothing lost. */
	e[2] = e[0];
	e[2].buggy_line = 9;
	r->edits.len = 3;
	text = reasoning_of(r);
	assert_true(fl_slice_find(text, "; and at sum.c:9 in main `a();` is missing\n") > 0);
	assert_true(fl_slice_find(text, "add it at sum.c:1; at sum.c:9 add `a();`\n") > 0);
	r->edits.len = 2;
	e[1].replacement = FL_S("b();");
	text = reasoning_of(r);
	assert_true(fl_slice_find(text, "`a();` is missing") > 0);
	assert_true(fl_slice_find(text, "; at sum.c:6 remove `b();`\n") > 0);
	/* A comment is none of the code that is missing, unless it is all. */
	e[0].original = FL_S("\t/* first a,\n\t   then b */\n\ta(); // a\n\t/* c? */ c();\n");
	text = reasoning_of(r);
	assert_true(fl_slice_find(text, "`a();`, `c();` are missing") > 0);
	e[0].original = FL_S("\t// why\n");
	text = reasoning_of(r);
	assert_true(fl_slice_find(text, "`// why` is missing") > 0);
}

/* A block that was moved is named by all of its lines. */
static void reasoning_names_ranges(void **state)
{
	(void)state;
	struct ds_record *r = sample_record(&arena, 1);
	struct ds_edit *e = r->edits.items;
	sample_crash(r, &arena);
	e->original = FL_S("\tb();\n\ta();\n");
	e->replacement = FL_S("\n\ta();\n\tb();\n");
	e->buggy_line = 5;
	e->buggy_lines = 4;
	struct fl_slice text = reasoning_of(r);
	assert_true(fl_slice_find(text, ": at sum.c:6 to 7 in main `a();` stands before") > 0);
	assert_true(fl_slice_find(text, ": at sum.c:6 to 7 move `a();` behind") > 0);
}

/* Of two threads in a hang that spins nobody was seen to wait. */
static void reasoning_tells_who_waits(void **state)
{
	(void)state;
	struct ds_record *r = sample_record(&arena, 1);
	struct dbg_frame frame = {.function = FL_LIT("poll"), .file = FL_LIT("sum.c"), .line = 3};
	struct tg_symptom_stack stacks[2] = {
		{.role = SAN_ROLE_ACCESS, .thread = FL_LIT("T1"), .frames = {&frame, 1}},
		{.role = SAN_ROLE_OTHER, .thread = FL_LIT("T2"), .frames = {&frame, 1}}};
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	sample_crash(r, &arena);
	s->kind = FL_S("hang");
	s->message = FL_S("it took more than 2000 ms; T11 waits for a mutex m");
	s->stacks = (struct fl_list){stacks, 2};
	s->exit_status = -1;
	r->context = sample_literal(&arena, &tg_symptom_shape, s);
	assert_true(fl_slice_find(reasoning_of(r), "OBSERVED: T1 stood in poll") > 0);
	s->message = FL_S("it took more than 2000 ms; T2 waits for T1 to end; T1 waits for m");
	r->context = sample_literal(&arena, &tg_symptom_shape, s);
	assert_true(fl_slice_find(reasoning_of(r), "OBSERVED: T1 waits in poll") > 0);
}

static void reasoning_says_the_kind_once(void **state)
{
	(void)state;
	static const struct {
		const char *kind, *message, *said;
	} cases[] = {
		{"double-free", "double free or corruption (top)",
			"OBSERVED: double-free: double free or corruption (top)\n"},
		{"data-race", "data race: a write", "OBSERVED: data-race: a write\n"},
		{"hang", "time used up", "OBSERVED: hang: time used up\n"},
	};
	struct ds_record *r = sample_record(&arena, 1);
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	sample_crash(r, &arena);
	s->exit_status = -1;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		s->kind = fl_slice_str(cases[i].kind);
		s->message = fl_slice_str(cases[i].message);
		r->context = sample_literal(&arena, &tg_symptom_shape, s);
		assert_true(fl_slice_find(reasoning_of(r), cases[i].said) > 0);
	}
}

/* Of many edits the first ones are told, and the first one of each file. */
static void reasoning_tells_some_of_many(void **state)
{
	(void)state;
	enum { MANY = 8 };
	struct ds_record *r = sample_record(&arena, 1);
	struct ds_edit edits[MANY];
	sample_crash(r, &arena);
	for (int i = 0; i < MANY; i++) {
		edits[i] = *(const struct ds_edit *)r->edits.items;
		edits[i].file = i < 6 ? FL_S("sum.c") : FL_S("b.c");
	}
	r->edits = (struct fl_list){edits, MANY};
	struct fl_slice text = reasoning_of(r);
	assert_true(fl_slice_find(text, "; and likewise at 3 more places\n") > 0);
	assert_true(fl_slice_find(text, "; and at b.c:") > 0);
	r->edits.len = 5;
	assert_true(fl_slice_find(reasoning_of(r), "likewise") < 0);
}

/* A number that grew out of memory that was never set is told before other values. */
static void reasoning_tells_what_was_unset(void **state)
{
	(void)state;
	static const char *const fills[] = {"-1431655764", "-16842999", "4278124293"};
	struct ds_record *r = sample_record(&arena, 1);
	struct dbg_variable locals[] = {{.name = FL_LIT("i"), .value = FL_LIT("3")},
		{.name = FL_LIT("a"), .value = FL_LIT("-1")}};
	struct dbg_frame_vars *v = fl_object_new(&arena, &dbg_frame_vars_shape);
	sample_crash(r, &arena);
	v->function = FL_S("main");
	v->file = FL_S("sum.c");
	v->line = 6;
	v->locals = (struct fl_list){locals, 2};
	r->context = sample_literal(&arena, &dbg_frame_vars_shape, v);
	assert_true(fl_slice_find(reasoning_of(r), ", where i is 3, a is -1") > 0);
	for (size_t k = 0; k < sizeof(fills) / sizeof(fills[0]); k++) {
		locals[1].value = fl_slice_str(fills[k]);
		r->context = sample_literal(&arena, &dbg_frame_vars_shape, v);
		assert_true(fl_slice_find(reasoning_of(r), ", where a is ") > 0);
	}
}

static void reasoning_tells_the_chain(void **state)
{
	(void)state;
	static const char reasoning[] =
		"<THOUGHT_START>\n"
		"/* OBSERVED: segv: killed by signal 11 (SIGSEGV)\n"
		" * OBSERVED: it happened in main at sum.c:6\n"
		" * LINK: sum.c:5 is the head of the loop around line 6, where it happened\n"
		" * ERROR_CLASS: logic\n"
		" * SEVERITY: error\n"
		" * ROOT_CAUSE: the condition of a loop is off by one: at sum.c:5 in main `<=` "
		"stands "
		"where `<` belongs, in `for (int i = 0; i <= 3; i++)`\n"
		" * FIX_STRATEGY: restore the comparison so that the loop ends at its bound: at "
		"sum.c:5 write `<` for `<=`\n"
		" * CONFIDENCE: not measured\n"
		" */\n"
		"<THOUGHT_END>\n";
	static const struct ds_confidence sure = {.ratio = 9335};
	struct ds_record *r = sample_record(&arena, 1);
	sample_crash(r, &arena);
	assert_int_equal(ds_reason_make(r, &sure, &arena, &r->reasoning, NULL), 0);
	assert_string_equal(r->reasoning.ptr, reasoning);
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	passes(r);
	assert_true(fl_slice_starts(r->completion, reasoning));
	/* A measure stands alone only where it is of the class above it. */
	r->evidence_class = r->error_class;
	assert_int_equal(ds_reason_make(r, &sure, &arena, &r->reasoning, NULL), 0);
	assert_true(fl_slice_find(r->reasoning, " * CONFIDENCE: 0.9335\n */") > 0);
}

/* A program whose edit is in another place than what was seen. */
static struct ds_record *linked(
	const char *text, const char *function, int64_t line, const char *was, const char *is)
{
	struct ds_record *r = sample_record(&arena, 1);
	struct ds_edit *e = r->edits.items;
	sample_crash(r, &arena);
	((struct tg_file *)r->files.items)->content = fl_slice_str(text);
	e->function = fl_slice_str(function);
	e->line = e->buggy_line = line;
	e->lines = e->buggy_lines = 1;
	e->original = fl_slice_str(was);
	e->replacement = fl_slice_str(is);
	return r;
}

static const char calls[] = "int low;\n" /* 1 */
			    "static void set(int *p)\n"
			    "{\n"
			    "	*p = 3;\n"
			    "}\n"
			    "static void fill(int *p)\n" /* 6 */
			    "{\n"
			    "	set(p);\n"
			    "}\n"
			    "int main(void)\n"
			    "{\n"
			    "	extern int set(int); int a[2] = {0}; // not set(a)\n" /* 12 */
			    "	fill(a);\n"
			    "	if (a[0] > low)\n"
			    "		abort(); /* why? */\n" /* 15 */
			    "}\n"
			    "static void unused(void) { low = 2; }\n";

/* What joins an edit to what was seen, and nothing where nothing does. */
static void reasoning_links_by_facts(void **state)
{
	static const struct {
		const char *function;
		int64_t line;
		const char *was, *is, *link;
	} rows[] = {
		{"set", 4, "2", "3",
			"LINK: sum.c:4 is in set, which is called by fill at sum.c:8, by main at "
			"sum.c:13; line 15 there is where it happened\n"},
		{"main", 14, ">=", ">",
			"LINK: sum.c:14 is the condition that decides on line 15, where it "
			"happened\n"},
		{"main", 15, "", "abort();", "LINK: sum.c:15 is where it happened\n"},
		{"main", 12, "1", "0", "LINK: sum.c:12 is in main, where it happened at line 15\n"},
		{"unused", 17, "3", "2", NULL},
		{"", 1, "int abort;", "",
			"LINK: sum.c:1 lacks the declaration of `abort`, which line 15 uses, where "
			"it happened\n"},
		{"", 1, "extern int abort;", "int abort;",
			"LINK: sum.c:1 declares `abort`, which line 15 uses, where it happened\n"},
	};
	(void)state;
	struct dbg_frame frame = {.function = FL_LIT("main"), .file = FL_LIT("sum.c"), .line = 15};
	struct tg_symptom_stack stack = {.role = SAN_ROLE_ACCESS, .frames = {&frame, 1}};
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	s->kind = FL_S("segv");
	s->exit_status = -1;
	s->stacks = (struct fl_list){&stack, 1};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ds_record *r =
			linked(calls, rows[i].function, rows[i].line, rows[i].was, rows[i].is);
		r->context = sample_literal(&arena, &tg_symptom_shape, s);
		struct fl_slice text = reasoning_of(r);
		assert_int_equal(fl_slice_find(text, "LINK: ") > 0, rows[i].link != NULL);
		if (rows[i].link && fl_slice_find(text, rows[i].link) < 0)
			fail_msg("%s", text.ptr);
	}
}

/* A parameter of a prototype is no variable of who has one of its name. */
static void reasoning_links_no_parameters(void **state)
{
	static const char text[] = "void put(char *word, int n);\n"
				   "void tell(int n,\n"
				   "	char *word);\n"
				   "extern char *word;\n"
				   "int main(void)\n" /* 5 */
				   "{\n"
				   "	return *word;\n"
				   "}\n";
	static const struct {
		int64_t line;
		const char *was, *is, *link;
	} rows[] = {
		{1, "int n, char *word", "char *word, int n", NULL},
		{3, "int *word", "char *word", NULL},
		{1, ", int *word", "", NULL},
		{4, "int *word", "char *word", "LINK: sum.c:4 declares `word`, which line 7 uses"},
	};
	(void)state;
	struct dbg_frame frame = {.function = FL_LIT("main"), .file = FL_LIT("sum.c"), .line = 7};
	struct tg_symptom_stack stack = {.role = SAN_ROLE_ACCESS, .frames = {&frame, 1}};
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	s->kind = FL_S("segv");
	s->exit_status = -1;
	s->stacks = (struct fl_list){&stack, 1};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ds_record *r = linked(text, "", rows[i].line, rows[i].was, rows[i].is);
		r->context = sample_literal(&arena, &tg_symptom_shape, s);
		struct fl_slice said = reasoning_of(r);
		if ((fl_slice_find(said, "`word`, which line 7 uses") > 0) !=
			(rows[i].link != NULL))
			fail_msg("%zu: %s", i, said.ptr);
		if (rows[i].link && fl_slice_find(said, rows[i].link) < 0)
			fail_msg("%s", said.ptr);
	}
}

/* Of a build: the name that the error has, the next token, and lines that #line calls others. */
static void reasoning_links_errors(void **state)
{
	static const char text[] = "static int low;\n"
				   "int main(void)\n"
				   "{\n"
				   "	int a = 1\n"
				   "\n" /* 5 */
				   "	return a + low;\n"
				   "}\n"
				   "#line 90 \"sum.w\"\n"
				   "static int high;\n";
	static const struct {
		const char *function;
		int64_t line;
		const char *was, *file;
		int64_t at;
		const char *message, *link;
	} rows[] = {
		{"main", 4, ";", "sum.c", 6, "expected ';' before 'return'",
			"LINK: sum.c:4 is not seen to be wrong before the next token, at line 6\n"},
		{"", 1, "", "sum.c", 6, "'low' undeclared",
			"LINK: sum.c:1 declares `low`, which the error names\n"},
		{"main", 3, "int b;", "sum.c", 6, "'b' undeclared",
			"LINK: sum.c:3 is where `b` is missing, which the error names\n"},
		{"", 9, "", "sum.w", 90, "expected ';'",
			"LINK: sum.c:9, which #line calls sum.w:90, is where it points\n"},
		{"main", 3, "int b;", "sum.c", 6, "expected ';'", NULL},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ds_record *r = linked(text, rows[i].function, rows[i].line, rows[i].was, "");
		struct diag_diagnostic *d = fl_object_new(&arena, &diag_diagnostic_shape);
		d->level = DIAG_ERROR;
		d->file = fl_slice_str(rows[i].file);
		d->line = rows[i].at;
		d->message = fl_slice_str(rows[i].message);
		r->context = sample_literal(&arena, &diag_diagnostic_shape, d);
		struct fl_slice said = reasoning_of(r);
		assert_int_equal(fl_slice_find(said, "LINK: ") > 0, rows[i].link != NULL);
		if (rows[i].link && fl_slice_find(said, rows[i].link) < 0)
			fail_msg("%s", said.ptr);
	}
}

/* The line to name is the one where what was put there begins. */
static void lines_are_named(void **state)
{
	static const struct {
		const char *original, *replacement;
		int64_t line;
	} rows[] = {
		{"<", "<=", 7},
		{"", "\n    free(p);", 8},
		{"", "    free(p);\n", 7},
		{"", "\n\n\tfree(p);\n", 9},
		{"\n    free(p);", "", 7},
		{"\n    free(p);", "\n", 7},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct ds_edit e = {.buggy_line = 7,
			.original = fl_slice_str(rows[i].original),
			.replacement = fl_slice_str(rows[i].replacement)};
		assert_int_equal(ds_edits_line(&e), rows[i].line);
	}
}

/* What is asked differs with the kind and the form, and has several wordings. */
static void instructions_vary(void **state)
{
	(void)state;
	struct fl_slice seen[256];
	size_t n = 0;
	struct ds_record *r = sealed(DS_FORM_DIFF);
	for (unsigned i = 0; i < 200; i++) {
		r->fault = fl_arena_printf(&arena, "%u", i);
		struct fl_slice text = ds_instruction(r, &arena);
		assert_true(fl_slice_chr(text, '\n') < 0 && fl_slice_ends(text, "."));
		size_t k = 0;
		while (k < n && !fl_slice_eq(seen[k], text))
			k++;
		if (k == n)
			seen[n++] = text;
	}
	assert_true(n >= 20);
	r->form = DS_FORM_BLOCKS;
	struct fl_slice blocks = ds_instruction(r, &arena);
	r->form = DS_FORM_DIFF;
	assert_false(fl_slice_eq(blocks, ds_instruction(r, &arena)));
}

/* Who gives no more than the symptom does not promise what a debugger saw. */
static void instructions_promise_what_is_there(void **state)
{
	(void)state;
	struct ds_record *r = sample_record(&arena, 1);
	const struct dbg_frame_vars *vars = fl_object_new(&arena, &dbg_frame_vars_shape);
	bool any = false;
	sample_trace(r, &arena);
	struct fl_slice bare = r->context;
	struct fl_slice whole = fl_arena_printf(&arena, "%.*s%.*s", FL_ARG(bare),
		FL_ARG(sample_literal(&arena, &dbg_frame_vars_shape, vars)));
	for (unsigned i = 0; i < 100; i++) {
		r->fault = fl_arena_printf(&arena, "%u", i);
		r->context = bare;
		assert_true(fl_slice_find(ds_instruction(r, &arena), "debugger") < 0);
		r->context = whole;
		any = any || fl_slice_find(ds_instruction(r, &arena), "debugger") >= 0;
	}
	assert_true(any);
}

/* Nobody is told twice to mend it. */
static void instructions_say_it_once(void **state)
{
	(void)state;
	struct ds_record *r = sealed(DS_FORM_DIFF);
	for (unsigned i = 0; i < 600; i++) {
		r->kind = (enum ds_kind)(i % DS_KIND_COUNT);
		r->fault = fl_arena_printf(&arena, "%u", i);
		struct fl_slice text = ds_instruction(r, &arena);
		if (fl_slice_find(text, "Mend ") >= 0)
			assert_true(fl_slice_find(text, "mend") < 0);
		assert_true(fl_slice_find(text, "the values there") < 0);
	}
}

static void json_round_trip(void **state)
{
	(void)state;
	struct ds_record *r = sealed(DS_FORM_DIFF);
	struct fl_buf json;
	struct ds_record *back;
	fl_buf_init(&json, 1 << 20);
	fl_json_object(&json, &ds_record_shape, r);
	assert_null(strstr(json.data, "null"));
	assert_null(strstr(json.data, "[]"));
	assert_int_equal(ds_record_read(fl_buf_view(&json), &arena, &back, NULL), 0);
	assert_true(fl_object_eq(&ds_record_shape, r, back));
	assert_int_equal(ds_record_check(back, NULL), 0);
	fl_buf_release(&json);
}

/* Each damage, whether it is sealed over, and the rule that has to see it. */
static void bad_class(struct ds_record *r)
{
	r->error_class = DIAG_CLASS_UB;
}

static void bad_prompt(struct ds_record *r)
{
	r->prompt = FL_S("another");
}

static void bad_fix(struct ds_record *r)
{
	r->fixed = r->completion = FL_S("int main(void) {}\n");
}

static void bad_level(struct ds_record *r)
{
	r->verification.level = DS_COMPILED;
}

static void bad_same(struct ds_record *r)
{
	r->verification.fixed.same = false;
}

static void bad_operator(struct ds_record *r)
{
	r->mutation.operator= FL_S("no-such-operator");
}

static void bad_phase(struct ds_record *r)
{
	r->kind = DS_KIND_DIAGNOSTIC_FIX;
}

static void bad_cwe(struct ds_record *r)
{
	r->cwe = FL_S("CWE-416");
}

static void bad_offset(struct ds_record *r)
{
	r->mutation.offset++;
}

static void huge_offset(struct ds_record *r)
{
	r->mutation.offset = INT64_MAX;
}

static void bad_line(struct ds_record *r)
{
	r->mutation.line++;
}

static void bad_file(struct ds_record *r)
{
	r->mutation.file = FL_S("other.c");
}

static void no_files(struct ds_record *r)
{
	r->files.len = 0;
}

static void no_argv(struct ds_record *r)
{
	r->run.argv.len = 0;
}

static void bad_path(struct ds_record *r)
{
	r->prompt = FL_S("/box/sum.c:5");
}

static void bad_address(struct ds_record *r)
{
	r->context = sample_report(&arena, "at 0x7ffd01");
}

static void bad_utf8(struct ds_record *r)
{
	r->context = FL_S("\xff");
}

static void bad_signal(struct ds_record *r)
{
	r->verification.buggy.signal = 11;
}

/* A diagnostic as diag2struct shows it, which has a class. */
static void class_told(struct ds_record *r)
{
	struct diag_diagnostic *d = fl_object_new(&arena, &diag_diagnostic_shape);
	r->kind = DS_KIND_DIAGNOSTIC_FIX;
	r->provenance.origin = DS_REAL;
	r->mutation.operator= FL_S("");
	d->level = DIAG_ERROR;
	d->message = FL_S("expected ';'");
	d->error_class = r->error_class;
	/* Terse ones never do. */
	r->context = sample_styled(&arena, &diag_diagnostic_shape, d, FL_COMPACT);
}

/* A prompt that shows more than the record's context. */
static void other_prompt(struct ds_record *r)
{
	sample_prompt(r, &arena);
	r->prompt = fl_arena_printf(&arena, "%.*s// ub\n", FL_ARG(r->prompt));
}

static void no_literal(struct ds_record *r)
{
	r->context = FL_S("stack-buffer-overflow at sum.c:6\n");
}

/* A trace of a stop alone, as they once were. */
static void no_symptom(struct ds_record *r)
{
	struct dbg_stop *stop = fl_object_new(&arena, &dbg_stop_shape);
	sample_trace(r, &arena);
	r->context = sample_literal(&arena, &dbg_stop_shape, stop);
}

static void other_literal(struct ds_record *r)
{
	no_symptom(r);
	r->kind = DS_KIND_SANITIZER_FIX;
}

static void other_kind(struct ds_record *r)
{
	r->verification.buggy.sanitizer_kind = FL_S("heap-use-after-free");
}

static void crash_by_exit(struct ds_record *r)
{
	sample_crash(r, &arena);
	r->verification.buggy.end = FL_S("exit");
	r->verification.buggy.exit_status = 1;
	r->verification.buggy.signal = -1;
}

static void crash_of_other_kind(struct ds_record *r)
{
	sample_crash(r, &arena);
	r->verification.buggy.status = FL_S("abrt");
}

static void crash_of_other_shape(struct ds_record *r)
{
	no_symptom(r);
	struct fl_slice context = r->context;
	sample_crash(r, &arena);
	r->context = context;
}

static void crash_with_other_cause(struct ds_record *r)
{
	sample_crash(r, &arena);
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	r->completion = fl_arena_printf(&arena, " %.*s", FL_ARG(r->completion));
}

static void crash_without_cause(struct ds_record *r)
{
	sample_crash(r, &arena);
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	r->completion = fl_slice_skip(r->completion, r->reasoning.len);
}

static void bad_edit(struct ds_record *r)
{
	struct ds_edit *e = r->edits.items;
	e->original = FL_S(">");
}

static void bad_edit_line(struct ds_record *r)
{
	struct ds_edit *e = r->edits.items;
	e->buggy_line++;
}

static void bad_edit_operator(struct ds_record *r)
{
	struct ds_edit *e = r->edits.items;
	e->operator= FL_S("no-such-operator");
}

static void no_edits(struct ds_record *r)
{
	r->edits.len = 0;
}

static void other_sum(struct ds_record *r)
{
	r->mutation.offset -= 2;
	r->mutation.col -= 2;
	r->mutation.original = FL_S("i <");
	r->mutation.replacement = FL_S("i <=");
}

static void bad_fault(struct ds_record *r)
{
	r->fault = FL_S("0123456789abcdef0123456789abcdef");
}

static void other_reasoning(struct ds_record *r)
{
	r->reasoning = FL_S("<THOUGHT_START>\n/* ERROR_CLASS: ub\n"
			    " * ROOT_CAUSE: sum.c:5\n */\n<THOUGHT_END>\n");
}

static void reasoning_elsewhere(struct ds_record *r)
{
	r->reasoning = FL_S("<THOUGHT_START>\n/* ERROR_CLASS: logic\n"
			    " * ROOT_CAUSE: other.c:5\n */\n<THOUGHT_END>\n");
}

static void no_reasoning(struct ds_record *r)
{
	r->reasoning = FL_S("It is off by one.\n");
}

static void not_asked(struct ds_record *r)
{
	r->instruction = FL_S("Do something else.");
}

/* Blocks that find their lines, and put the wrong ones there. */
static void bad_blocks(struct ds_record *r)
{
	r->form = DS_FORM_BLOCKS;
	r->completion = FL_S("<CODE_START>\n// file: sum.c\n<<<<<<< SEARCH\n"
			     "\tfor (int i = 0; i <= 3; i++)\n=======\n"
			     "\tfor (int i = 0; i < 2; i++)\n>>>>>>> REPLACE\n<CODE_END>\n");
}

static void bad_file_answer(struct ds_record *r)
{
	r->form = DS_FORM_FILE;
	r->completion = fl_arena_printf(
		&arena, "<CODE_START>\n// file: sum.c\n%s<CODE_END>\n", sample_buggy);
}

static void bad_events(struct ds_record *r)
{
	sample_trace(r, &arena);
	r->events = FL_S("[");
}

static void other_events(struct ds_record *r)
{
	sample_trace(r, &arena);
	r->events = sample_events(&arena, sample_symptom(&arena, "double-free", ""));
}

static void other_symptom(struct ds_record *r)
{
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	sample_trace(r, &arena);
	s->kind = FL_S("double-free");
	r->context = sample_literal(&arena, &tg_symptom_shape, s);
}

/* Of a kind that needs more than its name. */
static void mute_symptom(struct ds_record *r)
{
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	sample_trace(r, &arena);
	s->kind = r->verification.buggy.status = FL_S("wrong-output");
	r->context = sample_literal(&arena, &tg_symptom_shape, s);
}

static void bad_version(struct ds_record *r)
{
	r->schema_version++;
}

static void bad_split(struct ds_record *r)
{
	r->split = r->split == DS_TEST ? DS_TRAIN : DS_TEST;
}

static void bad_diff(struct ds_record *r)
{
	r->diff = FL_S("--- a/sum.c\n+++ b/sum.c\n@@ -1 +1 @@\n-#include <stdio.h>\n+\n");
}

static void bad_completion(struct ds_record *r)
{
	r->completion = FL_S("}");
}

static void no_tests(struct ds_record *r)
{
	r->tests.len = 0;
}

static void two_shown(struct ds_record *r)
{
	struct ds_test *t = r->tests.items;
	t[1] = t[0];
	ds_record_count_hidden(r);
}

static void other_run_shown(struct ds_record *r)
{
	((struct ds_test *)r->tests.items)[0].input = FL_S("x");
}

static void bad_output(struct ds_record *r)
{
	((struct ds_test *)r->tests.items)[2].output = FL_S("x");
}

static void bad_word(struct ds_record *r)
{
	((struct ds_test *)r->tests.items)[2].faulty = FL_S("x");
}

static void passes_shown(struct ds_record *r)
{
	((struct ds_test *)r->tests.items)[0].faulty = FL_S("passes");
}

static void bad_hidden(struct ds_record *r)
{
	r->hidden++;
}

/* What sealing would mend keeps its damage and gets a new id only. */
enum seal { UNSEALED, RESEALED, NEW_ID };

static const struct {
	void (*damage)(struct ds_record *r);
	enum seal seal;
	const char *rule;
} damages[] = {
	{bad_prompt, UNSEALED, "rule id"},
	{bad_class, UNSEALED, "rule id"},
	{bad_class, RESEALED, "rule class"},
	{bad_fix, NEW_ID, "rule files"},
	{bad_level, RESEALED, "rule level"},
	{bad_same, RESEALED, "rule level"},
	{bad_operator, RESEALED, "rule class"},
	{bad_phase, RESEALED, "rule class"},
	{bad_cwe, RESEALED, "rule class"},
	{bad_offset, NEW_ID, "rule mutation"},
	{huge_offset, NEW_ID, "rule mutation"},
	{bad_line, RESEALED, "rule mutation"},
	{bad_file, NEW_ID, "rule files"},
	{no_files, NEW_ID, "rule lists"},
	{no_argv, RESEALED, "rule lists"},
	{bad_path, RESEALED, "rule paths"},
	{bad_address, RESEALED, "rule addresses"},
	{bad_utf8, RESEALED, "rule utf8"},
	{bad_signal, RESEALED, "rule outcome"},
	{class_told, RESEALED, "context tells the class"},
	{other_prompt, RESEALED, "rule prompt"},
	{no_literal, RESEALED, "rule context"},
	{other_literal, RESEALED, "rule context"},
	{other_kind, RESEALED, "rule context"},
	{bad_events, RESEALED, "rule events"},
	{other_events, RESEALED, "rule events"},
	{no_symptom, RESEALED, "does not begin with a symptom"},
	{other_symptom, RESEALED, "not of the kind that was seen"},
	{mute_symptom, RESEALED, "no line of output"},
	{no_tests, RESEALED, "rule tests: tests is empty"},
	{two_shown, RESEALED, "rule tests: not one test is shown"},
	{other_run_shown, RESEALED, "rule tests: the test that is shown is not the run"},
	{bad_output, RESEALED, "rule tests: the output_hash"},
	{bad_word, RESEALED, "rule tests: faulty is no word"},
	{passes_shown, RESEALED, "rule tests: the faulty code passes"},
	{bad_hidden, RESEALED, "rule tests: hidden"},
	{bad_version, NEW_ID, "rule version"},
	{bad_split, NEW_ID, "rule split"},
	{bad_diff, NEW_ID, "rule diff"},
	{bad_completion, NEW_ID, "rule answer"},
	{bad_edit, NEW_ID, "rule edits"},
	{bad_edit_line, RESEALED, "rule edits"},
	{bad_edit_operator, RESEALED, "rule edits"},
	{no_edits, NEW_ID, "rule edits"},
	{other_sum, RESEALED, "mutation is not the edits"},
	{bad_fault, NEW_ID, "rule fault"},
	{other_reasoning, RESEALED, "rule reasoning"},
	{reasoning_elsewhere, RESEALED, "rule reasoning"},
	{no_reasoning, RESEALED, "rule reasoning"},
	{not_asked, RESEALED, "rule prompt"},
	{bad_blocks, NEW_ID, "rule answer"},
	{bad_file_answer, NEW_ID, "rule answer"},
	{crash_by_exit, RESEALED, "rule outcome"},
	{crash_of_other_kind, RESEALED, "rule context"},
	{crash_of_other_shape, RESEALED, "something else than what is left of a run"},
	{crash_with_other_cause, NEW_ID, "rule answer"},
	{crash_without_cause, NEW_ID, "rule answer"},
};

static void every_damage_is_seen(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
		struct ds_record *r = sealed(DS_FORM_DIFF);
		struct fl_error err = {0};
		char id[DS_ID_LEN + 1];
		damages[i].damage(r);
		if (damages[i].seal == RESEALED)
			assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
		if (damages[i].seal == NEW_ID) {
			assert_int_equal(ds_record_id(r, id, NULL), 0);
			r->id = fl_arena_slice(&arena, fl_slice_str(id));
		}
		assert_int_equal(ds_record_check(r, &err), FL_EREFUSED);
		if (!strstr(err.message, damages[i].rule))
			fail_msg("damage %zu: %s", i, err.message);
	}
}

/* What the program itself says is not a leak of ours. */
static void code_may_name_paths_and_numbers(void **state)
{
	(void)state;
	struct ds_record *r = sealed(DS_FORM_DIFF);
	struct tg_file *files = fl_arena_array(&arena, 2, sizeof(*files));
	files[0] = *(const struct tg_file *)r->files.items;
	files[1] = (struct tg_file){.path = FL_S("k.h"),
		.content = FL_S("#define P \"/tmp/x\"\n#define K 0x9e3779b9\n")};
	r->files = (struct fl_list){files, 2};
	r->context = sample_report(&arena, "/tmp/x 0x9e3779b9");
	sample_prompt(r, &arena);
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	assert_int_equal(ds_record_check(r, NULL), 0);
	r->context = sample_report(&arena, "requested allocation size 0xfffffffffffffc18");
	sample_prompt(r, &arena);
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	assert_int_equal(ds_record_check(r, NULL), 0);
	r->context = sample_report(&arena, "/tmp/x 0x9e3779b8");
	sample_prompt(r, &arena);
	assert_int_equal(ds_record_seal(r, &arena, NULL), 0);
	assert_int_equal(ds_record_check(r, NULL), FL_EREFUSED);
}

static void splits_are_stable(void **state)
{
	(void)state;
	unsigned count[DS_SPLIT_COUNT] = {0};
	for (unsigned i = 0; i < 2000; i++)
		count[ds_split_of(fl_arena_printf(&arena, "g%u", i))]++;
	assert_in_range(count[DS_TRAIN], 1740, 1860);
	assert_in_range(count[DS_VALID], 60, 140);
	assert_in_range(count[DS_TEST], 60, 140);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(sealed_record_passes, setup, teardown),
		cmocka_unit_test_setup_teardown(one_fault_one_id, setup, teardown),
		cmocka_unit_test_setup_teardown(hidden_are_counted, setup, teardown),
		cmocka_unit_test_setup_teardown(early_records, setup, teardown),
		cmocka_unit_test_setup_teardown(edits_over_files, setup, teardown),
		cmocka_unit_test_setup_teardown(reasoning_tells_what_was_unset, setup, teardown),
		cmocka_unit_test_setup_teardown(reasoning_tells_the_chain, setup, teardown),
		cmocka_unit_test_setup_teardown(reasoning_links_by_facts, setup, teardown),
		cmocka_unit_test_setup_teardown(reasoning_links_no_parameters, setup, teardown),
		cmocka_unit_test_setup_teardown(reasoning_links_errors, setup, teardown),
		cmocka_unit_test_setup_teardown(reasoning_tells_moves, setup, teardown),
		cmocka_unit_test_setup_teardown(reasoning_tells_far_moves, setup, teardown),
		cmocka_unit_test_setup_teardown(reasoning_names_ranges, setup, teardown),
		cmocka_unit_test_setup_teardown(paths_given_pass, setup, teardown),
		cmocka_unit_test_setup_teardown(reasoning_says_the_kind_once, setup, teardown),
		cmocka_unit_test_setup_teardown(reasoning_tells_some_of_many, setup, teardown),
		cmocka_unit_test_setup_teardown(reasoning_tells_who_waits, setup, teardown),
		cmocka_unit_test(lines_are_named),
		cmocka_unit_test_setup_teardown(instructions_vary, setup, teardown),
		cmocka_unit_test_setup_teardown(
			instructions_promise_what_is_there, setup, teardown),
		cmocka_unit_test_setup_teardown(instructions_say_it_once, setup, teardown),
		cmocka_unit_test_setup_teardown(json_round_trip, setup, teardown),
		cmocka_unit_test_setup_teardown(every_damage_is_seen, setup, teardown),
		cmocka_unit_test_setup_teardown(code_may_name_paths_and_numbers, setup, teardown),
		cmocka_unit_test_setup_teardown(splits_are_stable, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
