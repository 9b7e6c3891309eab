#include "datasets/look.h"

#include <stdlib.h>

#include "debugsession/gdb/gdb.h"
#include "debugsession/gdb/lean.h"
#include "sanitize/run/flags.h"
#include "tracegen/crash.h"

/* One gdb serves many traces; its limits are for all of them. */
enum { GDB_CPU_MS = 600000, GDB_WALL_MS = 1800000, TRACE_CPU_S = 2, TRACE_WALL_MS = 20000 };
enum { LEAK_OUTPUT = 1 << 20, BINARY_MAX = 256 << 20 };

const char *const ds_trace_words[DS_TRACE_COUNT] = {
#define X(id, word) [DS_TRACE_##id] = word,
	DS_TRACES(X)
#undef X
};

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

void ds_look_end(struct ds_worker *w)
{
	if (!w->engine)
		return;
	struct fl_process_result ignored;
	dbg_engine_free(w->engine);
	w->engine = NULL;
	/* However it ended, the run is over and nothing of it is left. */
	fl_child_end(&w->gdb, &ignored, NULL);
}

/* Its declarations: those of the original where they follow, else read anew. */
static int faulty_decls(struct ds_worker *w, const struct tg_program *faulty,
	const struct fl_list *changed, struct fl_arena *a, struct fl_list *ret_decls,
	struct fl_error *err)
{
	const struct tg_file *after = changed->items;
	const struct tg_file *before = tg_program_file(&w->program, after->path);
	bool known = false;
	int rc = 0;
	if (!w->decls_known) {
		rc = tg_decls(w->box, &w->program, &w->arena, &w->decls, err);
		w->decls_known = rc == 0;
	}
	if (rc == 0 && changed->len == 1)
		rc = tg_decls_moved(&w->decls, before, after, a, ret_decls, &known, err);
	return rc || known ? rc : tg_decls(w->box, faulty, a, ret_decls, err);
}

struct tg_symptom_in ds_look_seen(
	const struct ds_worker *w, const struct tg_outcome *o, const struct ds_try *t)
{
	const struct tg_run *run = &o->runs[0];
	bool said = o->evidence.tool != SAN_TOOL_NONE && o->evidence.tool != SAN_TOOL_SYSTEM;
	return (struct tg_symptom_in){.report = &o->evidence,
		.actual = run->out,
		.expected = w->baseline.run.out,
		.complaint = fl_slice_eq(run->err, o->runs[1].err) ? run->err : FL_S(""),
		.usual = w->baseline.run.err,
		.ended = run->result.end == FL_END_EXIT && !said,
		.exit_status = run->result.exit_status,
		.fails_on = t->fails_on,
		.works_on = t->works_on,
		.files = &t->faulty};
}

