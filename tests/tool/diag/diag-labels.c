/*
 * The classifier against labelled diagnostics.
 *
 *   diag-labels split < NAMES          "tune" or "test" for each program's name, a line each
 *   diag-labels counts < LABELS        "RIGHT TOTAL" of each rule, in the table's order, and what
 *                                      the table says they are
 *   diag-labels score TRAIN < LABELS   the figures, a "NAME VALUE" a line, then a line a class; the
 *                                      baselines learn from the labels in the file TRAIN
 *   diag-labels bands < LABELS         "BAND CASES CONFIDENCE ACCURACY" of each band of cases with
 *                                      neighbouring confidence: what it promised and what it kept
 *   diag-labels wrong < LABELS         what the classifier gets wrong: class, answer, rule, message
 *   diag-labels classify < ITEMS       "CLASS<tab>RULE" of each "TOOL<tab>FLAG<tab>MESSAGE"; RULE
 *                                      is "own", "wide" for one of diag/classify/rules_wide.h, or "none"
 *   diag-labels idents < ITEMS         "ID<tab>ARG…" of each
 *
 * LABELS are lines of class, first labeller, second labeller, reason, program, tool, level, flag,
 * message between tabs (docs/labelling.md); those that start with "#" are skipped.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "diag/classify/classify.h"
#include "diag/classify/rules.h"
#include "diag/ident/ident.h"

enum { ROWS_MAX = 8192, CASES_MIN = 15, BAND = 60, TEXT_MAX = 64 << 20 };

enum column { CLASS, FIRST, SECOND, REASON, PROGRAM, TOOL, LEVEL, FLAG, MESSAGE, COLUMNS };

struct row {
	struct fl_slice cells[COLUMNS];
	int want, first, second;
	struct diag_verdict got, wide; /* by all rules; by those of diag/classify/rules_wide.h */
};

struct rows {
	struct row *items;
	size_t len;
};

static bool cells_parse(struct fl_slice line, struct fl_slice *ret_cells, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		ptrdiff_t tab = fl_slice_chr(line, '\t');
		if ((tab < 0) != (i == count - 1))
			return false;
		ret_cells[i] = fl_slice_head(line, tab < 0 ? line.len : (size_t)tab);
		line = fl_slice_skip(line, ret_cells[i].len + 1);
	}
	return true;
}

/* The family that the classifier knows a tool by: "clang-19" is clang. */
static struct fl_slice tool_family(struct fl_slice tool)
{
	ptrdiff_t dash = fl_slice_rchr(tool, '-');
	bool version = dash > 0 && (size_t)dash + 1 < tool.len && tool.ptr[dash + 1] >= '0' &&
		       tool.ptr[dash + 1] <= '9';
	return version ? fl_slice_head(tool, (size_t)dash) : tool;
}

static struct diag_verdict judge(
	struct fl_slice tool, struct fl_slice flag, struct fl_slice message, int level, size_t rule)
{
	struct diag_diagnostic d = {.level = level, .tool = tool_family(tool), .code = flag};
	d.message = message;
	return diag_classify_from(&d, rule);
}

static int row_parse(struct fl_slice line, struct row *ret_row, struct fl_error *err)
{
	struct row r = {0};
	if (!cells_parse(line, r.cells, COLUMNS))
		return fl_error_set(
			err, FL_EPARSE, "a line has not %d columns: %.*s", COLUMNS, FL_ARG(line));
	int level = fl_names_find(&diag_level_names, r.cells[LEVEL]);
	r.want = fl_names_find(&diag_class_names, r.cells[CLASS]);
	r.first = fl_names_find(&diag_class_names, r.cells[FIRST]);
	r.second = fl_names_find(&diag_class_names, r.cells[SECOND]);
	if (level < 0 || r.want < 0 || r.first < 0 || r.second < 0)
		return fl_error_set(
			err, FL_EPARSE, "a line has an unknown word: %.*s", FL_ARG(line));
	r.wide = judge(r.cells[TOOL], r.cells[FLAG], r.cells[MESSAGE], level, diag_rule_wide);
	r.got = judge(r.cells[TOOL], r.cells[FLAG], r.cells[MESSAGE], level, 0);
	*ret_row = r;
	return 0;
}

