/*
 * CMake's File API and trace, and meson's introspection, as projects: golden answers for small
 * projects of our own (two targets, two languages, flags of a file, libraries).
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "platform/configure/codemodel.h"
#include "platform/configure/intro.h"

static const struct plat_reply_file reply[] = {
	{FL_LIT("codemodel-v2-1.json"),
		FL_LIT("{\"configurations\":[{\"name\":\"Debug\",\"targets\":[{\"jsonFile\":"
		       "\"target-p"
		       "arts-Debug.json\"},{\"jsonFile\":\"target-tool-Debug.json\"}]}]}")},
	{FL_LIT("index-1.json"), FL_LIT("{\"cmake\":{\"version\":{\"string\":\"3.25.1\"}}}")},
	{FL_LIT("target-parts-Debug.json"),
		FL_LIT("{\"backtrace\":1,\"backtraceGraph\":{\"commands\":[\"add_library\","
		       "\"target_co"
		       "mpile_options\"],\"files\":[\"src/"
		       "CMakeLists.txt\"],\"nodes\":[{\"file\":0},{"
		       "\"command\":0,\"file\":0,\"line\":1,\"parent\":0},{\"command\":1,\"file\":"
		       "0,\""
		       "line\":2,\"parent\":0}]},\"compileGroups\":[{\"compileCommandFragments\":[{"
		       "\"f"
		       "ragment\":\"-g\"},{\"backtrace\":2,\"fragment\":\"-msse4.2\"}],"
		       "\"language\":\""
		       "C\",\"sourceIndexes\":[0]}],\"name\":\"parts\",\"sources\":[{\"backtrace\":"
		       "1,"
		       "\"path\":\"src/part.c\"}],\"type\":\"STATIC_LIBRARY\"}")},
	{FL_LIT("target-tool-Debug.json"),
		FL_LIT("{\"backtrace\":1,\"backtraceGraph\":{\"commands\":[\"add_executable\","
		       "\"target"
		       "_link_libraries\",\"target_compile_definitions\",\"set_source_files_"
		       "properties"
		       "\"],\"files\":[\"src/"
		       "CMakeLists.txt\"],\"nodes\":[{\"file\":0},{\"command\":0,"
		       "\"file\":0,\"line\":3,\"parent\":0},{\"command\":1,\"file\":0,\"line\":6,"
		       "\"par"
		       "ent\":0},{\"command\":2,\"file\":0,\"line\":4,\"parent\":0},{\"command\":3,"
		       "\"f"
		       "ile\":0,\"line\":5,\"parent\":0}]},\"compileGroups\":[{"
		       "\"compileCommandFragmen"
		       "ts\":[{\"fragment\":\"-g\"},{\"fragment\":\"-std=c++17\"},{\"backtrace\":4,"
		       "\"f"
		       "ragment\":\"-mavx2\"}],\"defines\":[{\"backtrace\":3,\"define\":\"NAME="
		       "\\\"a b"
		       "\\\"\"},{\"backtrace\":3,\"define\":\"TOOL=1\"}],\"language\":\"CXX\","
		       "\"langua"
		       "geStandard\":{\"backtraces\":[1],\"standard\":\"17\"},\"sourceIndexes\":[0]"
		       "},{"
		       "\"compileCommandFragments\":[{\"fragment\":\"-g\"}],\"defines\":[{"
		       "\"backtrace"
		       "\":3,\"define\":\"NAME=\\\"a "
		       "b\\\"\"},{\"backtrace\":3,\"define\":\"TOOL=1\"}]"
		       ",\"language\":\"C\",\"sourceIndexes\":[1]}],\"link\":{\"commandFragments\":"
		       "[{"
		       "\"fragment\":\"-g\",\"role\":\"flags\"},{\"fragment\":\"\",\"role\":"
		       "\"flags\"}"
		       ",{\"backtrace\":2,\"fragment\":\"libparts.a\",\"role\":\"libraries\"},{"
		       "\"backt"
		       "race\":2,\"fragment\":\"/usr/lib/x86_64-linux-gnu/"
		       "libz.so\",\"role\":\"librari"
		       "es\"},{\"backtrace\":2,\"fragment\":\"-lm\",\"role\":\"libraries\"}],"
		       "\"languag"
		       "e\":\"CXX\"},\"name\":\"tool\",\"sources\":[{\"backtrace\":1,\"path\":"
		       "\"src/ma"
		       "in.cpp\"},{\"backtrace\":1,\"path\":\"src/"
		       "helper.c\"}],\"type\":\"EXECUTABLE\""
		       "}")},
	{FL_LIT("toolchains-v1-1.json"),
		FL_LIT("{\"kind\":\"toolchains\",\"toolchains\":[{\"compiler\":{\"id\":\"GNU\","
		       "\"path"
		       "\":\"/usr/bin/"
		       "cc\",\"version\":\"12.2.0\"},\"language\":\"C\"},{\"compiler\":{"
		       "\"id\":\"GNU\",\"path\":\"/usr/bin/"
		       "c++\",\"version\":\"12.2.0\"},\"language\":"
		       "\"CXX\"}],\"version\":{\"major\":1,\"minor\":0}}")},
};

static const char trace[] =
	"{\"version\":{\"major\":1,\"minor\":2}}\n"
	"{\"args\":[\"CMAKE_CXX_STANDARD\",\"17\"],\"cmd\":\"set\",\"file\":\"/box/src/"
	"CMakeLists.txt\","
	"\"line\":3}\n"
	"{\"args\":[\"CMAKE_CXX_STANDARD\",\"11\"],\"cmd\":\"set\",\"file\":\"/box/src/"
	"CMakeLists.txt\","
	"\"line\":9}\n"
	"{\"args\":[\"CMAKE_C_STANDARD\",\"17\"],\"cmd\":\"set\",\"file\":\"/box/src/"
	"CMakeLists.txt\","
	"\"line\":10}\n"
	"{\"args\":[\"CMAKE_C_FLAGS_DEBUG\",\"-g\"],\"cmd\":\"set\",\"file\":\"/box/src/"
	"flags.cmake\","
	"\"line\":2}\n"
	"{\"args\":[\"X\",\"-gz\"],\"cmd\":\"set\",\"file\":\"/box/src/flags.cmake\",\"line\":3}\n"
	"{\"args\":[\"X\",\"-g\"],\"cmd\":\"set\",\"file\":\"/usr/share/cmake/"
	"x.cmake\",\"line\":4}\n"
	"{\"args\":[\"X\",\"-g\n"
	"nonsense\n";

static const struct plat_reply_file introspected[] = {
	{FL_LIT("build.ninja"),
		FL_LIT("build tool.p/main.cpp.o: cpp_COMPILER ../src/main.cpp\n"
		       " ARGS = -Itool.p\n"
		       "\n"
		       "build tool: cpp_LINKER tool.p/main.cpp.o | /usr/lib/libz.so libparts.a\n"
		       " LINK_ARGS = -Wl,--as-needed -Wl,--start-group libparts.a "
		       "/usr/lib/x86_64-linux-gnu/libz.so -lm -Wl,--end-group -pthread\n")},
	{FL_LIT("intro-targets.json"),
		FL_LIT("[{\"name\":\"parts\",\"type\":\"static library\",\"defined_in\":"
		       "\"/box/src/meson.build\",\"filename\":[\"/box/build/libparts.a\"],"
		       "\"target_sources\":[{\"language\":\"c\",\"compiler\":[\"cc\"],"
		       "\"parameters\":["
		       "\"-I/box/src\",\"-std=c11\",\"-g\",\"-msse4.2\"],\"sources\":["
		       "\"/box/src/"
		       "part.c\"],\"generated_sources\":[]}]},{\"name\":\"tool\",\"type\":"
		       "\"executable\",\"defined_in\":\"/box/src/meson.build\",\"filename\":["
		       "\"/box/build/"
		       "tool\"],\"target_sources\":[{\"language\":\"cpp\",\"parameters\":["
		       "\"-std=c++17\",\"-pthread\"],\"sources\":[\"/box/src/main.cpp\"]},{"
		       "\"language\":\"c\",\"parameters\":[\"-std=c11\",\"-DNAME=\\\"a b\\\"\"],"
		       "\"sources\":[\"/box/src/helper.c\",\"/box/build/"
		       "made.c\"]}]},{\"name\":\"docs\","
		       "\"type\":\"custom\",\"target_sources\":[]}]")},
	{FL_LIT("meson-info.json"), FL_LIT("{\"meson_version\":{\"full\":\"1.0.1\"}}")},
};

static void show_settings(const struct fl_list *settings, struct fl_buf *out)
{
	const struct plat_setting *v = settings->items;
	for (size_t i = 0; i < settings->len; i++) {
		fl_buf_printf(out, " %s%.*s",
			v[i].languages == PLAT_FOR_ALL ? ""
			: v[i].languages == PLAT_FOR_C ? "c:"
						       : "c++:",
			FL_ARG(v[i].value));
		if (v[i].version.len)
			fl_buf_printf(out, "=%.*s", FL_ARG(v[i].version));
		if (v[i].at.line)
			fl_buf_printf(out, "@%.*s:%d", FL_ARG(v[i].at.file), (int)v[i].at.line);
	}
}

/* The project as lines: its settings; then each target, and below it its sources. */
static void show(const struct plat_project *p, struct fl_buf *out)
{
	const struct plat_target *t = p->targets.items;
	show_settings(&p->settings, out);
	for (size_t i = 0; i < p->targets.len; i++) {
		const struct plat_source *s = t[i].sources.items;
		fl_buf_printf(out, "\n%.*s %d @%.*s:%d;", FL_ARG(t[i].name), t[i].kind,
			FL_ARG(t[i].at.file), (int)t[i].at.line);
		show_settings(&t[i].settings, out);
		for (size_t j = 0; j < t[i].sources.len; j++) {
			fl_buf_printf(out, "\n  %.*s", FL_ARG(s[j].path));
			show_settings(&s[j].settings, out);
		}
	}
}

