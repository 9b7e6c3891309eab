#include "datasets/report/page.h"

#include "base/base64.h"
#include "base/embed.h"
#include "base/hash.h"
#include "base/json.h"
#include "datasets/flate.h"

/* Rows are unpacked so many at a time: few to show one, many to look through all. */
enum { BLOCK_ROWS = 32, BLOCK_BYTES = 512 << 10 };

/* FL_REPORT_DIR: where this file stands while we are built. */
FL_EMBED(ds_report_html, FL_REPORT_DIR "/page.html");
FL_EMBED(ds_report_css, FL_REPORT_DIR "/page.css");
FL_EMBED(ds_report_dom_js, FL_REPORT_DIR "/dom.js");
FL_EMBED(ds_report_data_js, FL_REPORT_DIR "/data.js");
FL_EMBED(ds_report_overview_js, FL_REPORT_DIR "/overview.js");
FL_EMBED(ds_report_trace_js, FL_REPORT_DIR "/trace.js");
FL_EMBED(ds_report_record_js, FL_REPORT_DIR "/record.js");
FL_EMBED(ds_report_browse_js, FL_REPORT_DIR "/browse.js");
FL_EMBED(ds_report_page_js, FL_REPORT_DIR "/page.js");

#define TEXT(S, m, text) FL_ROW(struct S, m, FL_TEXT, .doc = (text))
#define NUMBER(S, m, text) FL_ROW(struct S, m, FL_INT, .doc = (text))
static const struct fl_field damage_fields[] = {
	TEXT(ds_damage, file, "the file"),
	NUMBER(ds_damage, line, "the line"),
	TEXT(ds_damage, message, "what is wrong with it"),
};

static const struct fl_shape damage_shape = {.name = "damage",
	.size = sizeof(struct ds_damage),
	FL_SHAPE_FIELDS(damage_fields),
	.doc = "A row that is no record."};

static const struct fl_field set_fields[] = {
	TEXT(ds_set, name, "the file or directory"),
	TEXT(ds_set, why, "why its manifest is not here"),
	FL_ROW(struct ds_set, manifests, FL_LIST, .shape = &ds_manifest_shape, .item = "manifest",
		.doc = "its manifest, if it has one"),
};

static const struct fl_shape set_shape = {.name = "set",
	.size = sizeof(struct ds_set),
	FL_SHAPE_FIELDS(set_fields),
	.doc = "A file or directory that was read."};

static const struct fl_field facts_fields[] = {
	TEXT(ds_facts, faultline, "version of Faultline"),
	FL_ROW(struct ds_facts, sets, FL_LIST, .shape = &set_shape, .item = "set",
		.doc = "what was read"),
	NUMBER(ds_facts, seed, "by which records were drawn"),
	NUMBER(ds_facts, picked, "records that the page has"),
	NUMBER(ds_facts, too_long, "records that are too long for it"),
	NUMBER(ds_facts, damaged, "rows that are no records"),
	FL_ROW(struct ds_facts, damages, FL_LIST, .shape = &damage_shape, .item = "damage",
		.doc = "the first of them"),
	FL_ROW(struct ds_facts, census, FL_OBJECT, .shape = &ds_census_shape,
		.doc = "counts of all records"),
};
#undef TEXT
#undef NUMBER

const struct fl_shape ds_facts_shape = {.name = "facts",
	.size = sizeof(struct ds_facts),
	FL_SHAPE_FIELDS(facts_fields),
	.doc = "What the page says of all that was read."};

static const char style_open[] = "<style>", style_close[] = "</style>";
static const char script_open[] = "<script>", script_close[] = "</script>";

/* The page's own script, in this order. */
static void put_script(struct fl_buf *out)
{
	const struct fl_slice parts[] = {FL_EMBEDDED(ds_report_dom_js),
		FL_EMBEDDED(ds_report_data_js), FL_EMBEDDED(ds_report_overview_js),
		FL_EMBEDDED(ds_report_trace_js), FL_EMBEDDED(ds_report_record_js),
		FL_EMBEDDED(ds_report_browse_js), FL_EMBEDDED(ds_report_page_js)};
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		fl_buf_slice(out, parts[i]);
}

/* 'sha256-…', as a policy names an element by its text. */
static void put_hash(struct fl_buf *out, struct fl_slice text)
{
	char hex[65], bytes[32];
	fl_sha256_hex(text, hex);
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(fl_hex_value(hex[2 * i]) * 16 + fl_hex_value(hex[2 * i + 1]));
	fl_buf_str(out, "'sha256-");
	fl_base64_encode(out, fl_slice(bytes, sizeof(bytes)));
	fl_buf_char(out, '\'');
}

static void put_policy(struct fl_buf *out, struct fl_slice script)
{
	fl_buf_str(out, "default-src 'none'; base-uri 'none'; form-action 'none'; script-src ");
	put_hash(out, script);
	fl_buf_str(out, "; style-src ");
	put_hash(out, FL_EMBEDDED(ds_report_css));
	fl_buf_str(out, "; require-trusted-types-for 'script'");
}

/* JSON in a script element: nothing in it ends the element or begins a comment. */
static void put_escaped(struct fl_buf *out, struct fl_slice json)
{
	for (ptrdiff_t at; (at = fl_slice_chr(json, '<')) >= 0;
		json = fl_slice_skip(json, (size_t)at + 1)) {
		fl_buf_add(out, json.ptr, (size_t)at);
		fl_buf_str(out, "\\u003c");
	}
	fl_buf_slice(out, json);
}

