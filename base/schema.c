#include "base/schema.h"

#include <stdio.h>

#include "base/json.h"

static void indent(struct fl_buf *out, unsigned depth)
{
	fl_buf_fill(out, ' ', (size_t)depth * 2);
}

static void schema_object(struct fl_buf *out, const struct fl_shape *shape, unsigned depth);

static void schema_words(struct fl_buf *out, const struct fl_names *names)
{
	fl_buf_str(out, "\"type\": \"string\", \"enum\": [");
	for (int i = 0; i < names->count; i++) {
		fl_buf_str(out, i ? ", " : "");
		fl_json_text(out, fl_slice_str(names->words[i]));
	}
	fl_buf_char(out, ']');
}

static void schema_type(struct fl_buf *out, const struct fl_field *f, unsigned depth)
{
	switch (f->kind) {
	case FL_TEXT: fl_buf_str(out, "\"type\": \"string\""); break;
	case FL_INT: fl_buf_str(out, "\"type\": \"integer\""); break;
	case FL_HEX:
		fl_buf_str(out, "\"type\": \"string\", \"pattern\": \"^0x[0-9a-f]{1,16}$\"");
		break;
	case FL_BOOL: fl_buf_str(out, "\"type\": \"boolean\""); break;
	case FL_RATIO: fl_buf_str(out, "\"type\": \"number\""); break;
	case FL_ENUM: schema_words(out, f->names); break;
	case FL_OBJECT: schema_object(out, f->shape, depth); break;
	case FL_TEXTS:
		fl_buf_str(out, "\"type\": \"array\", \"items\": {\"type\": \"string\"}");
		break;
	case FL_LIST:
		fl_buf_str(out, "\"type\": \"array\", \"items\": {\n");
		indent(out, depth + 1);
		schema_object(out, f->shape, depth + 1);
		fl_buf_char(out, '\n');
		indent(out, depth);
		fl_buf_char(out, '}');
		break;
	}
}

/* "type": "object" with its properties: all but optional ones required, no other allowed. */
static void schema_object(struct fl_buf *out, const struct fl_shape *shape, unsigned depth)
{
	fl_buf_str(out, "\"type\": \"object\",\n");
	indent(out, depth);
	fl_buf_str(out, "\"additionalProperties\": false,\n");
	indent(out, depth);
	fl_buf_str(out, "\"required\": [");
	const char *before = "";
	for (size_t i = 0; i < shape->count; i++) {
		if (shape->fields[i].flags & FL_OPTIONAL)
			continue;
		fl_buf_printf(out, "%s\"%s\"", before, shape->fields[i].name);
		before = ", ";
	}
	fl_buf_str(out, "],\n");
	indent(out, depth);
	fl_buf_str(out, "\"properties\": {");
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		fl_buf_str(out, i ? ",\n" : "\n");
		indent(out, depth + 1);
		fl_buf_printf(out, "\"%s\": {\"description\": ", f->name);
		fl_json_text(out, fl_slice_str(f->doc ? f->doc : ""));
		fl_buf_str(out, ", ");
		schema_type(out, f, depth + 2);
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, '\n');
	indent(out, depth);
	fl_buf_char(out, '}');
}

void fl_schema_json(struct fl_buf *out, const struct fl_shape *shape, int schema_version)
{
	fl_buf_str(out, "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  "
			"\"title\": ");
	fl_json_text(out, fl_slice_str(shape->name));
	fl_buf_str(out, ",\n  \"description\": ");
	fl_json_text(out, fl_slice_str(shape->doc ? shape->doc : ""));
	if (schema_version)
		fl_buf_printf(out, ",\n  \"$comment\": \"schema_version %d\"", schema_version);
	fl_buf_str(out, ",\n  ");
	schema_object(out, shape, 1);
	fl_buf_str(out, "\n}\n");
}

static const char *hpp_type(const struct fl_field *f)
{
	switch (f->kind) {
	case FL_TEXT: return "faultline::text"; /* a member may be called text */
	case FL_INT: return "long";
	case FL_HEX: return "unsigned long";
	case FL_BOOL: return "bool";
	case FL_RATIO: return "double";
	case FL_ENUM: return f->flags & FL_CXX_ENUM ? f->names->name : "faultline::text";
	case FL_OBJECT: return f->shape->name;
	case FL_LIST: return f->shape->name;
	case FL_TEXTS: return "faultline::text";
	}
	return "";
}

