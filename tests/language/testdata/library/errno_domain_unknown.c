extern void reach_error(void);
#include <errno.h>
#include <stdio.h>
int main(void) { errno = 0; FILE *f = fopen("a", "r"); if (errno == 2) reach_error(); return 0; }
