#ifndef _CUPEL_ERROR_H
#define _CUPEL_ERROR_H
extern void error(int status, int errnum, const char *format, ...);
#endif
