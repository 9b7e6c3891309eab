/*
 * ds_record_check(): the rules of a record, a table row each.
 */
#include <ctype.h>

#include "base/hash.h"
#include "base/lanes.h"
#include "base/literal/literal.h"
#include "base/process.h"
#include "base/utf8.h"
#include "datasets/record/answer.h"
#include "datasets/record/check_context.h"
#include "datasets/record/diff.h"
#include "datasets/record/edits.h"
#include "tracegen/operators/ops.h"
#include "tracegen/program.h"
#include "tracegen/verify.h"

/* A rule returns NULL when the record keeps it, else what is wrong. */
typedef const char *(*rule_fn)(const struct ds_record *r);

static const char *check_version(const struct ds_record *r)
{
	return ds_record_shape_of(r->schema_version)
		       ? NULL
		       : "schema_version is none that this program knows";
}

static const char *check_id(const struct ds_record *r)
{
	char id[DS_ID_LEN + 1];
	if (ds_record_id(r, id, NULL))
		return "the record is too large";
	return fl_slice_eqs(r->id, id) ? NULL : "id does not match the content";
}

/* The same of its JSON, which is hashed as it is but for the id in it. */
static const char *check_id_in(struct fl_slice id, struct fl_slice line)
{
	static const char key[] = "{\"id\":\"";
	const struct fl_slice parts[] = {
		fl_slice_head(line, strlen(key)), fl_slice_skip(line, strlen(key) + id.len)};
	char hex[65];
	if (!fl_slice_starts(line, key) || id.len != DS_ID_LEN)
		return "id does not match the content";
	fl_sha256_joined(parts, 2, hex);
	return memcmp(id.ptr, hex, DS_ID_LEN) == 0 ? NULL : "id does not match the content";
}

static const char *check_split(const struct ds_record *r)
{
	if (r->group.len == 0)
		return "group is empty";
	return r->split == (int)ds_split_of(r->group) ? NULL : "split is not that of the group";
}

static const char *check_present(const struct ds_record *r)
{
	if (r->prompt.len == 0)
		return "prompt is empty";
	if (r->buggy.len == 0)
		return "buggy is empty";
	if (r->fixed.len == 0)
		return "fixed is empty";
	if (r->context.len == 0)
		return "context is empty";
	if (r->platform.len == 0)
		return "platform is empty";
	return r->provenance.faultline.len ? NULL : "provenance.faultline is empty";
}

/* An empty list has no type for a loader. */
static const char *check_lists(const struct ds_record *r)
{
	if (r->files.len == 0)
		return "files is empty";
	if (r->build.len == 0)
		return "build is empty";
	for (size_t i = 0; i < r->build.len; i++)
		if (((const struct ds_command *)r->build.items)[i].argv.len == 0)
			return "a command of build is empty";
	return r->run.argv.len ? NULL : "run.argv is empty";
}

/* How many characters of ASCII s starts with, by blocks; NUL is none. */
static size_t plain(struct fl_slice s)
{
	size_t n = 0;
	while (s.len - n >= FL_LANES &&
		!fl_lanes_mask(fl_lanes_load(s.ptr + n) <= fl_lanes_of('\0')))
		n += FL_LANES;
	return n;
}

static const char *check_utf8(const struct ds_record *r)
{
	const struct fl_slice texts[] = {r->platform, r->prompt, r->completion, r->buggy, r->fixed,
		r->diff, r->context, r->events, r->group, r->mutation.original,
		r->mutation.replacement, r->instruction, r->reasoning};
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		for (struct fl_slice s = texts[i]; s.len;) {
			uint32_t c = 1;
			size_t n = plain(s);
			n = n ? n : fl_utf8_decode(s, &c);
			if (n == 0 || c == 0)
				return "text that a model reads is not UTF-8 without NUL";
			s = fl_slice_skip(s, n);
		}
	}
	return NULL;
}

