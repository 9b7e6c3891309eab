#include "diag/language/catalogue.h"

#include <limits.h>
#include <stdlib.h>

#include "base/model.h"
#include "diag/language/format.h"
#include "diag/language/mo.h"

enum {
	MO_MAX = 16 << 20,
	TEXT_MAX = 64 << 20,
	ENTRIES_MAX = 1 << 18,
	WORDS_MAX = 512,
	MESSAGE_MAX = 64 << 10,
	KEY_LONG = 8,
	KEY_SHORT = 4,
	LETTERS_MIN = 3,
	DEPTH_MAX = 2,
	FORMS_MAX = 8,
	SEEN_MAX = 256,
	WORK_MIN = 1 << 20, /* what a message may cost, in bytes looked at */
	WORK_A_BYTE = 1024,
	FILTER_BITS = 18
};

struct entry {
	uint64_t key; /* how its longest fixed piece starts: 8 bytes, or 4 of a short one */
	size_t weight; /* bytes of all its fixed pieces */
	size_t order; /* of equal ones the first added counts */
	struct fl_slice english, text;
	struct fl_slice singular; /* where the text is for one and for many: the English for one */
};

/* Words that the compiler prints within what a message quotes: "[mit ", "<Lambda>". */
struct word {
	struct fl_slice english, text;
};

struct diag_catalogue {
	struct fl_arena arena;
	struct fl_vec entries, words;
	struct diag_quotes quotes;
	uint64_t filter[(1 << FILTER_BITS) / 64]; /* hashes of all keys: most have no entry */
	bool word_starts[UCHAR_MAX + 1]; /* bytes that a quote or a word can start with */
};

static const struct diag_quotes english_quotes = {FL_LIT("\xe2\x80\x98"), FL_LIT("\xe2\x80\x99")};

int diag_catalogue_new(struct diag_catalogue **ret_catalogue, struct fl_error *err)
{
	struct diag_catalogue *c = calloc(1, sizeof(*c));
	if (!c)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a message catalogue");
	fl_arena_init(&c->arena, TEXT_MAX);
	fl_vec_init(&c->entries, sizeof(struct entry), ENTRIES_MAX);
	fl_vec_init(&c->words, sizeof(struct word), WORDS_MAX);
	c->quotes = english_quotes;
	*ret_catalogue = c;
	return 0;
}

void diag_catalogue_free(struct diag_catalogue *c)
{
	if (!c)
		return;
	fl_arena_release(&c->arena);
	fl_vec_release(&c->entries);
	fl_vec_release(&c->words);
	free(c);
}

static inline uint64_t key_of(const char *bytes, size_t n)
{
	uint64_t key = 0;
	memcpy(&key, bytes, n);
	return key;
}

/* Without the newlines at its end, which the other side may not have. */
static struct fl_slice chomp(struct fl_slice s)
{
	while (s.len && s.ptr[s.len - 1] == '\n')
		s.len--;
	return s;
}

static void word_add(struct diag_catalogue *c, struct fl_slice english, struct fl_slice text)
{
	struct word *w = c->words.len < WORDS_MAX ? fl_vec_add(&c->words) : NULL;
	if (w)
		*w = (struct word){.english = english, .text = text};
}

/* Words that stand in brackets of which the compiler itself prints the outer ones. */
static void bracket_add(
	struct diag_catalogue *c, char open, struct fl_slice english, struct fl_slice text)
{
	word_add(c, fl_arena_printf(&c->arena, "%c%.*s ", open, FL_ARG(english)),
		fl_arena_printf(&c->arena, "%c%.*s ", open, FL_ARG(text)));
}

static bool is_enclosed(struct fl_slice s)
{
	return s.len > 2 && strchr("<{(", s.ptr[0]) && strchr(">})", s.ptr[s.len - 1]) &&
	       fl_slice_chr(s, '%') < 0;
}

