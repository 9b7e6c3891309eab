#include "base/literal/literal.h"
#include "diag/cmd/diag2struct/tool.h"

static const char *const to_words[] = {
	"struct", "json", "jsonl", "text", "sarif", "github", "gitlab", NULL};
static const char *const marker_words[] = {"compile", "none", NULL};
static const char *const color_words[] = {"auto", "always", "never", NULL};
static const char *const column_words[] = {"native", "byte", "codepoint", "display", NULL};
static const char *const level_words[] = {"fatal", "error", "warning", "note", "remark", NULL};

static const struct fl_opt options[] = {
	[OPT_FROM] = {"from", 'f', FL_OPT_WORD, "FORMAT", .words = diag_from_words,
		.fallback = "auto",
		.help = "what the input is; auto tells the formats apart line by line"},
	[OPT_PREFIX] = {"prefix", 0, FL_OPT_TEXT, "WHAT", .fallback = "auto",
		.help = "what containers, CI and loggers put before each line: auto finds out; "
			"none "
			"leaves it; or the name of a form (docs/prefixes.md), or a POSIX extended "
			"regular expression for the start of a line, whose first group names the "
			"lane"},
	[OPT_TO] = {"to", 't', FL_OPT_WORD, "FORMAT", .words = to_words, .fallback = "struct",
		.help = "what to write; text is one plain form for all compilers, github and "
			"gitlab "
			"what shows in code reviews there"},
	[OPT_STYLE] = {"style", 0, FL_OPT_WORD, "STYLE", .words = fl_style_words,
		.fallback = "full", .help = fl_style_help},
	[OPT_MARKERS] = {"markers", 0, FL_OPT_WORD, "WHICH", .words = marker_words,
		.fallback = "compile", .help = "marker lines around the literals"},
	[OPT_COLOR] = {"color", 0, FL_OPT_WORD, "WHEN", .words = color_words, .fallback = "auto",
		.help = "colours in --to=text; auto: on a terminal"},
	[OPT_NOTES] = {"notes", 0, FL_OPT_TEXT, "HOW", .fallback = "summary",
		.help = "full: all; summary: of long chains of instantiations, includes and macros "
			"only the first step, the last one, and where the user's own code enters, "
			"and "
			"of candidates five; "
			"none; or a number: the summary's first so many"},
	[OPT_DEDUP] = {"dedup", 0, FL_OPT_FLAG,
		.help = "write what comes again from other units once, with the count of its "
			"repeats (all is then written at the end; jsonl, text and github when 64 "
			"MiB are held)"},
	[OPT_COLUMNS] = {"columns", 0, FL_OPT_WORD, "UNIT", .words = column_words,
		.fallback = "native",
		.help = "what columns count; native: as the tool counted, but with --to=sarif "
			"codepoint. What cannot be known "
			"stays, "
			"and col_unit says so"},
	[OPT_TAB] = {"tab", 0, FL_OPT_NUMBER, "N", .min = 1, .max = DIAG_TAB_MAX, .fallback = "8",
		.help = "with --columns=display: cells from one tab stop to the next"},
	[OPT_SOURCE_ROOT] = {"source-root", 0, FL_OPT_TEXT, "DIR",
		.help = "fill in source lines and carets that the tool did not print, and know "
			"tabs for --columns, from the sources below DIR, which relative names "
			"start from; with a COMPILER: where it runs, if not given"},
	[OPT_THOUGHT] = {"thought", 0, FL_OPT_FLAG,
		.help = "say of each error why it is wrong and how it is mended: as a block before "
			"the literals, as root_cause and fix_strategy in JSON"},
	[OPT_PLATFORM] = {"platform", 0, FL_OPT_TEXT, "HEADER",
		.help = "what it is compiled for, which --thought then knows: a file that starts "
			"with "
			"a platform header (platform-tag(1)), or the header itself; with a "
			"COMPILER its "
			"command line says it"},
	[OPT_CATALOGUES] = {"catalogues", 0, FL_OPT_TEXT, "DIR", .fallback = "/usr/share/locale",
		.help = "where gcc's message catalogues are, which map the messages of a localised "
			"gcc (de, fr, es, zh_CN, ja) back to English; without them they stay as "
			"they are"},
	[OPT_MIN_LEVEL] = {"min-level", 0, FL_OPT_WORD, "LEVEL", .words = level_words,
		.fallback = "remark", .help = "leave out what is less bad than LEVEL"},
	[OPT_MAX_BYTES] = {"max-bytes", 0, FL_OPT_SIZE, "SIZE", .min = 64, .max = D2S_DOCUMENT_MAX,
		.help = "cut the diagnostics until their compact literals take at most SIZE bytes "
			"together (with --to=jsonl and text: each); what is left out is counted in "
			"them"},
	[OPT_FAIL_ON] = {"fail-on", 0, FL_OPT_WORD, "LEVEL", .words = level_words,
		.help = "exit 1 when there is a diagnostic as bad as LEVEL or worse"},
	[OPT_BASELINE] = {"baseline", 0, FL_OPT_TEXT, "FILE",
		.help = "leave out what FILE has already: an earlier log, or what --to=json, "
			"jsonl, sarif or gitlab wrote of it; lines may have moved"},
	[OPT_COLLECT] = {"collect", 0, FL_OPT_TEXT, "FILE",
		.help = "with a COMPILER: print what it prints, unchanged, and append its "
			"diagnostics to FILE as JSON lines"},
	[OPT_REST] = {"rest", 0, FL_OPT_TEXT, "WHERE", .fallback = "drop",
		.help = "what to do with lines that are no diagnostic: drop them, write them to "
			"stderr, or to the file WHERE"},
	[OPT_STRICT] = {"strict", 0, FL_OPT_FLAG,
		.help = "exit 1 when a line looks like a diagnostic and was not read; one line on "
			"stderr says how many, and shows the first"},
	[OPT_STATS] = {"stats", 0, FL_OPT_FLAG, .help = "write counts to stderr at the end"},
};

