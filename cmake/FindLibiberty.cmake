# libiberty (binutils): the demangler of C++ names. Debian has header and archive in libiberty-dev.
find_path(LIBIBERTY_INCLUDE_DIR libiberty/demangle.h)
find_library(LIBIBERTY_LIBRARY NAMES libiberty.a)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libiberty REQUIRED_VARS LIBIBERTY_LIBRARY LIBIBERTY_INCLUDE_DIR)
if(Libiberty_FOUND AND NOT TARGET Libiberty::Libiberty)
	add_library(Libiberty::Libiberty UNKNOWN IMPORTED)
	set_target_properties(Libiberty::Libiberty PROPERTIES
		IMPORTED_LOCATION ${LIBIBERTY_LIBRARY}
		INTERFACE_INCLUDE_DIRECTORIES ${LIBIBERTY_INCLUDE_DIR})
endif()
