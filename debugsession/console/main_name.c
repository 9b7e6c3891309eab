#include "debugsession/console/main_name.h"

#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TAG_SUBPROGRAM = 0x2e, AT_MAIN_SUBPROGRAM = 0x6a, FORM_IMPLICIT_CONST = 0x21 };

struct bytes {
	const unsigned char *at, *end;
};

/* A LEB128 number's low bits; false at the end of the bytes. */
static bool number(struct bytes *b, uint64_t *ret)
{
	uint64_t n = 0;
	for (unsigned shift = 0; b->at < b->end; shift += 7) {
		unsigned char c = *b->at++;
		if (shift < 64)
			n |= (uint64_t)(c & 0x7f) << shift;
		if (c & 0x80)
			continue;
		*ret = n;
		return true;
	}
	return false;
}

/* The attributes of one abbreviation: 1 one is wanted, 0 none, -1 damaged. */
static int attributes(struct bytes *b, bool subprogram)
{
	uint64_t name, form, value;
	int found = 0;
	for (;;) {
		if (!number(b, &name) || !number(b, &form))
			return -1;
		if (!name && !form)
			return found;
		if (form == FORM_IMPLICIT_CONST && !number(b, &value))
			return -1;
		if (subprogram && name == AT_MAIN_SUBPROGRAM)
			found = 1;
	}
}

bool dbg_main_in_abbrev(const unsigned char *bytes, size_t len)
{
	struct bytes b = {bytes, bytes + len};
	while (b.at < b.end) {
		uint64_t code, tag;
		if (!number(&b, &code))
			return true;
		if (!code) /* the end of one unit's table */
			continue;
		if (!number(&b, &tag) || b.at++ >= b.end)
			return true;
		if (attributes(&b, tag == TAG_SUBPROGRAM) != 0)
			return true;
	}
	return false;
}

/* Are so many bytes from there on within the file? */
static bool within(size_t size, uint64_t from, uint64_t len)
{
	return from <= size && len <= size - from;
}

/* The section's place, or NULL where there is none. False: damaged. */
static bool find_abbrev(const unsigned char *file, size_t size, Elf64_Shdr *ret, bool *ret_found)
{
	static const char wanted[] = ".debug_abbrev";
	Elf64_Ehdr h;
	Elf64_Shdr names, s;
	*ret_found = false;
	memcpy(&h, file, sizeof(h));
	uint64_t all = (uint64_t)h.e_shnum * sizeof(s);
	if (!h.e_shnum)
		return h.e_shoff == 0; /* else there are more than the header can count */
	if (h.e_shentsize != sizeof(s) || !within(size, h.e_shoff, all) ||
		h.e_shstrndx >= h.e_shnum)
		return false;
	memcpy(&names, file + h.e_shoff + h.e_shstrndx * sizeof(s), sizeof(names));
	if (!within(size, names.sh_offset, names.sh_size))
		return false;
	for (size_t i = 0; i < h.e_shnum && !*ret_found; i++) {
		memcpy(&s, file + h.e_shoff + i * sizeof(s), sizeof(s));
		if (!within(names.sh_size, s.sh_name, sizeof(wanted)))
			continue;
		*ret_found =
			memcmp(file + names.sh_offset + s.sh_name, wanted, sizeof(wanted)) == 0;
	}
	*ret = s;
	return true;
}

static bool named(const unsigned char *file, size_t size)
{
	static const unsigned char ours[] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
		__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB};
	Elf64_Shdr abbrev;
	bool found;
	if (size < sizeof(Elf64_Ehdr) || memcmp(file, ours, SELFMAG) != 0)
		return false;
	if (memcmp(file, ours, sizeof(ours)) != 0 || !find_abbrev(file, size, &abbrev, &found))
		return true;
	if (!found)
		return false;
	if (abbrev.sh_flags & SHF_COMPRESSED || !within(size, abbrev.sh_offset, abbrev.sh_size))
		return true;
	return dbg_main_in_abbrev(file + abbrev.sh_offset, abbrev.sh_size);
}

bool dbg_main_named(const char *path)
{
	struct stat st;
	bool found = false;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
		size_t size = (size_t)st.st_size;
		void *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (file != MAP_FAILED) {
			found = named(file, size);
			munmap(file, size);
		}
	}
	close(fd);
	return found;
}
