#include "datasets/dialogue/policies/printed.h"

#include "tracegen/node.h"

enum { PIECES = 24, WORDS_MAX = 512 };

/* What a statement prints, piece by piece: words of its own, or the value of an expression. */
struct piece {
	struct fl_slice expression; /* empty: words */
	size_t start, len; /* in the buffer of words */
};

struct pieces {
	struct piece at[PIECES];
	size_t count;
	char words[WORDS_MAX];
	size_t used;
	bool ended; /* by the end of the line; nothing may follow it */
};

static bool put_char(struct pieces *p, char c)
{
	struct piece *last = p->count ? &p->at[p->count - 1] : NULL;
	if (p->ended || p->used == WORDS_MAX)
		return false;
	if (c == '\n') {
		p->ended = true;
		return true;
	}
	if (!last || last->expression.len) {
		if (p->count == PIECES)
			return false;
		last = &p->at[p->count++];
		*last = (struct piece){.start = p->used};
	}
	p->words[p->used++] = c;
	last->len++;
	return true;
}

static bool put_expression(struct pieces *p, struct fl_slice e)
{
	bool adjacent = p->count && p->at[p->count - 1].expression.len;
	if (p->ended || p->count == PIECES || adjacent || !e.len)
		return false;
	p->at[p->count++] = (struct piece){.expression = e};
	return true;
}

/* A character of a literal at *pos, which moves behind it; -1: one that is not known. */
static int literal_char(struct fl_slice s, size_t *pos)
{
	static const char from[] = "nt\\\"'%", to[] = "\n\t\\\"'%";
	char c = s.ptr[(*pos)++];
	if (c != '\\')
		return (unsigned char)c;
	const char *known = *pos < s.len ? strchr(from, s.ptr[*pos]) : NULL;
	if (!known || !*known)
		return -1;
	(*pos)++;
	return (unsigned char)to[known - from];
}

/* The literal that begins at *pos with its quote, which moves behind it; without the quotes. */
static bool take_literal(struct fl_slice s, size_t *pos, struct fl_slice *ret)
{
	size_t end = tg_text_token(s, *pos);
	if (end - *pos < 2)
		return false;
	*ret = fl_slice(s.ptr + *pos + 1, end - *pos - 2);
	*pos = end;
	return true;
}

static bool put_literal(struct pieces *p, struct fl_slice literal)
{
	for (size_t i = 0; i < literal.len;) {
		int c = literal_char(literal, &i);
		if (c < 0 || !put_char(p, (char)c))
			return false;
	}
	return true;
}

/* To where an argument, or an operand, ends: one of these outside of brackets. */
static struct fl_slice take_part(struct fl_slice s, size_t *pos, bool stream)
{
	size_t depth = 0, at = *pos;
	for (size_t next; at < s.len; at = next) {
		char c = s.ptr[at];
		next = tg_text_token(s, at);
		bool shift = c == '<' && at + 1 < s.len && s.ptr[at + 1] == '<';
		if (depth == 0 && (c == ')' || c == ';' || (stream ? shift : c == ',')))
			break;
		if (shift)
			next = at + 2;
		depth += c == '(' || c == '[' || c == '{';
		depth -= depth && (c == ')' || c == ']' || c == '}');
	}
	struct fl_slice part = fl_slice_trim(fl_slice(s.ptr + *pos, at - *pos));
	*pos = at;
	return part;
}

/* Bytes of the conversion, "%-6s"; 0: none, or one that takes two arguments. */
static size_t conversion_len(struct fl_slice s)
{
	size_t n = 1;
	while (n < s.len && s.ptr[n] && strchr("-+ #0123456789.hljztL", s.ptr[n]))
		n++;
	return n < s.len && s.ptr[n] && strchr("diouxXeEfFgGaAcs", s.ptr[n]) ? n + 1 : 0;
}

