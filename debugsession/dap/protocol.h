/*
 * The framing of the Debug Adapter Protocol (microsoft.github.io/debug-adapter-protocol, "Base
 * Protocol"), for both of its sides: header fields, an empty line, and as many bytes of JSON as
 * Content-Length says.
 *
 * Bytes come in chunks of any size; each whole body becomes one tree, handed to a sink. Time is
 * linear in the bytes whatever the chunks. Header names are taken in any case, lines may end with
 * LF alone, fields other than Content-Length are skipped. A body that is not JSON is told to the
 * sink and never fatal; a header that cannot be read is, since nobody knows where the next message
 * begins.
 */
#ifndef FL_DEBUGSESSION_DAP_PROTOCOL_H
#define FL_DEBUGSESSION_DAP_PROTOCOL_H

#include "base/arena.h"
#include "base/json.h"

enum { DBG_DAP_BODY_MAX = 16 << 20, DBG_DAP_HEADER_MAX = 4096 };

/* One message. All of it dies when the sink returns, unless the sink takes the arena. */
struct dbg_dap_message {
	const struct fl_json *root; /* an object; NULL: the body was no JSON object */
	struct fl_slice body; /* as it came, cut to 200 bytes where root is NULL */
	struct fl_arena arena; /* what the tree lives in */
};

/* A result other than 0 stops the push, which returns it; the rest of the chunk is then lost. */
typedef int (*dbg_dap_sink)(void *ctx, struct dbg_dap_message *message);

/* The caller holds it; its fields are for protocol.c alone. */
struct dbg_dap {
	struct fl_buf header, body; /* what has come of the message */
	bool in_body;
	size_t length; /* of the body, once in_body */
	size_t body_max;
	dbg_dap_sink sink;
	void *ctx;
};

/* body_max: most bytes of one body; 0: DBG_DAP_BODY_MAX. */
void dbg_dap_init(struct dbg_dap *d, size_t body_max, dbg_dap_sink sink, void *ctx);
void dbg_dap_release(struct dbg_dap *d);

/*
 * Feed a chunk. 0; what the sink returned; FL_EPARSE for a header without a usable Content-Length;
 * FL_ELIMIT for one that is too long or that announces too long a body; FL_ENOMEM. After an error
 * only dbg_dap_release() makes sense.
 */
int dbg_dap_push(struct dbg_dap *d, struct fl_slice chunk, struct fl_error *err);

/* The stream has ended: FL_ECLOSED when that was in the middle of a message. */
int dbg_dap_end(const struct dbg_dap *d, struct fl_error *err);

/* Append a message with this JSON as its body. */
void dbg_dap_frame(struct fl_buf *out, struct fl_slice json);

/* Move the tree out of the parser's hands; the caller releases *ret_arena. */
void dbg_dap_keep(struct dbg_dap_message *message, struct fl_arena *ret_arena);

#endif
