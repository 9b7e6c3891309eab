/* The bitstream reader against streams written bit by bit here: every encoding, every limit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "diag/clang/bitstream.h"

enum { WORDS_MAX = 4096, TOP = 2, INNER = 3 };
enum { END_BLOCK, ENTER_BLOCK, DEFINE_ABBREV, UNABBREV };
enum { FIXED = 1, VBR, ARRAY, CHAR6, BLOB };

struct writer {
	unsigned char bytes[WORDS_MAX * 4];
	uint64_t pos;
};

static void fixed(struct writer *w, unsigned width, uint64_t value)
{
	for (unsigned i = 0; i < width; i++, w->pos++)
		if (value >> i & 1)
			w->bytes[w->pos / 8] |= (unsigned char)(1U << w->pos % 8);
}

static void vbr(struct writer *w, unsigned width, uint64_t value)
{
	uint64_t more = 1ULL << (width - 1);
	for (; value >= more; value >>= width - 1)
		fixed(w, width, (value & (more - 1)) | more);
	fixed(w, width, value);
}

static void align(struct writer *w)
{
	w->pos = (w->pos + 31) / 32 * 32;
}

/* Start a block; its length is filled in by leave(). Returns where that stands. */
static uint64_t enter(struct writer *w, unsigned width, uint64_t block, unsigned inner)
{
	fixed(w, width, ENTER_BLOCK);
	vbr(w, 8, block);
	vbr(w, 4, inner);
	align(w);
	w->pos += 32;
	return w->pos - 32;
}

static void leave(struct writer *w, unsigned width, uint64_t length_at)
{
	fixed(w, width, END_BLOCK);
	align(w);
	uint64_t end = w->pos;
	w->pos = length_at;
	fixed(w, 32, (end - length_at) / 32 - 1);
	w->pos = end;
}

static void literal(struct writer *w, uint64_t value)
{
	fixed(w, 1, 1);
	vbr(w, 8, value);
}

static void encoding(struct writer *w, unsigned kind, unsigned width)
{
	fixed(w, 1, 0);
	fixed(w, 3, kind);
	if (kind == FIXED || kind == VBR)
		vbr(w, 5, width);
}

static void record(struct writer *w, uint64_t code, uint64_t op)
{
	fixed(w, INNER, UNABBREV);
	vbr(w, 6, code);
	vbr(w, 6, 1);
	vbr(w, 6, op);
}

static struct fl_slice written(const struct writer *w)
{
	return fl_slice((const char *)w->bytes, (size_t)(w->pos / 8));
}

static void open_bits(struct diag_bitstream *s, const struct writer *w)
{
	diag_bits_init(s);
	diag_bits_open(s, written(w));
}

static void test_encodings(void **state)
{
	(void)state;
	struct writer w = {0};
	struct diag_bitstream s;
	uint64_t block = enter(&w, TOP, 77, 4);
	fixed(&w, 4, DEFINE_ABBREV);
	vbr(&w, 5, 7);
	literal(&w, 300);
	encoding(&w, FIXED, 13);
	encoding(&w, VBR, 6);
	encoding(&w, CHAR6, 0);
	encoding(&w, FIXED, 0); /* no bits: 0 */
	encoding(&w, ARRAY, 0);
	encoding(&w, CHAR6, 0);
	fixed(&w, 4, DEFINE_ABBREV);
	vbr(&w, 5, 3);
	encoding(&w, VBR, 4);
	encoding(&w, FIXED, 64);
	encoding(&w, BLOB, 0);
	fixed(&w, 4, 4);
	fixed(&w, 13, 0x1555);
	vbr(&w, 6, UINT64_MAX);
	fixed(&w, 6, 63); /* _ */
	vbr(&w, 6, 3);
	fixed(&w, 6, 0); /* a */
	fixed(&w, 6, 51); /* Z */
	fixed(&w, 6, 52); /* 0 */
	fixed(&w, 4, 5);
	vbr(&w, 4, 9);
	fixed(&w, 64, 0x123456789abcdef0);
	vbr(&w, 6, 5);
	align(&w);
	memcpy(w.bytes + w.pos / 8, "bytes", 5);
	w.pos += 40;
	align(&w);
	leave(&w, 4, block);
	open_bits(&s, &w);
	assert_int_equal(diag_bits_next(&s), DIAG_BITS_BLOCK);
	assert_int_equal(s.code, 77);
	assert_int_equal(diag_bits_next(&s), DIAG_BITS_RECORD);
	assert_int_equal(s.code, 300);
	static const uint64_t want[] = {0x1555, UINT64_MAX, '_', 0, 'a', 'Z', '0'};
	assert_int_equal(s.op_count, sizeof(want) / sizeof(want[0]));
	assert_memory_equal(s.ops, want, sizeof(want));
	assert_int_equal(diag_bits_next(&s), DIAG_BITS_RECORD);
	assert_int_equal(s.code, 9);
	assert_int_equal(s.op_count, 1);
	assert_true(s.ops[0] == 0x123456789abcdef0);
	assert_true(fl_slice_eqs(s.blob, "bytes"));
	assert_int_equal(diag_bits_next(&s), DIAG_BITS_END);
	assert_int_equal(s.depth, 0);
	assert_false(s.length_wrong);
	assert_int_equal(s.pos, w.pos);
	assert_int_equal(diag_bits_next(&s), DIAG_BITS_STOP);
	assert_null(s.wrong);
	diag_bits_release(&s);
}

