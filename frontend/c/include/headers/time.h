#ifndef _CUPEL_TIME_H
#define _CUPEL_TIME_H
#include <stddef.h>
#include <sys/types.h>
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define TIME_UTC 1
struct timespec { time_t tv_sec; long tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
extern clock_t clock(void);
extern time_t time(time_t *t);
extern double difftime(time_t end, time_t start);
extern time_t mktime(struct tm *tm);
extern struct tm *gmtime(const time_t *t);
extern struct tm *localtime(const time_t *t);
extern struct tm *gmtime_r(const time_t *restrict t, struct tm *restrict out);
extern struct tm *localtime_r(const time_t *restrict t, struct tm *restrict out);
extern char *asctime(const struct tm *tm);
extern char *ctime(const time_t *t);
extern size_t strftime(char *restrict s, size_t max, const char *restrict format, const struct tm *restrict tm);
extern int timespec_get(struct timespec *ts, int base);
extern int clock_gettime(clockid_t id, struct timespec *ts);
extern int clock_getres(clockid_t id, struct timespec *ts);
extern int nanosleep(const struct timespec *request, struct timespec *rest);
#endif
