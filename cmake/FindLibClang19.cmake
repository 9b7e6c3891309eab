# libclang 19 exactly: earlier ones cannot tell which binary operator a cursor is.
find_path(LibClang19_INCLUDE_DIR clang-c/Index.h PATHS /usr/lib/llvm-19/include NO_DEFAULT_PATH)
find_library(LibClang19_LIBRARY NAMES clang-19 clang PATHS /usr/lib/llvm-19/lib NO_DEFAULT_PATH)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibClang19 REQUIRED_VARS LibClang19_LIBRARY LibClang19_INCLUDE_DIR
	REASON_FAILURE_MESSAGE "install libclang-19-dev")
if(LibClang19_FOUND AND NOT TARGET LibClang19::LibClang19)
	add_library(LibClang19::LibClang19 UNKNOWN IMPORTED)
	set_target_properties(LibClang19::LibClang19 PROPERTIES
		IMPORTED_LOCATION ${LibClang19_LIBRARY}
		INTERFACE_INCLUDE_DIRECTORIES ${LibClang19_INCLUDE_DIR})
endif()
