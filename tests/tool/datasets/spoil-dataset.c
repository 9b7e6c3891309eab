/*
 * spoil-dataset HOW KIND FROM TO: writes the directory TO (which is there) as a dataset of one
 * record, the first one of KIND in the dataset FROM, made wrong by HOW and sealed anew, so that its
 * hashes are right and only what it claims is not:
 *
 *   none            nothing is made wrong
 *   wrong-fix       fixed still has the fault, with a comment beside it
 *   wrong-output    the fixed program is said to print something else
 *   wrong-test      another input, which no prompt shows, is said to have the output of the first
 *   wrong-class     another error class
 *   wrong-evidence  another evidence class
 *   wrong-kind      the report in context, and the verification, name another kind of fault
 *   wrong-line      the report, stop or diagnostic in context is one line further down
 */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/literal/literal.h"
#include "datasets/compose.h"
#include "datasets/dataset.h"
#include "datasets/record/edits.h"
#include "datasets/registry.h"
#include "tracegen/evidence/symptom.h"

enum { ARENA_MAX = 1 << 30 };

struct spoil {
	struct fl_arena arena;
	struct ds_record record; /* the one to spoil */
	struct fl_slice line; /* that it was read from */
	int kind;
};

static struct fl_slice hex_of(struct fl_slice bytes, struct fl_arena *a)
{
	char hex[65];
	fl_sha256_hex(bytes, hex);
	return fl_arena_slice(a, fl_slice_str(hex));
}

static int do_nothing(struct spoil *s)
{
	(void)s;
	return 0;
}

/* buggy stays; what the edit is said to have replaced is the fault itself. */
static int wrong_fix(struct spoil *s)
{
	struct ds_record *r = &s->record;
	struct ds_mutation *m = &r->mutation;
	size_t at = (size_t)m->offset;
	m->original = fl_arena_printf(&s->arena, "%.*s/* */", FL_ARG(m->replacement));
	r->fixed = fl_arena_printf(&s->arena, "%.*s%.*s%.*s", FL_ARG(fl_slice_head(r->buggy, at)),
		FL_ARG(m->original), FL_ARG(fl_slice_skip(r->buggy, at + m->replacement.len)));
	r->provenance.sha256 = hex_of(r->fixed, &s->arena);
	struct ds_edit *e = r->edits.items;
	*e = (struct ds_edit){.operator= m->operator,
		.file = m->file,
		.offset = m->offset,
		.original = m->original,
		.replacement = m->replacement,
		.function = m->function};
	r->edits.len = 1;
	ds_edits_place(e, 1, r->fixed);
	return 0;
}

static int wrong_output(struct spoil *s)
{
	const struct fl_slice output = FL_S("something else");
	struct ds_test *t = s->record.tests.items;
	s->record.verification.fixed.output_hash = hex_of(output, &s->arena);
	for (size_t i = 0; i < s->record.tests.len; i++)
		if (t[i].shown) {
			t[i].output = output;
			t[i].output_hash = hex_of(output, &s->arena);
		}
	ds_record_count_hidden(&s->record);
	return 0;
}

static int wrong_test(struct spoil *s)
{
	struct ds_test *t = s->record.tests.items;
	size_t last = s->record.tests.len - 1;
	if (last == 0 || t[last].shown)
		return FL_EINVAL;
	t[last].output = t[0].output;
	t[last].output_hash = t[0].output_hash;
	ds_record_count_hidden(&s->record);
	return 0;
}

static int wrong_class(struct spoil *s)
{
	int *cls = &s->record.error_class;
	*cls = *cls == DIAG_CLASS_SYNTAX ? DIAG_CLASS_UB : DIAG_CLASS_SYNTAX;
	return 0;
}

static int wrong_evidence(struct spoil *s)
{
	int *cls = &s->record.evidence_class;
	*cls = *cls == DIAG_CLASS_PLATFORM ? DIAG_CLASS_UB : DIAG_CLASS_PLATFORM;
	return 0;
}

/* Change the objects of context by the function, and what else shows them. */
static int rewrite_context(struct spoil *s,
	void (*change)(struct spoil *s, const struct fl_shape *shape, void *object))
{
	struct ds_record *r = &s->record;
	struct fl_items items;
	struct fl_error err;
	int rc = fl_literal_read(r->context, &ds_registry, &s->arena, &items, &err);
	if (rc)
		return rc;
	struct fl_item *first = &items.at[0];
	void *object = fl_arena_alloc(&s->arena, first->shape->size);
	if (!object)
		return FL_ENOMEM;
	memcpy(object, first->object, first->shape->size);
	change(s, first->shape, object);
	first->object = object;
	struct fl_slice before = r->context;
	r->context = ds_context_text(&items, (enum ds_kind)r->kind, &s->arena, &err);
	/* The prompt ends with the context. */
	r->prompt = fl_arena_printf(&s->arena, "%.*s%.*s",
		FL_ARG(fl_slice_head(r->prompt, r->prompt.len - before.len)), FL_ARG(r->context));
	return fl_slice_eq(before, r->context) ? FL_EINTERNAL : 0;
}

