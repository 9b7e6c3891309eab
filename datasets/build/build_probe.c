#include "datasets/build/build_priv.h"

#include "base/json.h"
#include "base/utf8.h"
#include "tracegen/builds/libs.h"
#include "tracegen/covered.h"
#include "tracegen/sites.h"

/* The first line of a probe's result; the sites follow, a line each. */
struct probe {
	struct fl_slice refused, detail;
	int64_t sites;
	struct fl_slice lacks; /* the package without which some of its sites cannot be tried */
	int64_t untried; /* how many */
	int64_t unreached; /* sites that no input comes by: left out */
	int64_t leaking; /* sites that show as leaks, of a program that leaks as it is: left out */
	int64_t unreadable; /* sites in files that are not UTF-8: left out */
	struct fl_slice reach; /* of each site, REACH_LEN letters */
	struct fl_list
		libs; /* texts: all that it is linked with, where that is more than it said */
	struct fl_list flags; /* texts: its flags, where it needs one more to build as it is */
	/* struct tg_input: those it does well with, where not with all; or those that were found. */
	struct fl_list inputs;
	/* Of a program that reads and came without, or with few: what was looked for. */
	struct fl_slice none; /* a word of ds_inputs_none_words */
	int64_t inputs_tried, inputs_well, inputs_found, reached, kept_reach;
	int64_t unsound; /* inputs that it came with, and does not do well with */
	bool leaks_off; /* it leaks as it is, and does well when leaks are not looked for */
};

static const struct fl_field probe_fields[] = {
	FL_ROW(struct probe, refused, FL_TEXT, .doc = "why the program is refused, or empty"),
	FL_ROW(struct probe, detail, FL_TEXT, .doc = "more on that"),
	FL_ROW(struct probe, sites, FL_INT, .doc = "count of fault sites"),
	FL_ROW(struct probe, lacks, FL_TEXT, .doc = "a package that others need"),
	FL_ROW(struct probe, untried, FL_INT, .doc = "how many those are"),
	FL_ROW(struct probe, unreached, FL_INT, .doc = "sites that no input comes by"),
	FL_ROW(struct probe, unreadable, FL_INT, .doc = "sites in files that are not UTF-8"),
	FL_ROW(struct probe, leaking, FL_INT, .doc = "sites that would show as leaks"),
	FL_ROW(struct probe, leaks_off, FL_BOOL, .doc = "taken without the search for leaks"),
	FL_ROW(struct probe, reach, FL_TEXT, .doc = "how well inputs come by each site"),
	FL_ROW(struct probe, libs, FL_TEXTS, .doc = "its libraries, when some were missing"),
	FL_ROW(struct probe, flags, FL_TEXTS, .doc = "its flags, when one had to be added"),
	FL_ROW(struct probe, inputs, FL_LIST, .shape = &tg_input_shape, .item = "given",
		.doc = "its inputs, when some are of no use, or they were found"),
	FL_ROW(struct probe, none, FL_TEXT, .doc = "why none were found"),
	FL_ROW(struct probe, inputs_tried, FL_INT, .doc = "inputs that were tried to find some"),
	FL_ROW(struct probe, inputs_well, FL_INT, .doc = "those with which it ends well"),
	FL_ROW(struct probe, inputs_found, FL_INT, .doc = "those that were kept"),
	FL_ROW(struct probe, unsound, FL_INT, .doc = "inputs that are of no use"),
	FL_ROW(struct probe, reached, FL_INT, .doc = "places in the code that those reach"),
	FL_ROW(struct probe, kept_reach, FL_INT, .doc = "those that the kept ones reach"),
};

static const struct fl_shape probe_shape = {.name = "probe",
	.size = sizeof(struct probe),
	FL_SHAPE_FIELDS(probe_fields),
	.doc = "What a program is like."};

/* Of what says no more than how it is called, the faults would all be in that text. */
enum { DETAIL_MAX = 2000, HARDLY = 20 };

