/* rlvr-label: candidates in, labels with rewards out, as a filter and over HTTP. */
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/opts.h"
#include "base/show.h"
#include "datasets/cache.h"
#include "datasets/reward/doctor.h"
#include "datasets/reward/explain.h"
#include "datasets/reward/headers.h"
#include "datasets/reward/stream.h"
#include "datasets/serve/server.h"

enum {
	OPT_JOBS,
	OPT_UNORDERED,
	OPT_PROFILE,
	OPT_WEIGHT,
	OPT_CXX,
	OPT_TIDY,
	OPT_FIRST,
	OPT_QUIET,
	OPT_SANDBOX,
	OPT_CACHE,
	OPT_EXPLAIN,
	OPT_DOCTOR,
	OPT_SERVE,
	OPT_TOKEN,
	OPT_QUEUE,
	OPT_BODY,
	OPT_READ,
	OPT_LANGUAGE,
	OPT_EPISODES,
	OPT_IDLE,
	OPT_COUNT
};

enum { TEXT_MAX = 64 << 10, EXPLANATION_MAX = 64 << 20 };

static const char *const language_words[] = {"cpp", "c", NULL};
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
	[OPT_TIDY] = {"tidy", 0, FL_OPT_TEXT, "CHECKS",
		.help = "let clang-tidy look at what compiles, with the checks a,-b,c-*; "
			"\"default\" stands for ours"},
	[OPT_FIRST] = {"stop-at-first", 0, FL_OPT_FLAG,
		.help = "do not run the tests behind the first that failed"},
	[OPT_QUIET] = {"quiet", 'q', FL_OPT_FLAG, .help = "no summary"},
	[OPT_SANDBOX] = {"sandbox", 0, FL_OPT_WORD, "HOW", .words = sandbox_words,
		.fallback = "strict",
		.help = "what to do where the kernel refuses namespaces: fail, or do without"},
	[OPT_CACHE] = {"cache", 0, FL_OPT_TEXT, "DIR",
		.help = "keep labels there, and give what was judged before its label again"},
	[OPT_EXPLAIN] = {"explain", 0, FL_OPT_TEXT, "HASH",
		.help = "say why a label of the cache, by its hash, is what it is, and judge its "
			"candidate once more"},
	[OPT_DOCTOR] = {"doctor", 0, FL_OPT_FLAG,
		.help = "try which limits hold on this host, and say so"},
	[OPT_SERVE] = {"serve", 0, FL_OPT_TEXT, "ADDR:PORT", .section = "Server",
		.help = "answer requests over HTTP there, as in 127.0.0.1:8080; port 0 is any "
			"that is free"},
	[OPT_TOKEN] = {"token-file", 0, FL_OPT_TEXT, "FILE",
		.help = "take only requests with the token in it, as Authorization: Bearer or as "
			"the password of a URL; needed where others reach the address"},
	[OPT_QUEUE] = {"queue", 0, FL_OPT_NUMBER, "N", .min = 1, .max = 100000, .fallback = "512",
		.help = "let N requests wait for a worker before more are answered with 429"},
	[OPT_BODY] = {"body-max", 0, FL_OPT_SIZE, "SIZE", .min = 1024, .max = 64 << 20,
		.fallback = "16M",
		.help = "the longest body of a request; a batch may be 16 times as long"},
	[OPT_READ] = {"read-timeout", 0, FL_OPT_NUMBER, "SECONDS", .min = 1, .max = 3600,
		.fallback = "60", .help = "end a connection whose request is not there by then"},
	[OPT_LANGUAGE] = {"language-override", 0, FL_OPT_WORD, "LANGUAGE", .words = language_words,
		.help = "what code for /run_code is, whatever the request says of it: for clients "
			"that always say python"},
	[OPT_EPISODES] = {"episodes", 0, FL_OPT_NUMBER, "N", .min = 1, .max = 100000,
		.fallback = "1024", .help = "hold N episodes (POST /env/reset) at once, then 429"},
	[OPT_IDLE] = {"episode-idle", 0, FL_OPT_NUMBER, "SECONDS", .min = 1, .max = 86400,
		.fallback = "900", .help = "drop an episode that nobody has asked for so long"},
};

static const char *const synopsis[] = {"[OPTIONS] < CANDIDATES > LABELS",
	"--serve=ADDR:PORT [OPTIONS]", "--explain=HASH --cache=DIR [OPTIONS]", "--doctor", NULL};
