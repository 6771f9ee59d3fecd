/* the inner n is another object */
void reach_error(void);
constexpr int n = 3;
int main(void)
{
  int m = 2, n = m;
  if (n != 3) reach_error();
  return 0;
}
