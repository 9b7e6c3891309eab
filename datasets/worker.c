#include "datasets/worker.h"

#include "base/rng.h"
#include "debugsession/gdb/gdb.h"
#include "debugsession/gdb/lean.h"
#include "sanitize/kinds/kinds.h"
#include "sanitize/run/flags.h"
#include "tracegen/crash.h"
#include "tracegen/operators/ops.h"
#include "tracegen/sites.h"

enum { ARENA_MAX = 1 << 30, PLATFORM_MAX = 64 << 10 };

/* One gdb serves many traces; its limits are for all of them. */
enum { GDB_CPU_MS = 600000, GDB_WALL_MS = 1800000, TRACE_CPU_S = 2, TRACE_WALL_MS = 20000 };

const char *const ds_trace_words[DS_TRACE_COUNT] = {
#define X(id, word) [DS_TRACE_##id] = word,
	DS_TRACES(X)
#undef X
};

const char *const ds_crash_words[DS_CRASH_COUNT] = {
#define X(id, word) [DS_CRASH_##id] = word,
	DS_CRASHES(X)
#undef X
};

enum tg_compiler ds_compiler_for(uint64_t seed, struct fl_slice program_sha256)
{
	struct fl_rng r = fl_rng_new(seed, FL_S("compiler"), program_sha256);
	return fl_rng_below(&r, 2) ? TG_CLANG : TG_GCC;
}

int ds_worker_open(struct ds_worker *w, const struct ds_worker_opts *opts, struct fl_error *err)
{
	*w = (struct ds_worker){.opts = *opts};
	fl_arena_init(&w->arena, ARENA_MAX);
	return fl_box_new(&w->opts.box, &w->box, err);
}

/* In the debugger a program may use twice as much as alone. */
static unsigned trace_cpu_s(const struct ds_worker *w)
{
	unsigned s = w->opts.cpu_ms / 500;
	return s > TRACE_CPU_S ? s : TRACE_CPU_S;
}

static unsigned trace_wall_ms(const struct ds_worker *w)
{
	return TRACE_WALL_MS / TRACE_CPU_S * trace_cpu_s(w);
}

static int gdb_open(struct ds_worker *w, struct fl_error *err)
{
	struct fl_run_spec limits = {.cpu_ms = GDB_CPU_MS, .wall_ms = GDB_WALL_MS};
	return w->engine ? 0 : dbg_gdb_open(w->box, &limits, &w->gdb, &w->engine, err);
}

static void gdb_close(struct ds_worker *w)
{
	if (!w->engine)
		return;
	struct fl_process_result ignored;
	dbg_engine_free(w->engine);
	w->engine = NULL;
	/* However it ended, the run is over and nothing of it is left. */
	fl_child_end(&w->gdb, &ignored, NULL);
}

void ds_worker_close(struct ds_worker *w)
{
	gdb_close(w);
	fl_box_free(w->box);
	w->box = NULL;
	fl_arena_release(&w->arena);
}

int ds_worker_compilers(
	struct fl_arena *a, struct plat_compiler ret_compilers[2], struct fl_error *err)
{
	int rc = plat_compiler_query("gcc-12", a, &ret_compilers[TG_GCC], err);
	return rc ? rc : plat_compiler_query("clang-19", a, &ret_compilers[TG_CLANG], err);
}

/* The platform header of the file that gets the fault, under the kind of build that shows it. */
static int write_platform(const struct ds_worker *w, const struct tg_site *site,
	enum tg_build_kind kind, struct fl_arena *a, struct fl_slice *ret_header,
	struct fl_error *err)
{
	struct fl_list argv = tg_build_compile_argv(&w->program, kind, 0, false, a);
	const char **flags = fl_arena_array(a, argv.len + 1, sizeof(*flags));
	const struct tg_file *file = tg_program_file(&w->program, site->file);
	struct plat_compiler compiler = w->opts.compilers[w->program.compiler];
	struct plat_context context;
	struct fl_buf text;
	if (!flags)
		return fl_arena_error(a, "the platform header", err);
	if (tg_build_target(kind))
		compiler.target = fl_slice_str(tg_build_target(kind)->triple);
	for (size_t i = 0; i < argv.len; i++)
		flags[i] = fl_arena_slice(a, tg_text_at(&argv, i)).ptr;
	int rc = plat_detect(file->content, w->program.language == TG_C ? PLAT_C : PLAT_CXX,
		&compiler, flags, a, &context, err);
	if (rc)
		return rc;
	fl_buf_init(&text, PLATFORM_MAX);
	plat_header_write(&context, &text);
	rc = fl_buf_error(&text, "the platform header", err);
	*ret_header = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "the platform header", err);
}

