/* the value of d is not known here, since its initializer names T; 9: */
void reach_error(void);
typedef int T;
constexpr T c = 300;
constexpr int d = c + 1;
int main(void)
{
  typedef unsigned char T;
  if (d != 301) reach_error();
  return (T)0;
}
