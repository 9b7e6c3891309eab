/*
 * What results name in their run: by index (artifacts, rules) or by name (rules, messages, bases).
 * Names are sorted when one is looked for: a result may name any of as many as there are results.
 */
#include "diag/report/build.h"
#include <stdlib.h>

#include "diag/json/sarif_impl.h"

struct name {
	const void *of;
	struct fl_slice name;
	size_t order; /* of two members with one name the first counts */
	const struct fl_json *value;
};

void diag_sarif_slot_add(struct diag_parser *p, struct fl_vec *slots)
{
	p->json->sarif.full = slots->len >= slots->max;
	if (!p->json->sarif.full && !fl_vec_add(slots))
		diag_build_fail(p, FL_ENOMEM);
}

void diag_sarif_slot_set(struct diag_parser *p, struct fl_vec *slots, const struct fl_json *value)
{
	if (p->json->sarif.full)
		p->json->lost += !p->json->kept.failed; /* those are counted already */
	else if (slots->len)
		*(const struct fl_json **)fl_vec_at(slots, slots->len - 1) = value;
}

const struct fl_json *diag_sarif_slot(const struct fl_vec *slots, int64_t index)
{
	if (index < 0 || (uint64_t)index >= slots->len)
		return NULL;
	return *(const struct fl_json **)fl_vec_at(slots, (size_t)index);
}

void diag_sarif_names_init(struct fl_vec *names)
{
	fl_vec_init(names, sizeof(struct name), DIAG_SARIF_NAMES_MAX);
}

void diag_sarif_name_add(
	struct diag_parser *p, const void *of, struct fl_slice name, const struct fl_json *value)
{
	struct diag_sarif *s = &p->json->sarif;
	if (s->names.len >= s->names.max) {
		p->json->lost++;
		return;
	}
	struct name *n = fl_vec_add(&s->names);
	if (!n) {
		diag_build_fail(p, FL_ENOMEM);
		return;
	}
	*n = (struct name){.of = of, .name = name, .order = s->names.len, .value = value};
	s->names_sorted = false;
}

void diag_sarif_names_of(struct diag_parser *p, const struct fl_json *object)
{
	if (!object || object->type != FL_JOBJECT)
		return;
	for (const struct fl_json *v = object->child; v; v = v->next)
		diag_sarif_name_add(p, object, v->key, v);
}

static int compare(const struct name *x, const struct name *y)
{
	if (x->of != y->of)
		return (uintptr_t)x->of < (uintptr_t)y->of ? -1 : 1;
	return fl_slice_cmp(x->name, y->name);
}

static int by_name(const void *a, const void *b)
{
	const struct name *x = a, *y = b;
	int c = compare(x, y);
	return c ? c : (x->order > y->order) - (x->order < y->order);
}

const struct fl_json *diag_sarif_name_find(
	struct diag_sarif *s, const void *of, struct fl_slice name)
{
	const struct name wanted = {.of = of, .name = name};
	size_t from = 0, to = s->names.len;
	if (!of || !to)
		return NULL;
	if (!s->names_sorted)
		qsort(s->names.data, to, sizeof(struct name), by_name);
	s->names_sorted = true;
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (compare(fl_vec_at(&s->names, middle), &wanted) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	const struct name *found = from < s->names.len ? fl_vec_at(&s->names, from) : NULL;
	return found && compare(found, &wanted) == 0 ? found->value : NULL;
}
