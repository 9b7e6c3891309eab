/* MI commands, each by the requests that answer it (GDB manual, "The GDB/MI Interface"). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/adapter/engine_priv.h"
#include "debugsession/adapter/spell.h"
#include "debugsession/adapter/tree.h"
#include "debugsession/answer/answer.h"

enum { WORDS_MAX = 64, VALUE_MAX = 4 << 20, MEMORY_MAX = 1 << 20 };

struct mi_call {
	struct dbg_dap_engine *e;
	struct fl_arena *a;
	struct dbg_mi_value *root;
	struct fl_slice words[WORDS_MAX]; /* of the command, without --thread and --frame */
	size_t len;
	int64_t thread, frame; /* as given; 0 and -1: not */
};

typedef int (*mi_fn)(struct mi_call *m, struct fl_error *err);

/* A word of an MI command, quoted or not, cut off *rest. */
static struct fl_slice next_word(struct fl_slice *rest, struct fl_arena *a)
{
	struct fl_buf word;
	size_t i = 0;
	*rest = fl_slice_trim(*rest);
	fl_buf_init(&word, VALUE_MAX);
	if (fl_slice_starts(*rest, "\"")) {
		static const char from[] = "nt", to[] = "\n\t";
		for (i = 1; i < rest->len && rest->ptr[i] != '"'; i++) {
			char c = rest->ptr[i];
			if (c == '\\' && i + 1 < rest->len) {
				const char *at = memchr(from, rest->ptr[++i], 2);
				c = at ? to[at - from] : rest->ptr[i];
			}
			fl_buf_char(&word, c);
		}
		i++;
	} else {
		while (i < rest->len && rest->ptr[i] != ' ' && rest->ptr[i] != '\t')
			fl_buf_char(&word, rest->ptr[i++]);
	}
	*rest = fl_slice_skip(*rest, i);
	struct fl_slice made = fl_arena_slice(a, fl_buf_view(&word));
	fl_buf_release(&word);
	return made;
}

static int64_t number(struct fl_slice s, int64_t otherwise)
{
	struct dbg_mi_value v = {.type = DBG_MI_TEXT, .text = s};
	return dbg_mi_int(&v, otherwise);
}

/* The stack that the command means; the caller releases *ret unless it is e->stack. */
static int stack_of(struct mi_call *m, size_t max, struct dbg_dap_stack *ret, bool *ret_own,
	struct fl_error *err)
{
	struct dbg_dap_engine *e = m->e;
	int64_t wanted = m->thread ? m->thread : dbg_dap_thread_number(e, e->thread);
	*ret_own = false;
	if (e->base.state == DBG_STATE_RUNNING)
		return fl_error_set(err, FL_EREFUSED, "Selected thread is running.");
	if (e->base.state != DBG_STATE_STOPPED)
		return fl_error_set(err, FL_EREFUSED, "No stack.");
	if (wanted < 1 || (size_t)wanted > e->thread_count)
		return fl_error_set(err, FL_EREFUSED, "Invalid thread id: %lld", (long long)wanted);
	if (e->threads[wanted - 1] == e->thread) {
		int rc = dbg_dap_need_stack(e, max, err);
		*ret = e->stack;
		return rc;
	}
	*ret_own = true;
	return dbg_dap_read_stack(e, e->threads[wanted - 1], max, ret, err);
}

static int list_frames(struct mi_call *m, struct fl_error *err)
{
	struct dbg_dap_stack s;
	bool own;
	int64_t low = m->len > 1 ? number(m->words[1], 0) : 0;
	int64_t high = m->len > 2 ? number(m->words[2], -1) : -1;
	size_t max = high < 0 ? DBG_DAP_FRAMES : (size_t)high + 1;
	int rc = stack_of(m, max, &s, &own, err);
	if (rc)
		return rc;
	struct dbg_mi_value *list = dbg_tree_add(m->a, m->root, DBG_MI_LIST, "stack");
	for (size_t i = low > 0 ? (size_t)low : 0; i < s.len && i < max; i++)
		dbg_dap_add_frame(m->e, m->a, list, &s.frames[i], (int64_t)i);
	if (own)
		fl_arena_release(&s.arena);
	return 0;
}

