/*
 * What the files of the parser share, and the formats with them; not for other folders. Each
 * complete line, stripped of colours, goes to the formats of the driver's table (diag/parse.c) in
 * turn until one takes it. The formats call the builder (build.h), which works on the lane that the
 * line is for (route.h).
 */
#ifndef FL_DIAG_REPORT_PARSER_H
#define FL_DIAG_REPORT_PARSER_H

#include "base/error.h"
#include "diag/classify/classify.h"
#include "diag/ident/ident.h"
#include "diag/model/tool.h"
#include "diag/report/lane.h"
#include "diag/report/sink.h"

/*
 * What the line at hand has, see look.c. A set of bytes has a bit for each by its low six bits:
 * that a byte is in it can be wrong, that it is not cannot. What the parser waits for is in them,
 * too.
 */
#define DIAG_BIT(c) (UINT64_C(1) << ((unsigned char)(c) % 64))
struct diag_look {
	uint64_t after; /* its first byte, and those behind ": " */
	ptrdiff_t said; /* where its first ": " is, -1: nowhere */
	bool colon;
};

/* look.c */
void diag_look_at(struct diag_look *ret_look, struct fl_slice line);

/*
 * What all formats work on. The driver (diag/parse.c) makes it and gives it the rooms of the
 * formats that keep something between lines; nobody else looks into those.
 */
struct diag_parser {
	enum diag_from from;
	struct diag_sink sink;
	struct diag_stats stats;
	int rc; /* first failure: memory, or the sink's answer */
	struct diag_look look;

	struct diag_lane
		*lanes[DIAG_LANES_MAX + 1]; /* by their headlines; behind them spare ones */
	uint32_t units[DIAG_LANES_MAX + 1]; /* hashes of their units */
	size_t lane_count, lanes_made;
	uint64_t begun; /* diagnostics so far */
	uint64_t lanes_open; /* bit n: lanes[n] is open; there are many that are not */
	size_t text; /* bytes in all arenas of lanes */
	struct diag_memory memory;
	struct diag_ident_memory idents;
	size_t holding; /* lanes that hold a line which may be source */
	struct diag_lane *lane; /* where the last line went; never NULL */
	uint64_t routed; /* number of the last line that went to a lane */
	struct diag_group groups[DIAG_GROUPS_MAX]; /* the oldest first */
	size_t group_count;
	const char *tool; /* the last one that was certain */
	const char *compiler; /* and the last of these that was gcc or clang */

	struct diag_json *json; /* NULL until there was some */
	struct diag_dia *dia;
	struct diag_tidy *tidy;
	struct diag_linker *ld;
	struct diag_patch *patch;
	struct diag_module *module;
	struct diag_tools *tools;
	struct diag_local *local;
};

/* A headline: FILE:LINE:COL: LEVEL: MESSAGE [CODE]. */
struct diag_head {
	struct fl_slice file, message, code;
	bool clang; /* only clang prints it in this form */
	const char *tool; /* or this one; NULL: any */
	const char *by; /* this one, as its words tell; NULL: they do not */
	bool driver; /* the file is the name of a driver */
	struct fl_slice ranges; /* "{1:2-1:7}{…}", see place.c */
	int64_t line, col;
	enum diag_level level;
};

/* A format: takes the line, or leaves it to the next one. */
typedef bool (*diag_line_fn)(struct diag_parser *p, struct fl_slice line);

/* lane.c */
int diag_lanes_init(struct diag_parser *p); /* 0 or FL_ENOMEM */
void diag_lanes_release(struct diag_parser *p);
/* Take the youngest lane off a set as lanes_open, which is not empty. */
static inline struct diag_lane *diag_lane_pop(const struct diag_parser *p, uint64_t *set)
{
	int i = 63 - __builtin_clzll(*set);
	*set &= ~(UINT64_C(1) << i);
	return p->lanes[i];
}
/* End all lanes of the unit and begin a new one in p->lane (unchanged when memory runs out). */
void diag_lane_begin(struct diag_parser *p, struct fl_slice unit);
/* Who speaks, as far as is known by now: the tool of the evidence, else of the hint, or NULL. */
static inline const struct diag_tool *diag_lane_tool(struct diag_lane *lane)
{
	const char *name = lane->evidence ? lane->evidence : lane->hint;
	if (name != lane->who_of) { /* names are the same literals most of the time */
		lane->who_of = name;
		lane->who = name ? diag_tool_find(fl_slice_str(name)) : NULL;
	}
	return lane->who;
}
/* No more lines belong to it; complete lanes go to the sink when all before them are. */
void diag_lane_close(struct diag_parser *p, struct diag_lane *lane);
/* The steps of a diagnostic in a header lead to this file: if it is a unit, then its own. */
void diag_lane_learn(struct diag_parser *p, struct fl_slice file);
void diag_lanes_finish(struct diag_parser *p);
/* Finish them all; then d, which is complete, goes to the sink. */
void diag_lanes_pass(struct diag_parser *p, const struct diag_diagnostic *d);

#endif
