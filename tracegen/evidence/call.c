/*
 * The calls that a wrong value came from. Candidates are found in the text: a function that the
 * statement of the stop calls (of a printf, in the argument that printed the wrong word), or that
 * one calls which gave a variable of that statement its value, or a variable of that one, and so
 * on; of wrong output, where that are not enough, also of the call in its caller. The first of
 * them that are entered after the last time their line was reached are followed from their
 * beginning to their return.
 */
#include "tracegen/evidence/priv.h"
#include "tracegen/evidence/source.h"
#include "tracegen/evidence/value.h"
#include "tracegen/evidence/views.h"

enum { CANDIDATES = 4, SHOWN = 2, HOPS = 3, STEPS = 6, RETURNS = 8 };

struct candidate {
	const struct tg_decl *callee;
	struct fl_slice file; /* of the caller */
	int64_t line, hits; /* of the caller's line */
	int64_t calls; /* of the callee in that statement */
	int64_t nth; /* which of its entries is meant, from 0 */
};

struct search {
	struct tg_recorder *r;
	const struct tg_decl *running; /* what the function calls there: it has not returned */
	struct candidate at[CANDIDATES];
	size_t len;
};

/*
 * The line of the function with code that a line belongs to; line 0: none that was reached. Where
 * main begins there is a stop in each run, and none that is counted.
 */
static struct tg_trace_line line_of(const struct tg_recorder *r, int64_t line)
{
	struct tg_trace_line found = {0};
	if (r->at_output && r->main_line <= line && fl_slice_eq(r->main_file, r->place.file))
		found = (struct tg_trace_line){.line = r->main_line, .hits = 1};
	for (size_t i = 0; i < r->line_count; i++)
		if (r->lines[i].line <= line && r->lines[i].hits > 0)
			found = r->lines[i];
	return found;
}

static struct fl_slice statement_of(const struct tg_recorder *r, int64_t line)
{
	return tg_statement_at(tg_trace_text(r, r->place.file), line);
}

/*
 * What the text calls, as candidates. A function that is still running is none; nor is one of a
 * single line, where a stop may come before its parameters have their values.
 */
static void add_calls(struct search *s, struct fl_slice text, struct tg_trace_line line)
{
	const struct tg_evidence_spec *spec = s->r->spec;
	const struct tg_decl *d;
	size_t pos = 0;
	while (line.line && s->len < CANDIDATES &&
		(d = tg_called(text, &pos, spec->decls, spec->decl_count)) != NULL) {
		bool known = d == s->r->function || d == s->running || d->line == d->scope_end;
		for (size_t i = 0; i < s->len; i++)
			if (s->at[i].callee == d && s->at[i].line == line.line) {
				s->at[i].calls++;
				known = true;
			}
		if (!known)
			s->at[s->len++] =
				(struct candidate){d, s->r->place.file, line.line, line.hits, 1, 0};
	}
}

/* The reached line nearest before that one (else the last one) whose statement assigns to it. */
static const struct tg_trace_line *assigned_at(
	const struct tg_recorder *r, struct fl_slice name, int64_t line)
{
	const struct tg_trace_line *before = NULL, *behind = NULL;
	for (size_t i = 0; i < r->line_count; i++) {
		const struct tg_trace_line *l = &r->lines[i];
		if (l->hits == 0 || !tg_assigns(statement_of(r, l->line), name))
			continue;
		if (l->line < line)
			before = l;
		else
			behind = l;
	}
	return before ? before : behind;
}

/* What gave the variables in the text, which is of that line, their values; from there on back. */
static void add_assigned(struct search *s, struct fl_slice text, int64_t at, int hops)
{
	const struct tg_evidence_spec *spec = s->r->spec;
	const struct tg_decl *f = s->r->function;
	for (size_t i = 0; i < spec->decl_count && s->len < CANDIDATES; i++) {
		const struct tg_decl *d = &spec->decls[i];
		if (d->function || !fl_slice_eq(d->file, f->file) || d->line < f->line ||
			d->line > f->scope_end || !tg_mentions(text, d->name))
			continue;
		const struct tg_trace_line *line = assigned_at(s->r, d->name, at);
		if (!line)
			continue;
		struct fl_slice statement = statement_of(s->r, line->line);
		add_calls(s, statement, *line);
		if (hops > 1 && line->line < at)
			add_assigned(s, statement, line->line, hops - 1);
	}
}

