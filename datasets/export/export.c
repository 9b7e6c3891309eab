#include "datasets/export/export.h"

#include "base/hash.h"
#include "base/json.h"
#include "datasets/export/talk.h"
#include "datasets/record/reason.h"
#include "datasets/record/tokens.h"
#include "tracegen/operators/ops.h"

static void member(struct fl_buf *out, const char *key, struct fl_slice text)
{
	fl_buf_printf(out, "\"%s\":", key);
	fl_json_text(out, text);
}

/* What tells where a row comes from, behind the members that trainers read. */
static void origin(struct fl_buf *out, const struct ds_record *r)
{
	fl_buf_char(out, ',');
	member(out, "id", r->id);
	fl_buf_printf(out, ",\"kind\":\"%s\",\"error_class\":\"%s\",\"split\":\"%s\",",
		ds_kind_table[r->kind].name, diag_class_table[r->error_class].name,
		ds_split_names.words[r->split]);
	member(out, "group", r->group);
	fl_buf_char(out, ',');
	member(out, "licence", r->provenance.licence);
	fl_buf_char(out, '}');
}

/* What functions of shapes read. */
struct row {
	const struct ds_export_opts *opts;
	const struct ds_record *record;
	struct ds_turns turns;
	struct ds_wrong wrong; /* answer "": there is none */
	bool changed; /* scrubbing has changed the answer */
	struct fl_arena *arena;
	int64_t rows; /* that were written */
};

/* Parts of a text behind each other. */
static struct fl_slice joined(const struct row *row, struct fl_slice a, struct fl_slice b)
{
	return a.len ? fl_arena_printf(row->arena, "%.*s%.*s", FL_ARG(a), FL_ARG(b)) : b;
}

static struct fl_slice answer(const struct row *row, struct fl_slice code)
{
	return joined(row, row->turns.reasoning, code);
}

static int put_sft(struct row *row, struct fl_buf *out, struct fl_error *err)
{
	(void)err;
	fl_buf_char(out, '{');
	member(out, "prompt", row->turns.asked);
	fl_buf_char(out, ',');
	member(out, "completion", answer(row, row->turns.code));
	origin(out, row->record);
	return 0;
}

static int put_messages(struct row *row, struct fl_buf *out, struct fl_error *err)
{
	(void)err;
	fl_buf_str(out, "{\"messages\":[{\"role\":\"user\",");
	member(out, "content", row->turns.asked);
	fl_buf_str(out, "},{\"role\":\"assistant\",");
	member(out, "content", answer(row, row->turns.code));
	fl_buf_str(out, "}]");
	origin(out, row->record);
	return 0;
}

/* ---- text ---- */

/* Code points, which is what Python counts. */
static size_t points(struct fl_slice s)
{
	size_t n = 0;
	for (size_t i = 0; i < s.len; i++)
		n += ((unsigned char)s.ptr[i] & 0xc0) != 0x80;
	return n;
}

static size_t span(struct fl_buf *out, const char *kind, size_t from, struct fl_slice text)
{
	size_t to = from + points(text);
	if (to > from)
		fl_buf_printf(out, "%s{\"kind\":\"%s\",\"start\":%zu,\"end\":%zu}", from ? "," : "",
			kind, from, to);
	return to;
}

/* The answer; of a dialogue, what tools wrote in it apart. Scrubbed, its places are not known. */
static int put_spans(struct row *row, size_t at, struct fl_buf *out, struct fl_error *err)
{
	const struct fl_slice code = row->turns.code;
	const struct ds_talk_part *parts = NULL;
	size_t count = 0, done = 0;
	int rc = row->changed ? 0
			      : ds_talk_parts(row->record, code, row->arena, &parts, &count, err);
	if (row->changed && ds_kind_is(row->record->kind, DS_KIND_TALKS))
		return fl_error_set(
			err, FL_EREFUSED, "what tools wrote in it is not found any more");
	for (size_t i = 0; rc == 0 && i < count; i++) {
		at = span(out, "answer", at, fl_slice(code.ptr + done, parts[i].from - done));
		at = span(out, "tool", at,
			fl_slice(code.ptr + parts[i].from, parts[i].to - parts[i].from));
		done = parts[i].to;
	}
	span(out, "answer", at, fl_slice_skip(code, done));
	return rc;
}

