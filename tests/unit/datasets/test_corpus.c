/* Corpora: programs, what they include, manifests, and hostile files and directories. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "datasets/corpus/corpus.h"

static const char main_text[] = "int main(void) { return 0; }\n";

struct fixture {
	char dir[40];
	struct fl_arena arena;
	struct ds_corpus corpus;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	strcpy(f->dir, "/tmp/fl-corpus-XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	assert_int_equal(chdir(f->dir), 0);
	fl_arena_init(&f->arena, 64 << 20);
	ds_corpus_init(&f->corpus, &f->arena);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	const char *const argv[] = {"rm", "-rf", f->dir, NULL};
	const struct fl_process_spec spec = {.argv = argv};
	struct fl_process_result result;
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(fl_process_run(&spec, NULL, NULL, &result, NULL), 0);
	ds_corpus_release(&f->corpus);
	fl_arena_release(&f->arena);
	free(f);
	return 0;
}

static void put(const char *path, const void *bytes, size_t len)
{
	char dir[256];
	strcpy(dir, path);
	for (char *s = strchr(dir, '/'); s; s = strchr(s + 1, '/')) {
		*s = '\0';
		mkdir(dir, 0777);
		*s = '/';
	}
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, len, f), len);
	fclose(f);
}

static void put_text(const char *path, const char *text)
{
	put(path, text, strlen(text));
}

/* A main of its own for each path: programs of the same content would be duplicates. */
static void put_main(const char *path)
{
	char text[300];
	snprintf(text, sizeof(text), "/* %s */\n%s", path, main_text);
	put_text(path, text);
}

static const struct ds_program *program(const struct fixture *f, const char *path)
{
	for (size_t i = 0; i < f->corpus.programs.len; i++)
		if (fl_slice_eqs(ds_corpus_program(&f->corpus, i)->path, path))
			return ds_corpus_program(&f->corpus, i);
	fail_msg("no program %s", path);
	return NULL;
}

static const char *refused(const struct fixture *f, const char *path)
{
	for (size_t i = 0; i < f->corpus.refusals.len; i++) {
		const struct ds_refusal *r = ds_corpus_refusal(&f->corpus, i);
		if (fl_slice_eqs(r->path, path))
			return ds_refusal_names.words[r->reason];
	}
	return "not refused";
}

static void add(struct fixture *f, const char *path)
{
	struct fl_error err = {0};
	int rc = ds_corpus_add(&f->corpus, path, &err);
	assert_string_equal(err.message, "");
	assert_int_equal(rc, 0);
}

static void loose_files(void **state)
{
	struct fixture *f = *state;
	put_main("b.cpp");
	put_main("a.c");
	put_main("sub/c.cc");
	put_main("sub/.hidden.c");
	put_main(".git/x.c");
	put_text(
		"sub/lib.c", "int f(void) { return /* main( */ 1; } const char *s = \"main()\";\n");
	put_text("notes.txt", "nothing");
	put_text("k.c", "#include \"k.h\"\n#include <stdio.h>\nmain ()\n{ }\n");
	put_text("k.h", "  #  include \"inc/deep.h\"\n#include \"missing.h\"\n");
	put_text("inc/deep.h", "#include \"../k.h\"\n#include \"../../out.h\"\nint x;\n");
	add(f, ".");
	static const char *const order[] = {"a.c", "b.cpp", "k.c", "sub/c.cc"};
	assert_int_equal(f->corpus.programs.len, 4);
	for (size_t i = 0; i < 4; i++)
		assert_true(fl_slice_eqs(ds_corpus_program(&f->corpus, i)->path, order[i]));
	assert_string_equal(refused(f, "sub/lib.c"), "no_main");
	assert_int_equal(f->corpus.refusals.len, 1);
	const struct tg_program *k = &program(f, "k.c")->program;
	assert_int_equal(k->files.len, 3);
	assert_non_null(tg_program_file(k, FL_S("k.h")));
	assert_non_null(tg_program_file(k, FL_S("inc/deep.h")));
	assert_true(fl_slice_eqs(k->std, "gnu17"));
	const struct ds_program *c = program(f, "sub/c.cc");
	assert_true(fl_slice_eqs(c->program.std, "c++17"));
	assert_int_equal(c->program.language, TG_CXX);
	assert_true(fl_slice_eqs(c->dir, "sub/"));
	assert_true(fl_slice_eqs(tg_text_at(&c->program.sources, 0), "c.cc"));
}

