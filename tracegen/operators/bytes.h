/*
 * Numbers that are put together of bytes, and taken apart into them, low byte first: what works on
 * every machine, and what people write as a memcpy() that works on some.
 */
#ifndef FL_TRACEGEN_OPERATORS_BYTES_H
#define FL_TRACEGEN_OPERATORS_BYTES_H

#include "tracegen/operators/words.h"

/* One byte: base[index + offset], shifted by that many bits. */
struct tg_byte {
	struct fl_slice base, index;
	int64_t offset, shift;
};

/* Without parentheses, casts and "& 0xff". */
const struct tg_node *tg_byte_core(const struct tg_unit *u, const struct tg_node *n);

/* Is n a binary operation with that operator, as it is written? */
bool tg_is_binary(const struct tg_unit *u, const struct tg_node *n, const char *op);

/* base[index] with the offset apart. False where n is no index. */
bool tg_byte_place(const struct tg_unit *u, const struct tg_node *n, struct tg_byte *ret_byte);

/*
 * A loop `for (…; i < bound; …)` that does one thing, to byte i shifted by 8 * i bits: the
 * statement and its parts. False for other loops.
 */
struct tg_byte_loop {
	const struct tg_node *statement; /* an assignment */
	struct fl_slice variable, bound;
};
bool tg_byte_loop_at(
	const struct tg_unit *u, const struct tg_node *n, struct tg_byte_loop *ret_loop);

/* Is n "8 * i" or "i * 8"? */
bool tg_is_byte_shift(const struct tg_unit *u, const struct tg_node *n, struct fl_slice variable);

/*
 * The byte that a loop over its index begins with: "p[at + i]" becomes "p[at]". False where the
 * index does not end in the loop's variable.
 */
bool tg_byte_first(struct tg_byte *b, struct fl_slice variable, struct fl_arena *a);

/* Where the byte lies, as an expression: "p", "p + 4", "p + at + 4". In the arena. */
struct fl_slice tg_byte_address(const struct tg_byte *b, struct fl_arena *a);

/* How the file calls memcpy; NULL where its header is not included. */
const char *tg_memcpy_name(const struct tg_unit *u);

#endif
