#include "tracegen/evidence/symptom.h"

#include "debugsession/model.h"
#include "sanitize/run/flags.h"
#include "tracegen/evidence/sides.h"
#include "tracegen/evidence/value.h"

#define ROW(m, k, ...) FL_ROW(struct tg_symptom_stack, m, k, __VA_ARGS__)
static const struct fl_field stack_fields[] = {
	ROW(role, FL_ENUM, .flags = FL_KEEP, .names = &san_role_names, .doc = "what it shows"),
	ROW(thread, FL_TEXT, .doc = "whose it is, where there are several"),
	ROW(frames, FL_LIST, .flags = FL_CUT_TAIL, .shape = &dbg_frame_shape, .item = "frame",
		.max = 64, .doc = "the program's own frames, and what the innermost had called"),
	ROW(omitted, FL_INT, .doc = "frames left out"),
	ROW(source, FL_TEXT, .max = 256,
		.doc = "of threads: the line that the innermost own frame is at"),
};
#undef ROW

static const struct fl_shape stack_shape = {.name = "symptom_stack",
	.size = sizeof(struct tg_symptom_stack),
	FL_SHAPE_FIELDS(stack_fields),
	.doc = "One stack of a symptom.",
	.omitted = "omitted"};

#define ROW(m, k, ...) FL_ROW(struct tg_symptom, m, k, __VA_ARGS__)
/* Terse: what most symptoms have stands first. */
static const struct fl_field symptom_fields[] = {
	ROW(kind, FL_TEXT, .terse = 1, .flags = FL_KEEP | FL_WHOLE, .max = 64,
		.doc = "what went wrong, in a word"),
	ROW(message, FL_TEXT, .terse = 2, .max = 4096,
		.doc = "what the tool or the program said of it"),
	ROW(access, FL_TEXT, .terse = 7, .flags = FL_WHOLE, .max = 8, .doc = "read or write"),
	ROW(size, FL_INT, .terse = 8, .doc = "bytes read or written, or leaked"),
	ROW(region, FL_TEXT, .terse = 9, .max = 4096, .doc = "the object at or near the address"),
	ROW(offset, FL_INT, .terse = 10,
		.doc = "of the access from the start of that object, in bytes"),
	ROW(line, FL_INT, .terse = 4, .doc = "the first line of output that is wrong, from 1"),
	ROW(expected, FL_TEXT, .terse = 5, .max = 4096, .doc = "what that line should be"),
	ROW(actual, FL_TEXT, .terse = 6, .max = 4096, .doc = "what it is"),
	ROW(exit_status, FL_INT, .unset = -1, .doc = "with which it ended, where that is wrong"),
	ROW(stacks, FL_LIST, .terse = 3, .flags = FL_CUT_TAIL, .shape = &stack_shape,
		.item = "stack", .max = 16, .doc = "the faulty action's stack first"),
	ROW(omitted, FL_INT, .doc = "stacks left out"),
	ROW(fails_on, FL_TEXT, .flags = FL_WHOLE, .max = 32,
		.doc = "the machine that it was run on, where another does better"),
	ROW(works_on, FL_TEXT, .flags = FL_WHOLE, .max = 32,
		.doc = "a machine on which the same program does what it should"),
};
#undef ROW

const struct fl_shape tg_symptom_shape = {.name = "symptom",
	.size = sizeof(struct tg_symptom),
	FL_SHAPE_FIELDS(symptom_fields),
	.doc = "what a person is told when the program goes wrong",
	.omitted = "omitted",
	.tagged = true};

static const char end_of_output[] = "<end of output>";

/*
 * Bytes that the byte takes in a literal: what cannot be printed is written "\000", and one that
 * may be of a character or not counts for something between.
 */
static size_t width_of(struct fl_slice text, size_t at)
{
	enum { ESCAPED = 4, PERHAPS = 2 };
	unsigned char c = (unsigned char)text.ptr[at];
	if (c >= 0x80)
		return PERHAPS;
	return (c >= ' ' && c != 0x7f) || c == '\t' ? 1 : ESCAPED;
}

/* How far from `at` on, or back, a part of that width reaches. */
static size_t reach(struct fl_slice text, size_t at, size_t end, size_t width)
{
	for (size_t took = 0; at != end; at = end > at ? at + 1 : at - 1) {
		took += width_of(text, end > at ? at : at - 1);
		if (took > width)
			break;
	}
	return at;
}

