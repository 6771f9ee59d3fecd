/* the value of v.n, which is declared with constexpr, is not known here; 6: */
void reach_error(void);
enum { N = 2 }; struct s { int x[N]; int n; };
constexpr struct s v = {1, 2, 0};
int *p;
int main(void) { if (_Generic(1 ? p : (void *)v.n, int *: 1, default: 0) != 1) reach_error(); return 0; }
