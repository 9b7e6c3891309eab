#include "datasets/terms/thought.h"

#include <ctype.h>
#include <string.h>

#include "base/mix.h"
#include "datasets/terms/blocks.h"
#include "datasets/terms/profile.h"

enum { BEFORE = 3, NAME_MAX_BYTES = 200 };

static const char *const verdict_words[] = {"matched", "contradicted", "unknown"};
const struct fl_names ds_fact_names = {"fact_verdict", verdict_words, DS_FACT_VERDICTS};

#define ROW(m, ...) FL_ROW(struct ds_fact, m, __VA_ARGS__)
static const struct fl_field fact_fields[] = {
	ROW(start, FL_INT, .unset = -1, .doc = "where it stands in the answer, in bytes"),
	ROW(end, FL_INT, .doc = "where it ends"),
	ROW(verdict, FL_ENUM, .names = &ds_fact_names, .doc = "what the evidence says of it"),
};
#undef ROW

static const struct fl_shape fact_shape = {.name = "fact",
	.size = sizeof(struct ds_fact),
	FL_SHAPE_FIELDS(fact_fields),
	.doc = "Something that an answer says was observed."};

#define ROW(m, ...) FL_ROW(struct ds_thought, m, __VA_ARGS__)
static const struct fl_field thought_fields[] = {
	ROW(stated, FL_INT, .doc = "facts that it states, each once"),
	ROW(matched, FL_INT, .doc = "that the evidence has, too"),
	ROW(contradicted, FL_INT, .doc = "of which evidence or code say something else"),
	ROW(unknown, FL_INT, .doc = "of which they say nothing"),
	ROW(omitted, FL_INT, .doc = "further ones, which were held to nothing"),
	ROW(wanted, FL_INT, .doc = "facts that are asked for"),
	ROW(facts, FL_LIST, .shape = &fact_shape, .item = "fact", .doc = "each of those stated"),
};
#undef ROW

const struct fl_shape ds_thought_shape = {.name = "thought",
	.size = sizeof(struct ds_thought),
	FL_SHAPE_FIELDS(thought_fields),
	.doc = "What an answer's thoughts say that was observed."};

struct reading {
	struct fl_slice answer;
	const struct ds_known *known;
	struct fl_vec facts; /* struct ds_fact */
	uint64_t keys[DS_FACTS_MAX]; /* of these, as known.h has them */
	uint64_t asked[DS_FACTS_MAX]; /* claims that were held to something, by their words */
	size_t asked_count;
	struct ds_thought t;
};

/* ---- claims ---- */

static bool has(const uint64_t *all, size_t count, uint64_t one)
{
	for (size_t i = 0; i < count; i++)
		if (all[i] == one)
			return true;
	return false;
}

/* Is a claim in these words to be held to something? It is new then, and there is room for it. */
static bool is_asked(struct reading *r, uint64_t words)
{
	if (has(r->asked, r->asked_count, words))
		return false;
	if (r->asked_count == DS_FACTS_MAX) {
		r->t.omitted++;
		return false;
	}
	r->asked[r->asked_count++] = words;
	return true;
}

/* The same fact in other words counts no more than in the same. */
static void add_fact(struct reading *r, enum ds_fact_verdict verdict, uint64_t key,
	const char *from, const char *to)
{
	bool is_new = !has(r->keys, r->facts.len, key);
	struct ds_fact *f = is_new ? fl_vec_add(&r->facts) : NULL;
	if (!f)
		return;
	r->keys[r->facts.len - 1] = key;
	*f = (struct ds_fact){
		.start = from - r->answer.ptr, .end = to - r->answer.ptr, .verdict = (int)verdict};
	r->t.stated++;
	r->t.matched += verdict == DS_FACT_MATCHED;
	r->t.contradicted += verdict == DS_FACT_CONTRADICTED;
	r->t.unknown += verdict == DS_FACT_UNKNOWN;
}

static void claim_value(struct reading *r, struct fl_slice name, struct fl_slice value)
{
	uint64_t key;
	if (!is_asked(r, fl_mix_text(fl_mix_text(2, name), value)))
		return;
	enum ds_fact_verdict verdict = ds_known_value(r->known, name, value, &key);
	add_fact(r, verdict, key, name.ptr, value.ptr + value.len);
}

static bool is_number(struct fl_slice s, int64_t *ret)
{
	uint32_t n = 0;
	if (!s.len || fl_slice_uint(s, &n) != s.len)
		return false;
	*ret = (int64_t)n;
	return true;
}

/* "list.c:33" */
static bool is_place(struct fl_slice word, struct fl_slice *ret_file, int64_t *ret_line)
{
	ptrdiff_t colon = fl_slice_rchr(word, ':');
	if (colon < 3 || !is_number(fl_slice_skip(word, (size_t)colon + 1), ret_line))
		return false;
	*ret_file = fl_slice_head(word, (size_t)colon);
	return ret_file->ptr[0] != '/' && fl_slice_chr(*ret_file, '.') > 0 &&
	       fl_slice_chr(*ret_file, ':') < 0;
}

