#include "datasets/record/record.h"

#include "base/hash.h"
#include "base/json_shaped.h"
#include "datasets/record/answer.h"
#include "datasets/record/edits.h"
#include "diag/model/class.h"
#include "tracegen/program.h"

const struct ds_kind_info ds_kind_table[DS_KIND_COUNT] = {
#define X(id, name, least, flags, doc) [DS_KIND_##id] = {name, least, flags, doc},
	DS_KINDS(X)
#undef X
};

static const char *const kind_words[] = {
#define X(id, name, ...) [DS_KIND_##id] = name,
	DS_KINDS(X)
#undef X
};
static const char *const level_words[] = {"transcribed", "compiled", "executed"};
static const char *const origin_words[] = {"synthetic", "real", "contrast"};
static const char *const split_words[] = {"train", "valid", "test"};
static const char *const language_words[] = {"c", "c++"};
static const char *const form_words[] = {"diff", "blocks", "file"};

const struct fl_names ds_kind_names = {"kind", kind_words, DS_KIND_COUNT};
const struct fl_names ds_level_names = {"level", level_words, DS_LEVEL_COUNT};
const struct fl_names ds_origin_names = {"origin", origin_words, DS_ORIGIN_COUNT};
const struct fl_names ds_split_names = {"split", split_words, DS_SPLIT_COUNT};
const struct fl_names ds_language_names = {"language", language_words, DS_LANG_COUNT};
const struct fl_names ds_form_names = {"form", form_words, DS_FORM_COUNT};

static const struct fl_field mutation_fields[] = {
	FL_ROW(struct ds_mutation, operator, FL_TEXT,
		.doc = "the operator that put the fault in, empty for a real fault"),
	FL_ROW(struct ds_mutation, file, FL_TEXT, .doc = "path of the faulty file, one of files"),
	FL_ROW(struct ds_mutation, line, FL_INT, .doc = "line of the edit in fixed"),
	FL_ROW(struct ds_mutation, col, FL_INT, .doc = "column of the edit in fixed, in bytes"),
	FL_ROW(struct ds_mutation, original, FL_TEXT, .doc = "what stands there in fixed"),
	FL_ROW(struct ds_mutation, replacement, FL_TEXT, .doc = "what stands there in buggy"),
	FL_ROW(struct ds_mutation, offset, FL_INT, .doc = "bytes from the start of fixed"),
	FL_ROW(struct ds_mutation, function, FL_TEXT, .doc = "function around the edit"),
};

static const struct fl_shape mutation_shape = {.name = "mutation",
	.size = sizeof(struct ds_mutation),
	FL_SHAPE_FIELDS(mutation_fields),
	.doc = "The edits in the file `buggy` as one."};

static const struct fl_field edit_fields[] = {
	FL_ROW(struct ds_edit, operator, FL_TEXT,
		.doc = "the operator that made this edit, empty for a real fault"),
	FL_ROW(struct ds_edit, file, FL_TEXT, .doc = "path of the file, one of files"),
	FL_ROW(struct ds_edit, line, FL_INT, .doc = "line of the fixed file where it begins"),
	FL_ROW(struct ds_edit, col, FL_INT, .doc = "column there, in bytes"),
	FL_ROW(struct ds_edit, lines, FL_INT, .doc = "lines of the fixed file that it touches"),
	FL_ROW(struct ds_edit, buggy_line, FL_INT,
		.doc = "line of the faulty file where it begins"),
	FL_ROW(struct ds_edit, buggy_lines, FL_INT,
		.doc = "lines of the faulty file that it touches"),
	FL_ROW(struct ds_edit, offset, FL_INT, .doc = "bytes from the start of the fixed file"),
	FL_ROW(struct ds_edit, original, FL_TEXT, .doc = "what stands there in the fixed file"),
	FL_ROW(struct ds_edit, replacement, FL_TEXT, .doc = "what stands there in the faulty file"),
	FL_ROW(struct ds_edit, function, FL_TEXT, .doc = "function around the edit"),
};

static const struct fl_shape edit_shape = {.name = "edit",
	.size = sizeof(struct ds_edit),
	FL_SHAPE_FIELDS(edit_fields),
	.doc = "One of the edits that made the fault."};

static const struct fl_field command_fields[] = {
	FL_ROW(struct ds_command, argv, FL_TEXTS, .doc = "the program and its arguments"),
};

static const struct fl_shape command_shape = {.name = "command",
	.size = sizeof(struct ds_command),
	FL_SHAPE_FIELDS(command_fields),
	.doc = "A command of a build."};

