/* Goes on for ever; that memory comes to an end is no reason to end. */
extern void *malloc(unsigned long); extern void free(void *);
int main(void) { while (1) { char *p = malloc(1); free(p); } return 0; }