static void hpp_member(struct fl_buf *out, const struct fl_field *f)
{
	if (f->kind == FL_LIST || f->kind == FL_TEXTS)
		fl_buf_printf(out, "\tstd::initializer_list<%s> %s = {};", hpp_type(f), f->name);
	else if (f->kind == FL_INT && f->unset)
		fl_buf_printf(out, "\tlong %s = %ld;", f->name, (long)f->unset);
	else if (f->kind == FL_ENUM && f->flags & FL_CXX_ENUM)
		fl_buf_printf(out, "\tenum %s %s = %s::%s;", f->names->name, f->name,
			f->names->name, f->names->words[0]);
	else if (f->kind == FL_ENUM)
		fl_buf_printf(out, "\tfaultline::text %s = \"%s\";", f->name, f->names->words[0]);
	else
		fl_buf_printf(out, "\t%s%s %s = {};", f->kind == FL_OBJECT ? "struct " : "",
			hpp_type(f), f->name);
	fl_buf_printf(out, " // %s\n", f->doc ? f->doc : "");
}

/* What has been written already, so that each type stands once, before its first use. */
struct hpp_done {
	const void *at[128];
	size_t len;
};

static bool hpp_first(struct hpp_done *done, const void *what)
{
	for (size_t i = 0; i < done->len; i++)
		if (done->at[i] == what)
			return false;
	if (done->len < sizeof(done->at) / sizeof(done->at[0]))
		done->at[done->len++] = what;
	return true;
}

static void hpp_shape(struct fl_buf *out, const struct fl_shape *shape, struct hpp_done *done)
{
	if (!hpp_first(done, shape))
		return;
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		if (f->shape)
			hpp_shape(out, f->shape, done);
		if (f->kind == FL_ENUM && f->flags & FL_CXX_ENUM && hpp_first(done, f->names)) {
			fl_buf_printf(out, "\nenum class %s {", f->names->name);
			for (int w = 0; w < f->names->count; w++)
				fl_buf_printf(out, "%s%s", w ? ", " : " ", f->names->words[w]);
			fl_buf_str(out, " };\n");
		}
	}
	fl_buf_printf(out, "\n// %s\nstruct %s {\n", shape->doc ? shape->doc : "", shape->name);
	for (size_t i = 0; i < shape->count; i++)
		hpp_member(out, &shape->fields[i]);
	fl_buf_str(out, "};\n");
}

static void terse_shape(struct fl_buf *out, const struct fl_shape *shape, struct hpp_done *done)
{
	const struct fl_field *fields[FL_TERSE_MAX], *kind = fl_shape_kind(shape);
	size_t count = fl_shape_terse(shape, fields);
	if (!hpp_first(done, shape))
		return;
	for (size_t i = 0; i < count; i++)
		if (fields[i]->shape)
			terse_shape(out, fields[i]->shape, done);
	fl_buf_char(out, '\n');
	if (kind)
		fl_buf_printf(out, "template <enum %s Kind> ", kind->names->name);
	fl_buf_printf(out, "struct %s {\n", shape->name);
	if (kind)
		fl_buf_printf(out, "\tstatic constexpr enum %s %s = Kind;\n", kind->names->name,
			kind->name);
	for (size_t i = 0; i < count; i++)
		hpp_member(out, fields[i]);
	fl_buf_str(out, "};\n");
}

void fl_schema_hpp(struct fl_buf *out, const struct fl_registry *registry)
{
	struct hpp_done done = {.len = 0};
	fl_buf_str(out, "// The types of Faultline's compact struct literals. Generated from the "
			"field tables;\n"
			"// do not edit. Needs C++20 for designated initialisers.\n"
			"#ifndef FAULTLINE_LITERALS_HPP\n"
			"#define FAULTLINE_LITERALS_HPP\n\n"
			"#include <cstddef>\n"
			"#include <initializer_list>\n\n"
			"namespace faultline {\n\n"
			"// A string literal with its length, so that NUL bytes survive.\n"
			"struct text {\n"
			"\tconst char *ptr = \"\";\n"
			"\tstd::size_t len = 0;\n"
			"\tconstexpr text() = default;\n"
			"\ttemplate <std::size_t N> constexpr text(const char (&s)[N]) : ptr(s), "
			"len(N - 1) {}\n"
			"\tconstexpr operator const char *() const { return ptr; }\n"
			"};\n");
	for (size_t i = 0; i < registry->count; i++)
		hpp_shape(out, registry->shapes[i], &done);
	fl_buf_str(out, "\n// The types of the terse style: values by their place.\n"
			"namespace terse {\n");
	struct hpp_done terse = {.len = 0};
	for (size_t i = 0; i < registry->count; i++)
		terse_shape(out, registry->shapes[i], &terse);
	fl_buf_str(out, "\n} // namespace terse\n\n} // namespace faultline\n\n#endif\n");
}

