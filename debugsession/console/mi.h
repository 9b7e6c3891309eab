/*
 * A push parser for GDB/MI output (GDB manual, "GDB/MI Output Syntax").
 *
 * Bytes come in chunks of any size; each complete line becomes one record, handed to a sink. Time
 * is linear in the bytes whatever the chunks. A line that is not MI (program output glued to the
 * stream, noise of a library) is a record of kind DBG_MI_GARBAGE: reported, never fatal. So is a
 * line longer than the cap; its first bytes are kept and `cut` is set.
 *
 * C strings are decoded: octal escapes become bytes, so text is what the debugger meant (UTF-8 or
 * not). Anonymous results that gdb writes where its grammar wants a name are taken as values
 * without one.
 */
#ifndef FL_DEBUGSESSION_MI_H
#define FL_DEBUGSESSION_MI_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Before 0 or 1: does gdb watch by debug registers? Where this machine's do nothing
 * (debugsession/watches.h) it begins with 0, and steps instead. Who goes on to a target elsewhere
 * sets 1.
 */
#define DBG_MI_WATCH_BY "-gdb-set can-use-hw-watchpoints "

enum dbg_mi_kind {
	DBG_MI_RESULT, /* ^done ^running ^error ^exit, most often with a token */
	DBG_MI_EXEC, /* *stopped *running */
	DBG_MI_STATUS, /* +download */
	DBG_MI_NOTIFY, /* =breakpoint-modified … */
	DBG_MI_CONSOLE, /* ~"what a person would see" */
	DBG_MI_TARGET, /* @"output of the program" (remote targets only) */
	DBG_MI_LOG, /* &"echo of commands, warnings" */
	DBG_MI_PROMPT, /* (gdb) */
	DBG_MI_GARBAGE, /* not MI; text is the line */
	DBG_MI_KIND_COUNT
};

extern const char *const dbg_mi_kind_names[DBG_MI_KIND_COUNT];

enum dbg_mi_type { DBG_MI_TEXT, DBG_MI_TUPLE, DBG_MI_LIST };

/* A value; name is empty where it has none. Children keep their order and may repeat names. */
struct dbg_mi_value {
	enum dbg_mi_type type;
	struct fl_slice name;
	struct fl_slice text; /* DBG_MI_TEXT */
	struct dbg_mi_value *child, *next; /* first child; next sibling */
};

struct dbg_mi_record {
	enum dbg_mi_kind kind;
	bool has_token;
	uint32_t token; /* valid with has_token */
	struct fl_slice name; /* class of ^ * + =: "done", "stopped" */
	struct dbg_mi_value *results; /* of ^ * + = */
	struct fl_slice text; /* of the streams and of garbage */
	bool cut; /* the line passed the cap */
	struct fl_arena arena; /* what all of it lives in */
};

/*
 * Takes one record. It dies on return, unless the sink keeps it with dbg_mi_keep(). A result other
 * than 0 stops the push, which returns it; the rest of the chunk is then lost.
 */
typedef int (*dbg_mi_sink)(void *ctx, struct dbg_mi_record *record);

enum { DBG_MI_LINE_MAX = 4 << 20, DBG_MI_DEPTH_MAX = 128 };

struct dbg_mi {
	struct fl_buf line; /* the start of a line that has not ended yet */
	bool overlong; /* skipping the rest of a line that passed the cap */
	struct fl_arena arena; /* memory of the last record that nobody kept, for the next */
	dbg_mi_sink sink;
	void *ctx;
};

/* line_max: most bytes of one line; 0: DBG_MI_LINE_MAX. */
void dbg_mi_init(struct dbg_mi *mi, size_t line_max, dbg_mi_sink sink, void *ctx);
void dbg_mi_release(struct dbg_mi *mi);

/* Feed a chunk. 0, what the sink returned, or FL_ENOMEM. */
int dbg_mi_push(struct dbg_mi *mi, struct fl_slice chunk);

/* The stream has ended: hand out an unfinished last line. As dbg_mi_push(). */
int dbg_mi_end(struct dbg_mi *mi);

/* Move the record out of the parser's hands; the caller releases ret_record->arena. */
void dbg_mi_keep(struct dbg_mi_record *record, struct dbg_mi_record *ret_record);

/* s as an MI string with its quotes. */
void dbg_mi_quote(struct fl_buf *out, struct fl_slice s);

/* The first child with this name, or NULL (also when v is NULL or no container). */
const struct dbg_mi_value *dbg_mi_get(const struct dbg_mi_value *v, const char *name);

/* The first result of the record with this name, or NULL. */
const struct dbg_mi_value *dbg_mi_result(const struct dbg_mi_record *record, const char *name);

/* FL_EREFUSED with the debugger's words when the record is ^error, else 0 (NULL is allowed). */
int dbg_mi_refused(const struct dbg_mi_record *result, struct fl_error *err);

/* The text of a text value, else the empty slice (NULL is allowed). */
struct fl_slice dbg_mi_str(const struct dbg_mi_value *v);

/* The decimal number in a text value (a minus sign is allowed), or otherwise; INT64_MAX at most. */
int64_t dbg_mi_int(const struct dbg_mi_value *v, int64_t otherwise);

#endif