static int rows_parse(struct fl_slice text, struct rows *ret_rows, struct fl_error *err)
{
	struct rows rows = {.items = calloc(ROWS_MAX, sizeof(struct row))};
	struct fl_slice line;
	int rc = rows.items ? 0 : fl_error_set(err, FL_ENOMEM, "no memory for the labels");
	while (!rc && fl_slice_line(&text, &line)) {
		if (!line.len || line.ptr[0] == '#')
			continue;
		if (rows.len == ROWS_MAX)
			rc = fl_error_set(err, FL_ELIMIT, "more than %d labels", ROWS_MAX);
		else
			rc = row_parse(line, &rows.items[rows.len++], err);
	}
	if (!rc)
		*ret_rows = rows;
	else
		free(rows.items);
	return rc;
}

/* A third of the programs, by a hash of the name. */
static const char *program_part(struct fl_slice program)
{
	return fl_hash64_parts(&program, 1) % 3 == 0 ? "test" : "tune";
}

/* What answers: the rules, or what another set's labels say of the row. */
typedef int (*answer)(const struct rows *train, const struct row *r);

static int answer_rules(const struct rows *train, const struct row *r)
{
	(void)train;
	return (int)r->got.error_class;
}

/* The most frequent class of the rows that `like` finds like r; -1 when there are none. */
static int majority(const struct rows *train, const struct row *r,
	bool (*like)(const struct row *, const struct row *))
{
	unsigned count[DIAG_CLASS_COUNT] = {0};
	int best = -1;
	for (size_t k = 0; k < train->len; k++)
		if (like(&train->items[k], r))
			count[train->items[k].want]++;
	for (int c = 0; c < DIAG_CLASS_COUNT; c++)
		if (count[c] && (best < 0 || count[c] > count[best]))
			best = c;
	return best;
}

static bool like_any(const struct row *a, const struct row *b)
{
	(void)a;
	(void)b;
	return true;
}

static bool like_flag(const struct row *a, const struct row *b)
{
	return fl_slice_eq(a->cells[FLAG], b->cells[FLAG]);
}

static int answer_majority(const struct rows *train, const struct row *r)
{
	int c = majority(train, r, like_any);
	return c < 0 ? DIAG_CLASS_NONE : c;
}

/* What the flag's rows mostly are; the majority where it has none. */
static int answer_flag(const struct rows *train, const struct row *r)
{
	int c = majority(train, r, like_flag);
	return c < 0 ? answer_majority(train, r) : c;
}

struct figures {
	unsigned cases[DIAG_CLASS_COUNT], said[DIAG_CLASS_COUNT], right[DIAG_CLASS_COUNT];
	unsigned correct, classes;
	double macro;
};

static double class_f1(const struct figures *f, int c)
{
	unsigned sum = f->cases[c] + f->said[c];
	return sum ? 2.0 * f->right[c] / sum : 0;
}

static struct figures measure(const struct rows *rows, const struct rows *train, answer ask)
{
	struct figures f = {0};
	for (size_t i = 0; i < rows->len; i++) {
		int want = rows->items[i].want, got = ask(train, &rows->items[i]);
		f.cases[want]++;
		f.said[got]++;
		f.right[want] += want == got;
		f.correct += want == got;
	}
	for (int c = 0; c < DIAG_CLASS_COUNT; c++)
		if (f.cases[c] >= CASES_MIN) {
			f.macro += class_f1(&f, c);
			f.classes++;
		}
	f.macro /= f.classes ? f.classes : 1;
	return f;
}

/* Cohen's kappa: the agreement beyond what the two labellers' shares give by chance. */
static double kappa(const struct rows *rows)
{
	double n = (double)rows->len, same = 0, chance = 0;
	for (int c = 0; c < DIAG_CLASS_COUNT; c++) {
		double first = 0, second = 0;
		for (size_t i = 0; i < rows->len; i++) {
			first += rows->items[i].first == c;
			second += rows->items[i].second == c;
			same += rows->items[i].first == c && rows->items[i].second == c;
		}
		chance += first / n * (second / n);
	}
	return chance < 1 ? (same / n - chance) / (1 - chance) : 1;
}

/*
 * What the classifier says of itself, to be compared with its accuracy, where its rules have cases;
 * the others say nothing of themselves.
 */
