/*
 * Tools with forms of their own, a file each. What they say is theirs beyond doubt: its row in
 * diag/model/tool.c says what columns count and which rules are asked.
 */
#ifndef FL_DIAG_TOOLS_TOOLS_H
#define FL_DIAG_TOOLS_TOOLS_H

#include "diag/report/parser.h"

bool diag_cppcheck_line(struct diag_parser *p, struct fl_slice line);

#endif
