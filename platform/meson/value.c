#include "platform/meson/value.h"

struct mes_value plat_mes_append(struct fl_arena *a, struct mes_value list, struct mes_value item)
{
	size_t len = plat_mes_len(&list);
	struct mes_room *room = list.list ? list.list->room : NULL;
	struct mes_list *head = fl_arena_alloc(a, sizeof(*head));
	if (!head || len >= MES_ITEMS_MAX) {
		list.open = true;
		return list;
	}
	if (!room || room->used != len || room->cap == len) {
		struct mes_room *wider = fl_arena_alloc(a, sizeof(*wider));
		size_t cap = len < 4 ? 8 : 2 * len;
		struct mes_value *items = wider ? fl_arena_array(a, cap, sizeof(*items)) : NULL;
		if (!items) {
			list.open = true;
			return list;
		}
		if (len)
			memcpy(items, room->items, len * sizeof(*items));
		*wider = (struct mes_room){.used = len, .cap = cap, .items = items};
		room = wider;
	}
	room->items[room->used++] = item;
	*head = (struct mes_list){.len = len + 1, .room = room};
	list.list = head;
	return list;
}

struct mes_value plat_mes_extend(struct fl_arena *a, struct mes_value list, struct mes_value v)
{
	if (v.kind == MES_V_UNKNOWN) {
		list.open = true;
		return list;
	}
	if (v.kind != MES_V_LIST)
		return plat_mes_append(a, list, v);
	list.open = list.open || v.open;
	for (size_t i = 0; i < plat_mes_len(&v); i++) {
		struct mes_value item = plat_mes_item(&v, i);
		item.maybe = item.maybe || v.maybe || v.either;
		list = plat_mes_append(a, list, item);
	}
	return list;
}

static void flatten(struct fl_arena *a, struct mes_value v, unsigned depth, struct mes_value *out)
{
	if (v.kind == MES_V_UNKNOWN || (v.kind == MES_V_LIST && depth > 16)) {
		out->open = true;
	} else if (v.kind == MES_V_LIST) {
		out->open = out->open || v.open;
		for (size_t i = 0; i < plat_mes_len(&v); i++) {
			struct mes_value item = plat_mes_item(&v, i);
			item.maybe = item.maybe || v.maybe || v.either;
			flatten(a, item, depth + 1, out);
		}
	} else if (v.kind != MES_V_NOTHING) {
		*out = plat_mes_append(a, *out, v);
	}
}

struct mes_value plat_mes_flat(struct fl_arena *a, struct mes_value v)
{
	struct mes_value out = plat_mes_of(MES_V_LIST);
	flatten(a, v, 0, &out);
	return out;
}

static enum mes_three same(const struct mes_value *x, const struct mes_value *y, unsigned depth)
{
	if (x->kind == MES_V_UNKNOWN || y->kind == MES_V_UNKNOWN || depth > 8)
		return MES_MAYBE;
	if (x->open || y->open || x->either || y->either || x->maybe != y->maybe)
		return MES_MAYBE;
	if (x->kind != y->kind)
		return MES_NO;
	switch (x->kind) {
	case MES_V_BOOL:
	case MES_V_INT:
	case MES_V_COMPILER:
	case MES_V_FEATURE:
	case MES_V_PROGRAM: return x->number == y->number ? MES_YES : MES_NO;
	case MES_V_TEXT:
	case MES_V_FILE: return fl_slice_eq(x->text, y->text) ? MES_YES : MES_NO;
	case MES_V_LIST:
	case MES_V_DICT:
	case MES_V_INCLUDE: break;
	case MES_V_DEPENDENCY: return x->dependency == y->dependency ? MES_YES : MES_MAYBE;
	case MES_V_TARGET: return x->target == y->target ? MES_YES : MES_MAYBE;
	default: return MES_MAYBE;
	}
	if (x->list == y->list)
		return MES_YES;
	if (plat_mes_len(x) != plat_mes_len(y))
		return MES_NO;
	enum mes_three all = MES_YES;
	for (size_t i = 0; i < plat_mes_len(x) && all != MES_NO; i++) {
		enum mes_three one =
			same(&x->list->room->items[i], &y->list->room->items[i], depth + 1);
		all = one == MES_YES ? all : one;
	}
	return all;
}

enum mes_three plat_mes_same(const struct mes_value *x, const struct mes_value *y)
{
	return same(x, y, 0);
}

/* The same in every part: what is not known of one is not known of the other. */
static bool identical(const struct mes_value *x, const struct mes_value *y)
{
	return x->kind == y->kind && x->maybe == y->maybe && x->open == y->open &&
	       x->either == y->either && x->disabler == y->disabler && x->number == y->number &&
	       x->text.ptr == y->text.ptr && x->text.len == y->text.len && x->list == y->list;
}

