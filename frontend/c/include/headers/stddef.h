#ifndef _CUPEL_STDDEF_H
#define _CUPEL_STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct { long long __ll __attribute__((__aligned__(8))); long double __ld __attribute__((__aligned__(16))); } max_align_t;
#undef NULL
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
#if __STDC_VERSION__ > 201710L
typedef __typeof__(nullptr) nullptr_t;
#define unreachable() __builtin_unreachable()
#endif
#endif
