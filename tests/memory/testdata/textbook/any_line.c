// valid-memsafety: false(valid-deref)
// A line is read into a buffer without a look at its room.
extern int __VERIFIER_nondet_int(void);
static char *line(char *to, int room) {
    char *p = to;
    for (;;) {
        int c = __VERIFIER_nondet_int();
        if (c < 0 || c == 10)
            break;
        *p++ = (char)(c & 127);
    }
    *p = 0;
    return to;
}
int main(void) {
    char buffer[16];
    line(buffer, sizeof buffer);
    return buffer[0] == 'q';
}
