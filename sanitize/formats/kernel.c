/*
 * The Linux kernel's log (dmesg, the console, a journal), each line perhaps behind
 * "[   12.345678] ": reports of KASAN, KFENCE, KMSAN, KCSAN and UBSAN, oopses, warnings, lockups,
 * and what it says of a program's end.
 *
 *	BUG: KASAN: slab-out-of-bounds in f+0xa8/0xbc [module]
 *	Write of size 1 at addr ffff8801f44ec37b by task insmod/2760
 *	CPU: 1 PID: 2760 Comm: insmod Not tainted 4.19.0-rc3+ #698
 *	Call Trace:
 *	 dump_stack+0x94/0xd8
 *	 f+0xa8/0xbc [module]				or "f+0xa8/0xbc dir/f.c:12", "f (dir/f.c:12)"
 *	Allocated by task 2760:
 *	 …
 *	==================================================================
 *
 *	BUG: kernel NULL pointer dereference, address: 0000000000000018
 *	#PF: supervisor write access in kernel mode
 *	RIP: 0010:f+0x12/0x34 [module]			arm64: "pc : f+0x12/0x34", then the same
 *	Call Trace: …					first in the trace, from 6.13 with " (P)"
 *	---[ end trace 0000000000000000 ]---
 *
 *	UBSAN: array-index-out-of-bounds in dir/f.c:12:4
 *	prog[110]: segfault at 8 ip 000056… sp 00007f… error 4 in prog[562763e6d000+3000]
 *
 *	PC is at f+0x12/0x34				32-bit Arm; each line of its trace has
 *	[<c01f3218>] (f) from [<c01f32a0>] (g+0x3c/0x5c)	the function of the line before
 *	f [module] from g+0x3c/0x5c				from 6.0 on
 *
 * Frames behind "?" are guesses of the kernel and left out. (Documentation/dev-tools/kasan.rst,
 * arch/x86/kernel/dumpstack.c.)
 */
#include "sanitize/formats/formats.h"
#include "sanitize/formats/memory.h"
#include "sanitize/report/text.h"

/* Functions that report, or through which a fault comes, not those that have it. */
static const char *const runtime[] = {"dump_stack", "show_stack", "dump_backtrace",
	"unwind_backtrace", "warn_slowpath", "print_address_description", "print_report",
	"print_usage_bug", "kasan_", "__kasan_", "__asan_", "check_memory_region", "end_report",
	"save_stack", "stack_trace_save", "set_track", "asm_exc_", "exc_", "page_fault",
	"asm_common_", "do_user_addr_fault", "do_kern_addr_fault", "no_context", "__bad_area",
	"bad_area", "do_page_fault", "__do_page_fault", "die", "__die", "oops_end", "__warn",
	"report_bug", "handle_bug", "show_regs", "ubsan_epilogue", "__ubsan_", "kcsan_", "__kcsan_",
	"kmsan_", "__kmsan_", "__msan_", "kfence_", "panic", "entry_SYSCALL", "do_syscall",
	"ret_from_fork", "kthread", "kmalloc", "__kmalloc", "kfree", "kmem_cache_", "__kmem_cache_",
	"slab_", "kvmalloc", "__do_kmalloc", "do_trap", "do_error_trap", "invalid_op", "el1",
	"do_mem_abort", "do_translation_fault", "__do_kernel_fault", "memcpy", "memset", "memmove",
	"strlen", "strcpy", "lock_acquire", "__lock_acquire", "check_prev", "validate_chain",
	"print_circular_bug"};

static bool is_runtime(struct fl_slice function)
{
	for (size_t i = 0; i < sizeof(runtime) / sizeof(*runtime); i++)
		if (fl_slice_starts(function, runtime[i]))
			return true;
	return false;
}

enum { STAMP_MAX = 40 };

/* "[   12.345678] ", "<4>[   12.3][ T123] ", "[    0.0] [pid:0,cpu0,swapper/0]" off the line. */
static struct fl_slice without_stamp(struct fl_slice line)
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

static size_t hex(struct fl_slice s, uint64_t *ret_value)
{
	size_t i = 0;
	*ret_value = 0;
	for (; i < s.len && i < 16; i++) {
		char c = s.ptr[i];
		int digit = c >= '0' && c <= '9'   ? c - '0'
			    : c >= 'a' && c <= 'f' ? c - 'a' + 10
						   : -1;
		if (digit < 0)
			break;
		*ret_value = *ret_value << 4 | (uint64_t)digit;
	}
	return i;
}

static struct fl_slice before(struct fl_slice s, const char *words)
{
	ptrdiff_t at = fl_slice_find(s, words);
	return fl_slice_head(s, at < 0 ? s.len : (size_t)at);
}

