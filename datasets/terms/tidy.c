#include "datasets/terms/tidy.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/host.h"
#include "base/process.h"
#include "datasets/terms/profile.h"
#include "diag/parse.h"
#include "sanitize/run/evidence.h"
#include "sanitize/run/tools.h"

enum { NEWEST = 25, OLDEST = 11, CHECK_MAX = 100 };

/* ---- which checks ---- */

/* "bugprone-*", "-clang-analyzer-core.NullDereference": nothing else gets into an argument. */
static bool is_check(struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!isalnum((unsigned char)s.ptr[i]) && !strchr("-.*_+", s.ptr[i]))
			return false;
	return s.len > 0 && s.len <= CHECK_MAX && fl_slice_chr(s, '\0') < 0;
}

static int add_check(struct fl_buf *checks, struct fl_slice check, struct fl_error *err)
{
	if (fl_slice_eqs(check, "default"))
		check = FL_S(DS_TIDY_DEFAULT);
	else if (!is_check(check))
		return fl_error_set(err, FL_EPARSE,
			"\"tidy\": \"%.*s\" is no name of a check: letters, digits and . - _ * are",
			FL_ARG(fl_slice_head(check, CHECK_MAX)));
	fl_buf_char(checks, ',');
	fl_buf_slice(checks, check);
	return 0;
}

static int settle(struct fl_buf *checks, int rc, struct fl_arena *a, struct ds_tidy_wish *wish,
	struct fl_error *err)
{
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(checks));
	rc = rc ? rc : fl_buf_error(checks, "the checks", err);
	rc = rc ? rc : fl_arena_error(a, "the checks", err);
	fl_buf_release(checks);
	if (rc == 0)
		*wish = (struct ds_tidy_wish){
			.given = true, .on = true, .checks = text.len ? text.ptr + 1 : NULL};
	return rc;
}

int ds_tidy_read(const struct fl_json *v, struct fl_arena *a, struct ds_tidy_wish *ret_wish,
	struct fl_error *err)
{
	struct fl_buf checks;
	size_t n = 0;
	int rc = 0;
	if (v->type == FL_JBOOL) {
		*ret_wish = (struct ds_tidy_wish){.given = true, .on = v->num != 0};
		return 0;
	}
	if (v->type != FL_JARRAY || !v->child)
		return fl_error_set(
			err, FL_EPARSE, "\"tidy\" has to be true, false or a list of checks");
	fl_buf_init(&checks, DS_TIDY_CHECKS * (CHECK_MAX + 1));
	for (const struct fl_json *at = v->child; at && rc == 0; at = at->next)
		rc = ++n > DS_TIDY_CHECKS
			     ? fl_error_set(err, FL_EPARSE, "\"tidy\" has more than %d checks",
				       DS_TIDY_CHECKS)
			     : add_check(&checks, fl_json_str(at), err);
	return settle(&checks, rc, a, ret_wish, err);
}

int ds_tidy_read_text(struct fl_slice text, struct fl_arena *a, struct ds_tidy_wish *ret_wish,
	struct fl_error *err)
{
	struct fl_buf checks;
	int rc = 0;
	fl_buf_init(&checks, DS_TIDY_CHECKS * (CHECK_MAX + 1));
	while (text.len && rc == 0) {
		ptrdiff_t comma = fl_slice_chr(text, ',');
		size_t len = comma < 0 ? text.len : (size_t)comma;
		rc = add_check(&checks, fl_slice_trim(fl_slice_head(text, len)), err);
		text = fl_slice_skip(text, comma < 0 ? len : len + 1);
	}
	return settle(&checks, rc, a, ret_wish, err);
}

/* ---- the tool ---- */

static bool take(const char *name, struct fl_arena *a, const char **ret_tool)
{
	if (!san_tool_installed(name))
		return false;
	*ret_tool = fl_arena_slice(a, fl_slice_str(name)).ptr;
	return *ret_tool != NULL;
}

