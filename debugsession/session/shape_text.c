/* Shapes made from the words that gdb prints (13 to 16). */
#include <ctype.h>

#include "base/json.h"
#include "debugsession/console/words.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/shape.h"

static struct fl_slice next_field(struct fl_slice *s)
{
	*s = fl_slice_trim(*s);
	size_t n = 0;
	while (n < s->len && s->ptr[n] != ' ' && s->ptr[n] != '\t')
		n++;
	struct fl_slice field = fl_slice_head(*s, n);
	*s = fl_slice_trim(fl_slice_skip(*s, n));
	return field;
}

/* "rip            0x401136            0x401136 <main+4>" */
void dbg_shape_registers(const struct dbg_shape_in *in, struct fl_buf *out)
{
	struct fl_slice rest = in->text, line;
	fl_buf_char(out, '{');
	while (fl_slice_line(&rest, &line)) {
		struct fl_slice name = next_field(&line), value = next_field(&line);
		char key[64];
		if (!name.len || name.len >= sizeof(key) || !value.len)
			continue;
		memcpy(key, name.ptr, name.len);
		key[name.len] = '\0';
		/* vectors and x87 registers have no single word: all of their text */
		if (!fl_slice_starts(value, "0x"))
			value = fl_slice(value.ptr, (size_t)(line.ptr - value.ptr) + line.len);
		dbg_answer_text(out, key, value);
	}
	fl_buf_char(out, '}');
}

void dbg_data_registers(const struct dbg_shape_in *in, struct fl_buf *out)
{
	struct fl_slice rest = in->text, line;
	dbg_answer_key(out, "registers");
	fl_buf_char(out, '[');
	while (fl_slice_line(&rest, &line)) {
		struct fl_slice name = next_field(&line);
		struct fl_slice whole = line, value = next_field(&line);
		if (!name.len || !value.len)
			continue;
		bool word = fl_slice_starts(value, "0x");
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_text(out, "name", name);
		dbg_answer_text(out, "value", word ? value : whole);
		dbg_answer_text(out, "natural", word ? line : whole);
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, ']');
}

/* "$1 = 0x8": what comes after the history number; text without one as it is. */
void dbg_shape_value(const struct dbg_shape_in *in, struct fl_buf *out)
{
	struct fl_slice text = fl_slice_trim(in->cut_text);
	size_t n = 1;
	while (n < text.len && isdigit((unsigned char)text.ptr[n]))
		n++;
	struct fl_slice after = fl_slice_skip(text, n);
	if (fl_slice_starts(text, "$") && fl_slice_starts(after, " = "))
		text = fl_slice_skip(after, 3);
	fl_json_text(out, text);
}

/* "42\tint x;" */
void dbg_data_source(const struct dbg_shape_in *in, struct fl_buf *out)
{
	struct fl_slice rest = in->cut_text, line;
	uint32_t number;
	bool missing = dbg_words_no_source(in->text, NULL);
	dbg_answer_key(out, "lines");
	fl_buf_char(out, '[');
	while (!missing && fl_slice_line(&rest, &line)) {
		size_t n = fl_slice_uint(line, &number);
		struct fl_slice text = fl_slice_skip(line, n);
		if (!n || !fl_slice_starts(text, "\t"))
			continue;
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_int(out, "line", number);
		dbg_answer_text(out, "text", fl_slice_skip(text, 1));
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, ']');
}

/* "=> 0x0000000000401136 <+4>:\tmov    %edi,-0x4(%rbp)" */
void dbg_data_instructions(const struct dbg_shape_in *in, struct fl_buf *out)
{
	struct fl_slice rest = in->cut_text, line;
	dbg_answer_key(out, "instructions");
	fl_buf_char(out, '[');
	while (fl_slice_line(&rest, &line)) {
		bool current = fl_slice_starts(line, "=>");
		struct fl_slice s = fl_slice_trim(fl_slice_skip(line, current ? 2 : 0));
		ptrdiff_t tab = fl_slice_find(s, ":\t");
		if (!fl_slice_starts(s, "0x") || tab < 0)
			continue;
		struct fl_slice place = fl_slice_head(s, (size_t)tab);
		struct fl_slice address = next_field(&place);
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_text(out, "address", address);
		dbg_answer_text(out, "place", place);
		dbg_answer_text(
			out, "instruction", fl_slice_trim(fl_slice_skip(s, (size_t)tab + 2)));
		dbg_answer_bool(out, "current", current);
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, ']');
}

static void add_values(struct fl_buf *out, struct fl_slice s)
{
	dbg_answer_key(out, "values");
	fl_buf_char(out, '[');
	while (s.len) {
		ptrdiff_t tab = fl_slice_chr(s, '\t');
		size_t n = tab < 0 ? s.len : (size_t)tab;
		dbg_answer_item(out);
		fl_json_text(out, fl_slice_trim(fl_slice_head(s, n)));
		s = fl_slice_skip(s, n + 1);
	}
	fl_buf_char(out, ']');
}

/* "0x7fffffffe4f0 <buf+16>:\t0x00007fffffffe788\t0x0000000100000000" */
void dbg_data_memory(const struct dbg_shape_in *in, struct fl_buf *out)
{
	struct fl_slice rest = in->cut_text, line;
	ptrdiff_t blank = fl_slice_chr(in->arguments, ' ');
	struct fl_slice format =
		fl_slice_head(in->arguments, blank < 0 ? in->arguments.len : (size_t)blank);
	if (fl_slice_starts(format, "/") && fl_slice_chr(format, 'i') > 0) {
		dbg_data_instructions(in, out);
		return;
	}
	dbg_answer_key(out, "memory");
	fl_buf_char(out, '[');
	while (fl_slice_line(&rest, &line)) {
		ptrdiff_t tab = fl_slice_find(line, ":\t");
		if (tab < 0 || !fl_slice_starts(line, "0x"))
			continue;
		struct fl_slice place = fl_slice_head(line, (size_t)tab);
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_text(out, "address", next_field(&place));
		dbg_answer_text(out, "place", place);
		add_values(out, fl_slice_skip(line, (size_t)tab + 2));
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, ']');
}

/* "type = struct {…}" */
void dbg_data_type(const struct dbg_shape_in *in, struct fl_buf *out)
{
	struct fl_slice text = fl_slice_trim(in->cut_text);
	if (fl_slice_starts(text, "type = "))
		text = fl_slice_skip(text, 7);
	dbg_answer_text(out, "type", text);
}
