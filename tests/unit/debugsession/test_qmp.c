/*
 * QEMU's machine protocol with a real QEMU that has no machine.
 * labels: needs-qemu
 * timeout: 120
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/process.h"
#include "base/spawn.h"
#include "debugsession/kernel/qmp.h"

struct world {
	char dir[64], path[96];
	struct fl_spawned qemu;
	struct dbg_loop loop;
	struct dbg_qmp *qmp;
	struct fl_arena arena;
};

static bool alive(void *ctx)
{
	struct world *w = ctx;
	return !fl_spawn_ended(&w->qemu);
}

static int reach(void *ctx)
{
	return dbg_qmp_connect(((struct world *)ctx)->path);
}

static int reach_nobody(void *ctx)
{
	(void)ctx;
	return dbg_qmp_connect("/tmp/fl-no-such-socket");
}

static int set_up(void **state)
{
	static struct world w;
	char option[128];
	struct fl_error err = {0};
	memset(&w, 0, sizeof(w));
	strcpy(w.dir, "/tmp/fl-qmp-XXXXXX");
	assert_non_null(mkdtemp(w.dir));
	snprintf(w.path, sizeof(w.path), "%s/qmp", w.dir);
	snprintf(option, sizeof(option), "unix:%s,server=on,wait=off", w.path);
	const char *argv[] = {
		"qemu-system-x86_64", "-M", "none", "-display", "none", "-qmp", option, NULL};
	if (fl_spawn(argv, NULL, NULL, 0, &w.qemu, &err))
		fail_msg("%s", err.message);
	dbg_loop_init(&w.loop);
	fl_arena_init(&w.arena, 1 << 20);
	const struct dbg_qmp_way way = {reach, alive, &w};
	if (dbg_qmp_new(&w.loop, &way, fl_clock_ms() + 60000, &w.qmp, &err))
		fail_msg("%s", err.message);
	*state = &w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;
	dbg_qmp_free(w->qmp);
	fl_spawn_end(&w->qemu);
	fl_arena_release(&w->arena);
	unlink(w->path);
	return rmdir(w->dir);
}

static int run(struct world *w, const char *command, unsigned wall_ms, struct fl_error *err)
{
	const struct fl_json *result = NULL;
	memset(err, 0, sizeof(*err));
	int rc = dbg_qmp_run(w->qmp, command, fl_slice("", 0), wall_ms, &w->arena, &result, err);
	if (rc == 0)
		assert_non_null(result);
	return rc;
}

static void test_commands(void **state)
{
	struct world *w = *state;
	struct fl_error err = {0};
	const struct fl_json *result;
	assert_int_equal(dbg_qmp_run(w->qmp, "query-status", fl_slice("", 0), 60000, &w->arena,
				 &result, &err),
		0);
	assert_true(fl_slice_eqs(fl_json_str(fl_json_get(result, "status")), "running"));
	assert_int_equal(run(w, "no-such-command", 60000, &err), FL_EREFUSED);
	assert_non_null(strstr(err.message, "no-such-command"));
	assert_int_equal(dbg_qmp_run(w->qmp, "query-status", fl_slice_str("{\"a\":1}"), 60000,
				 &w->arena, NULL, &err),
		FL_EREFUSED);
	assert_int_equal(run(w, "query-status", 60000, &err), 0);
	assert_int_equal(dbg_qmp_peer(w->qmp), w->qemu.pid);
}

static void test_monitor(void **state)
{
	struct world *w = *state;
	struct fl_error err = {0};
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	assert_int_equal(dbg_qmp_monitor(w->qmp, FL_S("info status"), 60000, &out, &err), 0);
	assert_string_equal(out.data, "VM status: running\n");
	fl_buf_clear(&out);
	assert_int_equal(dbg_qmp_monitor(w->qmp, FL_S("help"), 60000, &out, &err), 0);
	assert_true(out.len > 4096);
	assert_int_equal(fl_slice_chr(fl_buf_view(&out), '\r'), -1);
	fl_buf_release(&out);
	fl_buf_init(&out, 100);
	assert_int_equal(dbg_qmp_monitor(w->qmp, FL_S("help"), 60000, &out, &err), FL_ELIMIT);
	fl_buf_release(&out);
}

/* An answer that comes too late is not taken for the next one's. */
static void test_timeout(void **state)
{
	struct world *w = *state;
	struct fl_error err;
	const struct fl_json *result;
	kill(w->qemu.pid, SIGSTOP);
	assert_int_equal(run(w, "query-version", 100, &err), FL_ETIMEOUT);
	kill(w->qemu.pid, SIGCONT);
	assert_int_equal(dbg_qmp_run(w->qmp, "query-status", fl_slice("", 0), 60000, &w->arena,
				 &result, &err),
		0);
	assert_non_null(fl_json_get(result, "status"));
	assert_true(dbg_qmp_open(w->qmp));
}

static void test_shutdown(void **state)
{
	struct world *w = *state;
	struct fl_error err;
	assert_string_equal(dbg_qmp_shutdown(w->qmp), "");
	assert_int_equal(run(w, "quit", 60000, &err), 0);
	int64_t deadline = fl_clock_ms() + 60000;
	while (dbg_qmp_open(w->qmp) && fl_clock_ms() < deadline)
		dbg_loop_turn(&w->loop, deadline);
	assert_string_equal(dbg_qmp_shutdown(w->qmp), "host-qmp-quit");
	assert_int_equal(run(w, "query-status", 60000, &err), FL_ECLOSED);
}

static void test_killed(void **state)
{
	struct world *w = *state;
	struct fl_error err;
	kill(w->qemu.pid, SIGKILL);
	int64_t before = fl_clock_ms();
	assert_int_equal(run(w, "query-status", 60000, &err), FL_ECLOSED);
	assert_true(fl_clock_ms() - before < 60000);
	assert_false(dbg_qmp_open(w->qmp));
}

static void test_nobody(void **state)
{
	struct world *w = *state;
	struct dbg_qmp *qmp = NULL;
	struct fl_error err;
	struct dbg_qmp_way way = {reach_nobody, NULL, w};
	assert_int_equal(dbg_qmp_new(&w->loop, &way, fl_clock_ms() + 30, &qmp, &err), FL_ETIMEOUT);
	fl_spawn_end(&w->qemu);
	way.goes_on = alive;
	assert_int_equal(
		dbg_qmp_new(&w->loop, &way, fl_clock_ms() + 60000, &qmp, &err), FL_ECLOSED);
	assert_null(qmp);
}

int main(void)
{
	static const char *const needed[] = {"qemu-system-x86_64", "--version", NULL};
	struct fl_process_spec spec = {.argv = needed};
	struct fl_process_result result;
	if (fl_process_run(&spec, NULL, NULL, &result, NULL)) {
		puts("qemu-system-x86_64 is missing");
		return getenv("CI") ? 1 : 77;
	}
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_commands, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_monitor, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_timeout, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_shutdown, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_killed, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_nobody, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
