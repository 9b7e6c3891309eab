/*
 * Answers of models, any bytes: what they state and say was observed, what of them is code, and
 * what that hides from clang-tidy. Whatever stands there, numbers keep within their bounds, claims
 * stand where it is said, blocks follow each other, and the same bytes are read the same again.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "datasets/terms/blocks.h"
#include "datasets/reward/extract.h"
#include "datasets/reward/headers.h"
#include "datasets/terms/profile.h"
#include "datasets/terms/stated.h"
#include "datasets/terms/thought.h"
#include "datasets/terms/tidy.h"
#include "tracegen/program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_MAX = 256 << 20 };

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check_blocks(struct fl_slice answer)
{
	struct ds_block_walk w;
	struct ds_block b;
	size_t at = 0;
	ds_blocks_start(&w, answer);
	while (ds_blocks_next(&w, &b)) {
		require(at <= b.from && b.from <= b.start && b.start <= b.end && b.end <= b.to);
		require(b.to <= answer.len && (b.closed || b.to == answer.len));
		at = b.to;
	}
}

static void check_stated(struct fl_slice answer)
{
	struct ds_stated s = ds_stated_read(answer);
	require(s.error_class >= -1 && s.error_class < DIAG_CLASS_COUNT);
	require(s.confidence >= -1 && s.confidence <= DS_WHOLE);
	require((s.error_class < 0 || s.confidence < 0) == (s.problem.len > 0));
	for (int found = 0; found < DIAG_CLASS_COUNT; found++) {
		int64_t score = ds_stated_confidence_score(&s, found);
		require(score >= 0 && score <= DS_WHOLE);
	}
}

static struct ds_thought think(
	struct fl_slice answer, struct fl_slice model, const struct ds_known *k, struct fl_arena *a)
{
	struct ds_thought t = {0};
	require(ds_thought_check(answer, model, k, a, &t, NULL) == 0);
	int64_t score = ds_thought_score(&t);
	require(score >= 0 && score <= DS_WHOLE);
	require(t.stated == t.matched + t.contradicted + t.unknown && t.stated <= DS_FACTS_MAX);
	require((size_t)t.stated == t.facts.len && t.wanted <= DS_FACTS_LEAST);
	const struct ds_fact *f = t.facts.items;
	for (size_t i = 0; i < t.facts.len; i++)
		require(f[i].start >= 0 && f[i].start < f[i].end &&
			f[i].end <= (int64_t)answer.len);
	return t;
}

/* What an answer can be held to has its words, too, so that some claims are so. */
static void check_thought(struct fl_slice answer, struct fl_arena *a)
{
	struct tg_file file = {.path = FL_S("a.c"), .content = answer};
	struct fl_list files = {.items = &file, .len = 1};
	struct ds_known k;
	ds_known_init(&k, &files);
	struct ds_known_place *p = fl_vec_add(&k.places);
	struct ds_known_value *v = fl_vec_add(&k.values);
	struct fl_slice *kind = fl_vec_add(&k.kinds);
	require(p && v && kind);
	*p = (struct ds_known_place){.function = FL_S("x::f"), .file = FL_S("a.c"), .line = 1};
	*v = (struct ds_known_value){.name = FL_S("n"), .value = FL_S("3")};
	*kind = FL_S("segv");
	k.output_line = 1;
	k.actual = k.expected = fl_slice_line_at(answer, 1);
	struct ds_thought t = think(answer, FL_S(""), &k, a), again = think(answer, answer, &k, a);
	require(t.matched == again.matched && t.unknown == again.unknown);
	require(t.matched <= 7 && t.omitted == again.omitted);
	ds_known_release(&k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice answer = fl_slice(size ? (const char *)data : "", size);
	struct fl_slice code = {0}, thought;
	enum ds_extract how;
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	check_blocks(answer);
	check_stated(answer);
	check_thought(answer, &a);
	require(ds_extract_code(answer, &a, &how, &code, &thought, NULL) == 0);
	require(code.len + thought.len <= size);
	require(ds_tidy_hides(answer) >= 0);
	ds_headers_of(answer, &a);
	fl_arena_release(&a);
	return 0;
}
