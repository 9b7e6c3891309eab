#include "diag/language/mo.h"

enum { HEADER = 20, ROW = 8 };

static const uint32_t magic = 0x950412de;

static uint32_t number_at(const struct diag_mo *mo, size_t at)
{
	uint32_t n;
	memcpy(&n, mo->bytes.ptr + at, sizeof(n));
	return mo->swapped ? __builtin_bswap32(n) : n;
}

static bool inside(const struct diag_mo *mo, uint64_t at, uint64_t len)
{
	return at <= mo->bytes.len && len <= mo->bytes.len - at;
}

int diag_mo_open(struct fl_slice bytes, struct diag_mo *ret_mo, struct fl_error *err)
{
	struct diag_mo mo = {.bytes = bytes};
	if (bytes.len < HEADER)
		return fl_error_set(
			err, FL_EPARSE, "a message catalogue has at least %d bytes", HEADER);
	mo.swapped = number_at(&mo, 0) == __builtin_bswap32(magic);
	if (number_at(&mo, 0) != magic)
		return fl_error_set(err, FL_EPARSE, "this is no GNU message catalogue");
	mo.count = number_at(&mo, 8);
	mo.originals = number_at(&mo, 12);
	mo.translations = number_at(&mo, 16);
	if (number_at(&mo, 4) >> 16 > 1 || !inside(&mo, mo.originals, (uint64_t)mo.count * ROW) ||
		!inside(&mo, mo.translations, (uint64_t)mo.count * ROW))
		return fl_error_set(err, FL_EPARSE, "the message catalogue is damaged");
	*ret_mo = mo;
	return 0;
}

static bool text_at(const struct diag_mo *mo, size_t row, struct fl_slice *ret_text)
{
	uint32_t len = number_at(mo, row), at = number_at(mo, row + 4);
	if (!inside(mo, at, len))
		return false;
	*ret_text = fl_slice(mo->bytes.ptr + at, len);
	return true;
}

bool diag_mo_message(const struct diag_mo *mo, uint32_t i, struct fl_slice *ret_english,
	struct fl_slice *ret_text)
{
	struct fl_slice english, text;
	if (i >= mo->count || !text_at(mo, mo->originals + (size_t)i * ROW, &english) ||
		!text_at(mo, mo->translations + (size_t)i * ROW, &text))
		return false;
	*ret_english = english;
	*ret_text = text;
	return true;
}