/* What stands between backquotes at the beginning; ptr NULL: nothing does. */
static struct fl_slice quoted(struct fl_slice text)
{
	ptrdiff_t end =
		text.len && text.ptr[0] == '`' ? fl_slice_chr(fl_slice_skip(text, 1), '`') : -1;
	return end < 0 ? fl_slice(NULL, 0) : fl_slice(text.ptr + 1, (size_t)end);
}

/* before: the words in front of it, the last one first. rest: what stands behind it. */
static void claim_place(struct reading *r, struct fl_slice word,
	const struct fl_slice before[BEFORE], struct fl_slice rest)
{
	static const char says[] = " says ";
	struct fl_slice file = {0}, function = fl_slice("", 0), code = {0};
	const char *from = word.ptr, *to = word.ptr + word.len;
	int64_t line = 0;
	if (!is_place(word, &file, &line))
		return;
	bool at = fl_slice_eqs(before[0], "at");
	bool by = at && (fl_slice_eqs(before[2], "in") || fl_slice_eqs(before[2], "by"));
	bool did = at && before[2].len &&
		   (fl_slice_eqs(before[1], "called") || fl_slice_eqs(before[1], "overwrote"));
	if (by || did) {
		function = before[did ? 2 : 1];
		from = function.ptr;
	}
	if (fl_slice_starts(rest, says))
		code = quoted(fl_slice_skip(rest, strlen(says)));
	if (code.ptr)
		to = code.ptr + code.len;
	uint64_t key;
	if (!is_asked(r, fl_mix_text(fl_mix_text(fl_mix_text(1, word), function), code)))
		return;
	enum ds_fact_verdict v = ds_known_place(r->known, function, file, line, code, &key);
	add_fact(r, v, key, from, to);
}

/* ", p is 0x0": where the next value begins; the length: there is none. */
static size_t next_value(struct fl_slice text)
{
	for (size_t at = 0; at + 2 < text.len; at++) {
		size_t n = at + 2;
		if (text.ptr[at] != ',' || text.ptr[at + 1] != ' ')
			continue;
		while (n < text.len && n - at < NAME_MAX_BYTES && text.ptr[n] != ' ')
			n++;
		if (fl_slice_starts(fl_slice_skip(text, n), " is "))
			return at;
	}
	return text.len;
}

/* "n is 3, p is 0x0" */
static void claim_values(struct reading *r, struct fl_slice text)
{
	while (text.len) {
		size_t len = next_value(text);
		struct fl_slice one = fl_slice_head(text, len);
		ptrdiff_t is = fl_slice_find(one, " is ");
		if (is > 0)
			claim_value(r, fl_slice_head(one, (size_t)is),
				fl_slice_skip(one, (size_t)is + 4));
		text = fl_slice_skip(text, len + 2);
	}
}

/* ---- sentences ---- */

/* "line 3 of the output is `5` and should be `6`" */
static bool claim_output(struct reading *r, struct fl_slice s)
{
	static const char of[] = " of the output is ", should[] = "` and should be `";
	ptrdiff_t at = fl_slice_find(s, of), middle;
	int64_t line = 0;
	if (!fl_slice_starts(s, "line ") || at < 0 ||
		!is_number(fl_slice(s.ptr + 5, (size_t)(at - 5 > 0 ? at - 5 : 0)), &line))
		return false;
	struct fl_slice rest = fl_slice_skip(s, (size_t)at + strlen(of));
	if (!fl_slice_starts(rest, "`") || !fl_slice_ends(rest, "`") ||
		(middle = fl_slice_find(rest, should)) < 1)
		return false;
	struct fl_slice actual = fl_slice(rest.ptr + 1, (size_t)middle - 1);
	struct fl_slice expected = fl_slice_skip(rest, (size_t)middle + strlen(should));
	expected = fl_slice_head(expected, expected.len - 1);
	if (is_asked(r, fl_mix_text(3, s))) {
		uint64_t key;
		enum ds_fact_verdict v = ds_known_output(r->known, line, actual, expected, &key);
		add_fact(r, v, key, s.ptr, s.ptr + s.len);
	}
	return true;
}

/* "segv: …", "heap-use-after-free, …", "wrong-output" */
static void claim_kind(struct reading *r, struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && (islower((unsigned char)s.ptr[n]) || s.ptr[n] == '-'))
		n++;
	struct fl_slice kind = fl_slice_head(s, n);
	bool words = fl_slice_chr(kind, '-') > 0, ends = n == s.len;
	bool colon = !ends && s.ptr[n] == ':' && (n + 1 == s.len || s.ptr[n + 1] == ' ');
	if (n < 2 || !(colon || (words && (ends || s.ptr[n] == ','))))
		return;
	if (is_asked(r, fl_mix_text(4, kind))) {
		uint64_t key;
		enum ds_fact_verdict verdict = ds_known_kind(r->known, kind, &key);
		add_fact(r, verdict, key, s.ptr, s.ptr + n);
	}
}

