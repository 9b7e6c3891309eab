#include "diag/clang/dia.h"

#include "diag/report/build.h"
#include "diag/report/pending.h"
#include "diag/report/place.h"

enum { FEED_MAX = 1 << 16, MAGIC_LEN = 4, VERSION_MAX = 2 };
enum { BLOCK_META = 8, BLOCK_DIAG };
enum { NAME_ID, PLACE_FILE = 0, PLACE_LINE, PLACE_COL, PLACE_OPS = 4, RANGE_OPS = 2 * PLACE_OPS };
enum { HEAD_LEVEL, HEAD_PLACE, HEAD_FLAG = HEAD_PLACE + PLACE_OPS + 1, HEAD_OPS };
static const char magic[] = "DIAG";

static const enum diag_level levels[] = {
	[1] = DIAG_NOTE, DIAG_WARNING, DIAG_ERROR, DIAG_FATAL, DIAG_REMARK};
enum { LEVELS = sizeof(levels) / sizeof(levels[0]) };

void diag_dia_init(struct diag_dia *d)
{
	*d = (struct diag_dia){.state = DIAG_DIA_NO};
	fl_buf_init(&d->held, DIAG_DIA_BLOCK_MAX + FEED_MAX);
	diag_bits_init(&d->bits);
	fl_arena_init(&d->text, DIAG_DIA_TEXT_MAX);
	fl_vec_init(&d->files, sizeof(struct fl_slice), DIAG_DIA_NAMES_MAX);
	fl_vec_init(&d->flags, sizeof(struct fl_slice), DIAG_DIA_NAMES_MAX);
}

void diag_dia_release(struct diag_dia *d)
{
	fl_buf_release(&d->held);
	diag_bits_release(&d->bits);
	fl_arena_release(&d->text);
	fl_vec_release(&d->files);
	fl_vec_release(&d->flags);
}

static void damage(struct diag_dia *d, uint64_t at, const char *what)
{
	d->here = true;
	if (d->wrong)
		return;
	d->wrong = what;
	d->wrong_at = at;
}

/* Damage where the block is being read. */
static bool damage_here(struct diag_dia *d, const char *what)
{
	damage(d, d->offset + d->bits.pos / 8, what);
	return false;
}

/* A stream starts: what an earlier one defined is forgotten. */
static void stream_start(struct diag_parser *p)
{
	struct diag_dia *d = p->dia;
	diag_bits_release(&d->bits);
	diag_bits_init(&d->bits);
	fl_arena_release(&d->text);
	d->files.len = d->flags.len = 0;
	d->state = DIAG_DIA_BLOCKS;
	d->meta = false;
	p->stats.lines++;
}

