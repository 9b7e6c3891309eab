/* The conclusion: rules in their order; the first that fits decides. */
#include <inttypes.h>

#include "debugsession/kernel/fault.h"
#include "debugsession/kernel/operand.h"

enum { NEAR_NULL = 0x10000, FIRST_PAGE = 4096, STACK_BELOW = 64 << 10, STACK_ABOVE = 4096 };

static bool near_stack(const struct dbg_fault *f)
{
	return f->address + STACK_BELOW >= f->sp && f->address < f->sp + STACK_ABOVE;
}

static bool canonical(uint64_t address)
{
	uint64_t upper = address >> 47;
	return upper == 0 || upper == UINT64_MAX >> 47;
}

static bool not_there(const struct dbg_fault *f)
{
	if (f->have_walk)
		return f->walk.end != DBG_WALK_MAPPED;
	/* A process: unmapped, or a guard that nobody may touch. */
	return !*f->permissions || strncmp(f->permissions, "---", 3) == 0;
}

/* The rights that the one who did it has. */
static const struct dbg_rights *rights(const struct dbg_fault *f)
{
	return f->user ? &f->walk.user : &f->walk.kernel;
}

static bool mapped(const struct dbg_fault *f)
{
	return f->have_walk && f->walk.end == DBG_WALK_MAPPED && f->walk.page_bytes;
}

static bool is_null_call(const struct dbg_fault *f)
{
	return f->pc < FIRST_PAGE && (!f->have_address || f->address == f->pc);
}

/* x86_64 tells no address where the one that it should go to cannot exist. */
static bool is_bad_jump(const struct dbg_fault *f)
{
	return f->have_address ? f->address == f->pc && not_there(f) : !canonical(f->pc);
}

static bool is_non_canonical(const struct dbg_fault *f)
{
	return f->have_address &&
	       (f->have_walk ? f->walk.end == DBG_WALK_NON_CANONICAL : !canonical(f->address));
}

/*
 * A double fault has no address of its own; CR2 is that of the page fault before it. A stack
 * pointer near 0 is none that overflowed.
 */
static bool is_stack(const struct dbg_fault *f)
{
	return f->have_address && f->sp >= NEAR_NULL && near_stack(f) && not_there(f);
}

static bool is_null(const struct dbg_fault *f)
{
	return f->have_address && f->address < NEAR_NULL && not_there(f);
}

static bool is_page_table(const struct dbg_fault *f)
{
	return f->have_walk &&
	       (f->walk.end == DBG_WALK_RESERVED || f->walk.end == DBG_WALK_MISALIGNED);
}

static bool is_not_mapped(const struct dbg_fault *f)
{
	return f->have_address && (f->is_page_fault || !f->have_walk) && not_there(f);
}

static bool is_kernel_only(const struct dbg_fault *f)
{
	return mapped(f) && f->is_page_fault && f->user && !f->walk.user.read &&
	       !f->walk.user.execute;
}

/* SMEP, SMAP, PAN, or SUM that is 0: the user would have been allowed what the kernel was not. */
static bool is_user_page(const struct dbg_fault *f)
{
	const struct dbg_rights *user = &f->walk.user, *kernel = &f->walk.kernel;
	if (!mapped(f) || !f->is_page_fault || f->user)
		return false;
	if (f->access == DBG_ACCESS_EXECUTE)
		return user->execute && !kernel->execute;
	return user->read && (f->access != DBG_ACCESS_WRITE || user->write);
}

static bool is_access_flag(const struct dbg_fault *f)
{
	return mapped(f) && f->is_page_fault && !f->walk.accessed;
}

static bool is_no_execute(const struct dbg_fault *f)
{
	if (f->access != DBG_ACCESS_EXECUTE)
		return false;
	return f->have_walk ? mapped(f) && !rights(f)->execute : f->permissions[2] == '-';
}

static bool is_read_only(const struct dbg_fault *f)
{
	if (f->have_walk)
		return mapped(f) && f->access == DBG_ACCESS_WRITE && !rights(f)->write;
	return f->have_address && f->permissions[1] == '-';
}

static const struct {
	bool (*fits)(const struct dbg_fault *f);
	enum dbg_cause cause;
} rules[] = {
	{is_null_call, DBG_CAUSE_NULL_CALL},
	{is_non_canonical, DBG_CAUSE_NON_CANONICAL},
	{is_bad_jump, DBG_CAUSE_BAD_JUMP},
	{is_stack, DBG_CAUSE_STACK_OVERFLOW},
	{is_null, DBG_CAUSE_NULL_POINTER},
	{is_page_table, DBG_CAUSE_PAGE_TABLE},
	{is_not_mapped, DBG_CAUSE_NOT_MAPPED},
	{is_kernel_only, DBG_CAUSE_KERNEL_ONLY},
	{is_user_page, DBG_CAUSE_USER_PAGE},
	{is_no_execute, DBG_CAUSE_NO_EXECUTE},
	{is_read_only, DBG_CAUSE_READ_ONLY},
	{is_access_flag, DBG_CAUSE_ACCESS_FLAG},
};

