#include "platform/debian/debian.h"

#include "platform/model/gather.h"

/* Packages whose name is not "lib", the one of pkg-config, and "-dev". */
static const struct {
	const char *package, *name;
} names[] = {
	{"zlib1g-dev", "zlib"},
	{"libssl-dev", "openssl"},
	{"libpng-dev", "libpng"},
	{"libjpeg-dev", "libjpeg"},
	{"libtiff-dev", "libtiff-4"},
	{"libglib2.0-dev", "glib-2.0"},
	{"libgtk-3-dev", "gtk+-3.0"},
	{"libgtk-4-dev", "gtk4"},
	{"libgtk2.0-dev", "gtk+-2.0"},
	{"libxml2-dev", "libxml-2.0"},
	{"libcurl4-openssl-dev", "libcurl"},
	{"libcurl4-gnutls-dev", "libcurl"},
	{"libgnutls28-dev", "gnutls"},
	{"libfreetype-dev", "freetype2"},
	{"libfreetype6-dev", "freetype2"},
	{"libfontconfig-dev", "fontconfig"},
	{"libfontconfig1-dev", "fontconfig"},
	{"libdbus-1-dev", "dbus-1"},
	{"libncurses-dev", "ncurses"},
	{"libncurses5-dev", "ncurses"},
	{"libncursesw5-dev", "ncursesw"},
	{"libreadline-dev", "readline"},
	{"libsqlite3-dev", "sqlite3"},
	{"liblzma-dev", "liblzma"},
	{"libzstd-dev", "libzstd"},
	{"libbz2-dev", "bzip2"},
	{"libx11-dev", "x11"},
	{"libxext-dev", "xext"},
	{"libusb-1.0-0-dev", "libusb-1.0"},
	{"libsystemd-dev", "libsystemd"},
	{"libudev-dev", "libudev"},
	{"libpcre2-dev", "libpcre2-8"},
	{"libpcre3-dev", "libpcre"},
	{"libasound2-dev", "alsa"},
	{"libpulse-dev", "libpulse"},
	{"libcairo2-dev", "cairo"},
	{"libpango1.0-dev", "pango"},
	{"libsdl2-dev", "sdl2"},
	{"libevent-dev", "libevent"},
	{"libuv1-dev", "libuv"},
	{"libjansson-dev", "jansson"},
	{"libjson-c-dev", "json-c"},
	{"libyaml-dev", "yaml-0.1"},
	{"libcap-dev", "libcap"},
	{"libseccomp-dev", "libseccomp"},
	{"libelf-dev", "libelf"},
	{"libdrm-dev", "libdrm"},
	{"libwayland-dev", "wayland-client"},
	{"libgtest-dev", "gtest"},
	{"libgmock-dev", "gmock"},
	{"check", "check"},
	{"libcmocka-dev", "cmocka"},
	{"libqt5svg5-dev", "Qt5Svg"},
	{"qtbase5-dev", "Qt5Core"},
	{"qt6-base-dev", "Qt6Core"},
};

static struct fl_slice name_of(struct fl_slice package)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fl_slice_eqs(package, names[i].package))
			return fl_slice_str(names[i].name);
	if (!fl_slice_ends(package, "-dev"))
		return FL_S("");
	package.len -= strlen("-dev");
	if (fl_slice_starts(package, "libboost"))
		return FL_S("boost");
	return fl_slice_starts(package, "lib") ? fl_slice_skip(package, 3) : package;
}

/* The part of the text between two characters; empty when they are not there. */
static struct fl_slice between(struct fl_slice text, char open, char close)
{
	ptrdiff_t start = fl_slice_chr(text, open);
	struct fl_slice rest = fl_slice_skip(text, start < 0 ? text.len : (size_t)start + 1);
	ptrdiff_t end = fl_slice_chr(rest, close);
	return end < 0 ? FL_S("") : fl_slice_trim(fl_slice_head(rest, (size_t)end));
}

/* Is it for Linux on x86_64 ("[!hurd-any]", "[amd64]")? */
static bool is_for_us(struct fl_slice machines)
{
	bool no = fl_slice_starts(machines, "!");
	bool named = fl_slice_find(machines, "amd64") >= 0 ||
		     fl_slice_find(machines, "linux-any") >= 0 ||
		     fl_slice_find(machines, "any-amd64") >= 0;
	return !machines.len || named != no;
}

static void add_need(struct plat_gather *g, struct fl_slice need, struct plat_place at)
{
	ptrdiff_t bar = fl_slice_chr(need, '|');
	need = fl_slice_trim(bar < 0 ? need : fl_slice_head(need, (size_t)bar));
	size_t n = 0;
	while (n < need.len && !strchr(" \t\n([<:", need.ptr[n]))
		n++;
	struct fl_slice name = name_of(fl_slice_head(need, n));
	bool profile = between(need, '<', '>').len && fl_slice_chr(need, '(') < 0;
	if (!name.len || profile || !is_for_us(between(need, '[', ']')))
		return;
	struct plat_setting *s =
		g->settings.len < PLAT_SETTINGS_MAX ? fl_vec_add(&g->settings) : NULL;
	if (s)
		*s = (struct plat_setting){.what = PLAT_LIBRARY,
			.languages = PLAT_FOR_ALL,
			.value = fl_arena_slice(g->a, name),
			.version = fl_arena_slice(g->a, between(need, '(', ')')),
			.at = at,
			.unsure = true};
}

static void add_needs(struct plat_gather *g, struct fl_slice text, struct plat_place at)
{
	while (text.len) {
		ptrdiff_t comma = fl_slice_chr(text, ',');
		struct fl_slice one = comma < 0 ? text : fl_slice_head(text, (size_t)comma);
		at.line += (int64_t)fl_slice_count(one, '\n');
		add_need(g, fl_slice_trim(one), at);
		text = fl_slice_skip(text, one.len + (comma >= 0));
	}
}

static void read_control(struct plat_gather *g, struct fl_slice text, struct fl_slice file)
{
	static const char *const fields[] = {"Build-Depends:", "Build-Depends-Arch:"};
	struct fl_slice line;
	int64_t number = 0;
	while (fl_slice_line(&text, &line)) {
		number++;
		if (!fl_slice_trim(line).len) /* the source's paragraph is the first one */
			return;
		for (size_t i = 0; i < 2; i++) {
			if (!fl_slice_starts(line, fields[i]))
				continue;
			const char *start = line.ptr + strlen(fields[i]);
			struct plat_place at = {file, number};
			struct fl_slice more = text, next;
			const char *end = line.ptr + line.len;
			while (more.len && (more.ptr[0] == ' ' || more.ptr[0] == '\t') &&
				fl_slice_line(&more, &next))
				end = next.ptr + next.len;
			add_needs(g, fl_slice(start, (size_t)(end - start)), at);
		}
	}
}

int plat_debian_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err)
{
	struct plat_gather g;
	struct fl_slice text;
	struct fl_slice path = fl_arena_printf(
		a, "%.*s%sdebian/control", FL_ARG(directory), directory.len ? "/" : "");
	int rc = plat_tree_read(tree, path, a, &text, err);
	if (rc)
		return rc;
	plat_gather_init(&g, a);
	read_control(&g, text, path);
	rc = plat_gather_finish(&g, ret, err);
	plat_gather_release(&g);
	return rc;
}
