#include "sanitize/run/hang.h"

#include <stdlib.h>

#include "sanitize/report/frame.h"
#include "sanitize/symbolize/live.h"

enum { NOBODY = -1, MESSAGE_MAX = 4096, TIDS = 1 << 22 }; /* no thread's number is as high */

/* What a thread waits for, by the functions that it is in. The first row that fits counts. */
enum wait { RUNS, MUTEX, RWLOCK, CONDITION, SEMAPHORE, BARRIER, THREAD, ELSE };

static const struct {
	const char *function; /* holds this */
	enum wait wait;
} functions[] = {
	{"pthread_mutex_", MUTEX},
	{"lll_lock_wait", MUTEX},
	{"pthread_rwlock_", RWLOCK},
	{"pthread_cond_", CONDITION},
	{"sem_wait", SEMAPHORE},
	{"sem_timedwait", SEMAPHORE},
	{"new_sem_", SEMAPHORE},
	{"pthread_barrier_", BARRIER},
	{"join", THREAD},
};

static const char *const words[] = {[MUTEX] = "a mutex",
	[RWLOCK] = "a read-write lock",
	[CONDITION] = "a condition",
	[SEMAPHORE] = "a semaphore",
	[BARRIER] = "a barrier"};

struct thread {
	const struct san_live_thread *live;
	struct san_stack stack;
	enum wait wait;
	ptrdiff_t holder; /* of what it waits for: index of a thread, or NOBODY */
	bool cycle;
	bool told; /* the report at hand has it */
	const struct san_frame *own;
};

/* What was seen. */
struct scene {
	struct thread *all, **order; /* order: the nearest to the cause first */
	size_t count;
	bool whole; /* who is not here has ended */
	bool named; /* a holder that is not told goes by what it runs */
	const struct san_report *limit; /* that was passed */
	struct fl_arena *a;
};

static const struct san_frame *frame_at(const struct san_stack *s, size_t i)
{
	return fl_list_at(&s->frames, &san_frame_shape, i);
}

/* Has the function at that depth this in its name? */
static bool is_in(const struct san_stack *s, size_t depth, const char *function)
{
	return fl_slice_find(frame_at(s, depth)->function, function) >= 0;
}

static size_t depth_of_own(const struct san_stack *s)
{
	size_t n = 0;
	while (n < s->frames.len && !frame_at(s, n)->user)
		n++;
	return n;
}

/* What the library waits for; further out it is the program's doing. */
static enum wait wait_in(const struct san_stack *s)
{
	for (size_t i = 0; i < depth_of_own(s); i++)
		for (size_t k = 0; k < sizeof(functions) / sizeof(*functions); k++)
			if (is_in(s, i, functions[k].function))
				return functions[k].wait;
	return ELSE;
}

static enum wait wait_of(const struct thread *t)
{
	return t->live->running ? RUNS : wait_in(&t->stack);
}

/*
 * Is what stands at the futex a pthread_mutex_t, with its owner? The library has others, too, and a
 * mutex that nobody initialised holds anything.
 */
static bool has_owner(const struct thread *t)
{
	bool mutex = false;
	for (size_t i = 0; t->wait == MUTEX && i < depth_of_own(&t->stack); i++)
		mutex |= is_in(&t->stack, i, "pthread_mutex_");
	return mutex && t->live->words[2] != 0 && t->live->words[2] < TIDS;
}

/* Of a mutex its owner, of a join the thread itself: both as the kernel numbers threads. */
static ptrdiff_t holder_of(const struct thread *t, const struct thread *all, size_t count)
{
	uint32_t tid = t->wait == MUTEX    ? t->live->words[2]
		       : t->wait == THREAD ? t->live->words[0]
					   : 0;
	for (size_t i = 0; tid && i < count; i++)
		if (all[i].live->pid == t->live->pid && all[i].live->tid == (int64_t)tid)
			return (ptrdiff_t)i;
	return NOBODY;
}