static int info_depth(struct mi_call *m, struct fl_error *err)
{
	struct dbg_dap_stack s;
	bool own;
	size_t max = m->len > 1 ? (size_t)number(m->words[1], 1) : DBG_DAP_FRAMES;
	int rc = stack_of(m, max, &s, &own, err);
	if (rc)
		return rc;
	dbg_tree_printf(m->a, m->root, "depth", "%zu", s.len < max ? s.len : max);
	if (own)
		fl_arena_release(&s.arena);
	return 0;
}

/* The frame that the command means. */
static int frame_of(
	struct mi_call *m, struct dbg_dap_frame *ret, size_t *ret_level, struct fl_error *err)
{
	struct dbg_dap_stack s;
	bool own;
	size_t level = m->frame >= 0 ? (size_t)m->frame : m->thread ? 0 : m->e->frame;
	int rc = stack_of(m, level + 1, &s, &own, err);
	if (rc)
		return rc;
	if (level >= s.len) {
		rc = fl_error_set(err, FL_EREFUSED, "Invalid frame id: %zu", level);
	} else {
		*ret = s.frames[level];
		ret->function = fl_arena_slice(m->a, ret->function);
		ret->path = fl_arena_slice(m->a, ret->path);
		*ret_level = level;
	}
	if (own)
		fl_arena_release(&s.arena);
	return rc;
}

static int info_frame(struct mi_call *m, struct fl_error *err)
{
	struct dbg_dap_frame frame = {0};
	size_t level = 0;
	int rc = frame_of(m, &frame, &level, err);
	if (rc == 0)
		dbg_dap_add_frame(m->e, m->a, m->root, &frame, (int64_t)level);
	return rc;
}

/* 0: names; 1: values, too; 2: types, and values of what is simple. */
static int values_wanted(const struct mi_call *m)
{
	for (size_t i = 1; i < m->len; i++) {
		if (fl_slice_eqs(m->words[i], "--all-values") || fl_slice_eqs(m->words[i], "1"))
			return 1;
		if (fl_slice_eqs(m->words[i], "--simple-values") || fl_slice_eqs(m->words[i], "2"))
			return 2;
	}
	return 0;
}

static void add_var(struct mi_call *m, struct dbg_mi_value *list, const struct dbg_dap_var *v,
	int wanted, bool mark)
{
	struct fl_buf text;
	bool pointer = fl_slice_starts(v->value, "0x");
	fl_buf_init(&text, VALUE_MAX);
	struct dbg_mi_value *t = dbg_tree_add(m->a, list, DBG_MI_TUPLE, "");
	dbg_tree_text(m->a, t, "name", v->name);
	if (mark && v->arg)
		dbg_tree_text(m->a, t, "arg", FL_S("1"));
	if (wanted == 2) {
		dbg_spell_type(v->type, &text);
		dbg_tree_text(m->a, t, "type", fl_buf_view(&text));
		fl_buf_clear(&text);
	}
	if (wanted == 1 || (wanted == 2 && (!v->ref || pointer))) {
		dbg_dap_value(m->e, v, &text);
		dbg_tree_text(m->a, t, "value", fl_buf_view(&text));
	}
	fl_buf_release(&text);
}

/* which: the arguments (1), the locals (2) or both (3). */
static int list_some(struct mi_call *m, const char *name, int which, struct fl_error *err)
{
	struct dbg_dap_frame frame = {0};
	struct dbg_dap_vars vars;
	size_t level = 0;
	int wanted = values_wanted(m);
	int rc = frame_of(m, &frame, &level, err);
	if (rc == 0)
		rc = dbg_dap_read_vars(m->e, frame.id, &vars, err);
	if (rc)
		return rc;
	struct dbg_mi_value *list = dbg_tree_add(m->a, m->root, DBG_MI_LIST, name);
	if (which == 3)
		dbg_dap_inner_first(&vars);
	for (size_t i = 0; i < vars.len; i++)
		if (which & (vars.vars[i].arg ? 1 : 2))
			add_var(m, list, &vars.vars[i], wanted, which == 3);
	fl_arena_release(&vars.arena);
	return 0;
}

static int list_variables(struct mi_call *m, struct fl_error *err)
{
	return list_some(m, "variables", 3, err);
}

static int list_locals(struct mi_call *m, struct fl_error *err)
{
	return list_some(m, "locals", 2, err);
}

