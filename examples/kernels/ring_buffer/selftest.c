#include "lib/random.h"
#include "ring_buffer/log.h"
#include "ring_buffer/ring.h"
#include "ring_buffer/tty.h"

enum { STEPS = 3000, LOG_SIZE = 1024, RECORDS = 400 };

/* Memory whose end is the end of a page, with nothing behind it. */
static char *at_end_of_pool(size_t len)
{
	return (char *)machine_pool() + POOL_SIZE - len;
}

static void test_ring(void)
{
	struct ring ring;
	unsigned char *memory = (unsigned char *)at_end_of_pool(16), out[32];
	EXPECT(!ring_init(&ring, memory, 0) && !ring_init(&ring, memory, 12));
	EXPECT(!ring_init(&ring, NULL, 16) && ring_init(&ring, memory, 16));
	EXPECT_EQ(ring_take(&ring), -1);
	EXPECT_EQ(ring_read(&ring, out, sizeof(out)), 0);
	EXPECT(!ring_unput(&ring));
	EXPECT_EQ(ring_write(&ring, "0123456789abcdefgh", 18), 16);
	EXPECT(!ring_put(&ring, 'x') && ring_room(&ring) == 0);
	EXPECT_EQ(ring_peek(&ring, 15), 'f');
	EXPECT_EQ(ring_peek(&ring, 16), -1);
	EXPECT_EQ(ring_take(&ring), '0');
	EXPECT(ring_put(&ring, '\n') && !ring_put(&ring, 'x'));
	EXPECT_EQ(ring_read_until(&ring, '\n', out, 15), 0);
	EXPECT_EQ(ring_read_until(&ring, '!', out, 32), 0);
	EXPECT_EQ(ring_read_until(&ring, '\n', out, 16), 16);
	EXPECT(memcmp(out, "123456789abcdef\n", 16) == 0 && ring_used(&ring) == 0);
	EXPECT(ring_put(&ring, 'y') && ring_unput(&ring) && ring_used(&ring) == 0);
	kprintf("ring: filled and emptied over its end\n");
}

static void test_ring_random(void)
{
	struct ring ring;
	unsigned char in = 0, out = 0, bytes[80];
	uint64_t seed = 5;
	size_t total = 0;
	ring_init(&ring, at_end_of_pool(64), 64);
	ring.head = ring.tail = (size_t)-100; /* they wrap around soon */
	for (int step = 0; step < STEPS; step++) {
		size_t len = random_below(&seed, sizeof(bytes)), room = ring_room(&ring);
		if (random_below(&seed, 2)) {
			for (size_t i = 0; i < len; i++)
				bytes[i] = (unsigned char)(in + i);
			size_t written = ring_write(&ring, bytes, len);
			EXPECT_EQ(written, len < room ? len : room);
			in = (unsigned char)(in + written);
			total += written;
		} else {
			size_t used = ring_used(&ring);
			size_t got = ring_read(&ring, bytes, len);
			EXPECT_EQ(got, len < used ? len : used);
			for (size_t i = 0; i < got; i++)
				EXPECT_EQ(bytes[i], out++);
		}
	}
	kprintf("ring: %lu bytes through a ring of 64\n", total);
}

static void log_number(enum log_level level, uint64_t number, size_t len)
{
	char text[LOG_TEXT_MAX + 10];
	memset(text, (char)('a' + number % 26), len);
	text[len] = 0;
	log_write(level, number % 3 ? "memory" : "scheduler", text);
}

static void expect_record(struct log_reader *reader, const char *subsystem, const char *text)
{
	struct log_record record;
	EXPECT(log_read(reader, LOG_DEBUG, &record));
	if (strcmp(record.text, text) != 0 || strcmp(record.subsystem, subsystem) != 0)
		selftest_fail("selftest.c", __LINE__, "the log has %s: %s, want %s: %s", record.subsystem,
			record.text, subsystem, text);
	EXPECT_EQ(record.len, strlen(text));
}

