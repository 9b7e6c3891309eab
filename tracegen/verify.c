#include "tracegen/verify.h"

#include <signal.h>
#include <stdio.h>

#include "diag/parse.h"
#include "sanitize/parse.h"
#include "sanitize/run/flags.h"
#include "sanitize/run/hang.h"
#include "sanitize/run/still.h"
#include "sanitize/symbolize/live.h"
#include "tracegen/alike.h"

enum {
	CPU_MS = 1000,
	IDLE_MS = 300,
	OUTPUT_MAX = 256 << 10,
	ERR_MAX = 1 << 20,
	TEXT_MAX = 4 << 20
};

const struct tg_refusal_info tg_refusals[TG_REFUSAL_COUNT] = {
#define X(id, word, meaning) [TG_REFUSED_##id] = {word, meaning},
	TG_REFUSALS(X)
#undef X
};

static const char *const status_words[TG_STATUS_COUNT] = {
#define X(id, word) [TG_##id] = word,
	TG_STATUSES(X)
#undef X
};
const struct fl_names tg_status_names = {"status", status_words, TG_STATUS_COUNT};

/* What differs between the two runs; whatever depends on it is not the fault's own doing. */
struct condition {
	bool plain; /* without sanitizers: `use` means nothing */
	enum san_use use;
	unsigned fill; /* what fresh heap memory holds; 0: what it likes */
	bool randomize;
	bool moved; /* not at random: a crash must not come and go by chance */
	const char *padding; /* a further variable, or NULL */
};

#define PAD32 "................................"
#define PAD256 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32

static const char big[] = "PADDING=" PAD256 PAD256 PAD256 PAD256;

enum { FIRST, CONFIRMING, SECOND, COURSE };

/* The second run is with names only where the confirming one cannot tell without. */
static const struct condition conditions[TG_BUILD_KINDS][COURSE] =
	{
		[TG_SANITIZED] =
			{
				[FIRST] = {false, SAN_RUN, 0, false, false, NULL},
				[CONFIRMING] = {false, SAN_CONFIRM, 0x41, true, false, big},
				[SECOND] = {false, SAN_RUN, 0x41, true, false, big},
			},
		[TG_PLAIN] =
			{
				[FIRST] = {true, SAN_RUN, 0, false, false, NULL},
				[CONFIRMING] = {true, SAN_RUN, 0x41, false, true, big},
				[SECOND] = {true, SAN_RUN, 0x41, false, true, big},
			},
};

static unsigned cpu_limit(const struct tg_limits *limits)
{
	return limits && limits->cpu_ms ? limits->cpu_ms : CPU_MS;
}

/*
 * Endless loops cost this much and twice as much again. Programs that leave half of what an
 * original may use are given half; an original near that border changes nothing but for mutants in
 * between.
 */
static unsigned mutant_limit(const struct tg_limits *limits, const struct tg_baseline *baseline)
{
	unsigned limit = cpu_limit(limits);
	return baseline->run.result.cpu_ms <= limit / 20 ? limit / 2 : limit;
}

static size_t output_limit(const struct tg_limits *limits)
{
	return limits && limits->output_max ? limits->output_max : OUTPUT_MAX;
}

static const char **run_argv(const struct tg_program *p, struct fl_arena *a)
{
	const char **argv = fl_arena_array(a, p->args.len + 2, sizeof(*argv));
	if (!argv)
		return NULL;
	argv[0] = "./" TG_BINARY;
	for (size_t i = 0; i < p->args.len; i++)
		argv[i + 1] = fl_arena_slice(a, tg_text_at(&p->args, i)).ptr;
	return argv;
}

static const char **run_env(const struct condition *c, const char *mutant, struct fl_arena *a)
{
	enum { ENV_MAX = 16 };
	static const char *const none[] = {NULL};
	const char **env = fl_arena_array(a, ENV_MAX, sizeof(*env));
	const char *const *san =
		c->plain ? none
			 : san_environment(&(struct san_env){.use = c->use, .fill = c->fill}, a);
	size_t n = 0;
	if (!env || !san)
		return NULL;
	env[n++] = "PATH=/usr/bin:/bin";
	env[n++] = "LANG=C.UTF-8";
	env[n++] = "HOME=" FL_BOX_DIR;
	for (size_t i = 0; san[i] && n < ENV_MAX - 4; i++)
		env[n++] = san[i];
	if (c->plain && c->fill)
		env[n++] = fl_arena_printf(a, "MALLOC_PERTURB_=%u", c->fill).ptr;
	if (mutant)
		env[n++] = fl_arena_printf(a, TG_MUTANT_VARIABLE "=%s", mutant).ptr;
	env[n] = c->padding;
	return env;
}

