/*
 * Compiler and linker output in, diagnostics out: a push parser over bytes in any chunks. Formats
 * may be mixed in one stream and are told apart by content, line by line:
 *
 *   gcc text     GCC manual, "Diagnostic Message Formatting Options"; seen: 12
 *                labels, template trees, wrapped messages, analyzer paths (three forms), patches;
 *                German, French, Spanish, Chinese and Japanese (diag/language/catalogue.h)
 *   clang text   Clang user's manual, "Formatting of Diagnostics"; seen: 14, 16, 19; also msvc and
 *                vi places, range-info, categories, remarks
 *   gcc JSON     GCC manual, -fdiagnostics-format=json: one array a translation unit, embedded
 *                between text lines
 *   SARIF        OASIS, version 2.1.0, embedded between text lines or a file; seen: clang 16 and
 *                19, gcc 14, our own; gcc 13 and 15 and other tools by the specification
 *   clang .dia   --serialize-diagnostics: an LLVM bitstream, told by the magic number that an
 *                input starts with (diag/clang/dia.h)
 *   linkers      ld.bfd, gold, lld, mold, and the drivers' last words; seen: binutils 2.40, lld 19
 *   assembler    gas; crashes of gcc and clang
 *   clang-tidy   text and --export-fixes; seen: 14, 16, 19
 *
 * Colours and links (ANSI, OSC 8), CRLF, UTF-8 or ASCII quotes are understood; nothing that is fed
 * in can make the parser fail but lack of memory. Lines that belong to no diagnostic go to the
 * sink's `rest`. Columns stay as the tool counted them.
 *
 * Several compilers may write at the same time (make -j), line by line or block by block: up to 8
 * diagnostics are open at once, and each line goes to the one that it fits, by file, line number,
 * columns and the names that it quotes. Whole lines are needed: two that were written into each
 * other cannot be told apart.
 *
 * Fix-its of text formats are rebuilt from the line below the carets (an approximation: an edit
 * that is one character wide is told from an insertion by what stands there). Where the output has
 * -fdiagnostics-parseable-fixits, these exact edits replace them.
 *
 * Limits: a line 1 MiB (what is longer is cut), a diagnostic 4096 notes, 256 ranges, 1024 fix-its
 * and 16 MiB of text, and of one in JSON 16 MiB as a tree; what is beyond is counted in `omitted`.
 * JSON may be of any length, but tells what it is in its first MiB.
 */
#ifndef FL_DIAG_PARSE_H
#define FL_DIAG_PARSE_H

#include "diag/language/catalogue.h"
#include "diag/report/sink.h"

/* Their names for options, in the enum's order, NULL-terminated. */
extern const char *const diag_from_words[];

struct diag_parser;

/* A parser that calls *sink (copied). The caller frees it. FL_ENOMEM. */
int diag_parser_new(enum diag_from from, const struct diag_sink *sink,
	struct diag_parser **ret_parser, struct fl_error *err);
void diag_parser_free(struct diag_parser *p);

/* Who speaks, where the text itself does not tell: "gcc" or "clang", a string that stays. */
void diag_parser_expect(struct diag_parser *p, const char *tool);

/*
 * Take the next bytes. Diagnostics come out in the order of their headlines, when later ones show
 * that they are complete. FL_ENOMEM, or what the sink returned; the parser must then only be freed.
 */
int diag_parser_feed(struct diag_parser *p, struct fl_slice bytes, struct fl_error *err);

/*
 * The input is complete (the last line and diagnostic come out), and the bytes that follow are of
 * another one: a file of its own, say. FL_ENOMEM, or what the sink returned.
 */
int diag_parser_next(struct diag_parser *p, struct fl_error *err);

/* The last input is complete. Call it once. */
int diag_parser_finish(struct diag_parser *p, struct fl_error *err);

/*
 * Localised gcc (de, fr, es, zh_CN, ja): called once for each language that shows up, for its
 * messages. NULL: there are none, and messages stay as they are. The catalogue stays the caller's
 * and must outlive the parser. Without this call all messages stay as they are.
 */
void diag_parser_catalogues(struct diag_parser *p, diag_catalogue_fn find, void *ctx);

const struct diag_stats *diag_parser_stats(const struct diag_parser *p);

/*
 * All at once: the diagnostics of text as a list of struct diag_diagnostic in the arena.
 * FL_ENOMEM, or FL_ELIMIT when they do not fit into the arena or are more than FL_LIST_MAX.
 */
int diag_parse(struct fl_slice text, enum diag_from from, struct fl_arena *a,
	struct fl_list *ret_list, struct fl_error *err);

#endif
