/* Rows of diag/ident/patterns.h: part 1 of 3, in their order. */
#ifndef FL_DIAG_PATTERNS_FIRST_H
#define FL_DIAG_PATTERNS_FIRST_H

#include <stddef.h>

#define DIAG_PATTERNS_FIRST(X)                                                                   \
	X(typename_missing, "^need ' before", NULL, NULL, NULL)                                  \
	X(constant_expression, "argument is not a constant expression", NULL, NULL, NULL)        \
	X(initializer_missing, "^uninitialized '", NULL, NULL, "1")                              \
	X(specifier_misplaced, "declared as an ' field", NULL, NULL, "1")                        \
	X(specifier_misplaced, "declared as an ' type", NULL, NULL, "1")                         \
	X(specifier_misplaced, "declared as an ' parameter", NULL, NULL, "1")                    \
	X(static_assertion, "static assertion", NULL, NULL, NULL)                                \
	X(template_declaration, "cannot have a default argument", NULL, NULL, "1")               \
	X(undeclared, "^use of parameter", NULL, NULL, "1")                                      \
	X(not_subscriptable, "does not have pointer or array type", NULL, NULL, "1")             \
	X(constexpr_invalid, "' is not literal", NULL, NULL, NULL)                               \
	X(constexpr_invalid, "cannot have non-literal type", NULL, NULL, NULL)                   \
	X(initializer_overridden, "initializer overrides", NULL, NULL, NULL)                     \
	X(initializer_overridden, NULL, "-Winitializer-overrides", NULL, NULL)                   \
	X(initializer_overridden, NULL, "-Woverride-init*", NULL, NULL)                          \
	X(specifier_misplaced, "can only appear on", NULL, NULL, "1")                            \
	X(enum_conversion, NULL, "-Wenum-float*", NULL, NULL)                                    \
	X(enum_conversion, "between enumeration type", NULL, NULL, NULL)                         \
	X(operand_types, "^incompatible operand types", NULL, NULL, NULL)                        \
	X(typename_missing, "^missing ' prior to", NULL, NULL, NULL)                             \
	X(typename_missing, "^use ' keyword to treat", NULL, NULL, "2")                          \
	X(access_denied, "protected member", NULL, NULL, "1")                                    \
	X(access_denied, "private member", NULL, NULL, "1")                                      \
	X(arrow_dot, "reference type '*is a pointer", NULL, NULL, "1")                           \
	X(not_a_pointer, "reference type '*is not a pointer", NULL, NULL, "1")                   \
	X(no_member, "^no type named ' in", NULL, NULL, "12")                                    \
	X(no_member, "^no template named ' in", NULL, NULL, "12")                                \
	X(no_member, "^' in ' does not name a", NULL, NULL, "12")                                \
	X(no_member, "^' in namespace ' does not name a", NULL, NULL, "12")                      \
	X(no_member, "^' in class ' does not name a", NULL, NULL, "12")                          \
	X(no_member, "^' has not been declared in '", NULL, NULL, "12")                          \
	X(no_member, "^return type of out-of-line", NULL, NULL, "1")                             \
	X(unknown_type, "^no type named", NULL, NULL, "1")                                       \
	X(not_a_template, "^no template named", NULL, NULL, "1")                                 \
	X(override_invalid, "^non-virtual member function marked", NULL, NULL, NULL)             \
	X(override_invalid, "^' marked ', but is not virtual", NULL, NULL, "1")                  \
	X(base_class_invalid, "^cannot derive from '", NULL, NULL, NULL)                         \
	X(base_class_invalid, "^base ' is marked '", NULL, NULL, NULL)                           \
	X(structured_binding, "^cannot decompose", NULL, NULL, NULL)                             \
	X(constant_expression, "^call to non-' function", NULL, NULL, NULL)                      \
	X(constant_expression, "^case label does not reduce", NULL, NULL, NULL)                  \
	X(constant_expression, "integer constant expression must have", NULL, NULL, NULL)        \
	X(void_object, "must be the*only parameter", NULL, NULL, NULL)                           \
	X(specifier_conflict, "cannot be signed or unsigned", NULL, NULL, NULL)                  \
	X(specifier_conflict, "^two or more data types", NULL, NULL, NULL)                       \
	X(array_size_invalid, "assumed to have one element", NULL, NULL, NULL)                   \
	X(narrowing, "outside the range of underlying type", NULL, NULL, NULL)                   \
	X(handler_order, "handler must", NULL, NULL, NULL)                                       \
	X(handler_order, "caught by earlier handler", NULL, NULL, NULL)                          \
	X(cast_invalid, "^invalid use of ' with type '", NULL, NULL, NULL)                       \
	X(cast_invalid, "^cannot ' '*(of type", NULL, NULL, NULL)                                \
	X(access_denied, "has private", NULL, NULL, NULL)                                        \
	X(access_denied, "has protected", NULL, NULL, NULL)                                      \
	X(access_denied, "private base class", NULL, NULL, NULL)                                 \
	X(access_denied, "protected base class", NULL, NULL, NULL)                               \
	X(ambiguous, "found in multiple base classes", NULL, NULL, "1")                          \
	X(initializer_invalid, "^initializer-string for", NULL, NULL, NULL)                      \
	X(conversion_invalid, "^invalid initializer", NULL, NULL, NULL)                          \
	X(jump_invalid, "^jump", NULL, NULL, NULL)                                               \
	X(jump_invalid, "^cannot jump from", NULL, NULL, NULL)                                   \
	X(not_a_class, "which is of non-class type", NULL, NULL, NULL)                           \
	X(incomplete_type, "never completed", NULL, NULL, "1")                                   \
	X(incomplete_type, "^invalid use of undefined type", NULL, NULL, "1")                    \
	X(undefined_macro, NULL, "-Wundef", NULL, "1")                                           \
	X(undefined_macro, "evaluates to 0", NULL, NULL, "1")                                    \
	X(directive_invalid, "^expected value in expression", NULL, NULL, NULL)                  \
	X(directive_invalid, "has no right operand", NULL, NULL, NULL)                           \
	X(directive_invalid, "has no left operand", NULL, NULL, NULL)                            \
	X(directive_invalid, "or <FILENAME>", NULL, NULL, NULL)                                  \
	X(implicitly_deleted, NULL, "-Wdefaulted-function-deleted", NULL, NULL)                  \
	X(implicitly_deleted, "explicitly defaulted", NULL, NULL, NULL)                          \
	X(deleted_function, "implicitly-deleted", NULL, NULL, "1")                               \
	X(deleted_function, "implicitly deleted", NULL, NULL, "1")                               \
	X(case_invalid, "not in switch statement", NULL, NULL, NULL)                             \
	X(parameter_pack, "parameter pack*not expanded", NULL, NULL, NULL)                       \
	X(parameter_pack, "unexpanded parameter pack", NULL, NULL, NULL)                         \
	X(parameter_pack, "packs not expanded", NULL, NULL, NULL)                                \
	X(sign_conversion, "^unsigned conversion from", NULL, NULL, "12")                        \
	X(buffer_overflow, NULL, "-Wformat-overflow*", NULL, "1")                                \
	X(string_truncation, NULL, "-Wformat-truncation*", NULL, "1")                            \
	X(extension, NULL, "-Wopenmp-*extensions", NULL, NULL)                                   \
	X(openmp_sharing, NULL, "openmp-*", NULL, NULL)                                          \
	X(link_script, "undefined symbol '*referenced in expression", NULL, "ld", "1")           \
	X(link_format, "cannot find*format not recognized", NULL, "ld", NULL)                    \
	X(openmp_directive, "cannot be an immediate substatement", NULL, NULL, NULL)             \
	X(openmp_directive, "^' does not support", NULL, NULL, NULL)                             \
	X(openmp_directive, "directive must appear", NULL, NULL, NULL)                           \
	X(openmp_directive, "^' directive*clause", NULL, NULL, NULL)                             \
	X(string_compare, "string literal", "-Waddress", NULL, NULL)                             \
	X(string_compare, NULL, "-Wstring-compare", NULL, NULL)                                  \
	X(pure_virtual_called, NULL, "-Wcall-to-pure*", NULL, "1")                               \
	X(pure_virtual_called, "^pure virtual", NULL, NULL, "1")                                 \
	X(virtual_destructor, "virtual*destructor", NULL, NULL, "1")                             \
	X(parentheses, NULL, "-Wdangling-else", NULL, NULL)                                      \
	X(constant_expression, "must be initialized by a constant", NULL, NULL, "1")             \
	X(attribute_ignored, "^attributes ignored", NULL, NULL, NULL)                            \
	X(allocation_size, NULL, "-Walloc-*", NULL, NULL)                                        \
	X(specifier_misplaced, "ignored on this declaration", NULL, NULL, "1")                   \
	X(missing_declaration, NULL, "-Wmissing-declarations", NULL, "1")                        \
	X(mismatched_tags, NULL, "-Wmismatched-tags", NULL, "1")                                 \
	X(mismatched_tags, "previously declared as a*struct", NULL, NULL, "1")                   \
	X(specifier_conflict, "cannot be combined with", NULL, NULL, "1")                        \
	X(no_overload, "^no matching conversion for", NULL, NULL, "2")                           \
	X(argument_type, "operand type '*is incompatible with argument", NULL, NULL, NULL)       \
	X(c_compat, NULL, "-Wc++-compat", NULL, NULL)                                            \
	X(auto_invalid, "with a deduced return type", NULL, NULL, NULL)                          \
	X(auto_invalid, "^use of '*before deduction", NULL, NULL, NULL)                          \
	X(not_subscriptable, "^subscripted value", NULL, NULL, NULL)                             \
	X(address_taken, "address of vector element", NULL, NULL, NULL)                          \
	X(attribute_argument, "vector size not", NULL, NULL, NULL)                               \
	X(operand_types, "vector types", NULL, NULL, NULL)                                       \
	X(specifier_misplaced, "^' on defaulted", NULL, NULL, NULL)                              \
	X(specifier_misplaced, "cannot be defaulted", NULL, NULL, NULL)                          \
	X(expected_statement, "^a label can only be part", NULL, NULL, NULL)                     \
	X(constraint_failed, "constraint '*depends on itself", NULL, NULL, NULL)                 \
	X(pointer_conversion, NULL, "-Wpointer-sign", NULL, NULL)                                \
	X(loop_copy, NULL, "performance-*copy*", NULL, NULL)                                     \
	X(loop_copy, NULL, "performance-*move*", NULL, NULL)                                     \
	X(loop_copy, NULL, "performance-unnecessary*", NULL, NULL)                               \
	X(style_performance, NULL, "performance-*", NULL, NULL)                                  \
	X(style_modernize, NULL, "-Wzero-as-null-pointer-constant", NULL, NULL)                  \
	X(undeclared_label, "^use of undeclared label", NULL, NULL, "1")                         \
	X(parentheses, NULL, "-Wcomma", NULL, NULL)                                              \
	X(bad_free, "^deleting array", NULL, NULL, NULL)                                         \
	X(cast_suspicious, "applied to a pointer-to-array", NULL, NULL, NULL)                    \
	X(specifier_conflict, "^reference to enumeration must use", NULL, NULL, NULL)            \
	X(format_arguments, "expects a matching", NULL, NULL, NULL)                              \
	X(atomic_misuse, "of an atomic", NULL, NULL, NULL)                                       \
	X(atomic_misuse, "to atomic", NULL, NULL, NULL)                                          \
	X(undefined_symbol, "^undefined reference to '", NULL, NULL, "1")                        \
	X(undefined_symbol, "^undefined symbol '", NULL, NULL, "1")                              \
	X(undefined_symbol, "^undefined symbol: ", NULL, NULL, "=")                              \
	X(undefined_symbol, "^undefined hidden symbol", NULL, NULL, "=")                         \
	X(undefined_symbol, "^hidden symbol '*isn't defined", NULL, NULL, "1")                   \
	X(undefined_symbol, "' is referenced by DSO", NULL, NULL, "1")                           \
	X(multiple_definition, "^multiple definition of '", NULL, NULL, "1")                     \
	X(multiple_definition, "^duplicate symbol: ", NULL, NULL, "=")                           \
	X(library_not_found, "^cannot find ", NULL, "ld", "1")                                   \
	X(library_not_found, "^unable to find library", NULL, NULL, NULL)                        \
	X(library_not_found, "^cannot open ", NULL, "ld", NULL)                                  \
	X(library_not_found, "could not load plugin", NULL, "ld", NULL)                          \
	X(library_not_found, "DSO missing from command line", NULL, NULL, "1")                   \
	X(link_relocation, "^relocation ", NULL, "ld", "1")                                      \
	X(link_relocation, "relocation against", NULL, "ld", "1")                                \
	X(link_relocation, "relocation truncated", NULL, "ld", "1")                              \
	X(link_relocation, "requires dynamic R_", NULL, "ld", "1")                               \
	X(link_format, "file format not recognized", NULL, "ld", NULL)                           \
	X(link_format, "incompatible with", NULL, "ld", NULL)                                    \
	X(link_format, "is incompatible", NULL, "ld", NULL)                                      \
	X(link_format, "not recognized", NULL, "ld", NULL)                                       \
	X(link_format, "unknown file type", NULL, "ld", NULL)                                    \
	X(link_format, "not an object or archive", NULL, "ld", NULL)                             \
	X(link_format, "unsupported ELF", NULL, "ld", NULL)                                      \
	X(link_format, "Relocations in generic ELF", NULL, "ld", NULL)                           \
	X(link_format, "section type mismatch", NULL, "ld", NULL)                                \
	X(link_format, "LTO", NULL, "ld", NULL)                                                  \
	X(link_option, "unknown -", NULL, "ld", NULL)                                            \
	X(link_option, "unknown argument", NULL, "ld", NULL)                                     \
	X(link_option, "unrecognised", NULL, "ld", NULL)                                         \
	X(link_option, "unrecognized", NULL, "ld", NULL)                                         \
	X(link_option, "unknown --", NULL, "ld", NULL)                                           \
	X(link_option, "^invalid option", NULL, "ld", NULL)                                      \
	X(link_option, "unknown emulation", NULL, "ld", NULL)                                    \
	X(link_option, ": use --", NULL, "ld", NULL)                                             \
	X(link_static_use, "statically linked applications requires", NULL, "ld", "1")           \
	X(link_static_use, "is dangerous", NULL, "ld", "1")                                      \
	X(link_static_use, "^the use of", NULL, "ld", "1")                                       \
	X(link_static_use, "is obsolete", NULL, "ld", "1")                                       \
	X(link_layout, "overlaps", NULL, "ld", NULL)                                             \
	X(link_layout, "not covered by", NULL, "ld", NULL)                                       \
	X(link_layout, "region '*overflowed", NULL, "ld", "1")                                   \
	X(link_layout, "moves backward", NULL, "ld", "1")                                        \
	X(link_layout, "will not fit in region", NULL, "ld", "1")                                \
	X(link_layout, "discarded section", NULL, "ld", "1")                                     \
	X(link_layout, "no memory region", NULL, "ld", "1")                                      \
	X(link_layout, "PHDR", NULL, "ld", NULL)                                                 \
	X(link_layout, "executable stack", NULL, "ld", NULL)                                     \
	X(link_layout, "RWX", NULL, "ld", NULL)                                                  \
	X(link_script, "region '*not declared", NULL, "ld", "1")                                 \
	X(link_script, "syntax error", NULL, "ld", NULL)                                         \
	X(link_script, "invalid character", NULL, "ld", NULL)                                    \
	X(link_script, "symbol not found:", NULL, "ld", NULL)                                    \
	X(link_script, "not found:", NULL, "ld", NULL)                                           \
	X(link_script, "malformed", NULL, "ld", NULL)                                            \
	X(link_script, "expected", NULL, "ld", NULL)                                             \
	X(link_script, "unexpected", NULL, "ld", NULL)                                           \
	X(link_script, "unclosed", NULL, "ld", NULL)                                             \
	X(link_script, "version", NULL, "ld", NULL)                                              \
	X(link_script, "cannot move location counter", NULL, "ld", NULL)                         \
	X(too_many_errors, "^too many errors", NULL, NULL, NULL)                                 \
	X(link_failed, "^ld returned", NULL, NULL, NULL)                                         \
	X(link_failed, "^linker command failed", NULL, NULL, NULL)                               \
	X(compiler_crash, "^internal compiler error", NULL, NULL, NULL)                          \
	X(compiler_crash, "Please submit a", NULL, NULL, NULL)                                   \
	X(compiler_crash, "^clang frontend command failed", NULL, NULL, NULL)                    \
	X(compiler_crash, "^unable to execute command", NULL, NULL, NULL)                        \
	X(asm_invalid, "^no such instruction", NULL, NULL, NULL)                                 \
	X(asm_invalid, "^bad register name", NULL, NULL, NULL)                                   \
	X(asm_invalid, " mismatch for '", NULL, NULL, NULL)                                      \
	X(asm_invalid, "^unknown pseudo-op", NULL, NULL, NULL)                                   \
	X(asm_invalid, "^junk '", NULL, NULL, NULL)                                              \
	X(asm_invalid, "^junk at end", NULL, NULL, NULL)                                         \
	X(asm_invalid, "instruction mnemonic", NULL, NULL, NULL)                                 \
	X(asm_invalid, "operand for instruction", NULL, NULL, NULL)                              \
	X(asm_invalid, "operands for instruction", NULL, NULL, NULL)                             \
	X(asm_invalid, "^invalid instruction", NULL, NULL, NULL)                                 \
	X(undeclared, "^' undeclared", NULL, NULL, "1")                                          \
	X(undeclared, "^' was not declared", NULL, NULL, "1")                                    \
	X(undeclared, "^' has not been declared", NULL, NULL, "1")                               \
	X(undeclared, "^' does not refer to a value", NULL, NULL, "1")                           \
	X(undeclared, "^use of undeclared identifier", NULL, NULL, "1")                          \
	X(undeclared, "^unknown identifier", NULL, NULL, "1")                                    \
	X(undeclared_label, "^label '*used but not defined", NULL, NULL, "1")                    \
	X(undeclared_function, "implicit declaration of function", NULL, NULL, "1")              \
	X(undeclared_function, "^call to undeclared", NULL, NULL, "1")                           \
	X(undeclared_function, "was not found", " it must be defined before", NULL, NULL)        \
	X(header_missing, "^implicitly declaring library function", NULL, NULL, "1")             \
	X(header_missing, "^incompatible implicit declaration", NULL, NULL, "1")                 \
	X(header_missing, "must be*included before", NULL, NULL, "1")                            \
	X(unknown_type, "^unknown type name", NULL, NULL, "1")                                   \
	X(unknown_type, "does not name a type", NULL, NULL, "1")                                 \
	X(unknown_type, "does not name a template type", NULL, NULL, "1")                        \
	X(unknown_type, "^use of enum '*without previous declaration", NULL, NULL, "1")          \
	X(unknown_type, "^use of '*with tag type that does not match", NULL, NULL, "1")          \
	X(unknown_type, "has not been declared", NULL, NULL, "1")                                \
	X(unknown_type, "^unknown class name", NULL, NULL, "1")                                  \
	X(not_a_template, "^' is not a template", NULL, NULL, "1")                               \
	X(not_a_template, "is not a class template", NULL, NULL, "1")                            \
	X(not_a_template, "does not refer to a template", NULL, NULL, "1")                       \
	X(not_a_template, "must refer to a*template", NULL, NULL, "1")                           \
	X(not_a_template, "^' is not a class or function template", NULL, NULL, "1")             \
	X(concept_invalid, "^use of undeclared concept", NULL, NULL, "1")                        \
	X(no_member, "has no member named", NULL, NULL, "21")                                    \
	X(no_member, "^no member named", NULL, NULL, "12")                                       \
	X(no_member, "^' is not a member of", NULL, NULL, "12")                                  \
	X(no_member, "^no class named", NULL, NULL, "12")                                        \
	X(no_member, "^no '*member function declared in class", NULL, NULL, NULL)                \
	X(no_member, "^out-of-line definition of '*does not match", NULL, NULL, NULL)            \
	X(no_member, "^out-of-line declaration of", NULL, NULL, NULL)                            \
	X(no_member, "^no declaration matches", NULL, NULL, "1")                                 \
	X(no_member, "^no '*member", NULL, NULL, NULL)                                           \
	X(designator_invalid, "field designator", NULL, NULL, NULL)                              \
	X(designator_invalid, "designator", NULL, NULL, NULL)                                    \
	X(designator_invalid, "^array index in*initializer", NULL, NULL, NULL)                   \
	X(incomplete_type, "incomplete*type", NULL, NULL, "1")                                   \
	X(incomplete_type, "has incomplete type", NULL, NULL, "1")                               \
	X(incomplete_type, "storage size of '*isn't", NULL, NULL, "1")                           \
	X(incomplete_type, "of incomplete", NULL, NULL, "1")                                     \
	X(file_not_found, "file not found", NULL, NULL, "1")                                     \
	X(file_not_found, "No such file or directory", NULL, NULL, "=")                          \
	X(file_not_found, "^no such file or directory", NULL, NULL, "1")                         \
	X(file_not_found, "^cannot find '", NULL, NULL, "1")                                     \
	X(redeclared_differently, "^redefinition of typedef", NULL, NULL, "1")                   \
	X(redeclared_differently, "^typedef redefinition with different", NULL, NULL, NULL)      \
	X(redeclared_differently, "^redefinition of '*as different kind", NULL, NULL, "1")       \
	X(redeclared_differently, "^redefinition of '*with a different", NULL, NULL, "1")        \
	X(redeclared_differently, "^redeclaration of '*with a different", NULL, NULL, "1")       \
	X(redeclared_differently, "^conflicting types for", NULL, NULL, "1")                     \
	X(redeclared_differently, "^conflicting declaration", NULL, NULL, "1")                   \
	X(redeclared_differently, "^conflicting C language linkage", NULL, NULL, "1")            \
	X(redeclared_differently, "^conflicting return type", NULL, NULL, "1")                   \
	X(redeclared_differently, "^conflicting type qualifiers", NULL, NULL, "1")               \
	X(redeclared_differently, "redeclared as different kind", NULL, NULL, "1")               \
	X(redeclared_differently, "follows non-static declaration", NULL, NULL, "1")             \
	X(redeclared_differently, "follows static declaration", NULL, NULL, "1")                 \
	X(redeclared_differently, "^different underlying type in enum", NULL, NULL, "1")         \
	X(redeclared_differently, "follows non-extern", NULL, NULL, "1")                         \
	X(redeclared_differently, "^non-static declaration of", NULL, NULL, "1")                 \
	X(redeclared_differently, "^static declaration of", NULL, NULL, "1")                     \
	X(redeclared_differently, "^declaration of '*has a different language linkage", NULL,    \
		NULL, "1")                                                                       \
	X(redeclared_differently, "^ambiguating new declaration", NULL, NULL, "1")               \
	X(redeclared_differently, "^functions that differ only", NULL, NULL, "1")                \
	X(redeclared_differently, "^incompatible redeclaration", NULL, NULL, "1")                \
	X(redeclared_differently, "^conflicting redeclaration", NULL, NULL, "1")                 \
	X(redeclared_differently, "was previously declared", NULL, NULL, "1")                    \
	X(redeclared_differently, "previously declared", NULL, NULL, "1")                        \
	X(redeclared_differently, "^enumeration previously", NULL, NULL, "1")                    \
	X(redeclared_differently, "does not match*previous", NULL, NULL, "1")                    \
	X(redeclared_differently, "^new declaration '*ambiguates", NULL, NULL, "1")              \
	X(redeclared_differently, "follows non-prototype definition", NULL, NULL, "1")           \
	X(redeclared_differently, "^prototype for '", NULL, NULL, "1")                           \
	X(redeclared_differently, "^declaration of '*changes meaning", NULL, NULL, "1")          \
	X(redeclared_differently, "'*changes meaning of", NULL, NULL, "1")                       \
	X(redeclared_differently, "doesn't match", NULL, NULL, "1")                              \
	X(redeclared_member, "^redefinition of parameter", NULL, NULL, "1")                      \
	X(redeclared_member, "^redefinition of enumerator", NULL, NULL, "1")                     \
	X(redeclared_member, "^redefinition of label", NULL, NULL, "1")                          \
	X(redeclared_member, "^duplicate member", NULL, NULL, "1")                               \
	X(redeclared_member, "^duplicate label", NULL, NULL, "1")                                \
	X(redeclared_member, "^redeclaration of", NULL, NULL, "1")                               \
	X(redeclared_member, "^member '*cannot be redeclared", NULL, NULL, "1")                  \
	X(redeclared_member, "^class member cannot be redeclared", NULL, NULL, NULL)             \
	X(redeclared_member, "cannot be overloaded with", NULL, NULL, "1")                       \
	X(redeclared_member, "^multiple overloads of", NULL, NULL, "1")                          \
	X(redeclared_member, "^multiple parameters named", NULL, NULL, "1")                      \
	X(redeclared_member, "^multiple initializations given", NULL, NULL, "1")                 \
	X(redefinition, "^redefinition of default argument", NULL, NULL, NULL)                   \
	X(redefinition, "^redefinition of", NULL, NULL, "1")                                     \
	X(redefinition, "^redefinition of concept", NULL, NULL, "1")                             \
	X(redefinition, "cannot be defined more than once", NULL, NULL, NULL)                    \
	X(redefinition, "defined more than once", NULL, NULL, "1")                               \
	X(used_undefined, "used but never defined", NULL, NULL, "1")                             \
	X(used_undefined, "declared '*but never defined", NULL, NULL, "1")                       \
	X(used_undefined, "has internal linkage but is not defined", NULL, NULL, "1")            \
	X(used_undefined, "^inline function '*is not defined", NULL, NULL, "1")                  \
	X(undefined_template, "^instantiation of*no definition is available", NULL, NULL, "1")   \
	X(undefined_template, "^explicit instantiation of undefined", NULL, NULL, "1")           \
	X(undefined_template, "^explicit instantiation of '*but no definition", NULL, NULL, "1") \
	X(openmp_sharing, "not specified in enclosing", NULL, NULL, "1")                         \
	X(openmp_sharing, "must have explicitly specified data sharing", NULL, NULL, "1")        \
	X(openmp_sharing, "must be shared", NULL, NULL, "1")                                     \
	X(openmp_sharing, "must be threadprivate or private", NULL, NULL, "1")                   \
	X(openmp_sharing, "private in outer context", NULL, NULL, "1")                           \
	X(openmp_sharing, "private in enclosing context", NULL, NULL, "1")                       \
	X(openmp_sharing, "may not be firstprivate", NULL, NULL, NULL)                           \
	X(openmp_sharing, "may not be lastprivate", NULL, NULL, NULL)                            \
	X(openmp_sharing, "may not be private", NULL, NULL, NULL)                                \
	X(openmp_sharing, "may not be shared", NULL, NULL, NULL)                                 \
	X(openmp_sharing, "predetermined as", NULL, NULL, "1")                                   \
	X(openmp_sharing, "is predetermined", NULL, NULL, "1")                                   \
	X(openmp_sharing, "explicit privatization", NULL, NULL, "1")                             \
	X(openmp_sharing, "threadprivate", NULL, NULL, "1")                                      \
	X(openmp_sharing, "cannot be threadprivate", NULL, NULL, "1")                            \
	X(openmp_sharing, "data sharing", NULL, NULL, "1")                                       \
	X(openmp_sharing, "data-sharing", NULL, NULL, "1")                                       \
	X(openmp_sharing, "appears both in data and map", NULL, NULL, "1")                       \
	X(openmp_sharing, "more than once in data clauses", NULL, NULL, "1")                     \
	X(openmp_sharing, "^list item of type", NULL, NULL, "1")                                 \
	X(openmp_nesting, "closely nested", NULL, NULL, NULL)                                    \
	X(openmp_nesting, "cannot nest", NULL, NULL, NULL)                                       \
	X(openmp_nesting, "may not be nested", NULL, NULL, NULL)                                 \
	X(openmp_nesting, "strictly nested", NULL, NULL, NULL)                                   \
	X(openmp_nesting, "^calls to OpenMP runtime", NULL, NULL, NULL)                          \
	X(openmp_nesting, "^OpenMP runtime API call", NULL, NULL, NULL)                          \
	X(openmp_nesting, "^cannot return from OpenMP", NULL, NULL, NULL)                        \
	X(openmp_nesting, "OpenMP structured block", NULL, NULL, NULL)                           \
	X(openmp_nesting, "^orphaned", NULL, NULL, NULL)                                         \
	X(openmp_nesting, "region", "-Wopenmp*", NULL, NULL)                                     \
	X(openmp_nesting, "^OpenMP constructs may not", NULL, NULL, NULL)                        \
	X(openmp_nesting, "^OpenMP constructs other than", NULL, NULL, NULL)                     \
	X(openmp_loop, "associated loop", NULL, NULL, NULL)                                      \
	X(openmp_loop, "perfectly nested", NULL, NULL, NULL)                                     \
	X(openmp_loop, "for loops after", NULL, NULL, NULL)                                      \
	X(openmp_loop, "OpenMP for loop", NULL, NULL, NULL)                                      \
	X(openmp_loop, "of OpenMP for", NULL, NULL, NULL)                                        \
	X(openmp_loop, "for '*condition", NULL, NULL, NULL)                                      \
	X(openmp_loop, "^initialization clause of", NULL, NULL, NULL)                            \
	X(openmp_loop, "^condition of OpenMP", NULL, NULL, NULL)                                 \
	X(openmp_loop, "^increment clause of", NULL, NULL, NULL)                                 \
	X(openmp_loop, "iteration variable", NULL, NULL, NULL)                                   \
	X(openmp_loop, "loop variable*integer or pointer", NULL, NULL, NULL)                     \
	X(openmp_loop, "^variable must be of integer or pointer type", NULL, NULL, NULL)         \
	X(openmp_loop, "^invalid controlling predicate", NULL, NULL, NULL)                       \
	X(openmp_loop, "^invalid increment expression", NULL, NULL, NULL)                        \
	X(openmp_loop, "^collapsed loops", NULL, NULL, NULL)                                     \
	X(openmp_clause, " clause", NULL, NULL, NULL)                                            \
	X(openmp_clause, "chunk size", NULL, NULL, NULL)                                         \
	X(openmp_clause, "reduction", NULL, NULL, NULL)                                          \
	X(openmp_clause, "map type", NULL, NULL, NULL)                                           \
	X(openmp_clause, "num_threads", NULL, NULL, NULL)                                        \
	X(openmp_clause, "^target construct", NULL, NULL, NULL)                                  \
	X(openmp_directive, "#pragma omp", NULL, NULL, NULL)                                     \
	X(openmp_directive, "OpenMP", NULL, NULL, NULL)                                          \
	X(openmp_directive, "#pragma acc", NULL, NULL, NULL)                                     \
	X(openmp_directive, "#pragma '", "-Wunknown-pragmas", NULL, NULL)                        \
	X(openmp_directive, "openmp", NULL, NULL, NULL)                                          \
	X(openmp_directive, "^the statement for '", NULL, NULL, NULL)                            \
	X(openmp_directive, "may only be used in compound statements", NULL, NULL, NULL)         \
	X(openmp_directive, "^directive name modifier", NULL, NULL, NULL)                        \
	X(openmp_directive, "declare target", NULL, NULL, NULL)                                  \
	X(openmp_directive, "declare variant", NULL, NULL, NULL)                                 \
	X(openmp_directive, "declare simd", NULL, NULL, NULL)                                    \
	X(transaction_invalid, "transaction", NULL, NULL, NULL)                                  \
	X(lock_not_held, "requires holding", NULL, NULL, NULL)                                   \
	X(lock_not_held, "^releasing '*that was not held", NULL, NULL, NULL)                     \
	X(lock_held, "while '*is held", NULL, NULL, NULL)                                        \
	X(lock_held, "is still held", NULL, NULL, NULL)                                          \
	X(lock_held, "is not held on every path", NULL, NULL, NULL)                              \
	X(lock_held, "^expecting '*to be held", NULL, NULL, NULL)                                \
	X(lock_held, "^acquiring '*that is already held", NULL, NULL, NULL)                      \
	X(lock_held, "must be acquired before", NULL, NULL, NULL)                                \
	X(thread_annotation, NULL, "-Wthread-safety*", NULL, NULL)                               \
	X(thread_unsafe, "is not thread safe", NULL, NULL, NULL)                                 \
	X(thread_unsafe, NULL, "concurrency-mt-unsafe", NULL, NULL)                              \
	X(thread_unsafe, NULL, "cert-pos47-c", NULL, NULL)                                       \
	X(thread_unsafe, "should be placed inside a while", NULL, NULL, NULL)                    \
	X(signal_unsafe, "signal handler", NULL, NULL, "1")                                      \
	X(signal_unsafe, "should not be terminated by raising", NULL, NULL, NULL)                \
	X(atomic_misuse, "memory model", NULL, NULL, NULL)                                       \
	X(atomic_misuse, "memory order", NULL, NULL, NULL)                                       \
	X(atomic_misuse, "atomic structure", NULL, NULL, NULL)                                   \
	X(atomic_misuse, "_Atomic", NULL, NULL, NULL)                                            \
	X(unused_variable, NULL, "-Wunused-variable", NULL, "1")                                 \
	X(unused_variable, NULL, "-Wunused-const-variable", NULL, "1")                           \
	X(unused_variable, "^unused exception parameter", NULL, NULL, "1")                       \
	X(unused_parameter, NULL, "-Wunused-parameter", NULL, "1")                               \
	X(unused_function, NULL, "-Wunused-function", NULL, "1")                                 \
	X(unused_function, NULL, "-Wunused-member-function", NULL, "1")                          \
	X(unused_function, NULL, "-Wunneeded*", NULL, "1")                                       \
	X(unused_but_set, NULL, "-Wunused-but-set*", NULL, "1")                                  \
	X(unused_but_set, "^Value stored to", NULL, NULL, "1")                                   \
	X(unused_but_set, NULL, "*deadcode.DeadStores", NULL, "1")                               \
	X(unused_result, NULL, "-Wunused-result", NULL, "1")                                     \
	X(unused_result, "return value of*should not be", NULL, NULL, NULL)                      \
	X(unused_result, "the value returned by this function", NULL, NULL, NULL)                \
	X(unused_result, "^ignoring return value", NULL, NULL, "1")                              \
	X(unused_label, NULL, "-Wunused-label", NULL, "1")                                       \
	X(unused_type, NULL, "-Wunused-local-typedef*", NULL, "1")                               \
	X(unused_type, NULL, "-Wunused-private-field", NULL, "1")                                \
	X(unused_type, NULL, "-Wunused-macros", NULL, "1")                                       \
	X(unused_type, NULL, "-Wunused-lambda-capture", NULL, "1")                               \
	X(unused_type, NULL, "-Wunused-template", NULL, "1")                                     \
	X(unused_value, NULL, "-Wunused-value", NULL, NULL)                                      \
	X(unused_value, NULL, "-Wunused-comparison", NULL, NULL)                                 \
	X(unused_value, NULL, "-Wunused-getter*", NULL, NULL)                                    \
	X(unused_value, "statement has no effect", NULL, NULL, NULL)                             \
	X(unused_value, "expression result unused", NULL, NULL, "1")                             \
	X(maybe_uninitialized, "may be used uninitialized", NULL, NULL, "1")                     \
	X(maybe_uninitialized, NULL, "-Wsometimes-uninitialized", NULL, "1")                     \
	X(maybe_uninitialized, NULL, "-Wconditional-uninitialized", NULL, "1")                   \
	X(uninitialized, "used uninitialized", NULL, NULL, "1")                                  \
	X(uninitialized, "is uninitialized", NULL, NULL, "1")                                    \
	X(uninitialized, "uninitialized value", NULL, NULL, "1")                                 \
	X(uninitialized, NULL, "-Wuninitialized*", NULL, "1")                                    \
	X(uninitialized, NULL, "-Wstatic-self-init", NULL, "1")

#endif
