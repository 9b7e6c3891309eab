/*
 * Words for the bits of a register or of a table entry: one table a register, one writer. The
 * tables name their sources.
 */
#ifndef FL_DEBUGSESSION_KERNEL_BITS_H
#define FL_DEBUGSESSION_KERNEL_BITS_H

#include "base/buf.h"

/* A flag (width 1 without words) or a field of `width` bits from bit `shift` on. */
struct dbg_bit {
	const char *name;
	unsigned char shift, width;
	const char *const *words; /* of a field of at most 4 bits: one for each value; or NULL */
};

/* Tables end with a row without a name. */

/*
 * "PE WP PG IOPL=3": the flags that are set, the fields that are not 0 or have words; `lead` before
 * the first of them.
 */
void dbg_bits_text(
	struct fl_buf *out, const char *lead, const struct dbg_bit *bits, uint64_t value);

/*
 * Members of the object that is being written: "flags", a list of the names of the flags that are
 * set, and, where the table has fields, "fields", an object of their words or decimal numbers.
 */
void dbg_bits_json(struct fl_buf *out, const struct dbg_bit *bits, uint64_t value);

#endif
