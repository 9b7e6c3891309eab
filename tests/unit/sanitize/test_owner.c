/* Whose code a path, a module or a function is (sanitize/report/owner.h). */
#include "fixtures.h"

#include "sanitize/report/frame.h"
#include "sanitize/report/owner.h"

enum { OWN = SAN_OWNER_PROGRAM, LIB = SAN_OWNER_LIBRARY, RUN = SAN_OWNER_RUNTIME };

/* Where people build, and where libraries have their sources, in the words of real reports. */
static const struct {
	const char *path;
	int owner;
} paths[] = {
	{"/home/u/a.c", OWN},
	{"a.c", OWN},
	{"misc/a.c", OWN},
	{"../src/uaf.cpp", OWN},
	{"../../src/deep/uaf.cpp", OWN},
	{"./a.c", OWN},
	{"/usr/src/app/main.cpp", OWN},
	{"/usr/local/src/tool/main.c", OWN},
	{"/usr/home/u/a.c", OWN},
	{"/build/x/a.cpp", OWN},
	{"/build/source/src/a.cpp", OWN},
	{"/lib/a.c", OWN},
	{"/opt/work/my project/a.cpp", OWN},
	{"io/reader.c", OWN},
	{"./string/table.c", OWN},
	{"../math/matrix.cc", OWN},
	{"time/time.cpp", OWN},
	{"/home/u/misc/error.c", OWN},
	{"C:\\work\\My App\\src\\a.cpp", OWN},
	{"/home/u/include/x.h", OWN},

	{"/usr/include/c++/12/bits/stl_vector.h", LIB},
	{"/opt/gcc-13.2/include/c++/13.2.0/vector", LIB},
	{"/usr/lib/llvm-19/bin/../include/c++/v1/vector", LIB},
	{"/opt/conda/x86_64-conda-linux-gnu/include/c++/11.2.0/bits/stl_vector.h", LIB},
	{"/opt/conda/lib/gcc/x86_64-conda-linux-gnu/12.2.0/include/c++/bits/stl_vector.h", LIB},
	{"/opt/android-ndk-r25b/toolchains/llvm/prebuilt/linux-x86_64/sysroot/usr/include/c++/v1/"
	 "vector",
		LIB},
	{"/Applications/Xcode.app/Contents/Developer/Platforms/MacOSX.platform/Developer/SDKs/"
	 "MacOSX13.1.sdk/usr/include/c++/v1/vector",
		LIB},
	{"/nix/store/abc-gcc-12.3.0/include/c++/12.3.0/bits/stl_vector.h", LIB},
	{"/nix/store/abc-boost-1.79.0-dev/include/boost/asio.hpp", LIB},
	{"../../../../../src/libstdc++-v3/src/c++11/string-inst.cc", LIB},
	{"/usr/include/x86_64-linux-gnu/bits/string_fortified.h", LIB},
	{"/usr/lib/gcc/x86_64-linux-gnu/12/include/xmmintrin.h", LIB},
	{"/usr/lib/llvm-19/lib/clang/19/include/immintrin.h", LIB},
	{"/usr/src/debug/zlib-1.2.11-40.fc37.x86_64/inflate.c", LIB},
	{"/build/gcc-12-x/src/a.cc", LIB},
	{"C:\\Program Files\\Microsoft Visual Studio\\2022\\Community\\VC\\Tools\\MSVC\\14.30\\"
	 "include\\vector",
		LIB},
	{"/rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/panicking.rs", LIB},
	{"<built-in>", LIB},
	{"", LIB},

	{"../../../../src/libsanitizer/asan/asan_malloc_linux.cpp", RUN},
	{"/home/u/llvm-project/compiler-rt/lib/asan/asan_interceptors.cpp", RUN},
	{"../sysdeps/unix/sysv/linux/raise.c", RUN},
	{"./nptl/pthread_kill.c", RUN},
	{"./malloc/malloc.c", RUN},
	{"./stdlib/abort.c", RUN},
	{"string/../sysdeps/x86_64/multiarch/strlen-avx2.S", RUN},
	{"nptl/./nptl/pthread_kill.c", RUN},
	{"../csu/libc-start.c", RUN},
	{"/build/glibc-SzIz7B/glibc-2.31/malloc/malloc.c", RUN},
	{"/usr/src/debug/glibc-2.36-9.fc37.x86_64/stdlib/abort.c", RUN},
	{"/home/buildozer/aports/main/musl/src/v1.2.3/src/string/strlen.c", RUN},
	{"../../../src/libgcc/unwind.inc", RUN},
	{"D:\\a\\_work\\1\\s\\src\\vctools\\crt\\vcstartup\\src\\startup\\exe_common.inl", RUN},
	{"minkernel\\crts\\ucrt\\src\\appcrt\\heap\\free_base.cpp", RUN},
};

