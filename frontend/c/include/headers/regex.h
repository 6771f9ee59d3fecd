#ifndef _CUPEL_REGEX_H
#define _CUPEL_REGEX_H
#include <stddef.h>
typedef struct { void *__buffer; unsigned long __allocated, __used, __syntax; char *__fastmap; unsigned char *__translate; size_t re_nsub; unsigned int __flags; } regex_t;
typedef int regoff_t;
typedef struct { regoff_t rm_so, rm_eo; } regmatch_t;
#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2
#define REG_NOMATCH 1
extern int regcomp(regex_t *restrict re, const char *restrict pattern, int flags);
extern int regexec(const regex_t *restrict re, const char *restrict s, size_t n, regmatch_t matches[], int flags);
extern size_t regerror(int code, const regex_t *restrict re, char *restrict buf, size_t size);
extern void regfree(regex_t *re);
#endif
