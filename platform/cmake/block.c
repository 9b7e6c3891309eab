/* Commands with a body: if(), foreach(), while(), block(), and calls of functions and macros. */
#include "platform/cmake/eval.h"

#include <stdio.h>

enum { ROUNDS_MAX = 20000, RANGE_MAX = 10000 };

static const double BOUND_MAX = 1e9; /* of foreach(RANGE) */

/* What the ways of an if() did. */
struct ways {
	size_t went, dead, broke, returned;
};

static void count_way(struct ways *w, enum cm_flow flow)
{
	w->dead += flow == CM_DEAD;
	w->broke += flow == CM_BREAK || flow == CM_CONTINUE;
	w->returned += flow == CM_RETURN;
	w->went += flow == CM_GO;
}

static enum cm_flow leave_ways(struct cm_eval *e, const struct ways *w)
{
	if (!w->went && !w->broke && !w->returned)
		return CM_DEAD;
	if (!w->went && !w->broke)
		return CM_RETURN;
	if (!w->went && !w->returned)
		return CM_CONTINUE;
	e->may_have_left_loop |= w->broke > 0;
	e->may_have_returned |= w->returned > 0;
	return CM_GO;
}

/* A variable that says only yes or no, by its name. */
static bool is_flag(struct fl_slice name)
{
	return fl_slice_ends(name, "_FOUND") || fl_slice_ends(name, "_found") ||
	       fl_slice_starts(name, "HAVE_");
}

/* NAME_LIBRARIES, of a package that is known to be there: no longer what may be. */
static void refine_libraries(struct cm_eval *e, struct fl_slice found)
{
	static const char *const endings[] = {"_LIBRARIES", "_LIBRARY", "_LINK_LIBRARIES"};
	struct fl_slice package = fl_slice_head(found, (size_t)fl_slice_rchr(found, '_'));
	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
		struct fl_slice name =
			fl_arena_printf(&e->scratch, "%.*s%s", FL_ARG(package), endings[i]);
		const struct cm_value *v = plat_cm_get(e, name);
		if (v && v->text.len && v->text.ptr[0] == CM_MAYBE &&
			!memchr(v->text.ptr, ';', v->text.len))
			plat_cm_set(e, name, fl_slice_skip(v->text, 1));
	}
}

/* One word of a condition, with or without NOT, that is such. */
static void refine_word(struct cm_eval *e, const struct cm_args *args, bool truth)
{
	bool negated = plat_cm_is(args, 0, "NOT");
	if (args->n != (negated ? 2u : 1u) || args->at[args->n - 1].quoted)
		return;
	struct fl_slice name = args->at[args->n - 1].text;
	const struct cm_value *v = plat_cm_known(name) ? plat_cm_get(e, name) : NULL;
	truth = truth != negated;
	if (!v || plat_cm_is_on(v->text) != CM_UNKNOWN)
		return;
	struct fl_slice bare = fl_slice_skip(v->text, 1);
	bool one = v->text.ptr[0] == CM_MAYBE && !memchr(bare.ptr, ';', bare.len) &&
		   !(bare.len && (memchr(bare.ptr, CM_MAYBE, bare.len) ||
					 memchr(bare.ptr, CM_HOLE, bare.len)));
	if (is_flag(name)) {
		plat_cm_set(e, name, truth ? FL_S("TRUE") : FL_S("FALSE"));
		if (truth)
			refine_libraries(e, name);
	} else if (one && truth && plat_cm_is_on(bare) == CM_TRUE)
		plat_cm_set(e, name, bare);
}

/*
 * In a way that is taken when the condition is such, what it names is known to be so: of all that
 * AND joins, where it is true, of all that OR joins, where it is not.
 */
static void refine(struct cm_eval *e, const struct cm_args *args, bool truth)
{
	const char *joins = truth ? "AND" : "OR", *parts = truth ? "OR" : "AND";
	for (size_t i = 0; i < args->n; i++)
		if (!args->at[i].quoted && (plat_cm_is(args, i, parts) || plat_cm_is(args, i, "(")))
			return;
	for (size_t from = 0, i = 0; i <= args->n; i++) {
		if (i < args->n && !(plat_cm_is(args, i, joins) && !args->at[i].quoted))
			continue;
		struct cm_args word = {args->at + from, i - from};
		if (word.n)
			refine_word(e, &word, truth);
		from = i + 1;
	}
}

/* One part of an if(): its condition, what was found, and its body. */
struct part {
	const struct cm_command *command;
	struct cm_args args;
	enum cm_truth truth;
};

static struct part part_at(struct cm_eval *e, const struct cm_command *c, bool certain)
{
	struct part p = {.command = c, .truth = CM_TRUE};
	e->line = c->line;
	if (c->block != CM_ELSE) {
		p.args = plat_cm_expand_words(e, c);
		p.truth = plat_cm_condition(e, &p.args);
	}
	plat_cm_trace(e, c, certain);
	return p;
}

