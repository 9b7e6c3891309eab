#include "sanitize/valgrind/xml.h"

#include "base/utf8.h"

enum { TEXT, TAG, NAME, ATTRIBUTES, DECLARATION, COMMENT, ENTITY };

void san_xml_init(struct san_xml *x, const struct san_xml_sink *sink)
{
	*x = (struct san_xml){.sink = *sink};
	fl_buf_init(&x->text, SAN_XML_TEXT_MAX);
}

void san_xml_release(struct san_xml *x)
{
	fl_buf_release(&x->text);
}

static void add_text(struct san_xml *x, struct fl_slice s)
{
	fl_buf_slice(&x->text, fl_slice_head(s, SAN_XML_TEXT_MAX - x->text.len));
}

static void add_name(struct san_xml *x, char c)
{
	if (x->name_len < SAN_XML_NAME_MAX)
		x->name[x->name_len++] = c;
}

static void end_tag(struct san_xml *x, bool empty)
{
	struct fl_slice name = fl_slice(x->name, x->name_len);
	if (!x->closing) {
		fl_buf_clear(&x->text);
		x->sink.open(x->sink.context, name);
	}
	if (x->closing || empty)
		x->sink.close(x->sink.context, name, fl_buf_view(&x->text));
	fl_buf_clear(&x->text);
	x->state = TEXT;
}

static uint32_t number(struct fl_slice s)
{
	bool hex = fl_slice_starts(s, "x") || fl_slice_starts(s, "X");
	uint32_t value = 0;
	for (size_t i = hex; i < s.len && value < 0x110000; i++) {
		int digit = fl_hex_value(s.ptr[i]);
		if (digit < 0 || (!hex && digit > 9))
			return 0;
		value = value * (hex ? 16 : 10) + (uint32_t)digit;
	}
	return value < 0x110000 ? value : 0;
}

/* What is no entity stays as it was written. */
static void end_entity(struct san_xml *x, bool complete)
{
	static const struct {
		const char *name, *text;
	} entities[] = {{"lt", "<"}, {"gt", ">"}, {"amp", "&"}, {"quot", "\""}, {"apos", "'"}};
	struct fl_slice name = fl_slice(x->name, x->name_len);
	x->state = TEXT;
	for (size_t i = 0; complete && i < sizeof(entities) / sizeof(*entities); i++)
		if (fl_slice_eqs(name, entities[i].name)) {
			add_text(x, fl_slice_str(entities[i].text));
			return;
		}
	uint32_t c = complete && fl_slice_starts(name, "#") ? number(fl_slice_skip(name, 1)) : 0;
	if (c) {
		char bytes[4];
		size_t n = fl_utf8_encode(c, bytes);
		add_text(x, fl_slice(bytes, n));
		return;
	}
	add_text(x, FL_S("&"));
	add_text(x, name);
	if (complete)
		add_text(x, FL_S(";"));
}

static bool is_name_start(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The byte after '<', or after "</". */
static void begin_tag(struct san_xml *x, char c)
{
	if (c == '/' && !x->closing) {
		x->closing = true;
	} else if (is_name_start(c)) {
		x->name_len = 0;
		add_name(x, c);
		x->state = NAME;
	} else if ((c == '!' || c == '?') && !x->closing) {
		x->name_len = 0;
		x->state = DECLARATION;
	} else {
		add_text(x, x->closing ? FL_S("</") : FL_S("<"));
		x->state = TEXT;
		if (c == '<') {
			x->state = TAG;
			x->closing = false;
		} else {
			add_text(x, fl_slice(&c, 1));
		}
	}
}

/* A byte of "!--…" until "-->". */
static void take_comment(struct san_xml *x, char c)
{
	if (c == '>' && x->dashes >= 2)
		x->state = TEXT;
	x->dashes = c == '-' ? x->dashes + 1 : 0;
}

static void take_declaration(struct san_xml *x, char c)
{
	if (c == '>') {
		x->state = TEXT;
		return;
	}
	add_name(x, c);
	if (x->name_len == 2 && x->name[0] == '-' && x->name[1] == '-') {
		x->state = COMMENT;
		x->dashes = 0;
	}
}

/* One byte, in any state but TEXT. */
static void take_byte(struct san_xml *x, char c)
{
	switch (x->state) {
	case TAG: begin_tag(x, c); break;
	case NAME:
		if (c == '>')
			end_tag(x, false);
		else if (is_blank(c) || c == '/')
			x->state = ATTRIBUTES;
		else
			add_name(x, c);
		break;
	case ATTRIBUTES:
		if (c == '>')
			end_tag(x, x->last == '/');
		break;
	case DECLARATION: take_declaration(x, c); break;
	case COMMENT: take_comment(x, c); break;
	default:
		if (c == ';') {
			end_entity(x, true);
		} else if (x->name_len == 10 || is_blank(c) || c == '<' || c == '&') {
			end_entity(x, false);
			x->state = c == '<' ? TAG : c == '&' ? ENTITY : TEXT;
			x->closing = false;
			x->name_len = 0;
			if (x->state == TEXT)
				add_text(x, fl_slice(&c, 1));
		} else {
			add_name(x, c);
		}
	}
	x->last = c;
}

/* The text up to the next byte that means something. */
static size_t take_text(struct san_xml *x, struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && s.ptr[n] != '<' && s.ptr[n] != '&')
		n++;
	add_text(x, fl_slice_head(s, n));
	if (n == s.len)
		return n;
	x->state = s.ptr[n] == '<' ? TAG : ENTITY;
	x->closing = false;
	x->name_len = 0;
	x->last = s.ptr[n];
	return n + 1;
}

int san_xml_feed(struct san_xml *x, struct fl_slice bytes)
{
	while (bytes.len) {
		size_t n = 1;
		if (x->state == TEXT)
			n = take_text(x, bytes);
		else
			take_byte(x, bytes.ptr[0]);
		bytes = fl_slice_skip(bytes, n);
	}
	return x->text.failed;
}
