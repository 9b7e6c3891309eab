/* Which compilers, and under which sanitizers. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/show.h"
#include "sanitize/cmd/sanrun/tool.h"
#include "sanitize/run/tools.h"

static int choose_compilers(struct sanrun *s)
{
	const char *wanted = fl_opt_text(s->o, OPT_COMPILER);
	enum san_language language = s->program.language;
	int rc = san_toolchain_find(
		wanted ? wanted : "gcc", language, &s->arena, &s->program.tools, s->err);
	if (rc && wanted)
		fl_error_wrap(s->err, "--compiler");
	if (rc == 0 && s->program.tools.family == SAN_CLANG)
		s->program.clang = s->program.tools;
	else /* none is no error */
		san_toolchain_newest_clang(language, &s->arena, &s->program.clang, NULL);
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
		if (tool && !san_tool_installed(tool))
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
		!san_tool_installed(san_modes[SAN_MODE_VALGRIND].tool))
		return false;
	*ret_mode = SAN_MODE_VALGRIND;
	return true;
}

int sanrun_choose(struct sanrun *s)
{
	int rc = choose_compilers(s);
	return rc ? rc : choose_modes(s);
}