static const char *const synopsis[] = {
	"[OPTIONS] [FILE…]", "[OPTIONS] -- COMPILER ARGUMENT…", NULL};
static const struct fl_opt_pair exits[] = {
	{"0", "done, whatever was found"},
	{"1", "--fail-on found something, or --strict a line that was not read"},
	{"2", "the command line is wrong"},
	{"3", "a FILE cannot be read (the others are), there is no room for the output, or the "
	      "compiler cannot be started"},
	{"4", "internal error"},
	{"other", "with a COMPILER: its own exit status"},
	{NULL, NULL},
};
static const struct fl_opt_pair examples[] = {
	{"g++ -fsyntax-only x.cpp 2>&1 | diag2struct", "what a model reads instead of the text"},
	{"diag2struct --to=jsonl build.log", "one JSON object a line"},
	{"diag2struct --to=jsonl --thought -- g++ -std=c++20 -c x.cpp",
		"with the cause and what to do about it"},
	{"diag2struct --style=compact -- clang++ -c x.cpp", "run the compiler and exit as it did"},
	{"diag2struct --baseline=old.log --fail-on=warning new.log",
		"fail when there is a new warning"},
	{"cmake -DCMAKE_CXX_COMPILER_LAUNCHER=diag2struct …",
		"build as ever; diag2struct.jsonl in the build directory collects"},
	{NULL, NULL},
};
static const char *const see_also[] = {"gcc(1)", "clang(1)", "ld(1)", "struct2json(1)", NULL};

const struct fl_tool d2s_tool = {.name = "diag2struct",
	.summary = "turn compiler and linker output into C++ struct literals or JSON",
	.synopsis = synopsis,
	.description =
		"Reads what gcc, clang and linkers print (text, gcc's JSON, and clang's "
		"serialized diagnostics), from FILEs or standard input (-), and writes each "
		"diagnostic with its notes, ranges, fix-its and error class. Formats may be mixed "
		"in one stream; colours are removed.\n\n"
		"With a COMPILER after -- it is run with LC_ALL=C; its standard output passes "
		"through, what it prints on standard error is read. gcc (or cc, when it is gcc) "
		"gets -fdiagnostics-parseable-fixits as well, clang --serialize-diagnostics with a "
		"file of our own, whose places, ranges, fix-its and notes are joined to the text; "
		"options of the command line itself that say otherwise count.\n\n"
		"As the compiler launcher of CMake (or where DIAG2STRUCT_COLLECT names a file, or "
		"--collect= is given) the COMPILER needs no -- before it. What it prints and its "
		"exit status are unchanged then, and its diagnostics are appended to "
		"diag2struct.jsonl in the build directory, or to that file.",
	.options = options,
	.option_count = OPT_COUNT,
	.exits = exits,
	.examples = examples,
	.see_also = see_also};
