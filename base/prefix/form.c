/* Patterns of prefixes against the start of a line. */
#include "base/prefix/form.h"

#include "base/lanes.h"
#include "base/prefix/telling.h"

struct cursor {
	const char *at, *end;
	struct fl_prefix_match *m;
	const char *last_name; /* of the names, where it starts in the line */
	size_t last_len;
	size_t width; /* of the code that is taken */
	char until; /* the byte behind it in the pattern */
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (unsigned char)c >= 0x80;
}

/* Take `least` to `most` digits. */
static bool digits(struct cursor *c, size_t least, size_t most)
{
	size_t n = 0;
	while (n < most && c->at < c->end && is_digit(*c->at)) {
		c->at++;
		n++;
	}
	return n >= least;
}

static bool byte(struct cursor *c, const char *set)
{
	if (c->at == c->end || !*c->at || !strchr(set, *c->at))
		return false;
	c->at++;
	return true;
}

static bool blanks(struct cursor *c)
{
	const char *start = c->at;
	while (c->at < c->end && *c->at == ' ')
		c->at++;
	return c->at > start;
}

/* .123, and :123 of consoles on Windows */
static void fraction(struct cursor *c)
{
	const char *start = c->at;
	if (byte(c, ".,") && digits(c, 1, 9))
		return;
	c->at = start;
	if (byte(c, ":") && digits(c, 3, 3))
		return;
	c->at = start;
}

/* 03:04:05.123 */
static bool time_of_day(struct cursor *c)
{
	if (!digits(c, 1, 2) || !byte(c, ":") || !digits(c, 2, 2) || !byte(c, ":") ||
		!digits(c, 2, 2))
		return false;
	fraction(c);
	return true;
}

/* +00:00, -0500 */
static void zone(struct cursor *c)
{
	const char *start = c->at;
	if (byte(c, "Z"))
		return;
	if (!byte(c, "+-") || !digits(c, 2, 2)) {
		c->at = start;
		return;
	}
	byte(c, ":");
	if (!digits(c, 2, 2))
		c->at = start;
}

/* One of the words, three bytes each. */
static bool word3(struct cursor *c, const char *words)
{
	for (; *words; words += 3)
		if (c->end - c->at >= 3 && !memcmp(c->at, words, 3)) {
			c->at += 3;
			return true;
		}
	return false;
}

static bool month(struct cursor *c)
{
	return word3(c, "JanFebMarAprMayJunJulAugSepOctNovDec");
}

static bool weekday(struct cursor *c)
{
	return word3(c, "MonTueWedThuFriSatSun");
}

/* " UTC", and what else stands there on servers: a level (" INFO") must not. */
static void zone_name(struct cursor *c)
{
	static const char names[] = "UTCGMTCETEETWETBSTESTEDTCSTCDTMSTMDTPSTPDTMSKISTJST";
	const char *start = c->at;
	if (!byte(c, " ") || !word3(c, names) || c->at == c->end || *c->at != ' ')
		c->at = start;
}

static bool date_time(struct cursor *c)
{
	if (weekday(c) && !byte(c, " "))
		return false;
	if (!digits(c, 4, 4) || !byte(c, "-/.") || !digits(c, 2, 2) || !byte(c, "-/.") ||
		!digits(c, 2, 2) || !byte(c, "T ") || !time_of_day(c))
		return false;
	zone(c);
	zone_name(c);
	return true;
}

static bool syslog_time(struct cursor *c)
{
	return month(c) && blanks(c) && digits(c, 1, 2) && byte(c, " ") && time_of_day(c);
}

static bool c_time(struct cursor *c)
{
	return weekday(c) && byte(c, " ") && syslog_time(c) && byte(c, " ") && digits(c, 4, 4);
}

static bool short_date(struct cursor *c)
{
	return digits(c, 2, 2) && byte(c, "-") && digits(c, 2, 2) && byte(c, " ") && time_of_day(c);
}

static bool day_month_year(struct cursor *c)
{
	return digits(c, 2, 2) && byte(c, "-") && month(c) && byte(c, "-") && digits(c, 4, 4) &&
	       byte(c, " ") && time_of_day(c);
}

/* 02.01.2026 03:04:05, as servers in much of Europe have it; 1/2/2026, 3:04:05 in America */
static bool numbers_year_last(struct cursor *c)
{
	if (!digits(c, 1, 2) || !byte(c, "./") || !digits(c, 1, 2) || !byte(c, "./") ||
		!digits(c, 4, 4))
		return false;
	byte(c, ",");
	return byte(c, " ") && time_of_day(c);
}

