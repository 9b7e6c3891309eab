#include "sanitize/abort/abort.h"

#include "sanitize/abort/place.h"
#include "sanitize/abort/what.h"
#include "sanitize/kinds/kinds.h"
#include "sanitize/report/frame.h"
#include "sanitize/report/text.h"

#define UB DIAG_CLASS_UB
#define LIFE DIAG_CLASS_LIFETIME
#define RES DIAG_CLASS_RESOURCE
#define LOGIC DIAG_CLASS_LOGIC
#define CONC DIAG_CLASS_CONCURRENCY
#define GLIBC SAN_TOOL_GLIBC
#define CXX SAN_TOOL_LIBSTDCXX
#define LIBCXX SAN_TOOL_LIBCXX
#define SYS SAN_TOOL_SYSTEM

/*
 * Of rows that match in the same line the first counts. glibc 2.36: malloc/malloc.c
 * (malloc_printerr), assert/, debug/ (fortify), nptl/, elf/dl-*.c, libio/; libstdc++ 12:
 * vterminate.cc, pure.cc, debug.cc, assert_fail.cc; libc++ 14 to 19: abort_message,
 * __assertion_handler; musl: assert.c. The words of older versions stand after the newer ones'.
 */
static const struct row {
	const char *words, *also; /* in the text; in the rest of the message, or NULL */
	enum { LAST, WEAK, SHELL } weight; /* WEAK and SHELL count where nothing else is said */
	enum san_abort_form form;
	const char *kind;
	enum san_tool tool;
	enum diag_class error_class;
	const char *cwe;
} rows[] = {
	{"pure virtual method called", NULL, LAST, SAN_FORM_LINE, "pure-virtual-call", CXX, LIFE,
		"CWE-825"},
	{"deleted virtual method called", NULL, LAST, SAN_FORM_LINE, "deleted-virtual-call", CXX,
		LOGIC, "CWE-758"},
	{"terminate called after throwing an instance of 'std::bad_alloc'", NULL, LAST,
		SAN_FORM_WHAT, "uncaught-exception", CXX, RES, "CWE-789"},
	{"terminate called after throwing an instance of 'std::bad_array_new_length'", NULL, LAST,
		SAN_FORM_WHAT, "uncaught-exception", CXX, RES, "CWE-789"},
	{"terminate called after throwing an instance of", NULL, LAST, SAN_FORM_WHAT,
		"uncaught-exception", CXX, LOGIC, "CWE-248"},
	{"terminate called recursively", NULL, WEAK, SAN_FORM_LINE, "terminate", CXX, LOGIC,
		"CWE-248"},
	{"terminate called without an active exception", NULL, WEAK, SAN_FORM_LINE, "terminate",
		CXX, LOGIC, "CWE-248"},
	{"Error: ", "singular iterator", LAST, SAN_FORM_DEBUG, "libstdcxx-debug", CXX, LIFE,
		"CWE-672"},
	{"Error: ", NULL, LAST, SAN_FORM_DEBUG, "libstdcxx-debug", CXX, UB, "CWE-119"},
	{":error: attempt to ", "singular iterator", LAST, SAN_FORM_WHOLE, "libstdcxx-debug", CXX,
		LIFE, "CWE-672"},
	{":error: attempt to ", NULL, LAST, SAN_FORM_WHOLE, "libstdcxx-debug", CXX, UB, "CWE-119"},
	{": Assertion '", NULL, LAST, SAN_FORM_GLIBC, "libstdcxx-assertion", CXX, UB, "CWE-119"},

	{"libc++abi: Pure virtual function called!", NULL, LAST, SAN_FORM_LINE, "pure-virtual-call",
		LIBCXX, LIFE, "CWE-825"},
	{"libc++abi: terminating due to uncaught exception of type std::bad_alloc", NULL, LAST,
		SAN_FORM_LINE, "uncaught-exception", LIBCXX, RES, "CWE-789"},
	{"libc++abi: terminating due to uncaught exception", NULL, LAST, SAN_FORM_LINE,
		"uncaught-exception", LIBCXX, LOGIC, "CWE-248"},
	{"libc++abi: terminating with uncaught exception of type std::bad_alloc", NULL, LAST,
		SAN_FORM_LINE, "uncaught-exception", LIBCXX, RES, "CWE-789"},
	{"libc++abi: terminating with uncaught exception", NULL, LAST, SAN_FORM_LINE,
		"uncaught-exception", LIBCXX, LOGIC, "CWE-248"},
	{"libc++abi: terminating", NULL, LAST, SAN_FORM_LINE, "terminate", LIBCXX, LOGIC,
		"CWE-248"},
	{"libc++ Hardening assertion ", NULL, LAST, SAN_FORM_WHOLE, "libcxx-hardening", LIBCXX, UB,
		"CWE-119"},
	{": libc++ Hardening assertion ", NULL, LAST, SAN_FORM_WHOLE, "libcxx-hardening", LIBCXX,
		UB, "CWE-119"},
	{": assertion ", "/c++/v1/", LAST, SAN_FORM_WHOLE, "libcxx-hardening", LIBCXX, UB,
		"CWE-119"},
	{": _LIBCPP_ASSERT '", NULL, LAST, SAN_FORM_WHOLE, "libcxx-hardening", LIBCXX, UB,
		"CWE-119"},

	{"*** stack smashing detected ***", NULL, LAST, SAN_FORM_LINE, "stack-smashing", GLIBC, UB,
		"CWE-121"},
	{"*** buffer overflow detected ***", NULL, LAST, SAN_FORM_LINE, "buffer-overflow-detected",
		GLIBC, UB, "CWE-120"},
	{"*** bit out of range 0 - FD_SETSIZE on fd_set ***", NULL, LAST, SAN_FORM_LINE,
		"fd-set-overflow", GLIBC, UB, "CWE-787"},
	{"*** invalid %N$ use detected ***", NULL, LAST, SAN_FORM_LINE, "invalid-format", GLIBC, UB,
		"CWE-134"},
	{"*** %n in writable segment", NULL, LAST, SAN_FORM_LINE, "invalid-format", GLIBC, UB,
		"CWE-134"},
	{"*** longjmp causes uninitialized stack frame ***", NULL, LAST, SAN_FORM_LINE,
		"longjmp-invalid-frame", GLIBC, LIFE, "CWE-562"},
	{"longjmp botch.", NULL, LAST, SAN_FORM_LINE, "longjmp-invalid-frame", GLIBC, LIFE,
		"CWE-562"},

	{"free(): double free detected", NULL, LAST, SAN_FORM_LINE, "double-free", GLIBC, LIFE,
		"CWE-415"},
	{"double free or corruption", NULL, LAST, SAN_FORM_LINE, "double-free", GLIBC, LIFE,
		"CWE-415"},
	{"free(): invalid pointer", NULL, LAST, SAN_FORM_LINE, "invalid-pointer", GLIBC, RES,
		"CWE-590"},
	{"munmap_chunk(): invalid pointer", NULL, LAST, SAN_FORM_LINE, "invalid-pointer", GLIBC,
		RES, "CWE-590"},
	{"mremap_chunk(): invalid pointer", NULL, LAST, SAN_FORM_LINE, "invalid-pointer", GLIBC,
		RES, "CWE-590"},
	{"realloc(): invalid pointer", NULL, LAST, SAN_FORM_LINE, "invalid-pointer", GLIBC, RES,
		"CWE-590"},
	{"free(): ", NULL, LAST, SAN_FORM_LINE, "heap-corruption", GLIBC, UB, "CWE-787"},
	{"malloc(): ", NULL, LAST, SAN_FORM_LINE, "heap-corruption", GLIBC, UB, "CWE-787"},
	{"realloc(): ", NULL, LAST, SAN_FORM_LINE, "heap-corruption", GLIBC, UB, "CWE-787"},
	{"malloc_consolidate(): ", NULL, LAST, SAN_FORM_LINE, "heap-corruption", GLIBC, UB,
		"CWE-787"},
	{"tcache_thread_shutdown(): ", NULL, LAST, SAN_FORM_LINE, "heap-corruption", GLIBC, UB,
		"CWE-787"},
	{"unaligned fastbin chunk detected", NULL, LAST, SAN_FORM_WHOLE, "heap-corruption", GLIBC,
		UB, "CWE-787"},
	{"unaligned tcache chunk detected", NULL, LAST, SAN_FORM_WHOLE, "heap-corruption", GLIBC,
		UB, "CWE-787"},
	{"invalid fastbin entry (free)", NULL, LAST, SAN_FORM_LINE, "heap-corruption", GLIBC, UB,
		"CWE-787"},
	{"corrupted size vs. prev_size", NULL, LAST, SAN_FORM_LINE, "heap-corruption", GLIBC, UB,
		"CWE-787"},
	{"corrupted double-linked list", NULL, LAST, SAN_FORM_LINE, "heap-corruption", GLIBC, UB,
		"CWE-787"},
	{"break adjusted to free malloc space", NULL, LAST, SAN_FORM_LINE, "heap-corruption", GLIBC,
		UB, "CWE-787"},
	{"malloc.c:", "Assertion `", LAST, SAN_FORM_LINE, "heap-corruption", GLIBC, UB, "CWE-787"},
	{"Fatal glibc error: malloc", NULL, LAST, SAN_FORM_LINE, "heap-corruption", GLIBC, UB,
		"CWE-787"},
	{"Fatal glibc error: array index", NULL, LAST, SAN_FORM_LINE, "array-index", GLIBC, UB,
		"CWE-129"},

	{": ___pthread_", ": Assertion `", LAST, SAN_FORM_WHOLE, "pthread-assertion", GLIBC, CONC,
		"CWE-667"},
	{": __pthread_", ": Assertion `", LAST, SAN_FORM_WHOLE, "pthread-assertion", GLIBC, CONC,
		"CWE-667"},
	{"Fatal glibc error: pthread_", NULL, LAST, SAN_FORM_LINE, "pthread-assertion", GLIBC, CONC,
		"CWE-667"},
	{"Fatal glibc error: tpp.c", NULL, LAST, SAN_FORM_LINE, "pthread-assertion", GLIBC, CONC,
		"CWE-667"},
	{"The futex facility returned an unexpected error code.", NULL, LAST, SAN_FORM_LINE,
		"futex-error", GLIBC, CONC, "CWE-667"},
	{"FATAL: exception not rethrown", NULL, LAST, SAN_FORM_LINE, "exception-not-rethrown",
		GLIBC, LOGIC, "CWE-755"},
	{"Fatal error: glibc detected an invalid stdio handle", NULL, LAST, SAN_FORM_LINE,
		"invalid-stdio-handle", GLIBC, LIFE, "CWE-672"},
	{"Fatal glibc error: ", NULL, LAST, SAN_FORM_LINE, "glibc-fatal-error", GLIBC, LOGIC,
		"CWE-617"},
	{"symbol lookup error: ", NULL, LAST, SAN_FORM_WHOLE, "symbol-lookup-error", GLIBC,
		DIAG_CLASS_LINKER, ""},

	{": Assertion `", NULL, LAST, SAN_FORM_GLIBC, "assertion-failed", GLIBC, LOGIC, "CWE-617"},
	{": Unexpected error: ", NULL, LAST, SAN_FORM_GLIBC, "assertion-failed", GLIBC, LOGIC,
		"CWE-617"},
	{"Assertion failed: ", ", file ", LAST, SAN_FORM_BSD, "assertion-failed", SYS, LOGIC,
		"CWE-617"},
	{"Assertion failed: ", NULL, LAST, SAN_FORM_MUSL, "assertion-failed", SYS, LOGIC,
		"CWE-617"},
	{"assertion \"", " failed: file \"", LAST, SAN_FORM_NEWLIB, "assertion-failed", SYS, LOGIC,
		"CWE-617"},

	{"Segmentation fault", NULL, SHELL, SAN_FORM_SIGNAL, "segv", SYS, UB, "CWE-119"},
	{"Bus error", NULL, SHELL, SAN_FORM_SIGNAL, "bus", SYS, UB, "CWE-119"},
	{"Floating point exception", NULL, SHELL, SAN_FORM_SIGNAL, "fpe", SYS, UB, "CWE-369"},
	{"Illegal instruction", NULL, SHELL, SAN_FORM_SIGNAL, "ill", SYS, UB, "CWE-758"},
	{"Trace/breakpoint trap", NULL, SHELL, SAN_FORM_SIGNAL, "trap", SYS, UB, "CWE-758"},
	{"Aborted", NULL, SHELL, SAN_FORM_SIGNAL, "abrt", SYS, LOGIC, "CWE-617"},
	{"CPU time limit exceeded", NULL, SHELL, SAN_FORM_SIGNAL, "timeout", SYS, LOGIC, "CWE-835"},
	{"File size limit exceeded", NULL, SHELL, SAN_FORM_SIGNAL, "file-size-limit", SYS, RES,
		"CWE-400"},
	{"Bad system call", NULL, SHELL, SAN_FORM_SIGNAL, "sys", SYS, DIAG_CLASS_PLATFORM, ""},
	{"Killed", NULL, SHELL, SAN_FORM_SIGNAL, "killed", SYS, RES, "CWE-400"},
};

