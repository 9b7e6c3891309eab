/* Counts over many records: one table of columns, each with its words. */
#include "datasets/show.h"

#include <stdlib.h>

#include "base/json.h"
#include "datasets/record/edits.h"
#include "datasets/recall.h"
#include "debugsession/model.h"
#include "diag/model/class.h"
#include "tracegen/evidence/symptom.h"
#include "tracegen/operators/ops.h"

#define LIST(m, text)                                                                  \
	FL_ROW(struct ds_stats, m, FL_LIST, .shape = &ds_count_shape, .item = "count", \
		.doc = (text))
static const struct fl_field stats_fields[] = {
	FL_ROW(struct ds_stats, rows, FL_INT, .doc = "records"),
	FL_ROW(struct ds_stats, bytes, FL_INT, .doc = "of their JSON"),
	LIST(kinds, "records by kind"),
	LIST(error_classes, "records by class of the root cause"),
	LIST(evidence_classes, "records by class of what was seen"),
	LIST(operators, "records by operator"),
	LIST(languages, "records by language"),
	LIST(levels, "records by level of verification"),
	LIST(splits, "records by split"),
	LIST(hidden, "records by inputs that decide and that no prompt shows"),
	LIST(distances,
		"traces and crash reports by lines from where they stop to the nearest edit"),
};
#undef LIST

const struct fl_shape ds_stats_shape = {.name = "stats",
	.size = sizeof(struct ds_stats),
	FL_SHAPE_FIELDS(stats_fields),
	.doc = "Counts of records."};

/* Where an enumerated column is in a record, its words, and where its counts go. */
static const struct {
	const char *title;
	const struct fl_names *names;
	size_t in, out;
} columns[] = {
#define COLUMN(title, names, in, list)                                                           \
	{                                                                                        \
		title, &(names), offsetof(struct ds_record, in), offsetof(struct ds_stats, list) \
	}
	COLUMN("kind", ds_kind_names, kind, kinds),
	COLUMN("error class", diag_class_names, error_class, error_classes),
	COLUMN("evidence class", diag_class_names, evidence_class, evidence_classes),
	COLUMN("language", ds_language_names, language, languages),
	COLUMN("level", ds_level_names, verification.level, levels),
	COLUMN("split", ds_split_names, split, splits),
#undef COLUMN
};
enum { COLUMNS = sizeof(columns) / sizeof(columns[0]), WORDS_MAX = 256, OTHER = TG_OP_COUNT };

/* Further rows of the counts. */
enum { OPERATORS = COLUMNS, HIDDEN, DISTANCES, ROWS };

/* Lines from where a trace was taken to the edit: at most so many, in the same file. */
static const struct {
	const char *word;
	int64_t most;
} distances[] = {
	{"0 lines", 0},
	{"1 to 3", 3},
	{"4 to 10", 10},
	{"11 to 30", 30},
	{"more", INT64_MAX},
	{"another file", -1},
	{"no place", -1},
};
enum { DISTANCE_COUNT = sizeof(distances) / sizeof(distances[0]) };
enum { NO_PLACE = DISTANCE_COUNT - 1, OTHER_FILE = DISTANCE_COUNT - 2 };

/* Tests that printing what is expected does not pass. */
static const char *const hidden_words[] = {"none", "one", "two", "three", "more"};
enum { HIDDEN_COUNT = sizeof(hidden_words) / sizeof(hidden_words[0]) };

/* The innermost own frame of what the symptom says, or of the stop. */
static const struct dbg_frame *place_of(const struct fl_items *items)
{
	struct fl_list frames = {0};
	for (size_t i = 0; i < items->len && !frames.len; i++) {
		const struct tg_symptom *s = items->at[i].object;
		if (items->at[i].shape == &dbg_backtrace_shape)
			frames = ((const struct dbg_backtrace *)items->at[i].object)->frames;
		else if (items->at[i].shape == &tg_symptom_shape && s->stacks.len)
			frames = ((const struct tg_symptom_stack *)s->stacks.items)->frames;
	}
	const struct dbg_frame *f = frames.items;
	for (size_t i = 0; i < frames.len; i++)
		if (f[i].line > 0)
			return &f[i];
	return NULL;
}

/* From a place in the faulty program to the nearest edit in its file; -1: there is none. */
static int64_t lines_to_edit(const struct ds_record *r, const struct dbg_frame *f)
{
	int64_t nearest = -1;
	for (size_t i = 0; i < r->edits.len; i++) {
		const struct ds_edit *e = ds_edits_at(r, i);
		int64_t last = e->buggy_line + (e->buggy_lines > 0 ? e->buggy_lines - 1 : 0);
		int64_t lines = f->line < e->buggy_line ? e->buggy_line - f->line
				: f->line > last        ? f->line - last
							: 0;
		if (fl_slice_eq(f->file, e->file) && (nearest < 0 || lines < nearest))
			nearest = lines;
	}
	return nearest;
}

