/* Which lines begin a kernel's report, and what of them is the same in every run. */
#include "sanitize/kernel/headline.h"

#include "sanitize/report/text.h"

enum { STAMP_MAX = 40 };

/* "[   12.345678] ", "<4>[   12.3][ T123] ", "[    0.0] [pid:0,cpu0,swapper/0]" off the line. */
struct fl_slice san_kernel_without_stamp(struct fl_slice line)
{
	if (line.len > 3 && line.ptr[0] == '<' && line.ptr[2] == '>')
		line = fl_slice_skip(line, 3);
	while (fl_slice_starts(line, "[") && line.len > 8) {
		size_t n = 1;
		while (n < line.len && line.ptr[n] && line.ptr[n] != ']' && n < STAMP_MAX)
			n++;
		/* "[   12.3]", "[ T12]", dmesg -T's "[Fri Feb  3 15:17:22 2023]"; not "[<ffff…>]" */
		if (n < 3 || n == line.len || line.ptr[n] != ']' || line.ptr[1] == '<')
			break;
		line = fl_slice_skip(line, n + 1);
		if (fl_slice_starts(line, " ")) {
			line = fl_slice_skip(line, 1);
			if (!fl_slice_starts(line, "[pid:"))
				break;
		}
	}
	return line;
}

static struct fl_slice before(struct fl_slice s, const char *words)
{
	ptrdiff_t at = fl_slice_find(s, words);
	return fl_slice_head(s, at < 0 ? s.len : (size_t)at);
}

/* "INFO: task NAME:PID blocked for more than 120 seconds.", which it says again as time goes on */
static struct fl_slice stable_task(struct fl_slice s, struct fl_arena *a)
{
	ptrdiff_t blocked = fl_slice_find(s, " blocked for ");
	struct fl_slice task = fl_slice_head(s, blocked < 0 ? s.len : (size_t)blocked);
	ptrdiff_t colon = fl_slice_rchr(task, ':');
	return fl_arena_printf(a, "%.*s blocked",
		FL_ARG(fl_slice_head(task, colon < 0 ? task.len : (size_t)colon)));
}

/* "BUG kmalloc-64 (Tainted: G  B  OE  ): Right Redzone overwritten", which SLUB says. */
static struct fl_slice stable_slub(struct fl_slice s, struct fl_arena *a)
{
	ptrdiff_t end = fl_slice_find(s, "): ");
	return fl_arena_printf(a, "%.*s: %.*s", FL_ARG(before(s, " (")),
		FL_ARG(fl_slice_skip(s, (size_t)end + strlen("): "))));
}

static bool is_slub(struct fl_slice line)
{
	return fl_slice_starts(line, "BUG ") && fl_slice_find(line, "): ") > 0 &&
	       fl_slice_find(line, " (") > 0;
}

/* "list_del corruption, ffff888004fd9130->next is LIST_POISON1": addresses without "0x". */
static struct fl_slice without_bare(struct fl_slice s, struct fl_arena *a)
{
	enum { DIGITS = 16 };
	struct fl_slice head = s;
	for (size_t i = 0, n = 0; i < s.len; i++) {
		bool digit = (s.ptr[i] >= '0' && s.ptr[i] <= '9') ||
			     (s.ptr[i] >= 'a' && s.ptr[i] <= 'f');
		n = digit ? n + 1 : 0;
		if (n < DIGITS)
			continue;
		head = fl_slice_head(s, i + 1 - n);
		return fl_arena_printf(a, "%.*s<address>%.*s", FL_ARG(head),
			FL_ARG(without_bare(fl_slice_skip(s, i + 1), a)));
	}
	return head;
}

/* What of a headline is the same in every run. */
struct fl_slice san_kernel_stable(struct san_parser *p, struct fl_slice s)
{
	static const char *const tails[] = {" ip:", " at virtual address ",
		", address: ", " for address: ", " at address ", " at 0000", " at ffff",
		", probably for ", ": 0000 [#", " total-vm:", " at addr ", "+0x", " (", " - CPU#",
		" [#", " mm:", " pfn:", " [00000000]", ": 00000000"};
	struct fl_slice killed = s;
	if (fl_slice_starts(s, "WARNING: ") && fl_slice_find(s, " at ") > 0)
		return FL_S("WARNING");
	if (fl_slice_starts(s, "BUG: scheduling while atomic"))
		return FL_S("BUG: scheduling while atomic");
	if (fl_slice_starts(s, "INFO: task "))
		return stable_task(s, p->arena);
	if (is_slub(s))
		return stable_slub(s, p->arena);
	if (fl_slice_starts(s, "usercopy: ") ||
		fl_slice_starts(s, "Buffer overflow ")) /* its numbers are what is wrong */
		return fl_arena_slice(p->arena, s);
	if (fl_slice_starts(s, "UBSAN: ")) /* the place is the report's */
		s = before(s, " in ");
	if (san_skip_past(&killed, " (") && fl_slice_find(s, "Killed process ") > 0) {
		ptrdiff_t end = fl_slice_chr(killed, ')');
		return fl_arena_printf(p->arena, "Out of memory: killed process '%.*s'",
			FL_ARG(fl_slice_head(killed, end < 0 ? killed.len : (size_t)end)));
	}
	for (size_t i = 0; i < sizeof(tails) / sizeof(*tails); i++) {
		ptrdiff_t at = fl_slice_find(s, tails[i]);
		if (at > 0)
			s = fl_slice_head(s, (size_t)at);
	}
	return san_without_addresses(without_bare(s, p->arena), p->arena);
}

