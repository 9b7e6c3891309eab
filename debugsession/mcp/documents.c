/*
 * Reading resources. gdb, which some of them are made from, may take seconds: a task writes them,
 * whoever asks meanwhile waits with the others, and what was written is kept until the server ends.
 * What a task says is the code of an error and a newline, then the text or the error's message.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "debugsession/mcp/server.h"
#include "debugsession/session/keeper.h"

enum { INTERNAL_ERROR = -32603, BAD_PARAMS = -32602, NO_RESOURCE = -32002 };

struct order {
	const struct dbg_mcp_opts *opts;
	int document;
};

/* The task. */
static void write_document(void *arg, int out)
{
	const struct order *o = arg;
	struct fl_error err = {0};
	struct fl_buf said, text;
	fl_buf_init(&text, DBG_DOCUMENT_MAX);
	fl_buf_init(&said, DBG_DOCUMENT_MAX + 64);
	int rc = dbg_mcp_write_resource(o->opts, o->document, &text, &err);
	fl_buf_printf(&said, "%d\n", rc);
	fl_buf_slice(&said, rc ? fl_slice_str(err.message) : fl_buf_view(&text));
	fl_write_all(out, fl_buf_view(&said), NULL); /* to nobody, when the server has gone */
}

static void forget(struct dbg_mcp *m, struct dbg_mcp_document *d)
{
	if (d->fd) {
		dbg_loop_remove(&m->loop, d->fd);
		close(d->fd);
	}
	d->fd = 0;
	if (!d->ready)
		fl_buf_release(&d->text);
}

/* Answer all that wait for it. code: of the protocol; 0: with the text. */
static void answer(struct dbg_mcp *m, int document, int code, struct fl_slice text)
{
	for (struct dbg_mcp_reader *r = m->readers; r < m->readers + DBG_CALLS_MAX; r++) {
		if (!r->id || r->document != document)
			continue;
		if (code)
			dbg_mcp_send_error(m, r->id, code, text.ptr);
		else
			dbg_mcp_send_document(
				m, r->id, r->modern, dbg_mcp_resource_uri(document), text);
		free(r->id);
		*r = (struct dbg_mcp_reader){0};
	}
}

/* All that the task says is there. */
static void take_document(struct dbg_mcp *m, struct dbg_mcp_document *d)
{
	int number = (int)(d - m->documents);
	ptrdiff_t end = fl_slice_chr(fl_buf_view(&d->text), '\n');
	struct fl_slice text = fl_slice_skip(fl_buf_view(&d->text), (size_t)(end + 1));
	d->ready = end > 0 && !d->text.failed && fl_slice_starts(fl_buf_view(&d->text), "0\n");
	if (d->ready)
		answer(m, number, 0, text);
	else
		answer(m, number, INTERNAL_ERROR,
			end > 0 ? text : FL_S("the document could not be written: try again"));
	forget(m, d);
}

static void on_text(void *ctx, int fd, short revents)
{
	struct dbg_mcp *m = ctx;
	struct dbg_mcp_document *d = m->documents;
	char chunk[65536];
	(void)revents;
	while (d->fd != fd)
		d++;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n > 0)
		fl_buf_add(&d->text, chunk, (size_t)n);
	else
		take_document(m, d);
}

static int begin(struct dbg_mcp *m, struct dbg_mcp_document *d, struct fl_error *err)
{
	struct order order = {m->opts, (int)(d - m->documents)};
	int rc = dbg_keeper_do(write_document, &order, DBG_RESOURCE_MS, &d->fd, err);
	if (rc)
		return rc;
	fl_buf_init(&d->text, DBG_DOCUMENT_MAX + 64);
	if (dbg_loop_add(&m->loop, d->fd, POLLIN, on_text, m))
		return 0;
	forget(m, d);
	return fl_error_set(err, FL_ELIMIT, "too many requests at once");
}

static struct dbg_mcp_reader *free_reader(struct dbg_mcp *m)
{
	for (struct dbg_mcp_reader *r = m->readers; r < m->readers + DBG_CALLS_MAX; r++)
		if (!r->id)
			return r;
	return NULL;
}

void dbg_mcp_read(struct dbg_mcp *m, const struct dbg_mcp_request *request)
{
	struct fl_slice uri = fl_json_str(fl_json_get(request->params, "uri"));
	int number = dbg_mcp_find_resource(uri);
	struct dbg_mcp_reader *r = free_reader(m);
	struct fl_error err = {0};
	if (number < 0 || !r) {
		fl_error_set(&err, FL_ENOTFOUND, "Resource not found: %.*s", FL_ARG(uri));
		dbg_mcp_send_error(m, request->id,
			number < 0 && !request->modern ? NO_RESOURCE : BAD_PARAMS,
			r ? err.message : "too many requests at once");
		return;
	}
	struct dbg_mcp_document *d = &m->documents[number];
	*r = (struct dbg_mcp_reader){strdup(request->id), number, request->modern};
	if (d->ready)
		answer(m, number, 0, fl_slice_skip(fl_buf_view(&d->text), 2));
	else if (!d->fd && begin(m, d, &err))
		answer(m, number, INTERNAL_ERROR, fl_slice_str(err.message));
}

void dbg_mcp_cancel_read(struct dbg_mcp *m, const char *id)
{
	for (struct dbg_mcp_reader *r = m->readers; r < m->readers + DBG_CALLS_MAX; r++) {
		if (!r->id || strcmp(r->id, id))
			continue;
		free(r->id);
		*r = (struct dbg_mcp_reader){0};
	}
}

bool dbg_mcp_reading(const struct dbg_mcp *m)
{
	for (size_t i = 0; i < DBG_CALLS_MAX; i++)
		if (m->readers[i].id)
			return true;
	return false;
}

void dbg_mcp_close_documents(struct dbg_mcp *m)
{
	for (size_t i = 0; i < DBG_CALLS_MAX; i++)
		free(m->readers[i].id);
	for (struct dbg_mcp_document *d = m->documents; d < m->documents + DBG_RESOURCES_MAX; d++) {
		d->ready = false;
		forget(m, d);
	}
}
