/* Only one input of many, found by a search, stays. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (x * 3u + 7u == 123456u) ; return 0; }
