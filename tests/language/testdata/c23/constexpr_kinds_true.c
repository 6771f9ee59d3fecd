/* constexpr objects of all kinds */
void reach_error(void);
static constexpr unsigned char limit = 255;
int main(void) {
  constexpr double half = 0.5;
  constexpr int t[3] = {1, 2, 3};
  constexpr struct pt { int x, y; } o = {.y = 4};
  constexpr char s[] = "abc";
  constexpr int *none = nullptr;
  if (half + half != 1 || t[2] != 3 || o.y != 4 || s[1] != 'b' || none) reach_error();
  unsigned char c = limit;
  if (c != 255 || limit + 1 != 256) reach_error();
  return 0;
}
