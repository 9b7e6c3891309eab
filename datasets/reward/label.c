#include "datasets/reward/label.h"

#include "base/json.h"
#include "diag/model/diagnostic.h"
#include "sanitize/report/report.h"

static const char *const stage_words[] = {
#define X(id, word, doc) word,
	DS_STAGES(X)
#undef X
};
static const char *const verdict_words[] = {
#define X(id, word, doc) word,
	DS_VERDICTS(X)
#undef X
};
const struct fl_names ds_stage_names = {"stage", stage_words, DS_STAGE_COUNT};
const struct fl_names ds_verdict_names = {"verdict", verdict_words, DS_VERDICT_COUNT};

#define ROW(m, ...) FL_ROW(struct ds_trial_result, m, __VA_ARGS__)
static const struct fl_field trial_fields[] = {
	ROW(name, FL_TEXT, .doc = "the test"),
	ROW(verdict, FL_ENUM, .names = &ds_verdict_names, .doc = "what became of it"),
	ROW(kind, FL_TEXT, .doc = "of the report, or how it ended, in a word"),
	ROW(exit_status, FL_INT, .unset = -1, .doc = "with which it ended"),
	ROW(signal, FL_INT, .unset = -1, .doc = "that ended it"),
	ROW(cpu_ms, FL_INT, .doc = "CPU time, milliseconds"),
	ROW(wall_ms, FL_INT, .doc = "time of the clock, milliseconds"),
};
#undef ROW

static const struct fl_shape trial_shape = {.name = "test_verdict",
	.size = sizeof(struct ds_trial_result),
	FL_SHAPE_FIELDS(trial_fields),
	.doc = "What became of a test."};

#define ROW(m, ...) FL_ROW(struct ds_proof, m, __VA_ARGS__)
static const struct fl_field proof_fields[] = {
	ROW(test, FL_TEXT, .doc = "the first test that failed"),
	ROW(input, FL_TEXT, .doc = "its standard input, cut"),
	ROW(line, FL_INT, .doc = "of the expected output, where the two differ first, from 1"),
	ROW(expected, FL_TEXT, .doc = "that line"),
	ROW(actual, FL_TEXT, .doc = "what was printed there"),
	ROW(said, FL_TEXT, .doc = "what the program wrote last on standard error"),
};
#undef ROW

static const struct fl_shape proof_shape = {.name = "proof",
	.size = sizeof(struct ds_proof),
	FL_SHAPE_FIELDS(proof_fields),
	.doc = "What shows that a label is right."};

#define ROW(m, ...) FL_ROW(struct ds_label_stated, m, __VA_ARGS__)
static const struct fl_field stated_fields[] = {
	ROW(error_class, FL_TEXT, .doc = "the class that the answer states"),
	ROW(confidence, FL_RATIO, .doc = "how sure it says it is"),
	ROW(problem, FL_TEXT, .doc = "what cannot be read of its statement, or is not there"),
	ROW(found, FL_TEXT, .doc = "the class of the fault, where it is known"),
	ROW(score, FL_RATIO, .doc = "of the confidence, where the class is known"),
};
#undef ROW

static const struct fl_shape stated_shape = {.name = "stated",
	.size = sizeof(struct ds_label_stated),
	FL_SHAPE_FIELDS(stated_fields),
	.doc = "What an answer says of the fault, and what was found."};

#define ROW(m, ...) FL_ROW(struct ds_label, m, __VA_ARGS__)
static const struct fl_field label_fields[] = {
	ROW(id, FL_TEXT, .doc = "the candidate's own"),
	ROW(group, FL_TEXT, .doc = "the candidate's own"),
	{FL_KEY("label_version"), .kind = FL_INT, .offset = offsetof(struct ds_label, version),
		.doc = "of this form: 1"},
	ROW(stage, FL_ENUM, .names = &ds_stage_names, .doc = "how far it came"),
	ROW(passed, FL_INT, .doc = "tests that passed"),
	ROW(total, FL_INT, .doc = "tests that there are"),
	ROW(error_class, FL_ENUM, .names = &diag_class_names, .doc = "of the first thing wrong"),
	ROW(confidence, FL_RATIO, .doc = "that this is its class"),
	ROW(kind, FL_TEXT, .doc = "of what is wrong, in a word"),
	ROW(message, FL_TEXT, .doc = "what is wrong, in a sentence"),
	ROW(evidence, FL_TEXT, .doc = "terse literals of the diagnostics or of the report"),
	ROW(diagnostics, FL_LIST, .shape = &diag_diagnostic_shape, .item = "diagnostic",
		.doc = "of a candidate that does not compile, the first ones"),
	ROW(reports, FL_LIST, .shape = &san_report_shape, .item = "report",
		.doc = "of the first test that a sanitizer, an abort or a signal ended"),
	ROW(tests, FL_LIST, .shape = &trial_shape, .item = "test", .doc = "each of them"),
	ROW(proof, FL_OBJECT, .shape = &proof_shape, .doc = "the first failure"),
	ROW(flaky, FL_BOOL, .doc = "a test that failed passed when it was run again"),
	ROW(extract, FL_TEXT, .doc = "where in the answer the code was found"),
	ROW(stated, FL_OBJECT, .shape = &stated_shape, .doc = "what the answer says of the fault"),
	ROW(thought, FL_OBJECT, .shape = &ds_thought_shape, .doc = "what it says was observed"),
	ROW(tidy, FL_LIST, .shape = &diag_diagnostic_shape, .item = "diagnostic",
		.doc = "what clang-tidy found, where it was asked for, the first ones"),
	ROW(tidy_omitted, FL_INT, .doc = "further findings"),
	ROW(tidy_hidden, FL_INT,
		.doc = "what the code hides from clang-tidy, by NOLINT and others"),
	ROW(tidy_failed, FL_TEXT, .doc = "why clang-tidy could not look at all of it"),
	ROW(run_ms, FL_INT, .doc = "CPU time of all runs, milliseconds"),
	ROW(hash, FL_TEXT, .doc = "of all that decides"),
	ROW(compiler, FL_TEXT, .doc = "its version"),
	ROW(faultline, FL_TEXT, .doc = "our version"),
	ROW(infra_error, FL_TEXT, .doc = "what kept us from judging; there is no reward then"),
	ROW(reward, FL_RATIO, .flags = FL_KEEP | FL_OPTIONAL,
		.doc = "0 to 1; not there with infra_error"),
};
#undef ROW

#define DOC "What became of a candidate, and its reward."
const struct fl_shape ds_label_shape = {.name = "label",
	.size = sizeof(struct ds_label),
	FL_SHAPE_FIELDS(label_fields),
	.doc = DOC};

static const struct fl_shape without_reward = {.name = "label",
	.size = sizeof(struct ds_label),
	.fields = label_fields,
	.count = sizeof(label_fields) / sizeof(label_fields[0]) - 1,
	.doc = DOC};

void ds_label_write(struct fl_buf *out, const struct ds_label *label)
{
	fl_json_object(out, label->infra_error.len ? &without_reward : &ds_label_shape, label);
}

int ds_label_read(
	struct fl_slice json, struct fl_arena *a, struct ds_label **ret_label, struct fl_error *err)
{
	const struct fl_json *v = NULL;
	void *object = NULL;
	int rc = fl_json_parse(json, a, &v, err);
	const struct fl_shape *shape =
		rc || fl_json_get(v, "reward") ? &ds_label_shape : &without_reward;
	rc = rc ? rc : fl_json_read_value(v, shape, a, &object, err);
	if (rc == 0)
		*ret_label = object;
	return rc;
}
