#include "datasets/dialogue/policy.h"

static const struct {
	const char *kind; /* of the symptom */
	ds_policy_fn play;
	/* enum san_role: a stack that the symptom has to have in the program's files; -1: none */
	int needs;
} policies[] = {
	{"heap-use-after-free", ds_policy_freed, SAN_ROLE_FREE},
	{"double-free", ds_policy_freed, SAN_ROLE_ACCESS},
	{"stack-use-after-return", ds_policy_escaped, SAN_ROLE_OWNER},
	{"alloc-dealloc-mismatch", ds_policy_mismatch, SAN_ROLE_ACCESS},
	{"bad-free", ds_policy_mismatch, SAN_ROLE_ACCESS},
	{"out-of-bounds-index", ds_policy_index, SAN_ROLE_ACCESS},
	{"heap-buffer-overflow", ds_policy_bounds, SAN_ROLE_ACCESS},
	{"stack-buffer-overflow", ds_policy_bounds, SAN_ROLE_ACCESS},
	{"global-buffer-overflow", ds_policy_bounds, SAN_ROLE_ACCESS},
	{"dynamic-stack-buffer-overflow", ds_policy_bounds, SAN_ROLE_ACCESS},
	{"null-pointer-use", ds_policy_null, SAN_ROLE_ACCESS},
	{"invalid-null-argument", ds_policy_null, SAN_ROLE_ACCESS},
	{"segv", ds_policy_null, SAN_ROLE_ACCESS},
	{"null-pointer-dereference", ds_policy_null, SAN_ROLE_ACCESS}, /* of a kernel */
	{"page-fault", ds_policy_unset, SAN_ROLE_ACCESS},
	{"general-protection-fault", ds_policy_unset, SAN_ROLE_ACCESS},
	{"misaligned-access", ds_policy_unset, SAN_ROLE_ACCESS},
	{"kernel-panic", ds_policy_unset, SAN_ROLE_ACCESS},
	{"integer-divide-by-zero", ds_policy_division, SAN_ROLE_ACCESS},
	{"fpe", ds_policy_division, SAN_ROLE_ACCESS},
	{"signed-integer-overflow", ds_policy_overflow, SAN_ROLE_ACCESS},
	{"invalid-shift-exponent", ds_policy_overflow, SAN_ROLE_ACCESS},
	{"missing-return", ds_policy_return, SAN_ROLE_ACCESS},
	{"data-race", ds_policy_race, SAN_ROLE_PREVIOUS_ACCESS},
	{"deadlock", ds_policy_deadlock, SAN_ROLE_ACCESS},
	{"hang", ds_policy_deadlock, SAN_ROLE_ACCESS},
	{"destroy-of-a-locked-mutex", ds_policy_deadlock, SAN_ROLE_MUTEX_ACQUIRE},
	{"unlock-of-an-unlocked-mutex", ds_policy_unlock, SAN_ROLE_ACCESS},
	{"wrong-output", ds_policy_output, -1},
	{"timeout", ds_policy_loop, -1},
	{"output-limit", ds_policy_loop, -1},
	{"memory-leak", ds_policy_leak, SAN_ROLE_ALLOCATION},
	{"indirect-leak", ds_policy_leak, SAN_ROLE_ALLOCATION},
	{"descriptor-leak", ds_policy_leak, SAN_ROLE_ACCESS},
};

static bool has_stack(const struct tg_symptom *s, int role)
{
	const struct tg_symptom_stack *stacks = s->stacks.items;
	for (size_t i = 0; i < s->stacks.len; i++) {
		const struct dbg_frame *f = stacks[i].frames.items;
		for (size_t k = 0; stacks[i].role == role && k < stacks[i].frames.len; k++)
			if (f[k].line)
				return true;
	}
	return false;
}

ds_policy_fn ds_policy_of(const struct tg_symptom *symptom)
{
	for (size_t i = 0; i < sizeof(policies) / sizeof(policies[0]); i++)
		if (fl_slice_eqs(symptom->kind, policies[i].kind) &&
			(policies[i].needs < 0 || has_stack(symptom, policies[i].needs)))
			return policies[i].play;
	return NULL;
}
