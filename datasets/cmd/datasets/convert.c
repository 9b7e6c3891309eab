#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/show.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/convert.h"

int ds_cmd_convert(const struct fl_opts *o, struct fl_error *err)
{
	const char *out = fl_opt_text(o, OPT_OUT);
	struct ds_convert_report report;
	struct fl_buf text;
	if (sub_count(o) != 1 || !out) {
		fl_error_set(err, FL_EINVAL, "convert needs one directory and -o DIR");
		return FL_RUN_FAILED;
	}
	bool made = mkdir(out, 0777) == 0;
	if (!made && errno != EEXIST) {
		fl_error_sys(err, FL_EIO, errno, "cannot make %s", out);
		return FL_RUN_FAILED;
	}
	if (ds_convert(sub_at(o, 0), out, (enum ds_form)fl_opt_word(o, OPT_COMPLETION),
		    sub_seekable(o), &report, err)) {
		if (made)
			rmdir(out);
		return FL_RUN_FAILED;
	}
	if (report.refused)
		fl_tell("datasets", "%s", report.why);
	fl_buf_init(&text, 4096);
	fl_buf_printf(&text, "%lld records written, %lld refused\n", (long long)report.rows,
		(long long)report.refused);
	int rc = fl_buf_error(&text, "the report", err);
	rc = rc ? rc : sub_print(fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc ? FL_RUN_FAILED : report.refused > 0;
}