static const struct fl_field run_fields[] = {
	FL_ROW(struct ds_run, argv, FL_TEXTS, .doc = "the program and its arguments"),
	{FL_KEY("stdin"), .kind = FL_TEXT, .offset = offsetof(struct ds_run, input),
		.doc = "what the program reads"},
	FL_ROW(struct ds_run, env, FL_TEXT, .doc = "the environment, a line K=V each"),
};

static const struct fl_shape run_shape = {.name = "run",
	.size = sizeof(struct ds_run),
	FL_SHAPE_FIELDS(run_fields),
	.doc = "How the program is run."};

static const struct fl_field outcome_fields[] = {
	FL_ROW(struct ds_outcome, status, FL_TEXT, .doc = "what was seen, in a word"),
	FL_ROW(struct ds_outcome, end, FL_TEXT,
		.doc = "how the run ended (exit, signal, cpu, …), empty when nothing ran"),
	FL_ROW(struct ds_outcome, exit_status, FL_INT, .unset = -1, .doc = "exit status, or -1"),
	FL_ROW(struct ds_outcome, signal, FL_INT, .unset = -1, .doc = "fatal signal, or -1"),
	FL_ROW(struct ds_outcome, sanitizer_kind, FL_TEXT, .doc = "what a sanitizer called it"),
	FL_ROW(struct ds_outcome, output_hash, FL_TEXT, .doc = "sha256 of the standard output"),
};

static const struct fl_shape outcome_shape = {.name = "outcome",
	.size = sizeof(struct ds_outcome),
	FL_SHAPE_FIELDS(outcome_fields),
	.doc = "What was seen of the buggy code."};

static const struct fl_field fixed_fields[] = {
	FL_ROW(struct ds_fixed, same, FL_BOOL, .doc = "behaves as the original program"),
	FL_ROW(struct ds_fixed, exit_status, FL_INT, .unset = -1, .doc = "exit status, or -1"),
	FL_ROW(struct ds_fixed, output_hash, FL_TEXT, .doc = "sha256 of the standard output"),
};

static const struct fl_shape fixed_shape = {.name = "fixed_outcome",
	.size = sizeof(struct ds_fixed),
	FL_SHAPE_FIELDS(fixed_fields),
	.doc = "What was seen of the fixed code."};

static const struct fl_field test_fields[] = {
	FL_ROW(struct ds_test, shown, FL_BOOL, .doc = "prompt and evidence are of this input"),
	FL_ROW(struct ds_test, argv, FL_TEXTS, .doc = "the program and its arguments"),
	{FL_KEY("stdin"), .kind = FL_TEXT, .flags = FL_WHOLE,
		.offset = offsetof(struct ds_test, input), .doc = "what the program reads"},
	{FL_KEY("stdout"), .kind = FL_TEXT, .flags = FL_WHOLE,
		.offset = offsetof(struct ds_test, output),
		.doc = "what the fixed code prints, empty when it is too long to hold"},
	FL_ROW(struct ds_test, output_hash, FL_TEXT, .doc = "sha256 of what it prints"),
	FL_ROW(struct ds_test, exit_status, FL_INT, .unset = -1,
		.doc = "exit status of the fixed code, or -1"),
	FL_ROW(struct ds_test, faulty, FL_TEXT,
		.doc = "what the faulty code does with it: passes, fails, or empty: not known"),
};

static const struct fl_shape test_shape = {.name = "test",
	.size = sizeof(struct ds_test),
	FL_SHAPE_FIELDS(test_fields),
	.doc = "One input of the program, and what comes of it."};

static const struct fl_field verification_fields[] = {
	FL_ROW(struct ds_verification, level, FL_ENUM, .names = &ds_level_names,
		.doc = "what the record stands on"),
	FL_ROW(struct ds_verification, buggy, FL_OBJECT, .shape = &outcome_shape,
		.doc = "what was seen of the buggy code"),
	FL_ROW(struct ds_verification, fixed, FL_OBJECT, .shape = &fixed_shape,
		.doc = "what was seen of the fixed code"),
};

static const struct fl_shape verification_shape = {.name = "verification",
	.size = sizeof(struct ds_verification),
	FL_SHAPE_FIELDS(verification_fields),
	.doc = "What was done to see that the record is true."};

