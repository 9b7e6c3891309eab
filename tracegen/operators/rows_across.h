/*
 * The rows of faults that show at run time and are made of edits in several files
 * (tracegen/operators/ops.h). Programs of one file have no sites of them, so that their weights
 * are those of faults in programs of several.
 */
#ifndef FL_TRACEGEN_OPERATORS_ROWS_ACROSS_H
#define FL_TRACEGEN_OPERATORS_ROWS_ACROSS_H

#include "tracegen/edit.h"

/* X(function suffix, name, phase, class, CWE, weight, summary, fix, source of the weight) */
#define TG_OPS_ACROSS(X)                                                                           \
	X(swapped_parameters, "swapped-parameters", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-683", 250,  \
		"parameters changed places, but not the arguments of all calls",                   \
		"give the parameters the order that the calls have",                               \
		"Wang 2018: a function with its callers, first among fixes of several places")     \
	X(own_copy, "own-copy", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-1108", 300,                     \
		"each file has a variable of its own where they are to share one",                 \
		"declare it extern in the header and define it in one source",                     \
		"Wang 2018: a variable with its users, second among fixes of several places")      \
	X(lost_reference, "lost-reference", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-393", 300,          \
		"a parameter that gives something back is passed by value",                        \
		"pass it by reference",                                                            \
		"Wang 2018: a function with its callers, first among fixes of several places")     \
	X(narrow_interface, "narrow-interface", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-681", 100,      \
		"a function takes or returns a type that does not hold what is passed",            \
		"give the parameter or the result a type that holds it", "Codeflaws: types 4 %")   \
	X(stale_constant, "stale-constant", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-547", 40,           \
		"a file has another number than the constant of the header that it is meant to "   \
		"be",                                                                              \
		"use the constant, with its right value",                                          \
		"Wang 2018: a variable with its users, second among fixes of several places")      \
	X(caller_and_callee, "caller-and-callee", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-710", 12,     \
		"a call and the function that is called, in another file, are wrong",              \
		"mend both places",                                                                \
		"Wang 2018: a function with its callers, first among fixes of several places")     \
	X(missing_on_both_sides, "missing-on-both-sides", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-670", \
		40, "something is missing at a call and in the function, in another file",         \
		"write it in both places",                                                         \
		"BugsC++: omissions 36 %; Wang 2018: a function with its callers")                 \
	X(value_on_both_sides, "value-on-both-sides", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-682", 30, \
		"wrong values stand in two functions, in two files",                               \
		"put the right values in both places",                                             \
		"ManySStuBs4J: wrong identifier 35 %; Wang 2018: a function with its callers")     \
	X(condition_on_both_sides, "condition-on-both-sides", TG_RUNTIME, DIAG_CLASS_LOGIC,        \
		"CWE-697", 12,                                                                     \
		"a condition is wrong at a call, and one in the function, in another file",        \
		"restore both conditions",                                                         \
		"Pan 2008: conditions 5.6 to 18.6 %; Wang 2018: a function with its callers")      \
	X(half_followed, "half-followed", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-193", 300,            \
		"a function gives one more or less than before, and one of its callers alone was " \
		"adapted",                                                                         \
		"give what the other callers take, and take it so in all of them",                 \
		"Wang 2018: a function with its callers, first among fixes of several places")     \
	X(dropped_parameter, "dropped-parameter", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-628", 250,    \
		"a parameter was taken out for the value that many calls pass, and others pass "   \
		"another one",                                                                     \
		"give the function its parameter back, and the calls what they passed",            \
		"Wang 2018: a function with its callers, first among fixes of several places")     \
	X(same_slip, "same-slip", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-710", 30,                     \
		"the same mistake was made in two files", "mend it in both",                       \
		"Wang 2018: like code in several places; ManySStuBs4J: wrong identifier 35 %")     \
	X(missing_ends, "missing-ends", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-670", 400,              \
		"what two files do with the same member, variable or constant is missing",         \
		"do it in both files",                                                             \
		"BugsC++: omissions 36 %; Wang 2018: two functions with one field")

#endif
