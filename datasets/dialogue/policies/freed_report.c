#include "datasets/dialogue/policies/freed.h"

#include "datasets/dialogue/expr.h"
#include "tracegen/evidence/operands.h"

enum { STACK = 8 };

/* The innermost of the frames that is of no such function; else the innermost. */
struct dbg_frame ds_freed_outside(const struct dbg_frame *frames, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!ds_code_is_releaser(frames[i].function))
			return frames[i];
	return frames[0];
}

/* The release of the same before the last one, by the text of that function; line 0: none. */
static struct dbg_frame release_before(const struct ds_freed *f, struct dbg_frame at)
{
	struct fl_slice text = ds_talk_text(f->t, at.file);
	struct fl_slice what = ds_code_released(ds_talk_statement(f->t, at.file, at.line));
	struct ds_block in;
	int64_t line = what.len && ds_code_function(text, at.line, &in) ? at.line - 1 : 0;
	for (; line > 0 && line > in.first; line--)
		if (ds_code_line(text, line).len &&
			fl_slice_eq(ds_code_released(tg_statement_at(text, line)), what))
			break;
	at.line = line > 0 && line > in.first ? line : 0;
	return at;
}

/* How many of the frames are within the function at that place. */
static size_t depth_of(const struct dbg_frame *const *frames, size_t n, struct dbg_frame at)
{
	size_t i = 0;
	while (i < n && (frames[i]->line != at.line || !fl_slice_eq(frames[i]->file, at.file)))
		i++;
	return i;
}

/* Of the function that did both: is there another thing that it should have released? */
static void read_order(struct ds_freed *f, const struct dbg_frame *const *freed, size_t m,
	const struct dbg_frame *const *use, size_t n)
{
	if (f->read) { /* by the text they are in one function */
		f->order = DS_ORDER_DOWN;
		f->early = *freed[0];
		f->late = *use[0];
	} else {
		f->order = ds_order_of(freed, m, use, n, &f->early, &f->late);
	}
	f->apart = f->order == DS_ORDER_NONE;
	size_t depth = f->apart || f->read ? 0 : depth_of(freed, m, f->early);
	for (size_t i = 0; i < depth; i++)
		f->apart = f->apart || (!ds_code_is_releaser(freed[i]->function) &&
					       depth_of(use, n, f->late) > 0);
	/* Who asked for the release, where no function did both. */
	const struct dbg_frame *asked = f->apart ? &f->free_in : &f->early;
	struct fl_slice text = ds_talk_text(f->t, asked->file);
	/* What is released through an object is not taken for a variable. */
	struct fl_slice what = ds_code_released(ds_talk_statement(f->t, asked->file, asked->line));
	if (ds_code_function(text, asked->line, &f->in) &&
		(!ds_expr_is_name(what) || !ds_order_unreleased(text, &f->in, &f->kept)))
		f->kept = fl_slice(NULL, 0);
	f->sure = f->in.last && !ds_order_may_hold(text, &f->in, what);
}

/* What the two statements release is one thing: what of its object is left then? */
void ds_freed_see_left(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	struct fl_slice text = ds_talk_text(t, f->early.file);
	struct fl_slice first =
		ds_code_released(ds_talk_statement(t, f->early.file, f->early.line));
	struct fl_slice then = ds_code_released(ds_talk_statement(t, f->late.file, f->late.line));
	if (f->apart || !f->twice || f->kept.len || !f->in.last || !first.len ||
		!fl_slice_eq(first, then))
		return;
	if (!ds_order_left_over(text, &f->in, first, f->whole, t->a, &f->kept))
		f->kept = fl_slice(NULL, 0);
	/* Another member could be meant: of its object, or of itself where that was not seen. */
	struct fl_slice member = fl_arena_printf(t->a, "%.*s->", FL_ARG(first));
	if (!ds_expr_is_name(first) || (!f->whole.len && ds_order_speaks(text, &f->in, member)))
		f->sure = false;
}