static void name_set(struct diag_parser *p, struct fl_vec *names)
{
	struct diag_dia *d = p->dia;
	uint64_t id = d->bits.ops[NAME_ID];
	if (!d->bits.op_count || id >= DIAG_DIA_NAMES_MAX) {
		damage_here(d, "a file or flag has no possible number");
		return;
	}
	while (names->len <= id)
		if (!fl_vec_add(names)) {
			diag_build_fail(p, FL_ENOMEM);
			return;
		}
	*(struct fl_slice *)fl_vec_at(names, (size_t)id) = fl_arena_slice(&d->text, d->bits.blob);
	if (d->text.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	else if (d->text.failed)
		damage_here(d, "the names of files and flags are too long");
	d->text.failed = 0;
}

/* 0 is no name. */
static struct fl_slice name_get(struct diag_dia *d, const struct fl_vec *names, uint64_t id)
{
	struct fl_slice name = {0};
	if (id < names->len)
		name = *(const struct fl_slice *)fl_vec_at(names, (size_t)id);
	if (id && !name.len)
		damage_here(d, "a file or flag is not defined");
	return name;
}

static int64_t number(uint64_t op)
{
	return op <= UINT32_MAX ? (int64_t)op : 0;
}

static bool record_head(struct diag_dia *d, struct diag_head *ret_head)
{
	const uint64_t *op = d->bits.ops, *place = op + HEAD_PLACE;
	if (d->bits.op_count < HEAD_OPS || !op[HEAD_LEVEL] || op[HEAD_LEVEL] >= LEVELS)
		return damage_here(d, "a diagnostic has no level or no place");
	*ret_head = (struct diag_head){.level = levels[op[HEAD_LEVEL]],
		.file = name_get(d, &d->files, place[PLACE_FILE]),
		.line = number(place[PLACE_LINE]),
		.col = number(place[PLACE_COL]),
		.message = d->bits.blob,
		.code = name_get(d, &d->flags, op[HEAD_FLAG])};
	return true;
}

/* The message of an include is the one that the text has: its place says the rest. */
static enum diag_note_kind note_kind(struct diag_head *h)
{
	enum diag_note_kind kind = diag_note_kind_of(h->message);
	if (kind == DIAG_NOTE_INCLUDE)
		h->message = FL_S("in file included from here");
	return kind;
}

static void note_take(struct diag_parser *p, struct diag_head *h, struct diag_dia_level *l)
{
	size_t index = p->lane->notes.len;
	enum diag_note_kind kind = note_kind(h);
	if (!l[-1].said) {
		diag_build_pending(p, kind, h, "clang");
		return;
	}
	diag_build_note(p, h, kind);
	if (p->lane->notes.len == index)
		return; /* one too many; counted */
	((struct diag_note *)fl_vec_at(&p->lane->notes, index))->parent = l[-1].note;
	l->said = true;
	l->note = (int64_t)index;
}

static void diag_take(struct diag_parser *p, struct diag_dia_level *l)
{
	struct diag_dia *d = p->dia;
	struct diag_head h;
	if (l->said) {
		damage_here(d, "a block has two diagnostics");
		return;
	}
	if (!record_head(d, &h))
		return;
	if (d->bits.depth > 1) {
		note_take(p, &h, l);
		return;
	}
	struct fl_buf code;
	fl_buf_init(&code, DIAG_DIA_TEXT_MAX + 2);
	if (h.code.len) {
		fl_buf_str(&code, h.level == DIAG_REMARK ? "-R" : "-W");
		fl_buf_slice(&code, h.code);
		h.code = fl_buf_view(&code);
	}
	if (code.failed)
		diag_build_fail(p, code.failed);
	h.message = fl_slice_trim(h.message);
	diag_build_begin(p, &h, "clang");
	*l = (struct diag_dia_level){.said = true, .note = -1};
	fl_buf_release(&code);
}

static struct diag_range range_of(const struct diag_dia *d)
{
	const uint64_t *a = d->bits.ops, *b = a + PLACE_OPS;
	return (struct diag_range){.line = number(a[PLACE_LINE]),
		.col = number(a[PLACE_COL]),
		.end_line = number(b[PLACE_LINE]),
		.end_col = number(b[PLACE_COL])};
}

/* Ranges of notes have no place in the model. */
static void range_take(struct diag_parser *p, struct diag_dia_level *l)
{
	struct diag_dia *d = p->dia;
	if (d->bits.op_count < RANGE_OPS || !l->said) {
		damage_here(d, "a range is incomplete or stands before its diagnostic");
		return;
	}
	if (l->note >= 0)
		return;
	struct fl_slice file = name_get(d, &d->files, d->bits.ops[PLACE_FILE]);
	struct diag_range r = range_of(d);
	if (!fl_slice_eq(file, p->lane->d.file)) {
		p->lane->d.omitted++;
		return;
	}
	if (!p->lane->d.end_line && diag_range_contains(&r, p->lane->d.line, p->lane->d.col)) {
		p->lane->d.end_line = r.end_line;
		p->lane->d.end_col = r.end_col;
	}
	diag_build_range(p, r);
}

static void fixit_take(struct diag_parser *p, struct diag_dia_level *l)
{
	struct diag_dia *d = p->dia;
	if (d->bits.op_count < RANGE_OPS || !l->said) {
		damage_here(d, "a fix-it is incomplete or stands before its diagnostic");
		return;
	}
	struct diag_range r = range_of(d);
	diag_build_fixit(p, (struct diag_fixit){.note = l->note,
				    .file = name_get(d, &d->files, d->bits.ops[PLACE_FILE]),
				    .line = r.line,
				    .col = r.col,
				    .end_line = r.end_line,
				    .end_col = r.end_col,
				    .text = d->bits.blob});
}

static void flag_take(struct diag_parser *p, struct diag_dia_level *l)
{
	(void)l;
	name_set(p, &p->dia->flags);
}

static void file_take(struct diag_parser *p, struct diag_dia_level *l)
{
	(void)l;
	name_set(p, &p->dia->files);
}

static void version_take(struct diag_parser *p, struct diag_dia_level *l)
{
	struct diag_dia *d = p->dia;
	(void)l;
	d->meta = true;
	if (!d->bits.op_count || !d->bits.ops[0] || d->bits.ops[0] > VERSION_MAX)
		damage_here(d, "the version is none that is known");
}

/* Records of other numbers tell nothing that the model holds (categories) or are newer. */
static const struct {
	uint64_t block, code;
	void (*take)(struct diag_parser *p, struct diag_dia_level *l);
} records[] = {
	{BLOCK_META, 1, version_take},
	{BLOCK_DIAG, 2, diag_take},
	{BLOCK_DIAG, 3, range_take},
	{BLOCK_DIAG, 4, flag_take},
	{BLOCK_DIAG, 6, file_take},
	{BLOCK_DIAG, 7, fixit_take},
};

static void record_take(struct diag_parser *p)
{
	struct diag_bitstream *s = &p->dia->bits;
	if (!s->depth)
		return;
	for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++)
		if (records[i].code == s->code && records[i].block == s->frames[s->depth - 1].block)
			records[i].take(p, &p->dia->levels[s->depth]);
}

