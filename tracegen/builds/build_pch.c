#include "tracegen/builds/build_priv.h"

#include <stdio.h>

enum { HEADER_MAX = 64 << 10, STATE_MAX = 16 };

/* What "pch/N.state" in the box says of a source; without the file it was never compiled anew. */
#define STATE_ONCE "once"
#define STATE_MADE "made"
#define STATE_NONE "none"

static const struct {
	const char *compiled; /* what it adds to the header's name */
	const char *use;
	bool by_header; /* `use` names the header, and the compiler looks beside it */
} compilers[] = {
	[TG_GCC] = {".gch", "-include", true},
	[TG_CLANG] = {".pch", "-include-pch", false},
};

struct names {
	char header[32], compiled[40], state[32];
};

static const char *const kind_prefixes[TG_BUILD_KINDS] = {
	[TG_SANITIZED] = "pch/san",
	[TG_PLAIN] = "pch/obj",
	[TG_THREADED] = "pch/tsan",
	[TG_LEFT_OPEN] = "pch/watched",
	[TG_MADE] = "pch/made",
	[TG_ON_I386] = "pch/i386",
	[TG_ON_AARCH64] = "pch/aarch64",
	[TG_ON_S390X] = "pch/s390x",
};

static struct names names_of(const struct tg_program *p, enum tg_build_kind kind, size_t source)
{
	struct names n;
	snprintf(n.header, sizeof(n.header), "%s%zu.hpp", kind_prefixes[kind], source);
	snprintf(n.state, sizeof(n.state), "%s%zu.state", kind_prefixes[kind], source);
	snprintf(n.compiled, sizeof(n.compiled), "%s%s", n.header, compilers[p->compiler].compiled);
	return n;
}

void tg_pch_list(const struct tg_program *p, struct fl_buf *names)
{
	for (size_t i = 0; i < p->sources.len && i < TG_PCH_MAX; i++) {
		for (int kind = 0; kind < TG_BUILD_KINDS; kind++) {
			struct names n = names_of(p, (enum tg_build_kind)kind, i);
			fl_buf_printf(names, "%s\n%s\n%s\n", n.header, n.compiled, n.state);
		}
	}
}

/* "#include <name>" and nothing more. */
static bool is_system_include(struct fl_slice line)
{
	ptrdiff_t end = fl_slice_chr(line, '>');
	return fl_slice_starts(line, "#include <") && (size_t)(end + 1) == line.len;
}

static bool is_comment(struct fl_slice line)
{
	return fl_slice_starts(line, "//") ||
	       (fl_slice_starts(line, "/*") &&
		       fl_slice_find(line, "*/") == (ptrdiff_t)line.len - 2);
}

/*
 * The system includes that the text starts with: before them stand only blank lines and whole-line
 * comments, so nothing can change what they mean.
 */
static void leading_includes(struct fl_slice text, struct fl_buf *out)
{
	struct fl_slice line;
	while (fl_slice_line(&text, &line)) {
		line = fl_slice_trim(line);
		if (is_system_include(line))
			fl_buf_printf(out, "%.*s\n", FL_ARG(line));
		else if (line.len && !is_comment(line))
			return;
	}
}

/* Without further directories <name> can only mean a system header, which no fault changes. */
static bool is_plain(const struct tg_program *p)
{
	static const char *const harmless[] = {"-D", "-U", "-W", "-O", "-f", "-m", "-pthread"};
	enum { COUNT = sizeof(harmless) / sizeof(harmless[0]) };
	for (size_t i = 0; i < p->flags.len; i++) {
		size_t k = 0;
		while (k < COUNT && !fl_slice_starts(tg_text_at(&p->flags, i), harmless[k]))
			k++;
		if (k == COUNT)
			return false;
	}
	return true;
}

static int compile_header(struct fl_box *box, const struct tg_program *p,
	const struct fl_list *argv, const struct names *n, struct fl_slice header,
	struct fl_arena *a, struct tg_build *build, bool *ret_made, struct fl_error *err)
{
	struct fl_slice *words = fl_arena_array(a, argv->len + 4, sizeof(*words));
	struct tg_build made = {0};
	struct fl_buf ignored;
	int rc = words ? fl_box_put(box, n->header, header, 0644, err)
		       : fl_arena_error(a, "a command line", err);
	if (rc)
		return rc;
	/* The last four are "-c", the source, "-o" and the object. */
	size_t len = argv->len - 4;
	memcpy(words, argv->items, len * sizeof(*words));
	if (p->compiler == TG_CLANG) {
		words[len++] = FL_S("-Xclang");
		words[len++] = FL_S("-fpch-instantiate-templates");
	}
	words[len++] = FL_S("-xc++-header");
	words[len++] = fl_slice_str(n->header);
	words[len++] = FL_S("-o");
	words[len++] = fl_slice_str(n->compiled);
	fl_buf_init(&ignored, HEADER_MAX);
	rc = tg_build_step(
		box, &(struct fl_list){.items = words, .len = len}, a, &ignored, &made, err);
	fl_buf_release(&ignored);
	build->cpu_ms += made.cpu_ms;
	*ret_made = made.ok;
	return rc;
}

