/*
 * What Valgrind's text and XML have in common. The sentences are those of
 * memcheck/mc_errors.c, helgrind/hg_errors.c and coregrind/m_addrinfo.c of Valgrind 3.19.
 */
#include "sanitize/valgrind/sentences.h"

#include "base/buf.h"

/* A process has this number that is another than the one whose threads these are. */
static void forget_threads(struct san_valgrind *v, uint32_t pid)
{
	size_t kept = 0;
	for (size_t i = 0; i < v->thread_count; i++) {
		if (v->thread_pids[i] == pid)
			continue;
		v->threads[kept] = v->threads[i];
		v->thread_pids[kept++] = v->thread_pids[i];
	}
	v->thread_count = kept;
	if (!kept)
		fl_arena_clear(&v->thread_arena);
}

void san_valgrind_tool(struct san_parser *p, struct fl_slice name, uint32_t pid)
{
	char first = name.len ? (char)(name.ptr[0] | 0x20) : 0;
	struct fl_slice rest = fl_slice_skip(name, 1);
	p->valgrind.tool = first == 'm' && fl_slice_starts(rest, "emcheck")   ? SAN_TOOL_MEMCHECK
			   : first == 'h' && fl_slice_starts(rest, "elgrind") ? SAN_TOOL_HELGRIND
			   : first == 'd' && fl_slice_starts(rest, "rd")      ? SAN_TOOL_DRD
									      : SAN_TOOL_NONE;
	p->valgrind.foreign = p->valgrind.tool == SAN_TOOL_NONE;
	forget_threads(&p->valgrind, pid);
	p->valgrind.lock_count = p->valgrind.lost = 0;
	fl_arena_clear(&p->valgrind.lock_arena);
}

/* Valgrind's kinds are words; what is none was not written by it. */
static bool is_kind(struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
			    c == '_'))
			return false;
	}
	return s.len > 0;
}

/* "PthAPIerror" is "pth-apierror", "Leak_DefinitelyLost" is "leak-definitely-lost". */
static struct fl_slice kebab(struct fl_slice word, struct fl_arena *a)
{
	char out[128];
	size_t n = 0;
	for (size_t i = 0; i < word.len && n + 2 < sizeof(out); i++) {
		char c = word.ptr[i];
		bool upper = c >= 'A' && c <= 'Z';
		bool after_lower = i > 0 && word.ptr[i - 1] >= 'a' && word.ptr[i - 1] <= 'z';
		if (upper && after_lower)
			out[n++] = '-';
		out[n++] = (char)(upper ? c - 'A' + 'a' : c == '_' ? '-' : c);
	}
	return fl_arena_slice(a, fl_slice(out, n));
}

static const struct san_kind *find(
	struct san_parser *p, struct fl_slice sentence, enum san_tool *ret_tool)
{
	static const enum san_tool either[] = {SAN_TOOL_MEMCHECK, SAN_TOOL_HELGRIND, SAN_TOOL_DRD};
	const struct san_kind *kind = NULL;
	for (size_t i = 0; i < sizeof(either) / sizeof(*either) && !p->valgrind.foreign; i++) {
		if (p->valgrind.tool && p->valgrind.tool != either[i])
			continue;
		kind = san_kind_find(either[i], sentence);
		*ret_tool = either[i];
		if (*kind->kind)
			return kind;
	}
	return kind;
}

/* Without what differs from run to run: addresses, and the leak's number. */
static struct fl_slice stable(struct san_parser *p, struct fl_slice sentence)
{
	ptrdiff_t at = fl_slice_find(sentence, " in loss record ");
	sentence = at > 0 ? fl_slice_head(sentence, (size_t)at) : sentence;
	at = fl_slice_find(sentence, ": lock order \"");
	if (at > 0)
		return FL_S("lock order violated");
	at = fl_slice_find(sentence, " by thread ");
	if (fl_slice_starts(sentence, "Conflicting "))
		return fl_arena_slice(
			p->arena, fl_slice_head(sentence, at > 0 ? (size_t)at : sentence.len));
	at = fl_slice_find(sentence, " during ");
	if (fl_slice_starts(sentence, "Possible data race"))
		sentence = fl_slice_head(sentence, at > 0 ? (size_t)at : sentence.len);
	return san_without_addresses(sentence, p->arena);
}

