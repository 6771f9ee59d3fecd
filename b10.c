int main(void) { const char c = 1; for (auto x = c; x < 2; x++) CHECK(sizeof x == 1); static auto y = (short)3; CHECK(sizeof y == 2); }
