/* rlvr-label: candidates in, labels with rewards out. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/opts.h"
#include "base/show.h"
#include "datasets/reward/stream.h"

enum {
	OPT_JOBS,
	OPT_UNORDERED,
	OPT_PROFILE,
	OPT_WEIGHT,
	OPT_CXX,
	OPT_FIRST,
	OPT_QUIET,
	OPT_SANDBOX,
	OPT_COUNT
};

static const char *const sandbox_words[] = {"strict", "degraded", NULL};

static const struct fl_opt options[] = {
	[OPT_JOBS] = {"jobs", 'j', FL_OPT_NUMBER, "N", .min = 1, .max = 256,
		.help = "judge N candidates at once; as many as there are processors when not "
			"given"},
	[OPT_UNORDERED] = {"unordered", 'u', FL_OPT_FLAG,
		.help = "write each label as soon as it is there"},
	[OPT_PROFILE] = {"profile", 'p', FL_OPT_WORD, "NAME", .words = ds_profile_words,
		.fallback = "faultline", .help = "what is rewarded"},
	[OPT_WEIGHT] = {"weight", 'w', FL_OPT_TEXT, "TERM=WEIGHT",
		.help = "another weight than the profile's, from 0 to 1; may be repeated"},
	[OPT_CXX] = {"cxx", 0, FL_OPT_TEXT, "NAME",
		.help = "compile with it: g++-12, clang++-19, …; the newest clang, else gcc, when "
			"not given"},
	[OPT_FIRST] = {"stop-at-first", 0, FL_OPT_FLAG,
		.help = "do not run the tests behind the first that failed"},
	[OPT_QUIET] = {"quiet", 'q', FL_OPT_FLAG, .help = "no summary"},
	[OPT_SANDBOX] = {"sandbox", 0, FL_OPT_WORD, "HOW", .words = sandbox_words,
		.fallback = "strict",
		.help = "what to do where the kernel refuses namespaces: fail, or do without"},
};

static const char *const synopsis[] = {"[OPTIONS] < CANDIDATES > LABELS", NULL};
static const struct fl_opt_pair exits[] = {
	{"0", "every candidate has its label"},
	{"1", "some could not be judged (infra_error)"},
	{"2", "the command line is wrong"},
	{"3", "something that is needed is missing: a compiler, the sandbox"},
	{"4", "internal error, or the system refused"},
	{NULL, NULL},
};
static const struct fl_opt_pair examples[] = {
	{"rlvr-label < candidates.jsonl > labels.jsonl", "a label for each candidate"},
	{"rlvr-label --profile=verl --unordered -j 8", "the share of tests that passed"},
	{NULL, NULL},
};
static const char *const see_also[] = {"datasets(1)", "sanrun(1)", NULL};

static const struct fl_tool tool = {.name = "rlvr-label",
	.summary = "reward code that a model wrote, by building and running it",
	.synopsis = synopsis,
	.description =
		"Reads candidates, a JSON object a line, and writes a label for each: the reward, "
		"what is wrong and of which class, the evidence, and what shows it. Code is built "
		"once under sanitizers and run on each test in a sandbox. What the host or the "
		"sandbox did wrong has an infra_error and no reward.",
	.options = options,
	.option_count = OPT_COUNT,
	.exits = exits,
	.examples = examples,
	.see_also = see_also};

static volatile sig_atomic_t stopped;

static void stop(int sig)
{
	(void)sig;
	stopped = 1;
}

static int read_weights(const struct fl_opts *o, struct ds_profile *p, struct fl_error *err)
{
	for (size_t i = 0; i < fl_opt_count(o, OPT_WEIGHT); i++)
		if (!ds_profile_set(p, fl_opt_text_at(o, OPT_WEIGHT, i)))
			return fl_error_set(err, FL_EINVAL,
				"--weight takes TERM=WEIGHT, as in tests=0.5 (extract, compile, "
				"tests, all, clean, time), not \"%s\"",
				fl_opt_text_at(o, OPT_WEIGHT, i));
	return 0;
}

static void tell(const struct ds_stream_counts *c)
{
	uint64_t judged = c->labelled - c->infra;
	fl_tell(tool.name,
		"%llu candidates: %llu passed all tests, mean reward %.3f; %llu not judged",
		(unsigned long long)c->labelled, (unsigned long long)c->passed,
		judged ? (double)c->reward_sum / (double)DS_WHOLE / (double)judged : 0.0,
		(unsigned long long)c->infra);
}

static int run(const struct fl_opts *o, struct fl_error *err)
{
	struct ds_stream_counts counts = {0};
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct ds_stream_opts opts = {.jobs = cpus > 0 ? (unsigned)cpus : 1,
		.unordered = fl_opt_given(o, OPT_UNORDERED),
		.stop = &stopped,
		.judge = {.compiler = fl_opt_text(o, OPT_CXX),
			.profile = ds_profiles[fl_opt_word(o, OPT_PROFILE)],
			.stop_at_first = fl_opt_given(o, OPT_FIRST),
			.box = {.degraded = fl_opt_word(o, OPT_SANDBOX) == 1}}};
	struct sigaction action = {.sa_handler = stop};
	if (fl_opt_given(o, OPT_JOBS))
		opts.jobs = (unsigned)fl_opt_number(o, OPT_JOBS);
	if (read_weights(o, &opts.judge.profile, err))
		return FL_RUN_FAILED;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	int rc = ds_stream_run(STDIN_FILENO, STDOUT_FILENO, &opts, &counts, err);
	if (!fl_opt_given(o, OPT_QUIET) && (rc == 0 || rc == FL_ECLOSED))
		tell(&counts);
	return rc ? FL_RUN_FAILED : counts.infra > 0;
}

int main(int argc, char **argv)
{
	return fl_opts_main(&tool, argc, argv, run);
}