#undef UB
#undef LIFE
#undef RES
#undef LOGIC
#undef CONC
#undef GLIBC
#undef CXX
#undef LIBCXX
#undef SYS

/* The sanitizer's, or Valgrind's, own troubles. */
static const char *const infra_words[] = {
	"LeakSanitizer has encountered a fatal error",
	"Shadow memory range interleaves with an existing memory mapping",
	"ReserveShadowMemoryRange failed",
	"Sanitizer CHECK failed",
	"Sanitizer: CHECK failed",
	"is out of application range. Non-PIE build?",
	"ASan runtime does not come first in initial library list",
	"FATAL: ThreadSanitizer: unexpected memory mapping",
	"FATAL: ThreadSanitizer: failed to ",
	"FATAL: MemorySanitizer can not mmap the shadow memory",
	"FATAL: HWAddressSanitizer",
	"HWAddressSanitizer requires ",
	"Fatal error at startup: a function redirection",
	"valgrind: failed to start tool",
	"valgrind: the 'impossible' happened",
	"Fatal glibc error: CPU does not support",
};

static const char *const loader_words[] = {
	"error while loading shared libraries",
	"' not found (required by ",
};

static struct fl_slice line_at(struct fl_slice text, size_t at)
{
	ptrdiff_t start = fl_slice_rchr(fl_slice_head(text, at), '\n');
	struct fl_slice rest = fl_slice_skip(text, (size_t)(start + 1)), line = {0};
	fl_slice_line(&rest, &line);
	return fl_slice_trim(line);
}

