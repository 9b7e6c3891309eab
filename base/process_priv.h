/* What process.c and the sandbox share; not for other folders. */
#ifndef FL_BASE_PROCESS_PRIV_H
#define FL_BASE_PROCESS_PRIV_H

#include "base/process.h"

enum { FL_OUT_DEFAULT = 1 << 20 };

/* Close *fd unless it is -1; it is -1 then. */
void fl_shut(int *fd);

/*
 * A pipe whose ends are close-on-exec and not among 0, 1, 2: with a standard descriptor of ours
 * closed, a child's dup2() would otherwise overwrite an end that it still needs. 0, or -1 with
 * errno.
 */
int fl_pipe(int ends[2]);

/* A command that has been started, and our ends of its pipes. */
struct fl_process_ends {
	pid_t pid;
	int in, out, err;
};

/*
 * Start a command (argv, env, cwd and share_out of the spec count) in a process group, or with
 * session in a session, of its own. *ret_ends is filled also on failure: the caller closes its
 * descriptors. FL_EEXEC with errno when it could not be executed.
 */
int fl_process_start(const struct fl_process_spec *spec, bool session,
	struct fl_process_ends *ret_ends, struct fl_error *err);

/* Write some of *input to the non-blocking *fd and cut it off; closes *fd when nothing is left. */
void fl_pipe_feed(int *fd, struct fl_slice *input);

/* The receiving side of a stream: at most `room` bytes more go to buf (NULL: discarded). */
struct fl_sink {
	int fd; /* -1 once closed */
	struct fl_buf *buf;
	size_t room;
	bool cut; /* more came than there was room for */
	bool keep_tail; /* of that, keep the last FL_TAIL_MAX bytes */
	char *tail; /* of two such halves, allocated when first needed */
	size_t tail_len;
	uint64_t dropped; /* bytes between what is in buf and the tail */
};

/* What passed the room, behind a line that says how much is missing; frees the tail. */
void fl_sink_finish(struct fl_sink *s);

/* Take what the pipe holds, at most 64 KiB; closes it at its end. True when something was read. */
bool fl_sink_take(struct fl_sink *s);

#endif
