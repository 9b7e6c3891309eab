#include "ring_buffer/log.h"

#include "lib/spinlock.h"

enum { ALIGN = 8, WRAP = 0 };

/* Before each record's text; a length of WRAP: go on at the start. */
struct header {
	uint64_t sequence;
	uint16_t size, len;
	uint8_t level, subsystem_len;
};

static struct spinlock lock = SPINLOCK("the log");
static char *bytes;
static size_t size;
static size_t first, next; /* places of the oldest record, and of the one to come */
static uint64_t first_sequence, next_sequence;
static size_t count;

static struct {
	char text[LOG_TEXT_MAX + 1];
	enum log_level level;
	unsigned times;
} last;

static struct header *header_at(size_t at)
{
	KASSERT(at % ALIGN == 0 && at + sizeof(struct header) <= size);
	return (struct header *)(bytes + at);
}

/* Where the record stands that comes at `at`. */
static size_t unwrapped(size_t at)
{
	if (at + sizeof(struct header) > size || header_at(at)->size == WRAP)
		return 0;
	return at;
}

/* `first` is never at a place that only says to go on at the start: that place may be written to. */
static void drop_first(void)
{
	const struct header *h = header_at(first);
	KASSERT(h->sequence == first_sequence);
	first += h->size;
	first_sequence++;
	count--;
	if (count > 0)
		first = unwrapped(first);
}

/* Whether what starts at `from` has `need` bytes before it meets the oldest record. */
static bool is_free(size_t from, size_t need)
{
	return count == 0 || from > first || from + need <= first;
}

/* Room for `need` bytes in one piece, at the cost of the oldest. */
static size_t make_room(size_t need)
{
	if (next + need > size) {
		while (count > 0 && first >= next)
			drop_first();
		if (next + sizeof(struct header) <= size)
			header_at(next)->size = WRAP;
		next = 0;
	}
	while (!is_free(next, need))
		drop_first();
	if (count == 0)
		first = next;
	return next;
}

static void append(
	enum log_level level, const char *subsystem, size_t subsystem_len, const char *text, size_t len)
{
	size_t need = (sizeof(struct header) + subsystem_len + len + ALIGN - 1) / ALIGN * ALIGN;
	KASSERT(need <= size);
	struct header *h = header_at(make_room(need));
	char *data = (char *)(h + 1);
	*h = (struct header){.sequence = next_sequence++,
		.size = (uint16_t)need,
		.len = (uint16_t)len,
		.level = (uint8_t)level,
		.subsystem_len = (uint8_t)subsystem_len};
	memcpy(data, subsystem, subsystem_len);
	memcpy(data + subsystem_len, text, len);
	next += need;
	count++;
}

static void write_repeats(void)
{
	static const char before[] = "the same, times: ";
	char text[sizeof(before) + 10];
	size_t len = sizeof(before) - 1, digits = 1;
	if (last.times == 0)
		return;
	memcpy(text, before, len);
	for (unsigned rest = last.times; rest >= 10; rest /= 10)
		digits++;
	for (size_t i = digits; i > 0; i--, last.times /= 10)
		text[len + i - 1] = (char)('0' + last.times % 10);
	append(last.level, "log", 3, text, len + digits);
}

void log_init(void *memory, size_t len)
{
	KASSERT((uintptr_t)memory % ALIGN == 0 && len % ALIGN == 0);
	bytes = memory;
	size = len;
	log_clear();
	first_sequence = next_sequence = 1;
}

static size_t cut(const char *text, size_t most)
{
	size_t len = 0;
	while (text && len < most && text[len])
		len++;
	return len;
}

void log_write(enum log_level level, const char *subsystem, const char *text)
{
	size_t len = cut(text, LOG_TEXT_MAX);
	spin_lock(&lock);
	if (len > 0 && last.level == level && strlen(last.text) == len &&
		memcmp(last.text, text, len) == 0) {
		last.times++;
	} else {
		write_repeats();
		append(level, subsystem, cut(subsystem, LOG_SUBSYSTEM_MAX), text, len);
		memcpy(last.text, text, len);
		last.text[len] = 0;
		last.level = level;
	}
	spin_unlock(&lock);
}

void log_reader_init(struct log_reader *reader)
{
	spin_lock(&lock);
	*reader = (struct log_reader){.next = first_sequence};
	spin_unlock(&lock);
}

static void copy_record(const struct header *h, struct log_record *ret_record)
{
	const char *data = (const char *)(h + 1);
	ret_record->sequence = h->sequence;
	ret_record->level = h->level;
	ret_record->len = h->len;
	memcpy(ret_record->subsystem, data, h->subsystem_len);
	ret_record->subsystem[h->subsystem_len] = 0;
	memcpy(ret_record->text, data + h->subsystem_len, h->len);
	ret_record->text[h->len] = 0;
}

static const struct header *find(uint64_t sequence)
{
	size_t at = first;
	for (uint64_t s = first_sequence; s < sequence; s++)
		at = unwrapped(at + header_at(at)->size);
	KASSERT(header_at(at)->sequence == sequence);
	return header_at(at);
}

bool log_read(struct log_reader *reader, enum log_level level, struct log_record *ret_record)
{
	bool found = false;
	spin_lock(&lock);
	if (reader->next < first_sequence) {
		reader->missed += first_sequence - reader->next;
		reader->next = first_sequence;
	}
	while (!found && reader->next < next_sequence) {
		const struct header *h = find(reader->next++);
		if (h->level <= level) {
			copy_record(h, ret_record);
			found = true;
		}
	}
	spin_unlock(&lock);
	return found;
}

size_t log_count(void)
{
	return count;
}

void log_clear(void)
{
	spin_lock(&lock);
	first = next = count = 0;
	first_sequence = next_sequence;
	last.text[0] = 0;
	last.times = 0;
	spin_unlock(&lock);
}

void log_check(void)
{
	uint64_t sequence = first_sequence;
	size_t at = first;
	spin_lock(&lock);
	for (size_t i = 0; i < count; i++) {
		at = i > 0 ? unwrapped(at) : first;
		const struct header *h = header_at(at);
		KASSERT(h->sequence == sequence && h->size >= sizeof(*h) && h->size % ALIGN == 0);
		KASSERT(sizeof(*h) + h->subsystem_len + h->len <= h->size && at + h->size <= size);
		at += h->size;
		sequence++;
	}
	KASSERT(sequence == next_sequence && at == next);
	spin_unlock(&lock);
}
