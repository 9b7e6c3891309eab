/*
 * How many terminal cells a character takes, as far as compilers align their carets by it: none for
 * combining marks, two for East Asian wide ones (Unicode, EastAsianWidth.txt, classes W and F, as
 * ranges of whole blocks), one for the rest. Compilers print bytes that are not UTF-8 as "<xx>".
 */
#include "diag/source/width.h"
#include "base/lanes.h"
#include "base/utf8.h"

struct width_range {
	uint32_t first, last;
	size_t width;
};

/* Ascending. */
static const struct width_range ranges[] = {
	{0x0300, 0x036f, 0},
	{0x1100, 0x115f, 2},
	{0x200b, 0x200f, 0},
	{0x20d0, 0x20ff, 0},
	{0x2e80, 0x303e, 2},
	{0x3041, 0xa4cf, 2},
	{0xa960, 0xa97f, 2},
	{0xac00, 0xd7a3, 2},
	{0xf900, 0xfaff, 2},
	{0xfe00, 0xfe0f, 0},
	{0xfe30, 0xfe6f, 2},
	{0xff01, 0xff60, 2},
	{0xffe0, 0xffe6, 2},
	{0x1f300, 0x1f64f, 2},
	{0x1f680, 0x1f6ff, 2},
	{0x1f900, 0x1f9ff, 2},
	{0x20000, 0x3fffd, 2},
};

size_t diag_char_width(uint32_t c)
{
	if (c < 0x300)
		return 1;
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]) && c >= ranges[i].first; i++)
		if (c <= ranges[i].last)
			return ranges[i].width;
	return 1;
}

static size_t char_cut(struct fl_slice s, size_t *ret_width)
{
	uint32_t c;
	if (s.len && (unsigned char)s.ptr[0] < 0x80) /* as most are */
		return *ret_width = 1;
	size_t n = fl_utf8_decode(s, &c);
	*ret_width = n ? diag_char_width(c) : 1;
	return n ? n : 1;
}

size_t diag_text_width(struct fl_slice s)
{
	size_t total = 0, width;
	while (s.len) {
		s = fl_slice_skip(s, char_cut(s, &width));
		total += width;
	}
	return total;
}

/* Byte offset in s of the display column (from 0); beyond the end each column is one byte. */
size_t diag_column_offset(struct fl_slice s, size_t column)
{
	size_t at = 0, width, end = column < s.len ? column : s.len;
	/* ASCII, as most lines are, is one byte a column. */
	while (end - at >= FL_LANES && !fl_lanes_mask(fl_lanes_load(s.ptr + at) < fl_lanes_of(0)))
		at += FL_LANES;
	if (end >= FL_LANES && at > end - FL_LANES &&
		!fl_lanes_mask(fl_lanes_load(s.ptr + end - FL_LANES) < fl_lanes_of(0)))
		at = end;
	while (at < end && (unsigned char)s.ptr[at] < 0x80)
		at++;
	size_t offset = at;
	while (at < column && offset < s.len) {
		offset += char_cut(fl_slice_skip(s, offset), &width);
		at += width;
	}
	return offset + (at < column ? column - at : 0);
}