int ds_freed_read(struct ds_freed *f)
{
	const struct dbg_frame *use[STACK], *freed[STACK];
	size_t n = ds_talk_stack(f->t, SAN_ROLE_ACCESS, use, STACK);
	size_t m = ds_talk_stack(f->t, SAN_ROLE_FREE, freed, STACK);
	struct dbg_frame frames[STACK];
	struct dbg_frame before = {0};
	f->twice = fl_slice_eqs(f->t->scene->symptom->kind, "double-free");
	if (n && !m && f->twice) {
		before = release_before(f, *use[0]);
		freed[0] = &before;
		m = before.line > 0;
		f->read = true;
	}
	if (!n || !m)
		return ds_talk_give_up(f->t, "the report does not say who released it");
	for (size_t i = 0; i < n; i++)
		frames[i] = *use[i];
	f->use = *use[0];
	f->free = *freed[0];
	f->use_in = ds_freed_outside(frames, n);
	for (size_t i = 0; i < m; i++)
		frames[i] = *freed[i];
	f->free_in = ds_freed_outside(frames, m);
	read_order(f, freed, m, use, n);
	return 0;
}

/* Both are in one function, though that is there to release: it does too much by itself. */
bool ds_freed_is_inside(const struct ds_freed *f)
{
	return fl_slice_eq(f->use.function, f->free.function) &&
	       fl_slice_eq(f->use.file, f->free.file) && f->use.line != f->free.line;
}

bool ds_freed_same_function(const struct ds_freed *f)
{
	return fl_slice_eq(f->use_in.function, f->free_in.function) &&
	       fl_slice_eq(f->use_in.file, f->free_in.file);
}

int64_t ds_freed_later(const struct ds_freed *f, struct fl_slice what)
{
	struct fl_slice text = ds_talk_text(f->t, f->free_in.file);
	struct ds_block in;
	if (!ds_expr_is_name(what) || !ds_code_function(text, f->free_in.line, &in))
		return 0;
	for (int64_t line = f->free_in.line + 1; line <= in.last; line++) {
		struct fl_slice s = ds_code_line(text, line);
		/* The variable itself, not what it points to. */
		struct fl_slice set =
			fl_slice_starts_with(s, what) ? fl_slice_skip(s, what.len) : s;
		if (fl_slice_starts(fl_slice_trim(set), "= "))
			return 0;
		if (s.len && fl_slice_eq(ds_code_released(s), what))
			return line;
	}
	return 0;
}

int64_t ds_freed_moved_on(const struct ds_freed *f, struct fl_slice what)
{
	struct fl_slice text = ds_talk_text(f->t, f->free_in.file);
	int64_t line = f->free_in.line - 1;
	return ds_expr_is_name(what) && ds_code_assigned(text, line, line + 1, what) ? line : 0;
}

struct fl_slice ds_freed_struct_of(const struct ds_freed *f, struct dbg_frame at)
{
	struct fl_slice text = ds_talk_text(f->t, at.file), names[1];
	struct fl_slice what = ds_code_released(ds_talk_statement(f->t, at.file, at.line));
	struct ds_block in;
	if (!ds_expr_names(what, names, 1) || !ds_code_function(text, at.line, &in))
		return fl_slice(NULL, 0);
	struct fl_slice member = fl_arena_printf(f->t->a, "%.*s->", FL_ARG(names[0]));
	for (int64_t line = in.first; line <= in.last; line++)
		if (fl_slice_search(ds_code_line(text, line), member) >= 0)
			return fl_arena_printf(f->t->a, "*%.*s", FL_ARG(names[0]));
	return fl_slice(NULL, 0);
}

bool ds_freed_same_release(const struct ds_freed *f)
{
	struct fl_slice first =
		ds_code_released(ds_talk_statement(f->t, f->free_in.file, f->free_in.line));
	struct fl_slice then =
		ds_code_released(ds_talk_statement(f->t, f->use_in.file, f->use_in.line));
	return first.len && fl_slice_eq(first, then);
}
