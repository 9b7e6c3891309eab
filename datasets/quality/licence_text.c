#include "datasets/quality/licence_text.h"

#include <stddef.h>
#include <string.h>

/* Bytes of a file's head that may hold its licence. */
enum { LICENCE_HEAD = 4096 };

const char *const ds_licence_files[] = {"LICENSE", "LICENSE.txt", "LICENSE.TXT", "LICENSE.md",
	"LICENCE", "LICENCE.txt", "COPYING", "COPYING.txt", "COPYING.LIB", "COPYING.md", NULL};

struct fl_slice ds_licence_tag(struct fl_slice text)
{
	static const char tag[] = "SPDX-License-Identifier:";
	text = fl_slice_head(text, LICENCE_HEAD);
	ptrdiff_t at = fl_slice_find(text, tag);
	if (at < 0)
		return fl_slice(NULL, 0);
	struct fl_slice rest = fl_slice_skip(text, (size_t)at + strlen(tag)), line;
	if (!fl_slice_line(&rest, &line))
		return fl_slice(NULL, 0);
	ptrdiff_t end = fl_slice_find(line, "*/");
	return fl_slice_trim(end < 0 ? line : fl_slice_head(line, (size_t)end));
}

/* Texts of licences: all words in the head, SPDX id. The narrower ones come first. */
static const struct {
	const char *words[3];
	const char *id;
} licence_texts[] = {
	{{"Apache License", "Version 2.0"}, "Apache-2.0"},
	{{"GNU LESSER GENERAL PUBLIC LICENSE", "Version 3"}, "LGPL-3.0-only"},
	{{"GNU LESSER GENERAL PUBLIC LICENSE", "Version 2.1"}, "LGPL-2.1-only"},
	{{"GNU AFFERO GENERAL PUBLIC LICENSE", "Version 3"}, "AGPL-3.0-only"},
	{{"GNU GENERAL PUBLIC LICENSE", "Version 3"}, "GPL-3.0-only"},
	{{"GNU GENERAL PUBLIC LICENSE", "Version 2"}, "GPL-2.0-only"},
	{{"Mozilla Public License", "2.0"}, "MPL-2.0"},
	{{"Boost Software License", "Version 1.0"}, "BSL-1.0"},
	{{"Permission is hereby granted, free of charge", "MIT"}, "MIT"},
	{{"Permission is hereby granted, free of charge", "AS IS"}, "MIT"},
	{{"Permission to use, copy, modify, and", "distribute this software"}, "ISC"},
	{{"Redistribution and use in source and binary forms", "Neither the name"}, "BSD-3-Clause"},
	{{"Redistribution and use in source and binary forms"}, "BSD-2-Clause"},
	{{"This is free and unencumbered software"}, "Unlicense"},
	{{"altered source versions must be plainly marked"}, "Zlib"},
};

/*
 * What GNU's notices at the head of a source say: the licence's name, the version behind it, and
 * behind that whether a later one will do.
 */
static const struct {
	const char *name, *version, *only, *later;
} notices[] = {
	{"GNU Lesser General Public License", "ersion 2.1", "LGPL-2.1-only", "LGPL-2.1-or-later"},
	{"GNU Lesser General Public License", "ersion 3", "LGPL-3.0-only", "LGPL-3.0-or-later"},
	{"GNU Lesser General Public License", "ersion 2", "LGPL-2.0-only", "LGPL-2.0-or-later"},
	{"GNU Library General Public License", "ersion 2", "LGPL-2.0-only", "LGPL-2.0-or-later"},
	{"GNU Affero General Public License", "ersion 3", "AGPL-3.0-only", "AGPL-3.0-or-later"},
	{"GNU General Public License", "ersion 3", "GPL-3.0-only", "GPL-3.0-or-later"},
	{"GNU General Public License", "ersion 2", "GPL-2.0-only", "GPL-2.0-or-later"},
	{"GNU General Public License", "ersion 1", "GPL-1.0-only", "GPL-1.0-or-later"},
};

/* Bytes in which a notice says what it says. */
enum { NOTICE_BYTES = 400 };

/* The first LICENCE_HEAD bytes with single blanks for what stands around the words of comments. */
static struct fl_slice words_of(struct fl_slice text, char room[LICENCE_HEAD])
{
	size_t n = 0;
	text = fl_slice_head(text, LICENCE_HEAD);
	for (size_t i = 0; i < text.len; i++) {
		bool blank = text.ptr[i] && strchr(" \t\r\n*/#", text.ptr[i]);
		if (!blank)
			room[n++] = text.ptr[i];
		else if (n && room[n - 1] != ' ')
			room[n++] = ' ';
	}
	return fl_slice(room, n);
}

/* The version that comes first counts: "version 2 or version 3" is told of by the lower one. */
static struct fl_slice of_notice(struct fl_slice words)
{
	const char *name = NULL, *id = "";
	ptrdiff_t first = NOTICE_BYTES;
	for (size_t i = 0; i < sizeof(notices) / sizeof(notices[0]); i++) {
		ptrdiff_t at = fl_slice_find(words, notices[i].name);
		if (at < 0 || (name && strcmp(name, notices[i].name) != 0))
			continue;
		struct fl_slice rest =
			fl_slice_head(fl_slice_skip(words, (size_t)at), NOTICE_BYTES);
		ptrdiff_t version = fl_slice_find(rest, notices[i].version);
		if (version < 0 || version >= first)
			continue;
		first = version;
		name = notices[i].name;
		rest = fl_slice_skip(rest, (size_t)version);
		bool later = fl_slice_find(rest, "any later version") >= 0 ||
			     fl_slice_find(rest, "or later") >= 0;
		id = later ? notices[i].later : notices[i].only;
	}
	return fl_slice_str(id);
}

static struct fl_slice of_words(struct fl_slice words)
{
	for (size_t i = 0; i < sizeof(licence_texts) / sizeof(licence_texts[0]); i++) {
		bool all = true;
		for (size_t w = 0; w < 3 && licence_texts[i].words[w]; w++)
			all = all && fl_slice_find(words, licence_texts[i].words[w]) >= 0;
		if (all)
			return fl_slice_str(licence_texts[i].id);
	}
	return fl_slice(NULL, 0);
}

struct fl_slice ds_licence_of_text(struct fl_slice text)
{
	char room[LICENCE_HEAD];
	struct fl_slice id = ds_licence_tag(text);
	return id.len ? id : of_words(words_of(text, room));
}

struct fl_slice ds_licence_of_source(struct fl_slice text)
{
	char room[LICENCE_HEAD];
	struct fl_slice id = ds_licence_tag(text), words = words_of(text, room);
	id = id.len ? id : of_notice(words);
	return id.len ? id : of_words(words);
}
