/* datasets: build, read and check datasets of faults. */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "datasets/cluster/cluster.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/debugging/debug.h"
#include "datasets/export/export.h"
#include "datasets/record/tokens.h"
#include "datasets/import/finding.h"
#include "datasets/quality/near.h"
#include "datasets/record/record.h"
#include "datasets/seek.h"
#include "tracegen/program.h"

static const char *const sandbox_words[] = {"strict", "degraded", NULL};
static const char *const kind_words[] = {
#define X(id, name, ...) name,
	DS_KINDS(X)
#undef X
		NULL};

static const char *const split_words[] = {"train", "valid", "test", NULL};
/* As enum ds_origin. */
static const char *const origin_words[] = {"synthetic", "real", "contrast", NULL};
/* As enum ds_level, and all of them. */
static const char *const level_words[] = {"transcribed", "compiled", "executed", "any", NULL};
static const char *const reasoning_words[] = {"keep", "drop", NULL};
static const char *const marker_words[] = {"keep", "none", NULL};
static const char *const shape_words[] = {
#define X(id, name, ...) name,
	DS_EXPORTS(X)
#undef X
		NULL};

static const char *const compiler_words[] = {"both", "gcc", "clang", NULL};
static const char *const form_words[] = {"diff", "blocks", "file", NULL};

