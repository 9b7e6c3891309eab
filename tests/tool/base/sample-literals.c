/*
 * sample-literals DIR COUNT: writes COUNT C++ programs NNN.cpp to DIR, each with a random document
 * of literals and a check of every field, and DIR/faultline/literals.hpp and terse.hpp for them.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/literal/literal.h"
#include "base/schema.h"
#include "tests/support/literal_program.h"
#include "tests/support/sample.h"
#include "tests/support/terse.h"

static void write_file(const char *dir, const char *name, const struct fl_buf *b)
{
	char path[4096];
	struct fl_error err;
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0 || fl_write_all(fd, fl_buf_view(b), &err)) {
		perror(path);
		exit(4);
	}
	close(fd);
}

static void write_program(const char *dir, int number)
{
	struct fl_rng r = fl_rng_new((uint64_t)number, FL_S("sample-literals"), FL_S(""));
	enum fl_style style = (enum fl_style)(number % 4);
	struct fl_arena a;
	struct fl_buf literal, program;
	char name[32];
	fl_arena_init(&a, FL_TEXT_MAX);
	fl_buf_init(&literal, FL_TEXT_MAX);
	fl_buf_init(&program, FL_TEXT_MAX);
	struct fl_items items = sample_items(&a, &r, true);
	fl_literal_write(&literal, &items, style, FL_MARK_COMPILE);
	if (style >= FL_TERSE)
		items = terse_items(&a, &items, style == FL_TERSE_SOURCE);
	literal_program_write(&program, fl_buf_view(&literal), &items, style);
	snprintf(name, sizeof(name), "%03d.cpp", number);
	write_file(dir, name, &program);
	fl_buf_release(&program);
	fl_buf_release(&literal);
	fl_arena_release(&a);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	char include[4096];
	struct fl_buf hpp;
	snprintf(include, sizeof(include), "%s/faultline", argv[1]);
	mkdir(include, 0755);
	fl_buf_init(&hpp, FL_TEXT_MAX);
	fl_schema_hpp(&hpp, &sample_registry);
	write_file(include, "literals.hpp", &hpp);
	fl_buf_clear(&hpp);
	fl_schema_terse(&hpp, &sample_registry);
	write_file(include, "terse.hpp", &hpp);
	fl_buf_release(&hpp);
	for (int i = 0; i < atoi(argv[2]); i++)
		write_program(argv[1], i);
	return 0;
}
