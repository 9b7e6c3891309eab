#include "datasets/import/pair.h"

#include <ctype.h>

#include "base/json.h"
#include "base/source_name.h"
#include "base/show.h"
#include "base/utf8.h"
#include "datasets/import/guess.h"
#include "datasets/import/mend/undiff.h"
#include "datasets/tree/closure.h"
#include "datasets/tree/header.h"

enum { NAME_MAX_BYTES = 80, MESSAGE_MAX = 200, NAMES = 6 };

const struct ds_fate_info ds_fates[DS_FATE_COUNT] = {
#define X(id, word, bad, doc) [DS_FATE_##id] = {word, bad, doc},
	DS_FATES(X)
#undef X
};

static const char *const fate_words[] = {
#define X(id, word, ...) [DS_FATE_##id] = word,
	DS_FATES(X)
#undef X
};

const struct fl_names ds_fate_names = {"fate", fate_words, DS_FATE_COUNT};

enum column {
	BEFORE,
	AFTER,
	DIFF,
	MESSAGE,
	PATH,
	REPOSITORY,
	COMMIT,
	LICENCE,
	LANGUAGE,
	ALONE,
	COLUMNS
};

/* What columns are called, CommitPack's name first. */
static const char *const known[COLUMNS][NAMES] = {
	[BEFORE] = {"old_contents", "before", "buggy", "buggy_code", "func_before"},
	[AFTER] = {"new_contents", "after", "fixed", "fixed_code", "func_after"},
	[DIFF] = {"diff", "patch"},
	[MESSAGE] = {"subject", "message", "commit_message", "title"},
	[PATH] = {"new_file", "old_file", "path", "file", "filename", "file_name"},
	[REPOSITORY] = {"repos", "repo", "repository", "project"},
	[COMMIT] = {"commit", "commit_id", "sha", "hash"},
	[LICENCE] = {"license", "licence"},
	[LANGUAGE] = {"lang", "language"},
	[ALONE] = {"content", "code", "text", "new_contents", "after", "fixed"},
};

struct row {
	const struct fl_json *object;
	const struct fl_json *at[COLUMNS]; /* texts, or NULL */
	struct fl_arena *arena;
	struct fl_slice why;
};

static enum ds_fate refuse(struct row *r, enum ds_fate fate, struct fl_slice why)
{
	r->why = why;
	return fate;
}

static const struct fl_json *text_at(const struct fl_json *object, const char *name)
{
	const struct fl_json *v = name ? fl_json_get(object, name) : NULL;
	return v && v->type == FL_JTEXT ? v : NULL;
}

static void find_columns(struct row *r, const struct ds_pair_keys *keys)
{
	const char *const asked[COLUMNS] = {[BEFORE] = keys->before,
		[AFTER] = keys->after,
		[DIFF] = keys->diff,
		[MESSAGE] = keys->message,
		[ALONE] = keys->alone ? keys->before : NULL};
	for (int c = 0; c < COLUMNS; c++) {
		if (asked[c])
			r->at[c] = text_at(r->object, asked[c]);
		for (size_t i = 0; !asked[c] && !r->at[c] && i < NAMES; i++)
			r->at[c] = text_at(r->object, known[c][i]);
	}
	/* A side that is asked for is not guessed when the other one and a diff are named. */
	if (keys->diff && keys->before && !keys->after)
		r->at[AFTER] = NULL;
	if (keys->diff && keys->after && !keys->before)
		r->at[BEFORE] = NULL;
}

static struct fl_slice text_of(const struct row *r, enum column c)
{
	return fl_json_str(r->at[c]);
}

static bool is_text(struct fl_slice s)
{
	while (s.len) {
		uint32_t c;
		size_t n = fl_utf8_decode(s, &c);
		if (n == 0 || c == 0)
			return false;
		s = fl_slice_skip(s, n);
	}
	return true;
}

/* ---- what it is called ---- */

static struct fl_slice base_name(struct fl_slice path)
{
	for (size_t i = path.len; i-- > 0;)
		if (path.ptr[i] == '/' || path.ptr[i] == '\\')
			return fl_slice_skip(path, i + 1);
	return path;
}

/*
 * The name with "_" for what a compiler would take for an option, and a shell for something else.
 * "": there is none.
 */
