static const auto t = (struct { int n; }){ 3 }; static auto u = (struct { int n, m; }){ .m = 3 }; int main(void) { CHECK(t.n == 3 && u.m == 3); u.n = 2; }
