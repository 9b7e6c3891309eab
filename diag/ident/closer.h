/*
 * Where one tool says why and another only that nothing fits, or one says void and another that the
 * types differ: the closer id, the same for both. It follows from the words with what they quote,
 * or from the note on the one candidate that could take so many arguments.
 */
#ifndef FL_DIAG_IDENT_CLOSER_H
#define FL_DIAG_IDENT_CLOSER_H

#include "diag/ident/idents.h"
#include "diag/model/diagnostic.h"

enum { DIAG_CLOSER_NONE = -1 };

struct diag_closer {
	int id; /* enum diag_ident_id, or DIAG_CLOSER_NONE */
	struct fl_slice note; /* what it quotes are the args now; empty: they stay */
	struct fl_slice whole; /* this is the only arg now; empty: they stay */
};

/* The closer id does not follow from id and message alone. */
static inline bool diag_ident_reads_more(int id)
{
	return id == DIAG_CLOSER_NONE || id == DIAG_IDENT_no_overload;
}

/*
 * id: what the words alone say; DIAG_CLOSER_NONE: nothing. False: it is as close as it gets, and
 * ret_closer as it was. d: its notes and its source line are read, too; the texts are in it.
 */
bool diag_ident_closer(int id, const struct diag_diagnostic *d, struct diag_closer *ret_closer);

#endif
