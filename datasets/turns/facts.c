#include "datasets/turns/facts.h"

#include <ctype.h>

#include "datasets/turns/holds.h"

enum { PHRASES = 3, SENTENCE_MAX = 1000, VALUE_MAX = 160, QUOTE_LEN = 3 };

#define CLASS_KEY "ERROR_CLASS:" /* as seed 004 has it */

/* %n: its name, %v: its value, %p: its place as FILE:LINE. */
static const char *const phrases[DS_FACT_KINDS][PHRASES + 1] = {
	[DS_FACT_VALUE] = {"`%n` is `%v`", "`%n` holds `%v`", "`%n` = `%v`", NULL},
	[DS_FACT_STOP] = {"%p in `%n`", "`%n` at %p", NULL},
	[DS_FACT_SIGNAL] = {"`%v`", NULL},
	[DS_FACT_FRAME] = {"`%n` at %p", "%p in `%n`", NULL},
	[DS_FACT_END] = {"status %v", "exit code %v", NULL},
	[DS_FACT_OUTPUT] = {"`%v`", NULL},
	[DS_FACT_CODE] = {"`%v` at %p", "`%v` (%p)", "%p (`%v`)", NULL},
	[DS_FACT_PLACE] = {"%p", NULL},
	[DS_FACT_MENDED] = {"`%v`", NULL},
	[DS_FACT_REPORT] = {"`%v`", NULL},
	[DS_FACT_STACK] = {"`%n` at %p", "%p in `%n`", NULL},
	[DS_FACT_SAID] = {"%p: `%v`", "`%v` (%p)", NULL},
	[DS_FACT_ABOUT] = {"`%v`", NULL},
	[DS_FACT_GONE] = {"`%v`", NULL},
	[DS_FACT_CLEAN] = {"%v errors", NULL},
	[DS_FACT_NAME] = {"`%v`", NULL},
	[DS_FACT_LINE] = {"%p", NULL},
	[DS_FACT_CLASS] = {CLASS_KEY " %v", NULL},
};

static size_t phrase_count(int kind)
{
	size_t n = 0;
	while (phrases[kind][n])
		n++;
	return n;
}

static void put_phrase(struct fl_buf *out, const struct ds_fact *f, size_t which)
{
	for (const char *p = phrases[f->kind][which]; *p; p++) {
		if (*p != '%') {
			fl_buf_char(out, *p);
			continue;
		}
		p++;
		if (*p == 'n')
			fl_buf_slice(out, f->name);
		else if (*p == 'v')
			fl_buf_slice(out, f->value);
		else
			fl_buf_printf(out, "%.*s:%lld", FL_ARG(f->file), (long long)f->line);
	}
}

/* A quotation mark of gcc's messages. */
static bool is_quote(struct fl_slice s)
{
	return fl_slice_starts(s, "\u2018") || fl_slice_starts(s, "\u2019");
}

/* Can it stand between backquotes, in one line of a comment? */
static bool is_speakable(struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++) {
		if (is_quote(fl_slice_skip(s, i))) {
			i += QUOTE_LEN - 1;
			continue;
		}
		if ((unsigned char)s.ptr[i] < ' ' || s.ptr[i] == '`' || s.ptr[i] == 0x7f ||
			(unsigned char)s.ptr[i] >= 0x80 || fl_marker_len(fl_slice_skip(s, i)))
			return false;
	}
	return s.len <= VALUE_MAX && fl_slice_find(s, "*/") < 0 && fl_slice_find(s, "/*") < 0;
}

bool ds_fact_is_sayable(const struct ds_fact *f)
{
	return is_speakable(f->name) && is_speakable(f->value) && is_speakable(f->file);
}

