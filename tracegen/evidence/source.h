/*
 * Where in the text of a program a value comes from: pure functions on statements
 * (tg_statement_at()).
 */
#ifndef FL_TRACEGEN_EVIDENCE_SOURCE_H
#define FL_TRACEGEN_EVIDENCE_SOURCE_H

#include "tracegen/evidence/decl.h"

/*
 * The argument of a printf() that printed the first word in which a line is another than it should
 * be: by the format's conversions, word for word. Empty where that cannot be told: another call, a
 * line that more than this call wrote, spaces that differ.
 */
struct fl_slice tg_printed_argument(
	struct fl_slice statement, struct fl_slice expected, struct fl_slice actual);

/*
 * The next function that a text calls, from *pos on, which moves behind its name: one of the
 * program's own definitions, by the last part of its name. NULL: none is left.
 */
const struct tg_decl *tg_called(
	struct fl_slice text, size_t *pos, const struct tg_decl *decls, size_t decl_count);

/*
 * What a statement locks, unlocks, waits for or makes ready, as it is written there: `m->lock` of
 * `pthread_mutex_lock(&m->lock)`, of `m->lock.lock()` and of `std::lock_guard hold(m->lock)`; of a
 * scoped_lock of several all of them ("a, b"). Empty: nothing that is known.
 */
struct fl_slice tg_locked(struct fl_slice statement);

/* Does a statement give the variable a value: `name = …`, `name[i] += …`, `int name = …`? */
bool tg_assigns(struct fl_slice statement, struct fl_slice name);

#endif