/* A format, whose arguments stand in s from *pos on. */
static bool put_format(struct pieces *p, struct fl_slice format, struct fl_slice s, size_t *pos)
{
	for (size_t i = 0; i < format.len;) {
		bool percent = format.ptr[i] == '%';
		bool itself = percent && i + 1 < format.len && format.ptr[i + 1] == '%';
		size_t len = percent && !itself ? conversion_len(fl_slice_skip(format, i)) : 0;
		if (len && (*pos >= s.len || s.ptr[(*pos)++] != ','))
			return false;
		if (percent && !itself && (!len || !put_expression(p, take_part(s, pos, false))))
			return false;
		i += len + itself;
		if (len)
			continue;
		int c = literal_char(format, &i);
		if (c < 0 || !put_char(p, (char)c))
			return false;
	}
	return true;
}

/* Where the name of a call of its family ends, which its '(' follows; -1: there is none. */
static ptrdiff_t find_call(struct fl_slice s)
{
	static const char name[] = "printf";
	ptrdiff_t at = fl_slice_find(s, name);
	size_t open = at < 0 ? s.len : (size_t)at + strlen(name);
	return open < s.len && s.ptr[open] == '(' ? at : -1;
}

bool ds_printed_may(struct fl_slice line)
{
	return find_call(line) >= 0 || fl_slice_find(line, "cout <<") >= 0;
}

/* A format in its parts, with `PRIu64` and the like between them; *pos moves behind it. */
static bool read_format(struct fl_slice s, size_t *pos, char text[WORDS_MAX], size_t *ret_len)
{
	size_t len = 0;
	bool any = false;
	while (*pos < s.len) {
		struct fl_slice literal, rest = fl_slice_skip(s, *pos);
		bool quoted = rest.ptr[0] == '"', macro = fl_slice_starts(rest, "PRI");
		if (!quoted && !macro)
			break;
		if (quoted && !take_literal(s, pos, &literal))
			return false;
		if (macro) {
			literal = FL_S("ld");
			*pos = tg_text_token(s, *pos);
		}
		if (len + literal.len > WORDS_MAX)
			return false;
		memcpy(text + len, literal.ptr, literal.len);
		len += literal.len;
		any = true;
		*pos = tg_text_solid(s, *pos);
	}
	*ret_len = len;
	return any;
}

static bool read_printf(struct fl_slice s, struct pieces *p)
{
	ptrdiff_t at = find_call(s);
	size_t pos =
		at < 0 ? 0
		       : (size_t)fl_slice_chr(fl_slice_skip(s, (size_t)at), '(') + (size_t)at + 1;
	if (at < 0 || (at > 0 && s.ptr[at - 1] != 'f' && fl_is_word(s.ptr[at - 1])))
		return false;
	if (at > 0 && s.ptr[at - 1] == 'f') {
		if (!fl_slice_eqs(take_part(s, &pos, false), "stdout") || pos++ >= s.len)
			return false;
		pos = tg_text_solid(s, pos);
	}
	char text[WORDS_MAX];
	size_t len = 0;
	if (!read_format(s, &pos, text, &len))
		return false;
	return put_format(p, fl_slice(text, len), s, &pos);
}

static bool is_end(struct fl_slice part)
{
	return fl_slice_eqs(part, "std::endl") || fl_slice_eqs(part, "endl");
}

static bool read_stream(struct fl_slice s, struct pieces *p)
{
	static const char *const streams[] = {"std::cout", "cout"};
	size_t pos = 0;
	struct fl_slice first = take_part(s, &pos, true);
	if (!fl_slice_is_one(first, streams, sizeof(streams) / sizeof(streams[0])))
		return false;
	while (pos + 1 < s.len && s.ptr[pos] == '<') {
		pos += 2;
		struct fl_slice part = take_part(s, &pos, true);
		bool quoted = part.len > 1 && (part.ptr[0] == '"' || part.ptr[0] == '\'');
		size_t from = 0;
		struct fl_slice literal;
		if (is_end(part) && !put_char(p, '\n'))
			return false;
		if (is_end(part))
			continue;
		if (quoted && (!take_literal(part, &from, &literal) || from != part.len ||
				      !put_literal(p, literal)))
			return false;
		if (!quoted && !put_expression(p, part))
			return false;
	}
	return true;
}

