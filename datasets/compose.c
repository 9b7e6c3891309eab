#include "datasets/compose.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/literal/literal.h"
#include "datasets/record/edits.h"
#include "datasets/record/instruct.h"
#include "datasets/record/prompt.h"
#include "debugsession/model.h"
#include "diag/parse.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/views.h"

enum { DIAGNOSTICS_SHOWN = 5, CONTEXT_MAX = 1 << 20, PLATFORM_MAX = 64 << 10 };

/* How each kind shows its evidence: what a model reads is short. */
static const struct {
	enum fl_style style;
	enum fl_marker marker;
} looks[DS_KIND_COUNT] = {
	[DS_KIND_DIAGNOSTIC_FIX] = {FL_TERSE, FL_MARK_COMPILE},
	[DS_KIND_SANITIZER_FIX] = {FL_TERSE, FL_MARK_DEBUG},
	[DS_KIND_TRACE_FIX] = {FL_TERSE, FL_MARK_DEBUG},
	[DS_KIND_CRASH_REPORT] = {FL_TERSE, FL_MARK_DEBUG},
	[DS_KIND_DIVERGENCE] = {FL_TERSE, FL_MARK_DEBUG},
	[DS_KIND_DEBUG_SESSION] = {FL_TERSE, FL_MARK_DEBUG},
	[DS_KIND_COMPILE_SESSION] = {FL_TERSE, FL_MARK_COMPILE},
};

/* Linkers name sources by the directory that they were compiled in, which is the sandbox's. */
static struct fl_slice without_box(struct fl_slice text, struct fl_arena *a)
{
	char *out = fl_arena_alloc(a, text.len + 1);
	size_t len = 0;
	ptrdiff_t at;
	while (out && (at = fl_slice_find(text, FL_BOX_DIR "/")) >= 0) {
		memcpy(out + len, text.ptr, (size_t)at);
		len += (size_t)at;
		text = fl_slice_skip(text, (size_t)at + strlen(FL_BOX_DIR "/"));
	}
	if (out && text.len)
		memcpy(out + len, text.ptr, text.len);
	return fl_slice(out, out ? len + text.len : 0);
}

/* Without what we think of it: the model is to find that out. */
static struct diag_diagnostic as_said(const struct diag_diagnostic *from)
{
	struct diag_diagnostic d = *from;
	d.error_class = DIAG_CLASS_NONE;
	d.confidence = 0;
	d.root_cause = d.fix_strategy = fl_slice(NULL, 0);
	return d;
}

int ds_diagnostics_context(struct fl_slice text, struct fl_arena *a, struct fl_items *ret_items,
	enum diag_class *ret_class, struct ds_confidence *ret_confidence, struct fl_error *err)
{
	struct fl_list all;
	int rc = diag_parse(without_box(text, a), DIAG_FROM_AUTO, a, &all, err);
	if (rc)
		return rc;
	struct fl_list shown = diag_errors(&all, DIAGNOSTICS_SHOWN, a);
	struct diag_diagnostic *d = shown.items;
	if (!d)
		return fl_arena_error(a, "the diagnostics", err);
	if (shown.len == 0)
		return fl_error_set(
			err, FL_EREFUSED, "the compiler failed without an error message");
	int first = d[0].error_class;
	int64_t sure = d[0].confidence;
	for (size_t i = 0; i < shown.len; i++)
		d[i] = as_said(&d[i]);
	struct fl_items items = diag_items(a, &shown);
	rc = diag_fit(&items, DS_DIAGNOSTICS_BYTES, a, err);
	if (rc)
		return rc;
	*ret_items = items;
	*ret_class = (enum diag_class)first;
	*ret_confidence = (struct ds_confidence){.ratio = sure};
	return 0;
}