static void test_paths(void **state)
{
	size_t wrong = 0;
	(void)state;
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		int got = (int)san_path_owner(fl_slice_str(paths[i].path), NULL);
		if (got == paths[i].owner)
			continue;
		print_error("%s: want %d, got %d\n", paths[i].path, paths[i].owner, got);
		wrong++;
	}
	assert_int_equal(0, wrong);
}

/* Without a directory, as Valgrind has them by default. */
static void test_sources(void **state)
{
	static const struct {
		const char *function, *name;
		int owner;
	} rows[] = {
		{"int* std::__copy_move<false, true, "
		 "std::random_access_iterator_tag>::__copy_m<int>("
		 "int const*, int const*, int*)",
			"stl_algobase.h", LIB},
		{"void std::__insertion_sort<int*, __gnu_cxx::__ops::_Iter_less_iter>(int*, int*)",
			"stl_algo.h", LIB},
		{"std::vector<int, std::allocator<int> >::push_back(int const&)", "stl_vector.h",
			LIB},
		{"std::vector<int, std::allocator<int> >::_M_shrink_to_fit()", "vector.tcc", LIB},
		{"std::thread::thread<main::{lambda()#2}, , void>(main::{lambda()#2}&&)",
			"std_thread.h", LIB},
		{"std::function<void ()>::operator()() const", "std_function.h", LIB},
		{"std::__1::vector<int>::push_back(int&&)", "vector", LIB},
		{"std::__1::__tree<int>::destroy(int)", "tree.h", LIB},
		{"__gnu_cxx::new_allocator<int>::allocate(unsigned long, void const*)",
			"new_allocator.h", LIB},
		{"std::hash<point>::operator()(point const&) const", "point.h", OWN},
		{"std::__1::hash<point>::operator()(point const&) const", "hash.h", OWN},
		{"std::swap(point&, point&)", "geometry.cpp", OWN},
		{"std::vector<int> app::load<std::_Bit_type>(char const*)", "stl_vector.h", OWN},
		{"app::operator<<(std::ostream&, app::shape const&)", "std_thread.h", OWN},
		{"app::parse(std::string const&)", "basic_string.h", OWN},
		{"main", "stl_algo.h", OWN},
		{"main::{lambda(std::__cxx11::string)#1}::operator()() const", "main.cpp", OWN},
		{"std::swap(point&, point&)", "src/stl_pair.h", OWN},
	};
	static const char *const own[] = {"stl_*", NULL};
	const struct san_owners said = {own, NULL};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if ((int)san_source_owner(fl_slice_str(rows[i].function),
			    fl_slice_str(rows[i].name), NULL) != rows[i].owner)
			fail_msg("%s (%s)", rows[i].function, rows[i].name);
	assert_int_equal(OWN, san_source_owner(fl_slice_str(rows[2].function),
				      fl_slice_str(rows[2].name), &said));
}

/* A source file below every row of the table, wherever that stands, is found by it. */
static void test_every_row(void **state)
{
	static const char *const before[] = {"", "/home/u/", "../", "C:\\x\\"};
	enum san_owner owner;
	const char *row;
	size_t n = 0;
	(void)state;
	for (; san_owner_row(n, &row, &owner); n++)
		for (size_t i = 0; i < (*row == '/' ? 1 : sizeof(before) / sizeof(*before)); i++) {
			char path[256];
			size_t len =
				(size_t)snprintf(path, sizeof(path), "%s%s/x.c", before[i], row);
			for (size_t k = 0; k < len; k++)
				path[k] = path[k] == '*' ? 'x' : path[k];
			if (san_path_owner(fl_slice(path, len), NULL) != owner)
				fail_msg("%s is not found by its row", path);
		}
	assert_true(n > 30);
}