static const struct fl_opt options[] = {
	[OPT_OUT] = {"out", 'o', FL_OPT_TEXT, "DIR",
		.help = "write shards and manifest.json here; split: train.jsonl, valid.jsonl, "
			"test.jsonl; report: the page, a file; card: the file, README.md",
		.section = "Building",
		.only = "build card convert import pack report slurm split dialogues transcripts "
			"kernels"},
	[OPT_JOBS] = {"jobs", 'j', FL_OPT_NUMBER, "N", .min = 1, .max = 256,
		.only = "build import programs verify dialogues kernels",
		.help = "work on N programs, projects, pairs or replays at once; the default is "
			"the number of processors. The output does not depend on it"},
	[OPT_SEED] = {"seed", 's', FL_OPT_NUMBER, "S", .fallback = "1",
		.only = "build export import report slurm dialogues transcripts kernels",
		.help = "what all choices depend on"},
	[OPT_LIMIT] = {"limit", 0, FL_OPT_TEXT, "N[,N…]", .fallback = "100",
		.only = "build slurm kernels",
		.help = "try N fault sites of each program, on the average; 0: all. Several "
			"numbers: "
			"one for each CORPUS in turn, the last for the rest. kernels: write N "
			"records of each kernel on each machine; the default is 10"},
	[OPT_OBSERVED] = {"observed", 0, FL_OPT_NUMBER, "PERCENT", .max = 100, .fallback = "50",
		.only = "build slurm",
		.help = "go on with a program while so many of its faults of the run are observed; "
			"what it does not spend of its limit goes to others; 0: go on with all"},
	[OPT_ROUNDS] = {"rounds", 0, FL_OPT_NUMBER, "N", .max = 1000, .fallback = "0",
		.only = "build slurm",
		.help = "end after N rounds of sites of each program (the first is of 6, or an "
			"eighth of the limit; each "
			"further one as long as all before it); 0: when the limit is spent"},
	[OPT_SITES] = {"sites", 0, FL_OPT_NUMBER, "N", .max = 1000000, .fallback = "0",
		.only = "build slurm kernels",
		.help = "try N sites of each run-time operator in each program, drawn by the seed; "
			"0: all. kernels: try N sites of each kernel on each machine; 0: twelve "
			"for each record"},
	[OPT_COMPILE_SITES] = {"compile-sites", 0, FL_OPT_NUMBER, "N", .max = 1000000,
		.fallback = "5", .only = "build slurm",
		.help = "try N sites of each compile-time operator in each program"},
	[OPT_TRACES] = {"traces", 0, FL_OPT_NUMBER, "N", .max = 1000000, .fallback = "4",
		.only = "build slurm",
		.help = "record traces at N sites of each run-time operator in each program; all "
			"over "
			"several files have one unless N is 0"},
	[OPT_CRASHES] = {"crashes", 0, FL_OPT_NUMBER, "N", .max = 1000000, .fallback = "2",
		.only = "build slurm",
		.help = "run N sites of each run-time operator in each program without sanitizers "
			"as well"},
	[OPT_DIVERGENCES] = {"divergences", 0, FL_OPT_NUMBER, "N", .max = 1000000, .fallback = "0",
		.only = "build slurm",
		.help = "show where N sites of each run-time operator in each program part from "
			"the "
			"right program's run"},
	[OPT_OP] = {"op", 0, FL_OPT_TEXT, "NAME,…", .only = "build kernels slurm",
		.help = "try sites of these operators alone (tracegen ops lists them)"},
	[OPT_SHARE] = {"share", 0, FL_OPT_NUMBER, "PERCENT", .min = 1, .max = 100, .fallback = "6",
		.only = "build slurm",
		.help = "let no operator make more than PERCENT of the faults"},
	[OPT_CONTRAST] = {"contrast", 0, FL_OPT_TEXT, "N|NAME,…", .bare = "200", .only = "build",
		.help = "write N pairs of records of one task under two platforms, in place of "
			"those of a CORPUS; 0: all that there are. NAMEs are the only contrasts: "
			"standard (C++17 and 20), simd (x86 and NEON), mode (user and kernel), "
			"result (optional and expected)"},
	[OPT_PROJECTS] = {"projects", 0, FL_OPT_NUMBER, "PERCENT", .max = 99, .fallback = "0",
		.only = "build slurm",
		.help = "leave out faults of the run of other programs until those whose "
			"faultline.json names a repository have PERCENT of them; 0: as they come"},
	[OPT_INPUTS] = {"inputs", 0, FL_OPT_NUMBER, "N", .max = TG_INPUTS_MAX, .fallback = "6",
		.only = "build import slurm",
		.help = "find up to N inputs for a program that reads and comes without; 0: none"},
	[OPT_CPU_LIMIT] = {"cpu-limit", 0, FL_OPT_NUMBER, "SECONDS", .min = 1, .max = 60,
		.fallback = "1", .only = "build slurm",
		.help = "end a run after so much CPU time; a program may need a quarter of that"},
	[OPT_COMPILE_LIMIT] = {"compile-limit", 0, FL_OPT_NUMBER, "SECONDS", .min = 1, .max = 600,
		.fallback = "30", .only = "build import slurm transcripts",
		.help = "end a run of a compiler after so much CPU time, and refuse the program or "
			"pair"},
	[OPT_COMPLETION] = {"completion", 0, FL_OPT_WORD, "FORM", .words = form_words,
		.fallback = "diff", .only = "build convert import slurm transcripts kernels",
		.help = "have answers say what to change by a unified diff, by "
			"search-and-replace blocks, or by whole files"},
	[OPT_SEEKABLE] = {"seekable", 0, FL_OPT_NUMBER, "BYTES", .min = DS_SEEK_FRAME_MIN,
		.max = DS_SEEK_FRAME_MAX, .bare = "1048576",
		.only = "build convert import pack slurm dialogues transcripts kernels",
		.help = "write shards that can be read from the middle: frames of whole lines, "
			"about BYTES of JSON each, and zstd's seek table behind them"},
	[OPT_PROMPT_BYTES] = {"prompt-bytes", 0, FL_OPT_NUMBER, "N", .max = 1 << 24,
		.fallback = "32768", .only = "build import slurm transcripts kernels",
		.help = "let a prompt hold at most N bytes of code, chosen by the evidence (a "
			"token is about three bytes); 0: all"},
	[OPT_OVERWRITE] = {"overwrite", 'f', FL_OPT_FLAG,
		.only = "build import pack slurm split dialogues transcripts kernels",
		.help = "replace the dataset, or the parts of a split, in DIR"},
	[OPT_CACHE] = {"cache", 0, FL_OPT_TEXT, "DIR", .only = "build import programs",
		.help = "keep results of single programs and pairs in DIR; the default is "
			"faultline/ in $XDG_CACHE_HOME or ~/.cache"},
	[OPT_NO_CACHE] = {"no-cache", 0, FL_OPT_FLAG, .only = "build import programs",
		.help = "do all work anew"},
	[OPT_SHARD] = {"shard", 0, FL_OPT_TEXT, "I/N", .only = "build",
		.help = "do the I-th of N parts of the work, as far as it goes without results of "
			"other parts that are not in the cache yet, which all share; write no "
			"dataset. The same command without it writes it, of what the cache has"},
	[OPT_QUIET] = {"quiet", 'q', FL_OPT_FLAG,
		.only = "build import programs dialogues transcripts kernels",
		.help = "no progress; of build and import no table"},
	[OPT_TASKS] = {"tasks", 0, FL_OPT_NUMBER, "N", .min = 1, .max = DS_CLUSTER_TASKS_MAX,
		.fallback = "8", .section = "On a cluster", .only = "slurm",
		.help = "part the work of each array of jobs into N tasks; they should take "
			"minutes"},
	[OPT_CPUS] = {"cpus", 0, FL_OPT_NUMBER, "N", .min = 1, .max = 256, .fallback = "2",
		.only = "slurm", .help = "processors of a task, which works on N programs at once"},
	[OPT_TIME] = {"time", 0, FL_OPT_NUMBER, "MINUTES", .max = 100000, .fallback = "0",
		.only = "slurm",
		.help = "limit of a task; what it does not get done goes to the next array. 0: as "
			"the partition has it"},
	[OPT_PARTITION] = {"partition", 0, FL_OPT_TEXT, "NAME", .only = "slurm",
		.help = "the partition of all jobs; the default is the cluster's"},
	[OPT_DRY_RUN] = {"dry-run", 0, FL_OPT_FLAG, .only = "slurm",
		.help = "write the jobs' files, and hand in none"},
	[OPT_TREE] = {"tree", 0, FL_OPT_TEXT, "DIR", .section = "Importing", .only = "import",
		.help = "the rows' paths are in the source tree DIR: compile each file with what "
			"it "
			"includes of it"},
	[OPT_REPOSITORY] = {"repository", 0, FL_OPT_TEXT, "NAME", .only = "import",
		.help = "what records call a git repository; the default is the address of its "
			"origin, or its directory"},
	[OPT_SINCE] = {"since", 0, FL_OPT_TEXT, "DATE", .only = "import",
		.help = "of a git repository, commits from DATE (YYYY-MM-DD) on"},
	[OPT_MAX_COMMITS] = {"max-commits", 0, FL_OPT_NUMBER, "N", .fallback = "0",
		.only = "import", .help = "of a git repository, the last N commits; 0: all"},
	[OPT_BEFORE] = {"before", 0, FL_OPT_TEXT, "KEY", .only = "import",
		.help = "the file before its mend stands under KEY; the default is "
			"old_contents, or one of a few others (before, buggy, …)"},
	[OPT_AFTER] = {"after", 0, FL_OPT_TEXT, "KEY", .only = "import",
		.help = "the mended file stands under KEY; the default is new_contents, or one of "
			"a few others (after, fixed, …)"},
	[OPT_DIFF] = {"diff", 0, FL_OPT_TEXT, "KEY", .only = "import",
		.help = "a unified diff from the one to the other stands under KEY, for rows with "
			"one of them only; the default is diff or patch"},
	[OPT_MESSAGE] = {"message", 0, FL_OPT_TEXT, "KEY", .only = "import",
		.help = "what the author says of it stands under KEY; its first line is kept. The "
			"default is subject, or message"},
	[OPT_COMPILER] = {"compiler", 0, FL_OPT_WORD, "NAME", .words = compiler_words,
		.fallback = "both", .only = "import",
		.help = "have sides compiled by gcc, by clang, or by both, each with a record of "
			"its own"},
	[OPT_RUN] = {"run", 0, FL_OPT_FLAG, .only = "import",
		.help = "run programs of one file whose both sides compile, under sanitizers, and "
			"make records of what they report of the side before alone (--inputs)"},
	[OPT_WHOLE] = {"whole", 0, FL_OPT_FLAG, .only = "import",
		.help = "keep all that a commit changed, not only what the file needs to compile"},
	[OPT_TIDY] = {"tidy", 0, FL_OPT_TEXT, "CHECKS", .bare = DS_FINDING_CHECKS, .only = "import",
		.help = "rows are files (content, code or text, or as --before says), and records "
			"of what clang-tidy finds in them and can mend; the default is the checks "
			"that have a class"},
	[OPT_FINER] = {"finer", 0, FL_OPT_FLAG, .section = "Dialogues", .only = "dialogues",
		.help = "give hypotheses, and what becomes of them, markers of their own "
			"(THINK_HYPOTHESIS, THINK_ELIMINATE, THINK_CONFIRM)"},
	[OPT_DEBUGGER] = {"debugger", 0, FL_OPT_WORD, "NAME", .words = ds_debugger_words,
		.fallback = "gdb", .only = "dialogues",
		.help = "what is asked: gdb, or lldb-dap (LLDB by its debug adapter, lldb-dap-19), "
			"which gives up where only gdb watches memory"},
	[OPT_COMPILE] = {"compile", 0, FL_OPT_FLAG, .only = "dialogues",
		.help = "dialogues with the compiler, about faults of the build: up to five of one "
			"program at once, mended one after the other"},
	[OPT_SCRIPTED] = {"scripted", 0, FL_OPT_NUMBER, "PERCENT", .bare = "100", .min = 1,
		.max = 100, .only = "dialogues",
		.help = "of so many percent of the dialogues, drawn by the seed, have all calls "
			"written down as one script (SCRIPT_START) and done as a whole, where "
			"they need no answer to be thought of; the others stay as they are"},
	[OPT_BOTH] = {"both", 0, FL_OPT_FLAG, .only = "dialogues",
		.help = "keep the dialogue step by step beside its script, each a record of its "
			"own (with --scripted, else of all that can be one)"},
	[OPT_SANDBOX] = {"sandbox", 0, FL_OPT_WORD, "HOW", .words = sandbox_words,
		.fallback = "strict", .section = "Building and replaying",
		.only = "build import slurm verify dialogues transcripts kernels",
		.help = "strict: refuse to work where the kernel does not give all limits; "
			"degraded: do without them"},
	[OPT_LICENCE] = {"licence", 0, FL_OPT_TEXT, "SPDX,…", .section = "Reading",
		.only = "cat dedup pack split export",
		.help = "only rows that these licences allow; `unknown`: also those that name "
			"none"},
	[OPT_CAP] = {"cap", 0, FL_OPT_NUMBER, "N", .fallback = "0",
		.only = "cat dedup pack split export",
		.help = "only the first N rows of each kind of each repository; 0: all"},
	[OPT_LEVEL] = {"level", 0, FL_OPT_WORD, "LEVEL", .words = level_words,
		.only = "cat dedup pack split export",
		.help = "only records of this level of verification; `any`: all. The default of "
			"split and export is all but transcribed ones, of the others all"},
	[OPT_KIND] = {"kind", 'k', FL_OPT_WORD, "KIND", .words = kind_words, .only = "cat export",
		.help = "only records of this kind"},
	[OPT_HEAD] = {"head", 'n', FL_OPT_NUMBER, "N", .min = 1, .only = "cat dialogues",
		.help = "only the first N records; dialogues: no more than N"},
	[OPT_PRETTY] = {"pretty", 'p', FL_OPT_FLAG, .only = "cat",
		.help = "for people: what is wrong, what the tools saw, the fix"},
	[OPT_JSON] = {"json", 0, FL_OPT_FLAG, .only = "stats diff show",
		.help = "one JSON object; show: the rows as they are"},
	[OPT_REPLAY] = {"replay", 'r', FL_OPT_NUMBER, "N", .min = 1, .only = "verify",
		.help = "build and run N records anew, spread evenly over all"},
	[OPT_NEAR] = {"near", 0, FL_OPT_NUMBER, "PERCENT", .max = DS_NEAR_MOST, .fallback = "80",
		.section = "Leaving out what is there, and splitting", .only = "dedup split",
		.help = "rows whose texts have PERCENT of their runs of five tokens in common are "
			"copies, 50 or more; 0: only those with the same text"},
	[OPT_TEXT] = {"text", 0, FL_OPT_TEXT, "KEY,…", .only = "dedup split",
		.help = "the members of a row that are compared; the default is diff, or else "
			"text, content, code, or what pairs of before and after have"},
	[OPT_AGAINST] = {"against", 0, FL_OPT_TEXT, "FILE|DIR", .only = "dedup",
		.help = "leave out what is in there as well; may be given several times"},
	[OPT_WHY] = {"why", 0, FL_OPT_TEXT, "FILE",
		.only = "build dedup import split dialogues transcripts kernels",
		.help = "write a JSON line to FILE for each row that is left out: which it is "
			"like, or of import and build --contrast what became of it"},
	[OPT_VALID] = {"valid", 0, FL_OPT_NUMBER, "PERCENT", .max = 99, .fallback = "5",
		.only = "split", .help = "of the repositories, to choose by while training"},
	[OPT_TEST] = {"test", 0, FL_OPT_NUMBER, "PERCENT", .max = 99, .fallback = "5",
		.only = "split", .help = "of the repositories, to test on"},
	[OPT_GROUP] = {"group", 0, FL_OPT_TEXT, "KEY", .only = "split",
		.help = "the member that names a row's repository; the default is group, repo, "
			"repository, repo_name or repos"},
	[OPT_PRIOR] = {"prior", 0, FL_OPT_TEXT, "DIR", .only = "split",
		.help = "what an earlier split wrote to DIR stays where it is: the rows are added "
			"behind it"},
	[OPT_SHAPE] = {"format", 0, FL_OPT_WORD, "SHAPE", .words = shape_words, .fallback = "sft",
		.section = "Handing on", .only = "export", .help = "the shape of the rows"},
	[OPT_SPLIT] = {"split", 0, FL_OPT_WORD, "SPLIT", .words = split_words, .only = "export",
		.help = "only records of this split"},
	[OPT_ORIGIN] = {"origin", 0, FL_OPT_WORD, "ORIGIN", .words = origin_words, .only = "export",
		.help = "only faults that were put in, that people made, or contrasts"},
	[OPT_MIX] = {"mix", 0, FL_OPT_TEXT, "ORIGIN:PARTS,…", .only = "export",
		.help = "of each origin so many rows that their shares are these "
			"(real:30,synthetic:70): all of the scarcest, of others what --seed "
			"draws"},
	[OPT_INSTRUCTION] = {"instruction", 0, FL_OPT_FLAG, .only = "export",
		.help = "put the instruction above the prompt, which has it as a comment line in "
			"any case"},
	[OPT_REASONING] = {"reasoning", 0, FL_OPT_WORD, "HOW", .words = reasoning_words,
		.only = "export",
		.help = "answers with their reasoning, or without, and prompts that ask for none; "
			"of a dialogue without, calls, answers and code are left. The default is "
			"drop in preference and kto, keep elsewhere"},
	[OPT_MARKERS] = {"markers", 0, FL_OPT_WORD, "HOW", .words = marker_words,
		.fallback = "keep", .only = "export",
		.help = "the lines <CODE_START> and the like around what is in answers; dialogues "
			"go without in --format=dialogues alone"},
	[OPT_MAX_TOKENS] = {"max-tokens", 0, FL_OPT_NUMBER, "N", .max = INT64_MAX, .fallback = "0",
		.only = "export",
		.help = "leave out rows of more than N tokens, as " DS_TOKENS_NAME
			" counts: letters and _ by six, digits and marks by three, runs of "
			"blanks; 0: none"},
	[OPT_SCRUB] = {"scrub", 0, FL_OPT_FLAG, .only = "export",
		.help = "put placeholders for addresses of e-mail, private keys and tokens of "
			"well-known shapes; not in tasks and verl, whose code is run"},
	[OPT_ALL] = {"all", 0, FL_OPT_FLAG, .only = "export",
		.help = "tasks and verl: also records whose tests pass what mends nothing: what "
			"prints the output that the prompt shows, what does the shown input by "
			"itself, or nothing at all"},
	[OPT_MANIFEST] = {"manifest", 0, FL_OPT_TEXT, "DIR", .section = "Packing", .only = "pack",
		.help = "the dataset that rows of files or of standard input are from: its "
			"manifest says what they were made with. May be given several times; of "
			"operands that are directories, their own is taken"},
	[OPT_SAMPLE] = {"sample", 0, FL_OPT_NUMBER, "N", .max = 1000000, .fallback = "2000",
		.section = "Looking at it", .only = "report",
		.help = "let N records be read in the page, drawn by the seed; counts are of all"},
};