struct fl_slice tg_run_environment(enum tg_build_kind kind, struct fl_arena *a)
{
	const char *const *env = (const char *const *)run_env(&conditions[kind][FIRST], NULL, a);
	struct fl_buf lines;
	fl_buf_init(&lines, TEXT_MAX);
	for (size_t i = 0; env && env[i]; i++)
		fl_buf_printf(&lines, "%s\n", env[i]);
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&lines));
	fl_buf_release(&lines);
	return text;
}

/* Where the threads of a program stood that waited without end. */
static void look_at_hang(struct fl_box *box, const struct san_parse_opts *opts, struct fl_arena *a,
	struct tg_run *run)
{
	static const struct san_symbolize_opts how = {.inside = true};
	struct san_report look = run->evidence;
	if (fl_slice_eqs(look.kind, "hang") && san_hang_report(box, &how, opts, a, &look))
		run->look = look;
}

/* One run of the binary under a condition, from a clean directory, with its evidence. */
static int run_once(struct fl_box *box, const struct tg_program *p, const char *mutant,
	const struct condition *c, unsigned cpu_ms, const struct tg_limits *limits,
	struct fl_arena *a, struct tg_run *run, struct fl_error *err)
{
	struct fl_run_spec spec = {.argv = run_argv(p, a),
		.env = run_env(c, mutant, a),
		.input = p->input,
		.out_max = output_limit(limits),
		.err_max = ERR_MAX,
		.cpu_ms = cpu_ms,
		.randomize = c->randomize,
		.moved = c->moved,
		.stop_signal = SIGKILL,
		.stop_fn = san_live_look,
		.idle_fn = san_is_still,
		.idle_ms = IDLE_MS};
	struct san_parse_opts opts = {.strip = FL_S(FL_BOX_DIR "/")};
	struct fl_buf out, text;
	int rc = fl_arena_error(a, "a command line", err);
	if (rc == 0)
		rc = tg_build_clean(box, p, err);
	if (rc)
		return rc;
	fl_buf_init(&out, TEXT_MAX);
	fl_buf_init(&text, TEXT_MAX);
	*run = (struct tg_run){0};
	rc = fl_box_run(box, &spec, &out, &text, &run->result, err);
	run->out = fl_arena_slice(a, fl_buf_view(&out));
	run->err = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&out);
	fl_buf_release(&text);
	if (rc == 0)
		rc = fl_arena_error(a, "the output of a run", err);
	if (rc == 0)
		rc = san_evidence_of(
			&run->result, run->err, &opts, a, &run->outcome, &run->evidence, err);
	if (rc == 0)
		look_at_hang(box, &opts, a, run);
	return rc;
}

/* Reasons by how a run ended; FL_END_EXIT and FL_END_SIGNAL depend on more. */
static const enum tg_refusal refusal_by_end[FL_END_COUNT] = {
	[FL_END_CPU] = TG_REFUSED_TOO_SLOW,
	[FL_END_WALL] = TG_REFUSED_TOO_SLOW,
	[FL_END_OUTPUT] = TG_REFUSED_OUTPUT,
	[FL_END_MEMORY] = TG_REFUSED_MEMORY,
	[FL_END_SIGNAL] = TG_REFUSED_SIGNAL,
};

static enum tg_refusal judge_original(const struct tg_run *run, const struct tg_limits *limits)
{
	const struct fl_process_result *r = &run->result;
	if (run->outcome == SAN_INFRA)
		return TG_REFUSED_INFRA;
	if (run->evidence.tool != SAN_TOOL_NONE && run->evidence.tool != SAN_TOOL_SYSTEM)
		return TG_REFUSED_SANITIZER;
	if (r->end != FL_END_EXIT)
		return refusal_by_end[r->end];
	if (r->exit_status != 0)
		return TG_REFUSED_EXIT_STATUS;
	if (run->outcome != SAN_PASSED)
		return TG_REFUSED_SANITIZER;
	if (r->cpu_ms > cpu_limit(limits) / 10)
		return TG_REFUSED_TOO_SLOW;
	return run->out.len > output_limit(limits) / 4 ? TG_REFUSED_OUTPUT : TG_REFUSED_NONE;
}

