#include "datasets/dialogue/policies/order.h"

#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/owner.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/node.h"

static bool same_place(const struct dbg_frame *x, const struct dbg_frame *y)
{
	return x->line == y->line && fl_slice_eq(x->file, y->file);
}

enum ds_order ds_order_of(const struct dbg_frame *const *earlier, size_t n,
	const struct dbg_frame *const *later, size_t m, struct dbg_frame *ret_earlier,
	struct dbg_frame *ret_later)
{
	while (n && m && same_place(earlier[n - 1], later[m - 1])) {
		n--;
		m--;
	}
	if (!n || !m || !fl_slice_eq(earlier[n - 1]->file, later[m - 1]->file) ||
		!fl_slice_eq(earlier[n - 1]->function, later[m - 1]->function))
		return DS_ORDER_NONE;
	*ret_earlier = *earlier[n - 1];
	*ret_later = *later[m - 1];
	return ret_earlier->line < ret_later->line ? DS_ORDER_DOWN : DS_ORDER_ROUND;
}

/* Has the statement a name of that kind? */
static bool names_one(struct fl_slice statement, bool (*is_one)(struct fl_slice name))
{
	struct fl_slice names[DS_EXPR_MAX];
	size_t n = ds_expr_names(statement, names, DS_EXPR_MAX);
	for (size_t i = 0; i < n; i++)
		if (is_one(names[i]))
			return true;
	return false;
}

static bool is_maker(struct fl_slice name)
{
	return ds_code_is_maker(name) || fl_slice_ends(name, "open");
}

/* Does it call something that makes: by its name, `fopen`, or C++'s `new`? */
static bool makes(struct fl_slice statement)
{
	return names_one(statement, is_maker) || tg_mentions(statement, FL_S("new"));
}

/* Is what the line sets kept to the variable's end, as far as the text tells? */
static bool is_kept(struct fl_slice text, int64_t line, struct fl_slice name)
{
	struct ds_owned events[DS_OWNED_MAX];
	struct ds_block block, function;
	if (ds_code_blocks(text, line, &block, 1) != 1 || !ds_code_function(text, line, &function))
		return false;
	bool own = ds_owner_type(text, block.first, line, name).len > 0;
	size_t n = ds_owner_events(text, ds_code_end(text, line), own ? block.last : function.last,
		name, events, DS_OWNED_MAX);
	for (size_t i = 0; i < n; i++)
		if (events[i].what != DS_OWN_LEFT)
			return false;
	return n < DS_OWNED_MAX;
}

/*
 * A variable of the function that it gives a value and keeps, from line *at on: its name, and the
 * statement. *at is behind that then. False: there is none.
 */
static bool next_kept(struct fl_slice text, const struct ds_block *function, int64_t *at,
	struct fl_slice *ret_name, struct fl_slice *ret_statement)
{
	while (*at <= function->last) {
		int64_t line = (*at)++;
		if (fl_slice_chr(ds_code_line(text, line), '=') < 0)
			continue;
		*ret_statement = tg_statement_at(text, line);
		*ret_name = ds_owner_target(*ret_statement);
		if (ds_expr_is_name(*ret_name) && is_kept(text, line, *ret_name))
			return true;
	}
	return false;
}

bool ds_order_unreleased(
	struct fl_slice text, const struct ds_block *function, struct fl_slice *ret_name)
{
	struct fl_slice name, statement;
	size_t count = 0;
	for (int64_t at = function->first; next_kept(text, function, &at, &name, &statement);) {
		if (!makes(statement))
			continue;
		*ret_name = name;
		count++;
	}
	return count == 1;
}

/* Is it declared as a pointer in the function: `char *name`? */
static bool is_pointer_of(
	struct fl_slice text, const struct ds_block *function, struct fl_slice name)
{
	for (int64_t line = function->first; line <= function->last; line++) {
		struct fl_slice s = ds_code_line(text, line);
		ptrdiff_t at = fl_slice_search(s, name);
		if (at > 0 && s.ptr[at - 1] == '*' && ds_owner_type(text, line, line, name).len)
			return true;
	}
	return false;
}

bool ds_order_may_hold(struct fl_slice text, const struct ds_block *function, struct fl_slice but)
{
	struct fl_slice name, statement;
	for (int64_t at = function->first; next_kept(text, function, &at, &name, &statement);)
		if (!fl_slice_eq(name, but) && fl_slice_chr(statement, '(') >= 0 &&
			is_pointer_of(text, function, name))
			return true;
	return false;
}

