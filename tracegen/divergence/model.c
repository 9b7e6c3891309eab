#include "debugsession/model.h"
#include "tracegen/divergence/divergence.h"

const char *const tg_divergence_words[TG_DIVERGENCE_FOUND_COUNT] = {
#define X(id, word) [TG_DIVERGENCE_##id] = word,
	TG_DIVERGENCES(X)
#undef X
};

static const struct fl_field side_fields[] = {
	FL_ROW(struct tg_diverged, run, FL_TEXT, .flags = FL_WHOLE, .max = 16,
		.doc = "whose run it is: faulty, right"),
	FL_ROW(struct tg_diverged, line, FL_INT, .flags = FL_KEEP,
		.doc = "line about to be executed, or not got over; 0: it comes to none"),
	FL_ROW(struct tg_diverged, changed, FL_LIST, .flags = FL_CUT_TAIL,
		.shape = &dbg_change_shape, .item = "change", .max = 64,
		.doc = "what differs there, with this side's values"),
	FL_ROW(struct tg_diverged, end, FL_TEXT, .flags = FL_WHOLE, .max = 32,
		.doc = "of a side that comes to no further line: left, or the signal"),
	FL_ROW(struct tg_diverged, omitted, FL_INT, .doc = "further variables that differ"),
};

static const struct fl_shape side_shape = {.name = "diverged",
	.size = sizeof(struct tg_diverged),
	FL_SHAPE_FIELDS(side_fields),
	.doc = "one side of a divergence",
	.omitted = "omitted"};

static const struct fl_field fields[] = {
	FL_ROW(struct tg_divergence, function, FL_TEXT, .max = 4096, .doc = "the function"),
	FL_ROW(struct tg_divergence, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "its source file"),
	FL_ROW(struct tg_divergence, call, FL_INT, .flags = FL_KEEP,
		.doc = "the how manieth call of it"),
	FL_ROW(struct tg_divergence, states, FL_LIST, .flags = FL_CUT_HEAD,
		.shape = &dbg_step_shape, .item = "state", .max = 64,
		.doc = "the last states that are alike: the first with its values, the others with "
		       "what is new"),
	FL_ROW(struct tg_divergence, sides, FL_LIST, .shape = &side_shape, .item = "side", .max = 2,
		.doc = "the first state that differs, in either run"),
	FL_ROW(struct tg_divergence, omitted, FL_INT, .doc = "states before those, alike in both"),
};

const struct fl_shape tg_divergence_shape = {.name = "divergence",
	.size = sizeof(struct tg_divergence),
	FL_SHAPE_FIELDS(fields),
	.doc = "the run of the faulty program and of the right one, where they part",
	.omitted = "omitted",
	.tagged = true};

const char *tg_divergence_lacks(const struct tg_divergence *d)
{
	const struct tg_diverged *s = d->sides.items;
	if (!d->function.len || !d->file.len || d->call < 1)
		return "the divergence has no place";
	if (d->sides.len != 2 || !fl_slice_eqs(s[0].run, "faulty") ||
		!fl_slice_eqs(s[1].run, "right"))
		return "the divergence has not the faulty and the right side";
	bool apart = s[0].line != s[1].line || !fl_slice_eq(s[0].end, s[1].end);
	const struct dbg_change *x = s[0].changed.items, *y = s[1].changed.items;
	for (size_t i = 0; i < s[0].changed.len && i < s[1].changed.len; i++)
		apart |= !fl_slice_eq(x[i].value, y[i].value);
	return apart ? NULL : "the two sides of the divergence are alike";
}
