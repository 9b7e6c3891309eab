/* A program of this machine, as its record builds it. */
#include "base/hash.h"
#include "datasets/dialogue/mend.h"
#include "datasets/dialogue/stage.h"
#include "debugsession/gdb/gdb.h"
#include "debugsession/gdb/lean.h"
#include "sanitize/run/flags.h"
#include "tracegen/builds/build_read.h"

_Static_assert(TG_SANITIZED < TG_LEFT_OPEN && TG_PLAIN < TG_LEFT_OPEN && TG_THREADED < TG_LEFT_OPEN,
	"builds that run here under a debugger come first");

enum {
	CPU_MS = 10000,
	WALL_MS = 40000,
	ENV_MAX = 16,
	PROGRAM_MAX = 256 << 20,
	LIBRARIES_MAX = 64 << 20
};

/* Are the lines of an edit those of the faulty file? */
static bool fits(const struct ds_edit *e, struct fl_slice text)
{
	int64_t lines = (int64_t)fl_slice_lines(text) + 1;
	return e->buggy_line > 0 && e->buggy_line <= lines && e->buggy_lines >= 0 &&
	       e->buggy_lines <= lines && e->line > 0 && e->lines >= 0 && e->line <= INT32_MAX &&
	       e->lines <= (int64_t)fl_slice_count(e->original, '\n') + 2;
}

/* The program without the fault, and the files that have it. */
static int read_programs(struct ds_making *m)
{
	const struct ds_record *r = m->r;
	if (!r->files.len || !r->edits.len || !r->run.argv.len)
		return fl_error_set(m->err, FL_EREFUSED, "it has no files, edits or run");
	int rc = ds_program_again(r, m->a, &m->source, &m->build, m->err);
	struct tg_file *files = fl_arena_array(m->a, r->edits.len + 1, sizeof(*files));
	if (rc || !files)
		return rc ? rc : fl_arena_error(m->a, "the fault", m->err);
	m->faulty = (struct fl_list){files, 0};
	for (size_t i = 0; i < r->edits.len; i++) {
		const struct tg_file *file = ds_edits_file(r, ds_edits_at(r, i)->file);
		if (!file || !fits(ds_edits_at(r, i), file->content))
			return fl_error_set(m->err, FL_EREFUSED, "an edit is in no file of it");
		if (ds_edits_is_first(r, i))
			files[m->faulty.len++] = *file;
	}
	rc = tg_program_check(&m->source.program, m->err);
	if (rc)
		return rc;
	m->source.program.args = tg_args_read(&r->run.argv);
	m->source.program.input = r->run.input;
	return m->build > TG_LEFT_OPEN ? fl_error_set(m->err, FL_EREFUSED, "%s", "") : 0;
}

/* The libraries that this program takes from beside it. */
static struct fl_list *lean_of(struct ds_making *m)
{
	return &m->bench->lean[m->build][m->source.program.compiler];
}

/* Put them there: those that are loaded depend on nothing but the build and the compiler. */
static int put_lean(struct ds_making *m)
{
	struct ds_dialogue_bench *bench = m->bench;
	struct fl_list *lean = lean_of(m);
	int rc = 0;
	if (!bench->libraries.max)
		fl_arena_init(&bench->libraries, LIBRARIES_MAX);
	if (!lean->items)
		rc = dbg_lean_make(
			bench->box, FL_BOX_DIR "/" TG_BINARY, &bench->libraries, lean, m->err);
	return rc ? rc : dbg_lean_put(bench->box, lean, m->err);
}

static const char **environment(struct ds_making *m)
{
	static const char *const none[] = {NULL};
	const struct san_env debug = {
		.use = SAN_DEBUG, .mode = tg_build_mode(m->build), .fill = 190};
	bool sanitized = tg_build_sanitized(m->build);
	const char *const *options = sanitized ? san_environment(&debug, m->a) : none;
	const char **env = fl_arena_array(m->a, ENV_MAX, sizeof(*env));
	size_t n = 0;
	if (!options || !env)
		return NULL;
	env[n++] = "PATH=/usr/bin:/bin";
	env[n++] = "LANG=C.UTF-8";
	env[n++] = "HOME=" FL_BOX_DIR;
	if (!sanitized)
		env[n++] = "MALLOC_PERTURB_=190";
	if (lean_of(m)->len)
		env[n++] = DBG_LEAN_ENV;
	/* The report is in the context; in the output it would hide what the program says. */
	while (*options && n < ENV_MAX - 1)
		env[n++] = fl_arena_printf(m->a, "%s%s", *options++,
			sanitized ? ":color=never:log_path=" FL_BOX_DIR "/.report" : "")
				   .ptr;
	return env;
}

void ds_dialogue_key(const struct ds_record *r, const struct tg_program *p,
	enum tg_build_kind build, char ret_key[65])
{
	struct fl_buf text;
	fl_buf_init(&text, TG_BYTES_MAX * 2);
	fl_buf_printf(&text, "%d %.*s\n", (int)build, FL_ARG(r->program));
	for (size_t i = 0; i < r->build.len; i++) {
		const struct fl_list *argv = &((const struct ds_command *)r->build.items)[i].argv;
		for (size_t k = 0; k < argv->len; k++)
			fl_buf_printf(&text, "%.*s\n", FL_ARG(tg_text_at(argv, k)));
	}
	for (size_t i = 0; i < p->files.len; i++)
		fl_buf_printf(&text, "%.*s\n%.*s\n", FL_ARG(tg_program_at(p, i)->path),
			FL_ARG(tg_program_at(p, i)->content));
	const struct fl_slice view = fl_buf_view(&text);
	fl_sha256_parts(&view, 1, ret_key);
	fl_buf_release(&text);
}

