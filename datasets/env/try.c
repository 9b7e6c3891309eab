/* Steps that edit, compile and run. */
#include <string.h>

#include "base/hash.h"
#include "datasets/env/env_priv.h"
#include "datasets/reward/extract.h"
#include "datasets/reward/patch.h"
#include "debugsession/answer/document.h"
#include "debugsession/answer/error.h"
#include "diag/model/diagnostic.h"
#include "sanitize/report/report.h"
#include "tracegen/evidence/symptom.h"
#include "tracegen/program.h"

enum {
	OUTPUT_SHOWN = 4096, /* bytes of what a program prints */
	SAID_SHOWN = 2048, /* of what it says on standard error */
	FILE_SHOWN = 12 << 10,
	ARGS_MAX = 64,
	SENTENCE_MAX = 300
};

#define REFUSED(s, type, ...) \
	ds_env_refuse(s, fl_slice_str(dbg_error_words[DBG_ERROR_##type]), __VA_ARGS__, 0, FL_S(""))

/* ---- edit ---- */

static size_t size_of(const struct fl_list *files)
{
	const struct tg_file *f = files->items;
	size_t n = 0;
	for (size_t i = 0; i < files->len; i++)
		n += f[i].content.len;
	return n;
}

int ds_env_edit(struct ds_env_step *s, const struct fl_json *v)
{
	struct ds_patch task = {.files = s->state->files, .main = s->task.main};
	struct fl_slice code = {0};
	enum ds_extract how = DS_EXTRACT_NONE;
	struct fl_list files;
	struct fl_error why;
	if (v->type != FL_JTEXT)
		return DS_ENV_WRONG(s, "\"edit\" has to be text");
	int rc = ds_extract_code(v->text, s->a, &how, &code, NULL, s->err);
	if (rc)
		return rc;
	if (how == DS_EXTRACT_NONE && !ds_patch_is(v->text)) {
		REFUSED(s, REFUSED, FL_S("the answer holds no code"));
		return 0;
	}
	if (how == DS_EXTRACT_NONE)
		code = v->text;
	rc = ds_patch_apply(&task, code, s->a, &files, &why);
	if (rc == 0 && size_of(&files) > DS_ENV_FILES_MAX) {
		REFUSED(s, RESOURCE, FL_S("the files would be too long"));
		return 0;
	}
	if (rc == FL_EREFUSED) {
		ds_env_refuse(s, fl_slice_str(dbg_error_words[DBG_ERROR_REFUSED]),
			fl_arena_slice(s->a, fl_slice_str(why.message)), (int64_t)why.line,
			FL_S(""));
		return 0;
	}
	if (rc)
		return fl_error_set(s->err, rc, "%s", why.message);
	s->state->files = files;
	s->state->calls.len = 0; /* of another program */
	s->told.ok = true;
	return 0;
}

/* The tail is what does not fit. */
int ds_env_show(struct ds_env_step *s, const struct fl_json *v)
{
	if (v->type != FL_JTEXT)
		return DS_ENV_WRONG(s, "\"show\" has to be the name of a file");
	const struct tg_file *f = tg_files_find(&s->state->files, v->text);
	if (!f) {
		REFUSED(s, REFUSED, FL_S("the task has no such file"));
		return 0;
	}
	fl_buf_slice(&s->seen, fl_slice_head(f->content, FILE_SHOWN));
	if (f->content.len > FILE_SHOWN)
		fl_buf_printf(
			&s->seen, "\n/* ... %zu bytes more ... */\n", f->content.len - FILE_SHOWN);
	s->told.ok = true;
	return 0;
}

/* ---- compile ---- */

static struct fl_slice sentence(
	struct ds_env_step *s, struct fl_slice file, const char *between, struct fl_slice text)
{
	return fl_arena_printf(s->a, "%.*s%s%s%.*s", FL_ARG(file), file.len ? ": " : "", between,
		FL_ARG(fl_slice_head(text, SENTENCE_MAX)));
}

/* Without lines and columns, which move with every edit. */
static struct fl_list wrong_of(struct ds_env_step *s, const struct ds_label *l)
{
	const struct diag_diagnostic *d = l->diagnostics.items;
	struct fl_slice *texts = fl_arena_array(s->a, l->diagnostics.len + 1, sizeof(*texts));
	size_t n = 0;
	for (size_t i = 0; texts && i < l->diagnostics.len; i++)
		texts[n++] = sentence(s, d[i].file, "", d[i].message);
	if (texts && !n && l->stage == DS_STAGE_COMPILE)
		texts[n++] = l->message;
	return (struct fl_list){.items = texts, .len = n};
}

int ds_env_build(struct ds_env_step *s, struct ds_probe **ret_probe, bool *ret_ok)
{
	const struct ds_label *l = NULL;
	int rc = ds_probe_new(s->judge, &s->task, s->a, ret_probe, s->err);
	rc = rc ? rc : ds_probe_compile(*ret_probe, &l, s->err);
	if (rc)
		return rc;
	if (l->infra_error.len)
		return l->stage == DS_STAGE_CANDIDATE
			       ? DS_ENV_WRONG(s, "\"task\": %.*s", FL_ARG(l->infra_error))
			       : ds_env_host(s, l->infra_error);
	struct fl_list wrong = wrong_of(s, l);
	*ret_ok = l->stage != DS_STAGE_COMPILE;
	if (!*ret_ok && !l->evidence.len)
		REFUSED(s, EXECUTION_FAILED, l->message);
	fl_buf_slice(&s->seen, l->evidence);
	return ds_env_now(s->state, FL_S(""), &wrong, s->a, &s->told, s->err);
}

int ds_env_compile(struct ds_env_step *s, const struct fl_json *v)
{
	struct ds_probe *p;
	(void)v;
	return ds_env_build(s, &p, &s->told.ok);
}

/* ---- what it is run with ---- */

static int read_args(struct ds_env_step *s, const struct fl_json *v, struct fl_list *ret_args)
{
	struct fl_slice *args = fl_arena_array(s->a, ARGS_MAX, sizeof(*args));
	size_t n = 0;
	if (v->type != FL_JARRAY)
		return DS_ENV_WRONG(s, "\"args\" has to be a list of texts");
	for (const struct fl_json *at = v->child; args && at; at = at->next) {
		if (at->type != FL_JTEXT || n == ARGS_MAX || fl_slice_chr(at->text, '\0') >= 0)
			return DS_ENV_WRONG(
				s, "\"args\" has to be a list of texts, at most %d", ARGS_MAX);
		args[n++] = at->text;
	}
	*ret_args = (struct fl_list){.items = args, .len = n};
	return fl_arena_error(s->a, "arguments", s->err);
}

int ds_env_read_input(
	struct ds_env_step *s, const struct fl_json *v, bool others, struct ds_env_input *ret_input)
{
	struct ds_env_input in = {0};
	int rc = 0;
	if (v->type == FL_JBOOL) {
		*ret_input = in;
		return 0;
	}
	if (v->type != FL_JOBJECT)
		return DS_ENV_WRONG(s, "\"%.*s\" has to be an object", FL_ARG(v->key));
	for (const struct fl_json *at = v->child; at && rc == 0; at = at->next) {
		bool input = fl_slice_eqs(at->key, "stdin"), test = fl_slice_eqs(at->key, "test");
		if (fl_slice_eqs(at->key, "args"))
			rc = read_args(s, at, &in.args);
		else if ((input || test) && at->type == FL_JTEXT)
			*(input ? &in.input : &in.test) = at->text;
		else if (input || test)
			rc = DS_ENV_WRONG(s, "\"%.*s\" has to be text", FL_ARG(at->key));
		else if (!others)
			rc = DS_ENV_WRONG(s, "there is no member \"%.*s\" in \"%.*s\"",
				FL_ARG(at->key), FL_ARG(v->key));
	}
	if (rc == 0 && in.test.len && (in.input.len || in.args.len))
		return DS_ENV_WRONG(s, "a \"test\" has its own input");
	if (rc == 0)
		*ret_input = in;
	return rc;
}

int ds_env_input_ready(struct ds_env_step *s, const struct ds_env_input *input,
	struct ds_probe_input *ret_in, const struct ds_trial **ret_test)
{
	const struct ds_trial *t = s->task.tests.items;
	*ret_test = NULL;
	*ret_in = (struct ds_probe_input){.input = input->input, .args = input->args};
	if (!input->test.len)
		return 0;
	for (size_t i = 0; i < s->task.tests.len; i++) {
		if (!t[i].shown || !fl_slice_eq(t[i].name, input->test))
			continue;
		*ret_in = (struct ds_probe_input){
			.input = t[i].input, .args = t[i].args, .files = t[i].files};
		*ret_test = &t[i];
		return 0;
	}
	REFUSED(s, REFUSED, FL_S("no test of that name is shown"));
	return 0;
}

/* ---- run ---- */

static void put_text(struct ds_env_step *s, const char *name, struct fl_slice text, size_t max)
{
	if (text.len > max)
		text = fl_arena_printf(s->a, "%.*s\n... [%zu bytes omitted] ...\n",
			FL_ARG(fl_slice_head(text, max)), text.len - max);
	if (text.len)
		dbg_literal_value(&s->seen, name, text);
}

static void put_struct(struct ds_env_step *s, const struct fl_shape *shape, void *object)
{
	struct fl_item item = {.shape = shape, .object = object};
	struct fl_items items = {.at = &item, .len = 1};
	if (fl_items_fit(&items, DS_EVIDENCE_BYTES, s->a, s->err) == 0)
		fl_literal_write(&s->seen, &items, FL_TERSE, FL_MARK_DEBUG);
}

/* How it ended, where nothing reported anything. */
static void put_end(struct ds_env_step *s, const struct fl_process_result *r)
{
	struct dbg_stop stop = {.reason = DBG_EXIT, .exit_code = r->exit_status};
	put_struct(s, &dbg_stop_shape, &stop);
}

/*
 * What time has ended is told in one way, whichever clock it was and wherever it happened to be;
 * but one that was seen to wait for ever, and where.
 */
static bool is_late(const struct san_run *r)
{
	return r->result.end == FL_END_CPU || (r->result.end == FL_END_WALL && !r->result.idle);
}

static void settle_report(const struct san_run *r, struct san_report *report)
{
	if (!is_late(r))
		return;
	report->kind = FL_S("timeout");
	report->message = FL_S("its time was used up");
	report->file = report->function = FL_S("");
	report->stacks.len = 0;
}

/* Reports as a label has them; what time has ended without the place it happened to be at. */
static int put_report(struct ds_env_step *s, struct san_run *r)
{
	struct san_report *report = r->reports.items;
	struct san_stack *stacks = report->stacks.items;
	struct tg_symptom symptom;
	if (!tg_symptom_is_limit(report->kind) && report->tool != SAN_TOOL_SYSTEM) {
		for (size_t i = 0; i < report->stacks.len; i++)
			san_stack_drop_nameless(&stacks[i]);
		put_struct(s, &san_report_shape, report);
		return 0;
	}
	const struct tg_symptom_in in = {.report = report,
		.ended = r->result.end == FL_END_EXIT,
		.exit_status = r->result.exit_status};
	int rc = tg_symptom_make(&in, s->a, &symptom, s->err);
	if (rc == 0)
		put_struct(s, &tg_symptom_shape, &symptom);
	return rc;
}

/* What a test that is shown expects, and does not get. */
static int put_difference(struct ds_env_step *s, const struct ds_trial *t, struct fl_slice out)
{
	struct san_report none = {.tool = SAN_TOOL_NONE, .kind = FL_S("wrong-output")};
	struct tg_symptom symptom = {.kind = none.kind,
		.message = FL_S("it prints something else than it should"),
		.exit_status = -1};
	const struct tg_symptom_in in = {
		.report = &none, .actual = out, .expected = t->expected, .ended = true};
	int rc = t->expected_hash.len && !t->expected.len
			 ? 0
			 : tg_symptom_make(&in, s->a, &symptom, s->err);
	if (rc == 0)
		put_struct(s, &tg_symptom_shape, &symptom);
	return rc;
}

static int prints_right(
	struct ds_env_step *s, const struct ds_trial *t, struct fl_slice out, bool *ret_same)
{
	struct ds_difference d;
	char hex[65];
	*ret_same = true;
	if (!t || !t->has_expected || s->task.checker.len)
		return 0;
	if (t->expected_hash.len && !t->expected.len) {
		fl_sha256_hex(out, hex);
		*ret_same = fl_slice_eqs(t->expected_hash, hex);
		return 0;
	}
	return ds_compare_outputs(&t->compare, t->expected, out, s->a, ret_same, &d, s->err);
}

static struct fl_slice name_of(struct ds_env_step *s, const struct ds_env_input *input)
{
	const struct fl_slice *args = input->args.items;
	char hex[65];
	if (input->test.len)
		return fl_arena_printf(s->a, "test %.*s", FL_ARG(input->test));
	struct fl_slice *parts = fl_arena_array(s->a, input->args.len + 1, sizeof(*parts));
	if (!parts)
		return FL_S("input");
	parts[0] = input->input;
	if (input->args.len)
		memcpy(parts + 1, args, input->args.len * sizeof(*parts));
	fl_sha256_parts(parts, input->args.len + 1, hex);
	return fl_arena_printf(s->a, "input %.16s", hex);
}

static int tell_run(struct ds_env_step *s, const struct ds_env_input *input,
	const struct ds_trial *t, struct san_run *r)
{
	struct san_report *report = r->reports.items;
	struct fl_slice *wrong = fl_arena_alloc(s->a, sizeof(*wrong));
	bool ended = r->result.end == FL_END_EXIT, same = true;
	bool reported =
		r->reports.len && (!ended || report->tool != SAN_TOOL_SYSTEM ||
					  r->result.exit_status != (t ? t->exit_status : 0));
	struct fl_list list = {.items = wrong};
	int rc = wrong ? 0 : fl_arena_error(s->a, "a run", s->err);
	if (rc == 0 && reported) {
		settle_report(r, report);
		wrong[list.len++] = sentence(s, report->file,
			report->function.len
				? fl_arena_printf(s->a, "%.*s: ", FL_ARG(report->function)).ptr
				: "",
			report->kind);
		rc = put_report(s, r);
	} else if (rc == 0) {
		rc = prints_right(s, t, r->out, &same);
		if (rc == 0 && !same) {
			wrong[list.len++] =
				sentence(s, name_of(s, input), "", FL_S("wrong-output"));
			rc = put_difference(s, t, r->out);
		} else if (rc == 0) {
			put_end(s, &r->result);
		}
	}
	put_text(s, "program_output", r->out, OUTPUT_SHOWN);
	put_text(s, "program_error", san_without_runtime(r->err), SAID_SHOWN);
	s->told.ok = !reported && same;
	return rc ? rc : ds_env_now(s->state, name_of(s, input), &list, s->a, &s->told, s->err);
}

int ds_env_run(struct ds_env_step *s, const struct fl_json *v)
{
	struct ds_env_input input;
	struct ds_probe_input in;
	const struct ds_trial *t;
	struct ds_probe *p = NULL;
	struct san_run r;
	bool compiles = false;
	int rc = ds_env_read_input(s, v, false, &input);
	rc = rc ? rc : ds_env_input_ready(s, &input, &in, &t);
	if (rc || (input.test.len && !t))
		return rc;
	ds_env_set_input(s->state, &input);
	rc = ds_env_build(s, &p, &compiles);
	if (rc || !compiles)
		return rc;
	rc = ds_probe_run(p, &in, &r, s->err);
	if (rc == 0 && r.outcome == SAN_INFRA)
		return ds_env_host(s, r.infra);
	return rc ? rc : tell_run(s, &input, t, &r);
}
