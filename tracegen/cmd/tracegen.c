/* tracegen: lists fault sites of a source file and puts a fault in. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "base/opts.h"
#include "base/show.h"
#include "base/source_name.h"
#include "tracegen/sites.h"

enum { OPT_TO, OPT_OP, OPT_SITE, OPT_STD, OPT_COUNT };
enum { TO_TEXT, TO_JSON, TO_MARKDOWN };
enum { ARENA_MAX = 1 << 30, FILE_MAX = 8 << 20 };

static const char *const formats[] = {"text", "json", "markdown", NULL};

static const struct fl_opt options[] = {
	[OPT_TO] = {"to", 't', FL_OPT_WORD, "FORMAT", .words = formats, .fallback = "text",
		.help = "how lists are written", .only = "sites ops"},
	[OPT_OP] = {"op", 'o', FL_OPT_TEXT, "OPERATOR", .help = "only sites of this operator",
		.only = "sites apply"},
	[OPT_SITE] = {"site", 'n', FL_OPT_NUMBER, "N", .min = 1, .max = TG_SITES_MAX,
		.fallback = "1", .help = "which of the sites, from 1", .only = "apply"},
	[OPT_STD] = {"std", 's', FL_OPT_TEXT, "STANDARD",
		.help = "language standard (default: gnu17 for C, c++17 for C++)",
		.only = "sites apply"},
};

static const struct fl_opt_pair commands[] = {
	{"sites", "list the places of FILE where a fault can be put in"},
	{"apply", "write FILE with the fault of one site in it"},
	{"ops", "list the operators"},
	{NULL, NULL},
};

static const char *const synopsis[] = {"sites [--op=OPERATOR] [--to=text|json] FILE",
	"apply [--op=OPERATOR] [--site=N] FILE", "ops [--to=text|markdown]", NULL};

static const struct fl_opt_pair examples[] = {
	{"tracegen sites --to=json list.c", "all sites of list.c, a JSON object a line"},
	{"tracegen apply --op=index --site=2 list.c", "list.c with its second index off by one"},
	{NULL, NULL},
};

static const struct fl_tool tool = {.name = "tracegen",
	.summary = "put known faults into C and C++ sources",
	.synopsis = synopsis,
	.description = "tracegen finds the places of a source file where an operator can put one "
		       "known fault in. An edit keeps all other lines where they are.\n\n"
		       "The file is parsed in a sandbox.",
	.options = options,
	.option_count = OPT_COUNT,
	.commands = commands,
	.examples = examples};

/* What main() holds for its commands. */
struct job {
	struct fl_opts opts;
	struct fl_arena arena;
	struct fl_buf out;
	struct tg_program program;
	struct fl_list sites; /* those that --op asks for */
};

/* Is --std a standard of the file's language? libclang does not tell it from a bad file. */
static int check_standard(const struct fl_opts *o, const char *path, struct fl_error *err)
{
	static const char *const languages[] = {"C", "C++"};
	const char *std = fl_opt_text(o, OPT_STD);
	bool cxx, of_cxx;
	if (!std)
		return 0;
	if (!fl_source_standard(fl_slice_str(std), &of_cxx))
		return fl_error_set(
			err, FL_EINVAL, "\"%s\" is no language standard that clang knows", std);
	if (fl_source_is_unit(fl_slice_str(path), &cxx) && cxx != of_cxx)
		return fl_error_set(err, FL_EINVAL, "\"%s\" is a standard of %s, and %s is %s", std,
			languages[of_cxx], path, languages[cxx]);
	return 0;
}

static int load_program(struct job *job, const char *path, struct fl_error *err)
{
	struct fl_buf text;
	const char *slash = strrchr(path, '/');
	fl_buf_init(&text, FILE_MAX);
	int rc = fl_buf_read_file(&text, path, err);
	struct fl_slice content =
		rc ? (struct fl_slice){0} : fl_arena_slice(&job->arena, fl_buf_view(&text));
	fl_buf_release(&text);
	if (rc == 0)
		rc = tg_program_single(fl_slice_str(slash ? slash + 1 : path), content, TG_GCC,
			&job->arena, &job->program, err);
	if (rc == 0 && fl_opt_given(&job->opts, OPT_STD))
		job->program.std = fl_slice_str(fl_opt_text(&job->opts, OPT_STD));
	return rc;
}

static int load_sites(struct job *job, struct fl_error *err)
{
	struct fl_box *box = NULL;
	struct fl_list all;
	const char *op = fl_opt_text(&job->opts, OPT_OP);
	if (op && tg_op_find(fl_slice_str(op)) < 0)
		return fl_error_set(
			err, FL_EINVAL, "no operator \"%s\"; tracegen ops lists them", op);
	int rc = fl_box_new(&(struct fl_box_opts){0}, &box, err);
	if (rc == 0)
		rc = tg_sites(box, &job->program, &job->arena, &all, err);
	fl_box_free(box);
	if (rc)
		return rc;
	struct tg_site *sites = all.items;
	size_t kept = 0;
	for (size_t i = 0; i < all.len; i++) {
		if (!op || fl_slice_eqs(sites[i].op, op))
			sites[kept++] = sites[i];
	}
	job->sites = (struct fl_list){sites, kept};
	return 0;
}

