#include "platform/host/table.h"

static struct fl_slice first_word(struct fl_slice row)
{
	ptrdiff_t blank = fl_slice_chr(row, ' ');
	return blank < 0 ? row : fl_slice_head(row, (size_t)blank);
}

const char *plat_host_in_row(const char *row, size_t marks, struct fl_slice name)
{
	for (struct fl_slice rest = fl_slice_str(row); rest.len;) {
		struct fl_slice word = first_word(rest);
		if (fl_slice_eq(fl_slice_skip(word, marks), name))
			return word.ptr;
		rest = fl_slice_skip(rest, word.len + 1);
	}
	return NULL;
}

const char *plat_host_find(const char *const *rows, size_t marks, struct fl_slice name)
{
	size_t low = 0, high = 0;
	while (rows[high])
		high++;
	while (low < high) { /* to the first row whose first name is behind this one */
		size_t middle = low + (high - low) / 2;
		struct fl_slice first = first_word(fl_slice_str(rows[middle]));
		if (fl_slice_cmp(fl_slice_skip(first, marks), name) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low && name.len ? plat_host_in_row(rows[low - 1], marks, name) : NULL;
}
