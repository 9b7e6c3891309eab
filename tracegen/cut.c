#include "tracegen/cut.h"

size_t tg_line_begin(const struct tg_unit *u, size_t offset)
{
	return ((const size_t *)u->lines.items)[tg_line_of(u, offset) - 1];
}

size_t tg_line_end(const struct tg_unit *u, size_t offset)
{
	while (offset < u->text.len && u->text.ptr[offset] != '\n')
		offset++;
	return offset;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

struct fl_slice tg_line_indent(const struct tg_unit *u, size_t offset)
{
	size_t start = tg_line_begin(u, offset), end = start;
	while (end < u->text.len && is_blank(u->text.ptr[end]))
		end++;
	return fl_slice(u->text.ptr + start, end - start);
}

/* Whether from offset to the end of its line there are only blanks and comments that end there. */
static bool only_comments(const struct tg_unit *u, size_t offset, size_t *ret_eol)
{
	size_t eol = tg_line_end(u, offset), at = offset;
	while (at < eol) {
		bool comment = u->text.ptr[at] == '/';
		if (!comment && !is_blank(u->text.ptr[at]))
			return false;
		size_t end = comment ? tg_text_token(u->text, at) : at + 1;
		if (end > eol || (comment && end == at + 1))
			return false;
		at = end;
	}
	*ret_eol = eol;
	return true;
}

/* The line above the one that begins at start: [*ret_start, start - 1). False at the file's top. */
static bool line_above(const struct tg_unit *u, size_t start, struct fl_slice *ret_line)
{
	if (start == 0)
		return false;
	size_t begin = tg_line_begin(u, start - 1);
	*ret_line = fl_slice(u->text.ptr + begin, start - 1 - begin);
	return true;
}

static struct fl_slice line_at(const struct tg_unit *u, size_t start)
{
	return fl_slice_trim(fl_slice(u->text.ptr + start, tg_line_end(u, start) - start));
}

/* A line that is a comment by itself. */
static bool is_comment_line(struct fl_slice line)
{
	line = fl_slice_trim(line);
	if (fl_slice_starts(line, "//"))
		return true;
	return fl_slice_starts(line, "/*") && fl_slice_find(line, "*/") == (ptrdiff_t)line.len - 2;
}

/* The lines above the one that begins at start that are one comment: where they begin, or start. */
static size_t comment_above(const struct tg_unit *u, size_t start)
{
	struct fl_slice above;
	if (!line_above(u, start, &above))
		return start;
	size_t from = start - above.len - 1;
	struct fl_slice line = fl_slice_trim(above);
	if (is_comment_line(line))
		return from;
	bool ends = line.len >= 2 && fl_slice_find(line, "*/") == (ptrdiff_t)line.len - 2;
	while (ends && line_above(u, from, &above)) {
		from -= above.len + 1;
		line = fl_slice_trim(above);
		if (fl_slice_find(line, "*/") >= 0)
			break;
		if (fl_slice_find(line, "/*") >= 0)
			return fl_slice_starts(line, "/*") ? from : start;
	}
	return start;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether code has the word of a comment, in whatever case. */
static bool holds_word(struct fl_slice code, struct fl_slice word)
{
	for (size_t i = 0; i + word.len <= code.len; i++) {
		size_t n = 0;
		while (n < word.len && (code.ptr[i + n] | 0x20) == (word.ptr[n] | 0x20))
			n++;
		if (n == word.len)
			return true;
	}
	return false;
}

/* Whether a word of the comment is in what goes and not in the line that stays behind it. */
static bool speaks_of(struct fl_slice comment, struct fl_slice gone, struct fl_slice stays)
{
	enum { WORD_MIN = 4 };
	for (size_t i = 0; i < comment.len;) {
		size_t end = i;
		while (end < comment.len && is_letter(comment.ptr[end]))
			end++;
		struct fl_slice word = fl_slice(comment.ptr + i, end - i);
		if (word.len >= WORD_MIN && holds_word(gone, word) && !holds_word(stays, word))
			return true;
		i = end + 1;
	}
	return false;
}

/* An if, a loop or a switch: what is said above it is said of it. */
static bool is_block(struct fl_slice code)
{
	static const char *const words[] = {"if", "for", "while", "do", "switch"};
	size_t len = 0;
	while (len < code.len && is_letter(code.ptr[len]))
		len++;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_eqs(fl_slice_head(code, len), words[i]))
			return true;
	return false;
}

/*
 * A comment right above goes as well when it is about nothing else: what follows is another
 * paragraph, or has a comment of its own, or is not what the comment speaks of.
 */
static size_t without_comment(const struct tg_unit *u, size_t start, size_t end)
{
	struct fl_slice below = end < u->text.len ? line_at(u, end) : fl_slice(NULL, 0);
	struct fl_slice gone = fl_slice_trim(fl_slice(u->text.ptr + start, end - start));
	size_t from = comment_above(u, start);
	struct fl_slice comment = fl_slice(u->text.ptr + from, start - from);
	bool alone = !below.len || below.ptr[0] == '}' || fl_slice_starts(below, "//") ||
		     fl_slice_starts(below, "/*");
	if (!alone && !is_block(gone) && !speaks_of(comment, gone, below))
		return start;
	for (size_t next; (next = comment_above(u, from)) < from;)
		from = next;
	return from;
}

void tg_cut_widen(const struct tg_unit *u, size_t *start, size_t *end)
{
	size_t begin = tg_line_begin(u, *start), eol;
	struct fl_slice before = fl_slice(u->text.ptr + begin, *start - begin), above;
	if (fl_slice_trim(before).len || !only_comments(u, *end, &eol)) {
		while (*end < u->text.len && is_blank(u->text.ptr[*end]))
			++*end;
		bool ends_line = *end >= u->text.len || u->text.ptr[*end] == '\n';
		while (ends_line && *start > begin && is_blank(u->text.ptr[*start - 1]))
			--*start;
		return;
	}
	eol += eol < u->text.len;
	begin = without_comment(u, begin, eol);
	bool top = !line_above(u, begin, &above);
	struct fl_slice trimmed = top ? above : fl_slice_trim(above);
	bool blank_above = top || trimmed.len == 0;
	bool opens = !top && trimmed.len && trimmed.ptr[trimmed.len - 1] == '{';
	bool blank_below = eol < u->text.len && line_at(u, eol).len == 0;
	bool closes = eol < u->text.len && !blank_below && u->text.ptr[eol] != '\n' &&
		      line_at(u, eol).ptr[0] == '}';
	if (blank_below && (blank_above || opens))
		eol = tg_line_end(u, eol) + 1;
	else if (closes && blank_above && !top)
		begin -= above.len + 1;
	*start = begin;
	*end = eol < u->text.len ? eol : u->text.len;
}

static bool is_loop(const struct tg_node *n)
{
	return n->kind == TG_N_FOR || n->kind == TG_N_WHILE || n->kind == TG_N_RANGE_FOR;
}

/* What has nothing left to do without n: n, an if or a loop around it, or its else. */
static const struct tg_node *cut_root(const struct tg_node *n)
{
	for (;;) {
		const struct tg_node *p = n->parent;
		if (!p)
			return NULL;
		if (p->kind == TG_N_COMPOUND && p->first == n && p->last == n && p->parent &&
			p->parent->kind != TG_N_FUNCTION && p->parent->kind != TG_N_LAMBDA) {
			n = p;
			continue;
		}
		if (n->role == TG_R_ELSE)
			return n;
		bool alone = p->kind == TG_N_IF && !tg_node_child(p, TG_R_ELSE);
		if (n->role == TG_R_BODY && (alone || is_loop(p))) {
			n = p;
			continue;
		}
		bool labelled = p->kind == TG_N_CASE || p->kind == TG_N_LABEL;
		if (p->kind == TG_N_COMPOUND || (labelled && n == p->last && p->next))
			return n;
		return NULL;
	}
}

bool tg_cut_statement(
	const struct tg_unit *u, const struct tg_node *n, size_t *ret_start, size_t *ret_end)
{
	const struct tg_node *root = cut_root(n);
	if (!root || root->in_macro)
		return false;
	size_t start = root->start, end = tg_statement_end(u, root);
	if (root->role != TG_R_ELSE) {
		const struct tg_node *block = root->parent;
		bool only = block->kind == TG_N_COMPOUND && block->first == block->last;
		if (only)
			return false;
		tg_cut_widen(u, &start, &end);
	} else {
		/* From behind the branch before it; what is said there about that branch stays. */
		const struct tg_node *before = root->prev;
		start = tg_text_solid(u->text, tg_statement_end(u, before));
		if (start >= root->start || u->text.ptr[start] != 'e')
			return false;
		while (start > before->end &&
			fl_slice_chr(FL_S(" \t\r\n"), u->text.ptr[start - 1]) >= 0)
			start--;
	}
	*ret_start = start;
	*ret_end = end;
	return true;
}

struct fl_slice tg_reindent(
	struct fl_slice lines, struct fl_slice from, struct fl_slice to, struct fl_arena *a)
{
	struct fl_buf b;
	fl_buf_init(&b, FL_TEXT_MAX);
	while (lines.len) {
		ptrdiff_t at = fl_slice_chr(lines, '\n');
		size_t len = at < 0 ? lines.len : (size_t)at + 1;
		struct fl_slice line = fl_slice_head(lines, len);
		bool inside =
			line.len >= from.len && fl_slice_eq(fl_slice_head(line, from.len), from);
		if (inside && fl_slice_trim(line).len) {
			fl_buf_slice(&b, to);
			line = fl_slice_skip(line, from.len);
		}
		fl_buf_slice(&b, line);
		lines = fl_slice_skip(lines, len);
	}
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&b));
	if (b.failed)
		a->failed = b.failed;
	fl_buf_release(&b);
	return text;
}

struct fl_slice tg_unwrapped(
	const struct tg_unit *u, const struct tg_node *body, size_t at, struct fl_arena *a)
{
	struct fl_slice to = tg_line_indent(u, at);
	size_t start = body->start, end = tg_statement_end(u, body);
	if (body->kind == TG_N_COMPOUND) {
		if (!body->first)
			return fl_slice(NULL, 0);
		start = body->start + 1;
		end = body->end - 1;
	}
	struct fl_slice text = fl_slice(u->text.ptr + start, end - start);
	while (text.len && fl_slice_chr(FL_S(" \t\r\n"), text.ptr[0]) >= 0)
		text = fl_slice_skip(text, 1);
	while (text.len && fl_slice_chr(FL_S(" \t\r\n"), text.ptr[text.len - 1]) >= 0)
		text.len--;
	size_t first = (size_t)(text.ptr - u->text.ptr);
	struct fl_slice from = tg_line_indent(u, first);
	return tg_reindent(text, from, to, a);
}
