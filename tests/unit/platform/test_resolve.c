/* A project and a file of it make one context a target, or what they have in common. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "platform/commands/commands.h"
#include "platform/resolve/load.h"
#include "platform/resolve/own.h"
#include "platform/source/source.h"

#define SET(w, v)                                                           \
	{                                                                   \
		.what = (w), .languages = PLAT_FOR_ALL, .value = FL_LIT(v), \
		.at = { FL_LIT("CMakeLists.txt"),                           \
			3 }                                                 \
	}

static struct plat_setting app_settings[] = {
	SET(PLAT_STANDARD, "c++17"),
	SET(PLAT_FLAG, "-mavx2"),
	{.what = PLAT_LIBRARY, .value = FL_LIT("ZLIB"), .version = FL_LIT(">= 1.2")},
	{.what = PLAT_LIBRARY, .value = FL_LIT("PNG"), .optional = true},
	SET(PLAT_LINK, "-lcore"),
	{.what = PLAT_BUILD, .value = FL_LIT("cmake"), .version = FL_LIT("3.16")},
	{.what = PLAT_LIBRARY, .value = FL_LIT("CURL"), .for_users = true},
};
static struct plat_setting core_settings[] = {
	SET(PLAT_STANDARD, "c++17"),
	{.what = PLAT_FLAG,
		.languages = PLAT_FOR_ALL,
		.value = FL_LIT("-fsanitize=address"),
		.unsure = true},
	{.what = PLAT_BUILD, .value = FL_LIT("cmake"), .version = FL_LIT("3.16")},
};
static struct plat_setting test_settings[] = {
	{.what = PLAT_STANDARD, .value = FL_LIT("c++20"), .unsure = true},
};
static struct plat_source app_sources[] = {
	{.path = FL_LIT("src/main.cpp")}, {.path = FL_LIT("src/both.cpp")}};
static struct plat_source core_sources[] = {
	{.path = FL_LIT("src/both.cpp")}, {.path = FL_LIT("src/core.cpp")}};
static struct plat_source test_sources[] = {{.path = FL_LIT("test/t.cpp")}};
static struct plat_target targets[] = {
	{.name = FL_LIT("app"),
		.kind = PLAT_PROGRAM,
		.sources = {app_sources, 2},
		.settings = {app_settings, 7}},
	{.name = FL_LIT("core"),
		.kind = PLAT_SHARED_LIBRARY,
		.sources = {core_sources, 2},
		.settings = {core_settings, 3}},
	{.name = FL_LIT("t"),
		.kind = PLAT_OTHER,
		.sources = {test_sources, 1},
		.settings = {test_settings, 1}},
};
static struct plat_project project = {.targets = {targets, 3}};

static void check_of(const struct plat_known *known, const struct plat_view *view,
	enum plat_targets which, const char *want)
{
	struct plat_index *index;
	struct plat_context context;
	struct fl_list results;
	struct fl_arena a;
	struct fl_buf out;
	fl_arena_init(&a, 1 << 20);
	fl_buf_init(&out, 1 << 16);
	assert_int_equal(0, plat_index_new(known, 1, NULL, &a, &index, NULL));
	assert_int_equal(0, plat_index_file(index, view, which, &a, &results, NULL));
	for (size_t i = 0; i < results.len; i++) {
		const struct plat_result *r = (const struct plat_result *)results.items + i;
		plat_claims_context(&r->claims, &a, &context);
		plat_header_write_as(&context, PLAT_HEADER_ONE_LINE, &out);
	}
	assert_string_equal(want, out.data);
	fl_buf_release(&out);
	fl_arena_release(&a);
}

static void check(const char *file, const char *text, enum plat_targets which, const char *want)
{
	struct plat_known known = {&project, PLAT_FROM_STATIC};
	struct plat_view view = {.file = fl_slice_str(file), .text = fl_slice_str(text)};
	check_of(&known, &view, which, want);
}

static void test_files(void **state)
{
	(void)state;
	check("src/main.cpp", "", PLAT_TARGETS_COMMON,
		"// standard: c++17, mode: user, features: avx2, libs: zlib/1.2+, build: cmake "
		"3.16+\n");
	/* what is unsure is not said, and not taken from the text either */
	check("test/t.cpp", "std::optional<int> x;\n", PLAT_TARGETS_COMMON, "");
	/* the build file tells the links: an include adds none but those it is unsure of */
	check("src/core.cpp", "#include <png.h>\n", PLAT_TARGETS_COMMON,
		"// standard: c++17, mode: user, build: cmake 3.16+\n");
	check("src/main.cpp", "#include <png.h>\n#include <lzma.h>\n", PLAT_TARGETS_COMMON,
		"// standard: c++17, mode: user, features: avx2, libs: png zlib/1.2+, build: cmake "
		"3.16+\n");
	check("test/t.cpp", "#include <png.h>\n", PLAT_TARGETS_COMMON, "// libs: png\n");
}

