#ifndef _CUPEL_MALLOC_H
#define _CUPEL_MALLOC_H
#include <stddef.h>
#include <stdlib.h>
extern void *memalign(size_t alignment, size_t size);
extern void *valloc(size_t size);
extern size_t malloc_usable_size(void *p);
#endif
