/*
 * The kernel's log: records of any length in a ring, the oldest of which make room for new ones. Readers
 * have a place of their own, and are told what they missed.
 */
#ifndef LOG_H
#define LOG_H

#include "kernel.h"

enum { LOG_TEXT_MAX = 200, LOG_SUBSYSTEM_MAX = 8 };
enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG };

struct log_record {
	uint64_t sequence;
	enum log_level level;
	char subsystem[LOG_SUBSYSTEM_MAX + 1];
	size_t len;
	char text[LOG_TEXT_MAX + 1];
};

struct log_reader {
	uint64_t next; /* sequence of the record to read */
	uint64_t missed;
};

/* `bytes` has to be aligned to 8, `size` a multiple of 8. */
void log_init(void *bytes, size_t size);

/* Text is cut to LOG_TEXT_MAX. The same text again is counted and not written, but once it is another. */
void log_write(enum log_level level, const char *subsystem, const char *text);

/* From the oldest record on. */
void log_reader_init(struct log_reader *reader);

/* False: there is no further one of this level or a more urgent one. */
bool log_read(struct log_reader *reader, enum log_level level, struct log_record *ret_record);

size_t log_count(void);
void log_clear(void);
void log_check(void);

#endif