static struct fl_slice plain_name(struct fl_slice name, struct fl_arena *a)
{
	if (!name.len || name.len > NAME_MAX_BYTES || name.ptr[0] == '.')
		return FL_S("");
	char *plain = fl_arena_alloc(a, name.len + 1);
	for (size_t i = 0; plain && i < name.len; i++) {
		unsigned char c = (unsigned char)name.ptr[i];
		bool fits = isalnum(c) || c == '_' || (i && strchr("-.+", c));
		plain[i] = (char)(fits ? c : '_');
	}
	return fl_slice(plain, plain ? name.len : 0);
}

static enum ds_fate take_name(
	struct row *r, struct fl_slice path, struct fl_slice language, struct ds_pair *p)
{
	struct fl_slice name = base_name(path);
	struct ds_guess_of of = {.name = name, .language = language, .text = p->after};
	if (!ds_guess_language(&of, &p->unit.language))
		return refuse(r, DS_FATE_NOT_C, language.len ? language : name);
	p->path = path;
	p->said = language.len > 0;
	p->unit.name = plain_name(name, r->arena);
	if (!p->unit.name.len)
		p->unit.name = p->unit.language == TG_C ? FL_S("input.c") : FL_S("input.cpp");
	return DS_FATE_TAKEN;
}

/* ---- its sides ---- */

/* The text ends in "<CODE_END": take the '<' away, so that no '>' makes a mark of it. */
static bool break_mark(struct fl_buf *out)
{
	size_t n = out->len;
	while (n && (isupper((unsigned char)out->data[n - 1]) || out->data[n - 1] == '_'))
		n--;
	if (!n || out->data[n - 1] != '<' || out->len - n < 2)
		return false;
	memmove(out->data + n - 1, out->data + n, out->len - n);
	fl_buf_truncate(out, out->len - 1);
	return true;
}

/*
 * Take away what the character would make a mark of: the end of a comment, and what a block, an
 * answer or a talk is marked with ("<|", "</", "<CODE_END>").
 */
static void break_marks(struct fl_buf *out, uint32_t c)
{
	const char *last = c == '/' ? "*<" : c == '|' ? "<" : "";
	while (out->len && strchr(last, out->data[out->len - 1]))
		fl_buf_truncate(out, out->len - 1);
	while (c == '>' && break_mark(out))
		;
}

/*
 * One line, as it can stand in a comment of a block: nothing that ends either, no marks, and
 * nothing that is not seen.
 */
static struct fl_slice told(struct fl_slice message, struct fl_arena *a)
{
	struct fl_slice line = {0}, rest = fl_slice_trim(message);
	struct fl_buf out;
	fl_slice_line(&rest, &line);
	line = fl_slice_trim(line);
	fl_buf_init(&out, MESSAGE_MAX);
	for (size_t n; line.len; line = fl_slice_skip(line, n)) {
		uint32_t c = 0;
		n = fl_utf8_decode(line, &c);
		if (n == 0 || out.len + n > MESSAGE_MAX)
			break;
		if (c == '\t' || c == '`') {
			fl_buf_char(&out, c == '`' ? '\'' : ' ');
			continue;
		}
		if (c < ' ' || c == 0x7f || fl_show_hides(c))
			continue;
		break_marks(&out, c);
		fl_buf_add(&out, line.ptr, n);
	}
	struct fl_slice text = fl_arena_slice(a, fl_slice_trim(fl_buf_view(&out)));
	fl_buf_release(&out);
	return text;
}

static enum ds_fate apply_diff(struct row *r, struct ds_pair *p)
{
	struct fl_error err;
	bool back = r->at[BEFORE] == NULL;
	struct fl_slice from = text_of(r, back ? AFTER : BEFORE), to;
	struct fl_slice name = base_name(fl_slice_trim(text_of(r, PATH)));
	if (ds_undiff(text_of(r, DIFF), name, from, back, r->arena, &to, &err))
		return refuse(r, DS_FATE_APPLY_FAILED,
			fl_arena_slice(r->arena, fl_slice_str(err.message)));
	p->before = back ? to : from;
	p->after = back ? from : to;
	return DS_FATE_TAKEN;
}

