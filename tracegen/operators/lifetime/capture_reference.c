/* capture-reference: a lambda captures by reference what it had a copy of. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

#include <ctype.h>

void tg_op_capture_reference(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (n->kind != TG_N_LAMBDA || !tg_place_ok(n) || unit->text.ptr[n->start] != '[')
			continue;
		size_t at = n->start + 1;
		char c = unit->text.ptr[at];
		bool name = (isalpha((unsigned char)c) || c == '_') &&
			    !fl_slice_starts(fl_slice_skip(unit->text, at), "this");
		size_t end = tg_text_token(unit->text, at);
		char next = unit->text.ptr[tg_text_solid(unit->text, end)];
		if (c == '=' && (unit->text.ptr[at + 1] == ']' || unit->text.ptr[at + 1] == ','))
			tg_put(unit, sink, n, at, at + 1, "&");
		else if (name && (next == ']' || next == ','))
			tg_put(unit, sink, n, at, end, "&%.*s", (int)(end - at),
				unit->text.ptr + at);
	}
}