/* A target that sets no standard has the compiler's default, which a text that needs less has. */
static void test_default_standard(void **state)
{
	struct plat_source sources[] = {{.path = FL_LIT("a.cpp")}};
	struct plat_target plain[] = {
		{.name = FL_LIT("a"), .kind = PLAT_PROGRAM, .sources = {sources, 1}}};
	struct plat_project built = {.targets = {plain, 1}}, loose = {.targets = {NULL, 0}};
	struct plat_known known = {&built, PLAT_FROM_STATIC};
	struct plat_view view = {.file = FL_S("a.cpp"), .text = FL_S("std::optional<int> x;\n")};
	(void)state;
	check_of(&known, &view, PLAT_TARGETS_COMMON, "");
	view.text = FL_S("std::span<int> x;\n");
	check_of(&known, &view, PLAT_TARGETS_COMMON, "// standard: c++20\n");
	known.project = &loose;
	view.text = FL_S("std::optional<int> x;\n");
	check_of(&known, &view, PLAT_TARGETS_COMMON, "// standard: c++17\n");
}

static void test_own_headers(void **state)
{
	static const struct plat_tree_file files[] = {
		{FL_LIT("lib/include/png.h"), FL_LIT("")}, {FL_LIT("lib/src/a.c"), FL_LIT("")}};
	struct fl_slice text = FL_S("#include <png.h>\n#include \"zlib.h\"\n");
	struct plat_tree tree;
	struct plat_facts facts;
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 16);
	plat_tree_of(&tree, files, 2);
	plat_facts_init(&facts, &a);
	plat_source_read(text, false, false, FL_S("lib/src/a.c"), &facts);
	plat_own_headers_drop(&tree, FL_S("lib/src/a.c"), &facts);
	assert_int_equal(1, facts.list.len);
	assert_true(fl_slice_eqs(plat_facts_at(&facts, 0)->value, "zlib"));
	plat_facts_release(&facts);
	fl_arena_release(&a);
}

/* With the commands alone nothing is known of links, unlike with build files. */
static void test_unlinked(void **state)
{
	struct plat_known known = {&project, PLAT_FROM_COMMANDS};
	struct plat_view view = {.file = FL_S("src/core.cpp"), .text = FL_S("#include <png.h>\n")};
	struct plat_index *index;
	struct fl_list results;
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(0, plat_index_new(&known, 1, NULL, &a, &index, NULL));
	assert_int_equal(0, plat_index_file(index, &view, PLAT_TARGETS_EACH, &a, &results, NULL));
	const struct plat_result *r = results.items;
	assert_true(fl_texts_have(&r->claims.at[PLAT_FIELD_LIBS].values, FL_S("png")));
	fl_arena_release(&a);
}

/* A release build takes no -g away; what targets are built with is not for files of none. */
static void test_debug(void **state)
{
	static struct plat_setting settings[] = {
		SET(PLAT_FLAG, "-g"), SET(PLAT_LINK, "-lz"), SET(PLAT_BUILD_TYPE, "Release")};
	static struct plat_source sources[] = {{.path = FL_LIT("a.c")}};
	static struct plat_target one[] = {{.name = FL_LIT("a"),
		.kind = PLAT_PROGRAM,
		.sources = {sources, 1},
		.settings = {settings, 3}}};
	static struct plat_project small = {.targets = {one, 1}, .settings = {settings, 1}};
	static const char *const want[] = {"// libs: zlib, debug: true\n", ""};
	static const char *const names[] = {"a.c", "b.c"};
	struct plat_known known = {&small, PLAT_FROM_STATIC};
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct plat_view view = {.file = fl_slice_str(names[i])};
		check_of(&known, &view, PLAT_TARGETS_EACH, want[i]);
	}
}

