/* What the compiler and the linker take: rows of the tables, and what follows from them. */
#include "platform/host/host.h"
#include "platform/host/table.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* "-fx=12" as "-fx=#"; "-fx=a=b" as "-fx=*". False: it has no such form. */
static bool shape(struct fl_slice flag, char *to, size_t size, struct fl_slice *ret_shape)
{
	size_t n = flag.len;
	while (n && is_digit(flag.ptr[n - 1]))
		n--;
	char sign = '#';
	if (n == flag.len || !n || flag.ptr[n - 1] != '=') {
		ptrdiff_t equal = fl_slice_chr(flag, '=');
		n = (size_t)(equal + 1);
		if (equal < 0 || fl_slice_chr(fl_slice_skip(flag, n), '=') < 0)
			return false;
		sign = '*';
	}
	if (n + 1 > size)
		return false;
	memcpy(to, flag.ptr, n);
	to[n] = sign;
	*ret_shape = fl_slice(to, n + 1);
	return true;
}

static enum plat_host_flag of_mark(char mark)
{
	switch (mark) {
	case '+': return PLAT_FLAG_TAKEN;
	case 'l': return PLAT_FLAG_LINKED;
	case 'x': return PLAT_FLAG_FOREIGN;
	case 'w': return PLAT_FLAG_NOTED;
	case '-': return PLAT_FLAG_REFUSED;
	default: return PLAT_FLAG_UNKNOWN;
	}
}

/* The row of a flag; false: there is none. */
static bool row(struct fl_slice flag, enum plat_languages language, enum plat_host_flag *ret_flag)
{
	char text[128];
	struct fl_slice other;
	const char *marks = plat_host_find(plat_host_flags, 2, flag);
	if (!marks && shape(flag, text, sizeof(text), &other))
		marks = plat_host_find(plat_host_flags, 2, other);
	if (marks)
		*ret_flag = of_mark(marks[language == PLAT_FOR_CXX]);
	return marks != NULL;
}

/* An option whose argument follows at once: "-ftemplate-depth-" and a number. */
static bool has_argument(struct fl_slice flag)
{
	for (size_t i = 2; i + 1 < flag.len; i++)
		if (flag.ptr[i] == '-' &&
			plat_host_find(plat_host_flags, 2, fl_slice_head(flag, i + 1)))
			return true;
	return false;
}

/* gcc lists its own options (bench/host), so others of their kinds are none. */
static enum plat_host_flag without_row(struct fl_slice flag)
{
	ptrdiff_t equal = fl_slice_chr(flag, '=');
	bool kind = fl_slice_starts(flag, "-W") || fl_slice_starts(flag, "-f") ||
		    fl_slice_starts(flag, "-m");
	for (size_t i = 1; i < flag.len; i++)
		if (!fl_is_word(flag.ptr[i]) && !strchr("-+.=", flag.ptr[i]))
			return PLAT_FLAG_UNKNOWN;
	if (!kind || flag.len < 4 || has_argument(flag))
		return PLAT_FLAG_UNKNOWN;
	if (equal < 0)
		return PLAT_FLAG_REFUSED;
	struct fl_slice option = fl_slice_head(flag, (size_t)equal + 1);
	return plat_host_find(plat_host_flags, 2, option) ? PLAT_FLAG_UNKNOWN : PLAT_FLAG_REFUSED;
}

struct form {
	const char *starts, *instead;
};

/* Forms that are answered by the row of the option that they are made of. */
static const struct form forms[] = {
	{"-Wno-error=", "-W"},
	{"-Wno-", "-W"},
	{"-Werror=", "-W"},
	{"-fno-", "-f"},
	{"-mno-", "-m"},
};

static enum plat_host_flag derived(
	const struct form *form, struct fl_slice rest, enum plat_languages language)
{
	char text[128];
	enum plat_host_flag is = PLAT_FLAG_UNKNOWN;
	bool warning = form->starts[1] == 'W',
	     off = fl_slice_eqs(fl_slice_str(form->starts), "-Wno-");
	if (!rest.len || rest.len + 2 > sizeof(text))
		return is;
	memcpy(text, form->instead, 2);
	memcpy(text + 2, rest.ptr, rest.len);
	struct fl_slice own = fl_slice(text, rest.len + 2);
	if (!row(own, language, &is)) {
		is = without_row(own);
		return off && is == PLAT_FLAG_REFUSED && fl_slice_chr(own, '=') < 0
			       ? PLAT_FLAG_TAKEN
			       : is;
	}
	if (fl_slice_chr(own, '=') >= 0)
		return is == PLAT_FLAG_REFUSED && !off ? is : PLAT_FLAG_UNKNOWN;
	if (off) /* gcc is silent of those that it does not know */
		return is == PLAT_FLAG_FOREIGN ? is : PLAT_FLAG_TAKEN;
	if (warning && form == &forms[0])
		return is == PLAT_FLAG_REFUSED ? is : PLAT_FLAG_TAKEN;
	return is;
}

enum plat_host_flag plat_host_flag(struct fl_slice flag, enum plat_languages language)
{
	enum plat_host_flag is = PLAT_FLAG_UNKNOWN;
	if (fl_slice_starts(flag, "/"))
		return PLAT_FLAG_REFUSED; /* a file that there is not */
	if (flag.len > 2 && (fl_slice_starts(flag, "-D") || fl_slice_starts(flag, "-U")) &&
		!(flag.ptr[2] >= '0' && flag.ptr[2] <= '9'))
		return PLAT_FLAG_TAKEN;
	if (fl_slice_starts(flag, "-Wl,"))
		return PLAT_FLAG_TAKEN; /* it is for the linker, who is not asked */
	if (row(flag, language, &is))
		return is;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		size_t n = strlen(forms[i].starts);
		if (fl_slice_starts(flag, forms[i].starts))
			return derived(&forms[i], fl_slice_skip(flag, n), language);
	}
	return without_row(flag);
}

enum plat_three plat_host_link_flag(struct fl_slice flag)
{
	const char *mark = plat_host_find(plat_host_links, 1, flag);
	return !mark ? PLAT_MAYBE : *mark == '+' ? PLAT_YES : PLAT_NO;
}

const char *plat_host_package_flag(struct fl_slice module, size_t index)
{
	static const char *const with_graphene[] = {"graphene-1.0", "graphene-gobject-1.0", "gtk4",
		"gtk4-x11", "gtk4-wayland", "gtk4-unix-print", "libadwaita-1", "gtksourceview-5",
		"vte-2.91-gtk4", "webkitgtk-6.0", "webkit2gtk-5.0", "libportal-gtk4", "libpanel-1",
		"libshumate-1.0", "libgweather-4.0-gtk4", "mutter-clutter-11", "mutter-cogl-11"};
	static const char *const flags[] = {"-mfpmath=sse", "-msse", "-msse2"};
	bool known = fl_slice_is_one(
		module, with_graphene, sizeof with_graphene / sizeof with_graphene[0]);
	return known && index < sizeof flags / sizeof flags[0] ? flags[index] : NULL;
}
