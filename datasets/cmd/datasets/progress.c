/* What the subcommands that work long have in common: progress on a terminal, how many workers. */
#include <time.h>
#include <unistd.h>

#include "base/show.h"
#include "datasets/cmd/datasets/sub.h"

enum { BAR = 30 };

double sub_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void sub_progress(void *ctx, const char *phase, size_t done, size_t count)
{
	struct sub_display *d = ctx;
	double t = sub_now();
	if (d->phase != phase) {
		d->phase = phase;
		d->phase_start = t;
		d->last = 0;
	}
	if (count == 0 || (t - d->last < 0.25 && done < count))
		return;
	d->last = t;
	struct fl_buf line;
	size_t filled = done * BAR / count;
	fl_buf_init(&line, 4096);
	fl_buf_printf(&line, "\r%-9s [", phase);
	fl_buf_fill(&line, '#', filled);
	fl_buf_fill(&line, '.', BAR - filled);
	fl_buf_printf(&line, "] %zu/%zu", done, count);
	if (done && done < count) {
		unsigned eta =
			(unsigned)((t - d->phase_start) / (double)done * (double)(count - done));
		fl_buf_printf(&line, "  %u:%02u left", eta / 60, eta % 60);
	}
	fl_buf_str(&line, "\033[K");
	fl_write_all(STDERR_FILENO, fl_buf_view(&line), NULL); /* a lost progress line is no loss */
	fl_buf_release(&line);
}

bool sub_progress_wanted(const struct fl_opts *o)
{
	return isatty(STDERR_FILENO) && !fl_opt_given(o, OPT_QUIET);
}

void sub_progress_end(const struct sub_display *d)
{
	if (d->phase)
		fl_write_all(STDERR_FILENO, FL_S("\n"), NULL); /* as above */
}

void sub_unkept(bool shown, const char *why)
{
	if (shown)
		fl_write_all(STDERR_FILENO, FL_S("\r\033[K"), NULL); /* as above */
	fl_tell("datasets",
		"results are not kept in the cache, and are made anew if this is ended before it "
		"is done: %s",
		why);
}

unsigned sub_jobs(const struct fl_opts *o)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	if (fl_opt_given(o, OPT_JOBS))
		return (unsigned)fl_opt_number(o, OPT_JOBS);
	return processors > 0 && processors <= 256 ? (unsigned)processors : 1;
}
