#ifndef _CUPEL_SETJMP_H
#define _CUPEL_SETJMP_H
typedef struct __jmp_buf_tag { long __registers[8]; int __mask_saved; unsigned long __mask[128 / sizeof(unsigned long)]; } jmp_buf[1];
typedef jmp_buf sigjmp_buf;
extern int setjmp(jmp_buf env);
extern int _setjmp(jmp_buf env);
extern int sigsetjmp(sigjmp_buf env, int save);
extern void longjmp(jmp_buf env, int value) __attribute__((__noreturn__));
extern void _longjmp(jmp_buf env, int value) __attribute__((__noreturn__));
extern void siglongjmp(sigjmp_buf env, int value) __attribute__((__noreturn__));
#define setjmp(env) setjmp(env)
#endif
