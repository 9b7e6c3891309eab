#include "sanitize/cmd/sanrun/tool.h"
#include "sanitize/write/write.h"

static const char *const sandboxes[] = {"strict", "degraded", NULL};
static const char *const synopsis[] = {"[OPTION]... FILE... [-- ARGUMENT...]",
	"[OPTION]... -C DIR [--build=COMMAND] [--run=COMMAND]", NULL};
static const char *const see_also[] = {"san2struct(1)", "diag2struct(1)", "valgrind(1)", NULL};

static const struct fl_opt options[] = {
	[OPT_SANITIZE] = {"sanitize", 's', FL_OPT_TEXT, "LIST", .fallback = "auto",
		.help = "what to watch for: address, undefined (these two go together), leak, "
			"thread, memory, hwaddress, valgrind, helgrind, none; or auto, by the "
			"language and by whether it uses threads",
		.section = "Building"},
	[OPT_COMPILER] = {"compiler", 0, FL_OPT_TEXT, "NAME",
		.help = "gcc or clang, with or without a version (clang-19); gcc when not given"},
	[OPT_STD] = {"std", 0, FL_OPT_TEXT, "STANDARD", .flat = true,
		.help = "language standard of the C sources (c17) or of those in C++ (c++20); "
			"may be given for both"},
	[OPT_INCLUDE_DIR] = {"include-dir", 'I', FL_OPT_TEXT, "DIR",
		.help = "look there for what is included"},
	[OPT_ISYSTEM] = {"isystem", 0, FL_OPT_TEXT, "DIR", .flat = true,
		.help = "the same, after the others; what it holds is not the program's own"},
	[OPT_IQUOTE] = {"iquote", 0, FL_OPT_TEXT, "DIR", .flat = true,
		.help = "the same for what is included with quotes"},
	[OPT_INCLUDE] = {"include", 0, FL_OPT_TEXT, "FILE", .flat = true,
		.help = "include it before each source"},
	[OPT_DEFINE] = {"define", 'D', FL_OPT_TEXT, "NAME[=VALUE]", .help = "define a macro"},
	[OPT_UNDEFINE] = {"undefine", 'U', FL_OPT_TEXT, "NAME", .help = "undefine a macro"},
	[OPT_LIBRARY] = {"library", 'l', FL_OPT_TEXT, "NAME", .help = "link with a library"},
	[OPT_LIBRARY_DIR] = {"library-dir", 'L', FL_OPT_TEXT, "DIR",
		.help = "look there for libraries"},
	[OPT_WARNING] = {"warning", 'W', FL_OPT_TEXT, "NAME",
		.help = "-Wall, -Wl,…: passed on; warnings are not shown"},
	[OPT_FEATURE] = {"feature", 'f', FL_OPT_TEXT, "NAME", .help = "-fopenmp, …: passed on"},
	[OPT_MACHINE] = {"machine", 'm', FL_OPT_TEXT, "NAME", .help = "-mavx2, …: passed on"},
	[OPT_OPTIMIZE] = {"optimize", 'O', FL_OPT_TEXT, "LEVEL", .help = "-O1, …: passed on"},
	[OPT_FLAG] = {"flag", 0, FL_OPT_TEXT, "FLAG",
		.help = "a further flag for compiler and linker (-DNDEBUG, -lm); may be repeated"},
	[OPT_COMMANDS] = {"compile-commands", 'p', FL_OPT_TEXT, "FILE",
		.help = "compile_commands.json, or its directory: what compiles each FILE there, "
			"without what sanitizers cannot work with"},
	[OPT_TAKE] = {"take", 0, FL_OPT_TEXT, "PATH",
		.help = "a file or directory to put beside the program or, with -C, below DIR, "
			"also where its name starts with a dot or others may not read it; may be "
			"repeated",
		.section = "What goes into the sandbox"},
	[OPT_FILES] = {"files", 0, FL_OPT_FLAG,
		.help = "list on standard error what was taken, and what was not, and why"},
	[OPT_DIRECTORY] = {"directory", 'C', FL_OPT_TEXT, "DIR",
		.help = "the project's directory, of which a copy is built and run",
		.section = "Projects"},
	[OPT_BUILD] = {"build", 0, FL_OPT_TEXT, "COMMAND",
		.help = "what builds it; when not given, what CMakeLists.txt, meson.build, "
			"configure, configure.ac or a makefile ask for"},
	[OPT_RUN] = {"run", 0, FL_OPT_TEXT, "COMMAND",
		.help = "what to run then; the project's own tests when not given"},
	[OPT_BUILD_LIMIT] = {"build-limit", 0, FL_OPT_NUMBER, "MINUTES", .min = 1, .max = 1440,
		.fallback = "30", .help = "time of the build by the clock"},
	[OPT_STDIN] = {"stdin", 0, FL_OPT_TEXT, "FILE",
		.help = "the program's standard input, \"-\" for our own; nothing when not given",
		.section = "Running"},
	[OPT_ENV] = {"env", 0, FL_OPT_TEXT, "NAME=VALUE",
		.help = "set it in the program's environment; may be repeated"},
	[OPT_OUTPUT] = {"output", 'o', FL_OPT_TEXT, "FILE",
		.help = "write there what the first run printed"},
	[OPT_OUTPUT_MAX] = {"output-max", 0, FL_OPT_SIZE, "SIZE", .min = 1, .max = 1 << 30,
		.help = "more than that on standard output, or on standard error, is a fault; any "
			"amount is none when not given"},
	[OPT_TIMEOUT] = {"timeout", 0, FL_OPT_NUMBER, "SECONDS", .min = 1, .max = 86400,
		.help = "CPU time of a run; 10 when not given, 900 for a project"},
	[OPT_WALL] = {"wall", 0, FL_OPT_NUMBER, "SECONDS", .min = 1, .max = 86400,
		.help = "time of a run by the clock; three times --timeout and 2 when not given"},
	[OPT_MEM] = {"mem", 0, FL_OPT_NUMBER, "MB", .min = 64, .max = 1 << 20, .fallback = "2048",
		.help = "memory of a run, with the files it writes"},
	[OPT_RUNS] = {"runs", 0, FL_OPT_NUMBER, "N", .min = 1, .max = SAN_RUNS_MAX,
		.help = "run it N times under different conditions; twice when not given, a "
			"project once"},
	[OPT_JOBS] = {"jobs", 'j', FL_OPT_NUMBER, "N", .min = 1, .max = 64,
		.help = "compile N files at once; as many as there are processors when not given"},
	[OPT_SANDBOX] = {"sandbox", 0, FL_OPT_WORD, "HOW", .words = sandboxes, .fallback = "strict",
		.help = "what to do where the kernel refuses namespaces: fail, or do without"},
	[OPT_TO] = {"to", 't', FL_OPT_WORD, "FORM", .words = san_form_words, .fallback = "struct",
		.help = "what to write", .section = "Output"},
	[OPT_STYLE] = {"style", 0, FL_OPT_WORD, "STYLE", .words = fl_style_words,
		.fallback = "full", .help = fl_style_help},
	[OPT_MARKERS] = {"markers", 0, FL_OPT_WORD, "WHICH", .words = san_marker_words,
		.fallback = "debug", .help = "the marker lines around the literals"},
	[OPT_THOUGHT] = {"thought", 0, FL_OPT_FLAG,
		.help = "write the reasoning about each report before the literals"},
	[OPT_ADDRESSES] = {"addresses", 0, FL_OPT_FLAG,
		.help = "keep the address of the access and offsets in modules"},
	[OPT_MAX_BYTES] = {"max-bytes", 0, FL_OPT_SIZE, "SIZE", .min = 64,
		.help = "cut the reports until their compact literals fit"},
	[OPT_OWN] = {"own", 0, FL_OPT_TEXT, "GLOB",
		.help = "source files that are the program's own, whatever they look like; as for "
			"san2struct; may be repeated",
		.section = "Frames"},
	[OPT_SYSTEM] = {"system", 0, FL_OPT_TEXT, "GLOB",
		.help = "those that are not: a library among the sources; may be repeated"},
};