static void write_probe(struct fl_buf *out, struct probe probe, const char *refused,
	struct fl_slice detail, const struct fl_list *sites)
{
	probe.refused = fl_slice_str(refused);
	probe.detail = fl_slice_head(detail, DETAIL_MAX);
	probe.sites = sites ? (int64_t)sites->len : 0;
	fl_json_object(out, &probe_shape, &probe);
	fl_buf_char(out, '\n');
	for (size_t i = 0; sites && i < sites->len; i++) {
		fl_json_object(out, &tg_site_shape, (const struct tg_site *)sites->items + i);
		fl_buf_char(out, '\n');
	}
}

/*
 * What the stricter flags of plain builds refuse as it is cannot show a fault of the compiler, nor
 * what has wrong formats as it is (loose) one of formats.
 */
static void drop_compile_sites(struct fl_list *sites, bool loose)
{
	struct tg_site *s = sites->items;
	size_t kept = 0;
	for (size_t i = 0; i < sites->len; i++) {
		int op = tg_op_find(s[i].op);
		if (loose ? op != TG_OP_format_specifier : tg_ops[op].phase != TG_COMPILE)
			s[kept++] = s[i];
	}
	sites->len = kept;
}

/* What needs another machine's compiler can be tried where there is one. */
static void drop_far_sites(enum tg_language language, struct fl_list *sites, struct probe *probe)
{
	struct tg_site *s = sites->items;
	const char *lacks[TG_TARGETS];
	size_t kept = 0;
	for (int t = 0; t < TG_TARGETS; t++)
		lacks[t] = tg_target_lacks((enum tg_target)t, language);
	for (size_t i = 0; i < sites->len; i++) {
		enum tg_target target = tg_port_target(&s[i]);
		if (target == TG_TARGETS || !lacks[target]) {
			s[kept++] = s[i];
			continue;
		}
		probe->untried++;
		probe->lacks = fl_slice_str(lacks[target]);
	}
	sites->len = kept;
}

/* Where leaks are not looked for, no fault can show as one. */
static void drop_leaking_sites(
	const struct tg_program *p, struct fl_list *sites, struct probe *probe)
{
	struct tg_site *s = sites->items;
	size_t kept = 0;
	for (size_t i = 0; i < sites->len; i++) {
		if (p->leaks_off && tg_op_only_leaks(tg_op_find(s[i].op)))
			probe->leaking++;
		else
			s[kept++] = s[i];
	}
	sites->len = kept;
}

static bool is_utf8(struct fl_slice text)
{
	while (text.len) {
		uint32_t c;
		size_t n = fl_utf8_decode(text, &c);
		if (n == 0 || c == 0)
			return false;
		text = fl_slice_skip(text, n);
	}
	return true;
}

/* What a model cannot read makes no record. */
static void drop_unreadable_sites(
	const struct tg_program *p, struct fl_list *sites, struct probe *probe)
{
	struct tg_site *s = sites->items;
	struct fl_slice last = {0};
	bool readable = true;
	size_t kept = 0;
	for (size_t i = 0; i < sites->len; i++) {
		const struct tg_file *file = tg_program_file(p, s[i].file);
		if (file && !fl_slice_eq(s[i].file, last)) {
			last = s[i].file;
			readable = is_utf8(file->content);
		}
		if (readable)
			s[kept++] = s[i];
		else
			probe->unreadable++;
	}
	sites->len = kept;
}

/* ---- how well inputs come by a site: a letter for how many, one for the magnitude of runs ---- */

enum { REACH_LEN = 2, REACH_INPUTS = 25 };

static void write_reach(char *to, struct tg_reach reach)
{
	unsigned inputs = reach.inputs < REACH_INPUTS ? reach.inputs : REACH_INPUTS, runs = 0;
	while (runs < 25 && reach.runs >> runs)
		runs++;
	to[0] = (char)(reach.known ? 'a' + (int)inputs : '-');
	to[1] = (char)('a' + (int)runs);
}