int ds_symptom_context(const struct tg_symptom_in *seen, struct fl_arena *a,
	struct fl_items *ret_items, struct fl_error *err)
{
	struct tg_symptom *symptom = fl_arena_alloc(a, sizeof(*symptom));
	struct fl_item *item = fl_arena_alloc(a, sizeof(*item));
	if (!symptom || !item)
		return fl_arena_error(a, "the symptom", err);
	int rc = tg_symptom_make(seen, a, symptom, err);
	*item = (struct fl_item){.shape = &tg_symptom_shape, .object = symptom};
	struct fl_items items = {.at = item, .len = 1};
	rc = rc ? rc : fl_items_fit(&items, DS_SYMPTOM_BYTES, a, err);
	if (rc == 0)
		*ret_items = items;
	return rc;
}

int ds_divergence_context(const struct tg_symptom_in *seen, const struct tg_divergence *divergence,
	struct fl_arena *a, struct fl_items *ret_items, struct fl_error *err)
{
	struct fl_items symptom = {0};
	int rc = ds_symptom_context(seen, a, &symptom, err);
	if (rc)
		return rc;
	struct fl_items items = {.at = fl_arena_array(a, symptom.len + 1, sizeof(*items.at))};
	struct tg_divergence *own = fl_arena_alloc(a, sizeof(*own));
	if (!items.at || !own)
		return fl_arena_error(a, "a divergence", err);
	memcpy(items.at, symptom.at, symptom.len * sizeof(*items.at));
	*own = *divergence;
	items.at[symptom.len] = (struct fl_item){.shape = &tg_divergence_shape, .object = own};
	items.len = symptom.len + 1;
	rc = fl_items_fit(&items, DS_TRACE_BYTES, a, err);
	if (rc == 0)
		*ret_items = items;
	return rc;
}

int ds_left_context(const struct fl_items *evidence, struct fl_arena *a, struct fl_items *ret_items,
	struct fl_error *err)
{
	struct fl_items items = {.at = fl_arena_array(a, evidence->len, sizeof(*items.at))};
	for (size_t i = 0; items.at && i < evidence->len; i++) {
		const struct fl_shape *shape = evidence->at[i].shape;
		const struct dbg_frame_vars *v = evidence->at[i].object;
		if (shape == &tg_symptom_shape || shape == &dbg_backtrace_shape ||
			shape == &tg_samples_shape || shape == &tg_operands_shape ||
			(shape == &dbg_frame_vars_shape && v->depth == 0))
			items.at[items.len++] = evidence->at[i];
	}
	*ret_items = items;
	return fl_arena_error(a, "what is left of a run", err);
}

struct fl_slice ds_context_text(
	const struct fl_items *items, enum ds_kind kind, struct fl_arena *a, struct fl_error *err)
{
	struct fl_buf b;
	fl_buf_init(&b, CONTEXT_MAX);
	fl_literal_write(&b, items, looks[kind].style, looks[kind].marker);
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&b));
	if (fl_buf_error(&b, "the context", err) == 0)
		fl_arena_error(a, "the context", err);
	fl_buf_release(&b);
	return text;
}

int ds_platform_text(const struct tg_program *p, const struct tg_site *site,
	enum tg_build_kind kind, const struct plat_compiler *compilers, struct fl_arena *a,
	struct fl_slice *ret_header, struct fl_error *err)
{
	struct fl_list argv = tg_build_compile_argv(p, kind, 0, false, a);
	const char **flags = tg_texts_argv(&argv, 0, a);
	const struct tg_file *file = tg_program_file(p, site->file);
	if (!file) /* the build file: the program's first source stands for it */
		file = tg_program_file(p, tg_text_at(&p->sources, 0));
	struct plat_compiler compiler = compilers[p->compiler];
	struct plat_context context;
	struct fl_buf text;
	if (!flags)
		return fl_arena_error(a, "the platform header", err);
	if (tg_build_target(kind))
		compiler.target = fl_slice_str(tg_build_target(kind)->triple);
	bool c = tg_source_language(p, file->path) == TG_C;
	int rc = plat_detect(
		file->content, c ? PLAT_C : PLAT_CXX, &compiler, flags, a, &context, err);
	if (rc)
		return rc;
	fl_buf_init(&text, PLATFORM_MAX);
	plat_header_write(&context, &text);
	rc = fl_buf_error(&text, "the platform header", err);
	*ret_header = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "the platform header", err);
}

