/* Any bytes as the build files of a project with autoconf (files.h); the first is configure.ac. */
#include "platform/autotools/autotools.h"

#include "files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_files(data, size, "configure.ac", plat_autotools_read);
	return 0;
}
