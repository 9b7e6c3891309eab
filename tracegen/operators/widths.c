#include "tracegen/operators/widths.h"

/* The type without a const before it and without std::. */
static struct fl_slice type_name(const struct tg_type *t)
{
	struct fl_slice text = t->text;
	if (fl_slice_starts(text, "const "))
		text = fl_slice_skip(text, strlen("const "));
	if (fl_slice_starts(text, "std::"))
		text = fl_slice_skip(text, strlen("std::"));
	return text;
}

unsigned tg_int_width(const struct tg_type *t)
{
	static const struct {
		const char *name;
		unsigned bits;
	} rows[] = {{"bool", 8}, {"_Bool", 8}, {"char", 8}, {"signed char", 8},
		{"unsigned char", 8}, {"short", 16}, {"unsigned short", 16}, {"int", 32},
		{"unsigned int", 32}, {"unsigned", 32}, {"long", 64}, {"unsigned long", 64},
		{"long long", 64}, {"unsigned long long", 64}, {"size_t", 64}, {"ssize_t", 64},
		{"ptrdiff_t", 64}, {"intptr_t", 64}, {"uintptr_t", 64}, {"intmax_t", 64},
		{"uintmax_t", 64}, {"off_t", 64}, {"time_t", 64}},
	  digits[] = {{"64", 64}, {"32", 32}, {"16", 16}, {"8", 8}};
	struct fl_slice name = type_name(t);
	if (t->cls == TG_T_ENUM)
		return 32;
	if (t->cls != TG_T_INT)
		return 0;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (fl_slice_eqs(name, rows[i].name))
			return rows[i].bits;
	/* uint16_t, u32, __le64 */
	bool fixed = fl_slice_find(name, "fast") < 0 && fl_slice_find(name, "least") < 0;
	for (size_t i = 0; fixed && i < sizeof(digits) / sizeof(digits[0]); i++)
		if (fl_slice_find(name, digits[i].name) >= 0)
			return digits[i].bits;
	return 0;
}