/* "#2" is thread T1: the first is T0, as with the other tools. */
static struct fl_slice thread_in(struct fl_slice s, struct fl_arena *a)
{
	uint32_t number;
	if (!san_skip_past(&s, "hread #") || !fl_slice_uint(s, &number) || number == 0)
		return fl_slice(NULL, 0);
	return fl_arena_printf(a, "T%u", number - 1);
}

/* "… write of size 4 at 0x… by thread #2": one side of a race. */
static void add_side(struct san_parser *p, struct fl_slice s)
{
	struct san_side side = {.type = SAN_ACCESS_READ};
	uint32_t size;
	if (fl_slice_find(s, " write of size ") >= 0)
		side.type = SAN_ACCESS_WRITE;
	side.thread = thread_in(s, p->arena);
	if (!san_skip_past(&s, " of size ") || p->race.count == 2)
		return;
	if (fl_slice_uint(s, &size))
		side.size = size;
	if (san_skip_past(&s, " at "))
		side.address = san_address(s);
	p->race.sides[p->race.count++] = side;
}

static void set_access(struct san_parser *p, struct fl_slice sentence)
{
	struct san_access *access = &p->report.access;
	uint32_t size;
	if (fl_slice_starts(sentence, "Invalid read"))
		access->type = SAN_ACCESS_READ;
	else if (fl_slice_starts(sentence, "Invalid write"))
		access->type = SAN_ACCESS_WRITE;
	/* of a leak: "88 (40 direct, 48 indirect) bytes in 1 blocks are …" */
	size_t n = fl_slice_uint(sentence, &size);
	if (!n && san_skip_past(&sentence, " of size "))
		n = fl_slice_uint(sentence, &size);
	if (n)
		access->size = size;
}

/* DRD's "Conflicting store by thread 3 at 0x… size 4": the one side that it knows. */
static void add_conflict(struct san_parser *p, struct fl_slice s)
{
	struct san_side side = {.type = SAN_ACCESS_READ};
	uint32_t number;
	if (fl_slice_starts(s, "Conflicting store"))
		side.type = SAN_ACCESS_WRITE;
	if (san_skip_past(&s, " by thread ") && fl_slice_uint(s, &number) && number)
		side.thread = fl_arena_printf(p->arena, "T%u", number - 1);
	if (san_skip_past(&s, " at "))
		side.address = san_address(s);
	if (san_skip_past(&s, " size ") && fl_slice_uint(s, &number))
		side.size = number;
	p->race.sides[p->race.count++] = side;
	san_expect(p, SAN_ROLE_ACCESS, side.thread);
}

bool san_valgrind_begin(struct san_parser *p, struct fl_slice sentence, struct fl_slice kind)
{
	enum san_tool tool = SAN_TOOL_NONE;
	const struct san_kind *row = find(p, sentence, &tool);
	bool stated = is_kind(kind);
	if (!row || (!*row->kind && !stated))
		return false;
	san_begin(p, &san_format_valgrind, tool);
	p->valgrind.ends_at_blank = tool != SAN_TOOL_HELGRIND;
	san_set_kind(p, row);
	if (stated)
		p->report.kind = kebab(kind, p->arena);
	p->report.message = stable(p, sentence);
	set_access(p, sentence);
	if (fl_slice_find(sentence, " in loss record ") > 0) {
		san_expect(p, SAN_ROLE_ALLOCATION, fl_slice(NULL, 0));
	} else if (fl_slice_eqs(p->report.kind, "race")) {
		p->report.access.size = 0;
		add_side(p, sentence);
		san_expect(p, SAN_ROLE_ACCESS, p->race.sides[0].thread);
	} else if (fl_slice_eqs(p->report.kind, "conflicting-access")) {
		add_conflict(p, sentence);
	} else if (fl_slice_eqs(p->report.kind, "lock-order")) {
		san_expect(p, SAN_ROLE_MUTEX_ACQUIRE, thread_in(sentence, p->arena));
		p->next_head = true;
	} else if (tool == SAN_TOOL_HELGRIND) {
		san_expect(p, SAN_ROLE_ACCESS, thread_in(sentence, p->arena));
	}
	p->valgrind.thread = p->next_thread;
	return true;
}

