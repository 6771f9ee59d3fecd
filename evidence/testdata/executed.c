extern void reach_error(void);
int main(void) {
  int s = 0;
  for (int i = 0; i < 5; i++)
    s += i;
  if (s != 10)
    reach_error();
  return 0;
}
