/*
 * Transcripts: recorded sessions (tests/fixtures/transcripts), as the terminal showed them and
 * mangled as pasting does, against what the debuggers' own interfaces said in the same sessions.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/json.h"
#include "debugsession/transcript/transcript.h"

enum { STOP, FRAME, VARIABLE, KINDS };
enum { ITEMS_MAX = 1024, CASES_MAX = 1024, TEXT_MAX = 1 << 20 };

static const char *const kind_names[] = {"stops", "frames", "variables"};

/* A stop, a frame or a variable, as a line of text that two routes can be compared by. */
struct items {
	char *at[KINDS][ITEMS_MAX];
	size_t len[KINDS];
};

struct count {
	size_t right, truth, read;
};

/* FL_TRANSCRIPT_CASES: other cases, as mangle.py makes them of another seed. */
static void case_path(char path[4096], const char *name, const char *end)
{
	const char *other = getenv("FL_TRANSCRIPT_CASES"), *dir = getenv("FL_SRC");
	if (other)
		snprintf(path, 4096, "%s/%s%s", other, name, end);
	else
		snprintf(path, 4096, "%s/tests/fixtures/transcripts/cases/%s%s", dir ? dir : ".",
			name, end);
}

static void add(struct items *items, int kind, char *text)
{
	assert_non_null(text);
	assert_true(items->len[kind] < ITEMS_MAX);
	items->at[kind][items->len[kind]++] = text;
}

/* Blanks in a value say nothing: one for each run of them. */
static char *flat(struct fl_slice s)
{
	char *out = malloc(s.len + 1);
	size_t n = 0;
	assert_non_null(out);
	for (size_t i = 0; i < s.len; i++) {
		bool blank = strchr(" \t\r\n", s.ptr[i]) != NULL;
		if (!blank || (n && out[n - 1] != ' '))
			out[n++] = blank ? ' ' : s.ptr[i];
	}
	out[n] = '\0';
	return out;
}

static char *line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static char *line(const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;
	va_start(ap, fmt);
	assert_true(vasprintf(&text, fmt, ap) >= 0);
	va_end(ap);
	return text;
}

static char *variable_line(struct fl_slice name, struct fl_slice type, struct fl_slice value)
{
	char *v = flat(value);
	char *text = line("%.*s|%.*s|%s", FL_ARG(name), FL_ARG(type), v);
	free(v);
	return text;
}

/* What was said by the second route; a key that is not there was not to be seen in the text. */
static void truth_items(const struct fl_json *list, struct items *items)
{
	for (const struct fl_json *v = list->child; v; v = v->next) {
		struct fl_slice kind = fl_json_str(fl_json_get(v, "k"));
		struct fl_slice function = fl_json_str(fl_json_get(v, "function"));
		struct fl_slice file = fl_json_str(fl_json_get(v, "file"));
		long at = (long)fl_json_int(fl_json_get(v, "line"), 0);
		char *place = fl_json_get(v, "function") ? flat(function) : flat(FL_S("?"));
		if (fl_slice_eqs(kind, "stop"))
			add(items, STOP,
				line("%.*s %ld %ld %s %.*s:%ld",
					FL_ARG(fl_json_str(fl_json_get(v, "reason"))),
					(long)fl_json_int(fl_json_get(v, "signal"), 0),
					(long)fl_json_int(fl_json_get(v, "exit_code"), -1), place,
					FL_ARG(file), at));
		else if (fl_slice_eqs(kind, "frame"))
			add(items, FRAME,
				line("%ld %.*s %.*s:%ld",
					(long)fl_json_int(fl_json_get(v, "depth"), 0),
					FL_ARG(function), FL_ARG(file), at));
		else if (fl_slice_eqs(kind, "change"))
			add(items, VARIABLE,
				variable_line(fl_json_str(fl_json_get(v, "name")),
					fl_json_str(fl_json_get(v, "old")),
					fl_json_str(fl_json_get(v, "new"))));
		else
			add(items, VARIABLE,
				variable_line(fl_json_str(fl_json_get(v, "name")),
					fl_json_str(fl_json_get(v, "type")),
					fl_json_str(fl_json_get(v, "value"))));
		free(place);
	}
}

