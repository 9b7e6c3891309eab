/*
 * Lines that are records in JSON around a message:
 *   docker's json-file  {"log":"…\n","stream":"stderr","time":"2026-…Z"}; without \n a piece
 *   journalctl -o json  {"MESSAGE":"…","_PID":"…",…}; the message may be [98,121,…]
 *   loggers             {"level":"error","ts":…,"msg":"…"}, in this or another order
 * What compilers print (JSON of gcc, SARIF) has neither time nor level.
 */
#include "base/json_push.h"
#include "base/prefix/prefix_priv.h"

enum { TEXT_MAX = 1 << 20, NAMES = 3 };

/* What a key says. */
enum what { MESSAGE, LOG, ENTRY, TIME, LEVEL, NAME, WHATS };

static const struct {
	const char *key;
	enum what what;
	int name; /* which of the names */
} keys[] = {
	{"log", LOG, 0},
	{"MESSAGE", ENTRY, 0},
	{"message", MESSAGE, 0},
	{"msg", MESSAGE, 0},
	{"time", TIME, 0},
	{"ts", TIME, 0},
	{"timestamp", TIME, 0},
	{"@timestamp", TIME, 0},
	{"__REALTIME_TIMESTAMP", TIME, 0},
	{"__CURSOR", TIME, 0},
	{"level", LEVEL, 0},
	{"severity", LEVEL, 0},
	{"PRIORITY", LEVEL, 0},
	{"_HOSTNAME", NAME, 0},
	{"SYSLOG_IDENTIFIER", NAME, 1},
	{"logger", NAME, 1},
	{"stream", NAME, 2},
	{"_PID", NAME, 2},
	{"SYSLOG_PID", NAME, 2},
};
enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

struct record {
	struct fl_buf *text;
	bool has[WHATS];
	struct fl_slice names[NAMES];
	char held[NAMES][64];
	int key; /* of the value to come, KEYS: any other */
};

static int key_of(struct fl_slice key)
{
	int i = 0;
	while (i < KEYS && !fl_slice_eqs(key, keys[i].key))
		i++;
	return i;
}

static bool is_message(const struct record *r)
{
	return r->key < KEYS && keys[r->key].what <= ENTRY;
}

static void value(struct record *r, const struct fl_json_token *t)
{
	if (r->key == KEYS)
		return;
	enum what what = keys[r->key].what;
	int name = keys[r->key].name;
	if (what <= ENTRY && t->type != FL_JTEXT)
		return;
	r->has[what] = true;
	if (what <= ENTRY) {
		fl_buf_clear(r->text);
		fl_buf_slice(r->text, t->text);
	} else if (what == NAME && t->type == FL_JTEXT) {
		r->names[name] = fl_slice_head(t->text, sizeof(r->held[0]));
		memcpy(r->held[name], r->names[name].ptr, r->names[name].len);
		r->names[name].ptr = r->held[name];
	}
}

/* One token; what is deeper than the record's own values counts as bytes of a message alone. */
static void token(struct record *r, const struct fl_json_token *t)
{
	if (t->what == FL_JSON_KEY && t->depth == 1)
		r->key = key_of(t->text);
	else if (t->what == FL_JSON_VALUE && t->depth == 1)
		value(r, t);
	else if (t->what == FL_JSON_OPEN && t->type == FL_JARRAY && t->depth == 1 && is_message(r))
		fl_buf_clear(r->text);
	else if (t->what == FL_JSON_VALUE && t->depth == 2 && t->type == FL_JINT && is_message(r))
		fl_buf_char(r->text, (char)t->num), r->has[keys[r->key].what] = true;
}

static bool read_record(struct fl_slice line, struct record *r)
{
	struct fl_json_push push;
	struct fl_json_token t;
	int rc;
	fl_json_push_init(&push, TEXT_MAX);
	fl_json_push_feed(&push, line);
	while ((rc = fl_json_push_next(&push, &t, NULL)) == 0 && t.what != FL_JSON_MORE &&
		t.what != FL_JSON_DONE)
		token(r, &t);
	bool whole = !rc && t.what == FL_JSON_DONE;
	fl_json_push_release(&push);
	return whole;
}

bool fl_prefix_record(struct fl_slice line, struct fl_buf *text, struct fl_prefix_match *ret_match)
{
	struct record r = {.text = text, .key = KEYS};
	if (!fl_slice_starts(line, "{\""))
		return false;
	struct fl_slice first = fl_slice_skip(line, 2);
	ptrdiff_t quote = fl_slice_chr(fl_slice_head(first, 32), '"');
	if (quote < 0 ||
		(key_of(fl_slice_head(first, (size_t)quote)) == KEYS && first.ptr[0] != '_'))
		return false;
	if (!read_record(line, &r))
		return false;
	bool docker = r.has[LOG] && (r.has[TIME] || r.has[NAME]);
	if (!docker && !(r.has[ENTRY] && (r.has[TIME] || r.has[NAME] || r.has[LEVEL])) &&
		!(r.has[MESSAGE] && r.has[TIME] && r.has[LEVEL]))
		return false;
	if (!docker)
		fl_buf_char(text, '\n');
	struct fl_prefix_match *m = ret_match;
	*m = (struct fl_prefix_match){.len = line.len};
	for (int i = 0; i < NAMES; i++) {
		if (m->key_len && r.names[i].len)
			m->key[m->key_len++] = ' ';
		memcpy(m->key + m->key_len, r.names[i].ptr ? r.names[i].ptr : "", r.names[i].len);
		m->key_len += r.names[i].len;
	}
	return true;
}
