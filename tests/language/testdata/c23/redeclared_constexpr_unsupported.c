/* another declaration of n; 3: */
constexpr int n = 3;
int f(int n) { int a[n]; return sizeof a; }
int main(void) { return f(2); }
