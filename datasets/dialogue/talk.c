#include "datasets/dialogue/talk.h"

#include <stdarg.h>
#include <stdio.h>

#include "datasets/dialogue/code.h"
#include "tracegen/evidence/operands.h"

enum {
	STOPS_MAX = 3,
	TURNS_MAX = 200,
	SENTENCES_MAX = 16,
	CALL_MAX = 512,
	ANSWER_MAX = 16 << 10,
	CODE_MAX = 110
};

void ds_talk_open(struct ds_talk *t, const struct ds_scene *scene, struct fl_rng rng, bool finer,
	struct fl_arena *a, struct fl_error *err)
{
	*t = (struct ds_talk){.scene = scene,
		.a = a,
		.rng = rng,
		.finer = finer,
		.thought = -1,
		.answer = -1,
		.err = err};
	fl_vec_init(&t->turns, sizeof(struct ds_turn), TURNS_MAX);
	fl_vec_init(&t->sentences, sizeof(struct ds_sentence), SENTENCES_MAX);
}

void ds_talk_close(struct ds_talk *t)
{
	fl_vec_release(&t->turns);
	fl_vec_release(&t->sentences);
}

int ds_talk_give_up(struct ds_talk *t, const char *why)
{
	t->why = why;
	return fl_error_set(t->err, FL_EREFUSED, "%s", why);
}

static int no_room(struct ds_talk *t)
{
	return fl_error_set(t->err, FL_ENOMEM, "out of memory for a dialogue");
}

static int add_turn(struct ds_talk *t, const struct ds_turn *turn)
{
	struct ds_turn *slot = fl_vec_add(&t->turns);
	if (!slot)
		return no_room(t);
	*slot = *turn;
	return 0;
}

/* What was thought so far is a turn. */
static int end_thought(struct ds_talk *t)
{
	if (t->thought < 0)
		return 0;
	struct ds_turn turn = {.kind = t->thought, .sentences = fl_vec_freeze(&t->sentences, t->a)};
	t->thought = -1;
	fl_vec_release(&t->sentences);
	return turn.sentences.items ? add_turn(t, &turn) : no_room(t);
}

int ds_talk_add(struct ds_talk *t, const struct ds_turn *turn)
{
	int rc = end_thought(t);
	return rc ? rc : add_turn(t, turn);
}

int ds_talk_turns(struct ds_talk *t, struct fl_list *ret_turns)
{
	int rc = end_thought(t);
	if (rc)
		return rc;
	struct ds_turn *turns = fl_arena_array(t->a, t->turns.len + 1, sizeof(*turns));
	if (!turns)
		return no_room(t);
	for (size_t i = 0; i < t->turns.len; i++)
		turns[i] = *(const struct ds_turn *)fl_vec_at(&t->turns, i);
	*ret_turns = (struct fl_list){turns, t->turns.len};
	return 0;
}

/* Go on with a thought that was ended. */
static int think_on(struct ds_talk *t, const struct ds_turn *thought)
{
	const struct ds_sentence *s = thought->sentences.items;
	t->thought = thought->kind;
	for (size_t i = 0; i < thought->sentences.len; i++) {
		struct ds_sentence *slot = fl_vec_add(&t->sentences);
		if (!slot)
			return no_room(t);
		*slot = s[i];
	}
	return 0;
}

int ds_talk_set(struct ds_talk *t, const struct ds_turn *turns, size_t count)
{
	int rc = end_thought(t);
	fl_vec_release(&t->turns);
	t->answer = -1;
	for (size_t i = 0; rc == 0 && i < count; i++) {
		bool on = i + 1 == count && ds_turn_is_thought(turns[i].kind);
		rc = on ? think_on(t, &turns[i]) : add_turn(t, &turns[i]);
		if (turns[i].kind == DS_TURN_RESULT)
			t->answer = (int64_t)i;
	}
	return rc;
}

int ds_think(struct ds_talk *t, enum ds_turn_kind kind, const char *const *templates,
	const struct ds_fact *facts, size_t count)
{
	struct ds_sentence said, *slot;
	bool fine =
		kind == DS_TURN_HYPOTHESIS || kind == DS_TURN_ELIMINATE || kind == DS_TURN_CONFIRM;
	t->refuted += kind == DS_TURN_ELIMINATE;
	if (fine && !t->finer)
		kind = t->thought == DS_TURN_PLAN ? DS_TURN_PLAN : DS_TURN_TRACE;
	int rc = ds_say(templates, facts, count, &t->rng, t->a, &said, t->err);
	if (rc == FL_EREFUSED)
		return ds_talk_give_up(t, "a fact has no words");
	if (rc == 0 && t->thought != (int)kind)
		rc = end_thought(t);
	if (rc)
		return rc;
	t->thought = (int)kind;
	slot = fl_vec_add(&t->sentences);
	if (!slot)
		return no_room(t);
	*slot = said;
	return 0;
}

