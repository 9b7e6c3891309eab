#include "diag/source/source.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FILES_MAX = 32, FILE_BYTES = 4 << 20, KEPT_BYTES = 8 << 20, LINE_BYTES = 4096 };
enum { READ_FIRST = 64 << 20, READ_EACH = 64 << 10 };

struct file {
	struct fl_buf name, text; /* text: empty when it cannot be read */
	struct fl_vec starts; /* uint32_t: where each line starts */
	uint64_t used; /* when it was asked for last */
};

struct diag_source {
	int dir;
	char *real; /* the directory's own path */
	struct file files[FILES_MAX];
	size_t len; /* files known */
	uint64_t asked; /* times */
	uint64_t budget; /* bytes that may be read now */
};

static int open_beneath(int dir, const char *path, uint64_t flags)
{
	struct open_how how = {.flags = flags | O_RDONLY | O_CLOEXEC,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
	return (int)syscall(SYS_openat2, dir, path, &how, sizeof(how));
}

int diag_source_new(const char *dir, struct diag_source **ret_source, struct fl_error *err)
{
	struct diag_source *s = calloc(1, sizeof(*s));
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory for sources");
	s->budget = READ_FIRST;
	s->dir = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	s->real = s->dir < 0 ? NULL : realpath(dir, NULL);
	int probe = s->real ? open_beneath(s->dir, ".", O_DIRECTORY) : -1;
	if (probe < 0) {
		int rc = fl_error_sys(err, FL_EMISSING, errno, "cannot read sources below %s", dir);
		diag_source_free(s);
		return rc;
	}
	close(probe);
	*ret_source = s;
	return 0;
}

static void file_release(struct file *f)
{
	fl_buf_release(&f->name);
	fl_buf_release(&f->text);
	fl_vec_release(&f->starts);
}

void diag_source_free(struct diag_source *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->len; i++)
		file_release(&s->files[i]);
	if (s->dir >= 0)
		close(s->dir);
	free(s->real);
	free(s);
}

/* The file's name from the directory on; false when it lies elsewhere. */
static bool relative_name(const struct diag_source *s, struct fl_slice *name)
{
	if (!name->len || name->len >= PATH_MAX || fl_slice_chr(*name, '\0') >= 0)
		return false;
	if (name->ptr[0] != '/')
		return true;
	size_t n = strcmp(s->real, "/") == 0 ? 0 : strlen(s->real);
	if (name->len <= n || memcmp(name->ptr, s->real, n) != 0 || name->ptr[n] != '/')
		return false;
	*name = fl_slice_skip(*name, n + 1);
	return name->len > 0;
}

static void lines_find(struct file *f)
{
	for (size_t at = 0; at < f->text.len;) {
		uint32_t *start = fl_vec_add(&f->starts);
		if (!start)
			return;
		*start = (uint32_t)at;
		const char *end = memchr(f->text.data + at, '\n', f->text.len - at);
		at = end ? (size_t)(end - f->text.data) + 1 : f->text.len;
	}
}

/*
 * Read the file's text and find its lines; it stays empty when that cannot be done. False when so
 * much was read already that it must wait.
 */
static bool file_read(struct diag_source *s, struct file *f)
{
	struct stat st;
	bool enough = true;
	int fd = open_beneath(s->dir, f->name.data, O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return true;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= FILE_BYTES) {
		enough = (uint64_t)st.st_size <= s->budget;
		if (enough && fl_buf_read_fd(&f->text, fd, NULL))
			fl_buf_release(&f->text);
		s->budget -= f->text.len < s->budget ? f->text.len : s->budget;
	}
	close(fd);
	lines_find(f);
	return enough;
}

static void file_drop(struct diag_source *s, size_t i)
{
	file_release(&s->files[i]);
	s->files[i] = s->files[--s->len];
}

static size_t file_bytes(const struct file *f)
{
	return f->text.cap + f->starts.cap * f->starts.size;
}

/* Make room for one more: those go that were not asked for the longest. */
static struct file *file_room(struct diag_source *s)
{
	size_t bytes = 0;
	for (size_t i = 0; i < s->len; i++)
		bytes += file_bytes(&s->files[i]);
	while (s->len && (s->len == FILES_MAX || bytes > KEPT_BYTES)) {
		size_t oldest = 0;
		for (size_t i = 1; i < s->len; i++)
			if (s->files[i].used < s->files[oldest].used)
				oldest = i;
		bytes -= file_bytes(&s->files[oldest]);
		file_drop(s, oldest);
	}
	return &s->files[s->len++];
}

/* NULL when it cannot be read now. */
static struct file *file_find(struct diag_source *s, struct fl_slice name)
{
	s->asked++;
	s->budget += s->budget < READ_FIRST ? READ_EACH : 0;
	for (size_t i = 0; i < s->len; i++)
		if (fl_slice_eq(fl_buf_view(&s->files[i].name), name)) {
			s->files[i].used = s->asked;
			return &s->files[i];
		}
	struct file *f = file_room(s);
	fl_buf_init(&f->name, PATH_MAX);
	fl_buf_init(&f->text, FILE_BYTES);
	fl_vec_init(&f->starts, sizeof(uint32_t), FILE_BYTES);
	f->used = s->asked;
	fl_buf_slice(&f->name, name);
	if (!f->name.failed && file_read(s, f))
		return f;
	file_drop(s, s->len - 1);
	return NULL;
}

bool diag_source_line(
	struct diag_source *s, struct fl_slice file, int64_t line, struct fl_slice *ret_line)
{
	if (line < 1 || !relative_name(s, &file))
		return false;
	struct file *f = file_find(s, file);
	if (!f || (uint64_t)line > f->starts.len)
		return false;
	const uint32_t *start = fl_vec_at(&f->starts, (size_t)line - 1);
	struct fl_slice rest = fl_slice_skip(fl_buf_view(&f->text), *start), text;
	if (!fl_slice_line(&rest, &text))
		return false;
	if (fl_slice_ends(text, "\r"))
		text.len--;
	if (text.len > LINE_BYTES)
		return false;
	*ret_line = text;
	return true;
}

bool diag_source_place(struct diag_source *s, struct fl_slice file, int64_t offset,
	int64_t *ret_line, int64_t *ret_col)
{
	if (offset < 0 || !relative_name(s, &file))
		return false;
	struct file *f = file_find(s, file);
	if (!f || !f->text.len || (uint64_t)offset > f->text.len)
		return false;
	size_t low = 0, high = f->starts.len; /* the line starts in [low, high) */
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		const uint32_t *start = fl_vec_at(&f->starts, middle);
		if (*start <= (size_t)offset)
			low = middle;
		else
			high = middle;
	}
	const uint32_t *start = fl_vec_at(&f->starts, low);
	*ret_line = (int64_t)low + 1;
	*ret_col = offset - (int64_t)*start + 1;
	return true;
}