static int put_text(struct row *row, struct fl_buf *out, struct fl_error *err)
{
	const struct ds_turns *t = &row->turns;
	bool ends = !t->asked.len || fl_slice_ends(t->asked, "\n");
	struct fl_slice asked = joined(row, t->asked, ends ? FL_S("") : FL_S("\n"));
	(void)err;
	fl_buf_char(out, '{');
	member(out, "text", joined(row, asked, answer(row, t->code)));
	fl_buf_str(out, ",\"spans\":[");
	size_t at = span(out, "prompt", 0, asked);
	at = span(out, "reasoning", at, t->reasoning);
	int rc = put_spans(row, at, out, err);
	fl_buf_char(out, ']');
	origin(out, row->record);
	return rc;
}

/* ---- dialogues ---- */

static int put_dialogue(struct row *row, struct fl_buf *out, struct fl_error *err)
{
	fl_buf_char(out, '{');
	int rc = ds_talk_messages(row->record, &row->opts->turns, row->turns.asked,
		row->opts->scrubbed, row->arena, out, err);
	origin(out, row->record);
	return rc;
}

/* ---- preferences ---- */

static int put_preference(struct row *row, struct fl_buf *out, struct fl_error *err)
{
	(void)err;
	fl_buf_char(out, '{');
	member(out, "prompt", row->turns.asked);
	fl_buf_char(out, ',');
	member(out, "chosen", answer(row, row->turns.code));
	fl_buf_char(out, ',');
	member(out, "rejected", answer(row, row->wrong.answer));
	fl_buf_char(out, ',');
	member(out, "rejected_by", row->wrong.rule);
	fl_buf_char(out, ',');
	member(out, "rejected_fault", row->wrong.fault);
	origin(out, row->record);
	return 0;
}

static void put_judged(const struct row *row, struct fl_slice code, const struct ds_wrong *wrong,
	struct fl_buf *out)
{
	fl_buf_char(out, '{');
	member(out, "prompt", row->turns.asked);
	fl_buf_char(out, ',');
	member(out, "completion", code);
	fl_buf_printf(out, ",\"label\":%s,", wrong ? "false" : "true");
	member(out, "rejected_by", wrong ? wrong->rule : FL_S(""));
	origin(out, row->record);
}

static int put_kto(struct row *row, struct fl_buf *out, struct fl_error *err)
{
	(void)err;
	put_judged(row, row->turns.code, NULL, out);
	if (row->wrong.answer.len) {
		fl_buf_char(out, '\n');
		put_judged(row, row->wrong.answer, &row->wrong, out);
		row->rows++;
	}
	return 0;
}

/* ---- pairs of before and after ---- */

static bool one_file(const struct ds_record *r)
{
	const struct ds_edit *edits = r->edits.items;
	for (size_t i = 1; i < r->edits.len; i++)
		if (!fl_slice_eq(edits[i].file, edits[0].file))
			return false;
	return true;
}

/* The headline of a commit: what the author said, or else where, and what is done there. */
static struct fl_slice subject_of(const struct row *row)
{
	const struct ds_record *r = row->record;
	struct fl_slice said = ds_reason_author(r);
	if (said.len)
		return said;
	int op = tg_op_find(r->mutation.operator);
	struct fl_slice what = fl_slice_str(op >= 0 ? tg_ops[op].fix : "");
	struct fl_slice in =
		r->edits.len ? ((const struct ds_edit *)r->edits.items)->function : FL_S("");
	return in.len && what.len
		       ? fl_arena_printf(row->arena, "%.*s: %.*s", FL_ARG(in), FL_ARG(what))
		       : what;
}

