#include "debugsession/console/mi.h"

#include <limits.h>

#include "base/lanes.h"

const char *const dbg_mi_kind_names[DBG_MI_KIND_COUNT] = {
	[DBG_MI_RESULT] = "result",
	[DBG_MI_EXEC] = "exec",
	[DBG_MI_STATUS] = "status",
	[DBG_MI_NOTIFY] = "notify",
	[DBG_MI_CONSOLE] = "console",
	[DBG_MI_TARGET] = "target",
	[DBG_MI_LOG] = "log",
	[DBG_MI_PROMPT] = "prompt",
	[DBG_MI_GARBAGE] = "garbage",
};

/* The character that opens a record of each kind; 0 where the kind has none. */
static const char kind_mark[DBG_MI_KIND_COUNT] = {
	[DBG_MI_RESULT] = '^',
	[DBG_MI_EXEC] = '*',
	[DBG_MI_STATUS] = '+',
	[DBG_MI_NOTIFY] = '=',
	[DBG_MI_CONSOLE] = '~',
	[DBG_MI_TARGET] = '@',
	[DBG_MI_LOG] = '&',
};

/*
 * What a record may take, decoded: a value of two bytes of input becomes a node, so the arena is
 * bounded by a multiple of the line.
 */
enum { ARENA_FACTOR = 64, ARENA_BASE = 4096 };

/*
 * A reader over one line: a copy of it in the record's arena, followed by a NUL. Names and texts
 * stay where they are in the copy; what stands behind each is read by then, and becomes its NUL.
 * Strings are decoded in place, which never makes them longer.
 */
struct scan {
	char *at, *end;
	struct fl_arena *arena;
};

static bool scan_is(const struct scan *s, char c)
{
	return s->at < s->end && *s->at == c;
}

