/*
 * A JSON tokenizer (RFC 8259, strict) for texts that are large or arrive in pieces: the bytes of
 * the current piece and of one token are all that it holds. Bytes are pushed in chunks of any size,
 * tokens are pulled until the chunk is used up. Where a whole tree is wanted and memory does not
 * matter, fl_json_parse() of base/json.h is simpler; fl_json_tree_add() makes the same tree of any
 * value in the stream.
 *
 * Text is bytes, as base/json.h describes: bytes that are not UTF-8 stay as they are, characters of
 * U+10F000..U+10F0FF give the byte that they stand for, and half a surrogate pair in an escape
 * gives the three bytes that UTF-8 would have for it. Keys that stand twice are not noticed.
 *
 * Limits: FL_JSON_DEPTH levels; a text or number as long as fl_json_push_init() was told.
 */
#ifndef FL_BASE_JSON_PUSH_H
#define FL_BASE_JSON_PUSH_H

#include "base/json.h"

enum { FL_JSON_DEPTH = 512 };

enum fl_json_what {
	FL_JSON_MORE, /* the bytes are used up: push more, or say that there are none */
	FL_JSON_OPEN, /* an object or array begins: its type */
	FL_JSON_CLOSE, /* it ends: its type */
	FL_JSON_KEY, /* text: the key of the value that comes next */
	FL_JSON_VALUE, /* any other value: its type, and text, num or real */
	FL_JSON_DONE /* the outermost value is complete */
};

struct fl_json_token {
	enum fl_json_what what;
	enum fl_json_type type;
	struct fl_slice text; /* of FL_JTEXT and keys; dies with the next call */
	int64_t num; /* FL_JINT, FL_JBOOL; integers that do not fit are FL_JREAL */
	double real; /* FL_JREAL */
	size_t depth; /* objects and arrays around it */
};

/* The caller holds it; its fields are for base/json_push.c alone. */
struct fl_json_push {
	struct fl_slice in; /* not used yet */
	struct fl_buf text; /* the token so far, where the chunk does not hold it as it is */
	size_t offset, word_start; /* of the start of `in`; of a number, true, false or null */
	size_t line, line_start; /* the current line from 1, and the offset where it starts */
	size_t depth;
	unsigned char expect, within; /* in the grammar; in a token */
	unsigned char hex_digits;
	bool in_array, key, high, ended;
	uint32_t hex, half; /* an escape; the first half of a surrogate pair */
	unsigned char arrays[FL_JSON_DEPTH / 8]; /* a bit a level */
};

/* Ready for the first byte. A token's text is at most text_max bytes. Allocates nothing yet. */
void fl_json_push_init(struct fl_json_push *t, size_t text_max);

/* Free its memory. */
void fl_json_push_release(struct fl_json_push *t);

/* The next bytes, which must stay until FL_JSON_MORE has come for them; not before it has. */
void fl_json_push_feed(struct fl_json_push *t, struct fl_slice bytes);

/* There are no more bytes: no FL_JSON_MORE comes any more, but FL_JSON_DONE or an error. */
void fl_json_push_end(struct fl_json_push *t);

/*
 * The next token. FL_EPARSE with the place when the bytes are not JSON, or end too early; FL_ELIMIT
 * when it is too deep or a token too long; FL_ENOMEM. After an error or FL_JSON_DONE only
 * fl_json_push_rest() and _release() make sense.
 */
int fl_json_push_next(
	struct fl_json_push *t, struct fl_json_token *ret_token, struct fl_error *err);

/* The bytes that were pushed and not used: what stands behind the value, or where the error is. */
struct fl_slice fl_json_push_rest(const struct fl_json_push *t);

/* The tree of one value, made of its tokens. */
struct fl_json_tree {
	struct fl_arena *arena;
	struct fl_json *root;
	struct fl_slice key;
	size_t depth;
	struct fl_json *open[FL_JSON_DEPTH], *last[FL_JSON_DEPTH];
};

/* A tree whose values and texts will live in the arena. */
void fl_json_tree_init(struct fl_json_tree *b, struct fl_arena *a);

/*
 * Add a token (not FL_JSON_MORE or _DONE) of the value. True when the value is complete: root is
 * the tree, or as much of its start as the arena held where that failed, NULL for nothing; _init
 * makes it ready for the next one.
 */
bool fl_json_tree_add(struct fl_json_tree *b, const struct fl_json_token *token);

#endif
