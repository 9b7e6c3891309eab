/*
 * The rows of the faults whose cause is logic: conditions/, values/, statements/
 * (tracegen/operators/ops.h).
 */
#ifndef FL_TRACEGEN_OPERATORS_ROWS_LOGIC_H
#define FL_TRACEGEN_OPERATORS_ROWS_LOGIC_H

#include "tracegen/edit.h"

/* X(function suffix, name, phase, class, CWE, weight, summary, fix, source of the weight) */
#define TG_OPS_LOGIC(X)                                                                            \
	X(loop_bound, "loop-bound", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-193", 30,                   \
		"the condition of a loop is off by one",                                           \
		"restore the comparison so that the loop ends at its bound",                       \
		"Codeflaws: boundaries of comparisons 8 %, with `boundary`")                       \
	X(boundary, "boundary", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-193", 90,                       \
		"a comparison takes in its bound, or leaves it out",                               \
		"compare so that the bound itself falls on the right side",                        \
		"Codeflaws: boundaries of comparisons 8 %")                                        \
	X(condition, "condition", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-697", 60,                     \
		"a condition is too tight or too loose",                                           \
		"test for all the cases that are meant and no others",                             \
		"Codeflaws: conditions tightened or loosened 8 %; Pan 2008: conditions 6 to 19 %") \
	X(relational_swap, "relational-swap", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-697", 3,          \
		"a comparison tests for the opposite", "restore the direction of the comparison",  \
		"Codeflaws: operators replaced 0.8 %")                                             \
	X(and_or, "and-or", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-480", 25,                           \
		"a logical and stands for an or, or the other way round",                          \
		"join the conditions the way that is meant",                                       \
		"ManySStuBs4J: binary operators 3.5 %")                                            \
	X(operand_dropped, "operand-dropped", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-670", 90,         \
		"one part of a condition is missing", "test for the missing part as well",         \
		"Pan 2008: conditions 6 to 19 %, mostly by adding to them")                        \
	X(inverted_boolean, "inverted-boolean", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-670", 25,       \
		"a truth value is the wrong way round", "restore the value or its negation",       \
		"ManySStuBs4J: booleans 3 %")                                                      \
	X(assign_for_equal, "assign-for-equal", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-481", 5,        \
		"= stands where == is meant", "compare instead of assigning",                      \
		"ManySStuBs4J: binary operators 3.5 %, this among them")                           \
	X(wrong_variable, "wrong-variable", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-682", 60,           \
		"another variable of the same type is used", "use the variable that is meant",     \
		"ManySStuBs4J: wrong identifier 35 %; Codeflaws: wrong variable 6 %")              \
	X(copy_paste, "copy-paste", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-682", 60,                   \
		"a copied statement kept a name of the one it was copied from",                    \
		"use the name that belongs to this statement",                                     \
		"ManySStuBs4J: wrong identifier 35 %, this among them")                            \
	X(wrong_function, "wrong-function", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-684", 60,           \
		"a similar function is called instead of the one that is meant",                   \
		"call the function that is meant", "ManySStuBs4J: wrong function 16 %")            \
	X(swapped_arguments, "swapped-arguments", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-683", 30,     \
		"two arguments of a call have changed places",                                     \
		"pass the arguments in their order",                                               \
		"ManySStuBs4J: swapped arguments, within calls; Pan 2008: arguments 15 to 26 %")   \
	X(argument_value, "argument-value", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-687", 40,           \
		"an argument of a call has the wrong value", "pass the value that is meant",       \
		"Pan 2008: arguments of calls 15 to 26 %")                                         \
	X(constant, "constant", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-682", 60,                       \
		"a constant has the wrong value", "use the constant that is meant",                \
		"Codeflaws: constants 12 %; ManySStuBs4J: literals 8.5 %")                         \
	X(index, "index", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-193", 20, "an index is off by one",   \
		"use the index of the element that is meant",                                      \
		"Codeflaws: constants 12 %, indices among them")                                   \
	X(loop_start, "loop-start", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-193", 50,                   \
		"a loop starts at the wrong value", "start the loop at its first value",           \
		"Codeflaws: constants 12 %, in initialisers")                                      \
	X(output_format, "output-format", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-684", 30,             \
		"what is printed has the wrong form", "print it in the form that is meant",        \
		"Codeflaws: formats 3 %; BugsC++: formats 5 %")                                    \
	X(base_case, "base-case", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-674", 15,                     \
		"the base case of a recursion is wrong",                                           \
		"restore where the recursion ends and what it gives there",                        \
		"Codeflaws: constants 12 %, in conditions and returns")                            \
	X(missing_statement, "missing-statement", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-670", 60,     \
		"a statement is missing", "do what the missing statement did",                     \
		"BugsC++: omissions 36 %")                                                         \
	X(missing_block, "missing-block", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-670", 115,            \
		"an if or a loop is missing, with what it does", "do what the missing block did",  \
		"BugsC++: omissions 36 %, 68 % span lines")                                        \
	X(missing_lines, "missing-lines", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-670", 190,            \
		"several statements are missing", "do what the missing statements did",            \
		"BugsC++: omissions 36 %, 68 % span lines")                                        \
	X(missing_guard, "missing-guard", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-754", 120,            \
		"an early return, break or continue is missing", "leave early in that case",       \
		"BugsC++: invalid or missing conditions 29 %")                                     \
	X(missing_else, "missing-else", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-478", 50,               \
		"what is to be done otherwise is missing", "handle the other case",                \
		"BugsC++: omissions 36 %")                                                         \
	X(missing_break, "missing-break", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-484", 8,              \
		"a case falls through into the next", "end the case with break",                   \
		"Codeflaws: control flow, not counted by kind")                                    \
	X(statement_moved, "statement-moved", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-696", 85,         \
		"a statement stands on the wrong side of the end of a block",                      \
		"move the statement across the end of the block",                                  \
		"Codeflaws: statements moved 3 %")                                                 \
	X(statement_order, "statement-order", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-696", 45,         \
		"two statements stand in the wrong order", "exchange the two statements",          \
		"Codeflaws: statements moved 3 %")                                                 \
	X(not_reset, "not-reset", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-665", 25,                     \
		"a variable is not reset for each round of a loop",                                \
		"set the variable inside the loop", "Codeflaws: statements moved 3 %")             \
	X(stray_guard, "stray-guard", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-705", 40,                 \
		"a function or a round of a loop ends early in a case that it should handle",      \
		"leave that case to the code behind it",                                           \
		"BugsC++: invalid or missing conditions 29 %; those too many not counted apart")   \
	X(stray_leave, "stray-leave", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-705", 45,                 \
		"a loop is left where it should go on", "go on with the loop",                     \
		"Codeflaws: control flow, not counted by kind")                                    \
	X(extra_operand, "extra-operand", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-670", 30,             \
		"a condition has a part too many", "test for what is meant alone",                 \
		"Codeflaws: conditions tightened or loosened 8 %; Pan 2008: conditions 6 to 19 %") \
	X(stray_else, "stray-else", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-670", 25,                   \
		"a condition is asked only where the one before it does not hold",                 \
		"ask both conditions", "Codeflaws: control flow, not counted by kind")             \
	X(repeated_statement, "repeated-statement", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-670", 15,   \
		"a statement is done twice", "do it once",                                         \
		"not counted apart; among the faults that Codeflaws mends by deleting")            \
	X(reset_again, "reset-again", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-665", 25,                 \
		"a variable is set anew in each round of a loop",                                  \
		"set the variable before the loop alone", "Codeflaws: statements moved 3 %")       \
	X(shadowed_variable, "shadowed-variable", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-665", 30,     \
		"an inner variable of the same name is set instead",                               \
		"assign to the variable that is there",                                            \
		"not counted; compilers have a warning of it (-Wshadow)")                          \
	X(wrong_member, "wrong-member", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-682", 60,               \
		"another member of the same type is used", "use the member that is meant",         \
		"ManySStuBs4J: wrong identifier 35 %, this among them")                            \
	X(wrong_enumerator, "wrong-enumerator", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-682", 40,       \
		"another constant of the same enum is used", "use the constant that is meant",     \
		"ManySStuBs4J: wrong identifier 35 %, this among them")                            \
	X(narrow_cast, "narrow-cast", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-681", 10,                 \
		"a value is converted to a type that does not hold it",                            \
		"keep the value in its own type", "Codeflaws: types 4 %")                          \
	X(wrong_parentheses, "wrong-parentheses", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-783", 5,      \
		"parentheses make the wrong operation come first", "take the parentheses away",    \
		"Codeflaws: expressions changed, not counted by kind")                             \
	X(lost_parentheses, "lost-parentheses", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-783", 15,       \
		"parentheses are missing",                                                         \
		"put the parentheses round the operation that comes first",                        \
		"Codeflaws: expressions changed, not counted by kind")                             \
	X(hidden_virtual, "hidden-virtual", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-684", 20,           \
		"a function that is to override a virtual one has another signature",              \
		"give it the signature of the virtual function, and mark it override",             \
		"ManySStuBs4J: wrong function 16 %")                                               \
	X(two_faults, "two-faults", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-710", 60,                   \
		"two places of a function are wrong", "mend both places",                          \
		"BugsC++: 68 % span lines")                                                        \
	X(arith, "arith", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-682", 3,                              \
		"the wrong arithmetic operator is used", "use the operator that is meant",         \
		"Codeflaws: arithmetic operators replaced 0.8 %")

#endif