/* How many of them the statement itself calls: they are the first. */
static size_t find_candidates(struct search *s)
{
	const struct tg_symptom *m = &s->r->symptom;
	struct fl_slice statement = statement_of(s->r, s->r->place.line);
	struct fl_slice part = tg_printed_argument(statement, m->expected, m->actual);
	part = part.len ? part : statement;
	/* A report comes before the statement's calls, or out of them. */
	if (s->r->at_output)
		add_calls(s, part, line_of(s->r, s->r->place.line));
	size_t direct = s->len;
	add_assigned(s, part, s->r->place.line, HOPS);
	return direct;
}

/* The same from the caller's place: its lines are counted up to where it goes wrong. */
static int search_caller(struct search *s, const struct dbg_frame *caller)
{
	struct tg_recorder *r = s->r;
	struct dbg_stop stop;
	const struct tg_decl *callee = r->function;
	r->place = *caller;
	r->function = tg_trace_function(r->spec, caller->file, caller->line);
	r->lines = fl_arena_array(r->a, TG_TRACE_LINES, sizeof(*r->lines));
	if (!r->function || !r->lines)
		return fl_arena_error(r->a, "a call", r->err);
	int rc = dbg_break_clear(r->e, 0, r->err);
	r->output_break = 0;
	rc = rc ? rc : tg_trace_lines(r);
	rc = rc ? rc : tg_trace_pass(r);
	rc = rc ? rc : tg_trace_start(r, TG_TRACE_PLAIN);
	rc = rc ? rc : tg_trace_wait(r, &stop);
	if (rc == 0 && !tg_trace_arrived(r, &stop))
		rc = fl_error_set(r->err, FL_EREFUSED, "a line of the caller is reached too often");
	rc = rc ? rc : tg_trace_passed(r);
	if (rc)
		return rc;
	s->running = callee;
	add_assigned(s, statement_of(r, caller->line), caller->line, HOPS);
	return 0;
}

static bool prints_as_it_goes(const struct tg_recorder *r)
{
	return fl_slice_find(statement_of(r, r->place.line), "<<") >= 0;
}

static int wait_for(struct tg_recorder *r, int64_t id)
{
	struct dbg_stop stop = {0};
	int rc = tg_trace_wait(r, &stop);
	r->stopped_in = stop.function;
	/* What other threads do between is chance. */
	bool ours = stop.thread <= 1 && stop.breakpoint == id;
	if (rc == 0 && (stop.reason != DBG_BREAKPOINT || !ours))
		rc = fl_error_set(r->err, FL_EREFUSED, "the call is not reached");
	return rc;
}

/* Run to the beginning of the call; it is stopped there, without any breakpoint. */
static int enter(
	struct tg_recorder *r, const struct candidate *c, enum tg_trace_condition condition)
{
	int64_t at;
	int rc = dbg_break_clear(r->e, 0, r->err);
	rc = rc ? rc : tg_trace_break(r, c->file, c->line, c->hits - 1, &at);
	rc = rc ? rc : tg_trace_start(r, condition);
	rc = rc ? rc : wait_for(r, at);
	rc = rc ? rc : dbg_break_clear(r->e, at, r->err);
	rc = rc ? rc : tg_trace_break(r, c->callee->file, c->callee->line, c->nth, &at);
	rc = rc ? rc : tg_trace_resume(r);
	rc = rc ? rc : wait_for(r, at);
	return rc ? rc : dbg_break_clear(r->e, 0, r->err);
}

/*
 * "cout << f() << g() << h()" prints as it goes: what it called last before the wrong byte comes
 * first, and of several calls of one function the last.
 */
static int order_by_entry(struct tg_recorder *r, struct candidate *c, size_t n)
{
	int64_t at, entry[CANDIDATES];
	struct dbg_stop stop;
	int rc = dbg_break_clear(r->e, 0, r->err);
	r->output_break = 0;
	rc = rc ? rc : tg_trace_break(r, c->file, c->line, c->hits - 1, &at);
	rc = rc ? rc : tg_trace_start(r, TG_TRACE_PLAIN);
	rc = rc ? rc : wait_for(r, at);
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = tg_trace_break(
			r, c[i].callee->file, c[i].callee->line, TG_TRACE_NEVER, &entry[i]);
	rc = rc ? rc : tg_trace_resume(r);
	rc = rc ? rc : tg_trace_wait(r, &stop);
	for (size_t i = 0; rc == 0 && i < n; i++) {
		int64_t hits = 0;
		rc = dbg_break_hits(r->e, entry[i], &hits, r->err);
		/* more than in the text: it calls itself, and the first is from there */
		c[i].nth = hits && hits <= c[i].calls ? hits - 1 : 0;
		c[i].hits = hits ? c[i].hits : 0;
	}
	for (size_t i = 0; rc == 0 && i < n / 2; i++) {
		struct candidate kept = c[i];
		c[i] = c[n - 1 - i];
		c[n - 1 - i] = kept;
	}
	return rc;
}

