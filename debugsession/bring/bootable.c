#include "debugsession/bring/bootable.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { MAGIC_MAX = 8 };

static const struct {
	off_t at;
	const char *bytes;
	size_t len;
} magics[] = {
	{0, "\177ELF", 4}, {0, "MZ", 2}, /* PE: EFI programs, Linux with its EFI stub */
	{0x1fe, "\x55\xaa", 2}, /* a boot sector; Linux for x86 (Documentation/x86/boot.rst) */
	{0x38, "ARM\x64", 4}, /* Linux (Documentation/arm64/booting.rst) */
	{0x38, "RSC\x05", 4}, /* Linux (Documentation/riscv/boot-image-header.rst) */
	{0x8001, "CD001", 5}, /* ISO 9660 */
};

bool dbg_bootable_fd(int fd)
{
	bool is = false;
	for (size_t i = 0; !is && i < sizeof(magics) / sizeof(*magics); i++) {
		char bytes[MAGIC_MAX];
		is = pread(fd, bytes, magics[i].len, magics[i].at) == (ssize_t)magics[i].len &&
		     memcmp(bytes, magics[i].bytes, magics[i].len) == 0;
	}
	return is;
}

bool dbg_bootable(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool is = fd >= 0 && dbg_bootable_fd(fd);
	if (fd >= 0)
		close(fd);
	return is;
}
