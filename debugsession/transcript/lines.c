#include "debugsession/transcript/lines.h"

#include <ctype.h>

#include "base/utf8.h"

enum { INDENTED = 2, ROUNDS = 6, WIDTH_MIN = 56, WIDTH_MAX = 132, JOIN_MAX = 200 };

size_t dbg_line_width(struct fl_slice line)
{
	size_t n = 0;
	for (size_t i = 0; i < line.len; i++)
		n += ((unsigned char)line.ptr[i] & 0xc0) != 0x80;
	return n;
}

static struct fl_slice trim_end(struct fl_slice s)
{
	while (s.len && strchr(" \t\r\n", s.ptr[s.len - 1]))
		s.len--;
	return s;
}

static size_t blanks(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && (s.ptr[n] == ' ' || s.ptr[n] == '\t'))
		n++;
	return n;
}

static size_t digits(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && isdigit((unsigned char)s.ptr[n]))
		n++;
	return n;
}

/* Characters that pasting through an editor or a web page puts in place of others. */
static const struct {
	const char *from, *to;
} marks[] =
	{
		{"\xe2\x80\x98", "'"},
		{"\xe2\x80\x99", "'"},
		{"\xe2\x80\x9c", "\""},
		{"\xe2\x80\x9d", "\""},
		{"\xe2\x80\xa6", "..."},
		{"\xc2\xa0", " "},
		{"\xe2\x80\x8b", ""},
		{"\xef\xbb\xbf", ""},
},
  entities[] = {
	  {"&lt;", "<"},
	  {"&gt;", ">"},
	  {"&quot;", "\""},
	  {"&#39;", "'"},
	  {"&#039;", "'"},
	  {"&#x27;", "'"},
	  {"&apos;", "'"},
	  {"&nbsp;", " "},
	  {"&amp;", "&"},
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static size_t put_mark(struct fl_buf *out, struct fl_slice rest)
{
	for (size_t i = 0; i < COUNT(marks); i++)
		if (fl_slice_starts(rest, marks[i].from)) {
			fl_buf_str(out, marks[i].to);
			return strlen(marks[i].from);
		}
	return 0;
}

static size_t put_entity(struct fl_buf *out, struct fl_slice rest)
{
	for (size_t i = 0; i < COUNT(entities); i++)
		if (fl_slice_starts(rest, entities[i].from)) {
			fl_buf_str(out, entities[i].to);
			return strlen(entities[i].from);
		}
	return 0;
}

/* The text without colours and replaced characters; line by line as before. */
static void plain(struct fl_slice text, struct fl_buf *out, struct fl_buf *scratch)
{
	fl_buf_plain(scratch, text);
	struct fl_slice rest = fl_buf_view(scratch);
	bool encoded = fl_slice_find(rest, "&lt;") >= 0 || fl_slice_find(rest, "&gt;") >= 0 ||
		       fl_slice_find(rest, "&quot;") >= 0 || fl_slice_find(rest, "&#") >= 0;
	while (rest.len) {
		size_t n = 0;
		if ((unsigned char)*rest.ptr >= 0x80)
			n = put_mark(out, rest);
		else if (encoded && *rest.ptr == '&')
			n = put_entity(out, rest);
		if (!n) {
			fl_buf_char(out, *rest.ptr);
			n = 1;
		}
		rest = fl_slice_skip(rest, n);
	}
}

/* A line of markup that stands around what was pasted. */
static bool is_fence(struct fl_slice line)
{
	static const char *const fences[] = {
		"```", "~~~", "<pre", "</pre", "<code", "</code", "[code", "[/code", "<blockquote"};
	struct fl_slice s = fl_slice_trim(line);
	for (size_t i = 0; i < COUNT(fences); i++)
		if (fl_slice_starts(s, fences[i]))
			return true;
	return false;
}

/* A page of gdb's: the question, and what comes behind it on the line. True: nothing is left. */
static bool cut_page(struct fl_slice *line)
{
	struct fl_slice s = *line;
	ptrdiff_t at = fl_slice_find(s, "--Type <");
	if (at < 0)
		return false;
	ptrdiff_t end = fl_slice_find(fl_slice_skip(s, (size_t)at + 8), "--");
	if (end < 0)
		return false;
	struct fl_slice after = fl_slice_skip(s, (size_t)at + 8 + (size_t)end);
	while (after.len && *after.ptr == '-')
		after = fl_slice_skip(after, 1);
	if (after.len <= 1) /* the answer: RET, c or q */
		after.len = 0;
	*line = at > 1 ? fl_slice_head(s, (size_t)at) : after;
	return line->len == 0;
}

/* How many bytes this rule takes off the start of a line; 0: it does not fit. */
typedef size_t (*prefix_of)(struct fl_slice line);

static size_t quote_prefix(struct fl_slice line)
{
	if (!line.len || (*line.ptr != '>' && *line.ptr != '|') || fl_slice_starts(line, ">>>"))
		return 0;
	return line.len > 1 && line.ptr[1] == ' ' ? 2 : 1;
}

/* "[12:34:56] ", "2024-05-06 12:34:56.789 ", "12:34:56 | " */
static size_t time_prefix(struct fl_slice line)
{
	size_t n = line.len && *line.ptr == '[' ? 1 : 0;
	struct fl_slice s = fl_slice_skip(line, n);
	if (digits(s) == 4 && s.len > 11 && s.ptr[4] == '-' && s.ptr[7] == '-')
		n += 11;
	s = fl_slice_skip(line, n);
	if (s.len < 8 || digits(s) != 2 || s.ptr[2] != ':' || s.ptr[5] != ':' ||
		!isdigit((unsigned char)s.ptr[3]) || !isdigit((unsigned char)s.ptr[6]))
		return 0;
	n += 8;
	while (n < line.len &&
		(strchr(".,]|Z", line.ptr[n]) || isdigit((unsigned char)line.ptr[n])))
		n++;
	if (n < line.len && line.ptr[n] == ' ')
		n++;
	return n;
}

static size_t number_prefix(struct fl_slice line)
{
	size_t n = blanks(line), d = digits(fl_slice_skip(line, n));
	if (!d || d > 6)
		return 0;
	n += d;
	if (n < line.len && strchr(":.|)", line.ptr[n]))
		n++;
	if (n < line.len && line.ptr[n] != ' ' && line.ptr[n] != '\t')
		return 0;
	return n;
}

static uint32_t number_of(struct fl_slice line)
{
	uint32_t value = 0;
	fl_slice_uint(fl_slice_skip(line, blanks(line)), &value);
	return value;
}

/* Share of the lines (those that have bytes) that the rule fits. */
static bool fits_most(const struct dbg_lines *l, prefix_of rule, size_t percent)
{
	size_t all = 0, fit = 0;
	for (size_t i = 0; i < l->len; i++) {
		all += l->at[i].text.len != 0;
		fit += rule(l->at[i].text) != 0;
	}
	return all >= 3 && fit * 100 >= all * percent;
}

static bool take_prefix(struct dbg_lines *l, prefix_of rule, size_t percent)
{
	if (!fits_most(l, rule, percent))
		return false;
	for (size_t i = 0; i < l->len; i++)
		l->at[i].text = fl_slice_skip(l->at[i].text, rule(l->at[i].text));
	return true;
}

/* Numbers of lines count up by one; others (a source listing) do so only here and there. */
static bool take_numbers(struct dbg_lines *l)
{
	size_t next = 0, all = 0, gap = SIZE_MAX;
	for (size_t i = 0; i < l->len; i++) {
		struct fl_slice s = l->at[i].text;
		size_t n = number_prefix(s);
		all += s.len != 0;
		next += n && (i == 0 || number_of(s) == number_of(l->at[i - 1].text) + 1);
		struct fl_slice after = fl_slice_skip(s, n);
		if (n && after.len && blanks(after) < gap)
			gap = blanks(after);
	}
	if (all < 5 || next * 100 < all * 90)
		return false;
	for (size_t i = 0; i < l->len; i++) {
		size_t n = number_prefix(l->at[i].text);
		struct fl_slice after = fl_slice_skip(l->at[i].text, n);
		if (n)
			l->at[i].text = fl_slice_skip(after, gap < after.len ? gap : after.len);
	}
	return true;
}

static bool take_indentation(struct dbg_lines *l)
{
	size_t least = SIZE_MAX;
	for (size_t i = 0; i < l->len; i++)
		if (l->at[i].text.len && blanks(l->at[i].text) < least)
			least = blanks(l->at[i].text);
	if (least == SIZE_MAX || least == 0)
		return false;
	for (size_t i = 0; i < l->len; i++)
		l->at[i].text = fl_slice_skip(l->at[i].text, least);
	return true;
}

static void drop_fences(struct dbg_lines *l)
{
	size_t kept = 0;
	for (size_t i = 0; i < l->len; i++)
		if (!is_fence(l->at[i].text))
			l->at[kept++] = l->at[i];
	l->len = kept;
}

static void take_prefixes(struct dbg_lines *l)
{
	for (int round = 0; round < ROUNDS; round++) {
		drop_fences(l);
		if (!take_prefix(l, quote_prefix, 85) && !take_prefix(l, time_prefix, 90) &&
			!take_numbers(l) && !take_indentation(l))
			return;
	}
}

/* The question of a page that was itself cut at a width: its end stands on the next line. */
static bool is_open_page(struct fl_slice line, struct fl_slice next)
{
	return (fl_slice_starts(line, "--Type <") || fl_slice_starts(line, "---Type <")) &&
	       fl_slice_find(fl_slice_skip(line, 8), "--") < 0 && fl_slice_find(next, "--") >= 0;
}

static void drop_pages(struct dbg_lines *l)
{
	size_t kept = 0;
	for (size_t i = 0; i < l->len; i++)
		if (i + 1 < l->len && is_open_page(l->at[i].text, l->at[i + 1].text))
			i++;
		else if (!cut_page(&l->at[i].text))
			l->at[kept++] = l->at[i];
	l->len = kept;
}

/* Blanks for tabs make a line longer than what it was cut at. */
static bool has_gap(struct fl_slice line)
{
	return fl_slice_find(line, "    ") >= 0 || fl_slice_chr(line, '\t') >= 0;
}

/* The width that most lines have, where no other line is longer; how many have it. */
static size_t cut_width(const struct dbg_lines *l, size_t *ret_count)
{
	size_t counts[WIDTH_MAX + 1] = {0}, longest = 0, best = 0;
	for (size_t i = 0; i < l->len; i++) {
		size_t w = dbg_line_width(l->at[i].text);
		if (w > longest && !has_gap(l->at[i].text))
			longest = w;
		counts[w <= WIDTH_MAX ? w : 0]++;
	}
	for (size_t w = longest > WIDTH_MIN ? longest : WIDTH_MIN; w <= WIDTH_MAX; w++)
		if (counts[w] && (!best || counts[w] > counts[best]))
			best = w;
	*ret_count = best ? counts[best] : 0;
	return best;
}

size_t dbg_prompt_known(struct fl_slice line)
{
	static const char *const known[] = {"(gdb)", "(lldb)", "gdb-peda$", "gef\xe2\x9e\xa4",
		"gef>", "pwndbg>", ">>>", "(rr)", "gdb$", "gdb>", "(gdb-multiarch)", "(cuda-gdb)",
		"(kgdb)", "(xgdb)", "[gdb]", "(arm-gdb)"};
	for (size_t i = 0; i < COUNT(known); i++)
		if (fl_slice_starts(line, known[i]))
			return strlen(known[i]);
	return 0;
}

bool dbg_is_drawn(struct fl_slice line, bool *ret_bare)
{
	enum { LEAST = 8 };
	static const char *const strokes[] = {"\xe2\x94\x80", "-"};
	struct fl_slice s = fl_slice_trim(line);
	bool framed = fl_slice_starts(s, "[-") && fl_slice_ends(s, "-]");
	const char *stroke = strokes[framed];
	size_t n = strlen(stroke), drawn = 0;
	if (framed)
		s = fl_slice_skip(fl_slice_head(s, s.len - 1), 1);
	if (!fl_slice_starts(s, stroke) || !fl_slice_ends(s, stroke))
		return false;
	for (size_t i = 0; i < s.len; i++)
		drawn += fl_slice_starts(fl_slice_skip(s, i), stroke);
	if (ret_bare)
		*ret_bare = drawn * n == s.len;
	return drawn >= LEAST;
}

/* The width of a line that may be cut: what is drawn is as wide as the terminal anyway. */
static size_t cut_width_of(struct fl_slice line)
{
	return dbg_is_drawn(line, NULL) ? 0 : dbg_line_width(line);
}

/* "prog`f:", above instructions. */
static bool is_label(struct fl_slice s)
{
	return fl_slice_ends(s, ":") && fl_slice_chr(s, '`') > 0 && fl_slice_chr(s, ' ') < 0;
}

/* No end of a line that was cut: a prompt, a frame, a value. */
static bool starts_anew(struct fl_slice line)
{
	static const char *const starts[] = {"(gdb", "(lldb", "frame #", "* frame #", "* thread #",
		"-> ", "[New ", "[Thread ", "[Switching to ", "[Current thread ", "[Inferior ",
		"warning: ", "Continuing."};
	struct fl_slice s = fl_slice_trim(line);
	for (size_t i = 0; i < COUNT(starts); i++)
		if (fl_slice_starts(s, starts[i]))
			return true;
	return blanks(line) >= INDENTED || dbg_prompt_known(s) || is_label(s) ||
	       dbg_is_drawn(s, NULL) ||
	       (s.len > 1 && strchr("#$", *s.ptr) && digits(fl_slice_skip(s, 1)));
}

static size_t first_word(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && s.ptr[n] != ' ' && s.ptr[n] != '\t')
		n++;
	return n;
}