/* "../" leads to what else is in the corpus, and not out of it. */
static void above(void **state)
{
	struct fixture *f = *state;
	put_text("one/src/a.c", "#include \"../inc/x.h\"\nint main(void) { return 0; }\n");
	put_text("one/inc/x.h", "#include \"../../two.h\"\n#include \"../../../etc.h\"\n");
	put_text("two.h", "int two;\n");
	put_text("one/b.c", "#include \"../../out.h\"\nint main(void) { return 1; }\n");
	put_text("m/faultline.json", "{\"programs\": [{\"sources\": [\"c.c\"]}]}");
	put_text("m/c.c", "#include \"../two.h\"\nint main(void) { return 2; }\n");
	add(f, ".");
	const struct ds_program *a = program(f, "one/src/a.c");
	assert_int_equal(a->program.files.len, 3);
	assert_true(fl_slice_eqs(a->dir, ""));
	assert_true(fl_slice_eqs(tg_text_at(&a->program.sources, 0), "one/src/a.c"));
	assert_non_null(tg_program_file(&a->program, FL_S("two.h")));
	assert_non_null(tg_program_file(&a->program, FL_S("one/inc/x.h")));
	assert_true(fl_slice_eqs(program(f, "one/b.c")->dir, "one/"));
	assert_int_equal(program(f, "m/c.c")->program.files.len, 1);
}

static void same_from_anywhere(void **state)
{
	struct fixture *f = *state;
	put_main("x/a.c");
	put_main("x/b.c");
	add(f, "x");
	struct ds_corpus other;
	ds_corpus_init(&other, &f->arena);
	char path[64];
	snprintf(path, sizeof(path), "%s/x/", f->dir);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(ds_corpus_add(&other, path, NULL), 0);
	assert_int_equal(other.programs.len, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct ds_program *p = ds_corpus_program(&f->corpus, i);
		const struct ds_program *q = ds_corpus_program(&other, i);
		assert_true(fl_slice_eq(p->path, q->path));
		assert_true(fl_slice_eq(p->sha256, q->sha256));
		assert_true(fl_object_eq(&tg_program_shape, &p->program, &q->program));
	}
	ds_corpus_release(&other);
}

static void hostile_files(void **state)
{
	struct fixture *f = *state;
	put_main("good.c");
	put_text("empty.c", "");
	put_text("blank.c", " \n\t\n");
	put("nul.c", "int main(void)\0{}", 17);
	put_text("noise.c", "main(\1\2\3\4\5\6\1\2\3\4\5\6\1\2\3\4\5\6\1\2\3\4\5\6)");
	put_text("latin.c",
		"int main(void) { } /* caf\351 and some more text behind it, enough */\n");
	put("copy.c", "", 0);
	put_text("copy.c", "/* good.c */\nint main(void) { return 0; }\n");
	FILE *big = fopen("big.c", "w");
	assert_int_equal(ftruncate(fileno(big), 50 << 20), 0);
	fclose(big);
	assert_int_equal(mkfifo("pipe.c", 0666), 0);
	assert_int_equal(symlink("good.c", "link.c"), 0);
	assert_int_equal(symlink(".", "loop"), 0);
	assert_int_equal(symlink("/dev/zero", "zero.c"), 0);
	mkdir("dir.c", 0777);
	put_main("dir.c/in.c");
	add(f, ".");
	static const char *const expected[][2] = {{"empty.c", "empty"}, {"blank.c", "empty"},
		{"nul.c", "binary"}, {"noise.c", "binary"}, {"good.c", "duplicate"},
		{"big.c", "too_large"}, {"pipe.c", "not_a_file"}, {"link.c", "not_a_file"},
		{"zero.c", "not_a_file"}};
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
		assert_string_equal(refused(f, expected[i][0]), expected[i][1]);
	assert_int_equal(f->corpus.refusals.len, sizeof(expected) / sizeof(expected[0]));
	/* copy.c comes before good.c and is the same text. */
	assert_int_equal(f->corpus.programs.len, 3);
	program(f, "copy.c");
	program(f, "latin.c");
	program(f, "dir.c/in.c");
}

