// A function without body, and an argument of main.
extern void reach_error(void);
typedef unsigned char byte;
extern byte level(int tank);

static int sum(int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += level(i);
  return s;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 2 && sum(2) >= 100)
    reach_error();
  return 0;
}
