int h[2][3]; int main(void) { static auto q = h; CHECK(sizeof q == 8 && sizeof *q == 12); static auto r = h[1]; CHECK(sizeof r == 8 && sizeof *r == 4); }
