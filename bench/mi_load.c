/*
 * How fast the MI parser reads a log, for bench/mi: mi_load FILE [CHUNK] reads it into memory and
 * pushes it, CHUNK bytes at a time (default: all at once), into a sink that looks at every value.
 * It prints the milliseconds of CPU that the parser took. mi_load --json FILE writes each record
 * as a line of JSON instead.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "debugsession/answer/answer.h"

struct seen {
	size_t records, garbage, values, bytes;
};

static void look(struct seen *s, const struct dbg_mi_value *v)
{
	for (; v; v = v->next) {
		s->values++;
		s->bytes += v->name.len + v->text.len;
		look(s, v->child);
	}
}

static int on_record(void *ctx, struct dbg_mi_record *r)
{
	struct seen *s = ctx;
	s->records++;
	s->garbage += r->kind == DBG_MI_GARBAGE;
	s->bytes += r->name.len + r->text.len;
	look(s, r->results);
	return 0;
}

static int write_json(void *ctx, struct dbg_mi_record *r)
{
	struct fl_buf *out = ctx;
	dbg_answer_record(out, r);
	fl_buf_char(out, '\n');
	fwrite(out->data, 1, out->len, stdout);
	fl_buf_clear(out);
	return 0;
}

static double cpu_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int push_all(struct fl_slice text, size_t chunk, dbg_mi_sink sink, void *ctx)
{
	struct dbg_mi mi;
	dbg_mi_init(&mi, 0, sink, ctx);
	int rc = 0;
	while (rc == 0 && text.len) {
		struct fl_slice part = fl_slice_head(text, chunk);
		rc = dbg_mi_push(&mi, part);
		text = fl_slice_skip(text, part.len);
	}
	rc = rc ? rc : dbg_mi_end(&mi);
	dbg_mi_release(&mi);
	return rc;
}

int main(int argc, char **argv)
{
	struct fl_buf text, line;
	struct fl_error err = {0};
	struct seen seen = {0};
	bool json = argc == 3 && !strcmp(argv[1], "--json");
	if (argc < 2 || argc > 3) {
		fprintf(stderr, "usage: mi_load FILE [CHUNK] | mi_load --json FILE\n");
		return 2;
	}
	fl_buf_init(&text, (size_t)1 << 30);
	fl_buf_init(&line, (size_t)1 << 28);
	if (fl_buf_read_file(&text, argv[1 + json], &err)) {
		fprintf(stderr, "mi_load: %s\n", err.message);
		return 4;
	}
	size_t chunk = argc == 3 && !json ? strtoul(argv[2], NULL, 10) : SIZE_MAX;
	double start = cpu_ms();
	int rc = json ? push_all(fl_buf_view(&text), SIZE_MAX, write_json, &line)
		      : push_all(fl_buf_view(&text), chunk ? chunk : SIZE_MAX, on_record, &seen);
	if (!json)
		printf("%.1f %zu %zu %zu %zu\n", cpu_ms() - start, seen.records, seen.garbage,
			seen.values, seen.bytes);
	fl_buf_release(&text);
	fl_buf_release(&line);
	return rc ? 4 : 0;
}
