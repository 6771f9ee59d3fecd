/* auto deduces a type */
void reach_error(void);
static auto g = 2.5;
int main(void) {
  int v = 7;
  auto w = v;
  auto d = 1.5f;
  auto p = &v;
  auto s = "abc";
  auto c = 'a';
  unsigned char u = 200;
  auto k = u;
  if (sizeof d != sizeof(float) || *p != w || s[2] != 'c' || sizeof s != sizeof(char *) || sizeof k != 1 || sizeof c != sizeof(int)) reach_error();
  for (auto i = 0ull; i < 3; i++) if (sizeof i != 8) reach_error();
  if (sizeof g != 8 || g != 2.5) reach_error();
  static auto st = 5l;
  if (sizeof st != sizeof(long)) reach_error();
  return 0;
}
