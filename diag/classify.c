#include "diag/classify.h"

#include "diag/rules.h"

struct rule {
	enum diag_class error_class;
	const char *words, *code, *note, *tool;
	unsigned right, total;
};

static const struct rule rules[] = {
#define X(id, words, code, note, tool, right, total) \
	{DIAG_CLASS_##id, words, code, note, tool, right, total},
	DIAG_RULES(X)
#undef X
};
enum { RULES = sizeof(rules) / sizeof(rules[0]), CASES_MIN = 5 };

const size_t diag_rule_count = RULES;

const char *diag_rule_name(size_t rule)
{
	if (rule >= RULES)
		return "(no rule)";
	const struct rule *r = &rules[rule];
	return r->words ? r->words : r->code ? r->code : r->note;
}

enum diag_class diag_rule_class(size_t rule)
{
	return rule < RULES ? rules[rule].error_class : DIAG_CLASS_NONE;
}

/* Newton's square root of x in 0..1, so that the filters need no libm: it falls until it is met. */
static double root(double x)
{
	double r = 1, next = (r + x) / 2;
	for (int i = 0; i < 60 && next < r; i++) {
		r = next;
		next = (r + x / r) / 2;
	}
	return r;
}

int64_t diag_wilson(unsigned right, unsigned total)
{
	const double z = 1.959964; /* the 97.5 % quantile of the normal distribution */
	if (!total)
		return 0;
	double n = total, share = right / n;
	double centre = share + z * z / (2 * n);
	double spread = z * root(share * (1 - share) / n + z * z / (4 * n * n));
	double low = (centre - spread) / (1 + z * z / n);
	return low > 0 ? (int64_t)(low * 10000) : 0;
}

/* The length of the quote at the start of s: ASCII, or as gcc prints it in UTF-8; 0 for none. */
static size_t quote_length(struct fl_slice s)
{
	if (fl_slice_starts(s, "'"))
		return 1;
	return fl_slice_starts(s, "\xe2\x80\x98") || fl_slice_starts(s, "\xe2\x80\x99") ? 3 : 0;
}

/* The bytes of s that piece, any quote for "'", matches at its start; 0 for none. */
static size_t piece_length(struct fl_slice s, struct fl_slice piece)
{
	size_t at = 0;
	for (size_t i = 0; i < piece.len; i++) {
		struct fl_slice rest = fl_slice_skip(s, at);
		bool same = rest.len && rest.ptr[0] == piece.ptr[i];
		size_t n = piece.ptr[i] == '\'' ? quote_length(rest) : same;
		if (!n)
			return 0;
		at += n;
	}
	return at;
}

/* Skip s to behind the first piece in it (`pinned`: at its start). False when there is none. */
static bool piece_skip(struct fl_slice *s, struct fl_slice piece, bool pinned)
{
	if (!pinned && fl_slice_chr(piece, '\'') < 0) {
		ptrdiff_t at = fl_slice_search(*s, piece);
		*s = fl_slice_skip(*s, at >= 0 ? (size_t)at + piece.len : 0);
		return at >= 0;
	}
	for (size_t i = 0; i < (pinned ? 1 : s->len); i++) {
		size_t n = piece_length(fl_slice_skip(*s, i), piece);
		if (!n)
			continue;
		*s = fl_slice_skip(*s, i + n);
		return true;
	}
	return false;
}

/* The pieces of pattern between "*" occur in s in this order; "^" pins the first to the start. */
static bool words_match(struct fl_slice s, const char *pattern)
{
	bool pinned = *pattern == '^';
	for (pattern += pinned; *pattern;) {
		size_t n = strcspn(pattern, "*");
		if (!piece_skip(&s, fl_slice(pattern, n), pinned))
			return false;
		pattern += n + (pattern[n] == '*');
		pinned = false;
	}
	return true;
}

/* The flag as -Wname, without what -Werror= and levels ("=2") add. */
static bool code_match(struct fl_slice code, const char *pattern)
{
	static const char error[] = "-Werror=";
	size_t n = strlen(pattern);
	bool open = n && pattern[n - 1] == '*';
	const char *star = strchr(pattern, '*');
	if (!fl_slice_starts(pattern[1] == 'W' ? code : FL_S(""), "-W"))
		return fl_slice_eqs(code, pattern);
	code = fl_slice_skip(code, fl_slice_starts(code, error) ? sizeof(error) - 1 : 2);
	ptrdiff_t equals = fl_slice_chr(code, '=');
	if (equals >= 0)
		code = fl_slice_head(code, (size_t)equals);
	pattern += 2;
	n -= 2;
	if (!star)
		return fl_slice_eqs(code, pattern);
	size_t head = (size_t)(star - pattern), tail = n - head - 1;
	if (open && strchr(pattern, '*') != pattern + n - 1) /* "*sign*" */
		return words_match(code, pattern);
	return code.len >= n - 1 && memcmp(code.ptr, pattern, head) == 0 &&
	       (tail == 0 || memcmp(code.ptr + code.len - tail, star + 1, tail) == 0);
}

static bool note_match(const struct diag_diagnostic *d, const char *words)
{
	const struct diag_note *notes = d->notes.items;
	for (size_t i = 0; i < d->notes.len; i++)
		if (words_match(notes[i].message, words))
			return true;
	return false;
}

/* Which pairs of neighbours a text has, hashed: most rules fail by it without a search. */
enum { PAIRS = 1024 };
struct pairs {
	uint64_t bits[PAIRS / 64];
};

static unsigned pair_hash(const char *p)
{
	return ((unsigned char)p[0] * 37U + (unsigned char)p[1]) % PAIRS;
}

static struct pairs pairs_of(struct fl_slice s)
{
	struct pairs all = {0};
	for (size_t i = 0; i + 1 < s.len; i++) {
		unsigned h = pair_hash(s.ptr + i);
		all.bits[h / 64] |= 1ULL << h % 64;
	}
	return all;
}

static bool is_plain(char c)
{
	return c != '^' && c != '*' && c != '\'';
}

/* False when the pattern's words cannot all be in the text of those pairs. */
static bool words_possible(const struct pairs *all, const char *pattern)
{
	for (; pattern[0] && pattern[1]; pattern++) {
		unsigned h = pair_hash(pattern);
		if (is_plain(pattern[0]) && is_plain(pattern[1]) &&
			!(all->bits[h / 64] & 1ULL << h % 64))
			return false;
	}
	return true;
}

/* What is cheap to compare first. */
static bool rule_match(
	const struct rule *r, const struct diag_diagnostic *d, const struct pairs *message)
{
	return (!r->code || (d->code.len && code_match(d->code, r->code))) &&
	       (!r->tool || !d->tool.len || fl_slice_eqs(d->tool, r->tool)) &&
	       (!r->note || note_match(d, r->note)) &&
	       (!r->words ||
		       (words_possible(message, r->words) && words_match(d->message, r->words)));
}

static int64_t confidence_of(const struct rule *r)
{
	unsigned right = r->right, total = r->total;
	if (total >= CASES_MIN)
		return diag_wilson(right, total);
	right = total = 0;
	for (size_t i = 0; i < RULES; i++)
		if (rules[i].error_class == r->error_class) {
			right += rules[i].right;
			total += rules[i].total;
		}
	return diag_wilson(right, total);
}

/* What a linker says is about linking, whatever words it shares with compilers. */
static bool is_linker(struct fl_slice tool)
{
	static const char *const names[] = {"ld", "gold", "lld", "mold"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fl_slice_eqs(tool, names[i]))
			return true;
	return false;
}

struct diag_verdict diag_classify(const struct diag_diagnostic *d)
{
	struct diag_verdict v = {.rule = RULES};
	if (d->level == DIAG_NOTE || d->level == DIAG_REMARK)
		return v;
	struct pairs message = pairs_of(d->message);
	bool linker = is_linker(d->tool);
	for (size_t i = 0; i < RULES; i++) {
		if (linker && rules[i].error_class != DIAG_CLASS_LINKER)
			continue;
		if (!rule_match(&rules[i], d, &message))
			continue;
		v.error_class = rules[i].error_class;
		v.confidence = confidence_of(&rules[i]);
		v.rule = i;
		v.tool = rules[i].tool;
		return v;
	}
	if (linker)
		v.error_class = DIAG_CLASS_LINKER;
	return v;
}
