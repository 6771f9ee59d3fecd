#ifndef _CUPEL_SYS_FCNTL_H
#define _CUPEL_SYS_FCNTL_H
#include <fcntl.h>
#endif
