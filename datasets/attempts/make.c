#include "datasets/attempts/make.h"

#include "datasets/again.h"
#include "datasets/attempts/bundle.h"
#include "datasets/attempts/changes.h"
#include "datasets/attempts/compile.h"
#include "datasets/attempts/gather.h"
#include "datasets/attempts/guess.h"
#include "datasets/attempts/idea.h"
#include "datasets/dialogue/code.h"
#include "datasets/dialogue/mend.h"
#include "datasets/dialogue/policies/owner.h"
#include "diag/model/class.h"
#include "tracegen/builds/made.h"
#include "tracegen/node.h"
#include "tracegen/operators/ops.h"

enum { TEXT_MAX = 1 << 20, TRIED = 60 /* percent of the ideas that can be tried */ };

/* One under way. */
struct making {
	struct ds_dialogue_bench *bench;
	struct ds_record r; /* all faults */
	struct ds_program source; /* without them */
	enum tg_build_kind build;
	struct ds_change *mends; /* of each edit */
	bool *done; /* which are in */
	struct ds_said said; /* what the compiler says of the program as it is now */
	struct ds_said told; /* what it said last, perhaps to something that was tried */
	struct ds_talk talk;
	struct ds_scene scene;
	struct fl_list files; /* struct tg_file: the program as it is now */
	struct fl_arena *a;
	struct ds_dialogue *d;
	struct fl_error *err;
};

static int end(struct making *m, enum ds_dialogue_fate fate, struct fl_slice why)
{
	return ds_dialogue_end(m->d, fate, why, m->a, m->err);
}

static bool all_done(const struct making *m)
{
	for (size_t i = 0; i < m->r.edits.len; i++)
		if (!m->done[i])
			return false;
	return true;
}

/* ---- attempts ---- */

/* The program with these edits mended, and perhaps one more change. */
static int attempt(struct making *m, const bool *done, const struct ds_change *more,
	struct fl_list *ret_files, struct fl_slice *ret_code)
{
	struct ds_change *changes = fl_arena_array(m->a, m->r.edits.len + 2, sizeof(*changes));
	size_t n = 0;
	if (!changes)
		return fl_arena_error(m->a, "an attempt", m->err);
	for (size_t i = 0; i < m->r.edits.len; i++)
		if (done[i])
			changes[n++] = m->mends[i];
	if (more)
		changes[n++] = *more;
	return ds_changes_apply(&m->r, changes, n, m->a, ret_files, ret_code, m->err);
}

static int compile(struct making *m, const struct fl_list *files, struct ds_said *ret_said)
{
	return ds_compile(m->bench, &m->source.program, m->build, files, m->a, ret_said, m->err);
}

/* An attempt, or the code at the end, and what the compiler says to it. */
static int tell(struct making *m, bool last, struct fl_slice code, const struct ds_said *said)
{
	const struct ds_turn made = {.kind = last ? DS_TURN_CODE : DS_TURN_ATTEMPT,
		.text = last ? fl_slice(NULL, 0) : code};
	const struct ds_turn call = {.kind = DS_TURN_CALL, .text = FL_S(DS_TURNS_COMPILE)};
	const struct ds_turn told = {
		.kind = DS_TURN_RESULT, .text = ds_compile_answer(m->r.platform, said, m->a)};
	int rc = told.text.len ? 0 : fl_arena_error(m->a, "an answer", m->err);
	rc = rc ? rc : ds_talk_add(&m->talk, &made);
	rc = rc ? rc : ds_talk_add(&m->talk, &call);
	rc = rc ? rc : ds_talk_add(&m->talk, &told);
	m->talk.answer = (int64_t)m->talk.turns.len - 1;
	m->told = *said;
	m->talk.calls++;
	return rc;
}

/* ---- something else first ---- */

