/* objects whose types are deduced hide constexpr objects */
void reach_error(void);
constexpr int limit = 6;
struct pair { int a, b; };
constexpr struct pair p = {1, 2};
int count(void) { auto limit = 4; int k = 0; while (k < limit) k++; return k; }
int main(void)
{
  struct pair other = {8, 9};
  { auto limit = 7; if (limit != 7) reach_error(); }
  { auto p = other; if (p.a != 8) reach_error(); }
  { static auto limit = 3; limit++; if (limit != 4) reach_error(); }
  if (count() != 4 || limit != 6 || p.a != 1) reach_error();
  return 0;
}
