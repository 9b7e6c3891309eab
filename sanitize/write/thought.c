#include "sanitize/write/thought.h"

#include <inttypes.h>

#include "diag/thought/thought.h"

enum { TEXT_MAX = 8192, MESSAGE_MAX = 1000 };

/* How a kind is mended; for others the class has its words. */
static const struct {
	const char *kind, *fix;
} fixes[] = {
	{"heap-use-after-free", "free the memory after its last use, or keep an owner (a smart "
				"pointer, an index) instead of a raw pointer into it"},
	{"heap-buffer-overflow", "check the index or length against the size that was allocated, "
				 "or allocate what is needed"},
	{"stack-buffer-overflow", "check the index or length against the array's size, or make "
				  "the array as big as what is written"},
	{"stack-buffer-underflow", "keep the index from going below 0"},
	{"global-buffer-overflow", "check the index or length against the array's size"},
	{"container-overflow", "keep indices below size(); resize() before writing, reserve() "
			       "does not make elements"},
	{"stack-use-after-return", "return by value, or allocate what must outlive the call"},
	{"stack-use-after-scope", "declare the variable in the scope in which it is used"},
	{"double-free", "free in one place only, or set the pointer to null after it"},
	{"bad-free", "free only what the allocator returned, from its start"},
	{"invalid-pointer", "free only what the allocator returned, from its start"},
	{"alloc-dealloc-mismatch", "pair malloc with free, new with delete, new[] with delete[]"},
	{"new-delete-type-mismatch",
		"delete through the type that was allocated, or give the base a virtual "
		"destructor"},
	{"memory-leak", "free it when its owner goes, or let a smart pointer or container own it"},
	{"indirect-leak", "free the object that holds it together with what it holds"},
	{"stack-overflow", "give the recursion an end that is reached, or use a loop"},
	{"null-pointer-use", "check for null before the use, or make sure that it is set"},
	{"signed-integer-overflow", "check before the operation, or compute in a wider or unsigned "
				    "type"},
	{"integer-divide-by-zero", "check the divisor before the division"},
	{"out-of-bounds-index", "check the index against the array's bound"},
	{"data-race", "protect both accesses by the same mutex, or make the variable atomic"},
	{"lock-order-inversion", "take the locks in the same order everywhere, or together by "
				 "std::scoped_lock"},
	{"use-of-uninitialized-value", "initialise the variable on every path before it is read"},
	{"misaligned-pointer-use", "copy the bytes with memcpy, or align the object as its type "
				   "asks for"},
	{"invalid-shift-exponent", "keep the exponent from 0 to the width of the type less one"},
	{"invalid-shift-base", "shift an unsigned type that is wide enough for the result"},
	{"float-cast-overflow", "check the value against the range of the type before the "
				"conversion"},
	{"dynamic-type-mismatch", "use only what the object is, and only while it lives; ask "
				  "dynamic_cast where that is not known"},
	{"function-type-mismatch", "call the function through a pointer of its own type"},
	{"missing-return", "return a value at the end of every path"},
	{"invalid-null-argument", "check for null before the call, or make sure that it is set"},
	{"assertion-failed", "make the asserted condition hold before this point, or correct the "
			     "assertion"},
	{"uncaught-exception", "catch it where it can be handled, or prevent what it is thrown "
			       "for"},
	{"terminate", "join or detach every thread before it is destroyed, and throw nothing from "
		      "destructors and noexcept functions"},
	{"pure-virtual-call", "call no virtual function from constructors and destructors, and "
			      "none after the object's end"},
	{"timeout", "make the loop's condition become false, or the work smaller"},
	{"hang", "let every lock be given back and every wait be answered"},
	{"out-of-memory", "bound what is allocated, and free it as you go"},
	{"output-limit", "end the loop that prints"},
};

static struct fl_slice fix_of(const struct san_report *r)
{
	/* MSan has one kind; a value of freed or destroyed memory was initialised once */
	bool dead = r->tool == SAN_TOOL_MSAN && r->error_class == DIAG_CLASS_LIFETIME;
	if (fl_slice_eqs(r->kind, "hang") && r->error_class == DIAG_CLASS_LOGIC)
		return FL_S("have what it waits for come, or give the wait an end");
	for (size_t i = 0; !dead && i < sizeof(fixes) / sizeof(*fixes); i++)
		if (fl_slice_eqs(r->kind, fixes[i].kind))
			return fl_slice_str(fixes[i].fix);
	return fl_slice_str(diag_class_table[r->error_class].fix);
}

static void put_place(
	struct fl_buf *out, struct fl_slice file, int64_t line, struct fl_slice function)
{
	if (line) {
		fl_buf_printf(out, " at %.*s:%" PRId64, FL_ARG(file), line);
	}
	if (function.len)
		fl_buf_printf(out, " in %.*s", FL_ARG(function));
}

static void put_access(struct fl_buf *out, const struct san_access *a)
{
	static const char *const words[SAN_ACCESS_COUNT] = {"access", "read", "write"};
	if (a->type != SAN_ACCESS_UNKNOWN) {
		fl_buf_printf(out, ", a %s", words[a->type]);
		if (a->size)
			fl_buf_printf(out, " of %" PRId64 " bytes", a->size);
	}
	if (a->region.len)
		fl_buf_printf(out, "%s byte %" PRId64 " of a %.*s",
			a->type == SAN_ACCESS_UNKNOWN ? "," : " at", a->offset, FL_ARG(a->region));
}

/* The other stacks' first frames in the program's own code. */
static void put_stacks(struct fl_buf *out, const struct san_report *r)
{
	static const char *const words[SAN_ROLE_COUNT] = {
		[SAN_ROLE_ALLOCATION] = "allocated",
		[SAN_ROLE_FREE] = "freed",
		[SAN_ROLE_PREVIOUS_ACCESS] = "accessed before",
		[SAN_ROLE_ORIGIN] = "made",
		[SAN_ROLE_STORE] = "stored",
		[SAN_ROLE_MUTEX_CREATION] = "its mutex made",
		[SAN_ROLE_MUTEX_ACQUIRE] = "its mutex taken",
	};
	for (size_t i = 1; i < r->stacks.len; i++) {
		const struct san_stack *s = fl_list_at(&r->stacks, &san_stack_shape, i);
		const char *word = words[s->role];
		for (size_t k = 0; word && k < s->frames.len; k++) {
			const struct san_frame *f = fl_list_at(&s->frames, &san_frame_shape, k);
			if (!f->user)
				continue;
			fl_buf_printf(out, "; %s", word);
			put_place(out, f->file, f->line, f->function);
			word = NULL;
		}
	}
}

void san_thought_write(struct fl_buf *out, const struct san_report *r, bool marked)
{
	struct fl_buf cause;
	if (r->error_class == DIAG_CLASS_NONE)
		return;
	fl_buf_init(&cause, TEXT_MAX);
	fl_buf_printf(&cause, "%.*s", FL_ARG(r->kind));
	put_place(&cause, r->file, r->line, r->function);
	put_access(&cause, &r->access);
	put_stacks(&cause, r);
	if (r->message.len && !fl_slice_eq(r->message, r->kind))
		fl_buf_printf(&cause, " (%.*s)", FL_ARG(fl_slice_head(r->message, MESSAGE_MAX)));
	struct diag_thought t = {.error_class = r->error_class,
		.severity = "error",
		.root_cause = fl_slice(cause.data, cause.len),
		.fix_strategy = fix_of(r),
		.confidence = r->confidence};
	diag_thought_block(out, &t, marked);
	fl_buf_release(&cause);
}
