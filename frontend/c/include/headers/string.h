#ifndef _CUPEL_STRING_H
#define _CUPEL_STRING_H
#include <stddef.h>
extern void *memcpy(void *restrict dst, const void *restrict src, size_t n);
extern void *mempcpy(void *restrict dst, const void *restrict src, size_t n);
extern void *memmove(void *dst, const void *src, size_t n);
extern void *memccpy(void *restrict dst, const void *restrict src, int c, size_t n);
extern void *memset(void *s, int c, size_t n);
#if __STDC_VERSION__ > 201710L
#define memset_explicit(s, c, n) memset((s), (c), (n))
#endif
extern int memcmp(const void *a, const void *b, size_t n);
extern void *memchr(const void *s, int c, size_t n);
extern void *memrchr(const void *s, int c, size_t n);
extern void *memmem(const void *haystack, size_t hn, const void *needle, size_t nn);
extern size_t strlen(const char *s);
extern size_t strnlen(const char *s, size_t max);
extern char *strcpy(char *restrict dst, const char *restrict src);
extern char *stpcpy(char *restrict dst, const char *restrict src);
extern char *strncpy(char *restrict dst, const char *restrict src, size_t n);
extern char *strcat(char *restrict dst, const char *restrict src);
extern char *strncat(char *restrict dst, const char *restrict src, size_t n);
extern int strcmp(const char *a, const char *b);
extern int strncmp(const char *a, const char *b, size_t n);
extern int strcoll(const char *a, const char *b);
extern size_t strxfrm(char *restrict dst, const char *restrict src, size_t n);
extern char *strchr(const char *s, int c);
extern char *strrchr(const char *s, int c);
extern size_t strspn(const char *s, const char *accept);
extern size_t strcspn(const char *s, const char *reject);
extern char *strpbrk(const char *s, const char *accept);
extern char *strstr(const char *haystack, const char *needle);
extern char *strcasestr(const char *haystack, const char *needle);
extern char *strtok(char *restrict s, const char *restrict delim);
extern char *strtok_r(char *restrict s, const char *restrict delim, char **restrict save);
extern char *strsep(char **restrict s, const char *restrict delim);
extern char *strdup(const char *s);
extern char *strndup(const char *s, size_t n);
extern char *strerror(int e);
extern char *strsignal(int sig);
extern char *stpncpy(char *restrict dst, const char *restrict src, size_t n);
extern char *strchrnul(const char *s, int c);
extern int strverscmp(const char *a, const char *b);
extern size_t strlcpy(char *restrict dst, const char *restrict src, size_t size);
extern size_t strlcat(char *restrict dst, const char *restrict src, size_t size);
extern void *rawmemchr(const void *s, int c);
extern char *index(const char *s, int c);
extern char *rindex(const char *s, int c);
extern void bzero(void *s, size_t n);
extern void bcopy(const void *src, void *dst, size_t n);
extern int bcmp(const void *a, const void *b, size_t n);
extern void explicit_bzero(void *s, size_t n);
extern int strcasecmp(const char *a, const char *b);
extern int strncasecmp(const char *a, const char *b, size_t n);
extern int ffsl(long i);
extern int ffsll(long long i);
#endif
