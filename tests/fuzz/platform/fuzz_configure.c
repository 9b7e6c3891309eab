/*
 * Any bytes as what build systems answer: as the lines of `make -n`, as CMake's trace, and as a
 * stream of files that is CMake's reply and meson's.
 */
#include <stdlib.h>

#include "platform/configure/codemodel.h"
#include "platform/configure/intro.h"
#include "platform/configure/printed.h"

enum { ROOM = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every text of the project is read, so that none points outside of what was given. */
static size_t weigh(const struct fl_list *settings)
{
	const struct plat_setting *s = settings->items;
	size_t sum = 0;
	for (size_t i = 0; i < settings->len; i++)
		sum += fl_slice_count(s[i].value, 'x') + fl_slice_count(s[i].at.file, 'x') +
		       fl_slice_count(s[i].version, 'x');
	return sum;
}

static size_t look(const struct plat_project *p)
{
	const struct plat_target *t = p->targets.items;
	size_t sum = weigh(&p->settings);
	for (size_t i = 0; i < p->targets.len; i++) {
		const struct plat_source *s = t[i].sources.items;
		sum += weigh(&t[i].settings) + fl_slice_count(t[i].name, 'x');
		if (!t[i].sources.len)
			abort();
		for (size_t j = 0; j < t[i].sources.len; j++) {
			sum += weigh(&s[j].settings);
			if (!s[j].path.len || *s[j].path.ptr == '/')
				abort();
		}
	}
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice text = fl_slice((const char *)data, size);
	struct plat_project p;
	struct plat_trace trace;
	struct fl_list files;
	struct fl_arena a;
	volatile size_t sum = 0;
	fl_arena_init(&a, ROOM);
	if (plat_printed_read(text, &a, &p, NULL) == 0)
		sum += look(&p);
	if (plat_trace_read(text, &a, &trace, NULL) == 0 &&
		plat_reply_read(text, &a, &files, NULL) == 0) {
		if (plat_codemodel_read(&files, &trace, &a, &p, NULL) == 0)
			sum += look(&p);
		if (plat_intro_read(&files, &a, &p, NULL) == 0)
			sum += look(&p);
	}
	fl_arena_release(&a);
	return 0;
}