int ds_tidy_find(const char *wanted, const struct san_toolchain *clang, struct fl_arena *a,
	const char **ret_tool, struct fl_error *err)
{
	char name[64] = "clang-tidy";
	const char *driver = clang->family == SAN_CLANG ? clang->driver[SAN_C] : NULL;
	if (wanted)
		snprintf(name, sizeof(name), "%s", wanted);
	else if (driver)
		snprintf(name, sizeof(name), "clang-tidy%s", driver + strlen("clang"));
	if (take(name, a, ret_tool))
		return 0;
	for (int v = NEWEST; !wanted && v >= OLDEST; v--) {
		char other[64];
		snprintf(other, sizeof(other), "clang-tidy-%d", v);
		if (take(other, a, ret_tool))
			return 0;
	}
	return fl_error_set(err, FL_EMISSING,
		"clang-tidy is asked for, and /usr/bin/%s is not installed: install it (apt "
		"install %s), or do without \"tidy\" and --tidy",
		name, name);
}

/* ---- what is hidden ---- */

enum { BACK_MAX = 100 }; /* how far before a word of an attribute its brackets may stand */

static const char *const hiding[] = {"system_header", "diagnostic ignored"};

/* Past blanks, and comments that end there. */
static struct fl_slice skip_blanks(struct fl_slice s)
{
	for (s = fl_slice_trim(s); fl_slice_starts(s, "/*"); s = fl_slice_trim(s)) {
		ptrdiff_t end = fl_slice_find(fl_slice_skip(s, 2), "*/");
		s = fl_slice_skip(s, end < 0 ? s.len : (size_t)end + 4);
	}
	return s;
}

/* Past a text between quotes that s begins with; false: it does not end, or there is none. */
static bool skip_quoted(struct fl_slice *s)
{
	size_t n = 1;
	if (!fl_slice_starts(*s, "\""))
		return false;
	while (n < s->len && s->ptr[n] != '"')
		n += s->ptr[n] == '\\' ? 2 : 1;
	bool ends = n < s->len;
	*s = fl_slice_skip(*s, ends ? n + 1 : s->len);
	return ends;
}

static bool has_letter(struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if (isalpha((unsigned char)s.ptr[i]) || s.ptr[i] == '_')
			return true;
	return false;
}

/* A line of the preprocessor's; what stands behind its sign. */
static bool is_directive(struct fl_slice line, struct fl_slice *ret_rest)
{
	ptrdiff_t comment = fl_slice_find(line, "*/"); /* that began before */
	line = skip_blanks(comment < 0 ? line : fl_slice_skip(line, (size_t)comment + 2));
	size_t sign = fl_slice_starts(line, "#") ? 1 : fl_slice_starts(line, "%:") ? 2 : 0;
	*ret_rest = skip_blanks(fl_slice_skip(line, sign));
	return sign > 0;
}

static bool begins_with_digit(struct fl_slice s)
{
	return s.len && isdigit((unsigned char)s.ptr[0]);
}

/* "# 1 "x.h" 3": what follows would be of the system. Of flags that are words nobody knows. */
static bool is_system_marker(struct fl_slice line)
{
	if (!is_directive(line, &line))
		return false;
	bool word = fl_slice_starts(line, "line");
	line = skip_blanks(fl_slice_skip(line, word ? 4 : 0));
	if (!begins_with_digit(line))
		return false;
	while (begins_with_digit(line))
		line = fl_slice_skip(line, 1);
	line = skip_blanks(line);
	return skip_quoted(&line) && (fl_slice_chr(line, '3') >= 0 || (!word && has_letter(line)));
}

/* May the text call its own code the system's, in one of the many ways that can be written? */
static bool may_pretend(struct fl_slice text)
{
	static const char *const ways[] = {"_Pragma", "__pragma", "system_header", "??"};
	struct fl_slice line, rest;
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		if (fl_slice_find(text, ways[i]) >= 0)
			return true;
	while (fl_slice_line(&text, &line)) {
		line = fl_slice_trim(line);
		bool goes_on = line.len && line.ptr[line.len - 1] == '\\';
		if (goes_on ||
			(is_directive(line, &rest) && (!rest.len || begins_with_digit(rest))))
			return true;
	}
	return false;
}

static int64_t count_word(struct fl_slice text, const char *word)
{
	int64_t n = 0;
	for (ptrdiff_t at; (at = fl_slice_find(text, word)) >= 0; n++)
		text = fl_slice_skip(text, (size_t)at + strlen(word));
	return n;
}

/* Does what stands before a word have it in the brackets of an attribute? */
static bool in_attribute(struct fl_slice before)
{
	size_t n = before.len < BACK_MAX ? before.len : BACK_MAX;
	struct fl_slice near = fl_slice_skip(before, before.len - n);
	for (size_t i = near.len; i > 0; i--)
		if (strchr(";{}", near.ptr[i - 1])) {
			near = fl_slice_skip(near, i);
			break;
		}
	return fl_slice_find(near, "[[") >= 0 || fl_slice_find(near, "<:<:") >= 0 ||
	       fl_slice_find(near, "__attribute") >= 0;
}

