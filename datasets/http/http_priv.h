/* Between the files of the HTTP server: addresses, tokens, and what stands in requests. */
#ifndef FL_DATASETS_HTTP_PRIV_H
#define FL_DATASETS_HTTP_PRIV_H

#include "datasets/http/http.h"

enum { DS_HTTP_ADDRESS_MAX = 128 };

/* A socket that listens there, without blocking; its address as text. */
int ds_http_listen(
	const char *address, int *ret_fd, char ret_text[DS_HTTP_ADDRESS_MAX], struct fl_error *err);

/*
 * Does the Authorization header (NULL: there was none) hold the token? It takes as long whatever
 * the header says.
 */
bool ds_http_is_authorized(const char *header, const char *token);

#endif
