/*
 * One line of a stack as the sanitizer runtimes print it (StackPrinter of compiler-rt, the same in
 * gcc's libsanitizer):
 *
 *	    #1 0x55d0 in name(args) /dir/file.c:8:2		clang; gcc without the column
 *	    #1 0x55d0 in name (/dir/program+0x12f) (BuildId: …)	no line known; BuildId from clang
 *	    #1 0x55d0  (/dir/program+0x12f)			not symbolised
 *	    #1 name(args) /dir/file.c:8:2 (program+0x12f)	ThreadSanitizer
 *	    #1 name(args) <null> (program+0x12f)
 *	    #1 in name /dir/file.c:8			stack_trace_format without addresses
 *	    #1 0x55d0 in `anonymous namespace'::name C:\My dir\file.c:8	Windows
 *	    #1 0x55d0 in name+0x222 (C:\program.exe+0x12f)
 */
#ifndef FL_SANITIZE_FRAME_H
#define FL_SANITIZE_FRAME_H

#include "sanitize/report/reports.h"

/* True when the line is a frame; texts of *ret_frame then point into the line. */
bool san_frame_parse(struct fl_slice line, struct san_frame *ret_frame);

/*
 * Cut ":line:col" or ":line" off the end of a place. The rest is the file; 0 for what is not there.
 */
struct fl_slice san_place_parse(struct fl_slice place, int64_t *ret_line, int64_t *ret_col);

/*
 * The path without the prefix (or empty prefix: as it is), and, when absolute, without "." and ".."
 * parts, so that gcc's and clang's names of a system header agree. With a prefix, what stands below
 * SAN_OUTER gets the name that it has outside.
 */
#define SAN_OUTER ".outer" /* of a box: files from elsewhere than the program's directory */
struct fl_slice san_path_clean(struct fl_slice path, struct fl_slice prefix, struct fl_arena *a);

/* Does the function of a parsed frame run before main(), or start a thread? */
bool san_frame_is_startup(const struct san_frame *f);

/*
 * Make a parsed frame's texts the same for every compiler and copy them to the arena: the path
 * clean, interceptors under the name of what they intercept, no place in the runtime's own
 * source, the module's name only where nothing else is known (with opts->unresolved such a frame
 * keeps its module's path and offset). Sets whose it is: user, source,
 * library (which the caller may set before, when a frame with a line is a library's).
 */
void san_frame_clean(struct san_frame *f, const struct san_parse_opts *opts, struct fl_arena *a);

/*
 * Take frames of system libraries without a name off the end of a vector of struct san_frame, but
 * not the only frame. What the C library calls main() and threads from is local to it: without its
 * debugging symbols it has no name to be known by, but it is outermost.
 */
void san_frames_drop_startup(struct fl_vec *frames);

/*
 * Take all such frames out of a stack, which has others, and number those that stay: for a reader
 * to whom what the C library does between raise() and the kernel says nothing.
 */
void san_stack_drop_nameless(struct san_stack *s);

/*
 * Of a recursion keep the first two rounds (of at most 8 frames), and what stands around it; depths
 * count what is left. Returns how many frames went.
 */
size_t san_stack_fold(struct san_stack *s);

/*
 * A function's name without parameters, return type and template arguments: "long total<long>(long
 * const*, int)" and "total" are both "total"; "m::at(int) const" is "m::at".
 */
struct fl_slice san_function_bare(struct fl_slice function, struct fl_arena *a);

#endif
