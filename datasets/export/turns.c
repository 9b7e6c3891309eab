#include "datasets/export/turns.h"

#include "base/literal/literal.h"
#include "datasets/record/answer.h"
#include "datasets/record/instruct.h"

struct fl_slice ds_turns_code(const struct ds_turns_opts *opts, struct fl_slice answer)
{
	struct fl_slice code;
	return opts->no_markers && ds_answer_code(answer, &code) ? code : answer;
}

/* Without its first and its last line, which are the markers. */
static struct fl_slice inside(struct fl_slice block)
{
	struct fl_slice line, rest = block;
	const struct fl_marker_pair *marks = fl_marker(FL_MARK_THOUGHT);
	if (!fl_slice_line(&rest, &line) || !fl_slice_eqs(line, marks->open))
		return block;
	ptrdiff_t end = fl_slice_find(rest, marks->close);
	return end < 0 ? block : fl_slice_head(rest, (size_t)end);
}

/* Cut the answer where its code begins. Records of version 1 may have other answers: all code. */
static void cut(const struct ds_turns_opts *opts, struct fl_slice answer, struct ds_turns *turns)
{
	bool reasons = fl_slice_starts(answer, fl_marker(FL_MARK_THOUGHT)->open);
	ptrdiff_t code = reasons ? fl_slice_find(answer, fl_marker(FL_MARK_CODE)->open) : 0;
	size_t at = code > 0 ? (size_t)code : 0;
	turns->reasoning = opts->no_reasoning ? FL_S("") : fl_slice_head(answer, at);
	if (opts->no_markers)
		turns->reasoning = inside(turns->reasoning);
	turns->code = ds_turns_code(opts, fl_slice_skip(answer, at));
}

int ds_turns_make(const struct ds_turns_opts *opts, const struct ds_record *r, struct fl_arena *a,
	struct ds_turns *ret_turns, struct fl_error *err)
{
	struct ds_turns turns = {.asked = r->prompt};
	struct fl_slice instruction = r->instruction;
	if (opts->no_reasoning && ds_kind_is(r->kind, DS_KIND_REASONS) && instruction.len) {
		instruction = ds_instruction_bare(r->instruction, a);
		turns.asked = ds_instruction_put(r, instruction, a);
	}
	if (opts->instruction && instruction.len)
		turns.asked = fl_arena_printf(
			a, "%.*s\n\n%.*s", FL_ARG(instruction), FL_ARG(turns.asked));
	cut(opts, r->completion, &turns);
	int rc = fl_arena_error(a, "a prompt", err);
	if (rc == 0)
		*ret_turns = turns;
	return rc;
}