/* What BLOCKINFO gives a block comes before the block's own, there alone, and stays. */
static void test_blockinfo(void **state)
{
	(void)state;
	struct writer w = {0};
	struct diag_bitstream s;
	uint64_t info = enter(&w, TOP, 0, INNER);
	record(&w, 1, 20);
	for (unsigned code = 40; code < 42; code++) {
		fixed(&w, INNER, DEFINE_ABBREV);
		vbr(&w, 5, 2);
		literal(&w, code);
		encoding(&w, FIXED, 5);
		record(&w, 1, 21); /* the second is for block 21 */
	}
	leave(&w, INNER, info);
	for (unsigned id = 20; id < 22; id++) {
		uint64_t block = enter(&w, TOP, id, INNER);
		fixed(&w, INNER, DEFINE_ABBREV);
		vbr(&w, 5, 1);
		literal(&w, 99);
		fixed(&w, INNER, 4);
		fixed(&w, 5, 17);
		fixed(&w, INNER, 5);
		leave(&w, INNER, block);
	}
	open_bits(&s, &w);
	assert_int_equal(diag_bits_next(&s), DIAG_BITS_END);
	for (unsigned id = 20; id < 22; id++) {
		assert_int_equal(diag_bits_next(&s), DIAG_BITS_BLOCK);
		assert_int_equal(diag_bits_next(&s), DIAG_BITS_RECORD);
		assert_int_equal(s.code, id + 20);
		assert_int_equal(s.ops[0], 17);
		assert_int_equal(diag_bits_next(&s), DIAG_BITS_RECORD);
		assert_int_equal(s.code, 99);
		assert_int_equal(diag_bits_next(&s), DIAG_BITS_END);
	}
	assert_int_equal(diag_bits_next(&s), DIAG_BITS_STOP);
	assert_null(s.wrong);
	diag_bits_release(&s);
}

static void array_of(struct writer *w, unsigned kind, unsigned width)
{
	fixed(w, INNER, DEFINE_ABBREV);
	vbr(w, 5, 3);
	literal(w, 1);
	encoding(w, ARRAY, 0);
	encoding(w, kind, width);
}

static void array_without_bits(struct writer *w)
{
	array_of(w, FIXED, 0);
	fixed(w, INNER, 4);
	vbr(w, 6, UINT64_MAX);
}

static void array_of_blobs(struct writer *w)
{
	array_of(w, BLOB, 0);
}

static void array_too_long(struct writer *w)
{
	array_of(w, FIXED, 64);
	fixed(w, INNER, 4);
	vbr(w, 6, UINT64_MAX);
}

static void blob_too_long(struct writer *w)
{
	fixed(w, INNER, DEFINE_ABBREV);
	vbr(w, 5, 2);
	literal(w, 1);
	encoding(w, BLOB, 0);
	fixed(w, INNER, 4);
	vbr(w, 6, UINT64_MAX / 8);
}

static void too_wide(struct writer *w)
{
	fixed(w, INNER, DEFINE_ABBREV);
	vbr(w, 5, 1);
	encoding(w, FIXED, 65);
}

static void endless_vbr(struct writer *w)
{
	fixed(w, INNER, DEFINE_ABBREV);
	vbr(w, 5, 1);
	encoding(w, VBR, 1);
}

static void no_kind(struct writer *w)
{
	fixed(w, INNER, DEFINE_ABBREV);
	vbr(w, 5, 1);
	fixed(w, 4, 7 << 1);
}

static void no_fields(struct writer *w)
{
	fixed(w, INNER, DEFINE_ABBREV);
	vbr(w, 5, 0);
}

static void many_fields(struct writer *w)
{
	fixed(w, INNER, DEFINE_ABBREV);
	vbr(w, 5, DIAG_BITS_FIELDS_MAX + 1);
}

static void many_abbrevs(struct writer *w)
{
	for (int i = 0; i <= DIAG_BITS_ABBREVS_MAX; i++) {
		fixed(w, INNER, DEFINE_ABBREV);
		vbr(w, 5, 1);
		literal(w, 1);
	}
}

static void undefined(struct writer *w)
{
	fixed(w, INNER, 6);
}

static void big_number(struct writer *w)
{
	fixed(w, INNER, UNABBREV);
	for (int i = 0; i < 13; i++)
		fixed(w, 6, 0x3f);
	fixed(w, 6, 1);
}

static void narrow_ids(struct writer *w)
{
	enter(w, INNER, 9, 1);
}