/* ---- frames ---- */

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '.' || c == '$';
}

/*
 * "(dir/f.c:12)", "(dir/inlined.h:3 dir/f.c:12 (discriminator 2))", "dir/f.c:12", "[module]": of
 * several places the last is in the function itself, those before it in what is inlined.
 */
static void take_places(struct fl_slice s, struct san_frame *f)
{
	bool bracketed = fl_slice_starts(s, "(");
	for (s = fl_slice_skip(s, bracketed); s.len;) {
		int64_t line, col;
		ptrdiff_t blank = fl_slice_chr(s, ' ');
		struct fl_slice word = fl_slice_head(s, blank < 0 ? s.len : (size_t)blank);
		s = fl_slice_skip(s, word.len + (blank >= 0));
		bool last = !bracketed || fl_slice_ends(word, ")");
		while (fl_slice_ends(word, ")"))
			word.len--;
		if (word.len && word.ptr[0] != '(') {
			struct fl_slice file = san_place_parse(word, &line, &col);
			if (line) {
				f->file = file;
				f->line = line;
				f->col = col;
			}
		}
		if (last && !fl_slice_starts(s, "(") && fl_slice_chr(s, ':') < 0)
			return;
	}
}

/* "f+0xa8/0xbc [module]", "f+0xa8/0xbc dir/f.c:12", "f (dir/f.c:12)", "f dir/f.c:12 [inline]" */
static bool parse_frame(struct fl_slice s, struct san_frame *ret_frame)
{
	struct san_frame f = {0};
	size_t n = 0;
	if (fl_slice_starts(s, "[<") && !san_skip_past(&s, ">] "))
		return false;
	if (fl_slice_starts(s, "(")) /* arm: "(f) from [<c01f3218>] (g+0x18/0x64)" */
		return false;
	while (n < s.len && is_name(s.ptr[n]))
		n++;
	f.function = fl_slice_head(s, n);
	s = fl_slice_skip(s, n);
	if (!n)
		return false;
	if (fl_slice_starts(s, "+0x")) {
		ptrdiff_t blank = fl_slice_chr(s, ' ');
		struct fl_slice offset = fl_slice_head(s, blank < 0 ? s.len : (size_t)blank);
		if (fl_slice_find(offset, "/0x") < 0)
			return false;
		s = fl_slice_trim(fl_slice_skip(s, offset.len));
	} else if (fl_slice_starts(s, " ") && fl_slice_ends(s, " [inline]")) {
		s = fl_slice_skip(s, 1);
		f.inlined = true;
	} else if (!fl_slice_starts(s, " (")) {
		return false;
	}
	if (fl_slice_starts(s, " ("))
		s = fl_slice_skip(s, 1);
	bool bracketed = fl_slice_starts(s, "(");
	take_places(s, &f);
	if ((bracketed || f.inlined) && !f.line)
		return false;
	*ret_frame = f;
	return true;
}

/* "f+0x230/0x580 (P)": what arm64 says of where it has the frame from is no place. */
static struct fl_slice without_origin(struct fl_slice s)
{
	enum { ORIGINS_MAX = 4 };
	ptrdiff_t open = fl_slice_ends(s, ")") ? fl_slice_rchr(s, '(') : -1;
	if (open < 2 || s.ptr[open - 1] != ' ' || s.len - (size_t)open - 2 > ORIGINS_MAX)
		return s;
	for (size_t i = (size_t)open + 1; i + 1 < s.len; i++)
		if (s.ptr[i] < 'A' || s.ptr[i] > 'Z')
			return s;
	return fl_slice_head(s, (size_t)open - 1);
}

/* The counter's frame is in p->lead: arm64 has it in the trace, too. */
static bool is_counters(struct san_parser *p, struct fl_slice s)
{
	bool again = p->lead_len && fl_slice_eq(s, fl_slice(p->lead, p->lead_len));
	p->lead_len = 0;
	return again;
}

static bool take_frame(struct san_parser *p, struct fl_slice s)
{
	struct san_frame f;
	s = without_origin(s);
	if (!parse_frame(s, &f))
		return false;
	if (is_counters(p, s))
		return true;
	f.depth = p->stack_open ? (int64_t)p->frames.len : 0;
	f.library = is_runtime(f.function);
	san_add_frame(p, &f);
	return true;
}

/* "[<c01f3218>] (f [module])", "f [module]", "f+0x0/0x130": what stands inside. */
static struct fl_slice inside(struct fl_slice s)
{
	if (fl_slice_starts(s, "[<"))
		san_skip_past(&s, ">] ");
	bool bracketed = fl_slice_starts(s, "(") && fl_slice_ends(s, ")");
	return bracketed ? fl_slice(s.ptr + 1, s.len - 2) : s;
}

