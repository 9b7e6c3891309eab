#include "debugsession/kernel/operand.h"

#include <ctype.h>
#include <stdio.h>

static const struct dbg_value *by_name(
	const char *name, size_t len, const struct dbg_value *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (values[i].have &&
			fl_slice_eq(fl_slice(name, len), fl_slice_str(values[i].name)))
			return &values[i];
	return NULL;
}

/* By any name that the text has for it (eax, w0, s0); NULL: no general register, or not known. */
static const struct dbg_value *find_register(
	enum dbg_arch arch, struct fl_slice name, const struct dbg_value *values, size_t count)
{
	char whole[8];
	if (!name.len || name.len >= sizeof(whole))
		return NULL;
	const struct dbg_value *v = by_name(name.ptr, name.len, values, count);
	if (v)
		return v;
	memcpy(whole, name.ptr, name.len);
	if (arch == DBG_ARCH_X86_64 && *name.ptr == 'e') /* eax: the lower half of rax */
		*whole = 'r';
	else if (arch == DBG_ARCH_AARCH64 && *name.ptr == 'w')
		*whole = 'x';
	else if (arch == DBG_ARCH_X86_64 && name.len > 2 && *name.ptr == 'r' &&
		 isdigit((unsigned char)name.ptr[1]))
		return by_name(name.ptr, name.len - 1, values, count); /* r8d */
	else if (arch == DBG_ARCH_RISCV64 && fl_slice_eqs(name, "s0"))
		return by_name("fp", 2, values, count);
	else
		return NULL;
	return by_name(whole, name.len, values, count);
}

/* Cut the next name off; other characters are passed. */
static bool next_name(struct fl_slice *s, struct fl_slice *ret)
{
	size_t n = 0;
	while (s->len && !fl_is_word(*s->ptr))
		*s = fl_slice_skip(*s, 1);
	while (n < s->len && fl_is_word(s->ptr[n]))
		n++;
	*ret = fl_slice_head(*s, n);
	*s = fl_slice_skip(*s, n);
	return n > 0;
}

/* Without what the disassembler adds: "<f+4>", "# 0x…". */
static struct fl_slice bare(struct fl_slice text)
{
	static const char marks[] = "<#;";
	for (const char *m = marks; *m; m++) {
		ptrdiff_t at = fl_slice_chr(text, *m);
		/* AArch64 has # before numbers, too: a comment follows blanks. */
		if (at > 1 && (*m == '<' || text.ptr[at - 2] == ' '))
			text = fl_slice_head(text, (size_t)at);
	}
	return text;
}

size_t dbg_operand_registers(enum dbg_arch arch, struct fl_slice text,
	const struct dbg_value *values, size_t count, const struct dbg_value **ret, size_t max)
{
	struct fl_slice name;
	size_t n = 0;
	text = bare(text);
	next_name(&text, &name); /* the mnemonic */
	while (n < max && next_name(&text, &name)) {
		const struct dbg_value *v = find_register(arch, name, values, count);
		bool seen = false;
		for (size_t i = 0; i < n; i++)
			seen = seen || ret[i] == v;
		if (v && !seen)
			ret[n++] = v;
	}
	return n;
}

/* A number at the start of s: "-0x10", "8". False when there is none. */
static bool take_number(struct fl_slice *s, uint64_t *ret)
{
	bool minus = s->len && *s->ptr == '-';
	struct fl_slice t = fl_slice_skip(*s, minus || (s->len && *s->ptr == '+'));
	bool hex = fl_slice_starts(t, "0x");
	uint64_t v = 0;
	size_t n = hex ? 2 : 0;
	for (; n < t.len && fl_hex_value(t.ptr[n]) >= 0; n++) {
		if (!hex && !isdigit((unsigned char)t.ptr[n]))
			break;
		v = v * (hex ? 16 : 10) + (uint64_t)fl_hex_value(t.ptr[n]);
	}
	if (n == (hex ? 2u : 0u))
		return false;
	*s = fl_slice_skip(t, n);
	*ret = minus ? 0 - v : v;
	return true;
}

