#include "sanitize/evidence.h"

#include <signal.h>

#include "sanitize/frame.h"
#include "sanitize/kinds.h"
#include "sanitize/parse.h"

struct evidence {
	const char *words; /* in stderr */
	const char *kind;
	enum san_tool tool;
	enum diag_class error_class;
	const char *cwe;
};

#define UB DIAG_CLASS_UB
#define LIFE DIAG_CLASS_LIFETIME
#define RES DIAG_CLASS_RESOURCE
#define LOGIC DIAG_CLASS_LOGIC

/*
 * Messages of an abort, first match wins. glibc 2.36: malloc/malloc.c (malloc_printerr), assert/,
 * debug/ (fortify); libstdc++ 12: vterminate.cc, pure.cc, debug.cc, assert in c++config.h.
 */
static const struct evidence messages[] = {
	{"pure virtual method called", "pure-virtual-call", SAN_TOOL_LIBSTDCXX, LIFE, "CWE-825"},
	{"terminate called after throwing an instance of", "uncaught-exception", SAN_TOOL_LIBSTDCXX,
		LOGIC, "CWE-248"},
	{"terminate called recursively", "terminate", SAN_TOOL_LIBSTDCXX, LOGIC, "CWE-248"},
	{"terminate called without an active exception", "terminate", SAN_TOOL_LIBSTDCXX, LOGIC,
		"CWE-248"},
	{"Error: attempt to ", "libstdcxx-debug", SAN_TOOL_LIBSTDCXX, UB, "CWE-119"},
	{": Assertion '", "libstdcxx-assertion", SAN_TOOL_LIBSTDCXX, UB, "CWE-119"},
	{"*** stack smashing detected ***", "stack-smashing", SAN_TOOL_GLIBC, UB, "CWE-121"},
	{"*** buffer overflow detected ***", "buffer-overflow-detected", SAN_TOOL_GLIBC, UB,
		"CWE-120"},
	{"*** invalid %N$ use detected ***", "invalid-format", SAN_TOOL_GLIBC, UB, "CWE-134"},
	{"*** %n in writable segment detected ***", "invalid-format", SAN_TOOL_GLIBC, UB,
		"CWE-134"},
	{"*** longjmp causes uninitialized stack frame ***", "longjmp-invalid-frame",
		SAN_TOOL_GLIBC, LIFE, "CWE-562"},
	{"free(): double free detected", "double-free", SAN_TOOL_GLIBC, LIFE, "CWE-415"},
	{"double free or corruption", "double-free", SAN_TOOL_GLIBC, LIFE, "CWE-415"},
	{"free(): invalid pointer", "invalid-pointer", SAN_TOOL_GLIBC, RES, "CWE-590"},
	{"munmap_chunk(): invalid pointer", "invalid-pointer", SAN_TOOL_GLIBC, RES, "CWE-590"},
	{"realloc(): invalid pointer", "invalid-pointer", SAN_TOOL_GLIBC, RES, "CWE-590"},
	{"free(): ", "heap-corruption", SAN_TOOL_GLIBC, UB, "CWE-787"},
	{"malloc(): ", "heap-corruption", SAN_TOOL_GLIBC, UB, "CWE-787"},
	{"realloc(): ", "heap-corruption", SAN_TOOL_GLIBC, UB, "CWE-787"},
	{"malloc_consolidate(): ", "heap-corruption", SAN_TOOL_GLIBC, UB, "CWE-787"},
	{"corrupted size vs. prev_size", "heap-corruption", SAN_TOOL_GLIBC, UB, "CWE-787"},
	{"corrupted double-linked list", "heap-corruption", SAN_TOOL_GLIBC, UB, "CWE-787"},
	{"Fatal glibc error: malloc", "heap-corruption", SAN_TOOL_GLIBC, UB, "CWE-787"},
	{": Assertion `", "assertion-failed", SAN_TOOL_GLIBC, LOGIC, "CWE-617"},
};

/* The sanitizer's own troubles. */
static const char *const infra_words[] = {
	"LeakSanitizer has encountered a fatal error",
	"Shadow memory range interleaves with an existing memory mapping",
	"ReserveShadowMemoryRange failed",
	"AddressSanitizer CHECK failed",
	"LeakSanitizer CHECK failed",
	"UndefinedBehaviorSanitizer CHECK failed",
	"ASan runtime does not come first in initial library list",
	"error while loading shared libraries",
};

