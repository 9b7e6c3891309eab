/* The first line is a message, the rest a .mo file: no crash, whatever they are. */
#include <stdlib.h>

#include "diag/language/catalogue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice all = fl_slice((const char *)data, size), message;
	struct diag_catalogue *c;
	struct fl_buf out;
	if (!fl_slice_line(&all, &message))
		return 0;
	if (diag_catalogue_new(&c, NULL))
		abort();
	fl_buf_init(&out, 1 << 20);
	diag_catalogue_add(c, all, NULL);
	diag_catalogue_english(c, message, &out);
	fl_buf_release(&out);
	diag_catalogue_free(c);
	return 0;
}
