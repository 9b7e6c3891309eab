/* feature-macro: the macro is gone that has the system's headers declare what is not in ISO C. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

static bool is_feature(struct fl_slice line)
{
	static const char *const macros[] = {"_GNU_SOURCE", "_POSIX_C_SOURCE", "_XOPEN_SOURCE",
		"_DEFAULT_SOURCE", "_BSD_SOURCE"};
	if (!fl_slice_starts(line, "#define "))
		return false;
	struct fl_slice name = fl_slice_skip(line, strlen("#define "));
	for (size_t i = 0; i < sizeof(macros) / sizeof(macros[0]); i++)
		if (fl_slice_starts(name, macros[i]))
			return true;
	return false;
}

void tg_op_feature_macro(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (unit->program->language != TG_C) /* g++ always has them */
		return;
	for (size_t at = 0; at < unit->text.len; at = tg_line_end(unit, at) + 1) {
		size_t start = at, end = tg_line_end(unit, at);
		if (!is_feature(fl_slice_trim(fl_slice(unit->text.ptr + at, end - at))))
			continue;
		tg_cut_widen(unit, &start, &end);
		tg_put_words(unit, sink, start, end, "%s", "");
	}
}
