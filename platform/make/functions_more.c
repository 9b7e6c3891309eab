#include "platform/make/functions.h"

/* The functions that decide, loop, call, and look at files. */

static void expand_arg(const struct mk_call *c, size_t i, struct fl_buf *out)
{
	if (i < c->count)
		plat_mk_expand(c->m, c->args[i], out);
}

/* An argument's text in a region of words that may be there or not. */
static void expand_perhaps(const struct mk_call *c, size_t i)
{
	fl_buf_char(c->out, MK_PERHAPS);
	expand_arg(c, i, c->out);
	fl_buf_char(c->out, MK_CERTAIN);
}

static void f_if(const struct mk_call *c)
{
	switch (plat_mk_filled(plat_mk_expanded(c->m, fl_slice_trim(c->args[0])))) {
	case MK_YES: expand_arg(c, 1, c->out); break;
	case MK_NO: expand_arg(c, 2, c->out); break;
	case MK_MAYBE:
		expand_perhaps(c, 1);
		fl_buf_char(c->out, ' ');
		expand_perhaps(c, 2);
		break;
	}
}

static void f_or(const struct mk_call *c)
{
	for (size_t i = 0; i < c->count; i++) {
		struct fl_slice s = plat_mk_expanded(c->m, fl_slice_trim(c->args[i]));
		enum mk_truth t = plat_mk_filled(s);
		if (t == MK_NO)
			continue;
		if (t == MK_YES)
			fl_buf_slice(c->out, s);
		else
			fl_buf_char(c->out, MK_UNKNOWN);
		return;
	}
}

static void f_and(const struct mk_call *c)
{
	struct fl_slice s = {0};
	for (size_t i = 0; i < c->count; i++) {
		s = plat_mk_expanded(c->m, fl_slice_trim(c->args[i]));
		enum mk_truth t = plat_mk_filled(s);
		if (t == MK_NO)
			return;
		if (t == MK_MAYBE) {
			fl_buf_char(c->out, MK_UNKNOWN);
			return;
		}
	}
	fl_buf_slice(c->out, s);
}

static void f_foreach(const struct mk_call *c)
{
	struct mk_maker *m = c->m;
	struct fl_slice name = fl_slice_trim(plat_mk_expanded(m, c->args[0]));
	struct mk_words w = plat_mk_words(plat_mk_expanded(m, c->args[1]));
	struct mk_vars *outer = m->scope, *vars = plat_mk_vars_new(m, outer, false);
	struct mk_journal *journal = m->journal;
	struct mk_word word;
	bool first = true;
	while (vars && plat_mk_next(&w, &word) && plat_mk_spend(m, word.text.len)) {
		if (!first)
			fl_buf_char(c->out, ' ');
		first = false;
		m->journal = NULL;
		plat_mk_set_text(m, vars, name, word.text, MK_AUTOMATIC);
		m->journal = journal;
		m->scope = vars;
		if (word.perhaps)
			expand_perhaps(c, 2);
		else
			expand_arg(c, 2, c->out);
		m->scope = outer;
	}
}

static void f_call(const struct mk_call *c)
{
	struct mk_maker *m = c->m;
	struct fl_slice name = fl_slice_trim(c->args[0]);
	struct mk_vars *outer = m->scope, *vars = plat_mk_vars_new(m, outer, false);
	struct mk_journal *journal = m->journal;
	struct mk_var *v;
	if (!vars || !plat_mk_clear(name)) {
		fl_buf_char(c->out, MK_UNKNOWN);
		return;
	}
	m->journal = NULL;
	for (size_t i = 0; i < c->count; i++)
		plat_mk_set_text(m, vars, fl_arena_printf(&m->work->arena, "%zu", i), c->args[i],
			MK_AUTOMATIC);
	/* those of an outer call are not seen */
	for (size_t i = c->count; i < 10; i++)
		plat_mk_set_text(m, vars, fl_arena_printf(&m->work->arena, "%zu", i), FL_S(""),
			MK_AUTOMATIC);
	m->journal = journal;
	v = plat_mk_var(outer, name);
	/* a function that calls itself is bounded by the depth of expansions */
	bool expanding = v && v->expanding;
	if (v)
		v->expanding = false;
	m->scope = vars;
	plat_mk_value_of(m, name, c->out);
	m->scope = outer;
	if (v)
		v->expanding = expanding;
}