/* Two clean runs that print the same; *ret_refusal tells why not. */
static int run_original(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_run *run,
	struct fl_slice *ret_detail, enum tg_refusal *ret_refusal, struct fl_error *err)
{
	struct tg_run second = {0};
	const struct condition *course = conditions[kind];
	unsigned cpu_ms = cpu_limit(limits);
	enum tg_refusal refusal = TG_REFUSED_NONE;
	int rc = run_once(box, p, NULL, &course[FIRST], cpu_ms, limits, a, run, err);
	*ret_detail = run->evidence.kind;
	if (rc == 0)
		refusal = judge_original(run, limits);
	if (rc == 0 && !refusal) {
		rc = run_once(box, p, NULL, &course[CONFIRMING], cpu_ms, limits, a, &second, err);
		refusal = rc ? refusal : judge_original(&second, limits);
		if (rc == 0 && !refusal && !fl_slice_eq(run->out, second.out))
			refusal = TG_REFUSED_NONDETERMINISTIC;
		*ret_detail = second.evidence.kind;
	}
	*ret_refusal = refusal;
	return rc;
}

/* Build both kinds; only the sanitized one must succeed. Runs the plain one. */
static int build_original(struct fl_box *box, const struct tg_program *p,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_baseline *b,
	struct tg_run *plain, struct fl_error *err)
{
	struct tg_build build;
	int rc = fl_box_clear(box, err);
	if (rc == 0)
		rc = tg_build_setup(box, p, err);
	if (rc == 0)
		rc = tg_build_run(box, p, TG_PLAIN, NULL, a, &build, err);
	if (rc)
		return rc;
	b->plain_ok = build.ok;
	b->compile_ms = build.cpu_ms;
	if (build.ok) {
		enum tg_refusal refusal = TG_REFUSED_NONE;
		struct fl_slice detail;
		rc = run_original(box, p, TG_PLAIN, limits, a, plain, &detail, &refusal, err);
		b->plain_runs = rc == 0 && !refusal;
		if (rc == 0)
			rc = tg_build_clean(box, p, err);
	}
	if (rc)
		return rc;
	rc = tg_build_run(box, p, TG_SANITIZED, NULL, a, &build, err);
	if (rc)
		return rc;
	b->compile_ms += build.cpu_ms;
	if (!build.ok) {
		b->refusal = build.end == FL_END_EXIT ? TG_REFUSED_NOT_COMPILED
						      : TG_REFUSED_COMPILER_LIMIT;
		b->detail = build.diagnostics;
	}
	return 0;
}

int tg_baseline_run(struct fl_box *box, const struct tg_program *program,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_baseline *ret_baseline,
	struct fl_error *err)
{
	struct tg_baseline b = {0};
	struct tg_run plain = {0};
	struct fl_error invalid;
	if (tg_program_check(program, &invalid)) {
		b.refusal = TG_REFUSED_INVALID;
		b.detail = fl_arena_printf(a, "%s", invalid.message);
		*ret_baseline = b;
		return 0;
	}
	int rc = build_original(box, program, limits, a, &b, &plain, err);
	if (rc == 0 && !b.refusal)
		rc = run_original(
			box, program, TG_SANITIZED, limits, a, &b.run, &b.detail, &b.refusal, err);
	b.plain_runs = b.plain_runs && fl_slice_eq(b.run.out, plain.out);
	if (rc == 0)
		*ret_baseline = b;
	return rc;
}

static bool is_limit(enum fl_end end)
{
	return end == FL_END_CPU || end == FL_END_WALL;
}

/* A run that ended by itself, but after more than half of the time that it may take. */
static bool is_near_limit(const struct tg_run *run, const struct tg_limits *limits)
{
	return !is_limit(run->result.end) && run->result.cpu_ms > cpu_limit(limits) / 2;
}

static bool same_failure(const struct tg_run *x, const struct tg_run *y)
{
	const struct san_report *a = &x->evidence, *b = &y->evidence;
	if (x->result.end != y->result.end || x->result.exit_status != y->result.exit_status ||
		x->result.signal != y->result.signal || !fl_slice_eq(a->kind, b->kind) ||
		a->line != b->line || !fl_slice_eq(a->file, b->file))
		return false;
	if (is_limit(x->result.end) || x->result.end == FL_END_OUTPUT ||
		x->result.end == FL_END_MEMORY)
		return true; /* where the output was cut is chance */
	bool reported = a->tool != SAN_TOOL_NONE && a->tool != SAN_TOOL_SYSTEM;
	return reported || fl_slice_eq(x->out, y->out);
}

