#include "datasets/dialogue/idle.h"

#include "datasets/dialogue/expr.h"

/* `eval("p->count")`, not `eval("f()")`. */
static bool is_pure(struct fl_slice call)
{
	static const char begins[] = "eval(\"", ends[] = "\")";
	if (!fl_slice_starts(call, begins) || !fl_slice_ends(call, ends))
		return false;
	call = fl_slice_skip(call, strlen(begins));
	return ds_expr_is_pure(fl_slice_head(call, call.len - strlen(ends)));
}

static bool is_look(struct fl_slice call)
{
	return is_pure(call) || fl_slice_eqs(call, "inspect()") ||
	       fl_slice_starts(call, "backtrace_get(");
}

static bool is_about(const struct ds_turn *turn, int64_t answer)
{
	const struct ds_sentence *s = turn->sentences.items;
	for (size_t i = 0; i < turn->sentences.len; i++) {
		const struct ds_fact *f = s[i].facts.items;
		for (size_t k = 0; k < s[i].facts.len; k++)
			if (f[k].turn == answer)
				return true;
	}
	return false;
}

static bool is_used(const struct ds_turn *turns, size_t n, size_t answer)
{
	for (size_t i = answer + 1; i < n; i++)
		if (ds_turn_is_thought(turns[i].kind) && is_about(&turns[i], (int64_t)answer))
			return true;
	return false;
}

/* Would the answers on both sides of the call tell the same one behind the other? */
static bool parts_the_same(const struct ds_turn *turns, size_t n, size_t call)
{
	size_t before = call, behind = call + 2;
	while (before > 0 && turns[before - 1].kind != DS_TURN_RESULT)
		before--;
	while (behind < n && turns[behind].kind != DS_TURN_RESULT)
		behind++;
	return before > 0 && behind < n && fl_slice_eq(turns[before - 1].text, turns[behind].text);
}

/* Facts behind what is gone are from a turn of a smaller number. */
static void move_facts(struct ds_turn *turn, int64_t gone)
{
	struct ds_sentence *s = (struct ds_sentence *)turn->sentences.items;
	for (size_t i = 0; i < turn->sentences.len; i++) {
		struct ds_fact *f = (struct ds_fact *)s[i].facts.items;
		for (size_t k = 0; k < s[i].facts.len; k++)
			f[k].turn -= f[k].turn > gone ? 2 : 0;
	}
}

/* One thought of two of a kind between which nothing stands any more. */
static int join(struct ds_talk *t, struct ds_turn *into, const struct ds_turn *from)
{
	size_t n = into->sentences.len, more = from->sentences.len;
	struct ds_sentence *all = fl_arena_array(t->a, n + more, sizeof(*all));
	if (!all)
		return fl_error_set(t->err, FL_ENOMEM, "out of memory for a dialogue");
	memcpy(all, into->sentences.items, n * sizeof(*all));
	memcpy(all + n, from->sentences.items, more * sizeof(*all));
	into->sentences = (struct fl_list){all, n + more};
	return 0;
}

static int take_out(struct ds_talk *t, struct ds_turn *turns, size_t *n, size_t call)
{
	size_t gone = 2;
	bool thoughts = call > 0 && call + 2 < *n && ds_turn_is_thought(turns[call + 2].kind) &&
			turns[call - 1].kind == turns[call + 2].kind;
	for (size_t i = call + 2; i < *n; i++)
		move_facts(&turns[i], (int64_t)call);
	int rc = thoughts ? join(t, &turns[call - 1], &turns[call + 2]) : 0;
	gone += thoughts;
	/* Joining moves what is behind by one more. */
	for (size_t i = call + gone; thoughts && i < *n; i++) {
		struct ds_sentence *s = (struct ds_sentence *)turns[i].sentences.items;
		for (size_t k = 0; k < turns[i].sentences.len; k++) {
			struct ds_fact *f = (struct ds_fact *)s[k].facts.items;
			for (size_t j = 0; j < s[k].facts.len; j++)
				f[j].turn -= f[j].turn >= (int64_t)call ? 1 : 0;
		}
	}
	memmove(&turns[call], &turns[call + gone], (*n - call - gone) * sizeof(*turns));
	*n -= gone;
	t->calls--;
	return rc;
}

/* A look whose answer nothing is made of. */
static bool is_idle(const struct ds_turn *turns, size_t n, size_t i)
{
	return turns[i].kind == DS_TURN_CALL && is_look(turns[i].text) &&
	       !is_used(turns, n, i + 1) && !parts_the_same(turns, n, i);
}

int ds_idle_drop(struct ds_talk *t)
{
	struct fl_list list;
	int rc = ds_talk_turns(t, &list);
	if (rc)
		return rc;
	struct ds_turn *turns = (struct ds_turn *)list.items;
	size_t n = list.len, i = 0;
	while (rc == 0 && i + 1 < n && t->calls > DS_TURNS_CALLS_LEAST) {
		if (is_idle(turns, n, i))
			rc = take_out(t, turns, &n, i);
		else
			i++;
	}
	for (; rc == 0 && i + 1 < n; i++)
		if (is_idle(turns, n, i))
			return ds_talk_give_up(t, "too little is asked of which something is made");
	return rc ? rc : ds_talk_set(t, turns, n);
}
