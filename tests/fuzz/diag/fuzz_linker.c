/* Any bytes as a linker's words (chunks.h), and each of their lines as a mangled name. */
#include "chunks.h"
#include "diag/linker/demangle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demangle(struct fl_slice lines)
{
	struct fl_slice line;
	while (fl_slice_line(&lines, &line)) {
		struct fl_buf out;
		fl_buf_init(&out, FUZZ_OUTPUT_MAX);
		bool known = diag_demangle(line, &out);
		if (out.len > DIAG_DEMANGLED_MAX || (!known && out.len))
			abort();
		fl_buf_release(&out);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_chunks(data, size, DIAG_FROM_LINKER);
	demangle(fl_slice((const char *)data, size));
	return 0;
}
