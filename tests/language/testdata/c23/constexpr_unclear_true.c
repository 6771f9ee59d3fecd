/* a member whose value is not known before the program is executed is read where no constant is needed */
void reach_error(void);
enum { N = 2 }; struct s { int x[N]; int n; int *p; };
constexpr struct s v = {1, 2, 3};
int main(void) { int k = v.n; if (k != 3 || v.x[1] != 2 || v.p) reach_error(); return 0; }