static void unreadable(void **state)
{
	struct fixture *f = *state;
	if (geteuid() == 0)
		skip(); /* root reads everything */
	put_main("secret.c");
	chmod("secret.c", 0);
	put_main("locked/x.c");
	chmod("locked", 0);
	add(f, ".");
	chmod("locked", 0700);
	assert_string_equal(refused(f, "secret.c"), "unreadable");
	assert_string_equal(refused(f, "locked"), "unreadable");
}

static void deep_directories(void **state)
{
	struct fixture *f = *state;
	put_main("good.c");
	int fd = open(".", O_RDONLY | O_DIRECTORY);
	for (int i = 0; i < 80; i++) {
		assert_int_equal(mkdirat(fd, "d", 0777), 0);
		int next = openat(fd, "d", O_RDONLY | O_DIRECTORY);
		close(fd);
		fd = next;
	}
	close(fd);
	add(f, ".");
	assert_int_equal(f->corpus.programs.len, 1);
	assert_int_equal(f->corpus.refusals.len, 1);
	assert_string_equal(
		ds_refusal_names.words[ds_corpus_refusal(&f->corpus, 0)->reason], "too_large");
}

static void manifest(void **state)
{
	struct fixture *f = *state;
	put_text("p/faultline.json",
		"{\"licence\": \"Zlib\", \"repository\": \"example.org/z\", \"programs\": [\n"
		"{\"name\": \"one\", \"sources\": [\"main.c\", \"lib/*.c\"], \"mutate\": "
		"[\"lib/a.c\"],\n"
		" \"files\": [\"data/w?.txt\"], \"args\": [\"-v\", \"x y\"], \"stdin\": "
		"\"hello\\n\",\n"
		" \"flags\": [\"-Ilib/inc\", \"-std=c99\", \"-DX\"], \"libs\": [\"-lm\"]},\n"
		"{\"sources\": [\"two.cpp\"]}]}");
	put_text("p/main.c", "#include \"api.h\"\nint main(void) { return 0; }\n");
	put_text("p/lib/a.c", "int a;\n");
	put_text("p/lib/b.c", "int b;\n");
	put_text("p/lib/inc/api.h", "int c;\n");
	put_text("p/data/w1.txt", "one");
	put_text("p/data/w22.txt", "two");
	put_main("p/two.cpp");
	put_main("p/unlisted.c");
	add(f, ".");
	assert_int_equal(f->corpus.refusals.len, 0);
	assert_int_equal(f->corpus.programs.len, 2);
	const struct ds_program *one = program(f, "p/main.c");
	const struct tg_program *t = &one->program;
	assert_true(fl_slice_eqs(one->licence, "Zlib"));
	assert_true(fl_slice_eqs(one->repository, "example.org/z"));
	assert_true(fl_slice_eqs(t->name, "one"));
	assert_true(fl_slice_eqs(t->std, "c99"));
	assert_true(fl_slice_eqs(t->input, "hello\n"));
	assert_int_equal(t->sources.len, 3);
	assert_true(fl_slice_eqs(tg_text_at(&t->sources, 2), "lib/b.c"));
	assert_int_equal(t->mutate.len, 1);
	assert_int_equal(t->flags.len, 2);
	assert_true(fl_slice_eqs(tg_text_at(&t->flags, 1), "-DX"));
	assert_true(fl_slice_eqs(tg_text_at(&t->args, 1), "x y"));
	assert_true(fl_slice_eqs(tg_text_at(&t->libs, 0), "-lm"));
	assert_int_equal(t->files.len, 5);
	assert_non_null(tg_program_file(t, FL_S("lib/inc/api.h")));
	assert_non_null(tg_program_file(t, FL_S("data/w1.txt")));
	assert_int_equal(program(f, "p/two.cpp")->program.mutate.len, 1);
}

