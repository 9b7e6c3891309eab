/* Variables, and what they were before a branch that may not be taken. */
#include "base/hash.h"
#include "platform/meson/branch.h"

static size_t bucket_of(struct fl_slice name)
{
	return fl_fnv32(FL_FNV32, name) % MES_BUCKETS;
}

struct mes_variable *plat_mes_find(struct mes_table *t, struct fl_slice name)
{
	struct mes_variable *v = t->buckets[bucket_of(name)];
	while (v && !fl_slice_eq(v->name, name))
		v = v->next;
	return v;
}

static struct mes_variable *place_for(
	struct mes_interp *m, struct mes_table *t, struct fl_slice name)
{
	struct mes_variable *v = plat_mes_find(t, name);
	if (v)
		return v;
	v = t->count < MES_NAMES_MAX ? fl_arena_alloc(&m->work, sizeof(*v)) : NULL;
	if (!v) {
		m->stopped = true;
		return NULL;
	}
	struct mes_variable **bucket = &t->buckets[bucket_of(name)];
	*v = (struct mes_variable){.next = *bucket, .name = fl_arena_slice(&m->work, name)};
	*bucket = v;
	t->count++;
	return v;
}

void plat_mes_put(
	struct mes_interp *m, struct mes_table *t, struct fl_slice name, struct mes_value value)
{
	struct mes_variable *v = place_for(m, t, name);
	if (v) {
		v->value = value;
		v->is_set = true;
	}
}

static void change(struct mes_interp *m, struct mes_variable *v, struct mes_value value,
	bool is_set, bool maybe_unset)
{
	if (m->watched) {
		struct mes_change *c = fl_vec_add(&m->journal);
		if (!c) {
			m->stopped = true;
			return;
		}
		*c = (struct mes_change){v, v->value, v->is_set, v->maybe_unset};
	}
	v->value = value;
	v->is_set = is_set;
	v->maybe_unset = maybe_unset;
}

void plat_mes_set(struct mes_interp *m, struct fl_slice name, struct mes_value value)
{
	struct mes_variable *v = place_for(m, &m->scope->names, name);
	if (v)
		change(m, v, value, true, false);
}

void plat_mes_unset(struct mes_interp *m, struct fl_slice name)
{
	struct mes_variable *v = plat_mes_find(&m->scope->names, name);
	if (v)
		change(m, v, (struct mes_value){0}, false, false);
}

void plat_mes_fork(struct mes_interp *m, struct mes_fork *f)
{
	*f = (struct mes_fork){.mark = m->journal.len};
	fl_vec_init(&f->outcomes, sizeof(struct mes_change), MES_JOURNAL_MAX);
}

static void merge_into(struct mes_interp *m, struct mes_change *o, const struct mes_change *other)
{
	if (o->is_set && other->is_set)
		o->value = plat_mes_merge(&m->work, o->value, other->value);
	else if (other->is_set)
		o->value = other->value;
	o->maybe_unset = o->maybe_unset || other->maybe_unset || o->is_set != other->is_set;
	o->is_set = o->is_set || other->is_set;
}

/* Of a variable that this branch changed: what it has now, beside what it had in the others. */
static void note_outcome(
	struct mes_interp *m, struct mes_fork *f, const struct mes_change *before, uint32_t branch)
{
	struct mes_variable *v = before->variable;
	struct mes_change now = {v, v->value, v->is_set, v->maybe_unset};
	if (v->branch == branch)
		return;
	v->branch = branch;
	struct mes_change *o = v->slot < f->outcomes.len ? fl_vec_at(&f->outcomes, v->slot) : NULL;
	if (o && o->variable == v) {
		merge_into(m, o, &now);
		return;
	}
	v->slot = f->outcomes.len;
	o = fl_vec_add(&f->outcomes);
	if (!o) {
		m->stopped = true;
		return;
	}
	*o = now;
	if (f->live)
		merge_into(m, o, before);
}

void plat_mes_fork_branch(struct mes_interp *m, struct mes_fork *f, bool dead)
{
	uint32_t branch = ++m->branches;
	for (size_t i = f->mark; i < m->journal.len && !dead; i++)
		note_outcome(m, f, fl_vec_at(&m->journal, i), branch);
	while (m->journal.len > f->mark) {
		const struct mes_change *c = fl_vec_at(&m->journal, --m->journal.len);
		c->variable->value = c->value;
		c->variable->is_set = c->is_set;
		c->variable->maybe_unset = c->maybe_unset;
	}
	for (size_t i = 0; i < f->outcomes.len && !dead; i++) {
		struct mes_change *o = fl_vec_at(&f->outcomes, i);
		const struct mes_variable *v = o->variable;
		struct mes_change was = {o->variable, v->value, v->is_set, v->maybe_unset};
		if (v->branch != branch)
			merge_into(m, o, &was);
	}
	f->live += !dead;
}

void plat_mes_fork_join(struct mes_interp *m, struct mes_fork *f)
{
	if (m->rest != SIZE_MAX && m->rest > f->mark)
		m->rest = f->mark;
	for (size_t i = 0; i < f->outcomes.len; i++) {
		const struct mes_change *o = fl_vec_at(&f->outcomes, i);
		change(m, o->variable, o->value, o->is_set, o->maybe_unset);
	}
	fl_vec_release(&f->outcomes);
}