static const char *check_level(const struct ds_record *r)
{
	if (r->verification.level < (int)ds_kind_table[r->kind].least)
		return "verification.level is below the least of this kind";
	if (r->verification.level == DS_TRANSCRIBED)
		return ds_check_transcribed(r);
	return r->verification.fixed.same ? NULL : "the fixed code was not seen to behave";
}

static const char *check_outcome(const struct ds_record *r)
{
	const struct ds_outcome *o = &r->verification.buggy;
	if (o->status.len == 0)
		return "verification.buggy.status is empty";
	if (o->exit_status < -1 || o->exit_status > 255 || o->signal < -1 || o->signal > 64)
		return "an exit status or signal is out of range";
	if (fl_slice_eqs(o->end, fl_end_names[FL_END_EXIT]) != (o->exit_status >= 0))
		return "verification.buggy.end does not go with its exit_status";
	if (fl_slice_eqs(o->end, fl_end_names[FL_END_SIGNAL]) != (o->signal >= 0))
		return "verification.buggy.end does not go with its signal";
	if (r->kind == DS_KIND_SANITIZER_FIX && o->sanitizer_kind.len == 0)
		return "verification.buggy.sanitizer_kind is empty";
	if (r->kind == DS_KIND_CRASH_REPORT && o->exit_status >= 0)
		return "a program that ends by itself has not crashed";
	return NULL;
}

/* Of a contrast the header alone tells what is wrong. */
static const char *check_contrast(const struct ds_record *r)
{
	if (!ds_kind_is(r->kind, DS_KIND_BUILDS) || r->build.len != 1)
		return "a contrast is one compilation";
	return r->error_class == DIAG_CLASS_PLATFORM ? NULL : "a contrast is of another class";
}

/* An operator and what its fault showed have one class of root cause. */
static const char *check_class(const struct ds_record *r)
{
	if (r->error_class == DIAG_CLASS_NONE || r->evidence_class == DIAG_CLASS_NONE)
		return "a record of a fault has no class";
	if (r->provenance.origin != DS_SYNTHETIC && r->mutation.operator.len)
		return "a fault that was not put in has an operator";
	if (r->provenance.origin == DS_CONTRAST)
		return check_contrast(r);
	if (r->provenance.origin == DS_REAL)
		return NULL;
	int op = tg_op_find(r->mutation.operator);
	if (op < 0) /* an older table may have had it */
		return r->schema_version < DS_SCHEMA_VERSION
			       ? NULL
			       : "mutation.operator is not in the table";
	if (!tg_op_has_class(op, (enum diag_class)r->evidence_class, r->error_class))
		return "error_class is not that of the operator and its evidence";
	if (r->schema_version == DS_SCHEMA_VERSION && !tg_op_has_cwe(op, r->cwe))
		return "cwe is not that of the operator";
	if ((ds_kind_is(r->kind, DS_KIND_BUILDS)) != (tg_ops[op].phase == TG_COMPILE))
		return "the operator makes no faults of this kind";
	return NULL;
}

static const char *check_files(const struct ds_record *r)
{
	const struct tg_file *f = ds_edits_file(r, r->mutation.file);
	if (!f)
		return "mutation.file is not among files";
	if (!fl_slice_eq(f->content, r->buggy))
		return "the faulty file in files is not buggy";
	if (r->provenance.origin == DS_REAL)
		return NULL;
	char hex[65];
	fl_sha256_hex(r->fixed, hex);
	return fl_slice_eqs(r->provenance.sha256, hex) ? NULL
						       : "provenance.sha256 is not that of fixed";
}

static const char *check_place(const struct ds_record *r, size_t offset)
{
	struct ds_edit e = {.offset = (int64_t)offset};
	ds_edits_place(&e, 1, r->fixed);
	return e.line == r->mutation.line && e.col == r->mutation.col
		       ? NULL
		       : "mutation.line and col are not the place of offset";
}

