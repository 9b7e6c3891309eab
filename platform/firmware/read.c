#include "platform/firmware/firmware.h"

#include "base/path.h"
#include "base/source_name.h"
#include "platform/firmware/ini.h"
#include "platform/firmware/tables.h"

/* The projects that have files of their own kind. */

enum { SOURCES_DEPTH_MAX = 6, SOURCES_MAX = 2000 };

struct reading {
	struct plat_tree *tree;
	struct fl_arena *a;
	struct fl_slice dir;
	struct fl_vec targets; /* struct plat_target */
};

static struct fl_slice beneath(struct fl_arena *a, struct fl_slice dir, struct fl_slice name)
{
	return dir.len ? fl_arena_printf(a, "%.*s/%.*s", FL_ARG(dir), FL_ARG(name)) : name;
}

static void add_setting(
	struct fl_vec *to, enum plat_what what, struct fl_slice value, struct plat_place at)
{
	struct plat_setting *s = fl_vec_add(to);
	if (s)
		*s = (struct plat_setting){
			.what = what, .languages = PLAT_FOR_ALL, .value = value, .at = at};
}

static void add_name(struct fl_vec *to, const struct fw_name *n, struct plat_place at)
{
	if (n && n->bare) {
		add_setting(to, PLAT_MODE, FL_S("firmware"), at);
		add_setting(to, PLAT_SYSTEM, FL_S("Generic"), at);
	}
	if (n && n->arch)
		add_setting(to, PLAT_ARCH, fl_slice_str(n->arch), at);
}

static void list_sources(struct reading *r, struct fl_slice dir, struct fl_vec *to, unsigned depth)
{
	struct fl_list names;
	if (depth > SOURCES_DEPTH_MAX || plat_tree_list(r->tree, dir, r->a, &names, NULL))
		return;
	const struct plat_entry *e = names.items;
	for (size_t i = 0; i < names.len && to->len < SOURCES_MAX; i++) {
		struct fl_slice path = beneath(r->a, dir, e[i].name);
		const struct fl_source_name *kind = fl_source_name(e[i].name);
		if (e[i].is_directory)
			list_sources(r, path, to, depth + 1);
		else if ((kind && !fl_slice_ends(path, ".h") && !fl_slice_ends(path, ".hpp")) ||
			 fl_slice_ends(path, ".ino")) {
			struct plat_source *s = fl_vec_add(to);
			if (s)
				*s = (struct plat_source){.path = path};
		}
	}
}

static void add_target(struct reading *r, struct fl_slice name, struct fl_slice sources,
	struct plat_place at, struct fl_vec *settings)
{
	struct fl_vec v;
	struct plat_target *t = fl_vec_add(&r->targets);
	fl_vec_init(&v, sizeof(struct plat_source), SOURCES_MAX);
	list_sources(r, sources, &v, 0);
	if (t)
		*t = (struct plat_target){.name = name,
			.kind = PLAT_PROGRAM,
			.at = at,
			.settings = fl_vec_freeze(settings, r->a),
			.sources = fl_vec_freeze(&v, r->a),
			.sources_unsure = true};
	fl_vec_release(&v);
}

static void add_flags(struct fl_vec *to, struct fl_slice flags, struct plat_place at)
{
	size_t i = 0;
	while (i < flags.len) {
		size_t start = i, blank = i;
		while (blank < flags.len && strchr(" \t\r\n", flags.ptr[blank]) && flags.ptr[blank])
			blank++;
		start = i = blank;
		while (i < flags.len && !(strchr(" \t\r\n", flags.ptr[i]) && flags.ptr[i]))
			i++;
		struct fl_slice word = fl_slice(flags.ptr + start, i - start);
		if (!word.len)
			continue;
		add_setting(to,
			fl_slice_starts(word, "-l") || fl_slice_starts(word, "-Wl,") ||
					fl_slice_starts(word, "-T")
				? PLAT_LINK
				: PLAT_FLAG,
			word, at);
		/* a value that was not found is no flag that anyone gave */
		struct plat_setting *s = fl_vec_at(to, to->len - 1);
		s->unsure = fl_slice_find(word, "${") >= 0;
	}
}

