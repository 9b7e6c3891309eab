/*
 * CMake (cmMessenger.cxx, cmListFileCache.cxx):
 *
 *	CMake Error at CMakeLists.txt:9 (message):
 *	  Library foo is needed.
 *
 *	    Install it with: apt install foo
 *
 *	Call Stack (most recent call first):
 *	  CMakeLists.txt:13 (need)
 *
 *	CMake Warning (dev) at CMakeLists.txt:8 (message):
 *	CMake Error: The source directory "/nosuch" does not exist.
 *
 * The text ends where a line is not set in. Its paragraphs stay apart.
 */
#include "diag/tools/tools.h"

#include "diag/report/build.h"
#include "diag/report/place.h"

static const struct {
	const char *words, *code;
	enum diag_level level;
} kinds[] = {
	{"CMake Error (dev)", "-Werror=dev", DIAG_ERROR},
	{"CMake Error", "", DIAG_ERROR},
	{"CMake Warning (dev)", "-Wdev", DIAG_WARNING},
	{"CMake Warning", "", DIAG_WARNING},
	{"CMake Deprecation Error", "-Werror=deprecated", DIAG_ERROR},
	{"CMake Deprecation Warning", "-Wdeprecated", DIAG_WARNING},
	{"CMake Internal Error (please report a bug)", "", DIAG_FATAL},
};

static const char *const trailers[] = {"-- Configuring incomplete, errors occurred!",
	"This warning is for project developers.", "This error is for project developers.",
	"CMake Generate step failed.", "See also \""};

/* "FILE:LINE (COMMAND)" */
static bool call_parse(struct fl_slice s, struct diag_head *ret_head, struct fl_slice *ret_command)
{
	ptrdiff_t open = fl_slice_rchr(s, '(');
	*ret_command = (struct fl_slice){0};
	if (open > 1 && s.ptr[s.len - 1] == ')' && s.ptr[open - 1] == ' ') {
		*ret_command = fl_slice(s.ptr + open + 1, s.len - (size_t)open - 2);
		s.len = (size_t)open - 1;
	}
	return diag_place_parse(s, ret_head);
}

static void command_set(struct diag_parser *p, struct fl_slice command)
{
	if (command.len && !fl_slice_eqs(command, "message"))
		fl_buf_printf(&p->tools->block.command, "in %.*s", FL_ARG(command));
}

static bool head_take(struct diag_parser *p, struct fl_slice line)
{
	struct diag_head h = {0};
	struct fl_slice command = {0}, rest = line;
	size_t i = 0;
	while (i < sizeof(kinds) / sizeof(kinds[0]) && !fl_slice_starts(line, kinds[i].words))
		i++;
	if (i == sizeof(kinds) / sizeof(kinds[0]))
		return false;
	rest = fl_slice_skip(line, strlen(kinds[i].words));
	if (fl_slice_starts(rest, ": ") || fl_slice_eqs(rest, ":")) {
		h.message = fl_slice_trim(fl_slice_skip(rest, 1));
	} else if (fl_slice_starts(rest, " at ") && fl_slice_ends(rest, ":")) {
		rest = fl_slice_skip(rest, strlen(" at "));
		if (!call_parse(fl_slice_head(rest, rest.len - 1), &h, &command))
			return false;
	} else if (fl_slice_starts(rest, " in ") && fl_slice_ends(rest, ":")) {
		h.file = fl_slice(rest.ptr + 4, rest.len - 5);
	} else {
		return false;
	}
	h.level = kinds[i].level;
	h.code = fl_slice_str(kinds[i].code);
	diag_block_begin(p, &h, "cmake");
	command_set(p, command);
	return true;
}

/* "  FILE:LINE (COMMAND)" below "Call Stack". */
static bool stack_take(struct diag_parser *p, struct fl_slice line)
{
	struct diag_head h = {.level = DIAG_NOTE};
	struct fl_slice command;
	struct fl_buf text;
	if (!fl_slice_starts(line, "  ") || !p->lane->open ||
		!call_parse(fl_slice_trim(line), &h, &command))
		return false;
	fl_buf_init(&text, DIAG_LINE_MAX);
	fl_buf_printf(&text, "called in %.*s", FL_ARG(command));
	if (text.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	h.message = fl_buf_view(&text);
	diag_build_note(p, &h, DIAG_NOTE_FUNCTION);
	p->lane->snippet.active = false;
	fl_buf_release(&text);
	return true;
}

static bool is_cmake(const struct diag_block *b)
{
	return b->tool && strcmp(b->tool, "cmake") == 0;
}

bool diag_cmake_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_block *b = &p->tools->block;
	if (is_cmake(b) && (!line.len || fl_slice_starts(line, "  "))) {
		diag_block_add(p, line);
		return true;
	}
	if (is_cmake(b)) {
		diag_block_end(p);
		b->stack = fl_slice_starts(line, "Call Stack (most recent call first):");
		if (b->stack) {
			diag_build_trailer(p);
			return true;
		}
	}
	if (b->stack && stack_take(p, line))
		return true;
	b->stack = false;
	for (size_t i = 0; i < sizeof(trailers) / sizeof(trailers[0]); i++)
		if (fl_slice_starts(line, trailers[i])) {
			diag_build_trailer(p);
			return true;
		}
	return fl_slice_starts(line, "CMake ") && head_take(p, line);
}
