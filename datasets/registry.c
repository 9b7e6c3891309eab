#include "datasets/registry.h"

#include "debugsession/transcript/transcript.h"
#include "debugsession/why/model.h"
#include "diag/model/diagnostic.h"
#include "sanitize/report/report.h"
#include "tracegen/divergence/divergence.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/symptom.h"
#include "tracegen/evidence/views.h"
#include "tracegen/machine/shapes.h"

static const struct fl_shape *const shapes[] = {
	&diag_diagnostic_shape,
	&san_report_shape,
	&tg_symptom_shape,
	&tg_operands_shape,
	&tg_samples_shape,
	&tg_call_shape,
	&tg_last_use_shape,
	&tg_divergence_shape,
	&tg_exception_shape,
	&tg_page_walk_shape,
	&tg_serial_shape,
	&dbg_stop_shape,
	&dbg_frame_shape,
	&dbg_backtrace_shape,
	&dbg_variable_shape,
	&dbg_frame_vars_shape,
	&dbg_step_shape,
	&dbg_steps_shape,
	&dbg_mem_dump_shape,
	&dbg_thread_shape,
	&dbg_threads_shape,
	&dbg_breakpoint_shape,
	&dbg_breakpoints_shape,
	&dbg_tool_error_shape,
	&dbg_test_shape,
	&dbg_typed_shape,
	&dbg_watched_shape,
	&dbg_text_shape,
	&dbg_expressions_shape,
	&dbg_why_shape,
};

const struct fl_registry ds_registry = {
	.shapes = shapes, .count = sizeof(shapes) / sizeof(shapes[0])};
