extern void reach_error(void);
extern int unknown_int(void);
int main(void) { if (unknown_int() == 5) reach_error(); return 0; }