/* buggy is fixed with original replaced at offset, and nothing else. */
static const char *check_mutation(const struct ds_record *r)
{
	const struct ds_mutation *m = &r->mutation;
	if (r->provenance.origin != DS_SYNTHETIC)
		return NULL;
	if (m->offset < 0 || (uint64_t)m->offset > r->fixed.len)
		return "mutation.offset is outside of fixed";
	size_t at = (size_t)m->offset;
	struct fl_slice fixed = fl_slice_skip(r->fixed, at);
	struct fl_slice buggy = fl_slice_skip(r->buggy, at);
	if (!fl_slice_eq(fl_slice_head(r->fixed, at), fl_slice_head(r->buggy, at)) ||
		!fl_slice_eq(fl_slice_head(fixed, m->original.len), m->original) ||
		!fl_slice_eq(fl_slice_head(buggy, m->replacement.len), m->replacement) ||
		!fl_slice_eq(fl_slice_skip(fixed, m->original.len),
			fl_slice_skip(buggy, m->replacement.len)))
		return "the mutation does not make buggy of fixed";
	return check_place(r, at);
}

/* The diff makes each file that has an edit whole again, in their order. */
static const char *check_diff(const struct ds_record *r)
{
	struct fl_arena a;
	struct fl_slice rest = r->diff, fixed, to;
	bool right = true;
	fl_arena_init(&a, DS_RECORD_MAX);
	for (size_t i = 0; i < r->edits.len && right; i++) {
		struct fl_slice path = ds_edits_at(r, i)->file;
		if (ds_edits_is_first(r, i))
			right = ds_edits_fixed(r, path, &a, &fixed, NULL) == 0 &&
				ds_diff_apply_first(&rest, path, ds_edits_file(r, path)->content,
					&a, &to, NULL) == 0 &&
				fl_slice_eq(to, fixed);
	}
	fl_arena_release(&a);
	return right && rest.len == 0 ? NULL : "diff does not make fixed of buggy";
}

/* Of version 1: a diff of one file; what is answered is that file, the diff, or a block and it. */
static const char *check_diff_1(const struct ds_record *r)
{
	struct fl_arena a;
	struct fl_slice to = {0};
	fl_arena_init(&a, DS_RECORD_MAX);
	int rc = ds_diff_apply(r->diff, r->mutation.file, r->buggy, &a, &to, NULL);
	bool right = rc == 0 && fl_slice_eq(to, r->fixed);
	fl_arena_release(&a);
	if (!right)
		return "diff does not make fixed of buggy";
	if (fl_slice_starts(r->completion, fl_marker(FL_MARK_THOUGHT)->open))
		return fl_slice_ends_with(r->completion, r->diff)
			       ? NULL
			       : "completion does not end with the diff";
	if (!fl_slice_eq(r->completion, r->diff) && !fl_slice_eq(r->completion, r->fixed))
		return "completion is neither fixed nor diff";
	return NULL;
}

static const char *check_fault(const struct ds_record *r)
{
	struct fl_arena a;
	struct fl_slice fault = {0};
	if (r->program.len == 0)
		return "program is empty";
	fl_arena_init(&a, DS_RECORD_MAX);
	bool same = ds_record_fault(r, &a, &fault, NULL) == 0 && fl_slice_eq(fault, r->fault);
	fl_arena_release(&a);
	return same ? NULL : "fault is not that of the program and its edits";
}

/* The block tells the class that the record has, and every file that is edited. */
static const char *check_reasoning(const struct ds_record *r)
{
	const struct fl_marker_pair *marker = fl_marker(FL_MARK_THOUGHT);
	struct fl_slice text = r->reasoning, line;
	bool told = false;
	if (!fl_slice_starts(text, marker->open) || !fl_slice_line(&text, &line) ||
		!fl_slice_ends(text, "\n") ||
		fl_slice_find(text, marker->close) !=
			(ptrdiff_t)(text.len - strlen(marker->close) - 1))
		return "reasoning is no block";
	while (fl_slice_line(&text, &line)) {
		ptrdiff_t at = fl_slice_find(line, "ERROR_CLASS: ");
		if (at >= 0 && at <= 3)
			told = fl_slice_eqs(
				fl_slice_skip(line, (size_t)at + strlen("ERROR_CLASS: ")),
				diag_class_table[r->error_class].name);
	}
	if (!told)
		return "reasoning tells another class";
	for (size_t i = 0; i < r->edits.len; i++)
		if (fl_slice_search(r->reasoning, ds_edits_at(r, i)->file) < 0)
			return "reasoning does not name a file that is edited";
	return NULL;
}

