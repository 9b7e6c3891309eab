/*
 * cppcheck: its own template, and those that it calls gcc, edit and simple (cppcheck --help).
 *
 *	a.cpp:9:10: error: Null pointer dereference: p [nullPointer]
 *	a.cpp:24:67: warning: inconclusive: Class 'C' … [virtualDestructor]
 *	a.cpp:12:30: style: C-style pointer casting [cstyleCast]
 *	nofile:0:0: information: … [missingIncludeSystem]
 *
 * Source, carets and notes below it have the form of clang's and are read as such. Its ids have
 * capitals inside, which no flag and no name of another tool in brackets has; those without stand
 * in a table.
 */
#include "diag/tools/tools.h"

#include "diag/report/build.h"
#include "diag/report/place.h"

static const struct {
	const char *word;
	enum diag_level level;
} severities[] = {
	{": error: ", DIAG_ERROR},
	{": warning: ", DIAG_WARNING},
	{": style: ", DIAG_WARNING},
	{": performance: ", DIAG_WARNING},
	{": portability: ", DIAG_WARNING},
	{": information: ", DIAG_REMARK},
};

/* Ids without capitals (cppcheck --errorlist, 1.9 to 2.10). */
static const char *const plain_ids[] = {"deallocret", "deallocuse", "incrementboolean",
	"invalidscanf", "iterators1", "iterators2", "iterators3", "memleak", "moduloofone",
	"sizeofsizeof", "sizeofwithnumericparameter", "sizeofwithsilentarraypointer", "stlcstr",
	"stlcstrthrow", "toomanyconfigs", "uninitdata", "uninitstring", "uninitvar",
	"wrongmathcall", "zerodiv", "zerodivcond", "va_end_missing"};

static bool is_id(struct fl_slice s)
{
	bool capital = false;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		bool upper = c >= 'A' && c <= 'Z';
		if (!upper && !(c >= 'a' && c <= 'z') &&
			!(i && ((c >= '0' && c <= '9') || c == '_')))
			return false;
		capital |= i && upper && s.ptr[i - 1] >= 'a' && s.ptr[i - 1] <= 'z';
	}
	if (capital)
		return true;
	for (size_t i = 0; i < sizeof(plain_ids) / sizeof(plain_ids[0]); i++)
		if (fl_slice_eqs(s, plain_ids[i]))
			return true;
	return false;
}

/* Cut " [ID]" off the end of the line. */
static bool id_cut(struct fl_slice *line, struct fl_slice *ret_id)
{
	if (!line->len || line->ptr[line->len - 1] != ']')
		return false;
	ptrdiff_t open = fl_slice_rchr(*line, '[');
	if (open < 1 || line->ptr[open - 1] != ' ')
		return false;
	*ret_id = fl_slice(line->ptr + open + 1, line->len - (size_t)open - 2);
	line->len = (size_t)open - 1;
	return is_id(*ret_id);
}

bool diag_cppcheck_line(struct diag_parser *p, struct fl_slice line)
{
	struct fl_slice id;
	if (!id_cut(&line, &id))
		return false;
	struct diag_head h = {.code = id};
	for (size_t i = 0; i < sizeof(severities) / sizeof(severities[0]); i++) {
		ptrdiff_t at = fl_slice_find(line, severities[i].word);
		if (at <= 0 || !diag_place_parse(fl_slice_head(line, (size_t)at), &h))
			continue;
		if (!h.line && fl_slice_eqs(h.file, "nofile"))
			h.file = (struct fl_slice){0};
		h.level = severities[i].level;
		h.message =
			fl_slice_trim(fl_slice_skip(line, (size_t)at + strlen(severities[i].word)));
		diag_build_begin(p, &h, "cppcheck");
		return true;
	}
	return false;
}
