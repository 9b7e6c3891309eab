#include <string.h>

#include "sanitize/run/build_priv.h"

enum { WORDS_MAX = 16 << 20 };

const struct san_toolchain *san_job_toolchain(const struct san_program *p, enum san_mode mode)
{
	return san_modes[mode].clang ? &p->clang : &p->tools;
}

size_t san_job_step(const struct san_job *j, size_t mode, size_t source)
{
	return mode * (j->source_count + 1) + source;
}

/* ---- commands: words that each end in NUL ---- */

static void add_word(struct fl_buf *words, const char *word)
{
	fl_buf_add(words, word, strlen(word) + 1);
}

static void add_words(struct fl_buf *words, const char *const *more)
{
	for (size_t i = 0; more && more[i]; i++)
		add_word(words, more[i]);
}

static void add_driver(struct fl_buf *words, const struct san_program *p, enum san_mode mode,
	enum san_language language)
{
	const struct san_toolchain *t = san_job_toolchain(p, mode);
	add_word(words, t->driver[language]);
	if (p->std[language]) {
		fl_buf_str(words, "-std=");
		add_word(words, p->std[language]);
	}
	add_words(words, san_mode_flags(mode, t->family, language));
	if (p->lines)
		add_words(words, san_lines_flags(mode, t->family));
	add_word(words, "-w");
	add_word(words, "-pipe");
	add_word(words, "-fdiagnostics-color=never");
	add_word(words, "-ffile-prefix-map=" SAN_OUTER "/=/");
}

/* "-x.c" would be an option of the compiler's, "@x.c" a file of options. */
static void add_source(struct fl_buf *words, struct fl_slice path)
{
	if (fl_slice_starts(path, "-") || fl_slice_starts(path, "@"))
		fl_buf_str(words, "./");
	fl_buf_slice(words, path);
	fl_buf_char(words, '\0');
}

static void add_step_file(struct fl_buf *words, size_t step, const char *suffix)
{
	fl_buf_printf(words, SAN_STEP_DIR "/%zu%s", step, suffix);
	fl_buf_char(words, '\0');
}

static void add_compiler(struct fl_buf *words, const struct san_program *program,
	enum san_mode mode, enum san_language language)
{
	add_driver(words, program, mode, language);
	add_words(words, program->flags);
}

static void add_linking(struct fl_buf *words, const struct san_program *program, enum san_mode mode,
	const char *linker)
{
	add_driver(words, program, mode, program->language);
	add_words(words, san_mode_link_flags(mode, san_job_toolchain(program, mode)->family));
	if (linker) {
		fl_buf_str(words, "-fuse-ld=");
		add_word(words, linker);
	}
}

static void add_objects(struct fl_buf *words, const struct san_job *j, size_t mode)
{
	for (size_t i = 0; i < j->source_count; i++)
		add_step_file(words, san_job_step(j, mode, i), ".o");
	add_words(words, j->program->objects);
}

void san_job_compile(const struct san_job *j, size_t mode, size_t source, struct fl_buf *words)
{
	const struct san_file *f = j->sources[source];
	enum san_language language = SAN_C;
	san_source_language(f->path, &language);
	add_compiler(words, j->program, j->modes[mode], language);
	add_words(words, f->flags);
	add_word(words, "-c");
	add_source(words, f->path);
	add_word(words, "-o");
	add_step_file(words, san_job_step(j, mode, source), ".o");
}

void san_job_link(const struct san_job *j, size_t mode, const char *linker, struct fl_buf *words)
{
	add_linking(words, j->program, j->modes[mode], linker);
	add_objects(words, j, mode);
	add_words(words, j->program->flags);
	add_word(words, "-pthread");
	add_word(words, "-lm");
	add_word(words, "-o");
	add_step_file(words, san_job_step(j, mode, j->source_count), ".bin");
}

/* What the driver would run, without it. */
void san_job_known_link(const struct san_job *j, size_t mode, struct fl_buf *words)
{
	for (const char *const *word = j->program->link; *word; word++) {
		if (strcmp(*word, SAN_LINK_OBJECT) == 0)
			add_objects(words, j, mode);
		else if (strcmp(*word, SAN_LINK_BINARY) == 0)
			add_step_file(words, san_job_step(j, mode, j->source_count), ".bin");
		else
			add_word(words, *word);
	}
}

/* ---- the same for a shell ---- */

void san_put_run(struct fl_buf *script, const struct fl_buf *words)
{
	struct fl_slice left = fl_buf_view(words);
	fl_buf_str(script, "run");
	while (left.len) {
		fl_buf_char(script, ' ');
		fl_shell_quote(script, left.ptr);
		left = fl_slice_skip(left, strlen(left.ptr) + 1);
	}
	if (words->failed)
		script->failed = words->failed;
}

void san_put_compiler(struct fl_buf *script, const struct san_program *program, enum san_mode mode,
	enum san_language language)
{
	struct fl_buf words;
	fl_buf_init(&words, WORDS_MAX);
	add_compiler(&words, program, mode, language);
	san_put_run(script, &words);
	fl_buf_release(&words);
}

void san_put_linking(struct fl_buf *script, const struct san_program *program, enum san_mode mode,
	const char *linker)
{
	struct fl_buf words;
	fl_buf_init(&words, WORDS_MAX);
	add_linking(&words, program, mode, linker);
	san_put_run(script, &words);
	fl_buf_release(&words);
}

void san_put_limits(struct fl_buf *script, unsigned cpu_ms)
{
	fl_buf_printf(script, "run() { ulimit -S -t %u; timeout -k 1 %u \"$@\"; }\n",
		(cpu_ms + 999) / 1000, (4 * cpu_ms + 999) / 1000);
}