/* ---- asking ---- */

/* The last answer but one, to set beside the last. */
static bool tells_the_same(const struct ds_talk *t, struct fl_slice answer)
{
	const struct ds_turn *last = t->answer < 0 ? NULL : fl_vec_at(&t->turns, (size_t)t->answer);
	return last && fl_slice_eq(last->text, answer);
}

static int keep_answer(struct ds_talk *t, struct fl_slice call, struct fl_slice answer)
{
	const struct ds_turn asked = {.kind = DS_TURN_CALL, .text = call},
			     told = {.kind = DS_TURN_RESULT, .text = answer};
	if (tells_the_same(t, answer))
		return ds_talk_give_up(t, "an answer tells what the one before it told");
	int rc = end_thought(t);
	rc = rc ? rc : add_turn(t, &asked);
	rc = rc ? rc : add_turn(t, &told);
	t->answer = (int64_t)t->turns.len - 1;
	return rc;
}

int ds_ask(struct ds_talk *t, struct ds_debug_seen *ret_seen, const char *fmt, ...)
{
	char text[CALL_MAX];
	struct fl_buf answer;
	struct fl_error why;
	struct ds_debug_seen seen = {0};
	va_list ap;
	va_start(ap, fmt);
	int len = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (len < 0 || (size_t)len >= sizeof(text))
		return ds_talk_give_up(t, "a call is too long");
	if (t->calls++ == DS_TURNS_CALLS)
		return ds_talk_give_up(t, "there is more to ask than a dialogue may be long");
	struct fl_slice call = fl_arena_slice(t->a, fl_slice_str(text));
	int started = t->session ? 0 : t->start(t);
	if (started)
		return started;
	fl_buf_init(&answer, ANSWER_MAX);
	int rc = ds_debug_ask(t->session, call, &answer, &seen, &why);
	if (rc == FL_ETIMEOUT)
		rc = ds_talk_give_up(t, "the program used up its time in the debugger");
	else if (rc && t->err)
		*t->err = why;
	rc = rc ? rc : keep_answer(t, call, fl_arena_slice(t->a, fl_buf_view(&answer)));
	if (rc == 0 && !seen.done) /* what it answers is of use to whoever looks for the reason */
		rc = ds_talk_give_up(t, "the debugger could not do what it was asked");
	fl_buf_release(&answer);
	if (rc == 0)
		*ret_seen = seen;
	return rc;
}

int ds_ask_stop(struct ds_talk *t, struct fl_slice file, int64_t line)
{
	struct ds_debug_seen seen;
	struct fl_buf name;
	fl_buf_init(&name, CALL_MAX);
	fl_literal_text(&name, file);
	int rc = name.failed ? ds_talk_give_up(t, "a call is too long")
			     : ds_ask(t, &seen, "breakpoint(%s, %lld)", name.data, (long long)line);
	fl_buf_release(&name);
	return rc;
}

int ds_ask_reach(struct ds_talk *t, struct fl_slice file, int64_t line, const char *why)
{
	struct ds_debug_seen seen;
	int rc = ds_ask_stop(t, file, line);
	rc = rc ? rc : ds_ask(t, &seen, "run()");
	bool there = rc == 0 && seen.stop && seen.stop->reason == DBG_BREAKPOINT &&
		     fl_slice_eq(seen.stop->file, file) && seen.stop->line >= line;
	return rc || there ? rc : ds_talk_give_up(t, why);
}

int ds_ask_enter(struct ds_talk *t, struct fl_slice function, const char *why)
{
	struct ds_debug_seen seen;
	int rc = ds_ask(t, &seen, "breakpoint(\"%.*s\")", FL_ARG(function));
	rc = rc ? rc : ds_ask(t, &seen, "run()");
	bool there = rc == 0 && seen.stop && seen.stop->reason == DBG_BREAKPOINT;
	return rc || there ? rc : ds_talk_give_up(t, why);
}

