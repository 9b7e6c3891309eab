/* CI files and Dockerfiles: of what they install, the names that end with "-dev". */
#include "platform/needs/list.h"

/* In no comment, and only where Debian's tools are spoken to: others call packages "-dev", too. */
void plat_needs_of_script(struct needs *n, struct fl_slice text)
{
	struct fl_slice line, word;
	if (fl_slice_find(text, "apt") < 0)
		return;
	while (fl_slice_line(&text, &line)) {
		struct fl_slice rest = fl_slice_trim(line);
		while ((word = plat_needs_word(&rest, " \t\r\\,;&|\"'[]()")).len &&
			word.ptr[0] != '#') {
			ptrdiff_t end = fl_slice_chr(word, ':');
			end = end < 0 ? fl_slice_chr(word, '=') : end;
			plat_needs_debian(n, end < 0 ? word : fl_slice_head(word, (size_t)end));
		}
	}
}
