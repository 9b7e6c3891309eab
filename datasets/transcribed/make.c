#include "datasets/transcribed/make.h"

#include "base/json.h"
#include "datasets/compose.h"
#include "datasets/dialogue/mend.h"
#include "datasets/import/mend/hunks.h"
#include "datasets/record/instruct.h"
#include "datasets/record/prompt.h"
#include "datasets/record/tokens.h"

/* Tokens of a completion; turns: people ask more than a policy of ours may. */
enum { TOKENS_MAX = 4000, TURNS_MAX = 120, ITEMS_MAX = 8, TEXT_MAX = 1 << 20 };

const char *const ds_transcribed_fate_words[DS_TRANSCRIBED_FATE_COUNT] = {
#define X(id, word, doc) word,
	DS_TRANSCRIBED_FATES(X)
#undef X
};

const char *const ds_transcribed_fate_docs[DS_TRANSCRIBED_FATE_COUNT] = {
#define X(id, word, doc) doc,
	DS_TRANSCRIBED_FATES(X)
#undef X
};

struct making {
	const struct ds_real_bench *bench;
	struct fl_slice session; /* as it was pasted */
	struct fl_slice class_word; /* that the row says, or "" */
	struct ds_pair pair;
	struct ds_pasted pasted;
	struct ds_pasted_symptom seen;
	struct tg_program program; /* with the mend */
	struct ds_transcribed *made;
	struct fl_arena *a;
	struct fl_error *err;
};

/* The row ends there: `fate` and why. */
static int end(struct making *m, enum ds_transcribed_fate fate, struct fl_slice why)
{
	m->made->fate = fate;
	m->made->why = fl_arena_slice(m->a, why);
	return fl_arena_error(m->a, "a record", m->err);
}

static bool is_over(const struct making *m)
{
	return m->made->pair != DS_FATE_TAKEN || m->made->fate != DS_TRANSCRIBED_FATE_TAKEN;
}

/* ---- the row ---- */

static struct fl_slice text_of(const struct fl_json *row, const char *key)
{
	const struct fl_json *v = fl_json_get(row, key);
	return v && v->type == FL_JTEXT ? fl_json_str(v) : fl_slice(NULL, 0);
}

/* A pair of debugsession has both `fixed` and `diff`, and one of them is empty. */
static int read_row(struct making *m, struct fl_slice text)
{
	static const struct ds_pair_keys from_diff = {.before = "buggy", .diff = "diff"}, any;
	const struct fl_json *row = NULL;
	bool read = text.len <= DS_PAIR_ROW_MAX && fl_json_parse(text, m->a, &row, NULL) == 0 &&
		    row->type == FL_JOBJECT;
	bool diff = read && text_of(row, "diff").len && !text_of(row, "fixed").len &&
		    text_of(row, "buggy").len;
	m->made->pair = ds_pair_read(text, diff ? &from_diff : &any, m->a, &m->pair, &m->made->why);
	if (!read || m->made->pair != DS_FATE_TAKEN)
		return fl_arena_error(m->a, "a row", m->err);
	m->session = text_of(row, "session");
	if (!m->session.len)
		m->session = text_of(row, "transcript");
	/* A pair of debugsession has the class of its signal under both names. */
	if (!fl_slice_eq(text_of(row, "error_class"), text_of(row, "evidence_class")))
		m->class_word = text_of(row, "error_class");
	if (!fl_slice_trim(m->session).len)
		return end(m, DS_TRANSCRIBED_FATE_NO_SESSION, FL_S(""));
	return 0;
}

/* ---- the session ---- */

static void take_session(struct making *m, size_t session)
{
	struct ds_pasted *t = &m->pasted;
	const struct dbg_event *e = t->transcript.events;
	size_t count = t->transcript.event_count;
	for (t->from = 0; t->from < count && e[t->from].session < session;)
		t->from++;
	for (t->to = t->from; t->to < count && e[t->to].session == session;)
		t->to++;
	t->lldb = strcmp(t->transcript.sessions[session].debugger, "lldb") == 0;
}

/* The last session of the text that shows a failure. */
static int find_session(struct making *m)
{
	struct fl_error why = {0};
	int rc = FL_EREFUSED;
	for (size_t i = m->pasted.transcript.session_count;
		i-- > 0 && (rc == FL_EREFUSED || rc == FL_ENOTFOUND);) {
		take_session(m, i);
		rc = ds_pasted_symptom(&m->pasted, &m->seen, &why);
	}
	if (rc == FL_EREFUSED)
		return end(m, DS_TRANSCRIBED_FATE_NO_SYMPTOM, fl_slice_str(why.message));
	if (rc == FL_ENOTFOUND)
		return end(m, DS_TRANSCRIBED_FATE_NO_PLACE, fl_slice_str(why.message));
	return rc ? fl_error_set(m->err, why.code, "%s", why.message) : 0;
}

