extern void reach_error(void);
void look(const int *p);
int main(void) { int x = 1; look(&x); if (x != 1) reach_error(); return 0; }