static void check(int rc, const struct plat_project *p, const char *expected)
{
	struct fl_buf out;
	fl_buf_init(&out, 1 << 16);
	assert_int_equal(rc, 0);
	show(p, &out);
	assert_string_equal(out.data, expected);
	fl_buf_release(&out);
}

static struct fl_list files_of(
	const struct plat_reply_file *files, size_t count, struct fl_arena *a)
{
	struct fl_list list = {fl_arena_array(a, count, sizeof(*files)), count};
	memcpy(list.items, files, count * sizeof(*files));
	return list;
}

static void test_codemodel(void **state)
{
	(void)state;
	struct fl_arena a;
	struct plat_project p;
	struct plat_trace places;
	fl_arena_init(&a, 8 << 20);
	struct fl_list files = files_of(reply, sizeof(reply) / sizeof(*reply), &a);
	assert_int_equal(plat_trace_read(FL_S(trace), &a, &places, NULL), 0);
	check(plat_codemodel_read(&files, &places, &a, &p, NULL), &p,
		" cmake=3.25.1 Debug c:gcc=12.2.0 c++:g++=12.2.0\n"
		"parts 1 @src/CMakeLists.txt:1; c:-g@flags.cmake:2 "
		"c:-msse4.2@src/CMakeLists.txt:2\n"
		"  src/part.c\n"
		"tool 0 @src/CMakeLists.txt:3; c:-g@flags.cmake:2 "
		"c:-DNAME=\"a b\"@src/CMakeLists.txt:4 c:-DTOOL=1@src/CMakeLists.txt:4 "
		"c++:-g@flags.cmake:2 c++:-std=c++17@CMakeLists.txt:3 "
		"c++:-mavx2@src/CMakeLists.txt:5 c++:-DNAME=\"a b\"@src/CMakeLists.txt:4 "
		"c++:-DTOOL=1@src/CMakeLists.txt:4 -g -lz@src/CMakeLists.txt:6 "
		"-lm@src/CMakeLists.txt:6\n"
		"  src/main.cpp\n"
		"  src/helper.c");
	fl_arena_release(&a);
}

