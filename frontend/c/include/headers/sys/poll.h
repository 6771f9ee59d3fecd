#ifndef _CUPEL_SYS_POLL_H
#define _CUPEL_SYS_POLL_H
#include <poll.h>
#endif
