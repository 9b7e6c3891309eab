#include "tests/support/literal_program.h"

#include <inttypes.h>
#include <stdio.h>

struct program {
	struct fl_buf *out;
	enum fl_style style;
};

static void check_object(struct program *p, const struct fl_shape *shape, const void *object,
	const char *path, const char *suffix);

static void put_bytes(struct fl_buf *out, struct fl_slice s)
{
	fl_buf_char(out, '"');
	for (size_t i = 0; i < s.len; i++)
		fl_buf_printf(out, "\\%03o", (unsigned char)s.ptr[i]);
	fl_buf_printf(out, "\", %zu", s.len);
}

static void check_text(struct program *p, const char *path, struct fl_slice want)
{
	fl_buf_printf(p->out, "\ttext_is(\"%s\", %s, ", path, path);
	put_bytes(p->out, want);
	fl_buf_str(p->out, ");\n");
}

static void check_enum(struct program *p, const struct fl_field *f, const char *path, int v)
{
	if (!(f->flags & FL_CXX_ENUM)) {
		check_text(p, path, fl_slice_str(f->names->words[v]));
		return;
	}
	/* Both styles number their enumerators as the table does. */
	fl_buf_printf(p->out, "\tnumber_is(\"%s\", (long)%s, %d);\n", path, path, v);
}

static void check_list(struct program *p, const struct fl_field *f, const struct fl_list *list,
	const char *path, const char *suffix)
{
	const struct fl_slice *texts = list->items;
	char item[512], number[64];
	bool full_objects = p->style == FL_FULL && f->kind == FL_LIST;
	if (p->style != FL_FULL)
		fl_buf_printf(p->out, "\tnumber_is(\"%s.size\", (long)%s%s.size(), %zu);\n", path,
			path, f->name, list->len);
	for (size_t i = 0; i < list->len; i++) {
		snprintf(number, sizeof(number), "%.40s_%zu", suffix, i + 1);
		if (full_objects && list->len > 1)
			snprintf(item, sizeof(item), "%s%s%s.", path, f->item, number);
		else if (p->style == FL_FULL)
			snprintf(item, sizeof(item), "%s%s[%zu]%s", path, f->name, i,
				full_objects ? "." : "");
		else
			snprintf(item, sizeof(item), "%s%s.begin()[%zu]%s", path, f->name, i,
				f->kind == FL_LIST ? "." : "");
		if (f->kind == FL_TEXTS)
			check_text(p, item, texts[i]);
		else
			check_object(p, f->shape, fl_list_at(list, f->shape, i), item,
				list->len > 1 ? number : "");
	}
}

static void check_field(struct program *p, const struct fl_field *f, const void *m,
	const char *path, const char *suffix)
{
	char here[512];
	snprintf(here, sizeof(here), "%s%s", path, f->name);
	switch (f->kind) {
	case FL_TEXT: check_text(p, here, *(const struct fl_slice *)m); break;
	case FL_ENUM: check_enum(p, f, here, *(const int *)m); break;
	case FL_INT:
		fl_buf_printf(p->out, "\tnumber_is(\"%s\", %s, %" PRId64 "L", here, here,
			*(const int64_t *)m == INT64_MIN ? INT64_MIN + 1 : *(const int64_t *)m);
		fl_buf_str(p->out, *(const int64_t *)m == INT64_MIN ? " - 1);\n" : ");\n");
		break;
	case FL_HEX:
		fl_buf_printf(p->out, "\tnumber_is(\"%s\", (long)%s, (long)%" PRIu64 "UL);\n", here,
			here, *(const uint64_t *)m);
		break;
	case FL_BOOL:
		fl_buf_printf(
			p->out, "\tnumber_is(\"%s\", %s, %d);\n", here, here, *(const bool *)m);
		break;
	case FL_RATIO:
		fl_buf_printf(p->out, "\tratio_is(\"%s\", %s, %" PRId64 "L);\n", here, here,
			*(const int64_t *)m);
		break;
	case FL_OBJECT:
		snprintf(here, sizeof(here), "%s%s.", path, f->name);
		check_object(p, f->shape, m, here, "");
		break;
	case FL_LIST:
	case FL_TEXTS: check_list(p, f, m, path, suffix); break;
	}
}

