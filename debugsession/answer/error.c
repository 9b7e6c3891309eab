/* Which type an error is: by its words, or by its code. */
#include "debugsession/answer/error.h"

#include "debugsession/answer/answer.h"

const char *const dbg_error_words[DBG_ERROR_TYPE_COUNT] = {
#define X(id, word) word,
	DBG_ERROR_TYPES(X)
#undef X
};

/* gdb's words (13 to 16), in part; the first that is there decides. */
static const struct {
	const char *words;
	enum dbg_error_type type;
} wordings[] = {
	{"refused by the gate", DBG_ERROR_REFUSED},
	{"may-call-functions is off", DBG_ERROR_REFUSED},
	{"while the target is running", DBG_ERROR_TARGET_RUNNING},
	{"while the selected thread is running", DBG_ERROR_TARGET_RUNNING},
	{"Selected thread is running", DBG_ERROR_TARGET_RUNNING},
	{"The program is not being run", DBG_ERROR_TARGET_NOT_RUNNING},
	{"The program has no registers now", DBG_ERROR_TARGET_NOT_RUNNING},
	{"No registers", DBG_ERROR_TARGET_NOT_RUNNING},
	{"No stack", DBG_ERROR_TARGET_NOT_RUNNING},
	{"No frame selected", DBG_ERROR_TARGET_NOT_RUNNING},
	{"without a process to debug", DBG_ERROR_TARGET_NOT_RUNNING},
	{"Cannot access memory", DBG_ERROR_TARGET},
	{"Unable to read memory", DBG_ERROR_TARGET},
	{"Remote connection closed", DBG_ERROR_TARGET},
	{"Remote communication error", DBG_ERROR_TARGET},
	{"Operation not permitted", DBG_ERROR_PERMISSION},
	{"Permission denied", DBG_ERROR_PERMISSION},
	{"virtual memory exhausted", DBG_ERROR_RESOURCE},
};

enum dbg_error_type dbg_error_type_of_words(struct fl_slice message)
{
	for (size_t i = 0; i < sizeof(wordings) / sizeof(*wordings); i++)
		if (fl_slice_find(message, wordings[i].words) >= 0)
			return wordings[i].type;
	return DBG_ERROR_GDB;
}

enum dbg_error_type dbg_error_type_of(const struct fl_error *e)
{
	switch (e->code) {
	case FL_ETIMEOUT: return DBG_ERROR_TIMEOUT;
	case FL_ECLOSED: return DBG_ERROR_PROCESS_DIED;
	case FL_EINVAL: return DBG_ERROR_EXECUTION_FAILED;
	case FL_ENOTFOUND: return DBG_ERROR_SESSION_NOT_FOUND;
	case FL_EREFUSED: return dbg_error_type_of_words(fl_slice_str(e->message));
	case FL_ENOMEM:
	case FL_ELIMIT: return DBG_ERROR_RESOURCE;
	case FL_EMISSING: return DBG_ERROR_START_FAILED;
	default: return DBG_ERROR_UNKNOWN;
	}
}

void dbg_error_json(struct fl_buf *out, enum dbg_error_type type, const char *message)
{
	fl_buf_char(out, '{');
	dbg_answer_bool(out, "success", false);
	dbg_answer_text(out, "error", fl_slice_str(message));
	dbg_answer_text(out, "error_type", fl_slice_str(dbg_error_words[type]));
	fl_buf_char(out, '}');
}
