/*
 * Tools with forms of their own, a file each. What they say is theirs beyond doubt: its row in
 * diag/model/tool.c says what columns count and which rules are asked.
 */
#ifndef FL_DIAG_TOOLS_TOOLS_H
#define FL_DIAG_TOOLS_TOOLS_H

#include "diag/report/parser.h"

/* A message of several lines that is not complete yet, see block.c. */
struct diag_block {
	const char *tool; /* whose it is; NULL: there is none */
	enum diag_level level;
	int64_t line;
	struct fl_buf file, code, command, text;
	bool blank; /* an empty line was the last one */
	bool stack; /* it is complete, and its calls follow */
};

/* What ninja says of a command, until its next word, see ninja.c. */
struct diag_failed {
	bool waiting, told; /* "FAILED: " was seen; and its command */
	uint64_t begun; /* diagnostics before it */
	struct fl_buf target, command;
};

struct diag_tools {
	struct diag_block block;
	struct diag_failed failed;
};

void diag_tools_init(struct diag_tools *t);
void diag_tools_release(struct diag_tools *t);
void diag_tools_finish(struct diag_parser *p); /* the input ends */

/*
 * block.c: a message is begun with what its first line says, _add takes the next line or returns
 * false where the message has ended; _end gives it out.
 */
void diag_block_begin(struct diag_parser *p, const struct diag_head *h, const char *tool);
void diag_block_add(struct diag_parser *p, struct fl_slice line);
void diag_block_end(struct diag_parser *p);

/* One tool each. */
bool diag_cmake_line(struct diag_parser *p, struct fl_slice line);
bool diag_configure_line(struct diag_parser *p, struct fl_slice line);
bool diag_cppcheck_line(struct diag_parser *p, struct fl_slice line);
bool diag_noise_line(struct diag_parser *p, struct fl_slice line); /* taken, and no diagnostic */
bool diag_make_line(struct diag_parser *p, struct fl_slice line);
bool diag_msvc_line(struct diag_parser *p, struct fl_slice line);
bool diag_msvc_step(struct diag_parser *p, struct fl_slice line);
bool diag_ninja_line(struct diag_parser *p, struct fl_slice line);
void diag_ninja_finish(struct diag_parser *p);
bool diag_nvcc_line(struct diag_parser *p, struct fl_slice line);
bool diag_nvcc_step(struct diag_parser *p, struct fl_slice line);
bool diag_speaker_line(struct diag_parser *p, struct fl_slice line);

#endif
