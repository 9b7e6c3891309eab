#include "platform/make/text.h"

enum { MERGED_WORDS_MAX = 256 };

static bool is_region(char c)
{
	return c == MK_PERHAPS || c == MK_CERTAIN;
}

static void region(size_t *perhaps, char c)
{
	if (c == MK_PERHAPS)
		++*perhaps;
	else if (*perhaps)
		--*perhaps;
}

size_t plat_mk_reference(struct fl_slice text, size_t at)
{
	if (at + 1 >= text.len)
		return text.len;
	char open = text.ptr[at + 1], close = open == '(' ? ')' : open == '{' ? '}' : '\0';
	if (!close)
		return at + 2;
	size_t level = 0;
	for (size_t i = at + 1; i < text.len; i++) {
		level += text.ptr[i] == open;
		if (text.ptr[i] == close && --level == 0)
			return i + 1;
	}
	return text.len;
}

static size_t word_end(struct fl_slice s, bool raw)
{
	size_t i = 0;
	while (i < s.len && !plat_mk_blank(s.ptr[i]))
		i = raw && s.ptr[i] == '$' ? plat_mk_reference(s, i) : i + 1;
	return i < s.len ? i : s.len;
}

bool plat_mk_next(struct mk_words *w, struct mk_word *ret_word)
{
	struct fl_slice s = w->rest;
	size_t at = 0;
	for (; at < s.len && (plat_mk_blank(s.ptr[at]) || is_region(s.ptr[at])); at++)
		if (is_region(s.ptr[at]))
			region(&w->perhaps, s.ptr[at]);
	s = fl_slice_skip(s, at);
	if (!s.len) {
		w->rest = s;
		return false;
	}
	size_t end = word_end(s, w->raw), last = end;
	struct mk_word word = {.perhaps = w->perhaps > 0};
	while (last && s.ptr[last - 1] == MK_CERTAIN)
		last--;
	word.text = fl_slice_head(s, last);
	for (size_t i = 0; i < end; i++) {
		if (is_region(s.ptr[i]))
			region(&w->perhaps, s.ptr[i]);
		word.unknown |= i < last && s.ptr[i] <= MK_CERTAIN && s.ptr[i] >= MK_UNKNOWN;
	}
	w->rest = fl_slice_skip(s, end);
	*ret_word = word;
	return true;
}

void plat_mk_put(struct mk_list *l, struct fl_slice text, bool perhaps)
{
	if (l->count++)
		fl_buf_char(l->out, ' ');
	if (perhaps)
		fl_buf_char(l->out, MK_PERHAPS);
	fl_buf_slice(l->out, text);
	if (perhaps)
		fl_buf_char(l->out, MK_CERTAIN);
}

static size_t clear_head(struct fl_slice s)
{
	size_t i = 0;
	while (i < s.len && (s.ptr[i] > MK_CERTAIN || s.ptr[i] < MK_UNKNOWN))
		i++;
	return i;
}

bool plat_mk_clear(struct fl_slice text)
{
	return clear_head(text) == text.len;
}

/* May the root's path, "/…", be what stands at s[at]? */
static bool may_be_root(struct fl_slice s, size_t at)
{
	return at < s.len && (s.ptr[at] == '/' || s.ptr[at] == MK_ROOT);
}

enum mk_truth plat_mk_equal(struct fl_slice a, struct fl_slice b)
{
	size_t heads[2] = {clear_head(a), clear_head(b)}, common = fl_slice_common_head(a, b);
	size_t least = heads[0] < heads[1] ? heads[0] : heads[1];
	bool clear[2] = {heads[0] == a.len, heads[1] == b.len};
	if (clear[0] && clear[1] && fl_slice_eq(a, b))
		return MK_YES;
	bool root_a = common < a.len && a.ptr[common] == MK_ROOT;
	bool root_b = common < b.len && b.ptr[common] == MK_ROOT;
	if (common <= least && (root_a || root_b))
		return may_be_root(root_a ? b : a, common) ? MK_MAYBE : MK_NO;
	if (common < least || (clear[0] && clear[1]))
		return MK_NO;
	/* A known text is shorter than the known part of the other. */
	if ((clear[0] && a.len < heads[1]) || (clear[1] && b.len < heads[0]))
		return MK_NO;
	return MK_MAYBE;
}

enum mk_truth plat_mk_filled(struct fl_slice text)
{
	struct mk_words w = plat_mk_words(text);
	struct mk_word word;
	enum mk_truth t = MK_NO;
	while (plat_mk_next(&w, &word)) {
		bool sure = !word.perhaps && clear_head(word.text) > 0;
		if (sure)
			return MK_YES;
		t = MK_MAYBE;
	}
	return t;
}

static ptrdiff_t percent(struct fl_slice pattern)
{
	for (size_t i = 0; i < pattern.len; i++)
		if (pattern.ptr[i] == '%' && !(i && pattern.ptr[i - 1] == '\\'))
			return (ptrdiff_t)i;
	return -1;
}

