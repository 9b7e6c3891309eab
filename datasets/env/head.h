/* Of a request's body as much as is needed before it is read: of which episode and step it is. */
#ifndef FL_DATASETS_ENV_HEAD_H
#define FL_DATASETS_ENV_HEAD_H

#include "base/buf.h"

enum { DS_ENV_ID = 32 /* digits */ };

struct ds_env_head {
	char episode[DS_ENV_ID + 1];
	int64_t step; /* that it asks for, from 1; 0: the next one */
};

/* FL_EPARSE: it is no JSON object that names an episode; the message says why. */
int ds_env_head_read(struct fl_slice body, struct ds_env_head *ret_head, struct fl_error *err);

/* The text of a member of the object as it stands there; empty where there is none. */
struct fl_slice ds_env_member(struct fl_slice body, const char *key);

#endif