static void add_frame(struct items *items, const struct dbg_frame *f)
{
	add(items, FRAME,
		line("%ld %.*s %.*s:%ld", (long)f->depth, FL_ARG(f->function), FL_ARG(f->file),
			(long)f->line));
}

static void event_items(const struct dbg_event *e, struct items *items)
{
	if (e->shape == &dbg_stop_shape) {
		const struct dbg_stop *s = e->object;
		struct fl_slice function = s->function;
		if (s->reason == DBG_STEP && !function.len)
			function = FL_S("?");
		add(items, STOP,
			line("%s %ld %ld %.*s %.*s:%ld", dbg_reason_names.words[s->reason],
				(long)s->signal, (long)s->exit_code, FL_ARG(function),
				FL_ARG(s->file), (long)s->line));
	} else if (e->shape == &dbg_frame_shape) {
		add_frame(items, e->object);
	} else if (e->shape == &dbg_backtrace_shape) {
		const struct dbg_backtrace *b = e->object;
		for (size_t i = 0; i < b->frames.len; i++)
			add_frame(items, fl_list_at(&b->frames, &dbg_frame_shape, i));
	} else if (e->shape == &dbg_frame_vars_shape) {
		const struct dbg_frame_vars *f = e->object;
		for (size_t i = 0; i < f->locals.len; i++) {
			const struct dbg_variable *v =
				fl_list_at(&f->locals, &dbg_variable_shape, i);
			add(items, VARIABLE, variable_line(v->name, v->type, v->value));
		}
	} else if (e->shape == &dbg_variable_shape) {
		const struct dbg_variable *v = e->object;
		add(items, VARIABLE, variable_line(v->name, v->type, v->value));
	} else if (e->shape == &dbg_watched_shape) {
		const struct dbg_watched *w = e->object;
		add(items, VARIABLE, variable_line(w->expression, w->old_value, w->new_value));
	}
}

/* The longest sequence that both have in their order. */
static size_t common(const struct items *a, const struct items *b, int kind)
{
	static size_t best[ITEMS_MAX + 1][ITEMS_MAX + 1];
	size_t n = a->len[kind], m = b->len[kind];
	for (size_t i = 0; i <= n; i++)
		for (size_t j = 0; j <= m; j++) {
			best[i][j] = 0;
			if (!i || !j)
				continue;
			size_t up = best[i - 1][j], left = best[i][j - 1];
			best[i][j] = up > left ? up : left;
			if (!strcmp(a->at[kind][i - 1], b->at[kind][j - 1]))
				best[i][j] = best[i - 1][j - 1] + 1;
		}
	return best[n][m];
}

static void show(const char *name, const struct items *truth, const struct items *read, int kind)
{
	if (!getenv("FL_TRANSCRIPT_SHOW"))
		return;
	for (size_t i = 0; i < truth->len[kind]; i++)
		printf("%s %s - %s\n", name, kind_names[kind], truth->at[kind][i]);
	for (size_t i = 0; i < read->len[kind]; i++)
		printf("%s %s + %s\n", name, kind_names[kind], read->at[kind][i]);
}

static void release(struct items *items)
{
	for (int kind = 0; kind < KINDS; kind++)
		for (size_t i = 0; i < items->len[kind]; i++)
			free(items->at[kind][i]);
}

static void one_case(const char *name, struct count counts[KINDS])
{
	struct fl_buf text, json;
	struct fl_arena a;
	struct fl_error err = {0};
	struct dbg_transcript t;
	const struct fl_json *list;
	char path[4096];
	static struct items truth, read;
	memset(&truth, 0, sizeof(truth));
	memset(&read, 0, sizeof(read));
	fl_buf_init(&text, TEXT_MAX);
	fl_buf_init(&json, TEXT_MAX);
	fl_arena_init(&a, 256 << 20);
	case_path(path, name, ".txt");
	assert_int_equal(fl_buf_read_file(&text, path, &err), 0);
	case_path(path, name, ".json");
	assert_int_equal(fl_buf_read_file(&json, path, &err), 0);
	assert_int_equal(fl_json_parse(fl_buf_view(&json), &a, &list, &err), 0);
	truth_items(list, &truth);
	assert_int_equal(dbg_transcript_read(fl_buf_view(&text), &a, &t, &err), 0);
	for (size_t i = 0; i < t.event_count; i++)
		event_items(&t.events[i], &read);
	for (int kind = 0; kind < KINDS; kind++) {
		size_t right = common(&truth, &read, kind);
		counts[kind].right += right;
		counts[kind].truth += truth.len[kind];
		counts[kind].read += read.len[kind];
		if (right != truth.len[kind] || right != read.len[kind])
			show(name, &truth, &read, kind);
	}
	release(&truth);
	release(&read);
	fl_arena_release(&a);
	fl_buf_release(&json);
	fl_buf_release(&text);
}

