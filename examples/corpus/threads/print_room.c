/* Printers that share paper and ink: jobs come one by one, and all printers are told of each. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { PRINTERS = 2, JOBS = 5 };

struct room {
	pthread_mutex_t jobs_lock, paper_lock, ink_lock;
	pthread_cond_t job_came, printer_idle;
	int jobs[JOBS], count, idle, done, closed; /* under jobs_lock */
	int sheets, loads; /* under paper_lock */
	int drops, refills; /* under ink_lock */
};

static struct room room = {.jobs_lock = PTHREAD_MUTEX_INITIALIZER,
	.paper_lock = PTHREAD_MUTEX_INITIALIZER,
	.ink_lock = PTHREAD_MUTEX_INITIALIZER,
	.job_came = PTHREAD_COND_INITIALIZER,
	.printer_idle = PTHREAD_COND_INITIALIZER,
	.sheets = 10,
	.drops = 9};
static atomic_int printed, warm;
static atomic_ulong lines;

static void use_paper(int pages)
{
	pthread_mutex_lock(&room.paper_lock);
	while (room.sheets < pages) {
		room.sheets += 10;
		room.loads++;
	}
	room.sheets -= pages;
	pthread_mutex_unlock(&room.paper_lock);
}

static void use_ink(int pages)
{
	pthread_mutex_lock(&room.ink_lock);
	room.drops -= pages;
	if (room.drops < 0) {
		room.drops += 20;
		room.refills++;
	}
	pthread_mutex_unlock(&room.ink_lock);
}

/* The pages of the next job; 0: the room closes. */
static int next_job(void)
{
	pthread_mutex_lock(&room.jobs_lock);
	room.idle++;
	pthread_cond_broadcast(&room.printer_idle);
	while (room.count == 0 && !room.closed)
		pthread_cond_wait(&room.job_came, &room.jobs_lock);
	room.idle--;
	int pages = room.closed ? 0 : room.jobs[--room.count];
	room.done += pages > 0;
	pthread_cond_broadcast(&room.printer_idle);
	pthread_mutex_unlock(&room.jobs_lock);
	return pages;
}

static void *work(void *arg)
{
	(void)arg;
	atomic_fetch_add(&warm, 1);
	for (int pages; (pages = next_job()) > 0;) {
		use_paper(pages);
		use_ink(pages);
		atomic_fetch_add(&printed, pages);
		atomic_fetch_add(&lines, (unsigned long)pages * 40);
	}
	return NULL;
}

static void submit(int pages)
{
	pthread_mutex_lock(&room.jobs_lock);
	while (room.idle < PRINTERS)
		pthread_cond_wait(&room.printer_idle, &room.jobs_lock);
	int before = room.done;
	room.jobs[room.count++] = pages;
	pthread_cond_broadcast(&room.job_came);
	while (room.done == before)
		pthread_cond_wait(&room.printer_idle, &room.jobs_lock);
	pthread_mutex_unlock(&room.jobs_lock);
}

static void close_room(void)
{
	pthread_mutex_lock(&room.jobs_lock);
	while (room.idle < PRINTERS)
		pthread_cond_wait(&room.printer_idle, &room.jobs_lock);
	room.closed = 1;
	pthread_cond_broadcast(&room.job_came);
	pthread_mutex_unlock(&room.jobs_lock);
}

int main(void)
{
	static const int pages[JOBS] = {3, 8, 1, 12, 4};
	pthread_t threads[PRINTERS];
	for (int i = 0; i < PRINTERS; i++)
		if (pthread_create(&threads[i], NULL, work, NULL))
			return 1;
	for (int i = 0; i < JOBS; i++)
		submit(pages[i]);
	close_room();
	for (int i = 0; i < PRINTERS; i++)
		pthread_join(threads[i], NULL);
	printf("%d pages, %lu lines, %d printers\n", atomic_load(&printed), atomic_load(&lines),
		atomic_load(&warm));
	printf("%d jobs, %d sheets after %d loads, %d drops after %d\n", room.done, room.sheets,
		room.loads, room.drops, room.refills);
	return 0;
}
