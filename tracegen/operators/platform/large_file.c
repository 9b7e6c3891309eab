/* large-file: without its macro a file's offset or the time has 32 bits on some machines. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

static bool is_wanted(const struct tg_unit *u, struct fl_slice line)
{
	if (fl_slice_starts(line, "#define _TIME_BITS 64"))
		return true;
	/* The other needs it. */
	return fl_slice_starts(line, "#define _FILE_OFFSET_BITS 64") &&
	       fl_slice_find(u->text, "_TIME_BITS") < 0;
}

void tg_op_large_file(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (size_t at = 0; at < unit->text.len; at = tg_line_end(unit, at) + 1) {
		size_t start = at, end = tg_line_end(unit, at);
		if (!is_wanted(unit, fl_slice_trim(fl_slice(unit->text.ptr + at, end - at))))
			continue;
		tg_cut_widen(unit, &start, &end);
		tg_put_words(unit, sink, start, end, "%s", "");
	}
}
