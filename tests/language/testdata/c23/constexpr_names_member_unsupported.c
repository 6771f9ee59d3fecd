/* the value of s.a is not known here, since its initializer names T; 9: */
void reach_error(void);
typedef int T;
struct S { T a; short b; };
constexpr struct S s = {300, 1};
int main(void)
{
  typedef unsigned char T;
  if (s.a != 300) reach_error();
  return (T)0;
}
