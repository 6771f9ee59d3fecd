/* attributes and parentheses in declarators */
void reach_error(void);
constexpr int a [[maybe_unused]] = 3, (b) = 4, c __attribute__((unused)) = {5}, (((d [[deprecated]]))) = {a + 1,}, z = {};
int u[a], v[b], w[c], x[d];
enum { E = a, F = z };
struct s { unsigned n : a; char m[b]; };
int *p;
int main(void)
{
  if (sizeof u != 3 * sizeof(int) || sizeof v != 4 * sizeof(int) || sizeof w != 5 * sizeof(int) || sizeof x != 4 * sizeof(int) || E != 3 || F) reach_error();
  if (_Generic(1 ? p : (void *)(a - 3), int *: 1, default: 0) != 1) reach_error();
  if (_Generic(1 ? p : (void *)(a - 2), int *: 1, default: 0) != 0) reach_error();
  switch (3) { case a: break; default: reach_error(); }
  static_assert(b == 4);
  return 0;
}
