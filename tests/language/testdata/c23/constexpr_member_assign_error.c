/* an assignment to v.n, which is declared with constexpr; 4: */
struct s { int n; };
constexpr struct s v = {3};
int main(void) { v.n = 4; return 0; }