static struct tg_reach read_reach(struct fl_slice text, size_t i, size_t inputs)
{
	if (text.len < (i + 1) * REACH_LEN || text.ptr[i * REACH_LEN] == '-')
		return (struct tg_reach){0};
	unsigned runs = (unsigned)(text.ptr[i * REACH_LEN + 1] - 'a');
	return (struct tg_reach){.known = true,
		.inputs = (unsigned)(text.ptr[i * REACH_LEN] - 'a'),
		.runs = runs ? 1u << (runs - 1) : 0,
		.of = (unsigned)inputs};
}

/* Faults of the run show where an input comes by. */
static int drop_unreached_sites(struct ds_worker *w, struct fl_list *sites, struct probe *probe,
	bool *ret_hardly, struct fl_error *err)
{
	struct fl_list covered;
	struct tg_site *s = sites->items;
	size_t kept = 0;
	int64_t reached = 0;
	char *reach = fl_arena_alloc(&w->arena, sites->len * REACH_LEN + 1);
	if (!reach)
		return fl_arena_error(&w->arena, "the sites", err);
	int rc = tg_covered(w->box, &w->program, &w->arena, &covered, err);
	for (size_t i = 0; rc == 0 && i < sites->len; i++) {
		bool runs = tg_ops[tg_op_find(s[i].op)].phase == TG_RUNTIME;
		if (runs && !tg_site_reached(&w->program, &covered, &s[i])) {
			probe->unreached++;
			continue;
		}
		write_reach(reach + kept * REACH_LEN, tg_site_reach(&w->program, &covered, &s[i]));
		s[kept++] = s[i];
		reached += runs;
	}
	if (rc == 0)
		sites->len = kept;
	probe->reach = fl_slice(reach, kept * REACH_LEN);
	*ret_hardly = reached * HARDLY < reached + probe->unreached;
	return rc;
}

/* A program whose own formats are wrong is built with them, so that other faults show. */
static int allow_formats(
	struct tg_program *p, struct fl_slice diagnostics, struct fl_arena *a, struct fl_error *err)
{
	if (fl_slice_find(diagnostics, "[-Werror=format") < 0 &&
		fl_slice_find(diagnostics, "[-Werror,-Wformat") < 0)
		return 0;
	struct fl_slice *flags = fl_arena_array(a, p->flags.len + 1, sizeof(*flags));
	if (!flags)
		return fl_arena_error(a, "the flags", err);
	for (size_t i = 0; i < p->flags.len; i++)
		flags[i] = tg_text_at(&p->flags, i);
	flags[p->flags.len] = FL_S("-Wno-format");
	p->flags = (struct fl_list){flags, p->flags.len + 1};
	return 0;
}

/*
 * Load the program; where libraries are missing that everybody knows, or the original does not do
 * well with some of its inputs, with those libraries and without those inputs, which the probe then
 * tells. *ret_program lives in the arena and must outlive what is done with the worker.
 */
static int load_mended(struct ds_worker *w, const struct build_program *p, struct fl_arena *a,
	struct probe *probe, struct fl_error *err)
{
	struct tg_program mended = p->program;
	struct tg_limits limits = {.cpu_ms = w->opts.cpu_ms};
	bool more = false;
	int rc = ds_worker_load(w, p->source, &mended, err);
	/* clang's sanitizers bring libraries along that a person's build lacks. */
	if (rc == 0 && !w->baseline.plain_ok) {
		rc = tg_libs_add(&mended, w->baseline.plain_said, a, &more, err);
		if (rc == 0 && more) {
			probe->libs = mended.libs;
			ds_worker_unload(w);
			rc = ds_worker_load(w, p->source, &mended, err);
		}
	}
	if (rc == 0 && !w->baseline.plain_ok) {
		size_t had = mended.flags.len;
		rc = allow_formats(&mended, w->baseline.plain_said, a, err);
		if (rc == 0 && mended.flags.len > had) {
			probe->flags = mended.flags;
			ds_worker_unload(w);
			rc = ds_worker_load(w, p->source, &mended, err);
		}
	}
	if (rc || !w->baseline.refusal || mended.inputs.len < 2 || w->baseline.runs.len == 0)
		return rc;
	rc = tg_inputs_sound(w->box, &mended, &limits, a, &mended.inputs, err);
	if (rc || mended.inputs.len == 0)
		return rc;
	probe->inputs = mended.inputs;
	probe->unsound = (int64_t)(p->program.inputs.len - mended.inputs.len);
	mended = tg_program_with(&mended, 0);
	ds_worker_unload(w);
	return ds_worker_load(w, p->source, &mended, err);
}

