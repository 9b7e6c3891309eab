#include "base/hash.h"
#include "platform/make/state.h"

uint32_t plat_mk_hash(struct fl_slice name)
{
	uint32_t h = fl_fnv32(FL_FNV32, name);
	return h ^ h >> 15;
}

struct mk_vars *plat_mk_vars_new(struct mk_maker *m, struct mk_vars *up, bool large)
{
	struct mk_vars *v = fl_arena_alloc(&m->work->arena, sizeof(*v));
	if (!v)
		return NULL;
	v->up = up;
	if (large)
		v->large = fl_arena_array(&m->work->arena, MK_LARGE, sizeof(*v->large));
	return large && !v->large ? NULL : v;
}

static struct mk_var **bucket(struct mk_vars *v, struct fl_slice name)
{
	uint32_t h = plat_mk_hash(name);
	return v->large ? &v->large[h % MK_LARGE] : &v->buckets[h % MK_BUCKETS];
}

struct mk_var *plat_mk_var_here(const struct mk_vars *vars, struct fl_slice name)
{
	uint32_t h = plat_mk_hash(name);
	struct mk_var *v = vars->large ? vars->large[h % MK_LARGE] : vars->buckets[h % MK_BUCKETS];
	while (v && !fl_slice_eq(v->name, name))
		v = v->next;
	return v;
}

struct mk_var *plat_mk_var(const struct mk_vars *vars, struct fl_slice name)
{
	for (; vars; vars = vars->up) {
		struct mk_var *v = vars->len ? plat_mk_var_here(vars, name) : NULL;
		if (v && v->value.origin != MK_UNDEFINED)
			return v;
	}
	return NULL;
}

/* The change of a variable in a conditional that is not decided. */
static struct mk_change *change_of(struct mk_maker *m, struct mk_vars *vars, struct fl_slice name,
	const struct mk_value *before)
{
	struct mk_journal *j = m->journal;
	struct mk_change *c = j->changes;
	while (c && !(c->vars == vars && fl_slice_eq(c->name, name)))
		c = c->next;
	if (c)
		return c;
	plat_mk_spend(m, 64);
	c = fl_arena_alloc(&m->work->arena, sizeof(*c));
	if (c) {
		*c = (struct mk_change){
			.vars = vars, .name = name, .before = *before, .next = j->changes};
		j->changes = c;
	}
	return c;
}

struct mk_var *plat_mk_set(struct mk_maker *m, struct mk_vars *vars, struct fl_slice name,
	const struct mk_value *value)
{
	struct mk_var *v = plat_mk_var_here(vars, name);
	if (!v) {
		v = fl_arena_alloc(&m->work->arena, sizeof(*v));
		if (!v)
			return NULL;
		v->name = fl_arena_slice(&m->work->arena, name);
		v->next = *bucket(vars, name);
		*bucket(vars, name) = v;
		vars->len++;
	}
	if (m->journal)
		change_of(m, vars, v->name, &v->value);
	v->value = *value;
	return v;
}

void plat_mk_set_text(struct mk_maker *m, struct mk_vars *vars, struct fl_slice name,
	struct fl_slice text, enum mk_origin origin)
{
	struct mk_value value = {.text = text, .origin = origin};
	plat_mk_set(m, vars, name, &value);
}

static struct fl_slice keep(struct mk_maker *m, struct fl_buf *b)
{
	struct fl_slice s = fl_arena_slice(&m->work->arena, fl_buf_view(b));
	fl_buf_release(b);
	return s;
}

/* A simple value as text that is still to be expanded. */
static struct fl_slice as_recursive(struct mk_maker *m, const struct mk_value *v)
{
	if (v->recursive || fl_slice_chr(v->text, '$') < 0)
		return v->text;
	struct fl_buf b;
	fl_buf_init(&b, MK_TEXT_MAX);
	for (size_t i = 0; i < v->text.len; i++) {
		if (v->text.ptr[i] == '$')
			fl_buf_char(&b, '$');
		fl_buf_char(&b, v->text.ptr[i]);
	}
	return keep(m, &b);
}

