#include "tracegen/run.h"

#include <signal.h>

#include "sanitize/parse.h"
#include "sanitize/run/hang.h"
#include "sanitize/run/still.h"
#include "sanitize/symbolize/live.h"

enum {
	CPU_MS = 1000,
	IDLE_MS = 300,
	OUTPUT_MAX = 256 << 10,
	ERR_MAX = 1 << 20,
	TEXT_MAX = 4 << 20
};

#define PAD32 "................................"
#define PAD256 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32

static const char big[] = "PADDING=" PAD256 PAD256 PAD256 PAD256;

#define WITHOUT_SANITIZERS(kind)                                                                  \
	{                                                                                         \
		[TG_FIRST] = {.build = (kind)},                                                   \
		[TG_CONFIRMING] = {.build = (kind), .fill = 0x41, .moved = true, .padded = true}, \
		[TG_SECOND] = {.build = (kind), .fill = 0x41, .moved = true, .padded = true},     \
	}

const struct tg_condition tg_conditions[TG_BUILD_KINDS][TG_COURSE] = {
	[TG_SANITIZED] =
		{
			[TG_FIRST] = {.build = TG_SANITIZED, .use = SAN_RUN},
			[TG_CONFIRMING] = {.build = TG_SANITIZED,
				.use = SAN_CONFIRM,
				.fill = 0x41,
				.randomize = true,
				.padded = true},
			[TG_SECOND] = {.build = TG_SANITIZED,
				.use = SAN_RUN,
				.fill = 0x41,
				.randomize = true,
				.padded = true},
		},
	[TG_PLAIN] = WITHOUT_SANITIZERS(TG_PLAIN),
	[TG_LEFT_OPEN] = WITHOUT_SANITIZERS(TG_LEFT_OPEN),
	[TG_ON_I386] = WITHOUT_SANITIZERS(TG_ON_I386),
	[TG_ON_AARCH64] = WITHOUT_SANITIZERS(TG_ON_AARCH64),
	[TG_ON_S390X] = WITHOUT_SANITIZERS(TG_ON_S390X),
	/* ThreadSanitizer needs its fixed address layout. */
	[TG_THREADED] =
		{
			[TG_FIRST] = {.build = TG_THREADED, .use = SAN_RUN},
			[TG_CONFIRMING] = {.build = TG_THREADED, .use = SAN_RUN, .one_cpu = true},
			[TG_SECOND] = {.build = TG_THREADED, .use = SAN_RUN, .padded = true},
		},
};

unsigned tg_cpu_limit(const struct tg_limits *limits)
{
	return limits && limits->cpu_ms ? limits->cpu_ms : CPU_MS;
}

size_t tg_output_limit(const struct tg_limits *limits)
{
	return limits && limits->output_max ? limits->output_max : OUTPUT_MAX;
}

bool tg_run_is_wrong(const struct tg_run *run, const struct tg_baseline *original)
{
	return run->outcome != SAN_PASSED || !fl_slice_eq(run->out, original->run.out);
}

bool tg_is_limit(enum fl_end end)
{
	return end == FL_END_CPU || end == FL_END_WALL;
}

/*
 * Runs a command and stops it, for a little more than a second each time, after 30, 60, 120 and 250
 * ms of its own; one that has ended before is not waited for.
 */
static const char *const holder[] = {"/bin/sh", "-c",
	"exec 3<&0\n"
	"\"$@\" <&3 3<&- & p=$!\n"
	"for t in .03 .03 .06 .13; do\n"
	"	sleep $t\n"
	"	read -r _ _ state _ 2>/dev/null </proc/$p/stat || break\n"
	"	[ \"$state\" != Z ] && kill -STOP $p 2>/dev/null || break\n"
	"	sleep 1.05\n"
	"	kill -CONT $p\n"
	"done\n"
	"wait $p",
	"sh"};

static const char **run_argv(
	const struct tg_program *p, const struct tg_condition *c, struct fl_arena *a)
{
	enum { HOLDER = sizeof(holder) / sizeof(holder[0]) };
	const char **argv =
		fl_arena_array(a, p->args.len + TG_WRAPPER_MAX + HOLDER + 2, sizeof(*argv));
	if (!argv)
		return NULL;
	size_t n = c->held ? HOLDER : 0;
	memcpy(argv, holder, n * sizeof(*argv));
	n += tg_build_wrapper(c->build, argv + n);
	argv[n++] = "./" TG_BINARY;
	for (size_t i = 0; i < p->args.len; i++)
		argv[n++] = fl_arena_slice(a, tg_text_at(&p->args, i)).ptr;
	return argv;
}

static const char *const *san_env_of(
	const struct tg_program *p, const struct tg_condition *c, struct fl_arena *a)
{
	static const char *const none[] = {NULL};
	const struct san_env env = {.use = c->use,
		.mode = tg_build_mode(c->build),
		.fill = c->fill,
		.pairs = true,
		.no_leaks = p->leaks_off};
	return tg_build_sanitized(c->build) ? san_environment(&env, a) : none;
}

static const char **run_env(const struct tg_program *p, const struct tg_condition *c,
	const char *mutant, struct fl_arena *a)
{
	enum { ENV_MAX = 16 };
	const char **env = fl_arena_array(a, ENV_MAX, sizeof(*env));
	const char *const *san = san_env_of(p, c, a);
	size_t n = 0;
	if (!env || !san)
		return NULL;
	env[n++] = "PATH=/usr/bin:/bin";
	env[n++] = "LANG=C.UTF-8";
	env[n++] = "HOME=" FL_BOX_DIR;
	for (size_t i = 0; san[i] && n < ENV_MAX - 5; i++)
		env[n++] = san[i];
	/* Where none are looked for anyway it is said, too: to whoever builds it another way. */
	if (p->leaks_off && c->build != TG_SANITIZED)
		env[n++] = SAN_NO_LEAKS;
	if (!tg_build_sanitized(c->build) && c->fill)
		env[n++] = fl_arena_printf(a, "MALLOC_PERTURB_=%u", c->fill).ptr;
	if (mutant)
		env[n++] = fl_arena_printf(a, TG_MUTANT_VARIABLE "=%s", mutant).ptr;
	env[n] = c->padded ? big : NULL;
	return env;
}

