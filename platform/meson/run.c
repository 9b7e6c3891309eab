/* Statements. */
#include "platform/meson/branch.h"

static void step_in(struct mes_interp *m)
{
	m->watched++;
	m->unsure++;
}

static void step_out(struct mes_interp *m)
{
	m->watched--;
	m->unsure--;
}

/* Run what may not be run. What it jumps to may be jumped to: the rest may be left out, too. */
static enum mes_jump run_maybe(
	struct mes_interp *m, struct mes_fork *f, const struct mes_node *statements)
{
	step_in(m);
	plat_mes_run(m, statements);
	step_out(m);
	enum mes_jump jump = m->jump;
	m->jump = MES_GO_ON;
	plat_mes_fork_branch(m, f, jump == MES_DO_FAIL);
	return jump;
}

static enum mes_three truth(const struct mes_value *v)
{
	return v->kind == MES_V_BOOL && !v->either ? (v->number ? MES_YES : MES_NO) : MES_MAYBE;
}

/* Something may have left the iteration or the file: what follows is done as what may not be. */
static void rest_is_unsure(struct mes_interp *m)
{
	if (m->rest != SIZE_MAX)
		return;
	m->rest = m->journal.len;
	step_in(m);
}

static void run_if(struct mes_interp *m, const struct mes_node *clause)
{
	struct mes_fork f;
	bool forked = false, left = false;
	enum mes_three is = MES_MAYBE;
	for (; clause && is != MES_YES && !m->stopped; clause = clause->next) {
		struct mes_value v = clause->a ? plat_mes_eval(m, clause->a) : plat_mes_bool(true);
		is = truth(&v);
		if (is == MES_NO)
			continue;
		if (is == MES_YES && !forked) {
			plat_mes_run(m, clause->b);
			return;
		}
		if (!forked)
			plat_mes_fork(m, &f);
		forked = true;
		enum mes_jump jump = run_maybe(m, &f, clause->b);
		left = left || (jump != MES_GO_ON && jump != MES_DO_FAIL);
	}
	if (!forked)
		return;
	if (is != MES_YES)
		plat_mes_fork_branch(m, &f, false);
	plat_mes_fork_join(m, &f);
	if (left)
		rest_is_unsure(m);
}

/* What was done behind a jump that may have been taken is one branch; that it was not, another. */
static void end_rest(struct mes_interp *m, size_t outer)
{
	struct mes_fork f;
	if (m->rest != SIZE_MAX) {
		plat_mes_fork(m, &f);
		f.mark = m->rest < m->journal.len ? m->rest : m->journal.len;
		step_out(m);
		plat_mes_fork_branch(m, &f, false);
		plat_mes_fork_branch(m, &f, false);
		m->rest = SIZE_MAX;
		plat_mes_fork_join(m, &f);
	}
	m->rest = outer;
}

struct loop {
	const struct mes_node *n;
	bool broken; /* an iteration before may have ended it */
};

static void run_body(struct mes_interp *m, struct loop *l)
{
	size_t outer = m->rest;
	m->rest = SIZE_MAX;
	plat_mes_run(m, l->n->b);
	l->broken = l->broken || m->rest != SIZE_MAX;
	end_rest(m, outer);
}

/* One iteration: true to go on. maybe: it may not take place. */
static bool iterate(struct mes_interp *m, struct loop *l, struct mes_value first,
	const struct mes_value *second)
{
	struct mes_fork f;
	bool maybe = first.maybe || l->broken;
	first.maybe = false;
	if (maybe) {
		plat_mes_fork(m, &f);
		step_in(m);
	}
	plat_mes_set(m, l->n->text, first);
	if (second && l->n->c)
		plat_mes_set(m, l->n->c->text, *second);
	run_body(m, l);
	enum mes_jump jump = m->jump;
	if (jump == MES_DO_BREAK || jump == MES_DO_CONTINUE || maybe)
		m->jump = MES_GO_ON;
	if (maybe) {
		step_out(m);
		plat_mes_fork_branch(m, &f, jump == MES_DO_FAIL);
		plat_mes_fork_branch(m, &f, false);
		plat_mes_fork_join(m, &f);
		l->broken = l->broken || jump == MES_DO_BREAK;
		return !m->stopped;
	}
	return jump != MES_DO_BREAK && m->jump == MES_GO_ON && !m->stopped;
}

static void run_foreach(struct mes_interp *m, const struct mes_node *n)
{
	struct mes_value over = plat_mes_eval(m, n->a);
	struct loop l = {.n = n};
	bool dict = over.kind == MES_V_DICT, known = dict || over.kind == MES_V_LIST;
	bool go_on = true;
	for (size_t i = 0; known && go_on && i < plat_mes_len(&over); i += dict ? 2 : 1) {
		struct mes_value first = plat_mes_item(&over, i), second = {0};
		if (dict)
			second = plat_mes_item(&over, i + 1);
		first.maybe = first.maybe || over.either;
		go_on = iterate(m, &l, first, dict ? &second : NULL);
	}
	if (go_on && (!known || over.open)) {
		struct mes_value any = {.maybe = true}, other = {0};
		iterate(m, &l, any, &other);
	}
}

static void run_one(struct mes_interp *m, const struct mes_node *n)
{
	struct mes_value value;
	switch (n->kind) {
	case MES_ASSIGN: plat_mes_set(m, n->text, plat_mes_eval(m, n->a)); break;
	case MES_ADD: {
		const struct mes_variable *v = plat_mes_find(&m->scope->names, n->text);
		struct mes_value was = v && v->is_set ? v->value : (struct mes_value){0};
		value = plat_mes_eval(m, n->a);
		plat_mes_set(m, n->text, plat_mes_add(m, was, value));
		break;
	}
	case MES_IF: run_if(m, n->a); break;
	case MES_FOREACH: run_foreach(m, n); break;
	case MES_BREAK: m->jump = MES_DO_BREAK; break;
	case MES_CONTINUE: m->jump = MES_DO_CONTINUE; break;
	default: plat_mes_eval(m, n);
	}
}

void plat_mes_run(struct mes_interp *m, const struct mes_node *statements)
{
	if (m->nested >= MES_NESTED_MAX)
		m->stopped = true;
	m->nested++;
	for (const struct mes_node *n = statements; n; n = n->next) {
		if (m->stopped || m->jump != MES_GO_ON)
			break;
		m->line = n->line;
		run_one(m, n);
	}
	m->nested--;
}

int plat_mes_file(struct mes_interp *m, struct fl_slice path)
{
	struct fl_slice text, was = m->scope->file;
	uint32_t bad = 0, line = m->line;
	struct fl_error err = {0};
	if (m->files++ >= MES_FILES_MAX)
		m->stopped = true;
	int rc = m->stopped ? FL_ELIMIT : plat_tree_read(m->tree, path, &m->work, &text, &err);
	if (rc)
		return rc;
	m->scope->file = fl_arena_slice(m->out->a, path);
	const struct mes_node *statements = plat_mes_parse(text, &m->work, &bad);
	if (bad)
		plat_gather_skip(m->out, (struct plat_place){m->scope->file, bad},
			"this is not understood, and nothing behind it is read");
	size_t outer = m->rest;
	m->rest = SIZE_MAX;
	plat_mes_run(m, statements);
	end_rest(m, outer);
	if (m->jump == MES_DO_LEAVE)
		m->jump = MES_GO_ON;
	m->scope->file = was;
	m->line = line;
	return 0;
}
