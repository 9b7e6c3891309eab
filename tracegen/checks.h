/*
 * What of a program checks the rest: faults go into the code under test, never there. A function
 * that is a test by its name, the arguments of assert_x() and expect_x(), an if that does nothing
 * but give up (abort(), exit(1), main's return 1), and what is declared as the expected value.
 */
#ifndef FL_TRACEGEN_CHECKS_H
#define FL_TRACEGEN_CHECKS_H

#include "tracegen/node.h"

bool tg_in_check(const struct tg_unit *u, const struct tg_node *n);

#endif