static bool is_too_large(const struct row *r)
{
	return text_of(r, BEFORE).len > DS_PAIR_SIDE_MAX ||
	       text_of(r, AFTER).len > DS_PAIR_SIDE_MAX || text_of(r, DIFF).len > DS_PAIR_SIDE_MAX;
}

/* Of a row with one text. */
static enum ds_fate take_text(struct row *r, struct ds_pair *p)
{
	if (!r->at[ALONE])
		return refuse(r, DS_FATE_MISSING_KEY, FL_S("there is no text of a file"));
	if (text_of(r, ALONE).len > DS_PAIR_SIDE_MAX)
		return refuse(r, DS_FATE_TOO_LARGE, FL_S("the text has more than 1 MiB"));
	if (!is_text(text_of(r, ALONE)))
		return refuse(r, DS_FATE_NOT_TEXT, FL_S("the text holds NUL, or is not UTF-8"));
	if (!fl_slice_trim(text_of(r, ALONE)).len)
		return refuse(r, DS_FATE_NO_CODE, fl_slice(NULL, 0));
	p->before = p->after = text_of(r, ALONE);
	return DS_FATE_TAKEN;
}

static enum ds_fate take_sides(struct row *r, struct ds_pair *p)
{
	bool both = r->at[BEFORE] && r->at[AFTER];
	if (!both && !((r->at[BEFORE] || r->at[AFTER]) && r->at[DIFF]))
		return refuse(r, DS_FATE_MISSING_KEY,
			!r->at[BEFORE] && !r->at[AFTER] ? FL_S("neither side is there")
			: r->at[BEFORE]
				? FL_S("there is no side after, nor a diff that makes it")
				: FL_S("there is no side before, nor a diff that makes it"));
	if (is_too_large(r))
		return refuse(r, DS_FATE_TOO_LARGE, FL_S("a side has more than 1 MiB"));
	if (!is_text(text_of(r, BEFORE)) || !is_text(text_of(r, AFTER)) ||
		(!both && !is_text(text_of(r, DIFF))))
		return refuse(r, DS_FATE_NOT_TEXT, FL_S("a side holds NUL, or is not UTF-8"));
	if (!both)
		return apply_diff(r, p);
	p->before = text_of(r, BEFORE);
	p->after = text_of(r, AFTER);
	return DS_FATE_TAKEN;
}

/* ---- what differs ---- */

/* The next character that is no blank; 0 at the end. */
static char next_black(struct fl_slice *s)
{
	while (s->len && strchr(" \t\r\n\f\v", s->ptr[0]))
		*s = fl_slice_skip(*s, 1);
	char c = s->len ? s->ptr[0] : '\0';
	*s = fl_slice_skip(*s, 1);
	return c;
}

static bool is_same(struct fl_slice x, struct fl_slice y)
{
	char c;
	do {
		c = next_black(&x);
		if (c != next_black(&y))
			return false;
	} while (c);
	return true;
}

static enum ds_fate judge_change(struct row *r, const struct ds_pair *p)
{
	if (!fl_slice_trim(p->before).len)
		return refuse(r, DS_FATE_NO_CODE, FL_S("the side before"));
	if (!fl_slice_trim(p->after).len)
		return refuse(r, DS_FATE_NO_CODE, FL_S("the side after"));
	if (is_same(p->before, p->after))
		return refuse(r, DS_FATE_NO_CHANGE, fl_slice(NULL, 0));
	return DS_FATE_TAKEN;
}

/* Names of several repositories stand in one text, with commas between: the first one. */
static struct fl_slice first_of(struct fl_slice names)
{
	ptrdiff_t comma = fl_slice_chr(names, ',');
	return fl_slice_trim(comma < 0 ? names : fl_slice_head(names, (size_t)comma));
}

/* A text of one line that can stand in a record, or "". */
static struct fl_slice word_of(const struct row *r, enum column c)
{
	struct fl_slice s = fl_slice_trim(text_of(r, c));
	return is_text(s) && fl_slice_chr(s, '\n') < 0 ? s : fl_slice(NULL, 0);
}

