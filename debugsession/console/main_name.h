/*
 * Does a program's debugging information say by itself which function its main one is? That of
 * Rust, Fortran, D and Ada may; gdb takes its language and the end of its backtraces from there.
 * gdb's index files (set index-cache) do not keep it before gdb 14, so that a program with one
 * would look another way in its second session than in its first.
 *
 * Source of the format: DWARF 5, 7.5.3 (abbreviations) and 7.5.4 (DW_AT_main_subprogram); elf(5).
 */
#ifndef FL_DEBUGSESSION_MAIN_NAME_H
#define FL_DEBUGSESSION_MAIN_NAME_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The program at path; it is read as far as its headers and abbreviations go. Where that cannot be
 * said (other than 64-bit ELF of this machine's byte order, a compressed or damaged section) the
 * answer is true. False, too, for what is no ELF file or cannot be read: a debugger says more.
 */
bool dbg_main_named(const char *path);

/* The same of the bytes of a section .debug_abbrev. */
bool dbg_main_in_abbrev(const unsigned char *bytes, size_t len);

#endif