static const struct fl_opt_pair commands[] = {
	{"build", "put faults into programs and write records of them"},
	{"slurm", "build on a cluster: hand job arrays to Slurm, and one that makes the dataset"},
	{"status", "tell how far the jobs of slurm are"},
	{"import", "write records of real faults: files before and after their mend"},
	{"dialogues", "write dialogues with a debugger about the faults of a dataset"},
	{"transcripts", "write records of pasted sessions and the mends of their faults"},
	{"kernels", "put faults into kernels, boot them in QEMU and write records of them"},
	{"programs", "list the programs of a corpus, and what is none"},
	{"cat", "print records, a JSON object a line"},
	{"show", "print one record for people, by its file and line"},
	{"stats", "count records by kind, class, operator and more"},
	{"diff", "tell what two datasets have in common, and what changed"},
	{"validate", "check every row by itself: its keys, their types, and what they promise"},
	{"verify", "check files against the manifest, and every record"},
	{"convert", "write records of older versions anew, or their answers in another form"},
	{"dedup", "leave out rows that are there already, or nearly"},
	{"split", "part rows to train on, to choose by and to test on, with nothing in common"},
	{"export", "print records in a shape that trainers load"},
	{"pack", "write records of several sets as one dataset"},
	{"report", "write a page to look at a dataset in a browser"},
	{"card", "describe a dataset for the Hugging Face hub"},
	{NULL, NULL},
};
static int (*const subs[])(const struct fl_opts *, struct fl_error *) = {ds_cmd_build, ds_cmd_slurm,
	ds_cmd_status, ds_cmd_import, ds_cmd_dialogues, ds_cmd_transcripts, ds_cmd_kernels,
	ds_cmd_programs, ds_cmd_cat, ds_cmd_show, ds_cmd_stats, ds_cmd_diff, ds_cmd_validate,
	ds_cmd_verify, ds_cmd_convert, ds_cmd_dedup, ds_cmd_split, ds_cmd_export, ds_cmd_pack,
	ds_cmd_report, ds_cmd_card};