/* Those that were found come behind those that it had. */
static int add_inputs(
	struct tg_program *p, const struct fl_list *found, struct fl_arena *a, struct fl_error *err)
{
	const struct tg_input *had = p->inputs.items, *more = found->items;
	size_t room = TG_INPUTS_MAX - p->inputs.len, n = found->len < room ? found->len : room;
	struct tg_input *all = fl_arena_array(a, p->inputs.len + n, sizeof(*all));
	if (!all)
		return fl_arena_error(a, "the inputs", err);
	for (size_t i = 0; i < p->inputs.len; i++)
		all[i] = had[i];
	for (size_t i = 0; i < n; i++)
		all[p->inputs.len + i] = more[i];
	p->inputs = (struct fl_list){all, p->inputs.len + n};
	return 0;
}

/* Find inputs for the loaded program, where it reads and has none, and load it with them. */
static int load_found(struct ds_worker *w, const struct build_program *p, size_t max,
	struct fl_arena *a, struct probe *probe, struct fl_error *err)
{
	struct ds_inputs_found found;
	struct tg_program program = w->program;
	int rc = ds_worker_find(w, max, a, &found, err);
	if (rc || found.none == DS_INPUTS_READS_NOTHING)
		return rc;
	probe->none = fl_slice_str(ds_inputs_none_words[found.none]);
	probe->inputs_tried = (int64_t)found.tried;
	probe->inputs_well = (int64_t)found.well;
	probe->reached = (int64_t)found.reached;
	probe->kept_reach = (int64_t)found.kept_reach;
	probe->inputs_found = (int64_t)found.inputs.len;
	rc = add_inputs(&program, &found.inputs, a, err);
	if (rc)
		return rc;
	probe->inputs = program.inputs;
	program = tg_program_with(&program, 0);
	return ds_worker_load(w, p->source, &program, err);
}

/*
 * Load it, mended and with inputs. One that leaks as it is, and is refused for nothing else, is
 * loaded again without the search for leaks.
 */
static int load_usable(struct ds_worker *w, const struct build_program *p, size_t max_inputs,
	struct fl_arena *a, struct probe *probe, struct fl_error *err)
{
	struct build_program with = *p;
	for (;;) {
		*probe = (struct probe){.leaks_off = with.program.leaks_off};
		int rc = load_mended(w, &with, a, probe, err);
		rc = rc ? rc : load_found(w, &with, max_inputs, a, probe, err);
		if (rc || w->baseline.refusal != TG_REFUSED_LEAKS || with.program.leaks_off)
			return rc;
		with.program.leaks_off = true;
		ds_worker_unload(w);
	}
}