static void f_eval(const struct mk_call *c)
{
	struct plat_place at = c->m->at;
	plat_mk_read_text(c->m, at.file, c->args[0]);
	c->m->at = at;
}

static void f_value(const struct mk_call *c)
{
	const struct mk_var *v = plat_mk_var(c->m->scope, fl_slice_trim(c->args[0]));
	if (!plat_mk_clear(c->args[0]))
		fl_buf_char(c->out, MK_UNKNOWN);
	else if (v)
		fl_buf_slice(c->out, v->value.text);
}

static void f_origin(const struct mk_call *c)
{
	static const char *const words[] = {[MK_UNDEFINED] = "undefined",
		[MK_DEFAULT] = "default",
		[MK_ENVIRONMENT] = "environment",
		[MK_FILE] = "file",
		[MK_COMMAND_LINE] = "command line",
		[MK_OVERRIDE] = "override",
		[MK_AUTOMATIC] = "automatic"};
	const struct mk_var *v = plat_mk_var(c->m->scope, fl_slice_trim(c->args[0]));
	fl_buf_str(c->out, words[v ? v->value.origin : MK_UNDEFINED]);
}

static void f_flavor(const struct mk_call *c)
{
	const struct mk_var *v = plat_mk_var(c->m->scope, fl_slice_trim(c->args[0]));
	fl_buf_str(c->out, !v ? "undefined" : v->value.recursive ? "recursive" : "simple");
}

static void f_nothing(const struct mk_call *c)
{
	(void)c;
}

static void f_unknown(const struct mk_call *c)
{
	fl_buf_char(c->out, MK_UNKNOWN);
}

static void f_shell(const struct mk_call *c)
{
	plat_mk_shell_answer(c->m, c->args[0], c->out);
}

static void one_wildcard(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	if (word->unknown)
		plat_mk_put(l, FL_S("\1"), word->perhaps);
	else if (!word->perhaps)
		plat_mk_wildcard(c->m, word->text, l);
	else
		plat_mk_put(l, FL_S("\1"), true);
}

static void f_wildcard(const struct mk_call *c)
{
	plat_mk_each(c, c->args[0], one_wildcard);
}

static void one_abspath(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	struct fl_slice path;
	if (word->unknown || !plat_mk_path(c->m, word->text, &path))
		plat_mk_put(l, word->text.len && word->text.ptr[0] == '/' ? word->text : FL_S("\1"),
			word->perhaps);
	else
		plat_mk_put(l,
			path.len ? fl_arena_printf(
					   &c->m->work->arena, "%c/%.*s", MK_ROOT, FL_ARG(path))
				 : FL_S("\5"),
			word->perhaps);
}

static void one_realpath(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	struct fl_slice path;
	bool inside = !word->unknown && plat_mk_path(c->m, word->text, &path);
	if (inside && !plat_mk_exists(c->m, word->text))
		return;
	one_abspath(c, l, word);
}

static void f_abspath(const struct mk_call *c)
{
	plat_mk_each(c, c->args[0], one_abspath);
}

static void f_realpath(const struct mk_call *c)
{
	plat_mk_each(c, c->args[0], one_realpath);
}

const struct mk_function plat_mk_more_functions[] = {
	{"if", f_if, 2, 3, false},
	{"or", f_or, 1, MK_ARGS_MAX, false},
	{"and", f_and, 1, MK_ARGS_MAX, false},
	{"foreach", f_foreach, 3, 3, false},
	{"call", f_call, 1, MK_ARGS_MAX, true},
	{"eval", f_eval, 1, 1, true},
	{"value", f_value, 1, 1, true},
	{"origin", f_origin, 1, 1, true},
	{"flavor", f_flavor, 1, 1, true},
	{"error", f_nothing, 1, 1, true},
	{"warning", f_nothing, 1, 1, true},
	{"info", f_nothing, 1, 1, true},
	{"file", f_nothing, 1, 2, true},
	{"guile", f_unknown, 1, 1, false},
	{"shell", f_shell, 1, 1, true},
	{"wildcard", f_wildcard, 1, 1, true},
	{"abspath", f_abspath, 1, 1, true},
	{"realpath", f_realpath, 1, 1, true},
	{NULL, NULL, 0, 0, false},
};
