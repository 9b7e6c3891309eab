/* Bytes to their lanes: gathered, so that a parser gets many lines at once. */
#include "base/prefix/prefix_priv.h"

void fl_prefix_stop(struct fl_prefix *p, int rc)
{
	if (!p->rc)
		p->rc = rc;
}

void fl_prefix_flush(struct fl_prefix *p, size_t lane)
{
	struct lane *l = &p->lanes[lane];
	if (l->out.failed)
		fl_prefix_stop(p, l->out.failed);
	if (l->out.len && !p->rc)
		fl_prefix_stop(p, p->sink.bytes(p->sink.ctx, lane, fl_buf_view(&l->out)));
	fl_buf_clear(&l->out);
}

void fl_prefix_pass(struct fl_prefix *p, size_t lane, struct fl_slice bytes)
{
	struct lane *l = &p->lanes[lane];
	if (l->held)
		fl_buf_char(&l->out, '\n');
	l->held = false;
	fl_prefix_flush(p, lane);
	if (bytes.len && !p->rc)
		fl_prefix_stop(p, p->sink.bytes(p->sink.ctx, lane, bytes));
}

void fl_prefix_out(struct fl_prefix *p, size_t lane, struct fl_prefix_piece piece)
{
	struct lane *l = &p->lanes[lane];
	if (l->out.len + piece.text.len + 2 > HELD_MAX)
		fl_prefix_flush(p, lane);
	if (l->held && !piece.joins)
		fl_buf_char(&l->out, '\n');
	l->held = piece.ended && piece.held;
	if (piece.text.len + 2 > HELD_MAX) {
		fl_prefix_flush(p, lane);
		if (!p->rc)
			fl_prefix_stop(p, p->sink.bytes(p->sink.ctx, lane, piece.text));
	} else {
		fl_buf_slice(&l->out, piece.text);
	}
	if (piece.ended && !l->held)
		fl_buf_char(&l->out, '\n');
}

void fl_prefix_end(struct fl_prefix *p, size_t lane)
{
	struct lane *l = &p->lanes[lane];
	fl_prefix_pass(p, lane, fl_slice(NULL, 0));
	if (lane && l->used && !p->rc)
		fl_prefix_stop(p, p->sink.end(p->sink.ctx, lane));
	fl_buf_release(&l->out);
	l->used = lane == 0;
	l->name_len = 0;
}
