/* Which compilers, and under which sanitizers. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/show.h"
#include "sanitize/cmd/sanrun/tool.h"

enum { NEWEST_CLANG = 25, OLDEST_CLANG = 11, NAME_BYTES = 128 };

static bool is_installed(const char *name)
{
	char path[NAME_BYTES + 16];
	return snprintf(path, sizeof(path), "/usr/bin/%s", name) < (int)sizeof(path) &&
	       access(path, X_OK) == 0;
}

static const char *name_of(struct sanrun *s, const char *base, const char *version)
{
	return fl_arena_printf(&s->arena, "%s%s", base, version).ptr;
}

/* llvm-symbolizer of the version, else any: its output is the same. */
static const char *find_symbolizer(struct sanrun *s, const char *version)
{
	const char *name = name_of(s, "llvm-symbolizer", version);
	char any[NAME_BYTES] = "llvm-symbolizer";
	for (int v = NEWEST_CLANG; name && !is_installed(name) && v >= OLDEST_CLANG; v--) {
		snprintf(any, sizeof(any), "llvm-symbolizer-%d", v);
		name = name_of(s, any, "");
	}
	return name && is_installed(name) ? name_of(s, "/usr/bin/", name) : NULL;
}

/* "gcc-12", "g++-12", "clang", "clang++-19": the family and the version with its dash. */
static bool family_of(const char *name, enum san_compiler *ret_family, const char **ret_version)
{
	static const struct {
		const char *base;
		enum san_compiler family;
	} bases[] = {
		{"clang++", SAN_CLANG}, {"clang", SAN_CLANG}, {"gcc", SAN_GCC}, {"g++", SAN_GCC}};
	for (size_t i = 0; i < sizeof(bases) / sizeof(*bases); i++) {
		size_t len = strlen(bases[i].base);
		if (strncmp(name, bases[i].base, len) != 0 || (name[len] && name[len] != '-'))
			continue;
		*ret_family = bases[i].family;
		*ret_version = name + len;
		return strspn(name + len, "-0123456789") == strlen(name + len);
	}
	return false;
}

static int set_toolchain(struct sanrun *s, const char *name, struct san_toolchain *ret_tools)
{
	struct san_toolchain t = {0};
	const char *version = "";
	if (!family_of(name, &t.family, &version))
		return fl_error_set(s->err, FL_EINVAL,
			"--compiler must be gcc or clang, with or without a version (clang-19), "
			"not \"%s\"",
			name);
	bool clang = t.family == SAN_CLANG;
	t.driver[SAN_C] = name_of(s, clang ? "clang" : "gcc", version);
	t.driver[SAN_CXX] = name_of(s, clang ? "clang++" : "g++", version);
	t.symbolizer = clang ? find_symbolizer(s, version) : NULL;
	const char *need = t.driver[s->program.language];
	if (!need || !is_installed(need))
		return fl_error_set(
			s->err, FL_EMISSING, "/usr/bin/%s is not installed", need ? need : name);
	*ret_tools = t;
	return 0;
}

/* The newest clang that is there; none is no error. */
static void find_clang(struct sanrun *s)
{
	struct fl_error ignored, *err = s->err;
	char name[NAME_BYTES];
	s->err = &ignored;
	int rc = FL_EMISSING;
	for (int v = NEWEST_CLANG; rc && v >= OLDEST_CLANG; v--) {
		snprintf(name, sizeof(name), "clang-%d", v);
		rc = set_toolchain(s, name, &s->program.clang);
	}
	if (rc)
		rc = set_toolchain(s, "clang", &s->program.clang);
	s->err = err;
}

static int choose_compilers(struct sanrun *s)
{
	const char *wanted = fl_opt_text(s->o, OPT_COMPILER);
	int rc = set_toolchain(s, wanted ? wanted : "gcc", &s->program.tools);
	if (rc == 0 && s->program.tools.family == SAN_CLANG)
		s->program.clang = s->program.tools;
	else
		find_clang(s);
	if (rc && !wanted && s->program.clang.driver[SAN_C]) {
		s->program.tools = s->program.clang; /* no gcc here */
		rc = 0;
	}
	return rc;
}

