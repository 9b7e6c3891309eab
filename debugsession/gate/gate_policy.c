/*
 * What passes: a row a command of gdb by its whole name, and what it does with the text behind it.
 * A command without a row is refused: so are all that run programs or scripts (shell, make, pipe,
 * python, guile, source, compile, eval, define, alias, macro files), write or load files (dump,
 * append, save, restore, load, generate-core-file, set logging), reach another process or the
 * network (attach, target, monitor, remote), or change what a later command means.
 */
#include "debugsession/gate/gate_priv.h"

/* clang-format off */
static const struct dbg_gate_row rows[] = {
	/* where the program stops */
	{"break", DBG_GATE_PLACE}, {"tbreak", DBG_GATE_PLACE}, {"hbreak", DBG_GATE_PLACE},
	{"thbreak", DBG_GATE_PLACE}, {"rbreak", DBG_GATE_TEXT}, {"break-range", DBG_GATE_PLACE},
	{"watch", DBG_GATE_WATCH}, {"rwatch", DBG_GATE_WATCH}, {"awatch", DBG_GATE_WATCH},
	{"catch *", DBG_GATE_PLACE}, {"tcatch *", DBG_GATE_PLACE}, {"dprintf", DBG_GATE_EXPR},
	{"condition", DBG_GATE_NUMBERED}, {"ignore", DBG_GATE_EXPR}, {"clear", DBG_GATE_PLACE},
	{"commands", DBG_GATE_TEXT}, {"delete", DBG_GATE_TEXT}, {"delete *", DBG_GATE_TEXT},
	{"enable", DBG_GATE_TEXT}, {"enable *", DBG_GATE_TEXT}, {"disable", DBG_GATE_TEXT},
	{"disable *", DBG_GATE_TEXT}, {"skip", DBG_GATE_TEXT}, {"skip *", DBG_GATE_TEXT},
	{"handle", DBG_GATE_TEXT},
	/* running it */
	{"run", DBG_GATE_ARGS}, {"start", DBG_GATE_ARGS}, {"starti", DBG_GATE_ARGS},
	{"continue", DBG_GATE_EXPR}, {"step", DBG_GATE_EXPR}, {"stepi", DBG_GATE_EXPR},
	{"next", DBG_GATE_EXPR}, {"nexti", DBG_GATE_EXPR}, {"finish", DBG_GATE_TEXT},
	{"until", DBG_GATE_PLACE}, {"advance", DBG_GATE_PLACE}, {"interrupt", DBG_GATE_TEXT},
	{"signal", DBG_GATE_EXPR}, {"queue-signal", DBG_GATE_EXPR}, {"kill", DBG_GATE_TEXT},
	{"kill *", DBG_GATE_TEXT}, {"detach", DBG_GATE_TEXT}, {"detach *", DBG_GATE_TEXT},
	{"disconnect", DBG_GATE_TEXT}, {"return", DBG_GATE_EXPR}, {"quit", DBG_GATE_EXPR},
	{"reverse-continue", DBG_GATE_EXPR}, {"reverse-step", DBG_GATE_EXPR},
	{"reverse-stepi", DBG_GATE_EXPR}, {"reverse-next", DBG_GATE_EXPR},
	{"reverse-nexti", DBG_GATE_EXPR}, {"reverse-finish", DBG_GATE_TEXT},
	{"record", DBG_GATE_TEXT}, {"record full", DBG_GATE_TEXT}, {"record btrace", DBG_GATE_TEXT},
	{"record stop", DBG_GATE_TEXT}, {"record delete", DBG_GATE_TEXT},
	{"record goto", DBG_GATE_EXPR}, {"record goto *", DBG_GATE_TEXT},
	{"record instruction-history", DBG_GATE_EXPR},
	{"record function-call-history", DBG_GATE_EXPR},
	/* looking */
	{"backtrace", DBG_GATE_EXPR}, {"frame", DBG_GATE_DATA}, {"frame *", DBG_GATE_DATA},
	{"frame apply", DBG_GATE_APPLY}, {"frame apply *", DBG_GATE_APPLY},
	{"select-frame", DBG_GATE_DATA}, {"select-frame *", DBG_GATE_DATA},
	{"up", DBG_GATE_EXPR}, {"down", DBG_GATE_EXPR}, {"up-silently", DBG_GATE_EXPR},
	{"down-silently", DBG_GATE_EXPR}, {"faas", DBG_GATE_APPLY}, {"taas", DBG_GATE_APPLY},
	{"tfaas", DBG_GATE_APPLY}, {"thread", DBG_GATE_DATA}, {"thread find", DBG_GATE_TEXT},
	{"thread name", DBG_GATE_TEXT}, {"thread apply", DBG_GATE_APPLY},
	{"thread apply *", DBG_GATE_APPLY}, {"inferior", DBG_GATE_DATA},
	{"print", DBG_GATE_EXPR}, {"call", DBG_GATE_EXPR},
	{"output", DBG_GATE_EXPR}, {"printf", DBG_GATE_EXPR}, {"echo", DBG_GATE_TEXT},
	{"x", DBG_GATE_EXPR}, {"display", DBG_GATE_EXPR}, {"undisplay", DBG_GATE_TEXT},
	{"find", DBG_GATE_EXPR}, {"ptype", DBG_GATE_DATA}, {"whatis", DBG_GATE_DATA},
	{"list", DBG_GATE_PLACE}, {"disassemble", DBG_GATE_EXPR}, {"demangle", DBG_GATE_TEXT},
	{"forward-search", DBG_GATE_TEXT}, {"reverse-search", DBG_GATE_TEXT},
	{"info", DBG_GATE_TEXT}, {"info *", DBG_GATE_DATA},
	{"info line", DBG_GATE_PLACE}, {"info scope", DBG_GATE_PLACE},
	{"info functions", DBG_GATE_TEXT}, {"info variables", DBG_GATE_TEXT},
	{"info types", DBG_GATE_TEXT}, {"info sources", DBG_GATE_TEXT},
	{"info os", DBG_GATE_NO}, {"info symbol", DBG_GATE_EXPR},
	{"show", DBG_GATE_TEXT}, {"show *", DBG_GATE_TEXT}, {"show convenience", DBG_GATE_TEXT},
	{"help", DBG_GATE_TEXT}, {"apropos", DBG_GATE_TEXT}, {"complete", DBG_GATE_COMPLETE},
	{"pwd", DBG_GATE_TEXT}, {"macro expand", DBG_GATE_DATA},
	{"macro expand-once", DBG_GATE_DATA}, {"macro list", DBG_GATE_TEXT},
	{"compare-sections", DBG_GATE_TEXT},
	{"tstatus", DBG_GATE_TEXT},
	/* in scripts */
	{"if", DBG_GATE_EXPR}, {"while", DBG_GATE_EXPR}, {"end", DBG_GATE_TEXT},
	{"with", DBG_GATE_WITH},
	/* files that are read as programs, libraries and core files */
	{"file", DBG_GATE_PROGRAM}, {"exec-file", DBG_GATE_PROGRAM}, {"core-file", DBG_GATE_FILE},
	{"symbol-file", DBG_GATE_EXPR}, {"add-symbol-file", DBG_GATE_EXPR},
	{"remove-symbol-file", DBG_GATE_EXPR}, {"sharedlibrary", DBG_GATE_TEXT},
	{"nosharedlibrary", DBG_GATE_TEXT}, {"directory", DBG_GATE_FILE},
	{"target remote", DBG_GATE_TARGET}, {"target extended-remote", DBG_GATE_TARGET},
	/* settings */
	{"set", DBG_GATE_SETTING}, {"set variable", DBG_GATE_EXPR}, {"set args", DBG_GATE_ARGS},
	{"set environment", DBG_GATE_ENV}, {"unset environment", DBG_GATE_TEXT},
	{"init-if-undefined", DBG_GATE_EXPR},
	{"set sysroot", DBG_GATE_FILE}, {"set solib-search-path", DBG_GATE_FILE},
	{"set print *", DBG_GATE_VALUE}, {"set backtrace *", DBG_GATE_VALUE},
	{"set breakpoint *", DBG_GATE_VALUE}, {"set check *", DBG_GATE_VALUE},
	{"set style *", DBG_GATE_VALUE}, {"set record *", DBG_GATE_VALUE},
	{"set architecture", DBG_GATE_VALUE}, {"set endian", DBG_GATE_VALUE},
	{"set osabi", DBG_GATE_VALUE}, {"set language", DBG_GATE_VALUE},
	{"set listsize", DBG_GATE_VALUE}, {"set width", DBG_GATE_VALUE}, {"set height", DBG_GATE_VALUE},
	{"set pagination", DBG_GATE_VALUE}, {"set confirm", DBG_GATE_VALUE},
	{"set verbose", DBG_GATE_VALUE}, {"set complaints", DBG_GATE_VALUE},
	{"set disassembly-flavor", DBG_GATE_VALUE}, {"set disassemble-next-line", DBG_GATE_VALUE},
	{"set scheduler-locking", DBG_GATE_VALUE}, {"set schedule-multiple", DBG_GATE_VALUE},
	{"set follow-fork-mode", DBG_GATE_VALUE}, {"set follow-exec-mode", DBG_GATE_VALUE},
	{"set detach-on-fork", DBG_GATE_VALUE}, {"set step-mode", DBG_GATE_VALUE},
	{"set disable-randomization", DBG_GATE_VALUE}, {"set exec-direction", DBG_GATE_VALUE},
	{"set can-use-hw-watchpoints", DBG_GATE_VALUE}, {"set max-value-size", DBG_GATE_VALUE},
	{"set max-completions", DBG_GATE_VALUE}, {"set max-user-call-depth", DBG_GATE_VALUE},
	{"set auto-solib-add", DBG_GATE_VALUE}, {"set stop-on-solib-events", DBG_GATE_VALUE},
	{"set unwindonsignal", DBG_GATE_VALUE}, {"set unwind-on-terminating-exception", DBG_GATE_VALUE},
	{"set input-radix", DBG_GATE_VALUE}, {"set output-radix", DBG_GATE_VALUE},
	{"set radix", DBG_GATE_VALUE}, {"set case-sensitive", DBG_GATE_VALUE},
	{"set opaque-type-resolution", DBG_GATE_VALUE}, {"set overload-resolution", DBG_GATE_VALUE},
	{"set multiple-symbols", DBG_GATE_VALUE}, {"set filename-display", DBG_GATE_VALUE},
	{"set basenames-may-differ", DBG_GATE_VALUE}, {"set trace-commands", DBG_GATE_VALUE},
	{"set skip-solib-deps", DBG_GATE_VALUE}, {"set step-stack", DBG_GATE_VALUE},
};

