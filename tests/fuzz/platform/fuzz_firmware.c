/* Any bytes as platformio.ini, as the files of Zephyr and of ESP-IDF: no crash. */
#include "platform/firmware/firmware.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_one(const struct plat_tree_file *files, size_t count)
{
	struct plat_tree t;
	struct fl_arena a;
	struct plat_project p;
	plat_tree_of(&t, files, count);
	fl_arena_init(&a, 64 << 20);
	if (plat_firmware_read(&t, FL_S("x"), &a, &p, NULL) == 0)
		plat_firmware_mark(&t, &a, &p, NULL);
	fl_arena_release(&a);
	plat_tree_release(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice all = fl_slice((const char *)data, size);
	const struct plat_tree_file ini[] = {
		{FL_LIT("x/platformio.ini"), all}, {FL_LIT("x/src/a.cpp"), FL_LIT("")}};
	const struct plat_tree_file zephyr[] = {
		{FL_LIT("x/prj.conf"), FL_LIT("")}, {FL_LIT("x/CMakeLists.txt"), all}};
	const struct plat_tree_file idf[] = {
		{FL_LIT("x/sdkconfig"), all}, {FL_LIT("x/CMakeLists.txt"), all}};
	read_one(ini, 2);
	read_one(zephyr, 2);
	read_one(idf, 2);
	return 0;
}
