#include "diag/clang/bitstream.h"

enum { TOP_WIDTH = 2, WORD = 32, HEADER_MAX = 32 };
enum { END_BLOCK, ENTER_BLOCK, DEFINE_ABBREV, UNABBREV_RECORD, FIRST_ABBREV };
enum { BLOCKINFO = 0, SETBID = 1 };
enum field_kind { LITERAL, FIXED, VBR, ARRAY, CHAR6, BLOB };

struct field {
	enum field_kind kind;
	uint64_t value; /* of a literal, or the width */
};

struct abbrev {
	uint64_t block; /* whose records it is for, where BLOCKINFO gave it */
	size_t count;
	struct field fields[DIAG_BITS_FIELDS_MAX];
};

void diag_bits_init(struct diag_bitstream *s)
{
	*s = (struct diag_bitstream){.info_block = UINT64_MAX};
	fl_vec_init(&s->info, sizeof(struct abbrev), DIAG_BITS_ABBREVS_MAX);
	fl_vec_init(&s->local, sizeof(struct abbrev), DIAG_BITS_ABBREVS_MAX);
}

void diag_bits_release(struct diag_bitstream *s)
{
	fl_vec_release(&s->info);
	fl_vec_release(&s->local);
}

void diag_bits_open(struct diag_bitstream *s, struct fl_slice bytes)
{
	s->bytes = bytes;
	s->pos = 0;
	s->depth = 0;
	s->local.len = 0;
	s->length_wrong = s->failed = false;
	s->wrong = NULL;
}

static uint64_t bits_left(const struct diag_bitstream *s)
{
	return (uint64_t)s->bytes.len * 8 - s->pos;
}

static bool stop(struct diag_bitstream *s, const char *wrong)
{
	if (!s->wrong)
		s->wrong = wrong;
	return false;
}

static bool fixed(struct diag_bitstream *s, uint64_t width, uint64_t *ret_value)
{
	uint64_t value = 0;
	if (width > bits_left(s))
		return stop(s, "the bytes end");
	for (uint64_t have = 0; have < width;) {
		unsigned byte = (unsigned char)s->bytes.ptr[s->pos / 8], shift = s->pos % 8;
		uint64_t take = 8 - shift < width - have ? 8 - shift : width - have;
		value |= (uint64_t)((byte >> shift) & ((1U << take) - 1)) << have;
		have += take;
		s->pos += take;
	}
	*ret_value = value;
	return true;
}

static bool vbr(struct diag_bitstream *s, uint64_t width, uint64_t *ret_value)
{
	uint64_t value = 0, chunk, more = 1ULL << (width - 1);
	for (unsigned shift = 0;; shift += (unsigned)width - 1) {
		if (!fixed(s, width, &chunk))
			return false;
		uint64_t bits = chunk & (more - 1);
		if (bits && (shift > 63 || bits << shift >> shift != bits))
			return stop(s, "a number has more than 64 bits");
		value |= shift > 63 ? 0 : bits << shift;
		if (!(chunk & more))
			break;
	}
	*ret_value = value;
	return true;
}

static bool align(struct diag_bitstream *s)
{
	uint64_t skip = (WORD - s->pos % WORD) % WORD;
	if (skip > bits_left(s))
		return stop(s, "the bytes end");
	s->pos += skip;
	return true;
}

