#include "sanitize/run/run.h"

enum fold { APART, SAME, BETTER };

void san_findings_init(struct san_findings *f)
{
	*f = (struct san_findings){0};
	fl_vec_init(&f->found, sizeof(struct san_finding), SAN_FINDINGS_MAX);
	fl_vec_init(&f->infra, sizeof(struct san_infra), SAN_MODE_COUNT * SAN_RUNS_MAX);
}

void san_findings_release(struct san_findings *f)
{
	fl_vec_release(&f->found);
	fl_vec_release(&f->infra);
}

/* MSan takes freed memory for never set: its report comes of a use after free, and is weaker. */
static bool is_freed_value(const struct san_report *r)
{
	return r->tool == SAN_TOOL_MSAN && fl_slice_eqs(r->cwe, "CWE-416");
}

/* UBSan's reports of such values (a bool that is 190) are what came of it. */
static bool is_uninitialised(const struct san_report *r)
{
	if (is_freed_value(r))
		return false;
	return fl_slice_eqs(r->kind, "use-of-uninitialized-value") ||
	       (r->tool == SAN_TOOL_MEMCHECK && fl_slice_eqs(r->cwe, "CWE-457"));
}

/* Threads that wait for each other's locks, or will one day. */
static bool is_deadlock(const struct san_report *r)
{
	static const char *const kinds[] = {
		"deadlock", "hang", "lock-order-inversion", "lock-order", "double-lock"};
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (fl_slice_eqs(r->kind, kinds[i]))
			return true;
	return false;
}

static const struct san_stack *stack_at(const struct san_report *r, size_t i)
{
	return fl_list_at(&r->stacks, &san_stack_shape, i);
}

/* The first of the program's own frames, or NULL. */
static const struct san_frame *own_frame(const struct san_stack *s)
{
	for (size_t i = 0; i < s->frames.len; i++) {
		const struct san_frame *f = fl_list_at(&s->frames, &san_frame_shape, i);
		if (f->user && f->line > 0)
			return f;
	}
	return NULL;
}

static bool same_place(const struct san_frame *a, const struct san_frame *b)
{
	return a && b && a->line == b->line && fl_slice_eq(a->file, b->file);
}

/* The first stack of this role, or NULL. */
static const struct san_stack *stack_of(const struct san_report *r, enum san_role role)
{
	for (size_t i = 0; i < r->stacks.len; i++)
		if (stack_at(r, i)->role == (int)role)
			return stack_at(r, i);
	return NULL;
}

/* Where what was not initialised came from. */
static const struct san_frame *origin(const struct san_report *r)
{
	const struct san_stack *s = stack_of(r, SAN_ROLE_ORIGIN);
	return s ? own_frame(s) : NULL;
}

/* The next of the program's own frames from *at on, which passes it; NULL at the end. */
static const struct san_frame *next_own(const struct san_stack *s, size_t *at)
{
	while (*at < s->frames.len) {
		const struct san_frame *f = fl_list_at(&s->frames, &san_frame_shape, (*at)++);
		if (f->user && f->line > 0)
			return f;
	}
	return NULL;
}

/* Does MSan's value come from what the other freed? All of the way: free() may be wrapped. */
static bool same_free(const struct san_report *value, const struct san_report *other)
{
	const struct san_stack *s = stack_of(value, SAN_ROLE_ORIGIN);
	const struct san_stack *t = stack_of(other, SAN_ROLE_FREE);
	const struct san_frame *f, *g;
	size_t i = 0, k = 0;
	if (!s || !t || !own_frame(s))
		return false;
	do {
		f = next_own(s, &i);
		g = next_own(t, &k);
	} while (same_place(f, g));
	return !f && !g;
}

/* Do two of their stacks begin in the same line? */
static bool stacks_meet(const struct san_report *a, const struct san_report *b)
{
	for (size_t i = 0; i < a->stacks.len; i++)
		for (size_t k = 0; k < b->stacks.len; k++)
			if (same_place(own_frame(stack_at(a, i)), own_frame(stack_at(b, k))))
				return true;
	return false;
}

/* What may be the trace of a value that was never set, or of a pointer that was gone. */
static bool is_symptom(const struct san_report *r)
{
	static const char *const kinds[] = {"segv", "bus", "abrt", "misaligned-pointer-use",
		"invalid-bool-load", "invalid-enum-load"};
	static const int tools[] = {
		SAN_TOOL_SYSTEM, SAN_TOOL_GLIBC, SAN_TOOL_LIBSTDCXX, SAN_TOOL_LIBCXX};
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (fl_slice_eqs(r->kind, kinds[i]))
			return true;
	for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); i++)
		if (r->tool == tools[i])
			return true;
	return false;
}

/* An access that Valgrind saw, where another saw only what came of it. */
static bool is_invalid_access(const struct san_report *r)
{
	return r->tool == SAN_TOOL_MEMCHECK && fl_slice_starts(r->kind, "invalid-");
}

/* A sanitizer of memory or behaviour has seen a line do what it must not. */
static bool is_placed_fault(const struct san_report *r)
{
	bool of_memory = r->error_class == DIAG_CLASS_UB || r->error_class == DIAG_CLASS_LIFETIME;
	return of_memory && r->line > 0 && !is_symptom(r);
}

