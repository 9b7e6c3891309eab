/* One order for what threads do in any: san_race_settle() of sanitize/builder/builder.h. */
#include "sanitize/builder/builder.h"

enum { NAMES_MAX = 256 };

/* New names for threads or mutexes, in the order in which they are asked for. */
struct naming {
	char letter;
	unsigned first;
	struct fl_slice seen[NAMES_MAX];
	unsigned count;
};

static struct san_stack *stack_at(const struct san_parser *p, size_t i)
{
	return fl_vec_at(&p->stacks, i);
}

/* The number of a thread or mutex after its letter, or -1: it keeps its name. */
static int number_of(struct naming *n, struct fl_slice name)
{
	unsigned i = 0;
	if (name.len == 0 || (n->first && fl_slice_eqs(name, "T0")))
		return -1;
	while (i < n->count && !fl_slice_eq(n->seen[i], name))
		i++;
	if (i == NAMES_MAX)
		return -1;
	n->seen[i] = name;
	n->count += i == n->count;
	return (int)(n->first + i);
}

static struct fl_slice renamed(struct naming *n, struct fl_slice name, struct fl_arena *a)
{
	int number = number_of(n, name);
	return number < 0 ? name : fl_arena_printf(a, "%c%d", n->letter, number);
}

/* The frame by which a stack is known: the first of the program's own, else the innermost. */
static const struct san_frame *place_of(const struct san_stack *s)
{
	const struct san_frame *first = fl_list_at(&s->frames, &san_frame_shape, 0);
	for (size_t i = 0; i < s->frames.len; i++) {
		const struct san_frame *f = fl_list_at(&s->frames, &san_frame_shape, i);
		if (f->user)
			return f;
	}
	return s->frames.len ? first : NULL;
}

static int compare_numbers(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int compare_places(const struct san_stack *a, const struct san_stack *b)
{
	const struct san_frame *f = place_of(a), *g = place_of(b);
	if (!f || !g)
		return (f == NULL) - (g == NULL);
	int order = fl_slice_cmp(f->file, g->file);
	order = order ? order : compare_numbers(f->line, g->line);
	order = order ? order : compare_numbers(f->col, g->col);
	return order ? order : fl_slice_cmp(f->function, g->function);
}

static int compare_sides(const struct san_side *a, const struct san_stack *at,
	const struct san_side *b, const struct san_stack *bt)
{
	bool reads = a->type != SAN_ACCESS_WRITE, other_reads = b->type != SAN_ACCESS_WRITE;
	if (reads != other_reads)
		return reads ? 1 : -1;
	if (a->atomic != b->atomic)
		return a->atomic ? 1 : -1;
	int order = compare_places(at, bt);
	order = order ? order : compare_numbers(a->size, b->size);
	return order ? order : fl_slice_cmp(a->thread, b->thread);
}

/* Index of the first stack with the role, or the number of stacks. */
static size_t stack_of(const struct san_parser *p, enum san_role role)
{
	size_t i = 0;
	while (i < p->stacks.len && stack_at(p, i)->role != (int)role)
		i++;
	return i;
}

static void sort_sides(struct san_parser *p)
{
	struct san_side *sides = p->race.sides;
	size_t one = stack_of(p, SAN_ROLE_ACCESS), two = stack_of(p, SAN_ROLE_PREVIOUS_ACCESS);
	if (p->race.count != 2 || one == p->stacks.len || two == p->stacks.len ||
		compare_sides(&sides[0], stack_at(p, one), &sides[1], stack_at(p, two)) <= 0)
		return;
	struct san_side side = sides[0];
	struct san_stack stack = *stack_at(p, one);
	sides[0] = sides[1];
	sides[1] = side;
	*stack_at(p, one) = *stack_at(p, two);
	*stack_at(p, two) = stack;
	stack_at(p, one)->role = SAN_ROLE_ACCESS;
	stack_at(p, two)->role = SAN_ROLE_PREVIOUS_ACCESS;
}

static void turn_left(struct san_parser *p, size_t first, size_t count)
{
	struct san_stack front = *stack_at(p, first);
	for (size_t i = 1; i < count; i++)
		*stack_at(p, first + i - 1) = *stack_at(p, first + i);
	*stack_at(p, first + count - 1) = front;
}

/* A cycle of locks has no beginning: let it begin with the lock that has the least place. */
static void turn_cycle(struct san_parser *p)
{
	size_t first = stack_of(p, SAN_ROLE_MUTEX_ACQUIRE), count = 0, least = 0;
	for (; first + count < p->stacks.len; count++) {
		const struct san_stack *s = stack_at(p, first + count);
		if (s->role != SAN_ROLE_MUTEX_ACQUIRE)
			break;
		if (s->head && compare_places(s, stack_at(p, first + least)) < 0)
			least = count;
	}
	if (count == 0 || !stack_at(p, first)->head)
		return;
	for (size_t i = 0; i < least; i++)
		turn_left(p, first, count);
}

/* "write M3, read M5" with the new names. */
static struct fl_slice rename_held(struct naming *n, struct fl_slice held, struct fl_arena *a)
{
	struct fl_buf out;
	fl_buf_init(&out, held.len * 4 + 16);
	while (held.len) {
		ptrdiff_t at = fl_slice_chr(held, 'M');
		size_t len = 1;
		if (at < 0)
			break;
		fl_buf_slice(&out, fl_slice_head(held, (size_t)at));
		held = fl_slice_skip(held, (size_t)at);
		while (len < held.len && held.ptr[len] != ',' && held.ptr[len] != ' ')
			len++;
		fl_buf_slice(&out, renamed(n, fl_slice_head(held, len), a));
		held = fl_slice_skip(held, len);
	}
	fl_buf_slice(&out, held);
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&out));
	if (out.failed)
		a->failed = out.failed;
	fl_buf_release(&out);
	return text;
}

