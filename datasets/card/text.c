/* The card's text. */
#include <inttypes.h>

#include "datasets/card/card.h"
#include "datasets/record/tokens.h"

/* A table of counts with their share of all rows. */
static void put_counts(
	struct fl_buf *out, const char *title, const struct fl_list *counts, int64_t rows)
{
	const struct ds_count *c = counts->items;
	fl_buf_printf(out, "\n| %s | records | share |\n|---|---:|---:|\n", title);
	for (size_t i = 0; i < counts->len; i++) {
		struct fl_slice name = c[i].name.len ? c[i].name : FL_S("not known");
		fl_buf_printf(out, "| %.*s | %" PRId64 " | %.1f %% |\n", FL_ARG(name), c[i].count,
			100.0 * (double)c[i].count / (double)rows);
	}
}

static void put_kinds(struct fl_buf *out, const struct ds_card_counts *c)
{
	fl_buf_str(out, "\n## Kinds\n\nEach kind is a configuration of its own; all have the same "
			"columns.\n\n| kind | records | bytes of JSON | what it is |\n"
			"|---|---:|---:|---|\n");
	for (int k = 0; k < DS_KIND_COUNT; k++)
		if (c->kinds[k].rows)
			fl_buf_printf(out, "| `%s` | %" PRId64 " | %" PRId64 " | %s |\n",
				ds_kind_table[k].name, c->kinds[k].rows, c->kinds[k].bytes,
				ds_kind_table[k].doc);
}

static void put_tokens(struct fl_buf *out, const struct ds_card_counts *c)
{
	fl_buf_str(out,
		"\n## Length\n\nTokens a record, mean and most: of the prompt, of the "
		"completion, and of the evidence (`context`: a trace, a report, diagnostics), "
		"which is part of the prompt. They are counted as `" DS_TOKENS_NAME
		"`: " DS_TOKENS_RULE ". That is near to what byte pair encodings of models make of "
		"such texts (cl100k and o200k: 0.95 of it, for nine texts of ten 0.84 to 1.04), "
		"and no model's own count.\n\n"
		"| kind | prompt | | completion | | evidence | |\n"
		"|---|---:|---:|---:|---:|---:|---:|\n");
	for (int k = 0; k < DS_KIND_COUNT; k++) {
		const struct ds_card_kind *kind = &c->kinds[k];
		const struct ds_card_tokens *t[] = {
			&kind->prompt, &kind->completion, &kind->context};
		if (!kind->rows)
			continue;
		fl_buf_printf(out, "| `%s` |", ds_kind_table[k].name);
		for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
			fl_buf_printf(out, " %" PRId64 " | %" PRId64 " |", t[i]->sum / kind->rows,
				t[i]->most);
		fl_buf_char(out, '\n');
	}
}

static void put_texts(struct fl_buf *out, const struct fl_list *texts)
{
	const struct fl_slice *t = texts->items;
	fl_buf_str(out, "\n```\n");
	for (size_t i = 0; i < texts->len; i++)
		fl_buf_printf(out, "%.*s\n", FL_ARG(t[i]));
	fl_buf_str(out, "```\n");
}

static int64_t transcribed(const struct ds_card_counts *c)
{
	const struct ds_count *levels = c->stats.levels.items;
	for (size_t i = 0; i < c->stats.levels.len; i++)
		if (fl_slice_eqs(levels[i].name, ds_level_names.words[DS_TRANSCRIBED]))
			return levels[i].count;
	return 0;
}

/* What was done to see that the records are true. */
static void put_levels(struct fl_buf *out, const struct ds_card_counts *c)
{
	int64_t pasted = transcribed(c);
	if (pasted < c->stats.rows)
		fl_buf_str(out,
			"Faults were put into programs, or taken from commits that mended them, "
			"one at a time; each was compiled and, unless it is one of the build, run "
			"in a sandbox, and only what was seen to go wrong in two runs alike became "
			"a record. ");
	if (pasted)
		fl_buf_printf(out,
			"%" PRId64 " of the records are transcribed (`verification.level`): what "
			"people pasted of a debugger's session, and the mend of its fault. Nothing "
			"of these was run: the mend applies, and what the session shows of the "
			"file stands in it. ",
			pasted);
}

