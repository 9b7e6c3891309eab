/* The driver: bytes to lines, each down the tree of prefixes to its lane. */
#include "base/prefix/prefix.h"

#include <stdlib.h>

#include "base/prefix/prefix_priv.h"

enum {
	LOOKED_AT = 64 << 10, /* the start of a stream: every line is looked at */
	SAMPLES = 8 /* of a chunk behind it, as long as there is no prefix */
};

static void route(struct fl_prefix *p, int node, struct fl_slice line, bool ended)
{
	struct way way = fl_prefix_walk(p, node, line);
	struct fl_prefix_piece piece = {.text = fl_slice_skip(line, way.len),
		.ended = ended && !way.piece,
		.joins = way.joins,
		.held = way.flags & FL_PREFIX_JOINS};
	p->nodes[way.node].stamp = p->lines;
	fl_prefix_out(p, fl_prefix_lane_of(p, way.node), piece);
}

/* A record's message may have several lines, or be a piece of one. */
static bool take_record(struct fl_prefix *p, struct fl_slice line)
{
	struct fl_prefix_match m;
	fl_buf_clear(&p->decoded);
	if (p->has_regex || p->form || !fl_prefix_record(line, &p->decoded, &m))
		return false;
	if (p->decoded.failed)
		fl_prefix_stop(p, p->decoded.failed);
	int node = fl_prefix_child(p, ROOT, *fl_prefix_know(p, ROOT, FORM_RECORD), &m);
	p->nodes[ROOT].last = node;
	p->nodes[ROOT].between = 0;
	struct fl_slice rest = fl_buf_view(&p->decoded);
	while (rest.len && !p->rc) {
		ptrdiff_t end = fl_slice_chr(rest, '\n');
		struct fl_slice one = fl_slice_head(rest, end < 0 ? rest.len : (size_t)end);
		route(p, node, one, end >= 0);
		p->nodes[node].midline = end < 0;
		rest = fl_slice_skip(rest, one.len + 1);
	}
	return true;
}

static void take(struct fl_prefix *p, struct fl_slice line, bool ended)
{
	p->lines++;
	if (fl_prefix_record_may(line) && take_record(p, line))
		return;
	route(p, ROOT, line, ended);
}

/* How many bytes of whole lines stand before the first that starts with a prefix. */
static size_t plain_len(struct fl_prefix *p, struct fl_slice lines)
{
	struct fl_slice rest = lines, line;
	while (rest.len) {
		size_t at = lines.len - rest.len;
		fl_slice_line(&rest, &line);
		if (fl_prefix_starts(p, line))
			return at;
		p->lines++;
	}
	return lines.len;
}

/* In a long stream without prefixes a few lines stand for all. */
static bool sample_plain(struct fl_prefix *p, struct fl_slice lines)
{
	size_t step = lines.len / SAMPLES + 1;
	for (size_t at = 0; at < lines.len; at += step) {
		struct fl_slice rest = fl_slice_skip(lines, at), line;
		if (at)
			fl_slice_line(&rest, &line);
		rest = fl_slice_head(rest, HEAD_MAX);
		ptrdiff_t end = fl_slice_chr(rest, '\n');
		if (fl_prefix_may(p, fl_slice_head(rest, end < 0 ? HEAD_MAX : (size_t)end)))
			return false;
	}
	return true;
}

static void take_lines(struct fl_prefix *p, struct fl_slice lines)
{
	while (lines.len && !p->rc) {
		if (!p->nodes[ROOT].known_count) {
			bool all = p->plain > LOOKED_AT && sample_plain(p, lines);
			size_t len = all ? lines.len : plain_len(p, lines);
			p->skipped = p->skipped || all;
			fl_prefix_pass(p, 0, fl_slice_head(lines, len));
			p->plain += len;
			lines = fl_slice_skip(lines, len);
		}
		struct fl_slice line;
		if (!p->rc && fl_slice_line(&lines, &line))
			take(p, line, true);
	}
}

/* The lane of a line that is too long to wait for its end. */
static void go_through(struct fl_prefix *p)
{
	struct fl_slice line = fl_buf_view(&p->partial);
	struct way way = {.node = ROOT, .carrier = NONE};
	p->lines++;
	if (p->nodes[ROOT].known_count || fl_prefix_starts(p, line))
		way = fl_prefix_walk(p, ROOT, line);
	p->through = true;
	p->through_lane = fl_prefix_lane_of(p, way.node);
	fl_prefix_pass(p, p->through_lane, fl_slice_skip(line, way.len));
	fl_buf_clear(&p->partial);
}

/* The bytes up to the end of the line that was begun before. */
static struct fl_slice complete(struct fl_prefix *p, struct fl_slice bytes)
{
	ptrdiff_t end = fl_slice_chr(bytes, '\n');
	struct fl_slice part = fl_slice_head(bytes, end < 0 ? bytes.len : (size_t)end + 1);
	if (p->through) {
		p->through = end < 0;
		fl_prefix_pass(p, p->through_lane, part);
		return fl_slice_skip(bytes, part.len);
	}
	size_t room = HELD_MAX - p->partial.len;
	part = fl_slice_head(part, room);
	fl_buf_slice(&p->partial, part);
	if (p->partial.failed)
		fl_prefix_stop(p, p->partial.failed);
	else if (part.ptr[part.len - 1] == '\n')
		take_lines(p, fl_buf_view(&p->partial)), fl_buf_clear(&p->partial);
	else if (p->partial.len == HELD_MAX)
		go_through(p);
	return fl_slice_skip(bytes, part.len);
}