static int put_commitpack(struct row *row, struct fl_buf *out, struct fl_error *err)
{
	const struct ds_record *r = row->record;
	if (!one_file(r))
		return fl_error_set(err, FL_EREFUSED, "it changes several files");
	fl_buf_char(out, '{');
	member(out, "old_file", r->mutation.file);
	fl_buf_char(out, ',');
	member(out, "new_file", r->mutation.file);
	fl_buf_char(out, ',');
	member(out, "old_contents", r->buggy);
	fl_buf_char(out, ',');
	member(out, "new_contents", r->fixed);
	fl_buf_char(out, ',');
	member(out, "subject", subject_of(row));
	fl_buf_printf(out, ",\"lang\":\"%s\",", r->language == DS_LANG_C ? "C" : "C++");
	member(out, "license", r->provenance.licence);
	fl_buf_char(out, ',');
	/* Without a repository the group is a program's hash. */
	member(out, "repos", fl_slice_eq(r->group, r->program) ? FL_S("") : r->group);
	origin(out, r);
	return 0;
}

/* ---- what rewards are for ---- */

/* The record without what answers it; what it is held to stays. */
static void task_of(const struct ds_record *r, struct ds_record *ret_task)
{
	*ret_task = *r;
	ret_task->columns = 0;
	ret_task->completion = ret_task->fixed = ret_task->diff = ret_task->reasoning = FL_S("");
	ret_task->events = ret_task->cwe = FL_S("");
	ret_task->mutation = (struct ds_mutation){.file = r->mutation.file};
	ret_task->edits = (struct fl_list){0};
}

/* Of the tests that are not shown: is it known of each what the faulty code does with it? */
static bool is_known(const struct ds_record *r)
{
	const struct ds_test *t = r->tests.items;
	bool known = true;
	for (size_t i = 0; i < r->tests.len; i++)
		known = known && (t[i].shown || t[i].faulty.len);
	return known;
}

static bool prints(const struct ds_record *r)
{
	const struct ds_test *t = r->tests.items;
	char nothing[65];
	bool any = false;
	fl_sha256_hex(FL_S(""), nothing);
	for (size_t i = 0; i < r->tests.len; i++)
		any = any || (t[i].output_hash.len && !fl_slice_eqs(t[i].output_hash, nothing));
	return any;
}

/* Why its tests reward what mends nothing, or NULL. */
static const char *passes_unmended(const struct ds_record *r)
{
	if (!r->tests.len)
		return "it has no tests: whatever compiles passes";
	if (ds_kind_is(r->kind, DS_KIND_BUILDS))
		return prints(r) ? NULL
				 : "its tests expect no output: a program that does nothing passes";
	if (r->tests.len < 2)
		return "it has one input: printing what is expected passes";
	if (!r->hidden)
		return "its inputs print the same: printing that passes";
	return !r->hidden_fails && is_known(r)
		       ? "the fault passes its hidden tests: doing the shown one by itself passes"
		       : NULL;
}

static int may_reward(
	const struct ds_export_opts *opts, const struct ds_record *r, struct fl_error *err)
{
	if (r->schema_version < DS_SCHEMA_VERSION)
		return fl_error_set(err, FL_EREFUSED, "it is of version %lld: convert it first",
			(long long)r->schema_version);
	if (r->verification.level == DS_TRANSCRIBED)
		return fl_error_set(err, FL_EREFUSED, "it was never run: it judges no answer");
	const char *why = opts->all ? NULL : passes_unmended(r);
	return why ? fl_error_set(err, FL_EREFUSED, "%s", why) : 0;
}

static int put_tasks(struct row *row, struct fl_buf *out, struct fl_error *err)
{
	struct ds_record task;
	int rc = may_reward(row->opts, row->record, err);
	if (rc)
		return rc;
	task_of(row->record, &task);
	fl_buf_char(out, '{');
	member(out, "prompt", row->turns.asked);
	fl_buf_str(out, ",\"record\":");
	ds_record_write(out, &task);
	origin(out, row->record);
	return 0;
}

