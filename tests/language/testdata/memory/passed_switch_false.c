// So does a switch.
extern void reach_error(void);
int main(void) {
  for (int i = 0; i < 2; i++)
    switch (i) {
      int y[3], *p;
    case 0: p = y; p[1] = 5; break;
    case 1: p = y; if (p[1] != 5) reach_error();
    }
}