static int result(struct fl_prefix *p, struct fl_error *err)
{
	return p->rc ? fl_error_set(
			       err, (enum fl_code)p->rc, "cannot take lines off their prefixes")
		     : 0;
}

int fl_prefix_feed(struct fl_prefix *p, struct fl_slice bytes, struct fl_error *err)
{
	if (p->none && !p->rc)
		p->rc = bytes.len ? p->sink.bytes(p->sink.ctx, 0, bytes) : 0;
	while (!p->none && bytes.len && !p->rc) {
		if (p->partial.len || p->through) {
			bytes = complete(p, bytes);
			continue;
		}
		ptrdiff_t last = fl_slice_rchr(bytes, '\n');
		struct fl_slice lines = fl_slice_head(bytes, (size_t)(last + 1));
		take_lines(p, lines);
		bytes = fl_slice_skip(bytes, lines.len);
		if (bytes.len)
			bytes = complete(p, bytes);
	}
	for (size_t i = 0; i < FL_PREFIX_LANES && !p->none; i++)
		if (p->lanes[i].out.len)
			fl_prefix_flush(p, i);
	return result(p, err);
}

int fl_prefix_finish(struct fl_prefix *p, struct fl_error *err)
{
	if (p->partial.len) {
		if (p->nodes[ROOT].known_count || fl_prefix_starts(p, fl_buf_view(&p->partial)))
			take(p, fl_buf_view(&p->partial), false);
		else
			fl_prefix_pass(p, 0, fl_buf_view(&p->partial));
	}
	fl_buf_clear(&p->partial);
	for (size_t i = 0; i < FL_PREFIX_LANES; i++)
		fl_prefix_end(p, i);
	fl_prefix_tree_init(p);
	p->plain = 0;
	p->lines = 0;
	p->through = p->skipped = false;
	return result(p, err);
}

static int regex_new(struct fl_prefix *p, const char *what, struct fl_error *err)
{
	struct fl_buf anchored;
	fl_buf_init(&anchored, 4096);
	fl_buf_printf(&anchored, "%s%s", what[0] == '^' ? "" : "^", what);
	int rc = anchored.failed ? REG_ESPACE : regcomp(&p->regex, anchored.data, REG_EXTENDED);
	fl_buf_release(&anchored);
	if (rc) {
		char why[128];
		regerror(rc, &p->regex, why, sizeof(why));
		return fl_error_set(err, FL_EINVAL,
			"\"%s\" is neither auto, none, the name of a form, nor a regular "
			"expression "
			"(%s)",
			what, why);
	}
	p->has_regex = true;
	return 0;
}

/* A bare word is a form's name that is written wrong, not a regular expression. */
static bool is_word(const char *what)
{
	static const char bytes[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
	size_t n = strspn(what, bytes);
	return n && !what[n];
}

static int word_refuse(const char *what, struct fl_error *err)
{
	struct fl_buf names;
	fl_buf_init(&names, 4096);
	for (size_t i = 0; i < fl_prefix_forms_count; i++) {
		size_t j = 0;
		while (strcmp(fl_prefix_forms[j].name, fl_prefix_forms[i].name) != 0)
			j++;
		if (j == i)
			fl_buf_printf(&names, "%s%s", i ? ", " : "", fl_prefix_forms[i].name);
	}
	int rc = names.failed
			 ? fl_error_set(err, FL_ENOMEM, "out of memory for the prefix")
			 : fl_error_set(err, FL_EINVAL,
				   "\"%s\" is neither auto, none, nor the name of a form (%s); for "
				   "lines that start with this word give \"^%s\"",
				   what, names.data, what);
	fl_buf_release(&names);
	return rc;
}

static int prepare(struct fl_prefix *p, const char *what, struct fl_error *err)
{
	if (!what || !strcmp(what, "auto"))
		return 0;
	p->none = !strcmp(what, "none");
	for (size_t i = 0; i < fl_prefix_forms_count && !p->form; i++)
		if (!strcmp(what, fl_prefix_forms[i].name))
			p->form = fl_prefix_forms[i].name;
	if (p->none || p->form)
		return 0;
	return is_word(what) ? word_refuse(what, err) : regex_new(p, what, err);
}

int fl_prefix_new(const char *what, const struct fl_prefix_sink *sink,
	struct fl_prefix **ret_prefix, struct fl_error *err)
{
	struct fl_prefix *p = calloc(1, sizeof(*p));
	if (!p)
		return fl_error_set(err, FL_ENOMEM, "out of memory for prefixes");
	p->sink = *sink;
	fl_buf_init(&p->partial, HELD_MAX);
	fl_buf_init(&p->decoded, HELD_MAX);
	fl_buf_init(&p->lanes[0].out, 2 * HELD_MAX);
	int rc = prepare(p, what, err);
	if (rc) {
		fl_prefix_free(p);
		return rc;
	}
	fl_prefix_tree_init(p);
	*ret_prefix = p;
	return 0;
}

void fl_prefix_free(struct fl_prefix *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < FL_PREFIX_LANES; i++)
		fl_buf_release(&p->lanes[i].out);
	fl_buf_release(&p->partial);
	fl_buf_release(&p->decoded);
	if (p->has_regex)
		regfree(&p->regex);
	free(p);
}

struct fl_slice fl_prefix_lane(const struct fl_prefix *p, size_t lane)
{
	return fl_slice(p->lanes[lane].name, p->lanes[lane].name_len);
}
