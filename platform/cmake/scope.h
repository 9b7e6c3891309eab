/*
 * Variables, their scopes, and what becomes of them when it is not known which of several ways is
 * taken. Internal to platform/cmake.
 *
 * A value is text in which three bytes are not themselves, so that what is not known stays so
 * wherever it is put:
 *	CM_HOLE    text that is not known; as an item of a list: any number of items
 *	CM_MAYBE   before an item (behind ';', ' ' or at the start): it may be missing
 *	CM_PACKAGE before an item: the libraries of the package that the item names
 */
#ifndef FL_PLATFORM_CMAKE_SCOPE_H
#define FL_PLATFORM_CMAKE_SCOPE_H

#include "platform/model/project.h"

#define CM_HOLE '\x01'
#define CM_MAYBE '\x02'
#define CM_PACKAGE '\x03'
#define CM_HOLE_S FL_S("\x01")

struct cm_value {
	struct fl_slice text;
	struct plat_place at; /* where it was set */
	bool set;
};

struct cm_var {
	struct cm_var *next; /* of its bucket */
	struct fl_slice name;
	struct cm_value value; /* not set here: hides what outer scopes have, where there is one */
	bool hides; /* unset() was called here */
	unsigned born; /* its scope */
	unsigned stamp; /* the fork that has noted it, and as which change */
	size_t slot;
};

/* Names and values; a target's properties are one, too. */
struct cm_scope {
	struct cm_scope *parent;
	unsigned born; /* forks until then: to those it is nothing that other ways have */
	struct cm_var **buckets;
	size_t bucket_count, count;
};

/*
 * A way that may be taken: a branch of an if() whose condition is not known. What stands in one is
 * sure for what stands in it or in ways within it. through: it turned out to be the only one.
 */
struct cm_way {
	struct cm_way *parent;
	unsigned fork; /* of one if(): only one of its ways is taken */
	bool through;
};

struct cm_change {
	struct cm_var *var;
	struct cm_value old, merged;
	bool old_hides, merged_hides;
	unsigned old_stamp;
	size_t old_slot;
	unsigned touched; /* the last way that changed it, from 1 */
	unsigned merges;
};

/* Several ways, evaluated behind each other from the same state. */
struct cm_fork {
	struct cm_fork *outer;
	struct cm_way *outer_way, *last_alive;
	unsigned id;
	unsigned way; /* the current one, from 1 */
	unsigned alive;
	struct fl_vec changes; /* struct cm_change */
};

struct cm_vars {
	struct fl_arena *arena;
	struct cm_fork *fork; /* the innermost */
	struct cm_way *way; /* NULL: what surely happens */
	unsigned forks;
};

/* Is all of the text known? */
static inline bool plat_cm_known(struct fl_slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] >= CM_HOLE && text.ptr[i] <= CM_PACKAGE)
			return false;
	return true;
}

/* May the text be a variable's name? With a package in it ("GTK2_" and that) it is another. */
static inline bool plat_cm_names_variable(struct fl_slice text)
{
	return text.len && text.ptr[0] > CM_PACKAGE && !memchr(text.ptr, CM_HOLE, text.len) &&
	       !memchr(text.ptr, CM_MAYBE, text.len);
}

struct cm_scope *plat_cm_scope_new(struct cm_vars *v, struct cm_scope *parent);

/* The variable as the scope itself has it, or NULL. */
struct cm_var *plat_cm_scope_find(const struct cm_scope *s, struct fl_slice name);

/* As it is seen from the scope: NULL, or one that is set. */
const struct cm_value *plat_cm_scope_get(const struct cm_scope *s, struct fl_slice name);

/* Set it in this very scope; value NULL: unset it. Texts of the value must be the arena's. */
void plat_cm_scope_set(
	struct cm_vars *v, struct cm_scope *s, struct fl_slice name, const struct cm_value *value);

/* What is known of a value that is either of two. */
struct cm_value plat_cm_merge(
	struct fl_arena *a, const struct cm_value *x, const struct cm_value *y);

/* The end of fork_begin is fork_end; each way is between way_begin and way_end. */
void plat_cm_fork_begin(struct cm_vars *v, struct cm_fork *f);
void plat_cm_way_begin(struct cm_vars *v, struct cm_fork *f);
/* dead: this way is not taken by any project that configures */
void plat_cm_way_end(struct cm_vars *v, struct cm_fork *f, bool dead);
/* or_none: it may be that none of the ways was taken. */
void plat_cm_fork_end(struct cm_vars *v, struct cm_fork *f, bool or_none);

/* Does whatever is in `inner` imply `outer`? */
bool plat_cm_way_implied(const struct cm_way *outer, const struct cm_way *inner);

/* Are they ways of one fork, so that never both are taken? */
bool plat_cm_way_excluded(const struct cm_way *a, const struct cm_way *b);

#endif
