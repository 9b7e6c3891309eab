/*
 * What the reports of the address sanitizers have in common: the access, the memory that it hit,
 * and the headlines of the stacks.
 */
#ifndef FL_SANITIZE_MEMORY_H
#define FL_SANITIZE_MEMORY_H

#include "sanitize/builder/builder.h"

/* The direction of the access; the CWE ids of the kind's row follow it. */
void san_set_access(struct san_parser *p, enum san_access_type type);

/* Of the address sanitizers: take the line if it is "READ of size 4 at 0x… thread T0". */
bool san_take_access(struct san_parser *p, struct fl_slice line);

/* What stands after " is located ": "4 bytes inside of 40-byte region", a global, … */
void san_take_region(struct san_parser *p, struct fl_slice s);

/* Take the line if it says what the next stack is: "freed by thread T0 here:". */
bool san_take_stack_headline(struct san_parser *p, struct fl_slice line);

#endif