/* How many statements of the function release that. */
static size_t releases(struct fl_slice text, const struct ds_block *function, struct fl_slice name)
{
	size_t n = 0;
	for (int64_t line = function->first; line <= function->last; line++) {
		struct fl_slice s = ds_code_line(text, line);
		n += s.len && fl_slice_eq(ds_code_released(s), name);
	}
	return n;
}

bool ds_order_speaks(struct fl_slice text, const struct ds_block *function, struct fl_slice e)
{
	for (int64_t line = function->first; line <= function->last; line++)
		if (fl_slice_search(ds_code_line(text, line), e) >= 0)
			return true;
	return false;
}

/* Does the statement release the member itself, not what it leads to, or let another have it? */
static bool gives_away(struct fl_slice statement, struct fl_slice member)
{
	ptrdiff_t at = fl_slice_search(statement, member);
	if (at < 0)
		return false;
	struct fl_slice before = fl_slice_trim(fl_slice_head(statement, (size_t)at));
	struct fl_slice behind = fl_slice_skip(statement, (size_t)at + member.len);
	if (behind.len && (fl_is_name(behind.ptr[0]) || strchr("[-.(", behind.ptr[0])))
		return false;
	return names_one(statement, ds_code_is_releaser) || fl_slice_ends(before, "=") ||
	       fl_slice_ends(before, "return");
}

static bool lets_go(struct fl_slice text, const struct ds_block *function, struct fl_slice member)
{
	for (int64_t line = function->first; line <= function->last; line++)
		if (gives_away(ds_code_line(text, line), member))
			return true;
	return false;
}

/* Is it set to the address of something, which is no block of its own then? */
static bool is_address(struct fl_slice text, const struct ds_block *function, struct fl_slice name)
{
	for (int64_t line = function->first; line <= function->last; line++) {
		struct fl_slice s = ds_code_line(text, line);
		ptrdiff_t equal = fl_slice_chr(s, '=');
		if (equal > 0 && fl_slice_eq(ds_owner_target(s), name) &&
			fl_slice_starts(fl_slice_trim(fl_slice_skip(s, (size_t)equal + 1)), "&"))
			return true;
	}
	return false;
}

/* Does the text of a value begin as that of a pointer that may own something? */
static bool is_pointer(struct fl_slice value)
{
	return fl_slice_starts(value, "<ptr") || fl_slice_starts(value, "\"");
}

/* The members of `{prev = 0x0, data = "the"}`, one after the other; not those within others. */
static bool next_member(
	struct fl_slice *rest, struct fl_slice *ret_name, struct fl_slice *ret_value)
{
	size_t depth = 0, pos = 0;
	if (fl_slice_starts(*rest, "{"))
		*rest = fl_slice_skip(*rest, 1);
	for (size_t next; pos < rest->len; pos = next) {
		char c = rest->ptr[pos];
		next = tg_text_token(*rest, pos);
		if (depth == 0 && (c == ',' || c == '}'))
			break;
		depth += c == '{';
		depth -= depth && c == '}';
	}
	struct fl_slice member = fl_slice_trim(fl_slice_head(*rest, pos));
	ptrdiff_t equal = fl_slice_find(member, " = ");
	*rest = fl_slice_skip(*rest, pos + (pos < rest->len));
	if (equal <= 0)
		return false;
	*ret_name = fl_slice_head(member, (size_t)equal);
	*ret_value = fl_slice_skip(member, (size_t)equal + 3);
	return true;
}

bool ds_order_left_over(struct fl_slice text, const struct ds_block *function,
	struct fl_slice released, struct fl_slice value, struct fl_arena *a,
	struct fl_slice *ret_name)
{
	struct fl_slice names[1], name, of;
	size_t count = 0;
	if (!ds_expr_names(released, names, 1))
		return false;
	if (!ds_expr_is_name(released)) { /* a member is, and the object? */
		*ret_name = names[0];
		return fl_slice_find(released, "->") >= 0 &&
		       releases(text, function, names[0]) == 0 &&
		       !is_address(text, function, names[0]);
	}
	while (next_member(&value, &name, &of)) {
		struct fl_slice member =
			fl_arena_printf(a, "%.*s->%.*s", FL_ARG(released), FL_ARG(name));
		if (!is_pointer(of) || lets_go(text, function, member))
			continue;
		*ret_name = name;
		count++;
	}
	return count == 1;
}