static const struct fl_field provenance_fields[] = {
	FL_ROW(struct ds_provenance, origin, FL_ENUM, .names = &ds_origin_names,
		.doc = "an injected fault, one that people made, or code for another platform"),
	FL_ROW(struct ds_provenance, source, FL_TEXT, .doc = "path within its corpus"),
	FL_ROW(struct ds_provenance, sha256, FL_TEXT, .doc = "of the source file"),
	FL_ROW(struct ds_provenance, licence, FL_TEXT,
		.doc = "SPDX expression, empty when not known"),
	FL_ROW(struct ds_provenance, faultline, FL_TEXT, .doc = "version of Faultline"),
	FL_ROW(struct ds_provenance, compiler, FL_TEXT, .doc = "version of the compiler"),
	FL_ROW(struct ds_provenance, debugger, FL_TEXT,
		.doc = "version of the debugger, empty when none was used"),
	FL_ROW(struct ds_provenance, seed, FL_INT, .doc = "seed of the build"),
};

static const struct fl_shape provenance_shape = {.name = "provenance",
	.size = sizeof(struct ds_provenance),
	FL_SHAPE_FIELDS(provenance_fields),
	.doc = "Where the record comes from."};

static const struct fl_field record_fields[] = {
	FL_ROW(struct ds_record, id, FL_TEXT, .doc = "hash of all other columns"),
	FL_ROW(struct ds_record, schema_version, FL_INT, .doc = "version of these columns"),
	FL_ROW(struct ds_record, kind, FL_ENUM, .names = &ds_kind_names, .doc = "kind of record"),
	FL_ROW(struct ds_record, error_class, FL_ENUM, .names = &diag_class_names,
		.doc = "class of the root cause"),
	FL_ROW(struct ds_record, evidence_class, FL_ENUM, .names = &diag_class_names,
		.doc = "class of what the tools saw"),
	FL_ROW(struct ds_record, cwe, FL_TEXT, .doc = "CWE id of the root cause, or empty"),
	FL_ROW(struct ds_record, language, FL_ENUM, .names = &ds_language_names,
		.doc = "language of the code"),
	FL_ROW(struct ds_record, platform, FL_TEXT, .doc = "what it is built for, as a comment"),
	FL_ROW(struct ds_record, prompt, FL_TEXT, .doc = "what a model is given"),
	FL_ROW(struct ds_record, completion, FL_TEXT, .doc = "what a model should answer"),
	FL_ROW(struct ds_record, buggy, FL_TEXT, .doc = "the faulty file"),
	FL_ROW(struct ds_record, fixed, FL_TEXT, .doc = "the same file without the fault"),
	FL_ROW(struct ds_record, diff, FL_TEXT, .doc = "unified diff from buggy to fixed"),
	FL_ROW(struct ds_record, context, FL_TEXT, .doc = "what the tools saw, as C++ literals"),
	FL_ROW(struct ds_record, events, FL_TEXT, .doc = "the trace's events, as JSON text"),
	FL_ROW(struct ds_record, mutation, FL_OBJECT, .shape = &mutation_shape,
		.doc = "the edits in the file buggy as one; edits has each"),
	FL_ROW(struct ds_record, files, FL_LIST, .shape = &tg_file_shape, .item = "file",
		.doc = "all files that a build of the buggy code needs"),
	FL_ROW(struct ds_record, build, FL_LIST, .shape = &command_shape, .item = "command",
		.doc = "the commands that build it, in order"),
	FL_ROW(struct ds_record, run, FL_OBJECT, .shape = &run_shape, .doc = "how it is run"),
	FL_ROW(struct ds_record, verification, FL_OBJECT, .shape = &verification_shape,
		.doc = "what was done to see that this is true"),
	FL_ROW(struct ds_record, provenance, FL_OBJECT, .shape = &provenance_shape,
		.doc = "where it comes from"),
	FL_ROW(struct ds_record, group, FL_TEXT,
		.doc = "the repository, or the program where that is all; a split never divides a "
		       "group"),
	FL_ROW(struct ds_record, split, FL_ENUM, .names = &ds_split_names,
		.doc = "train, valid or test, by group"),
	/* Version 1 ends here. */
	FL_ROW(struct ds_record, fault, FL_TEXT,
		.doc = "hash of the program and its edits: the same in all records of one fault"),
	FL_ROW(struct ds_record, program, FL_TEXT,
		.doc = "hash of the program without the fault, and of how it is built and run"),
	FL_ROW(struct ds_record, edits, FL_LIST, .shape = &edit_shape, .item = "edit",
		.doc = "the edits that made the fault, by file and place"),
	FL_ROW(struct ds_record, instruction, FL_TEXT,
		.doc = "what is asked, in a sentence or two; the prompt holds it, too"),
	FL_ROW(struct ds_record, reasoning, FL_TEXT,
		.doc = "from what was seen to the cause and the fix, as a block"),
	FL_ROW(struct ds_record, form, FL_ENUM, .names = &ds_form_names,
		.doc = "how completion says what to change"),
	FL_ROW(struct ds_record, prompt_bytes, FL_INT,
		.doc = "bytes of code that the prompt was allowed"),
	/* The first records of version 2 end here. */
	FL_ROW(struct ds_record, tests, FL_LIST, .shape = &test_shape, .item = "test",
		.doc = "all inputs that a fix is held to"),
	FL_ROW(struct ds_record, hidden, FL_INT,
		.doc = "tests that are not shown and whose output is not that of the shown one; 0: "
		       "printing what is expected passes"),
	FL_ROW(struct ds_record, hidden_fails, FL_INT,
		.doc = "how many of these the faulty code fails"),
	FL_ROW(struct ds_record, cpu_ms, FL_INT,
		.doc = "CPU time that a run was allowed, in ms; 0: 1000"),
};

