/* The card's YAML. */
#include <inttypes.h>
#include <stdlib.h>

#include "datasets/card/card.h"
#include "datasets/quality/licence.h"

/* What the hub calls licences; those that are not here are `other`. By today's ids of SPDX. */
static const struct {
	const char *id, *hub;
} hub_licences[] = {
	{"", "unknown"},
	{"MIT", "mit"},
	{"ISC", "isc"},
	{"Zlib", "zlib"},
	{"Apache-2.0", "apache-2.0"},
	{"BSD-2-Clause", "bsd-2-clause"},
	{"BSD-3-Clause", "bsd-3-clause"},
	{"CC0-1.0", "cc0-1.0"},
	{"MPL-2.0", "mpl-2.0"},
	{"Unlicense", "unlicense"},
	{"GPL-2.0-only", "gpl-2.0"},
	{"GPL-2.0-or-later", "gpl-2.0"},
	{"GPL-3.0-only", "gpl-3.0"},
	{"GPL-3.0-or-later", "gpl-3.0"},
	{"LGPL-2.1-only", "lgpl-2.1"},
	{"LGPL-2.1-or-later", "lgpl-2.1"},
	{"LGPL-3.0-only", "lgpl-3.0"},
	{"LGPL-3.0-or-later", "lgpl-3.0"},
	{"AGPL-3.0-only", "agpl-3.0"},
	{"AGPL-3.0-or-later", "agpl-3.0"},
};
enum { HUB_COUNT = sizeof(hub_licences) / sizeof(hub_licences[0]) };

/* Index in the table; HUB_COUNT: other. */
static size_t hub_of(struct fl_slice licence)
{
	size_t i = 0;
	struct fl_slice id = ds_licence_id(licence);
	while (i < HUB_COUNT && !fl_slice_eq_nocase(id, fl_slice_str(hub_licences[i].id)))
		i++;
	return i;
}

/* Each once, in the table's order. */
static void put_licences(struct fl_buf *out, const struct ds_card_counts *c)
{
	const struct ds_count *l = c->licences.items;
	bool there[HUB_COUNT + 1] = {false};
	const char *last = NULL;
	for (size_t i = 0; i < c->licences.len; i++)
		there[hub_of(l[i].name)] = true;
	fl_buf_str(out, "license:\n");
	for (size_t i = 0; i <= HUB_COUNT; i++) {
		const char *hub = i < HUB_COUNT ? hub_licences[i].hub : "other";
		if (there[i] && hub != last && (!last || strcmp(hub, last) != 0))
			fl_buf_printf(out, "- %s\n", last = hub);
	}
}

static const struct {
	int64_t below;
	const char *word;
} sizes[] = {
	{1000, "n<1K"},
	{10000, "1K<n<10K"},
	{100000, "10K<n<100K"},
	{1000000, "100K<n<1M"},
	{10000000, "1M<n<10M"},
	{100000000, "10M<n<100M"},
	{INT64_MAX, "100M<n<1B"},
};

static void put_tags(struct fl_buf *out, const struct ds_card_counts *c)
{
	const struct ds_count *l = c->stats.languages.items;
	size_t size = 0;
	fl_buf_str(out, "language:\n- code\n- en\ntags:\n- code\n- debugging\n");
	for (size_t i = 0; i < c->stats.languages.len; i++)
		fl_buf_printf(out, "- %.*s\n", FL_ARG(l[i].name));
	for (int i = 0; i < DS_ORIGIN_COUNT; i++)
		if (c->origins[i])
			fl_buf_printf(out, "- %s\n", ds_origin_names.words[i]);
	while (c->stats.rows >= sizes[size].below)
		size++;
	fl_buf_printf(out, "task_categories:\n- text-generation\nsize_categories:\n- %s\n",
		sizes[size].word);
}

static void put_configs(struct fl_buf *out, const struct ds_card_counts *c)
{
	fl_buf_str(out, "configs:\n");
	for (int k = 0; k < DS_KIND_COUNT; k++)
		if (c->kinds[k].rows)
			fl_buf_printf(out, "- config_name: %s\n  data_files: \"%s-*.jsonl.zst\"\n",
				ds_kind_table[k].name, ds_kind_table[k].name);
}

/* ---- columns ---- */

static const char *const scalars[] = {[FL_TEXT] = "string",
	[FL_INT] = "int64",
	[FL_HEX] = "string",
	[FL_BOOL] = "bool",
	[FL_RATIO] = "float64",
	[FL_ENUM] = "string"};

static void put_columns(
	struct fl_buf *out, const struct fl_shape *shape, size_t count, size_t indent)
{
	for (size_t i = 0; i < count; i++) {
		const struct fl_field *f = &shape->fields[i];
		fl_buf_fill(out, ' ', indent);
		/* `on`, `yes` and the like are no texts in YAML. */
		fl_buf_printf(out, "- name: \"%s\"\n", f->name);
		fl_buf_fill(out, ' ', indent + 2);
		if (f->kind == FL_TEXTS) {
			fl_buf_str(out, "sequence: string\n");
		} else if (f->kind == FL_OBJECT || f->kind == FL_LIST) {
			fl_buf_printf(out, "%s:\n", f->kind == FL_LIST ? "list" : "struct");
			put_columns(out, f->shape, f->shape->count, indent + 2);
		} else {
			fl_buf_printf(out, "dtype: %s\n", scalars[f->kind]);
		}
	}
}

static void put_info(struct fl_buf *out, const struct ds_card_counts *c)
{
	fl_buf_str(out, "dataset_info:\n");
	for (int k = 0; k < DS_KIND_COUNT; k++) {
		const struct ds_card_kind *kind = &c->kinds[k];
		if (!kind->rows)
			continue;
		fl_buf_printf(out, "- config_name: %s\n  features:\n", ds_kind_table[k].name);
		put_columns(out, c->shape, c->columns, 2);
		fl_buf_printf(out,
			"  splits:\n  - name: train\n    num_bytes: %" PRId64
			"\n    num_examples: %" PRId64 "\n  download_size: %" PRId64
			"\n  dataset_size: %" PRId64 "\n",
			kind->bytes, kind->rows, kind->packed, kind->bytes);
	}
}

void ds_card_head(struct fl_buf *out, const struct ds_card_counts *c)
{
	fl_buf_str(out, "---\n");
	put_licences(out, c);
	put_tags(out, c);
	fl_buf_str(out, "pretty_name: Faults in C and C++ programs\n");
	put_configs(out, c);
	put_info(out, c);
	fl_buf_str(out, "---\n");
}
