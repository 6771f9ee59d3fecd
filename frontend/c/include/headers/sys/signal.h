#ifndef _CUPEL_SYS_SIGNAL_H
#define _CUPEL_SYS_SIGNAL_H
#include <signal.h>
#endif
