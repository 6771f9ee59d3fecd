extern void reach_error(void);
int x, y;
char c;
int main(void) {
  if (((unsigned long)&y - (unsigned long)&x == 4))
    reach_error();
}