/* Arm's "f from g+0x3c/0x5c": f is the frame before, and the first where there is none. */
static bool take_arm_frame(struct san_parser *p, struct fl_slice s)
{
	ptrdiff_t from = fl_slice_find(s, " from ");
	if (from <= 0)
		return false;
	struct fl_slice callee = inside(fl_slice_head(s, (size_t)from));
	struct fl_slice caller = inside(fl_slice_skip(s, (size_t)from + strlen(" from ")));
	struct san_frame f = {0};
	size_t n = 0;
	while (n < callee.len && is_name(callee.ptr[n]))
		n++;
	char after = n < callee.len ? callee.ptr[n] : ' ';
	if (!n || (after != ' ' && after != '+') || !parse_frame(caller, &f))
		return false;
	if (!p->stack_open) {
		f = (struct san_frame){.function = fl_slice_head(callee, n)};
		f.library = is_runtime(f.function);
		san_add_frame(p, &f);
	}
	return take_frame(p, caller);
}

/* ---- headlines ---- */

/* "dir/f.c:12:4", "dir/f.c:12!" */
static void set_place(struct san_parser *p, struct fl_slice place)
{
	int64_t line, col;
	size_t n = 0;
	while (n < place.len && place.ptr[n] != ' ' && place.ptr[n] != '!')
		n++;
	struct fl_slice file = san_place_parse(fl_slice_head(place, n), &line, &col);
	if (line)
		san_set_place(p, file, line, col);
}

/* What of a headline is the same in every run. */
static struct fl_slice stable(struct san_parser *p, struct fl_slice s)
{
	static const char *const tails[] = {" ip:", " at virtual address ",
		", address: ", " for address: ", " at address ", " at 0000", " at ffff",
		", probably for ", ": 0000 [#", " total-vm:", " at addr ", "+0x", " (", " - CPU#"};
	struct fl_slice killed = s;
	if (fl_slice_starts(s, "WARNING: ") && fl_slice_find(s, " at ") > 0)
		return FL_S("WARNING");
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
	return san_without_addresses(s, p->arena);
}

/* The words that a kind begins with; empty: the line is no headline. */
static struct fl_slice sentence_of(
	const struct san_parser *p, struct fl_slice line, struct fl_arena *a)
{
	static const char *const starts[] = {"BUG: ", "UBSAN: ", "Unable to handle kernel ",
		"general protection fault",
		"stack segment: ", "divide error: ", "invalid opcode: ", "kernel BUG at ",
		"WARNING: ", "watchdog: BUG: ", "NMI watchdog: BUG: ",
		"Kernel panic - not syncing: ", "Out of memory: Kill",
		"Memory cgroup out of memory: Kill"};
	static const char *const checkers[] = {
		"KASAN: ", "KASan: ", "KFENCE: ", "KMSAN: ", "KCSAN: "};
	struct fl_slice s = line;
	bool first = line.len && line.ptr[0] && strchr("BUgsdikWwNKOM", line.ptr[0]);
	for (size_t i = 0; first && i < sizeof(starts) / sizeof(*starts); i++) {
		if (starts[i][0] != line.ptr[0] || !fl_slice_starts(line, starts[i]))
			continue;
		s = fl_slice_skip(line, i ? 0 : strlen("BUG: "));
		for (size_t k = 0; !i && k < sizeof(checkers) / sizeof(*checkers); k++)
			if (fl_slice_starts(s, checkers[k]))
				return s;
		return line;
	}
	if (!p->of_program)
		return fl_slice(NULL, 0);
	if (san_skip_past(&s, ": segfault at "))
		return fl_slice(s.ptr - strlen("segfault at "), s.len + strlen("segfault at "));
	if (san_skip_past(&s, "traps: ") && san_skip_past(&s, "] ")) /* "prog[1] trap …" */
		return fl_arena_printf(a, "traps: %.*s", FL_ARG(s));
	return fl_slice(NULL, 0);
}

/* "in prog[562763e6d000+3000]", or since 6.3 "in prog[13ca,562763e6d000+3000]" */
static void add_module_frame(struct san_parser *p, struct fl_slice s, uint64_t ip)
{
	struct san_frame f = {.address = ip};
	ptrdiff_t open = fl_slice_chr(s, '[');
	uint64_t value;
	if (open <= 0)
		return;
	f.module = fl_slice_head(s, (size_t)open);
	s = fl_slice_skip(s, (size_t)open + 1);
	size_t n = hex(s, &value);
	f.offset = fl_slice_starts(fl_slice_skip(s, n), ",") ? value : ip - value;
	san_add_frame(p, &f);
}

