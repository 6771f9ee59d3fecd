#ifndef _CUPEL_MEMORY_H
#define _CUPEL_MEMORY_H
#include <string.h>
#endif