static int select_frame(struct mi_call *m, struct fl_error *err)
{
	size_t level = m->len > 1 ? (size_t)number(m->words[1], 0) : 0;
	int rc = dbg_dap_need_stack(m->e, level + 1, err);
	if (rc == 0 && level >= m->e->stack.len)
		return fl_error_set(err, FL_EREFUSED, "No frame at level %zu.", level);
	if (rc == 0)
		m->e->frame = level;
	return rc;
}

static int need_threads(struct mi_call *m, struct dbg_dap_answer *answer, struct fl_error *err)
{
	int rc = dbg_dap_request(m->e, "threads", NULL, answer, err);
	if (rc)
		return rc;
	const struct fl_json *list = fl_json_get(answer->body, "threads");
	for (const struct fl_json *t = list ? list->child : NULL; t; t = t->next)
		dbg_dap_thread_number(m->e, fl_json_int(fl_json_get(t, "id"), 0));
	return 0;
}

static void add_thread(struct mi_call *m, struct dbg_mi_value *list, const struct fl_json *t)
{
	struct dbg_dap_stack s;
	bool running = m->e->base.state == DBG_STATE_RUNNING;
	int64_t id = fl_json_int(fl_json_get(t, "id"), 0);
	struct dbg_mi_value *v = dbg_tree_add(m->a, list, DBG_MI_TUPLE, "");
	dbg_tree_printf(m->a, v, "id", "%lld", (long long)dbg_dap_thread_number(m->e, id));
	bool known = !running && dbg_dap_read_stack(m->e, id, 1, &s, NULL) == 0;
	dbg_tree_printf(m->a, v, "target-id", "LWP %lld", (long long)id);
	dbg_tree_text(m->a, v, "name", fl_json_str(fl_json_get(t, "name")));
	if (known) {
		if (s.len)
			dbg_dap_add_frame(m->e, m->a, v, &s.frames[0], 0);
		fl_arena_release(&s.arena);
	}
	dbg_tree_text(m->a, v, "state", running ? FL_S("running") : FL_S("stopped"));
}

static int thread_info(struct mi_call *m, struct fl_error *err)
{
	struct dbg_dap_answer answer;
	struct dbg_mi_value *list = dbg_tree_add(m->a, m->root, DBG_MI_LIST, "threads");
	if (m->e->phase != DBG_DAP_LIVE)
		return 0;
	int rc = need_threads(m, &answer, err);
	if (rc)
		return rc;
	const struct fl_json *all = fl_json_get(answer.body, "threads");
	for (size_t n = 0; n < m->e->thread_count; n++)
		for (const struct fl_json *t = all ? all->child : NULL; t; t = t->next)
			if (fl_json_int(fl_json_get(t, "id"), 0) == m->e->threads[n])
				add_thread(m, list, t);
	dbg_dap_answer_release(&answer);
	dbg_tree_printf(m->a, m->root, "current-thread-id", "%lld",
		(long long)dbg_dap_thread_number(m->e, m->e->thread));
	return 0;
}

static int thread_ids(struct mi_call *m, struct fl_error *err)
{
	struct dbg_dap_answer answer;
	struct dbg_mi_value *list = dbg_tree_add(m->a, m->root, DBG_MI_TUPLE, "thread-ids");
	if (m->e->phase == DBG_DAP_LIVE) {
		int rc = need_threads(m, &answer, err);
		if (rc)
			return rc;
		dbg_dap_answer_release(&answer);
		for (size_t i = 0; i < m->e->thread_count; i++)
			dbg_tree_printf(m->a, list, "thread-id", "%zu", i + 1);
		dbg_tree_printf(m->a, m->root, "current-thread-id", "%lld",
			(long long)dbg_dap_thread_number(m->e, m->e->thread));
	}
	dbg_tree_printf(m->a, m->root, "number-of-threads", "%zu", m->e->thread_count);
	return 0;
}

static int evaluate(struct mi_call *m, struct fl_error *err)
{
	struct fl_buf text;
	if (m->len < 2)
		return fl_error_set(err, FL_EREFUSED,
			"-data-evaluate-expression: Usage: -data-evaluate-expression expression");
	fl_buf_init(&text, VALUE_MAX);
	int rc = dbg_dap_evaluate_at(m->e, m->frame, m->words[1], &text, err);
	if (rc == 0)
		dbg_tree_text(m->a, m->root, "value", fl_buf_view(&text));
	fl_buf_release(&text);
	return rc;
}

