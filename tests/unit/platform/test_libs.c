/* One name for a library, whoever speaks of it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "platform/libs/libs.h"
#include "platform/libs/table.h"

static void check(struct fl_slice got, const char *want)
{
	if (!fl_slice_eqs(got, want))
		fail_msg("\"%.*s\" is not \"%s\"", FL_ARG(got), want);
}

static void test_names(void **state)
{
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 16);
	check(plat_lib_of_link(FL_S("z"), &a), "zlib");
	check(plat_lib_of_link(FL_S("ssl"), &a), "openssl");
	check(plat_lib_of_link(FL_S("m"), &a), "");
	check(plat_lib_of_link(FL_S("MyOwn"), &a), "myown");
	check(plat_lib_of_link(FL_S("$(FOO)"), &a), "");
	check(plat_lib_of_package(FL_S("ZLIB::ZLIB"), &a), "zlib");
	check(plat_lib_of_package(FL_S("ZLIB"), &a), "zlib");
	check(plat_lib_of_package(FL_S("zlib1g-dev"), &a), "zlib");
	check(plat_lib_of_package(FL_S("glib-2.0"), &a), "glib");
	check(plat_lib_of_package(FL_S("gtk+-3.0"), &a), "gtk3");
	check(plat_lib_of_package(FL_S("Threads::Threads"), &a), "pthread");
	check(plat_lib_of_package(FL_S("Boost::filesystem"), &a), "boost");
	check(plat_lib_of_package(FL_S("KF5::Crash"), &a), "kf5-crash");
	check(plat_lib_of_package(FL_S("KF5::ConfigCore"), &a), "kf5-config");
	check(plat_lib_of_package(FL_S("KF5::"), &a), "kf5");
	check(plat_lib_of_package(FL_S("XCB::XKB"), &a), "xcb-xkb");
	check(plat_lib_of_package(FL_S("XCB::Unheard"), &a), "xcb");
	check(plat_lib_of_package(FL_S("PW::Unheard"), &a), "");
	check(plat_lib_of_package(FL_S("PW::PW"), &a), "pw");
	check(plat_lib_of_package(FL_S("My::curl"), &a), "curl");
	check(plat_lib_of_package(FL_S("Qt::Core"), &a), "qt");
	check(plat_lib_of_package(FL_S("KF5"), &a), "kf5");
	check(plat_lib_of_package(FL_S("Qt5::Core"), &a), "qt5");
	check(plat_lib_of_package(FL_S("LibIntl::LibIntl"), &a), "");
	check(plat_lib_of_package(FL_S("wayland-protocols"), &a), "");
	check(plat_lib_of_package(FL_S("Doxygen"), &a), "");
	check(plat_lib_of_package(FL_S("PkgConfig::WHATEVER"), &a), "");
	check(plat_lib_of_package(FL_S("OpenSSL::SSL"), &a), "openssl");
	fl_arena_release(&a);
}

static void test_headers(void **state)
{
	(void)state;
	check(plat_lib_of_header(FL_S("zlib.h")), "zlib");
	check(plat_lib_of_header(FL_S("openssl/evp.h")), "openssl");
	check(plat_lib_of_header(FL_S("boost/asio/ip/tcp.hpp")), "boost");
	check(plat_lib_of_header(FL_S("stdio.h")), "");
	check(plat_lib_of_header(FL_S("config.h")), "");
	check(plat_lib_of_header(FL_S("")), "");
	check(plat_lib_of_header(FL_S("/")), "");
}

/* The tables are searched by halves: they have to be in order. */
static void test_order(void **state)
{
	static const char *const *const tables[] = {
		plat_lib_links, plat_lib_pkgs, plat_lib_cmake, plat_lib_packages, plat_lib_headers};
	(void)state;
	for (size_t t = 0; t < sizeof(tables) / sizeof(*tables); t++) {
		struct fl_slice last = {0};
		for (const char *const *row = tables[t]; *row; row++) {
			struct fl_slice rest = fl_slice_str(*row);
			while (rest.len) {
				ptrdiff_t end = fl_slice_chr(rest, ' ');
				struct fl_slice pair =
					fl_slice_head(rest, end < 0 ? rest.len : (size_t)end);
				struct fl_slice name =
					fl_slice_head(pair, (size_t)fl_slice_chr(pair, '='));
				assert_true(fl_slice_cmp(last, name) < 0);
				last = name;
				rest = fl_slice_skip(rest, pair.len + 1);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_headers),
		cmocka_unit_test(test_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