/* Those that, from holder to holder, come back to themselves. */
static bool is_in_cycle(const struct thread *all, size_t count, size_t from)
{
	ptrdiff_t at = all[from].holder;
	for (size_t steps = 0; at != NOBODY && steps < count; steps++) {
		if ((size_t)at == from)
			return true;
		at = all[at].holder;
	}
	return false;
}

/* The nearer to the cause, the lower. */
static int rank(const struct thread *t)
{
	static const int ranks[] = {[RUNS] = 1,
		[MUTEX] = 2,
		[RWLOCK] = 2,
		[CONDITION] = 3,
		[SEMAPHORE] = 3,
		[BARRIER] = 3,
		[ELSE] = 4,
		[THREAD] = 5};
	return t->cycle ? 0 : t->own ? ranks[t->wait] : 6;
}

static int compare(const void *a, const void *b)
{
	const struct thread *x = *(const struct thread *const *)a;
	const struct thread *y = *(const struct thread *const *)b;
	int by_rank = rank(x) - rank(y);
	if (by_rank || !x->own || !y->own)
		return by_rank ? by_rank : (x > y) - (x < y);
	int by_file = fl_slice_cmp(x->own->file, y->own->file);
	if (by_file || x->own->line != y->own->line)
		return by_file ? by_file : x->own->line < y->own->line ? -1 : 1;
	return (x > y) - (x < y);
}

static const char *holder_name(const struct thread *t, const struct thread *all)
{
	const struct thread *holder = &all[t->holder];
	return holder == t ? "it" : holder->told ? holder->stack.thread.ptr : "another thread";
}

/* What a thread runs: the outermost function of the program's own; empty: it has no name. */
static struct fl_slice runs(const struct thread *t, struct fl_arena *a)
{
	struct fl_slice function = {0};
	for (size_t i = 0; i < t->stack.frames.len; i++)
		if (frame_at(&t->stack, i)->user)
			function = frame_at(&t->stack, i)->function;
	function = san_function_bare(function, a);
	return fl_slice_ends(function, "operator()") ? fl_slice(NULL, 0) : function;
}

/* "; T1 waits for a mutex 'a' that T2 holds" */
static void put_wait(struct fl_buf *out, const struct thread *t, const struct scene *s)
{
	const struct thread *all = s->all;
	if (t->wait == RUNS || t->wait == ELSE || (t->wait == THREAD && t->holder == NOBODY))
		return;
	fl_buf_printf(out, "; %.*s waits for ", FL_ARG(t->stack.thread));
	if (t->wait == THREAD) {
		fl_buf_printf(out, "%s to end", holder_name(t, all));
		return;
	}
	fl_buf_str(out, words[t->wait]);
	if (t->live->variable.len)
		fl_buf_printf(out, " '%.*s'", FL_ARG(t->live->variable));
	if (t->holder == NOBODY && s->whole && has_owner(t))
		fl_buf_str(out, " that a thread holds which has ended");
	if (t->holder == NOBODY)
		return;
	struct fl_slice function = runs(&all[t->holder], s->a);
	fl_buf_printf(out, " that %s holds", holder_name(t, all));
	if (s->named && !all[t->holder].told && function.len)
		fl_buf_printf(out, ", which runs %.*s()", FL_ARG(function));
}

static bool is_first(const struct thread *t, const struct thread *all)
{
	return t == all || t[-1].live->pid != t->live->pid;
}

static bool is_of_one_process(const struct scene *s)
{
	return s->all[0].live->pid == s->all[s->count - 1].live->pid;
}

/*
 * T0 is the first thread of its process. The others are numbered as the report has them: which of
 * threads that do the same came first is chance, and the report is to be the same. With the
 * process's name where there are several.
 */
