#ifndef _CUPEL_SEMAPHORE_H
#define _CUPEL_SEMAPHORE_H
#include <time.h>
typedef struct { unsigned int __value; int __waiters; long __spare[8 / sizeof(long) + 2 * (sizeof(long) == 8)]; } sem_t;
#define SEM_FAILED ((sem_t *)0)
extern int sem_init(sem_t *s, int shared, unsigned int value);
extern int sem_destroy(sem_t *s);
extern sem_t *sem_open(const char *name, int flags, ...);
extern int sem_close(sem_t *s);
extern int sem_unlink(const char *name);
extern int sem_wait(sem_t *s);
extern int sem_trywait(sem_t *s);
extern int sem_timedwait(sem_t *restrict s, const struct timespec *restrict t);
extern int sem_post(sem_t *s);
extern int sem_getvalue(sem_t *restrict s, int *restrict value);
#endif
