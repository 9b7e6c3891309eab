/*
 * What a diagnostic says, in words that no tool, version or language changes: an id and the texts
 * that it is about ("undeclared", {"foo"}). diag/ident/idents.h has the ids, docs/idents.md the
 * same for people.
 */
#ifndef FL_DIAG_IDENT_H
#define FL_DIAG_IDENT_H

#include "diag/model/diagnostic.h"

struct diag_ident {
	const char *id, *meaning, *args;
};

extern const struct diag_ident diag_idents[];
extern const size_t diag_ident_count;

/*
 * What was looked for before, whole messages and messages without what they quote; the caller's,
 * zeroed at first. Told apart by a hash of 64 bits.
 */
enum {
	DIAG_IDENT_MEMOS = 8192,
	DIAG_IDENT_ARGS = 4,
	DIAG_ARGS_MAX = 16,
	DIAG_IDENT_ROWS = 2048,
	DIAG_IDENT_LISTS = 1025
};
struct diag_ident_memory {
	struct diag_ident_memo {
		uint64_t key;
		uint16_t row; /* and 1; 0: nothing is remembered here */
		int16_t id; /* of a whole message: as far as the words tell, -1 for none */
		uint16_t count; /* of a whole message: its args, where they stand in it */
		struct {
			uint16_t at, len;
		} args[DIAG_IDENT_ARGS];
	} memos[DIAG_IDENT_MEMOS];
	/* Lists of rows, by what the message must have for each; entries are indices from 1. */
	bool listed;
	uint16_t first[DIAG_IDENT_LISTS], next[DIAG_IDENT_ROWS];
};

struct diag_said {
	struct fl_slice id; /* empty: no row knows it */
	struct fl_slice args[DIAG_ARGS_MAX]; /* within the message, or one of the notes */
	size_t count;
};

/*
 * By code, message (in English, quotes in ASCII or UTF-8), tool and, where nothing fits a call,
 * what its notes say of the candidates; nothing of what is itself a note or remark.
 * message: diag_message_hash(); memory: NULL, or of the same thread.
 */
void diag_identify(const struct diag_diagnostic *d, uint64_t message,
	struct diag_ident_memory *memory, struct diag_said *ret_said);
/* It will be asked for soon: the memory is far away. */
void diag_ident_expect(const struct diag_ident_memory *m, uint64_t message);

/* docs/idents.md. */
void diag_idents_write(struct fl_buf *out);

#endif
