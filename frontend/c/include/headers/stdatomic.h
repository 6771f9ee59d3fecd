#ifndef _CUPEL_STDATOMIC_H
#define _CUPEL_STDATOMIC_H
#include <stddef.h>
#include <stdint.h>
/* Sequentially consistent operations of one thread. */
typedef enum { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst } memory_order;
typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned int) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(size_t) atomic_size_t;
typedef _Atomic(ptrdiff_t) atomic_ptrdiff_t;
typedef _Atomic(intptr_t) atomic_intptr_t;
typedef _Atomic(uintptr_t) atomic_uintptr_t;
typedef _Atomic(intmax_t) atomic_intmax_t;
typedef _Atomic(uintmax_t) atomic_uintmax_t;
typedef _Atomic(__CHAR16_TYPE__) atomic_char16_t;
typedef _Atomic(__CHAR32_TYPE__) atomic_char32_t;
typedef _Atomic(wchar_t) atomic_wchar_t;
typedef _Atomic(int_least8_t) atomic_int_least8_t;
typedef _Atomic(uint_least8_t) atomic_uint_least8_t;
typedef _Atomic(int_least16_t) atomic_int_least16_t;
typedef _Atomic(uint_least16_t) atomic_uint_least16_t;
typedef _Atomic(int_least32_t) atomic_int_least32_t;
typedef _Atomic(uint_least32_t) atomic_uint_least32_t;
typedef _Atomic(int_least64_t) atomic_int_least64_t;
typedef _Atomic(uint_least64_t) atomic_uint_least64_t;
typedef _Atomic(int_fast8_t) atomic_int_fast8_t;
typedef _Atomic(uint_fast8_t) atomic_uint_fast8_t;
typedef _Atomic(int_fast16_t) atomic_int_fast16_t;
typedef _Atomic(uint_fast16_t) atomic_uint_fast16_t;
typedef _Atomic(int_fast32_t) atomic_int_fast32_t;
typedef _Atomic(uint_fast32_t) atomic_uint_fast32_t;
typedef _Atomic(int_fast64_t) atomic_int_fast64_t;
typedef _Atomic(uint_fast64_t) atomic_uint_fast64_t;
typedef struct { atomic_bool __value; } atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#if __STDC_VERSION__ <= 201710L
#define ATOMIC_VAR_INIT(v) (v)
#endif
#define atomic_init(p, v) ((void)(*(p) = (v)))
#define atomic_thread_fence(order) ((void)(order))
#define atomic_signal_fence(order) ((void)(order))
#define atomic_is_lock_free(p) ((void)(p), 1)
#define atomic_load(p) (*(p))
#define atomic_load_explicit(p, order) (*(p))
#define atomic_store(p, v) ((void)(*(p) = (v)))
#define atomic_store_explicit(p, v, order) atomic_store(p, v)
#define __atomic_update(p, value) ({ __typeof__(p) __p = (p); __typeof__(*__p + 0) __old = *__p; *__p = (value); __old; })
#define atomic_exchange(p, v) __atomic_update(p, v)
#define atomic_exchange_explicit(p, v, order) atomic_exchange(p, v)
#define atomic_fetch_add(p, v) ((__typeof__(*(p)))__atomic_fetch_add((p), (v), 5))
#define atomic_fetch_add_explicit(p, v, order) atomic_fetch_add(p, v)
#define atomic_fetch_sub(p, v) ((__typeof__(*(p)))__atomic_fetch_sub((p), (v), 5))
#define atomic_fetch_sub_explicit(p, v, order) atomic_fetch_sub(p, v)
#define atomic_fetch_or(p, v) ((__typeof__(*(p)))__atomic_fetch_or((p), (v), 5))
#define atomic_fetch_or_explicit(p, v, order) atomic_fetch_or(p, v)
#define atomic_fetch_xor(p, v) ((__typeof__(*(p)))__atomic_fetch_xor((p), (v), 5))
#define atomic_fetch_xor_explicit(p, v, order) atomic_fetch_xor(p, v)
#define atomic_fetch_and(p, v) ((__typeof__(*(p)))__atomic_fetch_and((p), (v), 5))
#define atomic_fetch_and_explicit(p, v, order) atomic_fetch_and(p, v)
#define atomic_compare_exchange_strong(p, expected, desired) ({ __typeof__(p) __p = (p); __typeof__(expected) __e = (expected); _Bool __same = *__p == *__e; if (__same) *__p = (desired); else *__e = *__p; __same; })
#define atomic_compare_exchange_weak(p, expected, desired) atomic_compare_exchange_strong(p, expected, desired)
#define atomic_compare_exchange_strong_explicit(p, expected, desired, success, failure) atomic_compare_exchange_strong(p, expected, desired)
#define atomic_compare_exchange_weak_explicit(p, expected, desired, success, failure) atomic_compare_exchange_strong(p, expected, desired)
#define atomic_flag_test_and_set(f) atomic_exchange(&(f)->__value, 1)
#define atomic_flag_test_and_set_explicit(f, order) atomic_flag_test_and_set(f)
#define atomic_flag_clear(f) atomic_store(&(f)->__value, 0)
#define atomic_flag_clear_explicit(f, order) atomic_flag_clear(f)
#define kill_dependency(y) ((0, (y)))
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
#endif