/* Read on in a report without a kind, which is dropped: its stacks are kept for others. */
static void wait_for_report(struct san_parser *p)
{
	san_begin(p, &san_format_valgrind, SAN_TOOL_HELGRIND);
	p->arena = &p->scratch;
	p->valgrind.ends_at_blank = false;
}

void san_valgrind_announce(struct san_parser *p, uint32_t thread)
{
	wait_for_report(p);
	san_expect(p, SAN_ROLE_THREAD_CREATION,
		thread ? fl_arena_printf(p->arena, "T%u", thread - 1) : fl_slice(NULL, 0));
}

/* The kinds that are faults of lifetime when the memory has been freed. */
static void note_freed(struct san_parser *p)
{
	static const char *const kinds[] = {
		"invalid-read", "invalid-write", "invalid-jump", "syscall-param", "client-check"};
	struct san_report *r = &p->report;
	bool twice = fl_slice_eqs(r->kind, "invalid-free");
	bool freed = twice;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		freed = freed || fl_slice_eqs(r->kind, kinds[i]);
	if (!freed)
		return;
	r->error_class = DIAG_CLASS_LIFETIME;
	r->cwe = twice ? FL_S("CWE-415") : FL_S("CWE-416");
}

/* " 4 bytes inside a block of size 40 free'd", " 0 bytes inside data symbol "g"", … */
static void take_region(struct san_parser *p, struct fl_slice s)
{
	struct san_access *access = &p->report.access;
	uint32_t bytes = 0, size = 0;
	struct fl_slice rest = fl_slice_skip(s, fl_slice_uint(s, &bytes)), name = s, block = s;
	int64_t distance = fl_slice_starts(rest, " bytes before ") ? -(int64_t)bytes : bytes;
	if (san_skip_past(&block, " block of size "))
		fl_slice_uint(block, &size);
	if (size || fl_slice_find(s, " block of size 0 ") >= 0) {
		access->region = fl_arena_printf(p->arena, "%u-byte heap region", size);
		access->offset =
			fl_slice_starts(rest, " bytes after ") ? (int64_t)size + bytes : distance;
	} else if (san_skip_past(&name, " \"") && fl_slice_chr(name, '"') > 0) {
		name = fl_slice_head(name, (size_t)fl_slice_chr(name, '"'));
		access->region = fl_arena_printf(p->arena, "data symbol '%.*s'", FL_ARG(name));
		access->offset = distance;
	} else if (fl_slice_starts(s, "on thread ") && fl_slice_find(s, "'s stack") > 0) {
		access->region = FL_S("stack of a thread");
	}
}

/* "Address 0x… is 0 bytes after a block of size 40 alloc'd" */
static void take_address(struct san_parser *p, struct fl_slice s)
{
	enum { ZERO_PAGE = 4096 };
	struct san_access *access = &p->report.access;
	access->address = san_address(s);
	p->race.sides[0].address = access->address;
	if (!san_skip_past(&s, " is "))
		return;
	take_region(p, s);
	if (fl_slice_starts(s, "not stack'd")) {
		if (access->address >= ZERO_PAGE || access->type == SAN_ACCESS_UNKNOWN)
			return;
		p->report.cwe = FL_S("CWE-476");
		p->report.message = fl_arena_printf(p->arena,
			"%.*s: address points to the zero page", FL_ARG(p->report.message));
	} else if (fl_slice_ends(s, " free'd")) {
		note_freed(p);
		san_expect(p, SAN_ROLE_FREE, fl_slice(NULL, 0));
	} else if (fl_slice_ends(s, " alloc'd")) {
		san_expect(p, SAN_ROLE_ALLOCATION, fl_slice(NULL, 0));
	}
}

