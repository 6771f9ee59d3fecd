#ifndef _CUPEL_SEARCH_H
#define _CUPEL_SEARCH_H
#include <stddef.h>
extern void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *));
extern void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*compare)(const void *, const void *));
#endif
