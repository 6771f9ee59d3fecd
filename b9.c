constexpr auto n = 3; constexpr auto d = "ab"; int a[n]; int main(void) { CHECK(sizeof a == 12); CHECK(sizeof d == 8); }
