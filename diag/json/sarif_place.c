/* Places in SARIF: files by URI, base and artifact index; regions; the source line beside them. */
#include "base/utf8.h"
#include "diag/json/sarif_impl.h"
#include "diag/json/uri.h"

/* A result may name its file by index alone. */
static const struct fl_json *artifact_of(const struct diag_sarif *s, const struct fl_json *location)
{
	int64_t index = fl_json_int(fl_json_get(location, "index"), -1);
	const struct fl_json *a =
		fl_json_get(location, "uri") ? NULL : diag_sarif_slot(&s->artifacts, index);
	return a ? a : location;
}

/* The URI with the bases before it that the run tells, "" behind the last one. */
static struct fl_slice uri_resolve(struct diag_parser *p, const struct fl_json *location)
{
	struct diag_json *j = p->json;
	const struct diag_sarif_quirk *quirk = j->sarif.quirk;
	struct fl_slice uri = fl_json_str(fl_json_get(location, "uri"));
	for (int i = 0; i < DIAG_SARIF_BASES_MAX && !diag_uri_absolute(uri); i++) {
		struct fl_slice id = fl_json_str(fl_json_get(location, "uriBaseId"));
		const struct fl_json *base = diag_sarif_name_find(&j->sarif, j->sarif.bases, id);
		struct fl_slice start = fl_json_str(fl_json_get(base, "uri"));
		bool here = quirk && quirk->here && fl_slice_eqs(id, quirk->here);
		if (!id.len || !start.len || here)
			break;
		uri = fl_arena_printf(&j->scratch, "%.*s%.*s", FL_ARG(start), FL_ARG(uri));
		location = base;
	}
	return uri;
}

struct fl_slice diag_sarif_file(struct diag_parser *p, const struct fl_json *artifact_location)
{
	artifact_location = artifact_of(&p->json->sarif, artifact_location);
	return diag_uri_file(&p->json->scratch, uri_resolve(p, artifact_location));
}

void diag_sarif_region_read(const struct fl_json *region, struct diag_range *ret_range)
{
	int64_t line = diag_json_position(region, "startLine", 0);
	int64_t end_col = diag_json_position(region, "endColumn", 0);
	/* A region from a column on starts at column 1; one of lines alone names no column. */
	*ret_range = (struct diag_range){.line = line,
		.col = diag_json_position(region, "startColumn", end_col ? 1 : 0),
		.end_line = line ? diag_json_position(region, "endLine", line) : 0,
		.end_col = end_col};
}

/* The line of that number in a text that starts with line `first`. */
static struct fl_slice line_of(const struct fl_json *region, int64_t line)
{
	struct fl_slice text = fl_json_str(fl_json_get(fl_json_get(region, "snippet"), "text"));
	struct fl_slice found = {0};
	for (int64_t at = diag_json_position(region, "startLine", 0); at && at <= line; at++)
		if (!fl_slice_line(&text, &found))
			return (struct fl_slice){0};
	if (found.len && found.ptr[found.len - 1] == '\r')
		found.len--;
	return found;
}

/* A column of UTF-16 units in the line as code points; 0 when the line is too short for it. */
static int64_t utf16_column(struct fl_slice line, int64_t col)
{
	int64_t units = 1, points = 1;
	uint32_t c = 0;
	while (units < col && line.len) {
		size_t n = fl_utf8_decode(line, &c);
		units += n == 4 ? 2 : 1;
		points++;
		line = fl_slice_skip(line, n ? n : 1);
	}
	return units >= col ? points : 0;
}

/* UTF-16 columns of the place in its own line, which is at hand. */
static void utf16_convert(struct diag_sarif_place *place)
{
	struct diag_range *r = &place->range;
	int64_t col = utf16_column(place->source_line, r->col);
	int64_t end = r->end_line == r->line ? utf16_column(place->source_line, r->end_col) : 0;
	if (!col || (r->end_col && !end))
		return;
	r->col = r->col ? col : 0;
	r->end_col = r->end_col ? end : 0;
	place->unit = FL_S("codepoint");
}

void diag_sarif_place_read(
	struct diag_parser *p, const struct fl_json *location, struct diag_sarif_place *ret_place)
{
	const struct diag_sarif *s = &p->json->sarif;
	const struct fl_json *physical = fl_json_get(location, "physicalLocation");
	const struct fl_json *region = fl_json_get(physical, "region");
	const char *unit = s->unit                      ? s->unit
			   : s->quirk && s->quirk->unit ? s->quirk->unit
							: "codepoint";
	struct diag_sarif_place place = {
		.file = diag_sarif_file(p, fl_json_get(physical, "artifactLocation"))};
	struct diag_range *r = &place.range;
	diag_sarif_region_read(region, r);
	place.source_line = line_of(fl_json_get(physical, "contextRegion"), r->line);
	if (!place.source_line.len && !r->col)
		place.source_line = line_of(region, r->line);
	if (r->col)
		place.unit = fl_slice_str(unit);
	if (r->col && fl_slice_eqs(place.unit, "utf16") && place.source_line.len)
		utf16_convert(&place);
	place.wide = r->end_col && (r->end_line != r->line || r->end_col != r->col);
	*ret_place = place;
}
