/* Messages of aborts, line by line. */
#include "sanitize/abort/log.h"

#include "sanitize/abort/place.h"
#include "sanitize/abort/what.h"

enum { TEXT_MAX = 4 * SAN_MESSAGE_MAX, RUN_LINES = 16, DEBUG_LINES = 64 };

void san_abort_log_init(struct san_abort_log *log)
{
	*log = (struct san_abort_log){.row = -1};
	fl_buf_init(&log->text, TEXT_MAX);
}

void san_abort_log_release(struct san_abort_log *log)
{
	fl_buf_release(&log->text);
}

/* What stands around a ": " in messages, which may follow output that did not end its line. */
static const struct anchor {
	const char *words;
	size_t colon; /* where it is in them */
} before[] =
	{
		{"(): ", 2},
		{"Assertion failed: ", 16},
		{"libc++abi: ", 9},
		{"FATAL: exception not rethrown", 5},
		{" ***: ", 4},
		{":error: attempt to ", 6},
		{"Fatal glibc error: ", 17},
		{"Fatal error: glibc", 11},
		{"symbol lookup error: ", 19},
		{" failed: file \"", 7},
},
  after[] = {
	  {": Assertion `", 0},
	  {": Assertion '", 0},
	  {": Unexpected error: ", 0},
	  {": libc++ Hardening assertion ", 0},
	  {": assertion ", 0},
	  {": _LIBCPP_ASSERT '", 0},
	  {": double free or corruption", 0},
	  {": corrupted ", 0},
};

static bool is_any(const struct anchor *at, size_t count, struct fl_slice line, size_t colon)
{
	for (size_t i = 0; i < count; i++)
		if (colon >= at[i].colon && line.ptr[colon - at[i].colon] == at[i].words[0] &&
			fl_slice_starts(fl_slice_skip(line, colon - at[i].colon), at[i].words))
			return true;
	return false;
}

bool san_abort_at_colon(struct fl_slice line, size_t colon)
{
	char last = colon ? line.ptr[colon - 1] : ' ';
	char next = colon + 2 < line.len ? line.ptr[colon + 2] : ' ';
	bool ends = last == ')' || last == 'd' || last == 'i' || last == 'L' || last == '*' ||
		    last == 'r';
	bool starts = next == 'A' || next == 'U' || next == 'l' || next == 'a' || next == '_' ||
		      next == 'd' || next == 'c';
	return (ends && is_any(before, sizeof(before) / sizeof(*before), line, colon)) ||
	       (starts && is_any(after, sizeof(after) / sizeof(*after), line, colon));
}

/* Messages without ": ", and the one that only libstdc++'s debug mode makes one. */
static bool starts_message(const struct san_abort_log *log, struct fl_slice line)
{
	static const char *const words[] = {"terminate called ", "pure virtual method called",
		"deleted virtual method called", "*** ", "longjmp botch.",
		"double free or corruption", "unaligned ", "invalid fastbin entry", "corrupted ",
		"break adjusted to", "The futex facility", "libc++ Hardening assertion "};
	if (!line.len)
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (line.ptr[0] == words[i][0] && fl_slice_starts(line, words[i]))
			return true;
	return log->debug && fl_slice_starts(line, "Error: ");
}

/* libstdc++ names its header and function before the message of its debug mode. */
static void look_for_debug(struct san_abort_log *log, struct fl_slice line)
{
	if (log->debug)
		log->debug--;
	if ((fl_slice_starts(line, "/") && fl_slice_find(line, "/debug/") >= 0) ||
		fl_slice_starts(line, "In function:"))
		log->debug = DEBUG_LINES;
}

static void add_line(struct san_abort_log *log, struct fl_slice line)
{
	if (!log->lines)
		return;
	log->lines--;
	fl_buf_slice(&log->text, fl_slice_head(line, SAN_MESSAGE_MAX));
	fl_buf_char(&log->text, '\n');
	if (log->text.len > TEXT_MAX - SAN_MESSAGE_MAX - 1 ||
		san_line_of(line, false) != SAN_LINE_ANY)
		log->lines = 0;
}

bool san_abort_log_line(struct san_abort_log *log, struct fl_slice line, bool colon,
	struct san_abort_start *ret_start)
{
	look_for_debug(log, line);
	if (colon || starts_message(log, line)) {
		struct san_abort_start start;
		if (san_abort_row(line, log->debug > 0, &start) && !(start.weak && log->near)) {
			*ret_start = start;
			return true;
		}
	}
	if (log->near) {
		log->near--;
		if (san_is_shell_line(line, "Aborted"))
			log->near = 0;
	}
	if (log->lines)
		add_line(log, line);
	return false;
}

void san_abort_log_begin(
	struct san_abort_log *log, struct fl_slice line, const struct san_abort_start *start)
{
	log->row = start->row;
	log->weak = start->weak;
	log->behind = false;
	log->near = RUN_LINES;
	log->lines = SAN_MESSAGE_LINES;
	fl_buf_clear(&log->text);
	fl_buf_slice(&log->text, fl_slice_head(line, SAN_MESSAGE_MAX));
	fl_buf_char(&log->text, '\n');
}

void san_abort_log_behind(struct san_abort_log *log)
{
	if (log->lines)
		add_line(log, FL_S("SUMMARY:"));
	log->behind = true;
}

void san_abort_log_take(struct san_abort_log *log, struct fl_arena *a, struct san_report *r)
{
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&log->text));
	if (log->text.failed == FL_ENOMEM)
		a->failed = FL_ENOMEM;
	san_abort_set(log->row, text, a, r);
	log->row = -1;
	log->lines = 0;
}
