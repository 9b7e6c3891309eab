#include "datasets/record/instruct.h"

#include "base/hash.h"
#include "base/literal/literal.h"
#include "datasets/registry.h"
#include "tracegen/evidence/symptom.h"

enum { WORDINGS = 5 };

/* What is given, and what to find. */
static const char *const given[DS_KIND_COUNT][WORDINGS] = {
	[DS_KIND_DIAGNOSTIC_FIX] =
		{
			"This program does not build; the errors are below.",
			"The build of this code fails with the errors that are shown behind it.",
			"Compiler and linker refuse this code. Find what is wrong from what they "
			"say.",
			"Make this program compile and link again; the errors are given.",
			"Find the mistake that keeps this program from being built.",
		},
	[DS_KIND_SANITIZER_FIX] =
		{
			"A sanitizer stops this program; what it reports is below.",
			"This program was run under sanitizers, which report the error shown "
			"behind it.",
			"Find the cause of the sanitizer's report in this code.",
			"The report below is of a run of this program. Find the fault that leads "
			"to it.",
			"Something in this program makes a sanitizer complain as shown.",
		},
	[DS_KIND_TRACE_FIX] =
		{
			"This program does not do what it should; what a debugger saw of it is "
			"below.",
			"Find out from the debugger's view below why this program misbehaves.",
			"The program was run in a debugger; below is what was seen to go wrong.",
			"Trace the misbehaviour shown below back to its cause in this code.",
			"What this program does is wrong. Follow the evidence of its run to the "
			"fault.",
		},
	[DS_KIND_CRASH_REPORT] =
		{
			"This program does not come to its end; what is left of the run is below.",
			"The program crashes or never ends, as the report behind the code says.",
			"Find out why this program came to such an end.",
			"Only the report below is left of a run of this program. Find the cause.",
			"A run of this program was cut short as shown. Find the fault in its code.",
		},
	[DS_KIND_DIVERGENCE] =
		{
			"Two runs on one input are shown behind this program: its own and that of "
			"the right program, up to where they part. Find the fault.",
			"This program misbehaves; below, its run and the right program's are "
			"compared until their states differ. Find out why they do.",
			"The right program was run beside this one on the same input. The first "
			"state that differs is below; find the fault behind it.",
			"Below is where a run of this program parts from what the right program "
			"does. Find the cause in the code.",
			"Compare the run of this program with the right program's, of which the "
			"parting is shown, and find the fault.",
		},
	[DS_KIND_DEBUG_SESSION] =
		{
			"This program misbehaves as shown, and a debugger stands ready: ask it by "
			"calls, and find the cause.",
			"Find out with the debugger why this program does what is shown below.",
			"A run of this program went wrong as shown. Work with the debugger until "
			"one cause is left.",
			"Debug this program: what goes wrong is below, and the debugger answers "
			"your calls.",
			"The fault behind what is shown below is to be found in a debugger, step "
			"by step.",
		},
	[DS_KIND_COMPILE_SESSION] =
		{
			"This program does not build, as shown. Have each attempt compiled, and "
			"go by what the compiler says.",
			"Make this program compile: attempt by attempt, each compiled anew.",
			"The compiler refuses this program as shown below, and stands ready to "
			"compile what you make of it.",
			"Work with the compiler until this program builds; its first words are "
			"below.",
			"What is below was said of this program when it was built. Take one cause "
			"at a time, and have each attempt compiled.",
		},
};

/* Of a trace that is the symptom alone: no debugger's view is promised. */
static const char *const untraced[WORDINGS] = {
	"This program does not do what it should; what was seen of it is below.",
	"Find out from what is shown below why this program misbehaves.",
	"The program was run; below is what was seen to go wrong.",
	"Trace the misbehaviour shown below back to its cause in this code.",
	"What this program does is wrong, as shown. Find the fault that leads to it.",
};

/* Of a kernel that was booted in an emulator, and looked at where it gave up. */
static const char *const booted[WORDINGS] = {
	"This kernel does not pass its self-test; what a debugger saw where it gave up is below.",
	"A boot of this kernel ends as shown. Find the fault in its code.",
	"Find out from the state of the machine below why this kernel fails.",
	"This kernel was booted in an emulator, and a debugger looked at it when it gave up.",
	"Trace the failure of this kernel's boot back to its cause.",
};

/* Of a run that the program itself, or the library, ended: no sanitizer says a word. */
static const char *const aborted[WORDINGS] = {
	"This program ends itself before it is done; what it said is below.",
	"A run of this program was ended by a check of its own, or of the library, as shown.",
	"Find out why this program gives up as shown.",
	"The report below is of a run of this program. Find the fault that leads to it.",
	"Something in this program goes so wrong that it gives up, as shown.",
};
static const char *const aborts[] = {"assertion-failed", "terminate", "uncaught-exception", "abrt"};

/* Of a run at whose end something was still open: a look at the process tells it. */
static const char *const left_open[WORDINGS] = {
	"This program does not close what it opens; what was open in the end is below.",
	"This program was run, and left open at its end what is shown behind it.",
	"Find out why this program leaves open what is shown below.",
	"The report below is of a run of this program. Find the fault that leads to it.",
	"Something in this program is opened and never closed, as shown.",
};

/* Of a file of a project that is not here: nobody can build more than that. */
static const char *const compiled[WORDINGS] = {
	"This file does not compile; the errors are below.",
	"The compiler refuses this file with the errors that are shown behind it.",
	"Find out from the compiler's errors what is wrong in this file.",
	"Make this file compile again; the errors are given.",
	"Find the mistake that keeps this file from being compiled.",
};

