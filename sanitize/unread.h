/*
 * What looks like a report of a crash and is none that can be read: what is lost is to be told, not
 * to be passed over. docs/unread.md lists the forms.
 */
#ifndef FL_SANITIZE_UNREAD_H
#define FL_SANITIZE_UNREAD_H

#include "base/slice.h"

/*
 * The name of the form of a line that no format took, or NULL. headline: it holds a word like
 * "ERROR: "; open: a report is being read, so that a stack's first frame is its own.
 */
const char *san_unread_form(struct fl_slice line, bool headline, bool open);

#endif
