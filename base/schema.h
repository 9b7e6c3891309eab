/*
 * What the field tables say about themselves: JSON Schema, the C++ types of compact literals, and
 * the field reference of the documentation.
 */
#ifndef FL_BASE_SCHEMA_H
#define FL_BASE_SCHEMA_H

#include "base/model.h"

/* A JSON Schema (draft 2020-12) of one object of the shape, indented, with a final newline. */
void fl_schema_json(struct fl_buf *out, const struct fl_shape *shape, int schema_version);

/* The header faultline/literals.hpp for these shapes and all that they contain. */
void fl_schema_hpp(struct fl_buf *out, const struct fl_registry *registry);

/* A Markdown section: what the shape is, and a table of its fields. */
void fl_schema_markdown(struct fl_buf *out, const struct fl_shape *shape);

#endif
