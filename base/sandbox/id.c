/*
 * The users of boxes outside. Inside everybody is FL_BOX_ID; outside each box has a user of its
 * own, where we may give it one, so that it owns nothing of anybody's, may signal no other box's
 * processes, and a limit on its user's processes counts its own alone.
 *
 * Root takes a number that nobody uses (systemd's table of user ids leaves 0x70000000 to 0x7fffffff
 * free), or in a container that has fewer, one near their end. Others are lent some by
 * /etc/subuid and /etc/subgid, which newuidmap(1) and newgidmap(1) give out.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/sandbox/priv.h"

enum { TEXT_MAX = 1 << 20, FEW = 4096 };

#define FREE_FIRST 0x70000000U
#define FREE_COUNT 0x0ffffffeU

struct range {
	uint32_t first, count;
};

/* The numbers that our user namespace knows, as uid_map(5) has them: the largest range, or all. */
static struct range known(const char *map)
{
	struct fl_buf text;
	struct fl_slice rest, line;
	struct range best = {0, 0};
	fl_buf_init(&text, TEXT_MAX);
	if (fl_buf_read_file(&text, map, NULL))
		fl_buf_clear(&text);
	rest = fl_buf_view(&text);
	while (fl_slice_line(&rest, &line)) {
		char copy[128];
		struct range r;
		snprintf(copy, sizeof(copy), "%.*s", FL_ARG(line));
		if (sscanf(copy, "%" SCNu32 " %*u %" SCNu32, &r.first, &r.count) == 2 &&
			r.count > best.count)
			best = r;
	}
	fl_buf_release(&text);
	return best;
}

static uint32_t draw(struct range r)
{
	uint32_t n = 0;
	if (getrandom(&n, sizeof(n), GRND_NONBLOCK) != (ssize_t)sizeof(n))
		n = (uint32_t)getpid() * 2654435761U;
	return r.first + n % r.count;
}

/*
 * Of what is known to us: unused by convention, or the last quarter of many. Of few FL_BOX_ID, or
 * where that is none of them ("unshare --map-root-user" has but one) our own.
 */
static uint32_t pick(const char *map, uint32_t own)
{
	struct range r = known(map);
	uint64_t end = (uint64_t)r.first + r.count;
	if (r.first <= FREE_FIRST && end >= (uint64_t)FREE_FIRST + FREE_COUNT)
		return draw((struct range){FREE_FIRST, FREE_COUNT});
	if (r.count < FEW)
		return r.first <= FL_BOX_ID && FL_BOX_ID < end ? FL_BOX_ID : own;
	uint32_t id = draw((struct range){r.first + r.count / 4 * 3, r.count / 4});
	return id == FL_BOX_ID ? id - 1 : id;
}

void fl_id_choose(struct fl_box_conf *conf)
{
	conf->box_uid = conf->uid;
	conf->box_gid = conf->gid;
	if (conf->uid != 0)
		return;
	conf->box_uid = pick("/proc/self/uid_map", conf->uid);
	conf->box_gid = pick("/proc/self/gid_map", conf->gid);
	conf->own_id = conf->box_uid != FL_BOX_ID && conf->box_uid != conf->uid;
}

/* The first range that /etc/subuid or subgid lends to us: "name or number:first:count". */
static bool lent(const char *path, uid_t uid, struct range *ret_range)
{
	char names[2][64] = {"", ""}, room[4096];
	struct passwd pw, *found = NULL;
	struct fl_buf text;
	struct fl_slice rest, line;
	bool any = false;
	snprintf(names[0], sizeof(names[0]), "%u:", (unsigned)uid);
	if (getpwuid_r(uid, &pw, room, sizeof(room), &found) == 0 && found)
		snprintf(names[1], sizeof(names[1]), "%.60s:", found->pw_name);
	fl_buf_init(&text, TEXT_MAX);
	if (fl_buf_read_file(&text, path, NULL))
		fl_buf_clear(&text);
	rest = fl_buf_view(&text);
	while (!any && fl_slice_line(&rest, &line)) {
		for (int i = 0; i < 2 && !any; i++) {
			char copy[64];
			struct range r;
			if (!names[i][0] || !fl_slice_starts(line, names[i]))
				continue;
			snprintf(copy, sizeof(copy), "%.*s",
				FL_ARG(fl_slice_skip(line, strlen(names[i]))));
			any = sscanf(copy, "%" SCNu32 ":%" SCNu32, &r.first, &r.count) == 2 &&
			      r.count > 0;
			if (any)
				*ret_range = r;
		}
	}
	fl_buf_release(&text);
	return any;
}

static bool map_by(const char *helper, pid_t pid, uint32_t outside)
{
	char text[3][16];
	snprintf(text[0], sizeof(text[0]), "%d", (int)pid);
	snprintf(text[1], sizeof(text[1]), "%d", FL_BOX_ID);
	snprintf(text[2], sizeof(text[2]), "%" PRIu32, outside);
	const char *const argv[] = {helper, text[0], text[1], text[2], "1", NULL};
	struct fl_process_result r;
	return fl_process_run(&(struct fl_process_spec){.argv = argv, .wall_ms = 5000}, NULL, NULL,
		       &r, NULL) == 0 &&
	       r.end == FL_END_EXIT && r.exit_status == 0;
}

unsigned fl_id_lend(struct fl_box_conf *conf, pid_t pid)
{
	static const char *const gidmap = "/usr/bin/newgidmap", *const uidmap =
									"/usr/bin/newuidmap";
	struct range users, groups;
	unsigned done = 0;
	if (access(uidmap, X_OK) || access(gidmap, X_OK) ||
		!lent("/etc/subuid", conf->uid, &users) || !lent("/etc/subgid", conf->uid, &groups))
		return 0;
	uint32_t uid = draw(users), gid = draw(groups);
	if (map_by(gidmap, pid, gid)) {
		done |= FL_ID_GROUP;
		conf->box_gid = gid;
		if (map_by(uidmap, pid, uid)) {
			done |= FL_ID_USER;
			conf->box_uid = uid;
		}
	}
	return done;
}

/* Write one of the files that map the box's user and group to ones outside. */
static int write_map(pid_t pid, const char *file, const char *text, struct fl_error *err)
{
	char path[64] = "/proc/self/";
	if (pid)
		snprintf(path, sizeof(path), "/proc/%d/", (int)pid);
	size_t len = strlen(path);
	snprintf(path + len, sizeof(path) - len, "%s", file);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int rc = 0;
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		rc = fl_error_sys(err, FL_EMISSING, errno, "the sandbox cannot write its %s", file);
	fl_shut(&fd);
	return rc;
}

/*
 * Root may map to whom he likes; anybody else can only map himself, and may not do that while the
 * groups could still be changed.
 */
int fl_id_write_maps(const struct fl_box_conf *conf, pid_t pid, unsigned done, struct fl_error *err)
{
	char users[64], groups[64];
	snprintf(users, sizeof(users), "%d %u 1", FL_BOX_ID, (unsigned)conf->box_uid);
	snprintf(groups, sizeof(groups), "%d %u 1", FL_BOX_ID, (unsigned)conf->box_gid);
	int rc = conf->uid == 0 || (done & FL_ID_GROUP) ? 0
							: write_map(pid, "setgroups", "deny", err);
	if (rc == 0 && !(done & FL_ID_GROUP))
		rc = write_map(pid, "gid_map", groups, err);
	return rc || (done & FL_ID_USER) ? rc : write_map(pid, "uid_map", users, err);
}