static const struct {
	int signal;
	struct evidence as;
} signals[] = {
	{SIGSEGV, {"SIGSEGV", "segv", SAN_TOOL_SYSTEM, UB, "CWE-119"}},
	{SIGBUS, {"SIGBUS", "bus", SAN_TOOL_SYSTEM, UB, "CWE-119"}},
	{SIGFPE, {"SIGFPE", "fpe", SAN_TOOL_SYSTEM, UB, "CWE-369"}},
	{SIGILL, {"SIGILL", "ill", SAN_TOOL_SYSTEM, UB, "CWE-758"}},
	{SIGTRAP, {"SIGTRAP", "trap", SAN_TOOL_SYSTEM, UB, "CWE-758"}},
	{SIGABRT, {"SIGABRT", "abrt", SAN_TOOL_SYSTEM, LOGIC, "CWE-617"}},
	{SIGSYS, {"SIGSYS", "sys", SAN_TOOL_SYSTEM, DIAG_CLASS_PLATFORM, ""}},
	{SIGPIPE, {"SIGPIPE", "pipe", SAN_TOOL_SYSTEM, LOGIC, ""}},
	{SIGXCPU, {"SIGXCPU", "timeout", SAN_TOOL_SYSTEM, LOGIC, "CWE-835"}},
	{SIGXFSZ, {"SIGXFSZ", "file-size-limit", SAN_TOOL_SYSTEM, RES, "CWE-400"}},
	{SIGKILL, {"SIGKILL", "killed", SAN_TOOL_SYSTEM, RES, "CWE-400"}},
};

/* Indexed by enum fl_end; no kind: the end says nothing by itself. */
static const struct evidence ends[FL_END_COUNT] = {
	[FL_END_CPU] = {"CPU time used up", "timeout", SAN_TOOL_SYSTEM, LOGIC, "CWE-835"},
	[FL_END_WALL] = {"time used up while waiting", "hang", SAN_TOOL_SYSTEM,
		DIAG_CLASS_CONCURRENCY, "CWE-833"},
	[FL_END_OUTPUT] = {"output limit passed", "output-limit", SAN_TOOL_SYSTEM, LOGIC,
		"CWE-835"},
	[FL_END_MEMORY] = {"memory limit passed", "out-of-memory", SAN_TOOL_SYSTEM, RES, "CWE-400"},
};

static const struct evidence other_signal = {"", "signal", SAN_TOOL_SYSTEM, LOGIC, ""};
static const struct evidence bad_exit = {"", "exit-status", SAN_TOOL_SYSTEM, LOGIC, ""};
static const struct evidence unknown = {"", SAN_UNKNOWN, SAN_TOOL_SYSTEM, LOGIC, ""};

#undef UB
#undef LIFE
#undef RES
#undef LOGIC

/* Kind, class, CWE and tool of the row; stacks and the place stay. */
static void apply(struct san_report *r, const struct evidence *e)
{
	r->tool = (int)e->tool;
	r->kind = fl_slice_str(e->kind);
	r->error_class = (int)e->error_class;
	r->cwe = fl_slice_str(e->cwe);
	r->confidence = san_confidence(e->tool);
}

/* The whole line of text around the byte at `at`. */
static struct fl_slice line_around(struct fl_slice text, size_t at, struct fl_slice *ret_rest)
{
	ptrdiff_t start = fl_slice_rchr(fl_slice_head(text, at), '\n');
	struct fl_slice line = {0};
	*ret_rest = fl_slice_skip(text, (size_t)(start + 1));
	fl_slice_line(ret_rest, &line);
	return fl_slice_trim(line);
}

/*
 * "prog: f.c:6: half: Assertion `n' failed." (glibc; the program's name may be missing) and
 * "f.h:12: T f(): Assertion 'n' failed." (libstdc++): the place, when it is the program's own.
 */
static void assertion_place(struct san_report *r, struct fl_slice line, struct fl_arena *a)
{
	ptrdiff_t end = fl_slice_find(line, ": Assertion ");
	if (end < 0)
		return;
	struct fl_slice head = fl_slice_head(line, (size_t)end);
	/* the last "word:digits: " before the function is the place */
	for (size_t i = head.len; i-- > 2;) {
		struct fl_slice before = fl_slice_head(head, i);
		int64_t at, col;
		if (head.ptr[i] != ':' || i + 1 >= head.len || head.ptr[i + 1] != ' ')
			continue;
		struct fl_slice file = san_place_parse(before, &at, &col);
		if (!at || !file.len)
			continue;
		ptrdiff_t program = fl_slice_find(file, ": ");
		file = fl_slice_skip(file, program < 0 ? 0 : (size_t)program + 2);
		if (!san_path_is_user(file))
			return;
		r->file = fl_arena_slice(a, file);
		r->line = at;
		r->col = 0;
		r->function = san_function_bare(fl_slice_skip(head, i + 2), a);
		return;
	}
}

