/* Any bytes as clang-tidy's exported fixes (chunks.h), with and without their first lines. */
#include "chunks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char start[] = "---\nMainSourceFile:  'a.c'\nDiagnostics:\n";
	struct fl_buf text;
	fl_buf_init(&text, FUZZ_OUTPUT_MAX);
	fl_buf_str(&text, start);
	fl_buf_add(&text, data, size);
	fuzz_chunks((const uint8_t *)text.data, text.len, DIAG_FROM_TIDY_YAML);
	fuzz_chunks(data, size, DIAG_FROM_TIDY);
	fl_buf_release(&text);
	return 0;
}