/* "disp(base,index,scale)" of AT&T and RISC-V: open is where the parenthesis stands. */
static bool parenthesis(enum dbg_arch arch, struct fl_slice text, size_t open,
	const struct dbg_value *values, size_t count, uint64_t *ret)
{
	uint64_t address = 0, scale = 1, factor;
	size_t from = open;
	while (from && (isalnum((unsigned char)text.ptr[from - 1]) || text.ptr[from - 1] == '-'))
		from--;
	if (from && text.ptr[from - 1] == ':') /* a segment: its base is not in the text */
		return false;
	struct fl_slice s = fl_slice_skip(text, from);
	take_number(&s, &address);
	s = fl_slice_skip(text, open + 1);
	ptrdiff_t close = fl_slice_chr(s, ')');
	s = fl_slice_head(s, close < 0 ? s.len : (size_t)close);
	ptrdiff_t last = fl_slice_rchr(s, ',');
	struct fl_slice tail = fl_slice_skip(s, (size_t)(last + 1));
	if (last >= 0 && take_number(&tail, &factor))
		scale = factor;
	ptrdiff_t comma = fl_slice_chr(s, ',');
	for (struct fl_slice rest = s, name; next_name(&rest, &name);) {
		if (isdigit((unsigned char)*name.ptr))
			continue;
		const struct dbg_value *v = find_register(arch, name, values, count);
		if (!v || fl_slice_eqs(name, "rip")) /* rip: of the next instruction */
			return false;
		address += v->value * (comma >= 0 && name.ptr > s.ptr + comma ? scale : 1);
	}
	*ret = address;
	return true;
}

/* "[rax+rcx*4-0x8]" and "[x0, x1, lsl #3]", "[sp, #-16]!": what stands inside. */
static bool brackets(enum dbg_arch arch, struct fl_slice s, const struct dbg_value *values,
	size_t count, uint64_t *ret)
{
	uint64_t address = 0, last = 0, number;
	struct fl_slice name;
	while (s.len) {
		char c = *s.ptr;
		struct fl_slice t = fl_slice_skip(s, 1);
		if (c == '*' && take_number(&t, &number)) {
			address += last * (number - 1);
			s = t;
		} else if (fl_slice_starts(s, "lsl #")) {
			t = fl_slice_skip(s, 5);
			if (!take_number(&t, &number) || number > 63)
				return false;
			address += (last << number) - last;
			s = t;
		} else if (isdigit((unsigned char)c) ||
			   ((c == '+' || c == '-') && t.len && isdigit((unsigned char)*t.ptr))) {
			if (!take_number(&s, &number))
				return false;
			address += number;
		} else if (fl_is_word(c)) {
			next_name(&s, &name);
			const struct dbg_value *v = find_register(arch, name, values, count);
			if (!v || fl_slice_eqs(name, "rip"))
				return false;
			last = v->value;
			address += last;
		} else {
			s = t;
		}
	}
	*ret = address;
	return true;
}

/* x86-64: those that touch the stack without naming it. */
static bool implied(
	struct fl_slice text, const struct dbg_value *values, size_t count, uint64_t *ret)
{
	static const struct {
		const char *mnemonic;
		int offset;
	} rows[] = {{"push", -8}, {"call", -8}, {"pop", 0}, {"ret", 0}, {"leave", 0}};
	const struct dbg_value *sp = by_name("rsp", 3, values, count);
	for (size_t i = 0; sp && i < sizeof(rows) / sizeof(*rows); i++) {
		if (!fl_slice_starts(text, rows[i].mnemonic))
			continue;
		*ret = sp->value + (uint64_t)(int64_t)rows[i].offset;
		return true;
	}
	return false;
}

bool dbg_operand_address(enum dbg_arch arch, struct fl_slice text, const struct dbg_value *values,
	size_t count, uint64_t *ret_address)
{
	ptrdiff_t open, close;
	text = fl_slice_trim(bare(text));
	if (fl_slice_starts(text, "lea") || fl_slice_starts(text, "nop"))
		return false;
	open = fl_slice_chr(text, '[');
	close = fl_slice_chr(text, ']');
	if (open >= 0 && close > open)
		return brackets(arch,
			fl_slice_head(
				fl_slice_skip(text, (size_t)open + 1), (size_t)(close - open - 1)),
			values, count, ret_address);
	open = fl_slice_chr(text, '(');
	if (open >= 0)
		return parenthesis(arch, text, (size_t)open, values, count, ret_address);
	return arch == DBG_ARCH_X86_64 && implied(text, values, count, ret_address);
}