/* Lines that end just before the width because the next word did not fit: wrapped at blanks. */
static size_t count_soft(const struct dbg_lines *l, size_t width)
{
	enum { NEAR = 20 };
	size_t soft = 0;
	for (size_t i = 0; i + 1 < l->len; i++) {
		size_t w = cut_width_of(l->at[i].text);
		struct fl_slice next = l->at[i + 1].text;
		soft += w + NEAR > width && w + 1 < width && next.len && !blanks(next) &&
			!starts_anew(next) && w + 1 + first_word(next) > width;
	}
	return soft;
}

/* Do lines of this width go on in the next one? Not where something new starts there. */
static bool is_cut_at(const struct dbg_lines *l, size_t width)
{
	size_t on = 0, new = 0;
	for (size_t i = 0; i + 1 < l->len; i++) {
		struct fl_slice next = l->at[i + 1].text;
		if (cut_width_of(l->at[i].text) != width)
			continue;
		bool starts = !next.len || starts_anew(next) || blanks(next) > 1;
		new += starts;
		on += !starts;
	}
	return on > 2 * new &&on > count_soft(l, width);
}

/* "f (a=1)" and "at f.c:3": they were never one word. */
static bool is_place_after(struct fl_slice line, struct fl_slice next)
{
	return fl_slice_starts(next, "at ") &&
	       (fl_slice_ends(line, ")") || fl_slice_ends(line, ") const"));
}

