/*
 * Messages of more than one line:
 *
 *	a.cpp:3:4: error: conversion from 		gcc's -fmessage-length: three blanks, and
 *	   'int' to 'S' requested [			what is joined is the message again
 *	   -Wflag]
 *	a.cpp:3:4: error: no viable conversion		clang's: six blanks for one
 *	      from 'int' to 'S'
 *	a.cpp:3:4: error: conversion from …		-fdiagnostics-show-template-tree:
 *	  vector<					two blanks and more, lines of their own
 *	    [int != double]>
 *
 * The first line below the headline tells which it is. Each could as well be source without a
 * gutter: only the next line tells (snippet.c).
 */
#include "diag/report/snippet.h"
#include "diag/report/build.h"
#include "diag/report/place.h"

enum { TREE_INDENT = 2, GCC_INDENT = 3, CLANG_INDENT = 6 };

static size_t indent_of(struct fl_slice line)
{
	size_t n = 0;
	while (n < line.len && line.ptr[n] == ' ')
		n++;
	return n < line.len ? n : 0;
}

/* Where the message that the last headline started is kept; NULL when it was one too many. */
static struct fl_slice *message_of(struct diag_parser *p)
{
	ptrdiff_t note = p->lane->snippet.note;
	if (note < 0)
		return &p->lane->d.message;
	if ((size_t)note >= p->lane->notes.len)
		return NULL;
	return &((struct diag_note *)fl_vec_at(&p->lane->notes, (size_t)note))->message;
}

void diag_wrap_start(struct diag_parser *p, struct fl_slice line)
{
	struct diag_wrap *w = &p->lane->wrap;
	w->indent = 0;
	w->blanks = 0;
	while (w->blanks < line.len && line.ptr[line.len - 1 - w->blanks] == ' ')
		w->blanks++;
}

bool diag_wrap_take(struct diag_parser *p, struct fl_slice line)
{
	struct diag_wrap *w = &p->lane->wrap;
	struct diag_snippet *s = &p->lane->snippet;
	size_t indent = indent_of(line);
	struct fl_slice *message = p->lane->open && s->active ? message_of(p) : NULL;
	if (!message || s->gutter || s->bare_done || s->source.len)
		return false;
	bool first = !w->indent;
	if (first ? indent != TREE_INDENT && indent != GCC_INDENT && indent != CLANG_INDENT
		: w->indent == TREE_INDENT ? indent < TREE_INDENT
					   : indent != w->indent)
		return false;
	if (first) {
		w->indent = indent;
		fl_buf_clear(&w->text);
		fl_buf_slice(&w->text, *message);
		fl_buf_fill(&w->text, ' ', indent == GCC_INDENT ? w->blanks : 0);
	}
	if (w->indent == TREE_INDENT)
		fl_buf_char(&w->text, '\n');
	else if (w->indent == CLANG_INDENT)
		fl_buf_char(&w->text, ' ');
	fl_buf_slice(&w->text, fl_slice_skip(line, w->indent == TREE_INDENT ? 0 : indent));
	if (w->text.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	return true;
}

void diag_wrap_end(struct diag_parser *p)
{
	struct diag_wrap *w = &p->lane->wrap;
	struct fl_slice *message = w->indent ? message_of(p) : NULL;
	w->indent = 0;
	if (!message)
		return;
	struct diag_head h = {.message = fl_slice_trim(fl_buf_view(&w->text))};
	diag_code_cut(&h);
	p->lane->judged = false;
	p->lane->d.omitted += w->text.failed != 0; /* the end of it */
	*message = diag_build_text(p, h.message);
	if (p->lane->snippet.note < 0 && h.code.len)
		p->lane->d.code = diag_build_text(p, h.code);
}
