#ifndef _CUPEL_SYS_SOCKET_H
#define _CUPEL_SYS_SOCKET_H
#include <sys/types.h>
#include <sys/uio.h>
typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_storage { sa_family_t ss_family; char __ss_padding[128 - sizeof(sa_family_t) - sizeof(unsigned long)]; unsigned long __ss_align; };
struct msghdr { void *msg_name; socklen_t msg_namelen; struct iovec *msg_iov; size_t msg_iovlen; void *msg_control; size_t msg_controllen; int msg_flags; };
struct linger { int l_onoff, l_linger; };
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_NONBLOCK 04000
#define SOCK_CLOEXEC 02000000
#define PF_UNSPEC 0
#define PF_UNIX 1
#define PF_LOCAL 1
#define PF_INET 2
#define PF_INET6 10
#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_LOCAL 1
#define AF_INET 2
#define AF_INET6 10
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SOMAXCONN 4096
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define MSG_OOB 1
#define MSG_PEEK 2
#define MSG_DONTWAIT 0x40
#define MSG_WAITALL 0x100
#define MSG_NOSIGNAL 0x4000
extern int socket(int domain, int type, int protocol);
extern int socketpair(int domain, int type, int protocol, int fds[2]);
extern int bind(int fd, const struct sockaddr *addr, socklen_t len);
extern int listen(int fd, int backlog);
extern int accept(int fd, struct sockaddr *restrict addr, socklen_t *restrict len);
extern int connect(int fd, const struct sockaddr *addr, socklen_t len);
extern int shutdown(int fd, int how);
extern ssize_t send(int fd, const void *buf, size_t n, int flags);
extern ssize_t recv(int fd, void *buf, size_t n, int flags);
extern ssize_t sendto(int fd, const void *buf, size_t n, int flags, const struct sockaddr *addr, socklen_t len);
extern ssize_t recvfrom(int fd, void *restrict buf, size_t n, int flags, struct sockaddr *restrict addr, socklen_t *restrict len);
extern ssize_t sendmsg(int fd, const struct msghdr *message, int flags);
extern ssize_t recvmsg(int fd, struct msghdr *message, int flags);
extern int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict len);
extern int setsockopt(int fd, int level, int name, const void *value, socklen_t len);
extern int getsockname(int fd, struct sockaddr *restrict addr, socklen_t *restrict len);
extern int getpeername(int fd, struct sockaddr *restrict addr, socklen_t *restrict len);
#endif
