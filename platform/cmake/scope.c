#include "platform/cmake/scope.h"

#include "base/hash.h"

enum { BUCKETS_FIRST = 16, CHANGES_MAX = 1 << 20, MIDDLE_MAX = 1 << 16 };

struct cm_scope *plat_cm_scope_new(struct cm_vars *v, struct cm_scope *parent)
{
	struct cm_scope *s = fl_arena_alloc(v->arena, sizeof *s);
	if (s)
		*s = (struct cm_scope){.parent = parent, .born = v->forks};
	return s;
}

struct cm_var *plat_cm_scope_find(const struct cm_scope *s, struct fl_slice name)
{
	struct cm_var *v = NULL;
	if (s->bucket_count)
		v = s->buckets[fl_fnv32(FL_FNV32, name) & (s->bucket_count - 1)];
	while (v && !fl_slice_eq(v->name, name))
		v = v->next;
	return v;
}

const struct cm_value *plat_cm_scope_get(const struct cm_scope *s, struct fl_slice name)
{
	for (; s; s = s->parent) {
		const struct cm_var *v = plat_cm_scope_find(s, name);
		if (v && v->value.set)
			return &v->value;
		if (v && v->hides)
			return NULL;
	}
	return NULL;
}

static void grow(struct fl_arena *a, struct cm_scope *s)
{
	size_t n = s->bucket_count ? s->bucket_count * 4 : BUCKETS_FIRST;
	struct cm_var **buckets = fl_arena_array(a, n, sizeof(struct cm_var *));
	if (!buckets)
		return;
	for (size_t i = 0; i < s->bucket_count; i++)
		for (struct cm_var *v = s->buckets[i], *next; v; v = next) {
			struct cm_var **to = &buckets[fl_fnv32(FL_FNV32, v->name) & (n - 1)];
			next = v->next;
			v->next = *to;
			*to = v;
		}
	s->buckets = buckets;
	s->bucket_count = n;
}

static struct cm_var *scope_add(struct fl_arena *a, struct cm_scope *s, struct fl_slice name)
{
	if (s->count >= s->bucket_count)
		grow(a, s);
	struct cm_var *v = fl_arena_alloc(a, sizeof *v);
	if (!v || !s->bucket_count)
		return NULL;
	v->name = fl_arena_slice(a, name);
	v->born = s->born;
	struct cm_var **to = &s->buckets[fl_fnv32(FL_FNV32, name) & (s->bucket_count - 1)];
	v->next = *to;
	*to = v;
	s->count++;
	return v;
}

/* Keep what the variable was before the way that is evaluated now. */
static bool note(struct cm_fork *f, struct cm_var *var)
{
	struct cm_change *c;
	if (!f || f->id <= var->born)
		return true;
	if (var->stamp == f->id) {
		c = fl_vec_at(&f->changes, var->slot);
		c->touched = f->way;
		return true;
	}
	c = fl_vec_add(&f->changes);
	if (!c)
		return false;
	*c = (struct cm_change){.var = var,
		.old = var->value,
		.old_hides = var->hides,
		.old_stamp = var->stamp,
		.old_slot = var->slot,
		.touched = f->way};
	var->stamp = f->id;
	var->slot = f->changes.len - 1;
	return true;
}

void plat_cm_scope_set(
	struct cm_vars *v, struct cm_scope *s, struct fl_slice name, const struct cm_value *value)
{
	struct cm_var *var = plat_cm_scope_find(s, name);
	if (!var)
		var = scope_add(v->arena, s, name);
	if (!var || !note(v->fork, var)) {
		v->arena->failed = v->arena->failed ? v->arena->failed : FL_ELIMIT;
		return;
	}
	var->value = value ? *value : (struct cm_value){0};
	var->hides = !value;
}

static bool parts_here(char c)
{
	return c == ';' || c == ' ';
}

/* How much both begin with, up to the end of an item of both. */
static size_t common_head(struct fl_slice x, struct fl_slice y)
{
	size_t n = fl_slice_common_head(x, y);
	while (n && !((n == x.len || parts_here(x.ptr[n])) && (n == y.len || parts_here(y.ptr[n]))))
		n--;
	return n;
}

static size_t common_tail(struct fl_slice x, struct fl_slice y)
{
	size_t n = fl_slice_common_tail(x, y);
	while (n && !((n == x.len || parts_here(x.ptr[x.len - n - 1])) &&
			    (n == y.len || parts_here(y.ptr[y.len - n - 1]))))
		n--;
	return n;
}

/* Each item of the text, marked as one that may be missing. */
static void add_maybes(struct fl_buf *b, struct fl_slice text)
{
	bool starts = true;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		if (starts && !parts_here(c) && c != CM_MAYBE)
			fl_buf_char(b, CM_MAYBE);
		fl_buf_char(b, c);
		starts = parts_here(c);
	}
}