struct fl_slice ds_events_text(const struct fl_items *items, struct fl_arena *a)
{
	struct fl_buf b, inner;
	fl_buf_init(&b, CONTEXT_MAX);
	fl_buf_init(&inner, CONTEXT_MAX);
	fl_json_items(&b, items);
	fl_json_inner(&inner, fl_buf_view(&b));
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&inner));
	fl_buf_release(&b);
	fl_buf_release(&inner);
	return text;
}

struct fl_slice ds_hash_text(struct fl_slice bytes, struct fl_arena *a)
{
	char hex[65];
	fl_sha256_hex(bytes, hex);
	return fl_arena_slice(a, fl_slice_str(hex));
}

static struct ds_edit edit_of(const struct tg_slip *slip)
{
	return (struct ds_edit){.operator= slip->op,
		.file = slip->file,
		.offset = slip->start,
		.original = slip->original,
		.replacement = slip->replacement,
		.function = slip->function};
}

int ds_compose_edits(struct ds_record *r, const struct tg_program *program,
	const struct tg_site *site, struct fl_arena *a, struct fl_error *err)
{
	const struct tg_slip all = {.op = site->op,
		.file = site->file,
		.start = site->start,
		.end = site->end,
		.original = site->original,
		.replacement = site->replacement,
		.function = site->function};
	const struct tg_slip *slips = site->slips.len ? site->slips.items : &all;
	size_t count = site->slips.len ? site->slips.len : 1;
	struct ds_edit *e = fl_arena_array(a, count, sizeof(*e));
	if (!e)
		return fl_arena_error(a, "the edits", err);
	for (size_t i = 0; i < count; i++)
		e[i] = edit_of(&slips[i]);
	for (size_t i = 0, n; i < count; i += n) {
		for (n = 1; i + n < count && fl_slice_eq(e[i + n].file, e[i].file);)
			n++;
		ds_edits_place(&e[i], n, tg_program_file(program, e[i].file)->content);
	}
	r->edits = (struct fl_list){.items = e, .len = count};
	r->mutation = (struct ds_mutation){.operator= site->op, .function = site->function};
	return ds_edits_sum(r, a, err);
}

static struct fl_list commands_of(const struct ds_case *c, struct fl_arena *a)
{
	size_t sources = c->program->sources.len;
	struct ds_command *commands = fl_arena_array(a, sources + 1, sizeof(*commands));
	if (!commands)
		return (struct fl_list){0};
	/* As if a header had changed: nothing kept from an earlier build is used. */
	for (size_t i = 0; i < sources; i++)
		commands[i].argv = tg_build_compile_argv(c->program, c->build, i, true, a);
	commands[sources].argv = tg_build_link_argv(c->program, c->build, &tg_all_changed, a);
	return (struct fl_list){.items = commands, .len = sources + 1};
}

/* What was seen to run of a diagnostic_fix is the fixed program, under sanitizers. */
static enum tg_build_kind run_build(const struct ds_case *c, enum ds_kind kind)
{
	return kind == DS_KIND_DIAGNOSTIC_FIX ? TG_SANITIZED : c->build;
}

static struct fl_list run_argv(
	const struct tg_program *p, enum tg_build_kind build, struct fl_arena *a)
{
	const char *words[TG_WRAPPER_MAX];
	size_t n = tg_build_wrapper(build, words);
	struct fl_slice *argv = fl_arena_array(a, p->args.len + n + 1, sizeof(*argv));
	if (!argv)
		return (struct fl_list){0};
	for (size_t i = 0; i < n; i++)
		argv[i] = fl_slice_str(words[i]);
	argv[n++] = FL_S("./" TG_BINARY);
	for (size_t i = 0; i < p->args.len; i++)
		argv[n++] = tg_text_at(&p->args, i);
	return (struct fl_list){argv, n};
}

