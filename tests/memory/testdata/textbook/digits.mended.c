// valid-memsafety: true
// The buffer has room for fewer digits than the number has. Mended.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char digits[10];
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    do {
        digits[i++] = '0' + n % 10;
        n /= 10;
    } while (n != 0);
    return digits[i - 1] == '0';
}
