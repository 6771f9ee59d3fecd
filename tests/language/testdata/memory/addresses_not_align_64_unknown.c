extern void reach_error(void);
int x, y;
char c;
int main(void) {
  if (!(((unsigned long)&c & 3) == 0))
    reach_error();
}