void ds_worker_unload(struct ds_worker *w)
{
	gdb_close(w);
	w->source = NULL;
	w->decls_known = w->lean_known = false;
	fl_arena_release(&w->arena);
}

int ds_worker_load(struct ds_worker *w, const struct ds_program *source,
	const struct tg_program *program, struct fl_error *err)
{
	if (w->source == source)
		return 0;
	ds_worker_unload(w);
	w->port = (struct tg_port){0};
	w->program = *program;
	struct tg_limits limits = {.cpu_ms = w->opts.cpu_ms};
	int rc = tg_baseline_run(w->box, &w->program, &limits, &w->arena, &w->baseline, err);
	if (rc == 0)
		w->source = source;
	return rc;
}

/* What follows is of that input. */
static void take_input(struct ds_worker *w, size_t i)
{
	w->program = tg_program_with(&w->program, i);
	w->baseline = tg_baseline_with(&w->baseline, i);
}

static struct fl_slice compiler_of(const struct ds_worker *w, enum tg_build_kind build)
{
	const struct ds_toolchain *t = w->opts.toolchain;
	return tg_build_target(build) && w->program.compiler == TG_GCC
		       ? t->targets[build - TG_ON_I386]
		       : t->compilers[w->program.compiler].version;
}

/* The case of a site that was tried. */
static int case_of(const struct ds_worker *w, const struct tg_site *site,
	const struct tg_outcome *outcome, enum tg_build_kind build, struct fl_arena *a,
	struct ds_case *ret_case, struct fl_error *err)
{
	const struct ds_toolchain *t = w->opts.toolchain;
	struct fl_slice platform;
	struct san_measure measure = san_measured((enum san_tool)outcome->evidence.tool);
	int rc = write_platform(w, site, build, a, &platform, err);
	if (rc == 0)
		*ret_case = (struct ds_case){.source = w->source,
			.program = &w->program,
			.baseline = &w->baseline,
			.site = site,
			.outcome = outcome,
			.build = build,
			.platform = platform,
			.compiler = compiler_of(w, build),
			.debugger = t->debugger,
			.seed = w->opts.seed,
			.form = w->opts.form,
			.prompt_bytes = w->opts.prompt_bytes,
			.cpu_ms = w->opts.cpu_ms,
			.confidence = {
				.ratio = measure.cases
						 ? san_confidence(
							   (enum san_tool)outcome->evidence.tool)
						 : 0,
				.right = measure.right,
				.cases = measure.cases}};
	return rc;
}

static int add_record(const struct ds_case *c, enum ds_kind kind, const struct fl_items *evidence,
	struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	struct fl_error why;
	int rc = ds_compose(c, kind, evidence, a, &t->records[t->record_count], &why);
	if (rc == 0) {
		t->record_count++;
	} else if (rc == FL_EREFUSED) {
		/* Without the record's id, so that refusals of one kind count together. */
		ptrdiff_t rule = fl_slice_find(fl_slice_str(why.message), "breaks rule");
		t->refused = fl_arena_printf(a, "%s", why.message + (rule > 0 ? rule : 0));
		rc = 0;
	} else if (err) {
		*err = why;
	}
	return rc;
}

/* ---- traces ---- */

/* The program with the fault in it: one of its files is another. */
static int faulty_program(const struct ds_worker *w, const struct tg_file *faulty,
	struct fl_arena *a, struct tg_program *ret_program, struct fl_error *err)
{
	struct tg_program program = w->program;
	struct tg_file *files = fl_arena_array(a, program.files.len, sizeof(*files));
	if (!files)
		return fl_arena_error(a, "the faulty program", err);
	for (size_t i = 0; i < program.files.len; i++)
		files[i] = fl_slice_eq(tg_program_at(&program, i)->path, faulty->path)
				   ? *faulty
				   : *tg_program_at(&program, i);
	program.files.items = files;
	*ret_program = program;
	return 0;
}

