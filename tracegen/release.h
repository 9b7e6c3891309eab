/*
 * What releases memory: free() and delete, and calls whose names say that they release what their
 * only argument points to (list_free(&list), pool_destroy(p)).
 */
#ifndef FL_TRACEGEN_RELEASE_H
#define FL_TRACEGEN_RELEASE_H

#include "tracegen/node.h"

struct tg_release {
	const struct tg_node *statement;
	const struct tg_node *object; /* the expression that is released, without & and () */
	const struct tg_node *root; /* the variable at its root: p of p->a[1] */
};

/* Whether the statement n does nothing but release something. */
bool tg_release_at(const struct tg_node *n, struct tg_release *ret_release);

/* Whether two expressions have the same text, blanks aside. */
bool tg_same_text(const struct tg_unit *u, const struct tg_node *a, const struct tg_node *b);

/* Whether n is a call that closes a file, a descriptor or a directory. */
bool tg_closes(const struct tg_node *n);

/* Whether anything at or below n releases or closes something: who leaves it out leaks. */
bool tg_holds_release(const struct tg_node *n);

#endif