static bool same_value(const struct mk_value *a, const struct mk_value *b)
{
	return fl_slice_eq(a->text, b->text) &&
	       (a->origin == MK_UNDEFINED) == (b->origin == MK_UNDEFINED) &&
	       (a->recursive == b->recursive || fl_slice_chr(a->text, '$') < 0);
}

/* One of two values is right. */
static struct mk_value merge(struct mk_maker *m, const struct mk_value *a, const struct mk_value *b)
{
	if (same_value(a, b))
		return *b;
	struct mk_value v = b->origin == MK_UNDEFINED ? *a : *b;
	bool raw = a->recursive || b->recursive;
	struct fl_slice x = raw ? as_recursive(m, a) : a->text;
	struct fl_slice y = raw ? as_recursive(m, b) : b->text;
	struct fl_buf out;
	fl_buf_init(&out, MK_TEXT_MAX);
	plat_mk_spend(m, x.len + y.len);
	plat_mk_merge(x, y, raw, &out);
	if (!out.len)
		fl_buf_char(&out, MK_UNKNOWN);
	v.recursive = raw;
	v.appends = a->appends && b->appends;
	/* the places of both: those of a stand behind those of b */
	if (a->from && b->from && a->from != b->from) {
		struct mk_assignment *both = fl_arena_alloc(&m->work->arena, sizeof(*both));
		if (both) {
			*both = *b->from;
			both->before = a->from;
			v.from = both;
		}
	} else if (a->from) {
		v.from = a->from;
	}
	v.text = keep(m, &out);
	return v;
}

void plat_mk_branch_begin(struct mk_maker *m, struct mk_journal *j)
{
	*j = (struct mk_journal){.up = m->journal};
	m->journal = j;
}

void plat_mk_branch_next(struct mk_maker *m)
{
	struct mk_journal *j = m->journal;
	for (struct mk_change *c = j->changes; c; c = c->next) {
		struct mk_var *v = plat_mk_var_here(c->vars, c->name);
		/* in the branches before it first changed, it was as before */
		if (!c->has_merged && j->branches) {
			c->merged = c->before;
			c->has_merged = true;
		}
		if (!v)
			continue;
		c->merged = c->has_merged ? merge(m, &c->merged, &v->value) : v->value;
		c->has_merged = true;
		v->value = c->before;
	}
	j->branches++;
}

void plat_mk_branch_end(struct mk_maker *m, bool complete)
{
	struct mk_journal *j = m->journal;
	m->journal = j->up;
	for (struct mk_change *c = j->changes; c; c = c->next) {
		struct mk_value v = complete ? c->merged : merge(m, &c->before, &c->merged);
		plat_mk_set(m, c->vars, c->name, &v);
	}
}

/* "a b" of a value that is added to another. */
static struct fl_slice behind(struct mk_maker *m, struct fl_slice a, struct fl_slice b)
{
	if (!a.len)
		return b;
	if (a.len + b.len > MK_TEXT_MAX || !plat_mk_spend(m, a.len + b.len))
		return FL_S("\1");
	return fl_arena_printf(&m->work->arena, "%.*s %.*s", FL_ARG(a), FL_ARG(b));
}

static void note_place(struct mk_maker *m, struct mk_value *v, const struct mk_assignment *before)
{
	struct mk_assignment *a = fl_arena_alloc(&m->work->arena, sizeof(*a));
	if (!a || m->reading_defaults)
		return;
	*a = (struct mk_assignment){.text = v->text, .at = m->at, .before = before};
	v->from = a;
}

/* A variable that must not change, since it was set from a stronger side. */
static bool is_fixed(const struct mk_value *old, const struct mk_assign *what)
{
	return !what->override && (old->origin == MK_COMMAND_LINE ||
					  (old->origin == MK_OVERRIDE && !what->target_specific));
}

