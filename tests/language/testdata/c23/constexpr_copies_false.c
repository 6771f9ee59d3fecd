/* as the values without braces are counted */
void reach_error(void);
struct in { int a[2], b; };
constexpr struct { struct in i; int n; } p = {1, 2, 3, 4};
int x[p.n];
int main(void) { if (sizeof x == 4 * sizeof(int)) reach_error(); return 0; }
