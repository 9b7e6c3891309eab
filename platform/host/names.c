/* Headers, functions, libraries, attributes and types, by the tables. */
#include "platform/host/host.h"
#include "platform/host/table.h"

static enum plat_three by_mark(const char *const *rows, struct fl_slice name)
{
	const char *mark = plat_host_find(rows, 1, name);
	return !mark ? PLAT_MAYBE : *mark == '+' ? PLAT_YES : PLAT_NO;
}

/* Directories of headers that only other systems have. */
static bool is_elsewhere(struct fl_slice header)
{
	static const char *const folders[] = {"mach/", "mach-o/", "libkern/", "CommonCrypto/",
		"CoreFoundation/", "OpenGL/", "IOKit/", "dispatch/", "Security/", "AudioToolbox/"};
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		if (fl_slice_starts(header, folders[i]))
			return true;
	return false;
}

/* What a mark says, in a language: is it there, and does it compile alone? */
static enum plat_three header_is(struct fl_slice name, enum plat_languages language, bool alone)
{
	const char *mark = plat_host_find(plat_host_headers, 1, name);
	if (!mark)
		return is_elsewhere(name) ? PLAT_NO : PLAT_MAYBE;
	if (*mark == '-')
		return PLAT_NO;
	bool of_cxx = *mark == 'c' || *mark == 'd', compiles = *mark == '+' || *mark == 'c';
	bool in_c = *mark == 'p' && language == PLAT_FOR_C;
	if (of_cxx && language == PLAT_FOR_C)
		return PLAT_NO;
	if (!alone)
		return PLAT_YES;
	return compiles || in_c ? PLAT_YES : PLAT_MAYBE;
}

enum plat_three plat_host_header(struct fl_slice name, enum plat_languages language)
{
	return header_is(name, language, false);
}

enum plat_three plat_host_header_alone(struct fl_slice name, enum plat_languages language)
{
	return header_is(name, language, true);
}

static bool is_name(struct fl_slice name)
{
	bool is = name.len && !(name.ptr[0] >= '0' && name.ptr[0] <= '9');
	for (size_t i = 0; is && i < name.len; i++)
		is = fl_is_word(name.ptr[i]);
	return is;
}

enum plat_host_function plat_host_function(struct fl_slice name)
{
	const char *mark = plat_host_find(plat_host_functions, 1, name);
	if (!mark)
		return is_name(name) && name.ptr[0] != '_' ? PLAT_FUNCTION_ABSENT
							   : PLAT_FUNCTION_UNKNOWN;
	switch (*mark) {
	case '+': return PLAT_FUNCTION_LIBC;
	case 'm': return PLAT_FUNCTION_LIBM;
	case 'b': return PLAT_FUNCTION_BUILTIN;
	case 'r':
	case 'y':
	case '-': return PLAT_FUNCTION_ABSENT;
	default: return PLAT_FUNCTION_UNKNOWN;
	}
}

bool plat_host_nowhere(struct fl_slice name)
{
	const char *mark = plat_host_find(plat_host_functions, 1, name);
	return mark && *mark == '-';
}

enum plat_three plat_host_declares(struct fl_slice header, struct fl_slice function, bool gnu)
{
	bool here = false;
	for (const char *const *r = plat_host_declared; *r; r++) {
		if ((*r)[0] == '<')
			here = plat_host_in_row(*r, 1, header) == *r;
		const char *mark = here ? plat_host_in_row(*r, 1, function) : NULL;
		if (mark && *mark != '<')
			return *mark == '+' || gnu ? PLAT_YES : PLAT_NO;
	}
	return PLAT_MAYBE;
}

enum plat_three plat_host_library(struct fl_slice name)
{
	return by_mark(plat_host_libraries, name);
}

/* What is in libc since glibc 2.34 had these of its own before; they are empty now. */
static bool is_part_of_libc(struct fl_slice library)
{
	static const char *const names[] = {"c", "dl", "m", "pthread", "rt", "util"};
	return fl_slice_is_one(library, names, sizeof(names) / sizeof(names[0]));
}

enum plat_three plat_host_exports(struct fl_slice library, struct fl_slice function)
{
	enum plat_three there = plat_host_library(library);
	enum plat_host_function in = plat_host_function(function);
	const char *mark = plat_host_find(plat_host_functions, 1, function);
	if (there != PLAT_YES)
		return there;
	if (in == PLAT_FUNCTION_LIBC || fl_slice_eqs(function, "main"))
		return PLAT_YES; /* a program's own main() will do */
	if ((fl_slice_eqs(library, "m") && in == PLAT_FUNCTION_LIBM) ||
		(fl_slice_eqs(library, "resolv") && mark && *mark == 'r') ||
		(fl_slice_eqs(library, "crypt") && mark && *mark == 'y'))
		return PLAT_YES;
	return is_part_of_libc(library) && in == PLAT_FUNCTION_ABSENT ? PLAT_NO : PLAT_MAYBE;
}

enum plat_three plat_host_attribute(struct fl_slice name)
{
	return by_mark(plat_host_attributes, name);
}

unsigned plat_host_size(struct fl_slice type, enum plat_host_before before)
{
	char text[64];
	if (type.len > sizeof(text))
		return 0;
	for (size_t i = 0; i < type.len; i++)
		text[i] = type.ptr[i] == ' ' ? '.' : type.ptr[i];
	const char *marks = plat_host_find(plat_host_sizes, 3, fl_slice(text, type.len));
	if (!marks || strchr("nst", marks[0]) - "nst" > (ptrdiff_t)before)
		return 0;
	return (unsigned)(marks[1] - '0') * 10 + (unsigned)(marks[2] - '0');
}