static void name_threads(const struct scene *s, struct thread **some, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct thread *t = some[i];
		unsigned number = 0;
		for (size_t k = 0; k <= i && !is_first(t, s->all); k++)
			number += some[k]->live->pid == t->live->pid && !is_first(some[k], s->all);
		t->stack.thread = is_of_one_process(s) ? fl_arena_printf(s->a, "T%u", number)
						       : fl_arena_printf(s->a, "%.*s T%u",
								 FL_ARG(t->live->process), number);
	}
}

static const struct san_frame *own_frame(const struct san_stack *s)
{
	for (size_t i = 0; i < s->frames.len; i++)
		if (frame_at(s, i)->user)
			return frame_at(s, i);
	return NULL;
}

static void find_holders(struct thread *all, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		all[i].own = own_frame(&all[i].stack);
		all[i].wait = wait_of(&all[i]);
	}
	for (size_t i = 0; i < count; i++)
		all[i].holder = holder_of(&all[i], all, count);
	for (size_t i = 0; i < count; i++)
		all[i].cycle = is_in_cycle(all, count, i);
}

/* Without what the C library does there, of which nothing is known. */
static struct fl_list from_first_name(struct fl_list frames, struct fl_arena *a)
{
	const struct san_frame *all = frames.items;
	size_t from = 0;
	while (from + 1 < frames.len && !all[from].function.len && !all[from].file.len)
		from++;
	struct san_frame *kept = fl_arena_array(a, frames.len - from + 1, sizeof(*kept));
	for (size_t i = from; kept && i < frames.len; i++) {
		kept[i - from] = all[i];
		kept[i - from].depth = (int64_t)(i - from);
	}
	return (struct fl_list){kept, kept ? frames.len - from : 0};
}

/* The report of some of the threads, in that order. */
static bool tell(const struct scene *s, struct thread **some, size_t count, struct san_report *r)
{
	struct san_stack *stacks = fl_arena_array(s->a, count + 1, sizeof(*stacks));
	struct fl_buf text;
	bool deadlock = count && some[0]->cycle && s->all[some[0]->holder].told;
	if (!stacks)
		return false;
	*r = *s->limit;
	name_threads(s, some, count);
	fl_buf_init(&text, MESSAGE_MAX);
	bool itself = deadlock && &s->all[some[0]->holder] == some[0];
	fl_buf_slice(&text, itself     ? FL_S("a thread waits for what it holds itself")
			    : deadlock ? FL_S("threads wait for each other")
				       : r->message);
	for (size_t i = 0; i < count; i++) {
		stacks[i] = some[i]->stack;
		stacks[i].role = i && !some[i]->cycle ? SAN_ROLE_OTHER : SAN_ROLE_ACCESS;
		if (text.len < MESSAGE_MAX / 2)
			put_wait(&text, some[i], s);
	}
	r->message = fl_arena_slice(s->a, fl_buf_view(&text));
	fl_buf_release(&text);
	r->stacks = (struct fl_list){stacks, count};
	if (deadlock) {
		r->kind = FL_S("deadlock");
		r->cwe = FL_S("CWE-833");
		r->error_class = DIAG_CLASS_CONCURRENCY;
	}
	san_report_blame(r, s->a);
	san_report_hash(r, s->a);
	return !s->a->failed;
}

/* Those of the scene that are told, in its order. */
static bool tell_marked(const struct scene *s, struct san_report *r)
{
	struct thread **some = fl_arena_array(s->a, s->count + 1, sizeof(*some));
	size_t n = 0;
	for (size_t i = 0; some && i < s->count; i++)
		if (s->order[i]->told)
			some[n++] = s->order[i];
	return some && tell(s, some, n, r);
}

static void mark(const struct scene *s, bool told)
{
	for (size_t i = 0; i < s->count; i++)
		s->all[i].told = told;
}

/* It, and who holds what it waits for, and so on, unless that ends in a circle of others. */
static bool mark_chain(const struct scene *s, struct thread *from)
{
	struct thread *t = from;
	mark(s, false);
	while (!t->told) {
		if (t->cycle && !from->cycle)
			return false;
		t->told = true;
		if (t->holder == NOBODY)
			return true;
		t = &s->all[t->holder];
	}
	return true;
}

