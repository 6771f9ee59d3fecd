typeof((0, g)) gg; typeof((0, fn)) gf; int main(void) { gg = g; gf = fn; CHECK(sizeof gg == 8 && gf(2) == 2); }