static void write_text(struct fl_buf *out, struct fl_slice s)
{
	enum { SHOWN = 60 };
	struct fl_buf text;
	fl_buf_init(&text, 16 * SHOWN);
	fl_json_text(&text, fl_slice_head(s, SHOWN));
	fl_show(out, fl_buf_view(&text));
	fl_buf_release(&text);
	if (s.len > SHOWN)
		fl_buf_str(out, "...");
}

static int run_sites(struct job *job, struct fl_error *err)
{
	(void)err;
	const struct tg_site *sites = job->sites.items;
	for (size_t i = 0; i < job->sites.len; i++) {
		const struct tg_site *s = &sites[i];
		if (fl_opt_word(&job->opts, OPT_TO) == TO_JSON) {
			fl_json_object(&job->out, &tg_site_shape, s);
		} else {
			fl_show_printf(&job->out, "%.*s:%lld:%lld: %.*s: ", FL_ARG(s->file),
				(long long)s->line, (long long)s->col, FL_ARG(s->op));
			write_text(&job->out, s->original);
			fl_buf_str(&job->out, " -> ");
			write_text(&job->out, s->replacement);
		}
		fl_buf_char(&job->out, '\n');
	}
	return 0;
}

static int run_apply(struct job *job, struct fl_error *err)
{
	size_t number = (size_t)fl_opt_number(&job->opts, OPT_SITE);
	if (number > job->sites.len)
		return fl_error_set(err, FL_EINVAL, "there are only %zu sites", job->sites.len);
	struct fl_slice text;
	const struct tg_file *file = tg_program_at(&job->program, 0);
	const struct tg_site *site = (const struct tg_site *)job->sites.items + number - 1;
	int rc = tg_apply(file->content, site, &job->arena, &text, err);
	if (rc == 0)
		fl_buf_slice(&job->out, text);
	return rc;
}

static int run_ops(struct job *job, struct fl_error *err)
{
	(void)err;
	if (fl_opt_word(&job->opts, OPT_TO) == TO_MARKDOWN) {
		tg_ops_write_docs(&job->out);
		return 0;
	}
	for (int i = 0; i < TG_OP_COUNT; i++)
		fl_buf_printf(&job->out, "%-20s %-17s %s\n", tg_ops[i].name,
			diag_class_table[tg_ops[i].cls].name, tg_ops[i].summary);
	return 0;
}

static int run_command(struct job *job, struct fl_error *err)
{
	static int (*const runners[])(struct job *, struct fl_error *) = {
		run_sites, run_apply, run_ops};
	size_t command = fl_opts_command(&job->opts);
	bool wants_file = runners[command] != run_ops;
	if (job->opts.operand_count != (wants_file ? 2u : 1u))
		return fl_error_set(err, FL_EINVAL, "%s takes %s", commands[command].left,
			wants_file ? "one file" : "no file");
	const char *op = fl_opt_text(&job->opts, OPT_OP);
	if (op && tg_op_find(fl_slice_str(op)) < 0)
		return fl_error_set(
			err, FL_EINVAL, "no operator \"%s\"; tracegen ops lists them", op);
	if (fl_opt_word(&job->opts, OPT_TO) == (wants_file ? TO_MARKDOWN : TO_JSON))
		return fl_error_set(err, FL_EINVAL, "%s cannot write %s", commands[command].left,
			formats[fl_opt_word(&job->opts, OPT_TO)]);
	int rc = 0;
	if (wants_file) {
		rc = check_standard(&job->opts, job->opts.operands[1], err);
		if (rc == 0)
			rc = load_program(job, job->opts.operands[1], err);
		if (rc == 0)
			rc = load_sites(job, err);
	}
	if (rc == 0)
		rc = runners[command](job, err);
	return rc ? rc : fl_buf_error(&job->out, "the output", err);
}

static int run(const struct fl_opts *o, struct fl_error *err)
{
	struct job job = {.opts = *o};
	fl_arena_init(&job.arena, ARENA_MAX);
	fl_buf_init(&job.out, ARENA_MAX);
	int rc = run_command(&job, err);
	rc = rc ? rc : fl_write_all(STDOUT_FILENO, fl_buf_view(&job.out), err);
	fl_buf_release(&job.out);
	fl_arena_release(&job.arena);
	return rc ? FL_RUN_FAILED : 0;
}

int main(int argc, char **argv)
{
	return fl_opts_main(&tool, argc, argv, run);
}
