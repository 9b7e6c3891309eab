/* Any bytes into the parser, in each of its formats (chunks.h). */
#include "chunks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum diag_from from = size && data[size - 1] < 8 ? data[size - 1] % 4 : DIAG_FROM_AUTO;
	fuzz_chunks(data, size, from);
	return 0;
}
