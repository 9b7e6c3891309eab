#include "sanitize/formats/memory.h"

#include "sanitize/report/text.h"

static size_t number(struct fl_slice s, int64_t *ret_value)
{
	int64_t value = 0;
	size_t i = 0;
	for (; i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9'; i++)
		value = value > INT64_MAX / 20 ? value : value * 10 + (s.ptr[i] - '0');
	*ret_value = value;
	return i;
}

void san_set_access(struct san_parser *p, enum san_access_type type)
{
	p->report.access.type = (int)type;
	if (type == SAN_ACCESS_WRITE && p->kind && p->kind->cwe_write)
		p->report.cwe = fl_slice_str(p->kind->cwe_write);
}

bool san_take_access(struct san_parser *p, struct fl_slice line)
{
	static const struct {
		const char *words;
		enum san_access_type type;
	} accesses[] = {
		{"READ of size ", SAN_ACCESS_READ},
		{"WRITE of size ", SAN_ACCESS_WRITE},
		{"ACCESS of size ", SAN_ACCESS_UNKNOWN},
	};
	size_t i = 0, count = sizeof(accesses) / sizeof(*accesses);
	while (i < count && !fl_slice_starts(line, accesses[i].words))
		i++;
	if (i == count)
		return false;
	line = fl_slice_skip(line, strlen(accesses[i].words));
	san_set_access(p, accesses[i].type);
	number(line, &p->report.access.size);
	if (san_skip_past(&line, " at "))
		p->report.access.address = san_address(line);
	if (san_skip_past(&line, "thread "))
		san_expect(p, SAN_ROLE_ACCESS, line);
	return true;
}

/* Where the bytes of a distance are counted from. */
enum side { INSIDE, AFTER, BEFORE };

/* "4 bytes inside of " and what other versions say for it is cut off *s. */
static bool distance(struct fl_slice *s, int64_t *ret_bytes, enum side *ret_side)
{
	static const struct {
		const char *words;
		enum side side;
	} sides[] = {
		{" bytes inside of ", INSIDE},
		{" bytes inside a ", INSIDE},
		{" bytes to the right of ", AFTER},
		{" bytes after a ", AFTER},
		{" bytes after ", AFTER},
		{" bytes to the left of ", BEFORE},
		{" bytes before a ", BEFORE},
		{" bytes before ", BEFORE},
	};
	size_t n = number(*s, ret_bytes);
	struct fl_slice rest = fl_slice_skip(*s, n);
	for (size_t i = 0; n && i < sizeof(sides) / sizeof(*sides); i++)
		if (fl_slice_starts(rest, sides[i].words)) {
			*s = fl_slice_skip(rest, strlen(sides[i].words));
			*ret_side = sides[i].side;
			return true;
		}
	return false;
}

/* The distance as an offset from the start of the region. */
static int64_t offset_of(int64_t bytes, enum side side, int64_t size)
{
	return side == INSIDE ? bytes : side == AFTER ? size + bytes : -bytes;
}

/* What the compilers call a string literal. */
static bool is_literal(struct fl_slice name)
{
	return fl_slice_starts(name, "*.LC") || fl_slice_starts(name, ".str") ||
	       fl_slice_eqs(name, "<string literal>");
}

struct variable {
	const char *what; /* "global variable" */
	struct fl_slice name;
	int64_t size;
};

/*
 * "global variable 'days' defined in 'f.c:3:12' (0x…) of size 48" of AddressSanitizer, "48-byte
 * global variable days [0x…,0x…) in prog" of HWAddressSanitizer, which has local ones, too
 */
static bool variable(struct fl_slice s, struct variable *ret_variable)
{
	struct variable v = {.what = "global variable"};
	size_t n = number(s, &v.size);
	char end_of_name = n ? ' ' : '\'';
	if (fl_slice_starts(fl_slice_skip(s, n), "-byte local variable "))
		v.what = "local variable";
	if (!san_skip_past(&s, n ? " variable " : "global variable '"))
		return false;
	ptrdiff_t end = fl_slice_chr(s, end_of_name);
	if (end < 0)
		return false;
	v.name = fl_slice_head(s, (size_t)end);
	if (!n && !(san_skip_past(&s, " of size ") && number(s, &v.size)))
		return false;
	*ret_variable = v;
	return true;
}

/* Of several variables near the address the nearest counts. */
static void take_variable(
	struct san_parser *p, const struct variable *v, int64_t bytes, enum side side)
{
	struct san_access *access = &p->report.access;
	int64_t away = side == INSIDE ? 0 : bytes + 1;
	if (access->region.len && away >= p->distance)
		return;
	p->distance = away;
	access->offset = offset_of(bytes, side, v->size);
	access->region =
		is_literal(v->name)
			? fl_arena_printf(p->arena, "%lld-byte string literal", (long long)v->size)
			: fl_arena_printf(p->arena, "%s '%.*s' of %lld bytes", v->what,
				  FL_ARG(v->name), (long long)v->size);
}

/* "40-byte region [0x…,0x…)"; the first counts */
static void take_heap(struct san_parser *p, struct fl_slice s, int64_t bytes, enum side side)
{
	struct san_access *access = &p->report.access;
	int64_t size;
	size_t n = number(s, &size);
	if (!n || !fl_slice_starts(fl_slice_skip(s, n), "-byte region") || access->region.len)
		return;
	access->region = fl_arena_printf(p->arena, "%lld-byte heap region", (long long)size);
	access->offset = offset_of(bytes, side, size);
}

void san_take_region(struct san_parser *p, struct fl_slice s)
{
	int64_t bytes;
	enum side side;
	struct variable v;
	if (!distance(&s, &bytes, &side))
		return;
	if (variable(s, &v))
		take_variable(p, &v, bytes, side);
	else
		take_heap(p, s, bytes, side);
}

bool san_take_stack_headline(struct san_parser *p, struct fl_slice line)
{
	static const struct {
		const char *words;
		enum san_role role;
	} headlines[] = {
		{"freed by thread ", SAN_ROLE_FREE},
		{"deallocated here:", SAN_ROLE_FREE},
		{"previously allocated by thread ", SAN_ROLE_ALLOCATION},
		{"previously allocated here:", SAN_ROLE_ALLOCATION},
		{"allocated by thread ", SAN_ROLE_ALLOCATION},
		{"allocated here:", SAN_ROLE_ALLOCATION},
	};
	for (size_t i = 0; i < sizeof(headlines) / sizeof(*headlines); i++)
		if (fl_slice_starts(line, headlines[i].words)) {
			san_expect(p, headlines[i].role,
				fl_slice_skip(line, strlen(headlines[i].words)));
			return true;
		}
	if (!fl_slice_starts(line, "Thread T") || fl_slice_find(line, " created by ") < 0)
		return false;
	san_expect(p, SAN_ROLE_THREAD_CREATION, fl_slice_skip(line, strlen("Thread ")));
	return true;
}
