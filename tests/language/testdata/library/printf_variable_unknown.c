extern void reach_error(void);
#include <stdio.h>
int main(int argc, char **argv) { int n = 1; char f[] = "%n"; printf(f, &n); if (n != 1) reach_error(); return 0; }
