auto p = g; int main(void) { CHECK(sizeof p == 8); }