/* The evidence of a run that passed, but printed something else than the original. */
static struct san_report wrong_output(void)
{
	return (struct san_report){.kind = FL_S("wrong-output"),
		.error_class = DIAG_CLASS_LOGIC,
		.cwe = FL_S("CWE-682"),
		.message = FL_S("the program ends normally, but its output is wrong")};
}

static void conclude(struct tg_outcome *o, const struct tg_limits *limits)
{
	const struct tg_run *first = &o->runs[0], *second = &o->runs[1];
	if (first->outcome == SAN_INFRA || second->outcome == SAN_INFRA)
		o->status = TG_INFRA;
	else if (is_near_limit(first, limits) || is_near_limit(second, limits) ||
		 (is_limit(first->result.end) && !is_limit(second->result.end)))
		o->status = TG_NEAR_LIMIT;
	else if (!same_failure(first, second))
		o->status = TG_NONDETERMINISTIC;
	else
		o->status = TG_OBSERVED;
	if (o->status != TG_OBSERVED)
		return;
	o->evidence = first->outcome == SAN_PASSED ? wrong_output() : first->evidence;
	/* Threads may stand elsewhere each time: then there is nothing to say of them. */
	if (first->look.kind.len && fl_object_eq(&san_report_shape, &first->look, &second->look))
		o->evidence = first->look;
	o->evidence_class = (enum diag_class)o->evidence.error_class;
}

/*
 * Where a run without names was reported at the same places as one with them, it has the same
 * evidence. *ret_named is false when it must be made anew, with names.
 */
static int name_frames(
	const struct tg_run *with, struct tg_run *without, bool *ret_named, struct fl_error *err)
{
	bool alike = true;
	if (without->evidence.stacks.len == 0) {
		*ret_named = true;
		return 0;
	}
	int rc = tg_stacks_alike(with->err, without->err, &alike, err);
	if (rc)
		return rc;
	const struct san_report *a = &with->evidence, *b = &without->evidence;
	*ret_named = alike && fl_slice_eq(a->kind, b->kind) &&
		     (b->line == 0 || (a->line == b->line && fl_slice_eq(a->file, b->file)));
	if (*ret_named)
		without->evidence = with->evidence;
	return 0;
}

static int judge(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const char *mutant, const struct condition *course,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *outcome,
	struct fl_error *err)
{
	unsigned limit = mutant_limit(limits, baseline);
	struct tg_limits own = {.cpu_ms = limit, .output_max = output_limit(limits)};
	struct tg_run *first = &outcome->runs[0], *second = &outcome->runs[1];
	bool named;
	int rc = run_once(box, program, mutant, &course[FIRST], limit, &own, a, first, err);
	if (rc)
		return rc;
	outcome->run_count = 1;
	outcome->run_ms = first->result.cpu_ms;
	if (first->outcome == SAN_PASSED && fl_slice_eq(first->out, baseline->run.out)) {
		outcome->status = is_near_limit(first, &own) ? TG_NEAR_LIMIT : TG_SURVIVED;
		return 0;
	}
	unsigned again = is_limit(first->result.end) ? 2 * limit : limit;
	rc = run_once(box, program, mutant, &course[CONFIRMING], again, &own, a, second, err);
	outcome->run_ms += second->result.cpu_ms;
	if (rc == 0)
		rc = name_frames(first, second, &named, err);
	if (rc == 0 && !named) {
		rc = run_once(box, program, mutant, &course[SECOND], again, &own, a, second, err);
		outcome->run_ms += second->result.cpu_ms;
	}
	if (rc)
		return rc;
	outcome->run_count = 2;
	conclude(outcome, &own);
	return 0;
}

int tg_judge(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const char *mutant, const struct tg_limits *limits,
	struct fl_arena *a, struct tg_outcome *outcome, struct fl_error *err)
{
	return judge(
		box, program, baseline, mutant, conditions[TG_SANITIZED], limits, a, outcome, err);
}