int ds_say(const char *const *templates, const struct ds_fact *facts, size_t count,
	struct fl_rng *rng, struct fl_arena *a, struct ds_sentence *ret_sentence,
	struct fl_error *err)
{
	size_t choices = 0, n = 0;
	struct fl_buf text;
	while (templates[choices])
		choices++;
	const char *p = templates[fl_rng_below(rng, choices)];
	struct ds_fact *used = fl_arena_array(a, DS_SENTENCE_FACTS, sizeof(*used));
	if (!used)
		return fl_arena_error(a, "a sentence", err);
	for (size_t i = 0; i < count; i++)
		if (!ds_fact_is_sayable(&facts[i]))
			return fl_error_set(err, FL_EREFUSED, "a fact has no words");
	fl_buf_init(&text, SENTENCE_MAX);
	for (; *p; p++) {
		size_t which = p[0] == '{' ? (size_t)(p[1] - '0') : count;
		if (which < count && n < DS_SENTENCE_FACTS) {
			const struct ds_fact *f = &facts[which];
			put_phrase(&text, f, fl_rng_below(rng, phrase_count(f->kind)));
			used[n++] = *f;
			p += 2;
		} else {
			fl_buf_char(&text, *p);
		}
	}
	int rc = text.failed ? fl_error_set(err, FL_EREFUSED, "a sentence is too long") : 0;
	*ret_sentence = (struct ds_sentence){
		.text = fl_arena_slice(a, fl_buf_view(&text)), .facts = {used, n}};
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "a sentence", err);
}

/* ---- what a sentence says ---- */

/* Has it what is said by facts alone, or what no comment of one line may hold? */
static bool has_fact_like(struct fl_slice words)
{
	for (size_t i = 0; i < words.len; i++)
		if (words.ptr[i] == '`' || isdigit((unsigned char)words.ptr[i]) ||
			(unsigned char)words.ptr[i] < ' ' || fl_marker_len(fl_slice_skip(words, i)))
			return true;
	return fl_slice_find(words, "*/") >= 0 || fl_slice_find(words, "/*") >= 0 ||
	       fl_slice_find(words, CLASS_KEY) >= 0;
}

/* The first place of the phrase that nothing joins to what is before it; -1: none. */
static ptrdiff_t find_phrase(struct fl_slice s, struct fl_slice phrase)
{
	for (size_t from = 0; from < s.len;) {
		ptrdiff_t at = fl_slice_search(fl_slice_skip(s, from), phrase);
		if (at < 0)
			return -1;
		size_t place = from + (size_t)at;
		char before = place ? s.ptr[place - 1] : ' ';
		if (!fl_is_name(before) && !strchr("/.-+", before))
			return (ptrdiff_t)place;
		from = place + 1;
	}
	return -1;
}

/* Cut what stands before one of the fact's phrases, and the phrase; false: none is there. */
static bool take_phrase(struct fl_slice *rest, const struct ds_fact *f, struct fl_slice *ret_before,
	size_t *ret_which)
{
	ptrdiff_t best = -1;
	size_t len = 0;
	for (size_t i = 0; phrases[f->kind][i]; i++) {
		struct fl_buf phrase;
		fl_buf_init(&phrase, SENTENCE_MAX);
		put_phrase(&phrase, f, i);
		ptrdiff_t at = find_phrase(*rest, fl_buf_view(&phrase));
		if (at >= 0 && (best < 0 || at < best)) {
			best = at;
			len = phrase.len;
			*ret_which = i;
		}
		fl_buf_release(&phrase);
	}
	if (best < 0)
		return false;
	*ret_before = fl_slice_head(*rest, (size_t)best);
	*rest = fl_slice_skip(*rest, (size_t)best + len);
	return true;
}

static const char *check_words(const struct ds_sentence *s)
{
	struct fl_slice rest = s->text, before;
	const struct ds_fact *f = s->facts.items;
	size_t which;
	for (size_t i = 0; i < s->facts.len; i++) {
		if (f[i].kind < 0 || f[i].kind >= DS_FACT_KINDS)
			return "a fact is of no kind";
		if (!take_phrase(&rest, &f[i], &before, &which))
			return "the sentence does not say one of its facts";
		if (has_fact_like(before))
			return "the sentence says what is none of its facts";
	}
	return has_fact_like(rest) ? "the sentence says what is none of its facts" : NULL;
}

/* ---- a sentence that says something else ---- */