static enum cm_flow run_part(struct cm_eval *e, const struct cm_command *all, size_t at)
{
	return plat_cm_run_list(e, all + at + 1, all[at].next - 1);
}

/* From the first part whose condition is not known. */
static enum cm_flow run_ways(
	struct cm_eval *e, const struct cm_command *all, size_t at, struct part first)
{
	struct cm_fork f;
	struct ways w = {0};
	struct part p = first;
	bool none = true;
	plat_cm_fork_begin(&e->vars, &f);
	for (; all[at].block != CM_ENDIF && none && !e->stopped; at += all[at].next) {
		if (f.way)
			p = part_at(e, &all[at], false);
		if (p.truth == CM_FALSE)
			continue;
		bool left = e->may_have_left_loop, returned = e->may_have_returned;
		plat_cm_way_begin(&e->vars, &f);
		e->may_have_left_loop = e->may_have_returned = false;
		if (p.truth == CM_UNKNOWN)
			refine(e, &p.args, true);
		else if (f.way == 2)
			refine(e, &first.args, false);
		enum cm_flow flow = run_part(e, all, at);
		plat_cm_way_end(&e->vars, &f, flow == CM_DEAD);
		e->may_have_left_loop |= left;
		e->may_have_returned |= returned;
		count_way(&w, flow);
		none = p.truth != CM_TRUE;
	}
	plat_cm_fork_end(&e->vars, &f, none);
	if (none && f.way == w.dead && w.dead == 1)
		refine(e, &first.args, false);
	w.went += none;
	return leave_ways(e, &w);
}

enum cm_flow plat_cm_run_if(struct cm_eval *e, const struct cm_command *all, size_t *at)
{
	size_t i = *at, end = i;
	enum cm_flow flow = CM_GO;
	while (all[end].block != CM_ENDIF)
		end += all[end].next;
	for (; i != end; i += all[i].next) {
		struct part p = part_at(e, &all[i], true);
		if (p.truth == CM_FALSE)
			continue;
		flow = p.truth == CM_TRUE ? run_part(e, all, i) : run_ways(e, all, i, p);
		break;
	}
	*at = end;
	return flow;
}

/* What a loop of unknown rounds has changed keeps only how it began. */
static void blur(struct cm_eval *e, struct cm_fork *f)
{
	for (size_t i = 0; i < f->changes.len; i++) {
		struct cm_change *c = fl_vec_at(&f->changes, i);
		struct fl_slice was = c->old.text, is = c->var->value.text;
		if (fl_slice_starts_with(is, was) && was.len)
			c->var->value.text = fl_arena_printf(&e->scratch, "%.*s%c%c", FL_ARG(was),
				memchr(is.ptr, ' ', is.len) ? ' ' : ';', CM_HOLE);
		else
			c->var->value.text = CM_HOLE_S;
		c->var->value.set = true;
	}
}

/* The body once, for any number of rounds. */
static enum cm_flow run_any_rounds(struct cm_eval *e, const struct cm_command *body, size_t count)
{
	struct cm_fork f;
	plat_cm_fork_begin(&e->vars, &f);
	plat_cm_way_begin(&e->vars, &f);
	enum cm_flow flow = plat_cm_run_list(e, body, count);
	blur(e, &f);
	plat_cm_way_end(&e->vars, &f, flow == CM_DEAD);
	plat_cm_fork_end(&e->vars, &f, true);
	e->may_have_left_loop = false;
	e->may_have_returned |= flow == CM_RETURN;
	return CM_GO;
}

static enum cm_flow run_one_round(struct cm_eval *e, const struct cm_command *body, size_t count,
	struct fl_slice name, struct fl_slice item)
{
	bool maybe = item.len && item.ptr[0] == CM_MAYBE;
	struct cm_fork f;
	plat_cm_set(e, name, maybe ? fl_slice_skip(item, 1) : item);
	if (item.len && memchr(item.ptr, CM_HOLE, item.len) && item.len <= 2)
		return run_any_rounds(e, body, count);
	if (!maybe)
		return plat_cm_run_list(e, body, count);
	plat_cm_fork_begin(&e->vars, &f);
	plat_cm_way_begin(&e->vars, &f);
	enum cm_flow flow = plat_cm_run_list(e, body, count);
	plat_cm_way_end(&e->vars, &f, flow == CM_DEAD);
	plat_cm_fork_end(&e->vars, &f, true);
	e->may_have_left_loop |= flow == CM_BREAK;
	e->may_have_returned |= flow == CM_RETURN;
	return CM_GO;
}