static int probe_in(struct ds_worker *w, const struct build_program *p, size_t max_inputs,
	struct fl_arena *a, struct fl_buf *out, struct fl_error *err)
{
	struct fl_list sites;
	struct fl_error why;
	struct probe probe;
	bool hardly = false;
	int rc = load_usable(w, p, max_inputs, a, &probe, err);
	if (rc)
		return rc;
	if (w->baseline.refusal) {
		struct fl_slice detail = w->baseline.detail;
		if (w->program.inputs.len && w->baseline.runs.len)
			detail = fl_arena_printf(&w->arena, "input %zu%s%.*s",
				w->baseline.refused_with + 1, detail.len ? ": " : "",
				FL_ARG(detail));
		write_probe(out, probe, tg_refusals[w->baseline.refusal].word, detail, NULL);
		return 0;
	}
	const struct tg_program with = tg_program_with(&w->program, 0);
	struct tg_limits limits = {.cpu_ms = w->opts.cpu_ms};
	bool same;
	rc = tg_original_held(w->box, &with, &w->baseline, &limits, &w->arena, &same, err);
	if (rc)
		return rc;
	if (!same) {
		write_probe(out, probe, tg_refusals[TG_REFUSED_NONDETERMINISTIC].word,
			FL_S("its output depends on the time that it takes"), NULL);
		return 0;
	}
	rc = tg_sites(w->box, &w->program, &w->arena, &sites, &why);
	if (rc == 0 && (!w->baseline.plain_ok || probe.flags.len))
		drop_compile_sites(&sites, w->baseline.plain_ok);
	if (rc == 0)
		drop_leaking_sites(&w->program, &sites, &probe);
	if (rc == 0)
		drop_unreadable_sites(&w->program, &sites, &probe);
	if (rc == 0)
		drop_far_sites((enum tg_language)p->program.language, &sites, &probe);
	if (rc == 0)
		rc = drop_unreached_sites(w, &sites, &probe, &hardly, &why);
	if (rc == FL_EPARSE || rc == FL_ELIMIT)
		write_probe(out, probe, tg_refusals[TG_REFUSED_NOT_PARSED].word,
			fl_slice_str(why.message), NULL);
	else if (rc == 0 && hardly)
		write_probe(out, (struct probe){0}, tg_refusals[TG_REFUSED_HARDLY_RUN].word,
			fl_arena_printf(
				a, "%lld fault sites out of reach", (long long)probe.unreached),
			NULL);
	else if (rc == 0)
		write_probe(out, probe, "", fl_slice(NULL, 0), &sites);
	else
		return fl_error_set(err, why.code, "%s", why.message);
	return 0;
}

static int probe_program(struct ds_worker *w, const struct build_program *p, size_t max_inputs,
	struct fl_buf *out, struct fl_error *err)
{
	struct fl_arena a;
	fl_arena_init(&a, SCRATCH_MAX);
	int rc = probe_in(w, p, max_inputs, &a, out, err);
	ds_worker_unload(w); /* what it holds is of the arena, and not of this build alone */
	fl_arena_release(&a);
	return rc;
}

static int probe_job(void *ctx, void *state, size_t index, struct fl_buf *out, struct fl_error *err)
{
	struct build *b = ctx;
	const struct build_program *p = &b->programs[index];
	char key[65];
	ds_build_key(b, "probe", p, fl_slice(NULL, 0), key);
	if (ds_build_known(b, key, out))
		return 0;
	int rc = probe_program(state, p, b->opts->inputs, out, err);
	if (rc == 0)
		ds_cache_keep(b->cache, key, fl_buf_view(out));
	return rc;
}

/* The program as it is built from now on; what was added to it is told. */
static int take_mended(
	struct build *b, struct build_program *p, const struct probe *probe, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < probe->libs.len; i++)
		if (!fl_texts_have(&p->program.libs, tg_text_at(&probe->libs, i)))
			rc = ds_build_skip(
				b, "added to a program", tg_text_at(&probe->libs, i), err);
	if (rc == 0 && probe->flags.len)
		rc = ds_build_skip(b, "added to a program",
			tg_text_at(&probe->flags, probe->flags.len - 1), err);
	for (int64_t i = 0; rc == 0 && i < probe->unsound; i++)
		rc = ds_build_skip(b, "input", FL_S("the original does not do well with it"), err);
	if (rc == 0 && probe->leaks_off && !probe->refused.len)
		rc = ds_build_skip(b, "taken without the search for leaks",
			FL_S("the original leaks memory"), err);
	for (int64_t i = 0; rc == 0 && i < probe->leaking; i++)
		rc = ds_build_skip(
			b, "not tried", FL_S("would show as a leak, and the original leaks"), err);
	p->program.leaks_off = probe->leaks_off;
	if (probe->libs.len)
		p->program.libs = probe->libs;
	if (probe->flags.len)
		p->program.flags = probe->flags;
	if (probe->inputs.len) {
		p->program.inputs = probe->inputs;
		p->program = tg_program_with(&p->program, 0);
	}
	return rc;
}