static int is_case(const struct dirent *e)
{
	return fl_slice_ends(fl_slice_str(e->d_name), ".txt");
}

/* Run all cases that are clean, or all others. Returns how many there were. */
static size_t run_cases(bool clean, struct count counts[KINDS])
{
	char path[4096];
	struct dirent **names;
	case_path(path, "", "");
	int n = scandir(path, &names, is_case, alphasort);
	size_t ran = 0;
	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		struct fl_slice name = fl_slice_str(names[i]->d_name);
		names[i]->d_name[name.len - 4] = '\0';
		if (fl_slice_ends(fl_slice_str(names[i]->d_name), "_clean") == clean) {
			one_case(names[i]->d_name, counts);
			ran++;
		}
		free(names[i]);
	}
	free(names);
	return ran;
}

/* Of what is true or was read, the share that is both, in 1/10000ths. */
static size_t share(const struct count *c)
{
	size_t all = c->truth + c->read - c->right;
	return all ? c->right * 10000 / all : 0;
}

static void check(bool clean, size_t cases_least, size_t least)
{
	struct count counts[KINDS] = {{0}};
	size_t ran = run_cases(clean, counts);
	assert_true(ran >= cases_least || getenv("FL_TRANSCRIPT_CASES"));
	for (int kind = 0; kind < KINDS; kind++)
		printf("%s: %zu texts, %s: %zu right of %zu true, %zu read (%.2f %%)\n",
			clean ? "clean" : "mangled", ran, kind_names[kind], counts[kind].right,
			counts[kind].truth, counts[kind].read, (double)share(&counts[kind]) / 100);
	for (int kind = 0; kind < KINDS; kind++)
		assert_true(share(&counts[kind]) >= least);
}

static void test_clean(void **state)
{
	(void)state;
	check(true, 100, 10000);
}

static void test_mangled(void **state)
{
	(void)state;
	check(false, 200, 9500);
}

static void read_text(const char *text, struct fl_arena *a, struct dbg_transcript *t)
{
	struct fl_error err = {0};
	fl_arena_init(a, 16 << 20);
	if (dbg_transcript_read(fl_slice_str(text), a, t, &err))
		fail_msg("%s", err.message);
}

static void test_sessions(void **state)
{
	struct fl_arena a;
	struct dbg_transcript t;
	(void)state;
	read_text("$ gdb ./a\n(gdb) run\n[Inferior 1 (process 7) exited with code 012]\n(gdb) q\n"
		  "$ lldb b\n(lldb) target create \"b\"\n(lldb) p 1\n(int) 1\nwhat is this\n",
		&a, &t);
	assert_int_equal(t.session_count, 2);
	assert_string_equal(t.sessions[0].debugger, "gdb");
	assert_string_equal(t.sessions[1].debugger, "lldb");
	assert_int_equal(t.sessions[1].line, 5);
	assert_int_equal(t.stops, 1);
	const struct dbg_stop *s = t.events[1].object;
	assert_int_equal(s->exit_code, 10);
	assert_int_equal(t.unread_count, 1);
	assert_int_equal(t.unread[0].line, 9);
	fl_arena_release(&a);
}