/* The program's name before an assertion says where it ran, nothing else. */
static struct fl_slice without_program(struct fl_slice line)
{
	ptrdiff_t colon = fl_slice_find(line, ": ");
	int64_t at, col;
	if (colon <= 0)
		return line;
	san_place_parse(fl_slice_head(line, (size_t)colon), &at, &col);
	return at ? line : fl_slice_skip(line, (size_t)colon + 2);
}

static bool from_message(struct san_report *r, struct fl_slice text, struct fl_arena *a)
{
	for (size_t i = 0; i < sizeof(messages) / sizeof(*messages); i++) {
		ptrdiff_t at = fl_slice_find(text, messages[i].words);
		struct fl_slice rest, next = {0};
		if (at < 0)
			continue;
		struct fl_slice line = line_around(text, (size_t)at, &rest);
		apply(r, &messages[i]);
		fl_slice_line(&rest, &next);
		if (fl_slice_find(line, ": Assertion ") >= 0) {
			assertion_place(r, line, a);
			line = without_program(line);
		}
		next = fl_slice_trim(next);
		r->message = fl_slice_starts(next, "what():")
				     ? fl_arena_printf(a, "%.*s: %.*s", FL_ARG(line), FL_ARG(next))
				     : fl_arena_slice(a, line);
		return true;
	}
	return false;
}

static bool from_end(struct san_report *r, const struct fl_process_result *result)
{
	if (!result || !ends[result->end].kind)
		return false;
	apply(r, &ends[result->end]);
	r->message = fl_slice_str(ends[result->end].words);
	return true;
}

static void from_signal(struct san_report *r, int number, struct fl_arena *a)
{
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (signals[i].signal == number) {
			apply(r, &signals[i].as);
			r->message = fl_arena_printf(
				a, "killed by signal %d (%s)", number, signals[i].as.words);
			return;
		}
	apply(r, &other_signal);
	r->message = fl_arena_printf(a, "killed by signal %d", number);
}

static bool is_infra(struct fl_slice text)
{
	for (size_t i = 0; i < sizeof(infra_words) / sizeof(*infra_words); i++)
		if (fl_slice_find(text, infra_words[i]) >= 0)
			return true;
	return false;
}

/* From how the process ended and what it wrote; a report, if any, said no more than "ABRT". */
static enum san_outcome without_report(const struct fl_process_result *result, struct fl_slice text,
	bool reported, struct fl_arena *a, struct san_report *r)
{
	bool passed = result && result->end == FL_END_EXIT && result->exit_status == 0;
	if (!reported && passed) {
		r->kind = FL_S("none");
		return SAN_PASSED;
	}
	if (is_infra(text)) {
		r->kind = FL_S("sanitizer-failed");
		r->message = FL_S("the sanitizer could not work");
		return SAN_INFRA;
	}
	if (from_end(r, result) || from_message(r, text, a) || reported)
		return SAN_FAILED;
	if (result && result->end == FL_END_SIGNAL) {
		from_signal(r, result->signal, a);
	} else if (result && result->end == FL_END_EXIT) {
		apply(r, &bad_exit);
		r->message = fl_arena_printf(a, "exit status %d", result->exit_status);
	} else {
		apply(r, &unknown);
		r->message = FL_S("nothing tells how it ended");
	}
	return SAN_FAILED;
}

enum san_outcome san_evidence(const struct fl_process_result *result,
	const struct san_report *report, struct fl_slice stderr_text, struct fl_arena *a,
	struct san_report *ret_report)
{
	struct san_report r;
	fl_object_reset(&san_report_shape, &r);
	if (report)
		r = *report;
	enum san_outcome outcome = SAN_FAILED;
	if (!report || fl_slice_eqs(report->kind, "abrt")) {
		outcome = without_report(result, stderr_text, report != NULL, a, &r);
		if (outcome == SAN_FAILED)
			san_report_hash(&r, a);
	}
	*ret_report = r;
	return outcome;
}

int san_evidence_of(const struct fl_process_result *result, struct fl_slice stderr_text,
	const struct san_parse_opts *opts, struct fl_arena *a, enum san_outcome *ret_outcome,
	struct san_report *ret_report, struct fl_error *err)
{
	struct san_reports reports;
	int rc = san_parse(stderr_text, opts, a, &reports, err);
	if (rc)
		return rc;
	struct san_report r;
	enum san_outcome outcome = san_evidence(
		result, reports.list.len ? reports.list.items : NULL, stderr_text, a, &r);
	rc = fl_arena_error(a, "the evidence of a run", err);
	if (rc)
		return rc;
	*ret_outcome = outcome;
	*ret_report = r;
	return 0;
}
