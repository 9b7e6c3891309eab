/* What all names of files begin with. */
#include "diag/heads.h"

enum { LEAST = 3 }; /* diagnostics */

static size_t to_blank(const char *text, size_t len)
{
	while (len && text[len - 1] != ' ' && text[len - 1] != '\t')
		len--;
	return len;
}

void diag_heads_add(struct diag_heads *h, const struct diag_diagnostic *d)
{
	if (h->none || !d->file.len)
		return;
	if (!h->count++) {
		struct fl_slice start = fl_slice_head(d->file, sizeof(h->file));
		memcpy(h->file, start.ptr, start.len);
		h->len = to_blank(h->file, start.len);
		h->place = d->line;
	} else {
		size_t n = 0;
		while (n < h->len && n < d->file.len && h->file[n] == d->file.ptr[n])
			n++;
		h->len = to_blank(h->file, n);
	}
	h->sources += d->source_line.len > 0;
	h->varied = h->varied || d->line != h->place;
	h->none = !h->len;
}

/* "/home/Jo Doe/", "../My Project/", "C:\\Program Files\\" */
static bool is_directory(struct fl_slice head)
{
	return strchr("/.", head.ptr[0]) ||
	       (head.len > 2 && head.ptr[1] == ':' && strchr("/\\", head.ptr[2]));
}

/* What no name of a file has, though a directory's may have blanks. */
static bool is_marked(struct fl_slice head)
{
	static const char marks[] = ":|<>[]{}=!%#*;,\"$";
	for (size_t i = 0; i < head.len; i++)
		if (head.ptr[i] && strchr(marks, head.ptr[i]))
			return true;
	return head.ptr[0] == ' ' || head.ptr[0] == '\t';
}

struct fl_slice diag_heads_text(const struct diag_heads *h)
{
	struct fl_slice head = fl_slice(h->file, h->none ? 0 : h->len);
	if (!head.len || h->count < LEAST || !h->varied || is_directory(head) ||
		(h->sources && !is_marked(head)))
		return fl_slice(h->file, 0);
	return head;
}