static int read_session(struct making *m)
{
	struct fl_error why = {0};
	m->pasted = (struct ds_pasted){
		.file = m->pair.unit.name, .text = m->pair.before, .said = m->pair.path, .a = m->a};
	int rc = dbg_transcript_read(m->session, m->a, &m->pasted.transcript, &why);
	if (rc == FL_ELIMIT)
		return end(m, DS_TRANSCRIBED_FATE_TOO_LONG, fl_slice_str(why.message));
	if (rc)
		return fl_error_set(m->err, why.code, "%s", why.message);
	if (!m->pasted.transcript.event_count)
		return end(m, DS_TRANSCRIBED_FATE_NOT_UNDERSTOOD, FL_S(""));
	return find_session(m);
}

static int check_session(struct making *m)
{
	struct fl_error why = {0};
	int rc = ds_pasted_holds(&m->pasted, &m->made->held, &why);
	if (rc == FL_EREFUSED)
		return end(m, DS_TRANSCRIBED_FATE_MISMATCH, fl_slice_str(why.message));
	if (rc == 0 && !m->made->held)
		return end(m, DS_TRANSCRIBED_FATE_NO_PLACE, ds_pasted_said(&m->pasted));
	return rc ? fl_error_set(m->err, why.code, "%s", why.message) : 0;
}

/* ---- the mend ---- */

static struct fl_slice first_error(struct fl_slice diagnostics)
{
	struct fl_slice line = {0};
	while (fl_slice_line(&diagnostics, &line))
		if (fl_slice_find(line, "error: ") >= 0)
			return fl_slice_trim(line);
	return fl_slice(NULL, 0);
}

/* Of a file whose headers are not here nothing is known, whichever side it is. */
static int compile(struct making *m)
{
	static const struct fl_list none = {0};
	struct tg_build after = {0}, before = {0};
	const struct ds_real_bench *b = m->bench;
	int rc = ds_real_setup(b, &none, m->err);
	rc = rc ? rc : ds_real_look(b, &m->program, m->pair.after, m->a, &after, m->err);
	m->made->compiled = rc == 0 && after.ok;
	if (rc || after.ok)
		return rc;
	rc = ds_real_look(b, &m->program, m->pair.before, m->a, &before, m->err);
	return rc == 0 && before.ok
		       ? end(m, DS_TRANSCRIBED_FATE_FIX_BREAKS, first_error(after.diagnostics))
		       : rc;
}

static int read_mend(struct making *m, struct fl_list *ret_edits)
{
	const struct ds_pair *p = &m->pair;
	struct fl_slice std = p->unit.language == TG_C ? FL_S("gnu17") : FL_S("gnu++20");
	struct fl_error why = {0};
	int rc = ds_real_program(&p->unit, p->after, TG_GCC, std, m->a, &m->program, &why);
	if (rc == FL_EINVAL)
		return end(m, DS_TRANSCRIBED_FATE_BREAKS_RULE, fl_slice_str(why.message));
	rc = rc ? rc
		: ds_hunks(m->program.name, p->after, p->before, DS_PAIR_LINES_MAX, m->a, ret_edits,
			  &why);
	if (rc == FL_ELIMIT) {
		m->made->pair = DS_FATE_CHANGES_MUCH;
		return 0;
	}
	return rc ? fl_error_set(m->err, why.code, "%s", why.message) : compile(m);
}

/* ---- the record ---- */

/* As gdb says who it is; else its name alone. */
static struct fl_slice debugger_of(const struct making *m)
{
	static const char banner[] = "GNU gdb ";
	enum { MOST = 80 };
	struct fl_slice rest = m->session, line;
	while (!m->pasted.lldb && fl_slice_line(&rest, &line)) {
		ptrdiff_t at = fl_slice_find(line, banner);
		if (at >= 0 && at < MOST)
			return ds_pasted_text(
				&m->pasted, fl_slice_trim(fl_slice_skip(line, (size_t)at)), MOST);
	}
	return m->pasted.lldb ? FL_S("lldb") : FL_S("gdb");
}

static int class_of(const struct making *m)
{
	int said = fl_names_find(&diag_class_names, m->class_word);
	return said > DIAG_CLASS_NONE ? said : m->seen.evidence_class;
}

