/* Messages of several lines: kept until the last of them was seen. */
#include "diag/tools/tools.h"

#include "base/lanes.h"
#include "diag/report/build.h"

void diag_tools_init(struct diag_tools *t)
{
	fl_buf_init(&t->block.file, DIAG_LINE_MAX);
	fl_buf_init(&t->block.code, DIAG_LINE_MAX);
	fl_buf_init(&t->block.command, DIAG_LINE_MAX);
	fl_buf_init(&t->block.text, DIAG_LINE_MAX);
	fl_buf_init(&t->failed.target, DIAG_LINE_MAX);
	fl_buf_init(&t->failed.command, DIAG_LINE_MAX);
}

void diag_tools_release(struct diag_tools *t)
{
	fl_buf_release(&t->block.file);
	fl_buf_release(&t->block.code);
	fl_buf_release(&t->block.command);
	fl_buf_release(&t->block.text);
	fl_buf_release(&t->failed.target);
	fl_buf_release(&t->failed.command);
}

void diag_tools_finish(struct diag_parser *p)
{
	diag_block_end(p);
	p->tools->block.stack = false;
	diag_ninja_finish(p);
}

static void set(struct diag_parser *p, struct fl_buf *to, struct fl_slice text)
{
	fl_buf_clear(to);
	fl_buf_slice(to, text);
	if (to->failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
}

void diag_block_begin(struct diag_parser *p, const struct diag_head *h, const char *tool)
{
	struct diag_block *b = &p->tools->block;
	diag_block_end(p);
	b->tool = tool;
	b->level = h->level;
	b->line = h->line;
	b->blank = b->stack = false;
	set(p, &b->file, h->file);
	set(p, &b->code, h->code);
	set(p, &b->text, h->message);
	fl_buf_clear(&b->command);
}

/* Lines of a paragraph go on in one; paragraphs, and lines that are set in, are their own. */
void diag_block_add(struct diag_parser *p, struct fl_slice line)
{
	struct diag_block *b = &p->tools->block;
	size_t blanks = fl_blanks(line);
	struct fl_slice text = fl_slice_trim(line);
	if (!text.len) {
		b->blank = true;
		return;
	}
	if (b->text.len)
		fl_buf_char(&b->text, b->blank || blanks > 2 ? '\n' : ' ');
	fl_buf_slice(&b->text, text);
	b->blank = false;
	if (b->text.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
}

void diag_block_end(struct diag_parser *p)
{
	struct diag_block *b = &p->tools->block;
	if (!b->tool)
		return;
	struct diag_head h = {.file = fl_buf_view(&b->file),
		.code = fl_buf_view(&b->code),
		.message = fl_buf_view(&b->text),
		.line = b->line,
		.level = b->level};
	diag_build_begin(p, &h, b->tool);
	if (b->command.len) {
		struct diag_head in = {.level = DIAG_NOTE,
			.file = h.file,
			.line = h.line,
			.message = fl_buf_view(&b->command)};
		diag_build_note(p, &in, DIAG_NOTE_FUNCTION);
	}
	p->lane->snippet.active = false;
	b->tool = NULL;
}
