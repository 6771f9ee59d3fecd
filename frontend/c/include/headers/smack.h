#ifndef _CUPEL_SMACK_H
#define _CUPEL_SMACK_H
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_assert(int condition);
extern void __VERIFIER_error(void);
extern char __VERIFIER_nondet_char(void);
extern signed char __VERIFIER_nondet_signed_char(void);
extern unsigned char __VERIFIER_nondet_unsigned_char(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_unsigned_short(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_unsigned_int(void);
extern unsigned int __VERIFIER_nondet_unsigned(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_unsigned_long(void);
extern long long __VERIFIER_nondet_long_long(void);
extern unsigned long long __VERIFIER_nondet_unsigned_long_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void *__VERIFIER_nondet_pointer(void);
#endif