static bool read_statement(struct fl_slice s, struct pieces *p)
{
	return find_call(s) >= 0 ? read_printf(s, p) : read_stream(s, p);
}

/* What each piece has printed of a line; false: it is none of these pieces. */
static bool match(const struct pieces *p, struct fl_slice line, struct fl_slice *ret_texts)
{
	size_t pos = 0;
	for (size_t i = 0; i < p->count; i++) {
		const struct piece *at = &p->at[i], *next = i + 1 < p->count ? at + 1 : NULL;
		struct fl_slice rest = fl_slice_skip(line, pos);
		if (!at->expression.len) {
			struct fl_slice words = fl_slice(p->words + at->start, at->len);
			if (!fl_slice_starts_with(rest, words))
				return false;
			pos += words.len;
			continue;
		}
		/* What is padded begins with the blanks that the words behind it begin with. */
		size_t blanks = 0;
		while (blanks < rest.len && rest.ptr[blanks] == ' ')
			blanks++;
		ptrdiff_t end = (ptrdiff_t)(rest.len - blanks);
		if (next)
			end = fl_slice_search(fl_slice_skip(rest, blanks),
				fl_slice(p->words + next->start, next->len));
		if (end < 0)
			return false;
		ret_texts[i] = fl_slice_trim(fl_slice_head(rest, blanks + (size_t)end));
		pos += blanks + (size_t)end;
	}
	return pos == line.len;
}

static size_t letters_of(const struct pieces *p)
{
	size_t n = 0;
	for (size_t i = 0; i < p->used; i++)
		n += p->words[i] != ' ';
	return n;
}

/* Does the line hold all the texts of expressions, in their order? */
static bool holds_texts(const struct pieces *p, const struct fl_slice *texts, struct fl_slice line)
{
	for (size_t i = 0; i < p->count; i++) {
		ptrdiff_t at = p->at[i].expression.len ? fl_slice_search(line, texts[i]) : 0;
		if (at < 0)
			return false;
		if (p->at[i].expression.len)
			line = fl_slice_skip(line, (size_t)at + texts[i].len);
	}
	return true;
}

bool ds_printed_by(struct fl_slice statement, struct fl_slice actual, struct fl_slice expected,
	struct ds_printed *ret)
{
	struct pieces p = {0};
	struct fl_slice was[PIECES], should[PIECES];
	if (!read_statement(statement, &p) || !p.ended || !match(&p, actual, was))
		return false;
	*ret = (struct ds_printed){.letters = letters_of(&p)};
	ret->form = !match(&p, expected, should);
	ret->kept = ret->form && holds_texts(&p, was, expected);
	for (size_t i = 0; i < p.count && !ret->form; i++) {
		if (!p.at[i].expression.len || fl_slice_eq(was[i], should[i]))
			continue;
		ret->others += ret->expression.len > 0;
		if (ret->expression.len)
			continue;
		ret->expression = p.at[i].expression;
		ret->actual = was[i];
		ret->expected = should[i];
	}
	return ret->form || ret->expression.len > 0;
}

bool ds_printed_unended(struct fl_slice statement, struct fl_slice line)
{
	struct pieces p = {0};
	struct fl_slice texts[PIECES];
	return read_statement(statement, &p) && !p.ended && letters_of(&p) > 0 &&
	       match(&p, line, texts);
}

bool ds_printed_says(struct fl_slice statement, struct fl_slice line, size_t *ret_letters)
{
	struct pieces p = {0};
	struct fl_slice texts[PIECES];
	char text[WORDS_MAX];
	size_t len = 0;
	ptrdiff_t open = fl_slice_find(statement, "(\""), behind = fl_slice_find(line, ": ");
	size_t pos = (size_t)open + 1;
	if (open < 0 || !read_format(statement, &pos, text, &len) ||
		!put_format(&p, fl_slice(text, len), statement, &pos))
		return false;
	*ret_letters = letters_of(&p);
	return match(&p, line, texts) ||
	       (behind >= 0 && match(&p, fl_slice_skip(line, (size_t)behind + 2), texts));
}