static const char *const synopsis[] = {"build CORPUS… -o DIR [OPTIONS]",
	"build --contrast[=N] -o DIR [OPTIONS]", "slurm CORPUS… -o DIR [--tasks N] [OPTIONS]",
	"status DIR", "import FILE|REPOSITORY -o DIR [OPTIONS]",
	"import PATCHES --tree DIR -o DIR [OPTIONS]",
	"dialogues FILE|DIR -o DIR [--seed S] [OPTIONS]", "transcripts FILE -o DIR [OPTIONS]",
	"kernels DIR… -o DIR [--limit N] [OPTIONS]", "programs CORPUS…",
	"cat [OPTIONS] [FILE|DIR…]", "show [--json] FILE:LINE…", "stats [--json] [FILE|DIR…]",
	"diff [--json] OLD NEW", "validate [FILE|DIR…]", "verify [--replay N] DIR",
	"convert DIR -o DIR [--completion FORM]",
	"dedup [--near PERCENT] [--against FILE|DIR]… [FILE|DIR…]",
	"split -o DIR [--test PERCENT] [--prior DIR] [FILE|DIR…]",
	"export [--format SHAPE] [--kind KIND] [FILE|DIR…]",
	"pack -o DIR [--manifest DIR]… [FILE|DIR…]",
	"report -o FILE [--sample N] [--seed S] [FILE|DIR…]", "card DIR [-o README.md]", NULL};
