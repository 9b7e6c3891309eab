/* The rows of faults that the compiler or the linker finds (tracegen/operators/ops.h). */
#ifndef FL_TRACEGEN_OPERATORS_ROWS_BUILD_H
#define FL_TRACEGEN_OPERATORS_ROWS_BUILD_H

#include "tracegen/edit.h"

/* X(function suffix, name, phase, class, CWE, weight, summary, fix, source of the weight) */
#define TG_OPS_BUILD(X)                                                                            \
	X(missing_semicolon, "missing-semicolon", TG_COMPILE, DIAG_CLASS_SYNTAX, "", 60,           \
		"the semicolon at the end of a statement is missing", "add the semicolon",         \
		"Seo 2014: syntax errors are few in builds; not counted by kind")                  \
	X(missing_brace, "missing-brace", TG_COMPILE, DIAG_CLASS_SYNTAX, "", 50,                   \
		"a closing brace is missing", "close the block",                                   \
		"Seo 2014: syntax errors are few in builds; not counted by kind")                  \
	X(missing_parenthesis, "missing-parenthesis", TG_COMPILE, DIAG_CLASS_SYNTAX, "", 30,       \
		"a closing parenthesis is missing", "close the parenthesis",                       \
		"Seo 2014: syntax errors are few in builds; not counted by kind")                  \
	X(missing_include, "missing-include", TG_COMPILE, DIAG_CLASS_UNDEFINED_SYMBOL, "", 60,     \
		"the header that declares what is used is not included", "include the header",     \
		"Seo 2014: undeclared names lead in 26.6 million builds")                          \
	X(misspelt_name, "misspelt-name", TG_COMPILE, DIAG_CLASS_UNDEFINED_SYMBOL, "", 20,         \
		"a name is used that nothing declares", "use the name that is declared",           \
		"Seo 2014: undeclared names lead in 26.6 million builds")                          \
	X(misremembered_name, "misremembered-name", TG_COMPILE, DIAG_CLASS_UNDEFINED_SYMBOL, "",   \
		50, "a function uses a name throughout that nothing declares",                     \
		"use the name that is declared, wherever it stands",                               \
		"Seo 2014: undeclared names lead in 26.6 million builds; BugsC++: 68 % span "      \
		"lines")                                                                           \
	X(missing_declaration, "missing-declaration", TG_COMPILE, DIAG_CLASS_UNDEFINED_SYMBOL, "", \
		50, "a variable is used that is not declared", "declare the variable",             \
		"Seo 2014: undeclared names lead in 26.6 million builds")                          \
	X(lost_qualifier, "lost-qualifier", TG_COMPILE, DIAG_CLASS_UNDEFINED_SYMBOL, "", 30,       \
		"a name is used without its namespace", "name the namespace",                      \
		"Seo 2014: undeclared names lead in 26.6 million builds")                          \
	X(stale_caller, "stale-caller", TG_COMPILE, DIAG_CLASS_UNDEFINED_SYMBOL, "", 25,           \
		"a function was renamed, but not where it is called",                              \
		"use one name in the header, the definition and the calls",                        \
		"Seo 2014: undeclared names lead in 26.6 million builds; BugsC++: 68 % span "      \
		"lines")                                                                           \
	X(wrong_argument, "wrong-argument", TG_COMPILE, DIAG_CLASS_TYPE_MISMATCH, "CWE-686", 20,   \
		"an argument has a type that the function does not take",                          \
		"pass an argument of the parameter's type",                                        \
		"Seo 2014: mismatched types come second")                                          \
	X(argument_count, "argument-count", TG_COMPILE, DIAG_CLASS_TYPE_MISMATCH, "CWE-685", 50,   \
		"a call has an argument too few or too many", "pass the arguments that it takes",  \
		"ManySStuBs4J: extra arguments 8 %")                                               \
	X(format_specifier, "format-specifier", TG_COMPILE, DIAG_CLASS_TYPE_MISMATCH, "CWE-686",   \
		20, "a conversion of a format does not fit the type of its argument",              \
		"use the conversion of the argument's type",                                       \
		"Codeflaws: formats 3 %; BugsC++: formats 5 %")                                    \
	X(lost_const, "lost-const", TG_COMPILE, DIAG_CLASS_TYPE_MISMATCH, "CWE-686", 25,           \
		"what is constant is handed to a parameter that is not",                           \
		"make the parameter const", "Seo 2014: mismatched types come second")              \
	X(member_access, "member-access", TG_COMPILE, DIAG_CLASS_TYPE_MISMATCH, "", 20,            \
		"the access does not fit what is accessed, an object or a pointer",                \
		"use the access that fits the type", "Seo 2014: mismatched types come second")     \
	X(mistaken_pointer, "mistaken-pointer", TG_COMPILE, DIAG_CLASS_TYPE_MISMATCH, "", 40,      \
		"a function takes a pointer for an object, or an object for a pointer, "           \
		"throughout",                                                                      \
		"use the access that fits the type, wherever it stands",                           \
		"Seo 2014: mismatched types come second; BugsC++: 68 % span lines")                \
	X(override_signature, "override-signature", TG_COMPILE, DIAG_CLASS_TYPE_MISMATCH, "", 20,  \
		"a function marked override has another signature than the virtual one",           \
		"give it the signature of the function that it overrides",                         \
		"Seo 2014: mismatched types come second")                                          \
	X(dependent_name, "dependent-name", TG_COMPILE, DIAG_CLASS_TYPE_MISMATCH, "", 20,          \
		"typename or template is missing before a name that depends on a template",        \
		"say what the name is: typename before a type, template before a member",          \
		"Seo 2014: mismatched types come second")                                          \
	X(wrong_namespace, "wrong-namespace", TG_COMPILE, DIAG_CLASS_UNDEFINED_SYMBOL, "", 25,     \
		"a name is looked for in the wrong namespace",                                     \
		"name the namespace that declares it",                                             \
		"Seo 2014: undeclared names lead in 26.6 million builds")                          \
	X(changed_parameters, "changed-parameters", TG_COMPILE, DIAG_CLASS_TYPE_MISMATCH,          \
		"CWE-683", 25,                                                                     \
		"parameters changed places, but the arguments of the calls did not",               \
		"give the parameters the order that the calls have",                               \
		"Seo 2014: mismatched types come second; BugsC++: 68 % span lines")                \
	X(drifted_definition, "drifted-definition", TG_COMPILE, DIAG_CLASS_LINKER, "", 50,         \
		"a definition has another name than its declaration", "name both alike",           \
		"Seo 2014: not counted; unresolved symbols lead among link errors")                \
	X(inline_slip, "inline-slip", TG_COMPILE, DIAG_CLASS_LINKER, "", 15,                       \
		"a function is inline where it is to be static",                                   \
		"make it static inline, or not inline", "not counted")                             \
	X(extern_slip, "extern-slip", TG_COMPILE, DIAG_CLASS_LINKER, "", 15,                       \
		"a variable is declared but nowhere defined", "define the variable",               \
		"not counted")                                                                     \
	X(stale_definition, "stale-definition", TG_COMPILE, DIAG_CLASS_LINKER, "", 40,             \
		"a function was renamed, but not where it is defined",                             \
		"use one name in the header, the definition and the calls",                        \
		"Seo 2014: not counted; unresolved symbols lead among link errors")                \
	X(duplicate_definition, "duplicate-definition", TG_COMPILE, DIAG_CLASS_LINKER, "", 40,     \
		"a header that several sources include defines a function",                        \
		"declare it in the header and define it in one source",                            \
		"not counted; multiple definitions come second among link errors")                 \
	X(header_definition, "header-definition", TG_COMPILE, DIAG_CLASS_LINKER, "", 30,           \
		"a header defines what each source that includes it then defines",                 \
		"mark it inline, static or extern as it was",                                      \
		"not counted; multiple definitions come second among link errors")                 \
	X(lost_extern_c, "lost-extern-c", TG_COMPILE, DIAG_CLASS_LINKER, "", 30,                   \
		"C++ code takes a function of C for one of C++",                                   \
		"declare what is C in extern \"C\"", "not counted")                                \
	X(missing_object, "missing-object", TG_COMPILE, DIAG_CLASS_LINKER, "", 40,                 \
		"the build file does not link an object or a library that is needed",              \
		"name what is missing in the build file",                                          \
		"Seo 2014: not counted; unresolved symbols lead among link errors")                \
	X(removed_definition, "removed-definition", TG_COMPILE, DIAG_CLASS_LINKER, "", 0,          \
		"a function is declared and called but not defined", "define the function",        \
		"retired: nobody forgets a function that is there")

#endif
