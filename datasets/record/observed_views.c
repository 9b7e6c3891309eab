#include "datasets/record/observed_views.h"

#include <inttypes.h>

enum { ARGS_TOLD = 4, STEPS_TOLD = 8, NAMES_TOLD = 4, TEXT_TOLD = 200 };

bool ds_views_see(struct ds_views *v, const struct fl_item *item)
{
	if (item->shape == &tg_samples_shape)
		v->samples = item->object;
	else if (item->shape == &tg_call_shape && v->call_count < DS_VIEWS_CALLS)
		v->calls[v->call_count++] = item->object;
	else if (item->shape == &tg_last_use_shape)
		v->last_use = item->object;
	else if (item->shape == &tg_divergence_shape)
		v->divergence = item->object;
	else
		return false;
	return true;
}

static struct fl_slice head(struct fl_slice s)
{
	return fl_slice_head(s, TEXT_TOLD);
}

static bool is_named(const struct dbg_step *steps, size_t before, struct fl_slice name)
{
	for (size_t i = 1; i < before; i++) {
		const struct dbg_change *c = steps[i].changed.items;
		for (size_t k = 0; k < steps[i].changed.len; k++)
			if (fl_slice_eq(c[k].name, name))
				return true;
	}
	return false;
}

/* Which variables change from pass to pass, each once; how many were told. */
static size_t put_changing(struct fl_buf *out, const struct fl_list *samples)
{
	const struct dbg_step *s = samples->items;
	size_t told = 0;
	for (size_t i = 1; i < samples->len; i++) {
		const struct dbg_change *c = s[i].changed.items;
		for (size_t k = 0; k < s[i].changed.len && told < NAMES_TOLD; k++) {
			if (is_named(s, i, c[k].name))
				continue;
			fl_buf_printf(out, "%s%.*s", told++ ? ", " : "", FL_ARG(c[k].name));
		}
	}
	return told;
}

static void tell_samples(struct fl_buf *out, const struct tg_samples *s)
{
	const struct dbg_step *first = s->samples.items;
	if (!s->samples.len)
		return;
	fl_buf_printf(out, "OBSERVED: %.*s comes to line %" PRId64 " again and again; ",
		FL_ARG(s->function), first->line);
	size_t told = put_changing(out, &s->samples);
	if (told)
		fl_buf_printf(out, " change%s from pass to pass\n", told == 1 ? "s" : "");
	else
		fl_buf_str(out, "none of its variables changes from pass to pass\n");
}

static void tell_call(struct fl_buf *out, const struct tg_call *c)
{
	const struct dbg_variable *arg = c->args.items;
	const struct dbg_step *step = c->steps.items;
	fl_buf_printf(
		out, "OBSERVED: %.*s, called at line %" PRId64, FL_ARG(c->function), c->called_at);
	for (size_t i = 0; i < c->args.len && i < ARGS_TOLD; i++)
		fl_buf_printf(out, "%s%.*s %.*s", i ? ", " : " with ", FL_ARG(arg[i].name),
			FL_ARG(head(arg[i].value)));
	if (c->returned.len)
		fl_buf_printf(out, ", returned %.*s", FL_ARG(head(c->returned)));
	if (c->steps.len)
		fl_buf_str(out, "; its last lines are ");
	for (size_t i = c->steps.len > STEPS_TOLD ? c->steps.len - STEPS_TOLD : 0, n = 0;
		i < c->steps.len; i++, n++)
		fl_buf_printf(out, "%s%" PRId64, n ? ", " : "", step[i].line);
	fl_buf_char(out, '\n');
}

static void tell_last_use(struct fl_buf *out, const struct tg_last_use *u)
{
	const struct dbg_frame *f = u->frames.items;
	if (!u->frames.len)
		return;
	fl_buf_printf(out, "OBSERVED: what leaked was used last in %.*s at %.*s:%" PRId64,
		FL_ARG(f->function), FL_ARG(f->file), f->line);
	if (u->pointer.len)
		fl_buf_printf(out, ", through %.*s", FL_ARG(u->pointer));
	if (fl_slice_eqs(u->then, "overwritten"))
		fl_buf_printf(out, ", which %.*s overwrote at %.*s:%" PRId64, FL_ARG(u->function),
			FL_ARG(u->file), u->line);
	else if (u->then.len)
		fl_buf_printf(out, ", which was gone when %.*s returned", FL_ARG(u->function));
	fl_buf_char(out, '\n');
}

