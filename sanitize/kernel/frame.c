/* The lines of a kernel's stacks (sanitize/kernel/kernel.c). */
#include "sanitize/kernel/frame.h"

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
	"print_circular_bug", "fortify_panic", "__fortify_", "__list_del_entry_valid",
	"__list_add_valid", "refcount_", "usercopy_abort", "__copy_overflow", "__check_object_size",
	"__check_heap_object", "check_heap_object", "__stack_chk_fail", "panic", "__schedule",
	"schedule", "dequeue_task", "__mutex_lock", "mutex_lock", "msleep", "__might_sleep",
	"___might_sleep", "__might_resched", "__warn_printk", "object_err",
	"check_bytes_and_report", "free_to_partial_list", "free_debug_processing", "__slab_",
	"check_object", "on_freelist", "asm_sysvec", "sysvec", "__stack_overflow"};

static bool is_runtime(struct fl_slice function)
{
	for (size_t i = 0; i < sizeof(runtime) / sizeof(*runtime); i++)
		if (fl_slice_starts(function, runtime[i]))
			return true;
	return false;
}

size_t san_kernel_hex(struct fl_slice s, uint64_t *ret_value)
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

/* "+0xa8/0xbc", and behind it perhaps "[module]", "[module BUILD-ID]"; *s is then what is left. */
static bool parse_offset(struct fl_slice *s, struct san_anchor *anchor)
{
	struct fl_slice rest = fl_slice_skip(*s, strlen("+0x"));
	size_t n = san_kernel_hex(rest, &anchor->offset);
	rest = fl_slice_skip(rest, n);
	if (!n || !fl_slice_starts(rest, "/0x"))
		return false;
	rest = fl_slice_skip(rest, strlen("/0x"));
	rest = fl_slice_trim(fl_slice_skip(rest, san_kernel_hex(rest, &anchor->size)));
	if (fl_slice_starts(rest, "[")) {
		anchor->module = fl_slice_skip(rest, 1);
		for (n = 0; n < anchor->module.len && anchor->module.ptr[n] != ']' &&
			    anchor->module.ptr[n] != ' ';)
			n++;
		anchor->module.len = n;
	}
	*s = rest;
	return true;
}

/*
 * "f+0xa8/0xbc [module]", "f+0xa8/0xbc dir/f.c:12", "f (dir/f.c:12)", "f dir/f.c:12 [inline]". The
 * anchor's size is 0 where there is none.
 */
bool san_kernel_frame_parse(
	struct fl_slice s, struct san_frame *ret_frame, struct san_anchor *ret_anchor)
{
	struct san_frame f = {0};
	struct san_anchor anchor = {0};
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
	anchor.symbol = f.function;
	if (fl_slice_starts(s, "+0x")) {
		if (!parse_offset(&s, &anchor))
			return false;
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
	*ret_anchor = anchor;
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

/* What the symbolizer needs: of a call the offset is that behind it, so it goes back into it. */
static const struct san_anchor *keep_anchor(
	const struct san_anchor *anchor, bool counter, struct fl_arena *a)
{
	struct san_anchor *kept = fl_arena_alloc(a, sizeof *kept);
	if (kept)
		*kept = (struct san_anchor){fl_arena_slice(a, anchor->module),
			fl_arena_slice(a, anchor->symbol), anchor->size,
			anchor->offset - (!counter && anchor->offset)};
	return kept;
}

/* counter: the frame is where the processor was, not where a call returns to */
bool san_kernel_take_frame(struct san_parser *p, struct fl_slice s, bool counter)
{
	struct san_anchor anchor;
	struct san_frame f;
	s = without_origin(s);
	if (!san_kernel_frame_parse(s, &f, &anchor))
		return false;
	if (is_counters(p, s))
		return true;
	if (p->opts.unresolved && anchor.size && !f.line)
		f.anchor = keep_anchor(&anchor, counter, p->arena);
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
bool san_kernel_take_arm_frame(struct san_parser *p, struct fl_slice s)
{
	ptrdiff_t from = fl_slice_find(s, " from ");
	if (from <= 0)
		return false;
	struct fl_slice callee = inside(fl_slice_head(s, (size_t)from));
	struct fl_slice caller = inside(fl_slice_skip(s, (size_t)from + strlen(" from ")));
	struct san_frame f = {0};
	struct san_anchor anchor;
	size_t n = 0;
	while (n < callee.len && is_name(callee.ptr[n]))
		n++;
	char after = n < callee.len ? callee.ptr[n] : ' ';
	if (!n || (after != ' ' && after != '+') || !san_kernel_frame_parse(caller, &f, &anchor))
		return false;
	if (!p->stack_open) {
		f = (struct san_frame){.function = fl_slice_head(callee, n)};
		f.library = is_runtime(f.function);
		san_add_frame(p, &f);
	}
	return san_kernel_take_frame(p, caller, false);
}
