#include "datasets/record/cause.h"

#include <inttypes.h>

#include "diag/thought/thought.h"
#include "sanitize/kinds/kinds.h"
#include "tracegen/operators/ops.h"

enum { EDIT_TOLD = 80, CAUSE_MAX = 4096 };

static bool is_short(struct fl_slice text)
{
	return text.len <= EDIT_TOLD && fl_slice_chr(text, '\n') < 0;
}

/* What stands there, and what should. */
static void put_edit(struct fl_buf *out, const struct ds_mutation *m)
{
	struct fl_slice is = fl_slice_trim(m->replacement), was = fl_slice_trim(m->original);
	if (!is_short(is) || !is_short(was) || (!is.len && !was.len))
		return;
	if (!is.len)
		fl_buf_printf(out, ": `%.*s` is missing", FL_ARG(was));
	else if (!was.len)
		fl_buf_printf(out, ": `%.*s` should not be there", FL_ARG(is));
	else
		fl_buf_printf(out, ": it says `%.*s` instead of `%.*s`", FL_ARG(is), FL_ARG(was));
}

static void put_cause(struct fl_buf *out, const struct ds_record *r, const struct tg_op *op)
{
	const struct ds_mutation *m = &r->mutation;
	fl_buf_str(out, op ? op->summary : diag_class_table[r->error_class].examples);
	fl_buf_printf(out, ", at %.*s", FL_ARG(m->file));
	if (m->line)
		fl_buf_printf(out, ":%" PRId64, m->line);
	if (m->function.len)
		fl_buf_printf(out, " in %.*s", FL_ARG(m->function));
	if (op)
		put_edit(out, m);
}

int ds_cause_write(struct fl_buf *out, const struct ds_record *r, struct fl_error *err)
{
	int found = tg_op_find(r->mutation.operator);
	const struct tg_op *op = found < 0 ? NULL : &tg_ops[found];
	const char *fix = op ? op->fix : diag_class_table[r->error_class].fix;
	struct diag_diagnostic d = {.level = DIAG_ERROR,
		.error_class = r->error_class,
		.confidence = san_confidence(SAN_TOOL_SYSTEM),
		.fix_strategy = fl_slice_str(fix)};
	struct fl_buf cause;
	fl_buf_init(&cause, CAUSE_MAX);
	put_cause(&cause, r, op);
	int rc = fl_buf_error(&cause, "the root cause", err);
	d.root_cause = fl_buf_view(&cause);
	if (rc == 0)
		diag_thought_write(out, &d, true);
	fl_buf_release(&cause);
	return rc;
}