static enum cm_flow run_rounds(struct cm_eval *e, const struct cm_command *body, size_t count,
	struct fl_slice name, const struct cm_args *items, size_t from)
{
	enum cm_flow flow = CM_GO;
	for (size_t i = from; i < items->n && !e->stopped; i++) {
		flow = run_one_round(e, body, count, name, items->at[i].text);
		if (flow == CM_BREAK || flow == CM_RETURN || flow == CM_DEAD)
			break;
		flow = CM_GO;
		if (!e->may_have_left_loop && !e->may_have_returned)
			continue;
		/* the other rounds may not come */
		struct cm_fork f;
		bool returned = e->may_have_returned;
		e->may_have_left_loop = e->may_have_returned = false;
		if (i + 1 == items->n || e->depth >= PLAT_CMAKE_DEPTH_MAX - 1) {
			e->may_have_returned = returned;
			break;
		}
		plat_cm_fork_begin(&e->vars, &f);
		plat_cm_way_begin(&e->vars, &f);
		for (i++; i < items->n && flow == CM_GO; i++) {
			flow = run_one_round(e, body, count, name, items->at[i].text);
			flow = flow == CM_CONTINUE ? CM_GO : flow;
		}
		plat_cm_way_end(&e->vars, &f, flow == CM_DEAD);
		plat_cm_fork_end(&e->vars, &f, true);
		e->may_have_left_loop = false;
		e->may_have_returned |= returned || flow == CM_RETURN;
		return CM_GO;
	}
	return flow == CM_BREAK ? CM_GO : flow;
}

static void add_arg(struct fl_vec *v, struct fl_slice text)
{
	struct cm_arg *a = fl_vec_add(v);
	if (a)
		a->text = text;
}

static void add_range(struct cm_eval *e, const struct cm_args *args, struct fl_vec *v)
{
	double bound[3] = {0, 0, 1};
	bool ok = args->n >= 3 && args->n <= 5;
	for (size_t i = 2; i < args->n && ok; i++)
		ok = plat_cm_number(args->at[i].text, &bound[args->n == 3 ? 1 : i - 2]);
	for (size_t i = 0; i < 3; i++)
		ok = ok && bound[i] < BOUND_MAX && bound[i] > -BOUND_MAX;
	ok = ok && bound[2] >= 1 && (bound[1] - bound[0]) / bound[2] < (double)RANGE_MAX;
	if (!ok) {
		add_arg(v, CM_HOLE_S);
		return;
	}
	for (double x = bound[0]; x <= bound[1]; x += bound[2])
		add_arg(v, fl_arena_printf(&e->scratch, "%lld", (long long)x));
}

/* The items of foreach(name …), from args[1] on; lists of ZIP_LISTS are not followed. */
static void add_items(struct cm_eval *e, const struct cm_args *args, struct fl_vec *v)
{
	bool in = plat_cm_is(args, 1, "IN"), lists = false;
	if (plat_cm_is(args, 1, "RANGE")) {
		add_range(e, args, v);
		return;
	}
	if (in && plat_cm_is(args, 2, "ZIP_LISTS")) {
		add_arg(v, CM_HOLE_S);
		return;
	}
	for (size_t i = in ? 2 : 1; i < args->n; i++) {
		if (in && (plat_cm_is(args, i, "LISTS") || plat_cm_is(args, i, "ITEMS"))) {
			lists = plat_cm_is(args, i, "LISTS");
		} else if (lists) {
			const struct cm_value *value = plat_cm_get(e, args->at[i].text);
			if (value)
				plat_cm_split(e, value->text, true, v);
		} else {
			add_arg(v, args->at[i].text);
		}
	}
}

enum cm_flow plat_cm_run_foreach(struct cm_eval *e, const struct cm_command *all, size_t *at)
{
	size_t start = *at, end = start + all[start].next;
	struct cm_args args = plat_cm_expand_words(e, &all[start]);
	struct fl_vec v;
	*at = end;
	plat_cm_trace(e, &all[start], true);
	if (!args.n || !plat_cm_known(args.at[0].text))
		return CM_GO;
	fl_vec_init(&v, sizeof(struct cm_arg), CM_WORDS_MAX);
	add_items(e, &args, &v);
	struct fl_list l = fl_vec_freeze(&v, &e->scratch);
	struct cm_args items = {l.items, l.len};
	fl_vec_release(&v);
	struct fl_slice name = args.at[0].text;
	const struct cm_value *had = plat_cm_scope_get(e->scope, name);
	struct cm_value old = had ? *had : (struct cm_value){0};
	enum cm_flow flow = run_rounds(e, all + start + 1, end - start - 1, name, &items, 0);
	if (old.set)
		plat_cm_scope_set(&e->vars, e->scope, name, &old);
	else
		plat_cm_unset(e, name);
	return flow;
}

