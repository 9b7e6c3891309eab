/*
 * What an expression of a meson.build is worth, as far as that is known without running anything.
 * Values never change; a list that is appended to shares its items with the one it was.
 */
#ifndef FL_PLATFORM_MESON_VALUE_H
#define FL_PLATFORM_MESON_VALUE_H

#include "base/arena.h"
#include "platform/model/project.h"

enum mes_kind {
	MES_V_UNKNOWN,
	MES_V_NOTHING, /* what a function returns that returns nothing */
	MES_V_BOOL, /* number */
	MES_V_INT, /* number */
	MES_V_TEXT, /* text; open: its first part, the rest is not known */
	MES_V_FILE, /* text: a path from the project's root */
	MES_V_LIST, /* list; open: it may have more items */
	MES_V_DICT, /* list: keys and values in turn; open: it may have more */
	MES_V_INCLUDE, /* list of MES_V_FILE; number: they are system directories */
	MES_V_DEPENDENCY,
	MES_V_TARGET, /* target; NULL: one that is built from nothing that is read here */
	MES_V_COMPILER, /* number: enum plat_languages */
	MES_V_MACHINE,
	MES_V_MESON,
	MES_V_FEATURE, /* number: enum mes_state */
	MES_V_CONFIG, /* configuration data */
	MES_V_MADE, /* files that are made while it is built */
	MES_V_PROGRAM, /* number: enum mes_three, is it there? */
	MES_V_MODULE, /* text */
	MES_V_PYTHON,
	MES_V_SUBPROJECT /* sub */
};

enum mes_three { MES_NO, MES_YES, MES_MAYBE };
enum mes_state { MES_DISABLED, MES_ENABLED, MES_AUTO };

struct mes_list;
struct mes_dependency;
struct mes_target;
struct mes_scope;

struct mes_value {
	enum mes_kind kind;
	bool maybe; /* as an item: it may not be in its list */
	bool open;
	bool either; /* a list of the values of which it is one */
	bool disabler; /* what depends on it may not be built */
	int64_t number;
	struct fl_slice text;
	union {
		const struct mes_list *list;
		struct mes_dependency *dependency;
		struct mes_target *target;
		struct mes_scope *sub;
	};
};

/* Items of which each list holds the first len; the room behind them is filled once. */
struct mes_room {
	size_t used, cap;
	struct mes_value *items;
};

struct mes_list {
	size_t len;
	struct mes_room *room;
};

/* What is passed on to those that name it. */
struct mes_dependency {
	struct fl_slice name; /* empty: it is declared in the project */
	struct fl_slice version;
	enum mes_three found;
	bool unlinked; /* what is compiled gets it, what is linked does not */
	bool library; /* of find_library(): name is that of -lNAME */
	struct plat_place at;
	struct mes_value compile, link; /* arguments */
	struct mes_value includes, sources;
	struct mes_value needs; /* dependencies */
	struct mes_value links; /* targets */
	uint32_t walk; /* the last walk that came here, and what of it was then looked at */
	unsigned seen;
};

struct mes_target {
	struct fl_slice name;
	enum plat_target_kind kind;
	struct mes_value needs, links;
	uint32_t walk;
	unsigned seen;
};

enum {
	MES_ITEMS_MAX = 1 << 16, /* of a list */
	MES_BYTES_MAX = 1 << 16 /* of a text */
};

static inline struct mes_value plat_mes_bool(bool b)
{
	return (struct mes_value){.kind = MES_V_BOOL, .number = b};
}

static inline struct mes_value plat_mes_three(enum mes_three t)
{
	return t == MES_MAYBE ? (struct mes_value){.kind = MES_V_UNKNOWN}
			      : plat_mes_bool(t == MES_YES);
}

static inline struct mes_value plat_mes_text(struct fl_slice text)
{
	return (struct mes_value){.kind = MES_V_TEXT, .text = text};
}

static inline struct mes_value plat_mes_of(enum mes_kind kind)
{
	return (struct mes_value){.kind = kind};
}

static inline bool plat_mes_is_text(const struct mes_value *v)
{
	return v->kind == MES_V_TEXT && !v->open;
}

static inline size_t plat_mes_len(const struct mes_value *v)
{
	bool has = v->kind == MES_V_LIST || v->kind == MES_V_DICT || v->kind == MES_V_INCLUDE;
	return has && v->list ? v->list->len : 0;
}

static inline struct mes_value plat_mes_item(const struct mes_value *v, size_t i)
{
	return v->list->room->items[i];
}

/* The list with one more item; a full one, or a full arena, gives an open list. */
struct mes_value plat_mes_append(struct fl_arena *a, struct mes_value list, struct mes_value item);

/* The list with all that v holds: the items of a list, or v itself. */
struct mes_value plat_mes_extend(struct fl_arena *a, struct mes_value list, struct mes_value v);

/* All that v holds, lists within it opened to a depth; what may not be there is `maybe`. */
struct mes_value plat_mes_flat(struct fl_arena *a, struct mes_value v);

/* Are they the same? MES_MAYBE: that is not known. */
enum mes_three plat_mes_same(const struct mes_value *x, const struct mes_value *y);

/* One of both, as far as they agree. */
struct mes_value plat_mes_merge(struct fl_arena *a, struct mes_value x, struct mes_value y);

/* The value of a key: NULL and *ret_three says whether it is not there or may be. */
const struct mes_value *plat_mes_get(
	const struct mes_value *dict, struct fl_slice key, enum mes_three *ret_three);

#endif
