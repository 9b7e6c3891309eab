#include "debugsession/answer/answer.h"

#include <inttypes.h>

void dbg_answer_item(struct fl_buf *out)
{
	char last = out->len ? out->data[out->len - 1] : '[';
	if (last != '{' && last != '[')
		fl_buf_char(out, ',');
}

static void add_key(struct fl_buf *out, struct fl_slice key)
{
	dbg_answer_item(out);
	fl_json_text(out, key);
	fl_buf_char(out, ':');
}

void dbg_answer_key(struct fl_buf *out, const char *key)
{
	add_key(out, fl_slice_str(key));
}

void dbg_answer_text(struct fl_buf *out, const char *key, struct fl_slice text)
{
	dbg_answer_key(out, key);
	fl_json_text(out, text);
}

void dbg_answer_int(struct fl_buf *out, const char *key, int64_t value)
{
	dbg_answer_key(out, key);
	fl_buf_printf(out, "%" PRId64, value);
}

void dbg_answer_bool(struct fl_buf *out, const char *key, bool value)
{
	dbg_answer_key(out, key);
	fl_buf_str(out, value ? "true" : "false");
}

void dbg_answer_hex(struct fl_buf *out, const char *key, uint64_t value)
{
	dbg_answer_key(out, key);
	fl_buf_printf(out, "\"0x%" PRIx64 "\"", value);
}

void dbg_answer_output(struct fl_buf *out, struct fl_slice said, uint64_t lost, size_t max)
{
	size_t omitted = said.len > max ? said.len - max : 0;
	if (said.len == 0)
		return;
	dbg_answer_text(out, "program_output", fl_slice_skip(said, omitted));
	if (lost + omitted)
		dbg_answer_int(out, "program_output_omitted_bytes", (int64_t)(lost + omitted));
}

void dbg_answer_json(struct fl_buf *out, const char *key, struct fl_slice json)
{
	dbg_answer_key(out, key);
	fl_buf_slice(out, json);
}

void dbg_answer_tree(struct fl_buf *out, const struct fl_json *v)
{
	bool object = v->type == FL_JOBJECT;
	switch (v->type) {
	case FL_JNULL: fl_buf_str(out, "null"); return;
	case FL_JBOOL: fl_buf_str(out, v->num ? "true" : "false"); return;
	case FL_JINT: fl_buf_printf(out, "%" PRId64, v->num); return;
	case FL_JREAL: fl_buf_printf(out, "%.17g", v->real); return;
	case FL_JTEXT: fl_json_text(out, v->text); return;
	default: break;
	}
	fl_buf_char(out, object ? '{' : '[');
	for (const struct fl_json *c = v->child; c; c = c->next) {
		if (object)
			add_key(out, c->key);
		else
			dbg_answer_item(out);
		dbg_answer_tree(out, c);
	}
	fl_buf_char(out, object ? '}' : ']');
}

void dbg_answer_member(struct fl_buf *out, const struct fl_json *v)
{
	add_key(out, v->key);
	dbg_answer_tree(out, v);
}

/* The neighbours from v to last, as a list. */
static void add_all(
	struct fl_buf *out, const struct dbg_mi_value *v, const struct dbg_mi_value *last)
{
	fl_buf_char(out, '[');
	for (;; v = v->next) {
		dbg_answer_item(out);
		dbg_answer_mi(out, v);
		if (v == last)
			break;
	}
	fl_buf_char(out, ']');
}

/*
 * A name counts as repeated when its neighbour has it, too: gdb repeats names in no other way, and
 * a search for each of a hostile answer's names would be slow.
 */
void dbg_answer_results(struct fl_buf *out, const struct dbg_mi_value *results)
{
	fl_buf_char(out, '{');
	for (const struct dbg_mi_value *v = results; v; v = v->next) {
		add_key(out, v->name);
		if (!v->next || !fl_slice_eq(v->next->name, v->name)) {
			dbg_answer_mi(out, v);
			continue;
		}
		const struct dbg_mi_value *last = v;
		while (last->next && fl_slice_eq(last->next->name, v->name))
			last = last->next;
		add_all(out, v, last);
		v = last;
	}
	fl_buf_char(out, '}');
}

void dbg_answer_mi(struct fl_buf *out, const struct dbg_mi_value *v)
{
	if (v->type == DBG_MI_TEXT) {
		fl_json_text(out, v->text);
	} else if (v->type == DBG_MI_TUPLE) {
		dbg_answer_results(out, v->child);
	} else {
		fl_buf_char(out, '[');
		for (const struct dbg_mi_value *c = v->child; c; c = c->next) {
			dbg_answer_item(out);
			dbg_answer_mi(out, c);
		}
		fl_buf_char(out, ']');
	}
}

void dbg_answer_record(struct fl_buf *out, const struct dbg_mi_record *r)
{
	bool stream = r->kind >= DBG_MI_CONSOLE;
	fl_buf_char(out, '{');
	dbg_answer_text(out, "kind", fl_slice_str(dbg_mi_kind_names[r->kind]));
	if (stream) {
		dbg_answer_text(out, "text", r->text);
	} else {
		dbg_answer_text(out, "name", r->name);
		dbg_answer_key(out, "results");
		dbg_answer_results(out, r->results);
	}
	fl_buf_char(out, '}');
}