static void test_several_targets(void **state)
{
	(void)state;
	check("src/both.cpp", "", PLAT_TARGETS_COMMON,
		"// standard: c++17, mode: user, build: cmake 3.16+\n");
	check("src/both.cpp", "", PLAT_TARGETS_EACH,
		"// standard: c++17, mode: user, features: avx2, libs: zlib/1.2+, build: cmake "
		"3.16+\n"
		"// standard: c++17, mode: user, build: cmake 3.16+\n");
}

static void test_files_without_target(void **state)
{
	(void)state;
	check("src/inner/a.hpp", "", PLAT_TARGETS_COMMON,
		"// standard: c++17, mode: user, build: cmake 3.16+\n");
	check("src/core.h", "", PLAT_TARGETS_COMMON,
		"// standard: c++17, mode: user, build: cmake 3.16+\n");
	check("other/x.cpp", "", PLAT_TARGETS_COMMON, "");
}

static const struct plat_tree_file tree_files[] = {
	{FL_LIT("a.c"), FL_LIT("")},
	{FL_LIT("sub/b.cpp"), FL_LIT("")},
	{FL_LIT("build/compile_commands.json"),
		FL_LIT("[{\"directory\":\"/w/build\",\"command\":\"ccache gcc -std=gnu11 \\\"-DA=b "
		       "c\\\" "
		       "-o CMakeFiles/app.dir/a.c.o -c /w/a.c\",\"file\":\"/w/a.c\"},\n"
		       "{\"directory\":\"/w/"
		       "build\",\"arguments\":[\"g++\",\"-std=c++20\",\"-g\",\"-c\","
		       "\"../sub/b.cpp\",\"-o\",\"libx.so.p/b.o\"],\"file\":\"../sub/b.cpp\"}]\n")},
};

static void test_commands(void **state)
{
	struct plat_tree tree;
	struct plat_project p;
	struct fl_arena a;
	struct fl_error err;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	plat_tree_of(&tree, tree_files, 3);
	assert_int_equal(0, plat_commands_read(&tree, FL_S("build"), &a, &p, &err));
	assert_int_equal(2, p.targets.len);
	const struct plat_target *t = p.targets.items;
	const struct plat_source *s = t[1].sources.items;
	assert_true(fl_slice_eqs(t[0].name, "app"));
	assert_true(fl_slice_eqs(t[1].name, "x"));
	assert_true(fl_slice_eqs(s[0].path, "sub/b.cpp"));
	assert_int_equal(2, t[1].at.line);
	const struct plat_setting *settings = t[0].settings.items;
	assert_true(fl_slice_eqs(settings[0].value, "cmake"));
	assert_true(fl_slice_eqs(settings[1].value, "gcc"));
	assert_true(fl_slice_eqs(settings[3].value, "-DA=b c"));
	fl_arena_release(&a);
}

static void test_bad_commands(void **state)
{
	static const char *const texts[] = {"", "{}", "[1, null, {}, {\"file\": 3}]",
		"[{\"file\":\"a.c\"}]", "[{\"file\":\"a.c\",\"command\":\"\\\"\\\\\"}]"};
	static const int want[] = {FL_EPARSE, FL_EPARSE, 0, 0, 0};
	(void)state;
	for (size_t i = 0; i < 5; i++) {
		struct plat_tree_file files[] = {{FL_LIT("a.c"), FL_LIT("")},
			{FL_LIT("compile_commands.json"), fl_slice_str(texts[i])}};
		struct plat_tree tree;
		struct plat_project p;
		struct fl_arena a;
		fl_arena_init(&a, 1 << 20);
		plat_tree_of(&tree, files, 2);
		assert_int_equal(
			want[i], plat_commands_read(&tree, fl_slice(NULL, 0), &a, &p, NULL));
		fl_arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_default_standard),
		cmocka_unit_test(test_own_headers),
		cmocka_unit_test(test_unlinked),
		cmocka_unit_test(test_debug),
		cmocka_unit_test(test_several_targets),
		cmocka_unit_test(test_files_without_target),
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_bad_commands),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
