#include "debugsession/session/literal.h"

#include "debugsession/answer/facts.h"

static void add_error(enum dbg_error_type type, const char *message,
	const struct dbg_literal_wish *wish, struct fl_arena *a, struct fl_buf *out)
{
	struct dbg_document d = {0};
	const struct dbg_tool_error e = {
		.type = fl_slice_str(dbg_error_words[type]), .message = fl_slice_str(message)};
	const struct dbg_literal_wish whole = {.style = wish->style};
	dbg_document_add(&d, &dbg_tool_error_shape, &e, "error");
	dbg_document_write(&d, &whole, a, out, NULL);
}

/* "$1 = 0x8" without the number in gdb's history. */
static struct fl_slice plain_value(struct fl_slice text)
{
	uint32_t n;
	text = fl_slice_trim(text);
	struct fl_slice s = fl_slice_skip(text, 1);
	size_t digits = fl_slice_starts(text, "$") ? fl_slice_uint(s, &n) : 0;
	s = fl_slice_skip(s, digits);
	return digits && fl_slice_starts(s, " = ") ? fl_slice_skip(s, 3) : text;
}

/* The stop, and the expressions that are evaluated at each. */
static int add_stop(const struct dbg_answered *answered, struct fl_arena *a, struct dbg_document *d,
	struct fl_error *err)
{
	struct dbg_console *c = answered->in->console;
	struct dbg_stop *stop = fl_arena_alloc(a, sizeof(*stop));
	struct dbg_expressions *values = fl_arena_alloc(a, sizeof(*values));
	int rc = fl_arena_error(a, "a stop", err);
	if (rc == 0)
		rc = dbg_facts_stop(c, a, stop, err);
	if (rc)
		return rc;
	dbg_document_add(d, &dbg_stop_shape, stop, "stop");
	values->expressions = dbg_watches_evaluate(answered->watches, c, a);
	if (values->expressions.len)
		dbg_document_add(d, &dbg_expressions_shape, values, "expressions");
	return fl_arena_error(a, "the expressions", err);
}

static int add_items(const struct dbg_answered *answered, struct fl_arena *a,
	struct dbg_document *d, struct fl_error *err)
{
	if (answered->stopped)
		return add_stop(answered, a, d, err);
	return answered->row && answered->row->items ? answered->row->items(answered->in, a, d, err)
						     : 0;
}

void dbg_literal_answer(const struct dbg_answered *answered, const struct dbg_literal_wish *wish,
	struct fl_buf *out)
{
	struct dbg_document d = {0};
	struct fl_error err = {0};
	struct dbg_literal_wish rest = *wish;
	struct fl_arena a;
	struct fl_buf said;
	if (!answered->error && answered->literal.len) {
		fl_buf_slice(out, answered->literal);
		return;
	}
	fl_buf_init(&said, 16 * DBG_OUTPUT_SHOWN);
	dbg_literal_output(&said, answered->program_output, wish->max_bytes / 4);
	if (wish->max_bytes)
		rest.max_bytes -= said.len < wish->max_bytes / 2 ? said.len : wish->max_bytes / 2;
	fl_arena_init(&a, DBG_LITERAL_ARENA);
	int rc = answered->error ? 0 : add_items(answered, &a, &d, &err);
	if (rc == 0 && d.len)
		rc = dbg_document_write(&d, &rest, &a, out, &err);
	if (answered->error || rc)
		add_error(rc ? dbg_error_type_of(&err) : answered->type,
			rc ? err.message : answered->error, wish, &a, out);
	else if (d.len == 0)
		dbg_literal_value(out, "result", plain_value(answered->in->cut_text));
	fl_buf_slice(out, fl_buf_view(&said));
	fl_buf_release(&said);
	fl_arena_release(&a);
}