static int put_verl(struct row *row, struct fl_buf *out, struct fl_error *err)
{
	struct ds_record task;
	struct fl_buf json, inner;
	int rc = may_reward(row->opts, row->record, err);
	if (rc)
		return rc;
	task_of(row->record, &task);
	fl_buf_init(&json, DS_RECORD_MAX);
	fl_buf_init(&inner, DS_RECORD_MAX);
	ds_record_write(&json, &task);
	fl_json_inner(&inner, fl_buf_view(&json));
	fl_buf_printf(out, "{\"data_source\":\"faultline/%s\",\"prompt\":[{\"role\":\"user\",",
		ds_kind_table[task.kind].name);
	member(out, "content", row->turns.asked);
	rc = fl_buf_error(&json, "a task", err);
	rc = rc ? rc : fl_buf_error(&inner, "a task", err);
	fl_buf_str(out, "}],\"ability\":\"code\",\"reward_model\":{\"style\":\"rule\",");
	member(out, "ground_truth", fl_buf_view(&inner));
	fl_buf_printf(out, "},\"extra_info\":{\"index\":%lld", (long long)row->opts->index);
	origin(out, row->record);
	fl_buf_char(out, '}');
	fl_buf_release(&json);
	fl_buf_release(&inner);
	return rc;
}

static void put_steps(
	struct row *row, const struct ds_steps *steps, bool flipped, struct fl_buf *out)
{
	fl_buf_char(out, '{');
	member(out, "prompt", row->turns.asked);
	fl_buf_char(out, ',');
	ds_steps_put(steps, flipped, row->opts->scrubbed, row->arena, out);
	origin(out, row->record);
}

static int put_stepwise(struct row *row, struct fl_buf *out, struct fl_error *err)
{
	struct ds_steps steps;
	int rc = ds_steps_make(
		row->record, row->opts->seed, row->arena, &steps, row->opts->steps, err);
	if (rc)
		return rc;
	put_steps(row, &steps, false, out);
	if (steps.flipped) {
		fl_buf_char(out, '\n');
		put_steps(row, &steps, true, out);
		row->rows++;
	}
	return 0;
}

/* ---- all shapes ---- */

enum { TURNS, QUESTION, FILES }; /* what a model reads of a row */
enum { NO_WRONG, MAY_WRONG, HAS_WRONG };
enum { KEPT, DROPPED, NEVER, ALWAYS }; /* reasoning, where nothing is asked for */

static const struct {
	int (*put)(struct row *, struct fl_buf *, struct fl_error *);
	int reads, wrong, reasoning;
} shapes[DS_EXPORT_COUNT] = {
	[DS_EXPORT_SFT] = {put_sft, TURNS, NO_WRONG, KEPT},
	[DS_EXPORT_MESSAGES] = {put_messages, TURNS, NO_WRONG, KEPT},
	[DS_EXPORT_TEXT] = {put_text, TURNS, NO_WRONG, KEPT},
	[DS_EXPORT_PREFERENCE] = {put_preference, TURNS, HAS_WRONG, DROPPED},
	[DS_EXPORT_KTO] = {put_kto, TURNS, MAY_WRONG, NEVER},
	[DS_EXPORT_COMMITPACK] = {put_commitpack, FILES, NO_WRONG, KEPT},
	[DS_EXPORT_VERL] = {put_verl, QUESTION, NO_WRONG, KEPT},
	[DS_EXPORT_TASKS] = {put_tasks, QUESTION, NO_WRONG, KEPT},
	[DS_EXPORT_DIALOGUES] = {put_dialogue, TURNS, NO_WRONG, KEPT},
	[DS_EXPORT_STEPWISE] = {put_stepwise, TURNS, NO_WRONG, ALWAYS},
};

bool ds_export_is_run(enum ds_export shape)
{
	return shapes[shape].reads == QUESTION;
}

bool ds_export_is_of_faults(enum ds_export shape)
{
	return shapes[shape].reads == FILES;
}

bool ds_export_needs_wrongs(enum ds_export shape)
{
	return shapes[shape].wrong != NO_WRONG;
}

int ds_export_reasoning(
	enum ds_export shape, const bool *drop, bool *ret_drop, struct fl_error *err)
{
	int usual = shapes[shape].reasoning;
	if (usual == NEVER && drop && !*drop)
		return fl_error_set(err, FL_EINVAL,
			"rows of this shape have no reasoning: of a wrong answer none is known");
	if (usual == ALWAYS && drop && *drop)
		return fl_error_set(err, FL_EINVAL,
			"rows of this shape have their reasoning: its sentences are the steps");
	*ret_drop = drop ? *drop : usual == DROPPED || usual == NEVER;
	return 0;
}