static void change_kind(struct spoil *s, const struct fl_shape *shape, void *object)
{
	/* Two kinds that need no more than others, so that only a run can tell them apart. */
	static const char *const kinds[][2] = {
		{"null-pointer-use", "misaligned-pointer-use"}, {"segv", "bus"}};
	bool crash = s->kind == DS_KIND_CRASH_REPORT;
	struct tg_symptom *symptom = object;
	(void)shape;
	symptom->kind = fl_slice_str(kinds[crash][fl_slice_eqs(symptom->kind, kinds[crash][0])]);
	if (!crash)
		s->record.verification.buggy.sanitizer_kind = symptom->kind;
	s->record.verification.buggy.status = symptom->kind;
}

static int wrong_kind(struct spoil *s)
{
	return s->kind == DS_KIND_SANITIZER_FIX || s->kind == DS_KIND_CRASH_REPORT
		       ? rewrite_context(s, change_kind)
		       : FL_EINVAL;
}

static void change_line(struct spoil *s, const struct fl_shape *shape, void *object)
{
	(void)s;
	const struct fl_field *line = fl_shape_field(shape, FL_S("line"));
	if (line)
		++*(int64_t *)((char *)object + line->offset);
}

static int wrong_line(struct spoil *s)
{
	return rewrite_context(s, change_line);
}

static const struct {
	const char *name;
	int (*spoil)(struct spoil *s);
} hows[] = {
	{"none", do_nothing},
	{"wrong-fix", wrong_fix},
	{"wrong-output", wrong_output},
	{"wrong-test", wrong_test},
	{"wrong-class", wrong_class},
	{"wrong-evidence", wrong_evidence},
	{"wrong-kind", wrong_kind},
	{"wrong-line", wrong_line},
};

static int take_first(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct spoil *s = ctx;
	struct ds_record *record;
	if (row->record->kind != s->kind)
		return 0;
	s->line = fl_arena_slice(&s->arena, row->line);
	int rc = ds_record_read(s->line, &s->arena, &record, err);
	if (rc)
		return rc;
	s->record = *record;
	return 1;
}

static int write_dataset(struct spoil *s, const char *from, const char *to, struct fl_error *err)
{
	const struct ds_manifest *old;
	struct ds_shards_opts opts = {.dir = to};
	struct ds_shards *shards;
	int rc = ds_manifest_read(from, &s->arena, &old, err);
	rc = rc ? rc : ds_shards_new(&opts, &shards, err);
	if (rc)
		return rc;
	struct ds_manifest m = *old;
	struct fl_sink *sink = ds_shards_sink(shards);
	rc = sink->put(sink, &ds_record_shape, &s->record, err);
	rc = rc ? rc : ds_shards_finish(shards, &s->arena, &m.shards, err);
	ds_shards_free(shards);
	return rc ? rc : ds_manifest_write(to, &m, err);
}

static int spoil(struct spoil *s, char **argv, struct fl_error *err)
{
	size_t how = 0;
	while (how < sizeof(hows) / sizeof(hows[0]) && strcmp(hows[how].name, argv[1]) != 0)
		how++;
	s->kind = fl_names_find(&ds_kind_names, fl_slice_str(argv[2]));
	if (how == sizeof(hows) / sizeof(hows[0]) || s->kind < 0)
		return fl_error_set(err, FL_EINVAL, "no such way or kind: %s %s", argv[1], argv[2]);
	int rc = ds_rows_each(argv[3], true, take_first, s, err);
	if (rc != 1)
		return rc ? rc : fl_error_set(err, FL_ENOTFOUND, "no record of the kind");
	if (hows[how].spoil(s))
		return fl_error_set(err, FL_EINVAL, "the record cannot be spoilt in this way");
	rc = ds_record_seal(&s->record, &s->arena, err);
	return rc ? rc : write_dataset(s, argv[3], argv[4], err);
}

int main(int argc, char **argv)
{
	struct spoil s = {.kind = 0};
	struct fl_error err = {0};
	if (argc != 5)
		return 2;
	fl_arena_init(&s.arena, ARENA_MAX);
	int rc = spoil(&s, argv, &err);
	fl_arena_release(&s.arena);
	if (rc)
		fprintf(stderr, "spoil-dataset: %s\n", err.message);
	return rc ? fl_error_exit(&err) : 0;
}