static const struct fl_opt_pair exits[] = {
	{"0", "every candidate has its label"},
	{"1", "some could not be judged (infra_error); a limit does not hold (--doctor); it came "
	      "out differently (--explain)"},
	{"2", "the command line is wrong"},
	{"3", "something that is needed is missing: a compiler, the sandbox"},
	{"4", "internal error, or the system refused"},
	{NULL, NULL},
};
static const struct fl_opt_pair examples[] = {
	{"rlvr-label < candidates.jsonl > labels.jsonl", "a label for each candidate"},
	{"rlvr-label --profile=verl --unordered -j 8", "the share of tests that passed"},
	{"rlvr-label --serve=127.0.0.1:8080", "the same for POST /label and POST /label/batch"},
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
		"sandbox did wrong has an infra_error and no reward.\n\n"
		"With --serve it answers POST /label (a candidate), POST /label/batch (a line "
		"each), POST /env/reset, /env/step and /env/close (a task that is worked on with "
		"tools), GET /healthz and GET /metrics over HTTP, and POST /run_code as "
		"SandboxFusion and "
		"POST /api/v2/execute as Piston do. SIGTERM lets it finish what it "
		"has taken, for 30 s at most.",
	.options = options,
	.option_count = OPT_COUNT,
	.exits = exits,
	.examples = examples,
	.see_also = see_also};

static volatile sig_atomic_t stopped;

/* Told twice, a server does not wait for what it has begun. */
static void stop(int sig)
{
	(void)sig;
	stopped = stopped ? 2 : 1;
}

