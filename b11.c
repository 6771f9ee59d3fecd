auto p = &fn; auto q = &g; int main(void) { CHECK(p(3) == 3 && sizeof *q == 12); }
