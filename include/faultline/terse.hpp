// What terse literals are written in: a macro for each type, which defines an
// object faultline_terse_N, N counted by __COUNTER__. Generated from the field
// tables; do not edit. Include it last: the macros have plain names.
#ifndef FAULTLINE_TERSE_HPP
#define FAULTLINE_TERSE_HPP

#include <faultline/literals.hpp>

#define FAULTLINE_TERSE_PASTE(a, b) a##b
#define FAULTLINE_TERSE_NUMBERED(n) FAULTLINE_TERSE_PASTE(faultline_terse_, n)
#define FAULTLINE_TERSE_NAME FAULTLINE_TERSE_NUMBERED(__COUNTER__)

#define fatal(...) \
	faultline::terse::diagnostic<faultline::severity::fatal> FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define error(...) \
	faultline::terse::diagnostic<faultline::severity::error> FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define warning(...) \
	faultline::terse::diagnostic<faultline::severity::warning> FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define note(...) \
	faultline::terse::diagnostic<faultline::severity::note> FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define remark(...) \
	faultline::terse::diagnostic<faultline::severity::remark> FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define report(...) \
	faultline::terse::report FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define symptom(...) \
	faultline::terse::symptom FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define operands(...) \
	faultline::terse::operands FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define samples(...) \
	faultline::terse::samples FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define call(...) \
	faultline::terse::call FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define last_use(...) \
	faultline::terse::last_use FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define divergence(...) \
	faultline::terse::divergence FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define cpu_exception(...) \
	faultline::terse::cpu_exception FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define page_walk(...) \
	faultline::terse::page_walk FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define serial_output(...) \
	faultline::terse::serial_output FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define stop_info(...) \
	faultline::terse::stop_info FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define frame(...) \
	faultline::terse::frame FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define backtrace(...) \
	faultline::terse::backtrace FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define variable(...) \
	faultline::terse::variable FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define frame_vars(...) \
	faultline::terse::frame_vars FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define step(...) \
	faultline::terse::step FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define last_steps(...) \
	faultline::terse::last_steps FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define mem_dump(...) \
	faultline::terse::mem_dump FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define thread(...) \
	faultline::terse::thread FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define threads(...) \
	faultline::terse::threads FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define breakpoint(...) \
	faultline::terse::breakpoint FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define breakpoints(...) \
	faultline::terse::breakpoints FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define tool_error(...) \
	faultline::terse::tool_error FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define test_result(...) \
	faultline::terse::test_result FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define debug_command(...) \
	faultline::terse::debug_command FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define watch_change(...) \
	faultline::terse::watch_change FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define debug_text(...) \
	faultline::terse::debug_text FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define expressions(...) \
	faultline::terse::expressions FAULTLINE_TERSE_NAME{__VA_ARGS__};
#define why_context(...) \
	faultline::terse::why_context FAULTLINE_TERSE_NAME{__VA_ARGS__};

#endif
