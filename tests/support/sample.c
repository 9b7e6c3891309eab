#include "tests/support/sample.h"

struct note {
	int kind;
	struct fl_slice message;
	int64_t line;
	struct fl_list words;
};

struct spot {
	struct fl_slice where;
	uint64_t address;
	int64_t omitted;
};

struct sample {
	struct fl_slice file;
	int64_t line, status;
	int level;
	struct fl_list notes, flags;
	struct spot spot;
	bool sure;
	int64_t confidence;
	int64_t omitted;
};

static const char *const kinds[] = {"note", "include", "template"};
static const struct fl_names kind_names = {.name = "note_kind", .words = kinds, .count = 3};
static const char *const levels[] = {"fatal", "error", "warning", "note"};
static const struct fl_names level_names = {.name = "severity", .words = levels, .count = 4};

static const struct fl_field note_fields[] = {
	FL_ROW(struct note, kind, FL_ENUM, .names = &kind_names),
	FL_ROW(struct note, message, FL_TEXT, .flags = FL_KEEP | FL_ONCE, .terse = 2),
	FL_ROW(struct note, line, FL_INT, .terse = 1, .same = "^line"),
	FL_ROW(struct note, words, FL_TEXTS),
};

const struct fl_shape sample_note_shape = {
	.name = "sample_note", .size = sizeof(struct note), FL_SHAPE_FIELDS(note_fields)};

static const struct fl_field spot_fields[] = {
	FL_ROW(struct spot, where, FL_TEXT, .flags = FL_SOURCE),
	FL_ROW(struct spot, address, FL_HEX),
	FL_ROW(struct spot, omitted, FL_INT),
};

const struct fl_shape sample_spot_shape = {.name = "sample_spot",
	.size = sizeof(struct spot),
	FL_SHAPE_FIELDS(spot_fields),
	.omitted = "omitted",
	.tagged = true};

static const struct fl_field sample_fields[] = {
	FL_ROW(struct sample, file, FL_TEXT, .flags = FL_KEEP, .doc = "where"),
	FL_ROW(struct sample, line, FL_INT, .flags = FL_KEEP, .doc = "which line"),
	FL_ROW(struct sample, status, FL_INT, .unset = -1, .same = "line"),
	FL_ROW(struct sample, level, FL_ENUM, .flags = FL_KEEP | FL_CXX_ENUM,
		.names = &level_names),
	FL_ROW(struct sample, notes, FL_LIST, .shape = &sample_note_shape, .item = "note"),
	FL_ROW(struct sample, flags, FL_TEXTS),
	FL_ROW(struct sample, spot, FL_OBJECT, .shape = &sample_spot_shape),
	FL_ROW(struct sample, sure, FL_BOOL),
	FL_ROW(struct sample, confidence, FL_RATIO, .flags = FL_NOT_TERSE),
	FL_ROW(struct sample, omitted, FL_INT),
};

const struct fl_shape sample_shape = {.name = "sample",
	.size = sizeof(struct sample),
	FL_SHAPE_FIELDS(sample_fields),
	.omitted = "omitted",
	.kind = "level"};

static const struct fl_shape *const shapes[] = {
	&sample_note_shape, &sample_spot_shape, &sample_shape};
const struct fl_registry sample_registry = {shapes, 3};