static void rename_all(struct san_parser *p)
{
	struct naming threads = {.letter = 'T', .first = 1}, mutexes = {.letter = 'M'};
	for (size_t i = 0; i < p->race.count; i++) {
		struct san_side *side = &p->race.sides[i];
		side->thread = renamed(&threads, side->thread, p->arena);
		side->mutexes = rename_held(&mutexes, side->mutexes, p->arena);
	}
	for (size_t i = 0; i < p->stacks.len; i++) {
		struct san_stack *s = stack_at(p, i);
		s->thread = renamed(&threads, s->thread, p->arena);
		s->mutex = renamed(&mutexes, s->mutex, p->arena);
	}
}

static int rank_of(enum san_role role)
{
	static const int ranks[SAN_ROLE_COUNT] = {
		[SAN_ROLE_ACCESS] = 0,
		[SAN_ROLE_PREVIOUS_ACCESS] = 1,
		[SAN_ROLE_FREE] = 2,
		[SAN_ROLE_ALLOCATION] = 3,
		[SAN_ROLE_OWNER] = 4,
		[SAN_ROLE_ORIGIN] = 5,
		[SAN_ROLE_STORE] = 6,
		[SAN_ROLE_MUTEX_ACQUIRE] = 7,
		[SAN_ROLE_MUTEX_CREATION] = 8,
		[SAN_ROLE_THREAD_CREATION] = 9,
		[SAN_ROLE_OTHER] = 10,
	};
	return ranks[role];
}

static uint32_t number_in(struct fl_slice name)
{
	uint32_t number = 0;
	fl_slice_uint(fl_slice_skip(name, 1), &number);
	return number;
}

static bool comes_after(const struct san_stack *a, const struct san_stack *b)
{
	int order = rank_of((enum san_role)a->role) - rank_of((enum san_role)b->role);
	if (order == 0 && a->role == SAN_ROLE_MUTEX_CREATION)
		order = compare_numbers(number_in(a->mutex), number_in(b->mutex));
	if (order == 0 && a->role == SAN_ROLE_THREAD_CREATION)
		order = compare_numbers(number_in(a->thread), number_in(b->thread));
	return order > 0;
}

/* Stable, of at most as many as a report may have. */
static void sort_stacks(struct san_parser *p)
{
	for (size_t i = 1; i < p->stacks.len; i++) {
		struct san_stack stack = *stack_at(p, i);
		size_t to = i;
		for (; to > 0 && comes_after(stack_at(p, to - 1), &stack); to--)
			*stack_at(p, to) = *stack_at(p, to - 1);
		*stack_at(p, to) = stack;
	}
}

static void describe_side(struct fl_buf *out, const struct san_side *side, bool freed)
{
	static const char *const words[SAN_ACCESS_COUNT] = {"access", "read", "write"};
	if (freed)
		fl_buf_str(out, "freed");
	else
		fl_buf_printf(out, "%s%s", side->atomic ? "atomic " : "", words[side->type]);
	if (side->size && !freed)
		fl_buf_printf(out, " of size %lld", (long long)side->size);
	if (side->thread.len)
		fl_buf_printf(out, " by %.*s", FL_ARG(side->thread));
	if (side->mutexes.len)
		fl_buf_printf(out, " (mutexes: %.*s)", FL_ARG(side->mutexes));
}

static void set_access(struct san_parser *p)
{
	const struct san_side *side = &p->race.sides[0];
	struct san_access *access = &p->report.access;
	if (p->race.count == 0)
		return;
	access->type = side->type;
	access->size = side->size;
	access->address = side->address;
	if (p->race.located)
		access->offset = (int64_t)(side->address - p->race.region_start);
}

static void add_to_message(struct san_parser *p)
{
	bool freed = stack_of(p, SAN_ROLE_FREE) < p->stacks.len;
	struct fl_buf out;
	if (p->race.count == 0)
		return;
	fl_buf_init(&out, p->arena->max);
	fl_buf_slice(&out, p->report.message);
	fl_buf_str(&out, ": ");
	describe_side(&out, &p->race.sides[0], false);
	if (p->race.count == 2) {
		fl_buf_str(&out, ", ");
		describe_side(&out, &p->race.sides[1], freed);
	}
	p->report.message = fl_arena_slice(p->arena, fl_buf_view(&out));
	if (out.failed)
		p->arena->failed = out.failed;
	fl_buf_release(&out);
}

void san_race_settle(struct san_parser *p)
{
	sort_sides(p);
	turn_cycle(p);
	rename_all(p);
	sort_stacks(p);
	set_access(p);
	add_to_message(p);
}
