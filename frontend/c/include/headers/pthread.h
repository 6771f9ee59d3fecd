#ifndef _CUPEL_PTHREAD_H
#define _CUPEL_PTHREAD_H
#include <stddef.h>
#include <sys/types.h>
#include <time.h>
/* Plain structures of the sizes of the x86 Linux ABI, without unions. */
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
#ifdef __LP64__
typedef struct { long __state[7]; } pthread_attr_t;
typedef struct { int __lock; unsigned int __count; int __owner, __kind; long __spare[3]; } pthread_mutex_t;
typedef struct { long __state[6]; } pthread_cond_t;
typedef struct { long __state[7]; } pthread_rwlock_t;
typedef struct { long __state[4]; } pthread_barrier_t;
typedef struct { long __kind; } pthread_rwlockattr_t;
#else
typedef struct { long __state[9]; } pthread_attr_t;
typedef struct { int __lock; unsigned int __count; int __owner, __kind; long __spare[2]; } pthread_mutex_t;
typedef struct { long __state[12]; } pthread_cond_t;
typedef struct { long __state[8]; } pthread_rwlock_t;
typedef struct { long __state[5]; } pthread_barrier_t;
typedef struct { long __kind[2]; } pthread_rwlockattr_t;
#endif
typedef int pthread_spinlock_t;
typedef struct { int __kind; } pthread_mutexattr_t;
typedef struct { int __kind; } pthread_condattr_t;
typedef struct { int __kind; } pthread_barrierattr_t;
struct sched_param { int sched_priority; };
#define PTHREAD_MUTEX_INITIALIZER { 0 }
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define PTHREAD_RWLOCK_INITIALIZER { { 0 } }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_CANCELED ((void *)-1)
extern int pthread_create(pthread_t *restrict t, const pthread_attr_t *restrict attr, void *(*start)(void *), void *restrict arg);
extern int pthread_join(pthread_t t, void **result);
extern int pthread_detach(pthread_t t);
extern void pthread_exit(void *result) __attribute__((__noreturn__));
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t a, pthread_t b);
extern int pthread_cancel(pthread_t t);
extern void pthread_testcancel(void);
extern int pthread_once(pthread_once_t *once, void (*f)(void));
extern int pthread_attr_init(pthread_attr_t *a);
extern int pthread_attr_destroy(pthread_attr_t *a);
extern int pthread_attr_setdetachstate(pthread_attr_t *a, int state);
extern int pthread_attr_setstacksize(pthread_attr_t *a, size_t size);
extern int pthread_mutex_init(pthread_mutex_t *restrict m, const pthread_mutexattr_t *restrict a);
extern int pthread_mutex_destroy(pthread_mutex_t *m);
extern int pthread_mutex_lock(pthread_mutex_t *m);
extern int pthread_mutex_trylock(pthread_mutex_t *m);
extern int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict t);
extern int pthread_mutex_unlock(pthread_mutex_t *m);
extern int pthread_mutexattr_init(pthread_mutexattr_t *a);
extern int pthread_mutexattr_destroy(pthread_mutexattr_t *a);
extern int pthread_mutexattr_settype(pthread_mutexattr_t *a, int kind);
extern int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict a);
extern int pthread_cond_destroy(pthread_cond_t *c);
extern int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m);
extern int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, const struct timespec *restrict t);
extern int pthread_cond_signal(pthread_cond_t *c);
extern int pthread_cond_broadcast(pthread_cond_t *c);
extern int pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict a);
extern int pthread_rwlock_destroy(pthread_rwlock_t *l);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *l);
extern int pthread_rwlock_tryrdlock(pthread_rwlock_t *l);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *l);
extern int pthread_rwlock_trywrlock(pthread_rwlock_t *l);
extern int pthread_rwlock_unlock(pthread_rwlock_t *l);
extern int pthread_spin_init(pthread_spinlock_t *l, int shared);
extern int pthread_spin_destroy(pthread_spinlock_t *l);
extern int pthread_spin_lock(pthread_spinlock_t *l);
extern int pthread_spin_trylock(pthread_spinlock_t *l);
extern int pthread_spin_unlock(pthread_spinlock_t *l);
extern int pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict a, unsigned int count);
extern int pthread_barrier_destroy(pthread_barrier_t *b);
extern int pthread_barrier_wait(pthread_barrier_t *b);
extern int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
extern int pthread_key_delete(pthread_key_t key);
extern void *pthread_getspecific(pthread_key_t key);
extern int pthread_setspecific(pthread_key_t key, const void *value);
extern int pthread_setcancelstate(int state, int *old);
extern int pthread_setcanceltype(int type, int *old);
extern int sched_yield(void);
#endif
