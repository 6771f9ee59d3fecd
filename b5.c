int main(void) { int n = 3, v[n]; v[2] = 7; for (auto p = v; p; p = 0) CHECK(sizeof p == 8 && p[2] == 7); }
