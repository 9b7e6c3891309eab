/*
 * What the static reader of CMake makes of a directory, as lines of JSON, for bench/cmake_oracle.py:
 * the evaluated commands ({"file":…,"line":…,"cmd":…,"args":[…],"certain":…}), then the targets.
 */
#include <stdio.h>
#include <stdlib.h>

#include "platform/cmake/cmake.h"

static void put(struct fl_slice s)
{
	putchar('"');
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];
		if (c < 0x20 || c == '"' || c == '\\')
			printf("\\u%04x", c);
		else
			putchar(c);
	}
	putchar('"');
}

static void trace(void *user, struct plat_place at, struct fl_slice name,
	const struct fl_slice *arguments, size_t count, bool certain)
{
	(void)user;
	printf("{\"file\":");
	put(at.file);
	printf(",\"line\":%lld,\"cmd\":", (long long)at.line);
	put(name);
	printf(",\"args\":[");
	for (size_t i = 0; i < count; i++) {
		printf("%s", i ? "," : "");
		put(arguments[i]);
	}
	printf("],\"certain\":%s}\n", certain ? "true" : "false");
}

static void put_settings(const struct fl_list *l)
{
	static const char *const words[] = {"flag", "link", "standard", "library", "compiler",
		"system", "arch", "mode", "build", "build_type"};
	const struct plat_setting *s = l->items;
	printf("[");
	for (size_t i = 0; i < l->len; i++) {
		printf("%s{\"what\":\"%s\",\"languages\":%d,\"value\":", i ? "," : "",
			words[s[i].what], s[i].languages);
		put(s[i].value);
		printf(",\"version\":");
		put(s[i].version);
		printf(",\"file\":");
		put(s[i].at.file);
		printf(",\"line\":%lld,\"unsure\":%d,\"removed\":%d,\"optional\":%d,\"for_users\":%"
		       "d}",
			(long long)s[i].at.line, s[i].unsure, s[i].removed, s[i].optional,
			s[i].for_users);
	}
	printf("]");
}

static void put_target(const struct plat_target *t)
{
	const struct plat_source *s = t->sources.items;
	printf("{\"target\":");
	put(t->name);
	printf(",\"kind\":%d,\"unsure\":%d,\"sources_unsure\":%d,\"sources\":[", (int)t->kind,
		t->unsure, t->sources_unsure);
	for (size_t i = 0; i < t->sources.len; i++) {
		printf("%s{\"path\":", i ? "," : "");
		put(s[i].path);
		printf(",\"unsure\":%d,\"settings\":", s[i].unsure);
		put_settings(&s[i].settings);
		printf("}");
	}
	printf("],\"settings\":");
	put_settings(&t->settings);
	printf("}\n");
}

int main(int argc, char **argv)
{
	struct plat_tree tree;
	struct fl_arena a;
	struct plat_project p;
	struct fl_error err;
	bool traced = argc > 2 && !strcmp(argv[2], "--trace");
	if (argc < 2 || plat_tree_open(&tree, argv[1], &err))
		return 2;
	fl_arena_init(&a, (size_t)1 << 30);
	int rc = plat_cmake_run(&tree, FL_S(""), traced ? trace : NULL, NULL, &a, &p, &err);
	if (rc) {
		fprintf(stderr, "cmake-dump: %s\n", err.message);
	} else {
		const struct plat_target *t = p.targets.items;
		for (size_t i = 0; i < p.targets.len; i++)
			put_target(&t[i]);
		printf("{\"project\":");
		put_settings(&p.settings);
		printf(",\"skipped\":[");
		const struct plat_skip *s = p.skipped.items;
		for (size_t i = 0; i < p.skipped.len; i++) {
			printf("%s{\"line\":%lld,\"file\":", i ? "," : "", (long long)s[i].at.line);
			put(s[i].at.file);
			printf(",\"why\":");
			put(s[i].why);
			printf("}");
		}
		printf("]}\n");
	}
	fl_arena_release(&a);
	plat_tree_release(&tree);
	return rc ? 1 : 0;
}
