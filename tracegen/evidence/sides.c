#include "tracegen/evidence/sides.h"

#include "base/buf.h"
#include "debugsession/model.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/source.h"
#include "tracegen/evidence/value.h"
#include "tracegen/program.h"

enum { SOURCE_MAX = 100, NAME_MAX_LEN = 60, MESSAGE_ROOM = 4096 };

struct sides {
	const struct san_report *report;
	const struct fl_list *files;
	struct fl_arena *a;
	struct tg_symptom *symptom;
};

static bool is_wait(const struct san_report *r)
{
	return fl_slice_eqs(r->kind, "hang") || fl_slice_eqs(r->kind, "deadlock");
}

/* ---- the text of the program ---- */

static struct fl_slice line_at(struct fl_slice text, int64_t line)
{
	return fl_slice_trim(fl_slice_line_at(text, line));
}

/* The lock, condition or the like in that line of the program; empty: none. */
static struct fl_slice locked_at(const struct sides *x, struct fl_slice file, int64_t line)
{
	struct fl_slice text = tg_files_text(x->files, file);
	struct fl_slice name = tg_locked(tg_statement_at(text, line));
	if (!name.len) /* a statement ends at a brace, and an object may be made with one */
		name = tg_locked(line_at(text, line));
	bool fits = name.len <= NAME_MAX_LEN && fl_slice_chr(name, '\n') < 0;
	return fits ? name : fl_slice(NULL, 0);
}

/* ---- the report's stacks ---- */

static const struct san_stack *stack_at(const struct sides *x, size_t i)
{
	return (const struct san_stack *)x->report->stacks.items + i;
}

static const struct san_frame *own_frame(const struct san_stack *s, bool innermost)
{
	const struct san_frame *f = s->frames.items, *found = NULL;
	for (size_t i = 0; i < s->frames.len && !(found && innermost); i++)
		if (f[i].user)
			found = &f[i];
	return found;
}

static struct fl_slice locked_by(const struct sides *x, const struct san_stack *s)
{
	const struct san_frame *f = own_frame(s, true);
	return f ? locked_at(x, f->file, f->line) : fl_slice(NULL, 0);
}

/* The name of a mutex, by the place where it was first used; empty: it says none. */
static struct fl_slice name_of(const struct sides *x, struct fl_slice mutex)
{
	for (size_t i = 0; i < x->report->stacks.len; i++)
		if (stack_at(x, i)->role == SAN_ROLE_MUTEX_CREATION &&
			fl_slice_eq(stack_at(x, i)->mutex, mutex))
			return locked_by(x, stack_at(x, i));
	return fl_slice(NULL, 0);
}

/* Two locks of one name are told apart by the tool's numbers. */
static bool is_shared_name(const struct sides *x, struct fl_slice mutex, struct fl_slice name)
{
	for (size_t i = 0; i < x->report->stacks.len; i++) {
		const struct san_stack *s = stack_at(x, i);
		if (s->role == SAN_ROLE_MUTEX_CREATION && !fl_slice_eq(s->mutex, mutex) &&
			fl_slice_eq(locked_by(x, s), name))
			return true;
	}
	return false;
}

/* ---- the message ---- */

static size_t number_len(struct fl_slice s)
{
	uint32_t ignored;
	return fl_slice_uint(s, &ignored);
}

static void put_mutex(const struct sides *x, struct fl_buf *out, struct fl_slice mutex)
{
	struct fl_slice name = name_of(x, mutex);
	if (!name.len || is_shared_name(x, mutex, name))
		fl_buf_printf(out, "%.*s%s%.*s", FL_ARG(name), name.len ? " " : "", FL_ARG(mutex));
	else
		fl_buf_slice(out, name);
}

