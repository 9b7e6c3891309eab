#include "sanitize/run/evidence.h"

#include <signal.h>

#include "diag/classify/signals.h"
#include "sanitize/abort/abort.h"
#include "sanitize/kinds/kinds.h"
#include "sanitize/parse.h"

struct evidence {
	const char *words; /* for the message */
	const char *kind;
	enum san_tool tool;
	enum diag_class error_class;
	const char *cwe;
};

#define RES DIAG_CLASS_RESOURCE
#define LOGIC DIAG_CLASS_LOGIC

/* What a report of a signal is called; its class and CWE are those of diag/classify/signals.h. */
static const struct {
	int signal;
	const char *kind;
} signals[] = {
	{SIGSEGV, "segv"},
	{SIGBUS, "bus"},
	{SIGFPE, "fpe"},
	{SIGILL, "ill"},
	{SIGTRAP, "trap"},
	{SIGABRT, "abrt"},
	{SIGSYS, "sys"},
	{SIGPIPE, "pipe"},
	{SIGXCPU, "timeout"},
	{SIGXFSZ, "file-size-limit"},
	{SIGALRM, "alrm"},
	{SIGHUP, "hup"},
	{SIGINT, "int"},
	{SIGIO, "io"},
	{SIGPROF, "prof"},
	{SIGPWR, "pwr"},
	{SIGQUIT, "quit"},
	{SIGSTKFLT, "stkflt"},
	{SIGTERM, "term"},
	{SIGUSR1, "usr1"},
	{SIGUSR2, "usr2"},
	{SIGVTALRM, "vtalrm"},
	{SIGKILL, "killed"},
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

static const struct evidence other_signal = {"", "rt", SAN_TOOL_SYSTEM, LOGIC, ""};
static const struct evidence bad_exit = {"", "exit-status", SAN_TOOL_SYSTEM, LOGIC, ""};
static const struct evidence unknown = {"", SAN_UNKNOWN, SAN_TOOL_SYSTEM, LOGIC, ""};
static const struct evidence lost_report = {"", SAN_LOST, SAN_TOOL_SYSTEM, LOGIC, ""};

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

bool san_was_waiting(const struct fl_process_result *result)
{
	unsigned lost = result->starved_ms < result->wall_ms ? result->starved_ms : result->wall_ms;
	return result->idle ||
	       (lost <= result->wall_ms / 2 && result->cpu_ms <= (result->wall_ms - lost) / 10);
}

bool san_was_starved(const struct fl_process_result *result)
{
	return result->end == FL_END_WALL && !san_was_waiting(result) &&
	       result->starved_ms > result->wall_ms / 10;
}

static bool from_end(struct san_report *r, const struct fl_process_result *result)
{
	enum fl_end end = result ? result->end : FL_END_EXIT;
	if (!ends[end].kind)
		return false;
	/* On a busy machine the wall limit may come before that of CPU time; who waits uses none. */
	if (end == FL_END_WALL && !san_was_waiting(result))
		end = FL_END_CPU;
	apply(r, &ends[end]);
	r->message = fl_slice_str(ends[end].words);
	return true;
}

static void from_signal(struct san_report *r, int number, struct fl_arena *a)
{
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (signals[i].signal == number) {
			const struct diag_signal *known = diag_signal_find(number);
			struct evidence e = {known->name, signals[i].kind, SAN_TOOL_SYSTEM,
				known->error_class, known->cwe};
			apply(r, &e);
			r->message =
				fl_arena_printf(a, "killed by signal %d (%s)", number, known->name);
			return;
		}
	apply(r, &other_signal);
	r->message = fl_arena_printf(a, "killed by signal %d", number);
}

/* Whatever it said before: these do not come from abort(). */
static bool is_fault_signal(const struct fl_process_result *result)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGKILL, SIGPIPE, SIGXCPU, SIGXFSZ};
	for (size_t i = 0; result && i < sizeof(numbers) / sizeof(*numbers); i++)
		if (result->end == FL_END_SIGNAL && result->signal == numbers[i])
			return true;
	return false;
}

