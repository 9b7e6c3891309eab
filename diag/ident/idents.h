/*
 * What a diagnostic can say, whichever tool says it: X(id, meaning, args). Sorted by id. An id has
 * one meaning and keeps it; args says what the texts in the diagnostic's args are, as far as the
 * tool quotes them.
 */
#ifndef FL_DIAG_IDENTS_H
#define FL_DIAG_IDENTS_H

#define DIAG_IDENTS(X)                                                                             \
	X(abstract_class, "an object of an abstract class", "class")                               \
	X(access_denied, "a member is private or protected here", "member, class")                 \
	X(address_always_true, "an address is never null", "what")                                 \
	X(address_taken, "the address of what has none, or must have none, is taken", "what")      \
	X(alignment, "an alignment is wrong, or padding is added", "what")                         \
	X(allocation_size, "an allocation's size is zero, negative, too large or wrong", "what")   \
	X(always_true, "a condition is always true or false", "what")                              \
	X(ambiguous, "a call, name, base or conversion is ambiguous", "name")                      \
	X(argument_type, "an argument has another type than the parameter", "function")            \
	X(argument_value, "an argument's value is not allowed", "function")                        \
	X(array_element_type, "an array of what cannot be in one", "type")                         \
	X(array_size_invalid,                                                                      \
		"an array's size is negative, not constant, too large or of a wrong type", "name") \
	X(arrow_dot, ". where -> is wanted, or the reverse", "member, type")                       \
	X(asm_invalid, "inline assembly or an assembler's instruction is wrong", "what")           \
	X(assignment_condition, "an assignment as a condition", "")                                \
	X(atomic_misuse, "an atomic object or memory order is used wrongly", "what")               \
	X(attribute_argument, "an attribute's arguments are wrong", "attribute")                   \
	X(attribute_conflict, "attributes exclude one another, or redeclare differently",          \
		"attribute")                                                                       \
	X(attribute_ignored, "an attribute has no effect here", "attribute")                       \
	X(attribute_target, "an attribute on what it does not apply to", "attribute")              \
	X(attribute_unknown, "an attribute that the compiler does not know", "attribute")          \
	X(auto_invalid, "auto or decltype where it may not be, or before it is deduced", "name")   \
	X(bad_free, "what is no heap memory, or not its start, is freed", "function, what")        \
	X(base_class_invalid, "a base class or member initialiser that cannot be", "name")         \
	X(bitfield_invalid, "a bit-field's type, width or use is wrong", "name")                   \
	X(bool_conversion,                                                                         \
		"a value is taken for a boolean, or a boolean for a number, against what is "      \
		"meant",                                                                           \
		"what")                                                                            \
	X(buffer_overflow, "a function writes more than its destination holds", "function")        \
	X(buffer_overread, "a function reads more than its source holds", "function")              \
	X(builtin_misuse, "a built-in function is used wrongly", "builtin")                        \
	X(c_compat, "C++ does not take this C, or means another thing by it", "what")              \
	X(case_invalid, "a case or default label is wrong, doubled or misplaced", "value")         \
	X(cast_invalid, "a cast between these types is not possible", "from, to")                  \
	X(cast_suspicious, "a cast that hides a fault: size, alignment, function type, const",     \
		"from, to")                                                                        \
	X(catch_by_value, "an exception is caught by value", "type")                               \
	X(class_suggestion,                                                                        \
		"advice on attributes: pure, const, noreturn, format, final, override", "what")    \
	X(comment_suspicious, "a comment within a comment, or one that a backslash carries on",    \
		"")                                                                                \
	X(comparison_types, "values of types that cannot or should not be compared are",           \
		"type, type")                                                                      \
	X(compiler_crash, "the compiler crashed", "")                                              \
	X(compiler_limit, "a limit of the compiler", "what")                                       \
	X(concept_invalid, "a concept is declared or used wrongly", "name")                        \
	X(conflict_marker, "the version control system's conflict marker stands in the file", "")  \
	X(constant_expression, "an expression is not constant where one is wanted", "what")        \
	X(constexpr_invalid, "what cannot be in a constexpr or consteval function, or be one",     \
		"what")                                                                            \
	X(constraint_failed, "a constraint or requirement is not satisfied", "what")               \
	X(constructor_invalid, "a constructor or destructor is declared wrongly", "name")          \
	X(conversion_invalid, "a value cannot be converted to the type that is wanted",            \
		"from, to")                                                                        \
	X(coroutine_invalid, "a coroutine lacks what it needs", "function")                        \
	X(dangling, "a pointer or reference outlives its object", "what")                          \
	X(declaration_misplaced, "a definition, declaration or directive may not stand here",      \
		"what")                                                                            \
	X(declares_nothing, "a declaration that declares nothing", "")                             \
	X(default_argument, "a default argument is missing, given twice or out of place", "name")  \
	X(deleted_function, "a function is used that is deleted, or implicitly so", "function")    \
	X(deprecated, "something deprecated is used", "name, instead")                             \
	X(designator_invalid, "a designator names no field, or stands in a wrong place", "field")  \
	X(directive_invalid, "a preprocessing directive is malformed, unknown or unbalanced",      \
		"directive")                                                                       \
	X(discards_qualifiers, "a conversion loses const or volatile", "from, to")                 \
	X(division_by_zero, "division by zero", "")                                                \
	X(documentation, "a documentation comment is wrong", "")                                   \
	X(double_free, "memory is freed twice", "what")                                            \
	X(duplicate_branch, "branches or conditions are the same", "")                             \
	X(empty_body, "a statement's body is empty", "statement")                                  \
	X(enclosing_local, "a local of the enclosing function is used", "name")                    \
	X(encoding, "a source's bytes or characters are not valid, or may mislead", "")            \
	X(enum_conversion, "an enumeration is converted to another, or from an integer",           \
		"from, to")                                                                        \
	X(error_check, "a result is not checked for errors", "function")                           \
	X(error_directive, "#error", "text")                                                       \
	X(escape_sequence, "an unknown or out of range escape sequence", "sequence")               \
	X(exception_specification, "exception specifications disagree, or are of the old kind",    \
		"function")                                                                        \
	X(expected_declaration, "the grammar wants a declaration, type or declarator here", "")    \
	X(expected_expression, "the grammar wants an expression here", "")                         \
	X(expected_identifier, "the grammar wants a name here", "")                                \
	X(expected_statement, "the grammar wants a statement or body here", "")                    \
	X(expected_token, "the grammar wants a certain token here", "token")                       \
	X(extension, "a language extension, or what the chosen standard does not have", "what")    \
	X(extraneous_token, "a token stands where none of its kind may", "token")                  \
	X(fallthrough, "a case falls through", "")                                                 \
	X(file_not_found, "an included or named file cannot be found or opened", "file")           \
	X(flexible_array, "a flexible array member or a zero-size array is used where it may not", \
		"name")                                                                            \
	X(float_equal, "floats are compared for equality", "")                                     \
	X(fold_expression, "an operand of a fold expression lacks its parentheses", "")            \
	X(format_arguments, "a format has too many or too few arguments", "")                      \
	X(format_invalid,                                                                          \
		"a format string is malformed, or a flag has no effect or is not standard",        \
		"conversion")                                                                      \
	X(format_security, "a format string is no literal", "")                                    \
	X(format_type, "a format's conversion and its argument's type differ",                     \
		"conversion, wanted, type")                                                        \
	X(friend_invalid, "a friend declaration that fits nothing", "name")                        \
	X(function_type_invalid, "a function returns or takes what no function may", "type")       \
	X(generic_selection, "a generic selection has no fitting association, or unfit ones",      \
		"type")                                                                            \
	X(global_object, "a global with a constructor, destructor or mutable access", "name")      \
	X(handler_order, "an exception handler comes where it is never reached", "")               \
	X(header_missing, "a name of the library needs a header that is not included", "name")     \
	X(hidden_virtual, "a function hides a virtual one of the base", "function")                \
	X(implicitly_deleted, "a defaulted function is implicitly deleted", "function")            \
	X(incomplete_type, "a type is used where its definition is needed and not there", "type")  \
	X(infinite_loop, "a loop without end", "")                                                 \
	X(infinite_recursion, "a call that always recurses", "function")                           \
	X(init_order, "a member or base is used before it is initialised", "name")                 \
	X(initializer_excess, "more initialisers than members", "")                                \
	X(initializer_invalid, "an initialiser does not fit what it initialises", "type")          \
	X(initializer_missing, "a const, a reference or a member is not initialised", "name")      \
	X(initializer_not_constant, "an initialiser is no constant", "")                           \
	X(initializer_overridden, "a later initialiser replaces an earlier one", "field")          \
	X(insecure_function, "a function that is insecure by nature", "function")                  \
	X(integer_from_pointer, "a pointer is converted to an integer without a cast", "from, to") \
	X(integer_overflow, "a constant expression overflows", "what")                             \
	X(invalid_literal,                                                                         \
		"a number, character or string literal is malformed or has a wrong suffix",        \
		"literal")                                                                         \
	X(jump_invalid, "a jump into a scope or out of a region", "what")                          \
	X(lambda_capture, "a lambda does not capture what it uses, or captures wrongly", "name")   \
	X(lambda_invalid, "a lambda is written wrongly", "")                                       \
	X(large_object, "a frame, object or allocation is larger than a limit", "what")            \
	X(leak, "memory or another resource is never released", "what")                            \
	X(library_not_found, "the linker cannot find a library or input file", "name")             \
	X(link_failed, "the link failed; the reasons stand before", "")                            \
	X(link_format, "an input of the linker is of another format, machine or kind", "file")     \
	X(link_layout, "sections or segments overlap, do not fit or are out of order", "section")  \
	X(link_option, "an option of the linker is unknown or malformed", "option")                \
	X(link_relocation, "a relocation does not fit, or is not allowed in this kind of output",  \
		"symbol")                                                                          \
	X(link_script, "a linker or version script is wrong", "what")                              \
	X(link_static_use,                                                                         \
		"a static program uses what needs shared libraries, or what is dangerous",         \
		"function")                                                                        \
	X(literal_range, "a literal or constant is too large for its type", "")                    \
	X(lock_held, "a lock is held that must not be, or is not released", "lock")                \
	X(lock_not_held, "a lock that is needed is not held", "what, lock")                        \
	X(loop_copy, "something is copied that need not be, or a move hinders or is redundant",    \
		"what")                                                                            \
	X(lvalue_required, "an lvalue, or something with an address, is wanted", "")               \
	X(macro_arguments, "a macro is called with the wrong number of arguments", "macro")        \
	X(macro_misused,                                                                           \
		"a macro's name or body, or an operator of the preprocessor, is used wrongly",     \
		"macro")                                                                           \
	X(macro_redefined,                                                                         \
		"a macro is defined again with another value, or a builtin one changed", "macro")  \
	X(main_invalid, "main is declared wrongly", "")                                            \
	X(maybe_uninitialized, "a value may be used before it is set", "name")                     \
	X(member_function_invalid,                                                                 \
		"this, a static or non-static member, or a member pointer used wrongly", "name")   \
	X(memory_access_class, "memory functions write over a class object", "function, type")     \
	X(misleading_indentation, "indentation suggests what is not so", "statement")              \
	X(mismatched_free, "memory is freed by the wrong function", "function")                    \
	X(mismatched_tags, "struct here and class there", "name")                                  \
	X(missing_braces, "braces around an initialiser are missing", "")                          \
	X(missing_declaration, "an external function or variable without a previous declaration",  \
		"name")                                                                            \
	X(missing_field_initializer, "a member gets no initialiser", "field")                      \
	X(missing_prototype, "a function declared without a prototype", "name")                    \
	X(missing_type_specifier, "a declaration lacks its type", "name")                          \
	X(module_invalid, "a module is declared or imported wrongly", "module")                    \
	X(multiple_definition, "the linker finds a symbol defined twice", "symbol")                \
	X(namespace_invalid, "a namespace is used or defined wrongly", "name")                     \
	X(narrowing, "a narrowing conversion in braces", "from, to")                               \
	X(no_member, "a class, union or namespace has no member, type or template of that name",   \
		"member, in what")                                                                 \
	X(no_operator, "no operator takes operands of these types", "operator, operand, operand")  \
	X(no_overload, "no candidate fits the call", "function")                                   \
	X(noexcept_terminate, "an exception leaves where none may", "what")                        \
	X(noreturn_returns, "a function declared not to return does", "function")                  \
	X(not_a_class, "a member is asked of what is no class, or is no type that has members",    \
		"type")                                                                            \
	X(not_a_pointer, "a pointer is dereferenced or a member asked of what is none", "type")    \
	X(not_a_template,                                                                          \
		"a name is used as a template and is none, or the template is not there", "name")  \
	X(not_assignable, "what is assigned to cannot be assigned", "what")                        \
	X(not_callable, "what is called is no function", "type")                                   \
	X(not_subscriptable,                                                                       \
		"a subscript of what is no array or pointer, or by what is no integer", "type")    \
	X(null_argument, "null is passed or returned where it may not be", "function")             \
	X(null_dereference, "a null pointer is dereferenced", "what")                              \
	X(old_style_cast, "a C-style cast", "type")                                                \
	X(openmp_clause, "a clause of an OpenMP or OpenACC directive is wrong here",               \
		"clause, directive")                                                               \
	X(openmp_directive, "an OpenMP or OpenACC directive is wrong or misplaced", "directive")   \
	X(openmp_loop, "the loop of a directive has not the form it needs", "directive")           \
	X(openmp_nesting, "a region stands where it may not", "directive")                         \
	X(openmp_sharing, "a variable's data sharing is missing or contradictory", "variable")     \
	X(operand_types, "an operand is of a kind that the operator cannot take", "operator")      \
	X(operator_declaration, "an operator is declared with wrong operands or in a wrong place", \
		"operator")                                                                        \
	X(option_invalid, "an option of the compiler is unknown, unsupported or in conflict",      \
		"option")                                                                          \
	X(option_needed, "an option of the compiler allows it", "what")                            \
	X(out_of_bounds, "an access lies outside of its array or object", "what")                  \
	X(overlap, "source and destination overlap", "function")                                   \
	X(overload_unresolved, "it is open which overload is meant", "function")                   \
	X(override_invalid, "a function overrides none, or not as it may", "function")             \
	X(override_missing, "a function overrides and does not say so", "function")                \
	X(parameter_pack, "a parameter pack is not expanded", "pack")                              \
	X(parentheses, "precedence is easily misread", "what")                                     \
	X(pointer_arithmetic,                                                                      \
		"arithmetic on pointers to void, to functions or to unrelated things", "type")     \
	X(pointer_conversion, "pointers to incompatible types are converted", "from, to")          \
	X(pointer_from_integer, "an integer is converted to a pointer without a cast", "from, to") \
	X(pragma_once_main, "#pragma once or #include_next in the main file", "")                  \
	X(precision_loss, "a conversion may lose range or precision", "from, to")                  \
	X(prototype_scope, "a type is declared inside a parameter list and seen nowhere else",     \
		"type")                                                                            \
	X(pure_virtual_called, "a pure virtual function is called in a constructor or destructor", \
		"function")                                                                        \
	X(qualifier_invalid, "a qualifier where none may be", "qualifier")                         \
	X(read_only, "something const is modified", "what")                                        \
	X(redeclared_differently, "two declarations of a name disagree in type, linkage or kind",  \
		"name")                                                                            \
	X(redeclared_member,                                                                       \
		"a member, enumerator, parameter or label is declared a second time in its scope", \
		"name")                                                                            \
	X(redefinition, "something is defined a second time", "name")                              \
	X(redundant, "a declaration, cast, qualifier or move that changes nothing", "what")        \
	X(reference_binding, "a reference cannot bind to that value", "to, from")                  \
	X(reference_type, "a pointer or reference to a reference", "type")                         \
	X(reorder, "members are initialised in another order than written", "member, member")      \
	X(reserved_identifier, "a name that is reserved", "name")                                  \
	X(resource_use, "a file or descriptor is used wrongly, or closed twice", "what")           \
	X(return_missing, "a function that returns a value ends without one", "function")          \
	X(return_value_in_void, "a value is returned where none may be", "function")               \
	X(returns_local, "the address of a local or temporary is returned", "name")                \
	X(self_operation, "something is assigned to, compared with or moved to itself", "what")    \
	X(sentinel_missing, "the value that ends the variable arguments is missing", "function")   \
	X(shadow, "a name hides another", "name")                                                  \
	X(shift_range, "a shift by a negative or too large count", "")                             \
	X(sign_compare, "values of different signs are compared", "type, type")                    \
	X(sign_conversion, "a conversion may change the sign", "from, to")                         \
	X(signal_unsafe, "a function that a signal handler may not call", "function")              \
	X(sizeof_suspicious, "sizeof of the wrong thing", "what")                                  \
	X(special_members, "special member functions are not complete, or explicit is missing",    \
		"class")                                                                           \
	X(specifier_conflict,                                                                      \
		"specifiers, qualifiers or storage classes exclude one another, or one stands "    \
		"twice",                                                                           \
		"specifier")                                                                       \
	X(specifier_misplaced,                                                                     \
		"a specifier, qualifier or storage class may not stand on this declaration",       \
		"specifier")                                                                       \
	X(standard_incompatible, "not valid in another version of the standard", "what")           \
	X(statement_expression, "a statement expression where none may be", "")                    \
	X(statement_misplaced, "a statement may not stand here", "what")                           \
	X(static_assertion, "a static assertion failed", "condition")                              \
	X(stray_character, "a character that no token has", "character")                           \
	X(strict_aliasing, "an access breaks the aliasing rules", "type")                          \
	X(string_compare, "strings or arrays are compared by their addresses", "what")             \
	X(string_plus, "an integer is added to a string literal", "")                              \
	X(string_truncation, "a copy or output is cut", "function")                                \
	X(structured_binding, "a structured binding does not fit what it takes apart", "type")     \
	X(style_braces, "braces around a statement, or the layout of declarations", "")            \
	X(style_const, "something could be const, static or internal", "name")                     \
	X(style_include, "an include that is missing or not needed", "header")                     \
	X(style_interface, "parameters, recursion, visibility and other design of interfaces",     \
		"name")                                                                            \
	X(style_magic_number, "a number without a name", "number")                                 \
	X(style_modernize, "a newer form is at hand", "what")                                      \
	X(style_naming, "a name's length or form", "name")                                         \
	X(style_performance, "a cheaper form is at hand", "what")                                  \
	X(suspicious_call, "a library call that is hardly what is meant", "function")              \
	X(switch_default, "a switch has no default, or one that is too many", "")                  \
	X(switch_enum, "an enumerator is not handled", "enumerator")                               \
	X(tainted, "a value from outside is used unchecked", "what")                               \
	X(target_unsupported, "the target, its features or ABI do not have this", "what")          \
	X(template_arguments, "template arguments do not fit their parameters, or are missing",    \
		"template")                                                                        \
	X(template_declaration, "a template is declared, specialised or instantiated wrongly",     \
		"name")                                                                            \
	X(template_deduction, "template arguments, or auto, cannot be deduced", "what")            \
	X(template_recursion, "a template is instantiated too deep", "name")                       \
	X(thread_annotation, "an annotation of thread safety is wrong", "attribute")               \
	X(thread_unsafe, "a function that is not safe with threads", "function")                   \
	X(too_few_arguments, "a call has too few arguments", "function")                           \
	X(too_many_arguments, "a call has too many arguments", "function")                         \
	X(too_many_errors, "it stopped after too many errors", "")                                 \
	X(transaction_invalid, "transactional memory: an unsafe call or a wrong specifier",        \
		"function")                                                                        \
	X(type_incompatible_return, "what is returned does not fit the function's type",           \
		"from, to")                                                                        \
	X(typename_missing, "typename or template is missing before a dependent name", "name")     \
	X(unavailable, "a function or type is marked as not available", "name")                    \
	X(unbounded_stack, "alloca or a variable-length array may use too much stack", "what")     \
	X(undeclared, "a name is used that nothing declares here", "name")                         \
	X(undeclared_function, "a function is called that nothing declares here", "name")          \
	X(undeclared_label, "a label is used and not defined", "name")                             \
	X(undefined_macro, "a macro that is not defined is used in a condition", "macro")          \
	X(undefined_operation, "the operation is undefined for another reason", "what")            \
	X(undefined_symbol, "the linker finds no definition of a symbol", "symbol")                \
	X(undefined_template, "a template is instantiated that has no definition", "name")         \
	X(unimplemented, "the compiler cannot do this", "what")                                    \
	X(uninitialized, "a value is used before it is set", "name")                               \
	X(unknown_pragma, "a pragma that the compiler does not know, or ignores", "pragma")        \
	X(unknown_type, "a name is used as a type and is none that is known", "name")              \
	X(unreachable, "code is never executed", "")                                               \
	X(unsafe_buffer, "raw pointer arithmetic or access", "what")                               \
	X(unsequenced, "unsequenced changes of one object", "name")                                \
	X(unterminated, "a literal, comment, conditional or bracket is not closed", "")            \
	X(unused_but_set, "something is set and never read", "name")                               \
	X(unused_function, "a function is never used", "name")                                     \
	X(unused_label, "a label is never used", "name")                                           \
	X(unused_parameter, "a parameter is never used", "name")                                   \
	X(unused_result, "a result is ignored that must not be", "function")                       \
	X(unused_type, "a typedef, member, macro, capture or include is never used", "name")       \
	X(unused_value, "a value is computed and not used", "what")                                \
	X(unused_variable, "a variable is never used", "name")                                     \
	X(use_after_free, "memory is used after it was freed", "what")                             \
	X(use_after_move, "an object is used after it was moved from", "name")                     \
	X(used_undefined,                                                                          \
		"declared static, inline or by a template, used, and defined nowhere in this "     \
		"unit",                                                                            \
		"name")                                                                            \
	X(using_invalid, "a using declaration or directive that names nothing fit", "name")        \
	X(value_changed, "a constant changes its value when converted", "from, to")                \
	X(varargs_invalid, "va_start, va_arg or a class passed through ... wrongly", "what")       \
	X(vexing_parse, "a declaration that looks like a variable and is a function", "name")      \
	X(virtual_destructor, "a polymorphic class without virtual destructor", "class")           \
	X(vla_invalid, "a variable-length array or variably modified type where none may be",      \
		"name")                                                                            \
	X(void_object, "an object, parameter or expression has type void", "name")                 \
	X(void_value_used, "the value of a void expression is used", "")                           \
	X(warning_directive, "#warning, or a pragma that prints", "text")                          \
	X(write_const, "a literal or const memory is written to", "what")

enum diag_ident_id {
#define X(id, meaning, args) DIAG_IDENT_##id,
	DIAG_IDENTS(X)
#undef X
};

#endif