struct fl_slice tg_run_environment(
	const struct tg_program *p, enum tg_build_kind kind, struct fl_arena *a)
{
	const char *const *env =
		(const char *const *)run_env(p, &tg_conditions[kind][TG_FIRST], NULL, a);
	struct fl_buf lines;
	fl_buf_init(&lines, TEXT_MAX);
	for (size_t i = 0; env && env[i]; i++)
		fl_buf_printf(&lines, "%s\n", env[i]);
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&lines));
	fl_buf_release(&lines);
	return text;
}

/* What the program wrote: the emulator has a line of its own for a signal that ends it. */
static struct fl_slice without_emulator(struct fl_slice text)
{
	ptrdiff_t at = fl_slice_find(text, "qemu: uncaught target signal");
	return at < 0 ? text : fl_slice_head(text, (size_t)at);
}

/* Where the threads of a program stood that waited without end. */
static void look_at_hang(struct fl_box *box, const struct san_parse_opts *opts, struct fl_arena *a,
	struct tg_run *run)
{
	static const struct san_symbolize_opts how = {.inside = true};
	struct san_report look = run->evidence;
	struct fl_list waits;
	if (!fl_slice_eqs(look.kind, "hang") || !san_hang_report(box, &how, opts, a, &look, &waits))
		return;
	run->look = look;
	run->waits = waits;
}

/* What it shows: one answer, and of ThreadSanitizer all that it reported. */
static int read_evidence(struct fl_box *box, const struct tg_condition *c, struct fl_arena *a,
	struct tg_run *run, struct fl_error *err)
{
	struct san_parse_opts opts = {.strip = FL_S(FL_BOX_DIR "/")};
	struct san_reports all;
	int rc = san_evidence_of(
		&run->result, run->err, &opts, a, &run->outcome, &run->evidence, err);
	if (rc)
		return rc;
	/* Which limit ends who works on a busy machine is chance: it is a timeout. */
	if (run->result.end == FL_END_WALL && !san_was_waiting(&run->result))
		run->result.end = FL_END_CPU;
	if (!tg_build_target(c->build))
		look_at_hang(box, &opts, a, run);
	if (c->build != TG_THREADED)
		return 0;
	rc = san_parse(run->err, &opts, a, &all, err);
	if (rc == 0)
		run->reports = all.list;
	return rc;
}

/* *ret_starved: the clock ended it, the host kept it from the processor, and no more is known. */
static int run_once(struct fl_box *box, const struct tg_program *p, const struct tg_condition *c,
	const struct fl_run_spec *spec, struct fl_arena *a, struct tg_run *run, bool *ret_starved,
	struct fl_error *err)
{
	struct fl_buf out, text;
	int rc = tg_build_clean(box, p, err);
	if (rc == 0 && c->littered)
		rc = tg_build_litter(box, err);
	if (rc)
		return rc;
	fl_buf_init(&out, TEXT_MAX);
	fl_buf_init(&text, TEXT_MAX);
	rc = fl_box_run(box, spec, &out, &text, &run->result, err);
	run->out = fl_arena_slice(a, fl_buf_view(&out));
	run->err = fl_arena_slice(a, without_emulator(fl_buf_view(&text)));
	fl_buf_release(&out);
	fl_buf_release(&text);
	if (rc == 0)
		rc = fl_arena_error(a, "the output of a run", err);
	bool starved = rc == 0 && san_was_starved(&run->result);
	rc = rc ? rc : read_evidence(box, c, a, run, err);
	*ret_starved = starved && rc == 0 && run->evidence.tool == SAN_TOOL_SYSTEM;
	return rc;
}

int tg_run_once(struct fl_box *box, const struct tg_program *p, const char *mutant,
	const struct tg_condition *c, unsigned cpu_ms, const struct tg_limits *limits,
	struct fl_arena *a, struct tg_run *ret_run, struct fl_error *err)
{
	bool here = !tg_build_target(c->build); /* an emulator's threads say nothing */
	struct fl_run_spec spec = {.argv = run_argv(p, c, a),
		.env = run_env(p, c, mutant, a),
		.input = p->input,
		.out_max = tg_output_limit(limits),
		.err_max = ERR_MAX,
		.cpu_ms = cpu_ms,
		.randomize = c->randomize,
		.moved = c->moved,
		.one_cpu = c->one_cpu,
		.stop_signal = SIGKILL,
		.stop_fn = here ? san_live_look : NULL,
		.idle_fn = here && !c->held ? san_is_still : NULL,
		.idle_ms = IDLE_MS};
	int rc = fl_arena_error(a, "a command line", err);
	for (int i = 0; i < SAN_STARVED_TRIES && rc == 0; i++) {
		struct tg_run run = {0};
		bool starved = false;
		rc = run_once(box, p, c, &spec, a, &run, &starved, err);
		if (rc == 0 && !starved) {
			*ret_run = run;
			return 0;
		}
		spec.wall_ms = SAN_STARVED_TIMES * run.result.wall_ms;
	}
	return rc ? rc
		  : fl_error_set(err, FL_EHOST,
			    "the host was too busy: a program got no processor to run on");
}
