#ifndef _CUPEL_UCHAR_H
#define _CUPEL_UCHAR_H
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>
#if __STDC_VERSION__ > 201710L
typedef unsigned char char8_t;
#endif
typedef uint16_t char16_t;
typedef uint32_t char32_t;
#endif