struct fl_slice ds_fact_words(const struct ds_fact *f, struct fl_arena *a)
{
	struct fl_buf out;
	fl_buf_init(&out, SENTENCE_MAX);
	put_phrase(&out, f, 0);
	struct fl_slice words = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return words;
}

static int put_otherwise(
	struct fl_buf *out, const struct ds_sentence *s, size_t which, const struct ds_fact *f)
{
	struct fl_slice rest = s->text, before;
	const struct ds_fact *own = s->facts.items;
	size_t phrase = 0;
	for (size_t i = 0; i < s->facts.len; i++) {
		if (!take_phrase(&rest, &own[i], &before, &phrase))
			return FL_EREFUSED;
		fl_buf_slice(out, before);
		put_phrase(out, i == which ? f : &own[i], phrase);
	}
	fl_buf_slice(out, rest);
	return out->failed ? FL_EREFUSED : 0;
}

int ds_say_otherwise(const struct ds_sentence *s, size_t which, const struct ds_fact *f,
	struct fl_arena *a, struct ds_sentence *ret_sentence, struct fl_error *err)
{
	struct ds_fact *facts = fl_arena_array(a, s->facts.len + 1, sizeof(*facts));
	struct fl_buf out;
	if (!facts)
		return fl_arena_error(a, "a sentence", err);
	if (!ds_fact_is_sayable(f))
		return fl_error_set(err, FL_EREFUSED, "a fact has no words");
	fl_buf_init(&out, SENTENCE_MAX);
	int rc = put_otherwise(&out, s, which, f);
	for (size_t i = 0; i < s->facts.len; i++)
		facts[i] = i == which ? *f : ((const struct ds_fact *)s->facts.items)[i];
	*ret_sentence = (struct ds_sentence){
		.text = fl_arena_slice(a, fl_buf_view(&out)), .facts = {facts, s->facts.len}};
	fl_buf_release(&out);
	return rc ? fl_error_set(err, rc, "a sentence has no other words")
		  : fl_arena_error(a, "a sentence", err);
}

/* ---- whether a fact holds ---- */

struct checking {
	const struct fl_list *turns;
	const struct ds_known_text *known;
	size_t turn;
	struct fl_arena *a;
};

/* Is it code that the mend takes away? */
static bool is_mended(const struct checking *c, const struct ds_fact *f)
{
	const struct ds_mended_place *p = c->known->places.items;
	bool mended = false;
	for (size_t i = 0; i < c->known->places.len && !mended; i++)
		mended = fl_slice_eq(f->file, p[i].file) && f->line >= p[i].first &&
			 f->line < p[i].first + p[i].lines;
	return mended;
}

static const char *check_fact(const struct checking *c, const struct ds_fact *f)
{
	struct ds_fact_source source;
	bool attempts = c->known->attempt_count > 0;
	if (ds_turns_at(c->turns, c->turn)->kind == DS_TURN_FIX && f->kind == DS_FACT_CODE &&
		!attempts && !is_mended(c, f))
		return "what is said to be mended is not";
	if (!ds_fact_source(c->turns, c->turn, f, c->known, &source))
		return "a fact is from no answer before it";
	return ds_fact_holds(f, &source, c->a) ? NULL : "a fact does not hold";
}

const char *ds_turns_check(
	const struct fl_list *turns, const struct ds_known_text *known, struct fl_arena *a)
{
	struct checking c = {.turns = turns, .known = known, .a = a};
	for (c.turn = 0; c.turn < turns->len; c.turn++) {
		const struct ds_turn *t = ds_turns_at(turns, c.turn);
		const struct ds_sentence *s = t->sentences.items;
		for (size_t k = 0; k < t->sentences.len; k++) {
			const char *why = check_words(&s[k]);
			const struct ds_fact *f = s[k].facts.items;
			for (size_t i = 0; !why && i < s[k].facts.len; i++)
				why = check_fact(&c, &f[i]);
			if (why)
				return fl_arena_printf(
					a, "turn %zu: %s: %.*s", c.turn, why, FL_ARG(s[k].text))
					.ptr;
		}
	}
	return NULL;
}
