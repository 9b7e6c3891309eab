#include "platform/cmake/facts.h"

const struct cm_constant plat_cm_before_project[] = {{"CMAKE_VERSION", "3.25.1"},
	{"CMAKE_MAJOR_VERSION", "3"}, {"CMAKE_MINOR_VERSION", "25"}, {"CMAKE_PATCH_VERSION", "1"},
	{"CMAKE_TWEAK_VERSION", ""}, {"CMAKE_SOURCE_DIR", "/source"},
	{"CMAKE_BINARY_DIR", "/build"}, {"CMAKE_HOME_DIRECTORY", "/source"}, {"UNIX", "1"},
	{"LINUX", "1"}, {"CMAKE_HOST_UNIX", "1"}, {"CMAKE_HOST_SYSTEM_NAME", "Linux"},
	{"CMAKE_COMMAND", "/usr/bin/cmake"}, {"CMAKE_CTEST_COMMAND", "/usr/bin/ctest"},
	{"CMAKE_CPACK_COMMAND", "/usr/bin/cpack"}, {"CMAKE_ROOT", "/usr/share/cmake-3.25"},
	{"CMAKE_FILES_DIRECTORY", "/CMakeFiles"}, {"CMAKE_CFG_INTDIR", "."}, {NULL, NULL}};

/* Not for a project that is built for another system. */
const struct cm_constant plat_cm_after_project[] = {{"CMAKE_SYSTEM_NAME", "Linux"},
	{"CMAKE_SYSTEM_PROCESSOR", "x86_64"}, {"CMAKE_HOST_SYSTEM_PROCESSOR", "x86_64"},
	{"CMAKE_INSTALL_PREFIX", "/usr/local"}, {"CMAKE_CROSSCOMPILING", "FALSE"},
	{"CMAKE_SIZEOF_VOID_P", "8"}, {"CMAKE_SHARED_LIBRARY_PREFIX", "lib"},
	{"CMAKE_SHARED_LIBRARY_SUFFIX", ".so"}, {"CMAKE_STATIC_LIBRARY_PREFIX", "lib"},
	{"CMAKE_STATIC_LIBRARY_SUFFIX", ".a"}, {"CMAKE_SHARED_MODULE_PREFIX", "lib"},
	{"CMAKE_SHARED_MODULE_SUFFIX", ".so"}, {"CMAKE_EXECUTABLE_SUFFIX", ""},
	{"CMAKE_DL_LIBS", "dl"}, {"CMAKE_LIBRARY_ARCHITECTURE", "x86_64-linux-gnu"},
	{"CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT", "TRUE"}, {NULL, NULL}};

const char plat_cm_c_features[] =
	"c_std_90;c_function_prototypes;c_std_99;c_restrict;c_variadic_macros;c_std_11;"
	"c_static_assert;c_std_17;c_std_23";

const char plat_cm_cxx_features[] =
	"cxx_std_98;cxx_template_template_parameters;cxx_std_11;cxx_alias_templates;"
	"cxx_alignas;cxx_alignof;cxx_attributes;cxx_auto_type;cxx_constexpr;cxx_decltype;"
	"cxx_decltype_incomplete_return_types;cxx_default_function_template_args;"
	"cxx_defaulted_functions;cxx_defaulted_move_initializers;cxx_delegating_constructors;"
	"cxx_deleted_functions;cxx_enum_forward_declarations;cxx_explicit_conversions;"
	"cxx_extended_friend_declarations;cxx_extern_templates;cxx_final;cxx_func_identifier;"
	"cxx_generalized_initializers;cxx_inheriting_constructors;cxx_inline_namespaces;"
	"cxx_lambdas;cxx_local_type_template_args;cxx_long_long_type;cxx_noexcept;"
	"cxx_nonstatic_member_init;cxx_nullptr;cxx_override;cxx_range_for;"
	"cxx_raw_string_literals;cxx_reference_qualified_functions;cxx_right_angle_brackets;"
	"cxx_rvalue_references;cxx_sizeof_member;cxx_static_assert;cxx_strong_enums;"
	"cxx_thread_local;cxx_trailing_return_types;cxx_unicode_literals;"
	"cxx_uniform_initialization;cxx_unrestricted_unions;cxx_user_literals;"
	"cxx_variadic_macros;cxx_variadic_templates;cxx_std_14;"
	"cxx_aggregate_default_initializers;cxx_attribute_deprecated;cxx_binary_literals;"
	"cxx_contextual_conversions;cxx_decltype_auto;cxx_digit_separators;"
	"cxx_generic_lambdas;cxx_lambda_init_captures;cxx_relaxed_constexpr;"
	"cxx_return_type_deduction;cxx_variable_templates;cxx_std_17;cxx_std_20;cxx_std_23";
