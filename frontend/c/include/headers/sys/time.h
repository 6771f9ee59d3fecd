#ifndef _CUPEL_SYS_TIME_H
#define _CUPEL_SYS_TIME_H
#include <sys/types.h>
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
struct itimerval { struct timeval it_interval, it_value; };
extern int gettimeofday(struct timeval *restrict tv, void *restrict tz);
extern int settimeofday(const struct timeval *tv, const struct timezone *tz);
extern int setitimer(int which, const struct itimerval *restrict in, struct itimerval *restrict out);
#endif
