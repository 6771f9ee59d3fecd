/* the value of v.n, which is declared with constexpr, is not known here; 4: */
enum { N = 2 }; struct s { int x[N]; int n; };
constexpr struct s v = {1, 2, 3};
enum { E = v.n };
int main(void) { return E; }
