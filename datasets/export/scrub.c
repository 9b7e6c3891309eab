#include "datasets/export/scrub.h"

const char *const ds_scrub_names[DS_SCRUB_COUNT] = {
#define X(id, name) name,
	DS_SCRUBS(X)
#undef X
};

/* Longest key that is looked for. */
enum { KEY_MAX = 16 << 10 };

/* What a name or a token is made of. */
enum {
	UPPER = 1,
	LOWER = 2,
	DIGIT = 4,
	LINE = 8, /* _ */
	DASH = 16,
	DOT = 32, /* . % + as in an address */
	ALNUM = UPPER | LOWER | DIGIT,
	LOCAL = ALNUM | LINE | DASH | DOT
};

static unsigned class_of(char c)
{
	if (c >= 'A' && c <= 'Z')
		return UPPER;
	if (c >= 'a' && c <= 'z')
		return LOWER;
	if (c >= '0' && c <= '9')
		return DIGIT;
	if (c == '_')
		return LINE;
	if (c == '-')
		return DASH;
	return c == '.' || c == '%' || c == '+' ? DOT : 0;
}

/* How many bytes at the start are of these classes. */
static size_t run(struct fl_slice s, unsigned classes)
{
	size_t n = 0;
	while (n < s.len && (class_of(s.ptr[n]) & classes))
		n++;
	return n;
}

/*
 * Tokens: a prefix, and at least so many of these characters (and not more, where they are counted)
 * behind it. From the pages of those who give them out.
 */
static const struct shape {
	const char *prefix;
	enum ds_scrub_kind kind;
	unsigned classes;
	size_t least, most; /* most 0: any number */
} shapes[] = {
	{"AKIA", DS_SCRUB_AWS, UPPER | DIGIT, 16, 16},
	{"ASIA", DS_SCRUB_AWS, UPPER | DIGIT, 16, 16},
	{"ghp_", DS_SCRUB_GITHUB, ALNUM, 36, 0},
	{"gho_", DS_SCRUB_GITHUB, ALNUM, 36, 0},
	{"ghu_", DS_SCRUB_GITHUB, ALNUM, 36, 0},
	{"ghs_", DS_SCRUB_GITHUB, ALNUM, 36, 0},
	{"ghr_", DS_SCRUB_GITHUB, ALNUM, 36, 0},
	{"github_pat_", DS_SCRUB_GITHUB, ALNUM | LINE, 22, 0},
	{"glpat-", DS_SCRUB_GITLAB, ALNUM | LINE | DASH, 20, 0},
	{"AIza", DS_SCRUB_GOOGLE, ALNUM | LINE | DASH, 35, 35},
	{"hf_", DS_SCRUB_HUGGING_FACE, ALNUM, 34, 0},
	{"npm_", DS_SCRUB_NPM, ALNUM, 36, 36},
	{"xoxa-", DS_SCRUB_SLACK, ALNUM | DASH, 20, 0},
	{"xoxb-", DS_SCRUB_SLACK, ALNUM | DASH, 20, 0},
	{"xoxp-", DS_SCRUB_SLACK, ALNUM | DASH, 20, 0},
	{"xoxr-", DS_SCRUB_SLACK, ALNUM | DASH, 20, 0},
	{"xoxs-", DS_SCRUB_SLACK, ALNUM | DASH, 20, 0},
	{"rk_live_", DS_SCRUB_STRIPE, ALNUM, 24, 0},
	{"sk_live_", DS_SCRUB_STRIPE, ALNUM, 24, 0},
};

/* What was found in a text. */
struct found {
	enum ds_scrub_kind kind;
	size_t start, end; /* what gives way */
};

/* Domains that stand for nobody (RFC 2606). */
static bool is_nobody(struct fl_slice domain)
{
	static const char *const ends[] = {
		"example.com", "example.org", "example.net", ".example", ".invalid", ".test"};
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (fl_slice_ends(domain, ends[i]))
			return true;
	return false;
}

