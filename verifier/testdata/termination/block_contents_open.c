/* What a new block holds is not determined. */
extern void *malloc(unsigned long);
int main(void) { while (1) { int *p = malloc(sizeof *p); if (*p == 7) return 0; } }
