/* Each call allocates a block. */
extern void *malloc(unsigned long);
static void f(void) { char *p = malloc(1); *p = 1; if (*p != 1) return; f(); }
int main(void) { f(); return 0; }