static void test_log(void)
{
	struct log_reader reader;
	struct log_record record;
	log_init(at_end_of_pool(LOG_SIZE), LOG_SIZE);
	log_reader_init(&reader);
	EXPECT(!log_read(&reader, LOG_DEBUG, &record));
	log_write(LOG_INFO, "boot", "hello");
	log_write(LOG_ERROR, "a subsystem", "disk is on fire");
	log_write(LOG_DEBUG, NULL, "");
	for (int i = 0; i < 104; i++)
		log_write(LOG_WARNING, "net", "link is down");
	log_write(LOG_INFO, "net", "link is up");
	EXPECT_EQ(log_count(), 6);
	expect_record(&reader, "boot", "hello");
	expect_record(&reader, "a subsys", "disk is on fire");
	expect_record(&reader, "", "");
	expect_record(&reader, "net", "link is down");
	expect_record(&reader, "log", "the same, times: 103");
	expect_record(&reader, "net", "link is up");
	EXPECT(!log_read(&reader, LOG_DEBUG, &record) && reader.missed == 0);
	log_reader_init(&reader);
	EXPECT(log_read(&reader, LOG_ERROR, &record) && record.sequence == 2);
	EXPECT(!log_read(&reader, LOG_ERROR, &record) && record.level == LOG_ERROR);
	log_check();
	log_clear();
	EXPECT_EQ(log_count(), 0);
	log_reader_init(&reader);
	log_number(LOG_INFO, 7, LOG_TEXT_MAX + 5);
	EXPECT(log_read(&reader, LOG_INFO, &record) && record.len == LOG_TEXT_MAX);
	EXPECT_EQ(record.sequence, 7);
	EXPECT_EQ(strlen(record.text), LOG_TEXT_MAX);
	kprintf("log: levels, repeats, texts that are cut\n");
}

/* A reader that keeps up, and one that does not. */
static void test_log_random(void)
{
	struct log_reader quick, slow;
	struct log_record record;
	uint64_t seed = 77, lengths[RECORDS], slow_read = 0;
	size_t most = 0;
	log_init(at_end_of_pool(LOG_SIZE), LOG_SIZE);
	log_reader_init(&quick);
	log_reader_init(&slow);
	for (uint64_t i = 0; i < RECORDS; i++) {
		lengths[i] = 1 + random_below(&seed, random_below(&seed, 4) ? 40 : LOG_TEXT_MAX);
		log_number(LOG_INFO, i, lengths[i]);
		log_check();
		EXPECT(log_read(&quick, LOG_INFO, &record));
		EXPECT_EQ(record.sequence, i + 1);
		EXPECT_EQ(record.len, lengths[i]);
		EXPECT(record.text[0] == (char)('a' + i % 26) && record.text[record.len] == 0);
		EXPECT_EQ(record.text[record.len - 1], record.text[0]);
		EXPECT_EQ(strlen(record.subsystem), i % 3 ? 6 : 8);
		if (log_count() > most)
			most = log_count();
		if (random_below(&seed, 30) == 0) {
			while (log_read(&slow, LOG_INFO, &record)) {
				EXPECT_EQ(record.len, lengths[record.sequence - 1]);
				slow_read++;
			}
		}
	}
	while (log_read(&slow, LOG_INFO, &record))
		slow_read++;
	EXPECT_EQ(quick.missed, 0);
	EXPECT_EQ(slow.missed + slow_read, RECORDS);
	kprintf("log: %u records, %lu at once, a slow reader misses %lu\n", (unsigned)RECORDS, most,
		slow.missed);
}

/* Room for one record, or for two small ones. */
static void test_log_small(void)
{
	struct log_reader reader;
	struct log_record record;
	log_init(at_end_of_pool(256), 256);
	log_reader_init(&reader);
	for (uint64_t i = 0; i < 60; i++) {
		size_t len = i * 37 % LOG_TEXT_MAX + 1;
		log_number(LOG_INFO, i, len);
		log_check();
		EXPECT(log_read(&reader, LOG_INFO, &record));
		EXPECT_EQ(record.len, len);
		EXPECT_EQ(record.text[len - 1], 'a' + (int)(i % 26));
	}
	EXPECT_EQ(reader.missed, 0);
	kprintf("log: a small one\n");
}

