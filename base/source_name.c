#include "base/source_name.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const struct fl_source_name names[] = {
	{".c", FL_SOURCE_C, FL_SOURCE_UNIT},
	{".cpp", FL_SOURCE_CXX, FL_SOURCE_UNIT},
	{".cc", FL_SOURCE_CXX, FL_SOURCE_UNIT},
	{".cxx", FL_SOURCE_CXX, FL_SOURCE_UNIT},
	{".c++", FL_SOURCE_CXX, FL_SOURCE_UNIT},
	{".cp", FL_SOURCE_CXX, FL_SOURCE_UNIT},
	{".C", FL_SOURCE_CXX, FL_SOURCE_UNIT},
	{".CPP", FL_SOURCE_CXX, FL_SOURCE_UNIT},
	{".h", FL_SOURCE_C, FL_SOURCE_HEADER},
	{".hpp", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".hh", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".hxx", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".h++", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".H", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".ipp", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".tpp", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".tcc", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".txx", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".inl", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".inc", FL_SOURCE_C, FL_SOURCE_HEADER},
	{".def", FL_SOURCE_C, FL_SOURCE_HEADER},
	{".ixx", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".cppm", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".ccm", FL_SOURCE_CXX, FL_SOURCE_HEADER},
	{".i", FL_SOURCE_C, FL_SOURCE_MADE},
	{".ii", FL_SOURCE_CXX, FL_SOURCE_MADE},
	{".ll", FL_SOURCE_OTHER, FL_SOURCE_MADE},
	{".m", FL_SOURCE_KIN, FL_SOURCE_UNIT},
	{".mm", FL_SOURCE_KIN, FL_SOURCE_UNIT},
	{".M", FL_SOURCE_KIN, FL_SOURCE_UNIT},
	{".mi", FL_SOURCE_KIN, FL_SOURCE_MADE},
	{".mii", FL_SOURCE_KIN, FL_SOURCE_MADE},
	{".cu", FL_SOURCE_KIN, FL_SOURCE_UNIT},
	{".cuh", FL_SOURCE_KIN, FL_SOURCE_HEADER},
	{".hip", FL_SOURCE_KIN, FL_SOURCE_UNIT},
	{".cl", FL_SOURCE_KIN, FL_SOURCE_UNIT},
	{".s", FL_SOURCE_KIN, FL_SOURCE_UNIT},
	{".S", FL_SOURCE_KIN, FL_SOURCE_UNIT},
	{".asm", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
	{".y", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
	{".yy", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
	{".l", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
	{".rs", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
	{".go", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
	{".f", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
	{".f90", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
	{".F90", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
	{".zig", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
	{".adb", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
	{".ads", FL_SOURCE_OTHER, FL_SOURCE_HEADER},
};

const struct fl_source_name *fl_source_name(struct fl_slice path)
{
	char end[sizeof(names[0].end)] = "";
	ptrdiff_t dot = fl_slice_rchr(path, '.');
	size_t n = dot < 0 ? 0 : path.len - (size_t)dot;
	if (!n || n >= sizeof(end) || memchr(path.ptr + dot, '\0', n))
		return NULL;
	memcpy(end, path.ptr + dot, n);
	for (size_t i = 0; i < COUNT(names); i++)
		if (memcmp(names[i].end, end, sizeof(end)) == 0)
			return &names[i];
	return NULL;
}

bool fl_source_is_unit(struct fl_slice path, bool *ret_cxx)
{
	const struct fl_source_name *n = fl_source_name(path);
	if (!n || n->role != FL_SOURCE_UNIT || n->language > FL_SOURCE_CXX)
		return false;
	*ret_cxx = n->language == FL_SOURCE_CXX;
	return true;
}

/* Standards by their years; before one is done, its year is a guess ("2b"). */
static const char *const years_c[] = {
	"89", "90", "9x", "99", "1x", "11", "17", "18", "2x", "23", "2y", NULL};
static const char *const years_cxx[] = {
	"98", "03", "0x", "11", "1y", "14", "1z", "17", "2a", "20", "2b", "23", "2c", "26", NULL};
static const char *const years_iso[] = {
	"1990", "199409", "199x", "1999", "2011", "2017", "2018", "2024", NULL};

static const struct {
	const char *head;
	const char *const *years;
	bool cxx;
} standards[] = {
	{"c++", years_cxx, true},
	{"gnu++", years_cxx, true},
	{"c", years_c, false},
	{"gnu", years_c, false},
	{"iso9899:", years_iso, false},
};

bool fl_source_standard(struct fl_slice name, bool *ret_cxx)
{
	for (size_t i = 0; i < COUNT(standards); i++) {
		struct fl_slice year = fl_slice_skip(name, strlen(standards[i].head));
		const char *const *known = standards[i].years;
		if (!fl_slice_starts(name, standards[i].head))
			continue;
		while (*known && !fl_slice_eqs(year, *known))
			known++;
		if (*known) {
			*ret_cxx = standards[i].cxx;
			return true;
		}
	}
	return false;
}

struct fl_slice fl_source_included(struct fl_slice line, bool *ret_quoted)
{
	static const struct fl_slice none = {0};
	line = fl_slice_trim(line);
	if (!fl_slice_starts(line, "#"))
		return none;
	line = fl_slice_trim(fl_slice_skip(line, 1));
	if (!fl_slice_starts(line, "include"))
		return none;
	line = fl_slice_trim(fl_slice_skip(line, strlen("include")));
	*ret_quoted = fl_slice_starts(line, "\"");
	if (!*ret_quoted && !fl_slice_starts(line, "<"))
		return none;
	line = fl_slice_skip(line, 1);
	ptrdiff_t end = fl_slice_chr(line, *ret_quoted ? '"' : '>');
	return end > 0 ? fl_slice_head(line, (size_t)end) : none;
}