/* "[[clang::suppress]]", "__attribute__((suppress))", and with underscores. */
static int64_t count_suppress(struct fl_slice text)
{
	static const char word[] = "suppress";
	int64_t n = 0;
	size_t len = strlen(word), at = 0;
	for (ptrdiff_t i; (i = fl_slice_find(fl_slice_skip(text, at), word)) >= 0; at += len) {
		at += (size_t)i;
		size_t from = at, to = at + len;
		while (from > 0 && text.ptr[from - 1] == '_')
			from--;
		while (to < text.len && text.ptr[to] == '_')
			to++;
		bool whole = !(from > 0 && fl_is_word(text.ptr[from - 1])) &&
			     !(to < text.len && fl_is_word(text.ptr[to]));
		n += whole && in_attribute(fl_slice_head(text, from));
	}
	return n;
}

static int64_t count_others(struct fl_slice text)
{
	struct fl_slice line;
	int64_t n = count_suppress(text);
	for (size_t i = 0; i < sizeof(hiding) / sizeof(hiding[0]); i++)
		n += count_word(text, hiding[i]);
	while (fl_slice_line(&text, &line))
		n += is_system_marker(line);
	return n;
}

static int64_t count_nolint(struct fl_slice text)
{
	return count_word(text, "NOLINT") - count_word(text, "NOLINTEND");
}

int64_t ds_tidy_hides(struct fl_slice text)
{
	return count_nolint(text) + count_others(text);
}

/* "Suppressed 9 warnings (8 in non-user code, 1 NOLINT)." */
static int64_t said_hidden(struct fl_slice said)
{
	ptrdiff_t at = fl_slice_find(said, " NOLINT");
	int64_t n = 0;
	if (at <= 0 || fl_slice_find(said, "Suppressed ") < 0)
		return 0;
	size_t from = (size_t)at;
	while (from > 0 && isdigit((unsigned char)said.ptr[from - 1]))
		from--;
	for (size_t i = from; i < (size_t)at && i < from + 9; i++)
		n = n * 10 + (said.ptr[i] - '0');
	return n;
}

/* ---- one call ---- */

struct call {
	struct fl_box *box;
	const struct san_program *program;
	const char *tool;
	const struct ds_tidy_wish *wish;
	struct fl_slice harness;
	struct fl_arena *a;
	struct fl_vec findings; /* struct diag_diagnostic */
	int64_t nolint, written, others; /* findings, comments and other means that hide */
	struct ds_tidy *tidy;
	struct fl_error *err;
};

/*
 * Names of files that are not the system's; one that is spelled as if it stood below /usr, and does
 * not, goes through one of these. Asked for where code may pretend to be the system's: of other
 * code it would tell what macros of the system have in them.
 */
#define OWN_FILES "--header-filter=^[^/]|^/[^u]|^/u[^s]|" FL_BOX_DIR "/|/proc/"

static size_t which_files(const struct san_program *p, const char **argv)
{
	const struct san_file *f = p->files.items;
	for (size_t i = 0; i < p->files.len; i++)
		if (may_pretend(f[i].content)) {
			argv[0] = "--system-headers";
			argv[1] = OWN_FILES;
			return 2;
		}
	argv[0] = "--header-filter=.*";
	return 1;
}

/* What clang takes of the flags, whoever compiles else: gcc has -f and -W of its own. */
static bool is_taken(const struct san_program *p, const char *flag)
{
	return p->tools.family == SAN_CLANG || !strchr("fW", flag[1]);
}