bool san_is_no_thread(struct fl_slice line)
{
	return fl_slice_find(line, "sanitizer_thread_registry.cpp:") >= 0 &&
	       fl_slice_find(line, " \"((t)) != (0)\" ") >= 0;
}

static struct fl_slice infra_line(struct fl_slice text, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		ptrdiff_t at = fl_slice_find(text, words[i]);
		struct fl_slice line = at < 0 ? fl_slice(NULL, 0) : line_at(text, (size_t)at);
		if (line.len && !san_is_no_thread(line))
			return line;
	}
	return fl_slice(NULL, 0);
}

struct fl_slice san_infra_find(struct fl_slice text, bool loader)
{
	struct fl_slice line =
		infra_line(text, infra_words, sizeof(infra_words) / sizeof(*infra_words));
	if (!line.len && loader)
		line = infra_line(text, loader_words, sizeof(loader_words) / sizeof(*loader_words));
	return line;
}

/* ---- what belongs to a message ---- */

/* libstdc++ wraps the sentence; it ends at an empty line. */
static struct fl_slice unwrapped(struct fl_slice rest, struct fl_arena *a)
{
	struct fl_slice line;
	struct fl_buf out;
	fl_buf_init(&out, SAN_MESSAGE_MAX * 2);
	for (int i = 0; i < SAN_MESSAGE_LINES && fl_slice_line(&rest, &line); i++) {
		line = fl_slice_trim(line);
		if (!line.len || out.len > SAN_MESSAGE_MAX)
			break;
		if (i)
			fl_buf_char(&out, ' ');
		fl_buf_slice(&out, fl_slice_head(line, SAN_MESSAGE_MAX / 2));
	}
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return text;
}

