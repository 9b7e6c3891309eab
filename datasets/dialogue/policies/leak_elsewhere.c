#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/leak.h"
#include "datasets/dialogue/policies/owner.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/node.h"

enum { FUNCTIONS = 128 };

/* A function of the program's that is there to release. */
struct releaser {
	struct fl_slice file, text, name;
	struct ds_block at;
	size_t count; /* how many there are that it could be */
};

/* Does the text of the function name the type, other than within a longer word? */
static bool speaks_of(
	struct fl_slice text, const struct ds_block *f, struct fl_slice name, struct fl_slice type)
{
	if (fl_slice_search(name, type) >= 0)
		return true;
	for (int64_t line = f->head; line <= f->last; line++)
		if (tg_mentions(fl_slice_line_at(text, line), type))
			return true;
	return false;
}

static bool is_called(struct fl_slice statement, struct fl_slice name)
{
	return name.len && tg_mentions(statement, name);
}

/* The functions that release and speak of a type, or that a statement calls; the last of them. */
static struct releaser find(
	const struct ds_talk *t, struct fl_slice type, struct fl_slice statement)
{
	const struct tg_file *files = t->scene->files->items;
	struct ds_block blocks[FUNCTIONS];
	struct releaser r = {.count = 0};
	for (size_t i = 0; i < t->scene->files->len; i++) {
		struct fl_slice text = files[i].content;
		size_t n = ds_owner_functions(text, blocks, FUNCTIONS);
		for (size_t k = 0; k < n; k++) {
			struct fl_slice name = ds_owner_function_name(text, &blocks[k]);
			bool wanted = type.len ? speaks_of(text, &blocks[k], name, type)
					       : is_called(statement, name);
			if (!wanted || !ds_code_is_releaser(name))
				continue;
			r = (struct releaser){.file = files[i].path,
				.text = text,
				.at = blocks[k],
				.count = r.count + 1};
		}
	}
	return r;
}

/* The last member of an expression, `name` of `s->name`; a name alone is itself. */
static struct fl_slice last_member(struct fl_slice e)
{
	ptrdiff_t bracket = fl_slice_chr(e, '[');
	if (bracket > 0)
		e = fl_slice_head(e, (size_t)bracket);
	size_t start = e.len;
	while (start > 0 && fl_is_word(e.ptr[start - 1]))
		start--;
	return fl_slice_skip(e, start);
}

/* The variable that an expression begins with. */
static struct fl_slice root_of(struct fl_slice e)
{
	size_t start = 0, end;
	while (start < e.len && strchr("*(&", e.ptr[start]))
		start++;
	for (end = start; end < e.len && fl_is_word(e.ptr[end]);)
		end++;
	return fl_slice(e.ptr + start, end - start);
}

/* Does the function release what has that last member; or, where there is none, such an object? */
static bool releases(const struct releaser *r, struct fl_slice member, struct fl_slice type)
{
	for (int64_t line = r->at.first; line <= r->at.last; line++) {
		struct fl_slice what = ds_code_released(ds_code_line(r->text, line));
		bool name = ds_expr_is_name(what);
		if (what.len && member.len && fl_slice_eq(last_member(what), member))
			return true;
		if (!member.len && name &&
			fl_slice_eq(ds_owner_type(r->text, r->at.head, r->at.last, what), type))
			return true;
	}
	return false;
}

static int conclude_lacks(struct ds_talk *t, const struct releaser *r, const struct dbg_frame *made,
	struct ds_cause *ret)
{
	const struct ds_fact facts[] = {
		ds_fact_code(t, r->file, r->at.head), ds_fact_code(t, made->file, made->line)};
	*ret = (struct ds_cause){
		.file = r->file, .line = r->at.first, .last = r->at.last, .lacks = true};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} is there to release, but nothing in it gives back what {1} made.",
		"A release is missing in {0}: by its text what {1} made is none of what it gives "
		"back.");
}

/* ---- what is kept in something ---- */

/* The type whose releaser should know of it: of the object that has the member, or of itself. */
static struct fl_slice type_of(
	struct fl_slice text, const struct ds_block *f, int64_t line, struct fl_slice holder)
{
	struct fl_slice type = ds_owner_type(text, f->head, line, root_of(holder));
	struct fl_slice name = ds_owner_function_name(text, f);
	ptrdiff_t colon = fl_slice_find(name, "::");
	if (!type.len && colon > 0) /* a member of the object itself */
		return fl_slice_head(name, (size_t)colon);
	return type;
}

/* Is it called at all? Who calls it is told. */
static int look_at_releaser(struct ds_talk *t, const struct releaser *r)
{
	struct ds_debug_seen seen;
	int rc = ds_ask_reach(t, r->file, r->at.first, "who should release it is not called");
	rc = rc ? rc : ds_ask(t, &seen, "backtrace_get()");
	if (rc)
		return rc;
	const struct dbg_frame *f = seen.backtrace ? seen.backtrace->frames.items : NULL;
	if (!f || seen.backtrace->frames.len < 2)
		return ds_talk_give_up(t, "there is no stack");
	const struct ds_fact called[] = {
		ds_fact_frame(t, &f[1]), ds_fact_code(t, r->file, r->at.head)};
	return DS_THINK(t, DS_TURN_ELIMINATE, called,
		"It is called, by {0}. So it is what {1} does that I have to look at.",
		"The call is there, {0}; that idea is out, and {1} itself is next.");
}

