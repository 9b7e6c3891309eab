/* struct2json: struct literals of any style in, their JSON out. */
#include <stdio.h>
#include <unistd.h>

#include "base/json.h"
#include "base/literal/literal.h"
#include "base/opts.h"
#include "base/show.h"
#include "datasets/registry.h"

enum { OPT_TO, OPT_COUNT };
enum { TO_JSON, TO_JSONL };
enum { INPUT_MAX = 256 << 20, OUTPUT_MAX = 1 << 30 };

static const char *const to_words[] = {"json", "jsonl", NULL};
static const struct fl_opt options[] = {
	[OPT_TO] = {"to", 't', FL_OPT_WORD, "FORMAT", .words = to_words, .fallback = "json",
		.help = "one array for each input, or an object a line"},
};
static const char *const synopsis[] = {"[OPTIONS] [FILE…]", NULL};
static const struct fl_opt_pair exits[] = {
	{"0", "done"},
	{"1", "an input is no struct literal that is known here"},
	{"2", "the command line is wrong"},
	{"3", "an input is not there or cannot be read"},
	{"4", "internal error, or the system refused"},
	{NULL, NULL},
};
static const struct fl_opt_pair examples[] = {
	{"diag2struct build.log | struct2json", "the same as diag2struct --to=json build.log"},
	{NULL, NULL},
};
static const char *const see_also[] = {"diag2struct(1)", "san2struct(1)", "datasets(1)", NULL};

static const struct fl_tool tool = {.name = "struct2json",
	.summary = "turn Faultline's C++ struct literals into JSON",
	.synopsis = synopsis,
	.description =
		"Reads literals of any style, with or without their marker lines, from FILEs or "
		"standard input, and writes the JSON that the tool which wrote them would "
		"have written: the same objects, byte for byte; of terse literals without "
		"what these leave out.",
	.options = options,
	.option_count = OPT_COUNT,
	.exits = exits,
	.examples = examples,
	.see_also = see_also};

/* An object a line, as it would stand in the array. */
static void write_lines(struct fl_buf *out, const struct fl_items *items)
{
	for (size_t i = 0; i < items->len; i++) {
		const struct fl_item *item = &items->at[i];
		if (item->shape->tagged)
			fl_buf_printf(out, "{\"%s\":", item->shape->name);
		fl_json_object(out, item->shape, item->object);
		fl_buf_str(out, item->shape->tagged ? "}\n" : "\n");
	}
}

static int convert(struct fl_slice text, int to, struct fl_error *err)
{
	struct fl_arena arena;
	struct fl_buf out;
	struct fl_items items;
	fl_arena_init(&arena, OUTPUT_MAX);
	fl_buf_init(&out, OUTPUT_MAX);
	int rc = fl_literal_read(text, &ds_registry, &arena, &items, err);
	if (rc == 0) {
		if (to == TO_JSON)
			fl_json_items(&out, &items);
		else
			write_lines(&out, &items);
		rc = fl_buf_error(&out, "the JSON", err);
	}
	if (rc == 0)
		rc = fl_write_all(STDOUT_FILENO, fl_buf_view(&out), err);
	fl_buf_release(&out);
	fl_arena_release(&arena);
	return rc;
}

/* One input; complains itself. Returns the exit status. */
static int convert_file(const char *path, int to)
{
	struct fl_buf text;
	struct fl_error err = {0};
	bool standard = strcmp(path, "-") == 0;
	fl_buf_init(&text, INPUT_MAX);
	int rc = standard ? fl_buf_read_fd(&text, STDIN_FILENO, &err)
			  : fl_buf_read_file(&text, path, &err);
	bool read = rc == 0;
	if (rc == 0)
		rc = convert(fl_buf_view(&text), to, &err);
	fl_buf_release(&text);
	if (rc && read && err.line)
		fl_tell("struct2json", "%s:%u:%u: %s", standard ? "<stdin>" : path, err.line,
			err.col, err.message);
	else if (rc)
		fl_tell("struct2json", "%s", err.message);
	return rc ? fl_error_exit(&err) : 0;
}

static int run(const struct fl_opts *o, struct fl_error *err)
{
	(void)err;
	int status = 0, to = fl_opt_word(o, OPT_TO);
	if (o->operand_count == 0)
		status = convert_file("-", to);
	for (size_t i = 0; i < o->operand_count; i++) {
		int s = convert_file(o->operands[i], to);
		status = status > s ? status : s;
	}
	return status;
}

int main(int argc, char **argv)
{
	return fl_opts_main(&tool, argc, argv, run);
}
