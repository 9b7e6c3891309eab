#include "datasets/dialogue/make.h"

#include "base/hash.h"
#include "datasets/again.h"
#include "datasets/dialogue/dialogues.h"
#include "datasets/dialogue/idle.h"
#include "datasets/dialogue/mend.h"
#include "datasets/recall.h"
#include "debugsession/gdb/lean.h"
#include "sanitize/run/flags.h"
#include "tracegen/builds/build_read.h"

_Static_assert(TG_SANITIZED < TG_LEFT_OPEN && TG_PLAIN < TG_LEFT_OPEN && TG_THREADED < TG_LEFT_OPEN,
	"builds that run here under a debugger come first");

enum { CPU_MS = 10000, WALL_MS = 40000, TEXT_MAX = 1 << 20, ENV_MAX = 16 };
enum { PROGRAM_MAX = 256 << 20 };

const char *const ds_dialogue_fate_docs[DS_DIALOGUE_FATES_COUNT] = {
#define X(id, word, doc) [DS_DIALOGUE_##id] = doc,
	DS_DIALOGUE_FATES(X)
#undef X
};

static const char *const fate_words[] = {
#define X(id, word, doc) [DS_DIALOGUE_##id] = word,
	DS_DIALOGUE_FATES(X)
#undef X
};

const struct fl_names ds_dialogue_fate_names = {
	"dialogue_fate", fate_words, DS_DIALOGUE_FATES_COUNT};

/* One under way. */
struct making {
	struct ds_dialogue_bench *bench;
	const struct ds_record *r;
	struct ds_program source; /* without the fault */
	enum tg_build_kind build;
	struct fl_list faulty; /* struct tg_file: those that have the fault */
	const struct tg_symptom *symptom;
	struct fl_slice context; /* that symptom alone */
	struct ds_debugging debugging;
	struct fl_list lean; /* struct dbg_lean, once they are known */
	bool lean_known;
	struct fl_arena *a;
	struct ds_dialogue *d;
	struct fl_error *err;
};

static int end(struct making *m, enum ds_dialogue_fate fate, struct fl_slice why)
{
	return ds_dialogue_end(m->d, fate, why, m->a, m->err);
}

bool ds_dialogue_fits(const struct ds_record *r)
{
	bool seen = r->kind == DS_KIND_TRACE_FIX || r->kind == DS_KIND_SANITIZER_FIX ||
		    r->kind == DS_KIND_CRASH_REPORT || r->kind == DS_KIND_DEBUG_SESSION;
	return seen && r->schema_version == DS_SCHEMA_VERSION &&
	       r->verification.level == DS_EXECUTED && !ds_record_is_machine(r);
}

bool ds_dialogue_is_finer(const struct ds_record *r, struct fl_arena *a)
{
	struct fl_list turns;
	if (ds_turns_read(r->events, a, &turns, NULL))
		return false;
	for (size_t i = 0; i < turns.len; i++) {
		int kind = ds_turns_at(&turns, i)->kind;
		if (kind == DS_TURN_HYPOTHESIS || kind == DS_TURN_ELIMINATE ||
			kind == DS_TURN_CONFIRM)
			return true;
	}
	return false;
}

bool ds_dialogue_is_scripted(const struct ds_record *r, struct fl_arena *a)
{
	struct fl_list turns;
	return ds_turns_read(r->events, a, &turns, NULL) == 0 &&
	       ds_turns_find(&turns, DS_TURN_SCRIPT) < turns.len;
}

/* ---- the program ---- */

static int read_symptom(struct making *m)
{
	struct fl_items items;
	struct fl_buf text;
	int rc = ds_context_read(m->r->context, m->a, &items, m->err);
	if (rc)
		return rc;
	if (!items.len || items.at[0].shape != &tg_symptom_shape)
		return fl_error_set(m->err, FL_EREFUSED, "its context has no symptom");
	m->symptom = items.at[0].object;
	items.len = 1;
	fl_buf_init(&text, TEXT_MAX);
	fl_literal_write(&text, &items, FL_TERSE, FL_MARK_DEBUG);
	m->context = fl_arena_slice(m->a, fl_buf_view(&text));
	fl_buf_release(&text);
	return fl_arena_error(m->a, "a symptom", m->err);
}