static void test_modules(void **state)
{
	static const char *const ours[] = {"/usr/src/app/a.out", "/usr/bin/prog", "/usr/lib/x/prog",
		"/box/prog", "prog", "libmine.so", "/opt/x/libmine.so.2", "C:\\x\\app.exe", "ld",
		"/usr/bin/ld", "libc", "ldap.so", "/home/u/libcalc.so"};
	static const char *const theirs[] = {"/lib/x86_64-linux-gnu/libc.so.6", "libc.so.6",
		"/usr/lib/libz.so.1", "/opt/conda/lib/libstdc++.so.6", "libtsan.so.2", "[vdso]",
		"ld-linux-x86-64.so.2", "libc-2.31.so", "/nix/store/a-glibc-2.37/lib/libc.so.6",
		"C:\\Windows\\System32\\ntdll.dll", "/usr/lib/dyld"};
	(void)state;
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
		if (san_module_is_system(fl_slice_str(ours[i]), NULL))
			fail_msg("%s", ours[i]);
	for (size_t i = 0; i < sizeof(theirs) / sizeof(*theirs); i++)
		if (!san_module_is_system(fl_slice_str(theirs[i]), NULL))
			fail_msg("%s", theirs[i]);
}

static void test_what_the_user_says(void **state)
{
	static const char *const own[] = {"/usr/include/mylib/*", "vendor/ours/*.c", NULL};
	static const char *const system[] = {"vendor/*", "*/generated/*", "third?party/*", NULL};
	const struct san_owners said = {own, system};
	(void)state;
	assert_int_equal(OWN, san_path_owner(FL_S("/usr/include/mylib/a/b.h"), &said));
	assert_int_equal(LIB, san_path_owner(FL_S("/usr/include/other/b.h"), &said));
	assert_int_equal(LIB, san_path_owner(FL_S("/home/u/vendor/x/b.c"), &said));
	assert_int_equal(OWN, san_path_owner(FL_S("/home/u/vendor/ours/b.c"), &said));
	assert_int_equal(LIB, san_path_owner(FL_S("vendor/x.c"), &said));
	assert_int_equal(OWN, san_path_owner(FL_S("/home/u/myvendor/x.c"), &said));
	assert_int_equal(LIB, san_path_owner(FL_S("/home/u/generated/x.c"), &said));
	assert_int_equal(LIB, san_path_owner(FL_S("../third-party/x.c"), &said));
	assert_int_equal(OWN, san_path_owner(FL_S("../thirdparty/x.c"), &said));
}

static const char built_at[] =
	"==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x1 bp "
	"0x2 sp 0x3\nREAD of size 4 at 0x602000000010 thread T0\n"
	"    #0 0x55d0 in std::vector<int>::operator[](unsigned long) %s/include/c++/12/vector:9\n"
	"    #1 0x55d1 in get(int) %s/x.cpp:%d\n    #2 0x55d2 in main %s/x.cpp:20\n\n";

static struct san_report report_built(
	const char *place, const char *compiler, int line, struct fl_arena *a)
{
	struct san_reports reports;
	struct fl_slice text =
		fl_arena_printf(a, built_at, compiler, place, line, place); /* NOLINT */
	assert_int_equal(0, san_parse(text, NULL, a, &reports, NULL));
	assert_int_equal(1, reports.list.len);
	return *report_at(&reports, 0);
}

static void test_the_place_of_a_build_says_nothing(void **state)
{
	static const char *const places[] = {"..", "../src", "/usr/src/app", "/build/x", "/opt/x",
		"/home/u/my project", "/lib/x", "."};
	static const char *const compilers[] = {"/usr", "/opt/conda/x86_64-conda-linux-gnu"};
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	struct san_report first = report_built("/home/u", "/usr", 7, &a);
	struct san_report other = report_built("/home/u", "/usr", 8, &a);
	assert_int_equal(7, first.line);
	assert_false(fl_slice_eq(first.hash, other.hash));
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		for (size_t k = 0; k < 2; k++) {
			struct san_report r = report_built(places[i], compilers[k], 7, &a);
			assert_int_equal(7, r.line);
			assert_text("get", r.function);
			if (!fl_slice_eq(first.hash, r.hash))
				fail_msg("%s: another hash", places[i]);
		}
	fl_arena_release(&a);
}

