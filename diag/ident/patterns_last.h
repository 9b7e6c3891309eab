/* Rows of diag/ident/patterns.h: part 3 of 3, in their order. */
#ifndef FL_DIAG_PATTERNS_LAST_H
#define FL_DIAG_PATTERNS_LAST_H

#include <stddef.h>

#define DIAG_PATTERNS_LAST(X)                                                                    \
	X(macro_arguments, "^macro '*argument*given", NULL, NULL, "1")                           \
	X(macro_arguments, "^macro '*passed", NULL, NULL, "1")                                   \
	X(macro_arguments, "arguments provided to function-like macro", NULL, NULL, NULL)        \
	X(macro_arguments, "function-like macro invocation", NULL, NULL, NULL)                   \
	X(macro_arguments, "invoking macro", NULL, NULL, "1")                                    \
	X(macro_redefined, "redefined", NULL, NULL, "1")                                         \
	X(macro_redefined, "^undefining", NULL, NULL, "1")                                       \
	X(macro_redefined, "builtin macro", NULL, NULL, "1")                                     \
	X(macro_misused, "macro", NULL, NULL, "1")                                               \
	X(macro_misused, "' operator", NULL, NULL, NULL)                                         \
	X(macro_misused, "^' is not followed by a macro", NULL, NULL, NULL)                      \
	X(macro_misused, "pasting '*does not give", NULL, NULL, NULL)                            \
	X(macro_misused, "__VA_", NULL, NULL, NULL)                                              \
	X(error_directive, "^#error", NULL, NULL, NULL)                                          \
	X(warning_directive, "^#warning", "-Wcpp", NULL, NULL)                                   \
	X(warning_directive, NULL, "-W#warnings", NULL, NULL)                                    \
	X(warning_directive, NULL, "-W#pragma-messages", NULL, NULL)                             \
	X(directive_invalid, "preprocessing directive", NULL, NULL, "1")                         \
	X(directive_invalid, "^#", NULL, NULL, NULL)                                             \
	X(directive_invalid, "preprocessor", NULL, NULL, NULL)                                   \
	X(directive_invalid, "^missing binary operator", NULL, NULL, NULL)                       \
	X(directive_invalid, "outside of preprocessing", NULL, NULL, "1")                        \
	X(directive_invalid, "^token is not", NULL, NULL, NULL)                                  \
	X(unknown_pragma, NULL, "-Wunknown-pragmas", NULL, "1")                                  \
	X(unknown_pragma, "ragma", NULL, NULL, NULL)                                             \
	X(attribute_unknown, "^unknown attribute", NULL, NULL, "1")                              \
	X(attribute_unknown, "attribute directive ignored", NULL, NULL, "1")                     \
	X(attribute_unknown, NULL, "-Wunknown-attributes", NULL, "1")                            \
	X(attribute_conflict, "conflicts with*attribute", NULL, NULL, "1")                       \
	X(attribute_conflict, "attribute*conflicts with", NULL, NULL, "1")                       \
	X(attribute_conflict, "because it conflicts", NULL, NULL, "1")                           \
	X(attribute_conflict, "attributes are not compatible", NULL, NULL, NULL)                 \
	X(attribute_conflict, "redeclaration*attribute", NULL, NULL, "1")                        \
	X(attribute_target, "only applies to", NULL, NULL, "1")                                  \
	X(attribute_target, "attribute*not apply", NULL, NULL, "1")                              \
	X(attribute_target, "attribute*cannot be applied", NULL, NULL, "1")                      \
	X(attribute_target, "attribute is only valid on", NULL, NULL, "1")                       \
	X(attribute_target, "attribute*only be applied", NULL, NULL, "1")                        \
	X(attribute_target, "attribute*only applicable", NULL, NULL, "1")                        \
	X(attribute_target, "attribute list cannot appear here", NULL, NULL, NULL)               \
	X(attribute_target, "can only appear on functions", NULL, NULL, "1")                     \
	X(attribute_target, "union cannot be made transparent", NULL, NULL, NULL)                \
	X(attribute_target, "attribute*not allowed", NULL, NULL, "1")                            \
	X(attribute_argument, "attribute requires", NULL, NULL, "1")                             \
	X(attribute_argument, "attribute takes", NULL, NULL, "1")                                \
	X(attribute_argument, "attribute argument", NULL, NULL, "1")                             \
	X(attribute_argument, "attribute parameter", NULL, NULL, "1")                            \
	X(attribute_argument, "attribute*cannot have an argument", NULL, NULL, "1")              \
	X(attribute_argument, "priorities must be", NULL, NULL, NULL)                            \
	X(attribute_argument, "wrong number of arguments specified for", NULL, NULL, "1")        \
	X(attribute_argument, "attribute '*mode", NULL, NULL, NULL)                              \
	X(attribute_argument, "machine mode", NULL, NULL, NULL)                                  \
	X(attribute_argument, "argument of '*attribute", NULL, NULL, NULL)                       \
	X(attribute_argument, "argument*attribute", NULL, NULL, "1")                             \
	X(attribute_argument, "is not valid for '", NULL, NULL, "1")                             \
	X(attribute_ignored, "ignored", "-W*attributes", NULL, "1")                              \
	X(attribute_ignored, "attribute*ignored", NULL, NULL, "1")                               \
	X(attribute_ignored, "attributes ignored", NULL, NULL, NULL)                             \
	X(attribute_ignored, NULL, "-Wignored-attributes", NULL, "1")                            \
	X(attribute_ignored, NULL, "-Wattributes", NULL, "1")                                    \
	X(target_unsupported, "not supported for this target", NULL, NULL, "1")                  \
	X(target_unsupported, "not supported on this target", NULL, NULL, "1")                   \
	X(target_unsupported, "not supported by", NULL, NULL, "1")                               \
	X(target_unsupported, "target feature", NULL, NULL, NULL)                                \
	X(target_unsupported, "target specific option mismatch", NULL, NULL, NULL)               \
	X(target_unsupported, "inlining failed", NULL, NULL, "1")                                \
	X(target_unsupported, NULL, "-Wpsabi", NULL, NULL)                                       \
	X(target_unsupported, NULL, "-Wabi*", NULL, NULL)                                        \
	X(target_unsupported, "calling convention", NULL, NULL, NULL)                            \
	X(target_unsupported, "is unsupported", NULL, NULL, "1")                                 \
	X(target_unsupported, "not supported in this configuration", NULL, NULL, NULL)           \
	X(option_invalid, "warning group", NULL, NULL, "1")                                      \
	X(option_invalid, "command-line option", NULL, NULL, "1")                                \
	X(option_invalid, "unrecognized command", NULL, NULL, "1")                               \
	X(option_invalid, "^unknown argument", NULL, NULL, "1")                                  \
	X(option_invalid, "argument unused during", NULL, NULL, "1")                             \
	X(option_invalid, "unknown warning option", NULL, NULL, "1")                             \
	X(option_invalid, "unsupported option", NULL, NULL, "1")                                 \
	X(option_invalid, NULL, "-Wunknown-warning-option", NULL, "1")                           \
	X(option_invalid, "^unknown target", NULL, NULL, "1")                                    \
	X(option_invalid, "is not able to compile with option", NULL, NULL, NULL)                \
	X(option_invalid, "incompatible with '", NULL, NULL, "1")                                \
	X(asm_invalid, "asm", NULL, NULL, NULL)                                                  \
	X(asm_invalid, "register name", NULL, NULL, NULL)                                        \
	X(asm_invalid, "constraint in", NULL, NULL, NULL)                                        \
	X(asm_invalid, "clobber", NULL, NULL, NULL)                                              \
	X(standard_incompatible, "is incompatible with", NULL, NULL, "1")                        \
	X(standard_incompatible, "are incompatible with", NULL, NULL, NULL)                      \
	X(standard_incompatible, NULL, "-Wpre-c*", NULL, NULL)                                   \
	X(standard_incompatible, NULL, "-Wc*-compat*", NULL, "1")                                \
	X(standard_incompatible, "incompatible with C", NULL, NULL, NULL)                        \
	X(c_compat, "not permitted in C++", NULL, NULL, NULL)                                    \
	X(extension, "only available with", NULL, NULL, NULL)                                    \
	X(extension, "a C*extension", NULL, NULL, NULL)                                          \
	X(extension, "C++*extension", NULL, NULL, NULL)                                          \
	X(extension, "GNU extension", NULL, NULL, NULL)                                          \
	X(extension, "a C99*feature", NULL, NULL, NULL)                                          \
	X(extension, "a C11*feature", NULL, NULL, NULL)                                          \
	X(extension, "are an extension", NULL, NULL, NULL)                                       \
	X(extension, "is an extension", NULL, NULL, NULL)                                        \
	X(extension, "ISO C forbids", NULL, NULL, "1")                                           \
	X(extension, "ISO C++ forbids*extension", NULL, NULL, NULL)                              \
	X(extension, "ISO C*does not support", NULL, NULL, "1")                                  \
	X(extension, "ISO C*does not allow", NULL, NULL, NULL)                                   \
	X(extension, "ISO C*does not permit", NULL, NULL, "1")                                   \
	X(extension, "ISO C*restricts", NULL, NULL, NULL)                                        \
	X(extension, "not allowed in ISO C", NULL, NULL, NULL)                                   \
	X(extension, "not supported by ISO C", NULL, NULL, NULL)                                 \
	X(extension, "are not supported by ISO", NULL, NULL, NULL)                               \
	X(extension, "ISO C* requires", NULL, NULL, NULL)                                        \
	X(extension, "ISO C*prohibits", NULL, NULL, NULL)                                        \
	X(extension, NULL, "-Wc*-extensions", NULL, NULL)                                        \
	X(extension, NULL, "-Wgnu*", NULL, NULL)                                                 \
	X(extension, NULL, "-Wmicrosoft*", NULL, NULL)                                           \
	X(extension, NULL, "-Wzero-length-array", NULL, NULL)                                    \
	X(extension, NULL, "-Wlong-long", NULL, NULL)                                            \
	X(extension, NULL, "-Wvla", NULL, NULL)                                                  \
	X(extension, NULL, "-Wvariadic-macros", NULL, NULL)                                      \
	X(extension, NULL, "-Wopenmp*extensions", NULL, NULL)                                    \
	X(extension, "extension not supported", NULL, NULL, NULL)                                \
	X(extension, NULL, "-Wdeclaration-after-statement", NULL, NULL)                          \
	X(extension, "^C++ style comments", NULL, NULL, NULL)                                    \
	X(unimplemented, "sorry, unimplemented", NULL, NULL, NULL)                               \
	X(unimplemented, "not implemented", NULL, NULL, NULL)                                    \
	X(unimplemented, "not yet supported", NULL, NULL, NULL)                                  \
	X(unimplemented, "unimplemented", NULL, NULL, NULL)                                      \
	X(compiler_limit, "maximum of", NULL, NULL, NULL)                                        \
	X(compiler_limit, "exceeds*limit", NULL, NULL, NULL)                                     \
	X(template_recursion, "instantiation depth", NULL, NULL, NULL)                           \
	X(compiler_limit, "depth", NULL, NULL, NULL)                                             \
	X(access_denied, "is private", NULL, NULL, NULL)                                         \
	X(access_denied, "is protected", NULL, NULL, NULL)                                       \
	X(access_denied, "is inaccessible", NULL, NULL, NULL)                                    \
	X(access_denied, "inaccessible", NULL, NULL, NULL)                                       \
	X(access_denied, "^calling a private", NULL, NULL, NULL)                                 \
	X(access_denied, "^calling a protected", NULL, NULL, NULL)                               \
	X(access_denied, "'*private member", NULL, NULL, NULL)                                   \
	X(deleted_function, "use of deleted function", NULL, NULL, "1")                          \
	X(deleted_function, "deleted function", NULL, NULL, "1")                                 \
	X(deleted_function, "deleted", NULL, NULL, "1")                                          \
	X(abstract_class, "abstract class", NULL, NULL, "1")                                     \
	X(abstract_class, "abstract type", NULL, NULL, "1")                                      \
	X(abstract_class, "abstract", NULL, NULL, "1")                                           \
	X(exception_specification, "exception specif", NULL, NULL, "1")                          \
	X(exception_specification, "noexcept", NULL, NULL, "1")                                  \
	X(override_invalid, "but does not override", NULL, NULL, "1")                            \
	X(override_invalid, "does not override", NULL, NULL, "1")                                \
	X(override_invalid, "marked '*override", NULL, NULL, "1")                                \
	X(override_invalid, "overrid", NULL, NULL, "1")                                          \
	X(override_invalid, "only virtual member functions can be marked", NULL, NULL, "1")      \
	X(override_invalid, "virtual function", NULL, NULL, "1")                                 \
	X(initializer_missing, "uninitialized const", NULL, NULL, "1")                           \
	X(initializer_missing, "uninitialized reference", NULL, NULL, "1")                       \
	X(initializer_missing, "declared as reference but not initialized", NULL, NULL, "1")     \
	X(initializer_missing, "explicitly initialize", NULL, NULL, NULL)                        \
	X(initializer_missing, "default initialization of an object of const", NULL, NULL, "1")  \
	X(initializer_missing, "must be initialized", NULL, NULL, "1")                           \
	X(initializer_missing, "requires an initializer", NULL, NULL, "1")                       \
	X(initializer_missing, "has no initializer", NULL, NULL, "1")                            \
	X(initializer_missing, "should be initialized", NULL, NULL, "1")                         \
	X(too_few_arguments, "too few arguments to function", NULL, NULL, "1")                   \
	X(too_few_arguments, "^too few arguments", NULL, NULL, "1")                              \
	X(too_many_arguments, "^too many arguments", NULL, NULL, "1")                            \
	X(template_arguments, "number of template arguments", NULL, NULL, "1")                   \
	X(template_arguments, "template argument*invalid", NULL, NULL, NULL)                     \
	X(template_arguments, "template argument for", NULL, NULL, NULL)                         \
	X(template_arguments, "^too few template arguments", NULL, NULL, "1")                    \
	X(template_arguments, "^too many template arguments", NULL, NULL, "1")                   \
	X(template_arguments, "requires template arguments", NULL, NULL, "1")                    \
	X(template_arguments, "type/value mismatch at argument", NULL, NULL, "1")                \
	X(template_arguments, "without template argument", NULL, NULL, "1")                      \
	X(template_arguments, "missing template arguments", NULL, NULL, "1")                     \
	X(template_arguments, "^template argument", NULL, NULL, NULL)                            \
	X(template_arguments, "non-type template", NULL, NULL, "1")                              \
	X(template_deduction, "deduction failed", NULL, NULL, "1")                               \
	X(template_deduction, "deduction guide", NULL, NULL, "1")                                \
	X(template_deduction, "^cannot deduce", NULL, NULL, "1")                                 \
	X(template_deduction, "unable to deduce", NULL, NULL, "1")                               \
	X(template_deduction, "couldn't deduce", NULL, NULL, "1")                                \
	X(template_deduction, "no viable constructor or deduction", NULL, NULL, "1")             \
	X(template_deduction, "inconsistent deduction", NULL, NULL, "1")                         \
	X(template_deduction, "deduc", NULL, NULL, "1")                                          \
	X(constraint_failed, "constraint", NULL, NULL, "1")                                      \
	X(constraint_failed, "^failed requirement", NULL, NULL, "1")                             \
	X(constraint_failed, "not satisfied", NULL, NULL, "1")                                   \
	X(concept_invalid, "concept", NULL, NULL, "1")                                           \
	X(static_assertion, "^static assertion failed", NULL, NULL, "1")                         \
	X(static_assertion, "^static_assert failed", NULL, NULL, "1")                            \
	X(static_assertion, "^static assertion", NULL, NULL, "1")                                \
	X(typename_missing, "^need 'typename'", NULL, NULL, NULL)                                \
	X(typename_missing, "missing 'typename'", NULL, NULL, NULL)                              \
	X(typename_missing, "use 'template' keyword", NULL, NULL, "1")                           \
	X(typename_missing, "typename", NULL, NULL, "1")                                         \
	X(template_declaration, "template parameter", NULL, NULL, "1")                           \
	X(template_declaration, "template-parameter", NULL, NULL, NULL)                          \
	X(template_declaration, "pecialization", NULL, NULL, "1")                                \
	X(template_declaration, "explicit instantiation", NULL, NULL, "1")                       \
	X(template_declaration, "template declaration", NULL, NULL, "1")                         \
	X(template_declaration, "template", NULL, NULL, "1")                                     \
	X(ambiguous, "ambiguous", NULL, NULL, "1")                                               \
	X(no_overload, "^no matching", NULL, NULL, "1")                                          \
	X(no_overload, "^no match for call to", NULL, NULL, "1")                                 \
	X(no_operator, "^no match for '", NULL, NULL, NULL)                                      \
	X(no_operator, "^no viable overloaded", NULL, NULL, NULL)                                \
	X(no_overload, "^no viable constructor", NULL, NULL, "1")                                \
	X(conversion_invalid, "^no viable conversion", NULL, NULL, "12")                         \
	X(not_callable, "cannot be used as a function", NULL, NULL, "1")                         \
	X(not_callable, "is not a function or function pointer", NULL, NULL, "1")                \
	X(not_callable, "called object", NULL, NULL, "1")                                        \
	X(argument_type, "^incompatible type for argument", NULL, NULL, "1")                     \
	X(argument_type, "^passing '*incompatible type", NULL, NULL, NULL)                       \
	X(argument_type, "^passing argument", NULL, NULL, "1")                                   \
	X(argument_type, "^cannot initialize a parameter", NULL, NULL, NULL)                     \
	X(argument_type, "argument of type", NULL, NULL, NULL)                                   \
	X(argument_value, "argument value", NULL, NULL, NULL)                                    \
	X(argument_value, "must be positive", NULL, NULL, NULL)                                  \
	X(argument_value, "is outside the valid range", NULL, NULL, NULL)                        \
	X(argument_value, "argument to '*must be a constant", NULL, NULL, NULL)                  \
	X(argument_value, "argument*must be", NULL, NULL, NULL)                                  \
	X(conversion_invalid, "^cannot convert", NULL, NULL, "12")                               \
	X(conversion_invalid, "^could not convert", NULL, NULL, NULL)                            \
	X(conversion_invalid, "^invalid conversion", NULL, NULL, "12")                           \
	X(conversion_invalid, "^invalid user-defined conversion", NULL, NULL, NULL)              \
	X(conversion_invalid, "^cannot initialize", NULL, NULL, "21")                            \
	X(conversion_invalid, "^assigning to '*from incompatible type", NULL, NULL, "21")        \
	X(conversion_invalid, "^initializing '*incompatible type", NULL, NULL, "21")             \
	X(conversion_invalid, "^incompatible types when", NULL, NULL, "21")                      \
	X(conversion_invalid, "conversion from '*to non-scalar", NULL, NULL, NULL)               \
	X(conversion_invalid, "conversion to non-scalar", NULL, NULL, NULL)                      \
	X(conversion_invalid, "^value of type '*is not", NULL, NULL, NULL)                       \
	X(conversion_invalid, "cannot be converted", NULL, NULL, NULL)                           \
	X(conversion_invalid, "not convertible", NULL, NULL, NULL)                               \
	X(conversion_invalid, "^conversion", NULL, NULL, NULL)                                   \
	X(type_incompatible_return, "^returning '*incompatible", NULL, NULL, NULL)               \
	X(type_incompatible_return, "^cannot initialize return", NULL, NULL, NULL)               \
	X(type_incompatible_return, "incompatible types in return", NULL, NULL, NULL)            \
	X(cast_invalid, "^invalid '*from type", NULL, NULL, NULL)                                \
	X(cast_invalid, "_cast", NULL, NULL, NULL)                                               \
	X(cast_invalid, "^cannot cast", NULL, NULL, NULL)                                        \
	X(cast_invalid, "^invalid cast", NULL, NULL, NULL)                                       \
	X(cast_invalid, "cast specifies", NULL, NULL, NULL)                                      \
	X(cast_invalid, "^used type '*where arithmetic", NULL, NULL, NULL)                       \
	X(reference_binding, "cannot bind", NULL, NULL, NULL)                                    \
	X(reference_binding, "could not bind", NULL, NULL, NULL)                                 \
	X(reference_binding, "^binding", NULL, NULL, NULL)                                       \
	X(reference_binding, "invalid initialization of*reference", NULL, NULL, NULL)            \
	X(no_operator, "^invalid operands", NULL, NULL, NULL)                                    \
	X(operand_types, "wrong type argument to", NULL, NULL, NULL)                             \
	X(operand_types, "^invalid argument type", NULL, NULL, NULL)                             \
	X(operand_types, "operand types", NULL, NULL, NULL)                                      \
	X(operand_types, "in conditional expression", NULL, NULL, NULL)                          \
	X(operand_types, "^used type '", NULL, NULL, NULL)                                       \
	X(operand_types, "^cannot increment", NULL, NULL, NULL)                                  \
	X(operand_types, "^cannot decrement", NULL, NULL, NULL)                                  \
	X(operand_types, "integral or unscoped enumeration", NULL, NULL, NULL)                   \
	X(operand_types, "requires*arithmetic", NULL, NULL, NULL)                                \
	X(operand_types, "statement requires expression", NULL, NULL, NULL)                      \
	X(operand_types, "^invalid application of", NULL, NULL, NULL)                            \
	X(return_missing, "no return statement", NULL, NULL, NULL)                               \
	X(return_missing, "control reaches end", NULL, NULL, NULL)                               \
	X(return_missing, "does not return a value", NULL, NULL, NULL)                           \
	X(return_missing, "with no value", NULL, NULL, NULL)                                     \
	X(return_missing, "should return a value", NULL, NULL, NULL)                             \
	X(return_missing, "return-statement with no value", NULL, NULL, NULL)                    \
	X(return_value_in_void, "should not return a value", NULL, NULL, "1")                    \
	X(return_value_in_void, "with a value, in function", NULL, NULL, NULL)                   \
	X(return_value_in_void, "return-statement with a value", NULL, NULL, NULL)               \
	X(noreturn_returns, "should not return", NULL, NULL, NULL)                               \
	X(noreturn_returns, "function does return", NULL, NULL, NULL)                            \
	X(noreturn_returns, NULL, "-Winvalid-noreturn", NULL, NULL)                              \
	X(read_only, "read-only", NULL, NULL, "1")                                               \
	X(read_only, "const-qualified", NULL, NULL, "1")                                         \
	X(read_only, "cannot assign to", NULL, NULL, "1")                                        \
	X(not_assignable, "not assignable", NULL, NULL, "1")                                     \
	X(lvalue_required, "lvalue required", NULL, NULL, NULL)                                  \
	X(lvalue_required, "is not assignable", NULL, NULL, NULL)                                \
	X(address_taken, "address of", NULL, NULL, "1")                                          \
	X(address_taken, "address requested", NULL, NULL, NULL)                                  \
	X(not_a_pointer, "^invalid type argument of", NULL, NULL, NULL)                          \
	X(not_a_pointer, "ndirection requires", NULL, NULL, NULL)                                \
	X(arrow_dot, "which is of pointer type", NULL, NULL, NULL)                               \
	X(arrow_dot, "^' is a pointer; did you mean", NULL, NULL, "1")                           \
	X(not_a_class, "is not a structure or union", NULL, NULL, "1")                           \
	X(not_a_class, "is not a class", NULL, NULL, "1")                                        \
	X(not_a_class, "not a structure", NULL, NULL, "1")                                       \
	X(not_a_class, "because it has no members", NULL, NULL, "1")                             \
	X(not_a_class, "is not a class, namespace", NULL, NULL, "1")                             \
	X(not_a_class, "^request for member", NULL, NULL, "1")                                   \
	X(not_subscriptable, "subscript", NULL, NULL, NULL)                                      \
	X(void_value_used, "void value not ignored", NULL, NULL, NULL)                           \
	X(void_object, "declared void", NULL, NULL, "1")                                         \
	X(array_size_invalid, "array with a negative size", NULL, NULL, "1")                     \
	X(array_size_invalid, "size of array", NULL, NULL, "1")                                  \
	X(array_size_invalid, "array bound", NULL, NULL, NULL)                                   \
	X(array_size_invalid, "size '*of array", NULL, NULL, NULL)                               \
	X(array_size_invalid, "array size", NULL, NULL, NULL)                                    \
	X(array_element_type, "declared as array of", NULL, NULL, "1")                           \
	X(array_element_type, "array of", NULL, NULL, "1")                                       \
	X(bitfield_invalid, "bit-field", NULL, NULL, "1")                                        \
	X(bitfield_invalid, "bit-fields", NULL, NULL, NULL)                                      \
	X(bitfield_invalid, "bitfield", NULL, NULL, "1")                                         \
	X(vla_invalid, "variably modified", NULL, NULL, "1")                                     \
	X(vla_invalid, "variable-sized object", NULL, NULL, "1")                                 \
	X(vla_invalid, "variable length array", NULL, NULL, "1")                                 \
	X(vla_invalid, "ariable-length", NULL, NULL, "1")                                        \
	X(flexible_array, "flexible array", NULL, NULL, "1")                                     \
	X(flexible_array, "zero-size array", NULL, NULL, NULL)                                   \
	X(statement_expression, "statement expression", NULL, NULL, NULL)                        \
	X(lambda_capture, "captur", NULL, NULL, "1")                                             \
	X(lambda_invalid, "lambda", NULL, NULL, NULL)                                            \
	X(auto_invalid, "'*' before deduction", NULL, NULL, "1")                                 \
	X(auto_invalid, "deduced return type", NULL, NULL, "1")                                  \
	X(auto_invalid, "'auto'", NULL, NULL, NULL)                                              \
	X(auto_invalid, "auto", NULL, NULL, NULL)                                                \
	X(structured_binding, "decompos", NULL, NULL, "1")                                       \
	X(structured_binding, "structured binding", NULL, NULL, "1")                             \
	X(structured_binding, "names provided for structured", NULL, NULL, NULL)                 \
	X(structured_binding, "provided for", NULL, NULL, NULL)                                  \
	X(coroutine_invalid, "coroutine", NULL, NULL, "1")                                       \
	X(coroutine_invalid, "co_", NULL, NULL, "1")                                             \
	X(module_invalid, "module", NULL, NULL, "1")                                             \
	X(module_invalid, "import", NULL, NULL, "1")                                             \
	X(constant_expression, "constant expression", NULL, NULL, "1")                           \
	X(constant_expression, "integral constant", NULL, NULL, "1")                             \
	X(constexpr_invalid, "constexpr", NULL, NULL, "1")                                       \
	X(constexpr_invalid, "consteval", NULL, NULL, "1")                                       \
	X(constexpr_invalid, "constinit", NULL, NULL, "1")                                       \
	X(constexpr_invalid, "non-literal type", NULL, NULL, "1")                                \
	X(initializer_not_constant, "not constant", NULL, NULL, "1")                             \
	X(initializer_not_constant, "is not a compile-time constant", NULL, NULL, NULL)          \
	X(initializer_excess, "excess", NULL, NULL, NULL)                                        \
	X(initializer_excess, "too many initializers", NULL, NULL, "1")                          \
	X(initializer_invalid, "nitializer", NULL, NULL, "1")                                    \
	X(initializer_invalid, "^initialization", NULL, NULL, "1")                               \
	X(initializer_invalid, "is initialized", NULL, NULL, "1")                                \
	X(initializer_invalid, "nitialization", NULL, NULL, "1")                                 \
	X(builtin_misuse, "builtin", NULL, NULL, "1")                                            \
	X(builtin_misuse, "__builtin", NULL, NULL, "1")                                          \
	X(missing_type_specifier, "type specifier", NULL, NULL, NULL)                            \
	X(missing_type_specifier, "with no type", NULL, NULL, "1")                               \
	X(missing_type_specifier, "type defaults to", NULL, NULL, "1")                           \
	X(missing_type_specifier, "implicit int", NULL, NULL, NULL)                              \
	X(missing_type_specifier, NULL, "-Wimplicit-int", NULL, "1")                             \
	X(specifier_conflict, "cannot combine with", NULL, NULL, "1")                            \
	X(specifier_conflict, "cannot be combined", NULL, NULL, "1")                             \
	X(specifier_conflict, "duplicate '", NULL, NULL, "1")                                    \
	X(specifier_conflict, "both '", NULL, NULL, NULL)                                        \
	X(specifier_conflict, "multiple storage classes", NULL, NULL, NULL)                      \
	X(specifier_conflict, "more than one", NULL, NULL, NULL)                                 \
	X(specifier_misplaced, "storage class", NULL, NULL, "1")                                 \
	X(specifier_misplaced, "storage-class", NULL, NULL, "1")                                 \
	X(specifier_misplaced, "specifier", NULL, NULL, "1")                                     \
	X(specifier_misplaced, "' on '", NULL, NULL, "1")                                        \
	X(specifier_misplaced, "'*can only be specified", NULL, NULL, "1")                       \
	X(specifier_misplaced, "may only be specified", NULL, NULL, "1")                         \
	X(specifier_misplaced, "cannot be declared", NULL, NULL, "1")                            \
	X(specifier_misplaced, "cv-qualified", NULL, NULL, "1")                                  \
	X(qualifier_invalid, "qualifier", NULL, NULL, "1")                                       \
	X(declares_nothing, "does not declare", NULL, NULL, NULL)                                \
	X(declares_nothing, "declares nothing", NULL, NULL, NULL)                                \
	X(declares_nothing, "^empty declaration", NULL, NULL, NULL)                              \
	X(declaration_misplaced, "definition is not allowed", NULL, NULL, NULL)                  \
	X(declaration_misplaced, "only be defined in", NULL, NULL, NULL)                         \
	X(declaration_misplaced, "can only be defined", NULL, NULL, NULL)                        \
	X(declaration_misplaced, "may not be defined", NULL, NULL, NULL)                         \
	X(declaration_misplaced, "only in file scope", NULL, NULL, NULL)                         \
	X(declaration_misplaced, "only be used in", NULL, NULL, NULL)                            \
	X(declaration_misplaced, "not allowed here", NULL, NULL, "1")                            \
	X(declaration_misplaced, "not at block scope", NULL, NULL, NULL)                         \
	X(declaration_misplaced, "^invalid use of ' at", NULL, NULL, NULL)                       \
	X(declaration_misplaced, "immediate substatement", NULL, NULL, "1")                      \
	X(declaration_misplaced, "cannot be used in", NULL, NULL, "1")                           \
	X(declaration_misplaced, "declaration*not allowed", NULL, NULL, NULL)                    \
	X(case_invalid, "^case", NULL, NULL, NULL)                                               \
	X(case_invalid, "duplicate case", NULL, NULL, NULL)                                      \
	X(case_invalid, "' label", NULL, NULL, NULL)                                             \
	X(case_invalid, "label", NULL, NULL, NULL)                                               \
	X(jump_invalid, "jump", NULL, NULL, NULL)                                                \
	X(jump_invalid, "goto", NULL, NULL, NULL)                                                \
	X(statement_misplaced, "statement not in", NULL, NULL, "1")                              \
	X(statement_misplaced, "statement not within", NULL, NULL, "1")                          \
	X(statement_misplaced, "not in loop", NULL, NULL, "1")                                   \
	X(statement_misplaced, "statement*outside", NULL, NULL, NULL)                            \
	X(function_type_invalid, "declared as function returning", NULL, NULL, "1")              \
	X(function_type_invalid, "cannot return", NULL, NULL, "1")                               \
	X(function_type_invalid, "returning a function", NULL, NULL, "1")                        \
	X(operator_declaration, "^'operator*must", NULL, NULL, "1")                              \
	X(operator_declaration, "overloaded '*must", NULL, NULL, "1")                            \
	X(operator_declaration, "overloaded operator", NULL, NULL, "1")                          \
	X(operator_declaration, "must take", NULL, NULL, "1")                                    \
	X(operator_declaration, "must be a nonstatic member", NULL, NULL, "1")                   \
	X(constructor_invalid, "constructor", NULL, NULL, "1")                                   \
	X(constructor_invalid, "destructor", NULL, NULL, "1")                                    \
	X(base_class_invalid, "base class", NULL, NULL, "1")                                     \
	X(base_class_invalid, "base type", NULL, NULL, "1")                                      \
	X(base_class_invalid, "does not name a non-static data member or base", NULL, NULL, "1") \
	X(base_class_invalid, "member initializer", NULL, NULL, "1")                             \
	X(member_function_invalid, "non-static member", NULL, NULL, "1")                         \
	X(member_function_invalid, "nonstatic", NULL, NULL, "1")                                 \
	X(member_function_invalid, "static member function", NULL, NULL, "1")                    \
	X(member_function_invalid, "'this'", NULL, NULL, NULL)                                   \
	X(member_function_invalid, "member function", NULL, NULL, "1")                           \
	X(member_function_invalid, "pointer to member", NULL, NULL, "1")                         \
	X(friend_invalid, "friend", NULL, NULL, "1")                                             \
	X(using_invalid, "using declaration", NULL, NULL, "1")                                   \
	X(using_invalid, "using-declaration", NULL, NULL, "1")                                   \
	X(using_invalid, "using directive", NULL, NULL, "1")                                     \
	X(namespace_invalid, "namespace", NULL, NULL, "1")                                       \
	X(undeclared, "from containing function", NULL, NULL, NULL)                              \
	X(void_object, "parameter*incomplete", NULL, NULL, NULL)                                 \
	X(attribute_argument, "attribute", NULL, NULL, "1")                                      \
	X(declaration_misplaced, "cannot appear", NULL, NULL, NULL)                              \
	X(declaration_misplaced, "not allowed", NULL, NULL, "1")                                 \
	X(declaration_misplaced, "is not permitted", NULL, NULL, "1")                            \
	X(deprecated, "deprecat", NULL, NULL, "1")                                               \
	X(undefined_operation, "undefined behavior", NULL, NULL, "1")                            \
	X(undefined_operation, "may be undefined", NULL, NULL, "1")                              \
	X(target_unsupported, "not supported", NULL, NULL, "1")                                  \
	X(target_unsupported, "unsupported", NULL, NULL, "1")                                    \
	X(redundant, "no effect", NULL, NULL, "1")                                               \
	X(redundant, "redundant", NULL, NULL, "1")

#endif
