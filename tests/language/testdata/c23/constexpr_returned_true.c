/* objects in a function that returns a structure are no members */
void reach_error(void);
struct pair { int a, b; };
constexpr int n = 5;
constexpr struct pair p = {3, 4};
struct pair one(void) { int n = 7; return (struct pair){n, p.b}; }
struct pair two(int x) { struct pair p = {x}; if (p.a != 3) p.a++; return (struct pair){p.a, n}; }
struct pair three(int x) { int n; n = x; struct pair p = {n}; return p; }
int main(void)
{
  if (one().a != 7 || one().b != 4 || two(6).a != 7 || two(6).b != 5 || three(2).a != 2) reach_error();
  return 0;
}
