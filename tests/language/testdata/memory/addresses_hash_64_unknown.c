extern void reach_error(void);
int x, y;
char c;
int main(void) {
  if ((((unsigned long)&x >> 4) % 8 == 3))
    reach_error();
}
