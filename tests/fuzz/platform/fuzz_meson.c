/*
 * Any bytes as the build files of a project that Meson builds: a line "==== PATH" begins a file,
 * what is before the first one is meson.build.
 */
#include "platform/meson/meson.h"

#include "files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_files(data, size, "meson.build", plat_meson_read);
	return 0;
}
