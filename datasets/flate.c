#include "datasets/flate.h"

#define ZLIB_CONST /* what is read is not written to */
#include <zlib.h>

enum { LEVEL = 6, RAW_WINDOW = -MAX_WBITS, MEMORY = 9 };

/* One call does all, for which zlib itself says how much room it may need. */
static int deflate_all(z_stream *z, struct fl_slice raw, struct fl_buf *out, struct fl_error *err)
{
	size_t room = deflateBound(z, (uLong)raw.len);
	if (fl_buf_reserve(out, room))
		return fl_buf_error(out, "what is deflated", err);
	z->next_in = (const Bytef *)raw.ptr;
	z->avail_in = (uInt)raw.len;
	z->next_out = (Bytef *)out->data + out->len;
	z->avail_out = (uInt)room;
	if (deflate(z, Z_FINISH) != Z_STREAM_END)
		return fl_error_set(err, FL_EINTERNAL, "zlib: %s", z->msg ? z->msg : "no end");
	out->len += z->total_out;
	out->data[out->len] = '\0';
	return 0;
}

int ds_deflate(struct fl_slice raw, struct fl_buf *out, struct fl_error *err)
{
	z_stream z = {.zalloc = NULL};
	if (raw.len > UINT32_MAX / 2)
		return fl_error_set(err, FL_ELIMIT, "%zu bytes are too many to deflate", raw.len);
	if (deflateInit2(&z, LEVEL, Z_DEFLATED, RAW_WINDOW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
		return fl_error_set(err, FL_ENOMEM, "zlib: out of memory");
	int rc = deflate_all(&z, raw, out, err);
	deflateEnd(&z);
	return rc;
}

/* How a call of inflate() ended that had all of the input, and room for one byte too many. */
static int judge(int got, const z_stream *z, size_t most, struct fl_error *err)
{
	if (z->total_out > most)
		return fl_error_set(err, FL_ELIMIT, "it holds more than %zu bytes", most);
	if (got == Z_STREAM_END)
		return 0;
	if (got == Z_MEM_ERROR)
		return fl_error_set(err, FL_ENOMEM, "zlib: out of memory");
	return fl_error_set(
		err, FL_EPARSE, "zlib: %s", z->msg ? z->msg : "it ends before its content does");
}

int ds_inflate(struct fl_slice packed, size_t most, struct fl_buf *out, struct fl_error *err)
{
	z_stream z = {.zalloc = NULL};
	if (packed.len > UINT32_MAX / 2 || most > UINT32_MAX / 2)
		return fl_error_set(err, FL_ELIMIT, "%zu bytes are too many to inflate",
			packed.len > most ? packed.len : most);
	if (fl_buf_reserve(out, most + 1))
		return fl_buf_error(out, "what is inflated", err);
	if (inflateInit(&z) != Z_OK)
		return fl_error_set(err, FL_ENOMEM, "zlib: out of memory");
	z.next_in = (const Bytef *)packed.ptr;
	z.avail_in = (uInt)packed.len;
	z.next_out = (Bytef *)out->data + out->len;
	z.avail_out = (uInt)most + 1;
	int rc = judge(inflate(&z, Z_FINISH), &z, most, err);
	out->len += z.total_out < most ? z.total_out : most;
	out->data[out->len] = '\0';
	inflateEnd(&z);
	return rc;
}
