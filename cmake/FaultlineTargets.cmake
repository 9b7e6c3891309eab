# fl_folder(NAME LINK libs…): the static library faultline::NAME from NAME/*.c and its rooms
# NAME/ROOM/*.c and NAME/ROOM/CORNER/*.c, and one program from each NAME/cmd/*.c. A folder without sources yet is an empty
# interface.
function(fl_folder name)
	cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
	set(links)
	foreach(lib IN LISTS ARG_LINK)
		if(TARGET fl_${lib})
			list(APPEND links fl_${lib})
		else()
			list(APPEND links ${lib})
		endif()
	endforeach()
	file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${name}/*.c
		${PROJECT_SOURCE_DIR}/${name}/*/*.c ${PROJECT_SOURCE_DIR}/${name}/*/*/*.c)
	list(FILTER sources EXCLUDE REGEX "/${name}/(cmd|[a-z]+/inside)/")
	if(sources)
		add_library(fl_${name} STATIC ${sources})
		target_link_libraries(fl_${name} PUBLIC ${links} PRIVATE fl_flags)
	else()
		add_library(fl_${name} INTERFACE)
		target_link_libraries(fl_${name} INTERFACE ${links})
	endif()
	add_library(faultline::${name} ALIAS fl_${name})
	file(GLOB mains CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${name}/cmd/*.c)
	foreach(main IN LISTS mains)
		get_filename_component(tool ${main} NAME_WE)
		fl_tool(${tool} ${name} ${main})
	endforeach()
endfunction()

# What is loaded into a compiler that stays (sanitize/resident/) is a library of its own, without the
# instrumentation that ours may have, and goes into the tools as a file.
function(fl_resident_inside)
	set(room ${PROJECT_SOURCE_DIR}/sanitize/resident)
	set(made ${PROJECT_BINARY_DIR}/resident-inside.so)
	add_custom_command(OUTPUT ${made}
		COMMAND ${CMAKE_C_COMPILER} -std=c17 -D_GNU_SOURCE -Wall -Wextra -O2 -fPIC -shared
			-I${PROJECT_SOURCE_DIR} ${room}/inside/inside.c -o ${made}
		DEPENDS ${room}/inside/inside.c ${room}/wire.h VERBATIM)
	set_source_files_properties(${room}/resident.c PROPERTIES
		COMPILE_DEFINITIONS "FL_RESIDENT_INSIDE=\"${made}\"" OBJECT_DEPENDS ${made})
endfunction()

# The tools that stand alone: a package of their own, and static programs with FL_STATIC.
set(FL_FILTERS "^(diag2struct|san2struct)$")

# A tool with subcommands has one file a subcommand in FOLDER/cmd/TOOL/.
# Tools whose names start with "gen-" are for the build alone and are not installed.
function(fl_tool tool folder main)
	if(FL_STATIC AND NOT tool MATCHES "${FL_FILTERS}")
		return()
	endif()
	file(GLOB parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/cmd/${tool}/*.c)
	add_executable(${tool} ${main} ${parts})
	target_link_libraries(${tool} PRIVATE fl_${folder} fl_flags)
	target_link_options(${tool} PRIVATE -Wl,--as-needed $<$<BOOL:${FL_STATIC}>:-static>)
	set_target_properties(${tool} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
	if(tool MATCHES "^gen-")
		return()
	endif()
	set(package tools)
	if(tool MATCHES "${FL_FILTERS}")
		set(package filters)
	endif()
	install(TARGETS ${tool} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${package})
	set(man ${PROJECT_BINARY_DIR}/man/${tool}.1)
	set(completion ${PROJECT_BINARY_DIR}/completions/${tool})
	add_custom_command(OUTPUT ${man} ${completion}
		COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/man ${PROJECT_BINARY_DIR}/completions
		COMMAND ${tool} --generate=man > ${man}
		COMMAND ${tool} --generate=completion > ${completion}
		DEPENDS ${tool} VERBATIM)
	add_custom_target(${tool}_docs ALL DEPENDS ${man} ${completion})
	install(FILES ${man} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${package})
	install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT ${package})
endfunction()

# libfaultline-diag, for other languages and for C programs that are not ours: one shared library of
# which only what include/faultline/diag.h declares can be seen, and one static archive that needs
# nothing else of ours.
function(fl_diag_library)
	set(folders base platform diag)
	set(objects)
	foreach(folder IN LISTS folders)
		set_target_properties(fl_${folder} PROPERTIES POSITION_INDEPENDENT_CODE ON)
		list(APPEND objects $<TARGET_OBJECTS:fl_${folder}>)
	endforeach()
	set(map ${PROJECT_SOURCE_DIR}/cmake/faultline-diag.map)
	add_library(faultline-diag SHARED $<TARGET_OBJECTS:fl_diag>)
	target_link_libraries(faultline-diag PRIVATE fl_diag)
	target_link_options(faultline-diag PRIVATE -Wl,--version-script=${map} -Wl,--as-needed -Wl,--exclude-libs,ALL)
	set_target_properties(faultline-diag PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0 LINKER_LANGUAGE C
		LINK_DEPENDS ${map})
	add_library(faultline-diag-static STATIC ${objects})
	set_target_properties(faultline-diag-static PROPERTIES OUTPUT_NAME faultline-diag LINKER_LANGUAGE C)
	install(TARGETS faultline-diag faultline-diag-static
		LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT lib NAMELINK_COMPONENT dev
		ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
endfunction()

function(fl_install_extras)
	install(FILES ${PROJECT_SOURCE_DIR}/clients/faultline_rewards.py DESTINATION ${CMAKE_INSTALL_DATADIR}/faultline
		COMPONENT tools)
	install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/faultline DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
		FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
	# By its own place, so that cmake --install --prefix may choose another one.
	file(RELATIVE_PATH FL_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
	foreach(name faultline faultline-diag)
		configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
		install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
	endforeach()
endfunction()
