/* What a shell's `if` asks, as far as its variables are known. */
#include "platform/autotools/script.h"

enum { TERMS_MAX = 64 };

static bool match_one(struct fl_slice p, struct fl_slice t)
{
	size_t i = 0, j = 0, star = SIZE_MAX, mark = 0;
	while (j < t.len) {
		if (i < p.len && p.ptr[i] == '*') {
			star = i++;
			mark = j;
		} else if (i < p.len && (p.ptr[i] == '?' || p.ptr[i] == t.ptr[j])) {
			i++;
			j++;
		} else if (star != SIZE_MAX) {
			i = star + 1;
			j = ++mark;
		} else {
			return false;
		}
	}
	while (i < p.len && p.ptr[i] == '*')
		i++;
	return i == p.len;
}

bool plat_aut_match(struct fl_slice patterns, struct fl_slice text)
{
	while (patterns.len) {
		ptrdiff_t bar = fl_slice_chr(patterns, '|');
		struct fl_slice one = bar < 0 ? patterns : fl_slice_head(patterns, (size_t)bar);
		patterns = fl_slice_skip(patterns, one.len + (bar >= 0));
		one = fl_slice_trim(one);
		while (one.len && strchr("[(\"'", one.ptr[0]))
			one = fl_slice_skip(one, 1);
		while (one.len && strchr("])\"'", one.ptr[one.len - 1]))
			one.len--;
		if (match_one(one, text))
			return true;
	}
	return false;
}

struct terms {
	struct aut_script *s;
	struct fl_slice raw[TERMS_MAX];
	size_t count, at;
};

static bool is_term(const struct terms *t, const char *text)
{
	return t->at < t->count && fl_slice_eqs(t->raw[t->at], text);
}

static enum aut_three negate(enum aut_three t)
{
	return t == AUT_MAYBE ? t : t == AUT_YES ? AUT_NO : AUT_YES;
}

static bool known(struct terms *t, struct fl_slice raw, struct fl_slice *ret_text)
{
	struct aut_value v = plat_aut_here(t->s, plat_aut_expand(t->s, raw, 0));
	return plat_aut_text(t->s->work, &v, ret_text);
}

/* test a = b, test -n a, test a: up to the next "-a", "-o", "&&", "||". */
static enum aut_three primary(struct terms *t)
{
	struct fl_slice a, b;
	if (is_term(t, "!")) {
		t->at++;
		return negate(t->at < t->count ? primary(t) : AUT_MAYBE);
	}
	struct fl_slice first = t->raw[t->at++];
	bool z = fl_slice_eqs(first, "-z"), n = fl_slice_eqs(first, "-n");
	if ((z || n) && t->at < t->count) {
		struct fl_slice of = t->raw[t->at++];
		return !known(t, of, &a) ? AUT_MAYBE : (a.len == 0) == z ? AUT_YES : AUT_NO;
	}
	if (fl_slice_starts(first, "-") && first.len == 2) {
		t->at += t->at < t->count;
		return AUT_MAYBE;
	}
	bool equal = is_term(t, "=") || is_term(t, "=="), differ = is_term(t, "!=");
	if (equal || differ) {
		struct fl_slice other = t->at + 1 < t->count ? t->raw[t->at + 1] : FL_S("");
		t->at += 2;
		if (!known(t, first, &a) || !known(t, other, &b))
			return AUT_MAYBE;
		return fl_slice_eq(a, b) == equal ? AUT_YES : AUT_NO;
	}
	if (fl_slice_starts(t->at < t->count ? t->raw[t->at] : FL_S(""), "-") &&
		!is_term(t, "-a") && !is_term(t, "-o")) {
		t->at += 2;
		return AUT_MAYBE;
	}
	return AUT_MAYBE;
}

static enum aut_three both(enum aut_three x, enum aut_three y)
{
	return x == AUT_NO || y == AUT_NO     ? AUT_NO
	       : x == AUT_YES && y == AUT_YES ? AUT_YES
					      : AUT_MAYBE;
}

