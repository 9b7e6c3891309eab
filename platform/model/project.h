/*
 * A project as its build files describe it: targets, their sources, and what each is compiled and
 * linked with, every word with the place that it is known from. The readers (platform/cmake,
 * platform/make, …) fill it; platform/resolve makes the context of a file of it.
 *
 * Unknown and wrong are different: what a reader cannot decide it adds with `unsure`, so that
 * nobody takes it, or its absence, for known.
 */
#ifndef FL_PLATFORM_PROJECT_H
#define FL_PLATFORM_PROJECT_H

#include "base/model.h"

/* A line of a build file. */
struct plat_place {
	struct fl_slice file; /* relative to the project's root */
	int64_t line; /* from 1; 0: all of the file */
};

enum plat_what {
	PLAT_FLAG, /* one argument of the compiler as it is given: "-mavx2", "-DNAME" */
	PLAT_LINK, /* one argument of the linker: "-lz", "-fsanitize=address", "-T", "link.ld" */
	PLAT_STANDARD, /* what the build system itself calls for: "c++17", "gnu11" */
	PLAT_LIBRARY, /* a package by the name that the build file has for it: "ZLIB", "libpng" */
	PLAT_COMPILER, /* the compiler that is asked for: "arm-none-eabi-gcc" */
	PLAT_SYSTEM, /* the system that it is built for: "Linux", "Generic", "windows" */
	PLAT_ARCH, /* the processor: "armv7e-m", "aarch64" */
	PLAT_MODE, /* "kernel", "firmware": what the build file's own kind says */
	PLAT_BUILD, /* the build system: "cmake", "meson"; version: the least that it asks for */
	PLAT_BUILD_TYPE /* "Debug", "Release": the default that the project sets */
};

enum plat_languages { PLAT_FOR_C = 1, PLAT_FOR_CXX = 2, PLAT_FOR_ALL = 3 };

/*
 * How a setting's word stands to those of its kind before it: of what is set (a standard, a
 * compiler, a mode) the last counts, flags are added; removed takes an earlier word away.
 */
struct plat_setting {
	enum plat_what what;
	enum plat_languages languages;
	struct fl_slice value;
	struct fl_slice version; /* of a library or a build system, where it is stated: ">= 1.2" */
	struct plat_place at;
	bool unsure; /* stands under a condition, or is made of a value, that is not known */
	bool removed; /* an earlier word of this value no longer counts */
	bool optional; /* a library that is used where it is found */
	bool for_users; /* only for what links with this target (CMake's INTERFACE) */
};

struct plat_source {
	struct fl_slice path; /* relative to the project's root */
	struct fl_list settings; /* struct plat_setting: for this file alone */
	bool unsure; /* it is a source under a condition that is not known */
};

enum plat_target_kind {
	PLAT_PROGRAM,
	PLAT_STATIC_LIBRARY,
	PLAT_SHARED_LIBRARY,
	PLAT_LOADABLE, /* a plugin; a library that is loaded at run time */
	PLAT_OBJECTS, /* objects alone; a header library has no sources */
	PLAT_KERNEL_MODULE,
	PLAT_OTHER
};

struct plat_target {
	struct fl_slice name;
	enum plat_target_kind kind;
	struct plat_place at;
	struct fl_list sources; /* struct plat_source */
	struct fl_list
		settings; /* struct plat_setting: all that its files are built with, in order */
	bool unsure; /* it is built under a condition that is not known */
	bool sources_unsure; /* it may have more sources than these */
};

/* What was not read or not understood, with its reason. */
struct plat_skip {
	struct plat_place at;
	struct fl_slice why;
};

struct plat_project {
	struct fl_list targets; /* struct plat_target */
	struct fl_list settings; /* struct plat_setting: of all files that no target has */
	struct fl_list skipped; /* struct plat_skip */
	size_t skipped_count; /* with those that are no longer in the list */
};

enum {
	PLAT_TARGETS_MAX = 1 << 14, /* of a project */
	PLAT_SETTINGS_MAX = 1 << 12, /* of a target or a source */
	PLAT_SOURCES_MAX = 1 << 16, /* of a target */
	PLAT_SKIPPED_MAX = 100 /* that are kept of a project; the rest is counted */
};

#endif