/* The place of a change of the program as it is now, in the faulty one; false: it is in a mend. */
static bool in_faulty(const struct making *m, const struct ds_change *now, struct ds_change *ret)
{
	*ret = *now;
	for (size_t i = 0; i < m->r.edits.len; i++) {
		const struct ds_change *c = &m->mends[i];
		if (!m->done[i] || !fl_slice_eq(c->file, now->file) || c->start > ret->start)
			continue;
		ret->start -= (int64_t)c->put.len - c->len;
	}
	for (size_t i = 0; i < m->r.edits.len; i++)
		if (m->done[i] && ds_changes_meet(&m->mends[i], ret))
			return false;
	return ret->start >= 0;
}

/* Does the trial make what the mends of that fault make there? */
static bool is_a_mend(const struct making *m, const struct ds_change *trial)
{
	for (size_t i = 0; i < m->r.edits.len; i++)
		if (!m->done[i] && ds_changes_meet(&m->mends[i], trial))
			return fl_slice_eq(m->mends[i].put, trial->put) &&
			       m->mends[i].start == trial->start;
	return false;
}

static struct fl_slice first_words(const struct ds_said *said)
{
	const struct diag_diagnostic *d = said->items.len ? said->items.at[0].object : NULL;
	return d ? d->message : fl_slice(NULL, 0);
}

/* The first error that something tried is to blame for, or did not help; NULL: there is none. */
static const struct diag_diagnostic *refuting(
	const struct making *m, const struct ds_change *trial, const struct ds_said *said)
{
	enum { NEAR = 3 };
	struct fl_slice text = tg_files_text(&m->files, trial->file);
	size_t at = trial->start < (int64_t)text.len ? (size_t)trial->start : text.len;
	int64_t line = 1 + (int64_t)fl_slice_count(fl_slice_head(text, at), '\n');
	for (size_t i = 0; i < said->items.len; i++) {
		const struct diag_diagnostic *d = said->items.at[i].object;
		bool here = fl_slice_eq(d->file, trial->file) && d->line >= line - NEAR &&
			    d->line <= line + NEAR;
		if (here || fl_slice_eq(d->message, first_words(&m->said)))
			return d;
	}
	return NULL;
}

static int refute(struct making *m, const struct diag_diagnostic *d)
{
	bool same = fl_slice_eq(d->message, first_words(&m->said));
	const struct ds_fact facts[] = {ds_idea_said(&m->talk, d)};
	m->talk.refuted++;
	if (same)
		return DS_THINK(&m->talk, DS_TURN_TRACE, facts,
			"That changes nothing: {0} is still there. I take it back.",
			"The compiler says {0} as before, so it was not that.",
			"It is still {0}; the change goes again.");
	return DS_THINK(&m->talk, DS_TURN_TRACE, facts,
		"That does not do: now the compiler says {0}. I take it back.",
		"So that was wrong, as {0} shows; it has to go again.",
		"With it there is {0}. That was not what was meant.",
		"The compiler refuses that as well: {0}. Back to what it was.");
}

/* What might be tried, where it is wrong (sure: known to be) and the compiler sees that. */
static int try_first(struct making *m, const struct ds_idea *idea, bool sure, bool *ret_tried)
{
	struct ds_change trial;
	struct fl_list files;
	struct fl_slice code;
	struct ds_said said;
	struct fl_rng draw = m->talk.rng;
	/* Of two names the second is right where the first is wrong, and else it is none to try. */
	bool wanted = idea->second.len ? sure : fl_rng_below(&draw, 100) < TRIED;
	if (!idea->trial.file.len || !wanted || !in_faulty(m, &idea->trial, &trial) ||
		is_a_mend(m, &trial))
		return 0;
	int rc = attempt(m, m->done, &trial, &files, &code);
	if (rc == FL_EREFUSED)
		return 0;
	rc = rc ? rc : compile(m, &files, &said);
	/* What is right, or as good, is no trial. */
	const struct diag_diagnostic *d = rc ? NULL : refuting(m, &idea->trial, &said);
	if (rc || said.ok || !d)
		return rc;
	*ret_tried = true;
	rc = ds_idea_say(&m->talk, DS_TURN_FIX, &idea->trial_said);
	rc = rc ? rc : tell(m, false, code, &said);
	return rc ? rc : refute(m, d);
}