static enum aut_three either(enum aut_three x, enum aut_three y)
{
	return negate(both(negate(x), negate(y)));
}

/* "pkg-config --exists zlib", "… --atleast-version 3.6 protobuf": of a package that is there. */
static bool finds_package(const struct terms *t, size_t from, size_t to)
{
	bool asks = false;
	struct fl_slice name = FL_S("");
	for (size_t i = from + 1; i < to; i++) {
		asks |= fl_slice_eqs(t->raw[i], "--exists") ||
			fl_slice_starts(t->raw[i], "--atleast-version");
		if (!fl_slice_starts(t->raw[i], "-"))
			name = t->raw[i];
	}
	bool is_tool = fl_slice_eqs(t->raw[from], "pkg-config") ||
		       fl_slice_eqs(t->raw[from], "$PKG_CONFIG");
	return is_tool && asks && plat_tree_has_package(t->s->tree, PLAT_NAMED_PACKAGE, name);
}

static enum aut_three command(struct terms *t)
{
	bool no = is_term(t, "!");
	t->at += no;
	bool bracket = is_term(t, "[");
	if (!bracket && !is_term(t, "test")) {
		bool truth = is_term(t, "true") || is_term(t, ":"), lie = is_term(t, "false");
		size_t from = t->at;
		while (t->at < t->count && !is_term(t, "&&") && !is_term(t, "||"))
			t->at++;
		truth = truth || (from < t->at && finds_package(t, from, t->at));
		enum aut_three is = truth ? AUT_YES : lie ? AUT_NO : AUT_MAYBE;
		return no ? negate(is) : is;
	}
	t->at++;
	enum aut_three is = t->at < t->count ? primary(t) : AUT_MAYBE;
	while (is_term(t, "-a") || is_term(t, "-o")) {
		bool and = is_term(t, "-a");
		t->at++;
		enum aut_three next = t->at < t->count ? primary(t) : AUT_MAYBE;
		is = and? both(is, next) : either(is, next);
	}
	if (bracket && is_term(t, "]"))
		t->at++;
	return no ? negate(is) : is;
}

static void cut(struct terms *t, struct fl_slice text)
{
	int64_t line = 0;
	for (size_t i = 0; i < text.len;) {
		char ch = text.ptr[i];
		if (ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r' || ch == '\\') {
			i++;
			continue;
		}
		size_t start = i;
		if (strchr(";&|<>()", ch) && ch)
			i += i + 1 < text.len && text.ptr[i + 1] == ch ? 2 : 1;
		else
			plat_aut_raw(text, &i, &line);
		if (t->count == TERMS_MAX || i == start) {
			t->count = 0;
			return;
		}
		t->raw[t->count++] = fl_slice(text.ptr + start, i - start);
	}
	while (t->count && (is_term(t, ";") || fl_slice_eqs(t->raw[t->count - 1], ";")))
		t->count--;
}

enum aut_three plat_aut_condition(struct aut_script *s, struct fl_slice text)
{
	struct terms t = {.s = s};
	cut(&t, text);
	for (size_t i = 0; i < t.count; i++)
		if (memchr(";<>(){}", t.raw[i].ptr[0], 7) || fl_slice_eqs(t.raw[i], "|") ||
			fl_slice_eqs(t.raw[i], "&"))
			return AUT_MAYBE;
	if (!t.count)
		return AUT_MAYBE;
	enum aut_three is = command(&t);
	while (t.at < t.count) {
		bool and = is_term(&t, "&&"), or = is_term(&t, "||");
		if (!and&&! or)
			return AUT_MAYBE;
		t.at++;
		enum aut_three next = t.at < t.count ? command(&t) : AUT_MAYBE;
		is = and? both(is, next) : either(is, next);
	}
	return is;
}
