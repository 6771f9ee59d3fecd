/* separators between digits, binary constants */
void reach_error(void);
int main(void) {
  unsigned long long x = 0xFFFF'0000ull;
  if (1'000 + 0b1'01 != 1005 || x != 4294901760 || 1'0.5'0 != 10.5 || 'a' != 97) reach_error();
  #if 1'0 == 10
  x = 0;
  #endif
  if (x) reach_error();
  return 0;
}
