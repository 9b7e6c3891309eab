#include "platform/libs/libs.h"

#include "platform/libs/table.h"

/* The order of a row's first name and a name: as fl_slice_cmp(). */
static int row_order(const char *row, struct fl_slice name)
{
	size_t i = 0;
	while (i < name.len && row[i] != '=' && row[i] == name.ptr[i])
		i++;
	if (i == name.len)
		return row[i] == '=' ? 0 : 1;
	if (row[i] == '=')
		return -1;
	return (unsigned char)row[i] < (unsigned char)name.ptr[i] ? -1 : 1;
}

/* The last row whose first name is not behind `name`, or NULL. */
static const char *row_of(const char *const *rows, struct fl_slice name)
{
	size_t low = 0, high = 0;
	while (rows[high])
		high++;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (row_order(rows[middle], name) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? rows[low - 1] : NULL;
}

/* What the table has for a name; "-" for what is no library, empty where it has nothing. */
static struct fl_slice look_up(const char *const *rows, struct fl_slice name)
{
	struct fl_slice rest = fl_slice_str(row_of(rows, name));
	while (rest.len) {
		ptrdiff_t end = fl_slice_chr(rest, ' ');
		struct fl_slice pair = fl_slice_head(rest, end < 0 ? rest.len : (size_t)end);
		struct fl_slice key = fl_slice_head(pair, (size_t)fl_slice_chr(pair, '='));
		struct fl_slice means = fl_slice_skip(pair, key.len + 1);
		if (fl_slice_eq(key, name))
			return means.len ? means : key;
		rest = fl_slice_skip(rest, pair.len + 1);
	}
	return fl_slice(NULL, 0);
}

static bool is_name(struct fl_slice name)
{
	if (!name.len || name.len > PLAT_LIB_MAX || name.ptr[0] == '-' || name.ptr[0] == '.')
		return false;
	for (size_t i = 0; i < name.len; i++) {
		char c = name.ptr[i];
		if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') &&
			!strchr("._+-", c))
			return false;
	}
	return true;
}

static struct fl_slice lower(struct fl_slice name, struct fl_arena *a)
{
	char *copy = fl_arena_alloc(a, name.len + 1);
	for (size_t i = 0; copy && i < name.len; i++)
		copy[i] = (char)(name.ptr[i] >= 'A' && name.ptr[i] <= 'Z' ? name.ptr[i] | 0x20
									  : name.ptr[i]);
	return fl_slice(copy, copy ? name.len : 0);
}

/* What the table says, or the name in lower case. */
static struct fl_slice settle(struct fl_slice found, struct fl_slice name, struct fl_arena *a)
{
	if (fl_slice_eqs(found, "-"))
		return fl_slice(NULL, 0);
	return found.len ? found : lower(name, a);
}

/* glibc's and the compilers' own parts; systems of others call theirs so, too. */
static bool is_runtime(struct fl_slice name)
{
	static const char *const parts[] = {"m", "c", "dl", "rt", "util", "resolv", "nsl", "anl",
		"gcc", "gcc_s", "gcc_eh", "stdc++", "stdc++fs", "supc++", "c++", "c++abi", "atomic",
		"quadmath", "nosys", "g", "c_nano", "rdimon", "kernel32", "user32", "msvcrt",
		"mingw32", "mingwex", "moldname", "asan", "tsan", "ubsan", "lsan", "gcov", "System",
		"objc", "ssp"};
	return fl_slice_is_one(name, parts, sizeof(parts) / sizeof(*parts));
}

struct fl_slice plat_lib_of_link(struct fl_slice name, struct fl_arena *a)
{
	if (!is_name(name) || is_runtime(name))
		return fl_slice(NULL, 0);
	return settle(look_up(plat_lib_links, name), name, a);
}

/* The tables that hold names of build files, in the order that they are asked. */
static struct fl_slice look_up_package(struct fl_slice name)
{
	static const char *const *const tables[] = {
		plat_lib_cmake, plat_lib_pkgs, plat_lib_packages, plat_lib_links};
	struct fl_slice found = {0};
	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables) && !found.len; i++)
		found = look_up(tables[i], name);
	return found;
}

/*
 * Of "A::B". Parts of KF5 are libraries of their own: "KF5::Crash" is what -lKF5Crash links,
 * "XCB::XKB" what "xcb-xkb" is elsewhere. A namespace that is no package's name tells nothing, but
 * B may.
 */
static struct fl_slice look_up_part(struct fl_slice space, struct fl_slice part, struct fl_arena *a)
{
	char joined[PLAT_LIB_MAX];
	struct fl_slice found = {0};
	if (space.len + part.len <= sizeof(joined)) {
		memcpy(joined, space.ptr, space.len);
		if (part.len)
			memcpy(joined + space.len, part.ptr, part.len);
		found = look_up(plat_lib_links, fl_slice(joined, space.len + part.len));
	}
	if (!found.len && part.len) {
		struct fl_slice both = fl_arena_printf(a, "%.*s-%.*s", FL_ARG(space), FL_ARG(part));
		found = look_up_package(lower(both, a));
	}
	if (!found.len)
		found = look_up_package(space);
	if (!found.len)
		found = look_up_package(lower(space, a));
	if (!found.len && fl_slice_eq_nocase(space, part))
		found = lower(space, a);
	return found.len ? found : look_up_package(part);
}

struct fl_slice plat_lib_of_package(struct fl_slice name, struct fl_arena *a)
{
	ptrdiff_t colons = fl_slice_find(name, "::");
	struct fl_slice space = fl_slice_head(name, colons > 0 ? (size_t)colons : name.len);
	if (!is_name(space) || is_runtime(space))
		return fl_slice(NULL, 0);
	if (colons > 0) {
		struct fl_slice part = fl_slice_skip(name, space.len + 2);
		struct fl_slice found = look_up_part(space, part, a);
		return found.len ? settle(found, space, a) : found;
	}
	struct fl_slice found = look_up_package(name);
	return settle(found.len ? found : look_up_package(lower(name, a)), name, a);
}

struct fl_slice plat_lib_of_header(struct fl_slice header)
{
	struct fl_slice found = look_up(plat_lib_headers, header), part = header;
	while (!found.len && part.len) {
		ptrdiff_t slash = fl_slice_rchr(fl_slice_head(part, part.len - 1), '/');
		part = fl_slice_head(part, (size_t)(slash + 1));
		if (part.len)
			found = look_up(plat_lib_headers, part);
	}
	return found;
}

struct fl_slice plat_lib_along_with(struct fl_slice library)
{
	return library.len ? look_up(plat_lib_along, library) : library;
}
