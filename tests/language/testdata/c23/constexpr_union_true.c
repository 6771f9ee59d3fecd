union u { int n; };
struct s { int n; union u x; };
constexpr struct s v = {3};
int a[2]; int b[v.n];
static_assert(v.n == 3);
int main(void) { return 0; }
