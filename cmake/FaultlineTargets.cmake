# fl_folder(NAME LINK libs…): the static library faultline::NAME from NAME/*.c, and one
# program from each NAME/cmd/*.c. A folder without sources yet is an empty interface.
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
	file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${name}/*.c)
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

# A tool with subcommands has one file a subcommand in FOLDER/cmd/TOOL/.
# Tools whose names start with "gen-" are for the build alone and are not installed.
function(fl_tool tool folder main)
	file(GLOB parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/cmd/${tool}/*.c)
	add_executable(${tool} ${main} ${parts})
	target_link_libraries(${tool} PRIVATE fl_${folder} fl_flags)
	target_link_options(${tool} PRIVATE -Wl,--as-needed)
	set_target_properties(${tool} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
	if(tool MATCHES "^gen-")
		return()
	endif()
	install(TARGETS ${tool} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
	set(man ${PROJECT_BINARY_DIR}/man/${tool}.1)
	set(completion ${PROJECT_BINARY_DIR}/completions/${tool})
	add_custom_command(OUTPUT ${man} ${completion}
		COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/man ${PROJECT_BINARY_DIR}/completions
		COMMAND ${tool} --generate=man > ${man}
		COMMAND ${tool} --generate=completion > ${completion}
		DEPENDS ${tool} VERBATIM)
	add_custom_target(${tool}_docs ALL DEPENDS ${man} ${completion})
	install(FILES ${man} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
	install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endfunction()

function(fl_install_extras)
	install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/faultline DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
		FILES_MATCHING PATTERN "*.hpp")
	# By its own place, so that cmake --install --prefix may choose another one.
	file(RELATIVE_PATH FL_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
	configure_file(${PROJECT_SOURCE_DIR}/cmake/faultline.pc.in ${PROJECT_BINARY_DIR}/faultline.pc @ONLY)
	install(FILES ${PROJECT_BINARY_DIR}/faultline.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
