#ifndef _CUPEL_STDIO_H
#define _CUPEL_STDIO_H
#include <stddef.h>
#include <stdarg.h>
#include <sys/types.h>
typedef struct _IO_FILE { int __descriptor, __state; long __position; } FILE;
typedef struct { long __position, __state; } fpos_t;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define TMP_MAX 238328
#define L_tmpnam 20
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
extern int printf(const char *restrict format, ...);
extern int fprintf(FILE *restrict f, const char *restrict format, ...);
extern int dprintf(int fd, const char *restrict format, ...);
extern int sprintf(char *restrict s, const char *restrict format, ...);
extern int snprintf(char *restrict s, size_t n, const char *restrict format, ...);
extern int asprintf(char **restrict s, const char *restrict format, ...);
extern int vprintf(const char *restrict format, va_list ap);
extern int vfprintf(FILE *restrict f, const char *restrict format, va_list ap);
extern int vsprintf(char *restrict s, const char *restrict format, va_list ap);
extern int vsnprintf(char *restrict s, size_t n, const char *restrict format, va_list ap);
extern int vasprintf(char **restrict s, const char *restrict format, va_list ap);
extern int scanf(const char *restrict format, ...);
extern int fscanf(FILE *restrict f, const char *restrict format, ...);
extern int sscanf(const char *restrict s, const char *restrict format, ...);
extern int vscanf(const char *restrict format, va_list ap);
extern int vfscanf(FILE *restrict f, const char *restrict format, va_list ap);
extern int vsscanf(const char *restrict s, const char *restrict format, va_list ap);
extern FILE *fopen(const char *restrict name, const char *restrict mode);
extern FILE *fdopen(int fd, const char *mode);
extern FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict f);
extern FILE *popen(const char *command, const char *mode);
extern FILE *tmpfile(void);
extern char *tmpnam(char *s);
extern int fclose(FILE *f);
extern int pclose(FILE *f);
extern int fflush(FILE *f);
extern int fileno(FILE *f);
extern int setvbuf(FILE *restrict f, char *restrict buf, int mode, size_t n);
extern void setbuf(FILE *restrict f, char *restrict buf);
extern size_t fread(void *restrict p, size_t size, size_t n, FILE *restrict f);
extern size_t fwrite(const void *restrict p, size_t size, size_t n, FILE *restrict f);
extern int fgetc(FILE *f);
extern int getc(FILE *f);
extern int getchar(void);
extern char *fgets(char *restrict s, int n, FILE *restrict f);
extern char *gets(char *s);
extern ssize_t getline(char **restrict line, size_t *restrict n, FILE *restrict f);
extern ssize_t getdelim(char **restrict line, size_t *restrict n, int delim, FILE *restrict f);
extern int ungetc(int c, FILE *f);
extern int fputc(int c, FILE *f);
extern int putc(int c, FILE *f);
extern int putchar(int c);
extern int fputs(const char *restrict s, FILE *restrict f);
extern int puts(const char *s);
extern int fseek(FILE *f, long offset, int whence);
extern long ftell(FILE *f);
extern int fseeko(FILE *f, off_t offset, int whence);
extern off_t ftello(FILE *f);
extern void rewind(FILE *f);
extern int fgetpos(FILE *restrict f, fpos_t *restrict pos);
extern int fsetpos(FILE *f, const fpos_t *pos);
extern int feof(FILE *f);
extern int ferror(FILE *f);
extern void clearerr(FILE *f);
extern void perror(const char *s);
extern int remove(const char *name);
extern int rename(const char *from, const char *to);
#endif