/* "Lock at 0x… was first observed": of the open report, else of those to come. */
static void take_lock(struct san_parser *p, struct fl_slice s)
{
	if (p->format != &san_format_valgrind || !p->report.kind.len)
		wait_for_report(p);
	san_expect(p, SAN_ROLE_MUTEX_CREATION, fl_slice(NULL, 0));
	ptrdiff_t end = fl_slice_chr(s, ' ');
	p->next_mutex = fl_arena_printf(
		p->arena, "M%.*s", FL_ARG(fl_slice_head(s, end < 0 ? s.len : (size_t)end)));
}

/* "Locks held: 2, at addresses 0x… 0x…" */
static void take_held(struct san_parser *p, struct fl_slice s)
{
	struct fl_buf out;
	fl_buf_init(&out, s.len * 3 + 16);
	while (p->race.count && san_skip_past(&s, " 0x")) {
		ptrdiff_t end = fl_slice_chr(s, ' ');
		struct fl_slice digits = fl_slice_head(s, end < 0 ? s.len : (size_t)end);
		fl_buf_printf(&out, "%sM0x%.*s", out.len ? ", " : "", FL_ARG(digits));
	}
	if (p->race.count)
		p->race.sides[p->race.count - 1].mutexes =
			fl_arena_slice(p->arena, fl_buf_view(&out));
	if (out.failed)
		p->arena->failed = out.failed;
	fl_buf_release(&out);
}

/* What the stack after the sentence shows; the sentence is a part of the report's message. */
static const struct {
	const char *starts;
	enum san_role role;
	bool head;
} roles[] = {
	{"Block was alloc'd", SAN_ROLE_ALLOCATION, false},
	{"Uninitialised value was created by ", SAN_ROLE_ORIGIN, false},
	{"Observed (incorrect) order is: ", SAN_ROLE_MUTEX_ACQUIRE, false},
	{"Required order was established by ", SAN_ROLE_MUTEX_ACQUIRE, false},
	{"Lock was previously acquired", SAN_ROLE_MUTEX_ACQUIRE, false},
	{"Acquired at:", SAN_ROLE_MUTEX_ACQUIRE, false}, /* DRD's */
	{"mutex ", SAN_ROLE_MUTEX_CREATION, false},
	{"rwlock ", SAN_ROLE_MUTEX_CREATION, false},
	{"cond ", SAN_ROLE_MUTEX_CREATION, false},
	{"Allocation context: ", SAN_ROLE_ALLOCATION, false},
	{"Other segment ", SAN_ROLE_OTHER, false},
	{"followed by a later acquisition of lock ", SAN_ROLE_MUTEX_ACQUIRE, true},
};

static void take_role(struct san_parser *p, struct fl_slice s)
{
	for (size_t i = 0; i < sizeof(roles) / sizeof(*roles); i++)
		if (fl_slice_starts(s, roles[i].starts)) {
			san_expect(p, roles[i].role, fl_slice(NULL, 0));
			p->next_head = roles[i].head;
			return;
		}
}

