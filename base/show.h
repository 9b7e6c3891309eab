/*
 * Texts of others, for people: names of files, what a program or a compiler printed, messages that
 * quote them. A terminal obeys what it is sent (`\e]0;` renames its window, a newline forges a line
 * of ours, U+202E turns the rest around), so whatever a tool writes for people passes here. Data
 * (JSON, literals) has escapes of its own.
 *
 * Shown instead of themselves: control characters (\n, \t, \x1b), characters that turn or hide text
 * (\u202e: bidirectional controls, zero-width and private ones, line separators), bytes that are
 * not UTF-8 (\xff).
 */
#ifndef FL_BASE_SHOW_H
#define FL_BASE_SHOW_H

#include "base/buf.h"

/* What gets through besides printable characters. */
enum {
	FL_SHOW_TABS = 1,
	FL_SHOW_LINES = 3, /* line feeds and tabs; a CR before a line feed goes */
	FL_SHOW_JSON = 8, /* the text is JSON and stays it: characters above U+FFFF */
	FL_SHOW_COLOURS = 4 /* colours and styles as compilers write them: ESC [ … m, ESC [ K */
};

/* Append the text as a part of one line: nothing of it but printable characters. */
void fl_show(struct fl_buf *out, struct fl_slice text);

/* The same, but for what the flags let through. */
void fl_show_as(struct fl_buf *out, struct fl_slice text, unsigned flags);

/* What fmt makes, as a part of one line. */
void fl_show_printf(struct fl_buf *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * For mains: a line "tool: text" on standard error. What cannot be written there is lost, as there
 * is nobody to tell.
 */
void fl_tell(const char *tool, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void fl_vtell(const char *tool, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));

/* The line "tool: intro" and below it the lines of a text, indented, so that none is like ours. */
void fl_tell_lines(const char *tool, const char *intro, struct fl_slice text);

/*
 * A valid character that turns or hides text around it, or shows differently everywhere: C1
 * controls, bidirectional and zero-width ones, line separators, private use, no characters.
 */
bool fl_show_hides(uint32_t c);

#endif
