/*
 * Texts without what names people or opens doors: addresses of e-mail, private keys, tokens of
 * well-known shapes (X(ENUM, name) below; the shapes stand in a table in scrub.c). In their place
 * stand texts that say the same of nobody: `user@example.com`, and of keys and tokens their marks
 * or prefix with as many `X` as there were characters, line ends kept.
 *
 * The same text always becomes the same one, so a diff still applies to a file where both were
 * scrubbed. What is scrubbed is no longer what was compiled and run, and no `id` is a hash of it:
 * it is for reading alone. Names, places and tokens of other shapes stay: nobody finds them all.
 */
#ifndef FL_DATASETS_SCRUB_H
#define FL_DATASETS_SCRUB_H

#include "base/arena.h"

#define DS_SCRUBS(X)                             \
	X(EMAIL, "address of e-mail")            \
	X(PRIVATE_KEY, "private key")            \
	X(AWS, "access key of AWS")              \
	X(GITHUB, "token of GitHub")             \
	X(GITLAB, "token of GitLab")             \
	X(GOOGLE, "API key of Google")           \
	X(HUGGING_FACE, "token of Hugging Face") \
	X(NPM, "token of npm")                   \
	X(SLACK, "token of Slack")               \
	X(STRIPE, "key of Stripe")

enum ds_scrub_kind {
#define X(id, ...) DS_SCRUB_##id,
	DS_SCRUBS(X)
#undef X
		DS_SCRUB_COUNT
};

/* Their names. */
extern const char *const ds_scrub_names[DS_SCRUB_COUNT];

/*
 * The text scrubbed: itself where there is nothing to scrub, else in the arena ("" when that is
 * full). Adds what was found to counts, which are indexed by enum ds_scrub_kind.
 */
struct fl_slice ds_scrub(struct fl_slice text, struct fl_arena *a, int64_t counts[DS_SCRUB_COUNT]);

#endif