/* A model that is shown another context than the record has would learn from that. */
static const char *check_prompt(const struct ds_record *r)
{
	if (!fl_slice_ends_with(r->prompt, r->context))
		return "the prompt does not end with context";
	if (r->schema_version < DS_SCHEMA_VERSION)
		return NULL;
	if (r->instruction.len == 0 || fl_slice_chr(r->instruction, '\n') >= 0)
		return "instruction is not one line";
	return fl_slice_search(r->prompt, r->instruction) >= 0
		       ? NULL
		       : "the prompt does not say what is asked";
}

static bool holds(struct fl_slice all, struct fl_slice text)
{
	return all.len && memmem(all.ptr, all.len, text.ptr, text.len);
}

/*
 * Is the text in the code itself, in the name of a file or in what the run is given? What the
 * program says is not the sandbox's.
 */
static bool is_given(const struct ds_record *r, struct fl_slice text)
{
	const struct tg_file *files = r->files.items;
	const struct fl_slice *argv = r->run.argv.items;
	bool given = holds(r->fixed, text) || holds(r->run.input, text);
	for (size_t i = 0; i < r->files.len && !given; i++)
		given = holds(files[i].content, text) || holds(files[i].path, text);
	for (size_t i = 1; i < r->run.argv.len && !given; i++)
		given = holds(argv[i], text);
	return given;
}

static const char *find_path(const struct ds_record *r, struct fl_slice text)
{
	static const char *const roots[] = {"/box/", "/tmp/", "/home/", "/root/", "/proc/"};
	for (size_t i = 0; i < sizeof(roots) / sizeof(roots[0]); i++)
		if (fl_slice_find(text, roots[i]) >= 0 && !is_given(r, fl_slice_str(roots[i])))
			return "a path of the machine is in prompt or context";
	return NULL;
}

static const char *check_paths(const struct ds_record *r)
{
	const char *why = find_path(r, r->prompt);
	why = why ? why : find_path(r, r->context);
	return why || !ds_kind_is(r->kind, DS_KIND_TALKS) ? why : find_path(r, r->completion);
}

/*
 * 0x and six or more digits are taken for an address, unless the code itself has that number. ASan
 * writes the size of an allocation that is too big in the same way. Those of a kernel are the same
 * in each boot.
 */
static const char *check_addresses(const struct ds_record *r)
{
	enum { DIGITS = 6 };
	struct fl_slice s = r->context;
	if (ds_record_is_machine(r))
		return NULL;
	for (;;) {
		ptrdiff_t at = fl_slice_find(s, "0x");
		if (at < 0)
			return NULL;
		bool size = fl_slice_ends(fl_slice_head(s, (size_t)at), "allocation size ");
		s = fl_slice_skip(s, (size_t)at);
		size_t n = 2;
		while (n < s.len && isxdigit((unsigned char)s.ptr[n]))
			n++;
		if (!size && n >= 2 + DIGITS && !is_given(r, fl_slice_head(s, n)))
			return "an address is in context";
		s = fl_slice_skip(s, 2);
	}
}

static bool same_texts(const struct fl_list *x, const struct fl_list *y)
{
	for (size_t i = 0; i < x->len && i < y->len; i++)
		if (!fl_slice_eq(tg_text_at(x, i), tg_text_at(y, i)))
			return false;
	return x->len == y->len;
}

