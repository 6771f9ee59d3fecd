#ifndef _CUPEL_STDARG_H
#define _CUPEL_STDARG_H
typedef __builtin_va_list va_list;
typedef __builtin_va_list __gnuc_va_list;
#if __STDC_VERSION__ > 201710L
#define va_start(ap, ...) __builtin_va_start(ap, 0)
#else
#define va_start(ap, last) __builtin_va_start(ap, last)
#endif
#define va_arg(ap, type) __builtin_va_arg(ap, type)
#define va_copy(dst, src) __builtin_va_copy(dst, src)
#define va_end(ap) __builtin_va_end(ap)
#endif
