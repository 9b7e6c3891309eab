#include "tracegen/evidence/source.h"

#include "tracegen/node.h"

enum { WORDS = 64 };

static bool is_name(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '_';
}

static size_t name_len(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && is_name(s.ptr[n]))
		n++;
	return n && !(s.ptr[0] >= '0' && s.ptr[0] <= '9') ? n : 0;
}

static size_t skip_space(struct fl_slice s, size_t pos)
{
	while (pos < s.len && (s.ptr[pos] == ' ' || s.ptr[pos] == '\t' || s.ptr[pos] == '\n'))
		pos++;
	return pos;
}

/* ---- what printf printed ---- */

/* The word at *pos, which moves behind it; false: there is none. */
static bool next_word(struct fl_slice s, size_t *pos, struct fl_slice *ret_word)
{
	size_t start = skip_space(s, *pos), end = start;
	while (end < s.len && skip_space(s, end) == end)
		end++;
	*pos = end;
	*ret_word = fl_slice(s.ptr + start, end - start);
	return end > start;
}

/* Which word of the two lines is the first that differs; -1: none. */
static ptrdiff_t first_wrong_word(struct fl_slice a, struct fl_slice b)
{
	size_t i = 0, k = 0;
	for (ptrdiff_t n = 0; n < WORDS; n++) {
		struct fl_slice x, y;
		bool some = next_word(a, &i, &x), more = next_word(b, &k, &y);
		if (!some || !more)
			return -1;
		if (!fl_slice_eq(x, y))
			return n;
	}
	return -1;
}

/* Bytes of the conversion at the start of s, "%-6s"; 0: none, or one that takes two arguments. */
static size_t conversion_len(struct fl_slice s)
{
	size_t n = 1;
	if (!fl_slice_starts(s, "%") || fl_slice_starts(s, "%%"))
		return 0;
	while (n < s.len && s.ptr[n] && strchr("-+ #0123456789.hljztL", s.ptr[n]))
		n++;
	return n < s.len && strchr("diouxXeEfFgGaAcspn", s.ptr[n]) ? n + 1 : 0;
}

/*
 * The conversion in that word of the format, counted from 0; -1: no or more than one, or the words
 * before it do not stand in the line, which the format then did not write alone.
 */
static ptrdiff_t conversion_of(struct fl_slice format, ptrdiff_t word, struct fl_slice line)
{
	ptrdiff_t conversions = 0;
	size_t pos = 0, at = 0;
	struct fl_slice w, written;
	for (ptrdiff_t n = 0; next_word(format, &pos, &w); n++) {
		ptrdiff_t first = conversions;
		if (!next_word(line, &at, &written))
			return -1;
		for (size_t i = 0; i < w.len;) {
			size_t len = conversion_len(fl_slice_skip(w, i));
			conversions += len > 0;
			i += len ? len : 1;
		}
		if (n == word)
			return conversions - first == 1 ? first : -1;
		ptrdiff_t percent = fl_slice_chr(w, '%');
		struct fl_slice text = fl_slice_head(w, percent < 0 ? w.len : (size_t)percent);
		if (!fl_slice_starts_with(written, text))
			return -1;
	}
	return -1;
}

/* The argument of that number in a call's text behind its '(', from 0; empty: there is none. */
static struct fl_slice argument_at(struct fl_slice s, size_t number)
{
	size_t depth = 0, start = 0;
	for (size_t pos = 0, next; pos < s.len; pos = next) {
		char c = s.ptr[pos];
		next = tg_text_token(s, pos);
		bool end = depth == 0 && (c == ',' || c == ')');
		depth += c == '(' || c == '[' || c == '{';
		depth -= depth && (c == ')' || c == ']' || c == '}');
		if (!end)
			continue;
		if (number-- == 0)
			return fl_slice_trim(fl_slice(s.ptr + start, pos - start));
		if (c == ')')
			break;
		start = next;
	}
	return fl_slice(NULL, 0);
}

