/*
 * Answers: one JSON object a line, put together member by member. The shapes of the shell and MCP
 * faces are polymorphic (`output` is text, an object or a list), so no field table can hold them;
 * what has a fixed shape (stops, frames, …) comes from the tables of debugsession/model.h.
 */
#ifndef FL_DEBUGSESSION_ANSWER_H
#define FL_DEBUGSESSION_ANSWER_H

#include "base/json.h"
#include "debugsession/console/mi.h"

/* Start a member of the object that is being written: the comma, the key, the colon. */
void dbg_answer_key(struct fl_buf *out, const char *key);

/* Start an element of a list: the comma. */
void dbg_answer_item(struct fl_buf *out);

void dbg_answer_text(struct fl_buf *out, const char *key, struct fl_slice text);
void dbg_answer_int(struct fl_buf *out, const char *key, int64_t value);
void dbg_answer_bool(struct fl_buf *out, const char *key, bool value);

/* An address or a word: text, "0x1f". */
void dbg_answer_hex(struct fl_buf *out, const char *key, uint64_t value);

/*
 * What the program wrote, as `program_output`: its last max bytes, and in
 * `program_output_omitted_bytes` how many came before them, `lost` ones before `said` among them.
 * Nothing where it wrote nothing.
 */
void dbg_answer_output(struct fl_buf *out, struct fl_slice said, uint64_t lost, size_t max);

/* JSON that is written already. */
void dbg_answer_json(struct fl_buf *out, const char *key, struct fl_slice json);

/* A member of an object that was read, with its key. */
void dbg_answer_member(struct fl_buf *out, const struct fl_json *v);

/* A value that was read. */
void dbg_answer_tree(struct fl_buf *out, const struct fl_json *v);

/*
 * MI values as JSON. A tuple is an object (a name that comes again: a list of all its values), a
 * list is a list, of the values alone where they have names; all leaves are text.
 */
void dbg_answer_mi(struct fl_buf *out, const struct dbg_mi_value *v);

/* A record's results as an object, and the record as {"kind", "name", "results"} or with "text". */
void dbg_answer_results(struct fl_buf *out, const struct dbg_mi_value *results);
void dbg_answer_record(struct fl_buf *out, const struct dbg_mi_record *r);

#endif
