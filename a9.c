auto p = fn; int main(void) { CHECK(sizeof p == 8 && p(2) == 2); }