/* Read a top-level block. Returns how many of its bytes are done with. */
static size_t block_read(struct diag_parser *p, struct fl_slice bytes)
{
	struct diag_dia *d = p->dia;
	struct diag_bitstream *s = &d->bits;
	bool is_diag = false;
	enum diag_bits_item item;
	d->here = false;
	diag_bits_open(s, bytes);
	while ((item = diag_bits_next(s)) != DIAG_BITS_STOP && !p->rc) {
		if (item == DIAG_BITS_BLOCK) {
			is_diag = is_diag || s->code == BLOCK_DIAG;
			d->levels[s->depth] = (struct diag_dia_level){.note = -1};
		} else if (item == DIAG_BITS_RECORD) {
			record_take(p);
		} else if (!s->depth) {
			break;
		}
	}
	if (s->failed)
		diag_build_fail(p, FL_ENOMEM);
	diag_build_end(p);
	if (item == DIAG_BITS_STOP)
		damage_here(d, s->wrong);
	else if (s->length_wrong)
		damage_here(d, "a block has another length than it says");
	d->hurt += is_diag && d->here;
	return item == DIAG_BITS_STOP ? bytes.len : (size_t)(s->pos / 8);
}

/* Drop n bytes from the front of *view, which is what is left of the held ones. */
static void advance(struct diag_dia *d, struct fl_slice *view, size_t n)
{
	d->offset += n;
	*view = fl_slice_skip(*view, n);
}