/* ---- a round ---- */

/* Is the cause the place of the edit i, in the program as it is now? */
static bool is_at(const struct making *m, size_t i, const struct ds_cause *cause)
{
	struct ds_record now = m->r;
	struct ds_edit e = ds_compile_edit(&m->r, m->done, i);
	now.files = m->files;
	now.edits = (struct fl_list){&e, 1};
	return ds_dialogue_is_at(cause, &now);
}

/* Mark the edits of the fault that the cause is the place of; false: of none. */
static bool take_fault(const struct making *m, const struct ds_cause *cause, bool *ret_now)
{
	size_t found = 0, count = m->r.edits.len;
	while (found < count && (m->done[found] || !is_at(m, found, cause)))
		found++;
	for (size_t i = 0; found < count && i < count; i++)
		ret_now[i] = !m->done[i] && fl_slice_eq(ds_edits_at(&m->r, i)->operator,
						    ds_edits_at(&m->r, found)->operator);
	return found < count;
}

/* Where the idea looked, and where the next fault is. */
static struct fl_slice where(const struct making *m, const struct ds_cause *c)
{
	size_t i = 0;
	while (i + 1 < m->r.edits.len && m->done[i])
		i++;
	const struct ds_edit e = ds_compile_edit(&m->r, m->done, i);
	const struct diag_diagnostic *d = m->said.items.at[0].object;
	return fl_arena_printf(m->a, "%.*s, %.*s: %.*s, and the edit is at %.*s:%lld",
		FL_ARG(e.operator), FL_ARG(d->id), FL_ARG(ds_compile_place(c, m->a)),
		FL_ARG(e.file), (long long)ds_edits_line(&e));
}

/* The class of the fault that these edits are. */
static struct fl_slice class_of(const struct making *m, const bool *now)
{
	size_t i = 0;
	while (i + 1 < m->r.edits.len && !now[i])
		i++;
	return fl_slice_str(diag_class_table[ds_edits_class(&m->r, i)].name);
}

/* Why it is that word that goes there: what declares it. */
static int tell_word(struct making *m, const struct ds_edit *e, const struct fl_list *next)
{
	struct fl_slice text = tg_files_text(&m->files, e->file), word, type;
	struct ds_block f;
	if (!ds_dialogue_put_word(&m->files, e, next, &word) ||
		!ds_code_function(text, e->buggy_line, &f))
		return 0;
	type = ds_owner_type(text, f.head, e->buggy_line, word);
	if (!type.len)
		return 0;
	const struct fl_slice before = fl_slice(text.ptr, (size_t)(type.ptr - text.ptr));
	const struct ds_fact facts[] = {ds_fact_name(word),
		ds_fact_code(&m->talk, e->file, 1 + (int64_t)fl_slice_count(before, '\n'))};
	return DS_THINK(&m->talk, DS_TURN_FIX, facts, "{0} is of the type that is asked for: {1}.",
		"By {1} it is {0} that has the right type.");
}

/* What is changed, in words: of the first edits. */
static int tell_mends(
	struct making *m, const bool *now, const bool *after, const struct fl_list *next)
{
	enum { TOLD = 6 };
	struct ds_edit last = {0};
	size_t told = 0;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < m->r.edits.len && told < TOLD; i++) {
		if (!now[i])
			continue;
		struct ds_edit e = ds_compile_edit(&m->r, m->done, i);
		e.line = ds_compile_edit(&m->r, after, i).buggy_line;
		if (ds_guess_is(&m->files, &e, next))
			return ds_talk_give_up(&m->talk, "what the mend says is seen nowhere");
		/* Of two in one line the line was told. */
		if (told && e.line == last.line && fl_slice_eq(e.file, last.file))
			continue;
		last = e;
		rc = ds_dialogue_tell_edit(&m->talk, &m->files, &e, next);
		if (rc == 0 && told == 0 && ds_edits_class(&m->r, i) == DIAG_CLASS_TYPE_MISMATCH)
			rc = tell_word(m, &e, next);
		told++;
	}
	return rc;
}

