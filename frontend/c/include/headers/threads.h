#ifndef _CUPEL_THREADS_H
#define _CUPEL_THREADS_H
#include <time.h>
typedef unsigned long thrd_t;
typedef int (*thrd_start_t)(void *);
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
#if __STDC_VERSION__ <= 201710L /* a keyword in C23 */
#define thread_local _Thread_local
#endif
extern int thrd_create(thrd_t *t, thrd_start_t f, void *arg);
extern int thrd_join(thrd_t t, int *result);
extern thrd_t thrd_current(void);
extern void thrd_yield(void);
#endif
