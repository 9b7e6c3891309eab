/*
 * What single places say of the fields of a context (platform/context.h): a flag, a line of a build
 * file, an include. platform/resolve weighs them against each other.
 */
#ifndef FL_PLATFORM_FACTS_H
#define FL_PLATFORM_FACTS_H

#include "platform/context.h"
#include "platform/model/project.h"

/* Where a fact is from, the best first. */
enum plat_from {
	PLAT_FROM_GIVEN, /* flags that the caller has for the file */
	PLAT_FROM_COMMANDS, /* compile_commands.json */
	PLAT_FROM_CONFIGURED, /* the project's own build system was asked */
	PLAT_FROM_STATIC, /* build files as they are read */
	PLAT_FROM_SOURCE, /* the source text */
	PLAT_FROM_COMPILER, /* what the compiler does unless it is told */
	PLAT_FROMS
};

enum plat_fact_kind {
	PLAT_FACT_SET, /* it is this; the last one counts */
	PLAT_FACT_ADD, /* one more of a list */
	PLAT_FACT_REMOVE, /* one less of a list */
	PLAT_FACT_CLEAR, /* none of the list so far */
	PLAT_FACT_LEAST, /* of a standard: no older one will do */
	PLAT_FACT_NARROW, /* of a processor: its 32-bit form (-m32) */
	PLAT_FACT_NOT_USER /* of the mode: nothing tells that it runs under a system */
};

struct plat_fact {
	enum plat_field field;
	enum plat_fact_kind kind;
	enum plat_from from;
	struct fl_slice value;
	struct fl_slice version; /* of a library: "1.2", or "1.2+" */
	struct plat_place at;
	struct fl_slice text; /* the flag or the words that say so */
	bool unsure; /* it may be so, or not */
};

enum { PLAT_FACTS_MAX = 1 << 13 };

/* Facts under construction. */
struct plat_facts {
	struct fl_arena *a; /* of texts that are made */
	struct fl_vec list; /* struct plat_fact */
};

void plat_facts_init(struct plat_facts *f, struct fl_arena *a);
void plat_facts_release(struct plat_facts *f);

/* Add one. What passes PLAT_FACTS_MAX is left out; f->list.failed tells. */
void plat_facts_add(struct plat_facts *f, const struct plat_fact *fact);

static inline const struct plat_fact *plat_facts_at(const struct plat_facts *f, size_t i)
{
	return fl_vec_at(&f->list, i);
}

/*
 * A standard by its one name: "c++2a" is "c++20", "c18" and "iso9899:2018" are "c17"; "gnu" stays.
 * False: it is no standard of the language (base/source_name.h).
 */
bool plat_standard_name(
	struct fl_slice word, bool cxx, struct fl_arena *a, struct fl_slice *ret_name);

/*
 * The year of a standard by such a name, as 2011; 0 for what is none. gnu or not does not matter.
 */
int plat_standard_year(struct fl_slice name);

#endif
