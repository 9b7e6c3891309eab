#include "datasets/import/mend/patches.h"

#include "datasets/record/diff.h"

enum { TEXT_MAX = 64 << 20, HEX = 40 };

/* ---- what a text holds ---- */

struct reading {
	struct fl_slice rest;
	unsigned strip;
	struct fl_vec patches; /* struct ds_patch_text */
	struct fl_vec parts; /* struct ds_patch_part, of the patch at hand */
	struct ds_patch_text patch;
	struct ds_patch_part moved; /* what git said of the file at hand: from, path, copies */
	bool git; /* a line "diff --git" stands before, of this patch */
	bool begun; /* its words are read */
	const char *said; /* where the words of the patch begin */
	const char *last; /* where the next line begins */
	struct fl_arena *arena;
};

/* "From ID …", "commit ID": a patch begins. */
static struct fl_slice beginning(struct fl_slice line)
{
	static const char *const marks[] = {"From ", "commit "};
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		struct fl_slice id = fl_slice_skip(line, strlen(marks[i]));
		size_t n = 0;
		while (n < id.len && fl_hex_value(id.ptr[n]) >= 0)
			n++;
		if (fl_slice_starts(line, marks[i]) && n == HEX &&
			(id.len == n || id.ptr[n] == ' '))
			return fl_slice_head(id, n);
	}
	return fl_slice(NULL, 0);
}

/* "[PATCH 1/2] Mend it": what stands behind the brackets. */
static struct fl_slice bare_subject(struct fl_slice s)
{
	s = fl_slice_trim(s);
	ptrdiff_t end = fl_slice_starts(s, "[") ? fl_slice_chr(s, ']') : -1;
	return end < 0 ? s : fl_slice_trim(fl_slice_skip(s, (size_t)end + 1));
}

/*
 * The first words of an author: of a header, on its line or the next one, else of indented lines.
 */
static struct fl_slice message_of(struct fl_slice said)
{
	static const char *const heads[] = {"Subject:", "Description:"};
	struct fl_slice line, indented = {0};
	bool asked = false;
	while (fl_slice_line(&said, &line)) {
		struct fl_slice words = asked ? bare_subject(line) : fl_slice(NULL, 0);
		asked = false;
		for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
			if (!fl_slice_starts(line, heads[i]))
				continue;
			words = bare_subject(fl_slice_skip(line, strlen(heads[i])));
			asked = !words.len;
		}
		if (words.len)
			return words;
		if (!indented.len && fl_slice_starts(line, "    "))
			indented = fl_slice_trim(line);
	}
	return indented;
}

/* A file that is renamed, or copied, and else stays as it was. */
static void end_file(struct reading *r)
{
	struct ds_patch_part *slot =
		r->moved.from.len && r->moved.path.len ? fl_vec_add(&r->parts) : NULL;
	if (slot)
		*slot = r->moved;
	r->moved = (struct ds_patch_part){0};
}

static void end_patch(struct reading *r)
{
	end_file(r);
	r->git = r->begun = false;
	if (r->parts.len) {
		struct ds_patch_text *slot = fl_vec_add(&r->patches);
		r->patch.parts = fl_vec_freeze(&r->parts, r->arena);
		if (slot)
			*slot = r->patch;
	}
	fl_vec_release(&r->parts);
	fl_vec_init(&r->parts, sizeof(struct ds_patch_part), DS_PATCH_PARTS_MAX);
	r->patch = (struct ds_patch_text){0};
	r->said = r->last;
}

static bool take(struct reading *r, struct fl_slice *ret_line)
{
	bool got = fl_slice_line(&r->rest, ret_line);
	r->last = r->rest.ptr;
	return got;
}

static struct fl_slice strip_path(struct fl_slice path, unsigned strip)
{
	for (ptrdiff_t slash; strip && (slash = fl_slice_chr(path, '/')) >= 0; strip--)
		path = fl_slice_skip(path, (size_t)slash + 1);
	return path;
}