/* "write M0, read M1": "m->lock, c->lock for reading" */
static void put_held(const struct sides *x, struct fl_buf *out, struct fl_slice held)
{
	fl_buf_str(out, held.len ? "holds " : "holds no lock");
	for (size_t n = 0; held.len; n++) {
		ptrdiff_t comma = fl_slice_chr(held, ',');
		struct fl_slice one = fl_slice_head(held, comma < 0 ? held.len : (size_t)comma);
		held = fl_slice_trim(fl_slice_skip(held, one.len + 1));
		ptrdiff_t space = fl_slice_rchr(one, ' ');
		fl_buf_str(out, n ? ", " : "");
		put_mutex(x, out, fl_slice_skip(one, (size_t)(space + 1)));
		if (fl_slice_starts(one, "read "))
			fl_buf_str(out, " for reading");
	}
}

/* What a thread runs: the outermost own function of its side. */
static struct fl_slice runs(const struct sides *x, size_t side)
{
	for (size_t i = 0; i < x->report->stacks.len; i++) {
		const struct san_stack *s = stack_at(x, i);
		bool first = s->role == SAN_ROLE_ACCESS;
		bool second = s->role == SAN_ROLE_PREVIOUS_ACCESS || s->role == SAN_ROLE_FREE;
		const struct san_frame *f = own_frame(s, false);
		if (f && (side ? second : first))
			return tg_function_clean(x->a, f->function);
	}
	return fl_slice(NULL, 0);
}

/* "… by T1 (mutexes: write M0), …": "… by T1 (runs client, holds m->lock), …" */
static void put_sides(const struct sides *x, struct fl_buf *out, struct fl_slice s)
{
	static const char by[] = " by T", mutexes[] = " (mutexes: ";
	ptrdiff_t at;
	for (size_t side = 0; (at = fl_slice_find(s, by)) >= 0; side++) {
		size_t len = (size_t)at + strlen(by);
		bool first = fl_slice_starts(fl_slice_skip(s, len), "0");
		struct fl_slice held = {0}, function = runs(x, side);
		len += number_len(fl_slice_skip(s, len));
		fl_buf_slice(out, fl_slice_head(s, len));
		s = fl_slice_skip(s, len);
		if (fl_slice_starts(s, mutexes)) {
			ptrdiff_t end = fl_slice_chr(s, ')');
			held = fl_slice_skip(
				fl_slice_head(s, end < 0 ? s.len : (size_t)end), strlen(mutexes));
			s = fl_slice_skip(s, end < 0 ? s.len : (size_t)end + 1);
		}
		fl_buf_str(out, " (");
		if (!first && function.len)
			fl_buf_printf(out, "runs %.*s, ",
				FL_ARG(fl_slice_eqs(function, "operator()") ? FL_S("a lambda")
									    : function));
		put_held(x, out, held);
		fl_buf_char(out, ')');
	}
	fl_buf_slice(out, s);
}

/* A lock that is taken, and the one that is held meanwhile, as they are written. */
struct taking {
	struct fl_slice thread, taken, held;
};

/* That of a stack of the cycle and the one behind it; false: it is none, or has no names. */
static bool taking_at(const struct sides *x, size_t i, struct taking *ret)
{
	if (i + 1 >= x->report->stacks.len)
		return false;
	const struct san_stack *taken = stack_at(x, i), *held = stack_at(x, i + 1);
	*ret = (struct taking){taken->thread, locked_by(x, taken), locked_by(x, held)};
	return taken->role == SAN_ROLE_MUTEX_ACQUIRE && taken->head &&
	       held->role == SAN_ROLE_MUTEX_ACQUIRE && !held->head && ret->taken.len &&
	       ret->held.len;
}

static bool is_same_taking(const struct taking *a, const struct taking *b)
{
	return fl_slice_eq(a->taken, b->taken) && fl_slice_eq(a->held, b->held);
}

/* Does a stack before the i-th tell of the same taking, by the same thread or by any? */
static bool is_taken_before(const struct sides *x, size_t i, const struct taking *t, bool by_any)
{
	struct taking other;
	for (size_t k = 0; k < i; k++)
		if (taking_at(x, k, &other) && is_same_taking(&other, t) &&
			(by_any || fl_slice_eq(other.thread, t->thread)))
			return true;
	return false;
}