/* Nothing was run; a list is never empty. */
static int take_run(struct making *m, struct ds_record *r)
{
	struct ds_command *command = fl_arena_alloc(m->a, sizeof(*command));
	struct fl_slice *argv = fl_arena_alloc(m->a, sizeof(*argv));
	struct ds_test *test = fl_arena_alloc(m->a, sizeof(*test));
	if (!command || !argv || !test)
		return fl_arena_error(m->a, "a record", m->err);
	command->argv = tg_build_compile_argv(&m->program, TG_PLAIN, 0, true, m->a);
	*argv = FL_S("./" TG_BINARY);
	r->build = (struct fl_list){command, 1};
	r->run.argv = (struct fl_list){argv, 1};
	*test = (struct ds_test){.argv = r->run.argv, .exit_status = -1};
	r->tests = (struct fl_list){test, 1};
	return fl_arena_error(m->a, "a record", m->err);
}

static int take_files(struct making *m, const struct fl_list *edits, struct ds_record *r)
{
	struct tg_file *file = fl_arena_alloc(m->a, sizeof(*file));
	if (!file)
		return fl_arena_error(m->a, "a record", m->err);
	*file = (struct tg_file){m->program.name, m->pair.before};
	r->fixed = m->pair.after;
	r->buggy = m->pair.before;
	r->files = (struct fl_list){file, 1};
	r->edits = *edits;
	return ds_edits_sum(r, m->a, m->err);
}

static void take_facts(struct making *m, struct ds_record *r)
{
	const struct ds_real_bench *b = m->bench;
	r->error_class = class_of(m);
	r->evidence_class = m->seen.evidence_class;
	r->cwe = r->error_class == r->evidence_class ? fl_slice_str(m->seen.cwe) : FL_S("");
	r->language = m->program.language == TG_C ? DS_LANG_C : DS_LANG_CXX;
	r->form = (int)b->form;
	r->prompt_bytes = b->prompt_bytes;
	r->program = ds_real_program_id(&m->program, m->a);
	r->group = m->pair.repository.len ? m->pair.repository : r->program;
	r->provenance = (struct ds_provenance){.origin = DS_REAL,
		.source = m->program.name,
		.sha256 = ds_hash_text(m->pair.after, m->a),
		.licence = m->pair.licence,
		.faultline = FL_S(FL_VERSION),
		.compiler = m->made->compiled ? b->toolchain->compilers[TG_GCC].version : FL_S(""),
		.debugger = debugger_of(m),
		.seed = (int64_t)b->seed};
	r->verification = (struct ds_verification){.level = DS_TRANSCRIBED,
		.buggy = {.status = m->seen.symptom.kind,
			.end = fl_slice_str(fl_end_names[FL_END_SIGNAL]),
			.exit_status = -1,
			.signal = m->seen.signal},
		.fixed = {.exit_status = -1}};
}

/* ---- what it shows ---- */

static struct fl_slice taken(struct fl_buf *text, struct fl_arena *a)
{
	struct fl_slice made = fl_arena_slice(a, fl_buf_view(text));
	fl_buf_release(text);
	return made;
}

/* No command was typed: what the debugger showed behind the failure, of the trace's kind. */
static int show_trace(struct making *m, struct ds_record *r)
{
	struct fl_item items[ITEMS_MAX] = {
		{.shape = &tg_symptom_shape, .object = &m->seen.symptom}};
	struct fl_items all = {items, 1};
	struct fl_buf text;
	for (size_t i = m->seen.event; i < m->pasted.to && all.len < ITEMS_MAX; i++) {
		const struct dbg_event *e = &m->pasted.transcript.events[i];
		void *object = e->shape == &dbg_backtrace_shape
				       ? (void *)ds_pasted_backtrace(&m->pasted, e->object)
			       : e->shape == &dbg_frame_vars_shape
				       ? (void *)ds_pasted_vars(&m->pasted, e->object)
				       : NULL;
		if (object)
			items[all.len++] = (struct fl_item){.shape = e->shape, .object = object};
	}
	r->kind = DS_KIND_TRACE_FIX;
	fl_buf_init(&text, TEXT_MAX);
	fl_json_items(&text, &all);
	r->events = taken(&text, m->a);
	r->context = ds_context_text(&all, DS_KIND_TRACE_FIX, m->a, m->err);
	return fl_arena_error(m->a, "the context", m->err);
}

/* The turns, and what the mend says behind them. */
static int end_turns(struct making *m, struct ds_record *r, struct fl_vec *turns)
{
	const struct tg_file fixed = {m->program.name, m->pair.after};
	struct tg_file mended[1] = {fixed};
	const struct fl_list files = {mended, 1};
	struct fl_rng rng = fl_rng_new(m->bench->seed, r->context, r->buggy);
	struct fl_error why = {0};
	struct fl_list all = {0};
	struct fl_buf text;
	struct ds_talk talk;
	ds_talk_open(&talk, NULL, rng, false, m->a, &why);
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < turns->len; i++)
		rc = ds_talk_add(&talk, fl_vec_at(turns, i));
	rc = rc ? rc : ds_dialogue_mend(&talk, r, &files);
	rc = rc ? rc : ds_talk_turns(&talk, &all);
	ds_talk_close(&talk);
	if (rc == FL_EREFUSED)
		return end(m, DS_TRANSCRIBED_FATE_BREAKS_RULE, fl_slice_str(why.message));
	if (rc)
		return fl_error_set(m->err, why.code, "%s", why.message);
	fl_buf_init(&text, TEXT_MAX);
	ds_turns_write(&text, &all);
	rc = fl_buf_error(&text, "the turns", m->err);
	r->events = taken(&text, m->a);
	return rc;
}

