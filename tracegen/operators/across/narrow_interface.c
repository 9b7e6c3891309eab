/*
 * narrow-interface: a function takes or returns a type that does not hold all that is passed, in
 * the header and in the definition.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/signature.h"

/*
 * What people write for a type where it seems to be enough. Counts and sizes of programs' inputs do
 * fit 32 and 16 bits: hashes and fractions do not.
 */
static const char *narrow(const struct tg_unit *u, struct fl_slice type, bool returned)
{
	static const struct {
		const char *from, *to;
		bool returned, cxx; /* of what is returned alone; in C++ alone */
	} rows[] = {
		{"int", "bool", true, true},
		{"double", "float", true, false},
		{"double", "int", false, false},
		{"float", "int", false, false},
		{"uint64_t", "uint32_t", false, false},
		{"uint16_t", "uint8_t", false, false},
		{"std::uint64_t", "std::uint32_t", false, false},
		{"unsigned long long", "unsigned", false, false},
		{"unsigned long", "unsigned", false, false},
		{"unsigned long int", "unsigned int", false, false},
		{"unsigned short", "unsigned char", false, false},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (fl_slice_eqs(type, rows[i].from) && (returned || !rows[i].returned) &&
			(!rows[i].cxx || u->program->language == TG_CXX))
			return rows[i].to;
	return NULL;
}

static struct tg_file_part retyped(
	const struct tg_unit *u, const struct tg_node *n, struct fl_slice type, const char *to)
{
	size_t start = (size_t)(type.ptr - u->text.ptr);
	return (struct tg_file_part){
		.unit = u, .part = {start, start + type.len, fl_slice_str(to)}, .at = n};
}

/* a in the definition and b in the header, alike, with a narrower type. */
static void put_narrow(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *a,
	const struct tg_unit *header, const struct tg_node *b)
{
	struct fl_slice here = tg_written_type(unit, a), there = tg_written_type(header, b);
	const char *to = narrow(unit, here, a->kind == TG_N_FUNCTION);
	if (!to || !fl_slice_eq(here, there))
		return;
	const struct tg_file_part parts[2] = {
		retyped(unit, a, here, to), retyped(header, b, there, to)};
	tg_put_file_parts(unit, sink, parts, 2);
}

void tg_op_narrow_interface(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *f = unit->root->first; f; f = f->next) {
		const struct tg_unit *header = NULL;
		const struct tg_node *decl = tg_header_declaration(unit, f, &header);
		if (!decl || !tg_is_called_in(unit, f, NULL))
			continue;
		put_narrow(unit, sink, f, header, decl);
		for (const struct tg_node *p = f->first; p; p = p->next) {
			const struct tg_node *there =
				p->kind == TG_N_PARAM && tg_is_used_in(f, p->decl)
					? tg_param_at(decl, tg_param_index(f, p))
					: NULL;
			if (there)
				put_narrow(unit, sink, p, header, there);
		}
	}
}
