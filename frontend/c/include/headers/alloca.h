#ifndef _CUPEL_ALLOCA_H
#define _CUPEL_ALLOCA_H
#include <stddef.h>
#undef alloca
extern void *alloca(size_t size);
#endif