static struct ds_run run_of(const struct ds_case *c, enum ds_kind kind, struct fl_arena *a)
{
	enum tg_build_kind build = run_build(c, kind);
	return (struct ds_run){.argv = run_argv(c->program, build, a),
		.input = c->program->input,
		.env = tg_run_environment(c->program, build, a)};
}

/* All inputs with what the right program prints; what was seen of the faulty one is of c->build. */
static int tests_of(struct ds_record *r, const struct ds_case *c, enum ds_kind kind,
	struct fl_arena *a, struct fl_error *err)
{
	size_t count = tg_program_inputs(c->program);
	bool built = kind != DS_KIND_DIAGNOSTIC_FIX;
	struct ds_test *t = fl_arena_array(a, count, sizeof(*t));
	if (!t)
		return fl_arena_error(a, "the tests", err);
	for (size_t i = 0; i < count; i++) {
		struct tg_program p = tg_program_with(c->program, i);
		struct tg_baseline b = tg_baseline_with(c->baseline, i);
		bool shown = built && i == c->outcome->input;
		enum tg_given given = c->outcome->given ? c->outcome->given[i] : TG_GIVEN_UNTRIED;
		if (shown || !built)
			given = TG_GIVEN_FAILS;
		t[i] = (struct ds_test){.shown = shown,
			.argv = run_argv(&p, run_build(c, kind), a),
			.input = p.input,
			.output = fl_slice_head(
				b.run.out, b.run.out.len > DS_STDOUT_MAX ? 0 : b.run.out.len),
			.output_hash = ds_hash_text(b.run.out, a),
			.exit_status = b.run.result.exit_status,
			.faulty = fl_slice_str(tg_given_names.words[given])};
	}
	r->tests = (struct fl_list){t, count};
	ds_record_count_hidden(r);
	return 0;
}

/* A failed build: the status says which step; nothing ran. */
static struct ds_outcome build_outcome(const struct tg_outcome *o)
{
	return (struct ds_outcome){
		.status = o->linking ? FL_S("link_error") : FL_S("compile_error"),
		.exit_status = -1,
		.signal = -1};
}

static struct ds_outcome run_outcome(
	const struct tg_outcome *o, enum tg_build_kind build, struct fl_arena *a)
{
	const struct tg_run *run = &o->runs[0];
	/* Output that was cut by a limit, or flushed or not before an abort, is chance. */
	bool whole = run->result.end == FL_END_EXIT && run->outcome == SAN_PASSED;
	return (struct ds_outcome){.status = o->evidence.kind,
		.end = fl_slice_str(fl_end_names[run->result.end]),
		.exit_status = run->result.exit_status,
		.signal = run->result.signal,
		.sanitizer_kind =
			o->evidence.tool == SAN_TOOL_NONE || o->evidence.tool == SAN_TOOL_SYSTEM ||
					(!tg_build_sanitized(build) && build != TG_LEFT_OPEN)
				? FL_S("")
				: o->evidence.kind,
		.output_hash = whole ? ds_hash_text(run->out, a) : FL_S("")};
}

static struct ds_verification verification_of(
	const struct ds_case *c, enum ds_kind kind, struct fl_arena *a)
{
	bool built = kind != DS_KIND_DIAGNOSTIC_FIX;
	return (struct ds_verification){.level = built ? DS_EXECUTED : DS_COMPILED,
		.buggy = built ? run_outcome(c->outcome, c->build, a) : build_outcome(c->outcome),
		.fixed = {.same = true,
			.exit_status = c->baseline->run.result.exit_status,
			.output_hash = ds_hash_text(c->baseline->run.out, a)}};
}