/* Who takes these: all that do, at the first of them; false: it has been told. */
static bool put_takers(const struct sides *x, struct fl_buf *out, const struct taking *t, size_t at)
{
	struct taking other;
	size_t more = 0;
	if (is_taken_before(x, at, t, true))
		return false;
	fl_buf_slice(out, t->thread.len ? t->thread : FL_S("a thread"));
	for (size_t i = at + 1; t->thread.len && i < x->report->stacks.len; i++)
		if (taking_at(x, i, &other) && is_same_taking(&other, t) &&
			!is_taken_before(x, i, &other, false)) {
			fl_buf_printf(out, ", %.*s", FL_ARG(other.thread));
			more++;
		}
	fl_buf_printf(out,
		more ? " each take %.*s while they hold %.*s" : " takes %.*s while it holds %.*s",
		FL_ARG(t->taken), FL_ARG(t->held));
	return true;
}

/* In place of the cycle of numbers who takes which lock with which other one in its hands. */
static void put_cycle(const struct sides *x, struct fl_buf *out, struct fl_slice s)
{
	static const char *const between[] = {": ", "; "};
	ptrdiff_t end = fl_slice_find(s, ": M");
	struct taking t;
	struct fl_buf one;
	bool told = false;
	fl_buf_slice(out, fl_slice_head(s, end < 0 ? s.len : (size_t)end));
	fl_buf_init(&one, MESSAGE_ROOM);
	for (size_t i = 0; i < x->report->stacks.len; i++) {
		fl_buf_clear(&one);
		if (!taking_at(x, i, &t) || !put_takers(x, &one, &t, i))
			continue;
		fl_buf_str(out, between[told]);
		fl_buf_slice(out, fl_buf_view(&one));
		told = true;
	}
	fl_buf_release(&one);
	if (!told && end >= 0)
		fl_buf_slice(out, fl_slice_skip(s, (size_t)end));
}

/* What the thread's stack waits for in the program's words. */
static struct fl_slice waits_for(const struct sides *x, struct fl_slice thread)
{
	for (size_t i = 0; i < x->report->stacks.len; i++)
		if (fl_slice_eq(stack_at(x, i)->thread, thread))
			return locked_by(x, stack_at(x, i));
	return fl_slice(NULL, 0);
}

/* "T1 waits for a mutex 'bank' that T2 holds": "T1 waits for a mutex b->lock that T2 holds" */
static void put_waits(const struct sides *x, struct fl_buf *out, struct fl_slice s)
{
	static const char *const objects[] = {
		"a mutex", "a read-write lock", "a condition", "a semaphore", "a barrier"};
	static const char waits[] = " waits for ";
	ptrdiff_t at;
	while ((at = fl_slice_find(s, waits)) >= 0) {
		struct fl_slice before = fl_slice_head(s, (size_t)at);
		ptrdiff_t begin = fl_slice_rchr(before, ';');
		struct fl_slice thread = fl_slice_trim(fl_slice_skip(before, (size_t)(begin + 1)));
		struct fl_slice name = waits_for(x, thread);
		fl_buf_slice(out, fl_slice_head(s, (size_t)at + strlen(waits)));
		s = fl_slice_skip(s, (size_t)at + strlen(waits));
		for (size_t i = 0; name.len && i < sizeof(objects) / sizeof(objects[0]); i++) {
			if (!fl_slice_starts(s, objects[i]))
				continue;
			fl_buf_printf(out, "%s %.*s", objects[i], FL_ARG(name));
			s = fl_slice_skip(s, strlen(objects[i]));
			ptrdiff_t quote = fl_slice_starts(s, " '")
						  ? fl_slice_chr(fl_slice_skip(s, 2), '\'')
						  : -1;
			s = fl_slice_skip(s, quote < 0 ? 0 : (size_t)quote + 3);
			break;
		}
	}
	fl_buf_slice(out, s);
}