static void type(struct tty *tty, const char *text)
{
	for (; *text; text++)
		tty_received(tty, (unsigned char)*text);
}

static void expect_line(struct tty *tty, const char *want)
{
	char line[TTY_LINE_MAX + 1];
	size_t got = tty_read_line(tty, line, sizeof(line));
	if (got != strlen(want) || (got > 0 && strcmp(line, want) != 0))
		selftest_fail("selftest.c", __LINE__, "a line of %lu bytes, want %s", got, want);
}

static void expect_sent(struct tty *tty, const char *want)
{
	size_t len = strlen(want);
	for (size_t i = 0; i < len; i++)
		EXPECT_EQ(tty_to_send(tty), (unsigned char)want[i]);
	EXPECT_EQ(tty_to_send(tty), -1);
}

static void test_tty(void)
{
	static struct tty tty;
	tty_init(&tty, true);
	type(&tty, "lx\x7fs\r");
	expect_sent(&tty, "lx\b \bs\r\n");
	expect_line(&tty, "ls\n");
	expect_line(&tty, "");
	type(&tty, "\b\x7f" "one\ntw");
	expect_line(&tty, "one\n");
	expect_line(&tty, "");
	type(&tty, "o\nabc\x15" "d\x16\x03\x7f\x7f\x7f" "e\n");
	expect_line(&tty, "two\n");
	expect_line(&tty, "e\n");
	while (tty_to_send(&tty) >= 0)
		;
	type(&tty, "a\x16\x01\x7f");
	expect_sent(&tty, "a^A\b \b\b \b");
	type(&tty, "z\x03");
	EXPECT_EQ(tty.interrupts, 1);
	expect_sent(&tty, "z^C");
	type(&tty, "\x16\nq\x04\n");
	expect_line(&tty, "q\n");
	EXPECT(!tty.ended);
	type(&tty, "\x04");
	EXPECT(tty.ended && tty.lost == 0);
	kprintf("tty: lines edited\n");
}

static void test_tty_limits(void)
{
	static struct tty tty;
	char line[TTY_LINE_MAX + 1];
	tty_init(&tty, false);
	for (int i = 0; i < TTY_LINE_MAX + 8; i++)
		tty_received(&tty, 'x');
	tty_received(&tty, '\n');
	EXPECT_EQ(tty.lost, 9);
	for (int i = 0; i < 5; i++)
		type(&tty, "abcdefghi\n");
	EXPECT_EQ(tty.lines, 5);
	EXPECT_EQ(tty.lost, 27);
	EXPECT_EQ(tty_read_line(&tty, line, 0), 0);
	EXPECT_EQ(tty_read_line(&tty, NULL, 8), 0);
	EXPECT_EQ(tty_read_line(&tty, line, TTY_LINE_MAX), 0);
	EXPECT_EQ(tty_read_line(&tty, line, sizeof(line)), TTY_LINE_MAX);
	for (int i = 0; i < 3; i++)
		expect_line(&tty, "abcdefghi\n");
	expect_line(&tty, "a\n");
	expect_line(&tty, "");
	type(&tty, "\n");
	EXPECT_EQ(tty_read_line(&tty, line, 2), 1);
	expect_sent(&tty, "");
	EXPECT_EQ(tty_write(&tty, "two\nlines\n", 10), 10);
	expect_sent(&tty, "two\r\nlines\r\n");
	for (int i = 0; i < TTY_OUTPUT - 1; i++)
		EXPECT_EQ(tty_write(&tty, "w", 1), 1);
	EXPECT_EQ(tty_write(&tty, "\n", 1), 0);
	EXPECT_EQ(tty_write(&tty, "ab", 2), 1);
	kprintf("tty: %u bytes lost of a line that is too long and a queue that is full\n", tty.lost);
}

void selftest(void)
{
	kprintf("ring_buffer: rings, the log, a terminal\n");
	test_ring();
	test_ring_random();
	test_log();
	test_log_random();
	test_log_small();
	test_tty();
	test_tty_limits();
}