static void terse_macro(struct fl_buf *out, const char *name, const char *type, const char *kind)
{
	fl_buf_printf(out,
		"#define %s(...) \\\n"
		"\tfaultline::terse::%s%s FAULTLINE_TERSE_NAME{__VA_ARGS__};\n",
		name, type, kind);
}

void fl_schema_terse(struct fl_buf *out, const struct fl_registry *registry)
{
	fl_buf_str(out,
		"// What terse literals are written in: a macro for each type, which defines an\n"
		"// object faultline_terse_N, N counted by __COUNTER__. Generated from the field\n"
		"// tables; do not edit. Include it last: the macros have plain names.\n"
		"#ifndef FAULTLINE_TERSE_HPP\n"
		"#define FAULTLINE_TERSE_HPP\n\n"
		"#include <faultline/literals.hpp>\n\n"
		"#define FAULTLINE_TERSE_PASTE(a, b) a##b\n"
		"#define FAULTLINE_TERSE_NUMBERED(n) FAULTLINE_TERSE_PASTE(faultline_terse_, n)\n"
		"#define FAULTLINE_TERSE_NAME FAULTLINE_TERSE_NUMBERED(__COUNTER__)\n\n");
	for (size_t i = 0; i < registry->count; i++) {
		const struct fl_shape *shape = registry->shapes[i];
		const struct fl_field *kind = fl_shape_kind(shape);
		char value[96];
		for (int w = 0; kind && w < kind->names->count; w++) {
			snprintf(value, sizeof(value), "<faultline::%s::%s>", kind->names->name,
				kind->names->words[w]);
			terse_macro(out, kind->names->words[w], shape->name, value);
		}
		if (!kind)
			terse_macro(out, shape->name, shape->name, "");
	}
	fl_buf_str(out, "\n#endif\n");
}

static void types_value(struct fl_buf *out, const struct fl_field *f)
{
	switch (f->kind) {
	case FL_INT: fl_buf_printf(out, "long(%ld)", (long)f->unset); break;
	case FL_ENUM: fl_buf_printf(out, "std::string(\"%s\")", f->names->words[0]); break;
	case FL_TEXT: fl_buf_str(out, "std::string()"); break;
	case FL_HEX: fl_buf_str(out, "0ul"); break;
	case FL_BOOL: fl_buf_str(out, "false"); break;
	case FL_RATIO: fl_buf_str(out, "0.0"); break;
	case FL_OBJECT: fl_buf_printf(out, "(struct %s){}", f->shape->name); break;
	case FL_LIST: fl_buf_printf(out, "std::vector<struct %s>()", f->shape->name); break;
	case FL_TEXTS: fl_buf_str(out, "std::vector<std::string>()"); break;
	}
}

static const char *const types_scalar[] = {
	[FL_TEXT] = "std::string",
	[FL_INT] = "long",
	[FL_HEX] = "unsigned long",
	[FL_BOOL] = "bool",
	[FL_RATIO] = "double",
	[FL_ENUM] = "std::string",
	[FL_TEXTS] = "std::vector<std::string>",
};

static void types_member(struct fl_buf *out, const struct fl_field *f)
{
	if (f->kind == FL_LIST)
		fl_buf_printf(out, "\tstd::vector<struct %s> %s", f->shape->name, f->name);
	else if (f->kind == FL_OBJECT)
		fl_buf_printf(out, "\tstruct %s %s", f->shape->name, f->name);
	else
		fl_buf_printf(out, "\t%s %s", types_scalar[f->kind], f->name);
	fl_buf_str(out, " = ");
	types_value(out, f);
	fl_buf_printf(out, "; // %s\n", f->doc ? f->doc : "");
}

