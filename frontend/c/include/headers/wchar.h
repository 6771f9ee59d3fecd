#ifndef _CUPEL_WCHAR_H
#define _CUPEL_WCHAR_H
#include <stddef.h>
#include <stdint.h>
#include <stdarg.h>
#include <stdio.h>
typedef __WINT_TYPE__ wint_t;
typedef struct { int __count; unsigned int __value; } mbstate_t;
struct tm;
#define WEOF (0xffffffffu)
extern size_t wcslen(const wchar_t *s);
extern wchar_t *wcscpy(wchar_t *restrict dst, const wchar_t *restrict src);
extern wchar_t *wcsncpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n);
extern wchar_t *wcscat(wchar_t *restrict dst, const wchar_t *restrict src);
extern int wcscmp(const wchar_t *a, const wchar_t *b);
extern int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n);
extern wchar_t *wcschr(const wchar_t *s, wchar_t c);
extern wchar_t *wcsrchr(const wchar_t *s, wchar_t c);
extern wchar_t *wcsstr(const wchar_t *haystack, const wchar_t *needle);
extern wchar_t *wmemcpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n);
extern wchar_t *wmemmove(wchar_t *dst, const wchar_t *src, size_t n);
extern wchar_t *wmemset(wchar_t *s, wchar_t c, size_t n);
extern int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n);
extern size_t wcsnlen(const wchar_t *s, size_t max);
extern wchar_t *wcpcpy(wchar_t *restrict dst, const wchar_t *restrict src);
extern wchar_t *wcsncat(wchar_t *restrict dst, const wchar_t *restrict src, size_t n);
extern int wcscoll(const wchar_t *a, const wchar_t *b);
extern size_t wcsspn(const wchar_t *s, const wchar_t *set);
extern size_t wcscspn(const wchar_t *s, const wchar_t *set);
extern wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set);
extern wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict set, wchar_t **restrict rest);
extern wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n);
extern wchar_t *wmempcpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n);
extern wchar_t *wcsdup(const wchar_t *s);
extern wint_t btowc(int c);
extern int wctob(wint_t c);
extern size_t mbrtowc(wchar_t *restrict pwc, const char *restrict s, size_t n, mbstate_t *restrict st);
extern size_t wcrtomb(char *restrict s, wchar_t wc, mbstate_t *restrict st);
extern wint_t fgetwc(FILE *f);
extern wint_t fputwc(wchar_t c, FILE *f);
extern wint_t getwchar(void);
extern wint_t putwchar(wchar_t c);
extern int wprintf(const wchar_t *restrict format, ...);
extern int swprintf(wchar_t *restrict s, size_t n, const wchar_t *restrict format, ...);
extern long wcstol(const wchar_t *restrict s, wchar_t **restrict end, int base);
#endif