bool san_signal_is_fatal(int number)
{
	const struct diag_signal *known = diag_signal_find(number);
	return known && known->fatal;
}

/* From how the process ended and what it wrote; a report, if any, said no more than "ABRT". */
static enum san_outcome without_report(const struct fl_process_result *result,
	const struct san_texts *texts, bool reported, struct fl_arena *a, struct san_report *r)
{
	bool passed = result && result->end == FL_END_EXIT && result->exit_status == 0;
	if (!reported && passed) {
		r->kind = FL_S("none");
		return SAN_PASSED;
	}
	struct fl_slice infra = san_infra_find(texts->log, !texts->apart);
	if (infra.len) {
		r->kind = FL_S("sanitizer-failed");
		r->message = fl_arena_slice(a, infra);
		return SAN_INFRA;
	}
	if (from_end(r, result) ||
		(!is_fault_signal(result) && san_abort_find(texts->err, result != NULL, a, r)) ||
		reported)
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
	const struct san_report *report, const struct san_texts *texts, struct fl_arena *a,
	struct san_report *ret_report)
{
	struct san_report r;
	fl_object_reset(&san_report_shape, &r);
	if (report)
		r = *report;
	enum san_outcome outcome = SAN_FAILED;
	if (!report || fl_slice_eqs(report->kind, "abrt")) {
		outcome = without_report(result, texts, report != NULL, a, &r);
		if (outcome == SAN_FAILED)
			san_report_hash(&r, a);
	}
	*ret_report = r;
	return outcome;
}

void san_evidence_lost(struct san_report *r, struct fl_arena *a)
{
	apply(r, &lost_report);
	r->message = FL_S("a sanitizer began to report, and the process had closed its log or was "
			  "ended before it said what");
	san_report_hash(r, a);
}

struct fl_slice san_without_runtime(struct fl_slice text)
{
	static const char words[] = ":DEADLYSIGNAL\n";
	while (fl_slice_ends(text, words)) {
		struct fl_slice before = fl_slice_head(text, text.len - strlen(words));
		text = fl_slice_head(before, (size_t)(fl_slice_rchr(before, '\n') + 1));
	}
	return text;
}

void san_add_last_words(struct san_report *r, struct fl_slice said, struct fl_arena *a)
{
	enum { WORDS_MAX = 200 };
	said = fl_slice_trim(san_without_runtime(said));
	struct fl_slice line =
		fl_slice_trim(fl_slice_skip(said, (size_t)(fl_slice_rchr(said, '\n') + 1)));
	if (!line.len || fl_slice_starts(line, "SUMMARY: ") || fl_slice_starts(line, "=="))
		return;
	struct fl_buf message; /* the words may hold any byte */
	fl_buf_init(&message, r->message.len + WORDS_MAX + 2);
	fl_buf_slice(&message, r->message);
	fl_buf_str(&message, ": ");
	fl_buf_slice(&message, fl_slice_head(line, line.len < WORDS_MAX ? line.len : WORDS_MAX));
	r->message = fl_arena_slice(a, fl_buf_view(&message));
	if (message.failed)
		a->failed = message.failed;
	fl_buf_release(&message);
}

int san_evidence_of(const struct fl_process_result *result, struct fl_slice stderr_text,
	const struct san_parse_opts *opts, struct fl_arena *a, enum san_outcome *ret_outcome,
	struct san_report *ret_report, struct fl_error *err)
{
	struct san_reports reports;
	struct san_texts texts = {.err = stderr_text, .log = stderr_text};
	int rc = san_parse(stderr_text, opts, a, &reports, err);
	if (rc)
		return rc;
	struct san_report r;
	enum san_outcome outcome =
		san_evidence(result, reports.list.len ? reports.list.items : NULL, &texts, a, &r);
	rc = fl_arena_error(a, "the evidence of a run", err);
	if (rc)
		return rc;
	*ret_outcome = outcome;
	*ret_report = r;
	return 0;
}