/* Read the complete blocks of those held; at the end of the input the incomplete one as well. */
static void blocks_read(struct diag_parser *p, bool end)
{
	struct diag_dia *d = p->dia;
	struct fl_slice view = fl_buf_view(&d->held);
	while (view.len && !p->rc && d->state == DIAG_DIA_BLOCKS) {
		if (fl_slice_starts(view, magic)) {
			stream_start(p);
			advance(d, &view, MAGIC_LEN);
			continue;
		}
		int64_t size = view.len < MAGIC_LEN && !end ? 0 : diag_bits_block_size(view);
		if (size < 0 || (size == 0 && end)) {
			damage(d, d->offset, size ? "no block starts here" : "the bytes end");
			d->state = DIAG_DIA_LOST;
			break;
		}
		size_t want = size < DIAG_DIA_BLOCK_MAX ? (size_t)size : DIAG_DIA_BLOCK_MAX;
		if (!want || (view.len < want && !end))
			break;
		advance(d, &view, block_read(p, fl_slice_head(view, want)));
	}
	if (d->state != DIAG_DIA_BLOCKS)
		view.len = 0;
	if (view.len && view.ptr != d->held.data)
		memmove(d->held.data, view.ptr, view.len);
	fl_buf_truncate(&d->held, view.len);
}

struct fl_slice diag_dia_feed(struct diag_parser *p, struct fl_slice bytes)
{
	struct diag_dia *d = p->dia;
	while (bytes.len && d->state == DIAG_DIA_START) {
		if (bytes.ptr[0] != magic[d->matched]) {
			d->state = p->from == DIAG_FROM_DIA ? DIAG_DIA_LOST : DIAG_DIA_NO;
			if (d->state == DIAG_DIA_LOST)
				damage(d, 0, "the magic number is missing");
			break;
		}
		bytes = fl_slice_skip(bytes, 1);
		if (++d->matched == MAGIC_LEN) {
			stream_start(p);
			d->offset = MAGIC_LEN;
		}
	}
	while (bytes.len && d->state == DIAG_DIA_BLOCKS && !p->rc) {
		struct fl_slice part = fl_slice_head(bytes, FEED_MAX);
		bytes = fl_slice_skip(bytes, part.len);
		fl_buf_slice(&d->held, part);
		if (d->held.failed)
			diag_build_fail(p, d->held.failed);
		blocks_read(p, false);
	}
	return d->state == DIAG_DIA_NO ? bytes : (struct fl_slice){0};
}

struct fl_slice diag_dia_refused(struct diag_dia *d)
{
	size_t n = d->matched;
	d->matched = 0;
	return fl_slice(magic, n);
}

static void wrong_tell(struct diag_parser *p)
{
	struct diag_dia *d = p->dia;
	struct fl_buf b;
	fl_buf_init(&b, FEED_MAX);
	fl_buf_printf(&b, "serialized diagnostics are damaged at byte %llu: %s",
		(unsigned long long)d->wrong_at, d->wrong);
	if (d->hurt)
		fl_buf_printf(&b, "; %llu of them %s lost or incomplete",
			(unsigned long long)d->hurt, d->hurt == 1 ? "is" : "are");
	if (d->state == DIAG_DIA_LOST)
		fl_buf_str(&b, "; what follows cannot be read");
	if (b.failed)
		diag_build_fail(p, b.failed);
	struct diag_head h = {.level = DIAG_FATAL, .message = fl_buf_view(&b)};
	diag_build_begin(p, &h, "clang");
	diag_build_end(p);
	fl_buf_release(&b);
}

void diag_dia_end(struct diag_parser *p)
{
	struct diag_dia *d = p->dia;
	if (d->state == DIAG_DIA_START && p->from == DIAG_FROM_DIA)
		damage(d, d->matched, "the bytes end");
	if (d->state == DIAG_DIA_BLOCKS) {
		blocks_read(p, true);
		if (!d->meta)
			damage(d, d->offset, "the bytes end");
	}
	p->stats.damaged += d->wrong != NULL;
	if (d->wrong)
		wrong_tell(p);
	diag_dia_release(d);
	diag_dia_init(d);
}
