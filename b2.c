int main(void) { static auto s = (int[]){1, 2}; CHECK(sizeof s == 8); }
