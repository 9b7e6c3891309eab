/* From the names of a program's sources to the whole of it. */
#include <ctype.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/path.h"
#include "base/source_name.h"
#include "base/utf8.h"
#include "datasets/corpus/corpus_priv.h"
#include "datasets/quality/licence_text.h"

/* No text, or not text: NUL anywhere, or more than a tenth of bytes that no text has. */
static int check_text(struct fl_slice text, struct ds_refusal *ret_why)
{
	size_t odd = 0;
	if (fl_slice_trim(text).len == 0)
		return ds_refuse(ret_why, DS_REFUSAL_EMPTY, fl_slice_str(""));
	for (struct fl_slice s = text; s.len;) {
		uint32_t c = 0;
		size_t n = fl_utf8_decode(s, &c);
		if (n == 1 && c == 0)
			return ds_refuse(ret_why, DS_REFUSAL_BINARY, fl_slice_str("a NUL byte"));
		odd += n == 0 || (c < ' ' && !(c >= '\t' && c <= '\r') && c != '\033');
		s = fl_slice_skip(s, n ? n : 1);
	}
	return odd > text.len / 10
		       ? ds_refuse(ret_why, DS_REFUSAL_BINARY, fl_slice_str("mostly not text"))
		       : 0;
}

/* The offset behind the comment, literal or single byte at i. */
static size_t skip_token(struct fl_slice s, size_t i)
{
	char c = s.ptr[i], next = i + 1 < s.len ? s.ptr[i + 1] : 0;
	const char *close = c == '/' && next == '/' ? "\n" : c == '/' && next == '*' ? "*/" : NULL;
	if (close) {
		struct fl_slice rest = fl_slice_skip(s, i + 2);
		ptrdiff_t end = fl_slice_find(rest, close);
		return end < 0 ? s.len : i + 2 + (size_t)end + strlen(close);
	}
	if (c != '"' && c != '\'')
		return i + 1;
	/* A ' may separate digits: then it ends with the line at the latest. */
	for (i++; i < s.len && s.ptr[i] != c && s.ptr[i] != '\n'; i++)
		i += s.ptr[i] == '\\';
	return i < s.len ? i + 1 : s.len;
}

bool ds_corpus_has_main(struct fl_slice s)
{
	for (size_t i = 0; i < s.len;) {
		if (!fl_is_word(s.ptr[i])) {
			i = skip_token(s, i);
			continue;
		}
		size_t start = i;
		while (i < s.len && fl_is_word(s.ptr[i]))
			i++;
		if (!fl_slice_eqs(fl_slice(s.ptr + start, i - start), "main"))
			continue;
		while (i < s.len && isspace((unsigned char)s.ptr[i]))
			i++;
		if (i < s.len && s.ptr[i] == '(')
			return true;
	}
	return false;
}

/* base/name without "." and ".."; empty when that leaves the directory or is too long. */
static struct fl_slice join_path(struct fl_arena *a, struct fl_slice base, struct fl_slice name)
{
	enum { PATH_BYTES = 1024 };
	bool leaves;
	struct fl_slice whole = fl_arena_printf(a, "%.*s/%.*s", FL_ARG(base), FL_ARG(name));
	if (fl_slice_starts(name, "/") || whole.len >= PATH_BYTES)
		return fl_slice(NULL, 0);
	struct fl_slice path = fl_path_straight(a, whole, &leaves);
	return leaves ? fl_slice(NULL, 0) : path;
}

/* The files of a program under construction. */
struct gather {
	const struct ds_dir *d;
	const struct fl_list *flags;
	struct fl_vec files; /* struct tg_file */
	bool above; /* it includes a file of the corpus that lies above the directory */
};