/* 12.345, and 1939. of BuildKit; "1. " is the number of something. */
static bool seconds(struct cursor *c)
{
	const char *start = c->at;
	if (!digits(c, 1, 10) || !byte(c, "."))
		return false;
	bool long_enough = c->at - start > 4;
	return digits(c, 1, 9) || long_enough;
}

static const struct fl_slice level_words[] = {FL_LIT("emerg"), FL_LIT("alert"), FL_LIT("crit"),
	FL_LIT("critical"), FL_LIT("fatal"), FL_LIT("error"), FL_LIT("err"), FL_LIT("warning"),
	FL_LIT("warn"), FL_LIT("notice"), FL_LIT("info"), FL_LIT("debug"), FL_LIT("trace"),
	FL_LIT("severe"), FL_LIT("verbose")};
enum { LEVEL_SHORTEST = sizeof("err") - 1, LEVEL_LONGEST = sizeof("critical") - 1 };

static bool is_level(const char *word, size_t len)
{
	if (len < LEVEL_SHORTEST || len > LEVEL_LONGEST)
		return false;
	for (size_t i = 0; i < sizeof(level_words) / sizeof(level_words[0]); i++) {
		size_t n = 0;
		while (len == level_words[i].len && n < len &&
			(word[n] | 0x20) == level_words[i].ptr[n])
			n++;
		if (n == len)
			return true;
	}
	return false;
}

static bool level(struct cursor *c)
{
	const char *start = c->at;
	while (c->at < c->end && is_letter(*c->at))
		c->at++;
	size_t len = (size_t)(c->at - start);
	/* most words are none, and what the pattern goes on with is asked for sooner */
	if (c->until != '%' && !c->width && c->at < c->end && *c->at != c->until && *c->at != '\r')
		return false;
	if (!is_level(start, len))
		return false;
	for (; len < c->width && c->at < c->end && *c->at == ' '; len++)
		c->at++;
	return true;
}

#define NAME_BYTES "_.@/+-" /* besides letters, digits and ":" before a letter */

static bool name_byte(const struct cursor *c)
{
	char b = *c->at;
	if (is_letter(b) || is_digit(b))
		return true;
	switch (b) {
	case '_': /* NAME_BYTES */
	case '.':
	case '@':
	case '/':
	case '+':
	case '-': return true;
	case ':': return c->end - c->at > 1 && (is_letter(c->at[1]) || c->at[1] == ':');
	default: return false;
	}
}

/* Keep a name. False: it is too long. */
static bool keep(struct cursor *c, const char *start, const char *end)
{
	while (end > start && end[-1] == ' ')
		end--;
	size_t len = (size_t)(end - start);
	struct fl_prefix_match *m = c->m;
	if (m->key_len + len + 1 >= sizeof(m->key))
		return false;
	if (m->key_len)
		m->key[m->key_len++] = ' ';
	memcpy(m->key + m->key_len, start, len);
	m->key_len += len;
	c->last_name = start;
	c->last_len = len;
	return true;
}

static bool name(struct cursor *c)
{
	const char *start = c->at;
	bool letter = false;
	while (c->at < c->end && name_byte(c))
		letter = is_letter(*c->at++) || letter;
	return letter && keep(c, start, c->at);
}

/* A pod's name has what its copy is told by, a container's need not. */
static bool kubernetes_name(struct cursor *c)
{
	const char *start = c->at;
	bool digit = false, dash = false;
	for (; c->at < c->end; c->at++) {
		if (is_digit(*c->at))
			digit = true;
		else if (*c->at == '-' && c->at > start)
			dash = true;
		else if (*c->at < 'a' || *c->at > 'z')
			break;
	}
	return c->at > start && (!c->width || (digit && dash)) && keep(c, start, c->at);
}

/* A host's name: a logger's level is none. */
static bool host(struct cursor *c)
{
	return name(c) && !is_level(c->last_name, c->last_len);
}

static bool number_kept(struct cursor *c)
{
	const char *start = c->at;
	return digits(c, 1, 10) && keep(c, start, c->at);
}

/* #12 */
static bool step_kept(struct cursor *c)
{
	const char *start = c->at;
	return byte(c, "#") && digits(c, 1, 10) && keep(c, start, c->at);
}

