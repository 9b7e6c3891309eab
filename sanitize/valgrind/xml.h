/*
 * A push reader of as much XML as tools write: elements and character data. Attributes, comments,
 * processing instructions and document types are passed over; nesting is not checked; a '<' that
 * no tag follows is text. Entities: the five of XML and numbers. Any bytes in any chunks are taken:
 * what a program wrote into the middle of a document is text of no element that anyone asks for.
 */
#ifndef FL_SANITIZE_XML_H
#define FL_SANITIZE_XML_H

#include "base/buf.h"

/* Limits: of a name the first 31 bytes count, of a text the first 64 KiB. */
enum { SAN_XML_NAME_MAX = 31, SAN_XML_TEXT_MAX = 64 << 10 };

struct san_xml_sink {
	void *context;
	void (*open)(void *context, struct fl_slice name);
	/* text: the character data since the tag before this one. Both die with the call. */
	void (*close)(void *context, struct fl_slice name, struct fl_slice text);
};

struct san_xml {
	struct san_xml_sink sink;
	int state; /* enum in xml.c */
	struct fl_buf text;
	char name[SAN_XML_NAME_MAX + 1]; /* of the tag, or of the entity */
	size_t name_len;
	bool closing; /* the tag is "</name>" */
	char last; /* byte of the tag or comment */
	size_t dashes; /* at the end of the comment so far */
};

void san_xml_init(struct san_xml *x, const struct san_xml_sink *sink);
void san_xml_release(struct san_xml *x);

/* Take more bytes: 0, or FL_ENOMEM. */
int san_xml_feed(struct san_xml *x, struct fl_slice bytes);

#endif
