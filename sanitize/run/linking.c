#include "sanitize/run/linking.h"

#include <string.h>

enum { WORDS_MAX = 256, SAID_MAX = 1 << 16, CPU_MS = 10000 };

#define SCRIPT ".steps/linking.sh"

bool san_linking_is_plain(const char *const *flags)
{
	static const char *const known[] = {"-D", "-U", "-I", "-O", "-std="};
	static const char *const passed_on[] = {"-Wl,", "-Wa,", "-Wp,"};
	for (; flags && *flags; flags++) {
		struct fl_slice f = fl_slice_str(*flags);
		size_t i = 0, count = sizeof(known) / sizeof(known[0]);
		bool warns = fl_slice_starts(f, "-W");
		for (size_t k = 0; k < sizeof(passed_on) / sizeof(passed_on[0]); k++)
			warns = warns && !fl_slice_starts(f, passed_on[k]);
		while (i < count && !fl_slice_starts(f, known[i]))
			i++;
		/* one of these links a file of its own, which sets how the processor computes */
		if ((i == count && !warns) || fl_slice_eqs(f, "-Ofast"))
			return false;
	}
	return true;
}

/* The next word of a line on which each stands between quotes; false: there is none. */
static bool next_word(struct fl_slice *line, struct fl_arena *a, const char **ret_word)
{
	*line = fl_slice_trim(*line);
	if (!fl_slice_starts(*line, "\""))
		return false;
	char *word = fl_arena_alloc(a, line->len), *at = word;
	for (size_t i = 1; word && i < line->len; i++) {
		if (line->ptr[i] == '"') {
			*at = '\0';
			*ret_word = word;
			*line = fl_slice_skip(*line, i + 1);
			return true;
		}
		if (line->ptr[i] == '\\' && i + 1 < line->len)
			i++;
		*at++ = line->ptr[i];
	}
	return false;
}

static size_t times_in(const char *const *words, const char *word)
{
	size_t n = 0;
	for (; *words; words++)
		n += strcmp(*words, word) == 0;
	return n;
}

const char *const *san_linking_read(struct fl_slice said, struct fl_arena *a)
{
	struct fl_slice line = {0}, last = {0};
	const char **words = fl_arena_array(a, WORDS_MAX + 1, sizeof(*words));
	size_t n = 0;
	while (fl_slice_line(&said, &line))
		if (fl_slice_starts(fl_slice_trim(line), "\""))
			last = line;
	while (words && n < WORDS_MAX && next_word(&last, a, &words[n]))
		n++;
	if (!n || fl_slice_trim(last).len || !strstr(words[0], "lld") ||
		times_in(words, SAN_LINK_OBJECT) != 1 || times_in(words, SAN_LINK_BINARY) != 1)
		return NULL;
	return words;
}

int san_linking_find(struct fl_box *box, const struct san_program *program, enum san_mode mode,
	struct fl_arena *a, const char *const **ret_link, struct fl_error *err)
{
	static const char *const argv[] = {"sh", SCRIPT, NULL};
	struct fl_run_spec spec = {
		.argv = argv, .cpu_ms = CPU_MS, .wall_ms = 4 * CPU_MS, .err_max = SAID_MAX};
	struct fl_process_result r = {0};
	struct fl_buf script, said;
	fl_buf_init(&script, SAID_MAX);
	fl_buf_init(&said, 2 * SAID_MAX);
	san_put_limits(&script, CPU_MS);
	san_put_linking(&script, program, mode, program->linker);
	fl_buf_str(&script, " " SAN_LINK_OBJECT " -pthread -lm -o " SAN_LINK_BINARY " -###\n");
	int rc = fl_buf_error(&script, "a command", err);
	rc = rc ? rc : fl_box_clear(box, err);
	rc = rc ? rc : fl_box_put(box, SAN_LINK_OBJECT, FL_S(""), 0644, err);
	rc = rc ? rc : fl_box_put(box, SCRIPT, fl_buf_view(&script), 0644, err);
	rc = rc ? rc : fl_box_run(box, &spec, NULL, &said, &r, err);
	*ret_link = NULL;
	if (rc == 0 && r.end == FL_END_EXIT && r.exit_status == 0)
		*ret_link = san_linking_read(fl_buf_view(&said), a);
	fl_buf_release(&script);
	fl_buf_release(&said);
	return rc ? rc : fl_arena_error(a, "a command", err);
}