/* What is gone with a mend though it stood elsewhere: it came of the same cause. */
static int tell_cascade(struct making *m, const struct ds_said *before,
	const struct ds_cause *cause, enum ds_turn_kind kind)
{
	const struct diag_diagnostic *first = before->items.at[0].object;
	const struct fl_slice cause_id = first->id;
	const struct fl_list args = first->args;
	for (size_t i = 1; i < before->items.len; i++) {
		const struct diag_diagnostic *d = before->items.at[i].object;
		struct ds_fact fact = ds_idea_said(&m->talk, d);
		bool there = false;
		for (size_t k = 0; k < m->said.items.len && !there; k++) {
			const struct diag_diagnostic *now = m->said.items.at[k].object;
			there = fl_slice_search(now->message, fact.value) >= 0;
		}
		bool same = fl_slice_eq(d->id, cause_id) && d->args.len && args.len &&
			    fl_slice_eq(((const struct fl_slice *)d->args.items)[0],
				    ((const struct fl_slice *)args.items)[0]);
		same = same || fl_slice_eq(d->message, first->message);
		if (there || same || !d->line ||
			(d->line >= cause->line && d->line <= cause->line + 1))
			continue;
		fact.kind = DS_FACT_GONE;
		const struct ds_fact facts[] = {fact};
		return DS_THINK(&m->talk, kind, facts,
			"{0} is gone with it: that had the same cause.",
			"With the cause {0} went as well.",
			"That took {0} along, which was of the same cause.");
	}
	return 0;
}

/* What is wrong, perhaps behind something that was tried in vain. */
static int tell_idea(struct making *m, const struct ds_idea *idea, const bool *now, bool second)
{
	const struct ds_fact of_class[] = {
		{.kind = DS_FACT_CLASS, .turn = -1, .value = class_of(m, now)}};
	bool tried = false;
	int rc = try_first(m, idea, second, &tried);
	if (rc == 0 && second && !tried)
		return ds_talk_give_up(&m->talk, "the likeliest name is not refused");
	if (rc == 0 && tried && idea->instead.count)
		rc = ds_idea_say(&m->talk, DS_TURN_ERROR, &idea->instead);
	else
		for (size_t i = 0; rc == 0 && i < idea->closings; i++)
			rc = ds_idea_say(&m->talk, DS_TURN_ERROR, &idea->closing[i]);
	return rc ? rc : DS_THINK(&m->talk, DS_TURN_ERROR, of_class, "{0}");
}

/* The next attempt: these edits are mended as well. What the compiler says to it is m->said. */
static int mend(
	struct making *m, const bool *now, struct fl_list *ret_next, struct fl_slice *ret_code)
{
	bool *after = fl_arena_array(m->a, m->r.edits.len + 1, sizeof(*after));
	if (!after)
		return fl_arena_error(m->a, "a dialogue", m->err);
	for (size_t i = 0; i < m->r.edits.len; i++)
		after[i] = m->done[i] || now[i];
	int rc = attempt(m, after, NULL, ret_next, ret_code);
	rc = rc ? rc : tell_mends(m, now, after, ret_next);
	if (rc)
		return rc;
	m->done = after;
	return compile(m, ret_next, &m->said);
}