static void check_object(struct program *p, const struct fl_shape *shape, const void *object,
	const char *path, const char *suffix)
{
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		/* Full style has no member for what it leaves out; compact style has its default. */
		bool left_out =
			fl_field_unset(f, object) &&
			(!(f->flags & FL_KEEP) || f->kind == FL_LIST || f->kind == FL_TEXTS);
		if (p->style >= FL_TERSE && f->flags & FL_NOT_TERSE)
			continue; /* terse types have no such member */
		if (p->style != FL_FULL || !left_out)
			check_field(p, f, fl_member(f, object), path, suffix);
	}
}

static const char prologue[] =
	"#include <cmath>\n#include <cstdio>\n#include <cstring>\n#include <type_traits>\n"
	"static int wrong;\n"
	"template <class T> void text_is(const char *path, const T &got, const char *want, "
	"unsigned long len) {\n"
	"\tconst char *p; unsigned long n;\n"
	"\tif constexpr (std::is_array_v<T>) { p = got; n = sizeof(got) - 1; }\n"
	"\telse if constexpr (std::is_pointer_v<T>) { p = got; n = std::strlen(got); }\n"
	"\telse { p = got.ptr; n = got.len; }\n"
	"\tif (n != len || std::memcmp(p, want, n)) { std::printf(\"%s\\n\", path); wrong++; }\n}\n"
	"[[maybe_unused]] static void number_is(const char *path, long got, long want) {\n"
	"\tif (got != want) { std::printf(\"%s: %ld, not %ld\\n\", path, got, want); wrong++; "
	"}\n}\n"
	"[[maybe_unused]] static void ratio_is(const char *path, double got, long want) {\n"
	"\tif (std::lround(got * 10000) != want) { std::printf(\"%s\\n\", path); wrong++; }\n}\n";

void literal_program_write(struct fl_buf *out, struct fl_slice literal,
	const struct fl_items *items, enum fl_style style)
{
	struct program p = {.out = out, .style = style};
	/* The literal comes first: it must stand as a translation unit by itself. But the macros of
	   the terse style have plain names, which no other header is to see. */
	if (style >= FL_TERSE) {
		fl_buf_str(out, prologue);
		fl_buf_str(out, "#include <faultline/terse.hpp>\n");
	}
	fl_buf_slice(out, literal);
	if (style < FL_TERSE)
		fl_buf_str(out, prologue);
	fl_buf_str(out, "int main() {\n");
	for (size_t i = 0; i < items->len; i++) {
		const struct fl_item *item = &items->at[i];
		size_t same = 0, number = 0;
		for (size_t k = 0; k < items->len; k++) {
			same += items->at[k].shape == item->shape;
			number += items->at[k].shape == item->shape && k <= i;
		}
		char suffix[32] = "", path[160];
		if (same > 1)
			snprintf(suffix, sizeof(suffix), "_%zu", number);
		const char *name = item->name ? item->name : item->shape->name;
		if (style >= FL_TERSE) {
			snprintf(path, sizeof(path), "faultline_terse_%zu.", i);
		} else if (style == FL_FULL && !item->name) {
			fl_buf_printf(out, "\t[[maybe_unused]] const %s%s object%zu{};\n",
				item->shape->name, suffix, i);
			snprintf(path, sizeof(path), "object%zu.", i);
		} else {
			snprintf(path, sizeof(path), "%.100s%s.", name, suffix);
		}
		check_object(&p, item->shape, item->object, path, suffix);
	}
	fl_buf_str(out, "\treturn wrong != 0;\n}\n");
}
