extern void reach_error(void);
extern int errno;
long strtol(const char *, char **, int);
int main(void) { errno = 0; strtol("99999999999999999999999", 0, 10); if (errno == 34) reach_error(); return 0; }