static int round_of(struct making *m, bool *ret_ended)
{
	struct ds_idea idea;
	struct fl_list next;
	struct fl_slice code;
	bool *now = fl_arena_array(m->a, m->r.edits.len + 1, sizeof(*now));
	int rc = now ? 0 : fl_arena_error(m->a, "a dialogue", m->err);
	*ret_ended = true;
	rc = rc ? rc : ds_idea_have(&m->talk, &m->said.items, &idea);
	for (size_t i = 0; rc == 0 && i < idea.openings; i++)
		rc = ds_idea_say(&m->talk, DS_TURN_ERROR, &idea.opening[i]);
	if (rc == FL_EREFUSED)
		return end(m, DS_DIALOGUE_GAVE_UP, fl_slice_str(m->talk.why));
	if (rc)
		return rc;
	bool first = take_fault(m, &idea.cause, now);
	struct ds_cause second = idea.cause;
	second.means = idea.second;
	if (!first && !(idea.second.len && take_fault(m, &second, now)))
		return end(m, DS_DIALOGUE_ELSEWHERE, where(m, &idea.cause));
	rc = tell_idea(m, &idea, now, !first);
	const struct ds_said before = m->told;
	rc = rc ? rc : mend(m, now, &next, &code);
	if (rc == FL_EREFUSED)
		return end(m, m->talk.why ? DS_DIALOGUE_GAVE_UP : DS_DIALOGUE_REFUSED,
			fl_slice_str(m->talk.why ? m->talk.why : m->err->message));
	if (rc)
		return rc;
	bool last = all_done(m);
	if (m->said.ok != last)
		return end(m, last ? DS_DIALOGUE_NOT_MENDED : DS_DIALOGUE_GAVE_UP,
			last ? first_words(&m->said)
			     : FL_S("the compiler does not see all faults"));
	m->files = next;
	rc = tell(m, last, code, &m->said);
	*ret_ended = false;
	return rc ? rc
		  : tell_cascade(m, &before, &idea.cause, last ? DS_TURN_VERIFY : DS_TURN_TRACE);
}

static int conclude(struct making *m)
{
	const struct ds_fact facts[] = {
		{.kind = DS_FACT_CLEAN, .turn = m->talk.answer, .value = FL_S("0")}};
	return DS_THINK(&m->talk, DS_TURN_VERIFY, facts, "It is built now: {0}.",
		"The compiler has nothing more to say, {0}.", "{0}: the program builds.");
}

/* ---- the record ---- */

static struct fl_slice asked_of(const struct making *m, const struct fl_list *turns)
{
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	for (size_t i = 0; i < turns->len; i++) {
		const struct ds_turn *t = ds_turns_at(turns, i);
		const char *of = t->kind == DS_TURN_ATTEMPT ? "attempt" : "code";
		if (t->kind == DS_TURN_ATTEMPT || t->kind == DS_TURN_CODE)
			fl_buf_printf(&out, "%s%s(%.*s)", out.len ? "\n" : "", of, FL_ARG(t->text));
	}
	struct fl_slice asked = fl_arena_slice(m->a, fl_buf_view(&out));
	fl_buf_release(&out);
	return asked;
}

static int seal(struct making *m)
{
	struct fl_list turns;
	int rc = ds_talk_turns(&m->talk, &turns);
	if (rc)
		return rc;
	m->d->asked = asked_of(m, &turns);
	m->d->calls = m->talk.calls;
	m->d->wrong_first = m->talk.refuted > 0;
	return ds_dialogue_finish(&m->r, DS_KIND_COMPILE_SESSION, m->r.context, m->bench->seed,
		&turns, m->a, m->d, m->err);
}

/* ---- all of it ---- */

/* The program as its build file links it, where that is what failed. */
static int make_by_file(struct making *m)
{
	struct tg_program made;
	int rc = tg_is_made(&m->source.program)
			 ? tg_made_program(&m->source.program, m->a, &made, m->err)
			 : fl_error_set(m->err, FL_EREFUSED, "it has no build file");
	if (rc == 0)
		m->source.program = made;
	return rc;
}