/*
 * A terminal that is too narrow cuts at its width exactly: many lines are then as long as the
 * longest. Those are put together with what follows.
 */
static void unwrap(struct dbg_lines *l, struct fl_arena *a)
{
	size_t count, width = cut_width(l, &count), kept = 0;
	if (!width || !is_cut_at(l, width) || count < 3 || count * 16 < l->len)
		return;
	for (size_t i = 0; i < l->len;) {
		struct dbg_line line = l->at[i++];
		size_t last = cut_width_of(line.text), joined = 0;
		/* a blank at the cut was lost with those at the end of the line */
		while ((last == width || (last + 1 == width && count > 5)) && i < l->len &&
			l->at[i].text.len && !starts_anew(l->at[i].text) && joined++ < JOIN_MAX) {
			bool lost = last != width || is_place_after(line.text, l->at[i].text);
			const char *blank = lost ? " " : "";
			last = cut_width_of(l->at[i].text);
			line.text = fl_arena_printf(
				a, "%.*s%s%.*s", FL_ARG(line.text), blank, FL_ARG(l->at[i].text));
			i++;
		}
		l->at[kept++] = line;
	}
	l->len = kept;
}

/*
 * The width at which a few lines may be cut within words: that of the longest, unless as many lines
 * end just before it because the next word did not fit, which is how text is wrapped at blanks.
 */
