/* What a resident compiler is asked and answers, over its standard input and output. */
#ifndef FL_SANITIZE_RESIDENT_WIRE_H
#define FL_SANITIZE_RESIDENT_WIRE_H

#include <stdint.h>

enum san_resident_act {
	SAN_RESIDENT_HELLO, /* answer; a word is passed over */
	SAN_RESIDENT_RUN, /* the words: a file for what it says, then its arguments from argv[0] on */
	SAN_RESIDENT_CLEAR /* remove all files of the words, which are directories */
};

/*
 * Bytes and words of a command. A fresh start is refused too long ones by execve(), and has them on
 * its stack, of which less is left for deep nesting: those are for it alone.
 */
enum { SAN_RESIDENT_WORDS_MAX = 16 << 10, SAN_RESIDENT_COUNT_MAX = 1024 };

/* Native structs: both sides come of one build. Behind it len bytes: words that end in NUL. */
struct san_resident_ask {
	uint32_t act, len;
	uint32_t cpu_s; /* RLIMIT_CPU */
	uint64_t memory; /* RLIMIT_AS, bytes */
};

struct san_resident_answer {
	int32_t status; /* as waitpid() gives it; of a CLEAR 0 or errno */
};

#endif