/* Are the lines of an edit those of the faulty file? */
static bool fits(const struct ds_edit *e, struct fl_slice text)
{
	int64_t lines = (int64_t)fl_slice_lines(text) + 1;
	return e->buggy_line > 0 && e->buggy_line <= lines && e->buggy_lines >= 0 &&
	       e->buggy_lines <= lines && e->line > 0 && e->lines >= 0 && e->line <= INT32_MAX &&
	       e->lines <= (int64_t)fl_slice_count(e->original, '\n') + 2;
}

/* The program without the fault, and the files that have it. */
static int make_programs(struct making *m)
{
	const struct ds_record *r = m->r;
	if (!r->files.len || !r->edits.len || !r->run.argv.len)
		return fl_error_set(m->err, FL_EREFUSED, "it has no files, edits or run");
	int rc = ds_program_again(r, m->a, &m->source, &m->build, m->err);
	struct tg_file *faulty = fl_arena_array(m->a, r->edits.len + 1, sizeof(*faulty));
	if (rc || !faulty)
		return rc ? rc : fl_arena_error(m->a, "the fault", m->err);
	m->faulty = (struct fl_list){faulty, 0};
	for (size_t i = 0; i < r->edits.len; i++) {
		const struct tg_file *file = ds_edits_file(r, ds_edits_at(r, i)->file);
		if (!file || !fits(ds_edits_at(r, i), file->content))
			return fl_error_set(m->err, FL_EREFUSED, "an edit is in no file of it");
		if (ds_edits_is_first(r, i))
			faulty[m->faulty.len++] = *file;
	}
	rc = tg_program_check(&m->source.program, m->err);
	if (rc)
		return rc;
	m->source.program.args = tg_args_read(&r->run.argv);
	m->source.program.input = r->run.input;
	return 0;
}

