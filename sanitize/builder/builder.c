#include "sanitize/builder/builder.h"

enum { SCRATCH_MAX = 64 << 20, KNOWN_MAX = 1 << 20, NOTES_MAX = 8, NOTE_MAX_BYTES = 1024 };
enum {
	STACKS_MAX = 64,
	VARIABLES_MAX = 256,
	DEFAULT_MAX = 256,
	HELD_MAX = 16 << 10,
	CUT_MAX = 1 << 20
};

void san_builder_init(struct san_parser *p, const struct san_parse_opts *opts, struct fl_arena *a)
{
	*p = (struct san_parser){0};
	p->arena = p->results = a;
	fl_arena_init(&p->scratch, SCRATCH_MAX);
	fl_buf_init(&p->held, HELD_MAX);
	fl_buf_init(&p->cut.lines, CUT_MAX);
	san_abort_log_init(&p->abort);
	fl_arena_init(&p->valgrind.thread_arena, KNOWN_MAX);
	fl_arena_init(&p->valgrind.lock_arena, KNOWN_MAX);
	if (opts)
		p->opts = *opts;
	if (!p->opts.reports_max)
		p->opts.reports_max = DEFAULT_MAX;
	if (!p->opts.frames_max)
		p->opts.frames_max = DEFAULT_MAX;
	fl_vec_init(&p->reports, sizeof(struct san_report), p->opts.reports_max);
	fl_vec_init(&p->stacks, sizeof(struct san_stack), STACKS_MAX);
	fl_vec_init(&p->frames, sizeof(struct san_frame), p->opts.frames_max);
	fl_vec_init(&p->variables, sizeof(struct san_variable), VARIABLES_MAX);
}

void san_builder_release(struct san_parser *p)
{
	fl_buf_release(&p->held);
	fl_buf_release(&p->cut.lines);
	san_abort_log_release(&p->abort);
	fl_vec_release(&p->reports);
	fl_vec_release(&p->stacks);
	fl_vec_release(&p->frames);
	fl_vec_release(&p->variables);
	fl_arena_release(&p->scratch);
	fl_arena_release(&p->valgrind.thread_arena);
	fl_arena_release(&p->valgrind.lock_arena);
}

static void note_failure(struct san_parser *p, const struct fl_vec *v)
{
	if (v->failed == FL_ENOMEM)
		p->arena->failed = FL_ENOMEM;
}

void san_close_stack(struct san_parser *p)
{
	if (!p->stack_open)
		return;
	p->stack_open = false;
	if (!p->opts.startup && !p->opts.unresolved)
		san_frames_drop_startup(&p->frames);
	p->stack.frames = fl_vec_freeze(&p->frames, p->arena);
	if (p->stacks.len == STACKS_MAX) {
		p->report.omitted++;
		return;
	}
	struct san_stack *s = fl_vec_add(&p->stacks);
	if (s)
		*s = p->stack;
	note_failure(p, &p->stacks);
}

/* Between two reports nothing but the complete ones is in the arena. */
static void hand_over(struct san_parser *p)
{
	struct san_reports reports = {.list = fl_vec_freeze(&p->reports, p->arena)};
	if (!p->stopped)
		p->stopped = fl_arena_error(p->arena, "the sanitizer reports", &p->error);
	if (!p->stopped)
		p->stopped = p->opts.take(p->opts.ctx, &reports, &p->error);
	fl_arena_clear(p->arena);
	p->next_thread = p->next_mutex = fl_slice(NULL, 0);
}

static void add_report(struct san_parser *p, const struct san_report *report)
{
	struct san_report *r = fl_vec_add(&p->reports);
	if (r)
		*r = *report;
	note_failure(p, &p->reports);
	if (p->opts.take && p->reports.len == p->opts.reports_max)
		hand_over(p);
}

/* The message that waits is a report of its own; no other is open. */
static void store_message(struct san_parser *p)
{
	struct san_report r;
	if (p->reports.len == p->opts.reports_max) {
		p->abort.row = -1;
		p->dropped++;
		return;
	}
	fl_object_reset(&san_report_shape, &r);
	san_abort_log_take(&p->abort, p->arena, &r);
	san_report_hash(&r, p->arena);
	add_report(p, &r);
}

