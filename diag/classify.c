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

/* Newton's square root of x in 0..1, so that the filters need no libm. */
static double root(double x)
{
	double r = 1;
	for (int i = 0; i < 60; i++)
		r = (r + x / r) / 2;
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

/* The pieces of pattern between "*" occur in s in this order; "^" pins the first to the start. */
static bool words_match(struct fl_slice s, const char *pattern)
{
	bool pinned = *pattern == '^';
	char piece[64];
	for (pattern += pinned; *pattern;) {
		size_t n = strcspn(pattern, "*");
		if (n >= sizeof(piece))
			return false;
		memcpy(piece, pattern, n);
		piece[n] = '\0';
		pattern += n + (pattern[n] == '*');
		ptrdiff_t at = fl_slice_find(s, piece);
		if (at < 0 || (pinned && at > 0))
			return false;
		s = fl_slice_skip(s, (size_t)at + n);
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
		if (fl_slice_find(notes[i].message, words) >= 0)
			return true;
	return false;
}

static bool rule_match(const struct rule *r, const struct diag_diagnostic *d)
{
	return (!r->words || words_match(d->message, r->words)) &&
	       (!r->code || (d->code.len && code_match(d->code, r->code))) &&
	       (!r->note || note_match(d, r->note)) &&
	       (!r->tool || !d->tool.len || fl_slice_eqs(d->tool, r->tool));
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

struct diag_verdict diag_classify(const struct diag_diagnostic *d)
{
	struct diag_verdict v = {.rule = RULES};
	if (d->level == DIAG_NOTE || d->level == DIAG_REMARK)
		return v;
	for (size_t i = 0; i < RULES; i++) {
		if (!rule_match(&rules[i], d))
			continue;
		v.error_class = rules[i].error_class;
		v.confidence = confidence_of(&rules[i]);
		v.rule = i;
		v.tool = rules[i].tool;
		return v;
	}
	if (fl_slice_eqs(d->tool, "ld"))
		v.error_class = DIAG_CLASS_LINKER;
	return v;
}
