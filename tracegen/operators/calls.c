#include "tracegen/operators/calls.h"

#include "tracegen/operators/signature.h"

/* ---- the calls ---- */

static bool is_called_name(const struct tg_node *n)
{
	return n->parent && n->parent->kind == TG_N_CALL && tg_called_name(n->parent) == n;
}

static void add_call(const struct tg_unit *u, const struct tg_node *n, struct tg_calls *calls)
{
	if (n->in_macro || calls->len == TG_CALLS_MAX)
		calls->whole = false;
	else
		calls->calls[calls->len++] = (struct tg_call_at){u, n};
}

void tg_calls_of(const struct tg_unit *u, const struct tg_node *f, struct tg_calls *ret_calls)
{
	ret_calls->len = 0;
	ret_calls->whole = true;
	for (size_t i = 0; i < tg_unit_count(u); i++) {
		const struct tg_unit *other = tg_unit_at(u, i);
		TG_EACH(n, other)
		{
			if (n->decl != f->decl)
				continue;
			if (n->kind == TG_N_CALL)
				add_call(other, n, ret_calls);
			else if ((n->kind == TG_N_REF || n->kind == TG_N_MEMBER) &&
				 !is_called_name(n))
				ret_calls->whole = false;
		}
	}
}

/* ---- lists ---- */

struct list {
	size_t open, close; /* its parentheses */
};

/* The list behind the name that stands at `at`, within n. */
static bool list_behind(const struct tg_unit *u, const struct tg_node *n, size_t at,
	struct fl_slice name, struct list *ret_list)
{
	if (at >= u->text.len || !fl_slice_starts_with(fl_slice_skip(u->text, at), name))
		return false;
	size_t open = tg_text_solid(u->text, at + name.len);
	if (open >= n->end || u->text.ptr[open] != '(')
		return false;
	*ret_list = (struct list){open, tg_text_find(u->text, open + 1, n->end, ')')};
	return ret_list->close < n->end;
}

/*
 * Item `index` of a list of `count` without the blanks around it; *ret_around is from the comma or
 * parenthesis before it to the one behind.
 */
static bool item_of(const struct tg_unit *u, struct list l, unsigned index, unsigned count,
	struct tg_part *ret_item, struct tg_part *ret_around)
{
	size_t from = l.open + 1;
	bool found = false;
	for (unsigned i = 0; i < count; i++) {
		size_t comma = tg_text_find(u->text, from, l.close, ',');
		if ((comma < l.close) != (i + 1 < count))
			return false;
		if (i == index) {
			size_t start = tg_text_solid(u->text, from), end = comma;
			struct fl_slice text = fl_slice_trim(
				fl_slice(u->text.ptr + start, end > start ? end - start : 0));
			*ret_item = (struct tg_part){start, start + text.len, text};
			*ret_around = (struct tg_part){from - 1, comma, {0}};
			found = text.len > 0;
		}
		from = comma + 1;
	}
	return found;
}

/* The item out, with the comma before it, or the one behind the first. */
static void take_out(const struct tg_unit *u, struct tg_part item, struct tg_part around,
	unsigned index, unsigned count, const char *nothing, struct tg_part *ret_part)
{
	*ret_part = item;
	ret_part->text = fl_slice(NULL, 0);
	if (index > 0)
		ret_part->start = around.start;
	else if (count > 1)
		ret_part->end = tg_text_solid(u->text, around.end + 1);
	else
		ret_part->text = fl_slice_str(nothing);
}

static bool argument_list(const struct tg_call_at *c, struct list *ret_list)
{
	const struct tg_node *name = tg_called_name(c->call);
	return name && list_behind(c->unit, c->call, name->name_at, name->name, ret_list);
}

bool tg_argument_part(
	const struct tg_call_at *c, unsigned index, unsigned count, struct tg_part *ret_part)
{
	struct list l;
	struct tg_part around;
	return argument_list(c, &l) && item_of(c->unit, l, index, count, ret_part, &around);
}

bool tg_without_argument(
	const struct tg_call_at *c, unsigned index, unsigned count, struct tg_file_part *ret_part)
{
	struct list l;
	struct tg_part item, around;
	if (!argument_list(c, &l) || !item_of(c->unit, l, index, count, &item, &around))
		return false;
	*ret_part = (struct tg_file_part){.unit = c->unit, .at = c->call};
	take_out(c->unit, item, around, index, count, "", &ret_part->part);
	return true;
}

bool tg_without_parameter(const struct tg_unit *u, const struct tg_node *f, unsigned index,
	struct tg_file_part *ret_part)
{
	struct list l;
	struct tg_part item, around;
	unsigned count = tg_param_count(f);
	const struct tg_node *p = tg_param_at(f, index);
	if (!p || p->in_macro || !list_behind(u, f, f->name_at, f->name, &l) ||
		!item_of(u, l, index, count, &item, &around) || p->start < l.open ||
		p->end > l.close || fl_slice_chr(item.text, '=') >= 0)
		return false;
	*ret_part = (struct tg_file_part){.unit = u, .at = f};
	take_out(u, item, around, index, count, u->program->language == TG_C ? "void" : "",
		&ret_part->part);
	return true;
}
