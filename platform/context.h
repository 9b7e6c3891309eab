/*
 * What a piece of C or C++ is written for, and its form as a comment header:
 *
 *	// platform: x86_64-linux-gnu
 *	// compiler: g++ 12.2
 *	// standard: gnu++17
 *	// mode: user
 *	// os: linux 6.1
 *	// arch: x86_64
 *	// features: avx2 fma
 *	// libs: boost/1.83 pthread zlib/1.2+
 *	// sanitizers: address,undefined
 *	// build: cmake 3.28 / ninja 1.11
 *	// debug: true
 *
 * A line stands only for what is known. The lines, their order, and JSON come from one field table.
 * A version with "+" behind it is the least that is asked for; without, it is that one.
 */
#ifndef FL_PLATFORM_CONTEXT_H
#define FL_PLATFORM_CONTEXT_H

#include "base/model.h"

struct plat_context {
	struct fl_slice platform; /* target triple without the vendor */
	struct fl_slice compiler; /* "g++ 12.2" */
	struct fl_slice standard; /* "c++20", "gnu17"; the compiler's default when no flag says */
	struct fl_slice mode; /* "user", "kernel", "firmware" */
	struct fl_slice os; /* "linux", "linux 6.1" where a version is stated */
	struct fl_slice arch; /* "x86_64" */
	struct fl_list features; /* texts: instruction sets beyond the processor's least */
	struct fl_list libs; /* texts: "zlib", "zlib/1.2", "zlib/1.2+"; sorted */
	struct fl_list sanitizers; /* texts: as in -fsanitize= */
	struct fl_slice build; /* "cmake 3.16+", "cmake 3.28 / ninja 1.11" */
	bool debug; /* compiled with -g */
};

extern const struct fl_shape plat_context_shape;

/* The fields, by their places in the shape. */
enum plat_field {
	PLAT_FIELD_PLATFORM,
	PLAT_FIELD_COMPILER,
	PLAT_FIELD_STANDARD,
	PLAT_FIELD_MODE,
	PLAT_FIELD_OS,
	PLAT_FIELD_ARCH,
	PLAT_FIELD_FEATURES,
	PLAT_FIELD_LIBS,
	PLAT_FIELD_SANITIZERS,
	PLAT_FIELD_BUILD,
	PLAT_FIELD_DEBUG,
	PLAT_FIELDS
};

enum plat_header_style {
	PLAT_HEADER_BOS = 1, /* "// <BOS>" stands before it */
	PLAT_HEADER_ONE_LINE = 2 /* "// platform: …, compiler: …": all in one line */
};

/*
 * Append the header. Nothing is written for a context of which nothing is known. What could lead
 * out of the comment (control characters, backslashes, question marks) is written as "_".
 */
void plat_header_write(const struct plat_context *context, struct fl_buf *out);

/* The same in a style: some of enum plat_header_style. In one line, a comma in a text is a ";". */
void plat_header_write_as(const struct plat_context *context, unsigned style, struct fl_buf *out);

/*
 * Read the header at the start of text back, of any style. Texts live in the arena. *ret_len is the
 * length of the header with its last newline, 0 when text does not start with one. What stands
 * behind " //" in a line is a remark and is dropped. FL_EPARSE for a key that no field has, or one
 * that comes twice.
 */
int plat_header_read(struct fl_slice text, struct fl_arena *a, struct plat_context *ret_context,
	size_t *ret_len, struct fl_error *err);

/* Does the text start with a header, of any style? A look at its first lines alone. */
bool plat_header_starts(struct fl_slice text);

#endif
