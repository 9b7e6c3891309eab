#include "datasets/quality/licence_text.h"

#include <stddef.h>

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

struct fl_slice ds_licence_of_text(struct fl_slice text)
{
	struct fl_slice id = ds_licence_tag(text);
	text = fl_slice_head(text, LICENCE_HEAD);
	for (size_t i = 0; id.len == 0 && i < sizeof(licence_texts) / sizeof(licence_texts[0]);
		i++) {
		bool all = true;
		for (size_t w = 0; w < 3 && licence_texts[i].words[w]; w++)
			all = all && fl_slice_find(text, licence_texts[i].words[w]) >= 0;
		if (all)
			id = fl_slice_str(licence_texts[i].id);
	}
	return id;
}