static int put_facts(struct fl_buf *out, const struct ds_facts *facts, struct fl_error *err)
{
	struct fl_buf json;
	fl_buf_init(&json, DS_PAGE_MAX);
	fl_json_object(&json, &ds_facts_shape, facts);
	int rc = fl_buf_error(&json, "the counts", err);
	fl_buf_str(out, "<script type=\"application/json\" id=\"facts\">");
	put_escaped(out, fl_buf_view(&json));
	fl_buf_str(out, "</script>\n");
	fl_buf_release(&json);
	return rc;
}

/* An element that holds bytes, deflated and in base 64. */
static int put_packed(struct fl_buf *out, const char *id, int64_t number, struct fl_slice raw,
	struct fl_error *err)
{
	struct fl_buf packed;
	fl_buf_init(&packed, DS_PAGE_MAX);
	int rc = ds_deflate(raw, &packed, err);
	fl_buf_printf(out, "<script type=\"text/plain\" id=\"%s%lld\">", id, (long long)number);
	fl_base64_encode(out, fl_buf_view(&packed));
	fl_buf_str(out, "</script>\n");
	fl_buf_release(&packed);
	return rc;
}

/* The rows, as arrays of some, and where each is. */
static int put_rows(struct fl_buf *out, struct ds_pick *pick, struct fl_error *err)
{
	struct fl_buf rows;
	int64_t block = 0, at = 0;
	int rc = 0;
	fl_buf_init(&rows, BLOCK_BYTES + 2 * (size_t)DS_PICK_ROW_MAX);
	for (size_t i = 0; rc == 0 && i < pick->len; i++) {
		pick->at[i]->entry.block = block;
		pick->at[i]->entry.at = at++;
		fl_buf_char(&rows, rows.len ? ',' : '[');
		fl_buf_slice(&rows, pick->at[i]->row);
		if (at < BLOCK_ROWS && rows.len < BLOCK_BYTES && i + 1 < pick->len)
			continue;
		fl_buf_char(&rows, ']');
		rc = fl_buf_error(&rows, "records of the page", err);
		rc = rc ? rc : put_packed(out, "block-", block++, fl_buf_view(&rows), err);
		fl_buf_clear(&rows);
		at = 0;
	}
	fl_buf_release(&rows);
	return rc;
}

static int put_entries(struct fl_buf *out, const struct ds_pick *pick, struct fl_error *err)
{
	struct fl_buf json;
	fl_buf_init(&json, DS_PAGE_MAX);
	for (size_t i = 0; i < pick->len; i++) {
		fl_buf_char(&json, i ? ',' : '[');
		fl_json_object(&json, &ds_entry_shape, &pick->at[i]->entry);
	}
	fl_buf_str(&json, pick->len ? "]" : "[]");
	int rc = fl_buf_error(&json, "the list of records", err);
	rc = rc ? rc : put_packed(out, "entries-", 0, fl_buf_view(&json), err);
	fl_buf_release(&json);
	return rc;
}

static int put_texts(struct fl_buf *out, const struct ds_shelf *shelf, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < shelf->len; i++)
		if (shelf->texts[i].takers)
			rc = put_packed(out, "text-", (int64_t)i,
				fl_slice(shelf->texts[i].bytes, shelf->texts[i].len), err);
	return rc;
}

static int put_data(struct fl_buf *out, const struct ds_facts *facts, struct ds_pick *pick,
	struct fl_error *err)
{
	int rc = put_facts(out, facts, err);
	rc = rc ? rc : put_rows(out, pick, err);
	rc = rc ? rc : put_entries(out, pick, err);
	return rc ? rc : put_texts(out, &pick->shelf, err);
}

/* What stands for a part in page.html. */
enum mark { MARK_POLICY, MARK_STYLE, MARK_DATA, MARK_SCRIPT, MARK_COUNT };
static const char *const marks[MARK_COUNT] = {
	[MARK_POLICY] = "@POLICY@",
	[MARK_STYLE] = "<!-- STYLE -->",
	[MARK_DATA] = "<!-- DATA -->",
	[MARK_SCRIPT] = "<!-- SCRIPT -->",
};

static int put_mark(enum mark mark, struct fl_buf *out, struct fl_slice script,
	const struct ds_facts *facts, struct ds_pick *pick, struct fl_error *err)
{
	switch (mark) {
	case MARK_POLICY: put_policy(out, script); return 0;
	case MARK_STYLE:
		fl_buf_str(out, style_open);
		fl_buf_slice(out, FL_EMBEDDED(ds_report_css));
		fl_buf_str(out, style_close);
		return 0;
	case MARK_SCRIPT:
		fl_buf_str(out, script_open);
		fl_buf_slice(out, script);
		fl_buf_str(out, script_close);
		return 0;
	default: return put_data(out, facts, pick, err);
	}
}

int ds_page_write(const struct ds_facts *facts, struct ds_pick *pick, struct fl_buf *out,
	struct fl_error *err)
{
	struct fl_slice html = FL_EMBEDDED(ds_report_html);
	struct fl_buf script;
	fl_buf_init(&script, 1 << 20);
	put_script(&script);
	int rc = fl_buf_error(&script, "the page's script", err);
	for (int m = 0; rc == 0 && m < MARK_COUNT; m++) {
		ptrdiff_t at = fl_slice_find(html, marks[m]);
		if (at < 0) {
			rc = fl_error_set(err, FL_EINTERNAL, "page.html lacks %s", marks[m]);
			break;
		}
		fl_buf_add(out, html.ptr, (size_t)at);
		html = fl_slice_skip(html, (size_t)at + strlen(marks[m]));
		rc = put_mark((enum mark)m, out, fl_buf_view(&script), facts, pick, err);
	}
	fl_buf_slice(out, html);
	fl_buf_release(&script);
	return rc ? rc : fl_buf_error(out, "the page; choose a smaller --sample", err);
}
