/* Rows of diag/ident/patterns.h: part 2 of 3, in their order. */
#ifndef FL_DIAG_PATTERNS_MIDDLE_H
#define FL_DIAG_PATTERNS_MIDDLE_H

#include <stddef.h>

#define DIAG_PATTERNS_MIDDLE(X)                                                              \
	X(uninitialized, NULL, "-Wself-assign-field", NULL, "1")                             \
	X(uninitialized, "garbage", "clang-analyzer-*", NULL, NULL)                          \
	X(null_dereference, "dereference of possibly-NULL", NULL, NULL, "1")                 \
	X(null_dereference, "dereference of NULL", NULL, NULL, "1")                          \
	X(null_dereference, NULL, "-Wnull-dereference", NULL, NULL)                          \
	X(null_dereference, "^dereferencing a null", NULL, NULL, NULL)                       \
	X(null_dereference, "ereference of null", NULL, NULL, "1")                           \
	X(null_dereference, "^Access to*null", NULL, NULL, NULL)                             \
	X(null_dereference, "^Array access*null", NULL, NULL, NULL)                          \
	X(null_dereference, "' pointer is null", NULL, NULL, "1")                            \
	X(null_argument, "where non-null", NULL, NULL, NULL)                                 \
	X(null_argument, NULL, "-Wnonnull*", NULL, NULL)                                     \
	X(null_argument, "^Null pointer passed", NULL, NULL, NULL)                           \
	X(null_argument, NULL, "clang-analyzer-core.NonNull*", NULL, NULL)                   \
	X(null_argument, "possibly-NULL", NULL, NULL, "1")                                   \
	X(out_of_bounds, NULL, "-Warray-bounds*", NULL, NULL)                                \
	X(out_of_bounds, NULL, "-Wzero-length-bounds", NULL, NULL)                           \
	X(out_of_bounds, "outside the bounds of", NULL, NULL, NULL)                          \
	X(out_of_bounds, NULL, "-Wanalyzer-out-of-bounds", NULL, NULL)                       \
	X(out_of_bounds, "Out of bound", NULL, NULL, NULL)                                   \
	X(buffer_overread, NULL, "-Wstringop-overread", NULL, "1")                           \
	X(buffer_overflow, NULL, "-Wstringop-overflow*", NULL, "1")                          \
	X(buffer_overflow, "always overflow", NULL, NULL, "1")                               \
	X(buffer_overflow, "may overflow", NULL, NULL, "1")                                  \
	X(buffer_overflow, NULL, "-Wfortify-source", NULL, "1")                              \
	X(string_truncation, NULL, "-Wstringop-truncation", NULL, "1")                       \
	X(string_truncation, "null-terminated", NULL, NULL, "1")                             \
	X(overlap, NULL, "-Wrestrict", NULL, "1")                                            \
	X(division_by_zero, "ivision by zero", NULL, NULL, NULL)                             \
	X(division_by_zero, "remainder by zero", NULL, NULL, NULL)                           \
	X(shift_range, "shift count", NULL, NULL, NULL)                                      \
	X(shift_range, NULL, "-Wshift-*", NULL, NULL)                                        \
	X(integer_overflow, NULL, "-Winteger-overflow", NULL, NULL)                          \
	X(integer_overflow, "overflow in expression", NULL, NULL, NULL)                      \
	X(integer_overflow, "overflow in enumeration", NULL, NULL, NULL)                     \
	X(integer_overflow, "integer overflow", NULL, NULL, NULL)                            \
	X(unsequenced, NULL, "-Wsequence-point", NULL, "1")                                  \
	X(unsequenced, NULL, "-Wunsequenced", NULL, "1")                                     \
	X(double_free, "ouble-'", NULL, NULL, NULL)                                          \
	X(double_free, "ouble-free", NULL, NULL, NULL)                                       \
	X(double_free, "to release already released", NULL, NULL, NULL)                      \
	X(resource_use, "ouble '*of FILE", NULL, NULL, NULL)                                 \
	X(resource_use, "file descriptor", NULL, NULL, NULL)                                 \
	X(resource_use, NULL, "-Wanalyzer-fd-*", NULL, "1")                                  \
	X(resource_use, NULL, "-Wanalyzer-double-fclose", NULL, "1")                         \
	X(resource_use, "O_CLOEXEC", NULL, NULL, "1")                                        \
	X(use_after_free, "used after '", NULL, NULL, NULL)                                  \
	X(use_after_free, NULL, "-Wuse-after-free*", NULL, NULL)                             \
	X(use_after_free, "after '*of '", "-Wanalyzer-*", NULL, NULL)                        \
	X(use_after_free, "after it is freed", NULL, NULL, NULL)                             \
	X(use_after_free, "of memory after", NULL, NULL, NULL)                               \
	X(use_after_move, "after it was moved", NULL, NULL, "1")                             \
	X(use_after_move, NULL, "*use-after-move*", NULL, "1")                               \
	X(bad_free, NULL, "-Wfree-nonheap-object", NULL, NULL)                               \
	X(bad_free, "not on the heap", NULL, NULL, NULL)                                     \
	X(bad_free, "on the stack", "-Wanalyzer-*", NULL, NULL)                              \
	X(bad_free, "^Argument to", "clang-analyzer-unix.Malloc", NULL, NULL)                \
	X(mismatched_free, NULL, "-Wmismatched-new-delete", NULL, "1")                       \
	X(mismatched_free, NULL, "-Wmismatched-dealloc", NULL, "1")                          \
	X(mismatched_free, NULL, "-Wanalyzer-mismatching-deallocation", NULL, "1")           \
	X(mismatched_free, "should be deallocated by", NULL, NULL, NULL)                     \
	X(returns_local, NULL, "-Wreturn-local-addr", NULL, "1")                             \
	X(returns_local, NULL, "-Wreturn-stack-address", NULL, "1")                          \
	X(returns_local, "returns*stack", NULL, NULL, NULL)                                  \
	X(dangling, NULL, "-Wdangling*", NULL, NULL)                                         \
	X(dangling, NULL, "-Wanalyzer-use-of-pointer*", NULL, NULL)                          \
	X(dangling, "whose lifetime", NULL, NULL, NULL)                                      \
	X(dangling, "binds to a temporary object", NULL, NULL, NULL)                         \
	X(dangling, "will be destroyed at the end", NULL, NULL, NULL)                        \
	X(dangling, NULL, "bugprone-dangling*", NULL, NULL)                                  \
	X(dangling, "tack Address", NULL, NULL, NULL)                                        \
	X(leak, "^leak of", NULL, NULL, "1")                                                 \
	X(leak, "emory leak", NULL, NULL, NULL)                                              \
	X(leak, "leak of memory", NULL, NULL, "1")                                           \
	X(leak, "resource leak", NULL, NULL, NULL)                                           \
	X(leak, "which may result in a leak", NULL, NULL, "1")                               \
	X(leak, "never closed", NULL, NULL, NULL)                                            \
	X(large_object, NULL, "-Wframe-larger-than*", NULL, NULL)                            \
	X(large_object, NULL, "-Wstack-usage*", NULL, NULL)                                  \
	X(large_object, NULL, "-Wlarger-than*", NULL, "1")                                   \
	X(large_object, "exceeds maximum object size", NULL, NULL, "1")                      \
	X(large_object, "^array is too large", NULL, NULL, NULL)                             \
	X(allocation_size, "allocation size", NULL, NULL, NULL)                              \
	X(allocation_size, NULL, "-Wanalyzer-allocation-size", NULL, NULL)                   \
	X(unbounded_stack, NULL, "-Walloca*", NULL, NULL)                                    \
	X(unbounded_stack, NULL, "-Wvla-larger-than*", NULL, NULL)                           \
	X(unbounded_stack, "^use of 'alloca", NULL, NULL, NULL)                              \
	X(memory_access_class, NULL, "-Wclass-memaccess", NULL, "1")                         \
	X(memory_access_class, NULL, "-Wdynamic-class-memaccess", NULL, "1")                 \
	X(memory_access_class, NULL, "-Wnontrivial-mem*", NULL, "1")                         \
	X(memory_access_class, "TriviallyCopyable", NULL, NULL, "1")                         \
	X(memory_access_class, "comparing object representation", NULL, NULL, "1")           \
	X(sizeof_suspicious, NULL, "-Wsizeof-*", NULL, NULL)                                 \
	X(sizeof_suspicious, "usage of '", "bugprone-sizeof*", NULL, NULL)                   \
	X(sizeof_suspicious, "^argument to '*in '*call is the same", NULL, NULL, NULL)       \
	X(format_security, "not a string literal", NULL, NULL, NULL)                         \
	X(format_security, NULL, "-Wformat-nonliteral", NULL, NULL)                          \
	X(format_security, NULL, "-Wformat-security", NULL, NULL)                            \
	X(format_type, "expects argument of type", NULL, NULL, NULL)                         \
	X(format_type, "specifies type", NULL, NULL, "12")                                   \
	X(format_type, "should have type", "-Wformat*", NULL, NULL)                          \
	X(format_type, NULL, "-Wformat-pedantic", NULL, NULL)                                \
	X(format_arguments, NULL, "-Wformat-extra-args", NULL, NULL)                         \
	X(format_arguments, NULL, "-Wformat-insufficient-args", NULL, NULL)                  \
	X(format_arguments, "^too many arguments for format", NULL, NULL, NULL)              \
	X(format_arguments, "^data argument", NULL, NULL, NULL)                              \
	X(format_arguments, "^more '*than data", NULL, NULL, NULL)                           \
	X(format_invalid, NULL, "-Wformat*", NULL, NULL)                                     \
	X(varargs_invalid, "va_start", NULL, NULL, NULL)                                     \
	X(varargs_invalid, "va_arg", NULL, NULL, NULL)                                       \
	X(varargs_invalid, NULL, "-Wnon-pod-varargs", NULL, NULL)                            \
	X(varargs_invalid, "variadic function", NULL, NULL, "1")                             \
	X(varargs_invalid, "through '...'", NULL, NULL, "1")                                 \
	X(varargs_invalid, "through variable arguments", NULL, NULL, "1")                    \
	X(strict_aliasing, NULL, "-Wstrict-aliasing*", NULL, NULL)                           \
	X(strict_aliasing, "reinterpret_cast from type '*has undefined", NULL, NULL, NULL)   \
	X(tainted, NULL, "-Wanalyzer-tainted*", NULL, "1")                                   \
	X(write_const, NULL, "-Wanalyzer-write-to*", NULL, "1")                              \
	X(write_const, NULL, "-Wwritable-strings", NULL, NULL)                               \
	X(write_const, NULL, "-Wwrite-strings", NULL, NULL)                                  \
	X(infinite_recursion, NULL, "-Winfinite-recursion", NULL, NULL)                      \
	X(infinite_recursion, "infinite recursion", NULL, NULL, NULL)                        \
	X(infinite_loop, "infinite loop", NULL, NULL, NULL)                                  \
	X(address_always_true, NULL, "-Waddress", NULL, "1")                                 \
	X(address_always_true, NULL, "-Wpointer-bool-conversion", NULL, "1")                 \
	X(address_always_true, NULL, "-Wtautological-pointer-compare", NULL, "1")            \
	X(string_compare, "two arrays", "-Warray-compare", NULL, NULL)                       \
	X(parentheses, NULL, "-Wlogical-not-parentheses", NULL, NULL)                        \
	X(assignment_condition, "assignment*truth value", NULL, NULL, NULL)                  \
	X(assignment_condition, "result of an assignment as a condition", NULL, NULL, NULL)  \
	X(parentheses, NULL, "-Wparentheses*", NULL, NULL)                                   \
	X(parentheses, NULL, "-Wlogical-op-parentheses", NULL, NULL)                         \
	X(parentheses, NULL, "-Wbitwise-op-parentheses", NULL, NULL)                         \
	X(parentheses, "missing-parentheses", NULL, NULL, NULL)                              \
	X(parentheses, NULL, "readability-math-missing*", NULL, NULL)                        \
	X(empty_body, NULL, "-Wempty-body", NULL, NULL)                                      \
	X(misleading_indentation, NULL, "-Wmisleading-indentation", NULL, "1")               \
	X(fallthrough, NULL, "-Wimplicit-fallthrough*", NULL, NULL)                          \
	X(switch_enum, "^enumeration value", NULL, NULL, "1")                                \
	X(switch_enum, "enumeration values", NULL, NULL, NULL)                               \
	X(switch_enum, NULL, "-Wswitch-enum", NULL, "1")                                     \
	X(switch_default, NULL, "-Wswitch-default", NULL, NULL)                              \
	X(switch_default, NULL, "-Wcovered-switch-default", NULL, NULL)                      \
	X(unreachable, NULL, "-Wunreachable*", NULL, NULL)                                   \
	X(unreachable, NULL, "-Wswitch-unreachable", NULL, NULL)                             \
	X(duplicate_branch, NULL, "-Wduplicated-*", NULL, NULL)                              \
	X(duplicate_branch, NULL, "bugprone-branch-clone", NULL, NULL)                       \
	X(self_operation, NULL, "-Wself-*", NULL, "1")                                       \
	X(self_operation, NULL, "-Wtautological-compare", NULL, NULL)                        \
	X(always_true, NULL, "-Wtautological*", NULL, NULL)                                  \
	X(always_true, NULL, "-Wtype-limits", NULL, NULL)                                    \
	X(always_true, NULL, "-Wbool-compare", NULL, NULL)                                   \
	X(always_true, NULL, "-Wlogical-op", NULL, NULL)                                     \
	X(always_true, "always true", NULL, NULL, NULL)                                      \
	X(always_true, "always false", NULL, NULL, NULL)                                     \
	X(always_true, "always evaluates", NULL, NULL, NULL)                                 \
	X(always_true, "always evaluate", NULL, NULL, NULL)                                  \
	X(always_true, "constant '*with boolean", NULL, NULL, NULL)                          \
	X(shadow, NULL, "-Wshadow*", NULL, "1")                                              \
	X(reorder, NULL, "-Wreorder*", NULL, NULL)                                           \
	X(init_order, NULL, "-Winit-self", NULL, "1")                                        \
	X(float_equal, NULL, "-Wfloat-equal", NULL, NULL)                                    \
	X(loop_copy, NULL, "-Wrange-loop*", NULL, NULL)                                      \
	X(loop_copy, NULL, "-Wpessimizing-move", NULL, NULL)                                 \
	X(loop_copy, NULL, "-Wredundant-move", NULL, NULL)                                   \
	X(loop_copy, NULL, "-Wself-move", NULL, NULL)                                        \
	X(redundant, NULL, "-Wredundant*", NULL, "1")                                        \
	X(redundant, NULL, "-Wuseless-cast", NULL, "1")                                      \
	X(redundant, NULL, "-Wignored-qualifiers", NULL, "1")                                \
	X(redundant, NULL, "readability-redundant*", NULL, NULL)                             \
	X(redundant, NULL, "readability-simplify*", NULL, NULL)                              \
	X(redundant, NULL, "-Wextra-semi*", NULL, NULL)                                      \
	X(missing_declaration, NULL, "-Wmissing-variable-declarations", NULL, "1")           \
	X(missing_declaration, NULL, "-Wmissing-prototypes", NULL, "1")                      \
	X(missing_declaration, "no previous", NULL, NULL, "1")                               \
	X(missing_prototype, NULL, "-Wstrict-prototypes", NULL, NULL)                        \
	X(missing_prototype, NULL, "-Wold-style-definition", NULL, NULL)                     \
	X(missing_prototype, NULL, "-Wdeprecated-non-prototype", NULL, NULL)                 \
	X(main_invalid, NULL, "-Wmain*", NULL, NULL)                                         \
	X(main_invalid, "^'main", NULL, NULL, NULL)                                          \
	X(mismatched_tags, "previously declared as a", NULL, NULL, "1")                      \
	X(class_suggestion, NULL, "-Wsuggest-attribute*", NULL, NULL)                        \
	X(class_suggestion, NULL, "-Wmissing-noreturn", NULL, NULL)                          \
	X(class_suggestion, NULL, "-Wmissing-format-attribute", NULL, NULL)                  \
	X(class_suggestion, NULL, "-Wsuggest-final*", NULL, NULL)                            \
	X(class_suggestion, NULL, "-Wmissing-attributes", NULL, NULL)                        \
	X(override_missing, NULL, "-Wsuggest-override", NULL, "1")                           \
	X(override_missing, NULL, "-Winconsistent-missing*", NULL, "1")                      \
	X(override_missing, NULL, "*use-override*", NULL, NULL)                              \
	X(override_missing, "overrides a member function but", NULL, NULL, "1")              \
	X(hidden_virtual, NULL, "-Woverloaded-virtual*", NULL, NULL)                         \
	X(noexcept_terminate, NULL, "-Wterminate", NULL, NULL)                               \
	X(noexcept_terminate, NULL, "-Wexceptions", NULL, NULL)                              \
	X(noexcept_terminate, "throw will always call", NULL, NULL, NULL)                    \
	X(virtual_destructor, NULL, "-Wnon-virtual-dtor", NULL, "1")                         \
	X(virtual_destructor, NULL, "-Wdelete-non*", NULL, "1")                              \
	X(virtual_destructor, "destructor of '*is public and non-virtual", NULL, NULL, "1")  \
	X(incomplete_type, NULL, "-Wdelete-incomplete", NULL, "1")                           \
	X(undefined_operation, "^deleting '", NULL, NULL, "1")                               \
	X(unsafe_buffer, NULL, "-Wunsafe-buffer*", NULL, NULL)                               \
	X(old_style_cast, NULL, "-Wold-style-cast", NULL, "1")                               \
	X(cast_suspicious, NULL, "-Wcast*", NULL, NULL)                                      \
	X(cast_suspicious, NULL, "-Wbad-function-cast", NULL, NULL)                          \
	X(cast_suspicious, NULL, "-Wint-to-pointer-cast", NULL, NULL)                        \
	X(cast_suspicious, NULL, "-Wpointer-to-int-cast", NULL, NULL)                        \
	X(cast_suspicious, NULL, "-Wvoid-pointer-to*", NULL, NULL)                           \
	X(cast_suspicious, "^cast ", NULL, NULL, NULL)                                       \
	X(cast_suspicious, NULL, "-Wincompatible-function-pointer-types-strict", NULL, NULL) \
	X(sign_compare, NULL, "-Wsign-compare", NULL, NULL)                                  \
	X(narrowing, NULL, "-Wnarrowing", NULL, "23")                                        \
	X(narrowing, "^narrowing conversion", NULL, NULL, "23")                              \
	X(narrowing, "cannot be narrowed", NULL, NULL, "12")                                 \
	X(sign_conversion, NULL, "-Wsign-conversion", NULL, "12")                            \
	X(sign_conversion, "changes signedness", NULL, NULL, "12")                           \
	X(sign_conversion, "may change the sign", NULL, NULL, "21")                          \
	X(sign_conversion, "converted from negative value", NULL, NULL, NULL)                \
	X(sign_conversion, "changes sign when promoted", NULL, NULL, NULL)                   \
	X(value_changed, "changes value", NULL, NULL, "12")                                  \
	X(value_changed, NULL, "-Woverflow", NULL, NULL)                                     \
	X(value_changed, NULL, "-Wconstant-conversion", NULL, NULL)                          \
	X(value_changed, NULL, "-Wliteral-conversion", NULL, NULL)                           \
	X(value_changed, NULL, "-Wbitfield-constant-conversion", NULL, NULL)                 \
	X(precision_loss, NULL, "-Wconversion", NULL, NULL)                                  \
	X(precision_loss, NULL, "-Wfloat-conversion", NULL, NULL)                            \
	X(precision_loss, NULL, "-Warith-conversion", NULL, NULL)                            \
	X(precision_loss, NULL, "-Wshorten-64-to-32", NULL, NULL)                            \
	X(precision_loss, NULL, "-Wimplicit-int*-conversion", NULL, NULL)                    \
	X(precision_loss, NULL, "-Wimplicit-float-conversion", NULL, NULL)                   \
	X(precision_loss, NULL, "-Wdouble-promotion", NULL, NULL)                            \
	X(precision_loss, NULL, "-Wimplicit-const-int-float-conversion", NULL, NULL)         \
	X(precision_loss, "loses", NULL, NULL, NULL)                                         \
	X(bool_conversion, NULL, "-Wint-in-bool-context", NULL, NULL)                        \
	X(bool_conversion, NULL, "-Wbool-conversion", NULL, NULL)                            \
	X(bool_conversion, "implicit conversion '*-> '", NULL, NULL, NULL)                   \
	X(bool_conversion, "of a boolean expression", NULL, NULL, NULL)                      \
	X(enum_conversion, NULL, "-Wenum-conversion", NULL, NULL)                            \
	X(enum_conversion, NULL, "-Wenum-compare*", NULL, NULL)                              \
	X(enum_conversion, NULL, "-Wassign-enum", NULL, NULL)                                \
	X(enum_conversion, NULL, "-Wdeprecated-enum*", NULL, NULL)                           \
	X(enum_conversion, "^enum conversion", NULL, NULL, NULL)                             \
	X(pointer_from_integer, "makes pointer from integer", NULL, NULL, NULL)              \
	X(pointer_from_integer, "incompatible integer to pointer", NULL, NULL, NULL)         \
	X(integer_from_pointer, "makes integer from pointer", NULL, NULL, NULL)              \
	X(integer_from_pointer, "incompatible pointer to integer", NULL, NULL, NULL)         \
	X(discards_qualifiers, "discards", NULL, NULL, NULL)                                 \
	X(discards_qualifiers, "drops '*qualifier", NULL, NULL, NULL)                        \
	X(discards_qualifiers, "drops const", NULL, NULL, NULL)                              \
	X(pointer_conversion, "incompatible pointer type", NULL, NULL, NULL)                 \
	X(pointer_conversion, "incompatible function pointer", NULL, NULL, NULL)             \
	X(pointer_conversion, NULL, "-Wincompatible-pointer-types*", NULL, NULL)             \
	X(pointer_conversion, "^pointer type mismatch", NULL, NULL, NULL)                    \
	X(comparison_types, NULL, "-Wpointer-compare", NULL, NULL)                           \
	X(comparison_types, NULL, "-Wpointer-integer-compare", NULL, NULL)                   \
	X(comparison_types, NULL, "-Wcompare-distinct*", NULL, NULL)                         \
	X(comparison_types, "^comparison", NULL, NULL, NULL)                                 \
	X(comparison_types, "^ordered comparison", NULL, NULL, NULL)                         \
	X(comparison_types, "^comparing", NULL, NULL, NULL)                                  \
	X(comparison_types, "forbids comparison", NULL, NULL, NULL)                          \
	X(comparison_types, "^invalid operands to*comparison", NULL, NULL, NULL)             \
	X(pointer_arithmetic, NULL, "-Wpointer-arith", NULL, NULL)                           \
	X(pointer_arithmetic, NULL, "-Wgnu-pointer-arith", NULL, NULL)                       \
	X(pointer_arithmetic, "arithmetic on", NULL, NULL, NULL)                             \
	X(pointer_arithmetic, "pointer of type '*in arithmetic", NULL, NULL, NULL)           \
	X(pointer_arithmetic, "arithmetic involving a null", NULL, NULL, NULL)               \
	X(pointer_arithmetic, NULL, "-Wnull-pointer-arithmetic", NULL, NULL)                 \
	X(deprecated, NULL, "-Wdeprecated*", NULL, "1")                                      \
	X(deprecated, "is deprecated", NULL, NULL, "1")                                      \
	X(deprecated, "are deprecated", NULL, NULL, NULL)                                    \
	X(reserved_identifier, NULL, "-Wreserved*", NULL, "1")                               \
	X(missing_field_initializer, NULL, "-Wmissing-field*", NULL, "1")                    \
	X(missing_braces, NULL, "-Wmissing-braces", NULL, NULL)                              \
	X(global_object, NULL, "-Wglobal-constructors", NULL, NULL)                          \
	X(global_object, NULL, "-Wexit-time-destructors", NULL, NULL)                        \
	X(global_object, "global destructor", NULL, NULL, NULL)                              \
	X(alignment, NULL, "-Wpadded", NULL, NULL)                                           \
	X(alignment, NULL, "-Wpacked*", NULL, NULL)                                          \
	X(alignment, NULL, "-Waddress-of-packed-member", NULL, "1")                          \
	X(alignment, "^requested alignment", NULL, NULL, NULL)                               \
	X(alignment, "alignment", NULL, NULL, NULL)                                          \
	X(pragma_once_main, "#pragma once in main", NULL, NULL, NULL)                        \
	X(pragma_once_main, "in primary source file", NULL, NULL, NULL)                      \
	X(vexing_parse, NULL, "-Wvexing-parse", NULL, NULL)                                  \
	X(vexing_parse, "disambiguated as a function", NULL, NULL, NULL)                     \
	X(specifier_conflict, NULL, "-Wduplicate-decl-specifier", NULL, "1")                 \
	X(undefined_operation, "invokes undefined behavior", NULL, NULL, NULL)               \
	X(undefined_operation, NULL, "-Winvalid-offsetof", NULL, NULL)                       \
	X(undefined_operation, "non-standard-layout", NULL, NULL, NULL)                      \
	X(pure_virtual_called, "call to pure virtual", NULL, NULL, "1")                      \
	X(jump_invalid, "indirect goto", NULL, NULL, NULL)                                   \
	X(style_magic_number, "magic number", NULL, NULL, NULL)                              \
	X(style_naming, NULL, "readability-identifier*", NULL, "1")                          \
	X(style_naming, NULL, "*readability-named-parameter*", NULL, NULL)                   \
	X(style_braces, NULL, "*braces-around-statements*", NULL, NULL)                      \
	X(style_braces, NULL, "readability-isolate-declaration", NULL, NULL)                 \
	X(style_include, NULL, "misc-include-cleaner", NULL, NULL)                           \
	X(style_include, NULL, "*include-order*", NULL, NULL)                                \
	X(style_const, NULL, "misc-const-correctness", NULL, "1")                            \
	X(style_const, NULL, "readability-non-const-parameter", NULL, "1")                   \
	X(style_const, "can be made static", NULL, NULL, "1")                                \
	X(style_const, NULL, "readability-make-member*", NULL, "1")                          \
	X(style_interface, "swappable", NULL, NULL, NULL)                                    \
	X(style_interface, NULL, "*no-recursion*", NULL, "1")                                \
	X(style_interface, NULL, "readability-inconsistent-decl*", NULL, "1")                \
	X(style_interface, NULL, "readability-function*", NULL, "1")                         \
	X(style_interface, NULL, "readability-avoid*", NULL, "1")                            \
	X(style_interface, "public visibility", NULL, NULL, "1")                             \
	X(style_interface, NULL, "cppcoreguidelines-avoid-const-or-ref*", NULL, "1")         \
	X(global_object, "global access to a non-const", NULL, NULL, "1")                    \
	X(special_members, NULL, "*special-member*", NULL, "1")                              \
	X(special_members, NULL, "*explicit-constructor*", NULL, NULL)                       \
	X(special_members, "marked explicit", NULL, NULL, NULL)                              \
	X(special_members, NULL, "*explicit-conversions*", NULL, NULL)                       \
	X(unsafe_buffer, NULL, "cppcoreguidelines-pro-bounds*", NULL, NULL)                  \
	X(varargs_invalid, NULL, "*pro-type-vararg*", NULL, NULL)                            \
	X(varargs_invalid, "C-style variadic", NULL, NULL, NULL)                             \
	X(cast_suspicious, NULL, "*pro-type-*cast*", NULL, NULL)                             \
	X(style_modernize, NULL, "modernize-*", NULL, NULL)                                  \
	X(style_modernize, NULL, "*,modernize-*", NULL, NULL)                                \
	X(style_modernize, "do not manage memory manually", NULL, NULL, NULL)                \
	X(style_modernize, NULL, "cppcoreguidelines-owning*", NULL, NULL)                    \
	X(style_modernize, NULL, "cppcoreguidelines-macro-usage", NULL, NULL)                \
	X(style_modernize, NULL, "cppcoreguidelines-no-malloc*", NULL, NULL)                 \
	X(error_check, "not report conversion errors", NULL, NULL, "1")                      \
	X(error_check, NULL, "cert-err*", NULL, NULL)                                        \
	X(insecure_function, "is insecure", NULL, NULL, "1")                                 \
	X(insecure_function, NULL, "*security.insecureAPI*", NULL, "1")                      \
	X(insecure_function, NULL, "bugprone-unsafe-functions*", NULL, "1")                  \
	X(insecure_function, "limited randomness", NULL, NULL, NULL)                         \
	X(suspicious_call, NULL, "bugprone-suspicious*", NULL, "1")                          \
	X(suspicious_call, NULL, "bugprone-not-null*", NULL, "1")                            \
	X(initializer_missing, NULL, "cppcoreguidelines-pro-type-member-init*", NULL, NULL)  \
	X(initializer_missing, NULL, "cppcoreguidelines-init-variables", NULL, NULL)         \
	X(style_interface, NULL, "bugprone-easily*", NULL, NULL)                             \
	X(conflict_marker, "conflict marker", NULL, NULL, NULL)                              \
	X(unterminated, "^unterminated", NULL, NULL, NULL)                                   \
	X(unterminated, "^missing terminating", NULL, NULL, NULL)                            \
	X(unterminated, "^expected '}'", NULL, NULL, NULL)                                   \
	X(expected_expression, "^expected expression", NULL, NULL, NULL)                     \
	X(expected_expression, "^expected primary-expression", NULL, NULL, NULL)             \
	X(expected_expression, "^expected parenthesized", NULL, NULL, NULL)                  \
	X(expected_expression, "^expected compound", NULL, NULL, NULL)                       \
	X(expected_expression, "^expected string literal", NULL, NULL, NULL)                 \
	X(expected_expression, "^expected string-literal", NULL, NULL, NULL)                 \
	X(expected_expression, "^expected integer", NULL, NULL, NULL)                        \
	X(expected_identifier, "^expected identifier", NULL, NULL, NULL)                     \
	X(expected_identifier, "^expected unqualified-id", NULL, NULL, NULL)                 \
	X(expected_identifier, "^expected a class", NULL, NULL, NULL)                        \
	X(expected_identifier, "^expected class name", NULL, NULL, NULL)                     \
	X(expected_identifier, "^expected class-name", NULL, NULL, NULL)                     \
	X(expected_identifier, "^expected nested", NULL, NULL, NULL)                         \
	X(expected_identifier, "^expected parameter", NULL, NULL, NULL)                      \
	X(expected_identifier, "^expected member name", NULL, NULL, NULL)                    \
	X(expected_identifier, "^expected template-name", NULL, NULL, NULL)                  \
	X(expected_identifier, "^expected type-name", NULL, NULL, NULL)                      \
	X(expected_identifier, "requires an identifier", NULL, NULL, NULL)                   \
	X(expected_identifier, "^expected '*or <FILENAME>", NULL, NULL, NULL)                \
	X(expected_identifier, "requires a header-name", NULL, NULL, NULL)                   \
	X(expected_declaration, "^expected constructor", NULL, NULL, NULL)                   \
	X(expected_declaration, "^expected declaration", NULL, NULL, NULL)                   \
	X(expected_declaration, "^expected declarator", NULL, NULL, NULL)                    \
	X(expected_declaration, "^expected initializer", NULL, NULL, NULL)                   \
	X(expected_declaration, "^expected type", NULL, NULL, NULL)                          \
	X(expected_declaration, "^expected template", NULL, NULL, NULL)                      \
	X(expected_declaration, "^expected function", NULL, NULL, NULL)                      \
	X(expected_declaration, "^expected external declaration", NULL, NULL, NULL)          \
	X(expected_declaration, "^expected init-statement", NULL, NULL, NULL)                \
	X(expected_declaration, "^expected asm", NULL, NULL, NULL)                           \
	X(expected_declaration, "at least one declaration", NULL, NULL, NULL)                \
	X(expected_statement, "^expected statement", NULL, NULL, NULL)                       \
	X(expected_statement, "^expected body", NULL, NULL, NULL)                            \
	X(expected_statement, "^expected catch", NULL, NULL, NULL)                           \
	X(expected_statement, "^label at end", NULL, NULL, NULL)                             \
	X(expected_statement, "^' without a previous '", NULL, NULL, NULL)                   \
	X(expected_statement, "^expected '{' or", NULL, NULL, NULL)                          \
	X(expected_token, "^expected", NULL, NULL, "1")                                      \
	X(expected_token, "^missing ' ", NULL, NULL, "1")                                    \
	X(expected_token, "^missing '", NULL, NULL, "1")                                     \
	X(expected_token, "must be followed by", NULL, NULL, NULL)                           \
	X(expected_token, "^expression must be enclosed", NULL, NULL, NULL)                  \
	X(extraneous_token, "^extraneous", NULL, NULL, "1")                                  \
	X(extraneous_token, "^extra ", NULL, NULL, "1")                                      \
	X(extraneous_token, "^unexpected '", NULL, NULL, "1")                                \
	X(extraneous_token, "^unexpected", NULL, NULL, "1")                                  \
	X(extraneous_token, "' before '*token", NULL, NULL, "1")                             \
	X(extraneous_token, "without corresponding", NULL, NULL, NULL)                       \
	X(stray_character, "^stray", NULL, NULL, NULL)                                       \
	X(stray_character, "not valid at the start of an identifier", NULL, NULL, NULL)      \
	X(stray_character, "^unexpected character", NULL, NULL, NULL)                        \
	X(stray_character, "^character <U+*not allowed", NULL, NULL, NULL)                   \
	X(stray_character, "^non-ASCII", NULL, NULL, NULL)                                   \
	X(stray_character, "not valid in an identifier", NULL, NULL, NULL)                   \
	X(encoding, "UCS codespace", NULL, NULL, NULL)                                       \
	X(encoding, "character encoding", NULL, NULL, NULL)                                  \
	X(encoding, "not valid UTF-8", NULL, NULL, NULL)                                     \
	X(encoding, "bidirectional", NULL, NULL, NULL)                                       \
	X(encoding, NULL, "-Wbidi*", NULL, NULL)                                             \
	X(encoding, "universal character", NULL, NULL, NULL)                                 \
	X(encoding, "null character", NULL, NULL, NULL)                                      \
	X(encoding, NULL, "-Winvalid-utf8", NULL, NULL)                                      \
	X(encoding, "^using this character in an identifier", NULL, NULL, NULL)              \
	X(encoding, NULL, "-Wunicode*", NULL, NULL)                                          \
	X(invalid_literal, "^invalid suffix", NULL, NULL, "1")                               \
	X(invalid_literal, "^invalid digit", NULL, NULL, "1")                                \
	X(invalid_literal, "^exponent has no digits", NULL, NULL, NULL)                      \
	X(invalid_literal, "character constant", NULL, NULL, NULL)                           \
	X(invalid_literal, "character literal", NULL, NULL, NULL)                            \
	X(invalid_literal, "numeric literal operator", NULL, NULL, "1")                      \
	X(invalid_literal, "literal operator", NULL, NULL, "1")                              \
	X(invalid_literal, NULL, "-Wmultichar", NULL, NULL)                                  \
	X(invalid_literal, "concatenation of string literals", NULL, NULL, NULL)             \
	X(invalid_literal, "^too many decimal points", NULL, NULL, NULL)                     \
	X(invalid_literal, "digit separator", NULL, NULL, NULL)                              \
	X(invalid_literal, "hexadecimal floating", NULL, NULL, NULL)                         \
	X(literal_range, "constant is too large", NULL, NULL, NULL)                          \
	X(literal_range, "literal is too large", NULL, NULL, NULL)                           \
	X(literal_range, "too large for", NULL, NULL, NULL)                                  \
	X(literal_range, NULL, "-Wconstant-*range", NULL, NULL)                              \
	X(escape_sequence, "escape sequence", NULL, NULL, "1")

#endif