void san_message_end(struct san_parser *p)
{
	san_end_all(p);
	if (p->abort.row >= 0)
		store_message(p);
}

void san_message_line(struct san_parser *p, struct fl_slice line)
{
	struct san_abort_start m;
	if (!san_abort_log_line(&p->abort, line, p->telling, &m))
		return;
	if (p->abort.row >= 0 && !(p->abort.weak && p->abort.near))
		san_message_end(p);
	san_abort_log_begin(&p->abort, line, &m);
}

/* The report that is complete began behind a message: are both of one abort? */
static bool has_message(const struct san_parser *p)
{
	return p->abort.row >= 0 && p->abort.behind && fl_slice_eqs(p->report.kind, "abrt");
}

/* The open report, complete. */
static void store(struct san_parser *p)
{
	if (p->format->flush)
		p->format->flush(p);
	san_close_stack(p);
	if (p->format->end)
		p->format->end(p);
	p->format = NULL;
	if (p->arena == &p->scratch) {
		fl_vec_release(&p->stacks);
		fl_vec_release(&p->variables);
		fl_arena_clear(&p->scratch);
		p->arena = p->results;
		p->dropped += p->report.kind.len > 0;
		return;
	}
	p->report.stacks = fl_vec_freeze(&p->stacks, p->arena);
	p->report.variables = fl_vec_freeze(&p->variables, p->arena);
	if (!p->opts.addresses)
		p->report.access.address = 0;
	san_report_blame(&p->report, p->arena);
	if (has_message(p))
		san_abort_log_take(&p->abort, p->arena, &p->report);
	san_report_hash(&p->report, p->arena);
	add_report(p, &p->report);
	if (p->abort.row >= 0 && p->abort.behind)
		store_message(p);
}

void san_end(struct san_parser *p)
{
	if (!p->format)
		return;
	store(p);
	void (*after)(struct san_parser *) = p->after;
	p->after = NULL;
	if (after)
		after(p);
}

void san_end_all(struct san_parser *p)
{
	san_end(p);
	san_end(p); /* what had waited for it; nothing waits for that */
}

void san_begin(struct san_parser *p, const struct san_format *format, enum san_tool tool)
{
	san_end_all(p);
	if (p->reports.len == p->opts.reports_max)
		p->arena = &p->scratch;
	fl_object_reset(&san_report_shape, &p->report);
	p->format = format;
	p->report.tool = (int)tool;
	p->report.confidence = san_confidence(tool);
	p->next_role = SAN_ROLE_ACCESS;
	p->next_thread = p->next_mutex = fl_slice(NULL, 0);
	p->next_head = false;
	p->stack_offset = p->distance = 0;
	p->hinted = false;
	p->notes = 0;
	p->race = (struct san_race){0};
	p->kind = NULL;
	fl_buf_clear(&p->held);
	p->number = 0;
}

void san_add_variable(struct san_parser *p, const struct san_variable *variable)
{
	if (p->variables.len == VARIABLES_MAX) {
		p->report.omitted++;
		return;
	}
	struct san_variable *v = fl_vec_add(&p->variables);
	if (v)
		*v = *variable;
	note_failure(p, &p->variables);
}

bool san_add_note(struct san_parser *p, struct fl_slice text)
{
	if (p->notes == NOTES_MAX || text.len > NOTE_MAX_BYTES) {
		p->report.omitted++;
		return false;
	}
	p->notes++;
	p->report.message =
		fl_arena_printf(p->arena, "%.*s; %.*s", FL_ARG(p->report.message), FL_ARG(text));
	return true;
}

void san_set_kind(struct san_parser *p, const struct san_kind *kind)
{
	bool write = p->report.access.type == SAN_ACCESS_WRITE && kind->cwe_write;
	p->kind = kind;
	p->report.kind = fl_slice_str(kind->kind);
	p->report.error_class = (int)kind->error_class;
	p->report.cwe = fl_slice_str(write ? kind->cwe_write : kind->cwe);
}

