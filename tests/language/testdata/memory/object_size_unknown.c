// Whether gcc knows what p points to depends on the optimisation.
extern void reach_error(void);
int main(void) {
  char b[10], *p = b;
  if (__builtin_object_size(p, 0) != 10) reach_error();
}