static int find_wrong(struct row *row, struct fl_error *err)
{
	const struct ds_export_opts *opts = row->opts;
	int rc = ds_wrongs_find(opts->wrongs, row->record, row->arena, &row->wrong, err);
	row->wrong.answer = ds_turns_code(&opts->turns, row->wrong.answer);
	return rc == FL_EREFUSED && shapes[opts->shape].wrong == MAY_WRONG ? 0 : rc;
}

/* Of two answers the longer one counts. */
static int64_t tokens_of(const struct row *row)
{
	const struct ds_record *r = row->record;
	if (shapes[row->opts->shape].reads == FILES)
		return ds_tokens(r->buggy) + ds_tokens(r->fixed);
	int64_t asked = ds_tokens(row->turns.asked);
	if (shapes[row->opts->shape].reads == QUESTION)
		return asked;
	int64_t right = ds_tokens(row->turns.code), wrong = ds_tokens(row->wrong.answer);
	return asked + ds_tokens(row->turns.reasoning) + (right > wrong ? right : wrong);
}

/* All texts that come from code. `copy` is the record that is written then. */
static void scrub(struct row *row, struct ds_record *copy)
{
	struct fl_slice *texts[] = {&row->turns.asked, &row->turns.reasoning, &row->turns.code,
		&row->wrong.answer, &copy->buggy, &copy->fixed};
	bool files = shapes[row->opts->shape].reads == FILES;
	struct fl_slice code = row->turns.code;
	*copy = *row->record;
	row->record = copy;
	for (size_t i = files ? 4 : 0; i < (files ? 6 : 4); i++)
		*texts[i] = ds_scrub(*texts[i], row->arena, row->opts->scrubbed);
	row->changed = !fl_slice_eq(code, row->turns.code);
}

/* Of a dialogue the answer is all of it: its calls and answers are parted by markers alone. */
static int take_dialogue(struct row *row, struct fl_error *err)
{
	const struct ds_export_opts *opts = row->opts;
	if (!ds_kind_is(row->record->kind, DS_KIND_TALKS) || shapes[opts->shape].reads != TURNS)
		return 0;
	if (ds_export_needs_wrongs(opts->shape))
		return fl_error_set(err, FL_EREFUSED, "no wrong dialogue is known");
	if (opts->turns.no_markers && opts->shape != DS_EXPORT_DIALOGUES)
		return fl_error_set(err, FL_EREFUSED,
			"a dialogue as one text needs its markers; --format=dialogues does not");
	return opts->turns.no_reasoning
		       ? ds_talk_bare(row->record, row->arena, &row->turns.code, err)
		       : 0;
}

static int put_row(struct row *row, struct fl_buf *out, struct fl_error *err)
{
	const struct ds_export_opts *opts = row->opts;
	struct ds_record copy;
	int rc = ds_turns_make(&opts->turns, row->record, row->arena, &row->turns, err);
	rc = rc ? rc : take_dialogue(row, err);
	if (rc == 0 && ds_export_needs_wrongs(opts->shape))
		rc = find_wrong(row, err);
	if (rc == 0 && opts->scrubbed)
		scrub(row, &copy);
	if (rc == 0 && opts->max_tokens && tokens_of(row) > opts->max_tokens)
		rc = fl_error_set(err, FL_EREFUSED, "it has more than %lld tokens",
			(long long)opts->max_tokens);
	rc = rc ? rc : shapes[opts->shape].put(row, out, err);
	rc = rc ? rc : fl_buf_error(out, "a row", err);
	return rc ? rc : fl_arena_error(row->arena, "a row", err);
}

int ds_export_rows(const struct ds_export_opts *opts, const struct ds_record *r, struct fl_buf *out,
	int64_t *ret_rows, struct fl_error *err)
{
	struct fl_arena a;
	struct row row = {.opts = opts, .record = r, .arena = &a, .rows = 1};
	fl_arena_init(&a, (size_t)DS_RECORD_MAX * 4);
	int rc = put_row(&row, out, err);
	fl_arena_release(&a);
	if (rc == 0)
		*ret_rows = row.rows;
	return rc;
}