static int break_list(struct mi_call *m, struct fl_error *err)
{
	(void)err;
	struct dbg_mi_value *table = dbg_tree_add(m->a, m->root, DBG_MI_TUPLE, "BreakpointTable");
	dbg_tree_printf(m->a, table, "nr_rows", "%zu", m->e->break_count);
	struct dbg_mi_value *body = dbg_tree_add(m->a, table, DBG_MI_LIST, "body");
	for (size_t i = 0; i < m->e->break_count; i++)
		dbg_dap_add_break(m->e, m->a, body, "bkpt", m->e->breaks[i]);
	return 0;
}

/* -t -h -f -d, -c CONDITION, -i COUNT, --source F --line N, --function F, LOCATION */
static int break_insert(struct mi_call *m, struct fl_error *err)
{
	struct dbg_dap_break_wish wish = {0};
	struct dbg_dap_break *b;
	struct fl_slice source = {0}, line = {0};
	bool disabled = false;
	for (size_t i = 1; i < m->len; i++) {
		struct fl_slice w = m->words[i];
		struct fl_slice next = i + 1 < m->len ? m->words[i + 1] : fl_slice(NULL, 0);
		bool takes = true;
		if (fl_slice_eqs(w, "-c"))
			wish.condition = next;
		else if (fl_slice_eqs(w, "-i"))
			wish.ignore = number(next, 0);
		else if (fl_slice_eqs(w, "--source"))
			source = next;
		else if (fl_slice_eqs(w, "--line"))
			line = next;
		else if (fl_slice_eqs(w, "--function"))
			wish.location = next;
		else if (!fl_slice_eqs(w, "-p"))
			takes = false;
		i += takes;
		if (takes)
			continue;
		wish.temporary = wish.temporary || fl_slice_eqs(w, "-t");
		disabled = disabled || fl_slice_eqs(w, "-d");
		if (!fl_slice_starts(w, "-"))
			wish.location = w;
	}
	if (line.len)
		wish.location = source.len ? fl_arena_printf(m->a, "%.*s:%.*s", FL_ARG(source),
						     FL_ARG(line))
					   : line;
	int rc = dbg_dap_break_add(m->e, &wish, &b, err);
	if (rc == 0 && disabled) {
		b->enabled = false;
		rc = dbg_dap_breaks_apply(m->e, err);
	}
	if (rc == 0)
		dbg_dap_add_break(m->e, m->a, m->root, "bkpt", b);
	return rc;
}

static int break_watch(struct mi_call *m, struct fl_error *err)
{
	struct dbg_dap_break_wish wish = {.access = "write"};
	struct dbg_dap_break *b;
	const char *name = "wpt";
	for (size_t i = 1; i < m->len; i++) {
		if (fl_slice_eqs(m->words[i], "-r")) {
			wish.access = "read";
			name = "hw-rwpt";
		} else if (fl_slice_eqs(m->words[i], "-a")) {
			wish.access = "readWrite";
			name = "hw-awpt";
		} else {
			wish.location = m->words[i];
		}
	}
	int rc = dbg_dap_break_add(m->e, &wish, &b, err);
	if (rc)
		return rc;
	struct dbg_mi_value *t = dbg_tree_add(m->a, m->root, DBG_MI_TUPLE, name);
	dbg_tree_printf(m->a, t, "number", "%lld", (long long)b->number);
	dbg_tree_text(m->a, t, "exp", wish.location);
	return 0;
}

static int break_delete(struct mi_call *m, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 1; rc == 0 && i < m->len; i++)
		rc = dbg_dap_break_delete(m->e, number(m->words[i], 0), err);
	return rc;
}

