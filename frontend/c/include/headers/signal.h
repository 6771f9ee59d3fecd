#ifndef _CUPEL_SIGNAL_H
#define _CUPEL_SIGNAL_H
#include <sys/types.h>
typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
typedef struct { unsigned long __bits[128 / sizeof(unsigned long)]; } sigset_t;
typedef struct { int si_signo, si_errno, si_code; pid_t si_pid; uid_t si_uid; void *si_addr; int si_status; } siginfo_t;
struct sigaction { __sighandler_t sa_handler; sigset_t sa_mask; int sa_flags; void (*sa_restorer)(void); };
#define SIG_ERR ((__sighandler_t)-1)
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SA_RESTART 0x10000000
#define SA_SIGINFO 4
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
extern __sighandler_t signal(int sig, __sighandler_t handler);
extern int raise(int sig);
extern int gsignal(int sig);
extern int kill(pid_t pid, int sig);
extern int sigaction(int sig, const struct sigaction *restrict act, struct sigaction *restrict old);
extern int sigemptyset(sigset_t *set);
extern int sigfillset(sigset_t *set);
extern int sigaddset(sigset_t *set, int sig);
extern int sigdelset(sigset_t *set, int sig);
extern int sigismember(const sigset_t *set, int sig);
extern int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old);
#endif