static const char *const sentences[DBG_CAUSE_COUNT] = {
	[DBG_CAUSE_UNKNOWN] = "not known: nothing in the codes and the page tables explains it",
	[DBG_CAUSE_NULL_CALL] = "a call or jump through a null pointer",
	[DBG_CAUSE_BAD_JUMP] = "a call, jump or return to an address where there is no code",
	[DBG_CAUSE_NULL_POINTER] = "a null pointer",
	[DBG_CAUSE_STACK_OVERFLOW] = "the stack has overflowed: nothing is mapped where it goes on",
	[DBG_CAUSE_NON_CANONICAL] = "a pointer that holds garbage: no such address can exist",
	[DBG_CAUSE_NOT_MAPPED] = "an address where nothing is mapped",
	[DBG_CAUSE_READ_ONLY] = "a write to memory that may only be read",
	[DBG_CAUSE_NO_EXECUTE] = "a jump into memory that may not be executed",
	[DBG_CAUSE_KERNEL_ONLY] = "user code went for memory of the kernel",
	[DBG_CAUSE_USER_PAGE] = "the kernel went for a page of the user, which it is not to touch",
	[DBG_CAUSE_ACCESS_FLAG] = "the page's entry does not say that it was accessed before",
	[DBG_CAUSE_PAGE_TABLE] = "a page table holds garbage",
	[DBG_CAUSE_NO_MEMORY] = "no memory or device answers at the physical address",
	[DBG_CAUSE_ALIGNMENT] = "an address that is not aligned as the access wants it",
	[DBG_CAUSE_ARITHMETIC] = "a division by zero, or a result that does not fit",
	[DBG_CAUSE_INSTRUCTION] = "an instruction that the processor does not know or not allow",
	[DBG_CAUSE_ABORT] = "the program gave up itself; the callers tell where",
	[DBG_CAUSE_ON_PURPOSE] = "no fault: it was asked for (breakpoint, call, interrupt, signal)",
};

/* The register of the faulting instruction that has the wrong value. */
static const struct dbg_value *culprit(struct dbg_machine *m, const struct dbg_fault *f)
{
	const struct dbg_value *used[8];
	const struct dbg_value *best = NULL;
	if (f->code_current >= f->code_count || !f->exact)
		return NULL;
	size_t n = dbg_operand_registers(
		m->arch, f->code[f->code_current].text, f->registers, f->count, used, 8);
	for (size_t i = 0; i < n; i++) {
		uint64_t off = f->address - used[i]->value;
		if (strcmp(used[i]->name, m->info->pc) &&
			(off < FIRST_PAGE || 0 - off < FIRST_PAGE))
			best = used[i];
	}
	return best;
}

static void add_address(struct dbg_machine *m, struct dbg_fault *f)
{
	static const char *const verbs[] = {"access to", "read of", "write to", "execution of"};
	bool stack = f->cause == DBG_CAUSE_STACK_OVERFLOW;
	const struct dbg_value *v = stack ? NULL : culprit(m, f);
	fl_buf_printf(&f->sentence, "; %s 0x%" PRIx64, verbs[f->access], f->address);
	if (v)
		fl_buf_printf(&f->sentence, ", %s is 0x%" PRIx64, v->name, v->value);
	if (stack)
		fl_buf_printf(&f->sentence, ", %s at 0x%" PRIx64, m->info->sp, f->sp);
	if (f->have_walk && f->walk.end != DBG_WALK_MAPPED)
		fl_buf_printf(&f->sentence, "; %s", f->walk.reason);
}

static void add_caller(struct dbg_fault *f)
{
	size_t i = f->callers_count && f->callers[0].address == f->pc;
	if (i >= f->callers_count)
		return;
	const struct dbg_caller *c = &f->callers[i];
	fl_buf_printf(&f->sentence, "; called by %.*s", FL_ARG(c->function));
	if (c->line)
		fl_buf_printf(&f->sentence, " at %.*s:%" PRId64, FL_ARG(c->file), c->line);
}

void dbg_fault_conclude(struct dbg_machine *m, struct dbg_fault *f)
{
	f->cause = f->hint;
	for (size_t i = 0; f->cause == DBG_CAUSE_UNKNOWN && i < sizeof(rules) / sizeof(*rules); i++)
		if (rules[i].fits(f))
			f->cause = rules[i].cause;
	fl_buf_str(&f->sentence, sentences[f->cause]);
	if (f->have_address)
		add_address(m, f);
	if (f->cause == DBG_CAUSE_NULL_CALL || f->cause == DBG_CAUSE_BAD_JUMP)
		add_caller(f);
}