/* Its declarations: those of the original where they follow, else read anew. */
static int faulty_decls(struct ds_worker *w, const struct tg_program *faulty,
	const struct tg_file *changed, struct fl_arena *a, struct fl_list *ret_decls,
	struct fl_error *err)
{
	const struct tg_file *file = tg_program_file(&w->program, changed->path);
	bool known = false;
	int rc = 0;
	if (!w->decls_known) {
		rc = tg_decls(w->box, &w->program, &w->arena, &w->decls, err);
		w->decls_known = rc == 0;
	}
	rc = rc ? rc : tg_decls_moved(&w->decls, file, changed, a, ret_decls, &known, err);
	return rc || known ? rc : tg_decls(w->box, faulty, a, ret_decls, err);
}

/* What the faulty program's run showed, beside what the right one prints. */
static struct tg_symptom_in seen_of(
	const struct ds_worker *w, const struct tg_outcome *o, const struct ds_try *t)
{
	const struct tg_run *run = &o->runs[0];
	bool said = o->evidence.tool != SAN_TOOL_NONE && o->evidence.tool != SAN_TOOL_SYSTEM;
	return (struct tg_symptom_in){.report = &o->evidence,
		.actual = run->out,
		.expected = w->baseline.run.out,
		.ended = run->result.end == FL_END_EXIT && !said,
		.exit_status = run->result.exit_status,
		.fails_on = t->fails_on,
		.works_on = t->works_on};
}

static const char **texts_argv(const struct fl_list *texts, struct fl_arena *a)
{
	const char **argv = fl_arena_array(a, texts->len + 1, sizeof(*argv));
	for (size_t i = 0; argv && i < texts->len; i++)
		argv[i] = fl_arena_slice(a, tg_text_at(texts, i)).ptr;
	return argv;
}

/* What a trace needs in the box besides the binary. */
static int put_lean(struct ds_worker *w, struct fl_error *err)
{
	int rc = 0;
	if (!w->lean_known)
		rc = dbg_lean_make(w->box, FL_BOX_DIR "/" TG_BINARY, &w->arena, &w->lean, err);
	w->lean_known = rc == 0;
	return rc ? rc : dbg_lean_put(w->box, &w->lean, err);
}

static const char **trace_env(const struct ds_worker *w, struct fl_arena *a)
{
	struct san_env debug = {.use = SAN_DEBUG, .fill = 190};
	const char *const *options = san_environment(&debug, a);
	const char **env = fl_arena_array(a, 16, sizeof(*env));
	size_t n = 0;
	if (!options || !env)
		return NULL;
	env[n++] = "PATH=/usr/bin:/bin";
	env[n++] = "LANG=C.UTF-8";
	env[n++] = "HOME=" FL_BOX_DIR;
	if (w->lean.len)
		env[n++] = DBG_LEAN_ENV;
	while (*options && n < 15)
		env[n++] = *options++;
	return env;
}

static const struct {
	enum fl_code code;
	enum ds_trace trace;
} trace_by_code[] = {
	{FL_EREFUSED, DS_TRACE_NONDETERMINISTIC},
	{FL_ENOTFOUND, DS_TRACE_NO_FRAME},
	{FL_ETIMEOUT, DS_TRACE_TIMEOUT},
	{FL_ECLOSED, DS_TRACE_DEBUGGER},
	{FL_ELIMIT, DS_TRACE_TOO_LARGE},
};

static enum ds_trace trace_failure(int code)
{
	for (size_t i = 0; i < sizeof(trace_by_code) / sizeof(trace_by_code[0]); i++)
		if ((int)trace_by_code[i].code == code)
			return trace_by_code[i].trace;
	return DS_TRACE_COUNT;
}