static size_t distance_of(const struct ds_record *r)
{
	struct fl_arena a;
	struct fl_items items = {0};
	size_t at = NO_PLACE;
	fl_arena_init(&a, DS_RECORD_MAX);
	const struct dbg_frame *f = NULL;
	if (ds_context_read(r->context, &a, &items, NULL) == 0)
		f = place_of(&items);
	int64_t lines = f ? lines_to_edit(r, f) : -1;
	if (f && lines < 0)
		at = OTHER_FILE;
	for (at = lines < 0 ? at : 0; lines >= 0 && lines > distances[at].most; at++)
		;
	fl_arena_release(&a);
	return at;
}

static int64_t *count_of(const struct ds_tally *t, size_t column, int word)
{
	return &t->counts[column * WORDS_MAX + (size_t)word];
}

_Static_assert(
	(int)TG_OP_COUNT < WORDS_MAX && (int)DIAG_CLASS_COUNT <= WORDS_MAX, "words have room");

int ds_tally_init(struct ds_tally *t, struct fl_arena *a, struct fl_error *err)
{
	int64_t *counts = fl_arena_array(a, (size_t)ROWS * WORDS_MAX, sizeof(*counts));
	if (!counts)
		return fl_arena_error(a, "the counts", err);
	*t = (struct ds_tally){.counts = counts, .arena = a};
	return 0;
}

void ds_tally_add(struct ds_tally *t, const struct ds_record *r, size_t bytes)
{
	t->rows++;
	t->bytes += (int64_t)bytes;
	for (size_t i = 0; i < COLUMNS; i++)
		++*count_of(t, i, *(const int *)((const char *)r + columns[i].in));
	int op = tg_op_find(r->mutation.operator);
	++*count_of(t, OPERATORS, op < 0 ? OTHER : op);
	bool more = r->hidden < 0 || r->hidden >= HIDDEN_COUNT;
	++*count_of(t, HIDDEN, more ? HIDDEN_COUNT - 1 : (int)r->hidden);
	if (r->kind == DS_KIND_TRACE_FIX || r->kind == DS_KIND_CRASH_REPORT)
		++*count_of(t, DISTANCES, (int)distance_of(r));
}

/* The words of a row, how many, and where its counts go. */
static const char *word_at(size_t row, int w)
{
	if (row < COLUMNS)
		return columns[row].names->words[w];
	if (row == DISTANCES)
		return distances[w].word;
	if (row == HIDDEN)
		return hidden_words[w];
	return w == OTHER ? "other" : tg_ops[w].name;
}

static int words_of(size_t row)
{
	if (row < COLUMNS)
		return columns[row].names->count;
	if (row == HIDDEN)
		return HIDDEN_COUNT;
	return row == DISTANCES ? (int)DISTANCE_COUNT : (int)TG_OP_COUNT + 1;
}

static struct fl_list *list_of(struct ds_stats *s, size_t row)
{
	if (row < COLUMNS)
		return (struct fl_list *)(void *)((char *)s + columns[row].out);
	if (row == HIDDEN)
		return &s->hidden;
	return row == DISTANCES ? &s->distances : &s->operators;
}

int ds_tally_stats(const struct ds_tally *t, struct ds_stats *ret_stats, struct fl_error *err)
{
	struct ds_stats s = {.rows = t->rows, .bytes = t->bytes};
	for (size_t i = 0; i < ROWS; i++) {
		struct ds_count *rows = fl_arena_array(t->arena, WORDS_MAX, sizeof(*rows));
		struct fl_list list = {.items = rows};
		for (int w = 0; rows && w < words_of(i); w++)
			if (*count_of(t, i, w))
				rows[list.len++] = (struct ds_count){
					fl_slice_str(word_at(i, w)), *count_of(t, i, w)};
		*list_of(&s, i) = list;
	}
	int rc = fl_arena_error(t->arena, "the counts", err);
	if (rc == 0)
		*ret_stats = s;
	return rc;
}

static void show_counts(
	struct fl_buf *out, const char *title, const struct fl_list *counts, int64_t rows)
{
	const struct ds_count *c = counts->items;
	for (size_t i = 0; i < counts->len; i++)
		fl_buf_printf(out, "%-16s %-22.*s %9lld %5.1f %%\n", i ? "" : title,
			FL_ARG(c[i].name), (long long)c[i].count,
			100.0 * (double)c[i].count / (double)rows);
}

void ds_stats_show(struct fl_buf *out, const struct ds_stats *s)
{
	fl_buf_printf(out, "%-16s %-22s %9lld\n", "records", "", (long long)s->rows);
	fl_buf_printf(out, "%-16s %-22s %9lld\n", "bytes of JSON", "", (long long)s->bytes);
	for (size_t i = 0; i < COLUMNS; i++)
		show_counts(out, columns[i].title,
			(const struct fl_list *)((const char *)s + columns[i].out), s->rows);
	show_counts(out, "operator", &s->operators, s->rows);
	show_counts(out, "hidden inputs", &s->hidden, s->rows);
	int64_t traces = 0;
	const struct ds_count *d = s->distances.items;
	for (size_t i = 0; i < s->distances.len; i++)
		traces += d[i].count;
	show_counts(out, "stop to edit", &s->distances, traces);
}
