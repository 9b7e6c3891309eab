#include "sanitize/run/hang.h"

#include <stdlib.h>

#include "sanitize/symbolize/live.h"

enum { NOBODY = -1, MESSAGE_MAX = 4096 };

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
	const struct san_frame *own;
};

static const struct san_frame *frame_at(const struct san_stack *s, size_t i)
{
	return fl_list_at(&s->frames, &san_frame_shape, i);
}

static enum wait wait_of(const struct thread *t)
{
	if (t->live->running)
		return RUNS;
	/* below the program's own frames it is the program's doing */
	for (size_t i = 0; i < t->stack.frames.len && frame_at(&t->stack, i) != t->own; i++)
		for (size_t k = 0; k < sizeof(functions) / sizeof(*functions); k++)
			if (fl_slice_find(
				    frame_at(&t->stack, i)->function, functions[k].function) >= 0)
				return functions[k].wait;
	return ELSE;
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

/* "; T1 waits for the mutex 'a', held by T2" */
static void put_wait(struct fl_buf *out, const struct thread *t, const struct thread *all)
{
	if (t->wait == RUNS || t->wait == ELSE || (t->wait == THREAD && t->holder == NOBODY))
		return;
	fl_buf_printf(out, "; %.*s waits for ", FL_ARG(t->stack.thread));
	if (t->wait == THREAD) {
		fl_buf_printf(out, "%.*s to end", FL_ARG(all[t->holder].stack.thread));
		return;
	}
	fl_buf_str(out, words[t->wait]);
	if (t->live->variable.len)
		fl_buf_printf(out, " '%.*s'", FL_ARG(t->live->variable));
	if (t->holder != NOBODY)
		fl_buf_printf(out, " that %s holds",
			&all[t->holder] == t ? "it" : all[t->holder].stack.thread.ptr);
}

static bool is_first(const struct thread *t, const struct thread *all)
{
	return t == all || t[-1].live->pid != t->live->pid;
}

/*
 * T0 is the first thread of its process. The others are numbered as the report has them: which of
 * threads that do the same came first is chance, and the report is to be the same. With the
 * process's name where there are several.
 */
static void name_threads(
	struct thread **order, const struct thread *all, size_t count, struct fl_arena *a)
{
	bool several = count && all[0].live->pid != all[count - 1].live->pid;
	for (size_t i = 0; i < count; i++) {
		struct thread *t = order[i];
		unsigned number = 0;
		for (size_t k = 0; k <= i && !is_first(t, all); k++)
			number += order[k]->live->pid == t->live->pid && !is_first(order[k], all);
		t->stack.thread =
			several ? fl_arena_printf(a, "%.*s T%u", FL_ARG(t->live->process), number)
				: fl_arena_printf(a, "T%u", number);
	}
}

static const struct san_frame *own_frame(const struct san_stack *s)
{
	for (size_t i = 0; i < s->frames.len; i++)
		if (frame_at(s, i)->user)
			return frame_at(s, i);
	return NULL;
}

static bool cycles(struct thread *all, size_t count)
{
	bool any = false;
	for (size_t i = 0; i < count; i++) {
		all[i].own = own_frame(&all[i].stack);
		all[i].wait = wait_of(&all[i]);
	}
	for (size_t i = 0; i < count; i++)
		all[i].holder = holder_of(&all[i], all, count);
	for (size_t i = 0; i < count; i++) {
		all[i].cycle = is_in_cycle(all, count, i);
		any = any || all[i].cycle;
	}
	return any;
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

/* The report from the threads: the nearest to the cause first. */
static bool compose(struct thread *all, size_t count, const struct fl_list *stacks,
	struct fl_arena *a, struct san_report *r)
{
	struct thread **order = fl_arena_array(a, count + 1, sizeof(*order));
	struct san_stack *sorted = fl_arena_array(a, count + 1, sizeof(*sorted));
	struct fl_buf text;
	if (!order || !sorted)
		return false;
	for (size_t i = 0; i < count; i++) {
		all[i].stack.frames =
			from_first_name(((const struct san_stack *)stacks->items)[i].frames, a);
		order[i] = &all[i];
	}
	bool deadlock = cycles(all, count);
	qsort(order, count, sizeof(*order), compare);
	name_threads(order, all, count, a);
	fl_buf_init(&text, MESSAGE_MAX);
	fl_buf_slice(&text, deadlock ? FL_S("threads wait for each other") : r->message);
	for (size_t i = 0; i < count; i++) {
		sorted[i] = order[i]->stack;
		sorted[i].role = i && !order[i]->cycle ? SAN_ROLE_OTHER : SAN_ROLE_ACCESS;
		if (text.len < MESSAGE_MAX / 2)
			put_wait(&text, order[i], all);
	}
	r->message = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	r->stacks = (struct fl_list){sorted, count};
	if (deadlock) {
		r->kind = FL_S("deadlock");
		r->cwe = FL_S("CWE-833");
		r->error_class = DIAG_CLASS_CONCURRENCY;
	}
	san_report_blame(r, a);
	san_report_hash(r, a);
	return !a->failed;
}

bool san_hang_report(struct fl_box *box, const struct san_symbolize_opts *how,
	const struct san_parse_opts *opts, struct fl_arena *a, struct san_report *r)
{
	struct fl_list threads = san_live_read(box, a);
	struct fl_error none;
	struct thread *all = fl_arena_array(a, threads.len + 1, sizeof(*all));
	struct san_stack *stacks = fl_arena_array(a, threads.len + 1, sizeof(*stacks));
	struct san_report scratch = *r;
	if (!threads.len || !all || !stacks)
		return false;
	for (size_t i = 0; i < threads.len; i++) {
		const struct san_live_thread *t = (const struct san_live_thread *)threads.items + i;
		all[i] = (struct thread){.live = t, .holder = NOBODY};
		stacks[i] = (struct san_stack){.frames = t->frames};
	}
	scratch.stacks = (struct fl_list){stacks, threads.len};
	struct san_reports reports = {.list = {&scratch, 1}};
	struct san_parse_opts parse = *opts;
	parse.unresolved = true;
	if (san_symbolize_boxed(box, how, &reports, &parse, a, NULL, &none))
		return false;
	return compose(all, threads.len, &scratch.stacks, a, r);
}