bool plat_mk_match(struct fl_slice pattern, struct fl_slice word, struct fl_slice *ret_stem)
{
	ptrdiff_t at = percent(pattern);
	if (at < 0) {
		if (ret_stem)
			*ret_stem = fl_slice(NULL, 0);
		return fl_slice_eq(pattern, word);
	}
	struct fl_slice head = fl_slice_head(pattern, (size_t)at);
	struct fl_slice tail = fl_slice_skip(pattern, (size_t)at + 1);
	if (word.len < head.len + tail.len || !fl_slice_starts_with(word, head) ||
		!fl_slice_ends_with(word, tail))
		return false;
	if (ret_stem)
		*ret_stem = fl_slice(word.ptr + head.len, word.len - head.len - tail.len);
	return true;
}

void plat_mk_fill(struct fl_buf *out, struct fl_slice pattern, struct fl_slice stem)
{
	ptrdiff_t at = percent(pattern);
	if (at < 0) {
		fl_buf_slice(out, pattern);
		return;
	}
	fl_buf_slice(out, fl_slice_head(pattern, (size_t)at));
	fl_buf_slice(out, stem);
	fl_buf_slice(out, fl_slice_skip(pattern, (size_t)at + 1));
}

/* Does c match the set at p[at] == '['? *ret_next: index behind it; 0: it has no end. */
static bool in_set(struct fl_slice p, size_t at, char c, size_t *ret_next)
{
	bool negated = at + 1 < p.len && (p.ptr[at + 1] == '!' || p.ptr[at + 1] == '^');
	size_t i = at + 1 + negated, first = i;
	bool found = false;
	*ret_next = 0;
	for (; i < p.len && (p.ptr[i] != ']' || i == first); i++) {
		if (i + 2 < p.len && p.ptr[i + 1] == '-' && p.ptr[i + 2] != ']') {
			found |= p.ptr[i] <= c && c <= p.ptr[i + 2];
			i += 2;
		} else {
			found |= p.ptr[i] == c;
		}
	}
	if (i < p.len)
		*ret_next = i + 1;
	return found != negated;
}

bool plat_mk_glob(struct fl_slice p, struct fl_slice s)
{
	size_t i = 0, j = 0, star = SIZE_MAX, back = 0;
	if (s.len && s.ptr[0] == '.' && !(p.len && p.ptr[0] == '.'))
		return false;
	while (j < s.len) {
		size_t next = i + 1;
		bool fits = i < p.len && (p.ptr[i] == '?' || p.ptr[i] == s.ptr[j]);
		if (i < p.len && p.ptr[i] == '[') {
			bool in = in_set(p, i, s.ptr[j], &next);
			fits = next ? in : s.ptr[j] == '[';
			next = next ? next : i + 1;
		}
		if (i < p.len && p.ptr[i] == '*') {
			star = i++;
			back = j;
		} else if (fits) {
			i = next;
			j++;
		} else if (star != SIZE_MAX) {
			i = star + 1;
			j = ++back;
		} else {
			return false;
		}
	}
	while (i < p.len && p.ptr[i] == '*')
		i++;
	return i == p.len;
}

/* The words of a side, up to the most that are compared one by one. */
static size_t collect(struct fl_slice text, bool raw, struct mk_word *words)
{
	struct mk_words w = {.rest = text, .raw = raw};
	size_t n = 0;
	while (n < MERGED_WORDS_MAX && plat_mk_next(&w, &words[n]))
		n++;
	return n;
}

static bool same(const struct mk_word *a, const struct mk_word *b)
{
	return a->perhaps == b->perhaps && fl_slice_eq(a->text, b->text);
}

static bool among(const struct mk_word *words, size_t from, size_t to, const struct mk_word *word)
{
	for (size_t i = from; i < to; i++)
		if (same(&words[i], word))
			return true;
	return false;
}

void plat_mk_merge(struct fl_slice a, struct fl_slice b, bool raw, struct fl_buf *out)
{
	struct mk_word x[MERGED_WORDS_MAX], y[MERGED_WORDS_MAX];
	size_t n = collect(a, raw, x), m = collect(b, raw, y), head = 0, tail = 0;
	struct mk_list l = {.out = out};
	if (n == MERGED_WORDS_MAX || m == MERGED_WORDS_MAX) {
		plat_mk_put(&l, a, true);
		plat_mk_put(&l, b, true);
		return;
	}
	while (head < n && head < m && same(&x[head], &y[head]))
		head++;
	while (tail < n - head && tail < m - head && same(&x[n - 1 - tail], &y[m - 1 - tail]))
		tail++;
	for (size_t i = 0; i < n - tail; i++) {
		bool both = i < head || among(y, head, m - tail, &x[i]);
		plat_mk_put(&l, x[i].text, x[i].perhaps || !both);
	}
	for (size_t i = head; i < m - tail; i++)
		if (!among(x, head, n - tail, &y[i]))
			plat_mk_put(&l, y[i].text, true);
	for (size_t i = n - tail; i < n; i++)
		plat_mk_put(&l, x[i].text, x[i].perhaps);
}
