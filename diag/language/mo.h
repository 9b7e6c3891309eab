/*
 * A message catalogue as programs carry it: the GNU .mo format (GNU gettext manual, "The Format of
 * GNU MO Files"), of either byte order. Catalogues are data of others: any bytes are safe to read.
 */
#ifndef FL_DIAG_MO_H
#define FL_DIAG_MO_H

#include "base/error.h"
#include "base/slice.h"

struct diag_mo {
	struct fl_slice bytes; /* the caller's, for as long as this is used */
	uint32_t count; /* messages */
	uint32_t originals, translations; /* offsets of the two tables */
	bool swapped; /* of the other byte order */
};

/* FL_EPARSE when the bytes are no catalogue or its tables lie outside of them. */
int diag_mo_open(struct fl_slice bytes, struct diag_mo *ret_mo, struct fl_error *err);

/*
 * Message i: what it is in English, and its translation. Plural forms follow one another with NUL
 * between them, on both sides. False when it lies outside of the bytes.
 */
bool diag_mo_message(const struct diag_mo *mo, uint32_t i, struct fl_slice *ret_english,
	struct fl_slice *ret_text);

#endif