/* How -break-enable, -break-disable, -break-condition and -break-after change one. */
static int break_change(struct mi_call *m, struct fl_error *err)
{
	struct fl_slice what = fl_slice_skip(m->words[0], 7);
	struct dbg_dap_break *b = dbg_dap_break_find(m->e, m->len > 1 ? number(m->words[1], 0) : 0);
	struct fl_slice value = m->len > 2 ? m->words[2] : fl_slice(NULL, 0);
	if (!b)
		return fl_error_set(err, FL_EREFUSED, "No breakpoint number %.*s.",
			FL_ARG(m->len > 1 ? m->words[1] : FL_S("")));
	if (fl_slice_eqs(what, "after")) {
		b->ignore = number(value, 0);
		return 0;
	}
	if (fl_slice_eqs(what, "condition")) {
		int rc = value.len ? dbg_dap_set_text(&b->condition, value, err) : 0;
		if (rc)
			return rc;
		if (!value.len) {
			free(b->condition);
			b->condition = NULL;
		}
	} else {
		b->enabled = fl_slice_eqs(what, "enable");
	}
	bool live = m->e->phase == DBG_DAP_READY || m->e->phase == DBG_DAP_LIVE;
	return live ? dbg_dap_breaks_apply(m->e, err) : 0;
}

static int read_memory(struct mi_call *m, struct fl_error *err)
{
	struct fl_buf hex;
	uint64_t address;
	int64_t count = m->len > 2 ? number(m->words[2], 0) : 0;
	if (count <= 0 || count > MEMORY_MAX)
		return fl_error_set(
			err, FL_EREFUSED, "1 to %d bytes can be read at once", MEMORY_MAX);
	int rc = dbg_dap_evaluate_number(m->e, m->words[1], &address, err);
	if (rc)
		return rc;
	fl_buf_init(&hex, 2 * MEMORY_MAX);
	rc = dbg_dap_memory(m->e, address, (size_t)count, &hex, err);
	if (rc == 0) {
		struct dbg_mi_value *list = dbg_tree_add(m->a, m->root, DBG_MI_LIST, "memory");
		struct dbg_mi_value *t = dbg_tree_add(m->a, list, DBG_MI_TUPLE, "");
		dbg_tree_printf(m->a, t, "begin", "0x%016" PRIx64, address);
		dbg_tree_text(m->a, t, "offset", FL_S("0x0000000000000000"));
		dbg_tree_printf(m->a, t, "end", "0x%016" PRIx64, address + hex.len / 2);
		dbg_tree_text(m->a, t, "contents", fl_buf_view(&hex));
	}
	fl_buf_release(&hex);
	return rc;
}

static int register_names(struct mi_call *m, struct fl_error *err)
{
	struct dbg_dap_vars regs;
	int rc = dbg_dap_registers(m->e, &regs, err);
	if (rc)
		return rc;
	struct dbg_mi_value *list = dbg_tree_add(m->a, m->root, DBG_MI_LIST, "register-names");
	for (size_t i = 0; i < regs.len; i++)
		dbg_tree_text(m->a, list, "", regs.vars[i].name);
	fl_arena_release(&regs.arena);
	return 0;
}

static int register_values(struct mi_call *m, struct fl_error *err)
{
	struct dbg_dap_vars regs;
	int rc = dbg_dap_registers(m->e, &regs, err);
	if (rc)
		return rc;
	struct dbg_mi_value *list = dbg_tree_add(m->a, m->root, DBG_MI_LIST, "register-values");
	for (size_t i = 0; i < regs.len; i++) {
		bool wanted = m->len <= 2;
		for (size_t k = 2; k < m->len && !wanted; k++)
			wanted = number(m->words[k], -1) == (int64_t)i;
		if (!wanted)
			continue;
		struct dbg_mi_value *t = dbg_tree_add(m->a, list, DBG_MI_TUPLE, "");
		dbg_tree_printf(m->a, t, "number", "%zu", i);
		dbg_tree_text(m->a, t, "value", regs.vars[i].value);
	}
	fl_arena_release(&regs.arena);
	return 0;
}

static int resume(struct mi_call *m, struct fl_error *err)
{
	static const struct {
		const char *word, *request, *reason;
		bool instruction;
	} rows[] = {
		{"continue", "continue", "end-stepping-range", false},
		{"next", "next", "end-stepping-range", false},
		{"step", "stepIn", "end-stepping-range", false},
		{"finish", "stepOut", "function-finished", false},
		{"next-instruction", "next", "end-stepping-range", true},
		{"step-instruction", "stepIn", "end-stepping-range", true},
	};
	struct fl_slice what = fl_slice_skip(m->words[0], 6);
	if (fl_slice_eqs(what, "run")) {
		bool hold = m->len > 1 && fl_slice_eqs(m->words[1], "--start");
		return hold ? dbg_dap_cli(m->e, FL_S("start"), err)
			    : dbg_dap_start(m->e, false, err);
	}
	if (fl_slice_eqs(what, "interrupt"))
		return dbg_console_interrupt(&m->e->base, err);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (fl_slice_eqs(what, rows[i].word))
			return dbg_dap_resume(
				m->e, rows[i].request, rows[i].instruction, rows[i].reason, err);
	return fl_error_set(err, FL_EREFUSED, "Undefined MI command: %.*s",
		FL_ARG(fl_slice_skip(m->words[0], 1)));
}

