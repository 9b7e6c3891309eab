/* What the files of the layer share. */
#ifndef FL_BASE_PREFIX_PRIV_H
#define FL_BASE_PREFIX_PRIV_H

#include <regex.h>

#include "base/buf.h"
#include "base/prefix/form.h"
#include "base/prefix/prefix.h"

enum {
	NODES_MAX = 160, /* a stack of prefixes has several for a lane */
	KNOWN_MAX = 6, /* forms that are known at a node */
	DEPTH_MAX = 5,
	HELD_MAX = 64 << 10, /* of an incomplete line, and of a lane's bytes */
	SHAPE_BITS = 8,
	HEAD_MAX = 512, /* of a line: where a prefix and what it tells stand */
	NONE = -1,
	ROOT = 0
};

/* Forms that are no row of the table. */
enum { FORM_REGEX = FL_PREFIX_FORMS_MAX, FORM_RECORD };

struct known {
	int form;
	bool counter; /* the number in it is no name */
	size_t indent; /* how much of blanks, FL_PREFIX_INDENT */
	uint64_t stamp; /* of the last line that had it */
};

/* A prefix: those that may follow it are its children. The root is the start of the line. */
struct node {
	bool used;
	int parent, last; /* the child that came last, NONE: none */
	int form; /* of the parent's, which led here */
	struct known known[KNOWN_MAX]; /* in the order of the table */
	int known_count;
	bool midline; /* its last line goes on in the next */
	unsigned looked; /* at so many lines for something new */
	unsigned between; /* lines since the last one with a known form */
	uint64_t stamp, made; /* the last line, and the first */
	size_t lane; /* its own, 0: none yet */
	uint32_t number, in_turn; /* forms that may count: the last number, how many before it */
	size_t key_len;
	char key[FL_PREFIX_NAME_MAX];
};

struct lane {
	bool used;
	bool held; /* the end of its last line: the next may join it */
	size_t name_len;
	char name[FL_PREFIX_NAME_MAX];
	struct fl_buf out;
};

/* A line's head as it is looked at, without colours; at[n]: where byte n of it is in the line. */
struct head {
	struct fl_slice text;
	bool mapped; /* else byte n is byte n */
	uint16_t at[HEAD_MAX + 1];
	char bytes[HEAD_MAX];
};

struct fl_prefix_forms_set {
	uint64_t bits[FL_PREFIX_FORMS_MAX / 64];
};

/* The forms that fit texts which have the same bytes where it matters, see may.c. */
struct shape {
	uint64_t key; /* 0: none */
	struct fl_prefix_forms_set set;
};

struct fl_prefix {
	struct fl_prefix_sink sink;
	int rc; /* why it stopped */
	bool none; /* nothing is done */
	bool has_regex;
	regex_t regex;
	const char *form; /* the name of the form that was asked for, or NULL */
	struct node nodes[NODES_MAX];
	uint32_t tags[NODES_MAX]; /* of the nodes: most differ at once */
	struct lane lanes[FL_PREFIX_LANES];
	uint64_t lines;
	bool skipped; /* not all lines were counted */
	size_t plain; /* bytes that were looked at without finding a prefix */
	bool through; /* within a line that is too long to be held */
	size_t through_lane;
	struct fl_buf partial; /* an incomplete line */
	struct fl_buf decoded; /* a record's message */
	struct head head;
	/* Which forms a line may have by its first byte, and by its shape, worked out when asked. */
	bool starts_known[256];
	struct fl_prefix_forms_set starts[256];
	struct shape shapes[1 << SHAPE_BITS];
};

/* Where a line goes, and how much of it was prefix. */
struct way {
	int node;
	size_t len;
	unsigned flags;
	bool joins, piece;
	int carrier; /* the node whose lines may be pieces */
};

/* learn.c */

/* Down the tree from a node, by what the line has; what is new is known then. */
struct way fl_prefix_walk(struct fl_prefix *p, int node, struct fl_slice line);
/* Does the line start with a prefix that is not known yet? */
bool fl_prefix_starts(struct fl_prefix *p, struct fl_slice line);
/* May it? What stands behind those that are sure is not looked at. */
bool fl_prefix_may(struct fl_prefix *p, struct fl_slice line);

/* may.c */

/* The forms that may match the text, which is not empty. */
struct fl_prefix_forms_set fl_prefix_fitting(struct fl_prefix *p, struct fl_slice text);
/* The next of the set from `form` on; FL_PREFIX_FORMS_MAX: none. */
static inline int fl_prefix_next(const struct fl_prefix_forms_set *set, int form)
{
	uint64_t left =
		form < FL_PREFIX_FORMS_MAX ? set->bits[form / 64] & ~UINT64_C(0) << form % 64 : 0;
	int i = form / 64;
	while (!left && ++i < FL_PREFIX_FORMS_MAX / 64)
		left = set->bits[i];
	return left ? i * 64 + __builtin_ctzll(left) : FL_PREFIX_FORMS_MAX;
}

/* tree.c */

/* The child with the match's names, made if need be; the node itself where there is no room. */
int fl_prefix_child(
	struct fl_prefix *p, int node, struct known known, const struct fl_prefix_match *m);
/* The lane of what stands behind this prefix: where it has no name, that of the one before it. */
size_t fl_prefix_lane_of(struct fl_prefix *p, int node);
/* The child that is there, or NONE. */
int fl_prefix_find(const struct fl_prefix *p, int node, int form, struct fl_slice key);
/* The form is known at the node from now on. */
struct known *fl_prefix_know(struct fl_prefix *p, int node, int form);
/* What was a name is a counter: its lane loses it. */
void fl_prefix_unname(struct fl_prefix *p, int node);
void fl_prefix_tree_init(struct fl_prefix *p);

/* out.c */

void fl_prefix_stop(struct fl_prefix *p, int rc);
/* A line to its lane. joins: it continues the lane's last; held: its end waits for the next. */
struct fl_prefix_piece {
	struct fl_slice text;
	bool ended, joins, held;
};
void fl_prefix_out(struct fl_prefix *p, size_t lane, struct fl_prefix_piece piece);
void fl_prefix_pass(struct fl_prefix *p, size_t lane, struct fl_slice bytes); /* at once */
void fl_prefix_flush(struct fl_prefix *p, size_t lane);
void fl_prefix_end(struct fl_prefix *p, size_t lane);

/* record.c */

bool fl_prefix_is_logfmt(struct fl_slice line);
/* May the line be one? Told at once. */
static inline bool fl_prefix_record_may(struct fl_slice line)
{
	char first = line.len ? line.ptr[0] : ' ';
	return first == '{' ||
	       ((first == 't' || first == 'l' || first == 'm') && fl_prefix_is_logfmt(line));
}
/* A record in JSON or logfmt: its message in *text, its names in the match. */
bool fl_prefix_record(struct fl_slice line, struct fl_buf *text, struct fl_prefix_match *ret_match);

#endif
