/* docs/prefixes.md, whose table is that of the forms. */
#include "base/prefix/form.h"

static const char before[] =
	"# Prefixes: logs as containers, CI and loggers hand them on\n\n"
	"`diag2struct`, `san2struct` and libfaultline-diag take what stands before each line off "
	"it, and read what several\n"
	"writers print line by line into one log as if apart. The name of the writer is the "
	"`lane` of what they find: of\n"
	"a stack of prefixes (a job, in it a container) the names joined by a blank. Clocks, "
	"counters and levels are no names.\n\n"
	"* A form counts from the first line on which a diagnostic or a report stands behind it; "
	"nothing waits, and input\n"
	"  without prefixes is read as it is. `a.c: In function`, `/usr/bin/ld:`, `make[2]:`, "
	"`==12==` are no prefixes.\n"
	"* A line without the prefix continues the line before it: loggers put theirs before a "
	"message of many lines once.\n"
	"* Names without a mark of their own (`host: `, `pkg:build: `) count when they stood "
	"before "
	"a diagnostic themselves.\n"
	"* `--prefix=FORM` (a name below) counts from the first line on; `--prefix=REGEX` is a "
	"POSIX extended regular\n"
	"  expression for the start of a line, whose first group names the lane; "
	"`--prefix=none` leaves all as it is.\n"
	"* Records in JSON and logfmt are read too: docker's json-file, `journalctl -o json`, "
	"loggers with time, level and message.\n"
	"* A log that is set in counts from the headline of a report on, until one is not set "
	"in; diagnostics that are set in stay.\n"
	"* A prefix that no form knows is told on standard error (`--strict` exits 1): of three "
	"or more diagnostics whose files all\n"
	"  begin with the same text, and of headlines and accesses of reports behind something "
	"else.\n"
	"* Limits: 64 lanes at a time; of more, the one that was silent for the longest ends "
	"first. In a stream\n"
	"  without prefixes every line of the first 64 KiB is looked at, then 8 of each chunk "
	"that is read.\n\n"
	"`gen-model prefixes` writes this page. In patterns `%n`, `%m`, `%h`, `%w`, `%#`, `%G` are "
	"names; `%I` is a date with\n"
	"its time, `%H` a time, `%S`, `%C`, `%D`, `%B`, `%E` other dates, `%f` seconds, `%d` "
	"digits, "
	"`%L` and `%c` levels, `%j` other\n"
	"text, `%s` and `%_` blanks; `\\t` is a tab.\n\n"
	"| form | patterns |\n|---|---|";

static void pattern_write(struct fl_buf *out, const char *pattern)
{
	fl_buf_str(out, " `");
	for (; *pattern; pattern++) {
		if (*pattern == '\t')
			fl_buf_str(out, "\\t");
		else if (*pattern == '|')
			fl_buf_str(out, "\\|");
		else
			fl_buf_char(out, *pattern);
	}
	fl_buf_char(out, '`');
}

void fl_prefix_page(struct fl_buf *out)
{
	fl_buf_str(out, before);
	for (size_t i = 0; i < fl_prefix_forms_count; i++) {
		const struct fl_prefix_form *f = &fl_prefix_forms[i];
		bool first = true;
		for (size_t j = 0; j < i; j++)
			first = first && strcmp(fl_prefix_forms[j].name, f->name) != 0;
		if (!first)
			continue;
		fl_buf_printf(out, "\n| %s |", f->name);
		for (size_t j = i; j < fl_prefix_forms_count; j++)
			if (!strcmp(fl_prefix_forms[j].name, f->name))
				pattern_write(out, fl_prefix_forms[j].pattern);
		fl_buf_str(out, " |");
	}
	fl_buf_char(out, '\n');
}