/* What is cut out of a backtrace is counted, and the lines keep their numbers in the text. */
static void test_cut_out(void **state)
{
	struct fl_arena a;
	struct dbg_transcript t;
	(void)state;
	read_text("```\n(gdb) bt\n#0  f (s=\"#1  x (\") at a.c:1\n...\n#9  0x12 in main () at "
		  "a.c:2\n```\n",
		&a, &t);
	assert_int_equal(t.event_count, 2);
	assert_int_equal(t.events[1].line, 3);
	assert_ptr_equal(t.events[1].shape, &dbg_backtrace_shape);
	const struct dbg_backtrace *b = t.events[1].object;
	assert_int_equal(b->frames.len, 2);
	assert_int_equal(b->omitted, 8);
	fl_arena_release(&a);
}

/* `bt full`, of a batch without commands: one backtrace, and the locals of each frame behind it. */
static void test_full(void **state)
{
	struct fl_arena a;
	struct dbg_transcript t;
	(void)state;
	read_text("Core was generated by `./a'.\nProgram terminated with signal SIGSEGV, "
		  "Segmentation fault.\n\nwarning: Unexpected size of section `.reg'.\n#0  f (n=1) "
		  "at a.c:3\n3\t*p = n;\n"
		  "#0  f (n=1) at a.c:3\n        p = 0x0\n        s = {a = 1, b = 2}\n"
		  "#1  0x12 in g () at a.c:9\nNo locals.\n#2  0x34 in main () at a.c:12\n"
		  "        i = 4\n\n",
		&a, &t);
	assert_int_equal(t.unread_count, 0);
	assert_int_equal(t.event_count, 4);
	const struct dbg_stop *s = t.events[0].object;
	assert_int_equal(s->signal, 11);
	assert_int_equal(s->reason, DBG_SIGNAL); /* a core file can be looked at */
	assert_false(s->alive);
	assert_true(fl_slice_eqs(s->function, "f"));
	const struct dbg_backtrace *b = t.events[1].object;
	assert_ptr_equal(t.events[1].shape, &dbg_backtrace_shape);
	assert_int_equal(b->frames.len, 3);
	const struct dbg_frame_vars *v = t.events[2].object;
	assert_int_equal(v->depth, 0);
	assert_int_equal(v->locals.len, 2);
	v = t.events[3].object;
	assert_int_equal(v->depth, 2);
	assert_true(fl_slice_eqs(v->function, "main"));
	fl_arena_release(&a);
}

/* A signal that stops, and one that ends. */
static void test_signal_ends(void **state)
{
	struct fl_arena a;
	struct dbg_transcript t;
	(void)state;
	read_text("Program received signal SIGSEGV, Segmentation fault.\n0x1136 in f (n=1) at "
		  "a.c:3\n3\t*p = n;\n(gdb) continue\nContinuing.\n\nProgram terminated with "
		  "signal SIGSEGV, Segmentation fault.\nThe program no longer exists.\n",
		&a, &t);
	const struct dbg_stop *first = t.events[0].object;
	const struct dbg_stop *last = t.events[t.event_count - 1].object;
	assert_ptr_equal(t.events[t.event_count - 1].shape, &dbg_stop_shape);
	assert_int_equal(first->reason, DBG_SIGNAL);
	assert_int_equal(first->signal, 11);
	assert_true(first->alive);
	assert_int_equal(last->reason, DBG_EXIT);
	assert_int_equal(last->signal, 11);
	assert_int_equal(last->exit_code, -1);
	assert_false(last->alive);
	fl_arena_release(&a);
}

/* What a program that is joined does there is no end of a step; a core of lldb tells why later. */
static void test_joined(void **state)
{
	struct fl_arena a;
	struct dbg_transcript t;
	(void)state;
	read_text("(gdb) target remote :1234\nRemote debugging using :1234\n0x000000000000fff0 in "
		  "?? ()\n(gdb) si\n0x000000000000fff5 in ?? ()\n",
		&a, &t);
	assert_int_equal(t.stops, 2);
	const struct dbg_stop *s = t.events[1].object;
	assert_int_equal(s->reason, DBG_OTHER);
	s = t.events[3].object;
	assert_int_equal(s->reason, DBG_STEP);
	fl_arena_release(&a);
	read_text("(lldb) target create \"a\" --core \"core\"\nCore file '/tmp/core' (x86_64) was "
		  "loaded.\n(lldb) bt\n* thread #1, name = 'a', stop reason = signal SIGFPE\n"
		  "  * frame #0: 0x12 a`f(n=0) at a.c:3:4\n    frame #1: 0x34 a`main at a.c:9:2\n"
		  "(lldb) bt 1\n* thread #1, name = 'a', stop reason = signal SIGFPE\n"
		  "  * frame #0: 0x12 a`f(n=0) at a.c:3:4\n",
		&a, &t);
	assert_int_equal(t.stops, 1);
	assert_int_equal(t.frames, 3);
	s = t.events[2].object;
	assert_int_equal(s->signal, 8);
	assert_int_equal(s->line, 3);
	fl_arena_release(&a);
}