/* Text up to the byte that the pattern goes on with. */
static bool text(struct cursor *c, char until, bool kept)
{
	const char *start = c->at;
	ptrdiff_t len = fl_slice_chr(fl_slice(start, (size_t)(c->end - start)), until);
	if (len <= 0 || len > FL_PREFIX_NAME_MAX || *start == ' ')
		return false;
	for (c->at = start + len; start < c->at; start++)
		if ((unsigned char)*start < ' ')
			return false;
	return !kept || keep(c, c->at - len, c->at);
}

/* 00O: the number of the stream, and output or error. */
static bool gitlab_stream(struct cursor *c)
{
	const char *start = c->at;
	return digits(c, 2, 2) && byte(c, "OE") && keep(c, start, c->at);
}

static bool joint(struct cursor *c)
{
	c->m->joins = c->at < c->end && *c->at == '+';
	return byte(c, " +");
}

/* F: a full line, P: a part of one */
static bool part(struct cursor *c)
{
	c->m->piece = c->at < c->end && *c->at == 'P';
	return byte(c, "FP");
}

static bool number(struct cursor *c)
{
	return digits(c, 1, 10);
}

static bool named_text(struct cursor *c)
{
	return text(c, c->until, true);
}

static bool other_text(struct cursor *c)
{
	return text(c, c->until, false);
}

static bool any_blanks(struct cursor *c)
{
	blanks(c);
	return true;
}

enum { INDENT_MIN = 2, INDENT_MAX = 16 }; /* one blank is clang's, or a linker's */

static size_t blanks_and_tabs(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && (s.ptr[n] == ' ' || s.ptr[n] == '\t'))
		n++;
	return n;
}

static bool starts_set_in(char c)
{
	return is_letter(c) || (c && strchr("=-[</.", c));
}

/* What may stand behind all the blanks of a line from which they are learned. */
static bool may_be_set_in(struct fl_slice text)
{
	size_t n = blanks_and_tabs(text);
	return n < text.len && n <= INDENT_MAX && (n >= INDENT_MIN || text.ptr[0] == '\t') &&
	       starts_set_in(text.ptr[n]);
}

static bool indent(struct cursor *c)
{
	struct fl_slice text = fl_slice(c->at, (size_t)(c->end - c->at));
	size_t all = blanks_and_tabs(text), wanted = c->m->indent;
	if (wanted ? all < wanted : !may_be_set_in(text))
		return false;
	c->m->indent = wanted ? wanted : all;
	c->at += c->m->indent;
	return true;
}

#define LEVEL_LETTERS "VDIWEFA"

static bool level_letter(struct cursor *c)
{
	return byte(c, LEVEL_LETTERS);
}

/* What the text of a code may start with, besides the bytes of its row. */
enum {
	DIGIT = 1,
	LETTER = 2,
	VISIBLE = 4,
	CAPITAL = 8, /* the bytes stand for their capitals, too */
	NOTHING = 16 /* with what the rest of the pattern starts with: it may be empty */
};

#define DAYS "MTWFS"

/* By the code's letter: how it is taken, and what may start it. form.h says what they are. */
static const struct code {
	bool (*take)(struct cursor *c);
	unsigned starts;
	const char *bytes;
} codes[128] = {
	['I'] = {date_time, DIGIT, DAYS},
	['H'] = {time_of_day, DIGIT, ""},
	['S'] = {syslog_time, 0, "JFMASOND"},
	['C'] = {c_time, 0, DAYS},
	['D'] = {short_date, DIGIT, ""},
	['B'] = {day_month_year, DIGIT, ""},
	['E'] = {numbers_year_last, DIGIT, ""},
	['f'] = {seconds, DIGIT, ""},
	['d'] = {number, DIGIT, ""},
	['w'] = {number_kept, DIGIT, ""},
	['#'] = {step_kept, 0, "#"},
	['h'] = {host, DIGIT | LETTER, NAME_BYTES ":"},
	['n'] = {name, DIGIT | LETTER, NAME_BYTES ":"},
	['m'] = {named_text, VISIBLE, ""},
	['j'] = {other_text, VISIBLE, ""},
	['s'] = {any_blanks, NOTHING, " "},
	['_'] = {blanks, 0, " "},
	['L'] = {level, CAPITAL, "eafcwnidtsv"},
	['c'] = {level_letter, 0, LEVEL_LETTERS},
	['G'] = {gitlab_stream, DIGIT, ""},
	['p'] = {part, 0, "FP"},
	['+'] = {joint, 0, " +"},
	['k'] = {kubernetes_name, DIGIT | LETTER, ""},
	['='] = {indent, 0, " \t"},
};