/* ---- modes ---- */

static void add_mode(struct sanrun *s, enum san_mode mode)
{
	for (size_t i = 0; i < s->mode_count; i++)
		if (s->modes[i] == mode)
			return;
	s->modes[s->mode_count++] = mode;
}

static bool only_c(const struct sanrun *s)
{
	return s->program.language == SAN_C;
}

/*
 * MemorySanitizer takes everything that a library wrote for uninitialised unless the library is
 * instrumented, and libstdc++ is not: C only.
 */
static void choose_automatically(struct sanrun *s)
{
	s->automatic = true;
	add_mode(s, SAN_MODE_ADDRESS_UNDEFINED);
	if (fl_opt_given(s->o, OPT_DIRECTORY))
		return; /* what else it needs is not known before it is built */
	if (s->threads)
		add_mode(s, SAN_MODE_THREAD);
	if (only_c(s) && s->program.clang.driver[SAN_C])
		add_mode(s, SAN_MODE_MEMORY);
	else if (only_c(s))
		fl_tell(s->o->tool->name, "memory: left out, there is no clang");
}

/* A word of the list, but for "address" and "undefined", which go together. */
static int add_word(struct sanrun *s, struct fl_slice word, bool both)
{
	if (both && (fl_slice_eqs(word, "address") || fl_slice_eqs(word, "undefined"))) {
		add_mode(s, SAN_MODE_ADDRESS_UNDEFINED);
		return 0;
	}
	for (int m = 0; m < SAN_MODE_COUNT; m++)
		if (fl_slice_eqs(word, san_modes[m].word)) {
			add_mode(s, (enum san_mode)m);
			return 0;
		}
	return fl_error_set(s->err, FL_EINVAL,
		"--sanitize takes auto or a list of address, undefined, leak, thread, memory, "
		"hwaddress, valgrind, helgrind and none, not \"%.*s\"",
		FL_ARG(word));
}

static int choose_modes(struct sanrun *s)
{
	struct fl_slice list = fl_slice_str(fl_opt_text(s->o, OPT_SANITIZE));
	bool both = fl_slice_find(list, "address") >= 0 && fl_slice_find(list, "undefined") >= 0;
	int rc = 0;
	if (fl_slice_eqs(list, "auto")) {
		choose_automatically(s);
		return 0;
	}
	while (rc == 0 && list.len) {
		ptrdiff_t comma = fl_slice_chr(list, ',');
		size_t len = comma < 0 ? list.len : (size_t)comma;
		rc = add_word(s, fl_slice_head(list, len), both);
		list = fl_slice_skip(list, len + 1);
	}
	if (rc == 0 && s->mode_count == 0)
		rc = add_word(s, list, false);
	for (size_t i = 0; i < s->mode_count && rc == 0; i++) {
		const char *tool = san_modes[s->modes[i]].tool;
		if (tool && !is_installed(tool))
			rc = fl_error_set(
				s->err, FL_EMISSING, "/usr/bin/%s is not installed", tool);
	}
	return rc;
}

bool sanrun_fallback(struct sanrun *s, const struct san_findings *f, enum san_mode *ret_mode)
{
	bool tried = false;
	for (size_t i = 0; i < s->mode_count; i++)
		tried = tried || s->modes[i] == SAN_MODE_MEMORY;
	if (!s->automatic || tried || !f->found.len || san_findings_explain(f) ||
		!is_installed(san_modes[SAN_MODE_VALGRIND].tool))
		return false;
	*ret_mode = SAN_MODE_VALGRIND;
	return true;
}

int sanrun_choose(struct sanrun *s)
{
	int rc = choose_compilers(s);
	return rc ? rc : choose_modes(s);
}
