#ifndef _CUPEL_POLL_H
#define _CUPEL_POLL_H
struct pollfd { int fd; short events, revents; };
typedef unsigned long nfds_t;
#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32
extern int poll(struct pollfd *fds, nfds_t n, int timeout);
#endif
