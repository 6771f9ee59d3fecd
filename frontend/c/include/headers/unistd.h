#ifndef _CUPEL_UNISTD_H
#define _CUPEL_UNISTD_H
#include <stddef.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
extern char **environ;
extern char *optarg;
extern int optind, opterr, optopt;
extern int getopt(int argc, char *const argv[], const char *options);
extern ssize_t read(int fd, void *buf, size_t n);
extern ssize_t write(int fd, const void *buf, size_t n);
extern off_t lseek(int fd, off_t offset, int whence);
extern int close(int fd);
extern int dup(int fd);
extern int dup2(int from, int to);
extern int pipe(int fds[2]);
extern int access(const char *path, int mode);
extern int unlink(const char *path);
extern int rmdir(const char *path);
extern int chdir(const char *path);
extern char *getcwd(char *buf, size_t n);
extern int isatty(int fd);
extern int ftruncate(int fd, off_t length);
extern int fsync(int fd);
extern pid_t fork(void);
extern pid_t getpid(void);
extern pid_t getppid(void);
extern uid_t getuid(void);
extern uid_t geteuid(void);
extern gid_t getgid(void);
extern int execv(const char *path, char *const argv[]);
extern int execvp(const char *file, char *const argv[]);
extern void _exit(int status) __attribute__((__noreturn__));
extern unsigned int sleep(unsigned int seconds);
extern int usleep(useconds_t microseconds);
extern unsigned int alarm(unsigned int seconds);
extern int pause(void);
extern long sysconf(int name);
extern int gethostname(char *name, size_t n);
extern void *sbrk(intptr_t increment);
extern int brk(void *end);
extern void swab(const void *restrict src, void *restrict dst, ssize_t n);
extern ssize_t readlink(const char *restrict path, char *restrict buf, size_t n);
extern char *ttyname(int fd);
extern int getpagesize(void);
#endif
