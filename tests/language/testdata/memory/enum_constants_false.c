extern void reach_error(void);
enum F { Z } __attribute__((packed));
int main(void) { typeof(Z) x = 300; if (x == 300) reach_error(); return 0; }
