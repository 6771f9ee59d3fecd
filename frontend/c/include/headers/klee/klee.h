#ifndef _CUPEL_KLEE_H
#define _CUPEL_KLEE_H
#include <stddef.h>
#include <stdint.h>
#include <assert.h>
extern void klee_make_symbolic(void *addr, size_t nbytes, const char *name);
extern int klee_range(int begin, int end, const char *name);
extern int klee_int(const char *name);
extern void klee_assume(uintptr_t condition);
extern void klee_silent_exit(int status) __attribute__((noreturn));
extern void klee_abort(void) __attribute__((noreturn));
extern void klee_report_error(const char *file, int line, const char *message, const char *suffix) __attribute__((noreturn));
extern void klee_prefer_cex(void *object, uintptr_t condition);
extern void klee_posix_prefer_cex(void *object, uintptr_t condition);
extern void klee_mark_global(void *object);
extern void klee_warning(const char *message);
extern void klee_warning_once(const char *message);
extern void klee_stack_trace(void);
extern void klee_print_expr(const char *message, ...);
extern void klee_print_range(const char *name, int arg);
extern void klee_set_forking(unsigned enable);
extern void klee_open_merge(void);
extern void klee_close_merge(void);
extern unsigned klee_is_symbolic(uintptr_t n);
extern int32_t klee_get_value_i32(int32_t expr);
extern int64_t klee_get_value_i64(int64_t expr);
extern float klee_get_valuef(float expr);
extern double klee_get_valued(double expr);
extern long klee_get_valuel(long expr);
extern void klee_check_memory_access(const void *address, size_t size);
#define klee_assert(expr) ((expr) ? (void)0 : __assert_fail(#expr, __FILE__, __LINE__, __func__))
#endif