static int tell_message(const struct sides *x, struct fl_error *err)
{
	struct fl_slice s = x->symptom->message;
	struct fl_buf out;
	fl_buf_init(&out, 4 * MESSAGE_ROOM);
	if (is_wait(x->report))
		put_waits(x, &out, s);
	else if (fl_slice_eqs(x->report->kind, "lock-order-inversion"))
		put_cycle(x, &out, s);
	else
		put_sides(x, &out, s);
	int rc = fl_buf_error(&out, "a symptom", err);
	if (rc == 0)
		x->symptom->message = fl_arena_slice(x->a, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc;
}

/* ---- the symptom's stacks ---- */

static const struct dbg_frame *innermost(const struct tg_symptom_stack *k)
{
	const struct dbg_frame *f = k->frames.items;
	for (size_t i = 0; i < k->frames.len; i++)
		if (f[i].line > 0)
			return &f[i];
	return NULL;
}

static bool is_same_stack(const struct tg_symptom_stack *a, const struct tg_symptom_stack *b)
{
	bool named = a->thread.len && b->thread.len;
	return (named || a->role == SAN_ROLE_MUTEX_ACQUIRE) && tg_symptom_same_stack(a, b);
}

/* Is it of a mutex that has a name by now? */
static bool is_told(const struct sides *x, const struct tg_symptom_stack *k)
{
	const struct dbg_frame *f = innermost(k);
	return k->role == SAN_ROLE_MUTEX_CREATION && f && locked_at(x, f->file, f->line).len;
}

/* Threads that stand at one place, or were started there, share a stack. */
static void join_stacks(const struct sides *x)
{
	struct tg_symptom_stack *k = x->symptom->stacks.items;
	size_t n = 0;
	for (size_t i = 0; i < x->symptom->stacks.len; i++) {
		size_t same = 0;
		while (same < n && !is_same_stack(&k[same], &k[i]))
			same++;
		if (is_told(x, &k[i]))
			continue;
		if (same < n && k[i].thread.len)
			k[same].thread = fl_arena_printf(
				x->a, "%.*s, %.*s", FL_ARG(k[same].thread), FL_ARG(k[i].thread));
		else if (same == n)
			k[n++] = k[i];
	}
	x->symptom->stacks.len = n;
}

static bool is_shown(const struct tg_symptom_stack *k, size_t count, const struct dbg_frame *at)
{
	for (size_t i = 0; i < count; i++) {
		const struct dbg_frame *f = innermost(&k[i]);
		if (f && f->line == at->line && fl_slice_eq(f->file, at->file))
			return true;
	}
	return false;
}

static void add_sources(const struct sides *x)
{
	struct tg_symptom_stack *k = x->symptom->stacks.items;
	for (size_t i = 0; i < x->symptom->stacks.len; i++) {
		const struct dbg_frame *f = innermost(&k[i]);
		if (!f || is_shown(k, i, f))
			continue;
		struct fl_slice line = line_at(tg_files_text(x->files, f->file), f->line);
		k[i].source = line.len <= SOURCE_MAX
				      ? fl_arena_slice(x->a, line)
				      : fl_arena_printf(x->a, "%.*s...", SOURCE_MAX, line.ptr);
	}
}

int tg_sides_tell(const struct san_report *r, const struct fl_list *files, struct fl_arena *a,
	struct tg_symptom *s, struct fl_error *err)
{
	struct sides x = {.report = r, .files = files, .a = a, .symptom = s};
	if (r->tool != SAN_TOOL_TSAN && !is_wait(r))
		return 0;
	int rc = tell_message(&x, err);
	if (rc)
		return rc;
	join_stacks(&x);
	add_sources(&x);
	return fl_arena_error(a, "a symptom", err);
}