/* "line 88", or that it comes to none. */
static void put_side(
	struct fl_buf *out, const struct tg_divergence *d, const struct tg_diverged *side)
{
	if (!side->end.len)
		fl_buf_printf(out, "is at line %" PRId64, side->line);
	else if (fl_slice_eqs(side->end, "left"))
		fl_buf_printf(out, "leaves %.*s", FL_ARG(d->function));
	else
		fl_buf_printf(
			out, "is ended by %.*s in line %" PRId64, FL_ARG(side->end), side->line);
}

static void tell_divergence(struct fl_buf *out, const struct tg_divergence *d)
{
	const struct tg_diverged *s = d->sides.items;
	const struct dbg_step *steps = d->states.items;
	if (d->sides.len != 2)
		return;
	bool together = s[0].line == s[1].line && !s[0].end.len && !s[1].end.len;
	fl_buf_printf(out, "OBSERVED: call %" PRId64 " of %.*s goes as in the right program",
		d->call, FL_ARG(d->function));
	if (d->states.len)
		fl_buf_printf(out, " up to line %" PRId64, steps[d->states.len - 1].line);
	if (together) {
		fl_buf_printf(out, "; then, at line %" PRId64 ", ", s[0].line);
	} else {
		fl_buf_str(out, "; then it ");
		put_side(out, d, &s[0]);
		fl_buf_str(out, ", where the right program ");
		put_side(out, d, &s[1]);
	}
	const struct dbg_change *x = s[0].changed.items, *y = s[1].changed.items;
	size_t n = s[0].changed.len < s[1].changed.len ? s[0].changed.len : s[1].changed.len;
	for (size_t i = 0; i < n; i++)
		fl_buf_printf(out, "%s%.*s is %.*s and should be %.*s",
			i           ? ", "
			: !together ? "; "
				    : "",
			FL_ARG(x[i].name), FL_ARG(head(x[i].value)), FL_ARG(head(y[i].value)));
	fl_buf_char(out, '\n');
}

void ds_views_tell(struct fl_buf *out, const struct ds_views *v)
{
	if (v->samples)
		tell_samples(out, v->samples);
	for (size_t i = 0; i < v->call_count; i++)
		tell_call(out, v->calls[i]);
	if (v->last_use)
		tell_last_use(out, v->last_use);
	if (v->divergence)
		tell_divergence(out, v->divergence);
}

static bool link_call(struct fl_buf *out, const struct tg_call *c, const struct ds_edit *e,
	ds_views_touched *touched)
{
	const struct dbg_step *step = c->steps.items;
	for (size_t i = 0; i < c->steps.len; i++)
		if (touched(e, c->file, step[i].line)) {
			fl_buf_printf(out,
				"is among the lines that ran in %.*s, which the value came from",
				FL_ARG(c->function));
			return true;
		}
	return false;
}

static bool link_divergence(struct fl_buf *out, const struct tg_divergence *d,
	const struct ds_edit *e, ds_views_touched *touched, ds_views_in *in)
{
	const struct dbg_step *steps = d->states.items;
	for (size_t i = d->states.len; i-- > 0;)
		if (touched(e, d->file, steps[i].line)) {
			fl_buf_str(out, i + 1 == d->states.len
						? "is the last line that ran before the two runs "
						  "part"
						: "is among the last lines that ran before the "
						  "two runs part");
			return true;
		}
	if (!in(e, d->file, d->function))
		return false;
	fl_buf_printf(out, "is in %.*s, where the two runs part", FL_ARG(d->function));
	return true;
}

bool ds_views_link(struct fl_buf *out, const struct ds_views *v, const struct ds_edit *e,
	ds_views_touched *touched, ds_views_in *in)
{
	const struct tg_last_use *u = v->last_use;
	if (v->divergence && link_divergence(out, v->divergence, e, touched, in))
		return true;
	for (size_t i = 0; i < v->call_count; i++)
		if (link_call(out, v->calls[i], e, touched))
			return true;
	for (size_t i = 0; i < v->call_count; i++)
		if (in(e, v->calls[i]->file, v->calls[i]->function)) {
			fl_buf_printf(out, "is in %.*s, which the value came from",
				FL_ARG(v->calls[i]->function));
			return true;
		}
	const struct dbg_frame *f = u ? u->frames.items : NULL;
	for (size_t i = 0; u && i < u->frames.len; i++)
		if (in(e, f[i].file, f[i].function)) {
			fl_buf_printf(out, "is in %.*s, where what leaked was used last",
				FL_ARG(f[i].function));
			return true;
		}
	if (u && u->then.len && in(e, u->file, u->function)) {
		fl_buf_printf(
			out, "is in %.*s, where the last pointer to it went", FL_ARG(u->function));
		return true;
	}
	return false;
}
