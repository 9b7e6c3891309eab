/*
 * Walking the tree of tracegen/ast.h, and the little lexing that ranges of text need. Nothing here
 * knows libclang.
 */
#ifndef FL_TRACEGEN_NODE_H
#define FL_TRACEGEN_NODE_H

#include "tracegen/ast.h"

/* The node after n in preorder below root, or NULL. */
const struct tg_node *tg_node_after(const struct tg_node *n, const struct tg_node *root);

/* The same, but without what is below n. */
const struct tg_node *tg_node_skip(const struct tg_node *n, const struct tg_node *root);

/* The first child with that role, or NULL. */
const struct tg_node *tg_node_child(const struct tg_node *n, enum tg_role role);

/* Without parentheses around it. */
const struct tg_node *tg_node_bare(const struct tg_node *n);

/* The function definition around n, or NULL. */
const struct tg_node *tg_node_function(const struct tg_node *n);

/*
 * Whether n runs when the program does: in a function's body, not in a constant expression (an
 * array's bound, a case, sizeof, static_assert), not in a constexpr function or variable.
 */
bool tg_node_runs(const struct tg_node *n);

/* Whether n stands where a statement does: in a block, or as the body of if, for, while, label. */
bool tg_node_is_statement(const struct tg_node *n);

/* The innermost statement that n (or NULL) is in or is, or NULL. */
const struct tg_node *tg_node_statement(const struct tg_node *n);

/* Whether any node below (or at) root refers to the declaration. */
bool tg_node_mentions(const struct tg_node *root, uint64_t decl);

/* Give n's children their roles; for the tree's builder. Arguments of calls are not set here. */
void tg_node_roles(struct fl_slice text, struct tg_node *n);

/* A number for a place in a file, never 0. */
uint64_t tg_place_id(struct fl_slice file, size_t offset);

/* From pos on, the first byte that is neither blank nor in a comment; text.len at the end. */
size_t tg_text_solid(struct fl_slice text, size_t pos);

/* The end of the token, comment or run of blanks that begins at pos (pos < text.len). */
size_t tg_text_token(struct fl_slice text, size_t pos);

/* The first c between from and to outside of brackets, comments and literals, or `to`. */
size_t tg_text_find(struct fl_slice text, size_t from, size_t to, char c);

/* The end of the statement n with its semicolon. */
size_t tg_statement_end(const struct tg_unit *u, const struct tg_node *n);

/* Where the operator of a binary node stands: [*ret_start, *ret_end). False when in a macro. */
bool tg_operator_range(
	const struct tg_unit *u, const struct tg_node *n, size_t *ret_start, size_t *ret_end);

/* The offset of each line's first byte (size_t), in the arena. */
struct fl_list tg_line_table(struct fl_slice text, struct fl_arena *a);

/* The functions, fields and enumerators below root, in the order that tg_declaration() reads. */
struct fl_list tg_decl_table(const struct tg_node *root, struct fl_arena *a);

/* The function (its definition first), field or enumerator of that declaration, or NULL. */
const struct tg_node *tg_declaration(
	const struct tg_unit *u, enum tg_node_kind kind, uint64_t decl);

/* 1-based line of an offset. */
unsigned tg_line_of(const struct tg_unit *u, size_t offset);

#endif
