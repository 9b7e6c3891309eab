/* pointer-in-int: a pointer is kept in an int, where it fits on machines of 32 bits only. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

void tg_op_pointer_in_int(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct tg_word w;
	for (size_t pos = 0; tg_word_next(unit, &pos, &w);) {
		const char *to = fl_slice_eqs(w.text, "uintptr_t")  ? "unsigned int"
				 : fl_slice_eqs(w.text, "intptr_t") ? "int"
								    : NULL;
		if (!to)
			continue;
		/* Functions that are called through a pointer are all of one type. */
		const struct tg_node *n = tg_node_around(unit, w.start, w.end);
		bool param = n->kind == TG_N_PARAM || (n->parent && n->parent->kind == TG_N_PARAM);
		if (!param)
			tg_put_words(unit, sink, w.start, w.end, "%s", to);
	}
}