/* What a report is to one that is known: a third thing, the same, or the better word for it. */
static enum fold fold(const struct san_report *known, const struct san_report *r)
{
	bool there = known->line > 0 && known->line == r->line && fl_slice_eq(known->file, r->file);
	bool placed = there && known->error_class == r->error_class;
	if (fl_slice_eq(known->hash, r->hash))
		return SAME;
	if (is_freed_value(r) && (placed || same_free(r, known)))
		return SAME;
	if (is_freed_value(known) && (placed || same_free(known, r)))
		return BETTER;
	if (is_uninitialised(r) != is_uninitialised(known)) {
		if (!placed)
			return APART;
		return is_uninitialised(r) ? BETTER : SAME;
	}
	if (there && is_symptom(known) && is_invalid_access(r))
		return BETTER;
	bool of_value = is_uninitialised(r) || (is_freed_value(r) && is_freed_value(known));
	if (of_value && same_place(origin(r), origin(known)))
		return SAME;
	if (there && is_symptom(r) && is_placed_fault(known))
		return SAME;
	if (there && is_symptom(known) && is_placed_fault(r))
		return BETTER;
	if (is_deadlock(r) && is_deadlock(known) && stacks_meet(known, r))
		return fl_slice_eqs(known->kind, "hang") ? BETTER : SAME;
	return placed ? SAME : APART;
}

/* What is known of the report, and how they are to each other; NULL: nothing. */
static struct san_finding *find(
	struct san_findings *f, const struct san_report *r, size_t *ret_index, enum fold *ret_fold)
{
	for (size_t i = 0; i < f->found.len; i++) {
		struct san_finding *known = fl_vec_at(&f->found, i);
		enum fold how = fold(&known->report, r);
		if (how == APART)
			continue;
		*ret_index = i;
		*ret_fold = how;
		return known;
	}
	return NULL;
}

int san_findings_add(struct san_findings *f, const struct fl_list *reports, enum san_mode mode,
	unsigned runs, struct fl_error *err)
{
	/* so that several reports of one run that are the same fault count once */
	bool seen[SAN_FINDINGS_MAX] = {false};
	for (size_t i = 0; i < reports->len; i++) {
		const struct san_report *report = fl_list_at(reports, &san_report_shape, i);
		size_t at = f->found.len;
		enum fold how = APART;
		struct san_finding *known = find(f, report, &at, &how);
		if (known && how == BETTER) {
			known->report = *report;
			known->seen = known->mode == mode ? known->seen : 0;
			known->mode = mode;
			known->runs = runs;
		}
		if (known) {
			if (known->mode == mode && !seen[at])
				known->seen++;
			seen[at] = true;
			continue;
		}
		if (f->found.len == SAN_FINDINGS_MAX)
			break;
		known = fl_vec_add(&f->found);
		if (!known)
			return fl_error_set(err, FL_ENOMEM, "out of memory for the findings");
		seen[at] = true;
		*known = (struct san_finding){
			.report = *report, .mode = mode, .seen = 1, .runs = runs};
	}
	return 0;
}

int san_findings_add_causes(
	struct san_findings *f, const struct san_findings *from, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; i < from->found.len && rc == 0; i++) {
		const struct san_finding *at = fl_vec_at(&from->found, i);
		struct san_report report = at->report;
		struct fl_list one = {&report, 1};
		if (is_uninitialised(&at->report) || is_invalid_access(&at->report))
			rc = san_findings_add(f, &one, at->mode, 1, err);
	}
	return rc;
}

/* It ended otherwise than it should, and no more is known. */
static bool says_nothing(const struct san_report *r)
{
	return fl_slice_eqs(r->kind, "exit-status");
}

/*
 * Can a program have failed for it? Where a sanitizer ends a program its own status is not seen,
 * but it is in the build of another. Nobody fails for a leak; and one that is slow for one
 * sanitizer may fail for its own reasons under another.
 */
static bool explains_status(const struct san_report *r)
{
	bool leak = fl_slice_find(r->kind, "leak") >= 0;
	return r->tool != SAN_TOOL_SYSTEM ? !leak : fl_slice_eqs(r->kind, "deadlock");
}

/* A crash without a place, as a smashed stack leaves it. */
static bool is_nowhere(const struct san_report *r)
{
	return is_symptom(r) && !r->line && !r->file.len && !r->function.len;
}

/* A limit that was passed, where another run shows the place: processes that were many. */
static bool is_told_better(const struct san_findings *f, const struct san_report *r)
{
	if (r->tool != SAN_TOOL_SYSTEM || r->line || r->file.len || r->function.len ||
		!(fl_slice_eqs(r->kind, "timeout") || fl_slice_eqs(r->kind, "hang")))
		return false;
	for (size_t i = 0; i < f->found.len; i++) {
		const struct san_finding *at = fl_vec_at(&f->found, i);
		if (at->report.tool == SAN_TOOL_SYSTEM && at->report.line &&
			fl_slice_eq(at->report.kind, r->kind))
			return true;
	}
	return false;
}

void san_findings_settle(struct san_findings *f)
{
	bool cause = false, fault = false;
	size_t kept = 0;
	for (size_t i = 0; i < f->found.len; i++) {
		const struct san_finding *at = fl_vec_at(&f->found, i);
		cause = cause || explains_status(&at->report);
		fault = fault || is_placed_fault(&at->report);
	}
	for (size_t i = 0; i < f->found.len; i++) {
		struct san_finding *at = fl_vec_at(&f->found, i), *to = fl_vec_at(&f->found, kept);
		if ((cause && says_nothing(&at->report)) || (fault && is_nowhere(&at->report)) ||
			is_told_better(f, &at->report))
			continue;
		if (to != at)
			*to = *at;
		kept++;
	}
	f->found.len = kept;
}

bool san_findings_explain(const struct san_findings *f)
{
	for (size_t i = 0; i < f->found.len; i++) {
		const struct san_finding *at = fl_vec_at(&f->found, i);
		if (is_deadlock(&at->report) || !is_symptom(&at->report))
			return true;
	}
	return false;
}
