/*
 * Frames of reports that a runtime printed with symbolize=0 ("#1 0x55d0  (/dir/program+0x12f)"):
 * function, file, line, column and inlined frames, in the order and form in which the runtimes
 * print them themselves, at a tenth of their cost. The gateway to elfutils' libdw, which is loaded
 * when it is first needed: a tool that resolves nothing pays nothing.
 *
 * The offset that a runtime prints lies within the call, not behind it (return address - 1), so it
 * is looked up as it is. Names come from the DWARF information (2 to 5, compressed or not), else
 * from the symbol table, demangled; files are named from the root. Columns are those of the debug
 * information, which gcc's runtimes do not print. What cannot be resolved (module gone, no symbols)
 * keeps module and offset.
 *
 * The reports must have been parsed with san_parse_opts.unresolved.
 *
 * libdw is not made for hostile files: san_symbolize_boxed() runs it inside a sandbox, and is the
 * one to use for programs that nobody trusts.
 */
#ifndef FL_SANITIZE_SYMBOLIZE_H
#define FL_SANITIZE_SYMBOLIZE_H

#include "base/sandbox/sandbox.h"
#include "sanitize/report/reports.h"

/*
 * The bytes of a module, by the name that the report has for it (a path; TSan prints only its last
 * part): 0 and appended to out, FL_ENOTFOUND when it is not here, other codes for trouble, which is
 * counted as not found. fl_box_get() behind a prefix is such a function.
 */
typedef int (*san_module_read)(
	void *ctx, struct fl_slice module, struct fl_buf *out, struct fl_error *err);

struct san_symbolize_opts {
	const char *program; /* file of the main program when it is not where reports say; NULL */
	/*
	 * For the frames of a kernel's reports ("f+0x12/0x34 [module]"): files of its modules, by whose
	 * names they are found ("module.ko"), and of the kernel itself ("vmlinux…"); NULL-terminated,
	 * or NULL. A symbol of another size than the report's resolves nothing: it is another build.
	 */
	const char *const *objects;
	san_module_read read; /* asked for what is no system library; NULL: read from disk */
	void *ctx; /* of read */
	/*
	 * Boxed: files that the box shows at their own place (fl_box_opts.binds), NULL-terminated,
	 * from san_symbolize_binds(); NULL: what is no system library is sent into the box.
	 */
	const char *const *binds;
	bool inside; /* boxed: modules are files of the box, under the names that reports have */
	unsigned cpu_ms; /* boxed: CPU time for each attempt; 0: 10 s */
	size_t bytes_max; /* of one module, and of all that go into a box; 0: 48 MiB */
};

struct san_symbolize_stats {
	size_t resolved; /* places (module and offset) with function or line now */
	size_t unresolved;
	size_t modules_failed; /* not found, not ELF, or the end of the process that read it */
};

/* Modules that are open, for many reports. */
struct san_symbolizer;

/* opts may be NULL; what it points to must stay. FL_EMISSING without libdw. */
int san_symbolizer_new(const struct san_symbolize_opts *opts,
	struct san_symbolizer **ret_symbolizer, struct fl_error *err);
void san_symbolizer_free(struct san_symbolizer *s);

/*
 * Resolve the frames of the reports in this process, and blame and hash each report again. parse:
 * what the reports were parsed with (NULL: only .unresolved). New text and frames live in the
 * arena. ret_stats may be NULL. The reports stay whole on failure: FL_ENOMEM, FL_ELIMIT.
 */
int san_symbolize(struct san_symbolizer *s, struct san_reports *reports,
	const struct san_parse_opts *parse, struct fl_arena *a,
	struct san_symbolize_stats *ret_stats, struct fl_error *err);

/*
 * The modules of the reports that a new box can show, so that their bytes need not be sent into it,
 * which costs more than to resolve them (the large ones, at most 8): NULL-terminated, in the arena,
 * perhaps empty; NULL: no memory.
 */
const char *const *san_symbolize_binds(const struct san_symbolize_opts *opts,
	const struct san_reports *reports, struct fl_arena *a);

/*
 * The same in a process inside the box, with limits of its own. A module whose reading crashes or
 * does not end there is given up; the others are resolved.
 */
int san_symbolize_boxed(struct fl_box *box, const struct san_symbolize_opts *opts,
	struct san_reports *reports, const struct san_parse_opts *parse, struct fl_arena *a,
	struct san_symbolize_stats *ret_stats, struct fl_error *err);

#endif