/* Of the code behind the "%" at p: its row, its width, and where the pattern goes on. */
static const struct code *code_at(const char *p, size_t *ret_width, const char **ret_next)
{
	p++;
	*ret_width = is_digit(*p) ? (size_t)(*p++ - '0') : 0;
	*ret_next = p + 1;
	return &codes[(unsigned char)*p % (sizeof(codes) / sizeof(codes[0]))];
}

bool fl_prefix_match(
	const struct fl_prefix_form *form, struct fl_slice line, struct fl_prefix_match *ret_match)
{
	struct cursor c = {.at = line.ptr, .end = line.ptr + line.len, .m = ret_match};
	ret_match->joins = ret_match->piece = false;
	ret_match->key_len = 0;
	for (const char *p = form->pattern, *next; *p; p = next) {
		next = p + 1;
		if (*p == '%') {
			const struct code *code = code_at(p, &c.width, &next);
			c.until = *next;
			if (!code->take || !code->take(&c))
				return false;
		} else if (c.at < c.end && *c.at == *p) {
			c.at++;
		} else if (*p != ' ' || p[1] || (c.at < c.end && *c.at != '\r')) {
			return false;
		}
	}
	ret_match->len = (size_t)(c.at - line.ptr);
	bool tab = c.at > line.ptr && c.at[-1] == '\t'; /* behind no name of theirs */
	return !(form->flags & (FL_PREFIX_KEYED | FL_PREFIX_INNER)) || !c.last_name || tab ||
	       !fl_telling_speaker(fl_slice(c.last_name, c.last_len));
}

size_t fl_prefix_name_len(struct fl_slice text)
{
	struct cursor c = {.at = text.ptr, .end = text.ptr + text.len};
	while (c.at < c.end && name_byte(&c))
		c.at++;
	return (size_t)(c.at - text.ptr);
}

/* Can the rest of a pattern match a text that starts with this byte? */
static bool may_follow(const char *p, char first)
{
	if (p[0] != '%') /* the last blank may be missing */
		return *p == first || (first == '\r' && p[0] == ' ' && !p[1]);
	size_t width;
	const struct code *code = code_at(p, &width, &p);
	char byte = code->starts & CAPITAL ? (char)(first | 0x20) : first;
	return (first && code->bytes && strchr(code->bytes, byte)) ||
	       (code->starts & DIGIT && is_digit(first)) ||
	       (code->starts & LETTER && is_letter(first)) ||
	       (code->starts & VISIBLE && (unsigned char)first > ' ') ||
	       (code->starts & NOTHING && may_follow(p, first));
}

/* What stands behind a name: the pattern's blanks, and the byte behind them. */
static bool fits_behind(const char *p, struct fl_slice rest)
{
	if (p[0] == '%')
		return p[1] != '_' || !rest.len || rest.ptr[0] == ' ';
	if (!rest.len)
		return p[0] == ' ';
	return rest.ptr[0] == p[0] && (!p[1] || rest.len == 1 || may_follow(p + 1, rest.ptr[1]));
}

bool fl_prefix_fits(const struct fl_prefix_form *form, struct fl_slice text, size_t name_len)
{
	const char *p = form->pattern;
	size_t set_in = 0;
	while (p[set_in] == ' ')
		set_in++;
	if (set_in && p[set_in] && p[set_in] != '%')
		return fl_blanks(text) < text.len && text.ptr[fl_blanks(text)] == p[set_in];
	if (p[0] != '%')
		return !p[1] || text.len < 2 || may_follow(p + 1, text.ptr[1]);
	if (p[1] == 's') {
		size_t blanks = fl_blanks(text);
		return blanks == text.len || may_follow(p + 2, text.ptr[blanks]);
	}
	if (p[1] == '=') {
		size_t blanks = fl_blanks(text);
		return blanks != 1 && (blanks == text.len || text.ptr[blanks] == '\t' ||
					      starts_set_in(text.ptr[blanks]));
	}
	p += 1 + (is_digit(p[1]) ? 1 : 0);
	return (*p != 'n' && *p != 'h' && *p != 'k') ||
	       fits_behind(p + 1, fl_slice_skip(text, name_len));
}

bool fl_prefix_may_start(const struct fl_prefix_form *form, char first)
{
	return may_follow(form->pattern, first);
}