/* MI commands (GDB manual, "GDB/MI"), without the "-". */
static const struct dbg_gate_row mi_rows[] = {
	{"break-insert", DBG_GATE_PLACE}, {"break-condition", DBG_GATE_EXPR},
	{"break-watch", DBG_GATE_EXPR}, {"dprintf-insert", DBG_GATE_DATA},
	{"break-after", DBG_GATE_EXPR}, {"break-delete", DBG_GATE_TEXT},
	{"break-disable", DBG_GATE_TEXT}, {"break-enable", DBG_GATE_TEXT},
	{"break-info", DBG_GATE_TEXT}, {"break-list", DBG_GATE_TEXT},
	{"break-passcount", DBG_GATE_EXPR},
	{"catch-load", DBG_GATE_TEXT}, {"catch-unload", DBG_GATE_TEXT},
	{"catch-throw", DBG_GATE_TEXT}, {"catch-rethrow", DBG_GATE_TEXT},
	{"catch-catch", DBG_GATE_TEXT}, {"catch-assert", DBG_GATE_PLACE},
	{"catch-exception", DBG_GATE_PLACE}, {"catch-handlers", DBG_GATE_PLACE},
	{"complete", DBG_GATE_COMPLETE}, {"data-disassemble", DBG_GATE_DATA},
	{"data-evaluate-expression", DBG_GATE_EXPR}, {"data-list-changed-registers", DBG_GATE_TEXT},
	{"data-list-register-names", DBG_GATE_TEXT}, {"data-list-register-values", DBG_GATE_TEXT},
	{"data-read-memory", DBG_GATE_EXPR}, {"data-read-memory-bytes", DBG_GATE_EXPR},
	{"enable-frame-filters", DBG_GATE_TEXT}, {"enable-pretty-printing", DBG_GATE_TEXT},
	{"enable-timings", DBG_GATE_TEXT}, {"environment-directory", DBG_GATE_FILE},
	{"environment-pwd", DBG_GATE_TEXT}, {"exec-arguments", DBG_GATE_ARGS},
	{"exec-continue", DBG_GATE_TEXT}, {"exec-finish", DBG_GATE_TEXT},
	{"exec-interrupt", DBG_GATE_TEXT}, {"exec-next", DBG_GATE_TEXT},
	{"exec-next-instruction", DBG_GATE_TEXT}, {"exec-return", DBG_GATE_EXPR},
	{"exec-run", DBG_GATE_TEXT}, {"exec-step", DBG_GATE_TEXT},
	{"exec-step-instruction", DBG_GATE_TEXT}, {"exec-until", DBG_GATE_PLACE},
	{"file-exec-and-symbols", DBG_GATE_PROGRAM}, {"file-exec-file", DBG_GATE_PROGRAM},
	{"file-list-exec-source-file", DBG_GATE_TEXT}, {"file-list-exec-source-files", DBG_GATE_TEXT},
	{"file-list-shared-libraries", DBG_GATE_TEXT}, {"file-symbol-file", DBG_GATE_EXPR},
	{"fix-breakpoint-script-output", DBG_GATE_TEXT},
	{"fix-multi-location-breakpoint-output", DBG_GATE_TEXT}, {"gdb-exit", DBG_GATE_TEXT},
	{"gdb-set", DBG_GATE_SET}, {"gdb-show", DBG_GATE_TEXT}, {"gdb-version", DBG_GATE_TEXT},
	{"inferior-tty-show", DBG_GATE_TEXT}, {"info-gdb-mi-command", DBG_GATE_TEXT},
	{"interpreter-exec", DBG_GATE_INTERPRETER}, {"list-features", DBG_GATE_TEXT},
	{"list-target-features", DBG_GATE_TEXT}, {"list-thread-groups", DBG_GATE_TEXT},
	{"stack-info-depth", DBG_GATE_TEXT}, {"stack-info-frame", DBG_GATE_TEXT},
	{"stack-list-arguments", DBG_GATE_TEXT}, {"stack-list-frames", DBG_GATE_TEXT},
	{"stack-list-locals", DBG_GATE_TEXT}, {"stack-list-variables", DBG_GATE_TEXT},
	{"stack-select-frame", DBG_GATE_DATA}, {"symbol-info-functions", DBG_GATE_TEXT},
	{"symbol-info-module-functions", DBG_GATE_TEXT},
	{"symbol-info-module-variables", DBG_GATE_TEXT}, {"symbol-info-modules", DBG_GATE_TEXT},
	{"symbol-info-types", DBG_GATE_TEXT}, {"symbol-info-variables", DBG_GATE_TEXT},
	{"symbol-list-lines", DBG_GATE_TEXT}, {"target-detach", DBG_GATE_TEXT},
	{"target-disconnect", DBG_GATE_TEXT}, {"target-select", DBG_GATE_TARGET},
	{"thread-info", DBG_GATE_TEXT}, {"thread-list-ids", DBG_GATE_TEXT},
	{"thread-select", DBG_GATE_TEXT}, {"var-create", DBG_GATE_EXPR},
	{"var-delete", DBG_GATE_TEXT}, {"var-evaluate-expression", DBG_GATE_TEXT},
	{"var-info-expression", DBG_GATE_TEXT}, {"var-info-num-children", DBG_GATE_TEXT},
	{"var-info-path-expression", DBG_GATE_TEXT}, {"var-info-type", DBG_GATE_TEXT},
	{"var-list-children", DBG_GATE_TEXT}, {"var-set-format", DBG_GATE_TEXT},
	{"var-set-frozen", DBG_GATE_TEXT}, {"var-set-update-range", DBG_GATE_TEXT},
	{"var-show-attributes", DBG_GATE_TEXT}, {"var-show-format", DBG_GATE_TEXT},
	{"var-update", DBG_GATE_TEXT},
};