static void inputs(void **state)
{
	struct fixture *f = *state;
	put_text("faultline.json",
		"{\"programs\": [{\"sources\": [\"a.c\"], \"inputs\": [{\"stdin\": \"1\\n\", "
		"\"args\": "
		"[\"-v\"]}, {}, {\"stdin\": \"2\"}]}, {\"sources\": [\"a.c\"], \"inputs\": "
		"[{\"stdin\": \"1\\n\"}, {\"args\": [\"-v\"]}, {\"stdin\": \"2\"}]}]}");
	put_main("a.c");
	add(f, ".");
	assert_int_equal(f->corpus.programs.len, 2); /* no duplicates: inputs tell them apart */
	const struct tg_program *p = &ds_corpus_program(&f->corpus, 0)->program;
	assert_int_equal(tg_program_inputs(p), 3);
	assert_int_equal(tg_program_shown(p), 1);
	assert_int_equal(p->args.len, 1);
	assert_true(fl_slice_eqs(p->input, "1\n"));
	struct tg_program last = tg_program_with(p, 2);
	assert_int_equal(last.args.len, 0);
	assert_true(fl_slice_eqs(last.input, "2"));
}

static const struct {
	const char *json, *path, *reason;
} bad_manifests[] = {
	{"{\"programs\": [{\"sources\": [\"a.c\"], \"inputs\": {}}]}", "faultline.json",
		"bad_manifest"},
	{"{\"programs\": [{\"sources\": [\"a.c\"], \"inputs\": [1]}]}", "faultline.json",
		"bad_manifest"},
	{"{\"programs\": [{\"sources\": [\"a.c\"], \"inputs\": [{\"args\": 1}]}]}",
		"faultline.json", "bad_manifest"},
	{"{\"programs\": [{\"sources\": [\"a.c\"], \"stdin\": \"1\", \"inputs\": [{}]}]}",
		"faultline.json", "bad_manifest"},
	{"", "faultline.json", "bad_manifest"},
	{"[]", "faultline.json", "bad_manifest"},
	{"{\"programs\": {}}", "faultline.json", "bad_manifest"},
	{"{\"licence\": 1, \"programs\": []}", "faultline.json", "bad_manifest"},
	{"{\"repository\": 1, \"programs\": []}", "faultline.json", "bad_manifest"},
	{"{\"programs\": [1]}", "faultline.json", "bad_manifest"},
	{"{\"programs\": [{}]}", "faultline.json", "bad_manifest"},
	{"{\"programs\": [{\"sources\": \"a.c\"}]}", "faultline.json", "bad_manifest"},
	{"{\"programs\": [{\"sources\": [1]}]}", "faultline.json", "bad_manifest"},
	{"{\"programs\": [{\"sources\": [\"*.x\"]}]}", "faultline.json", "bad_manifest"},
	{"{\"programs\": [{\"sources\": [\"a\\u0000.c\"]}]}", "faultline.json", "bad_manifest"},
	{"{\"programs\": [{\"sources\": [\"gone.c\"]}]}", "gone.c", "unreadable"},
	{"{\"programs\": [{\"sources\": [\"../a.c\"]}]}", "../a.c", "bad_manifest"},
	{"{\"programs\": [{\"sources\": [\"/etc/x.c\"]}]}", "/etc/x.c", "bad_manifest"},
	{"{\"programs\": [{\"sources\": [\"a.c\", \"b.txt\"]}]}", "a.c", "bad_manifest"},
	{"{\"programs\": [{\"sources\": [\"a.c\"], \"mutate\": [\"b.c\"]}]}", "a.c",
		"bad_manifest"},
	{"{\"programs\": [{\"sources\": [\"out/x.c\"]}]}", "out/x.c", "unreadable"},
	{"{\"programs\": [{\"sources\": [\"a.c\"], \"files\": [\"fifo\"]}]}", "a.c", "not_a_file"},
	{"{\"programs\": [{\"build\": \"make\"}]}", "faultline.json", "bad_manifest"},
	{"{\"programs\": [{\"test\": \"make\"}]}", "faultline.json", "bad_manifest"},
	{"{\"programs\": [{\"build\": \"make\", \"test\": \"\"}]}", "faultline.json",
		"bad_manifest"},
	{"{\"programs\": [{\"build\": [\"make\"], \"test\": \"x\"}]}", "faultline.json",
		"bad_manifest"},
	{"{\"programs\": [{\"build\": \"a\\u0000b\", \"test\": \"x\"}]}", "faultline.json",
		"bad_manifest"},
	{"{\"programs\": [{\"build\": \"a\", \"test\": \"b\", \"sources\": [\"a.c\"]}]}",
		"faultline.json", "bad_manifest"},
	{"{\"programs\": [{\"build\": \"a\", \"test\": \"b\", \"inputs\": [{}]}]}",
		"faultline.json", "bad_manifest"},
};

