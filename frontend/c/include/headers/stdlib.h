#ifndef _CUPEL_STDLIB_H
#define _CUPEL_STDLIB_H
#include <stddef.h>
#include <alloca.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 1
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
extern void *malloc(size_t size);
extern void *calloc(size_t n, size_t size);
extern void *realloc(void *p, size_t size);
extern void *reallocarray(void *p, size_t n, size_t size);
extern void *aligned_alloc(size_t alignment, size_t size);
extern int posix_memalign(void **p, size_t alignment, size_t size);
extern void free(void *p);
extern void abort(void) __attribute__((__noreturn__));
extern void exit(int status) __attribute__((__noreturn__));
extern void _Exit(int status) __attribute__((__noreturn__));
extern void quick_exit(int status) __attribute__((__noreturn__));
extern int atexit(void (*f)(void));
extern int on_exit(void (*f)(int, void *), void *arg);
extern int at_quick_exit(void (*f)(void));
extern int system(const char *command);
extern char *getenv(const char *name);
extern int setenv(const char *name, const char *value, int replace);
extern int unsetenv(const char *name);
extern int putenv(char *s);
extern int atoi(const char *s);
extern long atol(const char *s);
extern long long atoll(const char *s);
extern double atof(const char *s);
extern long strtol(const char *s, char **end, int base);
extern unsigned long strtoul(const char *s, char **end, int base);
extern long long strtoll(const char *s, char **end, int base);
extern unsigned long long strtoull(const char *s, char **end, int base);
extern float strtof(const char *s, char **end);
extern double strtod(const char *s, char **end);
extern long double strtold(const char *s, char **end);
extern int rand(void);
extern void srand(unsigned int seed);
extern int rand_r(unsigned int *seed);
extern long random(void);
extern void srandom(unsigned int seed);
extern double drand48(void);
extern long lrand48(void);
extern void srand48(long seed);
extern int abs(int j);
extern long labs(long j);
extern long long llabs(long long j);
extern div_t div(int numer, int denom);
extern ldiv_t ldiv(long numer, long denom);
extern lldiv_t lldiv(long long numer, long long denom);
extern void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
extern void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
extern int mblen(const char *s, size_t n);
extern int mbtowc(wchar_t *pwc, const char *s, size_t n);
extern int wctomb(char *s, wchar_t wc);
extern size_t mbstowcs(wchar_t *dst, const char *src, size_t n);
extern size_t wcstombs(char *dst, const wchar_t *src, size_t n);
extern char *realpath(const char *path, char *resolved);
extern int mkstemp(char *name);
#endif