/* The line of text that holds the byte `at`, cut around it where it is long. */
static struct fl_slice line_around(struct fl_slice text, size_t at, struct fl_arena *a)
{
	size_t start = at, end = at;
	if (at >= text.len)
		return fl_slice_str(end_of_output);
	while (start && text.ptr[start - 1] != '\n')
		start--;
	while (end < text.len && text.ptr[end] != '\n')
		end++;
	if (reach(text, start, end, TG_SYMPTOM_LINE) == end)
		return fl_arena_slice(a, fl_slice(text.ptr + start, end - start));
	size_t from = reach(text, at, start, TG_SYMPTOM_LINE / 2);
	size_t to = reach(text, from, end, TG_SYMPTOM_LINE);
	struct fl_buf cut; /* what is printed with %s ends at a NUL, which a program may write */
	fl_buf_init(&cut, 2 * TG_SYMPTOM_LINE);
	fl_buf_str(&cut, from > start ? "..." : "");
	fl_buf_add(&cut, text.ptr + from, to - from);
	fl_buf_str(&cut, to < end ? "..." : "");
	struct fl_slice line = fl_arena_slice(a, fl_buf_view(&cut));
	fl_buf_release(&cut);
	return line;
}

/*
 * Where one text begins the other, and that ends within a line, it is that line that differs, if
 * only by its end; the end of the output only where the line before is whole.
 */
static void state_output(const struct tg_symptom_in *in, struct fl_arena *a, struct tg_symptom *s)
{
	size_t at = fl_slice_common_head(in->actual, in->expected);
	size_t seen = at;
	if (at && (at == in->actual.len || at == in->expected.len) &&
		in->actual.ptr[at - 1] != '\n')
		seen = at - 1;
	s->line = (int64_t)fl_slice_count(fl_slice_head(in->actual, seen), '\n') + 1;
	s->expected = line_around(in->expected, seen, a);
	s->actual = line_around(in->actual, seen, a);
	if (at != seen && fl_slice_eq(s->expected, s->actual)) {
		struct fl_slice *ended = at == in->actual.len ? &s->actual : &s->expected;
		*ended = fl_arena_printf(a, "%.*s%s", FL_ARG(*ended), end_of_output);
	}
}

/* May the line be another one tomorrow: does it hold an address, a time of day or of the epoch? */
static bool is_of_the_moment(struct fl_slice line)
{
	enum { EPOCH_DIGITS = 9 };
	size_t digits = 0;
	for (size_t i = 0; i < line.len; i++) {
		bool digit = line.ptr[i] >= '0' && line.ptr[i] <= '9';
		bool clock = line.ptr[i] == ':' && digits == 2 && i + 1 < line.len &&
			     line.ptr[i + 1] >= '0' && line.ptr[i + 1] <= '5';
		digits = digit ? digits + 1 : 0;
		if (clock || digits >= EPOCH_DIGITS)
			return true;
	}
	return fl_slice_find(line, "0x") >= 0;
}

/*
 * What the program itself says of it: the first line on stderr that the right program does not
 * write.
 */
static void state_complaint(
	const struct tg_symptom_in *in, struct fl_arena *a, struct tg_symptom *s)
{
	size_t at = fl_slice_common_head(in->complaint, in->usual);
	if (at >= in->complaint.len)
		return;
	struct fl_slice line = fl_slice_trim(line_around(in->complaint, at, a));
	if (!line.len || is_of_the_moment(line))
		return;
	s->message = fl_arena_printf(a, "%.*s%sstderr says: %.*s", FL_ARG(s->message),
		s->message.len ? "; " : "", FL_ARG(line));
}

/* A name that says something: not a runtime's own, nor a library's inside. */
static bool is_called_name(struct fl_slice name)
{
	return name.len && name.ptr[0] != '_' && fl_slice_find(name, "__") < 0 &&
	       fl_slice_find(name, "printf_common") < 0 && fl_slice_find(name, "??") < 0;
}

/* As a program calls it what the C library has another name for inside. */
static struct fl_slice called_name(struct fl_slice name)
{
	static const char *const names[][2] = {{"__pthread_clockjoin_ex", "pthread_join"},
		{"__pthread_timedjoin_ex", "pthread_join"}};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fl_slice_eqs(name, names[i][0]))
			return fl_slice_str(names[i][1]);
	return name;
}

/* The program's own frames; before them what the innermost of them called, if it has a name. */
static struct tg_symptom_stack own_stack(const struct san_stack *from, struct fl_arena *a)
{
	struct tg_symptom_stack to = {.role = from->role, .thread = from->thread};
	const struct san_frame *f = from->frames.items;
	struct dbg_frame *own = fl_arena_array(a, TG_SYMPTOM_FRAMES + 1, sizeof(*own));
	size_t n = 0;
	for (size_t i = 0; own && i < from->frames.len; i++) {
		bool called = i + 1 < from->frames.len && f[i + 1].user && n == 0;
		struct fl_slice name = f[i].user ? f[i].function : called_name(f[i].function);
		if (!f[i].user && !(called && is_called_name(name)))
			continue;
		if (n == TG_SYMPTOM_FRAMES + 1) {
			to.omitted++;
			continue;
		}
		own[n] = (struct dbg_frame){
			.depth = (int64_t)n, .function = tg_function_clean(a, name)};
		if (f[i].user) {
			own[n].file = f[i].file;
			own[n].line = f[i].line;
		}
		n++;
	}
	to.frames = (struct fl_list){own, own ? n : 0};
	return to;
}