/* How often each line of it is reached until it returns. */
static int count(struct tg_recorder *r, const struct candidate *c)
{
	struct dbg_stop stop;
	int rc = enter(r, c, TG_TRACE_PLAIN);
	rc = rc ? rc : tg_trace_lines(r);
	rc = rc ? rc : tg_trace_pass(r);
	rc = rc ? rc : dbg_resume(r->e, DBG_FINISH, r->err);
	rc = rc ? rc : tg_trace_wait(r, &stop);
	if (rc == 0 && stop.reason != DBG_STEP)
		rc = fl_error_set(r->err, FL_EREFUSED, "the call does not return, or takes long");
	return rc ? rc : tg_trace_passed(r);
}

/* Let it return, calls of itself that are open first. */
static int leave(struct tg_recorder *r, uint64_t began, struct fl_slice *ret_value)
{
	struct dbg_stop stop = {0};
	uint64_t sp = 0;
	int rc = 0;
	for (int i = 0; rc == 0 && sp <= began && i < RETURNS; i++) {
		rc = dbg_resume(r->e, DBG_FINISH, r->err);
		rc = rc ? rc : tg_trace_wait(r, &stop);
		if (rc == 0 && stop.reason != DBG_STEP)
			rc = fl_error_set(r->err, FL_EREFUSED, "the call does not return");
		rc = rc ? rc : tg_trace_number(r, 0, "", FL_S("$sp"), &sp);
	}
	if (rc == 0 && sp > began)
		*ret_value = tg_value_clean(r->a, stop.returned, TG_TRACE_VALUE);
	return rc;
}

/* Its arguments, where it begins. */
static int read_args(struct tg_recorder *r, const struct candidate *c, struct tg_call *call)
{
	const struct dbg_frame frame = {.file = c->callee->file, .line = c->callee->line};
	int rc = tg_trace_vars(r, &frame, TG_AT_STOP, &call->args);
	struct dbg_variable *v = call->args.items;
	size_t n = 0;
	for (size_t i = 0; rc == 0 && i < call->args.len; i++)
		if (v[i].arg)
			v[n++] = v[i];
	call->args.len = n;
	return rc;
}

/* What the first line shows and the arguments have shown. */
static void drop_args(const struct tg_call *call, struct dbg_step *first)
{
	const struct dbg_variable *v = call->args.items;
	struct dbg_change *c = first->changed.items;
	size_t n = 0;
	for (size_t i = 0; i < first->changed.len; i++) {
		bool shown = false;
		for (size_t k = 0; k < call->args.len; k++)
			shown = shown || (fl_slice_eq(c[i].name, v[k].name) &&
						 fl_slice_eq(c[i].value, v[k].value));
		if (!shown)
			c[n++] = c[i];
	}
	first->changed.len = n;
}

/* The last lines executed in it. */
static int follow(struct tg_recorder *r, struct tg_call *call)
{
	struct tg_trace_hit *hits = fl_arena_array(r->a, STEPS, sizeof(*hits));
	struct dbg_stop stop;
	size_t len = 0;
	int rc = hits ? tg_trace_ignore(r, STEPS) : fl_arena_error(r->a, "a call", r->err);
	int64_t stops = tg_trace_stops(r, STEPS, &call->omitted);
	stop = (struct dbg_stop){.file = call->file, .line = r->lines[0].line};
	if (rc == 0 && stops < STEPS) /* its beginning is one of them */
		rc = tg_trace_hit(r, &stop, &hits[len++]);
	for (; rc == 0 && stops > 0; stops--) {
		rc = tg_trace_resume(r);
		rc = rc ? rc : tg_trace_wait(r, &stop);
		if (rc == 0 && (stop.reason != DBG_BREAKPOINT || stop.thread > 1))
			rc = fl_error_set(r->err, FL_EREFUSED, "the call goes another way");
		if (rc == 0 && len == STEPS)
			memmove(hits, hits + 1, --len * sizeof(*hits));
		rc = rc ? rc : tg_trace_hit(r, &stop, &hits[len++]);
	}
	if (rc == 0)
		call->steps = tg_trace_steps(r, hits, len);
	if (call->steps.len && call->omitted == 0)
		drop_args(call, call->steps.items);
	return rc;
}

