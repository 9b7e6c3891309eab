#include "datasets/dialogue/dialogues.h"
#include "datasets/dialogue/idle.h"
#include "datasets/dialogue/mend.h"
#include "datasets/dialogue/stage.h"
#include "datasets/recall.h"
#include "debugsession/answer/document.h"

enum { TEXT_MAX = 1 << 20 };

const char *const ds_dialogue_fate_docs[DS_DIALOGUE_FATES_COUNT] = {
#define X(id, word, doc) [DS_DIALOGUE_##id] = doc,
	DS_DIALOGUE_FATES(X)
#undef X
};

static const char *const fate_words[] = {
#define X(id, word, doc) [DS_DIALOGUE_##id] = word,
	DS_DIALOGUE_FATES(X)
#undef X
};

const struct fl_names ds_dialogue_fate_names = {
	"dialogue_fate", fate_words, DS_DIALOGUE_FATES_COUNT};

static int end(struct ds_making *m, enum ds_dialogue_fate fate, struct fl_slice why)
{
	return ds_dialogue_end(m->d, fate, why, m->a, m->err);
}

bool ds_dialogue_fits(const struct ds_record *r)
{
	bool seen = r->kind == DS_KIND_TRACE_FIX || r->kind == DS_KIND_SANITIZER_FIX ||
		    r->kind == DS_KIND_CRASH_REPORT || r->kind == DS_KIND_DEBUG_SESSION;
	bool whole = r->files.len && r->edits.len && r->run.argv.len;
	return seen && whole && r->schema_version == DS_SCHEMA_VERSION &&
	       r->verification.level == DS_EXECUTED;
}

bool ds_dialogue_is_finer(const struct ds_record *r, struct fl_arena *a)
{
	struct fl_list turns;
	if (ds_turns_read(r->events, a, &turns, NULL))
		return false;
	for (size_t i = 0; i < turns.len; i++) {
		int kind = ds_turns_at(&turns, i)->kind;
		if (kind == DS_TURN_HYPOTHESIS || kind == DS_TURN_ELIMINATE ||
			kind == DS_TURN_CONFIRM)
			return true;
	}
	return false;
}

bool ds_dialogue_is_scripted(const struct ds_record *r, struct fl_arena *a)
{
	struct fl_list turns;
	return ds_turns_read(r->events, a, &turns, NULL) == 0 &&
	       ds_turns_find(&turns, DS_TURN_SCRIPT) < turns.len;
}

/* ---- the program ---- */

static int read_symptom(struct ds_making *m)
{
	struct fl_items items;
	struct fl_buf text;
	int rc = ds_context_read(m->r->context, m->a, &items, m->err);
	if (rc)
		return rc;
	if (!items.len || items.at[0].shape != &tg_symptom_shape)
		return fl_error_set(m->err, FL_EREFUSED, "its context has no symptom");
	m->symptom = items.at[0].object;
	items.len = 1;
	fl_buf_init(&text, TEXT_MAX);
	fl_literal_write(&text, &items, FL_TERSE, FL_MARK_DEBUG);
	m->context = fl_arena_slice(m->a, fl_buf_view(&text));
	fl_buf_release(&text);
	return fl_arena_error(m->a, "a symptom", m->err);
}

/* ---- the dialogue ---- */

/* A kernel panics, or its self-test fails. */
static struct fl_slice gives_up(const struct ds_making *m)
{
	bool check = fl_slice_eqs(m->symptom->kind, "wrong-output");
	const struct fl_list *functions = check ? &m->kernel.fail : &m->kernel.panic;
	return functions->len ? tg_text_at(functions, 0) : fl_slice(NULL, 0);
}

/* Before the first call: the faulty program is built, unless it stands there. */
static int start(struct ds_talk *t)
{
	struct ds_making *m = t->ctx;
	bool built = true;
	int rc = m->ready ? 0 : m->stage->faulty(m, &built);
	if (rc == 0 && !built) {
		m->not_built = true;
		return ds_talk_give_up(t, "it does not build");
	}
	m->ready = true;
	rc = rc ? rc : ds_debug_open(&m->debugging, m->a, &t->session, m->err);
	return rc == FL_EREFUSED ? ds_talk_give_up(t, "the debugger refuses the program") : rc;
}