static void print_confidence(const struct rows *rows)
{
	double sum = 0;
	unsigned count[2] = {0}, right[2] = {0};
	for (size_t i = 0; i < rows->len; i++) {
		const struct row *r = &rows->items[i];
		int measured = r->got.confidence > 0;
		count[measured]++;
		right[measured] += (int)r->got.error_class == r->want;
		sum += (double)r->got.confidence / 10000;
	}
	printf("measured %u\nconfidence %.4f\nmeasured_accuracy %.4f\nunmeasured_accuracy %.4f\n",
		count[1], count[1] ? sum / count[1] : 0, count[1] ? (double)right[1] / count[1] : 0,
		count[0] ? (double)right[0] / count[0] : 0);
}

static unsigned settled(const struct rows *rows)
{
	unsigned count = 0;
	for (size_t i = 0; i < rows->len; i++)
		count += rows->items[i].first != rows->items[i].second;
	return count;
}

static void print_answer(
	const char *name, const struct rows *rows, const struct rows *train, answer ask)
{
	struct figures f = measure(rows, train, ask);
	printf("%s_macro_f1 %.4f\n%s_accuracy %.4f\n", name, f.macro, name,
		(double)f.correct / (double)rows->len);
}

static void print_score(const struct rows *rows, const struct rows *train)
{
	struct figures f = measure(rows, train, answer_rules);
	printf("labels %zu\nkappa %.4f\ndiffered %u\n", rows->len, kappa(rows), settled(rows));
	printf("classes %u\n", f.classes);
	print_confidence(rows);
	print_answer("rules", rows, train, answer_rules);
	print_answer("majority", rows, train, answer_majority);
	print_answer("flag", rows, train, answer_flag);
	for (int c = 0; c < DIAG_CLASS_COUNT; c++)
		printf("class %s cases %u precision %.4f recall %.4f f1 %.4f%s\n",
			diag_class_table[c].name, f.cases[c],
			f.said[c] ? (double)f.right[c] / f.said[c] : 0,
			f.cases[c] ? (double)f.right[c] / f.cases[c] : 0, class_f1(&f, c),
			f.cases[c] < CASES_MIN ? " left out" : "");
}

/*
 * Which verdict on a row counts for a rule. Few rows come to the wide rules, and the others were made
 * to leave them right ones: so they are measured on all that no flag tells.
 */
static const struct diag_verdict *verdict_for(const struct row *r, size_t rule)
{
	if (rule < diag_rule_wide)
		return &r->got;
	return r->cells[FLAG].len ? NULL : &r->wide;
}

static void print_counts(const struct rows *rows)
{
	static const struct {
		unsigned right, total;
	} table[] = {
#define X(id, words, code, note, tool, right, total) {right, total},
		DIAG_RULES(X)
#undef X
	};
	for (size_t rule = 0; rule < diag_rule_count; rule++) {
		unsigned right = 0, total = 0;
		for (size_t i = 0; i < rows->len; i++) {
			const struct diag_verdict *v = verdict_for(&rows->items[i], rule);
			bool counts = v && v->rule == rule;
			total += counts;
			right += counts && (int)v->error_class == rows->items[i].want;
		}
		printf("%u %u %u %u\n", right, total, table[rule].right, table[rule].total);
	}
}

/* The less confident first; of equals the wrong ones, so that no order of the file flatters. */
static int row_order(const void *a, const void *b)
{
	const struct row *r = a, *s = b;
	if (r->got.confidence != s->got.confidence)
		return r->got.confidence < s->got.confidence ? -1 : 1;
	return ((int)r->got.error_class == r->want) - ((int)s->got.error_class == s->want);
}

/* Bands of BAND cases; what is left over is the last one's. */
static void print_bands(struct rows *rows)
{
	size_t bands = rows->len / BAND ? rows->len / BAND : 1;
	qsort(rows->items, rows->len, sizeof(*rows->items), row_order);
	for (size_t b = 0, at = 0; b < bands; b++) {
		size_t end = b + 1 == bands ? rows->len : at + BAND, first = at, right = 0;
		double sum = 0;
		for (; at < end; at++) {
			sum += (double)rows->items[at].got.confidence / 10000;
			right += (int)rows->items[at].got.error_class == rows->items[at].want;
		}
		double count = (double)(end - first);
		printf("%zu %zu %.4f %.4f\n", b + 1, end - first, sum / count,
			(double)right / count);
	}
}