/* No site is passed: evidence follows from the faulty program and what was seen of it. */
static int make_evidence(struct ds_worker *w, const struct tg_file *changed,
	const struct tg_outcome *o, struct fl_arena *a, struct ds_try *t,
	struct fl_items *ret_items, struct fl_error *err)
{
	struct tg_evidence evidence;
	struct fl_error why;
	struct fl_list decls;
	struct tg_program faulty;
	int rc = faulty_program(w, changed, a, &faulty, err);
	rc = rc ? rc : faulty_decls(w, &faulty, changed, a, &decls, err);
	rc = rc ? rc : gdb_open(w, err);
	rc = rc ? rc : put_lean(w, err);
	if (rc)
		return rc;
	struct tg_evidence_spec spec = {.seen = seen_of(w, o, t),
		.files = &faulty.files,
		.cxx = faulty.language == TG_CXX,
		.binary = FL_BOX_DIR "/" TG_BINARY,
		.args = texts_argv(&w->program.args, a),
		.env = trace_env(w, a),
		.decls = decls.items,
		.decl_count = decls.len,
		.budget = DS_TRACE_BYTES,
		.wall_ms = trace_wall_ms(w),
		.cpu_s = trace_cpu_s(w),
		.trust_locals = w->program.compiler == TG_CLANG};
	rc = fl_arena_error(a, "a trace", err);
	if (rc == 0 && w->program.input.len) {
		spec.stdin_path = FL_BOX_DIR "/stdin";
		rc = fl_box_put(w->box, "stdin", w->program.input, 0644, err);
	}
	if (rc)
		return rc;
	rc = tg_evidence_make(w->engine, &spec, a, &evidence, &why);
	t->trace = rc ? trace_failure(rc) : DS_TRACE_RECORDED;
	if (rc)
		gdb_close(w); /* whatever state it is in, the next trace starts afresh */
	else
		*ret_items = evidence.items;
	if (t->trace != DS_TRACE_COUNT)
		return 0;
	if (err)
		*err = why;
	return rc;
}

/* ---- crashes ---- */

static int add_crash(struct ds_worker *w, const struct tg_site *site, const struct tg_outcome *o,
	enum tg_build_kind build, struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	struct fl_items items;
	struct ds_case c;
	size_t before = t->record_count;
	int rc = case_of(w, site, o, build, a, &c, err);
	struct tg_symptom_in seen = seen_of(w, o, t);
	rc = rc ? rc : ds_symptom_context(&seen, a, &items, err);
	rc = rc ? rc : add_record(&c, DS_KIND_CRASH_REPORT, &items, a, t, err);
	if (t->record_count > before)
		t->crash_hash = o->evidence.hash;
	return rc;
}

static const struct {
	enum fl_code code;
	enum ds_crash crash;
} crash_by_code[] = {
	{FL_EREFUSED, DS_CRASH_NONDETERMINISTIC},
	{FL_ETIMEOUT, DS_CRASH_TIMEOUT},
	{FL_ECLOSED, DS_CRASH_DEBUGGER},
};

static const enum ds_crash crash_by_status[TG_STATUS_COUNT] = {
	[TG_SURVIVED] = DS_CRASH_SURVIVED,
	[TG_OBSERVED] = DS_CRASH_RECORDED,
	[TG_NOT_COMPILED] = DS_CRASH_NOT_COMPILED,
	[TG_NONDETERMINISTIC] = DS_CRASH_NONDETERMINISTIC,
	[TG_NEAR_LIMIT] = DS_CRASH_NEAR_LIMIT,
	[TG_INFRA] = DS_CRASH_INFRA,
};

/* Have the debugger find the stack of the crash; what keeps it from that is in *ret_crash. */
static int crash_stack(struct ds_worker *w, struct tg_outcome *o, struct fl_arena *a,
	enum ds_crash *ret_crash, struct fl_error *err)
{
	static const char *const env[] = {
		"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" FL_BOX_DIR, NULL};
	struct fl_error why;
	struct tg_crash_spec spec = {.binary = FL_BOX_DIR "/" TG_BINARY,
		.args = texts_argv(&w->program.args, a),
		.env = env,
		.signal = o->runs[0].result.signal,
		.wall_ms = trace_wall_ms(w),
		.cpu_s = trace_cpu_s(w)};
	int rc = fl_arena_error(a, "a crash", err);
	rc = rc ? rc : gdb_open(w, err);
	if (rc == 0 && w->program.input.len) {
		spec.stdin_path = FL_BOX_DIR "/stdin";
		rc = fl_box_put(w->box, "stdin", w->program.input, 0644, err);
	}
	if (rc)
		return rc;
	rc = tg_crash_stack(w->engine, &spec, a, &o->evidence, &why);
	if (rc == 0)
		return 0;
	gdb_close(w); /* whatever state it is in, the next one starts afresh */
	for (size_t i = 0; i < sizeof(crash_by_code) / sizeof(crash_by_code[0]); i++)
		if ((int)crash_by_code[i].code == rc) {
			*ret_crash = crash_by_code[i].crash;
			return 0;
		}
	if (err)
		*err = why;
	return rc;
}