/* Up to the conclusion. Nothing of the record but files and symptom is passed on. */
static int play(struct ds_making *m, struct ds_talk *t, struct ds_cause *ret_cause)
{
	const struct ds_scene scene = {.symptom = m->symptom,
		.files = &m->r->files,
		.cxx = m->source.program.language == TG_CXX,
		.pass = m->kernel.pass,
		.gives_up = gives_up(m)};
	const struct fl_slice text = ((const struct tg_file *)m->r->files.items)->content;
	struct fl_rng rng = fl_rng_new(m->bench->seed, m->context, text);
	ds_policy_fn policy = ds_policy_of(m->symptom);
	ds_talk_open(t, &scene, rng, m->bench->finer, m->a, m->err);
	t->start = start;
	t->ctx = m;
	int rc = policy(t, ret_cause);
	rc = rc ? rc : ds_idle_drop(t);
	ds_debug_close(t->session);
	t->session = NULL;
	t->scene = NULL;
	return rc;
}

/* The calls, one behind the other. */
static struct fl_slice calls_of(const struct fl_list *turns, struct fl_arena *a)
{
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	for (size_t i = 0; i < turns->len; i++)
		if (ds_turns_at(turns, i)->kind == DS_TURN_CALL)
			fl_buf_printf(&out, "%s%.*s", out.len ? "\n" : "",
				FL_ARG(ds_turns_at(turns, i)->text));
	struct fl_slice calls = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return calls;
}

/* What was said up to a conclusion that is not to be kept. */
static int keep_said(struct ds_making *m, struct ds_talk *t)
{
	struct fl_list turns;
	struct fl_buf text;
	int rc = ds_talk_turns(t, &turns);
	if (rc)
		return rc;
	fl_buf_init(&text, TEXT_MAX);
	ds_turns_text(&text, &turns, 0, turns.len);
	m->d->said = fl_arena_slice(m->a, fl_buf_view(&text));
	fl_buf_release(&text);
	return 0;
}

static struct fl_slice where(const struct ds_making *m, const struct ds_cause *c)
{
	const struct ds_edit *e = ds_edits_at(m->r, 0);
	if (fl_slice_eq(e->file, c->file) && ds_edits_line(e) == c->line)
		return fl_arena_printf(m->a, "%.*s: %.*s:%lld, as the edit, but with another mend",
			FL_ARG(m->r->mutation.operator), FL_ARG(c->file), (long long)c->line);
	return fl_arena_printf(m->a, "%.*s: %.*s:%lld, and the edit is at %.*s:%lld",
		FL_ARG(m->r->mutation.operator), FL_ARG(c->file), (long long)c->line,
		FL_ARG(e->file), (long long)ds_edits_line(e));
}

/* ---- the record ---- */

static int finish(struct ds_making *m, const struct ds_record *r, const struct fl_list *turns,
	struct ds_dialogue *d)
{
	return ds_dialogue_finish(
		r, DS_KIND_DEBUG_SESSION, m->context, m->bench->seed, turns, m->a, d, m->err);
}

/* Beside the dialogue step by step, which may be too long where the script is not. */
static int keep_script(struct ds_making *m, const struct ds_dialogue *whole)
{
	if (whole->fate != DS_DIALOGUE_TAKEN)
		return 0;
	if (m->d->fate != DS_DIALOGUE_TAKEN) {
		*m->d = *whole;
		return 0;
	}
	struct ds_record *script = fl_arena_alloc(m->a, sizeof(*script));
	if (!script)
		return fl_arena_error(m->a, "a script", m->err);
	*script = whole->record;
	m->d->script = script;
	return 0;
}

static int seal(struct ds_making *m, struct ds_talk *t)
{
	struct fl_list turns;
	int rc = ds_talk_turns(t, &turns);
	if (rc)
		return rc;
	m->d->asked = calls_of(&turns, m->a);
	/* The usual one is told only where the row was seen by one. */
	struct ds_record r = *m->r;
	if (m->bench->debugger != DS_DEBUGGER_GDB ||
		ds_debugger_of(r.provenance.debugger) != DS_DEBUGGER_GDB)
		r.provenance.debugger = m->bench->version;
	bool scripted = m->d->fate_of_script == DS_SCRIPT_TAKEN;
	if (!scripted || m->bench->both)
		rc = finish(m, &r, &turns, m->d);
	if (rc || !scripted)
		return rc;
	struct ds_dialogue whole = *m->d;
	rc = ds_script_turns(&turns, m->a, &turns, m->err);
	rc = rc ? rc : finish(m, &r, &turns, &whole);
	if (rc == 0 && m->bench->both)
		rc = keep_script(m, &whole);
	else if (rc == 0)
		*m->d = whole;
	return rc;
}

/* The first turn in which they are not alike; NULL: they are. */
static const struct ds_turn *differing(const struct ds_talk *x, const struct ds_talk *y)
{
	for (size_t i = 0; i < x->turns.len; i++) {
		const struct ds_turn *a = fl_vec_at(&x->turns, i);
		const struct ds_turn *b = i < y->turns.len ? fl_vec_at(&y->turns, i) : NULL;
		if (!b || a->kind != b->kind || !fl_slice_eq(a->text, b->text))
			return a;
	}
	return x->turns.len < y->turns.len ? fl_vec_at(&y->turns, x->turns.len) : NULL;
}