static void print_wrong(const struct rows *rows)
{
	for (size_t i = 0; i < rows->len; i++) {
		const struct row *r = &rows->items[i];
		if ((int)r->got.error_class != r->want)
			printf("%s\t%s\t%s\t%.*s\t%.*s\t%.*s\n", diag_class_table[r->want].name,
				diag_class_table[r->got.error_class].name,
				diag_rule_name(r->got.rule), FL_ARG(r->cells[TOOL]),
				FL_ARG(r->cells[FLAG]), FL_ARG(r->cells[MESSAGE]));
	}
}

static int print_idents(struct fl_slice text, struct fl_error *err)
{
	static struct diag_ident_memory memory;
	struct fl_slice line, cells[3];
	while (fl_slice_line(&text, &line)) {
		struct diag_said said, again;
		if (!cells_parse(line, cells, 3))
			return fl_error_set(
				err, FL_EPARSE, "a line has not 3 columns: %.*s", FL_ARG(line));
		struct diag_diagnostic d = {.level = DIAG_ERROR, .tool = tool_family(cells[0])};
		d.code = cells[1];
		d.message = cells[2];
		uint64_t message = diag_message_hash(d.message);
		diag_identify(&d, message, NULL, &said);
		diag_identify(&d, message, &memory, &again);
		if (!fl_slice_eq(said.id, again.id) || said.count != again.count)
			return fl_error_set(err, FL_EINTERNAL, "the memory tells otherwise: %.*s",
				FL_ARG(line));
		printf("%.*s", FL_ARG(said.id));
		for (size_t i = 0; i < said.count; i++)
			printf("\t%.*s", FL_ARG(said.args[i]));
		putchar('\n');
	}
	return 0;
}

static int print_classes(struct fl_slice text, struct fl_error *err)
{
	struct fl_slice line, c[3];
	while (fl_slice_line(&text, &line)) {
		if (!cells_parse(line, c, 3))
			return fl_error_set(
				err, FL_EPARSE, "a line has not 3 columns: %.*s", FL_ARG(line));
		struct diag_verdict v = judge(c[0], c[1], c[2], DIAG_ERROR, 0);
		const char *rule = v.rule == diag_rule_count  ? "none"
				   : v.rule >= diag_rule_wide ? "wide"
							      : "own";
		printf("%s\t%s\n", diag_class_table[v.error_class].name, rule);
	}
	return 0;
}

static int split(struct fl_slice text)
{
	struct fl_slice line;
	while (fl_slice_line(&text, &line))
		printf("%s\n", program_part(line));
	return 0;
}

static int score(const struct rows *rows, const char *path, struct fl_error *err)
{
	struct fl_buf text;
	struct rows train = {0};
	fl_buf_init(&text, TEXT_MAX);
	int rc = fl_buf_read_file(&text, path, err);
	if (!rc)
		rc = rows_parse(fl_buf_view(&text), &train, err);
	if (!rc && (!rows->len || !train.len))
		rc = fl_error_set(err, FL_EINVAL, "there are no labels");
	if (!rc)
		print_score(rows, &train);
	free(train.items);
	fl_buf_release(&text);
	return rc;
}

static int run(const char *command, const char *path, struct fl_slice text, struct fl_error *err)
{
	struct rows rows;
	if (!strcmp(command, "idents"))
		return print_idents(text, err);
	if (!strcmp(command, "classify"))
		return print_classes(text, err);
	if (!strcmp(command, "split"))
		return split(text);
	int rc = rows_parse(text, &rows, err);
	if (rc)
		return rc;
	if (!strcmp(command, "score") && path)
		rc = score(&rows, path, err);
	else if (!strcmp(command, "counts"))
		print_counts(&rows);
	else if (!strcmp(command, "bands"))
		print_bands(&rows);
	else if (!strcmp(command, "wrong"))
		print_wrong(&rows);
	else
		rc = fl_error_set(err, FL_EINVAL, "no command '%s'", command);
	free(rows.items);
	return rc;
}

int main(int argc, char **argv)
{
	struct fl_buf text;
	struct fl_error err;
	fl_buf_init(&text, TEXT_MAX);
	int rc = fl_buf_read_fd(&text, 0, &err);
	if (!rc)
		rc = run(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : NULL, fl_buf_view(&text),
			&err);
	fl_buf_release(&text);
	if (rc)
		fprintf(stderr, "diag-labels: %s\n", err.message);
	return rc ? fl_error_exit(&err) : 0;
}