static void platformio_env(struct reading *r, const struct fw_ini *ini, struct fl_slice section)
{
	struct fl_vec settings;
	struct plat_place at = {ini->path, 0}, flags_at = at;
	struct fl_slice platform = plat_fw_ini_get(ini, section, "platform", &at);
	struct plat_place board_at = at, platform_at = at;
	struct fl_slice board = plat_fw_ini_get(ini, section, "board", &board_at);
	struct fl_slice flags = plat_fw_ini_get(ini, section, "build_flags", &flags_at);
	struct fl_slice removed = plat_fw_ini_get(ini, section, "build_unflags", &flags_at);
	struct plat_place dir_at = at;
	struct fl_slice src = plat_fw_ini_get(ini, FL_S("platformio"), "src_dir", &dir_at);
	fl_vec_init(&settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	/* "espressif32@^6.0", "platformio/espressif32 @ 6", or an address */
	size_t n = 0;
	platform = fl_path_name(platform);
	while (n < platform.len && (fl_is_word(platform.ptr[n]) || platform.ptr[n] == '-'))
		n++;
	const struct fw_name *p = plat_fw_find(plat_fw_platforms, fl_slice_head(platform, n));
	const struct fw_name *b = plat_fw_find(plat_fw_boards, board);
	add_setting(&settings, PLAT_BUILD, FL_S("platformio"), at);
	if (p && !p->bare)
		b = NULL;
	if (b && b->arch)
		add_name(&settings, b, board_at);
	else if (p || b)
		add_name(&settings, p ? p : b, p ? platform_at : board_at);
	add_flags(&settings, flags, flags_at);
	size_t first = settings.len;
	add_flags(&settings, removed, flags_at);
	for (size_t i = first; i < settings.len; i++)
		((struct plat_setting *)fl_vec_at(&settings, i))->removed = true;
	add_target(r, fl_slice_skip(section, 4), beneath(r->a, r->dir, src.len ? src : FL_S("src")),
		at, &settings);
	fl_vec_release(&settings);
}

static bool platformio(struct reading *r)
{
	struct fw_ini ini;
	struct fl_slice path = beneath(r->a, r->dir, FL_S("platformio.ini")), text;
	if (plat_tree_read(r->tree, path, r->a, &text, NULL))
		return false;
	plat_fw_ini_read(&ini, path, text, r->a);
	for (size_t i = 0; i < ini.section_count; i++)
		if (fl_slice_starts(ini.sections[i].name, "env:"))
			platformio_env(r, &ini, ini.sections[i].name);
	return r->targets.len > 0;
}

/* The value of "NAME=value" or "set(NAME value)"; *ret_line: where. */
static struct fl_slice value_in(
	struct fl_slice text, const char *before, const char *ends, int64_t *ret_line)
{
	struct fl_slice line;
	for (int64_t n = 1; fl_slice_line(&text, &line); n++) {
		line = fl_slice_trim(line);
		if (!fl_slice_starts(line, before))
			continue;
		struct fl_slice v = fl_slice_trim(fl_slice_skip(line, strlen(before)));
		size_t len = 0;
		while (len < v.len && !strchr(ends, v.ptr[len]))
			len++;
		v = fl_slice_head(v, len);
		if (v.len > 1 && v.ptr[0] == '"')
			v = fl_slice(v.ptr + 1, v.len - 1 - (v.ptr[v.len - 1] == '"'));
		*ret_line = n;
		return v;
	}
	return fl_slice(NULL, 0);
}

static bool zephyr(struct reading *r)
{
	struct fl_slice path = beneath(r->a, r->dir, FL_S("CMakeLists.txt")), text;
	struct fl_vec settings;
	int64_t line = 0;
	if (!plat_tree_has_file(r->tree, beneath(r->a, r->dir, FL_S("prj.conf"))) ||
		plat_tree_read(r->tree, path, r->a, &text, NULL) ||
		(fl_slice_find(text, "find_package(Zephyr") < 0 &&
			fl_slice_find(text, "ZEPHYR_BASE") < 0))
		return false;
	fl_vec_init(&settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	struct plat_place at = {path, 0};
	struct fl_slice board = value_in(text, "set(BOARD ", ") \t", &line);
	add_setting(&settings, PLAT_MODE, FL_S("firmware"), at);
	add_setting(&settings, PLAT_SYSTEM, FL_S("Generic"), at);
	add_setting(&settings, PLAT_BUILD, FL_S("cmake"), at);
	const struct fw_name *b = plat_fw_find(plat_fw_boards, board);
	if (b && b->arch)
		add_setting(&settings, PLAT_ARCH, fl_slice_str(b->arch),
			(struct plat_place){path, line});
	add_target(r, FL_S("app"), beneath(r->a, r->dir, FL_S("src")), at, &settings);
	fl_vec_release(&settings);
	return true;
}

static bool esp_idf(struct reading *r)
{
	static const char *const names[] = {"sdkconfig", "sdkconfig.defaults"};
	struct fl_slice text, chip = {0}, cmake;
	struct fl_vec settings;
	struct plat_place at = {0};
	int64_t line = 0;
	bool is_idf = plat_tree_read(r->tree, beneath(r->a, r->dir, FL_S("CMakeLists.txt")), r->a,
			      &cmake, NULL) == 0 &&
		      (fl_slice_find(cmake, "IDF_PATH") >= 0 || fl_slice_find(cmake, "idf") >= 0);
	for (size_t i = 0; i < 2 && !chip.len; i++) {
		struct fl_slice path = beneath(r->a, r->dir, fl_slice_str(names[i]));
		if (plat_tree_read(r->tree, path, r->a, &text, NULL))
			continue;
		chip = value_in(text, "CONFIG_IDF_TARGET=", " \t\r", &line);
		at = (struct plat_place){path, line};
	}
	if (!at.file.len || (!chip.len && !is_idf))
		return false;
	fl_vec_init(&settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	const struct fw_name *n = plat_fw_find(plat_fw_chips, chip);
	add_setting(&settings, PLAT_MODE, FL_S("firmware"), at);
	add_setting(&settings, PLAT_SYSTEM, FL_S("Generic"), at);
	add_setting(&settings, PLAT_BUILD, FL_S("cmake"), at);
	if (n)
		add_setting(&settings, PLAT_ARCH, fl_slice_str(n->arch), at);
	add_target(r, FL_S("app"), beneath(r->a, r->dir, FL_S("main")), at, &settings);
	fl_vec_release(&settings);
	return true;
}

/* A sketch bears the name of its directory; which board it is for stands nowhere. */
static bool arduino(struct reading *r)
{
	struct fl_slice name = fl_path_name(r->dir), path;
	struct fl_vec settings;
	path = fl_arena_printf(r->a, "%.*s/%.*s.ino", FL_ARG(r->dir), FL_ARG(name));
	if (!name.len || !plat_tree_has_file(r->tree, path))
		return false;
	fl_vec_init(&settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	struct plat_place at = {path, 0};
	add_setting(&settings, PLAT_MODE, FL_S("firmware"), at);
	add_setting(&settings, PLAT_SYSTEM, FL_S("Generic"), at);
	add_target(r, name, r->dir, at, &settings);
	fl_vec_release(&settings);
	return true;
}

int plat_firmware_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err)
{
	struct reading r = {.tree = tree, .a = a, .dir = fl_path_straight(a, directory, NULL)};
	struct plat_project project = {0};
	fl_vec_init(&r.targets, sizeof(struct plat_target), FW_SECTIONS_MAX);
	bool found = platformio(&r) || zephyr(&r) || esp_idf(&r) || arduino(&r);
	project.targets = fl_vec_freeze(&r.targets, a);
	fl_vec_release(&r.targets);
	int rc = fl_arena_error(a, "a project of firmware", err);
	if (rc == 0 && !found)
		rc = fl_error_set(err, FL_ENOTFOUND,
			"%.*s: this is no project of firmware that is known", FL_ARG(directory));
	if (rc == 0)
		*ret = project;
	return rc;
}
