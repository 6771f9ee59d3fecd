#ifndef _CUPEL_ERR_H
#define _CUPEL_ERR_H
extern void err(int status, const char *format, ...) __attribute__((__noreturn__));
extern void errx(int status, const char *format, ...) __attribute__((__noreturn__));
extern void warn(const char *format, ...);
extern void warnx(const char *format, ...);
#endif