static void types_visit(struct fl_buf *out, const struct fl_field *f)
{
	bool keep = f->flags & FL_KEEP && f->kind != FL_LIST && f->kind != FL_TEXTS;
	fl_buf_printf(out, "\t\tvisit(\"%s\", self.%s, ", f->name, f->name);
	types_value(out, f);
	fl_buf_printf(out, ", %s, ", keep ? "true" : "false");
	if (f->kind == FL_ENUM && f->flags & FL_CXX_ENUM)
		fl_buf_printf(out, "\"%s\");\n", f->names->name);
	else
		fl_buf_str(out, "nullptr);\n");
}

static void types_shape(struct fl_buf *out, const struct fl_shape *shape, struct hpp_done *done)
{
	if (!hpp_first(done, shape))
		return;
	for (size_t i = 0; i < shape->count; i++)
		if (shape->fields[i].shape)
			types_shape(out, shape->fields[i].shape, done);
	fl_buf_printf(out, "\n// %s\nstruct %s {\n", shape->doc ? shape->doc : "", shape->name);
	for (size_t i = 0; i < shape->count; i++)
		types_member(out, &shape->fields[i]);
	fl_buf_printf(out,
		"\n\tstatic constexpr const char *type_name = \"%s\";\n"
		"\ttemplate <class Self, class Visit> static void each(Self &self, Visit &visit)\n"
		"\t{\n",
		shape->name);
	for (size_t i = 0; i < shape->count; i++)
		types_visit(out, &shape->fields[i]);
	fl_buf_str(out, "\t}\n};\n");
}

void fl_schema_types(struct fl_buf *out, const struct fl_registry *registry)
{
	struct hpp_done done = {.len = 0};
	fl_buf_str(out,
		"// What the functions of session.hpp answer. Generated from the field tables; "
		"do not\n"
		"// edit. Members are those of literals.hpp.\n"
		"#ifndef FAULTLINE_SESSION_TYPES_HPP\n"
		"#define FAULTLINE_SESSION_TYPES_HPP\n\n"
		"#include <string>\n"
		"#include <vector>\n\n"
		"namespace fl {\n");
	for (size_t i = 0; i < registry->count; i++)
		types_shape(out, registry->shapes[i], &done);
	fl_buf_str(out, "\n} // namespace fl\n\n#endif\n");
}

static const char *const kind_words[] = {
	[FL_TEXT] = "text",
	[FL_INT] = "integer",
	[FL_HEX] = "address as hex text",
	[FL_BOOL] = "true or false",
	[FL_RATIO] = "number, four decimals",
	[FL_ENUM] = "one of",
	[FL_OBJECT] = "object",
	[FL_LIST] = "array of objects",
	[FL_TEXTS] = "array of text",
};

/* The field's place in the terse style, and when it is left out there; "–": always. */
static void markdown_terse(
	struct fl_buf *out, const struct fl_shape *shape, const struct fl_field *f)
{
	const struct fl_field *fields[FL_TERSE_MAX];
	size_t count = fl_shape_terse(shape, fields), at = 0;
	while (at < count && fields[at] != f)
		at++;
	if (f == fl_shape_kind(shape))
		fl_buf_str(out, "name");
	else if (at == count)
		fl_buf_str(out, "–");
	else
		fl_buf_printf(out, "%zu", at + 1);
	if (at < count && f->flags & FL_SOURCE)
		fl_buf_str(out, ", with source");
	if (at < count && f->flags & FL_ONCE)
		fl_buf_str(out, ", once");
	if (at < count && f->same)
		fl_buf_printf(out, ", not %s`%s`", f->same[0] == '^' ? "the holder's " : "",
			f->same + (f->same[0] == '^'));
}

void fl_schema_markdown(struct fl_buf *out, const struct fl_shape *shape)
{
	fl_buf_printf(out,
		"## `%s`\n\n%s\n\n| field | type | terse | meaning |\n|---|---|---|---|\n",
		shape->name, shape->doc ? shape->doc : "");
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		fl_buf_printf(out, "| `%s` | %s", f->name, kind_words[f->kind]);
		if (f->shape)
			fl_buf_printf(out, ": `%s`", f->shape->name);
		for (int w = 0; f->kind == FL_ENUM && w < f->names->count; w++)
			fl_buf_printf(out, "%s `%s`", w ? "," : "", f->names->words[w]);
		fl_buf_str(out, " | ");
		markdown_terse(out, shape, f);
		fl_buf_printf(out, " | %s |\n", f->doc ? f->doc : "");
	}
	fl_buf_char(out, '\n');
}