/* A CLI command by its MI name. */
static int by_cli(struct mi_call *m, struct fl_error *err)
{
	static const struct {
		const char *mi, *cli;
	} rows[] = {
		{"-file-exec-and-symbols", "file"},
		{"-exec-arguments", "set args"},
		{"-target-attach", "attach"},
		{"-target-detach", "detach"},
		{"-thread-select", "thread"},
		{"-gdb-set", "set"},
		{"-interpreter-exec", ""},
	};
	size_t i = 0, first = 1;
	while (!fl_slice_eqs(m->words[0], rows[i].mi))
		i++;
	if (!*rows[i].cli)
		first = 2; /* -interpreter-exec console "…" */
	struct fl_slice line = fl_slice_str(rows[i].cli);
	for (size_t k = first; k < m->len; k++)
		line = fl_arena_printf(
			m->a, "%.*s%s%.*s", FL_ARG(line), line.len ? " " : "", FL_ARG(m->words[k]));
	return dbg_dap_cli(m->e, line, err);
}

static int nothing(struct mi_call *m, struct fl_error *err)
{
	(void)m;
	(void)err;
	return 0;
}

static const struct {
	const char *word;
	bool start; /* all that start so */
	mi_fn fn;
} rows[] = {
	{"-stack-list-frames", false, list_frames},
	{"-stack-info-depth", false, info_depth},
	{"-stack-info-frame", false, info_frame},
	{"-stack-list-variables", false, list_variables},
	{"-stack-list-locals", false, list_locals},
	{"-stack-select-frame", false, select_frame},
	{"-thread-info", false, thread_info},
	{"-thread-list-ids", false, thread_ids},
	{"-thread-select", false, by_cli},
	{"-data-evaluate-expression", false, evaluate},
	{"-data-list-register-names", false, register_names},
	{"-data-list-register-values", false, register_values},
	{"-data-read-memory-bytes", false, read_memory},
	{"-break-insert", false, break_insert},
	{"-break-list", false, break_list},
	{"-break-info", false, break_list},
	{"-break-watch", false, break_watch},
	{"-break-delete", false, break_delete},
	{"-break-", true, break_change},
	{"-file-exec-and-symbols", false, by_cli},
	{"-exec-arguments", false, by_cli},
	{"-exec-", true, resume},
	{"-target-attach", false, by_cli},
	{"-target-detach", false, by_cli},
	{"-interpreter-exec", false, by_cli},
	{"-gdb-set", false, by_cli},
	{"-enable-pretty-printing", false, nothing},
	{"-list-features", false, nothing},
};

int dbg_dap_mi(struct dbg_dap_engine *e, struct fl_slice command, struct fl_arena *a,
	struct dbg_mi_value *root, struct fl_error *err)
{
	struct mi_call m = {.e = e, .a = a, .root = root, .frame = -1};
	while ((command = fl_slice_trim(command)).len && m.len < WORDS_MAX) {
		struct fl_slice word = next_word(&command, a);
		if (fl_slice_eqs(word, "--thread"))
			m.thread = number(next_word(&command, a), 0);
		else if (fl_slice_eqs(word, "--frame"))
			m.frame = number(next_word(&command, a), -1);
		else
			m.words[m.len++] = word;
	}
	for (size_t i = 0; m.len && i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].start ? fl_slice_starts(m.words[0], rows[i].word)
				  : fl_slice_eqs(m.words[0], rows[i].word))
			return rows[i].fn(&m, err);
	return fl_error_set(err, FL_EREFUSED, "Undefined MI command: %.*s",
		FL_ARG(m.len ? fl_slice_skip(m.words[0], 1) : command));
}