/* Add a file that is not there yet. */
static int gather_file(
	struct gather *g, struct fl_slice path, struct ds_refusal *ret_why, struct fl_error *err)
{
	struct fl_slice text;
	for (size_t i = 0; i < g->files.len; i++)
		if (fl_slice_eq(((struct tg_file *)fl_vec_at(&g->files, i))->path, path))
			return 0;
	int rc = ds_corpus_read(g->d, path, &text, ret_why, err);
	if (rc)
		return rc;
	struct tg_file *f = fl_vec_add(&g->files);
	if (!f)
		return ds_refuse(ret_why, DS_REFUSAL_TOO_LARGE, fl_slice_str("too many files"));
	*f = (struct tg_file){.path = path, .content = text};
	return 0;
}

/* Does "../x.h" lead to a file above d that is still in the corpus? */
static bool lies_above(const struct ds_dir *d, struct fl_slice base, struct fl_slice name)
{
	struct fl_arena *a = d->corpus->arena;
	struct ds_dir root = {.corpus = d->corpus, .root = d->root, .fd = d->root};
	struct fl_slice text, path,
		from = fl_arena_printf(a, "%.*s%.*s", FL_ARG(d->path), FL_ARG(base));
	struct ds_refusal why;
	path = join_path(a, from, name);
	return path.len && ds_corpus_read(&root, path, &text, &why, NULL) == 0;
}

/* An include that is found in that directory; what is not there is the compiler's business. */
static int try_include(struct gather *g, struct fl_slice base, struct fl_slice name,
	bool *ret_found, struct ds_refusal *ret_why, struct fl_error *err)
{
	struct fl_slice path = join_path(g->d->corpus->arena, base, name);
	if (path.len == 0) {
		g->above = g->above || (!g->d->whole && lies_above(g->d, base, name));
		return 0;
	}
	int rc = gather_file(g, path, ret_why, err);
	if (rc == DS_REFUSED && ret_why->reason == DS_REFUSAL_UNREADABLE)
		return 0;
	*ret_found = rc == 0;
	return rc;
}

/* Look beside the including file, then where the -I flags say. */
static int gather_include(struct gather *g, struct fl_slice from, struct fl_slice name,
	struct ds_refusal *ret_why, struct fl_error *err)
{
	bool found = false;
	ptrdiff_t slash = fl_slice_rchr(from, '/');
	struct fl_slice base = fl_slice_head(from, slash < 0 ? 0 : (size_t)slash);
	int rc = try_include(g, base, name, &found, ret_why, err);
	for (size_t i = 0; rc == 0 && !found && i < g->flags->len; i++) {
		struct fl_slice flag = tg_text_at(g->flags, i);
		if (!fl_slice_starts(flag, "-I"))
			continue;
		base = fl_slice_skip(flag, 2);
		if (base.len == 0 && i + 1 < g->flags->len)
			base = tg_text_at(g->flags, ++i);
		rc = try_include(g, base, name, &found, ret_why, err);
	}
	return rc;
}

static int gather_includes(struct gather *g, struct ds_refusal *ret_why, struct fl_error *err)
{
	int rc = 0;
	/* The list grows while it is read, until nothing new is included. */
	for (size_t i = 0; rc == 0 && i < g->files.len; i++) {
		struct tg_file f = *(struct tg_file *)fl_vec_at(&g->files, i);
		struct fl_slice rest = f.content, line;
		while (rc == 0 && fl_slice_line(&rest, &line)) {
			bool quoted = false;
			struct fl_slice name = fl_source_included(line, &quoted);
			if (quoted && name.len)
				rc = gather_include(g, f.path, name, ret_why, err);
		}
	}
	return rc;
}