/* A format without its quotes and the newline at its end. */
static struct fl_slice inside(struct fl_slice literal)
{
	if (literal.len < 2 || literal.ptr[0] != '"' || literal.ptr[literal.len - 1] != '"')
		return fl_slice(NULL, 0);
	literal = fl_slice(literal.ptr + 1, literal.len - 2);
	return fl_slice_ends(literal, "\\n") ? fl_slice_head(literal, literal.len - 2) : literal;
}

struct fl_slice tg_printed_argument(
	struct fl_slice statement, struct fl_slice expected, struct fl_slice actual)
{
	static const struct fl_slice none = {0};
	static const char name[] = "printf";
	ptrdiff_t call = fl_slice_find(statement, name);
	ptrdiff_t word = first_wrong_word(expected, actual);
	if (call < 0 || word < 0)
		return none;
	size_t before = (size_t)call, open = before + strlen(name);
	if (!fl_slice_starts(fl_slice_skip(statement, open), "("))
		return none;
	bool to_file = before && statement.ptr[before - 1] == 'f';
	struct fl_slice args = fl_slice_skip(statement, open + 1);
	struct fl_slice format = inside(argument_at(args, to_file));
	ptrdiff_t n = format.len ? conversion_of(format, word, actual) : -1;
	return n < 0 ? none : argument_at(args, (size_t)n + 1 + to_file);
}

/* ---- locks ---- */

/* Functions whose first argument is a lock or a condition, as they begin. */
static const char *const lock_calls[] = {"pthread_mutex_", "pthread_rwlock_", "pthread_spin_",
	"pthread_cond_", "pthread_barrier_", "mtx_", "cnd_", "sem_wait", "sem_post", "sem_init",
	"sem_timedwait", NULL};

/* The same of methods, whole. */
static const char *const lock_methods[] = {"lock", "lock_shared", "try_lock", "unlock",
	"unlock_shared", "wait", "wait_for", "wait_until", "acquire", "release", "arrive_and_wait",
	NULL};

/* Classes whose objects hold a lock as long as they live. */
static const char *const lock_classes[] = {
	"lock_guard", "unique_lock", "scoped_lock", "shared_lock", NULL};

static bool is_among(struct fl_slice name, const char *const *words, bool whole)
{
	for (; *words; words++)
		if (whole ? fl_slice_eqs(name, *words) : fl_slice_starts(name, *words))
			return true;
	return false;
}

/* "m->lock" of "&m->lock" and "(&m->lock)". */
static struct fl_slice without_address(struct fl_slice s)
{
	s = fl_slice_trim(s);
	if (fl_slice_starts(s, "(") && fl_slice_ends(s, ")"))
		s = fl_slice_trim(fl_slice(s.ptr + 1, s.len - 2));
	return fl_slice_starts(s, "&") ? fl_slice_trim(fl_slice_skip(s, 1)) : s;
}

/* The path of names, members and indexes that ends before pos. */
static struct fl_slice receiver_before(struct fl_slice s, size_t pos)
{
	size_t start = pos, depth = 0;
	while (start > 0) {
		char c = s.ptr[start - 1];
		depth += c == ']';
		if (!depth && !is_name(c) && c != '.' && c != ':' &&
			!(c == '>' && start > 1 && s.ptr[start - 2] == '-') &&
			!(c == '-' && s.ptr[start] == '>'))
			break;
		depth -= depth && c == '[';
		start--;
	}
	return fl_slice(s.ptr + start, pos - start);
}

/* Behind "<std::mutex>" and the name of the object: what it is made of. */
static struct fl_slice guarded(struct fl_slice s)
{
	size_t pos = skip_space(s, 0), depth = 0;
	for (; pos < s.len && (depth || s.ptr[pos] == '<'); pos++) {
		depth += s.ptr[pos] == '<';
		depth -= s.ptr[pos] == '>';
		if (!depth && s.ptr[pos] == '>') {
			pos++;
			break;
		}
	}
	pos = skip_space(s, pos);
	pos = skip_space(s, pos + name_len(fl_slice_skip(s, pos)));
	if (pos >= s.len || (s.ptr[pos] != '(' && s.ptr[pos] != '{'))
		return fl_slice(NULL, 0);
	s = fl_slice_trim(fl_slice_skip(s, pos + 1));
	while (s.len && strchr("; ", s.ptr[s.len - 1])) /* a line has its end */
		s = fl_slice_head(s, s.len - 1);
	if (fl_slice_ends(s, ")") || fl_slice_ends(s, "}"))
		s = fl_slice_head(s, s.len - 1);
	ptrdiff_t tag = fl_slice_find(s, ", std::");
	return fl_slice_trim(tag > 0 ? fl_slice_head(s, (size_t)tag) : s);
}

