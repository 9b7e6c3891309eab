/*
 * The fingerprint of a diagnostic: what stays when code moves. It holds the file, the level, the
 * flag, the message, the symbols and the source line, but no line or column number, no blanks, and
 * no number in the message that counts lines; an absolute path below the root counts as a relative
 * one. The second diagnostic that says the same has another fingerprint than the first, so that of
 * two alike of which one is old, one is new.
 */
#ifndef FL_DIAG_FINGERPRINT_H
#define FL_DIAG_FINGERPRINT_H

#include "base/arena.h"
#include "diag/model/diagnostic.h"

/* Numbers, each with a count; the empty value is the empty set. */
struct diag_keys {
	struct diag_keys_slot {
		uint64_t key;
		uint32_t count; /* 0: free */
	} * slots;
	size_t cap, len; /* cap is a power of two; at most half of the slots are taken */
};

void diag_keys_release(struct diag_keys *keys);

/* Count the key once more. FL_ENOMEM. */
int diag_keys_add(struct diag_keys *keys, uint64_t key, uint32_t *ret_count, struct fl_error *err);

bool diag_keys_has(const struct diag_keys *keys, uint64_t key);

/*
 * The fingerprint of the next diagnostic of a run, whose earlier ones are counted in *seen. root is
 * an absolute directory without a final slash, or empty. FL_ENOMEM.
 */
int diag_fingerprint(struct diag_keys *seen, const struct diag_diagnostic *d, struct fl_slice root,
	uint64_t *ret_print, struct fl_error *err);

/* A path as the fingerprint has it, of the given one's bytes: below the root, without "./". */
struct fl_slice diag_path_below(struct fl_slice path, struct fl_slice root);

#endif