/* What varies between two plays is no answer; *ret_other: the turn that does, or NULL. */
static int play_again(struct ds_making *m, const struct ds_talk *t, struct fl_slice *ret_other)
{
	struct ds_talk again;
	struct ds_cause cause;
	int rc = m->stage->other(m);
	if (rc)
		return rc;
	rc = play(m, &again, &cause);
	const struct ds_turn *other = rc == 0 || rc == FL_EREFUSED ? differing(t, &again) : NULL;
	*ret_other = fl_slice(NULL, 0);
	if (other)
		*ret_other = other->text.len ? other->text : FL_S("a thought");
	ds_talk_close(&again);
	return rc == FL_EREFUSED ? 0 : rc;
}

/* Did the debugger's program write what it writes by itself? Then that does not vary. */
static bool wrote_the_same(struct ds_making *m, struct fl_slice told)
{
	struct fl_buf wrote;
	fl_buf_init(&wrote, TEXT_MAX);
	dbg_literal_output(&wrote, m->alone, DS_DEBUG_OUTPUT_MAX);
	bool same = m->alone.ptr && !wrote.failed && fl_slice_ends_with(told, fl_buf_view(&wrote));
	fl_buf_release(&wrote);
	return same;
}

/* Ask what the verification asked; *ret_other: an answer that is another, or empty. */
static int run_again(struct ds_making *m, struct fl_slice told, struct fl_slice *ret_other)
{
	struct ds_session *session = NULL;
	struct ds_debug_seen seen;
	struct fl_buf answer;
	int rc = m->stage->other(m);
	rc = rc ? rc : ds_debug_open(&m->debugging, m->a, &session, m->err);
	if (rc)
		return rc;
	fl_buf_init(&answer, TEXT_MAX);
	rc = ds_debug_ask(session, FL_S("run()"), &answer, &seen, m->err);
	*ret_other = fl_slice(NULL, 0);
	if (rc == FL_ETIMEOUT)
		*ret_other = FL_S("it does not end in its time");
	else if (rc == 0 && !fl_slice_eq(fl_buf_view(&answer), told))
		*ret_other = fl_arena_slice(m->a, fl_buf_view(&answer));
	fl_buf_release(&answer);
	ds_debug_close(session);
	return rc == FL_ETIMEOUT ? 0 : rc;
}

/* The mended program is run in the debugger; what that shows is the end of the dialogue. */
static int verify(struct ds_making *m, struct ds_talk *t)
{
	const struct ds_scene scene = {.symptom = m->symptom,
		.files = &m->source.program.files,
		.cxx = m->source.program.language == TG_CXX,
		.pass = m->kernel.pass};
	struct ds_session *session = NULL;
	struct fl_slice other = {0};
	bool right = false;
	int rc = m->stage->mended(m, &right);
	if (rc == 0 && !right)
		return end(m, DS_DIALOGUE_NOT_MENDED,
			m->complaint.len ? m->complaint : FL_S("run by itself it is not right"));
	rc = rc ? rc : ds_debug_open(&m->debugging, m->a, &session, m->err);
	if (rc)
		return rc;
	t->session = session;
	t->scene = &scene;
	t->calls = 0;
	rc = ds_dialogue_verify(t, m->r);
	ds_debug_close(session);
	if (rc == FL_EREFUSED)
		return end(m, DS_DIALOGUE_NOT_MENDED, fl_slice_str(t->why));
	const struct ds_turn *told = rc ? NULL : fl_vec_at(&t->turns, (size_t)t->answer);
	if (rc == 0 && !wrote_the_same(m, told->text))
		rc = run_again(m, told->text, &other);
	if (rc == 0 && other.len)
		return end(m, DS_DIALOGUE_NONDETERMINISTIC, other);
	return rc ? rc : seal(m, t);
}

/* The script as a whole, in a session of its own. */
static int run_script(struct ds_making *m, const struct fl_list *turns, bool *ret_same)
{
	struct fl_buf told;
	size_t failed = 0;
	bool over = false;
	int rc = m->stage->other(m);
	if (rc)
		return rc;
	struct ds_debugging whole = m->debugging;
	whole.text = ds_script_text(turns, turns->len, m->a);
	whole.max = TEXT_MAX;
	fl_buf_init(&told, TEXT_MAX);
	rc = ds_debug(&whole, m->a, &told, &failed, &over, m->err);
	*ret_same = rc == 0 && !failed && !over &&
		    fl_slice_eq(fl_buf_view(&told), ds_script_answers(turns, turns->len, m->a));
	fl_buf_release(&told);
	return rc;
}

