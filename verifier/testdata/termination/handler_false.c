#include <stdlib.h>
static void last(void) { for (;;) ; }
int main(void) { atexit(last); return 0; }