static void info_inside(struct writer *w)
{
	enter(w, INNER, 0, INNER);
}

static void deep(struct writer *w)
{
	for (int i = 0; i < DIAG_BITS_DEPTH_MAX; i++)
		enter(w, INNER, 9, INNER);
}

/* A block with an abbreviation of its own is read, whatever was wrong with the one before. */
static void assert_reads_on(struct diag_bitstream *s)
{
	struct writer w = {0};
	uint64_t block = enter(&w, TOP, 20, INNER);
	fixed(&w, INNER, DEFINE_ABBREV);
	vbr(&w, 5, 1);
	literal(&w, 7);
	fixed(&w, INNER, 4);
	leave(&w, INNER, block);
	diag_bits_open(s, written(&w));
	assert_int_equal(diag_bits_next(s), DIAG_BITS_BLOCK);
	assert_int_equal(diag_bits_next(s), DIAG_BITS_RECORD);
	assert_int_equal(s->code, 7);
	assert_int_equal(diag_bits_next(s), DIAG_BITS_END);
	assert_int_equal(diag_bits_next(s), DIAG_BITS_STOP);
	assert_null(s->wrong);
}

static void test_refused(void **state)
{
	(void)state;
	static const struct {
		void (*write)(struct writer *w);
		const char *wrong;
	} cases[] = {
		{array_without_bits, "an array's elements take no bits"},
		{array_of_blobs, "an abbreviation has its fields in no possible order"},
		{array_too_long, "the bytes end"},
		{blob_too_long, "the bytes end"},
		{too_wide, "an abbreviation has a field of no possible width"},
		{endless_vbr, "an abbreviation has a field of no possible width"},
		{no_kind, "an abbreviation has a field of no known kind"},
		{no_fields, "an abbreviation has its fields in no possible order"},
		{many_fields, "an abbreviation has too many fields"},
		{many_abbrevs, "there are too many abbreviations"},
		{undefined, "an abbreviation is not defined"},
		{big_number, "a number has more than 64 bits"},
		{narrow_ids, "a block has abbreviation ids of no possible width"},
		{info_inside, "a block stands where none can be"},
		{deep, "a block stands where none can be"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct writer w = {0};
		struct diag_bitstream s;
		uint64_t block = enter(&w, TOP, 20, INNER);
		cases[i].write(&w);
		fixed(&w, 32, 0);
		fixed(&w, 32, 0);
		leave(&w, INNER, block);
		open_bits(&s, &w);
		while (diag_bits_next(&s) != DIAG_BITS_STOP)
			assert_true(s.pos <= w.pos);
		assert_non_null(s.wrong);
		assert_string_equal(s.wrong, cases[i].wrong);
		assert_int_equal(diag_bits_next(&s), DIAG_BITS_STOP);
		assert_reads_on(&s);
		diag_bits_release(&s);
	}
}

/* More operands than are kept: those beyond are read over. */
static void test_many_operands(void **state)
{
	(void)state;
	struct writer w = {0};
	struct diag_bitstream s;
	uint64_t block = enter(&w, TOP, 20, INNER);
	fixed(&w, INNER, UNABBREV);
	vbr(&w, 6, 2);
	vbr(&w, 6, 1000);
	for (uint64_t i = 0; i < 1000; i++)
		vbr(&w, 6, i);
	record(&w, 3, 4);
	leave(&w, INNER, block);
	open_bits(&s, &w);
	assert_int_equal(diag_bits_next(&s), DIAG_BITS_BLOCK);
	assert_int_equal(diag_bits_next(&s), DIAG_BITS_RECORD);
	assert_int_equal(s.op_count, DIAG_BITS_OPS_MAX);
	assert_int_equal(s.ops[DIAG_BITS_OPS_MAX - 1], DIAG_BITS_OPS_MAX - 1);
	assert_int_equal(diag_bits_next(&s), DIAG_BITS_RECORD);
	assert_int_equal(s.code, 3);
	assert_int_equal(s.op_count, 1);
	diag_bits_release(&s);
}

static void test_block_size(void **state)
{
	(void)state;
	struct writer w = {0};
	uint64_t block = enter(&w, TOP, 20, INNER);
	record(&w, 1, 1);
	leave(&w, INNER, block);
	struct fl_slice all = written(&w);
	for (size_t n = 0; n < 8; n++)
		assert_int_equal(diag_bits_block_size(fl_slice_head(all, n)), 0);
	assert_int_equal(diag_bits_block_size(fl_slice_head(all, 8)), all.len);
	assert_int_equal(diag_bits_block_size(FL_S("DIAG")), -1);
	/* A block id that never ends. */
	assert_int_equal(
		diag_bits_block_size(FL_S("\x01\xfe\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
					  "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
					  "\xff\xff\xff\xff\xff\xff\xff\xff")),
		-1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_encodings),
		cmocka_unit_test(test_blockinfo),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_many_operands),
		cmocka_unit_test(test_block_size),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