/* Of a file that compiles, in which a check of clang-tidy finds something. */
static const char *const checked[WORDINGS] = {
	"A check of clang-tidy finds something in this file, as shown.",
	"clang-tidy says of this file what is shown behind it.",
	"Look at what clang-tidy found in this file, and do away with the cause.",
	"This file compiles, but a check of it fails as shown.",
	"Static analysis of this file found what is below.",
};

static const char *const think[WORDINGS] = {
	"First reason from what was seen to the cause, then",
	"Explain the cause from the evidence, then",
	"Say what leads from the symptom to the fault, then",
	"Write down the chain from observation to cause, and then",
	"Tell the cause and the class of the error first; then",
};

static const char *const answer[DS_FORM_COUNT][WORDINGS] = {
	[DS_FORM_DIFF] =
		{
			"answer with a unified diff that mends it.",
			"give the fix as a unified diff.",
			"mend it with a patch in unified format.",
			"write the fix as a patch for `patch -p1`.",
			"give a unified diff that puts it right.",
		},
	[DS_FORM_BLOCKS] =
		{
			"answer with search-and-replace blocks that mend it.",
			"give the fix as SEARCH/REPLACE blocks.",
			"mend it with search-and-replace blocks.",
			"write the fix as blocks of lines to find and what to put there.",
			"give SEARCH/REPLACE blocks that put it right.",
		},
	[DS_FORM_FILE] =
		{
			"answer with each file that changes, whole.",
			"give the mended files in full.",
			"write out every file that needs a change, complete.",
			"mend it and give the whole text of the files that changed.",
			"give the complete files, put right.",
		},
};

static bool is_symptom_alone(const struct ds_record *r, struct fl_arena *a)
{
	struct fl_items items = {0};
	return fl_literal_read(r->context, &ds_registry, a, &items, NULL) == 0 && items.len == 1 &&
	       items.at[0].shape == &tg_symptom_shape;
}

/* What is given, by a sanitizer or by what else was seen of a run under them. */
static const char *const *reported(struct fl_slice kind)
{
	for (size_t i = 0; i < sizeof(aborts) / sizeof(aborts[0]); i++)
		if (fl_slice_eqs(kind, aborts[i]))
			return aborted;
	return fl_slice_eqs(kind, "descriptor-leak") ? left_open : given[DS_KIND_SANITIZER_FIX];
}

struct fl_slice ds_instruction(const struct ds_record *r, struct fl_arena *a)
{
	const struct fl_slice parts[] = {FL_LIT("instruction"), r->fault,
		fl_slice_str(ds_kind_table[r->kind].name),
		fl_slice((const char *)&r->provenance.seed, sizeof(r->provenance.seed))};
	uint64_t draw = fl_hash64_parts(parts, sizeof(parts) / sizeof(parts[0]));
	const char *how = answer[r->form][draw / WORDINGS % WORDINGS];
	const char *first = given[r->kind][draw % WORDINGS];
	if (r->kind == DS_KIND_TRACE_FIX && is_symptom_alone(r, a))
		first = untraced[draw % WORDINGS];
	if (ds_record_is_machine(r))
		first = booted[draw % WORDINGS];
	if (r->kind == DS_KIND_SANITIZER_FIX)
		first = reported(r->verification.buggy.sanitizer_kind)[draw % WORDINGS];
	if (r->kind == DS_KIND_DIAGNOSTIC_FIX && r->build.len == 1)
		first = (fl_slice_eqs(r->verification.buggy.status, DS_FINDING)
				 ? checked
				 : compiled)[draw % WORDINGS];
	if (ds_kind_is(r->kind, DS_KIND_REASONS))
		return fl_arena_printf(
			a, "%s %s %s", first, think[draw / WORDINGS / WORDINGS % WORDINGS], how);
	return fl_arena_printf(a, "%s %c%s", first, (char)(how[0] - 'a' + 'A'), how + 1);
}

struct fl_slice ds_instruction_bare(struct fl_slice instruction, struct fl_arena *a)
{
	for (size_t i = 0; i < WORDINGS; i++) {
		ptrdiff_t at = fl_slice_find(instruction, think[i]);
		if (at < 0)
			continue;
		struct fl_slice first = fl_slice_head(instruction, (size_t)at);
		struct fl_slice how =
			fl_slice_trim(fl_slice_skip(instruction, (size_t)at + strlen(think[i])));
		char capital = how.len && how.ptr[0] >= 'a' && how.ptr[0] <= 'z'
				       ? (char)(how.ptr[0] - 'a' + 'A')
				       : '.';
		return fl_arena_printf(
			a, "%.*s%c%.*s", FL_ARG(first), capital, FL_ARG(fl_slice_skip(how, 1)));
	}
	return instruction;
}

struct fl_slice ds_instruction_put(
	const struct ds_record *r, struct fl_slice instruction, struct fl_arena *a)
{
	static const char task_mark[] = "// task: ";
	size_t at = fl_slice_starts_with(r->prompt, r->platform) ? r->platform.len : 0;
	struct fl_slice rest = fl_slice_skip(r->prompt, at), line;
	if (fl_slice_starts(rest, task_mark))
		fl_slice_line(&rest, &line);
	return fl_arena_printf(a, "%.*s%s%.*s\n%.*s", FL_ARG(fl_slice_head(r->prompt, at)),
		task_mark, FL_ARG(instruction), FL_ARG(rest));
}
