/* the value of s.a is not known here, since its initializer names A; 6: */
void reach_error(void);
enum { A = 5 };
struct S { int a; };
constexpr struct S s = {A};
int f(int A) { return s.a + A; }
int main(void)
{
  if (f(100) != 105) reach_error();
  return 0;
}
