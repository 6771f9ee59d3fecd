// violated
// A function sets its output on success only, and its result is ignored.
extern int __VERIFIER_nondet_int(void);
static int parse(int c, int *digit) {
    if (c < '0' || c > '9')
        return -1;
    *digit = c - '0';
    return 0;
}
int main(void) {
    int digit;
    parse(__VERIFIER_nondet_int(), &digit);
    if (digit == 7)
        return 7;
    return 0;
}