/* Panels of scripts for gdb are text: their source is no step, their trace no second stack. */
static void test_panels(void **state)
{
	struct fl_arena a;
	struct dbg_transcript t;
	(void)state;
#define BAR "\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500"
	read_text("gef\u27a4  r\n\nProgram received signal SIGSEGV, Segmentation fault.\n"
		  "0x12 in f (n=1) at a.c:4\n4\t*p = n;\n[ Legend: Code | Heap ]\n" BAR
		  " registers " BAR "\n$rax   : 0x0\n" BAR " source:a.c+4 " BAR
		  "\n      3\t int *p;\n \u2192    4\t *p = n;\n      5\t }\n" BAR " trace " BAR
		  "\n[#0] 0x12 \u2192 f(n=1)\n" BAR BAR BAR "\ngef\u27a4  p p\n$1 = (int *) 0x0\n",
		&a, &t);
	assert_int_equal(t.stops, 1);
	assert_int_equal(t.frames, 0);
	assert_int_equal(t.variables, 1);
	assert_int_equal(t.unread_count, 0);
	fl_arena_release(&a);
	read_text(
		"gdb-peda$ c\nContinuing.\n\nProgram received signal SIGSEGV, Segmentation fault.\n"
		"[-------------registers-------------]\nRAX: 0x0 \n"
		"[---------------code----------------]\n=> 0x12 <f+4>:\tmov DWORD PTR [rax],edx\n"
		"[-----------------------------------]\nLegend: code, data, rodata, value\n"
		"Stopped reason: SIGSEGV\n0x12 in f (n=1) at a.c:4\n4\t*p = n;\ngdb-peda$ q\n",
		&a, &t);
	assert_int_equal(t.stops, 1);
	const struct dbg_stop *s = t.events[1].object;
	assert_int_equal(s->line, 4);
	assert_int_equal(t.unread_count, 0);
	fl_arena_release(&a);
}

/* Commands that came from a file are not shown: the answers stand behind the prompts. */
static void test_no_echo(void **state)
{
	struct fl_arena a;
	struct dbg_transcript t;
	(void)state;
	read_text(
		"(gdb) Breakpoint 1 at 0x1139: file a.c, line 4.\n(gdb) (gdb) x = 5\n(gdb) $1 = 7\n"
		"(gdb) frobnicate 3\n",
		&a, &t);
	assert_int_equal(t.event_count, 4);
	assert_ptr_equal(t.events[0].shape, &dbg_breakpoint_shape);
	assert_ptr_equal(t.events[1].shape, &dbg_frame_vars_shape);
	assert_ptr_equal(t.events[2].shape, &dbg_variable_shape);
	assert_ptr_equal(t.events[3].shape, &dbg_typed_shape);
	fl_arena_release(&a);
}