/* What these do, a wall around gdb and its program holds (dbg_gate_walled()). */
static const struct dbg_gate_row walled_rows[] = {
	{"jump", DBG_GATE_PLACE}, {"generate-core-file", DBG_GATE_TEXT},
	{"checkpoint", DBG_GATE_TEXT}, {"restart", DBG_GATE_TEXT},
	{"delete checkpoint", DBG_GATE_TEXT}, {"info checkpoints", DBG_GATE_TEXT},
	{NULL, DBG_GATE_NO},
};

static const struct dbg_gate_row walled_mi_rows[] = {
	{"exec-jump", DBG_GATE_PLACE}, {"var-assign", DBG_GATE_EXPR},
	{"data-write-memory-bytes", DBG_GATE_EXPR}, {NULL, DBG_GATE_NO},
};
/* clang-format on */

enum { ROWS = sizeof(rows) / sizeof(*rows), MI_ROWS = sizeof(mi_rows) / sizeof(*mi_rows) };

/* Is this row "PREFIX *"? */
static bool is_below(const struct dbg_gate_row *row, struct fl_slice prefix)
{
	struct fl_slice words = fl_slice_str(row->words);
	return words.len == prefix.len + 2 && fl_slice_ends(words, " *") &&
	       fl_slice_starts_with(words, prefix);
}