static struct ds_provenance provenance_of(
	const struct ds_case *c, enum ds_kind kind, const struct tg_file *file, struct fl_arena *a)
{
	return (struct ds_provenance){.origin = c->real ? DS_REAL : DS_SYNTHETIC,
		.source = c->source->path,
		.sha256 = ds_hash_text(file->content, a),
		.licence = c->source->licence,
		.faultline = FL_S(FL_VERSION),
		.compiler = c->compiler,
		.debugger = kind == DS_KIND_TRACE_FIX || kind == DS_KIND_DIVERGENCE ? c->debugger
										    : FL_S(""),
		.seed = (int64_t)c->seed};
}

/* What follows from the columns that are filled, in the order in which it does. */
static int derive(
	struct ds_record *r, const struct ds_case *c, struct fl_arena *a, struct fl_error *err)
{
	int rc = ds_compose_edits(r, c->program, c->site, a, err);
	rc = rc ? rc : ds_record_fault(r, a, &r->fault, err);
	if (rc)
		return rc;
	r->instruction = ds_instruction(r, a);
	rc = ds_prompt_make(r, a, &r->prompt, err);
	rc = rc ? rc : ds_reason_make(r, &c->confidence, a, &r->reasoning, err);
	if (rc)
		return rc;
	r->reasoning = ds_reason_with_author(r->reasoning, c->author, a);
	return fl_arena_error(a, "the reasoning", err);
}

/* Of what people did no operator says the root cause: what was seen is all that is known. */
static void take_class(struct ds_record *r, const struct ds_case *c)
{
	const struct tg_outcome *o = c->outcome;
	int op = tg_op_find(c->site->op);
	r->evidence_class = (int)o->evidence_class;
	r->error_class = c->real ? r->evidence_class
				 : (int)tg_op_class(op, o->evidence_class, o->evidence.kind);
	r->cwe = c->real ? o->evidence.cwe : fl_slice_str(tg_ops[op].cwe);
}

int ds_compose(const struct ds_case *c, enum ds_kind kind, const struct fl_items *evidence,
	struct fl_arena *a, struct ds_record *ret_record, struct fl_error *err)
{
	struct fl_error failed = {0};
	const struct tg_file *file = tg_program_file(c->program, c->site->file);
	struct ds_record *r = fl_object_new(a, &ds_record_shape);
	if (!r)
		return fl_arena_error(a, "a record", err);
	struct tg_program faulty;
	struct fl_list changed;
	int rc = tg_apply_all(c->program, c->site, a, &changed, err);
	if (rc)
		return rc;
	r->buggy = ((const struct tg_file *)changed.items)->content;
	rc = tg_program_changed(c->program, &changed, a, &faulty, err);
	if (rc)
		return rc;
	r->kind = (int)kind;
	take_class(r, c);
	r->language = c->program->language == TG_C ? DS_LANG_C : DS_LANG_CXX;
	r->platform = c->platform;
	r->fixed = file->content;
	r->context = ds_context_text(evidence, kind, a, &failed);
	r->events = kind == DS_KIND_TRACE_FIX ? ds_events_text(evidence, a) : FL_S("");
	r->files = faulty.files;
	r->build = commands_of(c, a);
	r->run = run_of(c, kind, a);
	r->verification = verification_of(c, kind, a);
	r->provenance = provenance_of(c, kind, file, a);
	r->group = c->source->repository.len ? c->source->repository : c->source->sha256;
	r->program = c->source->sha256;
	r->form = (int)c->form;
	r->prompt_bytes = c->prompt_bytes;
	r->cpu_ms = c->cpu_ms;
	if (failed.code) {
		if (err)
			*err = failed;
		return failed.code;
	}
	rc = tests_of(r, c, kind, a, err);
	rc = rc ? rc : derive(r, c, a, err);
	rc = rc ? rc : ds_record_seal(r, a, err);
	if (rc == 0)
		rc = ds_record_check(r, err);
	if (rc == 0)
		*ret_record = *r;
	return rc;
}
