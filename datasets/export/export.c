#include "datasets/export/export.h"

#include "base/json.h"
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

/* The user's turn. */
static void asked(const struct ds_export_opts *opts, const struct ds_record *r, struct fl_buf *out)
{
	if (opts->instruction && r->instruction.len) {
		fl_buf_slice(out, r->instruction);
		fl_buf_str(out, "\n\n");
	}
	fl_buf_slice(out, r->prompt);
}

static int asked_member(const struct ds_export_opts *opts, const struct ds_record *r,
	const char *key, struct fl_buf *out, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, DS_RECORD_MAX);
	asked(opts, r, &text);
	int rc = fl_buf_error(&text, "a prompt", err);
	if (rc == 0)
		member(out, key, fl_buf_view(&text));
	fl_buf_release(&text);
	return rc;
}

static int put_sft(const struct ds_export_opts *opts, const struct ds_record *r, struct fl_buf *out,
	struct fl_error *err)
{
	fl_buf_char(out, '{');
	int rc = asked_member(opts, r, "prompt", out, err);
	fl_buf_char(out, ',');
	member(out, "completion", r->completion);
	origin(out, r);
	return rc;
}

static int put_messages(const struct ds_export_opts *opts, const struct ds_record *r,
	struct fl_buf *out, struct fl_error *err)
{
	fl_buf_str(out, "{\"messages\":[{\"role\":\"user\",");
	int rc = asked_member(opts, r, "content", out, err);
	fl_buf_str(out, "},{\"role\":\"assistant\",");
	member(out, "content", r->completion);
	fl_buf_str(out, "}]");
	origin(out, r);
	return rc;
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

static int put_text(const struct ds_export_opts *opts, const struct ds_record *r,
	struct fl_buf *out, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, DS_RECORD_MAX);
	asked(opts, r, &text);
	if (text.len && text.data[text.len - 1] != '\n')
		fl_buf_char(&text, '\n');
	size_t prompt = text.len;
	fl_buf_slice(&text, r->completion);
	int rc = fl_buf_error(&text, "a text", err);
	if (rc == 0) {
		bool reasons = fl_slice_starts(r->completion, "<THOUGHT_START>");
		ptrdiff_t code = reasons ? fl_slice_find(r->completion, "<CODE_START>") : 0;
		size_t thought = code > 0 ? (size_t)code : 0;
		fl_buf_char(out, '{');
		member(out, "text", fl_buf_view(&text));
		fl_buf_str(out, ",\"spans\":[");
		size_t at = span(out, "prompt", 0, fl_slice_head(fl_buf_view(&text), prompt));
		at = span(out, "reasoning", at, fl_slice_head(r->completion, thought));
		span(out, "answer", at, fl_slice_skip(r->completion, thought));
		fl_buf_char(out, ']');
		origin(out, r);
	}
	fl_buf_release(&text);
	return rc;
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

static int put_commitpack(const struct ds_export_opts *opts, const struct ds_record *r,
	struct fl_buf *out, struct fl_error *err)
{
	int op = tg_op_find(r->mutation.operator);
	(void)opts;
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
	member(out, "subject", fl_slice_str(op >= 0 ? tg_ops[op].fix : ""));
	fl_buf_printf(out, ",\"lang\":\"%s\",", r->language == DS_LANG_C ? "C" : "C++");
	member(out, "license", r->provenance.licence);
	fl_buf_char(out, ',');
	member(out, "repos", r->group);
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

static int may_reward(
	const struct ds_export_opts *opts, const struct ds_record *r, struct fl_error *err)
{
	bool runs = r->kind != DS_KIND_DIAGNOSTIC_FIX;
	if (r->schema_version < DS_SCHEMA_VERSION)
		return fl_error_set(err, FL_EREFUSED, "it is of version %lld: convert it first",
			(long long)r->schema_version);
	if (runs && !opts->all && !r->hidden)
		return fl_error_set(
			err, FL_EREFUSED, "it has one input: printing what is expected passes");
	return 0;
}

static int put_tasks(const struct ds_export_opts *opts, const struct ds_record *r,
	struct fl_buf *out, struct fl_error *err)
{
	struct ds_record task;
	int rc = may_reward(opts, r, err);
	if (rc)
		return rc;
	task_of(r, &task);
	fl_buf_char(out, '{');
	rc = asked_member(opts, r, "prompt", out, err);
	fl_buf_str(out, ",\"record\":");
	ds_record_write(out, &task);
	origin(out, r);
	return rc;
}

static int put_verl(const struct ds_export_opts *opts, const struct ds_record *r,
	struct fl_buf *out, struct fl_error *err)
{
	struct ds_record task;
	struct fl_buf json;
	int rc = may_reward(opts, r, err);
	if (rc)
		return rc;
	task_of(r, &task);
	fl_buf_init(&json, DS_RECORD_MAX);
	ds_record_write(&json, &task);
	fl_buf_printf(out, "{\"data_source\":\"faultline/%s\",\"prompt\":[{\"role\":\"user\",",
		ds_kind_table[r->kind].name);
	rc = asked_member(opts, r, "content", out, err);
	rc = rc ? rc : fl_buf_error(&json, "a task", err);
	fl_buf_str(out, "}],\"ability\":\"code\",\"reward_model\":{\"style\":\"rule\",");
	member(out, "ground_truth", fl_buf_view(&json));
	fl_buf_printf(out, "},\"extra_info\":{\"index\":%lld", (long long)opts->index);
	origin(out, r);
	fl_buf_char(out, '}');
	fl_buf_release(&json);
	return rc;
}

static int (*const puts_of[DS_EXPORT_COUNT])(const struct ds_export_opts *,
	const struct ds_record *, struct fl_buf *, struct fl_error *) = {
	[DS_EXPORT_SFT] = put_sft,
	[DS_EXPORT_MESSAGES] = put_messages,
	[DS_EXPORT_TEXT] = put_text,
	[DS_EXPORT_COMMITPACK] = put_commitpack,
	[DS_EXPORT_VERL] = put_verl,
	[DS_EXPORT_TASKS] = put_tasks,
};

int ds_export_row(const struct ds_export_opts *opts, const struct ds_record *r, struct fl_buf *out,
	struct fl_error *err)
{
	int rc = puts_of[opts->shape](opts, r, out, err);
	return rc ? rc : fl_buf_error(out, "a row", err);
}