static struct fl_slice random_text(struct fl_arena *a, struct fl_rng *r, bool nul)
{
	/* Pieces that are hard on one rendering or another. */
	static const struct fl_slice pieces[] = {FL_LIT("\""), FL_LIT("\\"),
		FL_LIT("?"
		       "?="),
		FL_LIT("?"
		       "?/"),
		FL_LIT("\n"), FL_LIT("\t"), FL_LIT("caf\xc3\xa9"), FL_LIT("\xff\xfe"),
		FL_LIT("\xed\xa0\x80"), FL_LIT("\xf4\x8f\x80\x80"), FL_LIT("\xf4\x8f\x83\xbf"),
		FL_LIT("\xe2\x80\xae"), FL_LIT("1"), FL_LIT("f"), FL_LIT("\x01"), FL_LIT("\x7f"),
		FL_LIT("%s"), FL_LIT("</"), FL_LIT("\xf0\x9f\x90\x9b"), FL_LIT("\\033"),
		FL_LIT("error: x"), FL_LIT("\xc2\x85"), FL_LIT("\0")};
	struct fl_buf b;
	fl_buf_init(&b, 4096);
	uint64_t n = fl_rng_below(r, fl_rng_below(r, 8) ? 6 : 60);
	uint64_t count = sizeof(pieces) / sizeof(pieces[0]) - !nul;
	while (n--) {
		if (fl_rng_below(r, 3))
			fl_buf_slice(&b, pieces[fl_rng_below(r, count)]);
		else
			fl_buf_char(&b, (char)(1 + fl_rng_below(r, 255)));
	}
	struct fl_slice s = fl_arena_slice(a, fl_buf_view(&b));
	fl_buf_release(&b);
	return s;
}

static int64_t random_int(struct fl_rng *r)
{
	static const int64_t odd[] = {
		0, -1, 1, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 4294967296};
	return fl_rng_below(r, 2) ? odd[fl_rng_below(r, 8)] : (int64_t)fl_rng_below(r, 1000);
}

static struct fl_list random_texts(struct fl_arena *a, struct fl_rng *r)
{
	struct fl_list l = {.len = fl_rng_below(r, 4)};
	struct fl_slice *s = fl_arena_array(a, l.len, sizeof(*s));
	for (size_t i = 0; i < l.len; i++)
		s[i] = random_text(a, r, false);
	l.items = s;
	return l;
}

static struct fl_list random_notes(struct fl_arena *a, struct fl_rng *r, bool nul)
{
	struct fl_list l = {.len = fl_rng_below(r, 8)};
	struct note *n = fl_arena_array(a, l.len, sizeof(*n));
	for (size_t i = 0; i < l.len; i++)
		n[i] = (struct note){.kind = (int)fl_rng_below(r, 3),
			.message = random_text(a, r, nul),
			.line = random_int(r),
			.words = random_texts(a, r)};
	l.items = n;
	return l;
}

static struct spot random_spot(struct fl_arena *a, struct fl_rng *r, bool nul)
{
	if (fl_rng_below(r, 3) == 0)
		return (struct spot){0};
	return (struct spot){.where = random_text(a, r, nul), .address = fl_rng_next(r)};
}

static void *random_sample(struct fl_arena *a, struct fl_rng *r, bool nul)
{
	struct sample *s = fl_object_new(a, &sample_shape);
	s->file = random_text(a, r, nul);
	s->line = random_int(r);
	s->status = random_int(r);
	s->level = (int)fl_rng_below(r, 4);
	s->notes = random_notes(a, r, nul);
	s->flags = random_texts(a, r);
	s->spot = random_spot(a, r, nul);
	s->sure = fl_rng_below(r, 2);
	s->confidence = (int64_t)fl_rng_below(r, 10001);
	return s;
}

struct fl_items sample_items(struct fl_arena *a, struct fl_rng *r, bool nul)
{
	struct fl_items items = {.len = 1 + fl_rng_below(r, 4)};
	items.at = fl_arena_array(a, items.len, sizeof(*items.at));
	for (size_t i = 0; i < items.len; i++) {
		if (fl_rng_below(r, 4)) {
			items.at[i] = (struct fl_item){
				.shape = &sample_shape, .object = random_sample(a, r, nul)};
			continue;
		}
		struct spot *spot = fl_object_new(a, &sample_spot_shape);
		*spot = random_spot(a, r, nul);
		items.at[i] = (struct fl_item){
			.shape = &sample_spot_shape, .object = spot, .name = "place"};
	}
	return items;
}
