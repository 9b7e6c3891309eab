#include "base/line_directive.h"

bool fl_line_directive(struct fl_slice line, uint32_t *ret_number, struct fl_slice *file)
{
	line = fl_slice_trim(line);
	if (!fl_slice_starts(line, "#"))
		return false;
	line = fl_slice_trim(fl_slice_skip(line, 1));
	if (fl_slice_starts(line, "line"))
		line = fl_slice_trim(fl_slice_skip(line, 4));
	size_t n = fl_slice_uint(line, ret_number);
	if (!n)
		return false;
	line = fl_slice_trim(fl_slice_skip(line, n));
	ptrdiff_t end =
		line.len > 1 && line.ptr[0] == '"' ? fl_slice_chr(fl_slice_skip(line, 1), '"') : -1;
	if (end > 0)
		*file = fl_slice(line.ptr + 1, (size_t)end);
	return true;
}
