/* arrays and functions are converted to pointers */
void reach_error(void);
int g[3], m[2][3];
struct { int a[2]; } s;
static int twice(int x) { return 2 * x; }
auto p = g;
auto call = twice;
static auto row = m[1];
static auto text = "ab" "cd";
static auto braced = ("ab");
static auto list = (int[]){1, 2};
typeof((0, g)) q;
typeof((0, twice)) other;
int main(void)
{
  int n = 3, v[n];
  v[2] = 7;
  q = g;
  other = twice;
  static auto inner = s.a;
  static auto in = twice;
  auto seen [[maybe_unused]] = g;
  if (sizeof p != sizeof(int *) || sizeof text != sizeof(char *) || sizeof braced != sizeof(char *) || sizeof list != sizeof(int *)) reach_error();
  if (sizeof row != sizeof(int *) || sizeof *row != sizeof(int) || sizeof q != sizeof(int *) || sizeof inner != sizeof(int *) || sizeof seen != sizeof(int *)) reach_error();
  if (call(4) != 8 || in(3) != 6 || other(1) != 2 || text[3] != 'd' || list[1] != 2 || p != g || row != m[1] || inner != s.a) reach_error();
  for (auto r = g; r; r = 0) if (sizeof r != sizeof(int *)) reach_error();
  for (auto r = v; r; r = 0) if (sizeof r != sizeof(int *) || r[2] != 7) reach_error();
  for (auto r = ("ab"); *r; r++) if (sizeof r != sizeof(char *)) reach_error();
  return 0;
}
