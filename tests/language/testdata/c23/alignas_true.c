/* alignas, alignof and thread_local are keywords */
void reach_error(void);
int main(void) {
  alignas(16) char buf[3];
  alignas(long long) char c = 1;
  struct s { alignas(8) char x; } v = {2};
  if (alignof(int) != 4 || sizeof v != 8 || c + v.x != 3) reach_error();
  buf[0] = 5;
  static thread_local int t = 6;
  if (t + buf[0] != 11) reach_error();
  return 0;
}
