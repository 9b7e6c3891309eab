/* A log with a writer thread: threads hand their lines over in a list, the writer files them by level. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SOURCES 3
#define WRITERS 2
#define LINES 18

enum level { DEBUG, INFO, ERROR, LEVELS };

struct line {
	enum level level;
	int number;
	struct line *next;
};

struct log {
	pthread_mutex_t lock, stats_lock;
	pthread_cond_t arrived, drained;
	struct line *head, *tail;
	int queued, closed;
	int written[LEVELS];
	long checksum;
	int accepted;
};

static struct log journal = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.stats_lock = PTHREAD_MUTEX_INITIALIZER,
	.arrived = PTHREAD_COND_INITIALIZER,
	.drained = PTHREAD_COND_INITIALIZER,
};

static void log_append(struct log *log, enum level level, int number)
{
	struct line *line = malloc(sizeof(*line));
	*line = (struct line){level, number, NULL};
	pthread_mutex_lock(&log->lock);
	log->queued++;
	if (log->tail)
		log->tail->next = line;
	else
		log->head = line;
	log->tail = line;
	pthread_cond_broadcast(&log->arrived);
	pthread_mutex_unlock(&log->lock);
}

static struct line *log_take(struct log *log)
{
	pthread_mutex_lock(&log->lock);
	while (log->queued == 0 && !log->closed)
		pthread_cond_wait(&log->arrived, &log->lock);
	if (log->closed && log->queued == 0) {
		pthread_mutex_unlock(&log->lock);
		return NULL;
	}
	struct line *line = log->head;
	log->head = line->next;
	if (log->head == NULL)
		log->tail = NULL;
	log->queued--;
	if (log->queued == 0)
		pthread_cond_broadcast(&log->drained);
	pthread_mutex_unlock(&log->lock);
	return line;
}

static void log_accept(struct log *log)
{
	pthread_mutex_lock(&log->stats_lock);
	log->accepted++;
	pthread_mutex_unlock(&log->stats_lock);
}

static void log_file(struct log *log, const struct line *line)
{
	pthread_mutex_lock(&log->stats_lock);
	log->written[line->level]++;
	log->checksum += line->number * (line->level + 1);
	pthread_mutex_unlock(&log->stats_lock);
}

/* Until nothing is left in the list. */
static void log_flush(struct log *log)
{
	pthread_mutex_lock(&log->lock);
	while (log->queued > 0)
		pthread_cond_wait(&log->drained, &log->lock);
	pthread_mutex_unlock(&log->lock);
}

static void log_close(struct log *log)
{
	pthread_mutex_lock(&log->lock);
	log->closed = 1;
	pthread_cond_broadcast(&log->arrived);
	pthread_mutex_unlock(&log->lock);
}

static void *writer(void *arg)
{
	struct line *line;
	while ((line = log_take(arg)) != NULL) {
		log_file(arg, line);
		free(line);
	}
	return NULL;
}

static void *source(void *arg)
{
	for (int i = 0; i < LINES; i++) {
		log_accept(&journal);
		log_append(&journal, (enum level)(i % LEVELS), i + *(const int *)arg);
		usleep(120);
	}
	return NULL;
}

static void run(struct log *log)
{
	pthread_t writers[WRITERS], sources[SOURCES];
	int offsets[SOURCES] = {100, 200, 300};

	for (int i = 0; i < WRITERS; i++)
		pthread_create(&writers[i], NULL, writer, log);
	for (int i = 0; i < SOURCES; i++)
		pthread_create(&sources[i], NULL, source, &offsets[i]);
	for (int i = 0; i < SOURCES; i++)
		pthread_join(sources[i], NULL);
	log_flush(log);
	log_close(log);
	for (int i = 0; i < WRITERS; i++)
		pthread_join(writers[i], NULL);
}

int main(void)
{
	run(&journal);
	printf("%d accepted, %d debug, %d info, %d error\n", journal.accepted, journal.written[DEBUG],
		journal.written[INFO], journal.written[ERROR]);
	printf("checksum %ld, %d left\n", journal.checksum, journal.queued);
	return 0;
}
