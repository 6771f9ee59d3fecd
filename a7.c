int main(void) { for (auto p = g; p; p = 0) CHECK(sizeof p == 8); }