static int gather_all(const struct ds_dir *d, struct tg_program *p, const struct fl_list *extra,
	struct ds_refusal *ret_why, struct fl_error *err)
{
	struct gather g = {.d = d, .flags = &p->flags};
	fl_vec_init(&g.files, sizeof(struct tg_file), TG_FILES_MAX);
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < p->sources.len; i++) {
		rc = gather_file(&g, tg_text_at(&p->sources, i), ret_why, err);
		if (rc == 0)
			rc = check_text(
				((struct tg_file *)fl_vec_at(&g.files, g.files.len - 1))->content,
				ret_why);
	}
	for (size_t i = 0; rc == 0 && i < extra->len; i++)
		rc = gather_file(&g, tg_text_at(extra, i), ret_why, err);
	if (rc == 0)
		rc = gather_includes(&g, ret_why, err);
	if (rc == 0 && g.above)
		rc = DS_RAISED;
	if (rc == 0) {
		p->files = fl_vec_freeze(&g.files, d->corpus->arena);
		rc = fl_arena_error(d->corpus->arena, "the corpus", err);
	}
	fl_vec_release(&g.files);
	return rc;
}

/* The licence in the file, or in a licence file beside it or above it in the corpus. */
static int find_licence(const struct ds_dir *d, struct fl_slice source, struct fl_slice content,
	struct fl_slice *ret_licence, struct fl_error *err)
{
	*ret_licence = ds_licence_of_source(content);
	struct fl_arena *a = d->corpus->arena;
	struct ds_dir top = {.corpus = d->corpus, .root = d->root, .fd = d->root};
	struct fl_slice dir = fl_arena_printf(a, "%.*s%.*s", FL_ARG(d->path), FL_ARG(source));
	while (ret_licence->len == 0 && dir.len) {
		ptrdiff_t slash = fl_slice_rchr(dir, '/');
		dir = fl_slice_head(dir, slash < 0 ? 0 : (size_t)slash);
		for (size_t i = 0; ret_licence->len == 0 && ds_licence_files[i]; i++) {
			struct fl_slice text;
			struct ds_refusal why;
			struct fl_slice path = join_path(a, dir, fl_slice_str(ds_licence_files[i]));
			int rc = ds_corpus_read(&top, path, &text, &why, err);
			if (rc < 0)
				return rc;
			if (rc == 0)
				*ret_licence = ds_licence_of_text(text);
		}
	}
	return fl_arena_error(a, "the corpus", err);
}

static void add_texts(struct fl_slice *parts, size_t *at, const struct fl_list *texts)
{
	/* A list's length keeps what is in it apart from what follows. */
	parts[(*at)++] = fl_slice((const char *)&texts->len, sizeof(texts->len));
	for (size_t i = 0; i < texts->len; i++)
		parts[(*at)++] = tg_text_at(texts, i);
}

static size_t count_inputs(const struct tg_program *p)
{
	size_t n = 0;
	for (size_t i = 0; i < p->inputs.len; i++)
		n += 2 + ((const struct tg_input *)p->inputs.items)[i].args.len;
	return n;
}

/* Of the contents and of how it is built and run, not of names. */
static int identify(struct fl_arena *a, struct ds_program *dp, struct fl_error *err)
{
	const struct tg_program *p = &dp->program;
	size_t n = 5 + p->files.len + p->flags.len + p->libs.len + p->args.len + count_inputs(p),
	       at = 0;
	struct fl_slice *parts = fl_arena_array(a, n, sizeof(*parts));
	char hex[65];
	if (!parts)
		return fl_arena_error(a, "the corpus", err);
	parts[at++] = p->std;
	parts[at++] = p->input;
	add_texts(parts, &at, &p->flags);
	add_texts(parts, &at, &p->libs);
	add_texts(parts, &at, &p->args);
	for (size_t i = 0; i < p->files.len; i++)
		parts[at++] = tg_program_at(p, i)->content;
	for (size_t i = 0; i < p->inputs.len; i++) {
		const struct tg_input *in = (const struct tg_input *)p->inputs.items + i;
		add_texts(parts, &at, &in->args);
		parts[at++] = in->input;
	}
	fl_sha256_parts(parts, at, hex);
	dp->sha256 = fl_arena_slice(a, fl_slice_str(hex));
	return fl_arena_error(a, "the corpus", err);
}

