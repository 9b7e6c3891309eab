#include "platform/facts/facts.h"

#include "base/source_name.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

void plat_facts_init(struct plat_facts *f, struct fl_arena *a)
{
	f->a = a;
	fl_vec_init(&f->list, sizeof(struct plat_fact), PLAT_FACTS_MAX);
}

void plat_facts_release(struct plat_facts *f)
{
	fl_vec_release(&f->list);
}

void plat_facts_add(struct plat_facts *f, const struct plat_fact *fact)
{
	struct plat_fact *new = fl_vec_add(&f->list);
	if (new)
		*new = *fact;
}

/* Names of one standard: what it was called before it was done, and as ISO numbers it. */
static const struct {
	const char *word, *name;
	int year;
	bool cxx;
} years[] = {
	{"89", "89", 1989, false},
	{"90", "89", 1989, false},
	{"iso9899:1990", "89", 1989, false},
	{"iso9899:199409", "89", 1989, false},
	{"99", "99", 1999, false},
	{"9x", "99", 1999, false},
	{"iso9899:1999", "99", 1999, false},
	{"iso9899:199x", "99", 1999, false},
	{"11", "11", 2011, false},
	{"1x", "11", 2011, false},
	{"iso9899:2011", "11", 2011, false},
	{"17", "17", 2017, false},
	{"18", "17", 2017, false},
	{"iso9899:2017", "17", 2017, false},
	{"iso9899:2018", "17", 2017, false},
	{"23", "23", 2023, false},
	{"2x", "23", 2023, false},
	{"iso9899:2024", "23", 2023, false},
	{"2y", "2y", 2027, false},
	{"98", "98", 1998, true},
	{"03", "03", 2003, true},
	{"11", "11", 2011, true},
	{"0x", "11", 2011, true},
	{"14", "14", 2014, true},
	{"1y", "14", 2014, true},
	{"17", "17", 2017, true},
	{"1z", "17", 2017, true},
	{"20", "20", 2020, true},
	{"2a", "20", 2020, true},
	{"23", "23", 2023, true},
	{"2b", "23", 2023, true},
	{"26", "26", 2026, true},
	{"2c", "26", 2026, true},
};

/* The part of the name before the year. */
static struct fl_slice family(struct fl_slice word)
{
	static const char *const heads[] = {"gnu++", "c++", "gnu", "c"};
	for (size_t i = 0; i < COUNT(heads); i++)
		if (fl_slice_starts(word, heads[i]))
			return fl_slice_head(word, strlen(heads[i]));
	return fl_slice(NULL, 0);
}

bool plat_standard_name(
	struct fl_slice word, bool cxx, struct fl_arena *a, struct fl_slice *ret_name)
{
	bool is_cxx;
	if (!fl_source_standard(word, &is_cxx) || is_cxx != cxx)
		return false;
	struct fl_slice head = family(word), year = fl_slice_skip(word, head.len);
	for (size_t i = 0; i < COUNT(years); i++)
		if (years[i].cxx == cxx && fl_slice_eqs(year, years[i].word)) {
			*ret_name = fl_arena_printf(
				a, "%.*s%s", FL_ARG(head.len ? head : FL_S("c")), years[i].name);
			return true;
		}
	return false;
}

int plat_standard_year(struct fl_slice name)
{
	struct fl_slice head = family(name), year = fl_slice_skip(name, head.len);
	bool cxx = fl_slice_ends(head, "++");
	for (size_t i = 0; i < COUNT(years); i++)
		if (head.len && years[i].cxx == cxx && fl_slice_eqs(year, years[i].word))
			return years[i].year;
	return 0;
}