/* "segfault at 8 ip 000056… sp 00007f… error 4 in p[…]", "traps: trap int3 ip:56… … in p[…]" */
static void take_program(struct san_parser *p, struct fl_slice s)
{
	enum { ZERO_PAGE = 4096, ERROR_WRITE = 2 };
	uint64_t address = 0, ip = 0, error = 0;
	struct fl_slice at = s, where = s, bits = s, in = s;
	struct san_report *r = &p->report;
	r->message = fl_arena_slice(p->arena, before(s, " ip:"));
	bool faulted = san_skip_past(&at, "segfault at ") && hex(at, &address);
	if (san_skip_past(&where, " ip:") || san_skip_past(&where, " ip "))
		hex(where, &ip);
	if (faulted) {
		r->message = FL_S("segfault");
		r->access.address = address;
		if (san_skip_past(&bits, " error ") && hex(bits, &error))
			r->access.type = error & ERROR_WRITE ? SAN_ACCESS_WRITE : SAN_ACCESS_READ;
		if (address < ZERO_PAGE)
			r->cwe = FL_S("CWE-476");
	}
	if (san_skip_past(&in, " in "))
		add_module_frame(p, in, ip);
	san_end(p);
}

/* "KASAN: use-after-free in f+0x1/0x2", "UBSAN: … in dir/f.c:1:2", "kernel BUG at dir/f.c:1!" */
static void take_headline(struct san_parser *p, struct fl_slice sentence)
{
	struct fl_slice s = sentence;
	if (san_skip_past(&s, ", address: ") || san_skip_past(&s, " at virtual address ") ||
		san_skip_past(&s, " at addr "))
		hex(s, &p->report.access.address);
	s = sentence;
	if (fl_slice_starts(s, "UBSAN: ") && san_skip_past(&s, " in "))
		set_place(p, s);
	else if ((fl_slice_starts(s, "kernel BUG at ") || fl_slice_starts(s, "WARNING: ") ||
			 fl_slice_starts(s, "BUG: sleeping ")) &&
		 san_skip_past(&s, " at "))
		set_place(p, s);
	struct fl_slice function = sentence;
	struct san_frame f;
	if (san_skip_past(&function, " in ") && parse_frame(function, &f))
		p->report.function = fl_arena_slice(p->arena, f.function);
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	if (line.len < 10)
		return false;
	struct fl_slice sentence = sentence_of(p, without_stamp(line), p->arena);
	if (!sentence.len)
		return false;
	const struct san_kind *kind = san_kind_find(SAN_TOOL_KERNEL, sentence);
	/* how an oops, which was read, ends; how a BUG(), which was read, stops */
	bool known =
		fl_slice_find(sentence, "syncing: Fatal exception") > 0 ||
		(p->format == &san_format_kernel && fl_slice_eqs(p->report.kind, "kernel-bug") &&
			fl_slice_starts(sentence, "invalid opcode: "));
	if (!*kind->kind || known)
		return false;
	bool program =
		fl_slice_starts(sentence, "segfault at ") || fl_slice_starts(sentence, "traps: ");
	san_begin(p, &san_format_kernel, SAN_TOOL_KERNEL);
	sentence = sentence_of(p, without_stamp(line), p->arena); /* of this report's arena now */
	san_set_kind(p, kind);
	p->report.message = stable(p, sentence);
	if (program)
		take_program(p, sentence);
	else if (fl_slice_find(sentence, "ut of memory: Kill") > 0)
		san_end(p);
	else
		take_headline(p, sentence);
	return true;
}

/* ---- the lines of a report ---- */

static bool take_access(struct san_parser *p, struct fl_slice s)
{
	static const struct {
		const char *words;
		enum san_access_type type;
	} rows[] = {
		{"Write of size ", SAN_ACCESS_WRITE},
		{"Read of size ", SAN_ACCESS_READ},
		{"write to ", SAN_ACCESS_WRITE}, /* KCSAN's: "write to 0x… of 4 bytes by task …" */
		{"read to ", SAN_ACCESS_READ},
		{"#PF: supervisor write ", SAN_ACCESS_WRITE},
		{"#PF: supervisor read ", SAN_ACCESS_READ},
	};
	uint32_t size;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (!fl_slice_starts(s, rows[i].words))
			continue;
		s = fl_slice_skip(s, strlen(rows[i].words));
		bool second = p->report.access.type && fl_slice_starts(s, "0x");
		if (second) {
			san_expect(p, SAN_ROLE_PREVIOUS_ACCESS, fl_slice(NULL, 0));
			return true;
		}
		san_set_access(p, rows[i].type);
		struct fl_slice of = s;
		if (fl_slice_uint(s, &size) && !fl_slice_starts(s, "0x"))
			p->report.access.size = size;
		else if (san_skip_past(&of, " of ") && fl_slice_uint(of, &size))
			p->report.access.size = size;
		if (san_skip_past(&s, " at addr "))
			hex(s, &p->report.access.address);
		return true;
	}
	return false;
}