static void hostile_manifests(void **state)
{
	struct fixture *f = *state;
	put_main("a.c");
	put_main("b.cpp");
	mkfifo("fifo", 0666);
	assert_int_equal(symlink("/tmp", "out"), 0);
	for (size_t i = 0; i < sizeof(bad_manifests) / sizeof(bad_manifests[0]); i++) {
		struct ds_corpus c;
		ds_corpus_init(&c, &f->arena);
		put_text("faultline.json", bad_manifests[i].json);
		assert_int_equal(ds_corpus_add(&c, ".", NULL), 0);
		assert_int_equal(c.programs.len, 0);
		assert_int_equal(c.refusals.len, 1);
		const struct ds_refusal *r = ds_corpus_refusal(&c, 0);
		if (!fl_slice_eqs(r->path, bad_manifests[i].path) ||
			strcmp(ds_refusal_names.words[r->reason], bad_manifests[i].reason) != 0)
			fail_msg("%s: %.*s %s", bad_manifests[i].json, FL_ARG(r->path),
				ds_refusal_names.words[r->reason]);
		ds_corpus_release(&c);
	}
}

/* A project's programs, as the one who builds it tells them. */
static int tell(void *ctx, const struct ds_project *project, struct fl_arena *a,
	struct ds_told *ret_told, struct fl_error *err)
{
	static struct fl_slice paths[] = {FL_LIT("src/x.c"), FL_LIT("-std=c99"), FL_LIT("-DX")};
	static struct tg_file files[] = {
		{FL_LIT("src/x.c"), FL_LIT("int main(void) { return 0; }\n")}};
	static struct tg_program p = {.name = FL_LIT("bin/x"),
		.files = {files, 1},
		.sources = {paths, 1},
		.mutate = {paths, 1},
		.flags = {paths + 1, 2}};
	static struct ds_untold untold = {
		FL_LIT("bin/y"), DS_UNTOLD_ALL_TESTS, FL_LIT("none left")};
	(void)a;
	(void)err;
	assert_string_equal(project->build, "make");
	assert_string_equal(project->test, "make check");
	assert_int_equal(project->mutate.len, 1);
	assert_true(fl_slice_eqs(tg_text_at(&project->mutate, 0), "src/*.c"));
	char path[300];
	snprintf(path, sizeof(path), "%s/notes", project->dir);
	assert_int_equal(access(path, R_OK), 0);
	*(int *)ctx += 1;
	*ret_told = (struct ds_told){.programs = {&p, 1}, .untold = {&untold, 1}};
	return 0;
}