void san_valgrind_also(struct san_parser *p, struct fl_slice sentence)
{
	struct fl_slice s = fl_slice_trim(sentence);
	struct san_report *r = &p->report;
	if (fl_slice_starts(s, "Lock at ")) {
		take_lock(p, fl_slice_skip(s, strlen("Lock at ")));
	} else if (p->format != &san_format_valgrind || !r->kind.len) {
		return;
	} else if (fl_slice_starts(s, "Address ")) {
		if (p->stack.role != SAN_ROLE_MUTEX_CREATION) /* it would be the lock's */
			take_address(p, fl_slice_skip(s, strlen("Address ")));
	} else if (fl_slice_starts(s, "This conflicts with a previous ")) {
		add_side(p, s);
		san_expect(p, SAN_ROLE_PREVIOUS_ACCESS, thread_in(s, p->arena));
	} else if (fl_slice_starts(s, "Locks held: ")) {
		take_held(p, s);
	} else if (fl_slice_starts(s, "<inherited from parent>")) {
		/* The program did not open it: no report. */
		r->kind = fl_slice(NULL, 0);
		p->arena = &p->scratch;
	} else if (fl_slice_starts(s, "with error code ")) {
		r->message = fl_arena_printf(p->arena, "%.*s %.*s", FL_ARG(r->message), FL_ARG(s));
	} else if (fl_slice_starts(s, "Stack overflow in thread #")) {
		if (fl_slice_eqs(r->kind, "segv"))
			san_set_kind(
				p, san_kind_named((enum san_tool)r->tool, FL_S("stack-overflow")));
	} else {
		take_role(p, s);
	}
}

/* In a library by its address, where no path tells: programs are mapped below, libraries above. */
static bool is_above_program(const struct san_frame *f)
{
	const uint64_t first = 0x4000000, last = 0x1000000000;
	return fl_slice_chr(f->file, '/') < 0 && f->address >= first && f->address < last;
}

void san_valgrind_frame(struct san_parser *p, struct san_frame *f)
{
	ptrdiff_t version = fl_slice_find(f->function, "@@");
	if (version < 0) /* DRD's own versions: "pthread_mutex_unlock@*" */
		version = fl_slice_find(f->function, "@*");
	bool ours = fl_slice_find(f->module, "/vgpreload_") >= 0 ||
		    fl_slice_find(f->file, "vg_replace_") >= 0 ||
		    fl_slice_find(f->file, "hg_intercepts") >= 0;
	bool starts = fl_slice_eqs(f->function, "(below main)") ||
		      (fl_slice_eqs(f->function, "clone") && fl_slice_ends(f->file, "clone.S"));
	if (version > 0)
		f->function = fl_slice_head(f->function, (size_t)version);
	if (fl_slice_starts(f->file, "./")) /* the XML has it, the text has not */
		f->file = fl_slice_skip(f->file, 2);
	if ((ours && !f->function.len) || (!p->opts.startup && (starts || san_frame_is_startup(f))))
		return;
	if (ours) {
		f->file = fl_slice(NULL, 0);
		f->line = 0;
	}
	f->library = is_above_program(f);
	f->depth = p->valgrind.depth++;
	san_add_frame(p, f);
}

/* The stack of which the names are the same, or NULL. */
static const struct san_stack *known(
	const struct san_stack *stacks, size_t count, struct fl_slice name)
{
	for (size_t i = 0; i < count && name.len; i++)
		if (fl_slice_eq(stacks[i].mutex.len ? stacks[i].mutex : stacks[i].thread, name))
			return &stacks[i];
	return NULL;
}

/* The creation of a thread of the process whose report is open, or NULL. */
static const struct san_stack *known_thread(const struct san_valgrind *v, struct fl_slice name)
{
	for (size_t i = 0; i < v->thread_count; i++)
		if (v->thread_pids[i] == v->pid && known(&v->threads[i], 1, name))
			return &v->threads[i];
	return NULL;
}

static struct san_stack copy_stack(const struct san_stack *from, struct fl_arena *a)
{
	const struct san_stack *copy = fl_object_copy(&san_stack_shape, from, a);
	struct san_stack to = copy ? *copy : (struct san_stack){.role = from->role};
	to.mutex = fl_arena_slice(a, from->mutex); /* which no field names */
	return to;
}

static void add_stack(struct san_parser *p, const struct san_stack *stack)
{
	if (!stack)
		return;
	if (p->stacks.len == p->stacks.max) {
		p->report.omitted++;
		return;
	}
	struct san_stack *s = fl_vec_add(&p->stacks);
	if (s)
		*s = copy_stack(stack, p->arena);
	if (p->stacks.failed)
		p->arena->failed = p->stacks.failed;
}