/* The fault in the program as a person builds it. */
static int try_crash(struct ds_worker *w, const struct tg_site *site, struct fl_arena *a,
	struct ds_try *t, struct fl_error *err)
{
	struct tg_outcome o;
	if (!w->baseline.plain_runs)
		t->crash = DS_CRASH_NO_BASELINE;
	/* What lies there can be as random as a stack's guard: two runs may agree by chance. */
	else if (fl_slice_eqs(site->op, tg_ops[TG_OP_init_removed].name))
		t->crash = DS_CRASH_INDETERMINATE;
	if (t->crash != DS_CRASH_NOT_WANTED)
		return 0;
	struct tg_limits limits = {.cpu_ms = w->opts.cpu_ms, .only = 1 + t->outcome.input};
	int rc = tg_verify_crash(w->box, &w->program, &w->baseline, site, &limits, a, &o, err);
	if (rc)
		return rc;
	t->crash = crash_by_status[o.status];
	if (t->crash == DS_CRASH_RECORDED && o.runs[0].result.end == FL_END_SIGNAL)
		rc = crash_stack(w, &o, a, &t->crash, err);
	if (rc || t->crash != DS_CRASH_RECORDED)
		return rc;
	return add_crash(w, site, &o, TG_PLAIN, a, t, err);
}

/* ---- one site ---- */

static int try_build_fault(struct ds_worker *w, const struct tg_site *site,
	enum tg_build_kind build, struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	struct fl_items items;
	struct fl_error why;
	enum diag_class cls;
	struct ds_confidence sure;
	int rc = ds_diagnostics_context(t->outcome.diagnostics, a, &items, &cls, &sure, &why);
	if (rc == FL_EREFUSED || rc == FL_ELIMIT) {
		t->refused = fl_arena_printf(a, "%s", why.message);
		return 0;
	}
	if (rc)
		return fl_error_set(err, why.code, "%s", why.message);
	/* #error has the words of whoever wrote it; that it builds elsewhere says what it is. */
	t->outcome.evidence_class =
		cls == DIAG_CLASS_NONE && t->fails_on ? DIAG_CLASS_PLATFORM : cls;
	struct ds_case c;
	rc = case_of(w, site, &t->outcome, build, a, &c, err);
	c.confidence = sure;
	return rc ? rc : add_record(&c, DS_KIND_DIAGNOSTIC_FIX, &items, a, t, err);
}

static int try_trace(struct ds_worker *w, const struct ds_case *c, struct fl_arena *a,
	struct ds_try *t, struct fl_error *err)
{
	struct fl_items items;
	const struct tg_file *file = tg_program_file(&w->program, c->site->file);
	struct tg_file faulty = {.path = file->path};
	int rc = tg_apply(file->content, c->site, a, &faulty.content, err);
	rc = rc ? rc : make_evidence(w, &faulty, &t->outcome, a, t, &items, err);
	if (rc == 0 && t->trace == DS_TRACE_RECORDED)
		rc = add_record(c, DS_KIND_TRACE_FIX, &items, a, t, err);
	return rc;
}

/*
 * What ThreadSanitizer reported. No debugger is asked: it would change who comes first, and the
 * report has both sides. Of several that may be chosen, the one that `like` tells of.
 */
static int try_race(struct ds_worker *w, const struct ds_case *c, const struct ds_record *like,
	struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	const struct fl_list *choices = &t->outcome.choices;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < choices->len; i++) {
		struct fl_items items;
		t->outcome.evidence = ((const struct san_report *)choices->items)[i];
		t->outcome.evidence_class = (enum diag_class)t->outcome.evidence.error_class;
		t->record_count = 0;
		struct tg_symptom_in seen = seen_of(w, &t->outcome, t);
		rc = ds_symptom_context(&seen, a, &items, err);
		rc = rc ? rc : add_record(c, DS_KIND_SANITIZER_FIX, &items, a, t, err);
		if (t->record_count && (!like || fl_slice_eq(t->records[0].id, like->id)))
			break;
	}
	return rc;
}

