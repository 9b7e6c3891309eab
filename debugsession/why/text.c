#include <inttypes.h>

#include "debugsession/answer/answer.h"
#include "debugsession/answer/document.h"
#include "debugsession/why/why.h"

enum { FIT_TRIES = 6 };

static void put_stop(const struct dbg_why *why, struct fl_buf *out)
{
	const struct dbg_stop *s = &why->stop;
	fl_buf_printf(out, "Stopped: %s", dbg_reason_names.words[s->reason]);
	if (s->signal_name.len)
		fl_buf_printf(out, " %.*s", FL_ARG(s->signal_name));
	if (why->signal.code_name.len)
		fl_buf_printf(out, " (%.*s: %.*s)", FL_ARG(why->signal.code_name),
			FL_ARG(why->signal.meaning));
	if (why->signal.has_address)
		fl_buf_printf(out, " at address 0x%" PRIx64, why->signal.address);
	fl_buf_char(out, '\n');
	const struct dbg_why_instruction *i = &why->instruction;
	if (!i->text.len)
		return;
	fl_buf_printf(out, "Instruction: 0x%" PRIx64 " %.*s\n", i->address, FL_ARG(i->text));
	const struct dbg_why_register *r = i->registers.items;
	for (size_t k = 0; k < i->registers.len; k++, r++)
		fl_buf_printf(out, "  %.*s = %.*s\n", FL_ARG(r->name), FL_ARG(r->value));
}

static void put_vars(const char *what, const struct fl_list *list, struct fl_buf *out)
{
	const struct dbg_variable *v = list->items;
	for (size_t i = 0; i < list->len; i++, v++)
		fl_buf_printf(out, "   %s %.*s %.*s = %.*s\n", what, FL_ARG(v->type),
			FL_ARG(v->name), FL_ARG(v->value));
}

static void put_frame(const struct dbg_why_frame *f, struct fl_buf *out)
{
	fl_buf_printf(out, "#%" PRId64 " %.*s", f->depth, FL_ARG(f->function));
	if (f->file.len)
		fl_buf_printf(out, " at %.*s:%" PRId64, FL_ARG(f->file), f->line);
	fl_buf_char(out, '\n');
	put_vars("arg", &f->args, out);
	put_vars("var", &f->locals, out);
	const struct dbg_source_line *l = f->source.items;
	for (size_t i = 0; i < f->source.len; i++, l++)
		fl_buf_printf(out, "   %s %5" PRId64 "  %.*s\n", l->current ? "=>" : "  ", l->line,
			FL_ARG(l->text));
	if (f->omitted)
		fl_buf_printf(out, "   (%" PRId64 " more)\n", f->omitted);
}

static void put_rest(const struct dbg_why *why, struct fl_buf *out)
{
	const struct dbg_expression *e = why->expressions.items;
	for (size_t i = 0; i < why->expressions.len; i++, e++)
		fl_buf_printf(out, "Expression %.*s: %.*s\n", FL_ARG(e->expression),
			FL_ARG(e->error.len ? e->error : e->value));
	const struct dbg_thread *t = why->threads.items;
	for (size_t i = 0; i < why->threads.len; i++, t++)
		fl_buf_printf(out, "Thread %" PRId64 "%s: %.*s in %.*s\n", t->number,
			t->current ? " (current)" : "", FL_ARG(t->name), FL_ARG(t->function));
	const struct dbg_breakpoint *b = why->breakpoints.items;
	for (size_t i = 0; i < why->breakpoints.len; i++, b++)
		fl_buf_printf(out,
			"Breakpoint %" PRId64 ": %.*s %.*s%.*s:%" PRId64 ", %" PRId64 " hits\n",
			b->number, FL_ARG(b->type), FL_ARG(b->expression), FL_ARG(b->file), b->line,
			b->hits);
	const struct dbg_past_command *p = why->history.items;
	for (size_t i = 0; i < why->history.len; i++, p++)
		fl_buf_printf(out, "Command %" PRId64 ": %.*s%s\n", p->number, FL_ARG(p->command),
			p->failed ? " (failed)" : "");
	if (why->omitted)
		fl_buf_printf(out, "(%" PRId64 " more)\n", why->omitted);
}

static void say(const struct dbg_why *why, struct fl_buf *out)
{
	put_stop(why, out);
	const struct dbg_why_frame *f = why->frames.items;
	for (size_t i = 0; i < why->frames.len; i++, f++)
		put_frame(f, out);
	put_rest(why, out);
}

/* Cut until its JSON fits: the budget of the cutting is in bytes of compact literals. */
static int fit(struct dbg_why *why, size_t max, struct fl_arena *a, struct fl_buf *json,
	struct fl_error *err)
{
	struct fl_item item = {.shape = &dbg_why_shape, .object = why};
	struct fl_items items = {&item, 1};
	size_t budget = max;
	fl_json_object(json, &dbg_why_shape, why);
	for (int i = 0; i < FIT_TRIES && json->len > max; i++) {
		int rc = fl_items_fit(&items, budget, a, err);
		if (rc)
			return rc;
		fl_buf_clear(json);
		fl_json_object(json, &dbg_why_shape, why);
		budget = json->len > max ? budget * max / json->len * 9 / 10 : budget;
	}
	if (json->len <= max)
		return fl_buf_error(json, "the context", err);
	return fl_error_set(err, FL_ELIMIT,
		"the context cannot be cut to %zu bytes: ask for more (max_bytes)", max);
}

int dbg_extra_why(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	const struct dbg_literal_wish whole = {.style = in->literal.style};
	struct dbg_document d = {0};
	struct dbg_why why;
	struct fl_arena a;
	struct fl_buf json;
	size_t max = in->literal.max_bytes ? in->literal.max_bytes : DBG_WHY_BYTES;
	fl_arena_init(&a, DBG_LITERAL_ARENA);
	fl_buf_init(&json, DBG_LITERAL_ARENA);
	int rc = dbg_why_gather(in->session, in->console, &a, &why, err);
	if (rc == 0)
		rc = fit(&why, max, &a, &json, err);
	if (rc == 0) {
		say(&why, &out->text);
		dbg_answer_json(&out->data, "context", fl_buf_view(&json));
		dbg_document_add(&d, &dbg_why_shape, &why, "context");
		rc = dbg_document_write(&d, &whole, &a, &out->literal, err);
	}
	fl_buf_release(&json);
	fl_arena_release(&a);
	return rc;
}
