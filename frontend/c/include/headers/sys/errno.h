#ifndef _CUPEL_SYS_ERRNO_H
#define _CUPEL_SYS_ERRNO_H
#include <errno.h>
#endif
