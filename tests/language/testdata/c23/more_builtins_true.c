/* built-ins with no effect of their own */
void reach_error(void);
int main(void) {
  int x = 4;
  int *p = __builtin_assume_aligned(&x, 4);
  if (*p != 4 || __builtin_speculation_safe_value(x) != 4 || __builtin_assoc_barrier(x + 1.5) != 5.5) reach_error();
  if (x > 9) __builtin_unreachable();
  char *volatile q = 0;
  if (__builtin_dynamic_object_size(q, 0) != (unsigned long)-1 && __builtin_dynamic_object_size(q, 2) != 0) reach_error();
  return 0;
}
