/* A session as turns. */
#include "datasets/transcribed/pasted.h"

enum { ANSWER_BYTES = 64 << 10 };

static struct fl_slice command_at(const struct ds_pasted *t, size_t i)
{
	return ((const struct dbg_typed *)t->transcript.events[i].object)->text;
}

static bool is_command(const struct ds_pasted *t, size_t i)
{
	return t->transcript.events[i].shape == &dbg_typed_shape;
}

static size_t next_command(const struct ds_pasted *t, size_t i)
{
	while (i < t->to && !is_command(t, i))
		i++;
	return i;
}

static int add_turn(struct fl_vec *turns, int kind, struct fl_slice text, struct fl_error *err)
{
	struct ds_turn *turn = fl_vec_add(turns);
	if (!turn)
		return fl_error_set(err, FL_ELIMIT, "the session has too many commands");
	*turn = (struct ds_turn){.kind = kind, .text = text};
	return 0;
}

/* `info args` behind `info locals`, or before it: both ask for what one call tells. */
static size_t end_of(const struct ds_pasted *t, const struct ds_typed *typed, size_t command)
{
	size_t end = next_command(t, command + 1);
	while (typed->function == DBG_CALL_INSPECT && end < t->to) {
		struct ds_typed next = ds_typed_read(t, command_at(t, end));
		if (next.fate != DS_TYPED_CALL || next.function != DBG_CALL_INSPECT ||
			fl_slice_eq(command_at(t, end), command_at(t, command)))
			break;
		end = next_command(t, end + 1);
	}
	return end;
}

static bool is_same(const struct fl_vec *turns, struct fl_slice call, struct fl_slice answer)
{
	const struct ds_turn *was = turns->len >= 2 ? fl_vec_at(turns, turns->len - 2) : NULL;
	const struct ds_turn *told = was ? fl_vec_at(turns, turns->len - 1) : NULL;
	return was && fl_slice_eq(was->text, call) && fl_slice_eq(told->text, answer);
}

static int add_call(const struct ds_pasted *t, struct ds_typed *typed, size_t from, size_t to,
	struct fl_vec *turns, struct fl_error *err)
{
	struct fl_buf answer;
	fl_buf_init(&answer, ANSWER_BYTES);
	int rc = ds_pasted_answer(t, typed, from, to, &answer, err);
	struct fl_slice text = fl_arena_slice(t->a, fl_buf_view(&answer));
	fl_buf_release(&answer);
	rc = rc ? rc : fl_arena_error(t->a, "an answer", err);
	if (rc)
		return rc;
	if (!text.len || is_same(turns, typed->call, text)) {
		typed->fate = DS_TYPED_SILENT;
		return 0;
	}
	rc = add_turn(turns, DS_TURN_CALL, typed->call, err);
	return rc ? rc : add_turn(turns, DS_TURN_RESULT, text, err);
}

/* What only prepares for questions, and none was asked behind it, leads nowhere. */
static void drop_tail(struct fl_vec *turns, int64_t typed[DS_TYPED_COUNT])
{
	while (turns->len >= 2) {
		const struct ds_turn *call = fl_vec_at(turns, turns->len - 2);
		bool kept = fl_slice_starts(call->text, "/*");
		if (!kept && !fl_slice_starts(call->text, "breakpoint(") &&
			!fl_slice_starts(call->text, "watchpoint("))
			break;
		turns->len -= 2;
		typed[kept ? DS_TYPED_KEPT : DS_TYPED_CALL]--;
		typed[DS_TYPED_IDLE]++;
	}
}

int ds_pasted_turns(const struct ds_pasted *t, struct fl_vec *turns, int64_t typed[DS_TYPED_COUNT],
	struct fl_error *err)
{
	int rc = 0;
	for (size_t i = next_command(t, t->from), end; i < t->to && rc == 0; i = end) {
		struct ds_typed one = ds_typed_read(t, command_at(t, i));
		end = end_of(t, &one, i);
		if (one.fate <= DS_TYPED_KEPT)
			rc = add_call(t, &one, i + 1, end, turns, err);
		typed[one.fate]++;
	}
	drop_tail(turns, typed);
	return rc ? rc : fl_arena_error(t->a, "the turns", err);
}