/* What a kernel finds, before it stops by a BUG() or warns. */
static const char *const findings[] = {"list_del corruption", "list_add corruption",
	"list_add double add", "refcount_t: ", "usercopy: Kernel memory ",
	"detected buffer overflow in ", "Buffer overflow detected"};

static bool starts_any(struct fl_slice s, const char *const *words, size_t count)
{
	for (size_t i = 0; s.len && i < count; i++)
		if (words[i][0] == s.ptr[0] && fl_slice_starts(s, words[i]))
			return true;
	return false;
}

#define STARTS_ANY(s, words) starts_any((s), (words), sizeof(words) / sizeof(*(words)))

bool san_kernel_is_finding(struct fl_slice s)
{
	bool fortified = s.len && (*s.ptr == 's' || *s.ptr == 'm'); /* from 6.9 on, "memcpy: …" */
	return STARTS_ANY(s, findings) ||
	       (fortified && (fl_slice_find(s, ": detected buffer overflow: ") > 0 ||
				     fl_slice_find(s, ": detected field-spanning write") > 0));
}

bool san_kernel_is_check(struct fl_slice file)
{
	static const char *const files[] = {"lib/list_debug.c", "lib/refcount.c",
		"lib/string_helpers.c", "lib/string.c", "mm/usercopy.c", "mm/maccess.c"};
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		if (fl_slice_ends(file, files[i]))
			return true;
	return false;
}

bool san_kernel_is_allocator(struct fl_slice file)
{
	return fl_slice_ends(file, "mm/slub.c") || fl_slice_ends(file, "mm/slab.c");
}

/* "BUG: KASAN: …" without the first word; else as it is. */
static struct fl_slice without_bug(struct fl_slice line)
{
	static const char *const checkers[] = {
		"KASAN: ", "KASan: ", "KFENCE: ", "KMSAN: ", "KCSAN: "};
	struct fl_slice s = fl_slice_skip(line, strlen("BUG: "));
	return fl_slice_starts(line, "BUG: ") && STARTS_ANY(s, checkers) ? s : line;
}

/* The words that a kind begins with; empty: the line is no headline. */
struct fl_slice san_kernel_sentence(
	const struct san_parser *p, struct fl_slice line, struct fl_arena *a)
{
	static const char *const starts[] = {"BUG: ", "UBSAN: ", "Unable to handle kernel ",
		"general protection fault",
		"stack segment: ", "divide error: ", "int3: ", "invalid opcode: ", "kernel BUG at ",
		"WARNING: ", "watchdog: BUG: ", "NMI watchdog: BUG: ",
		"Kernel panic - not syncing: ", "Out of memory: Kill",
		"Memory cgroup out of memory: Kill", "INFO: task ", "INFO: rcu_",
		"rcu: INFO: ", "[ BUG: ", "Internal error: ", "Insufficient stack space ",
		"Oops - "};
	struct fl_slice s = line;
	if (fl_slice_starts(s, "Oops: ") && fl_slice_find(s, "0 [#") > 0)
		s = fl_slice_skip(s, strlen("Oops: ")); /* x86 from 6.10 on, before the old words */
	if (STARTS_ANY(s, starts) || is_slub(s) || san_kernel_is_finding(s))
		return without_bug(s);
	if (!p->of_program)
		return fl_slice(NULL, 0);
	if (san_skip_past(&s, ": segfault at "))
		return fl_slice(s.ptr - strlen("segfault at "), s.len + strlen("segfault at "));
	if (san_skip_past(&s, "traps: ") && san_skip_past(&s, "] ")) /* "prog[1] trap …" */
		return fl_arena_printf(a, "traps: %.*s", FL_ARG(s));
	return fl_slice(NULL, 0);
}