/* Read or advance the state; *ret_made: there is a compiled header of just these includes. */
static int advance(struct fl_box *box, const struct tg_program *p, const struct fl_list *argv,
	const struct names *n, struct fl_slice header, struct fl_arena *a, struct tg_build *build,
	bool *ret_made, struct fl_error *err)
{
	struct fl_buf state, kept;
	struct fl_error why;
	bool made = false;
	fl_buf_init(&state, STATE_MAX);
	fl_buf_init(&kept, HEADER_MAX);
	int rc = fl_box_get(box, n->state, &state, &why);
	if (rc == FL_ENOTFOUND) {
		rc = fl_box_put(box, n->state, FL_S(STATE_ONCE), 0644, err);
	} else if (rc == 0 && fl_slice_eqs(fl_buf_view(&state), STATE_ONCE)) {
		rc = compile_header(box, p, argv, n, header, a, build, &made, err);
		if (rc == 0)
			rc = fl_box_put(box, n->state, made ? FL_S(STATE_MADE) : FL_S(STATE_NONE),
				0644, err);
	} else if (rc == 0 && fl_slice_eqs(fl_buf_view(&state), STATE_MADE)) {
		made = fl_box_get(box, n->header, &kept, &why) == 0 &&
		       fl_slice_eq(fl_buf_view(&kept), header);
	} else {
		rc = 0; /* a program has written there: do without */
	}
	fl_buf_release(&state);
	fl_buf_release(&kept);
	if (rc == 0)
		*ret_made = made;
	return rc;
}

/* The command with the header, behind the compiler's name. */
static struct fl_list with_header(const struct tg_program *p, const struct fl_list *argv,
	const struct names *n, struct fl_arena *a)
{
	struct fl_slice *words = fl_arena_array(a, argv->len + 2, sizeof(*words));
	const struct fl_slice *from = argv->items;
	if (!words)
		return (struct fl_list){0};
	words[0] = from[0];
	words[1] = fl_slice_str(compilers[p->compiler].use);
	words[2] = fl_arena_printf(
		a, "%s", compilers[p->compiler].by_header ? n->header : n->compiled);
	memcpy(words + 3, from + 1, (argv->len - 1) * sizeof(*words));
	return (struct fl_list){.items = words, .len = argv->len + 2};
}

/* The includes at the source's top, or nothing where the change is among them. */
static void shared_includes(const struct tg_program *p, struct fl_slice path,
	const struct fl_list *changed, struct fl_buf *ret_header)
{
	struct fl_buf now;
	const struct tg_file *f = NULL;
	leading_includes(tg_program_file(p, path)->content, ret_header);
	for (size_t i = 0; i < changed->len && !f; i++) {
		f = (const struct tg_file *)changed->items + i;
		f = fl_slice_eq(path, f->path) ? f : NULL;
	}
	if (!f)
		return;
	fl_buf_init(&now, HEADER_MAX);
	leading_includes(f->content, &now);
	if (!fl_slice_eq(fl_buf_view(&now), fl_buf_view(ret_header)))
		fl_buf_clear(ret_header);
	fl_buf_release(&now);
}

int tg_pch_argv(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	size_t source, const struct fl_list *changed, struct fl_arena *a, struct tg_build *build,
	struct fl_list *ret_argv, struct fl_error *err)
{
	struct fl_buf header;
	bool made = false;
	*ret_argv = (struct fl_list){0};
	if (source >= TG_PCH_MAX || !is_plain(p) ||
		tg_source_language(p, tg_text_at(&p->sources, source)) != TG_CXX)
		return 0;
	fl_buf_init(&header, HEADER_MAX);
	shared_includes(p, tg_text_at(&p->sources, source), changed, &header);
	struct names n = names_of(p, kind, source);
	struct fl_list argv = tg_build_compile_argv(p, kind, source, true, a);
	int rc = fl_arena_error(a, "a command line", err);
	if (rc == 0 && header.len && !header.failed)
		rc = advance(box, p, &argv, &n, fl_buf_view(&header), a, build, &made, err);
	fl_buf_release(&header);
	if (rc == 0 && made)
		*ret_argv = with_header(p, &argv, &n, a);
	return rc ? rc : fl_arena_error(a, "a command line", err);
}