/* The byte that stands behind a backslash (git's quotes are C's), *ret_len its characters. */
static char quoted_byte(struct fl_slice s, size_t *ret_len)
{
	static const char names[] = "abtnvfr", bytes[] = "\a\b\t\n\v\f\r";
	unsigned value = 0;
	size_t n = 0;
	while (n < 3 && n < s.len && s.ptr[n] >= '0' && s.ptr[n] <= '7')
		value = 8 * value + (unsigned)(s.ptr[n++] - '0');
	*ret_len = n ? n : s.len > 0;
	if (n || !s.len)
		return (char)value;
	const char *name = strchr(names, s.ptr[0]);
	return name && s.ptr[0] ? bytes[name - names] : s.ptr[0];
}

/* A path as git writes it, in quotes where a byte of it is none of text. */
static struct fl_slice unquote(struct fl_slice path, struct fl_arena *a)
{
	if (path.len < 2 || path.ptr[0] != '"' || path.ptr[path.len - 1] != '"')
		return path;
	char *out = fl_arena_array(a, path.len, 1);
	size_t n = 0;
	path = fl_slice(path.ptr + 1, path.len - 2);
	while (out && path.len) {
		size_t len = 0;
		char c = path.ptr[0];
		path = fl_slice_skip(path, 1);
		out[n++] = c == '\\' ? quoted_byte(path, &len) : c;
		path = fl_slice_skip(path, len);
	}
	return fl_slice(out, n);
}

/* The path of a line "--- a/x.c\tdate"; "" of /dev/null. */
static struct fl_slice path_of(const struct reading *r, struct fl_slice line)
{
	struct fl_slice path = fl_slice_skip(line, 4);
	ptrdiff_t tab = fl_slice_chr(path, '\t');
	path = unquote(fl_slice_trim(tab < 0 ? path : fl_slice_head(path, (size_t)tab)), r->arena);
	return fl_slice_eqs(path, "/dev/null") ? fl_slice(NULL, 0) : strip_path(path, r->strip);
}

/* The lines of a hunk behind its head: false when there are not as many as it says. */
static bool skip_hunk(struct fl_slice *rest, struct ds_diff_range was, struct ds_diff_range is)
{
	struct fl_slice text;
	char mark;
	int got;
	while ((got = ds_diff_line(rest, &was, &is, &mark, &text)) == 1)
		;
	return got == 0;
}

/* The hunks that come next. *ret_why: one of them cannot be read. */
static struct fl_slice take_hunks(struct reading *r, const char **ret_why)
{
	struct fl_slice start = r->rest, line, next = r->rest;
	struct ds_diff_range was, is;
	while (!*ret_why && fl_slice_starts(next, "@@ ") && fl_slice_line(&next, &line)) {
		if (!ds_diff_head(line, &was, &is))
			*ret_why = "the head of a hunk gives no lines that there can be";
		else if (!skip_hunk(&next, was, is))
			*ret_why = "a hunk of the patch is cut short";
		/* What is behind its head may be the next file's. */
		if (*ret_why)
			fl_slice_line(&r->rest, &line);
		else
			r->rest = next;
	}
	return fl_slice_head(start, start.len - r->rest.len);
}

/* "@@ -0,0 +1,9 @@", as diff -N writes it of a file that is not there under its name. */
static bool is_of_nothing(struct fl_slice hunks)
{
	struct ds_diff_range was = {.count = 1}, is;
	struct fl_slice line;
	return fl_slice_line(&hunks, &line) && ds_diff_head(line, &was, &is) && !was.first &&
	       !was.count;
}