int ds_leak_stored(struct ds_talk *t, const struct dbg_frame *made, struct fl_slice holder,
	struct ds_cause *ret_cause)
{
	struct fl_slice text = ds_talk_text(t, made->file);
	struct ds_block function;
	struct ds_debug_seen seen;
	bool member = !ds_expr_is_name(holder);
	if (!root_of(holder).len || !ds_code_function(text, made->line, &function))
		return ds_talk_give_up(t, "who holds what leaks is not seen");
	struct fl_slice type = type_of(text, &function, made->line, holder);
	if (!type.len)
		return ds_talk_give_up(t, "the type of what holds it is not seen");
	struct releaser r = find(t, type, FL_S(""));
	if (r.count != 1)
		return ds_talk_give_up(t, r.count ? "more than one function releases such things"
						  : "no function is there to release such things");
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->kind),
		ds_fact_code(t, made->file, made->line), ds_fact_code(t, r.file, r.at.head)};
	int rc = DS_THINK(t, DS_TURN_PLAN, facts,
		"The report is {0}. What {1} makes is kept, and to be given back by {2}. Perhaps "
		"that is never called?",
		"{0}: {1} makes it for later, and who should release it then is {2}. Perhaps "
		"that is never called.");
	rc = rc ? rc : look_at_releaser(t, &r);
	if (rc == 0 && releases(&r, member ? last_member(holder) : FL_S(""), type))
		return ds_talk_give_up(t, "it is released, but not each time");
	rc = rc ? rc : ds_ask(t, &seen, "inspect()");
	return rc ? rc : conclude_lacks(t, &r, made, ret_cause);
}

/* ---- what a function gets to release ---- */

/* Where that function is left before it releases its parameter; its end where it never does. */
static int64_t way_out(const struct releaser *r, struct fl_slice own, bool *ret_never)
{
	struct ds_owned events[DS_OWNED_MAX];
	size_t n = ds_owner_events(r->text, r->at.first, r->at.last, own, events, DS_OWNED_MAX);
	int64_t way = 0;
	*ret_never = true;
	for (size_t i = 0; i < n && *ret_never; i++) {
		*ret_never = events[i].what != DS_OWN_RELEASED;
		if (*ret_never && events[i].what == DS_OWN_LEFT)
			way = events[i].line;
	}
	return *ret_never ? r->at.last : way;
}

/* Go on to that line of the function. *ret_there: it is come to. */
static int go_to(struct ds_talk *t, const struct releaser *r, int64_t line, bool *ret_there)
{
	enum { TIMES = 4 };
	int rc = ds_ask_stop(t, r->file, line);
	*ret_there = false;
	for (int i = 0; i < TIMES && rc == 0 && !*ret_there; i++) {
		struct ds_debug_seen seen;
		rc = ds_ask(t, &seen, "continue_exec()");
		if (rc || !seen.stop || seen.stop->reason != DBG_BREAKPOINT)
			break;
		*ret_there = seen.stop->line == line && fl_slice_eq(seen.stop->file, r->file);
	}
	return rc;
}

int ds_leak_within(struct ds_talk *t, const struct dbg_frame *at, int64_t release,
	struct fl_slice name, bool *ret_within, struct ds_cause *ret_cause)
{
	struct fl_slice text = ds_talk_text(t, at->file), none = {0};
	struct releaser r = find(t, none, ds_talk_statement(t, at->file, release));
	struct ds_block function;
	struct ds_debug_seen seen;
	bool never, there;
	*ret_within = false;
	if (r.count != 1 || !ds_code_function(text, release, &function))
		return 0;
	struct fl_slice type = ds_owner_type(text, function.head, release, name);
	struct fl_slice own = ds_owner_parameter(r.text, &r.at, type);
	int64_t way = own.len ? way_out(&r, own, &never) : 0;
	if (!way)
		return 0;
	*ret_within = true;
	const struct ds_fact facts[] = {
		ds_fact_code(t, r.file, r.at.head), ds_fact_code(t, r.file, way)};
	int rc = never ? DS_THINK(t, DS_TURN_TRACE, facts,
				 "The release is done by {0}. I let it come to its end there.",
				 "Does {0} release the object itself? I go on to its end.")
		       : DS_THINK(t, DS_TURN_TRACE, facts,
				 "The release is done by {0}, which can be left before: {1}.",
				 "{0} has a way out before its release, {1}. I stop there.");
	rc = rc ? rc : go_to(t, &r, way, &there);
	if (rc == 0 && !there)
		return ds_talk_give_up(t, "every time that it is made it is given back");
	rc = rc ? rc : ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(own));
	if (rc)
		return rc;
	if (fl_slice_starts(seen.value, "0x0"))
		return ds_talk_give_up(t, "it holds nothing where the function is left");
	if (never)
		return conclude_lacks(t, &r, at, ret_cause);
	const struct ds_fact left[] = {
		ds_fact_code(t, r.file, way), ds_fact_value(t, own, seen.value)};
	*ret_cause = (struct ds_cause){.file = r.file, .line = way - 1, .last = way, .lacks = true};
	return DS_THINK(t, DS_TURN_ERROR, left,
		"Cause: {0} leaves the function while {1}, in front of the release.",
		"By {0} the function that should release it is left before it does, and {1}.");
}
