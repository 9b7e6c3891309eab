/*
 * Any bytes through the JSON tokenizer: the first byte says how large the chunks are. Whatever they
 * are, the tokens and the error are the same; what jansson takes gives the same tree.
 */
#include <stdlib.h>

#include "base/json_push.h"

enum { TEXT_MAX = 1 << 20, ARENA = 16 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
	if (!good)
		abort();
}

struct outcome {
	int rc;
	uint64_t tokens, sum;
	size_t offset;
	const struct fl_json *root;
};

static uint64_t mix(uint64_t sum, const struct fl_json_token *t)
{
	uint64_t parts[] = {t->what, t->type, (uint64_t)t->num, t->depth, t->text.len};
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		sum = (sum ^ parts[i]) * 0x100000001b3;
	for (size_t i = 0; i < t->text.len; i++)
		sum = (sum ^ (unsigned char)t->text.ptr[i]) * 0x100000001b3;
	return sum;
}

/* Each chunk has memory of its own, so that a token which outlives it is seen. */
static struct outcome walk(struct fl_slice text, size_t chunk, struct fl_arena *a)
{
	struct outcome o = {0};
	struct fl_json_push t;
	struct fl_json_token token = {.what = FL_JSON_MORE};
	struct fl_json_tree tree;
	struct fl_error err = {0};
	char *copy = NULL;
	fl_json_push_init(&t, TEXT_MAX);
	fl_json_tree_init(&tree, a);
	while (!o.rc && token.what != FL_JSON_DONE) {
		if (token.what == FL_JSON_MORE) {
			size_t n = text.len < chunk ? text.len : chunk;
			free(copy);
			copy = malloc(n ? n : 1);
			check(copy);
			if (n)
				memcpy(copy, text.ptr, n);
			fl_json_push_feed(&t, fl_slice(copy, n));
			if (!n)
				fl_json_push_end(&t);
			text = fl_slice_skip(text, n);
		}
		o.rc = fl_json_push_next(&t, &token, &err);
		if (o.rc || token.what == FL_JSON_MORE || token.what == FL_JSON_DONE)
			continue;
		o.tokens++;
		o.sum = mix(o.sum, &token);
		if (fl_json_tree_add(&tree, &token))
			o.root = tree.root;
	}
	check(!o.rc || (err.code == o.rc && err.line && err.col && err.message[0]));
	o.offset = err.offset;
	fl_json_push_release(&t);
	free(copy);
	return o;
}

static bool same(const struct fl_json *a, const struct fl_json *b)
{
	for (; a && b; a = a->next, b = b->next)
		if (a->type != b->type || a->num != b->num || a->real < b->real ||
			a->real > b->real || !fl_slice_eq(a->text, b->text) ||
			!fl_slice_eq(a->key, b->key) || !same(a->child, b->child))
			return false;
	return !a && !b;
}

static size_t depth_of(const struct fl_json *v)
{
	size_t most = 0;
	for (const struct fl_json *c = v->child; c; c = c->next) {
		size_t d = depth_of(c);
		most = d > most ? d : most;
	}
	return most + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_arena a, b;
	const struct fl_json *wanted = NULL;
	size_t chunk = size ? data[0] % 32 + 1U : 1;
	struct fl_slice text = size ? fl_slice((const char *)data + 1, size - 1) : FL_S("");
	fl_arena_init(&a, ARENA);
	fl_arena_init(&b, ARENA);
	struct outcome whole = walk(text, text.len + 1, &a), parts = walk(text, chunk, &b);
	check(whole.rc == parts.rc && whole.tokens == parts.tokens && whole.sum == parts.sum &&
		whole.offset == parts.offset);
	fl_arena_release(&b);
	if (fl_json_parse(text, &b, &wanted, NULL) == 0 && !a.failed &&
		depth_of(wanted) < FL_JSON_DEPTH)
		check(whole.rc == 0 && whole.root && same(whole.root, wanted));
	fl_arena_release(&a);
	fl_arena_release(&b);
	return 0;
}
