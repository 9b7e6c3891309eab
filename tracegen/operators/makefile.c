#include "tracegen/operators/makefile.h"

#include "tracegen/builds/made.h"
#include "tracegen/operators/ops.h"

bool tg_is_makefile(const struct tg_unit *unit)
{
	return fl_slice_eqs(unit->file, TG_MAKEFILE);
}

bool tg_op_reads_makefile(int op)
{
	return op == TG_OP_missing_object;
}

void tg_put_words_of_line(
	const struct tg_unit *unit, struct tg_sink *sink, const char *head, size_t first)
{
	ptrdiff_t at = tg_is_makefile(unit) ? fl_slice_find(unit->text, head) : -1;
	size_t end = at < 0 ? 0 : tg_line_end(unit, (size_t)at), index = 0;
	for (size_t pos = (size_t)at + strlen(head); at >= 0 && pos < end;) {
		size_t stop = pos + 1;
		while (stop < end && unit->text.ptr[stop] != ' ')
			stop++;
		struct fl_slice word = fl_slice(unit->text.ptr + pos + 1, stop - pos - 1);
		struct tg_edit edit = {
			.kind = TG_DECLARATION, .start = pos, .end = stop, .symbol = word};
		if (index++ >= first)
			tg_yield_str(unit, sink, &edit, "");
		pos = stop;
	}
}
