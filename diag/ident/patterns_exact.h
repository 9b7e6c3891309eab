/*
 * Rows of diag/ident/patterns.h that say wholly which message they mean: asked before the others.
 */
#ifndef FL_DIAG_PATTERNS_EXACT_H
#define FL_DIAG_PATTERNS_EXACT_H

#include <stddef.h>

#define DIAG_PATTERNS_EXACT(X)                                                                     \
	X(documentation, NULL, "-Wdocumentation*", NULL, NULL)                                     \
	X(openmp_clause, "^expected variable of the '", NULL, NULL, NULL)                          \
	X(designator_invalid, "clauses should be designated", NULL, NULL, NULL)                    \
	X(constraint_failed, "^deduced type ' does not satisfy", NULL, NULL, NULL)                 \
	X(literal_range, "^integer constant expression evaluates to value", NULL, NULL, NULL)      \
	X(integer_overflow, "^overflow in constant expression", NULL, NULL, NULL)                  \
	X(vla_invalid, "not allowed in other than function prototype scope", NULL, NULL, NULL)     \
	X(vla_invalid, "^variable length array must be bound", NULL, NULL, NULL)                   \
	X(member_function_invalid, "is unavailable for static member functions", NULL, NULL, NULL) \
	X(member_function_invalid, "^' may not be used in this context", NULL, NULL, NULL)         \
	X(member_function_invalid, "^invalid use of ' at top level", NULL, NULL, NULL)             \
	X(member_function_invalid, "^invalid use of ' outside of a non-static member", NULL, NULL, \
		NULL)                                                                              \
	X(cast_suspicious, NULL, "-Wcast-qual", NULL, NULL)                                        \
	X(attribute_target, "^' attribute ignored", NULL, NULL, "1")                               \
	X(attribute_target, "attribute applies only to", NULL, NULL, "1")                          \
	X(openmp_clause, "array section", NULL, NULL, NULL)                                        \
	X(openmp_clause, "^section length", NULL, NULL, NULL)                                      \
	X(openmp_clause, "^for unknown bound array type length", NULL, NULL, NULL)                 \
	X(auto_invalid, "^' not allowed in", NULL, NULL, NULL)                                     \
	X(auto_invalid, "^use of ' in parameter declaration", NULL, NULL, NULL)                    \
	X(auto_invalid, "^use of ' in lambda parameter", NULL, NULL, NULL)                         \
	X(auto_invalid, "^use of ' in member template conversion", NULL, NULL, NULL)               \
	X(auto_invalid, "declared with placeholder", NULL, NULL, NULL)                             \
	X(auto_invalid, "^use of '*before deduction of", NULL, NULL, "1")                          \
	X(auto_invalid, "cannot be used before it is defined", NULL, NULL, "1")                    \
	X(auto_invalid, "cannot appear in its own initializer", NULL, NULL, "1")                   \
	X(auto_invalid, "^virtual function cannot have deduced return", NULL, NULL, NULL)          \
	X(auto_invalid, "deduced return type cannot be virtual", NULL, NULL, NULL)                 \
	X(constexpr_invalid, "^a destructor cannot be '", NULL, NULL, NULL)                        \
	X(constexpr_invalid, "^a constructor cannot be '", NULL, NULL, NULL)                       \
	X(constexpr_invalid, "^' cannot be '", NULL, NULL, "1")                                    \
	X(constexpr_invalid, "cannot be declared consteval", NULL, NULL, NULL)                     \
	X(constexpr_invalid, "cannot be declared constexpr", NULL, NULL, NULL)                     \
	X(redeclared_differently, "differs in ' from previous declaration", NULL, NULL, "1")       \
	X(redeclared_differently, "constexpr declaration of ' follows", NULL, NULL, "1")           \
	X(unavailable, "^' is unavailable", NULL, NULL, "1")                                       \
	X(prototype_scope, "declared inside parameter list will not be visible", NULL, NULL, NULL) \
	X(prototype_scope, NULL, "-Wvisibility", NULL, NULL)                                       \
	X(fold_expression, "operand of fold", NULL, NULL, NULL)                                    \
	X(sentinel_missing, "sentinel in function call", NULL, NULL, NULL)                         \
	X(sentinel_missing, "to fit a sentinel", NULL, NULL, NULL)                                 \
	X(comment_suspicious, NULL, "-Wcomment", NULL, NULL)                                       \
	X(default_argument, "uses the default argument for parameter", NULL, NULL, NULL)           \
	X(default_argument, "^use of default argument to function", NULL, NULL, NULL)              \
	X(default_argument, "^default argument references", NULL, NULL, NULL)                      \
	X(default_argument, "^parameter ' may not appear in this context", NULL, NULL, "1")        \
	X(default_argument, "^default argument given for parameter", NULL, NULL, NULL)             \
	X(default_argument, "redefinition of default argument", NULL, NULL, NULL)                  \
	X(default_argument, "default argument missing for parameter", NULL, NULL, NULL)            \
	X(default_argument, "missing default argument on parameter", NULL, NULL, NULL)             \
	X(default_argument, "cannot have default arguments", NULL, NULL, NULL)                     \
	X(default_argument, "operator*cannot have a default argument", NULL, NULL, NULL)           \
	X(default_argument, "^parameter of overloaded ' cannot have a default", NULL, NULL, NULL)  \
	X(default_argument, "^friend declaration*default argument", NULL, NULL, NULL)              \
	X(generic_selection, "selector of type*not compatible with any association", NULL, NULL,   \
		NULL)                                                                              \
	X(generic_selection, "not compatible with any generic association", NULL, NULL, NULL)      \
	X(generic_selection, "in generic association", NULL, NULL, NULL)                           \
	X(generic_selection, "of generic association", NULL, NULL, NULL)                           \
	X(redeclared_differently, "redeclared with different access", NULL, NULL, "1")             \
	X(redeclared_differently, "^' redeclared with ' access", NULL, NULL, "1")                  \
	X(builtin_misuse, NULL, "-Wframe-address", NULL, NULL)                                     \
	X(void_object, "^ISO C does not allow indirection on operand", NULL, NULL, NULL)           \
	X(void_object, "^dereferencing ' pointer", NULL, NULL, NULL)                               \
	X(void_object, "must be the first and only parameter", NULL, NULL, NULL)                   \
	X(void_object, "^invalid use of type ' in parameter declaration", NULL, NULL, NULL)        \
	X(void_object, "^argument may not have ' type", NULL, NULL, NULL)                          \
	X(void_object, "^parameter*has void type", NULL, NULL, NULL)                               \
	X(void_object, "^forming reference to void", NULL, NULL, NULL)                             \
	X(void_object, "^cannot form a reference to '", NULL, NULL, NULL)                          \
	X(lvalue_required, "^expression is not assignable", NULL, NULL, NULL)                      \
	X(lvalue_required, "^non-object type ' is not assignable", NULL, NULL, NULL)               \
	X(address_taken, "^lvalue required as unary ' operand", NULL, NULL, NULL)                  \
	X(address_taken, "^cannot take the address of", NULL, NULL, NULL)                          \
	X(not_assignable, "^assignment to expression with array type", NULL, NULL, NULL)           \
	X(attribute_target, "^attribute ignored", NULL, NULL, NULL)                                \
	X(attribute_target, "attribute ignored because ' is not", NULL, NULL, "1")                 \
	X(attribute_target, "attribute ignored because ' does not have", NULL, NULL, "1")          \
	X(attribute_target, "attribute ignored on a function returning", NULL, NULL, "1")          \
	X(attribute_target, "attributes at the beginning of statement are ignored", NULL, NULL,    \
		NULL)                                                                              \
	X(attribute_target, "^ignoring attributes applied to", NULL, NULL, NULL)                   \
	X(attribute_target, "^attribute ignored in", NULL, NULL, NULL)                             \
	X(attribute_target, "^an attribute list cannot appear here", NULL, NULL, NULL)             \
	X(attribute_target, "^section attribute cannot be specified", NULL, NULL, NULL)            \
	X(attribute_target, "^can only use ' attribute on", NULL, NULL, "1")                       \
	X(attribute_target, "^attributes are not allowed on", NULL, NULL, NULL)                    \
	X(attribute_target, "attribute ignored; use -f", NULL, NULL, NULL)                         \
	X(attribute_target, "^interrupt service routine", NULL, NULL, NULL)                        \
	X(attribute_target, "^weak declaration", NULL, NULL, NULL)                                 \
	X(expected_declaration, "^expected a type", NULL, NULL, NULL)                              \
	X(undeclared, "^there are no arguments to '*must be available", NULL, NULL, "1")           \
	X(namespace_invalid, "^expected namespace name", NULL, NULL, NULL)                         \
	X(asm_invalid, "asm operand name", NULL, NULL, NULL)                                       \
	X(asm_invalid, "^duplicate ' operand name", NULL, NULL, NULL)                              \
	X(asm_invalid, "^undefined named operand", NULL, NULL, NULL)                               \
	X(asm_invalid, "^unknown symbolic operand name", NULL, NULL, NULL)                         \
	X(extraneous_token, "nested-name-specifier, expected", NULL, NULL, NULL)                   \
	X(extraneous_token, "in nested name specifier; did you mean", NULL, NULL, NULL)            \
	X(specifier_misplaced, "may be defaulted", NULL, NULL, NULL)                               \
	X(cast_invalid, "^' destination type ' is", NULL, NULL, NULL)                              \
	X(cast_invalid, "^' source type ' is not", NULL, NULL, NULL)                               \
	X(cast_invalid, "^' source size ' not equal", NULL, NULL, NULL)                            \
	X(cast_invalid, "source size does not equal destination size", NULL, NULL, NULL)           \
	X(operator_declaration, "must have an argument of class or enum", NULL, NULL, NULL)        \
	X(operator_declaration, "^' must not have variable number of arguments", NULL, NULL, "1")  \
	X(operator_declaration, "^overloaded ' cannot be variadic", NULL, NULL, "1")               \
	X(operator_declaration, "^' must have exactly * argument", NULL, NULL, "1")                \
	X(operator_declaration, "^' must have either * argument", NULL, NULL, "1")                 \
	X(operator_declaration, "^' must have no arguments", NULL, NULL, "1")                      \
	X(operator_declaration, "^' must be a non-static member function", NULL, NULL, "1")        \
	X(operator_declaration, "^' must return type", NULL, NULL, "1")                            \
	X(operator_declaration, "^declaration of ' as non-function", NULL, NULL, "1")              \
	X(operator_declaration, "^declaration of ' as parameter", NULL, NULL, "1")                 \
	X(operator_declaration, "cannot be the name of a variable", NULL, NULL, "1")               \
	X(operator_declaration, "cannot be the name of a parameter", NULL, NULL, "1")              \
	X(operator_declaration, "takes type '*as first parameter", NULL, NULL, "1")                \
	X(main_invalid, "^' must return '", NULL, NULL, "1")                                       \
	X(main_invalid, "^cannot inline function '", NULL, NULL, "1")                              \
	X(main_invalid, "is not allowed to be declared", NULL, NULL, "1")                          \
	X(initializer_invalid, "from a string literal with type array of", NULL, NULL, NULL)       \
	X(initializer_invalid, "^initializing * array with", NULL, NULL, NULL)                     \
	X(initializer_invalid, "^array must be initialized with a brace", NULL, NULL, NULL)        \
	X(initializer_invalid, "^array initializer must be an initializer list", NULL, NULL, NULL) \
	X(initializer_invalid, "in-class initialization of non-const static", NULL, NULL, "1")     \
	X(initializer_invalid, "must be initialized out of line", NULL, NULL, NULL)                \
	X(initializer_invalid, "^' initialized and declared '", NULL, NULL, "1")                   \
	X(initializer_invalid, NULL, "-Wextern-initializer", NULL, NULL)                           \
	X(initializer_excess, "^scalar object*requires one element", NULL, NULL, NULL)             \
	X(initializer_excess, "initializing multiple members of union", NULL, NULL, NULL)          \
	X(initializer_missing, "^reference member of type*uninitialized", NULL, NULL, NULL)        \
	X(cast_invalid, "^cannot convert from pointer to base class", NULL, NULL, NULL)            \
	X(cast_invalid, "^cannot cast '*via virtual base", NULL, NULL, NULL)                       \
	X(cast_invalid, "cast from '*is not allowed", NULL, NULL, NULL)                            \
	X(cast_invalid, "cast from rvalue to reference type", NULL, NULL, NULL)                    \
	X(cast_invalid, "^' is not polymorphic", NULL, NULL, "1")                                  \
	X(cast_invalid, "^ISO C++ forbids casting to an array type", NULL, NULL, NULL)             \
	X(discards_qualifiers, "casts away qualifiers", NULL, NULL, NULL)                          \
	X(discards_qualifiers, "but function is not marked", NULL, NULL, NULL)                     \
	X(discards_qualifiers, "^call to pointer to member function of type*drops", NULL, NULL,    \
		NULL)                                                                              \
	X(pointer_conversion, "discards qualifiers in nested pointer types", NULL, NULL, NULL)     \
	X(operand_types, "^non-pointer operand type", NULL, NULL, NULL)                            \
	X(operand_types, "^operands to '*have different types", NULL, NULL, NULL)                  \
	X(operand_types, "^vector operands", NULL, NULL, NULL)                                     \
	X(operand_types, "^vector condition type", NULL, NULL, NULL)                               \
	X(operand_types, "^inferred scalar type", NULL, NULL, NULL)                                \
	X(operand_types, "^incompatible vector types in", NULL, NULL, NULL)                        \
	X(operand_types, "^logical expression with vector type", NULL, NULL, NULL)                 \
	X(operand_types, "^used vector type where", NULL, NULL, NULL)                              \
	X(operand_types, "^used type '*where arithmetic or pointer", NULL, NULL, NULL)             \
	X(operand_types, "^no match for '*(operand type is '", NULL, NULL, NULL)                   \
	X(operand_types, "^invalid type ' to __", NULL, NULL, NULL)                                \
	X(operand_types, "^use of an operand of type '", NULL, NULL, NULL)                         \
	X(operand_types, "does not allow incrementing expression", NULL, NULL, NULL)               \
	X(operand_types, "^cannot decrement expression", NULL, NULL, NULL)                         \
	X(operand_types, "^switch quantity not an integer", NULL, NULL, NULL)                      \
	X(operand_types, "^switch condition type", NULL, NULL, NULL)                               \
	X(operand_types, "^multiple conversions from switch condition", NULL, NULL, NULL)          \
	X(operand_types, "^ambiguous default type conversion from", NULL, NULL, NULL)              \
	X(operand_types, "^right hand operand to", NULL, NULL, NULL)                               \
	X(operand_types, "^left hand operand to", NULL, NULL, NULL)                                \
	X(operand_types, "^cannot apply member pointer", NULL, NULL, NULL)                         \
	X(operand_types, "^conditional operator with the second and third operands", NULL, NULL,   \
		NULL)                                                                              \
	X(operand_types, "^arithmetic operation with operands", NULL, NULL, NULL)                  \
	X(no_operator, "^' and ' are not pointers to compatible types", NULL, NULL, NULL)          \
	X(redeclared_member, "^member of anonymous union redeclares", NULL, NULL, "1")             \
	X(redeclared_member, "has the same name as", NULL, NULL, NULL)                             \
	X(specifier_misplaced, "can only be applied to member variables", NULL, NULL, "1")         \
	X(specifier_misplaced, "^' cannot be applied to references", NULL, NULL, "1")              \
	X(specifier_misplaced, "^' cannot be applied to functions", NULL, NULL, "1")               \
	X(specifier_misplaced, "cannot be declared '", NULL, NULL, NULL)                           \
	X(specifier_misplaced, "^' declared as a '", NULL, NULL, NULL)                             \
	X(specifier_misplaced, "^function definition declared '", NULL, NULL, NULL)                \
	X(specifier_misplaced, "^illegal storage class", NULL, NULL, NULL)                         \
	X(specifier_misplaced, "^file-scope declaration of ' specifies", NULL, NULL, NULL)         \
	X(specifier_misplaced, "is not at beginning of declaration", NULL, NULL, NULL)             \
	X(specifier_conflict, "^' and ' cannot be mixed", NULL, NULL, NULL)                        \
	X(specifier_conflict, "^elaborated-type-specifier for a scoped enum", NULL, NULL, NULL)    \
	X(specifier_conflict, "^' specified with '", NULL, NULL, NULL)                             \
	X(constant_expression, "^nonconstant array index in", NULL, NULL, NULL)                    \
	X(constant_expression, "folding it to a constant", NULL, NULL, NULL)                       \
	X(constant_expression, "used before its definition", NULL, NULL, NULL)                     \
	X(constant_expression, "used before it is defined", NULL, NULL, NULL)                      \
	X(constant_expression, "flows off the end", NULL, NULL, NULL)                              \
	X(constant_expression, "^accessing uninitialized", NULL, NULL, NULL)                       \
	X(constant_expression, "^non-constant condition for static assertion", NULL, NULL, NULL)   \
	X(constant_expression, "static assertion expression is not", NULL, NULL, NULL)             \
	X(constant_expression, "static_assert expression is not", NULL, NULL, NULL)                \
	X(designator_invalid, "^array index in non-array", NULL, NULL, NULL)                       \
	X(designator_invalid, "^array index range in", NULL, NULL, NULL)                           \
	X(designator_invalid, "^empty index range in", NULL, NULL, NULL)                           \
	X(designator_invalid, "^field name not in", NULL, NULL, NULL)                              \
	X(designator_invalid, "with a designated initializer list", NULL, NULL, NULL)              \
	X(no_member, "^field designator '*does not refer to any field", NULL, NULL, "12")          \
	X(no_member, "should have been declared inside", NULL, NULL, "12")                         \
	X(no_member, "is not a static data member of", NULL, NULL, "12")                           \
	X(no_member, "^no struct named", NULL, NULL, "12")                                         \
	X(no_member, "^no union named", NULL, NULL, "12")                                          \
	X(no_member, "^no enum named", NULL, NULL, "12")                                           \
	X(redefinition, "^multiple definition of '", NULL, NULL, "1")                              \
	X(redefinition, "^definition of explicitly-defaulted", NULL, NULL, "1")                    \
	X(redefinition, "^definition of explicitly defaulted", NULL, NULL, NULL)                   \
	X(redefinition, "^nested redefinition of", NULL, NULL, "1")                                \
	X(redeclared_differently, "conflicts with a previous declaration", NULL, NULL, "1")        \
	X(redeclared_differently, "conflicts with declaration already in scope", NULL, NULL, NULL) \
	X(redeclared_differently, "conflicts with target of using", NULL, NULL, NULL)              \
	X(redeclared_differently, "as an alias for a different namespace", NULL, NULL, "1")        \
	X(redeclared_differently, "redefinition with different types", NULL, NULL, NULL)           \
	X(redeclared_differently, "^multiversioned function declaration has a different", NULL,    \
		NULL, NULL)                                                                        \
	X(redeclared_differently, "conflicts with declaration with C language linkage", NULL,      \
		NULL, "1")                                                                         \
	X(redeclared_differently, "template parameters in template redeclaration", NULL, NULL,     \
		NULL)                                                                              \
	X(exception_specification, "has a different exception specifier", NULL, NULL, "1")         \
	X(exception_specification, "^exception specification in declaration does not match", NULL, \
		NULL, NULL)                                                                        \
	X(attribute_conflict, "^section does not match previous", NULL, NULL, NULL)                \
	X(unused_result, "^ignoring temporary*declared with '", NULL, NULL, NULL)                  \
	X(string_compare, "^comparison between two arrays", NULL, NULL, NULL)                      \
	X(string_compare, "^array comparison always", NULL, NULL, NULL)                            \
	X(value_changed, "^unsigned conversion from '*changes value", "-Woverflow", NULL, "12")    \
	X(bitfield_invalid, "^width of ' exceeds its type", NULL, NULL, "1")                       \
	X(bitfield_invalid, "applied to a bit-field", NULL, NULL, NULL)                            \
	X(statement_expression, "^braced-group within expression", NULL, NULL, NULL)               \
	X(override_invalid, "^invalid covariant return type", NULL, NULL, "1")                     \
	X(override_invalid, "has a different return type*than the function it overrides", NULL,    \
		NULL, "1")                                                                         \
	X(override_invalid, "^unions cannot have virtual functions", NULL, NULL, NULL)             \
	X(override_invalid, "' declared ' inside a union", NULL, NULL, "1")                        \
	X(extension, "has no named members", NULL, NULL, NULL)                                     \
	X(extension, "^imaginary constants", NULL, NULL, NULL)                                     \
	X(extension, "between function pointer and '", NULL, NULL, NULL)                           \
	X(extension, "converts between void pointer and function pointer", NULL, NULL, NULL)       \
	X(argument_value, "argument to '*; using", NULL, NULL, NULL)                               \
	X(argument_value, "^argument * in call to function", NULL, NULL, NULL)                     \
	X(qualifier_invalid, "^restrict requires a pointer", NULL, NULL, NULL)                     \
	X(not_a_pointer, "^base operand of '", NULL, NULL, NULL)                                   \
	X(unknown_type, "^' is not a type", NULL, NULL, "1")                                       \
	X(unknown_type, "^must use ' tag to refer to type", NULL, NULL, "2")                       \
	X(unknown_type, "forward references to ' types", NULL, NULL, NULL)                         \
	X(mismatched_tags, "defined as wrong kind of tag", NULL, NULL, "1")                        \
	X(mismatched_tags, "with tag type that does not match", NULL, NULL, "1")                   \
	X(auto_invalid, "^' function with trailing return type", NULL, NULL, NULL)                 \
	X(auto_invalid, "^function with trailing return type", NULL, NULL, NULL)                   \
	X(enclosing_local, "^use of local variable with automatic storage from containing", NULL,  \
		NULL, NULL)                                                                        \
	X(enclosing_local, "^use of parameter from containing function", NULL, NULL, NULL)         \
	X(enclosing_local, "^reference to local * declared in enclosing", NULL, NULL, "1")         \
	X(overload_unresolved, "overloaded function with no contextual type", NULL, NULL, NULL)    \
	X(overload_unresolved, "^reference to overloaded function could not be resolved", NULL,    \
		NULL, NULL)                                                                        \
	X(overload_unresolved, "^reference to multiversioned function could not", NULL, NULL,      \
		NULL)                                                                              \
	X(overload_unresolved, "^address of overloaded function ' does not match", NULL, NULL,     \
		"1")                                                                               \
	X(overload_unresolved, "cannot resolve overloaded function", NULL, NULL, "1")              \
	X(overload_unresolved, "^no matches converting function", NULL, NULL, "1")                 \
	X(expected_identifier, "^unnamed scoped enum", NULL, NULL, NULL)                           \
	X(expected_identifier, "^scoped enumeration requires a name", NULL, NULL, NULL)            \
	X(expected_token, "^no semicolon at end of", NULL, NULL, NULL)                             \
	X(reference_type, "^cannot declare pointer to '", NULL, NULL, NULL)                        \
	X(reference_type, "^cannot declare reference to '", NULL, NULL, NULL)                      \
	X(reference_type, "pointer to a reference", NULL, NULL, NULL)                              \
	X(reference_type, "^declared as a reference to a reference", NULL, NULL, NULL)             \
	X(attribute_argument, "^format argument not", NULL, NULL, NULL)                            \
	X(attribute_argument, "^format attribute requires variadic", NULL, NULL, NULL)             \
	X(attribute_argument, "' attribute argument * refers to", NULL, NULL, NULL)                \
	X(attribute_argument, "' attribute argument * does not refer to", NULL, NULL, NULL)        \
	X(attribute_argument, "^vector size too large", NULL, NULL, NULL)                          \
	X(attribute_argument, "^zero vector size", NULL, NULL, NULL)                               \
	X(attribute_argument, "^number of vector components", NULL, NULL, NULL)                    \
	X(attribute_argument, "^invalid vector element type", NULL, NULL, NULL)                    \
	X(attribute_argument, "^requested position", NULL, NULL, NULL)                             \
	X(attribute_argument, "^'sentinel' parameter", NULL, NULL, NULL)                           \
	X(attribute_argument, "^' parameter * not 0 or 1", NULL, NULL, "1")                        \
	X(attribute_argument, "^' parameter * less than zero", NULL, NULL, "1")                    \
	X(attribute_argument, "^' argument not a", NULL, NULL, NULL)                               \
	X(attribute_argument, "^section attribute argument not", NULL, NULL, NULL)                 \
	X(attribute_argument, "as argument of ' attribute", NULL, NULL, "1")                       \
	X(attribute_argument, "^requested '", NULL, NULL, "1")                                     \
	X(attribute_argument, "^' argument must be one of", NULL, NULL, "1")                       \
	X(attribute_argument, "^tls_model must be", NULL, NULL, NULL)                              \
	X(attribute_argument, "^requested alignment is not an integer", NULL, NULL, NULL)          \
	X(attribute_argument, "requires a string constant argument", NULL, NULL, "1")              \
	X(alignment, "is not a power of 2", NULL, NULL, NULL)                                      \
	X(used_undefined, "aliased to undefined symbol", NULL, NULL, "1")                          \
	X(used_undefined, "alias must point to a defined", NULL, NULL, "1")                        \
	X(flexible_array, "lexible array", NULL, NULL, NULL)                                       \
	X(vla_invalid, "^variable length array folded", NULL, NULL, NULL)                          \
	X(vla_invalid, "^fields must have a constant size", NULL, NULL, NULL)                      \
	X(vla_invalid, "cannot have a variably modified type", NULL, NULL, NULL)                   \
	X(vla_invalid, "^cannot create type information for type", NULL, NULL, NULL)               \
	X(incomplete_type, "^argument type ' is incomplete", NULL, NULL, "1")                      \
	X(incomplete_type, "^out-of-line definition of ' from class ' without definition", NULL,   \
		NULL, "2")                                                                         \
	X(incomplete_type, "^implicit instantiation of undefined template", NULL, NULL, "1")       \
	X(encoding, "U used with no following", NULL, NULL, NULL)                                  \
	X(encoding, "u used with no following", NULL, NULL, NULL)                                  \
	X(pointer_arithmetic, NULL, "-Wnull-arithmetic", NULL, NULL)                               \
	X(pointer_arithmetic, "^NULL used in arithmetic", NULL, NULL, NULL)                        \
	X(bool_conversion, NULL, "-Wconstant-logical-operand", NULL, NULL)                         \
	X(bool_conversion, NULL, "-Wstring-conversion", NULL, NULL)                                \
	X(bool_conversion, NULL, "-Wswitch-bool", NULL, NULL)                                      \
	X(string_plus, NULL, "-Wstring-plus-int", NULL, NULL)                                      \
	X(string_plus, NULL, "-Wstring-plus-char", NULL, NULL)                                     \
	X(atomic_misuse, NULL, "-Watomic-*", NULL, NULL)                                           \
	X(out_of_bounds, NULL, "-Wplacement-new", NULL, NULL)                                      \
	X(alignment, NULL, "-Wunaligned-access", NULL, NULL)                                       \
	X(catch_by_value, NULL, "-Wcatch-value", NULL, NULL)                                       \
	X(catch_by_value, "caught by value", NULL, NULL, NULL)                                     \
	X(catch_by_value, "throw expression should throw anonymous", NULL, NULL, NULL)             \
	X(suspicious_call, NULL, "-Wmemsize-comparison", NULL, NULL)                               \
	X(sizeof_suspicious, NULL, "-Wstrncat-size", NULL, NULL)                                   \
	X(cast_suspicious, NULL, "-Wreinterpret-base-class", NULL, NULL)                           \
	X(c_compat, NULL, "-Wextern-c-compat", NULL, NULL)                                         \
	X(reserved_identifier, NULL, "-Wuser-defined-literals", NULL, NULL)                        \
	X(reserved_identifier, NULL, "-Wliteral-suffix", NULL, NULL)                               \
	X(option_needed, "blocks support disabled", NULL, NULL, NULL)                              \
	X(option_needed, "extension is disabled", NULL, NULL, NULL)                                \
	X(option_needed, "are not enabled; use", NULL, NULL, NULL)                                 \
	X(option_needed, "support not enabled", NULL, NULL, NULL)                                  \
	X(option_needed, "^' only valid with '", NULL, NULL, "1")                                  \
	X(option_needed, "cannot have __fp16 type", NULL, NULL, NULL)                              \
	X(argument_type, "^arguments are of different types", NULL, NULL, NULL)                    \
	X(base_class_invalid, "does not have any field named", NULL, NULL, "2")                    \
	X(base_class_invalid, "initializer ' does not name", NULL, NULL, "1")                      \
	X(base_class_invalid, "^constructor initializer", NULL, NULL, "1")                         \
	X(base_class_invalid, "is not a direct base of", NULL, NULL, "1")                          \
	X(base_class_invalid, "^derived union ' invalid", NULL, NULL, "1")                         \
	X(base_class_invalid, "^unions cannot have base classes", NULL, NULL, NULL)                \
	X(base_class_invalid, "^base specifier must name a class", NULL, NULL, NULL)               \
	X(base_class_invalid, "^base type ' fails to be", NULL, NULL, "1")                         \
	X(return_value_in_void, "must not return a value", NULL, NULL, "1")                        \
	X(parameter_pack, "contains no parameter packs", NULL, NULL, NULL)                         \
	X(parameter_pack, "does not contain any unexpanded parameter packs", NULL, NULL, NULL)     \
	X(noreturn_returns, "^function declared '*statement", NULL, NULL, NULL)                    \
	X(header_missing, "was not found; include", NULL, NULL, NULL)                              \
	X(header_missing, "^must '*before using", NULL, NULL, NULL)                                \
	X(header_missing, "^you need to include", NULL, NULL, NULL)                                \
	X(declaration_misplaced, "which does not enclose", NULL, NULL, "1")                        \
	X(declaration_misplaced, "^non-friend class member ' cannot have a qualified name", NULL,  \
		NULL, "1")                                                                         \
	X(declares_nothing, "^declaration does not declare anything", NULL, NULL, NULL)            \
	X(declares_nothing, "not inside named type", NULL, NULL, NULL)                             \
	X(declares_nothing, "that defines no instances", NULL, NULL, NULL)                         \
	X(declares_nothing, "^anonymous * with no members", NULL, NULL, NULL)                      \
	X(declares_nothing, "^anonymous structs and classes must be", NULL, NULL, NULL)            \
	X(declares_nothing, "^anonymous unions must be", NULL, NULL, NULL)                         \
	X(declares_nothing, "^typedef requires a name", NULL, NULL, NULL)                          \
	X(declares_nothing, "forbids member declarations with no members", NULL, NULL, NULL)       \
	X(declares_nothing, "forbids empty unnamed enum", NULL, NULL, NULL)                        \
	X(structured_binding, "empty structured binding", NULL, NULL, NULL)                        \
	X(structured_binding, NULL, "-Wempty-decomposition", NULL, NULL)                           \
	X(template_deduction, "deduced for lambda return type", NULL, NULL, NULL)                  \
	X(template_deduction, "must match previous return type", NULL, NULL, NULL)                 \
	X(template_deduction, "inconsistent deduction for", NULL, NULL, NULL)                      \
	X(template_deduction, "deduced as ' here but deduced as", NULL, NULL, NULL)                \
	X(template_deduction, "^' deduced as '*and deduced as", NULL, NULL, NULL)                  \
	X(template_deduction, "may only be used with a single declarator", NULL, NULL, NULL)       \
	X(conversion_invalid, "^pointer to member conversion", NULL, NULL, NULL)                   \
	X(conversion_invalid, "^conversion from pointer to member", NULL, NULL, NULL)              \
	X(conversion_invalid, "^cannot initialize a parameter of type", NULL, NULL, "21")          \
	X(too_many_arguments, "^too many non-object arguments", NULL, NULL, NULL)                  \
	X(too_few_arguments, "^too few non-object arguments", NULL, NULL, NULL)                    \
	X(redeclared_member, "cannot be overloaded", NULL, NULL, NULL)                             \
	X(conversion_invalid, "^conversion of scalar ' to vector", NULL, NULL, NULL)               \
	X(constant_expression, "taking address of an immediate function", NULL, NULL, NULL)        \
	X(constant_expression, "^immediate evaluation returns address", NULL, NULL, NULL)          \
	X(extension, "^ISO C90 does", NULL, NULL, NULL)                                            \
	X(extension, "^ISO C99 does not support", NULL, NULL, NULL)                                \
	X(extension, "^ISO C++ forbids braced-groups", NULL, NULL, NULL)                           \
	X(extension, "^struct has no", NULL, NULL, NULL)                                           \
	X(extension, "^union has no", NULL, NULL, NULL)                                            \
	X(member_function_invalid, "use of non-static data member", NULL, NULL, "1")               \
	X(member_function_invalid, "use of non-static member function", NULL, NULL, "1")           \
	X(no_member, "^no suitable ' for '", NULL, NULL, "12")                                     \
	X(no_member, "^no suitable member ' in '", NULL, NULL, "12")                               \
	X(invalid_literal, "encoding prefix", NULL, NULL, NULL)                                    \
	X(redeclared_differently, "must have the ' attribute", NULL, NULL, "1")                    \
	X(redeclared_differently, "^enumeration previously declared as", NULL, NULL, NULL)         \
	X(redeclared_differently, "^scoped/unscoped mismatch in", NULL, NULL, NULL)                \
	X(redeclared_differently, "^enumeration redeclared with different", NULL, NULL, NULL)      \
	X(redeclared_differently, "C language linkage conflicts with", NULL, NULL, "1")            \
	X(bitfield_invalid, "^invalid application of ' to bit-field", NULL, NULL, NULL)            \
	X(overload_unresolved, "cannot resolve address of overloaded function", NULL, NULL, NULL)  \
	X(declaration_misplaced, "^types may not be defined in", NULL, NULL, NULL)                 \
	X(declaration_misplaced, "cannot be defined in a", NULL, NULL, "1")                        \
	X(declaration_misplaced, "^condition declares a function", NULL, NULL, NULL)               \
	X(declaration_misplaced, "^a function type is not allowed here", NULL, NULL, NULL)         \
	X(declaration_misplaced, "an anonymous * may only have", NULL, NULL, NULL)                 \
	X(declaration_misplaced, "cannot be declared in an anonymous", NULL, NULL, NULL)           \
	X(declaration_misplaced, "^anonymous * cannot contain a", NULL, NULL, NULL)                \
	X(suspicious_call, NULL, "-Wabsolute-value", NULL, NULL)                                   \
	X(redeclared_member, "^member of anonymous * redeclares", NULL, NULL, "1")                 \
	X(always_true, "^bitwise comparison always evaluates", NULL, NULL, NULL)                   \
	X(parentheses, NULL, "-Wshift-op-parentheses", NULL, NULL)                                 \
	X(bool_conversion, NULL, "-Wbool-operation", NULL, NULL)                                   \
	X(varargs_invalid, NULL, "-Wvarargs", NULL, NULL)                                          \
	X(varargs_invalid, "when passed through", NULL, NULL, NULL)                                \
	X(varargs_invalid, "used in function with fixed arg", NULL, NULL, "1")                     \
	X(base_class_invalid, "is not a direct or virtual base of", NULL, NULL, "1")               \
	X(no_overload, "does not provide a call operator", NULL, NULL, NULL)                       \
	X(initializer_missing, "^value-initialization of reference type", NULL, NULL, NULL)        \
	X(specifier_misplaced, "specifier invalid for variable", NULL, NULL, "1")                  \
	X(specifier_misplaced, "not allowed in block scope", NULL, NULL, NULL)                     \
	X(specifier_misplaced, "to have static linkage", NULL, NULL, NULL)                         \
	X(specifier_misplaced, "may not be used when defining", NULL, NULL, "1")                   \
	X(specifier_misplaced, "^initializer specified for non-virtual", NULL, NULL, NULL)         \
	X(specifier_misplaced, "is not virtual and cannot be declared pure", NULL, NULL, NULL)     \
	X(array_size_invalid, "^expression in new-declarator must have", NULL, NULL, NULL)         \
	X(operand_types, "argument given to '*expected pointer", NULL, NULL, NULL)                 \
	X(operand_types, "^cannot delete expression of type", NULL, NULL, NULL)                    \
	X(return_value_in_void, "^returning a value from a", NULL, NULL, NULL)                     \
	X(constructor_invalid, "function-try-block of a", NULL, NULL, NULL)                        \
	X(constructor_invalid, "function try block of a", NULL, NULL, NULL)                        \
	X(operator_declaration, "^cannot specify any part of a return type", NULL, NULL, NULL)     \
	X(operator_declaration, "^a conversion function cannot", NULL, NULL, NULL)                 \
	X(operator_declaration, "^postfix '", NULL, NULL, "1")                                     \
	X(operator_declaration, "^parameter of overloaded post-", NULL, NULL, NULL)                \
	X(incomplete_type, "^definition of variable with array type needs", NULL, NULL, NULL)      \
	X(incomplete_type, "^implicit instantiation of undefined member", NULL, NULL, "1")         \
	X(initializer_excess, "^multiple fields in union", NULL, NULL, NULL)                       \
	X(template_declaration, "^too many template-parameter-lists", NULL, NULL, NULL)            \
	X(template_declaration, "^extraneous template parameter list", NULL, NULL, NULL)           \
	X(constant_expression, "^first argument to ' not a constant", NULL, NULL, NULL)            \
	X(constant_expression, "^array index in initializer not of integer", NULL, NULL, NULL)     \
	X(initializer_not_constant, "not computable at load time", NULL, NULL, NULL)               \
	X(directive_invalid, "after #line", NULL, NULL, NULL)                                      \
	X(directive_invalid, "#line directive", NULL, NULL, NULL)                                  \
	X(directive_invalid, "is not a valid filename", NULL, NULL, NULL)                          \
	X(directive_invalid, "in operand of #if", NULL, NULL, NULL)                                \
	X(qualifier_invalid, "^cannot declare pointer to qualified", NULL, NULL, NULL)             \
	X(qualifier_invalid, "^pointer to function type ' cannot have", NULL, NULL, NULL)          \
	X(qualifier_invalid, "^pointer to function type ' may not be", NULL, NULL, NULL)           \
	X(qualifier_invalid, "^reference to function type ' cannot have", NULL, NULL, NULL)        \
	X(qualifier_invalid, "^' and ' function specifiers on", NULL, NULL, NULL)                  \
	X(attribute_conflict, "but its first declaration was not", NULL, NULL, NULL)               \
	X(attribute_conflict, "does not appear on the first declaration", NULL, NULL, "1")         \
	X(attribute_conflict, "causes a section type conflict", NULL, NULL, NULL)                  \
	X(expected_declaration, "^expected parameter declarator", NULL, NULL, NULL)                \
	X(expected_identifier, "^expected id-expression", NULL, NULL, NULL)                        \
	X(missing_type_specifier, "^parameter names (without types)", NULL, NULL, NULL)            \
	X(missing_type_specifier, "^a parameter list without types", NULL, NULL, NULL)             \
	X(asm_invalid, "^conflicting asm label", NULL, NULL, NULL)                                 \
	X(asm_invalid, "declaration ignored due to conflict with previous rename", NULL, NULL,     \
		NULL)                                                                              \
	X(attribute_argument, "^cleanup argument not", NULL, NULL, NULL)                           \
	X(specifier_conflict, "^' is invalid", NULL, NULL, NULL)                                   \
	X(default_argument, "^no default argument for '", NULL, NULL, "1")                         \
	X(extraneous_token, "^two consecutive '", NULL, NULL, NULL)                                \
	X(attribute_target, "^fallthrough annotation", NULL, NULL, NULL)                           \
	X(attribute_target, "perform a tail call", NULL, NULL, NULL)                               \
	X(option_invalid, "^invalid argument '*not allowed with", NULL, NULL, "1")                 \
	X(reference_binding, "ref-qualifier", NULL, NULL, NULL)                                    \
	X(base_class_invalid, "^multiple initializations given for", NULL, NULL, "1")              \
	X(not_a_class, "^illegal vector component name", NULL, NULL, NULL)                         \
	X(redeclared_differently, "^incompatible redeclaration of library", NULL, NULL, "1")       \
	X(constexpr_invalid, "cannot be marked consteval", NULL, NULL, NULL)                       \
	X(cast_invalid, "^const_cast from", NULL, NULL, NULL)                                      \
	X(incomplete_type, "^cannot throw object of incomplete type", NULL, NULL, "1")

#endif