/* Messages that are parts of others. */
static void special_add(struct diag_catalogue *c, struct fl_slice english, struct fl_slice text)
{
	if (fl_slice_eqs(english, "`") && !fl_slice_eqs(text, "`"))
		c->quotes.open = text;
	else if (fl_slice_eqs(english, "'") && !fl_slice_eqs(text, "'"))
		c->quotes.close = text;
	else if (fl_slice_eqs(english, "with"))
		bracket_add(c, '[', english, text);
	else if (fl_slice_eqs(english, "aka"))
		bracket_add(c, '{', english, text);
	else if (is_enclosed(english))
		word_add(c, english, text);
}

/* Words, not only quotes, blanks and signs: too much would fit. A CJK character is half one. */
static bool is_telling(struct fl_slice run)
{
	size_t letters = 0;
	for (size_t i = 0; i < run.len; i++) {
		unsigned char b = (unsigned char)run.ptr[i];
		if ((b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9'))
			letters++;
		else if (b >= 0xc3 && b < 0xef && b != 0xe2)
			letters += 2;
	}
	return letters >= LETTERS_MIN;
}

static void entry_add(struct diag_catalogue *c, struct fl_slice english, struct fl_slice singular,
	struct fl_slice text)
{
	english = chomp(english);
	text = chomp(text);
	if (!english.len || !text.len || fl_slice_eq(english, text))
		return;
	special_add(c, english, text);
	size_t total;
	struct fl_slice run = diag_format_literal(text, &total);
	if (run.len < KEY_SHORT || !is_telling(run))
		return;
	struct entry *e = fl_vec_add(&c->entries);
	if (!e)
		return;
	*e = (struct entry){.key = key_of(run.ptr, run.len < KEY_LONG ? KEY_SHORT : KEY_LONG),
		.weight = total - (singular.len != 0), /* what has a form of its own goes first */
		.order = c->entries.len,
		.english = english,
		.text = text,
		.singular = chomp(singular)};
}

/* Cut the next plural form off. */
static bool form_cut(struct fl_slice *forms, struct fl_slice *ret_form)
{
	if (!forms->ptr)
		return false;
	ptrdiff_t nul = fl_slice_chr(*forms, '\0');
	*ret_form = fl_slice_head(*forms, nul < 0 ? forms->len : (size_t)nul);
	if (nul < 0)
		*forms = (struct fl_slice){0};
	else
		*forms = fl_slice_skip(*forms, (size_t)nul + 1);
	return true;
}

/* A message with plural forms: the first is the singular's, unless there is but one. */
static void message_add(struct diag_catalogue *c, struct fl_slice english, struct fl_slice text)
{
	struct fl_slice one, many, form;
	if (!form_cut(&english, &one))
		return;
	if (!form_cut(&english, &many)) {
		entry_add(c, one, (struct fl_slice){0}, text);
		return;
	}
	for (int i = 0; i < FORMS_MAX && form_cut(&text, &form); i++) {
		bool only = !i && !text.ptr;
		entry_add(c, i || only ? many : one, only ? one : (struct fl_slice){0}, form);
	}
}

static int by_key(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static size_t filter_bit(uint64_t key)
{
	return key * 0x9e3779b97f4a7c15 >> (64 - FILTER_BITS);
}

/* What makes the messages fast to look through: the order of keys, and what is none at all. */
static void index_make(struct diag_catalogue *c)
{
	static const char brackets[] = "<{([";
	if (c->entries.len)
		qsort(c->entries.data, c->entries.len, sizeof(struct entry), by_key);
	for (size_t i = 0; i < c->entries.len; i++) {
		const struct entry *e = fl_vec_at(&c->entries, i);
		c->filter[filter_bit(e->key) / 64] |= 1ULL << filter_bit(e->key) % 64;
	}
	memset(c->word_starts, 0, sizeof(c->word_starts));
	for (size_t i = 0; i < sizeof(brackets) - 1; i++)
		c->word_starts[(unsigned char)brackets[i]] = true;
	c->word_starts[(unsigned char)c->quotes.open.ptr[0]] = true;
	c->word_starts[(unsigned char)c->quotes.close.ptr[0]] = true;
}

int diag_catalogue_add(struct diag_catalogue *c, struct fl_slice mo, struct fl_error *err)
{
	struct fl_slice english, text;
	struct diag_mo reader;
	if (mo.len > MO_MAX)
		return fl_error_set(
			err, FL_ELIMIT, "a message catalogue has at most %d bytes", MO_MAX);
	int rc = diag_mo_open(mo, &reader, err);
	if (rc)
		return rc;
	reader.bytes = fl_arena_slice(&c->arena, mo);
	size_t left = mo.len; /* messages that share their bytes would be read over and over */
	bool shared = false;
	for (uint32_t i = 0; !c->arena.failed && !c->entries.failed && i < reader.count; i++) {
		if (!diag_mo_message(&reader, i, &english, &text) || !english.len)
			continue;
		shared = english.len + text.len > left;
		if (shared)
			break;
		left -= english.len + text.len;
		message_add(c, english, text);
	}
	index_make(c);
	if (shared)
		return fl_error_set(err, FL_EPARSE, "the messages of a catalogue overlap");
	rc = c->entries.failed ? c->entries.failed : c->words.failed;
	if (rc)
		return fl_error_set(err, (enum fl_code)rc, "the message catalogues are too large");
	return fl_arena_error(&c->arena, "the message catalogues", err);
}

/* What stands at the start of s as it is in English; the bytes of s that this is for. */
static size_t word_at(const struct diag_catalogue *c, struct fl_slice s, struct fl_slice *ret_word)
{
	*ret_word = english_quotes.open;
	if (c->quotes.open.len && fl_slice_starts_with(s, c->quotes.open))
		return c->quotes.open.len;
	*ret_word = english_quotes.close;
	if (c->quotes.close.len && fl_slice_starts_with(s, c->quotes.close))
		return c->quotes.close.len;
	for (size_t i = 0; i < c->words.len && strchr("<{([", s.ptr[0]); i++) {
		const struct word *w = fl_vec_at(&c->words, i);
		*ret_word = w->english;
		if (w->text.len && fl_slice_starts_with(s, w->text))
			return w->text.len;
	}
	*ret_word = fl_slice_head(s, 1);
	return 1;
}

/* Append s with English quotes and words in it. */
static void words_add(const struct diag_catalogue *c, struct fl_slice s, struct fl_buf *out)
{
	while (s.len) {
		struct fl_slice word;
		size_t plain = 0;
		while (plain < s.len && !c->word_starts[(unsigned char)s.ptr[plain]])
			plain++;
		fl_buf_slice(out, fl_slice_head(s, plain));
		s = fl_slice_skip(s, plain);
		if (!s.len)
			break;
		s = fl_slice_skip(s, word_at(c, s, &word));
		fl_buf_slice(out, word);
	}
}

/* One message on its way into English. */
struct search {
	const struct diag_catalogue *c;
	struct fl_buf *out;
	size_t work; /* that is left for it and for all parts of it, see diag_format_match() */
};

static bool english_at(struct search *s, struct fl_slice message, int depth);

/* What an argument printed, as the English format prints it. */
static void argument_add(
	struct search *in, const struct diag_item *item, struct fl_slice s, int depth)
{
	const struct diag_catalogue *c = in->c;
	struct fl_buf *out = in->out;
	size_t open = c->quotes.open.len, close = c->quotes.close.len;
	bool quoted = s.len >= open + close && fl_slice_starts_with(s, c->quotes.open);
	bool wanted = item->kind == DIAG_ITEM_QUOTED;
	if (quoted && !wanted && item->kind != DIAG_ITEM_ANY)
		s = fl_slice(s.ptr + open, s.len - open - close);
	if (wanted && !quoted)
		fl_buf_slice(out, english_quotes.open);
	size_t blanks = 0; /* as behind "candidate: ", where its argument goes on */
	while (blanks < s.len && s.ptr[s.len - 1 - blanks] == ' ')
		blanks++;
	if (item->kind == DIAG_ITEM_ANY && depth < DEPTH_MAX)
		english_at(in, fl_slice_head(s, s.len - blanks), depth + 1);
	else
		words_add(c, fl_slice_head(s, s.len - blanks), out);
	fl_buf_fill(out, ' ', blanks);
	if (wanted && !quoted)
		fl_buf_slice(out, english_quotes.close);
}

/* Print the captures with the English format. False when one of them is missing. */
static bool fill(
	struct search *s, struct fl_slice english, const struct diag_captures *captures, int depth)
{
	struct diag_format f;
	size_t start = s->out->len;
	if (!diag_format_parse(english, &english_quotes, &f))
		return false;
	for (size_t i = 0; i < f.count; i++) {
		const struct diag_item *item = &f.items[i];
		if (item->kind == DIAG_ITEM_LITERAL) {
			fl_buf_slice(s->out, item->literal);
		} else if (captures->at[item->arg].ptr) {
			argument_add(s, item, captures->at[item->arg], depth);
		} else {
			fl_buf_truncate(s->out, start);
			return false;
		}
	}
	return true;
}

/* Index of the first entry of the key or a later one. */
static size_t lower_bound(const struct diag_catalogue *c, uint64_t key)
{
	size_t low = 0, high = c->entries.len;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct entry *e = fl_vec_at(&c->entries, middle);
		if (e->key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct best {
	const struct entry *entry;
	struct diag_captures captures;
	uint64_t seen[SEEN_MAX]; /* keys of the message that were looked up, by their hash */
};

/* A key that stands in the message once more finds nothing new. */
static bool is_seen(struct best *best, uint64_t key)
{
	uint64_t *slot = &best->seen[key * 0x9e3779b97f4a7c15 >> 56];
	bool seen = *slot == key;
	*slot = key;
	return seen;
}

static bool is_filtered(const struct diag_catalogue *c, uint64_t key)
{
	size_t bit = filter_bit(key);
	return !(c->filter[bit / 64] & 1ULL << bit % 64);
}

static bool has_key(const struct diag_catalogue *c, uint64_t key)
{
	size_t i = is_filtered(c, key) ? c->entries.len : lower_bound(c, key);
	return i < c->entries.len && ((const struct entry *)fl_vec_at(&c->entries, i))->key == key;
}

bool diag_catalogue_possible(const struct diag_catalogue *c, struct fl_slice text)
{
	for (size_t i = 0; i + KEY_SHORT <= text.len; i++)
		if (has_key(c, key_of(text.ptr + i, KEY_SHORT)) ||
			(i + KEY_LONG <= text.len && has_key(c, key_of(text.ptr + i, KEY_LONG))))
			return true;
	return false;
}

/* Of the entries with the key, one that fits better than the best so far. */
static void look(struct search *s, uint64_t key, struct fl_slice message, struct best *best)
{
	const struct diag_catalogue *c = s->c;
	struct diag_format f;
	struct diag_captures captures;
	if (is_filtered(c, key) || is_seen(best, key))
		return;
	for (size_t i = lower_bound(c, key); i < c->entries.len; i++) {
		const struct entry *e = fl_vec_at(&c->entries, i);
		if (e->key != key)
			break;
		if ((best->entry && e->weight <= best->entry->weight) || e->weight > message.len)
			continue;
		s->work = s->work > e->text.len ? s->work - e->text.len : 0;
		if (!s->work)
			return;
		if (diag_format_parse(e->text, &c->quotes, &f) &&
			diag_format_match(&f, message, &c->quotes, &s->work, &captures)) {
			best->entry = e;
			best->captures = captures;
		}
	}
}

/* The English of the best entry, for one or for many as its first number says. */
static struct fl_slice number_of(const struct diag_catalogue *c, const struct best *best)
{
	struct diag_format f;
	if (!best->entry->singular.len || !diag_format_parse(best->entry->text, &c->quotes, &f))
		return best->entry->english;
	for (size_t i = 0; i < f.count; i++)
		if (f.items[i].kind == DIAG_ITEM_NUMBER)
			return fl_slice_eqs(best->captures.at[f.items[i].arg], "1")
				       ? best->entry->singular
				       : best->entry->english;
	return best->entry->english;
}

/* A colon of the language, with the blank before or behind it: its bytes, 0 for none. */
static size_t colon_length(struct fl_slice s)
{
	static const char *const colons[] = {"\xc2\xa0: ", " : ", ": ", "\xef\xbc\x9a"};
	for (size_t i = 0; i < sizeof(colons) / sizeof(colons[0]); i++)
		if (s.ptr[0] == colons[i][0] && fl_slice_starts(s, colons[i]))
			return strlen(colons[i]);
	return 0;
}

/* "FILE: WORDS": the reason why a file cannot be opened is a message of the C library's. */
static bool suffix_add(struct search *s, struct fl_slice message, int depth)
{
	size_t start = s->out->len;
	if (depth >= DEPTH_MAX || message.len > MESSAGE_MAX)
		return false;
	for (size_t i = 1; i < message.len; i++) {
		size_t n = colon_length(fl_slice_skip(message, i));
		if (!n)
			continue;
		words_add(s->c, fl_slice_head(message, i), s->out);
		fl_buf_str(s->out, ": ");
		if (english_at(s, fl_slice_skip(message, i + n), DEPTH_MAX))
			return true;
		fl_buf_truncate(s->out, start);
		return false;
	}
	return false;
}

/* "WORDS: REST": gcc's candidates are words of the catalogue and a format without any. */
static bool prefix_add(struct search *s, struct fl_slice message, int depth)
{
	static const char wide[] = "\xef\xbc\x9a";
	ptrdiff_t colon = fl_slice_find(message, ": "), full = fl_slice_find(message, wide);
	bool is_wide = full >= 0 && (colon < 0 || full < colon);
	size_t len = is_wide ? (size_t)full + strlen(wide) : (size_t)(colon + 1);
	size_t start = s->out->len;
	if (!len || depth >= DEPTH_MAX || len >= message.len)
		return false;
	if (!english_at(s, fl_slice_head(message, len), DEPTH_MAX)) {
		fl_buf_truncate(s->out, start);
		return false;
	}
	struct fl_slice rest = fl_slice_skip(message, len);
	if (is_wide && !fl_slice_starts(rest, " "))
		fl_buf_char(s->out, ' ');
	words_add(s->c, rest, s->out);
	return true;
}

static bool english_at(struct search *s, struct fl_slice message, int depth)
{
	struct best best = {0};
	for (size_t i = 0; message.len <= MESSAGE_MAX && i + KEY_SHORT <= message.len; i++) {
		look(s, key_of(message.ptr + i, KEY_SHORT), message, &best);
		if (i + KEY_LONG <= message.len)
			look(s, key_of(message.ptr + i, KEY_LONG), message, &best);
	}
	/* The best of a search that was broken off need not be the right one. */
	if (s->work && best.entry && fill(s, number_of(s->c, &best), &best.captures, depth))
		return true;
	if (prefix_add(s, message, depth) || suffix_add(s, message, depth))
		return true;
	words_add(s->c, message, s->out);
	return false;
}

bool diag_catalogue_english(
	const struct diag_catalogue *c, struct fl_slice message, struct fl_buf *out)
{
	struct search s = {.c = c, .out = out, .work = WORK_MIN + message.len * WORK_A_BYTE};
	return english_at(&s, message, 0);
}
