#include "datasets/report/census.h"

#include <stdlib.h>

#include "datasets/recall.h"
#include "datasets/record/tokens.h"

/* Words of a column that are shown, and those of one record. */
enum { SHOWN_MAX = 60, AT_ONCE = 16 };

struct words_of {
	struct fl_slice at[AT_ONCE];
	size_t len;
};

static void put(struct words_of *w, struct fl_slice word)
{
	for (size_t i = 0; i < w->len; i++)
		if (fl_slice_eq(w->at[i], word))
			return;
	if (w->len < AT_ONCE)
		w->at[w->len++] = word;
}

/* What stands behind "// KEY: " in the header of a platform. */
static void put_header(struct words_of *w, struct fl_slice platform, const char *key)
{
	struct fl_slice line;
	while (fl_slice_line(&platform, &line)) {
		struct fl_slice rest = fl_slice_skip(line, 3);
		if (!fl_slice_starts(line, "// ") || !fl_slice_starts(rest, key))
			continue;
		rest = fl_slice_skip(rest, strlen(key));
		if (fl_slice_starts(rest, ": "))
			put(w, fl_slice_skip(rest, 2));
	}
}

static void compilers(struct words_of *w, const struct ds_record *r, const struct fl_items *context)
{
	(void)context;
	put_header(w, r->platform, "compiler");
}

static void platforms(struct words_of *w, const struct ds_record *r, const struct fl_items *context)
{
	(void)context;
	put_header(w, r->platform, "platform");
}

static void standards(struct words_of *w, const struct ds_record *r, const struct fl_items *context)
{
	(void)context;
	put_header(w, r->platform, "standard");
}

static void seen(struct words_of *w, const struct ds_record *r, const struct fl_items *context)
{
	(void)context;
	put(w, r->verification.buggy.status);
}

static void evidence(struct words_of *w, const struct ds_record *r, const struct fl_items *context)
{
	(void)r;
	for (size_t i = 0; i < context->len; i++)
		put(w, fl_slice_str(context->at[i].shape->name));
}

static void weaknesses(
	struct words_of *w, const struct ds_record *r, const struct fl_items *context)
{
	(void)context;
	put(w, r->cwe.len ? r->cwe : FL_S("none"));
}

static void origins(struct words_of *w, const struct ds_record *r, const struct fl_items *context)
{
	(void)context;
	put(w, fl_slice_str(ds_origin_names.words[r->provenance.origin]));
}

static void licences(struct words_of *w, const struct ds_record *r, const struct fl_items *context)
{
	(void)context;
	put(w, r->provenance.licence.len ? r->provenance.licence : FL_S("not known"));
}

static void groups(struct words_of *w, const struct ds_record *r, const struct fl_items *context)
{
	(void)context;
	put(w, r->group);
}

static void faults(struct words_of *w, const struct ds_record *r, const struct fl_items *context)
{
	static const char *const edits[] = {"no edit", "1 edit", "2 edits", "3 edits"};
	enum { EDITS = sizeof(edits) / sizeof(edits[0]) };
	(void)context;
	put(w, fl_slice_str(r->edits.len < EDITS ? edits[r->edits.len] : "4 edits or more"));
}

static const struct {
	const char *key, *title, *note;
	void (*words)(struct words_of *, const struct ds_record *, const struct fl_items *);
} columns[] = {
	{"seen", "What was seen of the faulty code", "", seen},
	{"evidence", "Kinds of evidence",
		"Records whose context has such an item; most have several.", evidence},
	{"compiler", "Compilers", "", compilers},
	{"platform", "Platforms", "", platforms},
	{"standard", "Language standards", "", standards},
	{"cwe", "Weaknesses (CWE)", "", weaknesses},
	{"edits", "Edits of the fault", "", faults},
	{"origin", "Origins", "", origins},
	{"licence", "Licences", "", licences},
	{"group", "Repositories", "", groups},
};
enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

/* Texts that are measured, by their place in the record. */
static const struct {
	const char *name;
	size_t in;
} texts[] = {
	{"prompt", offsetof(struct ds_record, prompt)},
	{"completion", offsetof(struct ds_record, completion)},
	{"reasoning", offsetof(struct ds_record, reasoning)},
	{"context", offsetof(struct ds_record, context)},
	{"diff", offsetof(struct ds_record, diff)},
};
enum { TEXTS = sizeof(texts) / sizeof(texts[0]), LINE = 2 * TEXTS, SPREADS };

struct ds_census_taker {
	struct fl_arena *arena;
	struct ds_tally tally;
	struct ds_words words[COLUMNS];
	struct ds_lengths lengths[SPREADS]; /* bytes and tokens of each text, and the line */
};

#define TEXT(S, m, text) FL_ROW(S, m, FL_TEXT, .doc = (text))
static const struct fl_field column_fields[] = {
	TEXT(struct ds_column, key, "the column"),
	TEXT(struct ds_column, title, "what it is called"),
	TEXT(struct ds_column, note, "what to know of it"),
	FL_ROW(struct ds_column, words, FL_INT, .doc = "different words"),
	FL_ROW(struct ds_column, counts, FL_LIST, .shape = &ds_count_shape, .item = "count",
		.doc = "records by word"),
};

