/*
 * Inputs that are found: what sources tell, what is tried, what is kept.
 * labels: slow
 * timeout: 180
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "datasets/inputs/find.h"
#include "datasets/inputs/grow.h"
#include "tests/support/box.h"

static const char calc[] =
	"#include <string.h>\n"
	"#include <stdio.h> // cin\n"
	"/* getchar() \"word\" */\n"
	"#define LIMIT 77\n"
	"static const char *const verbs[] = {\"add\", \"drop\"};\n"
	"int main(int argc, char **args)\n"
	"{\n"
	"	char line[80], name[20];\n"
	"	int n, sum = 0, loud = 0;\n"
	"	if (argc > 1 && strcmp(args[1], \"--loud\") == 0)\n"
	"		loud = 1;\n"
	"	while (fgets(line, sizeof line, stdin)) {\n"
	"		if (sscanf(line, \"%19s %d\", name, &n) == 2 && n < 100) {\n"
	"			if (strcmp(name, verbs[0]) == 0)\n"
	"				sum += n;\n"
	"			else if (strcmp(name, verbs[1]) == 0)\n"
	"				sum -= n;\n"
	"		} else if (line[0] == '?') {\n"
	"			printf(\"so far: %d\\n\", sum);\n"
	"		} else if (line[0] == '!') {\n"
	"			fprintf(stderr, \"usage: calc [-q] [--size N]\\n\");\n"
	"			return 1;\n"
	"		}\n"
	"	}\n"
	"	if (loud)\n"
	"		printf(\"the sum is \");\n"
	"	printf(\"%d\\n\", sum);\n"
	"	return 0;\n"
	"}\n";

static const char silent[] = "#include <stdio.h>\n"
			     "/* stdin, argv */\n"
			     "int main(void) { puts(\"stdin\"); return 0; }\n";

static const char deaf[] = "#include <stdio.h>\n"
			   "int main(void) { getchar(); puts(\"hello\"); return 0; }\n";

/* None of the first inputs has so many, but some have more than others. */
static const char shy[] = "#include <stdio.h>\n"
			  "int main(void)\n"
			  "{\n"
			  "	int c, n = 0;\n"
			  "	while ((c = getchar()) >= 0)\n"
			  "		if (c == '@')\n"
			  "			n++;\n"
			  "	puts(n > 4 ? \"many\" : \"few\");\n"
			  "	return 0;\n"
			  "}\n";

static const char never_well[] = "#include <stdio.h>\n"
				 "int main(void) { while (getchar() >= 0) ; return 3; }\n";

struct world {
	struct fl_arena arena;
	struct fl_box *box;
};

static int setup(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	fl_arena_init(&w->arena, 1u << 30);
	*state = w;
	return test_box_open(&w->box);
}

static int teardown(void **state)
{
	struct world *w = *state;
	fl_box_free(w->box);
	fl_arena_release(&w->arena);
	free(w);
	return 0;
}

static struct tg_program program_of(struct world *w, const char *text, enum tg_compiler compiler)
{
	struct tg_program p;
	assert_int_equal(
		tg_program_single(FL_S("a.c"), fl_slice_str(text), compiler, &w->arena, &p, NULL),
		0);
	return p;
}

static bool has_word(const struct ds_hints *h, const char *word)
{
	for (size_t i = 0; i < h->word_count; i++)
		if (fl_slice_eqs(h->words[i], word))
			return true;
	return false;
}

static bool has_option(const struct ds_hints *h, const char *text, bool valued)
{
	for (size_t i = 0; i < h->option_count; i++)
		if (fl_slice_eqs(h->options[i].text, text))
			return h->options[i].valued == valued;
	return false;
}

/* What a literal is for follows from where it stands; comments and other files' names are nothing. */
static void hints(void **state)
{
	struct world *w = *state;
	struct ds_hints h;
	struct tg_program p = program_of(w, calc, TG_GCC);
	ds_hints_read(&p, &w->arena, &h);
	assert_true(h.reads && h.takes && !h.opens);
	assert_true(has_word(&h, "add") && has_word(&h, "drop"));
	assert_false(
		has_word(&h, "word") || has_word(&h, "string.h") || has_word(&h, "so far: %d\n"));
	assert_true(has_option(&h, "--loud", false));
	assert_true(has_option(&h, "-q", false));
	assert_true(has_option(&h, "--size", true));
	assert_int_equal(h.format_count, 1);
	assert_true(fl_slice_eqs(h.formats[0], "%19s %d"));
	assert_int_equal(h.char_count, 2);
	assert_memory_equal(h.chars, "?!", 2);
	bool number = false;
	for (size_t i = 0; i < h.number_count; i++)
		number |= h.numbers[i] == 77;
	assert_true(number);
	p = program_of(w, silent, TG_GCC);
	ds_hints_read(&p, &w->arena, &h);
	assert_false(h.reads || h.takes);
}

static struct ds_inputs_found find(
	struct world *w, const char *text, enum tg_compiler compiler, uint64_t seed)
{
	struct ds_inputs_found found;
	struct fl_error err = {0};
	struct tg_program p = program_of(w, text, compiler);
	struct ds_inputs_spec spec = {.program = &p,
		.seed = seed,
		.name = FL_S("calc"),
		.max = DS_INPUTS_KEPT,
		.runs = 200};
	if (ds_inputs_find(w->box, &spec, &w->arena, &found, &err))
		fail_msg("%s", err.message);
	return found;
}

