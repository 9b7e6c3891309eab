#include "base/show.h"
#include "datasets/cmd/datasets/rows.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/report/page.h"

/* Damaged rows that are told of, and that the page lists. */
enum { TOLD_MAX = 20, LISTED_MAX = 200, SETS_MAX = 1 << 12 };

struct reporting {
	struct fl_arena arena; /* all that the page says but for the records */
	struct ds_census_taker *taker;
	struct ds_pick pick;
	struct ds_facts facts;
	struct fl_vec damages, sets;
	bool odd; /* a manifest is not what it should be */
};

/* A path's last part, so that the page knows nothing of where it was made. */
static struct fl_slice name_of(const char *path)
{
	struct fl_slice s = fl_slice_str(path);
	while (s.len > 1 && s.ptr[s.len - 1] == '/')
		s.len--;
	return fl_slice_skip(s, (size_t)(fl_slice_rchr(s, '/') + 1));
}

static int note_damage(struct reporting *p, const struct ds_row *row, const struct fl_error *why,
	struct fl_error *err)
{
	if (p->facts.damaged++ < TOLD_MAX)
		fl_tell("datasets", "%s:%lld: %s; left out", row->file, (long long)row->number,
			why->message);
	if (p->damages.len == LISTED_MAX)
		return 0;
	struct ds_damage *d = fl_vec_add(&p->damages);
	if (!d)
		return fl_error_set(err, p->damages.failed, "out of memory for damaged rows");
	*d = (struct ds_damage){fl_arena_slice(&p->arena, name_of(row->file)), row->number,
		fl_arena_slice(&p->arena, fl_slice_str(why->message))};
	return fl_arena_error(&p->arena, "damaged rows", err);
}

static int take_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct reporting *p = ctx;
	struct fl_arena a;
	struct ds_record *record;
	struct fl_error why = {0};
	fl_arena_init(&a, (size_t)DS_RECORD_MAX * 4);
	int rc = ds_record_read(row->line, &a, &record, &why);
	if (rc == 0) {
		rc = ds_census_add(p->taker, record, row->line.len, err);
		rc = rc ? rc : ds_pick_add(&p->pick, record, err);
	} else if (rc == FL_ENOMEM) {
		rc = sub_row_error(row, rc, why.message, err);
	} else {
		rc = note_damage(p, row, &why, err);
	}
	fl_arena_release(&a);
	return rc;
}

/* What is said of an operand: its manifest, if it is a directory that has one. */
static int note_set(struct reporting *p, const char *path, struct fl_error *err)
{
	struct fl_error why = {0};
	const struct ds_manifest *m;
	struct ds_set *s = fl_vec_add(&p->sets);
	if (!s)
		return fl_error_set(err, p->sets.failed, "too many files and directories");
	s->name = strcmp(path, "-") == 0 ? FL_S("standard input") : name_of(path);
	int rc = ds_manifest_read(path, &p->arena, &m, &why);
	if (rc == 0) {
		struct ds_manifest *copy = fl_arena_alloc(&p->arena, sizeof(*copy));
		if (copy)
			*copy = *m;
		s->manifests = (struct fl_list){copy, copy != NULL};
	} else if (rc == FL_EPARSE) {
		fl_tell("datasets", "%s", why.message);
		s->why = FL_S("manifest.json is damaged, or is not of this form");
		p->odd = true;
	}
	return fl_arena_error(&p->arena, "the manifests", err);
}

static int read_all(struct reporting *p, const struct fl_opts *o, struct fl_error *err)
{
	int rc = ds_census_new(&p->arena, &p->taker, err);
	rc = rc ? rc : sub_each_row(o, false, take_row, p, err);
	if (rc == 0 && sub_count(o) == 0)
		rc = note_set(p, "-", err);
	for (size_t i = 0; rc == 0 && i < sub_count(o); i++)
		rc = note_set(p, sub_at(o, i), err);
	return rc;
}

static int write_page(struct reporting *p, const char *path, struct fl_error *err)
{
	struct fl_buf out;
	ds_pick_finish(&p->pick);
	p->facts.picked = (int64_t)p->pick.len;
	p->facts.too_long = p->pick.too_long;
	p->facts.damages = (struct fl_list){p->damages.data, p->damages.len};
	p->facts.sets = (struct fl_list){p->sets.data, p->sets.len};
	fl_buf_init(&out, DS_PAGE_MAX);
	int rc = ds_census_get(p->taker, &p->facts.census, err);
	rc = rc ? rc : ds_page_write(&p->facts, &p->pick, &out, err);
	rc = rc ? rc : sub_write(path, fl_buf_view(&out), err);
	if (rc == 0)
		fl_tell("datasets",
			"%s: %zu bytes; %lld of %lld records can be read in it, %lld "
			"rows are damaged",
			path, out.len, (long long)p->facts.picked,
			(long long)p->facts.census.stats.rows, (long long)p->facts.damaged);
	fl_buf_release(&out);
	return rc;
}

int ds_cmd_report(const struct fl_opts *o, struct fl_error *err)
{
	const char *path = fl_opt_text(o, OPT_OUT);
	struct reporting p = {
		.facts = {.faultline = FL_S(FL_VERSION), .seed = fl_opt_number(o, OPT_SEED)}};
	if (!path) {
		fl_error_set(err, FL_EINVAL, "report needs -o FILE: where the page goes");
		return FL_RUN_FAILED;
	}
	fl_arena_init(&p.arena, 1 << 30);
	fl_vec_init(&p.damages, sizeof(struct ds_damage), LISTED_MAX);
	fl_vec_init(&p.sets, sizeof(struct ds_set), SETS_MAX);
	ds_pick_init(&p.pick, (size_t)fl_opt_number(o, OPT_SAMPLE), (uint64_t)p.facts.seed);
	int rc = sub_check_apart(o, path, err);
	rc = rc ? rc : read_all(&p, o, err);
	rc = rc ? rc : write_page(&p, path, err);
	ds_census_free(p.taker);
	ds_pick_release(&p.pick);
	fl_vec_release(&p.damages);
	fl_vec_release(&p.sets);
	fl_arena_release(&p.arena);
	return rc ? FL_RUN_FAILED : p.odd || p.facts.damaged > 0;
}
