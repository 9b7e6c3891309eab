/*
 * Inside of the parser of diag/parse.h: JSON in the stream. Not for other folders.
 *
 * A stream may turn to JSON at the start of a line, with a byte that one of the formats of
 * json.c starts with. Until the format is sure of it (or says that it is not its own, and it
 * was text all along) its bytes are kept. The values that the format names by their paths are made
 * into trees and handed to it one at a time, all else is skipped, so that no more is held than the
 * largest of them.
 */
#ifndef FL_DIAG_JSON_JSON_H
#define FL_DIAG_JSON_JSON_H

#include "base/json_push.h"
#include "diag/report/parser.h"

enum {
	DIAG_JSON_VALUE_MAX = 16 << 20, /* the tree of one value, and of those that wait */
	DIAG_JSON_KEPT_MAX = 8 << 20, /* the trees that stay */
	DIAG_JSON_TEXT_MAX = 16 << 20, /* one string */
	DIAG_JSON_UNSURE_MAX = 1 << 20, /* bytes until the format must be sure */
	DIAG_JSON_TAIL = 1 << 10, /* bytes looked through where JSON breaks off */
	DIAG_JSON_PATH_MAX = 128,
	DIAG_JSON_PATH_DEPTH = 8
};

struct diag_json;

/* A value that a format wants: "runs[].results[]" is each element of each run's results. */
struct diag_json_part {
	const char *path;
	void (*take)(struct diag_parser *p, const struct fl_json *value);
	void (*enter)(struct diag_parser *p); /* instead: it starts, and what is in it is wanted */
	bool kept; /* its tree stays until the JSON ends */
};

/* What is known of a SARIF run. */
struct diag_sarif_quirk;
struct diag_sarif {
	const struct fl_json *strings, *bases; /* messages of all rules; NULL: not seen yet */
	struct fl_slice driver; /* its name */
	const struct diag_sarif_quirk *quirk;
	const char *unit; /* of its columns, NULL: it does not say */
	struct fl_vec artifacts, rules; /* const struct fl_json *: of each, or NULL */
	bool full; /* there was no slot for the last of them */
	struct fl_vec names; /* see sarif_index.c */
	bool names_sorted;
	struct fl_vec waiting; /* results, whose trees are in the arena */
};

enum diag_json_verdict { DIAG_JSON_OTHER, DIAG_JSON_UNSURE, DIAG_JSON_SURE };

struct diag_json_format {
	const char *name; /* for messages: "gcc's JSON" */
	const char *tool; /* whose it is, NULL: not known */
	char first; /* byte */
	unsigned from; /* a bit for each enum diag_from that allows it */
	/* Asked after each token until it is sure, which must be before the first part ends. */
	enum diag_json_verdict (*judge)(
		const struct diag_json *j, const struct fl_json_token *token);
	const struct diag_json_part *parts;
	size_t part_count;
	void (*end)(struct diag_parser *p); /* the JSON is complete, or was cut short */
};

struct diag_json {
	const struct diag_json_format *format; /* NULL: the stream is text now */
	bool sure;
	bool within_line; /* some broke off: the next byte is not the first of its line */
	bool tail; /* it just ended: its line end is no line */
	struct fl_buf held; /* unsure: all its bytes; sure: the last ones of the chunk before */
	struct fl_json_push push;
	struct fl_arena arena; /* of the tree, and of those that wait where keep is set */
	bool keep;
	struct fl_arena kept; /* of trees that stay until the end */
	uint64_t lost; /* of these, those that did not fit, or not whole */
	struct fl_arena scratch; /* of texts made while one value is taken */
	struct diag_sarif sarif;
	struct fl_json_tree tree;
	const struct diag_json_part *part; /* whose tree is being made, or NULL */
	char path[DIAG_JSON_PATH_MAX]; /* of the current value */
	size_t path_len, bases[DIAG_JSON_PATH_DEPTH]; /* and of what it is in, a depth each */
	bool keyed; /* a key was the last token */
};

/* Text that was taken for JSON, until the next call: what was kept, and what of the bytes given. */
struct diag_json_text {
	struct fl_slice held, used;
};

/*
 * JSON that starts with the first byte of a line. _start looks whether that byte may start some.
 * While it is _active, _feed takes the bytes, that byte included, and returns what is left of them;
 * _finish ends it with the input, and returns what turned out to be text.
 */
void diag_json_start(struct diag_parser *p, char first);
bool diag_json_active(const struct diag_parser *p);
struct fl_slice diag_json_feed(
	struct diag_parser *p, struct fl_slice bytes, struct diag_json_text *ret_text);
struct fl_slice diag_json_finish(struct diag_parser *p);
void diag_json_free(struct diag_json *j);

/* sarif.c */
void diag_sarif_init(struct diag_sarif *s);
void diag_sarif_release(struct diag_sarif *s);

/* A line or column: the member if it can be one; `otherwise` where it is missing; else 0. */
int64_t diag_json_position(const struct fl_json *v, const char *key, int64_t otherwise);

/* gcc_json.c, sarif.c */
extern const struct diag_json_format diag_gcc_json_format;
extern const struct diag_json_format diag_sarif_format;

#endif
