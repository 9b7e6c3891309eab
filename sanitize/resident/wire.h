/* What a resident compiler is asked and answers, over its standard input and output. */
#ifndef FL_SANITIZE_RESIDENT_WIRE_H
#define FL_SANITIZE_RESIDENT_WIRE_H

#include <stdint.h>

enum san_resident_act {
	SAN_RESIDENT_RUN, /* the words: a file for what it says, then its arguments from argv[0] on */
	SAN_RESIDENT_CLEAR /* remove all files of the words, which are directories */
};

enum { SAN_RESIDENT_WORDS_MAX = 1 << 20, SAN_RESIDENT_COUNT_MAX = 4096 };

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