static bool take_stack_headline(struct san_parser *p, struct fl_slice s)
{
	static const struct {
		const char *words;
		enum san_role role;
	} rows[] = {
		{"Allocated by task ", SAN_ROLE_ALLOCATION},
		{"allocated by task ", SAN_ROLE_ALLOCATION},
		{"Freed by task ", SAN_ROLE_FREE},
		{"Allocated:", SAN_ROLE_ALLOCATION}, /* until 4.11 */
		{"Freed:", SAN_ROLE_FREE},
		{"freed by task ", SAN_ROLE_FREE},
		{"Uninit was created at:", SAN_ROLE_ORIGIN},
		{"Uninit was stored to memory at:", SAN_ROLE_STORE},
		{"Last potentially related work creation:", SAN_ROLE_OTHER},
		{"Second to last potentially related work creation:", SAN_ROLE_OTHER},
		{"stack backtrace:", SAN_ROLE_OTHER},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (fl_slice_starts(s, rows[i].words)) {
			san_expect(p, rows[i].role, fl_slice(NULL, 0));
			return true;
		}
	return false;
}

/* "RIP: 0010:f+0x1/0x2", "pc : f+0x1/0x2": where it happened, unless the stack says so already. */
static bool take_counter(struct san_parser *p, struct fl_slice s)
{
	static const char *const words[] = {"RIP: 0010:", "pc : ", "PC is at ", "IP: "};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (!fl_slice_starts(s, words[i]))
			continue;
		s = fl_slice_skip(s, strlen(words[i]));
		if (!p->stack_open && !p->stacks.len && take_frame(p, s)) {
			p->lead_len = s.len < sizeof p->lead ? s.len : 0;
			memcpy(p->lead, s.ptr, p->lead_len);
		}
		return true;
	}
	return fl_slice_starts(s, "RIP: ") || fl_slice_starts(s, "lr : ") ||
	       fl_slice_starts(s, "LR is at ");
}

/* "which belongs to the cache kmalloc-128 of size 128", "123 bytes inside of 128-byte region" */
static bool take_region(struct san_parser *p, struct fl_slice s)
{
	struct fl_slice located = s;
	if (san_skip_past(&located, " is located "))
		s = located;
	else if (!fl_slice_starts(s, "128-byte region") && fl_slice_find(s, "-byte region [") < 0)
		return false;
	if (fl_slice_find(s, "-byte region") >= 0 && fl_slice_find(s, " bytes ") < 0) {
		/* in two lines: "… is located 123 bytes inside of" and "128-byte region [" */
		struct fl_slice held = fl_slice(p->lead, p->lead_len);
		s = fl_arena_printf(p->arena, "%.*s %.*s", FL_ARG(held), FL_ARG(s));
	}
	p->lead_len = s.len < sizeof p->lead ? s.len : 0;
	memcpy(p->lead, s.ptr, p->lead_len);
	if (fl_slice_find(s, "-byte region") >= 0) {
		san_take_region(p, s);
		p->lead_len = 0;
	}
	return true;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	struct fl_slice s = fl_slice_trim(without_stamp(line));
	if (fl_slice_starts(s, "---[ end trace") || fl_slice_starts(s, "================"))
		san_end(p);
	else if (fl_slice_starts(s, "? ") || take_counter(p, s) || take_access(p, s) ||
		 take_stack_headline(p, s) || take_region(p, s))
		return;
	else if (fl_slice_starts(s, "-> #"))
		san_expect(p, SAN_ROLE_MUTEX_ACQUIRE, fl_slice(NULL, 0));
	else if (!take_arm_frame(p, s) && !take_frame(p, s) && !p->notes && p->report.placed &&
		 s.len && fl_slice_starts(p->report.message, "UBSAN: "))
		san_add_note(p, san_without_addresses(s, p->arena));
}

/* The function of the headline is the one to blame where no frame has a line. */
static void end(struct san_parser *p)
{
	p->lead_len = 0;
}

const struct san_format san_format_kernel = {
	.begin = begin, .line = take_line, .end = end, .own_frames = true};
