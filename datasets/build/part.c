#include "datasets/build/part.h"

#include <stdlib.h>
#include <string.h>

enum { DIGITS = 8 };

/* No result of a worker: those are lines of JSON. */
static const char absent[] = "absent\n";

bool ds_part_has(const struct ds_part *part, const char *key)
{
	char digits[DIGITS + 1] = {0};
	memcpy(digits, key, DIGITS);
	return part->count == 0 || strtoul(digits, NULL, 16) % part->count == part->index;
}

int ds_part_read(const char *text, struct ds_part *ret_part, struct fl_error *err)
{
	struct fl_slice rest = fl_slice_str(text);
	uint32_t number = 0, count = 0;
	size_t len = fl_slice_uint(rest, &number);
	bool ok = len && len < rest.len && rest.ptr[len] == '/';
	if (ok) {
		rest = fl_slice_skip(rest, len + 1);
		ok = fl_slice_uint(rest, &count) == rest.len && rest.len;
	}
	if (!ok || number < 1 || number > count || count > DS_PARTS_MAX)
		return fl_error_set(err, FL_EINVAL,
			"%s is no part: say which of how many, as 2/8, at most of %d", text,
			DS_PARTS_MAX);
	*ret_part = (struct ds_part){number - 1, count};
	return 0;
}

int ds_part_write_absent(struct fl_buf *out)
{
	fl_buf_add(out, absent, sizeof(absent) - 1);
	return 0;
}

bool ds_part_is_absent(struct fl_slice result)
{
	return fl_slice_eqs(result, absent);
}
