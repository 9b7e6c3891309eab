#include "base/schema.h"
#include "datasets/registry.h"
#include "datasets/manifest.h"
#include "datasets/reward/label.h"

void ds_schema_write(struct fl_buf *out, enum ds_kind kind)
{
	const struct ds_kind_info *info = &ds_kind_table[kind];
	const struct fl_names only = {.name = "kind", .words = &info->name, .count = 1};
	struct fl_field fields[64];
	struct fl_shape shape = ds_record_shape;
	for (size_t i = 0; i < shape.count; i++) {
		fields[i] = ds_record_shape.fields[i];
		if (fields[i].names == &ds_kind_names)
			fields[i].names = &only;
	}
	shape.fields = fields;
	shape.name = info->name;
	shape.doc = info->doc;
	fl_schema_json(out, &shape, DS_SCHEMA_VERSION);
}

void ds_label_schema_write(struct fl_buf *out)
{
	fl_schema_json(out, &ds_label_shape, DS_LABEL_VERSION);
}

/* Shapes that have their section already. */
struct done {
	const struct fl_shape *at[128];
	size_t len;
};

/* A section for the shape, then for all that it contains. */
static void write_section(struct fl_buf *out, const struct fl_shape *shape, struct done *done)
{
	for (size_t i = 0; i < done->len; i++)
		if (done->at[i] == shape)
			return;
	if (done->len == sizeof(done->at) / sizeof(done->at[0]))
		return;
	done->at[done->len++] = shape;
	fl_schema_markdown(out, shape);
	for (size_t i = 0; i < shape->count; i++)
		if (shape->fields[i].shape)
			write_section(out, shape->fields[i].shape, done);
}

void ds_fields_write(struct fl_buf *out)
{
	struct done done = {.len = 0};
	fl_buf_printf(out,
		"# Fields\n\n"
		"Generated from the field tables by `gen-model fields`; do not edit.\n\n"
		"## Kinds of records (schema version %d)\n\n"
		"| kind | least verification | completion | meaning |\n|---|---|---|---|\n",
		DS_SCHEMA_VERSION);
	for (int k = 0; k < DS_KIND_COUNT; k++) {
		const struct ds_kind_info *info = &ds_kind_table[k];
		fl_buf_printf(out, "| `%s` | `%s` | %s | %s |\n", info->name,
			ds_level_names.words[info->least],
			ds_kind_is(k, DS_KIND_REASONS) ? "reasoning and code"
			: ds_kind_is(k, DS_KIND_TALKS) ? "a dialogue"
						       : "code",
			info->doc);
	}
	fl_buf_str(out, "\n# Records\n\n");
	write_section(out, &ds_record_shape, &done);
	fl_buf_str(out, "# The manifest\n\n");
	write_section(out, &ds_manifest_shape, &done);
	fl_buf_str(out, "# Labels of `rlvr-label`\n\n");
	write_section(out, &ds_label_shape, &done);
	fl_buf_str(out, "# What stands in literals\n\n");
	for (size_t i = 0; i < ds_registry.count; i++)
		write_section(out, ds_registry.shapes[i], &done);
}