static void put_making(struct fl_buf *out, const struct ds_card_counts *c)
{
	const struct ds_manifest *m = c->manifest;
	fl_buf_printf(out,
		"\n## How it was made\n\nBy Faultline %.*s (schema version %" PRId64
		"), of %" PRId64 " programs or rows, with seed %" PRId64 ". ",
		FL_ARG(m->faultline), m->schema_version, m->programs.taken, m->seed);
	put_levels(out, c);
	fl_buf_printf(out,
		"`manifest.json` counts all that %s, with the reasons. The arguments that "
		"shape the content, and the toolchain (fingerprint `%.*s`):\n",
		transcribed(c) ? "became none" : "did not", FL_ARG(m->fingerprint));
	put_texts(out, &m->arguments);
	put_texts(out, &m->toolchain);
}

static void put_limits(struct fl_buf *out)
{
	fl_buf_str(out,
		"\n## Limits\n\n"
		"* A fix is the text that the program had before, or that its author wrote; "
		"others may be as good.\n"
		"* Faults that were put in (`provenance.origin` `synthetic`) are not drawn as "
		"people make them, though operators and their weights follow counts of real ones.\n"
		"* The column `split` says what to train, choose and test on; it follows from "
		"`group`, the repository, so that none is on both sides. The files are not parted "
		"by it: loaders show all rows as `train`.\n"
		"* Licences are those that files and packages state; of rows where none was found "
		"it is empty. They were not checked by a person.\n"
		"* Code comes with the names and addresses that its authors wrote into it.\n");
}

static const char reading[] =
	"\n## Reading it\n\n"
	"```python\n"
	"from datasets import load_dataset\n"
	"rows = load_dataset(\"path/to/this/directory\", \"%s\", split=\"train\")\n"
	"```\n\n"
	"| column | what it is |\n"
	"|---|---|\n"
	"| `prompt`, `completion` | what a model is given (platform, task, code, evidence), and "
	"what it should answer |\n"
	"| `instruction` | what is asked, for the user's turn of a chat |\n"
	"| `context`, `error_class` | what the tools saw, and the class of the fault |\n"
	"| `reasoning` | from what was observed to the cause and the fix, a fact a line |\n"
	"| `files`, `build`, `run` | the faulty program, and how it is built and run |\n"
	"| `tests` | its inputs, with what the mended program does; those that are not `shown` "
	"decide |\n"
	"| `edits` | what was changed, where |\n"
	"| `fault`, `group`, `split` | the same in all views of a fault; its repository; what to "
	"train on |\n\n"
	"`datasets export` of Faultline makes rows of chats, preferences, or tasks with rewards of "
	"it.\n";

/* Of the first kind that there is. */
static void put_reading(struct fl_buf *out, const struct ds_card_counts *c)
{
	int kind = 0;
	while (kind + 1 < DS_KIND_COUNT && !c->kinds[kind].rows)
		kind++;
	if (c->faults) /* records of the first version have other columns */
		fl_buf_printf(out, reading, ds_kind_table[kind].name);
}

void ds_card_text(struct fl_buf *out, const struct ds_card_counts *c)
{
	struct ds_count items[DS_ORIGIN_COUNT];
	struct fl_list origins = {.items = items};
	int64_t rows = c->stats.rows;
	for (int i = 0; i < DS_ORIGIN_COUNT; i++)
		if (c->origins[i])
			items[origins.len++] = (struct ds_count){
				fl_slice_str(ds_origin_names.words[i]), c->origins[i]};
	fl_buf_printf(out,
		"\n# Faults in C and C++ programs\n\n%" PRId64 " records of %" PRId64
		" faults, in the code of %" PRId64
		" repositories or single programs. Each is one view of one fault in a program: the "
		"faulty code, what compiler, sanitizer or debugger said of it, and how it is "
		"mended, with all that is needed to build and run it again. %" PRId64
		" of them have tests that the prompt does not show and the fault fails.\n",
		rows, c->faults, c->groups, c->judged);
	put_kinds(out, c);
	put_reading(out, c);
	fl_buf_str(out, "\n## What is in it\n");
	put_counts(out, "class of the root cause", &c->stats.error_classes, rows);
	put_counts(out, "class of what was seen", &c->stats.evidence_classes, rows);
	put_counts(out, "origin", &origins, rows);
	if (transcribed(c))
		put_counts(out, "level of verification", &c->stats.levels, rows);
	put_counts(out, "language", &c->stats.languages, rows);
	put_counts(out, "split", &c->stats.splits, rows);
	put_counts(out, "licence", &c->licences, rows);
	put_tokens(out, c);
	put_making(out, c);
	put_limits(out);
}