static void word_cut_width(struct dbg_lines *l)
{
	size_t longest = 0, exact = 0;
	for (size_t i = 0; i < l->len; i++) {
		size_t w = cut_width_of(l->at[i].text);
		longest = w > longest && !has_gap(l->at[i].text) ? w : longest;
	}
	if (longest < WIDTH_MIN || longest > WIDTH_MAX)
		return;
	for (size_t i = 0; i + 1 < l->len; i++) {
		struct fl_slice next = l->at[i + 1].text;
		exact += cut_width_of(l->at[i].text) == longest && next.len && !blanks(next) &&
			 !starts_anew(next);
	}
	size_t soft = count_soft(l, longest);
	l->longest = longest;
	l->width = !soft || exact > 2 * soft ? longest : 0;
}

static int split(struct fl_slice text, struct fl_arena *a, struct dbg_lines *l)
{
	struct fl_slice rest = text, line;
	size_t n = 0;
	while (fl_slice_line(&rest, &line))
		n++;
	l->at = fl_arena_array(a, n + 1, sizeof(*l->at));
	if (!l->at)
		return FL_ENOMEM;
	rest = text;
	while (fl_slice_line(&rest, &line)) {
		l->at[l->len].text = trim_end(line);
		l->at[l->len].number = l->len + 1;
		l->len++;
	}
	return 0;
}

int dbg_lines_read(
	struct fl_slice text, struct fl_arena *a, struct dbg_lines *ret_lines, struct fl_error *err)
{
	struct dbg_lines l = {0};
	struct fl_buf out, scratch;
	fl_buf_init(&out, 4 * text.len + 16);
	fl_buf_init(&scratch, 4 * text.len + 16);
	plain(text, &out, &scratch);
	struct fl_slice clean = fl_arena_slice(a, fl_buf_view(&out));
	int rc = fl_buf_error(&out, "the transcript", err);
	if (!rc)
		rc = fl_buf_error(&scratch, "the transcript", err);
	fl_buf_release(&scratch);
	fl_buf_release(&out);
	if (rc)
		return rc;
	if (split(clean, a, &l) == 0) {
		take_prefixes(&l);
		drop_pages(&l);
		word_cut_width(&l);
		unwrap(&l, a);
	}
	*ret_lines = l;
	return fl_arena_error(a, "the transcript", err);
}