static const struct fl_shape column_shape = {.name = "column",
	.size = sizeof(struct ds_column),
	FL_SHAPE_FIELDS(column_fields),
	.doc = "Counts of one column."};

static const struct fl_field census_fields[] = {
	FL_ROW(struct ds_census, stats, FL_OBJECT, .shape = &ds_stats_shape,
		.doc = "what datasets stats counts"),
	FL_ROW(struct ds_census, columns, FL_LIST, .shape = &column_shape, .item = "column",
		.doc = "further columns"),
	FL_ROW(struct ds_census, spreads, FL_LIST, .shape = &ds_spread_shape, .item = "spread",
		.doc = "lengths of texts"),
	TEXT(struct ds_census, tokeniser, "by which tokens are counted"),
};
#undef TEXT

const struct fl_shape ds_census_shape = {.name = "census",
	.size = sizeof(struct ds_census),
	FL_SHAPE_FIELDS(census_fields),
	.doc = "Counts of all records."};

int ds_census_new(struct fl_arena *a, struct ds_census_taker **ret_taker, struct fl_error *err)
{
	struct ds_census_taker *t = calloc(1, sizeof(*t));
	if (!t)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	t->arena = a;
	int rc = ds_tally_init(&t->tally, a, err);
	if (rc)
		ds_census_free(t);
	else
		*ret_taker = t;
	return rc;
}

static int add_words(struct ds_census_taker *t, const struct ds_record *r, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_items context = {0};
	int rc = 0;
	fl_arena_init(&a, DS_RECORD_MAX);
	/* A context that cannot be read has no items that could be named. */
	if (ds_context_read(r->context, &a, &context, NULL))
		context = (struct fl_items){0};
	for (size_t i = 0; rc == 0 && i < COLUMNS; i++) {
		struct words_of w = {.len = 0};
		columns[i].words(&w, r, &context);
		for (size_t k = 0; rc == 0 && k < w.len; k++)
			rc = ds_words_add(&t->words[i], w.at[k], t->arena, err);
	}
	fl_arena_release(&a);
	return rc;
}

int ds_census_add(
	struct ds_census_taker *t, const struct ds_record *r, size_t bytes, struct fl_error *err)
{
	ds_tally_add(&t->tally, r, bytes);
	int rc = add_words(t, r, err);
	rc = rc ? rc : ds_lengths_add(&t->lengths[LINE], bytes, err);
	for (size_t i = 0; rc == 0 && i < TEXTS; i++) {
		const struct fl_slice *s = (const void *)((const char *)r + texts[i].in);
		rc = ds_lengths_add(&t->lengths[2 * i], s->len, err);
		rc = rc ? rc : ds_lengths_add(&t->lengths[2 * i + 1], (size_t)ds_tokens(*s), err);
	}
	return rc;
}

static int get_columns(struct ds_census_taker *t, struct fl_list *ret, struct fl_error *err)
{
	struct ds_column *c = fl_arena_array(t->arena, COLUMNS, sizeof(*c));
	int rc = fl_arena_error(t->arena, "the columns", err);
	for (size_t i = 0; rc == 0 && i < COLUMNS; i++) {
		c[i] = (struct ds_column){.key = fl_slice_str(columns[i].key),
			.title = fl_slice_str(columns[i].title),
			.note = fl_slice_str(columns[i].note),
			.words = (int64_t)t->words[i].len};
		rc = ds_words_list(&t->words[i], SHOWN_MAX, t->arena, &c[i].counts, err);
	}
	*ret = (struct fl_list){c, COLUMNS};
	return rc;
}

static int get_spreads(struct ds_census_taker *t, struct fl_list *ret, struct fl_error *err)
{
	struct ds_spread *s = fl_arena_array(t->arena, SPREADS, sizeof(*s));
	int rc = fl_arena_error(t->arena, "the lengths", err);
	for (size_t i = 0; rc == 0 && i < SPREADS; i++) {
		rc = ds_lengths_spread(&t->lengths[i], t->arena, &s[i], err);
		s[i].name = fl_slice_str(i == LINE ? "whole record" : texts[i / 2].name);
		s[i].unit = fl_slice_str(i % 2 ? "tokens" : "bytes");
	}
	*ret = (struct fl_list){s, SPREADS};
	return rc;
}

int ds_census_get(struct ds_census_taker *t, struct ds_census *ret_census, struct fl_error *err)
{
	struct ds_census c = {.tokeniser = FL_S(DS_TOKENS_NAME)};
	int rc = ds_tally_stats(&t->tally, &c.stats, err);
	rc = rc ? rc : get_columns(t, &c.columns, err);
	rc = rc ? rc : get_spreads(t, &c.spreads, err);
	if (rc == 0)
		*ret_census = c;
	return rc;
}

void ds_census_free(struct ds_census_taker *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < COLUMNS; i++)
		ds_words_release(&t->words[i]);
	for (size_t i = 0; i < SPREADS; i++)
		ds_lengths_release(&t->lengths[i]);
	free(t);
}
