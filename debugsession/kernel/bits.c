#include "debugsession/kernel/bits.h"

#include <inttypes.h>

#include "debugsession/answer/answer.h"

static uint64_t bit_value(const struct dbg_bit *bit, uint64_t value)
{
	return value >> bit->shift &
	       (bit->width >= 64 ? UINT64_MAX : (UINT64_C(1) << bit->width) - 1);
}

static bool is_flag(const struct dbg_bit *b)
{
	return b->width == 1 && !b->words;
}

void dbg_bits_text(struct fl_buf *out, const char *lead, const struct dbg_bit *bits, uint64_t value)
{
	for (const struct dbg_bit *b = bits; b->name; b++) {
		uint64_t v = bit_value(b, value);
		if (!v && !b->words)
			continue;
		fl_buf_printf(out, "%s%s", lead, b->name);
		if (b->words)
			fl_buf_printf(out, "=%s", b->words[v]);
		else if (!is_flag(b))
			fl_buf_printf(out, "=%" PRIu64, v);
		lead = " ";
	}
}

void dbg_bits_json(struct fl_buf *out, const struct dbg_bit *bits, uint64_t value)
{
	bool fields = false;
	dbg_answer_key(out, "flags");
	fl_buf_char(out, '[');
	for (const struct dbg_bit *b = bits; b->name; b++) {
		fields = fields || !is_flag(b);
		if (!is_flag(b) || !bit_value(b, value))
			continue;
		dbg_answer_item(out);
		fl_json_text(out, fl_slice_str(b->name));
	}
	fl_buf_char(out, ']');
	if (!fields)
		return;
	dbg_answer_key(out, "fields");
	fl_buf_char(out, '{');
	for (const struct dbg_bit *b = bits; b->name; b++) {
		uint64_t v = bit_value(b, value);
		if (is_flag(b))
			continue;
		if (b->words)
			dbg_answer_text(out, b->name, fl_slice_str(b->words[v]));
		else
			dbg_answer_int(out, b->name, (int64_t)v);
	}
	fl_buf_char(out, '}');
}
