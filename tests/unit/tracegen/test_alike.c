/* Reports with and without names: same places, other places, other kinds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "tracegen/alike.h"

#define HEAD(kind)                                                             \
	"==2==ERROR: AddressSanitizer: " kind " on address 0x602000000034 at " \
	"pc 0x1 bp 0x2 sp 0x3\nWRITE of size 4 at 0x602000000034 thread T0\n"

static const char named[] =
	HEAD("heap-buffer-overflow") "    #0 0x7ffff7476680 in memset (/lib/libasan.so.8+0x1)\n"
				     "    #1 0x555555555172 in inner /box/x.c:5\n"
				     "    #2 0x555555555172 in outer /box/x.c:9\n"
				     "    #3 0x5555555552f0 in main /box/x.c:12\n"
				     "    #4 0x555555554ef0 in _start (/box/prog+0xef0)\n"
				     "\nallocated by thread T0 here:\n"
				     "    #0 0x7ffff749f77b in malloc (/lib/libasan.so.8+0x2)\n"
				     "    #1 0x555555555fdd in main /box/x.c:11\n";

#define BARE(kind, access, allocation)                    \
	HEAD(kind)                                        \
	"    #0 0x7fa7476680  (/lib/libasan.so.8+0x1)\n"  \
	"    #1 0x560000001172  (/box/prog+" access ")\n" \
	"    #2 0x5600000012f0  (/box/prog+0x12f0)\n"     \
	"    #3 0x560000000ef0  (/box/prog+0xef0)\n"      \
	"\nallocated by thread T0 here:\n"                \
	"    #0 0x7fa749f77b  (/lib/libasan.so.8+0x2)\n"  \
	"    #1 0x560000001fdd  (/box/prog+" allocation ")\n"

static const struct {
	const char *bare;
	bool alike;
} cases[] = {
	{BARE("heap-buffer-overflow", "0x1172", "0x1fdd"), true},
	{BARE("heap-buffer-overflow", "0x1173", "0x1fdd"), false},
	{BARE("heap-buffer-overflow", "0x1172", "0x1fd0"), false},
	{BARE("heap-use-after-free", "0x1172", "0x1fdd"), false},
	{HEAD("heap-buffer-overflow") "    #0 0x560000001172  (/box/prog+0x1172)\n", false},
	{"nothing of a report\n", false},
};

static void compares(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bool alike = !cases[i].alike;
		assert_int_equal(tg_stacks_alike(fl_slice_str(named), fl_slice_str(cases[i].bare),
					 &alike, NULL),
			0);
		if (alike != cases[i].alike)
			fail_msg("case %zu is %salike", i, alike ? "" : "not ");
	}
}

int main(void)
{
	const struct CMUnitTest all[] = {cmocka_unit_test(compares)};
	return cmocka_run_group_tests(all, NULL, NULL);
}