static bool is_listed(const struct fl_list *list, const struct san_report *r)
{
	for (size_t i = 0; i < list->len; i++)
		if (fl_object_eq(&san_report_shape, fl_list_at(list, &san_report_shape, i), r))
			return true;
	return false;
}

/* Each that waits with its holders, then each alone, with and without what its holder runs. */
static bool tell_waits(struct scene *s, struct fl_list *ret_waits)
{
	enum { WITH_HOLDERS, ALONE_NAMED, ALONE, WAYS };
	struct san_report *reports = fl_arena_array(s->a, WAYS * s->count + 1, sizeof(*reports));
	struct fl_list list = {reports, 0};
	size_t count = s->count <= SAN_LIVE_THREADS_MAX ? s->count : 0;
	for (size_t i = 0; reports && i < WAYS * count; i++) {
		struct thread *t = s->order[i % count];
		bool alone = i / count != WITH_HOLDERS;
		struct san_report *r = &reports[list.len];
		s->named = i / count == ALONE_NAMED;
		if (!t->own || t->wait == RUNS || t->wait == ELSE || t->wait == THREAD)
			continue;
		bool fits = mark_chain(s, t);
		if (alone) {
			mark(s, false);
			t->told = fits = true;
		}
		if (fits && !tell_marked(s, r))
			return false;
		list.len += fits && !is_listed(&list, r);
	}
	*ret_waits = list;
	return reports != NULL;
}

/* The threads by their order, with what they wait for. */
static void set_scene(struct scene *s, const struct fl_list *stacks)
{
	for (size_t i = 0; i < s->count; i++) {
		s->all[i].stack.frames =
			from_first_name(((const struct san_stack *)stacks->items)[i].frames, s->a);
		s->order[i] = &s->all[i];
	}
	find_holders(s->all, s->count);
	s->whole = s->count < SAN_LIVE_THREADS_MAX && is_of_one_process(s);
	qsort(s->order, s->count, sizeof(*s->order), compare);
}

bool san_hang_report(struct fl_box *box, const struct san_symbolize_opts *how,
	const struct san_parse_opts *opts, struct fl_arena *a, struct san_report *r,
	struct fl_list *ret_waits)
{
	struct fl_list threads = san_live_read(box, a);
	struct fl_error none;
	struct san_report limit = *r, whole;
	struct scene s = {.count = threads.len, .limit = &limit, .a = a};
	s.all = fl_arena_array(a, threads.len + 1, sizeof(*s.all));
	s.order = fl_arena_array(a, threads.len + 1, sizeof(*s.order));
	struct san_stack *stacks = fl_arena_array(a, threads.len + 1, sizeof(*stacks));
	if (!threads.len || !s.all || !s.order || !stacks)
		return false;
	for (size_t i = 0; i < threads.len; i++) {
		const struct san_live_thread *t = (const struct san_live_thread *)threads.items + i;
		s.all[i] = (struct thread){.live = t, .holder = NOBODY};
		stacks[i] = (struct san_stack){.frames = t->frames};
	}
	struct san_report scratch = {.stacks = {stacks, threads.len}};
	struct san_reports reports = {.list = {&scratch, 1}};
	struct san_parse_opts parse = *opts;
	parse.unresolved = true;
	if (san_symbolize_boxed(box, how, &reports, &parse, a, NULL, &none))
		return false;
	set_scene(&s, &scratch.stacks);
	mark(&s, true);
	if (!tell_marked(&s, &whole) || (ret_waits && !tell_waits(&s, ret_waits)))
		return false;
	*r = whole;
	return true;
}

bool san_hang_is_alone(const struct san_report *r)
{
	return r->stacks.len == 1 && wait_in(fl_list_at(&r->stacks, &san_stack_shape, 0)) == ELSE;
}