void plat_mk_assign(struct mk_maker *m, struct mk_vars *vars, const struct mk_assign *what)
{
	struct mk_var *had = plat_mk_var_here(vars, what->name);
	struct mk_var *above = plat_mk_var(m->scope ? m->scope : m->globals, what->name);
	struct mk_value old = had ? had->value : (struct mk_value){.origin = MK_UNDEFINED};
	struct mk_value v = {.text = fl_arena_slice(&m->work->arena, what->text),
		.origin = m->reading_defaults ? MK_DEFAULT
			  : what->override    ? MK_OVERRIDE
					      : MK_FILE,
		.recursive = true};
	const struct mk_assignment *before = NULL;
	if (is_fixed(above ? &above->value : &old, what))
		return;
	if (what->op == MK_SET_DEFAULT && (old.origin != MK_UNDEFINED || above))
		return;
	if (what->op == MK_RUN) {
		v.text = FL_S("\1");
		v.recursive = false;
	} else if (what->op == MK_SET_SIMPLE ||
		   (what->op == MK_ADD && old.origin != MK_UNDEFINED && !old.recursive)) {
		v.text = plat_mk_expanded(m, what->text);
		v.recursive = false;
	}
	if (what->op == MK_ADD) {
		struct mk_value added = v;
		before = old.from;
		v.appends = old.origin == MK_UNDEFINED ? what->target_specific : old.appends;
		note_place(m, &added, before);
		v.text = old.origin == MK_UNDEFINED ? v.text : behind(m, old.text, v.text);
		v.from = added.from;
	} else {
		note_place(m, &v, NULL);
	}
	struct mk_var *var = plat_mk_set(m, vars, what->name, &v);
	if (var && what->exported)
		var->exported = true;
}

/* Words that may stand before the name. */
static bool modifier(struct fl_slice word, struct mk_assign *a)
{
	bool *flag = fl_slice_eqs(word, "override")  ? &a->override
		     : fl_slice_eqs(word, "export")  ? &a->exported
		     : fl_slice_eqs(word, "private") ? &a->is_private
						     : NULL;
	if (flag)
		*flag = true;
	return flag != NULL;
}

static bool operator_at(struct fl_slice s, enum mk_operator *ret_op, size_t *ret_len)
{
	static const struct {
		const char *text;
		enum mk_operator op;
	} operators[] = {{"=", MK_SET}, {":=", MK_SET_SIMPLE}, {"::=", MK_SET_SIMPLE},
		{":::=", MK_SET_SIMPLE}, {"+=", MK_ADD}, {"?=", MK_SET_DEFAULT}, {"!=", MK_RUN}};
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (fl_slice_starts(s, operators[i].text)) {
			*ret_op = operators[i].op;
			*ret_len = strlen(operators[i].text);
			return true;
		}
	return false;
}

/* Blanks behind a value belong to it. */
static struct fl_slice left(struct fl_slice s)
{
	size_t i = 0;
	while (i < s.len && plat_mk_blank(s.ptr[i]))
		i++;
	return fl_slice_skip(s, i);
}

bool plat_mk_is_assignment(struct fl_slice line, struct mk_assign *ret)
{
	struct mk_assign a = {.op = MK_SET};
	for (;;) {
		size_t i = 0, len;
		line = fl_slice_trim(line);
		while (i < line.len && !plat_mk_blank(line.ptr[i])) {
			struct fl_slice rest = fl_slice_skip(line, i);
			if (line.ptr[i] == '#')
				return false;
			if (operator_at(rest, &a.op, &len)) {
				a.name = fl_slice_head(line, i);
				a.text = left(fl_slice_skip(rest, len));
				*ret = a;
				return i > 0;
			}
			if (line.ptr[i] == ':')
				return false;
			i = line.ptr[i] == '$' ? plat_mk_reference(line, i) : i + 1;
		}
		if (i >= line.len)
			return false;
		struct fl_slice word = fl_slice_head(line, i);
		struct fl_slice rest = fl_slice_trim(fl_slice_skip(line, i));
		if (operator_at(rest, &a.op, &len)) {
			a.name = word;
			a.text = left(fl_slice_skip(rest, len));
			*ret = a;
			return true;
		}
		if (!modifier(word, &a))
			return false;
		line = rest;
	}
}