static bool agree(const struct mes_value *x, const struct mes_value *y)
{
	return identical(x, y) || plat_mes_same(x, y) == MES_YES;
}

/* Whether v is among the items of a list from one on, as far as a look is worth it. */
static bool is_among(const struct mes_value *list, size_t from, const struct mes_value *v)
{
	enum { LOOK_MAX = 256 };
	size_t len = plat_mes_len(list);
	for (size_t i = from; i < len && i < from + LOOK_MAX; i++)
		if (agree(&list->list->room->items[i], v))
			return true;
	return false;
}

/* The items that both begin with are sure, the others are not. */
static struct mes_value merge_lists(struct fl_arena *a, struct mes_value x, struct mes_value y)
{
	struct mes_value out = plat_mes_of(MES_V_LIST);
	size_t i = 0,
	       both = plat_mes_len(&x) < plat_mes_len(&y) ? plat_mes_len(&x) : plat_mes_len(&y);
	for (; i < both; i++) {
		struct mes_value one = plat_mes_item(&x, i), other = plat_mes_item(&y, i);
		if (!agree(&one, &other))
			break;
		out = plat_mes_append(a, out, one);
	}
	out.open = out.open || x.open || y.open;
	for (size_t j = i; j < plat_mes_len(&x); j++) {
		struct mes_value item = plat_mes_item(&x, j);
		item.maybe = item.maybe || !is_among(&y, i, &item);
		out = plat_mes_append(a, out, item);
	}
	for (size_t j = i; j < plat_mes_len(&y); j++) {
		struct mes_value item = plat_mes_item(&y, j);
		if (is_among(&x, i, &item))
			continue;
		item.maybe = true;
		out = plat_mes_append(a, out, item);
	}
	return out;
}

/* What both have under the same key in the same place; where they part, it may have more. */
static struct mes_value merge_dicts(struct fl_arena *a, struct mes_value x, struct mes_value y)
{
	struct mes_value out = plat_mes_of(MES_V_DICT);
	size_t i = 0, len = plat_mes_len(&x);
	for (; i + 1 < len && i + 1 < plat_mes_len(&y); i += 2) {
		struct mes_value key = plat_mes_item(&x, i), other = plat_mes_item(&y, i);
		if (!agree(&key, &other))
			break;
		struct mes_value one = plat_mes_item(&x, i + 1), two = plat_mes_item(&y, i + 1);
		out = plat_mes_append(a, out, key);
		out = plat_mes_append(
			a, out, identical(&one, &two) ? one : plat_mes_of(MES_V_UNKNOWN));
	}
	out.open = out.open || x.open || y.open || i < len || i < plat_mes_len(&y);
	return out;
}

static bool is_object(const struct mes_value *v)
{
	return v->kind == MES_V_DEPENDENCY || v->kind == MES_V_TARGET || v->kind == MES_V_FILE ||
	       v->kind == MES_V_TEXT || v->kind == MES_V_LIST || v->kind == MES_V_INCLUDE ||
	       v->kind == MES_V_MADE || v->kind == MES_V_NOTHING;
}

struct mes_value plat_mes_merge(struct fl_arena *a, struct mes_value x, struct mes_value y)
{
	if (agree(&x, &y))
		return x;
	bool plain = !x.either && !y.either;
	if (x.kind == MES_V_DICT && y.kind == MES_V_DICT)
		return merge_dicts(a, x, y);
	if (plain && x.kind == MES_V_LIST && y.kind == MES_V_LIST)
		return merge_lists(a, x, y);
	if (x.kind == y.kind &&
		(x.kind == MES_V_MADE || x.kind == MES_V_CONFIG || x.kind == MES_V_NOTHING))
		return x;
	if (!is_object(&x) || !is_object(&y))
		return plat_mes_of(MES_V_UNKNOWN);
	struct mes_value out = plat_mes_extend(a, plat_mes_of(MES_V_LIST), x);
	struct mes_value other = plat_mes_extend(a, plat_mes_of(MES_V_LIST), y);
	out = merge_lists(a, out, other);
	out.either = true;
	return out;
}

const struct mes_value *plat_mes_get(
	const struct mes_value *dict, struct fl_slice key, enum mes_three *ret_three)
{
	const struct mes_value *found = NULL;
	bool unsure = dict->open;
	for (size_t i = 0; i + 1 < plat_mes_len(dict); i += 2) {
		const struct mes_value *k = &dict->list->room->items[i];
		if (!plat_mes_is_text(k))
			unsure = true;
		else if (fl_slice_eq(k->text, key))
			found = k + 1;
	}
	*ret_three = found ? MES_YES : unsure ? MES_MAYBE : MES_NO;
	return found;
}