static int check_new(struct ds_corpus *c, const struct ds_program *p, struct ds_refusal *ret_why,
	struct fl_error *err)
{
	bool fresh;
	int rc = fl_seen_add(&c->seen, p->sha256.ptr, &fresh, err);
	return rc || fresh ? rc : ds_refuse(ret_why, DS_REFUSAL_DUPLICATE, fl_slice_str(""));
}

/* The last -std= of the flags, which leaves them; the language's default without one. */
static int set_language(
	struct fl_arena *a, struct tg_program *p, struct ds_refusal *ret_why, struct fl_error *err)
{
	bool cxx = false, own;
	for (size_t i = 0; i < p->sources.len; i++) {
		if (!fl_source_is_unit(tg_text_at(&p->sources, i), &own))
			return ds_refuse(ret_why, DS_REFUSAL_BAD_MANIFEST,
				fl_slice_str("sources are not all C or C++ files"));
		cxx = cxx || own;
	}
	p->language = cxx ? TG_CXX : TG_C;
	p->std = cxx ? FL_S("c++17") : FL_S("gnu17");
	struct fl_slice *kept = fl_arena_array(a, p->flags.len, sizeof(*kept));
	size_t n = 0;
	for (size_t i = 0; kept && i < p->flags.len; i++) {
		struct fl_slice flag = tg_text_at(&p->flags, i);
		if (fl_slice_starts(flag, "-std="))
			p->std = fl_slice_skip(flag, strlen("-std="));
		else
			kept[n++] = flag;
	}
	p->flags = (struct fl_list){kept, n};
	return fl_arena_error(a, "the corpus", err);
}

static int complete(const struct ds_dir *d, struct ds_program *p, const struct fl_list *extra,
	struct ds_refusal *ret_why, struct fl_error *err)
{
	struct fl_arena *a = d->corpus->arena;
	struct tg_program *t = &p->program;
	int rc = set_language(a, t, ret_why, err);
	if (rc == 0 && extra)
		rc = gather_all(d, t, extra, ret_why, err);
	if (rc)
		return rc;
	struct fl_error why;
	rc = tg_program_check(t, &why);
	if (rc)
		return ds_refuse(
			ret_why, DS_REFUSAL_BAD_MANIFEST, fl_arena_printf(a, "%s", why.message));
	bool runs = false;
	for (size_t i = 0; i < t->files.len; i++)
		runs = runs || ds_corpus_has_main(tg_program_at(t, i)->content);
	if (!runs)
		return ds_refuse(ret_why, DS_REFUSAL_NO_MAIN, fl_slice_str(""));
	rc = identify(a, p, err);
	if (rc == 0)
		rc = check_new(d->corpus, p, ret_why, err);
	if (rc == 0 && p->licence.len == 0) {
		struct fl_slice source = tg_text_at(&t->sources, 0);
		rc = find_licence(d, source, tg_program_file(t, source)->content, &p->licence, err);
	}
	return rc;
}

int ds_corpus_complete(const struct ds_dir *d, struct ds_program *p, const struct fl_list *extra,
	struct fl_error *err)
{
	struct ds_refusal why;
	struct fl_slice source = tg_text_at(&p->program.sources, 0);
	int rc = complete(d, p, extra, &why, err);
	if (rc == DS_REFUSED)
		return ds_corpus_refuse(d, source, &why, err);
	if (rc)
		return rc; /* DS_RAISED, too */
	p->dir = d->path;
	p->path = fl_arena_printf(d->corpus->arena, "%.*s%.*s", FL_ARG(d->path), FL_ARG(source));
	struct ds_program *added = fl_vec_add(&d->corpus->programs);
	if (!added)
		return fl_error_set(err, d->corpus->programs.failed, "too many programs");
	*added = *p;
	return fl_arena_error(d->corpus->arena, "the corpus", err);
}