/* Behind "---" and "+++": the hunks of one file. */
static int take_part(
	struct reading *r, struct fl_slice old, struct fl_slice new, struct fl_error *err)
{
	struct ds_patch_part part = {0};
	struct fl_slice from = path_of(r, old), to = path_of(r, new);
	part.hunks = take_hunks(r, &part.why);
	r->last = r->rest.ptr;
	part.adds = !from.len;
	part.may_add = is_of_nothing(part.hunks);
	part.removes = !to.len;
	part.path = to.len ? to : from;
	if (!part.path.len || (!part.hunks.len && !part.why))
		return 0;
	if (r->moved.from.len && fl_slice_eq(part.path, r->moved.path)) {
		part.from = r->moved.from;
		part.copies = r->moved.copies;
		r->moved = (struct ds_patch_part){0};
	}
	end_file(r);
	struct ds_patch_part *slot = fl_vec_add(&r->parts);
	if (slot)
		*slot = part;
	return r->parts.failed ? fl_error_set(err, FL_ELIMIT, "a patch changes more than %d files",
					 DS_PATCH_PARTS_MAX)
			       : 0;
}

/*
 * What git says between "diff --git" and "---": its paths have no part before them that `strip`
 * counts.
 */
static void take_said(struct reading *r, struct fl_slice line)
{
	static const struct {
		const char *word;
		bool to, copies;
	} words[] = {
		{"rename from ", false, false},
		{"rename to ", true, false},
		{"copy from ", false, true},
		{"copy to ", true, true},
	};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!fl_slice_starts(line, words[i].word))
			continue;
		struct fl_slice path = unquote(
			fl_slice_trim(fl_slice_skip(line, strlen(words[i].word))), r->arena);
		path = strip_path(path, r->strip ? r->strip - 1 : 0);
		*(words[i].to ? &r->moved.path : &r->moved.from) = path;
		r->moved.copies = words[i].copies;
	}
}

/* Before the patch's first file: what was said up to there is of the patch. */
static void begin_files(struct reading *r, const char *at)
{
	if (!r->begun)
		r->patch.message = message_of(fl_slice(r->said, (size_t)(at - r->said)));
	r->begun = true;
}

/* A line of what stands between the hunks of one file and those of the next. */
static void take_between(struct reading *r, struct fl_slice line, const char *at)
{
	struct fl_slice id = beginning(line);
	if (id.len) {
		end_patch(r);
		r->patch.id = id;
	} else if (fl_slice_starts(line, "diff --git ")) {
		end_file(r);
		begin_files(r, at);
		r->git = true;
	} else if (r->git) {
		take_said(r, line);
	}
}

static int take_line(struct reading *r, struct fl_error *err)
{
	const char *at = r->rest.ptr;
	struct fl_slice line, new;
	take(r, &line);
	if (!fl_slice_starts(line, "--- ") || !fl_slice_starts(r->rest, "+++ ")) {
		take_between(r, line, at);
		return 0;
	}
	begin_files(r, at);
	take(r, &new);
	return take_part(r, line, new, err);
}

int ds_patches_read(struct fl_slice text, unsigned strip, struct fl_arena *a,
	struct fl_list *ret_patches, struct fl_error *err)
{
	struct reading r = {
		.rest = text, .strip = strip, .said = text.ptr, .last = text.ptr, .arena = a};
	int rc = 0;
	fl_vec_init(&r.patches, sizeof(struct ds_patch_text), DS_PATCH_PARTS_MAX);
	fl_vec_init(&r.parts, sizeof(struct ds_patch_part), DS_PATCH_PARTS_MAX);
	while (rc == 0 && r.rest.len)
		rc = take_line(&r, err);
	if (rc == 0)
		end_patch(&r);
	if (rc == 0 && r.patches.failed)
		rc = fl_error_set(err, FL_ELIMIT, "there are more than %d patches in the text",
			DS_PATCH_PARTS_MAX);
	if (rc == 0)
		*ret_patches = fl_vec_freeze(&r.patches, a);
	fl_vec_release(&r.patches);
	fl_vec_release(&r.parts);
	return rc ? rc : fl_arena_error(a, "the patches", err);
}

