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

/* The header faultline/terse.hpp over it: a macro for each type that stands alone. */
void fl_schema_terse(struct fl_buf *out, const struct fl_registry *registry);

/*
 * The header faultline/session_types.hpp: the same types for programs, which own what they hold
 * (std::string, std::vector). Each has type_name, and each(object, visit), which calls
 * visit(name, member, unset value, whether literals always show it, its C++ enum or nullptr) for
 * every field.
 */
void fl_schema_types(struct fl_buf *out, const struct fl_registry *registry);

/* A Markdown section: what the shape is, and a table of its fields, with what is terse of them. */
void fl_schema_markdown(struct fl_buf *out, const struct fl_shape *shape);

#endif