static int show_dialogue(struct making *m, struct ds_record *r, struct fl_vec *turns)
{
	struct fl_item item = {.shape = &tg_symptom_shape, .object = &m->seen.symptom};
	const struct fl_items items = {&item, 1};
	struct fl_buf text;
	r->kind = DS_KIND_DEBUG_SESSION;
	fl_buf_init(&text, TEXT_MAX);
	fl_literal_write(&text, &items, FL_TERSE, FL_MARK_DEBUG);
	r->context = taken(&text, m->a);
	return end_turns(m, r, turns);
}

static int show(struct making *m, struct ds_record *r)
{
	struct fl_error why = {0};
	struct fl_vec turns;
	fl_vec_init(&turns, sizeof(struct ds_turn), TURNS_MAX);
	int rc = ds_pasted_turns(&m->pasted, &turns, m->made->typed, &why);
	if (rc == FL_ELIMIT)
		rc = end(m, DS_TRANSCRIBED_FATE_TOO_LONG, fl_slice_str(why.message));
	else if (rc)
		rc = fl_error_set(m->err, why.code, "%s", why.message);
	else
		rc = turns.len ? show_dialogue(m, r, &turns) : show_trace(m, r);
	fl_vec_release(&turns);
	return rc;
}

/* What follows from the columns that are filled, in the order in which it does. */
static int derive(struct making *m, struct ds_record *r, struct fl_error *why)
{
	const struct ds_confidence sure = {.ratio = m->seen.confidence};
	int rc = ds_record_fault(r, m->a, &r->fault, why);
	if (rc)
		return rc;
	r->instruction = ds_instruction(r, m->a);
	rc = ds_prompt_make(r, m->a, &r->prompt, why);
	rc = rc ? rc : ds_reason_make(r, &sure, m->a, &r->reasoning, why);
	if (rc)
		return rc;
	r->reasoning = ds_reason_with_author(r->reasoning, m->pair.message, m->a);
	rc = fl_arena_error(m->a, "the reasoning", why);
	rc = rc ? rc : ds_record_seal(r, m->a, why);
	return rc ? rc : ds_record_check(r, why);
}

static int make_record(struct making *m, const struct fl_list *edits)
{
	const struct tg_site site = {.file = m->program.name};
	struct ds_record *r = fl_object_new(m->a, &ds_record_shape);
	struct fl_error why = {0};
	if (!r)
		return fl_arena_error(m->a, "a record", m->err);
	take_facts(m, r);
	int rc = ds_platform_text(
		&m->program, &site, TG_PLAIN, m->bench->compilers, m->a, &r->platform, m->err);
	rc = rc ? rc : take_files(m, edits, r);
	rc = rc ? rc : take_run(m, r);
	rc = rc ? rc : show(m, r);
	if (rc || is_over(m))
		return rc;
	rc = derive(m, r, &why);
	if (rc == FL_EREFUSED || rc == FL_ELIMIT)
		return end(m, DS_TRANSCRIBED_FATE_BREAKS_RULE, fl_slice_str(why.message));
	if (rc)
		return fl_error_set(m->err, why.code, "%s", why.message);
	if (ds_tokens(r->completion) > TOKENS_MAX)
		return end(m, DS_TRANSCRIBED_FATE_TOO_LONG, FL_S(""));
	m->made->record = *r;
	return 0;
}

int ds_transcribed_make(const struct ds_real_bench *b, struct fl_slice row, struct fl_arena *a,
	struct ds_transcribed *ret_made, struct fl_error *err)
{
	struct making m = {.bench = b, .made = ret_made, .a = a, .err = err};
	struct fl_list edits = {0};
	*ret_made = (struct ds_transcribed){.fate = DS_TRANSCRIBED_FATE_TAKEN};
	int rc = read_row(&m, row);
	if (rc == 0 && !is_over(&m))
		rc = read_session(&m);
	if (rc == 0 && !is_over(&m))
		rc = check_session(&m);
	if (rc == 0 && !is_over(&m))
		rc = read_mend(&m, &edits);
	if (rc == 0 && !is_over(&m))
		rc = make_record(&m, &edits);
	return rc;
}