static void test_intro(void **state)
{
	(void)state;
	struct fl_arena a;
	struct plat_project p;
	fl_arena_init(&a, 8 << 20);
	struct fl_list files =
		files_of(introspected, sizeof(introspected) / sizeof(*introspected), &a);
	check(plat_intro_read(&files, &a, &p, NULL), &p,
		" meson=1.0.1\n"
		"parts 1 @meson.build:0; c:-std=c11 c:-g c:-msse4.2\n"
		"  part.c\n"
		"tool 0 @meson.build:0; c++:-std=c++17 c++:-pthread c:-std=c11 c:-DNAME=\"a b\" "
		"-Wl,--as-needed -Wl,--start-group -lz -lm -Wl,--end-group -pthread\n"
		"  main.cpp\n"
		"  helper.c");
	fl_arena_release(&a);
}

static void test_bad(void **state)
{
	(void)state;
	static const char *const models[] = {"", "{", "[]", "{\"configurations\":7}",
		"{\"configurations\":[{\"targets\":[{\"jsonFile\":\"none\"}]}]}"};
	static const int codes[] = {FL_EPARSE, FL_EPARSE, 0, 0, FL_EPARSE};
	for (size_t i = 0; i < sizeof(models) / sizeof(*models); i++) {
		struct fl_arena a;
		struct plat_project p;
		fl_arena_init(&a, 1 << 20);
		struct plat_reply_file file = {
			FL_LIT("codemodel-v2-1.json"), fl_slice_str(models[i])};
		struct fl_list files = {&file, 1};
		assert_int_equal(plat_codemodel_read(&files, NULL, &a, &p, NULL), codes[i]);
		file.name = FL_S("intro-targets.json");
		assert_int_equal(plat_intro_read(&files, &a, &p, NULL), i < 2 ? FL_EPARSE : 0);
		fl_arena_release(&a);
	}
}