static int read_probe(
	struct build *b, struct build_program *p, struct fl_slice text, struct fl_error *err)
{
	struct fl_slice line;
	void *object;
	if (!fl_slice_line(&text, &line))
		return fl_error_set(err, FL_EINTERNAL, "a worker sent nothing");
	int rc = fl_json_read(line, &probe_shape, b->arena, &object, err);
	if (rc)
		return rc;
	const struct probe *probe = object;
	p->refused = probe->refused;
	p->detail = probe->detail;
	p->found = (struct ds_manifest_inputs){.path = p->source->path,
		.none = probe->none,
		.tried = probe->inputs_tried,
		.well = probe->inputs_well,
		.kept = probe->inputs_found,
		.reached = probe->reached,
		.kept_reach = probe->kept_reach};
	rc = take_mended(b, p, probe, err);
	if (rc)
		return rc;
	struct tg_site *sites = fl_arena_array(b->arena, (size_t)probe->sites, sizeof(*sites));
	p->reach = fl_arena_array(b->arena, (size_t)probe->sites, sizeof(*p->reach));
	if (!sites || !p->reach)
		return fl_arena_error(b->arena, "the fault sites", err);
	p->sites = (struct fl_list){.items = sites, .len = (size_t)probe->sites};
	for (size_t i = 0; i < p->sites.len; i++) {
		if (!fl_slice_line(&text, &line))
			return fl_error_set(err, FL_EINTERNAL, "a worker's answer is cut short");
		rc = fl_json_read(line, &tg_site_shape, b->arena, &object, err);
		if (rc)
			return rc;
		sites[i] = *(struct tg_site *)object;
		p->reach[i] = read_reach(probe->reach, i, tg_program_inputs(&p->program));
	}
	for (int64_t i = 0; i < probe->untried && rc == 0; i++)
		rc = ds_build_skip(b, "not tried: needs package", probe->lacks, err);
	for (int64_t i = 0; i < probe->unreached && rc == 0; i++)
		rc = ds_build_skip(b, "not tried", FL_S("no input comes by"), err);
	for (int64_t i = 0; i < probe->unreadable && rc == 0; i++)
		rc = ds_build_skip(b, "not tried", FL_S("its file is not UTF-8"), err);
	return rc;
}

static int probe_collect(void *ctx, size_t index, struct fl_slice result,
	const struct fl_error *failure, struct fl_error *err)
{
	struct build *b = ctx;
	struct build_program *p = &b->programs[index];
	ds_build_tell_unkept(b);
	if (!failure && ds_part_is_absent(result)) {
		b->report.absent++;
		return 0;
	}
	if (!failure)
		return read_probe(b, p, result, err);
	p->refused = fl_slice_str(tg_refusals[TG_REFUSED_INFRA].word);
	p->detail = fl_arena_printf(b->arena, "%s", failure->message);
	return fl_arena_error(b->arena, "the programs", err);
}

static void probe_progress(void *ctx, size_t ended, size_t count)
{
	const struct build *b = ctx;
	if (b->opts->progress)
		b->opts->progress(b->opts->progress_ctx, "programs", ended, count);
}

int ds_build_probe(struct build *b, struct fl_error *err)
{
	struct ds_pool pool = {.jobs = b->opts->jobs,
		.count = b->program_count,
		.wall_ms = UNIT_WALL_MS,
		.stop = b->opts->stop,
		.ctx = b,
		.start = ds_build_worker_start,
		.job = probe_job,
		.finish = ds_build_worker_finish,
		.collect = probe_collect,
		.progress = probe_progress};
	return ds_pool_run(&pool, err);
}