static const struct fl_opt_pair exits[] = {
	{"0", "no run showed a fault"},
	{"1", "a fault was found, or the program does not compile"},
	{"2", "the command line makes no sense"},
	{"3", "something that is needed is missing: a compiler, a sanitizer that works, the "
	      "sandbox, a file"},
	{"4", "an error of sanrun itself"},
	{NULL, NULL},
};

static const struct fl_opt_pair examples[] = {
	{"sanrun sort.cpp", "the faults of a program as struct literals"},
	{"sanrun --sanitize=thread --to=jsonl main.cpp queue.cpp -- 8 100",
		"data races of a program that is run with two arguments, a JSON line each"},
	{"sanrun --stdin=case1.txt --timeout=2 --thought a.c",
		"with an input, a limit and the reasoning"},
	{"sanrun -Iinclude -DNDEBUG -lz -std=c17 src/pack.c src/main.c -- -v",
		"flags as a compiler takes them"},
	{"sanrun -C . --build './configure && make -j4' --run 'make check'",
		"a project and its tests"},
	{NULL, NULL},
};

const struct fl_tool sanrun_tool = {
	.name = "sanrun",
	.summary = "compile a program, run it under sanitizers, report its faults",
	.synopsis = synopsis,
	.description =
		"Compiles the C and C++ sources among the FILEs (headers beside them are found "
		"by themselves) and runs the program under one sanitizer after the other, in a "
		"sandbox with limits. Writes one report for each fault: a sanitizer's report, "
		"an abort, a signal, a passed limit, an exit status that is not 0. A program "
		"that does not compile gives its diagnostics instead.\n\n"
		"Each build is run twice under different conditions; faults that not every run "
		"shows are named as flaky on standard error.\n\n"
		"With -C a copy of a whole project is built in the sandbox, by its own build "
		"system, with compilers that add the sanitizers, and its command is run there.",
	.options = options,
	.option_count = OPT_COUNT,
	.exits = exits,
	.examples = examples,
	.see_also = see_also,
};
