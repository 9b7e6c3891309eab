#include "platform/configure/reply.h"

#include <stdlib.h>

static int by_name(const void *a, const void *b)
{
	const struct plat_reply_file *x = a, *y = b;
	return fl_slice_cmp(x->name, y->name);
}

static bool next_file(struct fl_slice *rest, struct plat_reply_file *ret_file)
{
	struct fl_slice line;
	uint32_t size;
	if (!fl_slice_line(rest, &line))
		return false;
	ptrdiff_t blank = fl_slice_rchr(line, ' ');
	struct fl_slice number = fl_slice_skip(line, (size_t)(blank + 1));
	if (blank <= 0 || !number.len || fl_slice_uint(number, &size) != number.len ||
		size > rest->len)
		return false;
	*ret_file = (struct plat_reply_file){
		fl_slice_head(line, (size_t)blank), fl_slice_head(*rest, size)};
	*rest = fl_slice_skip(*rest, (size_t)size + 1);
	return true;
}

int plat_reply_read(
	struct fl_slice stream, struct fl_arena *a, struct fl_list *ret_files, struct fl_error *err)
{
	struct fl_vec v;
	struct plat_reply_file file;
	fl_vec_init(&v, sizeof(file), PLAT_REPLY_FILES_MAX);
	while (next_file(&stream, &file)) {
		struct plat_reply_file *to = fl_vec_add(&v);
		if (!to)
			break;
		*to = file;
	}
	int rc = v.failed;
	if (rc == 0) {
		if (v.len)
			qsort(v.data, v.len, v.size, by_name);
		*ret_files = fl_vec_freeze(&v, a);
		rc = a->failed;
	}
	fl_vec_release(&v);
	return rc ? fl_error_set(err, rc, "the build system's answer has too many files") : 0;
}

/* Index of the first file whose name is not before `name`. */
static size_t lower_bound(const struct fl_list *files, struct fl_slice name)
{
	const struct plat_reply_file *at = files->items;
	size_t low = 0, high = files->len;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (fl_slice_cmp(at[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct fl_slice plat_reply_file(const struct fl_list *files, struct fl_slice name)
{
	const struct plat_reply_file *at = files->items;
	size_t i = lower_bound(files, name);
	return i < files->len && fl_slice_eq(at[i].name, name) ? at[i].text : FL_S("");
}

struct fl_slice plat_reply_starting(const struct fl_list *files, const char *start)
{
	const struct plat_reply_file *at = files->items;
	size_t i = lower_bound(files, fl_slice_str(start));
	return i < files->len && fl_slice_starts(at[i].name, start) ? at[i].text : FL_S("");
}