/* ---- applying ---- */

struct hunk {
	struct fl_buf old, new;
	size_t line; /* where it says that the new side begins */
};

/* The lines of both sides. They are as many as the head says: of a part without a `why`. */
static void read_hunk(struct fl_slice *rest, struct hunk *h)
{
	struct fl_slice line, text;
	struct ds_diff_range was = {0}, is = {0};
	fl_slice_line(rest, &line);
	ds_diff_head(line, &was, &is);
	h->line = is.first + !is.count;
	char last = ' ', mark;
	while (ds_diff_line(rest, &was, &is, &mark, &text) == 1) {
		if (mark == '\\') { /* the line before does not end */
			if (last != '+' && h->old.len)
				fl_buf_truncate(&h->old, h->old.len - 1);
			if (last != '-' && h->new.len)
				fl_buf_truncate(&h->new, h->new.len - 1);
			continue;
		}
		if (mark != '+')
			fl_buf_slice(&h->old, text), fl_buf_char(&h->old, '\n');
		if (mark != '-')
			fl_buf_slice(&h->new, text), fl_buf_char(&h->new, '\n');
		last = mark;
	}
}

/* Where that line begins. */
static size_t offset_of(struct fl_slice text, size_t line)
{
	struct fl_slice rest = text, ignored;
	for (size_t i = 1; i < line && fl_slice_line(&rest, &ignored); i++)
		;
	return text.len - rest.len;
}

/* Where the lines stand, nearest to `near`; -1: nowhere. */
static ptrdiff_t find_lines(struct fl_slice text, struct fl_slice lines, size_t near)
{
	ptrdiff_t best = -1, found;
	size_t distance = SIZE_MAX;
	for (size_t at = 0; (found = fl_slice_search(fl_slice_skip(text, at), lines)) >= 0; at++) {
		at += (size_t)found;
		size_t end = at + lines.len, gap = at > near ? at - near : near - at;
		bool whole = (at == 0 || text.ptr[at - 1] == '\n') &&
			     (end == text.len || text.ptr[end - 1] == '\n');
		if (whole && gap < distance) {
			distance = gap;
			best = (ptrdiff_t)at;
		}
	}
	return best;
}

static int apply_hunk(const struct hunk *h, struct fl_slice text, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	struct fl_slice old = fl_buf_view(&h->old), new = fl_buf_view(&h->new);
	size_t near = offset_of(text, h->line);
	ptrdiff_t at = old.len ? find_lines(text, old, near) : (ptrdiff_t)near;
	struct fl_buf out;
	if (at < 0)
		return fl_error_set(err, FL_EREFUSED,
			"the hunk at line %zu does not stand in the file", h->line);
	fl_buf_init(&out, TEXT_MAX);
	fl_buf_slice(&out, fl_slice_head(text, (size_t)at));
	fl_buf_slice(&out, new);
	fl_buf_slice(&out, fl_slice_skip(text, (size_t)at + old.len));
	int rc = fl_buf_error(&out, "a patched file", err);
	if (rc == 0)
		*ret_text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc ? rc : fl_arena_error(a, "a patched file", err);
}

int ds_patch_part_apply(const struct ds_patch_part *part, struct fl_slice text, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	struct fl_slice rest = part->hunks;
	int rc = 0;
	while (rc == 0 && rest.len) {
		struct hunk h;
		fl_buf_init(&h.old, TEXT_MAX);
		fl_buf_init(&h.new, TEXT_MAX);
		read_hunk(&rest, &h);
		rc = fl_buf_error(&h.old, "a hunk", err);
		rc = rc ? rc : fl_buf_error(&h.new, "a hunk", err);
		rc = rc ? rc : apply_hunk(&h, text, a, &text, err);
		fl_buf_release(&h.old);
		fl_buf_release(&h.new);
	}
	if (rc == 0)
		*ret_text = text;
	return rc;
}
