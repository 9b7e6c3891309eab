#include "debugsession/bring/runpath.h"

#include <elf.h>
#include <limits.h>
#include <unistd.h>

enum { HEADERS_MAX = 128, ENTRIES_MAX = 1024 };

/* What of the file matters here. */
struct image {
	int fd;
	Elf64_Phdr headers[HEADERS_MAX];
	size_t count;
};

static bool read_at(int fd, void *to, size_t size, uint64_t at)
{
	return at <= INT64_MAX && pread(fd, to, size, (off_t)at) == (ssize_t)size;
}

static bool read_headers(struct image *im)
{
	Elf64_Ehdr e;
	const int order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
	if (!read_at(im->fd, &e, sizeof(e), 0) || memcmp(e.e_ident, ELFMAG, SELFMAG) != 0 ||
		e.e_ident[EI_CLASS] != ELFCLASS64 || e.e_ident[EI_DATA] != order ||
		e.e_phentsize != sizeof(Elf64_Phdr) || e.e_phnum > HEADERS_MAX)
		return false;
	im->count = e.e_phnum;
	return read_at(im->fd, im->headers, im->count * sizeof(*im->headers), e.e_phoff);
}

/* Where in the file an address of the program is; false: nowhere. */
static bool place_of(const struct image *im, uint64_t address, uint64_t *ret_at)
{
	for (size_t i = 0; i < im->count; i++) {
		const Elf64_Phdr *h = &im->headers[i];
		if (h->p_type != PT_LOAD || address < h->p_vaddr ||
			address - h->p_vaddr >= h->p_filesz)
			continue;
		*ret_at = h->p_offset + (address - h->p_vaddr);
		return true;
	}
	return false;
}

/* A string of the file, as far as it fits. */
static struct fl_slice text_at(const struct image *im, uint64_t at, char *text, size_t size)
{
	ssize_t n = at <= INT64_MAX ? pread(im->fd, text, size - 1, (off_t)at) : -1;
	text[n > 0 ? n : 0] = '\0';
	return fl_slice_str(text);
}

/* "DIR:DIR" with $ORIGIN or ${ORIGIN}, a line each. */
static void add_dirs(struct fl_slice list, const char *origin, struct fl_buf *dirs)
{
	static const char *const words[] = {"$ORIGIN", "${ORIGIN}"};
	while (list.len) {
		ptrdiff_t colon = fl_slice_chr(list, ':');
		size_t n = colon < 0 ? list.len : (size_t)colon;
		struct fl_slice dir = fl_slice_head(list, n);
		list = fl_slice_skip(list, n + 1);
		for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
			if (fl_slice_starts(dir, words[i])) {
				fl_buf_str(dirs, origin);
				dir = fl_slice_skip(dir, strlen(words[i]));
			}
		fl_buf_slice(dirs, dir);
		fl_buf_char(dirs, '\n');
	}
}

void dbg_runpath_read(int fd, const char *origin, struct fl_buf *needed, struct fl_buf *dirs)
{
	struct image im = {.fd = fd};
	Elf64_Dyn entries[ENTRIES_MAX];
	char text[PATH_MAX * 2];
	uint64_t strings = 0;
	size_t count = 0;
	if (!read_headers(&im))
		return;
	for (size_t i = 0; i < im.count; i++) {
		const Elf64_Phdr *h = &im.headers[i];
		if (h->p_type != PT_DYNAMIC)
			continue;
		count = h->p_filesz / sizeof(*entries);
		count = count < ENTRIES_MAX ? count : ENTRIES_MAX;
		if (!read_at(fd, entries, count * sizeof(*entries), h->p_offset))
			return;
	}
	for (size_t i = 0; i < count; i++)
		if (entries[i].d_tag == DT_STRTAB &&
			!place_of(&im, entries[i].d_un.d_ptr, &strings))
			return;
	for (size_t i = 0; strings && i < count && entries[i].d_tag != DT_NULL; i++) {
		uint64_t at = strings + entries[i].d_un.d_val;
		if (entries[i].d_tag == DT_NEEDED)
			fl_buf_printf(
				needed, "%.*s\n", FL_ARG(text_at(&im, at, text, sizeof(text))));
		else if (entries[i].d_tag == DT_RUNPATH || entries[i].d_tag == DT_RPATH)
			add_dirs(text_at(&im, at, text, sizeof(text)), origin, dirs);
	}
}