static int prepare(struct making *m, const struct ds_record *const *rows, size_t count)
{
	int rc = ds_bundle_make(rows, count, m->a, &m->r, m->err);
	if (m->r.form == DS_FORM_FILE)
		m->r.form = DS_FORM_BLOCKS;
	rc = rc ? rc : ds_program_again(&m->r, m->a, &m->source, &m->build, m->err);
	if (rc == 0 && m->build == TG_MADE)
		rc = make_by_file(m);
	rc = rc ? rc : ds_changes_mends(&m->r, m->a, &m->mends, m->err);
	m->done = rc ? NULL : fl_arena_array(m->a, m->r.edits.len + 1, sizeof(*m->done));
	m->files = m->r.files;
	return rc || m->done ? rc : fl_arena_error(m->a, "a dialogue", m->err);
}

/* What the compiler says first is the context of the record. */
static int look_first(struct making *m, bool *ret_seen)
{
	int rc = compile(m, &m->files, &m->said);
	*ret_seen = rc == 0 && !m->said.ok && m->said.items.len;
	if (!*ret_seen)
		return rc;
	m->told = m->said;
	m->r.context = m->said.text;
	m->r.evidence_class = (int)m->said.class;
	m->r.verification.buggy.status =
		m->said.linking ? FL_S("link_error") : FL_S("compile_error");
	return 0;
}

static int go_through(struct making *m)
{
	const struct fl_slice text = ((const struct tg_file *)m->r.files.items)->content;
	bool seen, ended = false;
	int rc =
		ds_compile_load(m->bench, &m->r, &m->source.program, m->build, m->a, &seen, m->err);
	if (rc == 0 && !seen)
		return end(m, DS_DIALOGUE_NOT_BUILT, FL_S(""));
	rc = rc ? rc : look_first(m, &seen);
	if (rc || !seen)
		return rc ? rc : end(m, DS_DIALOGUE_NOT_BUILT, FL_S("it compiles"));
	m->scene =
		(struct ds_scene){.files = &m->files, .cxx = m->source.program.language == TG_CXX};
	ds_talk_open(&m->talk, &m->scene, fl_rng_new(m->bench->seed, m->r.context, text), false,
		m->a, m->err);
	while (rc == 0 && !ended && !all_done(m))
		rc = round_of(m, &ended);
	if (rc == 0 && !ended) {
		rc = conclude(m);
		rc = rc ? rc : seal(m);
	}
	ds_talk_close(&m->talk);
	return rc == FL_EREFUSED ? end(m, DS_DIALOGUE_REFUSED, fl_slice_str(m->talk.why)) : rc;
}

static bool fits(const struct ds_record *r)
{
	return ds_kind_is(r->kind, DS_KIND_BUILDS) && r->schema_version == DS_SCHEMA_VERSION &&
	       r->edits.len && r->mutation.operator.len && r->run.argv.len && r->build.len> 1;
}

int ds_attempts_make(struct ds_dialogue_bench *bench, const struct ds_record *const *rows,
	size_t count, struct fl_arena *a, struct ds_dialogue *ret_dialogue, struct fl_error *err)
{
	struct fl_error why = {0};
	struct making m = {.bench = bench, .a = a, .d = ret_dialogue, .err = &why};
	*ret_dialogue = (struct ds_dialogue){.fate = DS_DIALOGUE_KIND};
	for (size_t i = 0; i < count; i++)
		if (!fits(rows[i]))
			return 0;
	if (!count || prepare(&m, rows, count))
		return m.err = err, end(&m, DS_DIALOGUE_KIND, fl_slice_str(why.message));
	m.err = err;
	int rc = go_through(&m);
	if (rc) /* whatever is in the box now */
		ds_dialogue_bench_release(bench);
	return rc;
}

const struct ds_dialogue_maker ds_attempts_maker = {.fits = fits,
	.make = ds_attempts_make,
	.gather_new = ds_gather_new,
	.gather_add = ds_gather_add,
	.gather_end = ds_gather_end,
	.gather_free = ds_gather_free};