static const struct fl_opt_pair exits[] = {
	{"0", "done; verify: all is right"},
	{"1", "verify or validate found faults, diff a difference, programs found none, convert "
	      "refused "
	      "records, an input is damaged (report writes its page all the same where single "
	      "rows are), or build, import, dialogues, transcripts or kernels could make no "
	      "record"},
	{"2", "the command line is wrong"},
	{"3", "a tool, a file or a permission that is needed is missing"},
	{"4", "internal error, the system refused, or what makes records was interrupted"},
	{NULL, NULL},
};
static const struct fl_opt_pair examples[] = {
	{"datasets build src/ -o out", "records of faults in all programs below src"},
	{"datasets import pairs.jsonl.zst -o real", "records of the faults that commits mended"},
	{"datasets import buffer/debian/patches --tree buffer -o real",
		"the same of the patches of a package"},
	{"datasets cat --pretty --head 1 out", "look at one"},
	{"datasets show out/trace_fix-00000.jsonl.zst:17", "the record that a message names"},
	{"datasets cat --kind trace_fix out | head -n 10 > ten.jsonl",
		"JSON lines for other tools"},
	{"datasets verify out --replay 50", "check everything, and build and run 50 records anew"},
	{"datasets export --format messages --split train out > train.jsonl",
		"rows for a chat template"},
	{"datasets report out -o report.html", "look at all of it in a browser"},
	{NULL, NULL},
};
static const char *const see_also[] = {"tracegen(1)", "struct2json(1)", NULL};

