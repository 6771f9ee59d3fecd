#ifndef _CUPEL_NETDB_H
#define _CUPEL_NETDB_H
#include <netinet/in.h>
struct hostent { char *h_name; char **h_aliases; int h_addrtype, h_length; char **h_addr_list; };
#define h_addr h_addr_list[0]
struct addrinfo { int ai_flags, ai_family, ai_socktype, ai_protocol; socklen_t ai_addrlen; struct sockaddr *ai_addr; char *ai_canonname; struct addrinfo *ai_next; };
#define AI_PASSIVE 1
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
extern struct hostent *gethostbyname(const char *name);
extern int getaddrinfo(const char *restrict node, const char *restrict service, const struct addrinfo *restrict hints, struct addrinfo **restrict result);
extern void freeaddrinfo(struct addrinfo *result);
extern const char *gai_strerror(int code);
#endif