/* The program's files without the fault, in the box. */
static int place(struct ds_making *m)
{
	struct ds_dialogue_bench *bench = m->bench;
	char key[65];
	ds_dialogue_key(m->r, &m->source.program, m->build, key);
	if (strcmp(key, bench->loaded) == 0)
		return tg_build_clean(bench->box, &m->source.program, m->err);
	bench->loaded[0] = '\0';
	fl_buf_release(&bench->mended);
	fl_buf_init(&bench->mended, PROGRAM_MAX);
	int rc = fl_box_clear(bench->box, m->err);
	rc = rc ? rc : tg_build_setup(bench->box, &m->source.program, m->err);
	if (rc == 0)
		memcpy(bench->loaded, key, sizeof(key));
	return rc;
}

/* And built, where that was not done before. */
static int load(struct ds_making *m, bool *ret_built)
{
	struct ds_dialogue_bench *bench = m->bench;
	struct tg_build build;
	*ret_built = true;
	int rc = place(m);
	if (rc || bench->mended.len)
		return rc;
	rc = tg_build_run(bench->box, &m->source.program, m->build, NULL, m->a, &build, m->err);
	*ret_built = rc == 0 && build.ok;
	if (rc == 0 && !build.ok)
		m->complaint = fl_slice_line_at(build.diagnostics, 1);
	if (rc || !build.ok)
		return rc;
	return fl_box_get(bench->box, TG_BINARY, &bench->mended, m->err);
}

/* Does the faulty program have no object in common with the mended one? */
static bool shares_nothing(const struct ds_making *m)
{
	const struct tg_program *p = &m->source.program;
	for (size_t i = 0; i < p->sources.len; i++)
		if (!tg_build_renews(p, &m->faulty, i))
			return false;
	return true;
}

static bool is_c(const struct tg_program *p)
{
	bool c = p->language == TG_C;
	for (size_t i = 0; i < p->sources.len; i++)
		c = c && tg_source_language(p, tg_text_at(&p->sources, i)) == TG_C;
	return c;
}

/* Make what stands in the box ready for a debugger. files: of that program. */
static int make_ready(struct ds_making *m, const struct fl_list *files)
{
	const struct tg_program *p = &m->source.program;
	int rc = tg_build_sanitized(m->build) ? put_lean(m) : 0;
	if (rc == 0 && p->input.len)
		rc = fl_box_put(m->bench->box, "stdin", p->input, 0644, m->err);
	m->debugging = (struct ds_debugging){.debugger = m->bench->debugger,
		.box = m->bench->box,
		.program = FL_BOX_DIR "/" TG_BINARY,
		.input = p->input.len ? FL_BOX_DIR "/stdin" : NULL,
		.files = *files,
		.args = tg_texts_argv(&p->args, 0, m->a),
		.env = environment(m),
		.cpu_ms = CPU_MS,
		.wall_ms = WALL_MS,
		.command = is_c(p) ? dbg_gdb_c_argv : NULL};
	if (rc == 0 && (!m->debugging.args || !m->debugging.env))
		rc = fl_arena_error(m->a, "a dialogue", m->err);
	return rc;
}

/* Both programs, and the faulty one ready for a debugger. */
static int faulty(struct ds_making *m, bool *ret_built)
{
	struct tg_build made;
	*ret_built = true;
	/* Many give up: the mended one is built when it is wanted. */
	int rc = shares_nothing(m) ? place(m) : load(m, ret_built);
	if (rc || !*ret_built)
		return rc;
	rc = tg_build_run(
		m->bench->box, &m->source.program, m->build, &m->faulty, m->a, &made, m->err);
	*ret_built = rc == 0 && made.ok;
	if (rc == 0 && !made.ok)
		m->complaint = fl_slice_line_at(made.diagnostics, 1);
	return rc || !made.ok ? rc : make_ready(m, &m->r->files);
}

/* The same program, once more from a clean box, with another environment and layout of memory. */
static int other(struct ds_making *m)
{
	enum { PAD = 3000 };
	const struct fl_list files = m->debugging.files;
	const char **env = fl_arena_array(m->a, ENV_MAX + 2, sizeof(*env));
	char *pad = fl_arena_alloc(m->a, PAD + 1);
	size_t n = 0;
	if (!env || !pad)
		return fl_arena_error(m->a, "a dialogue", m->err);
	int rc = tg_build_clean(m->bench->box, &m->source.program, m->err);
	rc = rc ? rc : make_ready(m, &files);
	if (rc)
		return rc;
	memset(pad, 'x', PAD);
	memcpy(pad, "PAD=", 4);
	for (; m->debugging.env[n]; n++)
		env[n] = m->debugging.env[n];
	env[n] = pad;
	m->debugging.env = env;
	m->debugging.randomize = true;
	return 0;
}

static int mended(struct ds_making *m, bool *ret_right)
{
	struct fl_box *box = m->bench->box;
	int rc = load(m, ret_right);
	if (rc || !*ret_right)
		return rc;
	rc = fl_box_put(box, TG_BINARY, fl_buf_view(&m->bench->mended), 0755, m->err);
	rc = rc ? rc
		: ds_dialogue_run_alone(box, &m->source.program, m->build, m->symptom, m->r, m->a,
			  ret_right, &m->alone, m->err);
	if (rc || !*ret_right)
		return rc;
	rc = tg_build_clean(box, &m->source.program, m->err);
	return rc ? rc : make_ready(m, &m->source.program.files);
}

const struct ds_stage ds_stage_program = {
	.read = read_programs, .faulty = faulty, .other = other, .mended = mended};
