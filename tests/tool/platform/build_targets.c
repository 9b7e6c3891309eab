/*
 * build_targets DIR [SUBDIRECTORY]: what the readers of Makefiles and of firmware's project files
 * make of a tree, one JSON line a target: name, kind, sources with their words, the target's words.
 * A word is [kind, value, unsure, "file:line"], kind as in enum plat_what.
 */
#include <stdio.h>

#include "platform/firmware/firmware.h"
#include "platform/make/make.h"

static void text(struct fl_slice s)
{
	putchar('"');
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];
		if (c == '"' || c == '\\')
			printf("\\%c", c);
		else if (c < ' ' || c > '~')
			printf("\\u%04x", c);
		else
			putchar(c);
	}
	putchar('"');
}

static void settings(const struct fl_list *list)
{
	const struct plat_setting *s = list->items;
	putchar('[');
	for (size_t i = 0; i < list->len; i++) {
		printf("%s[%d,", i ? "," : "", (int)s[i].what);
		text(s[i].value);
		printf(",%d,\"%.*s:%lld\"]", s[i].unsure, FL_ARG(s[i].at.file),
			(long long)s[i].at.line);
	}
	putchar(']');
}

static void target(const struct plat_target *t)
{
	const struct plat_source *s = t->sources.items;
	printf("{\"name\":");
	text(t->name);
	printf(",\"kind\":%d,\"unsure\":%d,\"sources_unsure\":%d,\"settings\":", (int)t->kind,
		t->unsure, t->sources_unsure);
	settings(&t->settings);
	printf(",\"sources\":[");
	for (size_t i = 0; i < t->sources.len; i++) {
		printf("%s{\"path\":", i ? "," : "");
		text(s[i].path);
		printf(",\"unsure\":%d,\"settings\":", s[i].unsure);
		settings(&s[i].settings);
		putchar('}');
	}
	printf("]}\n");
}

int main(int argc, char **argv)
{
	struct fl_slice sub = fl_slice_str(argc > 2 ? argv[2] : "");
	struct plat_tree tree;
	struct plat_project p;
	struct fl_arena a;
	struct fl_error err;
	if (argc < 2 || plat_tree_open(&tree, argv[1], &err))
		return 2;
	fl_arena_init(&a, 512 << 20);
	int rc = plat_firmware_read(&tree, sub, &a, &p, &err);
	if (rc == FL_ENOTFOUND)
		rc = plat_make_read(&tree, sub, &a, &p, &err);
	if (rc == 0)
		rc = plat_firmware_mark(&tree, &a, &p, &err);
	const struct plat_target *t = rc ? NULL : p.targets.items;
	for (size_t i = 0; t && i < p.targets.len; i++)
		target(&t[i]);
	if (rc)
		fprintf(stderr, "build_targets: %s\n", err.message);
	fl_arena_release(&a);
	plat_tree_release(&tree);
	return rc ? 1 : 0;
}