/* No frame of the program's own: the first with a line; without lines, what tells faults apart. */
static void test_with_no_own_frame_left(void **state)
{
	static const char headline[] =
		"==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1 bp 0x2 sp 0x3 "
		"T0)\n";
	static const struct {
		const char *frames, *file, *function;
		int line;
	} cases[] = {
		{"    #0 0x1 in boost::f() /usr/include/boost/f.hpp:3\n"
		 "    #1 0x2 in start (/lib/x86_64-linux-gnu/libc.so.6+0x1)\n",
			"/usr/include/boost/f.hpp", "boost::f", 3},
		{"    #0 0x1 in strlen ../sysdeps/x86_64/strlen.S:12\n"
		 "    #1 0x2 in half(char*) (/box/prog+0x12)\n",
			"", "half", 0},
		{"    #0 0x1 in strlen ../sysdeps/x86_64/strlen.S:12\n",
			"../sysdeps/x86_64/strlen.S", "strlen", 12},
		{"    #0 0x1  (/box/prog+0x12)\n", "", "", 0},
		{"    #0 0x1  (/box/prog+0x13)\n", "", "", 0},
		{"    #0 0x1 in quarter (/box/prog+0x13)\n", "", "quarter", 0},
		{"    #0 0x1 in f (/box/prog+0x13)\n    #1 0x2 in half (/box/prog+0x14)\n", "", "f",
			0},
		{"    #0 0x1 in f (/box/prog+0x13)\n    #1 0x2 in twice (/box/prog+0x15)\n", "",
			"f", 0},
	};
	enum { CASES = sizeof(cases) / sizeof(*cases) };
	struct fl_slice hashes[CASES];
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	for (size_t i = 0; i < CASES; i++) {
		struct san_reports reports;
		struct fl_slice text = fl_arena_printf(&a, "%s%s\n", headline, cases[i].frames);
		assert_int_equal(0, san_parse(text, NULL, &a, &reports, NULL));
		const struct san_report *r = report_at(&reports, 0);
		assert_text(cases[i].file, r->file);
		assert_text(cases[i].function, r->function);
		assert_int_equal(cases[i].line, r->line);
		hashes[i] = r->hash;
		for (size_t k = 0; k < i; k++)
			assert_false(fl_slice_eq(hashes[i], hashes[k]));
	}
	fl_arena_release(&a);
}

/* What has no name and no line goes where it is a library's, and never all of it. */
static void nameless(void **state)
{
	struct san_frame f[] = {{.depth = 0, .module = FL_S("libc.so.6"), .library = true},
		{.depth = 1, .function = FL_S("abort"), .library = true},
		{.depth = 2, .module = FL_S("libstdc++.so.6"), .library = true},
		{.depth = 3, .module = FL_S("program")},
		{.depth = 4, .function = FL_S("main"), .file = FL_S("a.c"), .line = 3}};
	struct san_frame alone[] = {{.module = FL_S("libc.so.6"), .library = true}};
	struct san_stack s = {.frames = {.items = f, .len = 5}};
	struct san_stack t = {.frames = {.items = alone, .len = 1}};
	(void)state;
	san_stack_drop_nameless(&s);
	san_stack_drop_nameless(&t);
	assert_int_equal(s.frames.len, 3);
	assert_int_equal(t.frames.len, 1);
	assert_true(fl_slice_eqs(f[0].function, "abort") && f[0].depth == 0);
	assert_true(fl_slice_eqs(f[1].module, "program") && f[1].depth == 1);
	assert_true(fl_slice_eqs(f[2].function, "main") && f[2].depth == 2 && f[2].line == 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nameless),
		cmocka_unit_test(test_paths),
		cmocka_unit_test(test_sources),
		cmocka_unit_test(test_every_row),
		cmocka_unit_test(test_modules),
		cmocka_unit_test(test_what_the_user_says),
		cmocka_unit_test(test_the_place_of_a_build_says_nothing),
		cmocka_unit_test(test_with_no_own_frame_left),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
