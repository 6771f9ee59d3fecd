// So does one into a loop, whose head declares.
extern void reach_error(void);
int main(void) {
  for (int k = 0; k < 2; k++) {
    goto in;
    for (int i = 0; i < 1; i++) { in:; int *p = &i; if (k == 1 && *p != 1) reach_error(); *p = 0; }
  }
}