static const struct fl_tool tool = {.name = "datasets",
	.summary = "build, read and check datasets of faults in C and C++ programs",
	.synopsis = synopsis,
	.description =
		"A dataset is a directory of shards (<kind>-NNNNN.jsonl.zst, a record a line) and "
		"a manifest.json.\n\n"
		"build reads programs from CORPUS files and directories, puts one fault at a time "
		"into them, compiles and runs them in a sandbox, and writes a record of each fault "
		"that was seen. import writes records of real ones: a row of FILE (JSON lines, "
		"plain, .zst or .gz) has a file before and after a commit, and becomes a record "
		"where a compiler takes it only after. The commits of a git REPOSITORY give such "
		"rows, and PATCHES (a file, or a directory with or without a series) over the "
		"tree that they are applied to. dedup prints the rows that no earlier one "
		"is "
		"like, split parts them by repository. export prints records as trainers load "
		"them. report writes one HTML file, with counts and charts, records to search and "
		"traces to step through; it needs no network.\n\n"
		"cat, stats, verify, dedup, split, export and report read shards, plain JSON "
		"lines, or standard input (\"-\"; all but verify without an operand).",
	.options = options,
	.option_count = OPT_COUNT,
	.commands = commands,
	.exits = exits,
	.examples = examples,
	.see_also = see_also};

/* What is there stays, and what was begun is begun anew: so all that is needed is room. */
static int run(const struct fl_opts *o, struct fl_error *err)
{
	int rc = subs[fl_opts_command(o)](o, err);
	if (rc == FL_RUN_FAILED && (err->sys == ENOSPC || err->sys == EDQUOT)) {
		size_t len = strlen(err->message);
		snprintf(err->message + len, sizeof(err->message) - len,
			"; make room there, and run the same command again");
	}
	return rc;
}

int main(int argc, char **argv)
{
	return fl_opts_main(&tool, argc, argv, run);
}
