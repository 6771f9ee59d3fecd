#ifndef _CUPEL_SYS_UIO_H
#define _CUPEL_SYS_UIO_H
#include <sys/types.h>
struct iovec { void *iov_base; size_t iov_len; };
extern ssize_t readv(int fd, const struct iovec *iov, int n);
extern ssize_t writev(int fd, const struct iovec *iov, int n);
#endif