static bool has_own(const struct tg_symptom_stack *s)
{
	const struct dbg_frame *f = s->frames.items;
	return s->frames.len && f[s->frames.len - 1].line > 0;
}

bool tg_symptom_same_stack(const struct tg_symptom_stack *a, const struct tg_symptom_stack *b)
{
	const struct dbg_frame *f = a->frames.items, *g = b->frames.items;
	bool same = a->role == b->role && a->frames.len == b->frames.len;
	for (size_t i = 0; same && i < a->frames.len; i++)
		same = f[i].line == g[i].line && fl_slice_eq(f[i].file, g[i].file) &&
		       fl_slice_eq(f[i].function, g[i].function);
	return same;
}

/* Two objects on the stack of one function, say, have it told once. */
static bool is_repeated(const struct tg_symptom_stack *stacks, size_t n)
{
	bool again = false;
	for (size_t i = 0; i < n && !again; i++)
		again = tg_symptom_same_stack(&stacks[i], &stacks[n]) &&
			fl_slice_eq(stacks[i].thread, stacks[n].thread);
	return again;
}

static int copy_stacks(
	const struct san_report *r, struct fl_arena *a, struct tg_symptom *s, struct fl_error *err)
{
	const struct san_stack *from = r->stacks.items;
	struct tg_symptom_stack *to = fl_arena_array(a, r->stacks.len, sizeof(*to));
	size_t n = 0;
	bool threads = false;
	if (!to)
		return fl_arena_error(a, "a symptom", err);
	for (size_t i = 0; i < r->stacks.len; i++) {
		to[n] = own_stack(&from[i], a);
		n += has_own(&to[n]) && !is_repeated(to, n);
	}
	for (size_t i = 1; i < n; i++) /* a tool may leave the current one out */
		threads = threads || (to[i].thread.len && to[0].thread.len &&
					     !fl_slice_eq(to[i].thread, to[0].thread));
	for (size_t i = 0; i < n && !threads; i++)
		to[i].thread = fl_slice(NULL, 0);
	s->stacks = (struct fl_list){to, n};
	return fl_arena_error(a, "a symptom", err);
}

static void state_report(const struct san_report *r, struct fl_arena *a, struct tg_symptom *s)
{
	static const char *const accesses[SAN_ACCESS_COUNT] = {"", "read", "write"};
	s->kind = fl_arena_slice(a, r->kind);
	if (!fl_slice_eq(r->message, r->kind))
		s->message =
			r->message.len <= TG_SYMPTOM_MESSAGE
				? fl_arena_slice(a, r->message)
				: fl_arena_printf(a, "%.*s...", TG_SYMPTOM_MESSAGE, r->message.ptr);
	s->access = fl_slice_str(accesses[r->access.type]);
	s->size = r->access.size;
	s->region = fl_arena_slice(a, r->access.region);
	s->offset = r->access.region.len ? r->access.offset : 0;
}

/* Were its threads seen to wait, each at one place for good? */
static bool is_waiting(struct fl_slice kind)
{
	return fl_slice_eqs(kind, "hang") || fl_slice_eqs(kind, "deadlock");
}

bool tg_symptom_is_endless(struct fl_slice kind)
{
	return fl_slice_eqs(kind, "timeout") || is_waiting(kind) ||
	       fl_slice_eqs(kind, "output-limit");
}

bool tg_symptom_is_limit(struct fl_slice kind)
{
	return tg_symptom_is_endless(kind) || fl_slice_eqs(kind, "out-of-memory");
}

int tg_symptom_make(const struct tg_symptom_in *in, struct fl_arena *a,
	struct tg_symptom *ret_symptom, struct fl_error *err)
{
	const struct san_report *r = in->report;
	bool differs = in->ended && !fl_slice_eq(in->actual, in->expected);
	bool said = r->tool != SAN_TOOL_NONE && r->tool != SAN_TOOL_SYSTEM;
	struct tg_symptom s = {.exit_status = -1,
		.fails_on = fl_slice_str(in->fails_on ? in->fails_on : ""),
		.works_on = fl_slice_str(in->works_on ? in->works_on : "")};
	if (r->tool == SAN_TOOL_NONE && !differs)
		return fl_error_set(err, FL_EREFUSED, "the program does what it should");
	state_report(r, a, &s);
	if (r->tool == SAN_TOOL_NONE) /* expected and actual say it */
		s.message = fl_slice(NULL, 0);
	if (in->ended && !said && in->exit_status)
		s.exit_status = in->exit_status;
	if (differs && !said)
		state_output(in, a, &s);
	if (in->ended && !said)
		state_complaint(in, a, &s);
	bool chance = tg_symptom_is_limit(s.kind) && !is_waiting(s.kind);
	int rc = chance ? 0 : copy_stacks(r, a, &s, err);
	if (rc == 0 && in->files)
		rc = tg_sides_tell(r, in->files, a, &s, err);
	if (rc == 0)
		*ret_symptom = s;
	return rc;
}

