#include "tracegen/target.h"

#include <stdio.h>
#include <unistd.h>

const struct tg_target_info tg_targets[TG_TARGETS] = {
	[TG_I386] = {"i386", "i686-linux-gnu", "qemu-i386", "i686-linux-gnu-gcc-12",
		"i686-linux-gnu-g++-12", "gcc-12-i686-linux-gnu", "g++-12-i686-linux-gnu"},
	[TG_AARCH64] = {"aarch64", "aarch64-linux-gnu", "qemu-aarch64", "aarch64-linux-gnu-gcc-12",
		"aarch64-linux-gnu-g++-12", "gcc-12-aarch64-linux-gnu", "g++-12-aarch64-linux-gnu"},
	[TG_S390X] = {"s390x", "s390x-linux-gnu", "qemu-s390x", "s390x-linux-gnu-gcc-12",
		"s390x-linux-gnu-g++-12", "gcc-12-s390x-linux-gnu", "g++-12-s390x-linux-gnu"},
};

#if defined(__x86_64__)
const char tg_host_name[] = "x86_64";
#elif defined(__aarch64__)
const char tg_host_name[] = "aarch64";
#else
const char tg_host_name[] = "riscv64";
#endif

static bool is_here(const char *command)
{
	char path[64];
	snprintf(path, sizeof(path), "/usr/bin/%s", command);
	return access(path, X_OK) == 0;
}

const char *tg_target_lacks(enum tg_target target, enum tg_language language)
{
	const struct tg_target_info *t = &tg_targets[target];
	if (!is_here(t->emulator))
		return "qemu-user";
	if (!is_here(t->gcc))
		return t->gcc_package;
	return language == TG_CXX && !is_here(t->gxx) ? t->gxx_package : NULL;
}