/* "n is 3, written last in main at list.c:9": of an expression, and not of "it" or "the value". */
static void claim_operand(struct reading *r, struct fl_slice s)
{
	static const char *const others[] = {
		"it", "this", "that", "what", "there", "which", "here"};
	ptrdiff_t is = fl_slice_find(fl_slice_head(s, NAME_MAX_BYTES), " is "), written;
	if (is <= 0 || fl_slice_chr(fl_slice_head(s, (size_t)is), ' ') >= 0)
		return;
	struct fl_slice name = fl_slice_head(s, (size_t)is);
	struct fl_slice value = fl_slice_skip(s, (size_t)is + 4);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (fl_slice_eqs(name, others[i]))
			return;
	written = fl_slice_find(value, ", written last ");
	claim_value(r, name, written < 0 ? value : fl_slice_head(value, (size_t)written));
}

/* The next word, up to a blank or what ends a place; *rest is behind it. */
static bool next_word(struct fl_slice *rest, struct fl_slice *ret_word)
{
	size_t n = 0;
	while (rest->len && strchr(" \t,;()`", rest->ptr[0])) {
		struct fl_slice code = quoted(*rest);
		*rest = fl_slice_skip(*rest, code.ptr ? code.len + 2 : 1);
	}
	while (n < rest->len && !strchr(" \t,;()`", rest->ptr[n]))
		n++;
	*ret_word = fl_slice_head(*rest, n);
	*rest = fl_slice_skip(*rest, n);
	while (ret_word->len > 1 && strchr(".:", ret_word->ptr[ret_word->len - 1]))
		ret_word->len--;
	return n > 0;
}

static void read_sentence(struct reading *r, struct fl_slice s)
{
	struct fl_slice before[BEFORE] = {{0}}, rest = s, word;
	bool code = false;
	if (claim_output(r, s))
		return;
	claim_kind(r, s);
	claim_operand(r, s);
	while (next_word(&rest, &word)) {
		claim_place(r, word, before, rest);
		code = code || fl_slice_eqs(word, "says");
		if (code && fl_slice_eqs(word, "where")) {
			claim_values(r, fl_slice_trim(rest));
			return;
		}
		before[2] = before[1];
		before[1] = before[0];
		before[0] = word;
	}
}

/* To be released. */
static void read_answer(struct reading *r, struct fl_slice answer, const struct ds_known *known)
{
	struct ds_block_choice choice = ds_blocks_choose(answer);
	struct ds_block_walk w;
	struct ds_block b;
	*r = (struct reading){.answer = answer, .known = known};
	fl_vec_init(&r->facts, sizeof(struct ds_fact), DS_FACTS_MAX);
	ds_blocks_start(&w, answer);
	while (ds_blocks_next(&w, &b)) {
		struct fl_slice rest = fl_slice(answer.ptr + b.start, b.end - b.start), line, s;
		while (ds_block_counts(&b, &choice) && fl_slice_line(&rest, &line))
			if (ds_block_word(ds_block_line(line), "OBSERVED", &s))
				read_sentence(r, s);
	}
}

/* As many as the model answer states, or as many things as are known. */
static int64_t count_wanted(struct fl_slice model, const struct ds_known *known)
{
	struct reading r;
	int64_t n = (int64_t)(known->places.len + known->values.len + known->kinds.len);
	if (model.len) {
		read_answer(&r, model, known);
		n = r.t.stated;
		fl_vec_release(&r.facts);
	}
	return n < DS_FACTS_LEAST ? n : DS_FACTS_LEAST;
}

int ds_thought_check(struct fl_slice answer, struct fl_slice model, const struct ds_known *known,
	struct fl_arena *a, struct ds_thought *ret_thought, struct fl_error *err)
{
	struct reading r;
	read_answer(&r, answer, known);
	r.t.wanted = count_wanted(model, known);
	r.t.facts = fl_vec_freeze(&r.facts, a);
	fl_vec_release(&r.facts);
	int rc = fl_arena_error(a, "what an answer states", err);
	if (rc == 0)
		*ret_thought = r.t;
	return rc;
}

int64_t ds_thought_score(const struct ds_thought *t)
{
	int64_t stated = t->stated + t->omitted, right = t->matched - t->contradicted;
	int64_t of = stated > t->wanted ? stated : t->wanted;
	return right <= 0 || of <= 0 ? 0 : right * DS_WHOLE / of;
}
