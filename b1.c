int main(void) { static auto s = "ab" "cd"; static auto t = ("ab"); CHECK(sizeof s == 8 && sizeof t == 8 && s[3] == 100 && t[1] == 98); }