static struct fl_slice merge_texts(struct fl_arena *a, struct fl_slice x, struct fl_slice y)
{
	struct fl_buf b;
	struct fl_slice all = x, ret;
	size_t head = common_head(x, y);
	x = fl_slice_skip(x, head);
	y = fl_slice_skip(y, head);
	size_t tail = common_tail(x, y);
	struct fl_slice end = fl_slice_skip(x, x.len - tail);
	x = fl_slice_head(x, x.len - tail);
	y = fl_slice_head(y, y.len - tail);
	fl_buf_init(&b, (size_t)1 << 24);
	fl_buf_slice(&b, fl_slice_head(all, head));
	if (x.len + y.len > MIDDLE_MAX) {
		fl_buf_str(&b, head ? ";" : "");
		fl_buf_char(&b, CM_HOLE);
		fl_buf_str(&b, end.len && !parts_here(end.ptr[0]) ? ";" : "");
	} else {
		add_maybes(&b, x);
		if (x.len && y.len && !parts_here(y.ptr[0]) && !parts_here(x.ptr[x.len - 1]))
			fl_buf_char(&b, memchr(x.ptr, ' ', x.len) ? ' ' : ';');
		add_maybes(&b, y);
	}
	fl_buf_slice(&b, end);
	if (!b.failed && b.len == all.len)
		fl_buf_char(&b, CM_HOLE); /* only blanks differ */
	ret = b.failed ? CM_HOLE_S : fl_arena_slice(a, fl_buf_view(&b));
	fl_buf_release(&b);
	return ret;
}

struct cm_value plat_cm_merge(
	struct fl_arena *a, const struct cm_value *x, const struct cm_value *y)
{
	struct cm_value ret = x->set ? *x : *y;
	if (x->set == y->set && fl_slice_eq(x->text, y->text))
		return ret;
	ret.set = true;
	ret.text = merge_texts(a, x->text, y->text);
	if (plat_cm_known(ret.text))
		ret.text = CM_HOLE_S;
	if (!x->text.len)
		ret.at = y->at;
	return ret;
}

void plat_cm_fork_begin(struct cm_vars *v, struct cm_fork *f)
{
	*f = (struct cm_fork){.outer = v->fork, .outer_way = v->way, .id = ++v->forks};
	fl_vec_init(&f->changes, sizeof(struct cm_change), CHANGES_MAX);
	v->fork = f;
}

void plat_cm_way_begin(struct cm_vars *v, struct cm_fork *f)
{
	struct cm_way *way = fl_arena_alloc(v->arena, sizeof *way);
	f->way++;
	if (!way)
		return;
	*way = (struct cm_way){.parent = f->outer_way, .fork = f->id};
	v->way = way;
}

void plat_cm_way_end(struct cm_vars *v, struct cm_fork *f, bool dead)
{
	for (size_t i = 0; i < f->changes.len; i++) {
		struct cm_change *c = fl_vec_at(&f->changes, i);
		if (c->touched != f->way)
			continue;
		if (!dead && !c->merges++) {
			c->merged = c->var->value;
			c->merged_hides = c->var->hides;
		} else if (!dead) {
			c->merged = plat_cm_merge(v->arena, &c->merged, &c->var->value);
			c->merged_hides = c->merged_hides && c->var->hides;
		}
		c->var->value = c->old;
		c->var->hides = c->old_hides;
	}
	f->alive += !dead;
	if (!dead)
		f->last_alive = v->way;
	v->way = f->outer_way;
}

void plat_cm_fork_end(struct cm_vars *v, struct cm_fork *f, bool or_none)
{
	if (f->alive == 1 && !or_none && f->last_alive)
		f->last_alive->through = true;
	f->alive += or_none;
	v->fork = f->outer;
	for (size_t i = 0; i < f->changes.len; i++) {
		struct cm_change *c = fl_vec_at(&f->changes, i);
		c->var->stamp = c->old_stamp;
		c->var->slot = c->old_slot;
		if (!c->merges)
			continue;
		if (c->merges < f->alive) {
			c->merged = plat_cm_merge(v->arena, &c->merged, &c->old);
			c->merged_hides = c->merged_hides && c->old_hides;
		}
		if (!note(v->fork, c->var))
			v->arena->failed = FL_ELIMIT;
		c->var->value = c->merged;
		c->var->hides = c->merged_hides;
	}
	fl_vec_release(&f->changes);
}

bool plat_cm_way_implied(const struct cm_way *outer, const struct cm_way *inner)
{
	while (outer && outer->through)
		outer = outer->parent;
	if (!outer)
		return true;
	while (inner && inner != outer)
		inner = inner->parent;
	return inner != NULL;
}

bool plat_cm_way_excluded(const struct cm_way *a, const struct cm_way *b)
{
	for (const struct cm_way *x = a; x; x = x->parent)
		for (const struct cm_way *y = b; y; y = y->parent)
			if (x != y && x->fork == y->fork)
				return true;
	return false;
}
