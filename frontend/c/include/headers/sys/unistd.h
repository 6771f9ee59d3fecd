#ifndef _CUPEL_SYS_UNISTD_H
#define _CUPEL_SYS_UNISTD_H
#include <unistd.h>
#endif