/* Where the debugger finds what the program reads; NULL: nothing. */
static int put_stdin(struct ds_worker *w, const char **ret_path, struct fl_error *err)
{
	*ret_path = w->program.input.len ? FL_BOX_DIR "/stdin" : NULL;
	return *ret_path ? fl_box_put(w->box, "stdin", w->program.input, 0644, err) : 0;
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

static const char **trace_env(
	const struct ds_worker *w, enum tg_build_kind build, struct fl_arena *a)
{
	static const char *const none[] = {NULL};
	struct san_env debug = {.use = SAN_DEBUG, .fill = 190};
	bool sanitized = tg_build_sanitized(build);
	const char *const *options = sanitized ? san_environment(&debug, a) : none;
	const char **env = fl_arena_array(a, 16, sizeof(*env));
	size_t n = 0;
	if (!options || !env)
		return NULL;
	env[n++] = "PATH=/usr/bin:/bin";
	env[n++] = "LANG=C.UTF-8";
	env[n++] = "HOME=" FL_BOX_DIR;
	if (sanitized && w->lean.len)
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

/* "0x602000000050 (6 bytes)": the first object under the leak that the symptom is of. */
static bool read_leaked(struct fl_slice text, struct fl_slice leak, struct tg_evidence_spec *spec)
{
	static const char objects[] = "Objects leaked above:\n";
	ptrdiff_t at = fl_slice_search(text, leak);
	struct fl_slice rest = at < 0 ? fl_slice(NULL, 0) : fl_slice_skip(text, (size_t)at);
	at = fl_slice_find(rest, objects);
	if (at < 0)
		return false;
	rest = fl_slice_skip(rest, (size_t)at + strlen(objects));
	if (!fl_slice_starts(rest, "0x")) /* digits end before the text does: it is a C string */
		return false;
	char *end;
	spec->leaked = strtoull(rest.ptr, &end, 16);
	spec->leaked_size = *end == ' ' && end[1] == '(' ? strtoll(end + 2, NULL, 10) : 0;
	return spec->leaked && spec->leaked_size > 0;
}

/* Run the program once more, to be told where what it leaks lies. */
static int find_leaked(struct ds_worker *w, const struct tg_outcome *o, struct fl_arena *a,
	struct tg_evidence_spec *spec, struct fl_error *err)
{
	static const struct san_env run = {.use = SAN_RUN, .pairs = true};
	const char *const *options = san_environment(&run, a);
	const char **env = fl_arena_array(a, 16, sizeof(*env));
	const char **argv = tg_texts_argv(&w->program.args, 1, a);
	struct fl_process_result result;
	struct fl_buf out, text;
	size_t n = 0;
	bool told = false;
	if (!env || !argv || !options)
		return fl_arena_error(a, "a leak", err);
	argv[0] = "./" TG_BINARY;
	for (; options[n] && n < 14; n++) {
		bool leaks = strncmp(options[n], "LSAN_OPTIONS=", 13) == 0;
		told = told || leaks;
		env[n] = leaks ? fl_arena_printf(a, "%s:report_objects=1", options[n]).ptr
			       : options[n];
	}
	if (!told)
		env[n++] = "LSAN_OPTIONS=report_objects=1";
	struct fl_run_spec spec_run = {.argv = argv,
		.env = env,
		.input = w->program.input,
		.out_max = LEAK_OUTPUT,
		.err_max = LEAK_OUTPUT,
		.cpu_ms = trace_cpu_s(w) * 1000};
	fl_buf_init(&out, 2 * LEAK_OUTPUT);
	fl_buf_init(&text, 2 * LEAK_OUTPUT);
	int rc = fl_arena_error(a, "a leak", err);
	rc = rc ? rc : fl_box_run(w->box, &spec_run, &out, &text, &result, err);
	if (rc == 0 &&
		!read_leaked(fl_arena_slice(a, fl_buf_view(&text)), o->evidence.message, spec))
		spec->leaked = 0;
	fl_buf_release(&out);
	fl_buf_release(&text);
	return rc;
}

/* No site is passed: evidence follows from the faulty program and what was seen of it. */
static int make_evidence(struct ds_worker *w, const struct fl_list *changed,
	const struct tg_outcome *o, enum tg_build_kind build, bool core, struct fl_arena *a,
	struct ds_try *t, struct fl_items *ret_items, struct fl_error *err)
{
	struct tg_evidence evidence;
	struct fl_error why;
	struct fl_list decls;
	struct tg_program faulty;
	int rc = tg_program_changed(&w->program, changed, a, &faulty, err);
	rc = rc ? rc : faulty_decls(w, &faulty, changed, a, &decls, err);
	rc = rc ? rc : gdb_open(w, err);
	rc = rc || !tg_build_sanitized(build) ? rc : put_lean(w, err);
	if (rc)
		return rc;
	struct tg_evidence_spec spec = {.seen = ds_look_seen(w, o, t),
		.files = &faulty.files,
		.cxx = faulty.language == TG_CXX,
		.binary = FL_BOX_DIR "/" TG_BINARY,
		.args = tg_texts_argv(&w->program.args, 0, a),
		.env = trace_env(w, build, a),
		.decls = decls.items,
		.decl_count = decls.len,
		.budget = DS_TRACE_BYTES,
		.wall_ms = trace_wall_ms(w),
		.cpu_s = trace_cpu_s(w),
		.core = core,
		.trust_locals = w->program.compiler == TG_CLANG || !tg_build_sanitized(build)};
	rc = fl_arena_error(a, "a trace", err);
	rc = rc ? rc : put_stdin(w, &spec.stdin_path, err);
	/* Which thread uses what leaks last is chance. */
	if (rc == 0 && o->evidence.tool == SAN_TOOL_LSAN && !w->baseline.threads)
		rc = find_leaked(w, o, a, &spec, err);
	if (rc)
		return rc;
	rc = tg_evidence_make(w->engine, &spec, a, &evidence, &why);
	t->trace = rc ? trace_failure(rc) : DS_TRACE_RECORDED;
	if (rc)
		ds_look_end(w); /* whatever state it is in, the next trace starts afresh */
	else
		*ret_items = evidence.items;
	if (t->trace != DS_TRACE_COUNT)
		return 0;
	if (err)
		*err = why;
	return rc;
}

int ds_look_trace(struct ds_worker *w, const struct tg_site *site, const struct tg_outcome *o,
	enum tg_build_kind build, struct fl_arena *a, struct ds_try *t, struct fl_items *ret_items,
	struct fl_error *err)
{
	struct fl_list faulty;
	int rc = tg_apply_all(&w->program, site, a, &faulty, err);
	return rc ? rc : make_evidence(w, &faulty, o, build, false, a, t, ret_items, err);
}

int ds_look_core(struct ds_worker *w, const struct tg_site *site, const struct tg_outcome *o,
	enum tg_build_kind build, struct fl_arena *a, struct ds_try *t, struct fl_items *ret_items,
	bool *ret_found, struct fl_error *err)
{
	struct fl_list faulty;
	enum ds_trace made = t->trace;
	int rc = tg_apply_all(&w->program, site, a, &faulty, err);
	rc = rc ? rc : make_evidence(w, &faulty, o, build, true, a, t, ret_items, err);
	*ret_found = rc == 0 && t->trace == DS_TRACE_RECORDED;
	t->trace = made;
	return rc;
}

/* ---- side by side ---- */

/* Both binaries, which take turns at the one place where programs are run. */
struct pair {
	struct fl_box *box;
	struct fl_buf binary[2]; /* the faulty one, the right one */
};

static int stand(void *ctx, bool right, struct fl_error *err)
{
	struct pair *p = ctx;
	return fl_box_put(p->box, TG_BINARY, fl_buf_view(&p->binary[right]), 0755, err);
}

/* Build the right program as the faulty one was built. */
static int build_right(struct ds_worker *w, const struct fl_list *changed, enum tg_build_kind build,
	struct fl_arena *a, struct fl_error *err)
{
	struct tg_build made;
	struct tg_file *files = fl_arena_array(a, changed->len, sizeof(*files));
	if (!files)
		return fl_arena_error(a, "the right program", err);
	for (size_t i = 0; i < changed->len; i++)
		files[i] = *tg_program_file(
			&w->program, ((const struct tg_file *)changed->items)[i].path);
	const struct fl_list own = {files, changed->len};
	int rc = tg_build_to_run(w->box, &w->program, build, &own, a, &made, err);
	if (rc == 0 && !made.ok)
		rc = fl_error_set(err, FL_EHOST, "the right program does not build again");
	return rc;
}

static int make_pair(struct ds_worker *w, const struct fl_list *changed, enum tg_build_kind build,
	struct fl_arena *a, struct pair *p, struct fl_error *err)
{
	int rc = fl_box_get(w->box, TG_BINARY, &p->binary[0], err);
	rc = rc ? rc : build_right(w, changed, build, a, err);
	return rc ? rc : fl_box_get(w->box, TG_BINARY, &p->binary[1], err);
}

/* How a program is run for it, whose declarations and files are these. */
static struct tg_evidence_spec run_of(const struct ds_worker *w, const struct fl_list *files,
	const struct fl_list *decls, enum tg_build_kind build, struct fl_arena *a)
{
	return (struct tg_evidence_spec){.files = files,
		.cxx = w->program.language == TG_CXX,
		.binary = FL_BOX_DIR "/" TG_BINARY,
		.args = tg_texts_argv(&w->program.args, 0, a),
		.env = trace_env(w, build, a),
		.decls = decls->items,
		.decl_count = decls->len,
		.wall_ms = trace_wall_ms(w),
		.cpu_s = trace_cpu_s(w),
		.trust_locals = w->program.compiler == TG_CLANG || !tg_build_sanitized(build)};
}

static int compare_runs(struct ds_worker *w, struct tg_divergence_spec *spec, struct fl_arena *a,
	struct tg_divergence *ret_divergence, const char **ret_why, struct fl_error *err)
{
	enum tg_divergence_found found;
	struct fl_error why;
	int rc = put_stdin(w, &spec->faulty.stdin_path, err);
	if (rc)
		return rc;
	spec->right.stdin_path = spec->faulty.stdin_path;
	rc = tg_divergence_make(w->engine, spec, a, &found, ret_divergence, &why);
	if (rc == 0) {
		*ret_why = tg_divergence_words[found];
		return 0;
	}
	ds_look_end(w); /* whatever state it is in, the next look starts afresh */
	if (trace_failure(rc) == DS_TRACE_COUNT) {
		if (err)
			*err = why;
		return rc;
	}
	*ret_why = ds_trace_words[trace_failure(rc)];
	return 0;
}

int ds_look_divergence(struct ds_worker *w, const struct tg_site *site, enum tg_build_kind build,
	struct fl_arena *a, struct tg_divergence *ret_divergence, const char **ret_why,
	struct fl_error *err)
{
	struct pair p = {.box = w->box};
	struct fl_list changed, decls;
	struct tg_program faulty;
	int rc = tg_apply_all(&w->program, site, a, &changed, err);
	rc = rc ? rc : tg_program_changed(&w->program, &changed, a, &faulty, err);
	rc = rc ? rc : faulty_decls(w, &faulty, &changed, a, &decls, err);
	rc = rc ? rc : gdb_open(w, err);
	rc = rc || !tg_build_sanitized(build) ? rc : put_lean(w, err);
	if (rc)
		return rc;
	struct tg_divergence_spec spec = {.faulty = run_of(w, &faulty.files, &decls, build, a),
		.right = run_of(w, &w->program.files, &w->decls, build, a),
		.site = site,
		.stand = stand,
		.ctx = &p};
	fl_buf_init(&p.binary[0], BINARY_MAX);
	fl_buf_init(&p.binary[1], BINARY_MAX);
	rc = fl_arena_error(a, "a divergence", err);
	rc = rc ? rc : make_pair(w, &changed, build, a, &p, err);
	rc = rc ? rc : compare_runs(w, &spec, a, ret_divergence, ret_why, err);
	rc = rc ? rc : stand(&p, false, err);
	fl_buf_release(&p.binary[0]);
	fl_buf_release(&p.binary[1]);
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

int ds_look_crash(struct ds_worker *w, struct tg_outcome *o, struct fl_arena *a,
	enum ds_crash *ret_crash, struct fl_error *err)
{
	static const char *const env[] = {
		"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" FL_BOX_DIR, NULL};
	struct fl_error why;
	struct tg_crash_spec spec = {.binary = FL_BOX_DIR "/" TG_BINARY,
		.args = tg_texts_argv(&w->program.args, 0, a),
		.env = env,
		.signal = o->runs[0].result.signal,
		.wall_ms = trace_wall_ms(w),
		.cpu_s = trace_cpu_s(w)};
	int rc = fl_arena_error(a, "a crash", err);
	rc = rc ? rc : gdb_open(w, err);
	rc = rc ? rc : put_stdin(w, &spec.stdin_path, err);
	if (rc)
		return rc;
	rc = tg_crash_stack(w->engine, &spec, a, &o->evidence, &why);
	if (rc == 0)
		return 0;
	ds_look_end(w); /* whatever state it is in, the next one starts afresh */
	for (size_t i = 0; i < sizeof(crash_by_code) / sizeof(crash_by_code[0]); i++)
		if ((int)crash_by_code[i].code == rc) {
			*ret_crash = crash_by_code[i].crash;
			return 0;
		}
	if (err)
		*err = why;
	return rc;
}