int ds_ask_report(struct ds_talk *t, bool running, struct dbg_stop *ret_stop)
{
	struct ds_debug_seen seen = {0}, again;
	int rc = ds_ask(t, &seen, "%s", running ? "continue_exec()" : "run()");
	for (int i = 0; rc == 0 && seen.stop && seen.stop->reason == DBG_BREAKPOINT; i++) {
		if (i == STOPS_MAX)
			return ds_talk_give_up(t, "the allocation is come to too often");
		rc = i ? 0 : ds_ask(t, &again, "inspect()");
		rc = rc ? rc : ds_ask(t, &seen, "continue_exec()");
	}
	if (rc)
		return rc;
	if (!seen.stop || seen.stop->reason != DBG_SIGNAL || !seen.stop->line)
		return ds_talk_give_up(t, "the program ends without its symptom");
	*ret_stop = *seen.stop;
	return 0;
}

int ds_ask_vars(struct ds_talk *t, const struct dbg_frame_vars **ret_vars)
{
	struct ds_debug_seen seen;
	int rc = ds_ask(t, &seen, "inspect()");
	if (rc == 0 && !seen.vars)
		return ds_talk_give_up(t, "there are no variables");
	if (rc == 0)
		*ret_vars = seen.vars;
	return rc;
}

/* ---- facts ---- */

struct ds_fact ds_fact_value(const struct ds_talk *t, struct fl_slice name, struct fl_slice value)
{
	return (struct ds_fact){
		.kind = DS_FACT_VALUE, .turn = t->answer, .name = name, .value = value};
}

struct ds_fact ds_fact_stop(const struct ds_talk *t, const struct dbg_stop *stop)
{
	return (struct ds_fact){.kind = DS_FACT_STOP,
		.turn = t->answer,
		.name = stop->function,
		.file = stop->file,
		.line = stop->line};
}

struct ds_fact ds_fact_signal(const struct ds_talk *t, const struct dbg_stop *stop)
{
	return (struct ds_fact){
		.kind = DS_FACT_SIGNAL, .turn = t->answer, .value = stop->signal_name};
}

struct ds_fact ds_fact_frame(const struct ds_talk *t, const struct dbg_frame *frame)
{
	return (struct ds_fact){.kind = DS_FACT_FRAME,
		.turn = t->answer,
		.name = frame->function,
		.file = frame->file,
		.line = frame->line};
}

struct ds_fact ds_fact_code(const struct ds_talk *t, struct fl_slice file, int64_t line)
{
	struct fl_slice code = ds_code_said(ds_talk_line(t, file, line));
	return (struct ds_fact){.kind = DS_FACT_CODE,
		.turn = -1,
		.value = fl_slice_trim(fl_slice_head(code, CODE_MAX)),
		.file = file,
		.line = line};
}

struct ds_fact ds_fact_report(struct fl_slice value)
{
	return (struct ds_fact){.kind = DS_FACT_REPORT, .turn = -1, .value = value};
}

struct ds_fact ds_fact_name(struct fl_slice word)
{
	return (struct ds_fact){.kind = DS_FACT_NAME, .turn = -1, .value = word};
}

/* ---- the program's text ---- */

struct fl_slice ds_talk_text(const struct ds_talk *t, struct fl_slice file)
{
	return tg_files_text(t->scene->files, file);
}

struct fl_slice ds_talk_line(const struct ds_talk *t, struct fl_slice file, int64_t line)
{
	return ds_code_line(ds_talk_text(t, file), line);
}

struct fl_slice ds_talk_statement(const struct ds_talk *t, struct fl_slice file, int64_t line)
{
	return tg_statement_at(ds_talk_text(t, file), line);
}

/* Is it a line of the program's own text? */
static bool is_line(const struct ds_talk *t, const struct dbg_frame *f)
{
	const struct tg_file *file = tg_files_find(t->scene->files, f->file);
	return file && f->line > 0 && f->line <= (int64_t)fl_slice_lines(file->content);
}

size_t ds_talk_stack(
	const struct ds_talk *t, enum san_role role, const struct dbg_frame **ret, size_t max)
{
	const struct tg_symptom_stack *stacks = t->scene->symptom->stacks.items;
	size_t n = 0;
	for (size_t i = 0; i < t->scene->symptom->stacks.len; i++) {
		const struct dbg_frame *f = stacks[i].frames.items;
		if (stacks[i].role != (int)role)
			continue;
		for (size_t k = 0; k < stacks[i].frames.len && n < max; k++)
			if (is_line(t, &f[k]))
				ret[n++] = &f[k];
		break;
	}
	return n;
}