static int capture(struct tg_recorder *r, const struct candidate *c,
	enum tg_trace_condition condition, struct tg_call *call)
{
	uint64_t began;
	*call = (struct tg_call){.file = c->callee->file, .called_at = c->line};
	int rc = enter(r, c, condition);
	call->function = tg_function_clean(r->a, r->stopped_in);
	rc = rc ? rc : tg_trace_number(r, 0, "", FL_S("$sp"), &began);
	rc = rc ? rc : read_args(r, c, call);
	/* Set anew with the hits of the counting run. */
	struct tg_trace_line *counted = fl_arena_array(r->a, r->line_count + 1, sizeof(*counted));
	size_t n = r->line_count;
	if (rc == 0 && !counted)
		rc = fl_arena_error(r->a, "a call", r->err);
	if (rc)
		return rc;
	memcpy(counted, r->lines, n * sizeof(*counted));
	rc = tg_trace_lines(r);
	for (size_t i = 0; rc == 0 && i < r->line_count && i < n; i++)
		r->lines[i].hits = counted[i].hits;
	rc = rc ? rc : follow(r, call);
	rc = rc ? rc : dbg_break_clear(r->e, 0, r->err);
	return rc ? rc : leave(r, began, &call->returned);
}

/* The call, captured twice alike; FL_EREFUSED else. */
static int record(struct tg_recorder *r, const struct candidate *c, struct tg_call *ret_call)
{
	struct tg_call again;
	r->function = c->callee;
	int rc = count(r, c);
	rc = rc ? rc : capture(r, c, TG_TRACE_PLAIN, ret_call);
	rc = rc ? rc : capture(r, c, TG_TRACE_OTHER, &again);
	if (rc == 0 && !fl_object_eq(&tg_call_shape, ret_call, &again))
		rc = fl_error_set(r->err, FL_EREFUSED, "two runs of the call differ");
	return rc;
}

/* The first of them that can be followed, as many as are shown, in that order. */
static int add_followed(struct tg_recorder *r, struct search *s, struct fl_items *items)
{
	struct tg_call *calls = fl_arena_array(r->a, SHOWN, sizeof(*calls));
	size_t n = 0;
	int rc = calls ? 0 : fl_arena_error(r->a, "a call", r->err);
	for (size_t i = 0; calls && rc != FL_ECLOSED && i < s->len && n < SHOWN; i++) {
		if (s->at[i].hits == 0) /* not entered */
			continue;
		rc = record(s->r, &s->at[i], &calls[n]);
		n += rc == 0;
	}
	if (rc == FL_ECLOSED || r->a->failed)
		return rc;
	for (rc = 0; rc == 0 && n > 0; n--) /* each is put before the others */
		rc = tg_trace_add(r, items, &tg_call_shape, &calls[n - 1]);
	return rc;
}

int tg_call_add(struct tg_recorder *r, struct fl_items *items)
{
	struct tg_recorder mine = *r;
	struct search s = {.r = &mine};
	struct fl_list frames = {0};
	struct fl_error refused;
	/* Of what was not printed no value tells why. */
	if (!r->function || fl_slice_eqs(r->symptom.actual, "<end of output>"))
		return 0;
	mine.err = &refused;
	size_t direct = find_candidates(&s);
	int rc = tg_trace_frames(&mine, &frames);
	if (rc == 0 && r->at_output && direct && (direct > 1 || s.at[0].calls > 1) &&
		prints_as_it_goes(r))
		rc = order_by_entry(&mine, s.at, direct);
	/* What is reported of memory is told by that memory, not by its callers' values. */
	if (rc == 0 && r->at_output && s.len < SHOWN && frames.len > 1)
		rc = search_caller(&s, (const struct dbg_frame *)frames.items + 1);
	mine.at_output = false; /* it stops before what is printed */
	mine.output_break = 0;
	mine.lines = fl_arena_array(r->a, TG_TRACE_LINES, sizeof(*mine.lines));
	if (rc != FL_ECLOSED && mine.lines && !r->a->failed)
		rc = add_followed(r, &s, items);
	if (rc == FL_ECLOSED || r->a->failed) {
		*r->err = refused;
		return rc ? rc : fl_arena_error(r->a, "a call", r->err);
	}
	return 0;
}