static void keep_stack(struct san_parser *p, const struct san_stack *stack,
	struct san_stack *stacks, size_t *count, struct fl_arena *a)
{
	struct san_stack copy = {0};
	if (*count < SAN_KNOWN_STACKS)
		copy = copy_stack(stack, a);
	if (*count == SAN_KNOWN_STACKS || a->failed)
		p->valgrind.lost++;
	else
		stacks[(*count)++] = copy;
}

/* Other processes' threads go when there is no room: they may have ended long ago. */
static void keep_thread(struct san_parser *p, const struct san_stack *stack)
{
	struct san_valgrind *v = &p->valgrind;
	bool full = v->thread_count == SAN_KNOWN_STACKS || v->thread_arena.failed;
	if (full && v->thread_count && v->thread_pids[0] != v->pid) {
		v->thread_count = 0;
		fl_arena_clear(&v->thread_arena);
	}
	size_t count = v->thread_count;
	keep_stack(p, stack, v->threads, &v->thread_count, &v->thread_arena);
	if (v->thread_count > count)
		v->thread_pids[count] = v->pid;
}

/* Keep the stacks of what is no report. */
static void keep_stacks(struct san_parser *p)
{
	struct san_valgrind *v = &p->valgrind;
	for (size_t i = 0; i < p->stacks.len; i++) {
		const struct san_stack *s = fl_vec_at(&p->stacks, i);
		if (s->role == SAN_ROLE_THREAD_CREATION)
			keep_thread(p, s);
		else if (s->role == SAN_ROLE_MUTEX_CREATION)
			keep_stack(p, s, v->locks, &v->lock_count, &v->lock_arena);
	}
}

/* The locks that the sides held, where they were first seen. */
static void add_held(struct san_parser *p, struct fl_slice held)
{
	while (san_skip_past(&held, "M")) {
		struct fl_slice name = fl_slice(held.ptr - 1, held.len + 1);
		ptrdiff_t end = fl_slice_chr(name, ',');
		name = fl_slice_head(name, end < 0 ? name.len : (size_t)end);
		add_stack(p, known(p->valgrind.locks, p->valgrind.lock_count, name));
	}
}

/*
 * The text gives both locks of either order, the XML leaves the first out of the observed one. A
 * lock that is taken while another is held goes before that one, as ThreadSanitizer has it.
 */
static void order_locks(struct san_parser *p)
{
	for (size_t i = 1; i < p->stacks.len; i++) {
		struct san_stack *s = fl_vec_at(&p->stacks, i);
		struct san_stack *before = fl_vec_at(&p->stacks, i - 1);
		if (!s->head || before->head || before->role != SAN_ROLE_MUTEX_ACQUIRE)
			continue;
		struct san_stack held = *before;
		*before = *s;
		*s = held;
	}
}

void san_valgrind_end(struct san_parser *p)
{
	struct san_valgrind *v = &p->valgrind;
	if (!p->report.kind.len) {
		keep_stacks(p);
		return;
	}
	order_locks(p);
	for (size_t i = 0; i < p->race.count; i++)
		add_held(p, p->race.sides[i].mutexes);
	size_t stacks = p->stacks.len;
	if (!stacks) /* all of it was glibc's: the start of the thread is all that is known */
		add_stack(p, known_thread(v, v->thread));
	for (size_t i = 0; i < stacks; i++) {
		const struct san_stack *s = fl_vec_at(&p->stacks, i);
		if (s->role != SAN_ROLE_THREAD_CREATION)
			add_stack(p, known_thread(v, s->thread));
	}
	v->lock_count = 0;
	fl_arena_clear(&v->lock_arena);
	p->report.omitted += (int64_t)v->lost;
	v->lost = 0;
	if (p->report.tool != SAN_TOOL_MEMCHECK)
		san_race_settle(p);
}
