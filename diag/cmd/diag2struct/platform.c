/* What it is compiled for: --platform, or what a COMPILER's own command line says. */
#include "diag/cmd/diag2struct/tool.h"
#include "platform/detect.h"

/* --platform: the header itself, or a file that starts with one. */
static int header_read(struct run *r, const char *where)
{
	struct fl_buf text;
	size_t len = 0;
	fl_buf_init(&text, D2S_PLATFORM_MAX);
	int rc = 0;
	if (strncmp(where, "// ", 3) == 0) {
		fl_buf_str(&text, where);
		rc = fl_buf_error(&text, "the platform header", &r->err);
	} else {
		rc = fl_buf_read_file(&text, where, &r->err);
	}
	if (!rc)
		rc = plat_header_read(
			fl_buf_view(&text), &r->platform_arena, &r->platform, &len, &r->err);
	if (!rc && !len)
		rc = fl_error_set(&r->err, FL_EPARSE,
			"%s does not start with a platform header (\"// platform: ...\")", where);
	fl_buf_release(&text);
	return rc;
}

/* C++ when the compiler is one of it, or a file that it compiles. */
static enum plat_language language_of(const char *const *command)
{
	enum plat_language language = strstr(command[0], "++") ? PLAT_CXX : PLAT_C;
	for (size_t i = 1; command[i] && language == PLAT_C; i++)
		if (command[i][0] != '-')
			language = plat_language_of(fl_slice_str(command[i]));
	return language;
}

/* The compiler tells its version; when it cannot, its arguments may still tell the standard. */
static int command_read(struct run *r, const char *const *command)
{
	struct plat_compiler compiler;
	struct fl_error ignored;
	bool known = !plat_compiler_query(command[0], &r->platform_arena, &compiler, &ignored);
	return plat_detect(FL_S(""), language_of(command), known ? &compiler : NULL, command + 1,
		&r->platform_arena, &r->platform, &r->err);
}

int d2s_platform(struct run *r)
{
	const char *where = fl_opt_text(r->o, OPT_PLATFORM);
	int rc;
	if (where)
		rc = header_read(r, where);
	else if (r->o->has_dash && r->refine.thought)
		rc = command_read(r, r->o->operands);
	else
		return 0;
	if (!rc)
		r->refine.platform = &r->platform;
	return rc;
}
