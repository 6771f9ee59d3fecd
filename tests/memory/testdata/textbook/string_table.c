// valid-memsafety: false(valid-deref)
// The table of names has one entry less than there are codes.
extern unsigned __VERIFIER_nondet_uint(void);
static const char *const names[] = {"none", "read", "write"};
int main(void) {
    unsigned code = __VERIFIER_nondet_uint() & 3;
    return names[code][0] == 'n';
}