/* Backtraces that go round, indexes out of range, paths out of the tree. */
static void test_hostile(void **state)
{
	(void)state;
	struct fl_arena a;
	struct plat_project p;
	struct plat_reply_file both[] = {
		{FL_LIT("codemodel-v2-1.json"),
			FL_LIT("{\"configurations\":[{\"targets\":[{\"jsonFile\":\"t\"}]}]}")},
		{FL_LIT("t"),
			FL_LIT("{\"type\":\"EXECUTABLE\",\"name\":\"x\",\"backtrace\":0,"
			       "\"backtraceGraph\":{\"nodes\":[{\"parent\":0,\"file\":9}],"
			       "\"files\":["
			       "\"/etc/passwd\"]},\"sources\":[{\"path\":\"../../a.c\"},{\"path\":"
			       "\"b.c\"}],\"compileGroups\":[{\"language\":\"C\",\"sourceIndexes\":"
			       "[-1,0,1,"
			       "99999999999],\"compileCommandFragments\":[{\"backtrace\":-5,"
			       "\"fragment\":"
			       "\"-O2 'x\"},{}]},{\"language\":\"CUDA\"},7]}")},
	};
	fl_arena_init(&a, 1 << 20);
	struct fl_list files = {both, 2};
	check(plat_codemodel_read(&files, NULL, &a, &p, NULL), &p,
		" cmake\nx 0 @:0; c:-O2 c:x\n  b.c");
	fl_arena_release(&a);
}

static void test_reply(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_list files;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(
		plat_reply_read(FL_S("b x 3\n123\na 0\n\nc 99\nshort"), &a, &files, NULL), 0);
	assert_int_equal(files.len, 2);
	assert_true(fl_slice_eqs(plat_reply_file(&files, FL_S("b x")), "123"));
	assert_true(fl_slice_eqs(plat_reply_starting(&files, "b"), "123"));
	assert_int_equal(plat_reply_file(&files, FL_S("c")).len, 0);
	assert_int_equal(plat_reply_read(FL_S("\n \n12\n"), &a, &files, NULL), 0);
	assert_int_equal(files.len, 0);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_codemodel),
		cmocka_unit_test(test_intro),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_reply),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
