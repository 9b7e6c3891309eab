#include "diag/thought/stdnames_impl.h"

#include <stddef.h>

/* Cut the next word off *words; false at the end. */
static bool word_cut(const char **words, struct fl_slice *ret_word)
{
	size_t n = strcspn(*words, " ");
	*ret_word = fl_slice(*words, n);
	*words += n + ((*words)[n] == ' ');
	return n > 0;
}

static bool has_word(const char *words, struct fl_slice name)
{
	struct fl_slice word;
	while (word_cut(&words, &word))
		if (fl_slice_eq(word, name))
			return true;
	return false;
}

static struct diag_std_name about_cxx(const struct diag_std_group *g)
{
	return (struct diag_std_name){
		.header = g->header, .since = g->since, .gcc = g->gcc, .instead = g->instead};
}

/* What C89 had looks at the standard that is asked for; headers that came later do not. */
static bool is_later_header(const char *header)
{
	for (const struct diag_std_c_group *g = diag_std_c; g->header; g++)
		if (strcmp(g->header, header) == 0 && g->since == 89)
			return false;
	return true;
}

static struct diag_std_name about_c(const struct diag_std_c_group *g)
{
	return (struct diag_std_name){.header = g->header,
		.c = true,
		.since = g->since,
		.every = is_later_header(g->header),
		.feature = g->feature};
}

bool diag_std_find(struct fl_slice name, struct diag_std_name *ret_name)
{
	for (const struct diag_std_group *g = diag_std_cxx; g->header; g++)
		if (has_word(g->names, name)) {
			*ret_name = about_cxx(g);
			return true;
		}
	struct diag_std_name c;
	if (!diag_std_find_c(name, &c) || !c.since || !diag_std_cxx_header(c.header))
		return false;
	*ret_name = c;
	return true;
}

bool diag_std_find_c(struct fl_slice name, struct diag_std_name *ret_name)
{
	for (const struct diag_std_c_group *g = diag_std_c; g->header; g++)
		if (has_word(g->names, name)) {
			*ret_name = about_c(g);
			return true;
		}
	return false;
}

bool diag_std_find_header(struct fl_slice header, struct diag_std_name *ret_name)
{
	const struct diag_std_group *first = NULL;
	for (const struct diag_std_group *g = diag_std_cxx; g->header; g++)
		if (fl_slice_eqs(header, g->header) && (!first || g->since < first->since))
			first = g;
	if (!first)
		return false;
	*ret_name = about_cxx(first);
	return true;
}

const char *diag_std_cxx_header(const char *header)
{
	static const struct {
		const char *c, *cxx;
	} headers[] = {
		{"assert.h", "cassert"},
		{"ctype.h", "cctype"},
		{"errno.h", "cerrno"},
		{"fenv.h", "cfenv"},
		{"float.h", "cfloat"},
		{"inttypes.h", "cinttypes"},
		{"limits.h", "climits"},
		{"locale.h", "clocale"},
		{"math.h", "cmath"},
		{"setjmp.h", "csetjmp"},
		{"signal.h", "csignal"},
		{"stdarg.h", "cstdarg"},
		{"stddef.h", "cstddef"},
		{"stdint.h", "cstdint"},
		{"stdio.h", "cstdio"},
		{"stdlib.h", "cstdlib"},
		{"string.h", "cstring"},
		{"time.h", "ctime"},
		{"wchar.h", "cwchar"},
		{"wctype.h", "cwctype"},
	};
	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		if (strcmp(header, headers[i].c) == 0)
			return headers[i].cxx;
	return NULL;
}

int diag_std_each(
	int (*visit)(void *ctx, struct fl_slice name, const struct diag_std_name *about), void *ctx)
{
	int rc = 0;
	struct fl_slice word;
	for (const struct diag_std_group *g = diag_std_cxx; g->header; g++) {
		struct diag_std_name about = about_cxx(g);
		for (const char *words = g->names; !rc && word_cut(&words, &word);)
			rc = visit(ctx, word, &about);
	}
	for (const struct diag_std_c_group *g = diag_std_c; g->header; g++) {
		struct diag_std_name about = about_c(g);
		for (const char *words = g->names; !rc && word_cut(&words, &word);)
			rc = visit(ctx, word, &about);
	}
	return rc;
}
