/* hard-coded-size: the size of a long or a pointer is written as a number. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

/* What has 8 bytes on machines of 64 bits and 4 on those of 32. */
static const char *const types[] = {"long", "unsigned long", "size_t", "uintptr_t", "void *",
	"char *", "std::size_t", "ptrdiff_t", "long int", "unsigned long int"};

static bool has_typedef(const struct tg_unit *u, struct fl_slice name)
{
	static const char *const forms[] = {
		"typedef unsigned long ", "typedef long ", "typedef size_t ", "typedef uintptr_t "};
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		ptrdiff_t at = fl_slice_find(u->text, forms[i]);
		struct fl_slice rest =
			at < 0 ? fl_slice(NULL, 0)
			       : fl_slice_skip(u->text, (size_t)at + strlen(forms[i]));
		if (rest.len > name.len && fl_slice_eq(fl_slice_head(rest, name.len), name) &&
			rest.ptr[name.len] == ';')
			return true;
	}
	return false;
}

static bool is_word_type(const struct tg_unit *u, struct fl_slice type)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (fl_slice_eqs(type, types[i]))
			return true;
	return type.len && has_typedef(u, type);
}

/* Behind "* CHAR_BIT" or "* 8", where it stands at pos; else pos. */
static size_t behind_bits(const struct tg_unit *u, size_t pos)
{
	static const char *const bits[] = {"* CHAR_BIT", "* 8"};
	size_t at = tg_text_solid(u->text, pos);
	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
		if (fl_slice_starts(fl_slice_skip(u->text, at), bits[i]))
			return at + strlen(bits[i]);
	return pos;
}

/* "CHAR_BIT * " before pos: where it begins; else pos. */
static size_t before_bits(const struct tg_unit *u, size_t pos)
{
	struct fl_slice before = fl_slice_head(u->text, pos);
	return fl_slice_ends_with(before, FL_S("CHAR_BIT * ")) ? pos - strlen("CHAR_BIT * ") : pos;
}

/* In #define lines as well: that is where such a number lives. */
void tg_op_hard_coded_size(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (size_t i = 0; i < unit->text.len; i = tg_text_token(unit->text, i)) {
		if (!fl_slice_starts(fl_slice_skip(unit->text, i), "sizeof("))
			continue;
		size_t open = i + strlen("sizeof"), close = tg_word_close(unit, open);
		if (close < open + 2)
			continue;
		struct fl_slice type = fl_slice(unit->text.ptr + open + 1, close - open - 2);
		if (!is_word_type(unit, type))
			continue;
		size_t end = behind_bits(unit, close), start = before_bits(unit, i);
		bool bits = end > close || start < i;
		bool wrapped =
			start > 0 && unit->text.ptr[start - 1] == '(' && unit->text.ptr[end] == ')';
		start -= wrapped;
		end += wrapped;
		tg_put_words(unit, sink, start, end, "%s", bits ? "64" : "8");
	}
}