static size_t count_role(const struct tg_symptom *s, enum san_role role)
{
	const struct tg_symptom_stack *k = s->stacks.items;
	size_t n = 0;
	for (size_t i = 0; i < s->stacks.len; i++)
		n += k[i].role == (int)role;
	return n;
}

/* What a symptom of that kind must have. */
static const char *lacks_output(const struct tg_symptom *s)
{
	if (!s->line || (!s->expected.len && !s->actual.len))
		return "no line of output";
	return fl_slice_eq(s->expected, s->actual) ? "expected and actual output are the same"
						   : NULL;
}

static const char *lacks_leak(const struct tg_symptom *s)
{
	if (s->size <= 0)
		return "no size of what leaked";
	return count_role(s, SAN_ROLE_ALLOCATION) ? NULL : "no place of the allocation";
}

static const char *lacks_race(const struct tg_symptom *s)
{
	return s->stacks.len >= 2 ? NULL : "not both sides";
}

/* One thread can lock itself out. */
static const char *lacks_waiting(const struct tg_symptom *s)
{
	if (!s->stacks.len)
		return "no stack of what waits";
	return s->message.len ? NULL : "no word of what it waits for";
}

static const char *lacks_freed(const struct tg_symptom *s)
{
	return count_role(s, SAN_ROLE_FREE) ? NULL : "no place where it was freed";
}

/* glibc notices one too, and says so without the place of the first. */
static const char *lacks_double_free(const struct tg_symptom *s)
{
	return fl_slice_find(s->message, "double free") >= 0 ? NULL : lacks_freed(s);
}

static const char *lacks_region(const struct tg_symptom *s)
{
	return s->region.len || s->access.len ? NULL : "no access or region";
}

static const char *lacks_message(const struct tg_symptom *s)
{
	return s->message.len ? NULL : "no message";
}

/* A signal's name and number help nobody who does not see where it came. */
static bool is_bare_signal(const struct tg_symptom *s)
{
	return fl_slice_starts(s->message, "killed by signal ");
}

static const char *lacks_place(const struct tg_symptom *s)
{
	return s->stacks.len || s->line ? NULL : "no place of the signal";
}

/* Who aborts may say why. */
static const char *lacks_reason(const struct tg_symptom *s)
{
	bool says = s->message.len && !is_bare_signal(s) && !fl_slice_eqs(s->message, "ABRT");
	return says ? NULL : lacks_place(s);
}

static const struct {
	const char *kind;
	const char *(*lacks)(const struct tg_symptom *s);
} needs[] = {
	{"segv", lacks_place},
	{"bus", lacks_place},
	{"fpe", lacks_place},
	{"ill", lacks_place},
	{"trap", lacks_place},
	{"sys", lacks_place},
	{"abrt", lacks_reason},
	{"wrong-output", lacks_output},
	{"memory-leak", lacks_leak},
	{"data-race", lacks_race},
	{"lock-order-inversion", lacks_race},
	{"deadlock", lacks_waiting},
	{"hang", lacks_message},
	{"timeout", lacks_message},
	{"output-limit", lacks_message},
	{"out-of-memory", lacks_message},
	{"heap-use-after-free", lacks_freed},
	{"double-free", lacks_double_free},
	{"heap-buffer-overflow", lacks_region},
	{"stack-buffer-overflow", lacks_region},
	{"global-buffer-overflow", lacks_region},
	{"stack-use-after-return", lacks_region},
	{"stack-use-after-scope", lacks_region},
	{"assertion-failed", lacks_message},
	{"uncaught-exception", lacks_message},
	{"terminate", lacks_message},
	{"heap-corruption", lacks_message},
};

const char *tg_symptom_lacks(const struct tg_symptom *s)
{
	if (!s->kind.len)
		return "no kind";
	if (s->exit_status == SAN_EXIT) /* it stands only where there is no report */
		return "the exit status is a sanitizer's own, and its report is lost";
	for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++)
		if (fl_slice_eqs(s->kind, needs[i].kind))
			return needs[i].lacks(s);
	bool says = s->message.len && !is_bare_signal(s);
	return says || s->stacks.len || s->access.len || s->line || s->exit_status >= 0
		       ? NULL
		       : "neither message nor place";
}
