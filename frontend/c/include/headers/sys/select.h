#ifndef _CUPEL_SYS_SELECT_H
#define _CUPEL_SYS_SELECT_H
#include <sys/types.h>
#include <sys/time.h>
#include <time.h>
#define FD_SETSIZE 1024
typedef struct { long __fds_bits[1024 / (8 * sizeof(long))]; } fd_set;
#define FD_ZERO(set) do { for (unsigned __i = 0; __i < 1024 / (8 * sizeof(long)); __i++) (set)->__fds_bits[__i] = 0; } while (0)
#define FD_SET(fd, set) ((void)((set)->__fds_bits[(fd) / (8 * (int)sizeof(long))] |= (long)(1UL << ((fd) % (8 * (int)sizeof(long))))))
#define FD_CLR(fd, set) ((void)((set)->__fds_bits[(fd) / (8 * (int)sizeof(long))] &= (long)~(1UL << ((fd) % (8 * (int)sizeof(long))))))
#define FD_ISSET(fd, set) (((set)->__fds_bits[(fd) / (8 * (int)sizeof(long))] & (long)(1UL << ((fd) % (8 * (int)sizeof(long))))) != 0)
extern int select(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other, struct timeval *restrict timeout);
#endif
