# The compiler flags that every target of ours gets (docs/architecture.md, house style).
add_library(fl_flags INTERFACE)
target_compile_features(fl_flags INTERFACE c_std_17)
target_compile_definitions(fl_flags INTERFACE _GNU_SOURCE FL_VERSION="${PROJECT_VERSION}")
target_include_directories(fl_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
target_compile_options(fl_flags INTERFACE
	-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
	-Wvla -Wcast-qual -Wwrite-strings -Wundef -Wformat=2
	-fno-common -fvisibility=hidden
	$<$<BOOL:${FL_WERROR}>:-Werror>)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