static bool any_has(const struct ds_inputs_found *f, const char *text)
{
	for (size_t i = 0; i < f->inputs.len; i++) {
		const struct tg_input *in = (const struct tg_input *)f->inputs.items + i;
		if (fl_slice_find(in->input, text) >= 0 ||
			(in->args.len && fl_slice_eqs(tg_text_at(&in->args, 0), text)))
			return true;
	}
	return false;
}

/* The kept ones reach all that ends well, and are the same each time. */
static void found_and_kept(void **state)
{
	struct world *w = *state;
	struct ds_inputs_found f = find(w, calc, TG_GCC, 1), again = find(w, calc, TG_GCC, 1);
	assert_int_equal(f.none, DS_INPUTS_FOUND);
	assert_int_equal(f.inputs.len, DS_INPUTS_KEPT);
	assert_true(f.tried <= 200 && f.well < f.tried && f.well > 20);
	assert_true(any_has(&f, "add") && any_has(&f, "drop") && any_has(&f, "?"));
	assert_true(any_has(&f, "--loud"));
	assert_int_equal(f.kept_reach, f.reached);
	assert_int_equal(f.inputs.len, again.inputs.len);
	for (size_t i = 0; i < f.inputs.len; i++)
		assert_true(
			fl_object_eq(&tg_input_shape, (const struct tg_input *)f.inputs.items + i,
				(const struct tg_input *)again.inputs.items + i));
}

/* Beside what it came with: none of that again, and what it does not do. */
static void found_beside(void **state)
{
	static struct tg_input given[] = {
		{.input = FL_LIT("add x 1\n")}, {.input = FL_LIT("add y 2\n")}};
	struct world *w = *state;
	struct ds_inputs_found found;
	struct fl_error err = {0};
	struct tg_program p = program_of(w, calc, TG_GCC);
	struct ds_inputs_spec spec = {
		.program = &p, .seed = 1, .name = FL_S("calc"), .max = 3, .runs = 200};
	p.inputs = (struct fl_list){given, 2};
	p = tg_program_with(&p, 0);
	if (ds_inputs_find(w->box, &spec, &w->arena, &found, &err))
		fail_msg("%s", err.message);
	assert_int_equal(found.none, DS_INPUTS_FOUND);
	assert_int_equal(found.inputs.len, 3);
	assert_true(any_has(&found, "drop") && any_has(&found, "?"));
	for (size_t i = 0; i < found.inputs.len; i++)
		for (size_t k = 0; k < 2; k++)
			assert_false(fl_object_eq(&tg_input_shape,
				(const struct tg_input *)found.inputs.items + i, &given[k]));
}

/* What prints the same as all others may be on the way to what does not. */
static void found_behind_others(void **state)
{
	struct world *w = *state;
	struct ds_inputs_found f = find(w, shy, TG_GCC, 1);
	assert_int_equal(f.none, DS_INPUTS_FOUND);
	assert_int_equal(f.inputs.len, 2);
	size_t most = 0;
	for (size_t i = 0; i < f.inputs.len; i++) {
		size_t n = fl_slice_count(((const struct tg_input *)f.inputs.items)[i].input, '@');
		most = n > most ? n : most;
	}
	assert_true(most > 4);
}

static void none_to_find(void **state)
{
	struct world *w = *state;
	assert_int_equal(find(w, silent, TG_GCC, 1).none, DS_INPUTS_READS_NOTHING);
	assert_int_equal(find(w, never_well, TG_GCC, 1).none, DS_INPUTS_NONE_WELL);
	assert_int_equal(find(w, deaf, TG_CLANG, 1).none, DS_INPUTS_ALL_ALIKE);
	assert_int_equal(find(w, "int main(int c, char **v) { return x; } /**/", TG_CLANG, 1).none,
		DS_INPUTS_READS_NOTHING);
	assert_int_equal(find(w, "int main(int c, char **v) { return v[x]; }", TG_CLANG, 1).none,
		DS_INPUTS_NOT_COVERED);
}

/* Offspring stay small, whatever they come from. */
static void offspring_are_small(void **state)
{
	struct world *w = *state;
	struct ds_hints h;
	struct tg_program p = program_of(w, calc, TG_GCC);
	struct fl_rng rng = fl_rng_new(7, FL_S("test"), FL_S(""));
	struct tg_input in = {.input = FL_S("")}, other = {.input = FL_S("a b\nc\n")};
	ds_hints_read(&p, &w->arena, &h);
	for (int i = 0; i < 5000; i++) {
		in = ds_inputs_vary(&h, &in, &other, &rng, &w->arena);
		assert_true(in.input.len <= DS_INPUT_BYTES && in.args.len <= DS_INPUT_ARGS + 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hints),
		cmocka_unit_test(found_and_kept),
		cmocka_unit_test(found_beside),
		cmocka_unit_test(found_behind_others),
		cmocka_unit_test(none_to_find),
		cmocka_unit_test(offspring_are_small),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
