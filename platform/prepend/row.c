#include "platform/prepend/row.h"

#include "base/lanes.h"

enum { DEPTH_MAX = 512 };

struct cursor {
	const char *at, *end;
};

static void skip_space(struct cursor *c)
{
	while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\r'))
		c->at++;
}

static bool take(struct cursor *c, char want)
{
	skip_space(c);
	if (c->at == c->end || *c->at != want)
		return false;
	c->at++;
	return true;
}

/* A text whose first quote is behind us: up to its last one. */
static bool cut_text(struct cursor *c, struct fl_slice *ret_raw)
{
	const char *from = c->at;
	while (c->at < c->end) {
		c->at += fl_either(fl_slice(c->at, (size_t)(c->end - c->at)), '"', '\\');
		if (c->at >= c->end)
			return false;
		if (*c->at == '"') {
			*ret_raw = fl_slice(from, (size_t)(c->at - from));
			c->at++;
			return true;
		}
		c->at += 2;
	}
	return false;
}

/* Over an object or array whose first bracket is behind us. */
static bool skip_nested(struct cursor *c, char opened)
{
	char closing[DEPTH_MAX];
	size_t depth = 1;
	struct fl_slice text;
	closing[0] = opened == '{' ? '}' : ']';
	while (c->at < c->end && depth) {
		char b = *c->at++;
		if (b == '"') {
			if (!cut_text(c, &text))
				return false;
		} else if (b == '{' || b == '[') {
			if (depth == DEPTH_MAX)
				return false;
			closing[depth++] = b == '{' ? '}' : ']';
		} else if (b == '}' || b == ']') {
			if (closing[--depth] != b)
				return false;
		}
	}
	return depth == 0;
}

/* Over a number, true, false or null. */
static bool skip_word(struct cursor *c)
{
	const char *from = c->at;
	while (c->at < c->end && *c->at != ',' && *c->at != '}' && *c->at != ' ' &&
		*c->at != '\t' && *c->at != '\r') {
		if (*c->at == '"' || *c->at == '{' || *c->at == '[' || *c->at == ']' ||
			*c->at == ':')
			return false;
		c->at++;
	}
	return c->at > from;
}

/* Over a value; *ret_raw is its text where it is one. */
static bool take_value(struct cursor *c, struct fl_slice *ret_raw)
{
	skip_space(c);
	if (c->at == c->end)
		return false;
	char first = *c->at;
	if (first == '"') {
		c->at++;
		return cut_text(c, ret_raw);
	}
	if (first != '{' && first != '[')
		return skip_word(c);
	c->at++;
	return skip_nested(c, first);
}

bool plat_row_find(struct fl_slice row, const char *const keys[2], struct fl_slice ret_raw[2])
{
	struct cursor c = {row.ptr, row.ptr + row.len};
	struct fl_slice found[2] = {{0}, {0}};
	bool first = true;
	if (!row.len || !take(&c, '{'))
		return false;
	for (; !take(&c, '}'); first = false) {
		struct fl_slice key, raw = {0};
		if ((!first && !take(&c, ',')) || !take(&c, '"') || !cut_text(&c, &key) ||
			!take(&c, ':') || !take_value(&c, &raw))
			return false;
		for (size_t i = 0; i < 2; i++)
			if (fl_slice_eqs(key, keys[i]))
				found[i] = raw;
	}
	skip_space(&c);
	if (c.at != c.end)
		return false;
	ret_raw[0] = found[0];
	ret_raw[1] = found[1];
	return true;
}

static unsigned hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	return (unsigned)((c | 0x20) - 'a' + 10) & 0xf;
}

/* The character of an escape whose backslash is at `at`; its length. */
static size_t unescape(const char *at, size_t left, char *ret_char)
{
	static const char from[] = "ntrbf", to[] = "\n\t\r\b\f";
	if (left < 2) {
		*ret_char = '?';
		return left;
	}
	if (at[1] == 'u' && left >= 6) {
		unsigned value = hex_digit(at[2]) << 12 | hex_digit(at[3]) << 8 |
				 hex_digit(at[4]) << 4 | hex_digit(at[5]);
		*ret_char = value && value < 0x80 ? (char)value : '?';
		return 6;
	}
	const char *known = strchr(from, at[1]);
	*ret_char = known && *known ? to[known - from] : at[1];
	return 2;
}

/* Copy up to the next backslash; the buffer has room for a load more than it needs. */
static const char *copy_plain(const char *at, const char *end, char **to)
{
	while (end - at >= FL_LANES) {
		fl_lanes v = fl_lanes_load(at);
		memcpy(*to, &v, sizeof(v));
		unsigned found = fl_lanes_mask(v == fl_lanes_of('\\'));
		size_t n = found ? (size_t)__builtin_ctz(found) : FL_LANES;
		at += n;
		*to += n;
		if (found)
			return at;
	}
	while (at < end && *at != '\\')
		*(*to)++ = *at++;
	return at;
}

void plat_row_text(struct fl_slice raw, struct fl_buf *out)
{
	if (fl_buf_reserve(out, raw.len + FL_LANES))
		return;
	char *to = out->data + out->len;
	const char *at = raw.ptr, *end = at + raw.len;
	while (at < end) {
		at = copy_plain(at, end, &to);
		if (at < end)
			at += unescape(at, (size_t)(end - at), to++);
	}
	out->len = (size_t)(to - out->data);
	out->data[out->len] = '\0';
}
