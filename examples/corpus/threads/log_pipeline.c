/* Pipeline of three stages: lines are read, parsed and counted, with a mailbox between two stages. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char *const lines[] = {
	"info start", "warn disk 80", "info user ann", "error disk 99", "info user bob",
	"warn load 7", "error net", "info stop",
};
enum { LINES = sizeof(lines) / sizeof(lines[0]) };

struct mailbox {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	const char *text; /* NULL: empty */
	int closed;
};

static struct mailbox raw = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0};
static struct mailbox parsed = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0};
static int errors, warnings, others;

static void mailbox_send(struct mailbox *m, const char *text)
{
	pthread_mutex_lock(&m->lock);
	while (m->text != NULL)
		pthread_cond_wait(&m->changed, &m->lock);
	m->text = text;
	pthread_cond_broadcast(&m->changed);
	pthread_mutex_unlock(&m->lock);
}

static const char *mailbox_receive(struct mailbox *m)
{
	pthread_mutex_lock(&m->lock);
	while (m->text == NULL && !m->closed)
		pthread_cond_wait(&m->changed, &m->lock);
	const char *text = m->text;
	m->text = NULL;
	pthread_cond_broadcast(&m->changed);
	pthread_mutex_unlock(&m->lock);
	return text;
}

static void mailbox_close(struct mailbox *m)
{
	pthread_mutex_lock(&m->lock);
	while (m->text != NULL)
		pthread_cond_wait(&m->changed, &m->lock);
	m->closed = 1;
	pthread_cond_broadcast(&m->changed);
	pthread_mutex_unlock(&m->lock);
}

static void *read_stage(void *arg)
{
	for (int i = 0; i < LINES; i++)
		mailbox_send(&raw, lines[i]);
	mailbox_close(&raw);
	return arg;
}

static void *parse_stage(void *arg)
{
	const char *line;
	while ((line = mailbox_receive(&raw)) != NULL)
		mailbox_send(&parsed, strncmp(line, "error", 5) == 0  ? "E"
				      : strncmp(line, "warn", 4) == 0 ? "W"
								       : "-");
	mailbox_close(&parsed);
	return arg;
}

static void *count_stage(void *arg)
{
	const char *level;
	while ((level = mailbox_receive(&parsed)) != NULL) {
		errors += *level == 'E';
		warnings += *level == 'W';
		others += *level == '-';
	}
	return arg;
}

int main(void)
{
	pthread_t stages[3];
	pthread_create(&stages[0], NULL, read_stage, NULL);
	pthread_create(&stages[1], NULL, parse_stage, NULL);
	pthread_create(&stages[2], NULL, count_stage, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(stages[i], NULL);
	printf("%d errors, %d warnings, %d others\n", errors, warnings, others);
	return 0;
}
