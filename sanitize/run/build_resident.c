#include <stdio.h>

#include "sanitize/resident/resident.h"
#include "sanitize/run/build_priv.h"

enum { WORDS_MAX = 1 << 20 };

static bool may(const struct san_job *j)
{
	bool may = j->program->resident && j->program->link && j->jobs == 1;
	for (size_t m = 0; m < j->mode_count && may; m++)
		may = san_job_toolchain(j->program, j->modes[m])->family == SAN_CLANG;
	return may;
}

/* A compiler that crashed ends with status 1 as well; and what kept it from working is ours. */
static bool is_sure(struct fl_box *box, const char *said)
{
	static const char *const doubts[] = {"PLEASE submit a bug report", "command failed",
		"unable to execute", "Cannot allocate memory", "Operation not permitted",
		"posix_spawn", "out of memory"};
	struct fl_error ignored;
	struct fl_buf text;
	fl_buf_init(&text, SAN_DIAGNOSTICS_MAX);
	bool sure = fl_box_get(box, said, &text, &ignored) == 0;
	for (size_t i = 0; i < sizeof(doubts) / sizeof(doubts[0]) && sure; i++)
		sure = fl_slice_find(fl_buf_view(&text), doubts[i]) < 0;
	fl_buf_release(&text);
	return sure;
}

/* One step; *ret_ok: its status is 0. An error means that nothing is known. */
static int run_step(const struct san_job *j, size_t step, const struct fl_buf *words, bool *ret_ok,
	struct fl_error *err)
{
	char said[64], place[64], text[16];
	int status = 0;
	snprintf(said, sizeof(said), SAN_STEP_DIR "/%zu.txt", step);
	snprintf(place, sizeof(place), SAN_STEP_DIR "/%zu.status", step);
	int rc = fl_buf_error(words, "a command", err);
	rc = rc ? rc
		: san_resident_run(
			  j->program->resident, fl_buf_view(words), said, j->cpu_ms, &status, err);
	if (rc)
		return rc;
	*ret_ok = status == 0;
	struct fl_box *box = san_resident_box(j->program->resident);
	if (status == 1 && !is_sure(box, said))
		return fl_error_set(err, FL_EHOST, "a compiler failed");
	snprintf(text, sizeof(text), "%d\n", status);
	return fl_box_put(box, place, fl_slice_str(text), 0644, err);
}

/* The link is only good when it succeeds: else the usual linker is asked, and says why. */
static int run_mode(const struct san_job *j, size_t mode, struct fl_error *err)
{
	struct fl_buf words;
	bool all = true, ok = true;
	int rc = 0;
	fl_buf_init(&words, WORDS_MAX);
	for (size_t s = 0; s < j->source_count && rc == 0; s++) {
		fl_buf_clear(&words);
		san_job_compile(j, mode, s, &words);
		rc = run_step(j, san_job_step(j, mode, s), &words, &ok, err);
		all = all && ok;
	}
	if (rc == 0 && all) {
		fl_buf_clear(&words);
		san_job_known_link(j, mode, &words);
		rc = run_step(j, san_job_step(j, mode, j->source_count), &words, &ok, err);
		if (rc == 0 && !ok)
			rc = fl_error_set(err, FL_EHOST, "the linker refuses it");
	}
	fl_buf_release(&words);
	return rc;
}

bool san_job_run_resident(const struct san_job *j)
{
	struct san_resident *r = j->program->resident;
	struct fl_error why, *err = &why;
	if (!may(j))
		return false;
	const char *driver =
		san_job_toolchain(j->program, j->modes[0])->driver[j->program->language];
	int rc = san_resident_clear(r, driver, err);
	rc = rc ? rc : san_job_put_files(san_resident_box(r), j, err);
	for (size_t m = 0; m < j->mode_count && rc == 0; m++)
		rc = run_mode(j, m, err);
	return rc == 0;
}
