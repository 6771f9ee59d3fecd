int l; int main(void) { if (!__sync_lock_test_and_set(&l, 1)) __sync_fetch_and_add(&l, 2); return l; }