static const char **environment(struct making *m)
{
	static const char *const none[] = {NULL};
	const struct san_env debug = {.use = SAN_DEBUG, .fill = 190};
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
	if (m->lean.len)
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

/* The program without the fault, built in the box, where it is not there already. */
static int load(struct making *m, bool *ret_built)
{
	struct ds_dialogue_bench *bench = m->bench;
	struct tg_build build;
	char key[65];
	ds_dialogue_key(m->r, &m->source.program, m->build, key);
	*ret_built = true;
	if (strcmp(key, bench->loaded) == 0)
		return tg_build_clean(bench->box, &m->source.program, m->err);
	bench->loaded[0] = '\0';
	fl_buf_release(&bench->mended);
	fl_buf_init(&bench->mended, PROGRAM_MAX);
	int rc = fl_box_clear(bench->box, m->err);
	rc = rc ? rc : tg_build_setup(bench->box, &m->source.program, m->err);
	rc = rc ? rc
		: tg_build_run(
			  bench->box, &m->source.program, m->build, NULL, m->a, &build, m->err);
	*ret_built = rc == 0 && build.ok;
	if (rc || !build.ok)
		return rc;
	rc = fl_box_get(bench->box, TG_BINARY, &bench->mended, m->err);
	if (rc == 0)
		memcpy(bench->loaded, key, sizeof(key));
	return rc;
}

/* Make what stands in the box ready for a debugger. files: of that program. */
static int make_ready(struct making *m, const struct fl_list *files)
{
	const struct tg_program *p = &m->source.program;
	int rc = 0;
	if (tg_build_sanitized(m->build) && !m->lean_known)
		rc = dbg_lean_make(m->bench->box, FL_BOX_DIR "/" TG_BINARY, m->a, &m->lean, m->err);
	m->lean_known = true;
	rc = rc || !m->lean.len ? rc : dbg_lean_put(m->bench->box, &m->lean, m->err);
	if (rc == 0 && p->input.len)
		rc = fl_box_put(m->bench->box, "stdin", p->input, 0644, m->err);
	m->debugging = (struct ds_debugging){.box = m->bench->box,
		.program = FL_BOX_DIR "/" TG_BINARY,
		.input = p->input.len ? FL_BOX_DIR "/stdin" : NULL,
		.files = *files,
		.args = tg_texts_argv(&p->args, 0, m->a),
		.env = environment(m),
		.cpu_ms = CPU_MS,
		.wall_ms = WALL_MS};
	if (rc == 0 && (!m->debugging.args || !m->debugging.env))
		rc = fl_arena_error(m->a, "a dialogue", m->err);
	return rc;
}

/* Both programs, and the faulty one ready for a debugger. */
static int build(struct making *m, bool *ret_built)
{
	struct tg_build made;
	int rc = load(m, ret_built);
	if (rc || !*ret_built)
		return rc;
	rc = tg_build_run(
		m->bench->box, &m->source.program, m->build, &m->faulty, m->a, &made, m->err);
	*ret_built = rc == 0 && made.ok;
	return rc || !made.ok ? rc : make_ready(m, &m->r->files);
}

/* ---- the dialogue ---- */

/* Up to the conclusion. Nothing of the record but files and symptom is passed on. */
static int play(struct making *m, struct ds_talk *t, struct ds_cause *ret_cause)
{
	const struct ds_scene scene = {.symptom = m->symptom,
		.files = &m->r->files,
		.cxx = m->source.program.language == TG_CXX};
	const struct fl_slice text = ((const struct tg_file *)m->r->files.items)->content;
	struct fl_rng rng = fl_rng_new(m->bench->seed, m->context, text);
	struct ds_session *session = NULL;
	ds_policy_fn policy = ds_policy_of(m->symptom);
	ds_talk_open(t, &scene, rng, m->bench->finer, m->a, m->err);
	int rc = ds_debug_open(&m->debugging, m->a, &session, m->err);
	if (rc == FL_EREFUSED)
		return ds_talk_give_up(t, "the debugger refuses the program");
	if (rc)
		return rc;
	t->session = session;
	rc = policy(t, ret_cause);
	rc = rc ? rc : ds_idle_drop(t);
	ds_debug_close(session);
	t->session = NULL;
	t->scene = NULL;
	return rc;
}

/* The calls, one behind the other. */
static struct fl_slice calls_of(const struct fl_list *turns, struct fl_arena *a)
{
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	for (size_t i = 0; i < turns->len; i++)
		if (ds_turns_at(turns, i)->kind == DS_TURN_CALL)
			fl_buf_printf(&out, "%s%.*s", out.len ? "\n" : "",
				FL_ARG(ds_turns_at(turns, i)->text));
	struct fl_slice calls = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return calls;
}

/* What was said up to a conclusion that is not to be kept. */
static int keep_said(struct making *m, struct ds_talk *t)
{
	struct fl_list turns;
	struct fl_buf text;
	int rc = ds_talk_turns(t, &turns);
	if (rc)
		return rc;
	fl_buf_init(&text, TEXT_MAX);
	ds_turns_text(&text, &turns, 0, turns.len);
	m->d->said = fl_arena_slice(m->a, fl_buf_view(&text));
	fl_buf_release(&text);
	return 0;
}

static struct fl_slice where(const struct making *m, const struct ds_cause *c)
{
	const struct ds_edit *e = ds_edits_at(m->r, 0);
	return fl_arena_printf(m->a, "%.*s: %.*s:%lld, and the edit is at %.*s:%lld",
		FL_ARG(m->r->mutation.operator), FL_ARG(c->file), (long long)c->line,
		FL_ARG(e->file), (long long)ds_edits_line(e));
}

/* ---- the record ---- */

static int seal(struct making *m, struct ds_talk *t)
{
	struct fl_list turns;
	int rc = ds_talk_turns(t, &turns);
	if (rc)
		return rc;
	m->d->asked = calls_of(&turns, m->a);
	if (m->d->script == DS_SCRIPT_TAKEN)
		rc = ds_script_turns(&turns, m->a, &turns, m->err);
	return rc ? rc
		  : ds_dialogue_finish(m->r, DS_KIND_DEBUG_SESSION, m->context, m->bench->seed,
			    &turns, m->a, m->d, m->err);
}

/* The same program, once more from a clean box, with another environment and layout of memory. */
static int make_other(struct making *m)
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

static bool same_answers(const struct ds_talk *x, const struct ds_talk *y)
{
	for (size_t i = 0; i < x->turns.len && i < y->turns.len; i++) {
		const struct ds_turn *a = fl_vec_at(&x->turns, i), *b = fl_vec_at(&y->turns, i);
		if (a->kind != b->kind || !fl_slice_eq(a->text, b->text))
			return false;
	}
	return x->turns.len == y->turns.len;
}

/* What varies between two plays is no answer. */
static int play_again(struct making *m, const struct ds_talk *t, bool *ret_same)
{
	struct ds_talk again;
	struct ds_cause cause;
	int rc = make_other(m);
	if (rc)
		return rc;
	rc = play(m, &again, &cause);
	*ret_same = (rc == 0 || rc == FL_EREFUSED) && same_answers(t, &again);
	ds_talk_close(&again);
	return rc == FL_EREFUSED ? 0 : rc;
}

/* Ask what the verification asked. */
static int run_again(struct making *m, struct fl_slice told, bool *ret_same)
{
	struct ds_session *session = NULL;
	struct ds_debug_seen seen;
	struct fl_buf answer;
	int rc = make_other(m);
	rc = rc ? rc : ds_debug_open(&m->debugging, m->a, &session, m->err);
	if (rc)
		return rc;
	fl_buf_init(&answer, TEXT_MAX);
	rc = ds_debug_ask(session, FL_S("run()"), &answer, &seen, m->err);
	*ret_same = rc == 0 && fl_slice_eq(fl_buf_view(&answer), told);
	fl_buf_release(&answer);
	ds_debug_close(session);
	return rc == FL_ETIMEOUT ? 0 : rc;
}

/* The mended program is run in the debugger; what that shows is the end of the dialogue. */
static int verify(struct making *m, struct ds_talk *t)
{
	const struct ds_scene scene = {.symptom = m->symptom,
		.files = &m->source.program.files,
		.cxx = m->source.program.language == TG_CXX};
	struct ds_session *session = NULL;
	bool same = false, right = false;
	int rc = tg_build_clean(m->bench->box, &m->source.program, m->err);
	rc = rc ? rc
		: fl_box_put(
			  m->bench->box, TG_BINARY, fl_buf_view(&m->bench->mended), 0755, m->err);
	rc = rc ? rc
		: ds_dialogue_run_alone(m->bench->box, &m->source.program, m->build, m->symptom,
			  m->r, m->a, &right, m->err);
	if (rc == 0 && !right)
		return end(m, DS_DIALOGUE_NOT_MENDED, FL_S("run by itself it is not right"));
	rc = rc ? rc : tg_build_clean(m->bench->box, &m->source.program, m->err);
	rc = rc ? rc : make_ready(m, &m->source.program.files);
	rc = rc ? rc : ds_debug_open(&m->debugging, m->a, &session, m->err);
	if (rc)
		return rc;
	t->session = session;
	t->scene = &scene;
	t->calls = 0;
	rc = ds_dialogue_verify(t, m->r);
	ds_debug_close(session);
	if (rc == FL_EREFUSED)
		return end(m, DS_DIALOGUE_NOT_MENDED, fl_slice_str(t->why));
	const struct ds_turn *told = rc ? NULL : fl_vec_at(&t->turns, (size_t)t->answer);
	rc = rc ? rc : run_again(m, told->text, &same);
	if (rc == 0 && !same)
		return end(m, DS_DIALOGUE_NONDETERMINISTIC, FL_S(""));
	return rc ? rc : seal(m, t);
}

/* The script as a whole, in a session of its own. */
static int run_script(struct making *m, const struct fl_list *turns, bool *ret_same)
{
	struct fl_buf told;
	size_t failed = 0;
	bool over = false;
	int rc = make_other(m);
	if (rc)
		return rc;
	struct ds_debugging whole = m->debugging;
	whole.text = ds_script_text(turns, turns->len, m->a);
	whole.max = TEXT_MAX;
	fl_buf_init(&told, TEXT_MAX);
	rc = ds_debug(&whole, m->a, &told, &failed, &over, m->err);
	*ret_same = rc == 0 && !failed && !over &&
		    fl_slice_eq(fl_buf_view(&told), ds_script_answers(turns, turns->len, m->a));
	fl_buf_release(&told);
	return rc;
}

/* Are the calls to be a script, and can they? */
static int try_script(struct making *m, const struct ds_talk *t)
{
	const struct ds_scene scene = {.symptom = m->symptom, .files = &m->r->files};
	struct fl_rng rng = fl_rng_new(m->bench->seed, FL_S("scripted"), m->context);
	const struct fl_list turns = {t->turns.data, t->turns.len};
	bool same = false;
	if (fl_rng_below(&rng, 100) >= m->bench->scripted)
		return 0;
	m->d->script = ds_script_judge(&turns, &scene, m->a);
	int rc = m->d->script == DS_SCRIPT_TAKEN ? run_script(m, &turns, &same) : 0;
	if (rc == 0 && m->d->script == DS_SCRIPT_TAKEN && !same)
		m->d->script = DS_SCRIPT_OTHER;
	return rc;
}

static int conclude(struct making *m, struct ds_talk *t, const struct ds_cause *cause)
{
	m->d->calls = t->calls;
	m->d->wrong_first = t->refuted > 0;
	if (!ds_dialogue_is_at(cause, m->r)) {
		int rc = keep_said(m, t);
		return rc ? rc : end(m, DS_DIALOGUE_ELSEWHERE, where(m, cause));
	}
	if (t->calls < DS_TURNS_CALLS_LEAST)
		return end(m, DS_DIALOGUE_TOO_SHORT, FL_S(""));
	bool same = false;
	int rc = play_again(m, t, &same);
	if (rc == 0 && !same)
		return end(m, DS_DIALOGUE_NONDETERMINISTIC, FL_S(""));
	rc = rc ? rc : try_script(m, t);
	rc = rc ? rc : ds_dialogue_mend(t, m->r, &m->source.program.files);
	if (rc == FL_EREFUSED)
		return end(m, DS_DIALOGUE_REFUSED, fl_slice_str(t->why));
	return rc ? rc : verify(m, t);
}

static int go_through(struct making *m)
{
	struct ds_talk t;
	struct ds_cause cause = {0};
	bool built;
	int rc = build(m, &built);
	if (rc)
		return rc;
	if (!built)
		return end(m, DS_DIALOGUE_NOT_BUILT, FL_S(""));
	rc = play(m, &t, &cause);
	if (rc == FL_EREFUSED)
		rc = end(m, DS_DIALOGUE_GAVE_UP, fl_slice_str(t.why));
	else if (rc == 0)
		rc = conclude(m, &t, &cause);
	ds_talk_close(&t);
	return rc;
}

void ds_dialogue_bench_release(struct ds_dialogue_bench *bench)
{
	fl_buf_release(&bench->mended);
	bench->loaded[0] = '\0';
}

int ds_dialogue_make(struct ds_dialogue_bench *bench, const struct ds_record *r, struct fl_arena *a,
	struct ds_dialogue *ret_dialogue, struct fl_error *err)
{
	struct making m = {.bench = bench, .r = r, .a = a, .d = ret_dialogue, .err = err};
	struct fl_error why;
	*ret_dialogue = (struct ds_dialogue){.fate = DS_DIALOGUE_KIND};
	if (!ds_dialogue_fits(r))
		return 0;
	m.err = &why;
	if (read_symptom(&m) || make_programs(&m))
		return m.err = err, end(&m, DS_DIALOGUE_KIND, fl_slice_str(why.message));
	m.err = err;
	if (m.build > TG_LEFT_OPEN)
		return end(&m, DS_DIALOGUE_KIND, FL_S(""));
	if (!ds_policy_of(m.symptom))
		return end(&m, DS_DIALOGUE_NO_POLICY, m.symptom->kind);
	int rc = go_through(&m);
	if (rc) /* whatever is in the box now */
		ds_dialogue_bench_release(bench);
	return rc;
}

static int make_of_row(struct ds_dialogue_bench *bench, const struct ds_record *const *rows,
	size_t count, struct fl_arena *a, struct ds_dialogue *ret_dialogue, struct fl_error *err)
{
	(void)count;
	return ds_dialogue_make(bench, rows[0], a, ret_dialogue, err);
}

const struct ds_dialogue_maker ds_debug_maker = {.fits = ds_dialogue_fits, .make = make_of_row};
