#include "tracegen/site.h"

#include "tracegen/operators/ops.h"

static const char *const kind_words[TG_SITE_KINDS] = {"expression", "statement", "declaration"};
const struct fl_names tg_site_kind_names = {"site_kind", kind_words, TG_SITE_KINDS};

static const char *const runs_words[TG_RUNS_COUNT] = {"each", "one", "none"};
const struct fl_names tg_slip_runs_names = {"slip_runs", runs_words, TG_RUNS_COUNT};

static const struct fl_field slip_fields[] = {
	FL_ROW(struct tg_slip, op, FL_TEXT, .doc = "the operator whose slip it is"),
	FL_ROW(struct tg_slip, file, FL_TEXT, .doc = "path within the program"),
	FL_ROW(struct tg_slip, start, FL_INT, .doc = "offset of the first byte replaced"),
	FL_ROW(struct tg_slip, end, FL_INT, .doc = "offset behind the last byte replaced"),
	FL_ROW(struct tg_slip, original, FL_TEXT, .flags = FL_WHOLE, .doc = "the bytes replaced"),
	FL_ROW(struct tg_slip, replacement, FL_TEXT, .flags = FL_WHOLE,
		.doc = "what replaces them"),
	FL_ROW(struct tg_slip, function, FL_TEXT, .doc = "the function that it is in"),
	FL_ROW(struct tg_slip, runs, FL_ENUM, .names = &tg_slip_runs_names,
		.doc = "whether it has to be come by"),
};

static const struct fl_shape slip_shape = {.name = "fault_slip",
	.size = sizeof(struct tg_slip),
	FL_SHAPE_FIELDS(slip_fields),
	.doc = "One of the edits of a fault."};

static const struct fl_field fields[] = {
	FL_ROW(struct tg_site, op, FL_TEXT, .doc = "the operator's name"),
	FL_ROW(struct tg_site, variant, FL_INT,
		.doc = "which of the operator's edits at this place"),
	FL_ROW(struct tg_site, kind, FL_ENUM, .names = &tg_site_kind_names,
		.doc = "what the edit replaces"),
	FL_ROW(struct tg_site, file, FL_TEXT, .doc = "path within the program"),
	FL_ROW(struct tg_site, start, FL_INT, .doc = "offset of the first byte replaced"),
	FL_ROW(struct tg_site, end, FL_INT, .doc = "offset behind the last byte replaced"),
	FL_ROW(struct tg_site, line, FL_INT, .doc = "line of the first byte"),
	FL_ROW(struct tg_site, col, FL_INT, .doc = "column of the first byte, in bytes"),
	FL_ROW(struct tg_site, end_line, FL_INT, .doc = "line of the last byte"),
	FL_ROW(struct tg_site, original, FL_TEXT, .flags = FL_WHOLE, .doc = "the bytes replaced"),
	FL_ROW(struct tg_site, replacement, FL_TEXT, .flags = FL_WHOLE,
		.doc = "what replaces them"),
	FL_ROW(struct tg_site, function, FL_TEXT, .doc = "the function that it is in"),
	FL_ROW(struct tg_site, function_line, FL_INT, .doc = "first line of that function"),
	FL_ROW(struct tg_site, function_end, FL_INT, .doc = "last line of that function"),
	FL_ROW(struct tg_site, symbol, FL_TEXT, .doc = "the name that the fault is about"),
	FL_ROW(struct tg_site, symbol_line, FL_INT, .doc = "line of that name's declaration"),
	FL_ROW(struct tg_site, slips, FL_LIST, .shape = &slip_shape, .item = "slip",
		.doc = "its edits, where they are several"),
};

const struct fl_shape tg_site_shape = {.name = "fault_site",
	.size = sizeof(struct tg_site),
	FL_SHAPE_FIELDS(fields),
	.doc = "One edit that puts one fault into one file."};

int64_t tg_site_line(const struct tg_site *site, int64_t line)
{
	int64_t had = (int64_t)fl_slice_count(site->original, '\n');
	int64_t has = (int64_t)fl_slice_count(site->replacement, '\n');
	if (line <= site->line)
		return line;
	if (line >= site->line + had)
		return line + has - had;
	return line < site->line + has ? line : site->line + has;
}

static int cmp_int(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

int tg_site_cmp(const void *a, const void *b)
{
	const struct tg_site *x = a, *y = b;
	int c = fl_slice_cmp(x->file, y->file);
	if (c == 0)
		c = cmp_int(x->start, y->start);
	if (c == 0)
		c = cmp_int(tg_op_find(x->op), tg_op_find(y->op));
	if (c == 0)
		c = cmp_int(x->variant, y->variant);
	return c ? c : cmp_int(x->end, y->end);
}