static const char *check_test(const struct ds_record *r, const struct ds_test *t)
{
	char hex[65];
	fl_sha256_hex(t->output, hex);
	if (t->argv.len == 0)
		return "the argv of a test is empty";
	if (t->output.len && !fl_slice_eqs(t->output_hash, hex))
		return "the output_hash of a test is not that of its stdout";
	if (fl_names_find(&tg_given_names, t->faulty) < 0)
		return "faulty is no word that it may be";
	if (!t->shown)
		return NULL;
	if (!same_texts(&t->argv, &r->run.argv) || !fl_slice_eq(t->input, r->run.input))
		return "the test that is shown is not the run";
	if (!fl_slice_eqs(t->faulty, "fails"))
		return "the faulty code passes the test that is shown";
	return fl_slice_eq(t->output_hash, r->verification.fixed.output_hash)
		       ? NULL
		       : "the test that is shown has another output than verification.fixed";
}

/* One input is shown, where any is; what is not, is not in what a model reads. */
static const char *check_tests(const struct ds_record *r)
{
	const struct ds_test *t = r->tests.items;
	struct ds_record counted = *r;
	size_t shown = 0;
	if (ds_record_is_early(r))
		return NULL;
	if (r->tests.len == 0)
		return "tests is empty";
	for (size_t i = 0; i < r->tests.len; i++) {
		const char *why = check_test(r, &t[i]);
		if (why)
			return why;
		shown += t[i].shown;
	}
	bool runs = !ds_kind_is(r->kind, DS_KIND_BUILDS) && r->verification.level != DS_TRANSCRIBED;
	if (shown != runs)
		return "not one test is shown";
	ds_record_count_hidden(&counted);
	return counted.hidden == r->hidden && counted.hidden_fails == r->hidden_fails
		       ? NULL
		       : "hidden and hidden_fails are not those of the tests";
}

enum { LAST = DS_SCHEMA_VERSION };

/* Each with the first and the last version whose records keep it. */
static const struct rule {
	const char *name;
	rule_fn check;
	int64_t first, last;
} rules[] = {
	{"version", check_version, INT64_MIN, INT64_MAX},
	{"id", check_id, 1, LAST},
	{"split", check_split, 1, LAST},
	{"present", check_present, 1, LAST},
	{"lists", check_lists, 1, LAST},
	{"utf8", check_utf8, 1, LAST},
	{"level", check_level, 1, LAST},
	{"outcome", check_outcome, 1, LAST},
	{"class", check_class, 1, LAST},
	{"files", check_files, 1, LAST},
	{"mutation", check_mutation, 1, LAST},
	{"edits", ds_edits_check, 2, LAST},
	{"fault", check_fault, 2, LAST},
	{"diff", check_diff_1, 1, 1},
	{"diff", check_diff, 2, LAST},
	{"reasoning", check_reasoning, 2, LAST},
	{"answer", ds_answer_check, 2, LAST},
	{"context", ds_check_context, 1, LAST},
	{"events", ds_check_events, 1, LAST},
	{"paths", check_paths, 1, LAST},
	{"addresses", check_addresses, 1, LAST},
	{"prompt", check_prompt, 1, LAST},
	{"tests", check_tests, 2, LAST},
};

int ds_record_check_line(const struct ds_record *r, struct fl_slice line, struct fl_error *err)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		if (r->schema_version < rules[i].first || r->schema_version > rules[i].last)
			continue;
		const char *why = rules[i].check == check_id && line.len ? check_id_in(r->id, line)
									 : rules[i].check(r);
		if (why)
			return fl_error_set(err, FL_EREFUSED, "record %.*s breaks rule %s: %s",
				FL_ARG(fl_slice_head(r->id, DS_ID_LEN)), rules[i].name, why);
	}
	return 0;
}

int ds_record_check(const struct ds_record *r, struct fl_error *err)
{
	return ds_record_check_line(r, fl_slice(NULL, 0), err);
}