/* What a program prints is no line of source, though it begins with a number. */
static void test_output(void **state)
{
	static const struct {
		const char *text;
		size_t stops;
		int64_t line; /* of the last */
	} of[] = {
		{"(gdb) next\n46 bottles\n12\t\tsing();\n", 1, 12},
		{"(gdb) next\n46  bottles\n47\n12\t\tsing();\n", 1, 12},
		{"(gdb) next\n46 bottles\n12              sing();\n", 1, 12},
		{"(gdb) continue\nContinuing.\n46  bottles\n47\tbottles\n"
		 "[Inferior 1 (process 7) exited normally]\n",
			1, 0},
		{"(gdb) step\nsing (n=46) at a.c:5\n46 bottles\n5 print(n);\n", 1, 5},
		{"(gdb) si\n0x1138 <f+4>  46 bottles\n0x1138 <f+4>\t13\tsing();\n", 1, 13},
		{"main () at a.c:9\n9       int n = 46;\n46 bottles\n", 1, 9},
		{"10\t\tint n = 46;\n46 bottles\n", 1, 10},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct fl_arena a;
		struct dbg_transcript t;
		const struct dbg_stop *last = NULL;
		read_text(of[i].text, &a, &t);
		for (size_t k = 0; k < t.event_count; k++)
			if (t.events[k].shape == &dbg_stop_shape)
				last = t.events[k].object;
		assert_int_equal(t.stops, of[i].stops);
		assert_int_equal(last->line, of[i].line);
		fl_arena_release(&a);
	}
}

/* A place is no command, though its function begins as a command does (`maint`, `set`). */
static void test_called(void **state)
{
	static const char *const of[] = {"(gdb) step\nmain () at a.c:9\n9\tsing();\n",
		"(gdb) step\nset (n=0x1234)\n    at a.c:9\n9\tsing();\n"};
	(void)state;
	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct fl_arena a;
		struct dbg_transcript t;
		read_text(of[i], &a, &t);
		assert_int_equal(t.commands, 1);
		assert_int_equal(t.stops, 1);
		assert_int_equal(((const struct dbg_stop *)t.events[1].object)->line, 9);
		fl_arena_release(&a);
	}
}

static void shows(const char *text, const char *file, int64_t number, const char *line)
{
	struct fl_arena a;
	struct dbg_transcript t;
	read_text(text, &a, &t);
	assert_int_equal(t.source_count, 1);
	assert_true(fl_slice_eqs(t.sources[0].file, file));
	assert_int_equal(t.sources[0].number, number);
	assert_true(fl_slice_eqs(t.sources[0].text, line));
	fl_arena_release(&a);
}

/* Lines of source that were shown are known with the file that they are of. */
static void test_sources(void **state)
{
	(void)state;
	shows("Program received signal SIGSEGV, Segmentation fault.\n"
	      "0x0000555555555185 in f (p=0x0) at a.c:5\n5\t\treturn *p;\n",
		"a.c", 5, "return *p;");
	shows("(gdb) up\n#1  0x0000555555555195 in main () at b.c:9\n9\t\tf(0);\n", "b.c", 9,
		"f(0);");
	shows("(lldb) run\nProcess 7 stopped\n* thread #1, name = 'a', stop reason = signal "
	      "SIGSEGV: "
	      "address not mapped to object (fault address: 0x0)\n"
	      "    frame #0: 0x0000555555555185 a`f(p=0x0) at a.c:5:9\n-> 5   \t\treturn *p;\n",
		"a.c", 5, "return *p;");
	struct fl_arena a;
	struct dbg_transcript t;
	read_text("(gdb) list\n1\tint x;\n2\tint y;\n", &a, &t);
	assert_int_equal(t.source_count, 0); /* of what file is not said */
	fl_arena_release(&a);
}

static void test_pair(void **state)
{
	struct fl_arena a;
	struct dbg_transcript t;
	struct fl_buf out;
	struct fl_error err = {0};
	const struct fl_json *v;
	(void)state;
	const struct dbg_pair empty = {.fix = FL_S(" \n")}, pair = {.fix = FL_S("int x;\n"),
								    .text = FL_S("a\377b"),
								    .source = FL_S("int y;\n"),
								    .path = FL_S("x.c")};
	fl_buf_init(&out, 1 << 20);
	read_text("Program received signal SIGABRT, Aborted.\n", &a, &t);
	assert_int_equal(dbg_transcript_pair(&t, &empty, &a, &out, &err), FL_EPARSE);
	fl_buf_clear(&out);
	assert_int_equal(dbg_transcript_pair(&t, &pair, &a, &out, &err), 0);
	assert_int_equal(fl_json_parse(fl_buf_view(&out), &a, &v, &err), 0);
	assert_true(fl_slice_eqs(fl_json_str(fl_json_get(v, "error_class")), "logic"));
	assert_true(fl_slice_eqs(fl_json_str(fl_json_get(v, "completion")), "int x;\n"));
	assert_true(fl_slice_eqs(
		fl_json_str(fl_json_get(fl_json_get(v, "verification"), "level")), "transcribed"));
	assert_true(fl_slice_eqs(fl_json_str(fl_json_get(v, "session")), "a\xef\xbf\xbd"
									 "b"));
	assert_true(fl_slice_eqs(fl_json_str(fl_json_get(v, "buggy")), "int y;\n"));
	assert_true(fl_slice_eqs(fl_json_str(fl_json_get(v, "path")), "x.c"));
	fl_arena_release(&a);
	read_text("hello\n", &a, &t);
	assert_int_equal(dbg_transcript_pair(&t, &pair, &a, &out, &err), FL_EPARSE);
	fl_arena_release(&a);
	fl_buf_release(&out);
}