/* An address around the @: a name, and a domain of labels whose last one is of letters. */
static bool find_address(struct fl_slice text, size_t sign, struct found *ret)
{
	size_t start = sign, end = sign + 1, dot = 0;
	while (start && (class_of(text.ptr[start - 1]) & LOCAL))
		start--;
	while (start < sign && !(class_of(text.ptr[start]) & ALNUM))
		start++;
	for (;;) {
		size_t label = run(fl_slice_skip(text, end), ALNUM | DASH);
		if (!label)
			break;
		end += label;
		if (end + 1 >= text.len || text.ptr[end] != '.' ||
			!(class_of(text.ptr[end + 1]) & ALNUM))
			break;
		dot = end++;
	}
	if (start == sign || !dot || end - dot < 3 ||
		run(fl_slice(text.ptr + dot + 1, end - dot - 1), UPPER | LOWER) < end - dot - 1 ||
		(end < text.len && text.ptr[end] == '_') ||
		is_nobody(fl_slice(text.ptr + sign + 1, end - sign - 1)))
		return false;
	*ret = (struct found){DS_SCRUB_EMAIL, start, end};
	return true;
}

static bool find_token(struct fl_slice text, size_t at, struct found *ret)
{
	struct fl_slice rest = fl_slice_skip(text, at);
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		const struct shape *s = &shapes[i];
		if (rest.ptr[0] != s->prefix[0] || !fl_slice_starts(rest, s->prefix))
			continue;
		size_t prefix = strlen(s->prefix);
		size_t n = run(fl_slice_skip(rest, prefix), s->classes);
		if (n < s->least || (s->most && n > s->most))
			continue;
		*ret = (struct found){s->kind, at + prefix, at + prefix + n};
		return true;
	}
	return false;
}

/* What stands between the marks of a key in PEM's form (RFC 7468). */
static bool find_key(struct fl_slice text, size_t at, struct found *ret)
{
	struct fl_slice rest = fl_slice_skip(text, at);
	if (!fl_slice_starts(rest, "-----BEGIN "))
		return false;
	ptrdiff_t mark = fl_slice_find(fl_slice_head(rest, 64), "PRIVATE KEY-----");
	ptrdiff_t end = mark < 0 ? -1 : fl_slice_find(fl_slice_head(rest, KEY_MAX), "-----END ");
	if (end < 0)
		return false;
	size_t start = (size_t)mark + strlen("PRIVATE KEY-----");
	*ret = (struct found){DS_SCRUB_PRIVATE_KEY, at + start, at + (size_t)end};
	return start < (size_t)end;
}

/* The first thing at or behind `at`. */
static bool find(struct fl_slice text, size_t at, struct found *ret)
{
	for (; at < text.len; at++) {
		char c = text.ptr[at];
		bool begins = at == 0 || !(class_of(text.ptr[at - 1]) & (ALNUM | LINE));
		if (c == '@' ? find_address(text, at, ret)
			     : (c == '-' && find_key(text, at, ret)) ||
					(begins && (class_of(c) & ALNUM) &&
						find_token(text, at, ret)))
			return true;
	}
	return false;
}

/* X for each character that says something: ends of lines, quotes and escapes stay. */
static void put_crosses(struct fl_buf *out, struct fl_slice secret)
{
	for (size_t i = 0; i < secret.len; i++) {
		char c = secret.ptr[i];
		bool escaped = i && secret.ptr[i - 1] == '\\';
		bool says = (class_of(c) & ALNUM) || c == '/' || c == '+' || c == '=';
		fl_buf_char(out, says && !escaped ? 'X' : c);
	}
}

struct fl_slice ds_scrub(struct fl_slice text, struct fl_arena *a, int64_t counts[DS_SCRUB_COUNT])
{
	struct found f;
	struct fl_buf out;
	size_t done = 0;
	if (!find(text, 0, &f))
		return text;
	fl_buf_init(&out, text.len * 2 + 64);
	do {
		/* An address never begins within what was scrubbed before it. */
		size_t start = f.start > done ? f.start : done;
		fl_buf_slice(&out, fl_slice(text.ptr + done, start - done));
		if (f.kind == DS_SCRUB_EMAIL)
			fl_buf_str(&out, "user@example.com");
		else
			put_crosses(&out, fl_slice(text.ptr + start, f.end - start));
		counts[f.kind]++;
		done = f.end;
	} while (find(text, done, &f));
	fl_buf_slice(&out, fl_slice_skip(text, done));
	struct fl_slice scrubbed = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return scrubbed;
}