static void projects(void **state)
{
	struct fixture *f = *state;
	int calls = 0;
	struct fl_error err = {0};
	put_text("p/notes", "x");
	put_text("p/faultline.json",
		"{\"licence\": \"MIT\", \"repository\": \"r\", \"programs\": [{\"name\": \"pro\", "
		"\"build\": \"make\", \"test\": \"make check\", \"mutate\": [\"src/*.c\"]}]}");
	assert_int_equal(ds_corpus_add(&f->corpus, ".", &err), FL_EMISSING);
	f->corpus.project = tell;
	f->corpus.project_ctx = &calls;
	add(f, ".");
	assert_int_equal(calls, 1);
	const struct ds_program *p = program(f, "p/src/x.c");
	assert_true(fl_slice_eqs(p->program.name, "pro:bin/x"));
	assert_true(fl_slice_eqs(p->program.std, "c99"));
	assert_int_equal(p->program.flags.len, 1);
	assert_true(fl_slice_eqs(p->licence, "MIT"));
	assert_true(fl_slice_eqs(p->repository, "r"));
	assert_string_equal(refused(f, "p/bin/y"), "all_tests");
}

static void licences(void **state)
{
	struct fixture *f = *state;
	put_text("a.c",
		"/* SPDX-License-Identifier: GPL-2.0-or-later WITH x */\nint main(void) {}\n");
	put_text("LICENSE", "MIT License\n\nPermission is hereby granted, free of charge, …\n");
	put_main("s/t/b.c");
	put_text("s/LICENSE", "zlib: altered source versions must be plainly marked as such\n");
	put_main("u/c.c");
	add(f, ".");
	assert_true(fl_slice_eqs(program(f, "a.c")->licence, "GPL-2.0-or-later WITH x"));
	assert_true(fl_slice_eqs(program(f, "s/t/b.c")->licence, "Zlib"));
	assert_true(fl_slice_eqs(program(f, "u/c.c")->licence, "MIT"));
}

static void arguments(void **state)
{
	struct fixture *f = *state;
	struct fl_error err;
	put_main("a.c");
	put_text("x.txt", "x");
	add(f, "a.c");
	program(f, "a.c");
	add(f, "./a.c");
	assert_string_equal(refused(f, "a.c"), "duplicate");
	assert_int_equal(ds_corpus_add(&f->corpus, "gone", &err), FL_EIO);
	assert_int_equal(ds_corpus_add(&f->corpus, "x.txt", &err), FL_EINVAL);
	struct fl_arena small;
	struct ds_corpus c;
	fl_arena_init(&small, 100);
	ds_corpus_init(&c, &small);
	assert_int_equal(ds_corpus_add(&c, ".", &err), FL_ELIMIT);
	ds_corpus_release(&c);
	fl_arena_release(&small);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(loose_files, setup, teardown),
		cmocka_unit_test_setup_teardown(above, setup, teardown),
		cmocka_unit_test_setup_teardown(same_from_anywhere, setup, teardown),
		cmocka_unit_test_setup_teardown(hostile_files, setup, teardown),
		cmocka_unit_test_setup_teardown(unreadable, setup, teardown),
		cmocka_unit_test_setup_teardown(deep_directories, setup, teardown),
		cmocka_unit_test_setup_teardown(manifest, setup, teardown),
		cmocka_unit_test_setup_teardown(inputs, setup, teardown),
		cmocka_unit_test_setup_teardown(hostile_manifests, setup, teardown),
		cmocka_unit_test_setup_teardown(projects, setup, teardown),
		cmocka_unit_test_setup_teardown(licences, setup, teardown),
		cmocka_unit_test_setup_teardown(arguments, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