static int try_run_fault(struct ds_worker *w, const struct tg_site *site, struct ds_wants wants,
	struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	const struct san_report *e = &t->outcome.evidence;
	bool reported = e->tool != SAN_TOOL_NONE && e->tool != SAN_TOOL_SYSTEM;
	bool ended = e->tool == SAN_TOOL_SYSTEM && t->outcome.runs[0].result.end != FL_END_EXIT;
	struct fl_items items;
	struct ds_case c;
	int rc = case_of(w, site, &t->outcome, (enum tg_build_kind)t->outcome.build, a, &c, err);
	if (rc == 0 && t->outcome.build == TG_THREADED)
		return try_race(w, &c, wants.like, a, t, err);
	if (rc == 0 && reported) {
		struct tg_symptom_in seen = seen_of(w, &t->outcome, t);
		rc = ds_symptom_context(&seen, a, &items, err);
		rc = rc ? rc : add_record(&c, DS_KIND_SANITIZER_FIX, &items, a, t, err);
	}
	if (rc == 0 && wants.trace)
		rc = try_trace(w, &c, a, t, err);
	if (rc == 0 && ended)
		rc = add_crash(w, site, &t->outcome, TG_SANITIZED, a, t, err);
	else if (rc == 0 && wants.crash && reported && e->tool != SAN_TOOL_LSAN)
		rc = try_crash(w, site, a, t, err); /* last: the box then holds another binary */
	return rc;
}

/* A fault of the run on another machine: no debugger looks there, its symptom is all. */
static int try_far_fault(struct ds_worker *w, const struct tg_site *site, enum tg_build_kind build,
	struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	struct tg_symptom_in seen = seen_of(w, &t->outcome, t);
	enum ds_kind kind = t->outcome.runs[0].result.end == FL_END_EXIT ? DS_KIND_TRACE_FIX
									 : DS_KIND_CRASH_REPORT;
	struct fl_items items;
	struct ds_case c;
	int rc = case_of(w, site, &t->outcome, build, a, &c, err);
	rc = rc ? rc : ds_symptom_context(&seen, a, &items, err);
	return rc ? rc : add_record(&c, kind, &items, a, t, err);
}

/* Judge the site, and say which build shows its fault. */
static int judge_site(struct ds_worker *w, const struct tg_site *site, const struct ds_wants *wants,
	struct fl_arena *a, struct ds_try *t, enum tg_build_kind *ret_build, struct fl_error *err)
{
	struct tg_limits limits = {
		.cpu_ms = w->opts.cpu_ms, .shown_by = wants->like ? 1 + (int)wants->build : 0};
	struct tg_port_verdict verdict;
	bool compile = tg_ops[tg_op_find(site->op)].phase == TG_COMPILE;
	*ret_build = compile ? TG_PLAIN : TG_SANITIZED;
	if (tg_port_target(site) == TG_TARGETS)
		return tg_verify(
			w->box, &w->program, &w->baseline, site, &limits, a, &t->outcome, err);
	limits.shown_by = 0;
	int rc = tg_port_verify(w->box, &w->program, &w->baseline, &w->port, site, &limits, a,
		&t->outcome, &verdict, err);
	if (rc)
		return rc;
	t->fails_on = verdict.fails_on;
	t->works_on = verdict.works_on;
	t->refused = fl_slice_str(verdict.unfit ? verdict.unfit : "");
	*ret_build = verdict.kind;
	return 0;
}

int ds_worker_try(struct ds_worker *w, const struct tg_site *site, struct ds_wants wants,
	struct fl_arena *a, struct ds_try *ret_try, struct fl_error *err)
{
	struct ds_try t = {0};
	enum tg_build_kind build;
	if (tg_op_find(site->op) < 0)
		return fl_error_set(err, FL_EINVAL, "no operator for the site");
	take_input(w, 0);
	int rc = judge_site(w, site, &wants, a, &t, &build, err);
	take_input(w, t.outcome.input);
	if (rc == 0 && t.outcome.status == TG_OBSERVED) {
		if (tg_ops[tg_op_find(site->op)].phase == TG_COMPILE)
			rc = try_build_fault(w, site, build, a, &t, err);
		else if (tg_build_target(build))
			rc = try_far_fault(w, site, build, a, &t, err);
		else
			rc = try_run_fault(w, site, wants, a, &t, err);
	}
	if (rc == 0)
		*ret_try = t;
	return rc;
}
