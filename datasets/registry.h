/*
 * Every shape that stands by itself in a literal document, from all folders, and what is generated
 * from the field tables: faultline/literals.hpp, the schemas of records, and docs/fields.md.
 */
#ifndef FL_DATASETS_REGISTRY_H
#define FL_DATASETS_REGISTRY_H

#include "datasets/record/record.h"

extern const struct fl_registry ds_registry;

/* The JSON Schema of a kind's rows: the record's columns, with that one word for `kind`. */
void ds_schema_write(struct fl_buf *out, enum ds_kind kind);

/* The JSON Schema of the labels of rlvr-label. */
void ds_label_schema_write(struct fl_buf *out);

/* docs/fields.md: columns of records and labels, the manifest, and what stands in literals. */
void ds_fields_write(struct fl_buf *out);

#endif