/* A small arena is an error, not a shorter answer. */
static void test_limits(void **state)
{
	struct fl_arena a;
	struct dbg_transcript t;
	struct fl_error err = {0};
	(void)state;
	fl_arena_init(&a, 64);
	assert_int_equal(dbg_transcript_read(FL_S("(gdb) bt\n#0  f () at a.c:1\n"), &a, &t, &err),
		FL_ELIMIT);
	fl_arena_release(&a);
}

/* The stack of an endless recursion, variables as many, output: what has no room is counted. */
static void test_long(void **state)
{
	enum { COUNT = 66000 };
	struct fl_arena a;
	struct dbg_transcript t;
	struct fl_buf text;
	(void)state;
	fl_buf_init(&text, DBG_TRANSCRIPT_MAX);
	fl_buf_str(&text, "(gdb) bt full\n");
	for (int i = 0; i < COUNT; i++)
		fl_buf_printf(&text, "#%d 0x5145 in f (n=%d) at a.c:3\n        k = %d\n", i, i, i);
	fl_buf_str(&text, "(gdb) info locals\n");
	for (int i = 0; i < COUNT; i++)
		fl_buf_printf(&text, "v%d = %d\n", i, i);
	fl_buf_str(&text, "(gdb) info registers\n");
	for (int i = 0; i < COUNT; i++)
		fl_buf_printf(&text, "xmm%d 0x%032x\n", i, (unsigned)i);
	fl_arena_init(&a, (size_t)256 << 20);
	assert_int_equal(dbg_transcript_read(fl_buf_view(&text), &a, &t, NULL), 0);
	assert_int_equal(t.event_count, 3 + 1 + COUNT + 1 + 1);
	assert_int_equal(t.frames, COUNT);
	assert_int_equal(t.variables, 2 * COUNT);
	const struct dbg_backtrace *b = t.events[1].object;
	assert_int_equal(b->frames.len, 256);
	assert_int_equal(b->omitted, COUNT - 256);
	const struct dbg_frame_vars *v = t.events[1 + COUNT].object; /* also of those left out */
	assert_int_equal(v->depth, COUNT - 1);
	assert_int_equal(v->locals.len, 1);
	v = t.events[3 + COUNT].object;
	assert_int_equal(v->locals.len, 1024);
	assert_int_equal(v->omitted, COUNT - 1024);
	const struct dbg_text *regs = t.events[5 + COUNT].object;
	size_t lines = 1;
	for (size_t i = 0; i < regs->text.len; i++)
		lines += regs->text.ptr[i] == '\n';
	assert_true(t.unread_count > 0);
	assert_int_equal(lines + t.unread_count, COUNT);
	fl_arena_release(&a);
	fl_buf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sessions),
		cmocka_unit_test(test_cut_out),
		cmocka_unit_test(test_full),
		cmocka_unit_test(test_signal_ends),
		cmocka_unit_test(test_joined),
		cmocka_unit_test(test_panels),
		cmocka_unit_test(test_no_echo),
		cmocka_unit_test(test_output),
		cmocka_unit_test(test_called),
		cmocka_unit_test(test_sources),
		cmocka_unit_test(test_pair),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_long),
		cmocka_unit_test(test_clean),
		cmocka_unit_test(test_mangled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
