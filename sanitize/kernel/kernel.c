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
#include "sanitize/kernel/frame.h"
#include "sanitize/kernel/headline.h"
#include "sanitize/report/text.h"

/* "dir/f.c:12:4", "dir/f.c:12!" */
static void set_place(struct san_parser *p, struct fl_slice place)
{
	int64_t line, col;
	size_t n = 0;
	while (n < place.len && place.ptr[n] != ' ' && place.ptr[n] != '!')
		n++;
	struct fl_slice file = san_place_parse(fl_slice_head(place, n), &line, &col);
	if (line && !san_kernel_is_check(file))
		san_set_place(p, file, line, col);
	if (fl_slice_eqs(p->report.kind, "kernel-bug") && san_kernel_is_allocator(file))
		p->report.placed = false;
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
	size_t n = san_kernel_hex(s, &value);
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
	r->message = san_kernel_stable(p, s);
	bool faulted = san_skip_past(&at, "segfault at ") && san_kernel_hex(at, &address);
	if (san_skip_past(&where, " ip:") || san_skip_past(&where, " ip "))
		san_kernel_hex(where, &ip);
	if (faulted) {
		r->message = FL_S("segfault");
		r->access.address = address;
		if (san_skip_past(&bits, " error ") && san_kernel_hex(bits, &error))
			r->access.type = error & ERROR_WRITE ? SAN_ACCESS_WRITE : SAN_ACCESS_READ;
		if (address < ZERO_PAGE)
			r->cwe = FL_S("CWE-476");
	}
	if (san_skip_past(&in, " in "))
		add_module_frame(p, in, ip);
	san_end(p);
}

/* "kernel BUG at dir/f.c:12!", "WARNING: CPU: 0 PID: 1 at dir/f.c:12 f+0x1/0x2" */
static void set_place_of(struct san_parser *p, struct fl_slice s)
{
	if ((fl_slice_starts(s, "kernel BUG at ") || fl_slice_starts(s, "WARNING: ") ||
		    fl_slice_starts(s, "BUG: sleeping ")) &&
		san_skip_past(&s, " at "))
		set_place(p, s);
}

