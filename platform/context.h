/*
 * What a piece of C or C++ is written for, and its form as a comment header:
 *
 *	// platform: x86_64-linux-gnu
 *	// compiler: g++ 12.2
 *	// standard: gnu++17
 *	// mode: user
 *	// os: linux
 *	// arch: x86_64
 *	// features: avx2 fma
 *	// libs: pthread zlib
 *	// sanitizers: address,undefined
 *	// debug: true
 *
 * A line stands only for what is known. The lines, their order, and JSON come from one field table.
 */
#ifndef FL_PLATFORM_CONTEXT_H
#define FL_PLATFORM_CONTEXT_H

#include "base/model.h"

struct plat_context {
	struct fl_slice platform; /* target triple without the vendor */
	struct fl_slice compiler; /* "g++ 12.2" */
	struct fl_slice standard; /* "c++20", "gnu17"; the compiler's default when no flag says */
	struct fl_slice mode; /* "user", "kernel", "firmware" */
	struct fl_slice os; /* "linux"; no version */
	struct fl_slice arch; /* "x86_64" */
	struct fl_list features; /* texts: instruction sets that flags ask for */
	struct fl_list libs; /* texts: libraries whose headers are included, sorted */
	struct fl_list sanitizers; /* texts: as in -fsanitize= */
	bool debug; /* compiled with -g */
};

extern const struct fl_shape plat_context_shape;

/*
 * Append the header. Nothing is written for a context of which nothing is known. What could lead
 * out of the comment (control characters, backslashes, question marks) is written as "_".
 */
void plat_header_write(const struct plat_context *context, struct fl_buf *out);

/*
 * Read the header at the start of text back. Texts live in the arena. *ret_len is the length of the
 * header with its last newline, 0 when text does not start with one. What stands behind " //" in a
 * line is a remark and is dropped. FL_EPARSE for a key that no field has, or one that comes twice.
 */
int plat_header_read(struct fl_slice text, struct fl_arena *a, struct plat_context *ret_context,
	size_t *ret_len, struct fl_error *err);

#endif