/* The program's name before a message says where it ran, nothing else. */
static struct fl_slice without_program(struct fl_slice line)
{
	ptrdiff_t colon = fl_slice_find(line, ": ");
	int64_t at, col;
	if (colon <= 0)
		return line;
	san_place_parse(fl_slice_head(line, (size_t)colon), &at, &col);
	return at ? line : fl_slice_skip(line, (size_t)colon + 2);
}

static struct fl_slice message_of(
	const struct row *row, struct fl_slice text, size_t at, bool whole, struct fl_arena *a)
{
	struct fl_slice rest = fl_slice_skip(text, at), line = {0};
	struct fl_slice after = rest;
	fl_slice_line(&after, &line);
	line = fl_slice_head(fl_slice_trim(line), SAN_MESSAGE_MAX);
	switch (row->form) {
	case SAN_FORM_WHAT: return san_what(line, after, whole, a);
	case SAN_FORM_DEBUG: return unwrapped(rest, a);
	case SAN_FORM_GLIBC:
	case SAN_FORM_WHOLE:
		return fl_slice_head(without_program(line_at(text, at)), SAN_MESSAGE_MAX);
	default: return line;
	}
}

/* ---- which one ---- */

/* libstdc++ in debug mode names its function first. */
static bool is_debug_error(struct fl_slice text, size_t at)
{
	struct fl_slice before = fl_slice_head(text, at);
	before = fl_slice_skip(
		before, before.len > SAN_MESSAGE_MAX ? before.len - SAN_MESSAGE_MAX : 0);
	return fl_slice_ends(before, "\n") && (fl_slice_find(before, "In function:\n") >= 0 ||
						      fl_slice_find(before, "/debug/") >= 0);
}

