/* An int counts the blocks. */
extern void *malloc(unsigned long);
int main(void) { int n = 0; while (1) { char *p = malloc(0); n++; } }