enum cm_flow plat_cm_run_while(struct cm_eval *e, const struct cm_command *all, size_t *at)
{
	size_t start = *at, end = start + all[start].next;
	enum cm_flow flow = CM_GO;
	*at = end;
	for (size_t round = 0; flow == CM_GO && !e->stopped; round++) {
		struct cm_args args = plat_cm_expand_words(e, &all[start]);
		enum cm_truth truth = plat_cm_condition(e, &args);
		if (!round)
			plat_cm_trace(e, &all[start], true);
		if (truth == CM_FALSE)
			break;
		if (truth == CM_UNKNOWN || round == ROUNDS_MAX || e->may_have_left_loop)
			return run_any_rounds(e, all + start + 1, end - start - 1);
		flow = plat_cm_run_list(e, all + start + 1, end - start - 1);
		flow = flow == CM_CONTINUE ? CM_GO : flow;
	}
	e->may_have_left_loop = false;
	return flow == CM_BREAK ? CM_GO : flow;
}

enum cm_flow plat_cm_run_block(struct cm_eval *e, const struct cm_command *all, size_t *at)
{
	size_t start = *at, end = start + all[start].next;
	struct cm_args args = plat_cm_expand_words(e, &all[start]);
	struct cm_scope *outer = e->scope, *inner = plat_cm_scope_new(&e->vars, outer);
	*at = end;
	plat_cm_trace(e, &all[start], true);
	if (!inner)
		return CM_RETURN;
	e->scope = inner;
	enum cm_flow flow = plat_cm_run_list(e, all + start + 1, end - start - 1);
	e->scope = outer;
	for (size_t i = plat_cm_index(&args, 0, "PROPAGATE") + 1; i < args.n; i++) {
		const struct cm_var *v = plat_cm_scope_find(inner, args.at[i].text);
		if (v)
			plat_cm_scope_set(
				&e->vars, outer, v->name, v->value.set ? &v->value : NULL);
	}
	return flow;
}

static void set_arguments(
	struct cm_eval *e, const struct cm_function *f, const struct cm_args *args)
{
	char name[32];
	for (size_t i = 0; i < f->parameter_count && i < args->n; i++)
		plat_cm_set(e, f->parameters[i], args->at[i].text);
	for (size_t i = 0; i < args->n; i++) {
		snprintf(name, sizeof name, "ARGV%zu", i);
		plat_cm_set(e, fl_slice_str(name), args->at[i].text);
	}
	size_t rest = args->n > f->parameter_count ? f->parameter_count : args->n;
	plat_cm_set(e, FL_S("ARGC"), fl_arena_printf(&e->scratch, "%zu", args->n));
	plat_cm_set(e, FL_S("ARGV"), plat_cm_join(e, args->at, args->n, ";"));
	plat_cm_set(e, FL_S("ARGN"), plat_cm_join(e, args->at + rest, args->n - rest, ";"));
}

static enum cm_flow run_body(
	struct cm_eval *e, const struct cm_function *f, const struct cm_args *args)
{
	struct cm_macro as_macro = {f, args}, *macro = e->macro;
	struct fl_slice file = e->file;
	struct cm_scope *scope = e->scope;
	int64_t line = e->line;
	bool returned = e->may_have_returned, left = e->may_have_left_loop;
	if (!f->is_macro) {
		struct cm_scope *inner = plat_cm_scope_new(&e->vars, scope);
		if (!inner)
			return CM_RETURN;
		e->scope = inner;
		set_arguments(e, f, args);
		e->may_have_returned = e->may_have_left_loop = false;
	}
	e->macro = f->is_macro ? &as_macro : NULL;
	e->file = f->file;
	enum cm_flow flow = plat_cm_run_list(e, f->commands, f->count);
	e->file = file;
	e->line = line;
	e->macro = macro;
	e->scope = scope;
	if (f->is_macro)
		return flow;
	e->may_have_returned = returned;
	e->may_have_left_loop = left;
	return flow == CM_DEAD ? CM_DEAD : CM_GO;
}

enum cm_flow plat_cm_invoke(
	struct cm_eval *e, const struct cm_function *f, const struct cm_args *args)
{
	struct cm_fork fork;
	if (plat_cm_way_implied(f->way, e->vars.way))
		return run_body(e, f, args);
	plat_cm_fork_begin(&e->vars, &fork);
	plat_cm_way_begin(&e->vars, &fork);
	enum cm_flow flow = run_body(e, f, args);
	plat_cm_way_end(&e->vars, &fork, flow == CM_DEAD);
	plat_cm_fork_end(&e->vars, &fork, true);
	e->may_have_returned |= flow == CM_RETURN;
	return CM_GO;
}