static bool row_takes(const struct row *row, struct fl_slice text, size_t at, struct fl_arena *a)
{
	if (row->form == SAN_FORM_SIGNAL && !san_is_shell_line(line_at(text, at), row->words))
		return false;
	if (row->form == SAN_FORM_DEBUG && !is_debug_error(text, at))
		return false;
	return !row->also || fl_slice_find(message_of(row, text, at, true, a), row->also) >= 0;
}

/* Where the row's words stand for the last time as its message, or -1. */
static ptrdiff_t last_of(const struct row *row, struct fl_slice text, struct fl_arena *a)
{
	enum { TRIES_MAX = 256 };
	struct fl_slice rest = text;
	ptrdiff_t found = -1;
	for (int i = 0; i < TRIES_MAX; i++) {
		ptrdiff_t at = fl_slice_find(rest, row->words);
		if (at < 0)
			break;
		size_t place = text.len - rest.len + (size_t)at;
		if (row_takes(row, text, place, a))
			found = (ptrdiff_t)place;
		rest = fl_slice_skip(rest, (size_t)at + strlen(row->words));
	}
	return found;
}

static bool is_later_line(struct fl_slice text, size_t place, size_t at)
{
	return at > place &&
	       fl_slice_chr(fl_slice_head(fl_slice_skip(text, place), at - place), '\n') >= 0;
}

static void set_report(const struct row *row, struct fl_slice text, size_t place, bool whole,
	struct fl_arena *a, struct san_report *r)
{
	r->tool = (int)row->tool;
	r->kind = fl_slice_str(row->kind);
	r->error_class = (int)row->error_class;
	r->cwe = fl_slice_str(row->cwe);
	r->confidence = san_confidence(row->tool);
	r->message = san_without_addresses(message_of(row, text, place, whole, a), a);
	san_abort_place(r, row->form, line_at(text, place), a);
}

bool san_abort_find(struct fl_slice text, bool whole, struct fl_arena *a, struct san_report *r)
{
	const struct row *best = NULL;
	size_t place = 0;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (best && rows[i].weight > best->weight)
			continue;
		ptrdiff_t at = last_of(&rows[i], text, a);
		if (at >= 0 && (!best || rows[i].weight < best->weight ||
				       is_later_line(text, place, (size_t)at))) {
			best = &rows[i];
			place = (size_t)at;
		}
	}
	if (!best)
		return false;
	set_report(best, text, place, whole, a, r);
	return true;
}

/* ---- of a log, line by line ---- */

bool san_abort_row(struct fl_slice line, bool debug, struct san_abort_start *ret_start)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct row *row = &rows[i];
		bool debugs = row->form == SAN_FORM_DEBUG;
		if (row->weight == SHELL || (debugs && !debug))
			continue;
		ptrdiff_t at = fl_slice_find(line, row->words);
		if (at < 0 || (debugs && at))
			continue;
		/* libstdc++'s sentence goes on in the next lines, which tell the row. */
		if (!debugs && row->also &&
			fl_slice_find(fl_slice_skip(line, (size_t)at), row->also) < 0 &&
			row->form != SAN_FORM_WHOLE)
			continue;
		if (row->form == SAN_FORM_WHOLE && row->also && fl_slice_find(line, row->also) < 0)
			continue;
		*ret_start = (struct san_abort_start){(int)i, row->weight == WEAK};
		return true;
	}
	return false;
}

void san_abort_set(int number, struct fl_slice text, struct fl_arena *a, struct san_report *r)
{
	const struct row *row = &rows[number];
	ptrdiff_t at = fl_slice_find(text, row->words);
	while (row->form == SAN_FORM_DEBUG && row->also &&
		fl_slice_find(message_of(row, text, 0, false, a), row->also) < 0)
		row++;
	set_report(row, text, at < 0 ? 0 : (size_t)at, false, a, r);
}