bool dbg_gate_has_below(struct fl_slice canonical)
{
	for (size_t i = 0; i < ROWS; i++)
		if (is_below(&rows[i], canonical))
			return true;
	return false;
}

/* Of a table that ends with a row without words. */
static const struct dbg_gate_row *find_in(const struct dbg_gate_row *row, struct fl_slice name)
{
	while (row->words && !fl_slice_eqs(name, row->words))
		row++;
	return row->words ? row : NULL;
}

const struct dbg_gate_row *dbg_gate_find(const struct dbg_gate *g, struct fl_slice canonical)
{
	const struct dbg_gate_row *walled =
		dbg_gate_walled(g) ? find_in(walled_rows, canonical) : NULL;
	if (walled)
		return walled;
	for (size_t i = 0; i < ROWS; i++)
		if (fl_slice_eqs(canonical, rows[i].words))
			return &rows[i];
	for (ptrdiff_t end = fl_slice_rchr(canonical, ' '); end > 0;
		end = fl_slice_rchr(fl_slice_head(canonical, (size_t)end), ' '))
		for (size_t i = 0; i < ROWS; i++)
			if (is_below(&rows[i], fl_slice_head(canonical, (size_t)end)))
				return &rows[i];
	return NULL;
}

const struct dbg_gate_row *dbg_gate_find_mi(const struct dbg_gate *g, struct fl_slice name)
{
	for (size_t i = 0; i < MI_ROWS; i++)
		if (fl_slice_eqs(name, mi_rows[i].words))
			return &mi_rows[i];
	return dbg_gate_walled(g) ? find_in(walled_mi_rows, name) : NULL;
}
