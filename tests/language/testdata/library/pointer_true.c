extern void reach_error(void);
#include <string.h>
#include <strings.h>
int main(void) { int (*f[2])(const char *, const char *) = {strcmp, strcasecmp}; if (f[1]("a", "A") || f[0]("a", "b") >= 0) reach_error(); return 0; }