static int read_weights(const struct fl_opts *o, struct ds_profile *p, struct fl_error *err)
{
	for (size_t i = 0; i < fl_opt_count(o, OPT_WEIGHT); i++)
		if (!ds_profile_set(p, fl_opt_text_at(o, OPT_WEIGHT, i)))
			return fl_error_set(err, FL_EINVAL,
				"--weight takes TERM=WEIGHT, as in tests=0.5 (extract, compile, "
				"tests, all, clean, time, class, confidence, thought, tidy), "
				"not \"%s\"",
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

static unsigned jobs_of(const struct fl_opts *o)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (fl_opt_given(o, OPT_JOBS))
		return (unsigned)fl_opt_number(o, OPT_JOBS);
	return cpus > 0 ? (unsigned)cpus : 1;
}

static int judge_opts(const struct fl_opts *o, struct ds_judge_opts *opts, struct fl_error *err)
{
	*opts = (struct ds_judge_opts){.compiler = fl_opt_text(o, OPT_CXX),
		.profile = ds_profiles[fl_opt_word(o, OPT_PROFILE)],
		.stop_at_first = fl_opt_given(o, OPT_FIRST),
		.tidy = fl_opt_text(o, OPT_TIDY),
		.cache = fl_opt_text(o, OPT_CACHE),
		.box = {.degraded = fl_opt_word(o, OPT_SANDBOX) == 1}};
	return read_weights(o, &opts->profile, err);
}

/* The first line of the file, without blanks around it. */
static int read_token(const char *path, struct fl_buf *text, struct fl_error *err)
{
	struct fl_slice rest, line = {0};
	int rc = fl_buf_read_file(text, path, err);
	rest = fl_buf_view(text);
	fl_slice_line(&rest, &line);
	line = fl_slice_trim(line);
	if (rc == 0 && !line.len)
		return fl_error_set(err, FL_EINVAL, "%s holds no token", path);
	if (rc == 0) {
		memmove(text->data, line.ptr, line.len);
		fl_buf_truncate(text, line.len);
	}
	return rc;
}

/* A connection each takes a descriptor. */
static void raise_descriptors(void)
{
	struct rlimit files;
	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
}

static void tell_ready(const char *address)
{
	fl_tell(tool.name, "listening at http://%s", address);
}

static int serve(const struct fl_opts *o, struct fl_error *err)
{
	struct ds_server_opts opts = {.address = fl_opt_text(o, OPT_SERVE),
		.jobs = jobs_of(o),
		.queue = (unsigned)fl_opt_number(o, OPT_QUEUE),
		.episodes = (unsigned)fl_opt_number(o, OPT_EPISODES),
		.idle_ms = (int64_t)fl_opt_number(o, OPT_IDLE) * 1000,
		.body_max = (size_t)fl_opt_number(o, OPT_BODY),
		.read_ms = (unsigned)fl_opt_number(o, OPT_READ) * 1000,
		.stop = &stopped,
		.ready = fl_opt_given(o, OPT_QUIET) ? NULL : tell_ready};
	struct fl_buf token;
	int rc = judge_opts(o, &opts.work.judge, err);
	if (fl_opt_given(o, OPT_LANGUAGE))
		opts.work.language = fl_opt_text(o, OPT_LANGUAGE);
	fl_buf_init(&token, TEXT_MAX);
	if (rc == 0 && fl_opt_given(o, OPT_TOKEN)) {
		rc = read_token(fl_opt_text(o, OPT_TOKEN), &token, err);
		opts.token = token.data;
	}
	raise_descriptors();
	rc = rc ? rc : ds_headers_new(&opts.work.judge.headers, err);
	rc = rc ? rc : ds_server_run(&opts, err);
	ds_headers_free(opts.work.judge.headers);
	fl_buf_release(&token);
	return rc ? FL_RUN_FAILED : 0;
}

static int filter(const struct fl_opts *o, struct fl_error *err)
{
	struct ds_stream_counts counts = {0};
	struct ds_stream_opts opts = {
		.jobs = jobs_of(o), .unordered = fl_opt_given(o, OPT_UNORDERED), .stop = &stopped};
	if (judge_opts(o, &opts.judge, err) || ds_headers_new(&opts.judge.headers, err))
		return FL_RUN_FAILED;
	int rc = ds_stream_run(STDIN_FILENO, STDOUT_FILENO, &opts, &counts, err);
	ds_headers_free(opts.judge.headers);
	if (!fl_opt_given(o, OPT_QUIET) && (rc == 0 || rc == FL_ECLOSED))
		tell(&counts);
	return rc ? FL_RUN_FAILED : counts.infra > 0;
}

static int doctor(const struct fl_opts *o, struct fl_error *err)
{
	struct ds_judge_opts opts;
	struct fl_buf text;
	bool all = false;
	fl_buf_init(&text, TEXT_MAX);
	int rc = judge_opts(o, &opts, err);
	rc = rc ? rc : ds_doctor(&opts, &text, &all, err);
	rc = rc ? rc : fl_write_all(STDOUT_FILENO, fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc ? FL_RUN_FAILED : !all;
}

static int explain(const struct fl_opts *o, struct fl_error *err)
{
	struct ds_judge_opts opts;
	struct ds_judge *judge = NULL;
	struct fl_buf text;
	bool same = false;
	if (!fl_opt_given(o, OPT_CACHE)) {
		fl_error_set(err, FL_EINVAL, "--explain needs --cache=DIR, which has the label");
		return FL_RUN_FAILED;
	}
	fl_buf_init(&text, EXPLANATION_MAX);
	int rc = judge_opts(o, &opts, err);
	rc = rc ? rc : ds_judge_new(&opts, &judge, err);
	rc = rc ? rc : ds_judge_explain(judge, fl_opt_text(o, OPT_EXPLAIN), &text, &same, err);
	rc = rc ? rc : fl_write_all(STDOUT_FILENO, fl_buf_view(&text), err);
	ds_judge_free(judge);
	fl_buf_release(&text);
	return rc ? FL_RUN_FAILED : !same;
}

/* What was not used for longest goes. */
static void sweep(const char *dir)
{
	struct ds_cache cache;
	if (dir && ds_cache_open(dir, &cache, NULL) == 0) {
		ds_cache_sweep(&cache, DS_CACHE_MAX, NULL);
		ds_cache_close(&cache);
	}
}

static int run(const struct fl_opts *o, struct fl_error *err)
{
	struct sigaction action = {.sa_handler = stop};
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (o->operand_count) {
		fl_error_set(err, FL_EINVAL,
			"candidates are read from standard input, and not from a file: < %s",
			o->operands[0]);
		return FL_RUN_FAILED;
	}
	if (fl_opt_given(o, OPT_DOCTOR))
		return doctor(o, err);
	if (fl_opt_given(o, OPT_EXPLAIN))
		return explain(o, err);
	sweep(fl_opt_text(o, OPT_CACHE));
	return fl_opt_given(o, OPT_SERVE) ? serve(o, err) : filter(o, err);
}

int main(int argc, char **argv)
{
	return fl_opts_main(&tool, argc, argv, run);
}
