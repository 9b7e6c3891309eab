/* Any bytes as a makefile, beside one that it may include and sources: no crash, bounded work. */
#include "platform/firmware/firmware.h"
#include "platform/make/make.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice all = fl_slice((const char *)data, size);
	const struct plat_tree_file files[] = {
		{FL_LIT("Makefile"), all},
		{FL_LIT("sub/Makefile"), fl_slice_head(all, size / 2)},
		{FL_LIT("config.mk"), fl_slice_skip(all, size / 2)},
		{FL_LIT("a.c"), FL_LIT("int a;\n")},
		{FL_LIT("sub/b.cpp"), FL_LIT("int b;\n")},
		{FL_LIT("link.ld"), all},
	};
	struct plat_tree t;
	struct fl_arena a;
	struct plat_project p;
	plat_tree_of(&t, files, sizeof(files) / sizeof(files[0]));
	fl_arena_init(&a, 64 << 20);
	if (plat_make_read(&t, FL_S(""), &a, &p, NULL) == 0)
		plat_firmware_mark(&t, &a, &p, NULL);
	fl_arena_release(&a);
	plat_tree_release(&t);
	return 0;
}
