extern void reach_error(void);
int x, y;
char c;
int main(void) {
  if (!((unsigned long)&x < (unsigned long)&y))
    reach_error();
}