void san_set_place(struct san_parser *p, struct fl_slice file, int64_t line, int64_t col)
{
	p->report.placed = line > 0 && san_path_owner(file, &p->opts.owners) == SAN_OWNER_PROGRAM;
	p->report.file = san_path_clean(file, p->opts.strip, p->arena);
	p->report.line = line;
	p->report.col = col;
}

void san_expect(struct san_parser *p, enum san_role role, struct fl_slice thread)
{
	size_t n = 0;
	san_close_stack(p);
	while (n < thread.len && ((thread.ptr[n] >= '0' && thread.ptr[n] <= '9') ||
					 (thread.ptr[n] == 'T' && n == 0)))
		n++;
	p->next_role = role;
	p->next_thread = fl_arena_slice(p->arena, fl_slice_head(thread, n));
	p->next_mutex = fl_slice(NULL, 0);
	p->next_head = false;
}

/*
 * Frames of one address are what is inlined into the last of them. But a recursive call has the
 * address of its caller's frame, too: then the same name comes again, or the same frames from the
 * first on.
 */
static void mark_inlined(struct san_parser *p, const struct san_frame *outer)
{
	size_t n = p->frames.len;
	struct san_frame *inner = n ? fl_vec_at(&p->frames, n - 1) : NULL;
	if (!inner || !outer->address || inner->address != outer->address) {
		p->same_from = n;
		return;
	}
	const struct san_frame *first = fl_vec_at(&p->frames, p->same_from);
	bool again = first->line == outer->line && fl_slice_eq(first->function, outer->function);
	if (again)
		p->same_from = n;
	inner->inlined = !again && !fl_slice_eq(inner->function, outer->function);
}

void san_add_frame(struct san_parser *p, struct san_frame *f)
{
	if (f->depth == 0 || !p->stack_open) {
		san_close_stack(p);
		p->stack_open = true;
		p->stack = (struct san_stack){.role = (int)p->next_role,
			.thread = p->next_thread,
			.mutex = p->next_mutex,
			.head = p->next_head};
		p->next_role = SAN_ROLE_OTHER;
		p->next_thread = p->next_mutex = fl_slice(NULL, 0);
		p->next_head = false;
	}
	mark_inlined(p, f);
	if (p->frames.len == p->opts.frames_max) {
		p->report.omitted++;
		return;
	}
	san_frame_clean(f, &p->opts, p->arena);
	struct san_frame *slot = fl_vec_add(&p->frames);
	if (slot)
		*slot = *f;
	note_failure(p, &p->frames);
}

void san_drop_stack(struct san_parser *p)
{
	if (!p->stack_open)
		return;
	p->stack_open = false;
	p->frames.len = 0;
	p->next_role = (enum san_role)p->stack.role;
	p->next_thread = p->stack.thread;
}

struct san_stack *san_first_stack(struct san_parser *p)
{
	return p->stacks.len ? fl_vec_at(&p->stacks, 0) : NULL;
}

bool san_stack_aborts(struct san_parser *p)
{
	static const char *const words[] = {"abort", "__GI_abort", "__assert_fail", "raise",
		"__GI_raise", "std::terminate", "__cxa_throw"};
	const struct san_stack *s = san_first_stack(p);
	for (size_t k = 0; s && k < s->frames.len; k++) {
		const struct san_frame *f = fl_list_at(&s->frames, &san_frame_shape, k);
		for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
			if (fl_slice_eqs(f->function, words[i]) ||
				(fl_slice_starts(f->function, words[i]) &&
					fl_slice_ends(f->function, "()")))
				return true;
	}
	return false;
}

bool san_take_frame(struct san_parser *p, struct fl_slice line)
{
	struct san_frame f;
	if (!san_frame_parse(line, &f))
		return false;
	if (p->format->takes && !p->format->takes(p, &f))
		return true;
	if (p->opts.startup || !san_frame_is_startup(&f))
		san_add_frame(p, &f);
	return true;
}
