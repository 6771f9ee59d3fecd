// The operand is not evaluated, whatever the answer.
extern void reach_error(void);
int main(void) {
  char b[10], *p = b;
  if (__builtin_object_size(p++, 0) < 0 || p != b) reach_error();
}
