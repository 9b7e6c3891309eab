#include "datasets/build/balance.h"

#include <ctype.h>
#include <math.h>

#include "base/hash.h"
#include "tracegen/node.h"

enum { GRAM = 3 };

static bool is_keyword(struct fl_slice name)
{
	static const char *const words[] = {"auto", "bool", "break", "case", "catch", "char",
		"const", "continue", "default", "delete", "do", "double", "else", "enum", "false",
		"float", "for", "goto", "if", "int", "long", "new", "nullptr", "return", "short",
		"signed", "sizeof", "static", "static_cast", "struct", "switch", "this", "throw",
		"true", "try", "typedef", "union", "unsigned", "using", "void", "volatile", "while",
		"NULL", "size_t"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_eqs(name, words[i]))
			return true;
	return false;
}

/* The token as a reader sees it who does not know the program's names. */
static struct fl_slice masked(struct fl_slice token)
{
	bool name = isalpha((unsigned char)token.ptr[0]) || token.ptr[0] == '_';
	return name && !is_keyword(token) ? FL_S("name") : token;
}

/* FNV-1a, with an end to each token. */
static uint32_t hash_on(uint32_t hash, struct fl_slice token)
{
	return (fl_fnv32(hash, token) ^ 0x100u) * 16777619u;
}

/* Count the n-grams of the text into the buckets, `step` for each. */
static void count_grams(struct fl_slice text, int step, int *buckets)
{
	struct fl_slice last[GRAM] = {0};
	for (size_t at = tg_text_solid(text, 0); at < text.len;) {
		size_t end = tg_text_token(text, at);
		for (int i = GRAM - 1; i > 0; i--)
			last[i] = last[i - 1];
		last[0] = masked(fl_slice(text.ptr + at, end - at));
		uint32_t hash = FL_FNV32;
		for (size_t n = 0; n < GRAM && last[n].len; n++) {
			hash = hash_on(hash, last[n]);
			buckets[(hash ^ hash >> 16) % DS_BALANCE_BUCKETS] += step;
		}
		at = tg_text_solid(text, end);
	}
}

/* The begin of the line above the one that `at` is in, and the end of the line below it. */
static size_t from_above(struct fl_slice text, size_t at)
{
	for (int line = 0; at > 0; at--)
		if (text.ptr[at - 1] == '\n' && line++ == 1)
			break;
	return at;
}

static size_t to_below(struct fl_slice text, size_t at)
{
	for (int line = 0; at < text.len; at++)
		if (text.ptr[at] == '\n' && line++ == 1)
			break;
	return at;
}

static int count_side(struct fl_slice head, struct fl_slice edit, struct fl_slice tail, int step,
	struct fl_arena *a, int *buckets, struct fl_error *err)
{
	struct fl_slice side =
		fl_arena_printf(a, "%.*s%.*s%.*s", FL_ARG(head), FL_ARG(edit), FL_ARG(tail));
	if (!side.ptr)
		return fl_arena_error(a, "a signature", err);
	count_grams(side, step, buckets);
	return 0;
}

int ds_signature_of(const struct tg_program *program, const struct tg_site *site,
	struct fl_arena *a, struct ds_signature *ret_signature, struct fl_error *err)
{
	int buckets[DS_BALANCE_BUCKETS] = {0};
	const struct tg_file *file = tg_program_file(program, site->file);
	struct fl_slice text = file ? file->content : fl_slice(NULL, 0), head = {0}, tail = {0};
	if (file && site->end >= site->start && (size_t)site->end <= text.len) {
		size_t start = (size_t)site->start, end = (size_t)site->end;
		size_t from = from_above(text, start), to = to_below(text, end);
		head = fl_slice(text.ptr + from, start - from);
		tail = fl_slice(text.ptr + end, to - end);
	}
	int rc = count_side(head, site->replacement, tail, 1, a, buckets, err);
	rc = rc ? rc : count_side(head, site->original, tail, -1, a, buckets, err);
	if (rc)
		return rc;
	size_t count = 0;
	double square = 0;
	for (size_t i = 0; i < DS_BALANCE_BUCKETS; i++) {
		count += buckets[i] != 0;
		square += (double)buckets[i] * buckets[i];
	}
	struct ds_signature s = {.grams = fl_arena_array(a, count + 1, sizeof(*s.grams))};
	if (!s.grams)
		return fl_arena_error(a, "a signature", err);
	for (unsigned i = 0; i < DS_BALANCE_BUCKETS; i++)
		if (buckets[i])
			s.grams[s.count++] =
				(struct ds_gram){i, (float)(buckets[i] / sqrt(square))};
	*ret_signature = s;
	return 0;
}

double ds_balance_cost(const struct ds_balance *b, const struct ds_signature *s)
{
	double cost = 0;
	for (size_t i = 0; i < s->count; i++)
		cost += b->sum[s->grams[i].bucket] * (double)s->grams[i].weight;
	return cost;
}

void ds_balance_add(struct ds_balance *b, const struct ds_signature *s, double chance)
{
	for (size_t i = 0; i < s->count; i++)
		b->sum[s->grams[i].bucket] += chance * (double)s->grams[i].weight;
}