/* The arguments for all sources of a language; NULL: there are none. */
static const char **arguments(struct call *c, enum san_language language)
{
	const struct san_program *p = c->program;
	const struct san_file *f = p->files.items;
	size_t flags = 0, n = 0;
	while (p->flags && p->flags[flags])
		flags++;
	const char **argv = fl_arena_array(c->a, p->files.len + flags + 13, sizeof(*argv));
	if (!argv)
		return NULL;
	argv[n++] = c->tool;
	argv[n++] = "--config={}";
	n += which_files(p, argv + n);
	argv[n++] = fl_arena_printf(
		c->a, "--checks=-*,%s", c->wish->checks ? c->wish->checks : DS_TIDY_DEFAULT)
			    .ptr;
	size_t before = n;
	for (size_t i = 0; i < p->files.len; i++) {
		enum san_language own = SAN_C;
		if (san_file_language(&f[i], &own) && own == language)
			argv[n++] = fl_arena_printf(c->a, "./%.*s", FL_ARG(f[i].path)).ptr;
	}
	if (n == before)
		return NULL;
	argv[n++] = "--";
	if (p->std[language])
		argv[n++] = fl_arena_printf(c->a, "-std=%s", p->std[language]).ptr;
	for (size_t i = 0; i < flags; i++)
		if (is_taken(p, p->flags[i]))
			argv[n++] = p->flags[i];
	argv[n++] = "-U__clang_analyzer__";
	argv[n++] = "-Wno-unknown-warning-option";
	argv[n++] = "-Qunused-arguments";
	return argv;
}

/* The candidate's own name of a file, whatever the box is called. */
static struct fl_slice own_path(const struct call *c, struct fl_slice path)
{
	const struct san_file *f = c->program->files.items;
	struct fl_slice best = path;
	for (size_t i = 0; i < c->program->files.len; i++) {
		struct fl_slice own = f[i].path;
		bool ends = fl_slice_ends_with(path, own) && path.len > own.len &&
			    path.ptr[path.len - own.len - 1] == '/';
		if (ends && (best.ptr == path.ptr || own.len > best.len))
			best = own;
	}
	return best;
}

static bool is_known(const struct call *c, const struct diag_diagnostic *d)
{
	for (size_t i = 0; i < c->findings.len; i++) {
		const struct diag_diagnostic *k = fl_vec_at(&c->findings, i);
		if (k->line == d->line && k->col == d->col && fl_slice_eq(k->file, d->file) &&
			fl_slice_eq(k->code, d->code))
			return true;
	}
	return false;
}

static void fail(struct call *c, struct fl_slice why)
{
	if (!c->tidy->failed.len)
		c->tidy->failed = why;
}

/* What it says that the code is no C to it; else a finding. */
static void take_finding(struct call *c, struct diag_diagnostic *d)
{
	struct diag_note *notes = d->notes.items;
	d->file = own_path(c, d->file);
	for (size_t i = 0; i < d->notes.len; i++)
		notes[i].file = own_path(c, notes[i].file);
	if (d->level <= DIAG_ERROR && fl_slice_starts(d->code, "clang-diagnostic-")) {
		fail(c, fl_arena_printf(c->a, "clang-tidy cannot compile it: %.*s%s%.*s",
				FL_ARG(d->file), d->file.len ? ": " : "", FL_ARG(d->message)));
		return;
	}
	if (!d->code.len || fl_slice_eq(d->file, c->harness) || is_known(c, d))
		return;
	if (c->findings.len == DS_TIDY_FINDINGS) {
		c->tidy->omitted++;
		return;
	}
	struct diag_diagnostic *to = fl_vec_add(&c->findings);
	if (to)
		*to = *d;
}

static int take_output(struct call *c, struct fl_slice out)
{
	struct fl_list all;
	int rc = diag_parse(fl_arena_slice(c->a, out), DIAG_FROM_AUTO, c->a, &all, c->err);
	if (rc)
		return rc;
	struct diag_diagnostic *d = all.items;
	for (size_t i = 0; i < all.len; i++)
		take_finding(c, &d[i]);
	return 0;
}

/* How it ended: with its work done, by the code's doing, or by the host's. */
static int take_end(struct call *c, const struct fl_process_result *r, struct fl_slice said)
{
	if (r->end == FL_END_EXIT &&
		fl_slice_starts(fl_slice_trim(said), "Error: no checks enabled"))
		return fl_error_set(
			c->err, FL_EPARSE, "\"tidy\": clang-tidy has no checks of these names");
	if (r->end != FL_END_EXIT)
		fail(c, fl_arena_printf(c->a, "clang-tidy was ended: %s", fl_end_names[r->end]));
	else if (r->exit_status > 1)
		fail(c, fl_arena_printf(c->a, "clang-tidy ended with status %d", r->exit_status));
	return 0;
}

