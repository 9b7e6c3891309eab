#include "debugsession/why/watch.h"

#include <stdlib.h>

#include "debugsession/answer/answer.h"
#include "debugsession/answer/facts.h"
#include "debugsession/answer/document.h"
#include "debugsession/session/session_priv.h"

enum { ARENA_MAX = 4 << 20 };

void dbg_watches_release(struct dbg_watches *w)
{
	for (size_t i = 0; i < w->len; i++)
		free(w->at[i].text);
	w->len = 0;
}

static void evaluate(const struct dbg_watch_one *one, struct dbg_console *c, int64_t deadline,
	struct fl_arena *a, struct dbg_expression *out)
{
	struct fl_error err = {0};
	out->number = one->number;
	out->expression = fl_arena_slice(a, fl_slice_str(one->text));
	if (fl_clock_ms() >= deadline)
		fl_error_set(&err, FL_ETIMEOUT,
			"not evaluated: the expressions before it took too long");
	else
		dbg_facts_evaluate(
			c, fl_slice_str(one->text), DBG_WATCH_VALUE, a, &out->value, &err);
	if (err.code)
		out->error = fl_arena_slice(a, fl_slice_str(err.message));
}

struct fl_list dbg_watches_evaluate(
	const struct dbg_watches *w, struct dbg_console *c, struct fl_arena *a)
{
	struct dbg_expression *list = fl_arena_array(a, w->len, sizeof(*list));
	int64_t deadline = fl_clock_ms() + DBG_WATCH_MS;
	if (!list)
		return (struct fl_list){0};
	for (size_t i = 0; i < w->len; i++)
		evaluate(&w->at[i], c, deadline, a, &list[i]);
	return (struct fl_list){list, w->len};
}

static void write_list(const struct fl_list *list, struct fl_buf *out)
{
	dbg_answer_key(out, "expressions");
	fl_buf_char(out, '[');
	for (size_t i = 0; i < list->len; i++) {
		dbg_answer_item(out);
		fl_json_object(
			out, &dbg_expression_shape, fl_list_at(list, &dbg_expression_shape, i));
	}
	fl_buf_char(out, ']');
}

void dbg_watches_data(const struct dbg_watches *w, struct dbg_console *c, struct fl_buf *out)
{
	struct fl_arena a;
	if (!w->len)
		return;
	fl_arena_init(&a, ARENA_MAX);
	struct fl_list list = dbg_watches_evaluate(w, c, &a);
	write_list(&list, out);
	fl_arena_release(&a);
}

int dbg_extra_watch(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	struct dbg_watches *w = &in->session->watches;
	struct fl_slice text = in->arguments;
	if (!text.len || text.len > DBG_WATCH_TEXT)
		return fl_error_set(err, FL_EINVAL,
			"watch-expression needs an expression of at most %d bytes", DBG_WATCH_TEXT);
	if (w->len == DBG_WATCHES_MAX)
		return fl_error_set(err, FL_ELIMIT,
			"there are %d expressions already: unwatch-expression N drops one",
			DBG_WATCHES_MAX);
	char *kept = strndup(text.ptr, text.len);
	if (!kept)
		return fl_error_set(err, FL_ENOMEM, "out of memory for an expression");
	w->at[w->len++] = (struct dbg_watch_one){.number = ++w->last, .text = kept};
	fl_buf_printf(&out->text, "Expression %lld: %s\n", (long long)w->last, kept);
	dbg_answer_int(&out->data, "number", w->last);
	return 0;
}

int dbg_extra_unwatch(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	struct dbg_watches *w = &in->session->watches;
	uint32_t number = 0;
	size_t i = 0;
	if (!in->arguments.len || fl_slice_uint(in->arguments, &number) != in->arguments.len)
		return fl_error_set(err, FL_EINVAL,
			"unwatch-expression needs a number, as info watch-expressions shows it");
	while (i < w->len && w->at[i].number != number)
		i++;
	if (i == w->len)
		return fl_error_set(err, FL_EINVAL, "there is no expression %u", number);
	fl_buf_printf(&out->text, "Expression %u is no longer evaluated\n", number);
	free(w->at[i].text);
	memmove(&w->at[i], &w->at[i + 1], (w->len - i - 1) * sizeof(w->at[i]));
	w->len--;
	return 0;
}

static void write_text(const struct fl_list *list, struct fl_buf *out)
{
	const struct dbg_expression *e = list->items;
	for (size_t i = 0; i < list->len; i++, e++)
		fl_buf_printf(out, "%lld: %.*s %s %.*s\n", (long long)e->number,
			FL_ARG(e->expression), e->error.len ? "has no value:" : "=",
			FL_ARG(e->error.len ? e->error : e->value));
	if (!list->len)
		fl_buf_str(out, "No expressions\n");
}

int dbg_extra_watches(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	struct dbg_document d = {0};
	struct dbg_expressions all = {0};
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	all.expressions = dbg_watches_evaluate(&in->session->watches, in->console, &a);
	write_text(&all.expressions, &out->text);
	write_list(&all.expressions, &out->data);
	dbg_document_add(&d, &dbg_expressions_shape, &all, "expressions");
	int rc = fl_arena_error(&a, "the expressions", err);
	if (rc == 0)
		rc = dbg_document_write(&d, &in->literal, &a, &out->literal, err);
	fl_arena_release(&a);
	return rc;
}
