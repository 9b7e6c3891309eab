/*
 * UndefinedBehaviorSanitizer's kinds: the names that UBSAN_OPTIONS=report_error_type=1 puts into
 * its SUMMARY line (ubsan_checks.inc of compiler-rt).
 */
#include "sanitize/kinds_tables.h"

#define UB DIAG_CLASS_UB
#define LOGIC DIAG_CLASS_LOGIC

static const struct san_kind ubsan_kinds[] = {
	{"signed integer overflow", NULL, "signed-integer-overflow", UB, "CWE-190", NULL},
	{"unsigned integer overflow", NULL, "unsigned-integer-overflow", LOGIC, "CWE-190", NULL},
	{"negation of ", "type 'unsigned", "unsigned-integer-overflow", LOGIC, "CWE-190", NULL},
	{"negation of ", NULL, "signed-integer-overflow", UB, "CWE-190", NULL},
	{"division by zero", NULL, "integer-divide-by-zero", UB, "CWE-369", NULL},
	{"division of ", "by -1", "signed-integer-overflow", UB, "CWE-190", NULL},
	{NULL, NULL, "float-divide-by-zero", UB, "CWE-369", NULL},
	{"shift exponent", NULL, "invalid-shift-exponent", UB, "CWE-1335", NULL},
	{"left shift of", NULL, "invalid-shift-base", UB, "CWE-1335", NULL},
	{"index ", "out of bounds for type", "out-of-bounds-index", UB, "CWE-129", NULL},
	{"execution reached an unreachable", NULL, "unreachable-call", UB, "CWE-758", NULL},
	{"execution reached the end of", NULL, "missing-return", UB, "CWE-758", NULL},
	{"variable length array bound", NULL, "non-positive-vla-index", UB, "CWE-1284", NULL},
	{"null pointer passed as argument", NULL, "invalid-null-argument", UB, "CWE-476", NULL},
	{"null pointer returned from", NULL, "invalid-null-return", UB, "CWE-476", NULL},
	{"applying zero offset to null", NULL, "nullptr-with-offset", UB, "CWE-476", NULL},
	{"applying non-zero offset", "to null pointer", "nullptr-with-nonzero-offset", UB,
		"CWE-476", NULL},
	{"applying non-zero offset", NULL, "nullptr-after-nonzero-offset", UB, "CWE-823", NULL},
	{"pointer index expression", NULL, "pointer-overflow", UB, "CWE-823", NULL},
	{"addition of unsigned offset", NULL, "pointer-overflow", UB, "CWE-823", NULL},
	{"subtraction of unsigned offset", NULL, "pointer-overflow", UB, "CWE-823", NULL},
	{"passing zero to ", NULL, "invalid-builtin-use", UB, "CWE-758", NULL},
	{"assumption is violated", NULL, "invalid-builtin-use", UB, "CWE-758", NULL},
	{"", "outside the range of representable values", "float-cast-overflow", UB, "CWE-681",
		NULL},
	{"load of value", "for type 'bool'", "invalid-bool-load", UB, "CWE-758", NULL},
	{"load of value", "for type '_Bool'", "invalid-bool-load", UB, "CWE-758", NULL},
	{"load of value", NULL, "invalid-enum-load", UB, "CWE-758", NULL},
	{"", "null pointer of type", "null-pointer-use", UB, "CWE-476", NULL},
	{"assumption of ", "byte alignment", "alignment-assumption", UB, "CWE-758", NULL},
	{"", "misaligned address", "misaligned-pointer-use", UB, "CWE-758", NULL},
	{"", "with insufficient space for an object", "insufficient-object-size", UB, "CWE-119",
		"CWE-787"},
	{"", "which does not point to an object of type", "dynamic-type-mismatch", UB, "CWE-843",
		NULL},
	{"call to function", "incorrect function type", "function-type-mismatch", UB, "CWE-843",
		NULL},
	{"control flow integrity check", NULL, "cfi-bad-type", UB, "CWE-843", NULL},
	{"implicit conversion from type", NULL, "implicit-conversion", LOGIC, "CWE-197", NULL},
	{NULL, NULL, "undefined-behavior", UB, "CWE-758", NULL},
};

const struct san_kind_table san_kinds_ubsan = SAN_KIND_TABLE(ubsan_kinds);