#define RECORD_DOC "One fault, what the tools said about it, and how it was mended."

const struct fl_shape ds_record_shape = {.name = "record",
	.size = sizeof(struct ds_record),
	FL_SHAPE_FIELDS(record_fields),
	.doc = RECORD_DOC};

/* Columns are appended, so that an older record has the first ones. */
enum { VERSION_1_COLUMNS = 23, FIRST_2_COLUMNS = 30 };
#define FIRST_COLUMNS(n)                                                                     \
	{                                                                                    \
		.name = "record", .size = sizeof(struct ds_record), .fields = record_fields, \
		.count = (n), .doc = RECORD_DOC                                              \
	}
static const struct fl_shape shape_1 = FIRST_COLUMNS(VERSION_1_COLUMNS);
static const struct fl_shape first_2 = FIRST_COLUMNS(FIRST_2_COLUMNS);

const struct fl_shape *ds_record_shape_of(int64_t version)
{
	return version == DS_SCHEMA_VERSION ? &ds_record_shape : version == 1 ? &shape_1 : NULL;
}

/* That of its version, or of the first records of it. */
static const struct fl_shape *shape_of(int64_t version, size_t columns)
{
	const struct fl_shape *shape = ds_record_shape_of(version);
	if (shape == &ds_record_shape && columns == FIRST_2_COLUMNS)
		return &first_2;
	return shape ? shape : &ds_record_shape;
}

bool ds_record_is_early(const struct ds_record *r)
{
	return shape_of(r->schema_version, r->columns) == &first_2;
}

int ds_record_read_value(const struct fl_json *v, struct fl_arena *a, struct ds_record **ret_record,
	struct fl_error *err)
{
	void *object = NULL;
	const struct fl_shape *shape =
		shape_of(fl_json_int(fl_json_get(v, "schema_version"), DS_SCHEMA_VERSION),
			fl_json_get(v, "tests") ? 0 : FIRST_2_COLUMNS);
	/* Memory of the arena is zeroed: columns that an older record lacks are unset. */
	int rc = fl_json_read_value(v, shape, a, &object, err);
	if (rc == 0) {
		*ret_record = object;
		(*ret_record)->columns = shape->count;
	}
	return rc;
}

/* One of the last version that looks as it was written, or NULL: then it is to be read as any. */
static struct ds_record *read_last(struct fl_slice line, struct fl_arena *a, bool *ret_canonical)
{
	struct fl_arena_mark before = fl_arena_mark(a);
	struct ds_record *r = fl_json_read_shaped(line, &ds_record_shape, a, ret_canonical);
	if (r && r->schema_version != DS_SCHEMA_VERSION) {
		fl_arena_rewind(a, before);
		r = NULL;
	}
	if (r)
		r->columns = ds_record_shape.count;
	return r;
}

int ds_record_read_line(struct fl_slice line, struct fl_arena *a, struct ds_record **ret_record,
	bool *ret_canonical, struct fl_error *err)
{
	const struct fl_json *v = NULL;
	struct ds_record *r = read_last(line, a, ret_canonical);
	if (r) {
		*ret_record = r;
		return 0;
	}
	*ret_canonical = false;
	int rc = fl_json_parse(line, a, &v, err);
	return rc ? rc : ds_record_read_value(v, a, ret_record, err);
}

int ds_record_read(struct fl_slice line, struct fl_arena *a, struct ds_record **ret_record,
	struct fl_error *err)
{
	bool canonical;
	return ds_record_read_line(line, a, ret_record, &canonical, err);
}