static bool scan_skip(struct scan *s, char c)
{
	if (!scan_is(s, c))
		return false;
	s->at++;
	return true;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* What stands after a backslash, decoded into *out. The NUL behind the line is no digit. */
static bool scan_escape(struct scan *s, char *out)
{
	static const char letters[] = "abefnrtv\\\"'?";
	static const char bytes[] = "\a\b\033\f\n\r\t\v\\\"'?";
	if (s->at == s->end)
		return false;
	char c = *s->at++;
	if (c >= '0' && c <= '7') {
		unsigned v = (unsigned)(c - '0');
		for (int i = 0; i < 2 && *s->at >= '0' && *s->at <= '7'; i++)
			v = v * 8 + (unsigned)(*s->at++ - '0');
		*out = (char)(unsigned char)v;
		return true;
	}
	if (c == 'x' && hex_digit(*s->at) >= 0) {
		int v = hex_digit(*s->at++);
		if (hex_digit(*s->at) >= 0)
			v = v * 16 + hex_digit(*s->at++);
		*out = (char)(unsigned char)v;
		return true;
	}
	const char *p = c ? strchr(letters, c) : NULL;
	*out = p ? bytes[p - letters] : c;
	return true;
}

static bool scan_string(struct scan *s, struct fl_slice *ret_text)
{
	if (!scan_skip(s, '"'))
		return false;
	char *start = s->at, *out = start;
	for (;;) {
		size_t n = fl_either(fl_slice(s->at, (size_t)(s->end - s->at)), '"', '\\');
		if (out != s->at)
			memmove(out, s->at, n);
		out += n;
		s->at += n;
		if (s->at == s->end)
			return false;
		if (*s->at++ == '"')
			break;
		if (!scan_escape(s, out++))
			return false;
	}
	*out = '\0';
	*ret_text = fl_slice(start, (size_t)(out - start));
	return true;
}

/* What ends a name. */
static const bool name_ends[UCHAR_MAX + 1] = {
	['='] = true,
	[','] = true,
	['{'] = true,
	['}'] = true,
	['['] = true,
	[']'] = true,
	['"'] = true,
};

/* A name before '=': letters of variables and classes. Empty where there is none. */
static struct fl_slice scan_name(struct scan *s)
{
	char *p = s->at;
	while (p < s->end && !name_ends[(unsigned char)*p])
		p++;
	struct fl_slice name = fl_slice(s->at, (size_t)(p - s->at));
	s->at = p;
	return name;
}

static struct dbg_mi_value *scan_list(struct scan *s, char close, int depth, bool *ok);

/* A value with or without a name. */
static struct dbg_mi_value *scan_item(struct scan *s, int depth)
{
	struct dbg_mi_value *v = fl_arena_alloc(s->arena, sizeof(*v));
	if (!v || depth > DBG_MI_DEPTH_MAX)
		return NULL;
	struct fl_slice name = scan_name(s);
	if (name.len) {
		v->name = name;
		if (!scan_is(s, '='))
			return NULL;
		*s->at++ = '\0';
	}
	bool ok = true;
	if (scan_is(s, '"')) {
		ok = scan_string(s, &v->text);
	} else if (scan_skip(s, '{')) {
		v->type = DBG_MI_TUPLE;
		v->child = scan_list(s, '}', depth + 1, &ok);
	} else if (scan_skip(s, '[')) {
		v->type = DBG_MI_LIST;
		v->child = scan_list(s, ']', depth + 1, &ok);
	} else {
		ok = false;
	}
	return ok ? v : NULL;
}

/* Items with commas between them, up to and with close; close 0: to the end of the line. */
static struct dbg_mi_value *scan_list(struct scan *s, char close, int depth, bool *ok)
{
	struct dbg_mi_value *first = NULL, **tail = &first;
	if (close && scan_skip(s, close))
		return NULL;
	do {
		*tail = scan_item(s, depth);
		if (!*tail) {
			*ok = false;
			return NULL;
		}
		tail = &(*tail)->next;
	} while (scan_skip(s, ','));
	*ok = close ? scan_skip(s, close) : s->at == s->end;
	return first;
}

static bool parse_async(struct scan *s, struct dbg_mi_record *r)
{
	char *p = s->at;
	while (p < s->end && *p != ',')
		p++;
	if (p == s->at)
		return false;
	r->name = fl_slice(s->at, (size_t)(p - s->at));
	s->at = p;
	if (s->at == s->end)
		return true;
	*s->at++ = '\0';
	bool ok = true;
	r->results = scan_list(s, 0, 0, &ok);
	return ok;
}

static bool parse_stream(struct scan *s, struct dbg_mi_record *r)
{
	return scan_string(s, &r->text) && s->at == s->end;
}

static enum dbg_mi_kind kind_of(char mark)
{
	for (int k = 0; k < DBG_MI_KIND_COUNT; k++) {
		if (mark && kind_mark[k] == mark)
			return (enum dbg_mi_kind)k;
	}
	return DBG_MI_GARBAGE;
}

static bool parse_line(struct fl_slice line, struct dbg_mi_record *r)
{
	if (fl_slice_eqs(fl_slice_trim(line), "(gdb)")) {
		r->kind = DBG_MI_PROMPT;
		return true;
	}
	size_t digits = fl_slice_uint(line, &r->token);
	r->has_token = digits > 0;
	char *copy = fl_arena_alloc(&r->arena, line.len + 1);
	if (!copy || digits == line.len)
		return false;
	memcpy(copy, line.ptr, line.len);
	struct scan s = {copy + digits, copy + line.len, &r->arena};
	r->kind = kind_of(*s.at++);
	switch (r->kind) {
	case DBG_MI_GARBAGE: return false;
	case DBG_MI_CONSOLE:
	case DBG_MI_TARGET:
	case DBG_MI_LOG: return parse_stream(&s, r);
	default: return parse_async(&s, r);
	}
}

static int emit(struct dbg_mi *mi, struct fl_slice line, bool cut)
{
	struct dbg_mi_record r = {.kind = DBG_MI_GARBAGE, .arena = mi->arena};
	if (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	r.arena.max = ARENA_BASE + line.len * ARENA_FACTOR;
	if (cut || !parse_line(line, &r)) {
		int failed = r.arena.failed;
		r = (struct dbg_mi_record){.kind = DBG_MI_GARBAGE, .cut = cut, .arena = r.arena};
		fl_arena_clear(&r.arena);
		if (failed != FL_ENOMEM)
			r.text = fl_arena_slice(&r.arena, line);
		else
			r.arena.failed = failed;
	}
	int rc = r.arena.failed ? r.arena.failed : mi->sink(mi->ctx, &r);
	fl_arena_clear(&r.arena);
	mi->arena = r.arena;
	return rc;
}

void dbg_mi_init(struct dbg_mi *mi, size_t line_max, dbg_mi_sink sink, void *ctx)
{
	*mi = (struct dbg_mi){.sink = sink, .ctx = ctx};
	fl_buf_init(&mi->line, line_max ? line_max : DBG_MI_LINE_MAX);
	fl_arena_init(&mi->arena, 0);
}

void dbg_mi_release(struct dbg_mi *mi)
{
	fl_buf_release(&mi->line);
	fl_arena_release(&mi->arena);
	mi->overlong = false;
}

/* Keep the start of a line; true when it has passed the cap. */
static int keep_start(struct dbg_mi *mi, struct fl_slice part)
{
	if (mi->overlong)
		return 0;
	size_t room = mi->line.max - mi->line.len;
	if (part.len > room) {
		part.len = room;
		mi->overlong = true;
	}
	fl_buf_slice(&mi->line, part);
	return mi->line.failed;
}

static int emit_kept(struct dbg_mi *mi)
{
	int rc = emit(mi, fl_buf_view(&mi->line), mi->overlong);
	fl_buf_clear(&mi->line);
	mi->overlong = false;
	return rc;
}

int dbg_mi_push(struct dbg_mi *mi, struct fl_slice chunk)
{
	int rc = 0;
	while (rc == 0 && chunk.len) {
		ptrdiff_t n = fl_slice_chr(chunk, '\n');
		if (n < 0)
			return keep_start(mi, chunk);
		struct fl_slice part = fl_slice_head(chunk, (size_t)n);
		chunk = fl_slice_skip(chunk, (size_t)n + 1);
		if (mi->line.len == 0 && !mi->overlong && part.len <= mi->line.max) {
			rc = emit(mi, part, false);
			continue;
		}
		rc = keep_start(mi, part);
		if (rc == 0)
			rc = emit_kept(mi);
	}
	return rc;
}

int dbg_mi_end(struct dbg_mi *mi)
{
	return mi->line.len || mi->overlong ? emit_kept(mi) : 0;
}

void dbg_mi_keep(struct dbg_mi_record *record, struct dbg_mi_record *ret_record)
{
	*ret_record = *record;
	fl_arena_init(&record->arena, record->arena.max);
}

static const struct dbg_mi_value *find(const struct dbg_mi_value *v, const char *name)
{
	while (v && !fl_slice_eqs(v->name, name))
		v = v->next;
	return v;
}

const struct dbg_mi_value *dbg_mi_get(const struct dbg_mi_value *v, const char *name)
{
	return v ? find(v->child, name) : NULL;
}

const struct dbg_mi_value *dbg_mi_result(const struct dbg_mi_record *record, const char *name)
{
	return find(record->results, name);
}

struct fl_slice dbg_mi_str(const struct dbg_mi_value *v)
{
	return v && v->type == DBG_MI_TEXT ? v->text : fl_slice(NULL, 0);
}

int dbg_mi_refused(const struct dbg_mi_record *result, struct fl_error *err)
{
	if (!result || !fl_slice_eqs(result->name, "error"))
		return 0;
	return fl_error_set(
		err, FL_EREFUSED, "%.*s", FL_ARG(dbg_mi_str(dbg_mi_result(result, "msg"))));
}

int64_t dbg_mi_int(const struct dbg_mi_value *v, int64_t otherwise)
{
	struct fl_slice s = dbg_mi_str(v);
	bool minus = s.len && s.ptr[0] == '-';
	int64_t n = 0;
	s = fl_slice_skip(s, minus);
	if (!s.len)
		return otherwise;
	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] < '0' || s.ptr[i] > '9' || n > (INT64_MAX - (s.ptr[i] - '0')) / 10)
			return otherwise;
		n = 10 * n + (s.ptr[i] - '0');
	}
	return minus ? -n : n;
}

void dbg_mi_quote(struct fl_buf *out, struct fl_slice s)
{
	fl_buf_char(out, '"');
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];
		if (c == '"' || c == '\\')
			fl_buf_printf(out, "\\%c", c);
		else if (c < ' ' || c > '~')
			fl_buf_printf(out, "\\%03o", c);
		else
			fl_buf_char(out, (char)c);
	}
	fl_buf_char(out, '"');
}
