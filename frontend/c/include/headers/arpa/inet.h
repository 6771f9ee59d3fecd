#ifndef _CUPEL_ARPA_INET_H
#define _CUPEL_ARPA_INET_H
#include <netinet/in.h>
extern in_addr_t inet_addr(const char *s);
extern int inet_aton(const char *s, struct in_addr *addr);
extern char *inet_ntoa(struct in_addr addr);
extern int inet_pton(int family, const char *restrict s, void *restrict addr);
extern const char *inet_ntop(int family, const void *restrict addr, char *restrict s, socklen_t size);
#endif
