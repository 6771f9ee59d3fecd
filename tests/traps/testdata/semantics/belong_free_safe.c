extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
int main(void) {
  char *p = malloc(16), *q = malloc(16);
  free(p + 32); /* undefined, wherever the other block lies */
  if (q) reach_error();
  return 0;
}