/* The class of the first error that the build's text holds; DIAG_CLASS_NONE when none is known. */
static int first_error_class(
	struct fl_slice text, struct fl_arena *a, enum diag_class *ret_class, struct fl_error *err)
{
	struct fl_list list;
	int rc = diag_parse(text, DIAG_FROM_AUTO, a, &list, err);
	enum diag_class cls = DIAG_CLASS_NONE;
	for (size_t i = 0; rc == 0 && i < list.len && cls == DIAG_CLASS_NONE; i++) {
		const struct diag_diagnostic *d = (const struct diag_diagnostic *)list.items + i;
		if (d->level == DIAG_ERROR || d->level == DIAG_FATAL)
			cls = (enum diag_class)d->error_class;
	}
	if (rc == 0)
		*ret_class = cls;
	return rc;
}

/* The compiler or linker must refuse, twice in the same words. */
static int verify_compile(struct fl_box *box, const struct tg_program *p,
	const struct tg_file *changed, struct fl_arena *a, struct tg_outcome *o,
	struct fl_error *err)
{
	struct tg_build first, second;
	int rc = tg_build_run(box, p, TG_PLAIN, changed, a, &first, err);
	if (rc)
		return rc;
	o->compile_ms = first.cpu_ms;
	o->diagnostics = first.diagnostics;
	o->linking = first.linking;
	if (first.ok)
		return 0; /* survived */
	rc = tg_build_again(box, p, changed, &first, a, &second, err);
	if (rc)
		return rc;
	o->compile_ms += second.cpu_ms;
	if (first.end != FL_END_EXIT || second.end != FL_END_EXIT)
		o->status = TG_INFRA;
	else if (second.ok || !fl_slice_eq(first.diagnostics, second.diagnostics))
		o->status = TG_NONDETERMINISTIC;
	else
		o->status = TG_OBSERVED;
	return first_error_class(first.diagnostics, a, &o->evidence_class, err);
}

static int verify_runtime(struct fl_box *box, const struct tg_program *p,
	const struct tg_baseline *baseline, const struct tg_file *changed,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *o,
	struct fl_error *err)
{
	struct tg_build build;
	int rc = tg_build_run(box, p, TG_SANITIZED, changed, a, &build, err);
	if (rc)
		return rc;
	o->compile_ms = build.cpu_ms;
	if (!build.ok) {
		o->status = build.end == FL_END_EXIT ? TG_NOT_COMPILED : TG_INFRA;
		o->diagnostics = build.diagnostics;
		return 0;
	}
	return tg_judge(box, p, baseline, NULL, limits, a, o, err);
}

int tg_verify(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const struct tg_site *site,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *ret_outcome,
	struct fl_error *err)
{
	struct tg_outcome o = {.status = TG_SURVIVED};
	int op = tg_op_find(site->op);
	const struct tg_file *file = tg_program_file(program, site->file);
	if (op < 0 || !file || baseline->refusal)
		return fl_error_set(
			err, FL_EINVAL, "no operator, file or clean baseline for the site");
	struct tg_file changed = {.path = site->file};
	int rc = tg_apply(file->content, site, a, &changed.content, err);
	if (rc)
		return rc;
	if (tg_ops[op].phase == TG_RUNTIME)
		rc = verify_runtime(box, program, baseline, &changed, limits, a, &o, err);
	else if (!baseline->plain_ok)
		rc = fl_error_set(
			err, FL_EINVAL, "the original does not build under the stricter flags");
	else
		rc = verify_compile(box, program, &changed, a, &o, err);
	if (rc == 0)
		*ret_outcome = o;
	return rc;
}

int tg_verify_crash(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const struct tg_site *site,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *ret_outcome,
	struct fl_error *err)
{
	struct tg_outcome o = {.status = TG_SURVIVED};
	const struct tg_file *file = tg_program_file(program, site->file);
	struct tg_file changed = {.path = site->file};
	struct tg_build build;
	if (!file || !baseline->plain_runs)
		return fl_error_set(err, FL_EINVAL, "no file or plain baseline for the site");
	int rc = tg_apply(file->content, site, a, &changed.content, err);
	if (rc == 0)
		rc = tg_build_plain(box, program, &changed, a, &build, err);
	if (rc)
		return rc;
	o.compile_ms = build.cpu_ms;
	if (!build.ok)
		o.status = build.end == FL_END_EXIT ? TG_NOT_COMPILED : TG_INFRA;
	else
		rc = judge(box, program, baseline, NULL, conditions[TG_PLAIN], limits, a, &o, err);
	if (o.status == TG_OBSERVED && o.runs[0].result.end == FL_END_EXIT)
		o.status = TG_SURVIVED;
	if (rc == 0)
		*ret_outcome = o;
	return rc;
}
