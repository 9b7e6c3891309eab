# Debian packages: `cpack -G DEB` in a build directory of the release preset. Four of them, since the
# filters need two small libraries and the other tools need libclang:
#   faultline-filters     diag2struct, san2struct
#   faultline             all other tools
#   libfaultline-diag0    the parser of compiler output as a library
#   libfaultline-diag-dev what programs are built with: headers (literals.hpp too), archive, pkg-config files
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME faultline)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "Faultline maintainers <noreply@faultline.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "training data out of what compilers, sanitizers and debuggers say")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL filters tools lib dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_FILTERS_PACKAGE_NAME faultline-filters)
set(CPACK_DEBIAN_FILTERS_PACKAGE_RECOMMENDS libdw1)
set(CPACK_COMPONENT_FILTERS_DESCRIPTION "compiler and sanitizer output as C++ struct literals or JSON
diag2struct reads what compilers and linkers print, san2struct what sanitizers,
Valgrind and crashes print.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME faultline)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "faultline-filters (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "gcc, g++, gdb, clang-19, lld-19, libclang-rt-19-dev, libdw1")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "valgrind, qemu-system-x86, lldb-19")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "faults put into programs, proven, debugged and recorded
datasets, rlvr-label, tracegen, sanrun, debugsession, platform-tag, struct2json: programs
are built and run in a sandbox, what the tools say becomes records.")
set(CPACK_DEBIAN_LIB_PACKAGE_NAME libfaultline-diag0)
set(CPACK_DEBIAN_LIB_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIB_DESCRIPTION "compiler output as JSON or C++ struct literals, a library
The parser of diag2struct behind seven functions of plain C types.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libfaultline-diag-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libfaultline-diag0 (= ${PROJECT_VERSION}), libjansson-dev, nettle-dev, libiberty-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION "headers of libfaultline-diag, and the types of the literals
What programs that use the library, or the literals that the tools write, are
built with.")
foreach(component FILTERS TOOLS LIB DEV)
	string(TOLOWER ${component} lower)
	install(FILES ${PROJECT_SOURCE_DIR}/cmake/copyright COMPONENT ${lower}
		DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${component}_PACKAGE_NAME})
endforeach()
include(CPack)
