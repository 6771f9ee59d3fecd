/* empty initializers */
void reach_error(void);
int main(void) {
  int a[3] = {};
  struct { int x, y; } s = {};
  int k = {};
  s = (typeof(s)){};
  if (a[2] + s.y + k != 0) reach_error();
  return 0;
}