enum ds_fate ds_pair_read(struct fl_slice row, const struct ds_pair_keys *keys, struct fl_arena *a,
	struct ds_pair *ret_pair, struct fl_slice *ret_why)
{
	struct row r = {.arena = a};
	struct ds_pair p = {0};
	struct fl_error err;
	enum ds_fate fate = DS_FATE_TAKEN;
	if (!row.ptr || row.len > DS_PAIR_ROW_MAX)
		fate = refuse(&r, DS_FATE_TOO_LARGE, FL_S("the row has more than 16 MiB"));
	else if (fl_json_parse(row, a, &r.object, &err))
		fate = refuse(&r, DS_FATE_NOT_JSON, fl_arena_slice(a, fl_slice_str(err.message)));
	else if (r.object->type != FL_JOBJECT)
		fate = refuse(&r, DS_FATE_NOT_JSON, FL_S("it is no object"));
	if (fate == DS_FATE_TAKEN) {
		find_columns(&r, keys);
		fate = keys->alone ? take_text(&r, &p) : take_sides(&r, &p);
	}
	if (fate == DS_FATE_TAKEN)
		fate = take_name(&r, fl_slice_trim(text_of(&r, PATH)),
			fl_slice_trim(text_of(&r, LANGUAGE)), &p);
	if (fate == DS_FATE_TAKEN && !keys->alone)
		fate = judge_change(&r, &p);
	p.message = told(text_of(&r, MESSAGE), a);
	p.repository = first_of(word_of(&r, REPOSITORY));
	p.commit = word_of(&r, COMMIT);
	p.licence = word_of(&r, LICENCE);
	*ret_why = r.why;
	if (fate == DS_FATE_TAKEN)
		*ret_pair = p;
	return fate;
}

/* ---- of other sources ---- */

enum ds_fate ds_pair_check(struct ds_pair *p, struct fl_arena *a, struct fl_slice *ret_why)
{
	struct row r = {.arena = a};
	enum ds_fate fate = DS_FATE_TAKEN;
	*ret_why = fl_slice(NULL, 0);
	p->message = told(p->message, a);
	if (!is_text(p->before) || !is_text(p->after)) {
		*ret_why = FL_S("a side holds NUL, or is not UTF-8");
		return DS_FATE_NOT_TEXT;
	}
	fate = take_name(&r, p->path, fl_slice(NULL, 0), p);
	return fate == DS_FATE_TAKEN ? judge_change(&r, p) : fate;
}

bool ds_pair_wants(struct fl_slice path)
{
	const struct fl_source_name *n = fl_source_name(path);
	return n && n->language <= FL_SOURCE_CXX && n->role != FL_SOURCE_MADE;
}

/* ---- its place in a tree ---- */

/* A header of C by its name and text is one of C++ where its tree is. */
static int place_header(
	struct ds_pair *p, struct ds_tree *tree, struct fl_slice path, struct fl_error *err)
{
	const struct fl_source_name *n = fl_source_name(path);
	bool cxx = false;
	int rc = 0;
	if (n && n->role == FL_SOURCE_HEADER && p->unit.language == TG_C && !p->said)
		rc = ds_tree_header_is_cxx(tree, path, &cxx, err);
	if (rc == 0 && cxx)
		p->unit.language = TG_CXX;
	return rc;
}

int ds_pair_place(struct ds_pair *p, struct ds_tree *tree, struct fl_arena *a,
	enum ds_fate *ret_fate, struct fl_slice *ret_why, struct fl_error *err)
{
	const struct fl_slice sides[] = {p->after, p->before};
	struct ds_closure closure;
	struct fl_slice path;
	struct fl_error why = {0};
	*ret_fate = DS_FATE_TAKEN;
	int rc = ds_tree_place(tree, p->path, a, &path, err);
	if (rc || !path.len)
		return rc;
	rc = ds_closure(tree, path, sides, 2, a, &closure, &why);
	if (rc == FL_ELIMIT) {
		*ret_fate = DS_FATE_HEADERS_LARGE;
		*ret_why = fl_arena_slice(a, fl_slice_str(why.message));
		return fl_arena_error(a, "a pair", err);
	}
	if (rc)
		return fl_error_set(err, why.code, "%s", why.message);
	p->unit.name = path;
	p->unit.headers = closure.files;
	p->unit.dirs = closure.dirs;
	rc = place_header(p, tree, path, err);
	if (rc)
		return rc;
	return p->licence.len ? 0 : ds_tree_licence(tree, path, p->after, a, &p->licence, err);
}