static int look(struct call *c, const char *const *argv)
{
	struct fl_run_spec spec = {.argv = argv,
		.out_max = DS_TIDY_OUTPUT_MAX,
		.err_max = DS_TIDY_OUTPUT_MAX,
		.cpu_ms = fl_box_compile_ms(c->box),
		.wall_ms = 4 * fl_box_compile_ms(c->box),
		.stack_max = (size_t)64 << 20};
	struct fl_process_result result;
	struct fl_buf out, said;
	int rc = 0;
	struct fl_patience patience = {0};
	bool again;
	fl_buf_init(&out, 2 * DS_TIDY_OUTPUT_MAX);
	fl_buf_init(&said, 2 * DS_TIDY_OUTPUT_MAX);
	do {
		fl_buf_clear(&out);
		fl_buf_clear(&said);
		rc = fl_box_run(c->box, &spec, &out, &said, &result, c->err);
		again = rc == 0 && result.exit_status > 0 && fl_host_short_said(fl_buf_view(&said));
	} while (again && fl_patience_wait(&patience, EAGAIN));
	if (again)
		rc = fl_error_set(
			c->err, FL_EHOST, "the host was out of processes or memory for clang-tidy");
	else if (rc == 0 && result.end == FL_END_WALL && san_was_starved(&result))
		rc = fl_error_set(c->err, FL_EHOST, "the host was too busy for clang-tidy");
	rc = rc ? rc : take_end(c, &result, fl_buf_view(&said));
	rc = rc ? rc : take_output(c, fl_buf_view(&out));
	if (rc == 0)
		c->nolint += said_hidden(fl_buf_view(&said));
	fl_buf_release(&out);
	fl_buf_release(&said);
	return rc;
}

static int put_files(struct call *c)
{
	const struct san_file *f = c->program->files.items;
	int rc = fl_box_clear(c->box, c->err);
	for (size_t i = 0; rc == 0 && i < c->program->files.len; i++) {
		rc = fl_box_put(c->box, f[i].path.ptr, f[i].content, 0644, c->err);
		if (fl_slice_eq(f[i].path, c->harness))
			continue;
		c->others += count_others(f[i].content);
		c->written += count_nolint(f[i].content);
	}
	return rc;
}

/* The findings, cut to what a label holds: some are left out, if it has to be, all of them. */
static int freeze(struct call *c)
{
	struct fl_list all = fl_vec_freeze(&c->findings, c->a);
	struct fl_items items = diag_items(c->a, &all);
	struct diag_diagnostic *kept = fl_arena_array(c->a, all.len + 1, sizeof(*kept));
	int rc = kept ? diag_fit(&items, DS_TIDY_BYTES, c->a, c->err)
		      : fl_arena_error(c->a, "findings", c->err);
	if (rc == FL_ELIMIT)
		items.len = 0;
	for (size_t i = 0; kept && i < items.len; i++)
		kept[i] = *(const struct diag_diagnostic *)items.at[i].object;
	c->tidy->findings = (struct fl_list){.items = kept, .len = items.len};
	c->tidy->omitted += (int64_t)(all.len - items.len);
	return rc == FL_ELIMIT ? fl_arena_error(c->a, "findings", c->err) : rc;
}

int ds_tidy_run(struct fl_box *box, const struct san_program *program, const char *tool,
	const struct ds_tidy_wish *wish, struct fl_slice harness, struct fl_arena *a,
	struct ds_tidy *ret_tidy, struct fl_error *err)
{
	struct ds_tidy t = {0};
	struct call c = {.box = box,
		.program = program,
		.tool = tool,
		.wish = wish,
		.harness = harness,
		.a = a,
		.tidy = &t,
		.err = err};
	fl_vec_init(&c.findings, sizeof(struct diag_diagnostic), DS_TIDY_FINDINGS);
	int rc = put_files(&c);
	for (int language = SAN_C; language <= SAN_CXX && rc == 0; language++) {
		const char **argv = arguments(&c, (enum san_language)language);
		rc = fl_arena_error(a, "arguments", err);
		if (rc == 0 && argv)
			rc = look(&c, argv);
	}
	t.hidden = c.others + (c.nolint > c.written ? c.nolint : c.written);
	rc = rc ? rc : freeze(&c);
	fl_vec_release(&c.findings);
	rc = rc ? rc : fl_arena_error(a, "findings", err);
	if (rc == 0)
		*ret_tidy = t;
	return rc;
}

int64_t ds_tidy_score(const struct ds_tidy *t)
{
	int64_t n = (int64_t)t->findings.len + t->omitted + t->hidden;
	return t->failed.len ? 0 : DS_WHOLE / (1 + n);
}