/* An address that no pointer has by chance: include/linux/poison.h. */
static void add_poison(struct san_parser *p, struct fl_slice sentence)
{
	static const struct {
		const char *address, *words;
	} rows[] = {
		{"6b6b6b6b6b6b", "the address is what freed memory is filled with (6b)"},
		{"dead0000000001", "the address is what a removed list entry points to"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (fl_slice_find(sentence, rows[i].address) > 0)
			san_add_note(p, fl_slice_str(rows[i].words));
}

/* "KASAN: use-after-free in f+0x1/0x2", "UBSAN: … in dir/f.c:1:2", "kernel BUG at dir/f.c:1!" */
static void take_headline(struct san_parser *p, struct fl_slice sentence)
{
	struct fl_slice s = sentence;
	if (san_skip_past(&s, ", address: ") || san_skip_past(&s, " for address: ") ||
		san_skip_past(&s, " at virtual address ") || san_skip_past(&s, " at addr "))
		san_kernel_hex(s, &p->report.access.address);
	s = sentence;
	if (fl_slice_starts(s, "UBSAN: ") && san_skip_past(&s, " in "))
		set_place(p, s);
	else
		set_place_of(p, s);
	add_poison(p, sentence);
	struct fl_slice function = sentence;
	struct san_anchor anchor;
	struct san_frame f;
	if ((san_skip_past(&function, " in: ") || san_skip_past(&function, " in ")) &&
		san_kernel_frame_parse(function, &f, &anchor))
		p->report.function = fl_arena_slice(p->arena, f.function);
}

/*
 * How an oops that was read ends; how a BUG() that was read stops; the BUG() or the warning of a
 * finding that was read; the panic after a report.
 */
static bool is_known(const struct san_parser *p, struct fl_slice sentence)
{
	static const char *const ends[] = {"syncing: Fatal exception",
		"syncing: Oops: ", "syncing: Attempted to kill init",
		"syncing: softlockup: hung tasks", "syncing: hung_task: blocked tasks",
		"syncing: kernel: panic_on_warn set"};
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (fl_slice_find(sentence, ends[i]) > 0 && (i == 0 || p->reports.len || p->format))
			return true;
	if (p->format == &san_format_kernel && fl_slice_eqs(p->report.kind, "stack-overflow") &&
		fl_slice_find(sentence, "syncing: kernel stack overflow") > 0)
		return true;
	if (p->format != &san_format_kernel || p->stack_open || p->stacks.len)
		return false;
	bool finding = san_kernel_is_finding(p->report.message);
	bool bug = fl_slice_starts(sentence, "kernel BUG at ");
	return (finding && (bug || fl_slice_starts(sentence, "WARNING: "))) ||
	       ((finding || fl_slice_eqs(p->report.kind, "kernel-bug")) &&
		       (fl_slice_starts(sentence, "invalid opcode: ") ||
			       fl_slice_starts(sentence, "Internal error: Oops - BUG")));
}

/* Until 4.10 the finding stood behind the warning's line: is it of the open report? */
static bool is_reason(const struct san_parser *p, struct fl_slice sentence)
{
	return p->format == &san_format_kernel && !p->stack_open && !p->stacks.len &&
	       fl_slice_eqs(p->report.kind, "kernel-warning") && san_kernel_is_finding(sentence);
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	if (line.len < 10)
		return false;
	struct fl_slice sentence = san_kernel_sentence(p, san_kernel_without_stamp(line), p->arena);
	if (!sentence.len)
		return false;
	const struct san_kind *kind = san_kind_find(SAN_TOOL_KERNEL, sentence);
	if (!*kind->kind)
		return false;
	if (is_known(p, sentence)) {
		if (p->format && !p->report.line)
			set_place_of(p, sentence);
		return false;
	}
	if (is_reason(p, sentence)) {
		san_set_kind(p, kind);
		p->report.message = san_kernel_stable(p, sentence);
		return true;
	}
	bool program =
		fl_slice_starts(sentence, "segfault at ") || fl_slice_starts(sentence, "traps: ");
	san_begin(p, &san_format_kernel, SAN_TOOL_KERNEL);
	sentence = san_kernel_sentence(
		p, san_kernel_without_stamp(line), p->arena); /* of this report's arena now */
	san_set_kind(p, kind);
	p->report.message = san_kernel_stable(p, sentence);
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
			san_kernel_hex(s, &p->report.access.address);
		return true;
	}
	return false;
}

/* SLUB's "Allocated in f+0x1/0x2 [module] age=5 cpu=0 pid=77" has the first frame in it. */
static void take_frame_of_slub(struct san_parser *p, struct fl_slice s)
{
	ptrdiff_t age = fl_slice_find(s, " age=");
	s = fl_slice_head(s, (size_t)age);
	if (san_skip_past(&s, " in "))
		san_kernel_take_frame(p, s, false);
}

static bool take_stack_headline(struct san_parser *p, struct fl_slice s)
{
	static const struct {
		const char *words;
		enum san_role role;
	} rows[] = {
		{"Allocated in ", SAN_ROLE_ALLOCATION}, /* SLUB's */
		{"Freed in ", SAN_ROLE_FREE},
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
			if (fl_slice_find(s, " age=") > 0) /* "in f+0x1/0x2 [module] age=5 cpu=0" */
				take_frame_of_slub(p, s);
			return true;
		}
	return false;
}

/* "RIP: 0010:f+0x1/0x2", "pc : f+0x1/0x2": where it happened, unless the stack says so already. */
static bool take_counter(struct san_parser *p, struct fl_slice s)
{
	static const char *const words[] = {"RIP: 0010:", "pc : ", "PC is at ", "IP: ", "epc : "};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (!fl_slice_starts(s, words[i]))
			continue;
		s = fl_slice_skip(s, strlen(words[i]));
		if (!p->stack_open && !p->stacks.len && san_kernel_take_frame(p, s, true)) {
			p->lead_len = s.len < sizeof p->lead ? s.len : 0;
			memcpy(p->lead, s.ptr, p->lead_len);
		}
		return true;
	}
	return fl_slice_starts(s, "RIP: ") || fl_slice_starts(s, "ra : ") ||
	       fl_slice_starts(s, "lr : ") || fl_slice_starts(s, "LR is at ");
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

/* SLUB tells of the object before it tells where the kernel noticed. */
static bool is_of_slub(const struct san_parser *p)
{
	return fl_slice_starts(p->report.message, "BUG ");
}

/* The first trace goes on where the counter was; p->number counts them, of several processors. */
static void begin_trace(struct san_parser *p)
{
	if (p->number++)
		san_expect(p, SAN_ROLE_OTHER, fl_slice(NULL, 0));
	else if (is_of_slub(p))
		san_expect(p, SAN_ROLE_ACCESS, fl_slice(NULL, 0));
}

/* "KASAN: null-ptr-deref in range [0x0000000000000000-0x0000000000000007]", of a wild access. */
static void take_range(struct san_parser *p, struct fl_slice s)
{
	ptrdiff_t at = fl_slice_find(s, " in range [");
	san_set_kind(p, san_kind_find(SAN_TOOL_KERNEL, s));
	san_add_note(p, fl_slice_head(s, (size_t)at));
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	struct fl_slice s = fl_slice_trim(san_kernel_without_stamp(line));
	if (fl_slice_starts(s, "---[ end trace") || fl_slice_starts(s, "================") ||
		fl_slice_starts(s, "FIX "))
		san_end(p);
	else if (fl_slice_starts(s, "Call Trace:") || fl_slice_starts(s, "Call trace:"))
		begin_trace(p);
	else if (fl_slice_starts(s, "KASAN: ") && fl_slice_find(s, " in range [") > 0)
		take_range(p, s);
	else if (fl_slice_starts(s, "? ") || take_counter(p, s) || take_access(p, s) ||
		 take_stack_headline(p, s) || take_region(p, s))
		return;
	else if (fl_slice_starts(s, "-> #"))
		san_expect(p, SAN_ROLE_MUTEX_ACQUIRE, fl_slice(NULL, 0));
	else if (!san_kernel_take_arm_frame(p, s) && !san_kernel_take_frame(p, s, false) &&
		 !p->notes && p->report.placed && s.len &&
		 fl_slice_starts(p->report.message, "UBSAN: "))
		san_add_note(p, san_without_addresses(s, p->arena));
}

/*
 * The function of the headline is the one to blame where no frame has a line. The stack of the
 * fault goes before those of the memory.
 */
static void end(struct san_parser *p)
{
	p->lead_len = 0;
	for (size_t i = p->stacks.len; i-- > 1;) {
		struct san_stack *s = fl_vec_at(&p->stacks, i),
				 *before = fl_vec_at(&p->stacks, i - 1);
		if (s->role != SAN_ROLE_ACCESS || before->role == SAN_ROLE_ACCESS)
			continue;
		struct san_stack moved = *s;
		*s = *before;
		*before = moved;
	}
}

const struct san_format san_format_kernel = {
	.begin = begin, .line = take_line, .end = end, .own_frames = true};