struct fl_slice tg_locked(struct fl_slice statement)
{
	for (size_t pos = 0; pos < statement.len;) {
		size_t len = name_len(fl_slice_skip(statement, pos)), end = pos + len;
		struct fl_slice name = fl_slice_head(fl_slice_skip(statement, pos), len);
		struct fl_slice rest = fl_slice_skip(statement, skip_space(statement, end));
		char before = pos ? statement.ptr[pos - 1] : ' ';
		bool call = fl_slice_starts(rest, "(");
		if (!len)
			end = tg_text_token(statement, pos);
		else if (call && is_among(name, lock_calls, false))
			return without_address(argument_at(fl_slice_skip(rest, 1), 0));
		else if (call && (before == '.' || before == '>') &&
			 is_among(name, lock_methods, true))
			return receiver_before(statement, pos - (before == '.' ? 1 : 2));
		else if (is_among(name, lock_classes, true))
			return guarded(fl_slice_skip(statement, end));
		pos = end;
	}
	return fl_slice(NULL, 0);
}

/* ---- calls and assignments ---- */

static struct fl_slice last_part(struct fl_slice name)
{
	ptrdiff_t colon = fl_slice_rchr(name, ':');
	return fl_slice_skip(name, (size_t)(colon + 1));
}

const struct tg_decl *tg_called(
	struct fl_slice text, size_t *pos, const struct tg_decl *decls, size_t decl_count)
{
	while (*pos < text.len) {
		size_t len = name_len(fl_slice_skip(text, *pos));
		struct fl_slice name = fl_slice_head(fl_slice_skip(text, *pos), len);
		if (!len) {
			*pos = tg_text_token(text, *pos);
			continue;
		}
		*pos += len;
		size_t open = skip_space(text, *pos);
		if (open >= text.len || text.ptr[open] != '(')
			continue;
		for (size_t i = 0; i < decl_count; i++)
			if (decls[i].function && fl_slice_eq(last_part(decls[i].name), name))
				return &decls[i];
	}
	return NULL;
}

/* "= …" or "+= …", but no comparison. */
static bool is_assignment(struct fl_slice s)
{
	size_t n = 0;
	while (n < 2 && n < s.len && s.ptr[n] && strchr("+-*/%&|^<>", s.ptr[n]))
		n++;
	s = fl_slice_skip(s, n);
	bool compares = n == 1 && (s.ptr - 1)[0] && strchr("<>", (s.ptr - 1)[0]);
	return fl_slice_starts(s, "=") && !fl_slice_starts(s, "==") && !compares;
}

/* Behind the "[…]" that may stand there. */
static size_t skip_index(struct fl_slice s, size_t pos)
{
	pos = skip_space(s, pos);
	while (pos < s.len && s.ptr[pos] == '[') {
		size_t depth = 0;
		for (; pos < s.len; pos++) {
			depth += s.ptr[pos] == '[';
			if (s.ptr[pos] == ']' && --depth == 0)
				break;
		}
		pos = skip_space(s, pos + 1);
	}
	return pos;
}

bool tg_assigns(struct fl_slice statement, struct fl_slice name)
{
	for (size_t pos = 0; pos < statement.len;) {
		size_t len = name_len(fl_slice_skip(statement, pos));
		bool member = pos && strchr(".>", statement.ptr[pos - 1]);
		bool same = fl_slice_eq(fl_slice_head(fl_slice_skip(statement, pos), len), name);
		if (!len) {
			pos = tg_text_token(statement, pos);
			continue;
		}
		pos += len;
		size_t at = skip_index(statement, pos);
		if (same && !member && at < statement.len &&
			is_assignment(fl_slice_skip(statement, at)))
			return true;
	}
	return false;
}
