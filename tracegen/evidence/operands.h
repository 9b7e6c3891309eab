/*
 * What the statement that the symptom points to works on: the lvalues in it that are no plain
 * locals (`c->head`, a global, `total[i].count`), their values there, and who wrote them last.
 */
#ifndef FL_TRACEGEN_EVIDENCE_OPERANDS_H
#define FL_TRACEGEN_EVIDENCE_OPERANDS_H

#include "base/model.h"

enum { TG_OPERANDS = 4, TG_WRITES = 3, TG_WATCHED = 3 };

struct tg_write {
	struct fl_slice function, file;
	int64_t line; /* that wrote it, or made the call that did */
	struct fl_slice value;
	/* Who called that function, where the stack of the stop does not say so; "" else. */
	struct fl_slice caller, caller_file;
	int64_t called_at;
};

struct tg_operand {
	struct fl_slice expression, value;
	struct fl_list writes; /* struct tg_write: the last ones, oldest first */
	int64_t omitted; /* earlier writes */
};

struct tg_operands {
	struct fl_list operands; /* struct tg_operand */
	int64_t omitted;
};

extern const struct fl_shape tg_operands_shape;

/*
 * The lvalues in a statement's text, in their order, each once: names with their members and simple
 * indexes, and of `a->b.c` also `a->b`; a name alone only where it is none of the locals. No calls:
 * their evaluation would run code. At most max; slices of the text.
 */
size_t tg_lvalues(struct fl_slice statement, const struct fl_list *locals, bool cxx,
	struct fl_slice *ret, size_t max);

/* The statement that begins in that line of the text: to its ';', '{' or '}', at most six lines. */
struct fl_slice tg_statement_at(struct fl_slice text, int64_t line);

/* Does the statement name it, other than as a member or in a text? */
bool tg_mentions(struct fl_slice statement, struct fl_slice name);

#endif