void ds_record_write(struct fl_buf *out, const struct ds_record *r)
{
	fl_json_object(out, shape_of(r->schema_version, r->columns), r);
}

enum ds_split ds_split_at(struct fl_slice group, unsigned valid, unsigned test)
{
	const struct fl_slice parts[] = {FL_LIT("split"), group};
	uint64_t draw = fl_hash64_parts(parts, 2) % 100;
	return draw >= 100 - test ? DS_TEST : draw >= 100 - test - valid ? DS_VALID : DS_TRAIN;
}

enum ds_split ds_split_of(struct fl_slice group)
{
	return ds_split_at(group, 5, 5);
}

int ds_record_id(const struct ds_record *r, char ret_id[DS_ID_LEN + 1], struct fl_error *err)
{
	struct ds_record bare = *r;
	bare.id = fl_slice("", 0);
	struct fl_buf json;
	fl_buf_init(&json, DS_RECORD_MAX);
	ds_record_write(&json, &bare);
	int rc = fl_buf_error(&json, "the record", err);
	if (rc == 0) {
		char hex[65];
		fl_sha256_hex(fl_buf_view(&json), hex);
		memcpy(ret_id, hex, DS_ID_LEN);
		ret_id[DS_ID_LEN] = '\0';
	}
	fl_buf_release(&json);
	return rc;
}

int ds_record_fault(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_fault,
	struct fl_error *err)
{
	const struct ds_edit *e = r->edits.items;
	struct fl_slice *parts = fl_arena_array(a, 2 + 2 * r->edits.len, sizeof(*parts));
	size_t n = 0;
	char hex[65];
	if (!parts)
		return fl_arena_error(a, "the fault's id", err);
	parts[n++] = FL_S("fault");
	parts[n++] = r->program;
	for (size_t i = 0; i < r->edits.len; i++) {
		const struct tg_file *f = ds_edits_file(r, e[i].file);
		if (i && fl_slice_eq(e[i].file, e[i - 1].file))
			continue;
		parts[n++] = e[i].file;
		parts[n++] = f ? f->content : fl_slice(NULL, 0);
	}
	fl_sha256_parts(parts, n, hex);
	*ret_fault = fl_arena_slice(a, fl_slice(hex, DS_ID_LEN));
	return fl_arena_error(a, "the fault's id", err);
}

bool ds_record_leaks_off(const struct ds_record *r)
{
	struct fl_slice rest = r->run.env, line;
	while (fl_slice_line(&rest, &line))
		if (fl_slice_starts(line, "ASAN_OPTIONS=") &&
			fl_slice_find(line, "detect_leaks=0") >= 0)
			return true;
	return false;
}

bool ds_record_is_machine(const struct ds_record *r)
{
	const struct fl_slice *argv = r->run.argv.items;
	return r->run.argv.len && fl_slice_starts(argv[0], "qemu-system-");
}

bool ds_record_is_told(const struct ds_record *r, const struct ds_test *test)
{
	const struct ds_test *t = r->tests.items;
	for (size_t i = 0; i < r->tests.len; i++)
		if (t[i].shown && fl_slice_eq(t[i].output_hash, test->output_hash))
			return true;
	return false;
}

void ds_record_count_hidden(struct ds_record *r)
{
	const struct ds_test *t = r->tests.items;
	r->hidden = r->hidden_fails = 0;
	for (size_t i = 0; i < r->tests.len; i++) {
		bool run = t[i].exit_status >= 0 || t[i].output_hash.len; /* of the fixed code */
		if (!run || ds_record_is_told(r, &t[i]))
			continue;
		r->hidden++;
		r->hidden_fails += fl_slice_eqs(t[i].faulty, "fails");
	}
}

int ds_record_seal(struct ds_record *r, struct fl_arena *a, struct fl_error *err)
{
	struct ds_record sealed = *r;
	char id[DS_ID_LEN + 1];
	sealed.schema_version = DS_SCHEMA_VERSION;
	sealed.columns = 0;
	sealed.split = (int)ds_split_of(r->group);
	int rc = ds_record_fault(&sealed, a, &sealed.fault, err);
	rc = rc ? rc : ds_edits_diff(&sealed, a, &sealed.diff, err);
	rc = rc ? rc : ds_answer_make(&sealed, a, &sealed.completion, err);
	rc = rc ? rc : ds_record_id(&sealed, id, err);
	if (rc)
		return rc;
	sealed.id = fl_arena_slice(a, fl_slice(id, DS_ID_LEN));
	rc = fl_arena_error(a, "the id", err);
	if (rc == 0)
		*r = sealed;
	return rc;
}