/* Are the calls to be a script, and can they? */
static int try_script(struct ds_making *m, const struct ds_talk *t)
{
	const struct ds_scene scene = {.symptom = m->symptom, .files = &m->r->files};
	struct fl_rng rng = fl_rng_new(m->bench->seed, FL_S("scripted"), m->context);
	const struct fl_list turns = {t->turns.data, t->turns.len};
	bool same = false;
	if (fl_rng_below(&rng, 100) >= m->bench->scripted)
		return 0;
	m->d->fate_of_script = ds_script_judge(&turns, &scene, m->a);
	int rc = m->d->fate_of_script == DS_SCRIPT_TAKEN ? run_script(m, &turns, &same) : 0;
	if (rc == 0 && m->d->fate_of_script == DS_SCRIPT_TAKEN && !same)
		m->d->fate_of_script = DS_SCRIPT_OTHER;
	return rc;
}

static int conclude(struct ds_making *m, struct ds_talk *t, const struct ds_cause *cause)
{
	m->d->calls = t->calls;
	m->d->wrong_first = t->refuted > 0;
	if (!ds_dialogue_is_at(cause, m->r)) {
		int rc = keep_said(m, t);
		return rc ? rc : end(m, DS_DIALOGUE_ELSEWHERE, where(m, cause));
	}
	if (t->calls < DS_TURNS_CALLS_LEAST)
		return end(m, DS_DIALOGUE_TOO_SHORT, FL_S(""));
	struct fl_slice other = {0};
	int rc = try_script(m, t);
	/* A script that had the same answers was another play. */
	if (rc == 0 && m->d->fate_of_script != DS_SCRIPT_TAKEN)
		rc = play_again(m, t, &other);
	if (rc == 0 && other.len)
		return end(m, DS_DIALOGUE_NONDETERMINISTIC, other);
	rc = rc ? rc : ds_dialogue_mend(t, m->r, &m->source.program.files);
	if (rc == FL_EREFUSED)
		return end(m, DS_DIALOGUE_REFUSED, fl_slice_str(t->why));
	return rc ? rc : verify(m, t);
}

static int go_through(struct ds_making *m)
{
	struct ds_talk t;
	struct ds_cause cause = {0};
	int rc = play(m, &t, &cause);
	if (rc == FL_EREFUSED && m->not_built)
		rc = end(m, DS_DIALOGUE_NOT_BUILT, m->complaint);
	else if (rc == FL_EREFUSED) {
		rc = keep_said(m, &t);
		rc = rc ? rc : end(m, DS_DIALOGUE_GAVE_UP, fl_slice_str(t.why));
	} else if (rc == 0)
		rc = conclude(m, &t, &cause);
	ds_talk_close(&t);
	return rc;
}

void ds_dialogue_bench_release(struct ds_dialogue_bench *bench)
{
	fl_buf_release(&bench->mended);
	fl_buf_release(&bench->dirty);
	fl_arena_release(&bench->libraries);
	memset(bench->lean, 0, sizeof(bench->lean));
	bench->loaded[0] = '\0';
}

int ds_dialogue_make(struct ds_dialogue_bench *bench, const struct ds_record *r, struct fl_arena *a,
	struct ds_dialogue *ret_dialogue, struct fl_error *err)
{
	struct ds_making m = {.bench = bench, .r = r, .a = a, .d = ret_dialogue, .err = err};
	struct fl_error why;
	*ret_dialogue = (struct ds_dialogue){.fate = DS_DIALOGUE_KIND};
	if (!ds_dialogue_fits(r))
		return 0;
	m.err = &why;
	m.stage = ds_record_is_machine(r) ? &ds_stage_machine : &ds_stage_program;
	if (read_symptom(&m) || m.stage->read(&m))
		return m.err = err, end(&m, DS_DIALOGUE_KIND, fl_slice_str(why.message));
	m.err = err;
	if (ds_record_is_machine(r) && bench->debugger != DS_DEBUGGER_GDB)
		return end(&m, DS_DIALOGUE_KIND, FL_S("this debugger boots no machine"));
	if (!ds_policy_of(m.symptom))
		return end(&m, DS_DIALOGUE_NO_POLICY, m.symptom->kind);
	int rc = go_through(&m);
	if (rc) /* whatever is in the box now */
		ds_dialogue_bench_release(bench);
	return rc;
}

static int make_of_row(struct ds_dialogue_bench *bench, const struct ds_record *const *rows,
	size_t count, struct fl_arena *a, struct ds_dialogue *ret_dialogue, struct fl_error *err)
{
	(void)count;
	return ds_dialogue_make(bench, rows[0], a, ret_dialogue, err);
}

const struct ds_dialogue_maker ds_debug_maker = {.fits = ds_dialogue_fits, .make = make_of_row};