/* A field that holds one value. */
static bool scalar(struct diag_bitstream *s, const struct field *f, uint64_t *ret_value)
{
	static const char char6[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
	uint64_t value = f->value;
	if (f->kind == FIXED && !fixed(s, f->value, &value))
		return false;
	if (f->kind == VBR && !vbr(s, f->value, &value))
		return false;
	if (f->kind == CHAR6) {
		if (!fixed(s, 6, &value))
			return false;
		value = (unsigned char)char6[value];
	}
	*ret_value = value;
	return true;
}

static void keep(struct diag_bitstream *s, uint64_t value)
{
	if (s->op_count < DIAG_BITS_OPS_MAX)
		s->ops[s->op_count++] = value;
}

static bool array(struct diag_bitstream *s, const struct field *element)
{
	uint64_t count, value;
	if (!vbr(s, 6, &count))
		return false;
	if (element->kind == LITERAL && count)
		return stop(s, "an array's elements take no bits");
	for (; count; count--) {
		if (!scalar(s, element, &value))
			return false;
		keep(s, value);
	}
	return true;
}

static bool blob(struct diag_bitstream *s)
{
	uint64_t len;
	if (!vbr(s, 6, &len) || !align(s))
		return false;
	if (len > bits_left(s) / 8)
		return stop(s, "the bytes end");
	s->blob = fl_slice(s->bytes.ptr + s->pos / 8, (size_t)len);
	s->pos += len * 8;
	return align(s);
}

/* The abbreviation of an id in the innermost block: those of BLOCKINFO come first. */
static const struct abbrev *abbrev_find(const struct diag_bitstream *s, uint64_t id)
{
	const struct diag_bits_frame *f = &s->frames[s->depth - 1];
	uint64_t index = id - FIRST_ABBREV;
	if (index < f->info_count)
		return fl_vec_at(&s->info, f->info[index]);
	index -= f->info_count;
	if (index >= s->local.len - f->first_local)
		return NULL;
	return fl_vec_at(&s->local, f->first_local + (size_t)index);
}

static bool abbreviated(struct diag_bitstream *s, uint64_t id)
{
	const struct abbrev *a = s->depth ? abbrev_find(s, id) : NULL;
	if (!a)
		return stop(s, "an abbreviation is not defined");
	if (!scalar(s, &a->fields[0], &s->code))
		return false;
	for (size_t i = 1; i < a->count; i++) {
		uint64_t value;
		if (a->fields[i].kind == ARRAY)
			return array(s, &a->fields[i + 1]);
		if (a->fields[i].kind == BLOB)
			return blob(s);
		if (!scalar(s, &a->fields[i], &value))
			return false;
		keep(s, value);
	}
	return true;
}

static bool unabbreviated(struct diag_bitstream *s)
{
	uint64_t count, value;
	if (!vbr(s, 6, &s->code) || !vbr(s, 6, &count))
		return false;
	for (; count; count--) {
		if (!vbr(s, 6, &value))
			return false;
		keep(s, value);
	}
	return true;
}

static bool field_read(struct diag_bitstream *s, struct field *f)
{
	uint64_t literal, kind;
	*f = (struct field){0};
	if (!fixed(s, 1, &literal))
		return false;
	if (literal)
		return vbr(s, 8, &f->value);
	if (!fixed(s, 3, &kind))
		return false;
	if (kind < FIXED || kind > BLOB)
		return stop(s, "an abbreviation has a field of no known kind");
	f->kind = (enum field_kind)kind;
	if (kind != FIXED && kind != VBR)
		return true;
	if (!vbr(s, 5, &f->value))
		return false;
	if (f->value > 64 || (kind == VBR && f->value == 1))
		return stop(s, "an abbreviation has a field of no possible width");
	if (!f->value)
		f->kind = LITERAL; /* no bits: always 0 */
	return true;
}

/* An array is the last field but one, a blob the last, and the first is the record's code. */
static bool abbrev_check(const struct abbrev *a)
{
	for (size_t i = 0; i < a->count; i++) {
		enum field_kind kind = a->fields[i].kind;
		if (kind == ARRAY && (!i || i + 2 != a->count || a->fields[i + 1].kind == BLOB))
			return false;
		if (kind == BLOB && (!i || i + 1 != a->count))
			return false;
	}
	return a->count;
}

static bool in_blockinfo(const struct diag_bitstream *s)
{
	return s->depth && s->frames[s->depth - 1].block == BLOCKINFO;
}

static bool abbrev_read(struct diag_bitstream *s)
{
	struct abbrev a = {.block = s->info_block};
	uint64_t count;
	if (!vbr(s, 5, &count))
		return false;
	if (count > DIAG_BITS_FIELDS_MAX)
		return stop(s, "an abbreviation has too many fields");
	for (; a.count < count; a.count++)
		if (!field_read(s, &a.fields[a.count]))
			return false;
	if (!abbrev_check(&a))
		return stop(s, "an abbreviation has its fields in no possible order");
	struct fl_vec *v = in_blockinfo(s) ? &s->info : &s->local;
	if (v->len == v->max) /* asked before: the list would stay failed for the blocks to come */
		return stop(s, "there are too many abbreviations");
	struct abbrev *to = fl_vec_add(v);
	if (!to) {
		s->failed = true;
		return stop(s, "out of memory for abbreviations");
	}
	*to = a;
	return true;
}

static bool enter(struct diag_bitstream *s)
{
	uint64_t block, width, words;
	if (!vbr(s, 8, &block) || !vbr(s, 4, &width) || !align(s) || !fixed(s, WORD, &words))
		return false;
	if (width < TOP_WIDTH || width > WORD)
		return stop(s, "a block has abbreviation ids of no possible width");
	if (s->depth == DIAG_BITS_DEPTH_MAX || (s->depth && block == BLOCKINFO))
		return stop(s, "a block stands where none can be");
	struct diag_bits_frame *f = &s->frames[s->depth++];
	f->block = s->code = block;
	f->width = (unsigned)width;
	f->end = s->pos + words * WORD;
	f->first_local = s->local.len;
	f->info_count = 0;
	for (size_t i = 0; i < s->info.len; i++)
		if (((const struct abbrev *)fl_vec_at(&s->info, i))->block == block)
			f->info[f->info_count++] = (uint16_t)i;
	s->info_block = UINT64_MAX;
	return true;
}

static bool leave(struct diag_bitstream *s)
{
	if (!s->depth)
		return stop(s, "a block ends that did not start");
	if (!align(s))
		return false;
	const struct diag_bits_frame *f = &s->frames[--s->depth];
	s->length_wrong = s->length_wrong || s->pos != f->end;
	s->local.len = f->first_local;
	s->code = f->block;
	return true;
}

/* One item, of BLOCKINFO too. */
static bool item(struct diag_bitstream *s, enum diag_bits_item *ret_item)
{
	uint64_t id;
	for (;;) {
		s->op_count = 0;
		s->blob = (struct fl_slice){0};
		if (!s->depth && bits_left(s) < 8)
			return false; /* between blocks: a clean end */
		if (!fixed(s, s->depth ? s->frames[s->depth - 1].width : TOP_WIDTH, &id))
			return false;
		if (id != DEFINE_ABBREV)
			break;
		if (!abbrev_read(s))
			return false;
	}
	*ret_item = id == ENTER_BLOCK ? DIAG_BITS_BLOCK
		    : id == END_BLOCK ? DIAG_BITS_END
				      : DIAG_BITS_RECORD;
	return id == ENTER_BLOCK       ? enter(s)
	       : id == END_BLOCK       ? leave(s)
	       : id == UNABBREV_RECORD ? unabbreviated(s)
				       : abbreviated(s, id);
}

enum diag_bits_item diag_bits_next(struct diag_bitstream *s)
{
	enum diag_bits_item it;
	while (!s->wrong && item(s, &it)) {
		if (it == DIAG_BITS_BLOCK ? s->code != BLOCKINFO : !in_blockinfo(s))
			return it;
		if (it == DIAG_BITS_RECORD && s->code == SETBID && s->op_count)
			s->info_block = s->ops[0];
	}
	return DIAG_BITS_STOP;
}

int64_t diag_bits_block_size(struct fl_slice bytes)
{
	struct diag_bitstream s = {.bytes = bytes};
	uint64_t id;
	if (!bytes.len || !fixed(&s, TOP_WIDTH, &id))
		return 0;
	if (id != ENTER_BLOCK)
		return -1;
	if (!enter(&s))
		return bytes.len < HEADER_MAX ? 0 : -1;
	return (int64_t)(s.frames[0].end / 8);
}
